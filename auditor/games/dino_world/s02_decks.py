"""Decks and dice (DW-2), what a record shows of them (GN-2.3)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from auditor.declare import rule, which
from auditor.games.dino_world.board import FACES
from auditor.games.dino_world.state import ALIKE, DECK, Dinos, known_codes
from auditor.hidden import Undecided
from events.dino_world import ActionDieRolled, DeckRegistered, DinoPlaced, DinoRevealed


@rule("DW-2.1", on=DeckRegistered, facts=lambda s, e: {"size": e.size})
def deck_has_ten_cards(s: Dinos, e: DeckRegistered) -> bool:
    return e.size == DECK and (e.cards is None or len(e.cards) == DECK)


def cards_of(s: Dinos, e: DeckRegistered) -> tuple[Counter[str], int]:
    """The cards of the deck that are known by now, and how many are not."""
    named = Counter(code for code in e.cards or () if code is not None)
    unnamed = DECK if e.cards is None else sum(code is None for code in e.cards)
    if not unnamed:
        return named, 0
    both = named | known_codes(s, e.seat)
    return both, max(0, named.total() + unnamed - both.total())


def alike(s: Dinos, codes: Counter[str]) -> Counter[str]:
    """How many of each card, by what makes two the same (DW-2.2). Raises: Undecided."""
    if s.options.same_card == "code":
        return codes
    names: Counter[str] = Counter()
    for code, n in codes.items():
        card = s.data.cards.get(code)
        if card is None:
            raise Undecided(f"card {code}")
        names[card.name_en] += n
    return names


@rule("DW-2.2", on=DeckRegistered, facts=lambda s, e: {"cards": too_many(s, e)})
def deck_holds_two_of_a_card_at_most(s: Dinos, e: DeckRegistered) -> bool:
    known, unknown = cards_of(s, e)
    most = max(alike(s, known).values(), default=0)
    if most > ALIKE:
        return False
    if unknown and max(most, min(1, known.total())) + unknown > ALIKE:
        raise Undecided(f"{e.seat}-deck")
    return True


def too_many(s: Dinos, e: DeckRegistered) -> list[str]:
    """The cards of which there are more than two."""
    return sorted(card for card, n in alike(s, cards_of(s, e)[0]).items() if n > ALIKE)


@rule("DW-2.3", on=DeckRegistered)
def deck_holds_no_message_card(s: Dinos, e: DeckRegistered) -> bool:
    known, unknown = cards_of(s, e)
    cards = s.data.cards
    if any(code in cards and cards[code].kind == "message" for code in known):
        return False
    if s.data.has_messages and (unknown or any(code not in cards for code in known)):
        raise Undecided(f"{e.seat}-deck")
    return True


@rule("DW-2.6", on=ActionDieRolled, facts=lambda s, e: {"die": e.value})
def die_has_six_faces(s: Dinos, e: ActionDieRolled) -> bool:
    return e.value in FACES


def shown_before(s: Dinos, e: Any) -> list[int]:
    """The events that what is shown can't be true together with."""
    if e.unit in s.told and s.told[e.unit][1] < e.seq and s.told[e.unit][0] != e.card:
        return [s.told[e.unit][1]]
    seat = e.unit[:2]
    return sorted(
        seq
        for unit, (code, seq) in s.told.items()
        if unit[:2] == seat and code == e.card and unit != e.unit and seq < e.seq
    )


@rule(
    "GN-2.3",
    on=(DinoRevealed, DinoPlaced),
    facts=lambda s, e: {"unit": e.unit, "card": e.card},
    contradicts=shown_before,
)
def card_shown_can_be_that_units(s: Dinos, e: Any) -> bool:
    if e.card is None:
        return True
    seat, told = e.unit[:2], s.told.get(e.unit)
    if told is not None and told[1] < e.seq:
        return bool(told[0] == e.card)
    known = Counter(
        code for u, (code, seq) in s.told.items() if u[:2] == seat and seq < e.seq and u != e.unit
    )
    listed = s.deck_list.get(seat)
    named = Counter(code for code in listed or () if code is not None)
    unnamed = DECK if listed is None else sum(code is None for code in listed)
    over = sum(((known + Counter([e.card])) - named).values())
    if known[e.card] < named[e.card]:
        return True
    return bool(over <= unnamed and known[e.card] < max(ALIKE, named[e.card]))


@which("GN-2.3", on=DinoPlaced, facts=lambda s, e: {"unit": e.unit})
def unit_is_new(s: Dinos, e: DinoPlaced) -> str | None:
    used = e.unit in s.pieces or e.unit in s.fossils.get(e.unit[:2], ())
    return "GN-2.3" if used else None
