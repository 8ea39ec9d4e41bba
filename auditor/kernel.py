"""Replay: place, judge, advance. No game's name in it.

A record is a list of facts; the kernel never refuses one. For each event it finds the position
in which the event belongs (`place`), asks every rule on its type (`judge`), and gives the next
position (`advance`), which judges nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from auditor.declare import (
    Frame,
    Home,
    NotOnTheTable,
    Obligation,
    Question,
    Rule,
    Step,
    Which,
)
from auditor.finding import Breach, Verdict
from auditor.hidden import Pool, Undecided, Unseen, weigh
from events import Event
from events.envelope import TABLE

if TYPE_CHECKING:
    from auditor.game import Game

MOST_STEPS = 80
"""Steps looked ahead for the position in which an event is in time."""


class Place(NamedTuple):
    """Where an event belongs: the position, what it broke by coming now."""

    state: Any
    breach: Breach | None
    """Out of time here. Where a later position was found, it says what was gone past."""
    lost: bool
    """It is out of time here, and no position was found in which it is in time."""


def advance(game: Game, s: Any, e: Event, mark: int | None = None) -> Any:
    """The position after an event. `mark`: its seq, if what it brings about is not to count.

    Raises: NotOnTheTable, if the table could not show it.
    """
    new = s.copy()
    new.mark = mark
    apply, outcomes, obligations = game.steps[type(e)]
    if apply is not None:
        apply(new, e)
    new.seq = e.seq
    for outcome in outcomes:
        try:
            end = outcome.ends(new, e)
        except (Undecided, Unseen):
            continue  # not ended as far as anyone can say; the closing is judged by the same test
        if end is not None and not new.is_over:
            new.end = replace(end, disputed=True) if mark is not None else end
    return owe(game, new, obligations)


def owe(game: Game, s: Any, obligations: Sequence[tuple[int, Obligation]]) -> Any:
    """Works out anew, in a fresh state, what may have been raised or settled."""
    for number, obligation in obligations:
        found = obligation.owes(s)
        if found or s.owed.get(number):
            s.owed = {**s.owed, number: found}
            s.duties = tuple(duty for duties in s.owed.values() for duty in duties)
    s.frames = game.frames(s)
    return s


def out_of_time(game: Game, s: Any, e: Event) -> str | None:
    """The rule that an event breaks by being done now and by this actor; None if none."""
    act = game.acts.get(type(e))
    if act is None or act.closes:
        return None
    frames = s.frames
    if s.is_over and window_of(e, s, frames) is None:
        return frames[-1].row.cites  # type: ignore[no-any-return]  # a state is Any here
    if act.actor is not None and e.actor not in act.actor.choices(s, e):
        id = act.actor.id
        return id.choose(s, e) if isinstance(id, Home) else id
    if window_of(e, s, frames) is not None:
        return None
    if s.duties:
        return s.duties[0].id  # type: ignore[no-any-return]
    return act.home.choose(s, e) if act.home is not None else frames[-1].row.cites


def window_of(e: Event, s: Any, frames: Sequence[Frame]) -> Frame | None:
    """The window that lets an event in: the top one, or one below windows it may pass over."""
    kind = type(e)
    frame: Frame
    for frame in reversed(frames):
        for may in frame.row.may:
            if kind in may.kinds and may.fits(s, e, frame):
                return frame
        if not frame.row.voluntary:
            break
    return None


def place(game: Game, s: Any, e: Event, early: tuple[Event, ...] = ()) -> Place:
    """The position in which an event is judged and applied.

    An event that is out of time is looked for along the line of what follows by itself: the
    duties due, then the marker that closes the window. What it went past is its finding, but
    for what was recorded too `early`.
    """
    broken = out_of_time(game, s, e)
    act = game.acts.get(type(e))
    if act is None or (broken is None and not (s.duties and act.closes)):
        return Place(s, None, False)
    if broken is not None and any(duty.kind is type(e) for duty in s.duties):
        id = act.home.choose(s, e) if act.home is not None else broken
        return Place(s, Breach(id), True)  # the wrong seat, or another one than is due
    ahead, past = s, []
    for _ in range(MOST_STEPS):
        steps = _next_steps(game, ahead)
        if steps is None or type(steps[0].event) is type(e):
            break  # the same step by another seat is the wrong seat, not a step gone past
        if steps[0].leaves and e.actor != TABLE:
            break
        try:
            for step in steps:
                ahead = advance(game, ahead, replace(step.event, seq=e.seq))
        except NotOnTheTable:
            break
        past += [step for step in steps if not any(same(step.event, x) for x in early)]
        if out_of_time(game, ahead, e) is None and not (act.closes and ahead.duties):
            if any(b.rule in game.timing for b in judge(game, ahead, e)):
                break
            return Place(ahead, _gone_past(broken, past), False)
        if act.closes and not ahead.duties:
            return Place(ahead, _gone_past(broken, past), False)
    return Place(s, Breach(broken or s.duties[0].id), True)


def _next_steps(game: Game, s: Any) -> tuple[Step, ...] | None:
    """What comes next if nobody chooses: the least that meets the first duty, or a marker."""
    if s.is_over:
        return None
    if s.duties:
        duty = s.duties[0]
        return tuple(Step(duty.id, least) for least in duty.least(s)) or None
    step = game.next_step(s)
    return None if step is None else (step,)


def _gone_past(broken: str | None, past: list[Step]) -> Breach | None:
    if not past:
        return None
    facts = {"gone_past": [step.id for step in past]}
    return Breach(broken or past[0].id, facts=facts, instead=tuple(step.event for step in past))


def same(e: Event, other: Event) -> bool:
    """Two events say the same, whenever they were recorded."""
    return type(e) is type(other) and all(
        getattr(e, f.name) == getattr(other, f.name) for f in fields(e) if f.name not in ENVELOPE
    )


ENVELOPE = frozenset({"seq", "at", "match_id", "event_id", "v"})


def judge(game: Game, s: Any, e: Event) -> list[Breach]:
    """Every rule on an event's type that it breaks, or may break, in a position."""
    kind = type(e)
    act = game.acts.get(kind)
    if act is not None:
        for name, id, choices in act.judged:
            if getattr(e, name) not in choices(s, e):
                return [Breach(id, facts={name: getattr(e, name)})]
    return breaches(game.questions[kind], s, e, game.pool)


