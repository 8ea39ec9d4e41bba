"""Small logs for the tests of reading: a line is a JSON object or the bytes themselves."""

from __future__ import annotations

from typing import Any

from events import write_line

MATCH_ID = "00000000-0000-7000-8000-000000000001"
OTHER_ID = "00000000-0000-7000-8000-000000000002"

OPENED: dict[str, Any] = {
    "seq": 1,
    "at": "2026-11-29T10:00:00Z",
    "actor": "table",
    "type": "match_opened",
    "match_id": MATCH_ID,
    "game": "toy_battle",
    "players": [{"seat": "P1", "name": "Aoi"}, {"seat": "P2", "name": "Ren"}],
}
ENDED: dict[str, Any] = {
    "seq": 2,
    "at": "2026-11-29T10:00:01Z",
    "actor": "P1",
    "type": "turn_ended",
}
PLACED: dict[str, Any] = {
    "seq": 2,
    "at": "2026-11-29T10:00:01Z",
    "actor": "P1",
    "type": "troop_placed",
    "unit": "P1-u1",
    "troop": "star",
    "space": "a1",
    "cause": "action",
    "by": None,
}


def log(*lines: dict[str, Any] | bytes) -> bytes:
    """A log of these lines."""
    return b"".join(line + b"\n" if isinstance(line, bytes) else write_line(line) for line in lines)


def without(body: dict[str, Any], field: str) -> dict[str, Any]:
    """An event without one of its fields."""
    return {name: value for name, value in body.items() if name != field}


def line(body: dict[str, Any]) -> bytes:
    """An event as its line, without the line end."""
    return write_line(body).rstrip(b"\n")
