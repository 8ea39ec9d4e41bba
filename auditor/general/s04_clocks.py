"""Clocks (GN-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.declare import rule
from events import Event
from events.shared import ClockPaused, ClockResumed

if TYPE_CHECKING:
    from auditor.record import Record


@rule(
    "GN-4.1",
    on=Event,
    quiet=False,
    facts=lambda r, e: {
        name: {"used_s": round(used, 6), "allowed_s": allowed}
        for name, (_, used, allowed) in r.limits_passed(e).items()
    },
)
def time_has_not_run_out(r: Record, e: Event) -> bool:
    return not r.limits_passed(e)


@rule("GN-4.2", on=(ClockPaused, ClockResumed))
def pauses_and_resumptions_alternate(r: Record, e: Event) -> bool:
    if e.actor not in ("table", "judge"):
        return True
    return (r.pauses.paused_at is None) == isinstance(e, ClockPaused)
