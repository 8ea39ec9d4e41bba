"""After a slip: the other way to read it, and what was gone past and is recorded late."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from auditor.kernel import out_of_time, played
from events import Event

if TYPE_CHECKING:
    from auditor.game import Game

LIFE = 4
"""Events of play for which another reading of a slip is kept."""


class Reading(NamedTuple):
    """Another position the table may be in, if the slip was the event itself."""

    state: Any
    life: int = LIFE


ENVELOPE = frozenset({"seq", "at", "match_id", "event_id", "v"})


def same(e: Event, other: Event) -> bool:
    """Two events say the same, whenever they were recorded."""
    return type(e) is type(other) and all(
        getattr(e, f.name) == getattr(other, f.name) for f in fields(e) if f.name not in ENVELOPE
    )


def other_reading(game: Game, before: Any, s: Any, after: Any, e: Event) -> Reading | None:
    """How else an event out of time may be meant.

    `before` is the position ahead of the last event of play, `s` the one in which `e` came,
    `after` the one after it as it was played. The wrong seat was entered; or `e` is a stray;
    or the event before was.
    """
    for seat in s.match.seats:
        meant = replace(e, actor=seat)
        if seat != e.actor and out_of_time(game, s, meant) is None:
            return Reading(played(game, s, meant))
    if after is not s:
        return Reading(s)
    if before is not None and out_of_time(game, before, e) is None:
        return Reading(played(game, before, e))
    return None


def follow(game: Game, reading: Reading | None, e: Event) -> Reading | None:
    """The other reading after one more event; None once it is too old to decide anything."""
    if reading is None or reading.life == 0:
        return None
    return Reading(played(game, reading.state, e), reading.life - 1)
