"""What is hashed of an event, and how the hashes of a match hang together."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import rfc8785

from store.ledger import Recorded

SALT_BYTES = 32

_encode = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
).encode

_ODD = re.compile(r'(?:":|[\[,])-?\d+(?:[.eE]|\d{15})')
"""A number that is a fraction or beyond 2**53, or what looks like one in a string."""


def canonical(value: dict[str, Any]) -> bytes:
    """The RFC 8785 bytes of a JSON object.

    Raises: ValueError, if it can't be written so that every reader reads the same.
    """
    # The standard encoder writes plain values in the same bytes, in a fraction of the time.
    try:
        text = _encode(value)
    except (ValueError, TypeError, RecursionError):
        return rfc8785.dumps(value)
    if text.isascii() and not _ODD.search(text):
        return text.encode()
    return text.encode() if _is_plain(value) else rfc8785.dumps(value)


def _is_plain(value: Any) -> bool:
    """No fraction, no number beyond 2**53, no key whose place depends on how it is encoded."""
    kind = type(value)
    if kind is str or value is None or kind is bool:
        return True
    if kind is int:
        return bool(-(2**53) < value < 2**53)
    if kind is dict:
        return all(key.isascii() for key in value) and all(map(_is_plain, value.values()))
    if kind is list:
        return all(map(_is_plain, value))
    return False


def body(event: dict[str, Any]) -> bytes:
    """The bytes of an event that are stored and hashed: without salt and players' names.

    Raises: ValueError, as `canonical`.
    """
    if event["type"] != "match_opened":
        return canonical(event)
    bare = {field: value for field, value in event.items() if field != "salt"}
    bare["players"] = [
        {field: value for field, value in player.items() if field != "name"}
        for player in event["players"]
    ]
    return canonical(bare)


def restored(
    events: Sequence[Recorded], names: Mapping[tuple[int, int], str | None], salt: bytes
) -> list[dict[str, Any]]:
    """Events of a match as they came in, with what `body` took out.

    Shape:  `names` by the seq of a match_opened and the place in its list of players.
    """
    whole: list[dict[str, Any]] = [json.loads(event.body) for event in events]
    at = {event["seq"]: event for event in whole}
    for seq, place in names:
        if seq in at:
            at[seq]["players"][place]["name"] = names[seq, place]
    if 1 in at:
        at[1]["salt"] = salt_as_text(salt)
    return whole


def first_link(salt: bytes) -> bytes:
    """h0, on which the first event hangs."""
    return hashlib.sha256(salt).digest()


def link(previous: bytes, salt: bytes, event: bytes) -> bytes:
    """hN, from h(N-1), the salt of the match and the body of event N."""
    return hashlib.sha256(previous + salt + event).digest()


def new_salt() -> bytes:
    """A salt that nobody can guess."""
    return secrets.token_bytes(SALT_BYTES)


def salt_as_text(salt: bytes) -> str:
    """A salt as an export carries it: base64url without padding."""
    return base64.urlsafe_b64encode(salt).rstrip(b"=").decode()


def salt_from_text(text: str) -> bytes:
    """The salt that an export carries.

    Raises: ValueError, if it is no base64url of 32 bytes.
    """
    bare = text.rstrip("=")
    salt = base64.urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
    if len(salt) != SALT_BYTES or salt_as_text(salt) != bare:
        raise ValueError(f"found no salt, expected {SALT_BYTES} bytes in base64url")
    return salt
