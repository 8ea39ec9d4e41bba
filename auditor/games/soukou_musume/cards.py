"""The cards of a match, as values, read from match data and checked (SM-1).

What an entry leaves out is not known. Asked for it, a card says what to supply: the verdict
that hangs on it is undetermined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from auditor.effects import BadPart, Part, read_parts
from auditor.errors import MatchDataError
from auditor.hidden import Undecided
from events.cards import one_spelling

ATTRIBUTES = ("pierce", "impact", "slash")
BEATS = {"pierce": "impact", "impact": "slash", "slash": "pierce"}
"""Which attribute beats which in a judgement (SM-17.2)."""
COMMANDS = ("strategy", "tactic", "uniform")
Table = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill of a unit, or an EX skill of a uniform."""

    name: str
    cost: int | None = None
    damage: int | str | None = None
    """A number, `-` for a dash, None where it is not known."""
    parts: tuple[Part, ...] | None = None
    """Its text; None where it is not known."""
    mode: str | None = None
    """Of an EX skill: `continuous` or `activated`."""
    per_turn: int | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A card, as far as the catalogue knows it."""

    code: str
    name: str | None = None
    type: str | None = None
    """`unit` or `command`; None for a card that the catalogue lacks."""
    known_kind: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    """HP, attribute, advantage, retreat cost, weapon, as far as they are known."""
    skills: Mapping[str, Skill] | None = None
    """Of a unit its skills, of a command its EX skills; None where they are not known."""
    parts: tuple[Part, ...] | None = None
    """The effect of a command; None where it is not known."""
    line: tuple[Part, ...] = ()
    """A line of which it is not known whether it is the effect or an EX skill."""

    def gap(self, what: str) -> Undecided:
        """What to supply for this card."""
        return Undecided(f"catalogue: {self.code} {what}")

    def fact(self, what: str) -> Any:
        """HP, attribute, advantage, retreat_cost or weapon. Raises: Undecided."""
        if what not in self.facts:
            raise self.gap(what)
        return self.facts[what]

    @property
    def kind(self) -> str:
        """`unit`, `strategy`, `tactic` or `uniform`. Raises: Undecided."""
        if self.known_kind is None:
            raise self.gap("kind")
        return self.known_kind

    @property
    def is_unit(self) -> bool:
        """It is a unit (SM-1.1). Raises: Undecided."""
        if self.type is None:
            raise self.gap("kind")
        return self.type == "unit"

    def copies_as(self, kinds: str) -> tuple[Any, Any]:
        """What it is counted by in a deck: name and kind (SM-2.3). Raises: Undecided."""
        if self.name is None:
            raise self.gap("name")
        if kinds == "unit_or_command":
            return self.name, self.is_unit
        return self.name, self.kind

    def skill(self, name: str) -> Skill | None:
        """A skill by its name; None if the card has none such. Raises: Undecided."""
        if self.skills is None:
            raise self.gap("skills")
        return self.skills.get(name)


class Book:
    """The cards of a catalogue, by their codes, and its decks."""

    def __init__(self, cards: Mapping[str, Card], decks: Mapping[str, Mapping[str, int]]) -> None:
        self.cards = dict(cards)
        self.decks = dict(decks)

    def card(self, code: str) -> Card:
        """A card; one of which nothing is known where the catalogue lacks it."""
        return self.cards.get(code) or Card(code)


def read_match_data(files: Mapping[str, Table], options: Mapping[str, Any]) -> Book:
    """The cards and decks of a catalogue.

    Raises: MatchDataError, naming the file, the card, what was found and what was expected.
    """
    cards: dict[str, Card] = {}
    decks: dict[str, Mapping[str, int]] = {}
    for name, table in files.items():
        for key in table:
            if key not in ("catalogue", "unit", "command", "deck"):
                raise MatchDataError(name, f"'{key}'", "catalogue, unit, command or deck")
        for type in ("unit", "command"):
            for n, entry in enumerate(_tables(name, table, type), 1):
                reader = _Entry(f"{name}: {type} {n}", entry)
                card = reader.unit() if type == "unit" else reader.command()
                if card.code in cards:
                    raise MatchDataError(reader.where, f"code '{card.code}' again", "one entry")
                cards[card.code] = card
        for n, entry in enumerate(_tables(name, table, "deck"), 1):
            reader = _Entry(f"{name}: deck {n}", entry)
            decks[reader.text("name")] = reader.copies()
    return Book(cards, decks)


def _tables(where: str, table: Table, key: str) -> Iterator[Table]:
    entries = table.get(key, [])
    if not isinstance(entries, list) or not all(isinstance(e, dict) for e in entries):
        raise MatchDataError(f"{where}: {key}", type(entries).__name__, f"[[{key}]] tables")
    yield from entries


class _Entry:
    """One entry of a catalogue file, read field by field."""

    def __init__(self, where: str, table: Table) -> None:
        self.where, self.table = where, table
        if isinstance(code := table.get("code"), str):
            self.where += f" ({code})"

    def _bad(self, key: str, expected: str) -> MatchDataError:
        found = repr(self.table[key]) if key in self.table else "nothing"
        return MatchDataError(f"{self.where}: {key}", found, expected)

    def only(self, *keys: str) -> None:
        """No other key stands in it."""
        for key in self.table:
            if key not in keys:
                raise MatchDataError(self.where, f"key '{key}'", ", ".join(keys))

    def text(self, key: str) -> str:
        """A string that must be there."""
        value = self.table.get(key)
        if not isinstance(value, str) or not value:
            raise self._bad(key, "a string")
        return one_spelling(value)

    def _is(self, key: str, fits: Callable[[Any], bool], expected: str) -> bool:
        """Whether the key is there; what stands there fits."""
        if key not in self.table:
            return False
        if not fits(self.table[key]):
            raise self._bad(key, expected)
        return True

    def _facts(self, *keys: str) -> dict[str, Any]:
        forms: dict[str, tuple[Callable[[Any], bool], str]] = {
            "hp": (_is_count, "a number from 0"),
            "retreat_cost": (_is_count, "a number from 0"),
            "attribute": ((*ATTRIBUTES, "none").__contains__, "pierce, impact, slash or none"),
            "advantage": ((*ATTRIBUTES, "none").__contains__, "pierce, impact, slash or none"),
            "weapon": (("melee", "shooting").__contains__, "melee or shooting"),
        }
        return {key: self.table[key] for key in keys if self._is(key, *forms[key])}

    def parts(self, printed: str) -> tuple[Part, ...] | None:
        """The parts of a text; None where the words of a printed text are not given."""
        if "tags" not in self.table:
            return () if self.table.get(printed) == "" else None
        tags = self.table["tags"]
        if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
            raise self._bad("tags", "a list of strings")
        try:
            return read_parts(tags)
        except BadPart as bad:
            raise MatchDataError(f"{self.where}: tags", bad.found, bad.expected) from None

    def _inner(self, key: str) -> list[_Entry] | None:
        if key not in self.table:
            return None
        entries = self.table[key]
        if not isinstance(entries, list) or not all(isinstance(e, dict) for e in entries):
            raise self._bad(key, "a list of tables")
        return [_Entry(f"{self.where}: {key} {n}", e) for n, e in enumerate(entries, 1)]

    def unit(self) -> Card:
        """A unit."""
        keys = ("hp", "attribute", "advantage", "retreat_cost", "weapon")
        self.only("code", "name", "name_ja", "kind", *keys, "skills")
        if self._is("kind", lambda v: v == "unit", "unit"):
            pass
        skills = self._inner("skills")
        name = self.text("name") if "name" in self.table else None
        facts = self._facts(*keys)
        read = None if skills is None else {s.name: s for s in map(_Entry.skill, skills)}
        return Card(self.text("code"), name, "unit", "unit", facts, read, ())

    def skill(self) -> Skill:
        """A skill of a unit."""
        self.only("name", "name_ja", "cost", "damage", "text", "tags")
        self._is("cost", _is_count, "a number from 0")
        self._is("damage", lambda v: v == "-" or _is_count(v), 'a number from 0, or "-"')
        table = self.table
        return Skill(self.text("name"), table.get("cost"), table.get("damage"), self.parts("text"))

    def command(self) -> Card:
        """A strategy, a tactic or a uniform."""
        self.only(
            "code", "name", "name_ja", "kind", "attribute", "effect", "line", "tags", "ex_skills"
        )
        kind = None
        if self._is("kind", COMMANDS.__contains__, " or ".join(COMMANDS)):
            kind = self.table["kind"]
        skills = self._inner("ex_skills")
        read = None if skills is None else {s.name: s for s in map(_Entry.ex_skill, skills)}
        name = self.text("name") if "name" in self.table else None
        code, parts = self.text("code"), self.parts("effect")
        facts = self._facts("attribute")
        if "line" in self.table:
            if "effect" in self.table or parts is None:
                raise self._bad("line", "a line with tags, and no effect")
            return Card(code, name, "command", kind, facts, read, (), parts)
        return Card(code, name, "command", kind, facts, read, parts)

    def ex_skill(self) -> Skill:
        """An EX skill of a uniform."""
        self.only("name", "name_ja", "mode", "per_turn", "text", "tags")
        self._is("mode", ("continuous", "activated").__contains__, "continuous or activated")
        self._is("per_turn", _is_count, "a number from 0")
        table = self.table
        parts, mode = self.parts("text"), table.get("mode")
        return Skill(self.text("name"), None, "-", parts, mode, table.get("per_turn"))

    def copies(self) -> dict[str, int]:
        """The copies of each card of a deck."""
        self.only("name", "name_ja", "cards")
        found: dict[str, int] = {}
        for entry in self._inner("cards") or []:
            entry.only("code", "count")
            if not entry._is("count", _is_count, "a number from 0"):
                raise entry._bad("count", "a number from 0")
            found[entry.text("code")] = entry.table["count"]
        return found


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= 100_000
