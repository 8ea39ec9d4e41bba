"""What is no play: corrections that go back, rulings, penalties, the clock (GN-3 to GN-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from auditor import results
from auditor.known import Known
from auditor.state import Out
from events import Event
from events.shared import (
    ClockPaused,
    ClockResumed,
    EventRetracted,
    MatchRewound,
    PenaltyGiven,
    RulingGiven,
)

if TYPE_CHECKING:
    from auditor.record import Record

OUT_FROM = ("game_loss", "match_loss", "disqualification")
"""Penalties that put a seat out (GN-5.2)."""


class Undone(NamedTuple):
    """A stretch that a correction took out."""

    seq: int
    first: int
    last: int
    crosses: tuple[str, ...]
    """What of `reveal`, `chance` and `player` lies in it (GN-3.3)."""


def carry_out(r: Record, e: Event) -> None:
    """Does what an event asks that is no play and breaks no rule."""
    match e:
        case EventRetracted():
            _go_back(r, e, r.line[r.line.index(e.event) - 1], "retracted")
        case MatchRewound():
            _go_back(r, e, e.to, "rewound")
        case RulingGiven():
            r.rulings.setdefault(e.on, []).append(e)
            r.pending.pop(e.on, None)
            if e.remedy in ("rewind", "penalty", "game_loss") and e.on not in r.status:
                r.pending[e.on] = e
            _weigh_rulings(r)
        case PenaltyGiven():
            _penalise(r, e)
        case ClockPaused():
            r.pauses.pause(e.at)
        case ClockResumed():
            r.pauses.resume(e.at)


def _penalise(r: Record, e: PenaltyGiven) -> None:
    for on, ruling in list(r.pending.items()):
        enough = ruling.remedy == "penalty" or e.penalty in OUT_FROM
        if ruling.remedy != "rewind" and e.for_ in (None, on) and enough:
            del r.pending[on]
            break
    if e.penalty in OUT_FROM and e.seat in r.seats:
        r.penalised.append(e)
        point = r.points[-1]
        state = results.out(r, point.state, Out(e.seat, "penalty", e.seq))
        r.points[-1] = point._replace(state=state)


def _go_back(r: Record, e: Event, to: int, how: str) -> None:
    at = r.line.index(to)
    gone = r.line[at + 1 :]
    del r.line[at + 1 :]
    for seq in gone:
        r.status[seq] = how
        r.pending.pop(seq, None)
    if r.closed in gone:
        r.closed = None
    r.undone.append(Undone(e.seq, gone[0], gone[-1], _crosses(r, gone)))
    point = r.point_after(to)
    state = point.state
    for penalty in r.penalised:
        if all(out.event != penalty.seq for out in state.out):
            state = results.out(r, state, Out(penalty.seat, "penalty", penalty.seq))
    was = r.pauses.running(r.events[to - 1].at)
    clock = point.clock.resumed(was, r.pauses.running(e.at))
    r.points[-1] = point._replace(state=state, clock=clock, slip=None)


def _crosses(r: Record, gone: list[int]) -> tuple[str, ...]:
    events = [r.events[seq - 1] for seq in gone]
    seats = {e.actor for e in events if e.actor in r.seats}
    found = {
        "reveal": any(e.shows for e in events),
        "chance": any(e.chance for e in events),
        "player": len(seats) > 1,
    }
    return tuple(name for name, there in found.items() if there)


def _weigh_rulings(r: Record) -> None:
    """What a ruling lets stand counts from its own place on (GN-5.3, GN-6.4)."""
    if r.known.fixed:
        return
    standing = frozenset(
        on
        for on, given in r.rulings.items()
        if given[-1].remedy == "stands" or given[-1].verdict == "legal"
    )
    if standing != r.known.standing:
        r.replay(Known(standing))
