"""Corrections and going back (GN-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.declare import Unaudited, rule
from events.shared import EventRetracted, MatchRewound

if TYPE_CHECKING:
    from auditor.record import Record


@rule("GN-3.1", on=EventRetracted, facts=lambda r, e: {"event": e.event, "latest": r.line[-1]})
def event_may_be_retracted(r: Record, e: EventRetracted) -> bool:
    if e.actor == "judge":
        return e.event in r.line[1:]
    return e.actor != "table" or (r.closed is None and e.event == r.line[-1] != 1)


@rule("GN-3.2", on=MatchRewound, facts=lambda r, e: {"to": e.to, "latest": r.line[-1]})
def position_is_one_of_the_game(r: Record, e: MatchRewound) -> bool:
    return e.actor != "judge" or e.to in r.line[:-1]


UNAUDITED = Unaudited(
    {
        "GN-3.3": (
            "It says how a correction is carried out; the report shows what it crosses.",
            "訂正の実行方法を定める。何を飛び越えたかは報告に示す。",
        )
    }
)
