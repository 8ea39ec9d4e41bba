"""How simulated matches of Dino World open, and what chance decides in them."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from auditor.games.dino_world.acts import a_deck
from auditor.games.dino_world.state import ALIKE, DECK, Dinos, known_codes
from events import Event
from events.dino_world import AbilityUsed, ActionsEnded, DeckRegistered, DinoMoved, DinoPlaced


def opens(rng: Random) -> dict[str, Any]:
    """What a random match_opened says: the practice set, two players or four."""
    seats = ("P1", "P2") if rng.random() < 0.5 else ("P1", "P2", "P3", "P4")
    # a flyer with nowhere to go on to from a sealed square would leave nothing to play
    players = [{"seat": seat, "name": None, "deck": None} for seat in seats]
    return {"catalogue": "dino_practice", "options": {"pass_sealed": False}, "players": players}


def leans(s: Dinos, e: Event) -> int:
    """Players go for the territory of another, and for who stands in the way."""
    if isinstance(e, ActionsEnded):
        return -50
    if isinstance(e, AbilityUsed):
        return -20
    if isinstance(e, DinoPlaced):
        return -3
    if not isinstance(e, DinoMoved) or e.to not in s.map.charge:
        return 0
    if s.rivals(e.to, e.unit[:2]):
        return 2
    if s.map.owner.get(s.pieces[e.unit].square) not in (None, e.unit[:2]):
        return -40  # it stands where it wants to be
    targets = [q for q in s.map.owner if s.map.owner[q] != e.unit[:2] and q not in s.sealed]
    return -min((_far(e.to, q) for q in targets), default=0)


def _far(one: str, other: str) -> int:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1]))


def deal(s: Dinos, e: Event, rng: Random) -> Event:
    """The event with a deck of the seat's choice, and the cards that a shuffled deck gives."""
    if isinstance(e, DeckRegistered) and [e.cards] == a_deck(s):
        names: dict[str, int] = {}
        deck: list[str] = []
        codes = list(s.data.dinos * ALIKE)
        for code in rng.sample(codes, len(codes)):
            name = s.data.cards[code].name_en
            if names.get(name, 0) < ALIKE and len(deck) < DECK:
                names[name] = names.get(name, 0) + 1
                deck.append(code)
        return replace(e, cards=tuple(deck))
    if isinstance(e, DinoPlaced) and e.card is None:
        listed = [code for code in s.deck_list.get(e.actor) or () if code is not None]
        for code, n in known_codes(s, e.actor).items():
            for _ in range(n):
                if code in listed:
                    listed.remove(code)
        if listed:
            return replace(e, card=rng.choice(listed))
    return e
