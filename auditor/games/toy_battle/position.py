"""A position as the fields of the position_declared that would start there (section 13)."""

from __future__ import annotations

from typing import Any

from auditor.games.toy_battle.state import Toys
from auditor.hidden import Cell


def _shown(troop: Any) -> Any:
    return None if isinstance(troop, Cell) else troop


def window_name(s: Toys) -> str:
    """Which of the four windows of a declared position is open."""
    if s.is_over:
        return "over"
    if not s.acted:
        return "action"
    return "end" if len(s.frames) == 1 else "effects"


def position(s: Toys) -> dict[str, Any]:
    """The position, with every field filled in."""
    seats = {}
    for seat in ("P1", "P2"):
        seats[seat] = {
            "rack": [*sorted(s.rack[seat].known), *[None] * s.rack[seat].unseen],
            "lying": [{"unit": t.id, "troop": _shown(t.troop)} for t in s.lying[seat]],
            "discard": [{"unit": u.id, "troop": u.troop} for u in s.discard[seat]],
            "set_aside": s.aside[seat].size,
            "reserve": s.reserve[seat],
            "medals": s.medals[seat],
            "next_unit": s.highest[seat] + 1,
        }
    return {
        "to_move": s.to_move,
        "turn": s.turn,
        "seats": seats,
        "stacks": {
            space: [{"unit": u.id, "troop": u.troop} for u in s.stacks[space]]
            for space in s.board.spaces
            if s.stacks.get(space)
        },
        "region_medals": dict(s.region_medals),
        "window": window_name(s),
        "placed": [
            {
                "unit": p.unit,
                "space": p.space,
                "by": p.by,
                "effect": p.effect,
                "base": p.base if p.base != "open" or s.is_open_base(p) else "gone",
            }
            for p in s.placed
        ],
        "due": [
            {"seat": seat, "regions": list(s.due_to(seat))}
            for seat in ("P1", "P2")
            if s.due_to(seat)
        ],
        "result": {"winner": s.end.winner, "reason": s.end.reason} if s.is_over and s.end else None,
    }
