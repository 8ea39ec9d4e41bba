"""A record under audit: events come in one by one, findings come out.

`Record` holds what is true of the log as a whole (order, corrections, rulings, clocks); the
position of the game, and what belongs to it, is a `Point`, so that going back is taking an
earlier point again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import datetime, timedelta
from keyword import iskeyword
from typing import Any, NamedTuple

from auditor import kernel, results, rewind
from auditor.cards import MatchData, read_data
from auditor.clock import Clock, Pauses
from auditor.declare import Home
from auditor.finding import Breach, Finding, Verdict, worst
from auditor.game import Game, game_of
from auditor.general import general_questions
from auditor.joint import contradiction, ways
from auditor.known import Doubt, Known, Settled
from auditor.listing import legal_events
from auditor.recovery import LIFE, Slip, is_marker, other_reading, step_left_out, takes
from auditor.state import Match, Out
from events import Event
from events.shared import (
    ClockPaused,
    ClockResumed,
    EventRetracted,
    MatchClosed,
    MatchOpened,
    MatchRewound,
    PenaltyGiven,
    PlayerConceded,
    RulingGiven,
)

NO_MARK = ("GN-1.3", "GN-4.1", "GN-5.3")
"""Broken, they leave what the event brings about as it is: they are no rule of how to play."""
BARS = ("GN-1.1", "GN-1.4", "GN-1.6", "GN-3.1", "GN-3.2", "GN-4.2", "GN-5.1", "GN-6.3")
"""Broken, the event changes nothing."""

KEPT = 1000
"""So many points back are kept, and one in as many before."""


class Point(NamedTuple):
    """A position of the game, with what going back restores beside it."""

    state: Any
    clock: Clock
    slip: Slip | None = None
    """What is remembered after a wrong event; None while there was none."""


class Record:
    """The audit of one match, event by event.

    Raises: UnknownGame, MatchDataError, from the first event on.
    """

    def __init__(self, opened: MatchOpened, data: MatchData, known: Known | None = None) -> None:
        self.game: Game = game_of(opened.game)
        self.data = data
        self.opened = opened
        self.known = known or Known()
        self.seats = tuple(player.seat for player in opened.players)
        self.events: list[Event] = []
        self.points: list[Any] = []
        """The `Point` after each event; of a long match, only some of the old ones."""
        self.line: list[int] = []
        """The events of play still in the game."""
        self.closed: int | None = None
        self.findings: dict[int, list[Finding]] = defaultdict(list)
        self.causes: dict[int, int | None] = {}
        """Of an illegal event, the illegal event that it only follows from."""
        self.status: dict[int, str] = {}
        """`retracted` or `rewound`, of events taken out."""
        self.undone: list[rewind.Undone] = []
        self.rulings: dict[int, list[RulingGiven]] = {}
        self.pending: dict[int, RulingGiven] = {}
        """Rulings whose remedy has still to be carried out."""
        self.penalised: list[PenaltyGiven] = []
        self.quiet = opened.time_control is None
        """Not closed, no clock, no ruling to be carried out."""
        self.pauses = Pauses(opened.at)
        self.doubts: list[Doubt] = []
        self.last_at: datetime = opened.at
        self.skew = timedelta(seconds=self.option("clock_skew_s"))
        """By so much an event may be recorded as earlier than the one before (GN-1.3)."""

    @property
    def state(self) -> Any:
        """The position now."""
        return self.points[-1].state

    @property
    def clock(self) -> Clock:
        """The clock now."""
        clock: Clock = self.points[-1].clock
        return clock

    def option(self, name: str) -> Any:
        """The value of an option; the default where the match gives none that it may have."""
        setting = self.game.options[name]
        value = self.opened.options.get(name, setting.default)
        return value if setting.allows(value) else setting.default

    def bad_options(self, e: MatchOpened) -> list[str]:
        """The options that the game does not have, or whose value it does not have."""
        known = self.game.options
        return [
            name
            for name, value in e.options.items()
            if name not in known or not known[name].allows(value)
        ]

    def shown_nulls(self, e: Event) -> list[str]:
        """The card fields that are null though they lie face up (GN-2.1)."""
        return [
            ".".join(field.path)
            for field in self.game.shown[type(e)]
            if (
                _value(e, field.path[0]) is None
                if len(field.path) == 1
                else None in _values(e, field.path)
            )
        ]

    def may_follow_the_end(self, e: Event) -> bool:
        """An event that may be recorded after match_closed (GN-1.6)."""
        correction = isinstance(e, EventRetracted | MatchRewound)
        clock = isinstance(e, ClockPaused | ClockResumed)
        return e.reveals or correction or (not e.play and not clock)

    def limits_passed(self, e: Event) -> dict[str, Any]:
        """The limits of time that an event of play comes after."""
        control = self.opened.time_control
        if control is None or not e.play or e.reveals or self.closed is not None:
            return {}
        if isinstance(e, MatchClosed) and e.reason == "time":
            return {}
        return self.clock.passed(e, self.pauses.running(e.at), control, self.seats)

    def feed(self, e: Event) -> None:
        """Takes the next event of the log."""
        self.events.append(e)
        if not self.points:
            self._open(e)
            return
        point = self.points[-1]
        plainly = self.game.plainly.get(type(e))
        after = None
        if self.quiet and point.slip is None and plainly is not None and not self.known.settled:
            after = plainly(self, point.state, e)
        if after is None:
            self._weigh(e)
        else:
            self.points.append(Point(after, point.clock))
            self.line.append(e.seq)
        self.last_at = e.at
        old = e.seq - KEPT
        if old > 0 and old % KEPT:
            self.points[old - 1] = None
        if self.doubts:
            self._settle(e)

    def _weigh(self, e: Event) -> None:
        """Takes an event that may break a rule, or is no play, or comes after a slip."""
        if (told := self.known.insight.get(e.seq)) is not None:
            self.points[-1] = self.points[-1]._replace(state=told)
        point = self.points[-1]
        general = self._general(e, point)
        own = [self._own(breach, e) for breach in general] if general else general
        if self.pending and e.play and not e.reveals:
            self.pending.clear()
            self._hush()
        if general and any(breach.rule in BARS for breach in general):
            self.points.append(point)
            if e.play:
                self.line.append(e.seq)
            self._find(e, point.state, own)
        elif not e.play:
            self.points.append(point)
            self._find(e, point.state, [*own, *kernel.judge(self.game, point.state, e)])
            rewind.carry_out(self, e)
            self._hush()
        else:
            self._play(e, point, own)

    def _hush(self) -> None:
        clock = self.opened.time_control is not None
        self.quiet = self.closed is None and not clock and not self.pending

    def _open(self, e: Event) -> None:
        assert isinstance(e, MatchOpened)
        game, settings = self.game, self.game.options
        given = {
            name: value
            for name, value in e.options.items()
            if name in settings and settings[name].allows(value)
        }
        options = {name: setting.default for name, setting in settings.items()} | given
        match = Match(
            self.seats, options, read_data(game, self.data, options), e.players, frozenset(given)
        )
        state = kernel.owe(game, game.opening(match), game.obligations[MatchOpened])
        self.points.append(Point(state, Clock()))
        self.line.append(e.seq)
        general = self._asked(e)
        own = [self._own(breach, e) for breach in general]
        self._find(e, state, [*own, *kernel.judge(game, state, e)])

    def _general(self, e: Event, point: Point) -> list[Breach]:
        """What an event breaks of the rules of every game; a closing, after what is due."""
        if isinstance(e, MatchClosed) and self.closed is None:
            self.points.append(point._replace(state=kernel.place(self.game, point.state, e).state))
            try:
                return self._asked(e)
            finally:
                self.points.pop()
        return self._asked(e)

    def _asked(self, e: Event) -> list[Breach]:
        found = kernel.breaches(general_questions(type(e), self.quiet), self, e, self._pool)
        for breach in found:
            if breach.verdict is Verdict.UNDETERMINED:
                self._doubted(e, self.state, breach, self._again(e, breach))
        return found

    def _again(self, e: Event, breach: Breach) -> Any:
        """Asks a general rule again, of another state."""
        point = self.points[-1]

        def again(state: Any) -> Breach | None:
            self.points.append(point._replace(state=state))
            try:
                return kernel.asked(breach.question, self, e, self._pool)
            finally:
                self.points.pop()

        return again

    @staticmethod
    def _pool(r: Record, cell: Any) -> Any:
        return r.game.pool(r.state, cell)

    def _own(self, breach: Breach, e: Event) -> Breach:
        """A general breach under the game's own id, where it has one."""
        again = isinstance(e, MatchOpened) and e.seq > 1
        named = f"{breach.rule} {'again' if again else e.type}"
        id = self.game.instead.get(named) or self.game.instead.get(breach.rule)
        if isinstance(id, Home):
            id = id.choose(self.state, e)
        if id == breach.rule:
            return breach
        events = () if id is None else self.game.catalogue.rules[id].events
        if id is None or ("*" not in events and e.type not in events):
            return breach
        return replace(breach, rule=id)

    def _play(self, e: Event, point: Point, general: list[Breach]) -> None:
        """An event of play: placed, judged, and the position after it."""
        game, slip = self.game, point.slip
        s = point.state
        placed = None
        if slip is not None and slip.holds_late(game, s, e):
            self._go_on(e, point._replace(slip=slip.without(game, e)), s, general)
            return
        if slip is not None and slip.other is not None and takes(game, s, e, slip.early) is None:
            placed = takes(game, slip.other, e, slip.early)
        if placed is not None and slip is not None:
            slip = slip.turned(s)
        else:
            placed = kernel.place(game, s, e, slip.early if slip is not None else ())
        own = [] if placed.lost else kernel.judge(game, placed.state, e)
        if not own and placed.breach is None and not general:
            after = kernel.played(game, placed.state, e)
            kept = None if slip is None else slip.followed(game, e, in_time=True)
        else:
            after, kept, own = self._broken(e, placed, slip, general, own)
        if type(e) in game.endings:
            bad = any(b.verdict is Verdict.ILLEGAL for b in own)
            after = self._ended(e, placed.state, after, general, bad)
        clock = point.clock
        if self.opened.time_control is not None and not e.reveals:
            passed = self.limits_passed(e)
            clock = clock.after(e, self.pauses.running(e.at), after.turn_key, self.seats, passed)
        found = [*general, *([placed.breach] if placed.breach else []), *own]
        self._go_on(e, Point(after, clock, kept), placed.state, found)

    def _go_on(self, e: Event, point: Point, s: Any, breaches: list[Breach]) -> None:
        self.points.append(point)
        self.line.append(e.seq)
        if breaches or self.known.settled:
            self._find(e, s, breaches)

    def _broken(
        self,
        e: Event,
        placed: kernel.Place,
        slip: Slip | None,
        general: list[Breach],
        own: list[Breach],
    ) -> tuple[Any, Slip | None, list[Breach]]:
        """After an event that breaks, or may break, a rule: the position, and how it is read on."""
        game, s = self.game, placed.state
        for breach in own:
            if breach.verdict is Verdict.UNDETERMINED:
                self._doubted(e, s, breach, self._judged_again(e, breach))
        own = [*own, *self._together(e, s)]
        broken = [b.rule for b in own if b.verdict is Verdict.ILLEGAL]
        bad = bool(broken) or placed.lost
        counts = e.seq in self.known.standing
        mark = e.seq if bad and not counts else None
        after = s if s.is_over and placed.lost else kernel.played(game, s, e, mark)
        kept = None if slip is None else slip.followed(game, e, in_time=False)
        if placed.breach is not None and placed.breach.instead:
            kept = (kept or Slip())._replace(late=placed.breach.instead, early=())
            if is_marker(e):  # what went past may have been a stray
                kept = kept._replace(other=self.state, life=LIFE)
        if not bad:
            return after, kept, own
        cause = None
        if slip is not None and slip.clean is not None and not general:
            cause = slip.cause if kernel.verdict_of(game, slip.clean, e) is Verdict.LEGAL else None
        self.causes[e.seq] = cause
        if after is s:
            own = [replace(b, facts={**b.facts, "not_applied": True}) for b in own]
        kept = kept or Slip()
        if kernel.same(e, self.events[-2]) and after is not s:
            kept = kept._replace(other=after, life=LIFE)  # most likely recorded twice
            after = s
        elif placed.lost or game.timing.intersection(broken):
            marked = len(self.points) > 1 and is_marker(self.events[-2])
            before = self.points[-2].state if marked else None
            other, is_likely = other_reading(game, before, s, after, e)
            if is_likely:
                after, other = other, after
            early = (e,) if after is s else ()
            kept = kept._replace(other=other, life=LIFE, early=early)
            missed = step_left_out(game, s, e) if is_likely else None
            if missed is not None:
                kept = kept._replace(other=after, late=missed[1:], early=())
                after = missed[0]
        if cause is None and not counts:
            kept = kept._replace(clean=s, cause=e.seq)
        return after, kept, own

    def _ended(self, e: Event, s: Any, after: Any, general: list[Breach], bad: bool) -> Any:
        """The position after a concession, or after the match was closed.

        `bad`: the game does not allow it; what it brings about does not win (GN-6.4).
        """
        if isinstance(e, PlayerConceded):
            disputed = bad and e.seq not in self.known.standing
            leaver = Out(e.actor, "conceded", e.seq)
            return after if s.is_over else results.out(self, after, leaver, disputed)
        assert isinstance(e, MatchClosed)
        self.closed = e.seq
        self._hush()
        stands = not any(b.rule not in NO_MARK for b in general)
        return results.closed(self, s, e, stands)

    def _judged_again(self, e: Event, breach: Breach) -> Any:
        """Asks a rule of the game again, of another state; another of its question may break."""
        return lambda state: kernel.asked(breach.question, state, e, self.game.pool)

    def _doubted(self, e: Event, s: Any, breach: Breach, again: Any) -> None:
        """An undetermined breach is kept, to be asked again once more is shown."""
        rule = self._own(breach, e).rule
        found = None
        own = breach.rule in self.game.catalogue.rules
        if self.game.together is not None and own and breach.question is not None:
            found = ways(breach.question.obeyed, s, e, self.game.pool)
        self.doubts.append(Doubt(e.seq, rule, breach.waits_on, s, again, found))

    def _together(self, e: Event, s: Any) -> list[Breach]:
        """That an event, with others before it, can't be legal whatever the hidden cards are."""
        doubts = [doubt for doubt in self.doubts if doubt.ways]
        if self.game.together is None or len(doubts) < 2 or doubts[-1].seq != e.seq:
            return []
        hidden = self.game.together(s)
        needs = [hidden.left_of(doubt.ways or ()) for doubt in doubts]
        core = contradiction(needs, hidden.hands)
        if core is None or len(among := sorted({doubts[n].seq for n in core})) < 2:
            return []
        waits = frozenset().union(*(doubts[n].waits_on for n in core))
        facts = {"among": among, "rules": sorted({doubts[n].rule for n in core})}
        joint = Verdict.UNDETERMINED
        return [Breach(hidden.rule, joint, facts, waits_on=waits, among=tuple(among))]

    def _settle(self, e: Event) -> None:
        """Asks again what was undetermined, with what has been shown since."""
        settled: dict[tuple[int, str], Settled] = {}
        insight: dict[int, Any] = {}
        for doubt in [d for d in self.doubts if d.seq < e.seq]:
            if not any(self.game.tells(self.state, place) for place in doubt.waits_on):
                continue
            s = self.game.hindsight(doubt.state, self.state)
            breach = doubt.ask(s)
            if breach is not None and breach.verdict is Verdict.UNDETERMINED:
                continue
            rule, verdict = doubt.rule, Verdict.LEGAL
            if breach is not None:
                rule = self._own(breach, self.events[doubt.seq - 1]).rule
                verdict = Verdict.ILLEGAL
            settled[doubt.seq, rule] = Settled(verdict, e.seq, doubt.waits_on)
            insight[doubt.seq] = s
        if settled:
            known = self.known
            self.replay(
                Known(known.standing, {**known.settled, **settled}, {**known.insight, **insight})
            )

    def point_after(self, seq: int) -> Point:
        """The position after an event; one no longer kept is played again."""
        kept: Point | None = self.points[seq - 1]
        if kept is not None:
            return kept
        last: Point = self._again_from_start(self.known, seq).points[-1]
        return last

    def replay(self, known: Known) -> None:
        """The same events once more, with what a later one tells of an earlier one."""
        again = self._again_from_start(known, len(self.events))
        fixed = self.known.fixed
        self.__dict__.update(again.__dict__)
        self.known = again.known._replace(fixed=fixed)

    def _again_from_start(self, known: Known, seq: int) -> Record:
        """Another record of the same match, up to and with an event."""
        again = Record(self.opened, self.data, known._replace(fixed=True))
        for e in self.events[:seq]:
            again.feed(e)
        return again

    def _find(self, e: Event, s: Any, breaches: list[Breach]) -> None:
        found: dict[str, Finding] = {}
        settled = {r: known for (seq, r), known in self.known.settled.items() if seq == e.seq}
        if not breaches and not settled:
            return
        frames = s.frames
        legal = (Breach(r, k.verdict) for r, k in settled.items() if k.verdict is Verdict.LEGAL)
        for breach in (*breaches, *legal):
            if breach.rule in found:
                continue
            known = settled.get(breach.rule)
            waits = tuple(sorted(known.waits_on if known else breach.waits_on))
            instead: tuple[Event, ...] = ()
            if breach.verdict is Verdict.ILLEGAL and not s.is_over:
                first = breach.instead[:1]
                instead = (*first, *self._instead(s, e))[:MOST_INSTEAD]
            found[breach.rule] = Finding(
                seq=e.seq,
                verdict=breach.verdict,
                rule=breach.rule,
                window=frames[-1].row.key if frames else "",
                facts=breach.facts,
                legal_instead=instead,
                settled_by=known.by if known else None,
                waits_on=waits,
                contradicts=breach.contradicts,
                among=breach.among,
                caused_by=self.causes.get(e.seq) if breach.verdict is Verdict.ILLEGAL else None,
            )
        self.findings[e.seq] = list(found.values())

    def _instead(self, s: Any, e: Event) -> list[Event]:
        """A few legal events, those most like the wrong one first."""
        legal = [event for event, _ in legal_events(self.game, s, MOST_LISTED)]
        return sorted(legal, key=lambda event: -_likeness(event, e))

    def verdict(self, seq: int) -> Verdict:
        """The verdict of an event: the worst of its findings."""
        return worst(f.verdict for f in self.findings.get(seq, ()))


MOST_INSTEAD = 5
MOST_LISTED = 200


def _likeness(event: Event, e: Event) -> int:
    """How many fields two events have in common, the type above all."""
    if type(event) is not type(e):
        return -1 if event.actor != e.actor else 0
    same = [f.name for f in fields(e) if getattr(event, f.name) == getattr(e, f.name)]
    return 1 + len(same)


def _values(value: Any, path: tuple[str, ...]) -> Iterator[Any]:
    if not path:
        yield value
    elif path[0] == "*":
        for part in value.values() if isinstance(value, dict) else value:
            yield from _values(part, path[1:])
    elif value is not None:
        yield from _values(_value(value, path[0]), path[1:])


def _value(event: Any, name: str) -> Any:
    """A field by its name in a log: a word of Python has an underscore after it."""
    return getattr(event, f"{name}_" if iskeyword(name) else name)
