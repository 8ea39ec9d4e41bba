"""Rulings and penalties (GN-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.declare import Unaudited, rule
from events import Event
from events.shared import RulingGiven

if TYPE_CHECKING:
    from auditor.record import Record


@rule("GN-5.1", on=RulingGiven, facts=lambda r, e: {"on": e.on, "events": len(r.events)})
def ruled_event_exists(r: Record, e: RulingGiven) -> bool:
    return e.on < e.seq


@rule(
    "GN-5.3",
    on=Event,
    quiet=False,
    facts=lambda r, e: {"rulings_on": sorted(r.pending)},
)
def rulings_are_carried_out(r: Record, e: Event) -> bool:
    return not r.pending or not e.play or e.reveals


UNAUDITED = Unaudited(decided_by={"GN-5.2": ("GN-1.4", "GN-6.1")})
