"""A position as JSON: the table after an event, the open window, what may come next."""

from __future__ import annotations

from typing import Any

from api.errors import NoSuchEvent
from auditor import Record
from auditor.listing import legal_events


def position_at(record: Record, seq: int | None = None) -> dict[str, Any]:
    """The position after event `seq`, or after the last one.

    Raises: NoSuchEvent.
    """
    head = len(record.events)
    if seq is None:
        seq = head
    if not 1 <= seq <= head:
        raise NoSuchEvent("position", f"event {seq}", f"1 to {head}", head=head)
    game, state = record.game, record.points[seq - 1].state
    return {
        "seq": seq,
        "window": state.frames[-1].row.key if state.frames else "",
        "position": game.position(state),
        "next": [
            {"event": _yet_to_come(game.vocabulary.encode(event)), "verdict": verdict.value}
            for event, verdict in legal_events(game, state)
        ],
    }


def _yet_to_come(event: dict[str, Any]) -> dict[str, Any]:
    """An event without its place and time: it has none yet."""
    return {name: value for name, value in event.items() if name not in ("seq", "at")}
