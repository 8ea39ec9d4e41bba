"""Results (GN-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor import results
from auditor.declare import Unaudited, rule, which
from events.shared import MatchClosed, PlayerConceded

if TYPE_CHECKING:
    from auditor.record import Record


@which(
    "GN-6.1",
    on=MatchClosed,
    facts=lambda r, e: {"recorded": [e.winner, e.reason], "by_rules": results.said(r, e)},
)
def result_follows(r: Record, e: MatchClosed) -> str | None:
    if results.follows(r, e):
        return None
    end = results.end_for(r, e)
    return "GN-6.1" if end is None or end.disputed else end.rule


@rule("GN-6.3", on=PlayerConceded)
def conceder_is_still_in(r: Record, e: PlayerConceded) -> bool:
    return all(out.seat != e.actor for out in r.state.out)


UNAUDITED = Unaudited(
    {
        "GN-6.2": (
            "A step still owed is gone past by match_closed, and the step's own rule is cited.",
            "未了の手順を飛び越えた match_closed には、その手順自身のルールを示す。",
        )
    },
    {"GN-6.4": ("GN-6.1",)},
)
