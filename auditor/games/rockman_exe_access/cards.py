"""The cards of a match, as values, read from match data and checked (section 8 of the model)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from auditor.errors import MatchDataError
from auditor.hidden import Undecided
from events.cards import one_spelling

NAVI, SOUL, CHIP, ADVANCE, CROSS = (
    "navi",
    "soul_unison",
    "chip",
    "program_advance",
    "cross_fusion",
)
KINDS = (NAVI, SOUL, CHIP, ADVANCE, "virus", "operator", CROSS)
EMBLEM = "emblem"
CROSS_COLOUR = "cross"
MOST_LP = 10
"""RX-1.8."""
MOST_CARDS = 2000
MOST_PLACES = 100
LARGEST = 1000


@dataclass(frozen=True, slots=True)
class Card:
    """A printed card; a number that the organiser's file leaves out is None."""

    code: str
    name: str
    kind: str
    colour: str | None
    bp: int | None
    ap: int | None
    ep: int | None
    """Green energy marks only (RX-11.4)."""
    lp: int | None
    roulette: tuple[Any, ...] | None
    """By the place of the wheel, from 1: numbers, and `emblem`."""
    partner: str | None
    requires: tuple[str, ...] | None
    """The chips that a program advance card names, by their codes."""
    ability: str | None

    def printed(self, what: str) -> Any:
        """What is printed on it. Raises: Undecided, with what the organiser has to supply."""
        value = getattr(self, what)
        if value is None:
            raise Undecided(f"catalogue: {self.code} {FIELDS.get(what, what)}")
        return value


FIELDS = {"ep": "ep_green"}
"""Fields by another name in the file."""


@dataclass(frozen=True, slots=True)
class CardSet:
    """The cards that may be used in a match, by their codes."""

    cards: Mapping[str, Card]
    colours: tuple[str, ...]

    def __contains__(self, code: object) -> bool:
        return code in self.cards

    def __getitem__(self, code: str) -> Card:
        """A card. Raises: Undecided, if the catalogue does not have it."""
        if code not in self.cards:
            raise Undecided(f"card {code}")
        return self.cards[code]


def read_cards(files: Mapping[str, Mapping[str, Any]], options: Mapping[str, Any]) -> CardSet:
    """The cards of a match's catalogue. Raises: MatchDataError."""
    if not files:
        raise MatchDataError("match_opened: catalogue", "none", "the id of a card catalogue")
    colours: dict[str, None] = {}
    for name, file in files.items():
        for colour in _texts(f"{name}: colours", file.get("colours", [])):
            colours[colour] = None
    if not colours:
        raise MatchDataError("catalogue: colours", "nothing", "the list of colours")
    cards: dict[str, Card] = {}
    for name, file in files.items():
        for place, table in _tables(name, file):
            card = _card(place, table, colours)
            if card.code in cards:
                raise MatchDataError(place, f"the code '{card.code}' twice", "a code for each card")
            cards[card.code] = card
    if not cards:
        raise MatchDataError("catalogue: card", "nothing", "at least one card")
    for card in cards.values():
        for code in (*(card.requires or ()), *((card.partner,) if card.partner else ())):
            if code not in cards:
                raise MatchDataError(f"card {card.code}", f"'{code}'", "a code of the catalogue")
    return CardSet(cards, tuple(colours))


def _tables(name: str, file: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    found = file.get("card", [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise MatchDataError(f"{name}: card", repr(found)[:40], "tables headed [[card]]")
    if len(found) > MOST_CARDS:
        raise MatchDataError(f"{name}: card", f"{len(found)} cards", f"at most {MOST_CARDS}")
    yield from ((f"{name}: card {number}", table) for number, table in enumerate(found, 1))


def _card(place: str, table: Mapping[str, Any], colours: Mapping[str, None]) -> Card:
    code = _text(f"{place}: code", table.get("code"))
    place = f"{place} ({code})"
    kind = table.get("type")
    if kind not in KINDS:
        raise MatchDataError(f"{place}: type", repr(kind), " / ".join(KINDS))
    colour = table.get("colour")
    if colour is not None and colour not in tuple(colours):
        raise MatchDataError(f"{place}: colour", repr(colour), " / ".join(colours))
    if colour is not None and (colour == CROSS_COLOUR) != (kind == CROSS):
        wanted = "cross for cross fusion cards, and for no others"
        raise MatchDataError(f"{place}: colour", repr(colour), wanted)
    in_device = kind in (NAVI, SOUL)
    for field in ("lp", "roulette"):
        if field in table and not in_device:
            raise MatchDataError(f"{place}: {field}", repr(table[field]), "none on this type")
    if "requires" in table and kind != ADVANCE:
        raise MatchDataError(f"{place}: requires", repr(table["requires"]), "none on this type")
    ability = table.get("ability")
    if ability is not None and not isinstance(ability, dict):
        raise MatchDataError(f"{place}: ability", repr(ability), "a table with a key")
    requires = table.get("requires")
    partner = table.get("partner")
    return Card(
        code=code,
        name=_text(f"{place}: name", table.get("name", code)),
        kind=kind,
        colour=CROSS_COLOUR if kind == CROSS else colour,
        bp=_number(f"{place}: bp", table.get("bp"), 0, LARGEST),
        ap=_number(f"{place}: ap", table.get("ap"), 0, LARGEST),
        ep=_number(f"{place}: ep_green", table.get("ep_green"), 0, LARGEST),
        lp=_number(f"{place}: lp", table.get("lp"), 1, MOST_LP),
        roulette=_wheel(f"{place}: roulette", table.get("roulette")),
        partner=None if partner is None else _text(f"{place}: partner", partner),
        requires=None if requires is None else _texts(f"{place}: requires", requires),
        ability=None if ability is None else _text(f"{place}: ability.key", ability.get("key")),
    )


def _wheel(place: str, found: Any) -> tuple[Any, ...] | None:
    if found is None:
        return None
    if not isinstance(found, list) or not 0 < len(found) <= MOST_PLACES:
        raise MatchDataError(place, repr(found)[:40], "a list with a value for each place")
    for value in found:
        if value != EMBLEM:
            _number(place, value, -LARGEST, LARGEST)
    return tuple(found)


def _number(place: str, found: Any, least: int, most: int) -> int | None:
    if found is None:
        return None
    if type(found) is not int or not least <= found <= most:
        raise MatchDataError(place, repr(found)[:40], f"a whole number from {least} to {most}")
    return found


def _text(place: str, found: Any) -> str:
    if not isinstance(found, str) or not found:
        raise MatchDataError(place, repr(found)[:40], "a text")
    return one_spelling(found)


def _texts(place: str, found: Any) -> tuple[str, ...]:
    if not isinstance(found, list):
        raise MatchDataError(place, repr(found)[:40], "a list of texts")
    return tuple(_text(place, one) for one in found)
