"""A game: its vocabulary, its sheets, and the tables the kernel reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from auditor.catalogue import Catalogue, check, load
from auditor.declare import (
    Act,
    Frame,
    Home,
    Obligation,
    Outcome,
    Question,
    Rule,
    Step,
    Unaudited,
    Which,
    Window,
    question,
)
from auditor.errors import UnknownGame
from auditor.hidden import Pool
from auditor.joint import Together
from auditor.plainly import Plainly, written_out
from events import Event, Vocabulary
from events.cards import CardField
from events.shared import PlayerConceded

DAY_S = 86_400


class Advance(NamedTuple):
    """How a type of event changes a position."""

    apply: Callable[[Any, Any], None] | None
    outcomes: tuple[Outcome, ...]
    obligations: tuple[tuple[int, Obligation], ...]


class Setting(NamedTuple):
    """An option of a match: its default, the values it may have, and the rule for another one."""

    default: Any
    allows: Callable[[Any], bool]
    rule: str | None = None


class Fault(NamedTuple):
    """The wrong events that break one rule and no other, for simulated matches."""

    events: Callable[[Any], Iterable[Event]]
    """Those that could be next in a position."""
    options: Mapping[str, Any] = {}  # never changed
    """Options that a match must have for it."""


@dataclass(frozen=True)
class Game:
    """Everything the kernel, the store and the pages need of a game, as values."""

    key: str
    vocabulary: Vocabulary
    path: Path
    """The game's folder: catalogue.toml, catalogues/."""
    sheets: tuple[ModuleType, ...]
    apply: ModuleType
    opening: Callable[[Any], Any]
    """The state after match_opened, from its `Match`."""
    read_data: Callable[[Mapping[str, Mapping[str, Any]], Mapping[str, Any]], Any]
    """Match data from the tables of its files and the options. Raises: MatchDataError."""
    pool: Pool
    frames: Callable[[Any], tuple[Frame, ...]]
    """The open windows of a state, the top one last."""
    next_step: Callable[[Any], Step | None]
    """The marker that comes next if nobody chooses anything more."""
    hindsight: Callable[[Any, Any], Any]
    """An earlier state with what a later one shows of its hidden cards."""
    position: Callable[[Any], dict[str, Any]]
    """The fields of the position_declared that would start there."""
    deal: Callable[[Any, Event, Any], Event]
    """An event with what chance decides in it, by a random generator (for simulated matches)."""
    opens: Callable[[Any], dict[str, Any]]
    """What match_opened says in a random match, by a random generator."""
    faults: Mapping[str, Fault]
    """Wrong events by the rule that each breaks (for simulated matches)."""
    together: Callable[[Any], Together] | None = None
    """The hidden pieces of a state that are taken from one stock, for joint findings."""
    leans: Callable[[Any, Event], int] | None = None
    """How much a simulated player would rather do this than something else (for simulated
    matches)."""
    check_data: Callable[[Mapping[str, Mapping[str, Any]]], None] | None = None
    """That every match with these files can be played, whatever its options name of them; None:
    reading them with the default options shows it. Raises: MatchDataError."""
    tells: Callable[[Any, str], bool] = lambda later, place: True
    """Whether a state may show what lies at a hidden place; what waits on others is not asked
    again."""
    seldom: Callable[[Any, Event], bool] = lambda s, e: False
    """A legal event that players seldom choose, and that cuts a match short (for simulated
    matches)."""
    notes: Callable[[Any], list[tuple[str, str]]] = lambda match: []
    """What is odd about a match, in English and Japanese, and holds of no event."""
    settings: Mapping[str, Setting] = field(default_factory=dict)
    """Options that no hole of the source calls for."""
    instead: Mapping[str, str | Home] = field(default_factory=dict)
    """The game's own id for what a general rule says too, by the general rule's name: the
    game's is cited, and alone."""

    @cached_property
    def catalogue(self) -> Catalogue:
        """The rules of the game as texts."""
        return load(self.path / "catalogue.toml")

    def _all(self, kind: type[Any]) -> list[Any]:
        seen: dict[int, Any] = {}
        for sheet in self.sheets:
            for value in vars(sheet).values():
                if isinstance(value, kind):
                    seen[id(value)] = value
        return list(seen.values())

    def _by_kind(self, values: Iterable[Any]) -> dict[type[Event], tuple[Any, ...]]:
        values = tuple(values)
        return {
            kind: tuple(v for v in values if any(issubclass(kind, on) for on in v.on))
            for kind in self.vocabulary.types
        }

    @cached_property
    def rules(self) -> dict[type[Event], tuple[Rule | Which, ...]]:
        """The rules on each type of event, in the order of the sheets."""
        return self._by_kind((*self._all(Rule), *self._all(Which)))

    @cached_property
    def questions(self) -> dict[type[Event], tuple[Question, ...]]:
        """The rules on each type of event as the replay asks them."""
        return {kind: tuple(map(question, rules)) for kind, rules in self.rules.items()}

    @cached_property
    def acts(self) -> dict[type[Event], Act]:
        """The acts by their type of event."""
        return {act.kind: act for act in self._all(Act)}

    @cached_property
    def outcomes(self) -> dict[type[Event], tuple[Outcome, ...]]:
        """The outcomes to look for after each type of event."""
        return self._by_kind(self._all(Outcome))

    @cached_property
    def obligations(self) -> dict[type[Event], tuple[tuple[int, Obligation], ...]]:
        """The obligations to ask after each type of event, numbered."""
        numbered = list(enumerate(self._all(Obligation)))
        return {
            kind: tuple((n, o) for n, o in numbered if any(issubclass(kind, on) for on in o.on))
            for kind in self.vocabulary.types
        }

    @cached_property
    def applies(self) -> dict[type[Event], Callable[[Any, Event], None]]:
        """What each type of event does to a state."""
        return {
            kind: getattr(self.apply, tag)
            for tag, kind in self.vocabulary.tags.items()
            if hasattr(self.apply, tag)
        }

    @cached_property
    def endings(self) -> frozenset[type[Event]]:
        """The types that may end a match whatever the position: a closing, a concession."""
        closings = {act.kind for act in self.acts.values() if act.closes}
        return frozenset({PlayerConceded, *closings})

    @cached_property
    def steps(self) -> dict[type[Event], Advance]:
        """What the replay does with each type of event."""
        return {
            kind: Advance(self.applies.get(kind), self.outcomes[kind], self.obligations[kind])
            for kind in self.vocabulary.types
        }

    @cached_property
    def shown(self) -> dict[type[Event], tuple[CardField, ...]]:
        """The fields of each type of event that hold cards lying face up."""
        return {
            self.vocabulary.tags[tag]: tuple(f for f in fields if not f.face.hidden)
            for tag, fields in self.vocabulary.cards.items()
        }

    @cached_property
    def timing(self) -> frozenset[str]:
        """The rules that say when something is done, or that it must be."""
        return frozenset(
            text.id
            for text in self.catalogue.rules.values()
            if text.kind in ("timing", "obligation")
        )

    @cached_property
    def rows(self) -> tuple[Window, ...]:
        """The rows of the window table."""
        return tuple(self._all(Window))

    @cached_property
    def plainly(self) -> dict[type[Event], Plainly]:
        """The plain way of each type of event that has one."""
        ways = ((kind, written_out(self, kind)) for kind in self.vocabulary.types)
        return {kind: way for kind, way in ways if way is not None}

    @cached_property
    def options(self) -> dict[str, Setting]:
        """Every option that a match of the game may set."""
        common = {
            "clock_skew_s": Setting(0, lambda v: type(v) in (int, float) and 0 <= v <= DAY_S),
            "agreed_draw": Setting(False, lambda v: isinstance(v, bool)),
        }
        holes = {
            hole.option: Setting(hole.default, hole.allows)
            for hole in self.catalogue.holes
            if hole.option is not None
        }
        return {**common, **holes, **self.settings}

    def check(self) -> None:
        """That the sheets and the catalogue agree. Raises: RulebookError."""
        once: list[str] = [rule.id for rule in self._all(Rule)]
        cited: list[str] = []
        for id in self.instead.values():
            cited += id.ids if isinstance(id, Home) else (id,)
        cited += [id for question in self._all(Which) for id in question.ids]
        cited += [setting.rule for setting in self.settings.values() if setting.rule]
        for rule in self._all(Rule):
            cited += [leave.id for leave in rule.unless]
        for act in self._all(Act):
            ids = [among.id for among in act.sets.values()]
            once += {id for id in ids if isinstance(id, str)}
            for home in (act.home, *ids):
                cited += home.ids if isinstance(home, Home) else ()
        for window in self._all(Window):
            cited += [window.cites] if window.cites else []
        for declared in (*self._all(Obligation), *self._all(Outcome)):
            cited += declared.ids
        unaudited = {id for u in self._all(Unaudited) for id in u.ids}
        once = [id for id in once if not id.startswith("GN-")]
        bound = [id for id in cited + once if not id.startswith("GN-")]
        check(self.catalogue, [id for id in once if id not in cited], bound, unaudited)


@cache
def _installed() -> dict[str, Game]:
    return {e.name: e.load() for e in sorted(entry_points(group="auditor.games"))}


def games() -> dict[str, Game]:
    """The installed games by their keys."""
    return dict(_installed())


def game_of(key: str) -> Game:
    """The installed game of a key. Raises: UnknownGame."""
    found = _installed()
    if key not in found:
        raise UnknownGame(key, sorted(found))
    return found[key]
