"""How simulated matches open, and what chance decides in them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

from auditor.games.votoms_bcg.state import Arena
from events import Event
from events.votoms_bcg import (
    AdditionalStrengthDrawn,
    CardDrawn,
    DamagePaid,
    InitiativeDrawn,
    OpeningHandDrawn,
    OpeningHandToppedUp,
)


def opens(rng: Random) -> dict[str, Any]:
    """What a random match_opened says: the practice set, two players or now and then more."""
    count = rng.choice((2, 2, 2, 2, 3, 4))
    players = [{"seat": f"P{n}", "name": None, "deck": None} for n in range(1, count + 1)]
    options = {
        "draw_number": "single",  # the practice cards have no number of their own for it
        "drawn_card_to": rng.choice(("scrap_top",) * 9 + ("hand",)),  # else decks hardly run out
    }
    return {"catalogue": "night_at_the_works", "options": options, "players": players}


def off_the_deck(s: Arena, seat: str, count: int, rng: Random) -> list[str]:
    """Cards off the top of a shuffled money deck."""
    left = [c for c, n in s.left(seat).items() if c in s.data.practice for _ in range(n)]
    return rng.sample(left, min(count, len(left)))


def deal(s: Arena, e: Event, rng: Random) -> Event:
    """The event with the cards that a shuffled deck gives."""
    match e:
        case OpeningHandDrawn() | OpeningHandToppedUp():
            return replace(e, cards=tuple(off_the_deck(s, e.actor, len(e.cards), rng)))
        case CardDrawn() if e.card is None and s.money[e.actor]:
            return replace(e, card=off_the_deck(s, e.actor, 1, rng)[0])
        case InitiativeDrawn() if e.drawn and s.money[e.actor]:
            code = off_the_deck(s, e.actor, 1, rng)[0]
            right = _is_right(s, e.card, e.value)
            return replace(e, card=code, value=_number(s, code)) if right else e
        case AdditionalStrengthDrawn():
            return replace(e, draws=tuple(_dealt(s, draw, rng) for draw in e.draws))
        case DamagePaid():
            return _paid(s, e, rng)
    return e


def _number(s: Arena, code: str) -> int:
    return int(s.data.cards[code].draw_value)


def _is_right(s: Arena, code: str | None, value: int) -> bool:
    return code in s.data.cards and s.sure(code, "draw_value") == value


def _dealt(s: Arena, draw: Any, rng: Random) -> Any:
    if not draw.drawn or not s.money[draw.seat] or not _is_right(s, draw.card, draw.value):
        return draw
    code = off_the_deck(s, draw.seat, 1, rng)[0]
    return replace(draw, card=code, value=_number(s, code))


def _paid(s: Arena, e: DamagePaid, rng: Random) -> Event:
    """The cards of the deck by chance; the order on the scrap deck kept as far as it can be."""
    if Counter(e.order) != Counter((*e.from_hand, *e.from_deck)):
        return e
    deck = tuple(off_the_deck(s, e.actor, len(e.from_deck), rng))
    if len(deck) < len(e.from_deck):
        return e
    new, order = list(deck), []
    old = list(e.from_deck)
    hand = list(e.from_hand)
    for code in e.order:
        if code in hand and (code not in old or s.options.damage_order == "hand_first"):
            hand.remove(code)
            order.append(code)
        else:
            old.remove(code)
            order.append(new.pop(0))
    return replace(e, from_deck=deck, order=tuple(order))
