"""Cards and map sheets of a match as values, read from match data and checked (the model's 8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from auditor.errors import MatchDataError
from events.cards import one_spelling

FACES = range(1, 7)
"""Of a die (DW-2.6)."""
WIDE, DEEP = 6, 4
"""Squares of a sheet across and from the inner edge to the territory (DW-3.1)."""
TARGETS = ("none", "rival_adjacent_face_down")
ABILITIES = ("turn_up",)
SPECIALS = ("fossilise_beside", "go_home")
QUADRANTS = {2: ("near", "far"), 4: ("near_left", "near_right", "far_right", "far_left")}
"""The places of the sheets, by the number of seats, in the order of the seats."""
Table = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ability:
    """What a card's player may do with it."""

    key: str
    cost: int
    timing: str
    target: str
    turns_up: bool
    """It turns its target up."""
    defence: int
    """Added to the dinosaur's defence in this turn."""
    known: bool
    """The catalogue says what it does, and to what."""


@dataclass(frozen=True, slots=True)
class Card:
    """A Dino card, or a message card."""

    code: str
    name_en: str
    name_ja: str
    kind: str
    defence: int | None
    """None where the catalogue does not say it."""
    attack: tuple[int | str, ...]
    """By the die's face, 1 first; a special face by its key. Empty where nothing says it."""
    icons: frozenset[str]
    retreat: int | None
    """The least roll; 0: sure; None: no such ability."""
    diagonal: bool
    pass_over: bool
    share_own: str
    abilities: frozenset[str]


@dataclass(frozen=True, slots=True)
class Special:
    """A special attack face."""

    key: str
    ends_battle: bool
    does: str | None


@dataclass(frozen=True, slots=True)
class Terrain:
    """What the ground of a square does."""

    key: str
    needs: frozenset[str]
    bars: frozenset[str]
    bonus: Mapping[str, int]

    def lets_in(self, icons: frozenset[str]) -> bool:
        """Whether a card with these icons may enter."""
        return not (self.needs and not self.needs & icons) and not self.bars & icons

    @property
    def is_open(self) -> bool:
        """Every card may enter."""
        return not self.needs and not self.bars

    def defence(self, icons: frozenset[str]) -> int:
        """What it adds to the defence of a card with these icons."""
        return sum(n for icon, n in self.bonus.items() if icon in icons)


@dataclass(frozen=True, slots=True)
class Data:
    """The cards, sheets and terrains of a match."""

    cards: Mapping[str, Card] = field(default_factory=dict)
    abilities: Mapping[str, Ability] = field(default_factory=dict)
    specials: Mapping[str, Special] = field(default_factory=dict)
    sheets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    terrains: Mapping[str, Terrain] = field(default_factory=dict)
    dinos: tuple[str, ...] = ()
    """The codes of the Dino cards."""
    has_messages: bool = False


def square(column: int, row: int) -> str:
    """The name of a square; columns and rows from 1."""
    return f"{chr(96 + column)}{row}"


@lru_cache(maxsize=1024)
def place_of(name: str) -> tuple[int, int] | None:
    """Column and row of a square; None if it is none of any map."""
    if len(name) != 2 or not ("a" <= name[0] <= "l" and "1" <= name[1] <= "8"):
        return None
    return ord(name[0]) - 96, int(name[1])


def _put(quadrant: str, row: int, column: int) -> tuple[int, int]:
    """Where a sheet's printed row and column come to lie (the model's 1)."""
    right = 6 if quadrant in ("near_right", "far_right") else 0
    if quadrant.startswith("near"):
        return right + column, 5 - row
    return right + 7 - column, 4 + row


@dataclass(frozen=True)
class Map:
    """The joined map."""

    terrain: Mapping[str, str | None]
    """The terrain's key of each square; None where the sheet is not known."""
    charge: Mapping[str, str]
    """The seat on whose sheet each square lies."""
    owner: Mapping[str, str]
    """The seat whose territory a square is."""
    home: Mapping[str, tuple[str, ...]]
    """The territory squares of each seat."""
    around: Mapping[str, tuple[str, ...]]
    """The squares one step away, those before, behind, left and right first."""
    beside: Mapping[str, tuple[str, ...]]
    """The squares before, behind, left and right."""


