"""The words a rulebook is written in: rules, leaves, choices, windows, duties, outcomes.

Each declaration is a value in a sheet's namespace; `Game` gathers them. Nothing happens on import.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple

from events import Event

UNRECORDED = datetime(1970, 1, 1, tzinfo=UTC)
"""The time of an event that nobody recorded: the least that meets a duty, a listed choice."""

Kinds = type[Event] | tuple[type[Event], ...]
Asks = Callable[[Any, Any], bool]
"""Reads a state and an event, and nothing else."""


@dataclass(frozen=True)
class Leave:
    """An exception with its own id: where it holds, the rule that names it does not bind."""

    id: str
    allows: Asks

    def __call__(self, s: Any, e: Any) -> bool:
        """Whether the leave is given."""
        return self.allows(s, e)


@dataclass(frozen=True)
class Rule:
    """A rule: what holds when an event obeys it."""

    id: str
    holds: Asks
    on: tuple[type[Event], ...]
    unless: tuple[Leave, ...] = ()
    facts: Callable[[Any, Any], dict[str, Any]] | None = None
    """What a judge would point at; called only on a breach."""
    contradicts: Callable[[Any, Any], Iterable[int]] | None = None
    """Earlier events that the breach can't be true together with."""
    quiet: bool = True
    """It is asked of quiet records too: not closed, no clock, no ruling to be carried out."""

    @property
    def ids(self) -> tuple[str, ...]:
        """Its id."""
        return (self.id,)

    def obeyed(self, s: Any, e: Any) -> bool:
        """The rule holds, or a leave is given."""
        return self.holds(s, e) or any(leave(s, e) for leave in self.unless)


def rule(
    id: str,
    *,
    on: Kinds,
    unless: Leave | tuple[Leave, ...] = (),
    facts: Callable[[Any, Any], dict[str, Any]] | None = None,
    contradicts: Callable[[Any, Any], Iterable[int]] | None = None,
    quiet: bool = True,
) -> Callable[[Asks], Rule]:
    """Declares a rule; the function says what holds when it is obeyed."""
    leaves = unless if isinstance(unless, tuple) else (unless,)
    return lambda holds: Rule(id, holds, _kinds(on), leaves, facts, contradicts, quiet)


def leave(id: str) -> Callable[[Asks], Leave]:
    """Declares a leave; the function says when it is given."""
    return lambda allows: Leave(id, allows)


@dataclass(frozen=True)
class Which:
    """One question that several rules answer, each for its own case: which of them is broken."""

    ids: tuple[str, ...]
    on: tuple[type[Event], ...]
    broken: Callable[[Any, Any], str | None]
    facts: Callable[[Any, Any], dict[str, Any]] | None = None

    def obeyed(self, s: Any, e: Any) -> bool:
        """None of the rules is broken."""
        return self.broken(s, e) is None


def which(
    *ids: str, on: Kinds, facts: Callable[[Any, Any], dict[str, Any]] | None = None
) -> Callable[[Callable[[Any, Any], str | None]], Which]:
    """Declares a question; the function gives the id that an event breaks, or None."""
    return lambda broken: Which(ids, _kinds(on), broken, facts)


Question = tuple[Callable[[Any, Any], Any], Any, Rule | Which]
"""A rule's function, the answer it gives when the rule is obeyed, and the rule."""


def question(rule: Rule | Which) -> Question:
    """A rule as the replay asks it."""
    return (rule.holds, True, rule) if isinstance(rule, Rule) else (rule.broken, None, rule)


@dataclass(frozen=True)
class Home:
    """Says which rule an act breaks that is out of time, or not its actor's."""

    ids: tuple[str, ...]
    choose: Callable[[Any, Any], str]


class Among(NamedTuple):
    """A choice: the set a field is taken from. `in` judges it, `for` lists it."""

    id: str | Home | None
    """Broken by a value outside of the set; None where the set only lists."""
    choices: Callable[[Any, Any], Collection[Any]]
    """Of the state and the event, or of a draft of it with the fields before this one."""


