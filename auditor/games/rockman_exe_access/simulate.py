"""How simulated matches open, and what chance decides in them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

from auditor.games.rockman_exe_access.acts import some_deck
from auditor.games.rockman_exe_access.state import COPIES, DECK_SIZE, Access
from events import Event
from events.rockman_exe_access import AttackPhaseEnded, CardsDrawn, DeckRegistered

CATALOGUE = "rx_practice"
"""The practice set."""
EXCHANGED = 0.1
"""How often a match lets players exchange cards in the refill."""


def opens(rng: Random) -> dict[str, Any]:
    """What a random match_opened says: the practice set, and how often several chips spin.

    Where cards are exchanged in the refill, nobody need show what goes; the first navi is
    chosen hidden. Where a choice is open, a card left null is a fault.
    """
    exchange = rng.random() < EXCHANGED
    options = {
        "chip_spins": rng.choice(("once", "per_chip")),
        "refill_exchange": exchange,
        "discards_open": not exchange,
        "navi_choice": "hidden",
    }
    players = [{"seat": seat, "name": None, "deck": None} for seat in ("P1", "P2")]
    return {"catalogue": CATALOGUE, "options": options, "players": players}


def deal(s: Access, e: Event, rng: Random) -> Event:
    """The event with a random deck, or with the cards that a shuffled deck gives."""
    if isinstance(e, DeckRegistered) and e.cards == some_deck(s):
        codes = rng.sample(sorted(s.cards.cards), DECK_SIZE // COPIES)
        return replace(e, cards=tuple(code for code in codes for _ in range(COPIES)))
    if isinstance(e, CardsDrawn) and not any(e.cards):
        left = in_deck(s, e.seat)
        if len(left) >= len(e.cards):
            return replace(e, cards=tuple(rng.sample(left, len(e.cards))))
    return e


def seldom(s: Access, e: Event) -> bool:
    """To end one's attacks without having made one, which loses (RX-7.5)."""
    return isinstance(e, AttackPhaseEnded) and not s.attacks


def in_deck(s: Access, seat: str) -> list[str]:
    """The cards left in a deck whose list is known, if nothing of the seat is unseen."""
    listed = s.deck_list[seat]
    if listed is None:
        return []
    left = Counter(listed)
    left.subtract(s.hand[seat].known)
    piles = (*s.lying(seat), *s.win_pile[seat], *s.discard[seat])
    left.subtract(c.card for c in piles if c.card is not None)
    return sorted((+left).elements())
