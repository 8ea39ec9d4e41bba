"""The cards of a match as values, read from a catalogue and checked (the model's section 9)."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from auditor.errors import MatchDataError
from events.cards import one_spelling

KINDS = ("combat", "effect", "offkai", "at", "pilot", "weapon", "terrain")
PLAYED = ("combat", "effect", "offkai")
"""The kinds that are used; the others are deployed."""
MULTIPLE = "複数攻撃"
UNDEFENDABLE = "防御不可"
TIMINGS = ("any_combat_phase", "damage_fixed", "own_at_destroyed", "after_combat")
TARGETS = ("none", "own_at", "opponent_at", "any_at", "character", "seat")


class Unknown(NamedTuple):
    """In place of a field of which nothing is known: what it may be, if that can be listed."""

    field: str
    one_of: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """What is printed on a card. Any field after the names may be `Unknown`: see `Field`."""

    code: str
    name_ja: str
    name_en: str
    kind: Any
    strength: Any
    rate: Any
    draw_value: Any
    initiative_value: Any
    action_value: Any
    traits: Any
    attributes: Any
    negates: Any
    keywords: Any
    damage_rule: Any
    discards: Any
    discard_mode: Any
    timing: Any
    target: Any
    effect: Any
    ends_action: Any
    attacks_with: Any
    deploys_at: Any
    interrupts: Any
    redirects: Any
    exchanges: Any
    returns_at: Any
    limit_per_turn: Any
    terrain_scope: Any


class Deck(NamedTuple):
    """The cards of a match, and a deck to practise with."""

    cards: Mapping[str, Card]
    practice: Mapping[str, int]


class Field(NamedTuple):
    """A field of the schema: how its value is checked, and what it is where it is absent."""

    expected: str
    fits: Callable[[Any], bool]
    absent: Any
    one_of: tuple[Any, ...] = ()
    """What an unknown one may be; empty where that can't be listed."""


def _text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _number(value: Any) -> bool:
    return type(value) is int and abs(value) <= 1000


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _among(*values: str) -> Callable[[Any], bool]:
    return lambda value: value in values