@lru_cache(maxsize=256)
def joined(sheets: tuple[tuple[str, str, tuple[str, ...] | None], ...]) -> Map:
    """The map of seats, quadrants and the rows of their sheets.

    Source: DW-3.2 to 3.9.
    """
    terrain: dict[str, str | None] = {}
    charge: dict[str, str] = {}
    owner: dict[str, str] = {}
    for seat, quadrant, rows in sheets:
        for row in range(1, DEEP + 1):
            for column in range(1, WIDE + 1):
                name = square(*_put(quadrant, row, column))
                charge[name] = seat
                terrain[name] = rows[row - 1][column - 1] if rows is not None else None
                if row == DEEP and (len(sheets) == 4 or 1 < column < WIDE):
                    owner[name] = seat
    around: dict[str, tuple[str, ...]] = {}
    beside: dict[str, tuple[str, ...]] = {}
    for name in charge:
        x, y = place_of(name) or (0, 0)
        straight = [(x, y + 1), (x, y - 1), (x - 1, y), (x + 1, y)]
        aslant = [(x + a, y + b) for a in (-1, 1) for b in (-1, 1)]
        beside[name] = tuple(n for n in (square(*p) for p in straight) if n in charge)
        around[name] = (*beside[name], *(n for n in (square(*p) for p in aslant) if n in charge))
    home = {
        seat: tuple(sorted(name for name, of in owner.items() if of == seat))
        for seat, _, _ in sheets
    }
    return Map(terrain, charge, owner, home, around, beside)


def _fail(where: str, found: Any, expected: str) -> MatchDataError:
    return MatchDataError(where, str(found), expected)


def _tables(file: str, data: Table, name: str) -> Iterator[tuple[str, Table]]:
    tables = data.get(name, [])
    if not isinstance(tables, list) or not all(isinstance(t, dict) for t in tables):
        raise _fail(f"{file}: {name}", repr(tables), f"tables [[{name}]]")
    for n, table in enumerate(tables, 1):
        yield f"{file}: {name} {table.get('code') or table.get('key') or n}", table


def _get(where: str, table: Table, key: str, kind: type | tuple[type, ...], default: Any) -> Any:
    value = table.get(key, default)
    if value is None:
        raise _fail(where, f"no '{key}'", f"'{key}'")
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
        names = " or ".join(k.__name__ for k in (kind if isinstance(kind, tuple) else (kind,)))
        raise _fail(f"{where}: {key}", repr(value), names)
    return one_spelling(value) if isinstance(value, str) else value


def _only(where: str, table: Table, *known: str) -> None:
    if unknown := sorted(set(table) - set(known)):
        raise _fail(where, f"'{unknown[0]}'", f"one of {', '.join(known)}")


def _words(where: str, table: Table, key: str) -> frozenset[str]:
    words = _get(where, table, key, list, [])
    if not all(isinstance(word, str) for word in words):
        raise _fail(f"{where}: {key}", repr(words), "a list of words")
    return frozenset(map(one_spelling, words))


def _attack(where: str, table: Table, specials: Mapping[str, Special]) -> tuple[int | str, ...]:
    if "attack" not in table:
        return ()
    faces = _get(where, table, "attack", list, None)
    if len(faces) != len(FACES):
        raise _fail(f"{where}: attack", f"{len(faces)} faces", "six")
    found: list[int | str] = []
    for face in faces:
        if type(face) is int:
            found.append(face)
        elif (
            isinstance(face, dict)
            and list(face) == ["special"]
            and face["special"] in tuple(specials)
        ):
            found.append(face["special"])
        else:
            raise _fail(
                f"{where}: attack", repr(face), "a number or { special = … } of [[special]]"
            )
    return tuple(found)


def _retreat(where: str, table: Table) -> int | None:
    value = table.get("retreat", "none")
    if value in ("none", "sure"):
        return None if value == "none" else 0
    least = value.get("roll_at_least") if isinstance(value, dict) and len(value) == 1 else None
    if type(least) is not int or least not in FACES:
        raise _fail(f"{where}: retreat", repr(value), "none, sure or { roll_at_least = 1 to 6 }")
    return least


def _ability(where: str, table: Table) -> Ability:
    _only(where, table, "key", "cost", "timing", "target", "does")
    does = table.get("does")
    plus = does.get("defence") if isinstance(does, dict) and list(does) == ["defence"] else None
    if does is not None and does not in ABILITIES and type(plus) is not int:
        raise _fail(f"{where}: does", repr(does), "turn_up or { defence = number }")
    target = _get(where, table, "target", str, "none")
    return Ability(
        key=_get(where, table, "key", str, None),
        cost=_get(where, table, "cost", int, 0),
        timing=_get(where, table, "timing", str, "own_actions"),
        target=target,
        turns_up=does == "turn_up",
        defence=plus or 0,
        known=does is not None and target in TARGETS,
    )


