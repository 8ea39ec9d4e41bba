"""After a slip: what is kept of it, so that one mistake does not make every later event wrong."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from auditor.finding import Verdict
from auditor.kernel import Place, judge, out_of_time, place, played, same, verdict_of
from events import Event

if TYPE_CHECKING:
    from auditor.game import Game

LIFE = 4
"""Events of play for which another reading of a slip is kept."""


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
    early: tuple[Event, ...] = ()
    """What was recorded before its time, and is not missed when its time comes."""

    def holds_late(self, game: Game, s: Any, e: Event) -> bool:
        """The event records late what was gone past: it changes nothing more."""
        return any(_alike(e, x) for x in self.late) and out_of_time(game, s, e) is not None

    def without(self, game: Game, e: Event) -> Slip:
        """Once it has been recorded late. In the other reading it is an event like any other."""
        late = tuple(x for x in self.late if not _alike(e, x))
        return self.followed(game, e, in_time=False)._replace(late=late)

    def turned(self, s: Any) -> Slip:
        """The other reading was right; the one followed so far is kept beside it."""
        return self._replace(other=s, life=LIFE)

    def followed(self, game: Game, e: Event, in_time: bool) -> Slip:
        """After one more event. One in time here, and not in the other reading, decides."""
        other = None
        decided = in_time and self.other is not None and takes(game, self.other, e) is None
        if self.other is not None and self.life and not decided:
            other = played(game, self.other, e)
        clean = None if self.clean is None else played(game, self.clean, e)
        return self._replace(other=other, life=self.life - 1, clean=clean)


def _alike(e: Event, late: Event) -> bool:
    """They say the same, whatever of what was gone past nobody knew."""
    unknown: dict[str, Any] = {f.name: None for f in fields(late) if getattr(late, f.name) is None}
    return type(e) is type(late) and same(replace(e, **unknown), late)


def takes(game: Game, s: Any, e: Event, early: tuple[Event, ...] = ()) -> Place | None:
    """Where an event is in time, with nothing owed, in a reading of the record; else None."""
    placed = place(game, s, e, early)
    if placed.breach is not None:
        return None
    owed = any(b.rule in game.timing for b in judge(game, placed.state, e))
    return None if owed else placed


def is_marker(e: Event) -> bool:
    """The event says nothing but that a step begins or ends: it may be a stray."""
    return len(fields(e)) == len(fields(Event))


def other_reading(game: Game, before: Any, s: Any, after: Any, e: Event) -> tuple[Any, bool]:
    """The position if an event out of time was meant otherwise, and whether that is likelier.

    `before` is the position ahead of the last event, if that was a marker; `s` the one in which
    `e` came, `after` the one after it as it was played. The wrong seat was entered, which is
    likely if the table could not show the event as it stands, or it names a piece of the other
    seat; or the event before was a stray; or `e` is. The position is None if nothing fits.
    """
    act = game.acts.get(type(e))
    for seat in () if act is not None and act.void else s.match.seats:
        meant = replace(e, actor=seat)
        if seat != e.actor and verdict_of(game, s, meant) is Verdict.LEGAL:
            return played(game, s, meant), after is s or _names_piece_of(e, seat)
    if before is not None and verdict_of(game, before, e) is Verdict.LEGAL:
        return played(game, before, e), False
    return (None if after is s else s), False


def step_left_out(game: Game, s: Any, e: Event) -> tuple[Any, Event] | None:
    """The position after an event out of turn, if the same step by the seat before was left out.

    With that step; None if the event would be out of time or wrong after it, too.
    """
    step = None if s.is_over or s.duties else game.next_step(s)
    if step is None or step.leaves or type(step.event) is not type(e):
        return None
    ahead = played(game, s, replace(step.event, seq=e.seq))
    if step.event.actor == e.actor or verdict_of(game, ahead, e) is not Verdict.LEGAL:
        return None
    return played(game, ahead, e), step.event


def _names_piece_of(e: Event, seat: str) -> bool:
    """A field holds the instance id of a piece of the seat."""
    values = (getattr(e, f.name) for f in fields(e))
    return any(isinstance(value, str) and value.startswith(f"{seat}-") for value in values)