def _some_of(*values: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(v in values for v in value)


BOTH = (True, False)
FLAG = Field("true or false", lambda v: isinstance(v, bool), False, BOTH)
NUMBER = Field("a whole number of at most 1000", _number, None)
TEXTS = Field("a list of names", _texts, ())
SUBSETS: tuple[Any, ...] = tuple(
    tuple(k for n, k in enumerate(PLAYED) if mask >> n & 1) for mask in range(8)
)

FIELDS: dict[str, Field] = {
    "kind": Field(f"one of {', '.join(KINDS)}", _among(*KINDS), None, KINDS),
    "strength": NUMBER._replace(absent=0),
    "rate": NUMBER._replace(absent=0),
    "draw_value": NUMBER._replace(absent=0),
    "initiative_value": NUMBER,
    "action_value": NUMBER._replace(absent=0),
    "traits": TEXTS,
    "attributes": TEXTS,
    "negates": TEXTS,
    "keywords": TEXTS._replace(one_of=((), (MULTIPLE,), (UNDEFENDABLE,), (MULTIPLE, UNDEFENDABLE))),
    "damage_rule": FLAG,
    "discards": Field(f"some of {', '.join(PLAYED)}", _some_of(*PLAYED), (), SUBSETS),
    "discard_mode": Field(
        "by_user or made_to", _among("by_user", "made_to"), None, ("by_user", "made_to")
    ),
    "timing": Field(
        f"some of {', '.join(TIMINGS)}",
        _some_of(*TIMINGS),
        (),
        ((), *((t,) for t in TIMINGS), ("any_combat_phase", "damage_fixed")),
    ),
    "target": Field(f"one of {', '.join(TARGETS)}", _among(*TARGETS), "none", TARGETS),
    "effect": Field("a text", _text, None),
    "ends_action": FLAG,
    "attacks_with": NUMBER,
    "deploys_at": FLAG,
    "interrupts": FLAG,
    "redirects": FLAG,
    "exchanges": FLAG,
    "returns_at": FLAG,
    "limit_per_turn": NUMBER,
    "terrain_scope": Field("all or opponents", _among("all", "opponents"), "all"),
}
OTHERS = {"code", "name_ja", "name_en", "ours", "errata", "unknown", "one_of"}


def read_match_data(files: Mapping[str, Mapping[str, Any]], options: Mapping[str, Any]) -> Deck:
    """The cards of a catalogue, with those that the FAQ names.

    Raises: MatchDataError, naming file, card and field, what was found and what was expected.
    """
    cards: dict[str, Card] = {}
    practice: Mapping[str, int] = {}
    found: set[str] = set()
    for name, data in files.items():
        for code, card in read_cards(name, data):
            if code in found:
                raise MatchDataError(f"{name}: card: code", f"'{code}' again", "each code once")
            found.add(code)
            cards[code] = card
        practice = data.get("practice_deck", practice)
        if not isinstance(practice, dict):
            wanted = "cards of the catalogue and their copies"
            raise MatchDataError(f"{name}: practice_deck", repr(practice), wanted)
    if not found:
        raise MatchDataError("catalogue", "no [[card]]", "the cards of the match")
    cards = {**cards, **{code: c for code, c in faq_cards().items() if code not in cards}}
    for code, count in practice.items():
        if code not in cards or type(count) is not int or not 1 <= count <= 40:
            where = f"practice_deck: {code}"
            raise MatchDataError(where, repr(count), "a card of the catalogue and its copies")
    return Deck(cards, dict(practice))


@cache
def faq_cards() -> Mapping[str, Card]:
    """The cards of the real game of which the FAQ says something."""
    path = Path(__file__).parent / "faq.toml"
    return dict(read_cards(path.name, tomllib.loads(path.read_text(encoding="utf-8"))))


def read_cards(name: str, data: Mapping[str, Any]) -> Iterable[tuple[str, Card]]:
    """The cards of a file by their codes. Raises: MatchDataError."""
    entries = data.get("card", [])
    if not isinstance(entries, list):
        raise MatchDataError(f"{name}: card", repr(entries), "a list of tables, [[card]]")
    for number, entry in enumerate(entries, 1):
        where = f"{name}: card {number}"
        if not isinstance(entry, dict):
            raise MatchDataError(where, repr(entry), "a table")
        for key in ("code", "name_ja", "name_en"):
            if not _text(entry.get(key)):
                raise MatchDataError(f"{where}: {key}", repr(entry.get(key)), "a text")
        code = one_spelling(entry["code"])
        yield code, _card(f"{name}: card {code}", entry)


def _card(where: str, entry: Mapping[str, Any]) -> Card:
    if strange := sorted(set(entry) - set(FIELDS) - OTHERS):
        raise MatchDataError(f"{where}: {strange[0]}", "the field", "a field of a card")
    unknown = entry.get("unknown", [])
    if not (_texts(unknown) and set(unknown) <= set(FIELDS)):
        raise MatchDataError(f"{where}: unknown", repr(unknown), "a list of fields of a card")
    one_of = entry.get("one_of", {})
    if not (isinstance(one_of, dict) and set(one_of) <= set(unknown)):
        raise MatchDataError(f"{where}: one_of", repr(one_of), "values of unknown fields")
    values = {key: _field(where, entry, key, unknown, one_of) for key in FIELDS}
    if values["kind"] is None:
        raise MatchDataError(f"{where}: kind", "nothing", FIELDS["kind"].expected)
    names = {key: one_spelling(entry[key]) for key in ("code", "name_ja", "name_en")}
    return Card(**names, **values)


def _field(
    where: str, entry: Mapping[str, Any], key: str, unknown: list[str], one_of: Mapping[str, Any]
) -> Any:
    field = FIELDS[key]
    if key in unknown:
        if key in entry:
            raise MatchDataError(f"{where}: {key}", "a value of an unknown field", "one of the two")
        given = one_of.get(key, [])
        if not isinstance(given, list) or not all(map(field.fits, given)):
            raise MatchDataError(f"{where}: one_of: {key}", repr(given), f"each {field.expected}")
        return Unknown(key, tuple(map(_frozen, given)) or field.one_of)
    if key not in entry:
        return field.absent
    if not field.fits(entry[key]):
        raise MatchDataError(f"{where}: {key}", repr(entry[key]), field.expected)
    return _frozen(entry[key])


def _frozen(value: Any) -> Any:
    return tuple(map(one_spelling, value)) if isinstance(value, list) else value
