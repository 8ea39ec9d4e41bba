"""Ids of new matches: UUIDs that sort as time goes by."""

from __future__ import annotations

import secrets
import time
import uuid


def new_match_id() -> str:
    """A UUID of version 7, as lower-case text.

    Source: RFC 9562, section 5.7: 48 bits of milliseconds, then 74 random bits.
    """
    milliseconds = time.time_ns() // 1_000_000
    number = milliseconds << 80 | 0x7 << 76 | secrets.randbits(12) << 64
    return str(uuid.UUID(int=number | 0b10 << 62 | secrets.randbits(62)))
