"""How simulated matches open, and what chance decides in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from auditor.cards import find_match_data
from auditor.games.soukou_musume.cards import Book, read_match_data
from auditor.games.soukou_musume.state import DECK_SIZE, MOST_COPIES, SEATS, Round, Soukou
from events import Event
from events.soukou_musume import (
    CardsDrawn,
    DeckSearched,
    ExtraCardDrawn,
    JudgementRevealed,
    OpeningHandDrawn,
)

PRACTICE = ("harbour_drill", "harbour_drill", "harbour_rulings")
"""The practice sets that are played with."""


@cache
def practice(id: str) -> Book:
    """The cards and decks of a practice set."""
    path = Path(__file__).parent / "catalogues" / f"{id}.toml"
    return read_match_data(find_match_data("soukou_musume", id, [path]).files, {})


def opens(rng: Random) -> dict[str, Any]:
    """What a random match_opened says: the places of the reserve, a deck for each seat."""
    options: dict[str, Any] = {
        "reserve_slots": rng.choice((2, 3, 3, 4, None)),
        "damage_thresholds": {"minor": 300, "medium": 600} if rng.random() < 0.05 else None,
        "set_per_unit_per_turn": rng.choice((1, 1, 1, 2, None)),
    }
    id = rng.choice(PRACTICE)
    book = practice(id)
    players = [
        {"seat": seat, "name": None, "deck": {"cards": _listed(deck(book, rng, seat))}}
        for seat in SEATS
    ]
    return {"catalogue": id, "options": options, "players": players}


def _listed(copies: Mapping[str, int]) -> list[dict[str, Any]]:
    return [{"code": code, "count": count} for code, count in copies.items()]


def deck(book: Book, rng: Random, seat: str) -> dict[str, int]:
    """A practice deck, or one put together at random, with units and without gaps."""
    if book.decks and rng.random() < 0.7:
        return dict(book.decks["A" if seat == "P1" else "B"])
    found: Counter[str] = Counter()
    kinds: Counter[Any] = Counter()
    codes = [c for c, card in book.cards.items() if not card.line and card.known_kind]
    while found.total() < DECK_SIZE:
        code = rng.choice(codes)
        kind = book.cards[code].copies_as("unit_or_command")
        if kinds[kind] < MOST_COPIES:
            kinds[kind] += 1
            found[code] += 1
    return dict(found)


def deal(s: Soukou, e: Event, rng: Random) -> Event:
    """The event with the cards that shuffled decks give."""
    if isinstance(e, CardsDrawn | OpeningHandDrawn) and None in e.cards:
        return replace(e, cards=_drawn(s, e.player, len(e.cards), rng))
    if isinstance(e, ExtraCardDrawn) and e.card is None:
        return replace(e, card=_drawn(s, e.player, 1, rng)[0])
    if isinstance(e, DeckSearched) and e.to == "reserve":
        left = Counter(s.lists[e.player] or {}) - Counter(s.located(e.player))
        units = sorted(code for code in left if s.book.cards[code].type == "unit")
        return replace(e, taken=rng.choice(units)) if units else replace(e, to="none")
    unseen = isinstance(e, JudgementRevealed) and None in e.cards.values()
    if isinstance(e, JudgementRevealed) and unseen and s.judging is not None:
        cards = {seat: _drawn(s, seat, 1, rng)[0] for seat in e.cards}
        one, other = (cards.get(seat) for seat in SEATS)  # type: ignore[call-overload]
        result = s.round_result(Round((one, other), ""), s.judging.player)
        return replace(e, cards=cards, result=result)  # type: ignore[arg-type]
    return e


def _drawn(s: Soukou, seat: str, count: int, rng: Random) -> tuple[str | None, ...]:
    """Cards from the top of a deck: those known to lie there, else some of those left."""
    left = Counter(s.lists[seat] or {}) - Counter(s.located(seat))
    pool = list(left.elements())
    rng.shuffle(pool)
    top, found = s.deck[seat], []
    for _ in range(count):
        known = s.code_if_seen(top.top)
        found.append(known if known is not None else pool.pop() if pool else None)
        top = top.drawn() if top.size else top
    return tuple(found)