class Act:
    """A type of event as an act: who may do it, and the choice in each field.

    The fields are judged and listed in the order given, `actor` first; a field left out is null.
    """

    def __init__(
        self,
        kind: type[Event],
        /,
        *,
        home: Home | str | None = None,
        closes: bool = False,
        void: bool = False,
        **sets: Among,
    ) -> None:
        self.kind = kind
        self.home = Home((home,), lambda s, e: home) if isinstance(home, str) else home
        self.closes = closes
        """It closes the match: in time in every window, and judged by the result."""
        self.void = void
        """By the wrong seat it decides nothing: it is not read as another seat's."""
        self.sets = sets
        self.judged = tuple(
            (name, among.id, among.choices)
            for name, among in sets.items()
            if isinstance(among.id, str) and name != "actor"
        )
        self.actor = sets.get("actor")


def _always(s: Any, e: Any, frame: Any) -> bool:
    return True


class May(NamedTuple):
    """Types of events that a window lets in, where they fit."""

    kinds: tuple[type[Event], ...]
    fits: Callable[[Any, Any, Any], bool] = _always
    """Of the state, the event and the frame."""


@dataclass(frozen=True, eq=False)
class Window:
    """A timing window: one row of the game's table."""

    key: str
    en: str
    ja: str
    may: tuple[May, ...] = ()
    voluntary: bool = False
    """An act of a window below may pass over it."""
    cites: str | None = None
    """Broken by whatever else is done here and has no home of its own."""


class Frame(NamedTuple):
    """An open window on the stack; `of` is what it belongs to: a unit, a combat, a turn."""

    row: Window
    of: Any = None


class Step(NamedTuple):
    """A marker that follows by itself, and the rule that calls for it."""

    id: str
    event: Event
    leaves: bool = False
    """It ends a window in which seats may still choose: nothing of a seat goes past it."""


@dataclass(frozen=True)
class Duty:
    """Something owed now, before anything else is done."""

    id: str
    """Broken by the event that goes past it."""
    seat: str
    kind: type[Event]
    least: Callable[[Any], tuple[Event, ...]]
    """The least events that meet it in a state, where chance and choice have no part; the replay
    goes on by them when it was gone past. None of them where only a player could tell."""


@dataclass(frozen=True)
class Obligation:
    """Works out what is owed from a state, after the events that raise or settle it."""

    ids: tuple[str, ...]
    on: tuple[type[Event], ...]
    owes: Callable[[Any], tuple[Duty, ...]]


def obligation(*ids: str, on: Kinds) -> Callable[[Callable[[Any], tuple[Duty, ...]]], Obligation]:
    """Declares an obligation; the function says who owes what."""
    return lambda owes: Obligation(ids, _kinds(on), owes)


@dataclass(frozen=True)
class End:
    """How the rules end a game."""

    winner: str | None
    reason: str
    event: int
    """The event that brought it about."""
    rule: str
    """The id of the outcome."""
    disputed: bool = False
    """Brought about by an illegal event that no ruling lets stand (GN-6.4)."""


@dataclass(frozen=True)
class Outcome:
    """Works out whether the rules end the game after an event."""

    ids: tuple[str, ...]
    on: tuple[type[Event], ...]
    ends: Callable[[Any, Any], End | None]


def outcome(*ids: str, on: Kinds) -> Callable[[Callable[[Any, Any], End | None]], Outcome]:
    """Declares an outcome; the function gives the end, or None, in the state after the event."""
    return lambda ends: Outcome(ids, _kinds(on), ends)


@dataclass(frozen=True)
class Unaudited:
    """Rules that the auditor never cites, each with the reason."""

    why: dict[str, tuple[str, str]] = field(default_factory=dict)
    """What no log can show broken: why not, in English and Japanese."""
    decided_by: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What says the same as other rules, or follows from them: a breach is cited as theirs."""

    @property
    def ids(self) -> set[str]:
        """All of them."""
        return {*self.why, *self.decided_by}


def _kinds(on: Kinds) -> tuple[type[Event], ...]:
    return on if isinstance(on, tuple) else (on,)


class NotOnTheTable(Exception):
    """An apply found that the table could not show the event: the state stays (GN-1.8)."""
