"""After a slip: what is kept of it, so that one mistake does not make every later event wrong."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from auditor.kernel import out_of_time, played
from events import Event

if TYPE_CHECKING:
    from auditor.game import Game

LIFE = 4
"""Events of play for which another reading of a slip is kept."""

ENVELOPE = frozenset({"seq", "at", "match_id", "event_id", "v"})


class Slip(NamedTuple):
    """What is remembered after a wrong event."""

    other: Any = None
    """Another position the table may be in, if the slip was the event itself."""
    life: int = 0
    """For how many more events of play it is kept."""
    clean: Any = None
    """The position as if the last illegal event had not been played."""
    cause: int | None = None
    """That event."""
    late: tuple[Event, ...] = ()
    """What was gone past and may still be recorded."""

    def holds_late(self, game: Game, s: Any, e: Event) -> bool:
        """The event records late what was gone past: it changes nothing more."""
        return any(same(e, x) for x in self.late) and out_of_time(game, s, e) is not None

    def without(self, e: Event) -> Slip:
        """Once it has been recorded late."""
        return self._replace(late=tuple(x for x in self.late if not same(e, x)))

    def turned(self, s: Any) -> Slip:
        """The other reading was right; the one followed so far is kept beside it."""
        return self._replace(other=s, life=LIFE)

    def followed(self, game: Game, e: Event) -> Slip:
        """After one more event."""
        other = played(game, self.other, e) if self.other is not None and self.life else None
        clean = None if self.clean is None else played(game, self.clean, e)
        return self._replace(other=other, life=self.life - 1, clean=clean)


def same(e: Event, other: Event) -> bool:
    """Two events say the same, whenever they were recorded."""
    return type(e) is type(other) and all(
        getattr(e, f.name) == getattr(other, f.name) for f in fields(e) if f.name not in ENVELOPE
    )


def other_reading(game: Game, before: Any, s: Any, after: Any, e: Event) -> Any:
    """The position if an event out of time was meant otherwise; None if nothing fits.

    `before` is the position ahead of the last event of play, `s` the one in which `e` came,
    `after` the one after it as it was played. The wrong seat was entered; or `e` is a stray;
    or the event before was.
    """
    for seat in s.match.seats:
        meant = replace(e, actor=seat)
        if seat != e.actor and out_of_time(game, s, meant) is None:
            return played(game, s, meant)
    if after is not s:
        return s
    if before is not None and out_of_time(game, before, e) is None:
        return played(game, before, e)
    return None