def breaches(questions: tuple[Question, ...], s: Any, e: Event, pool: Pool) -> list[Breach]:
    """The breaches that some questions find in an event."""
    found = []
    for ask, obeyed, rule in questions:
        try:
            if ask(s, e) is obeyed:
                continue
        except (Unseen, Undecided):
            pass
        breach = asked(rule, s, e, pool)
        if breach is not None:
            found.append(breach)
    return found


def asked(rule: Rule | Which, s: Any, e: Event, pool: Pool) -> Breach | None:
    """The breach of a rule by an event, if it is, or may be, broken."""
    broken: list[str] = []

    def obeyed(s: Any, e: Any) -> bool:
        if isinstance(rule, Rule):
            return rule.holds(s, e)
        id: str | None = None
        try:
            id = rule.broken(s, e)
        except Undecided as open_:
            id = open_.rule
            raise
        finally:
            broken.extend(() if id is None else (id,))
        return id is None

    try:
        if obeyed(s, e):
            return None
    except (Unseen, Undecided):
        holds, places = weigh(obeyed, s, e, pool)
        if holds is None:
            id = (*broken, rule.ids[0])[0]
            return Breach(id, Verdict.UNDETERMINED, waits_on=places, question=rule)
        if holds:
            return None
    if isinstance(rule, Which):
        return Breach(broken[0], facts=_told(rule.facts, s, e), question=rule)
    if any(leave(s, e) for leave in rule.unless):
        return None
    contradicts = tuple(rule.contradicts(s, e)) if rule.contradicts is not None else ()
    facts = _told(rule.facts, s, e)
    return Breach(rule.id, facts=facts, contradicts=contradicts, question=rule)


def _told(facts: Callable[[Any, Any], dict[str, Any]] | None, s: Any, e: Event) -> dict[str, Any]:
    """What a judge would point at; nothing that would need an unseen face."""
    try:
        return facts(s, e) if facts is not None else {}
    except (Unseen, Undecided):
        return {}


def verdict_of(game: Game, s: Any, e: Event) -> Verdict:
    """What an event would be in a position: the worst of its breaches."""
    if out_of_time(game, s, e) is not None:
        return Verdict.ILLEGAL
    found = Verdict.LEGAL
    for breach in judge(game, s, e):
        if breach.verdict is Verdict.ILLEGAL:
            return Verdict.ILLEGAL
        found = breach.verdict
    return found


def played(game: Game, s: Any, e: Event, mark: int | None = None) -> Any:
    """The position after an event as it was played; the same one if the table can't show it."""
    try:
        return advance(game, s, e, mark)
    except NotOnTheTable:
        return s