def _card(
    where: str, table: Table, specials: Mapping[str, Special], abilities: dict[str, Ability]
) -> Card:
    known = ("code", "name_en", "name_ja", "kind", "defence", "attack", "icons", "retreat")
    _only(where, table, *known, "move", "ability")
    kind = _get(where, table, "kind", str, "dino")
    if kind not in ("dino", "message"):
        raise _fail(f"{where}: kind", repr(kind), "dino or message")
    code = _get(where, table, "code", str, None)
    en, ja = (_get(where, table, key, str, code) for key in ("name_en", "name_ja"))
    if kind == "message":
        none = frozenset[str]()
        return Card(code, en, ja, kind, 0, (), none, None, False, False, "never", none)
    move = _get(where, table, "move", dict, {})
    _only(f"{where}: move", move, "diagonal", "pass_over", "share_own")
    share = _get(where, move, "share_own", str, "never")
    if share not in ("never", "any", "same_code"):
        raise _fail(f"{where}: share_own", repr(share), "never, any or same_code")
    own = []
    for place, of in _tables(where, table, "ability"):
        ability = _ability(place, of)
        if abilities.setdefault(ability.key, ability) != ability:
            raise _fail(place, "another one of this key", "one meaning for each key")
        own.append(ability.key)
    return Card(
        code,
        en,
        ja,
        kind,
        defence=_get(where, table, "defence", int, None) if "defence" in table else None,
        attack=_attack(where, table, specials),
        icons=_words(where, table, "icons"),
        retreat=_retreat(where, table),
        diagonal=_get(where, move, "diagonal", bool, False),
        pass_over=_get(where, move, "pass_over", bool, False),
        share_own=share,
        abilities=frozenset(own),
    )


def _terrain(where: str, table: Table) -> Terrain:
    _only(where, table, "key", "name", "name_ja", "enter_needs", "enter_bars", "defence_bonus")
    key = _get(where, table, "key", str, None)
    if len(key) != 1:
        raise _fail(f"{where}: key", repr(key), "one letter")
    bonus = _get(where, table, "defence_bonus", dict, {})
    if not all(type(n) is int for n in bonus.values()):
        raise _fail(f"{where}: defence_bonus", repr(bonus), "a number for each icon")
    needs, bars = _words(where, table, "enter_needs"), _words(where, table, "enter_bars")
    return Terrain(key, needs, bars, dict(bonus))


def _special(where: str, table: Table) -> Special:
    _only(where, table, "key", "ends_battle", "effect", "does")
    does = table.get("does")
    if does is not None and does not in SPECIALS:
        raise _fail(f"{where}: does", repr(does), " or ".join(SPECIALS))
    key = _get(where, table, "key", str, None)
    return Special(key, _get(where, table, "ends_battle", bool, None), does)


def _sheet(where: str, table: Table) -> tuple[str, ...]:
    _only(where, table, "code", "name_en", "name_ja", "rows")
    rows = _get(where, table, "rows", list, None)
    if len(rows) != DEEP or not all(isinstance(r, str) and len(r) == WIDE for r in rows):
        raise _fail(f"{where}: rows", repr(rows), "four strings of six terrains (DW-3.1)")
    return tuple(rows)


def read_match_data(files: Mapping[str, Table], options: Table) -> Data:
    """The cards and sheets of a catalogue's files. Raises: MatchDataError."""
    specials: dict[str, Special] = {}
    terrains: dict[str, Terrain] = {}
    sheets: dict[str, tuple[str, ...]] = {}
    cards: dict[str, Card] = {}
    abilities: dict[str, Ability] = {}

    def add(to: dict[str, Any], where: str, key: str, value: Any) -> None:
        if key in to:
            raise _fail(where, f"'{key}' again", "each once")
        to[key] = value

    for file, data in files.items():
        _only(file, data, "card", "special", "sheet", "terrain")
        for where, table in _tables(file, data, "special"):
            special = _special(where, table)
            add(specials, where, special.key, special)
        for where, table in _tables(file, data, "terrain"):
            terrain = _terrain(where, table)
            add(terrains, where, terrain.key, terrain)
    for file, data in files.items():
        for where, table in _tables(file, data, "card"):
            card = _card(where, table, specials, abilities)
            add(cards, where, card.code, card)
        for where, table in _tables(file, data, "sheet"):
            rows = _sheet(where, table)
            if unknown := sorted(set("".join(rows)) - set(terrains)):
                raise _fail(f"{where}: rows", f"'{unknown[0]}'", "keys of [[terrain]]")
            add(sheets, where, _get(where, table, "code", str, None), rows)
    dinos = tuple(code for code, card in cards.items() if card.kind == "dino")
    messages = len(dinos) < len(cards)
    return Data(cards, abilities, specials, sheets, terrains, dinos, messages)
