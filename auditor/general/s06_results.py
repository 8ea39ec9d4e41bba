"""Results (GN-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.declare import Unaudited, rule, which
from events.shared import MatchClosed, PlayerConceded

if TYPE_CHECKING:
    from auditor.record import Record


@which(
    "GN-6.1",
    on=MatchClosed,
    facts=lambda r, e: {"recorded": [e.winner, e.reason], "by_rules": r.result_said(e)},
)
def result_follows(r: Record, e: MatchClosed) -> str | None:
    if r.result_is(e):
        return None
    end = r.end_for(e)
    if end is not None and not end.disputed and (end.reason, end.winner) != (e.reason, e.winner):
        return end.rule if end.reason == e.reason else "GN-6.1"
    return "GN-6.1"


@rule("GN-6.3", on=PlayerConceded)
def conceder_is_still_in(r: Record, e: PlayerConceded) -> bool:
    return all(out.seat != e.actor for out in r.state.out)


UNAUDITED = Unaudited(
    {
        "GN-6.2": "a step still owed is gone past by match_closed, and its own rule is cited",
        "GN-6.4": "what an illegal event brings about is kept apart; the closing breaks GN-6.1",
    }
)
