"""Replenishing and the hand limit (VB-4)."""

from typing import Any

from auditor.declare import which
from auditor.games.votoms_bcg.state import HAND_LIMIT, Arena
from events.votoms_bcg import CardDrawn, HandDiscarded


def hand_and_deck(s: Arena, e: Any) -> dict[str, Any]:
    """The hand and the money deck before the draw."""
    return {"count": e.count, "hand_size": s.size(e.actor), "money_deck": s.money[e.actor]}


@which("VB-4.1", "VB-4.3", "VB-4.7", on=CardDrawn, facts=hand_and_deck)
def one_card_is_drawn_up_to_seven(s: Arena, e: CardDrawn) -> str | None:
    if s.money[e.actor] < max(1, e.count):
        return "VB-4.7"
    if e.reason != "replenish":
        return None
    if e.count != 1:
        return "VB-4.1"
    return "VB-4.3" if s.size(e.actor) >= HAND_LIMIT else None


@which(
    "VB-4.5",
    on=HandDiscarded,
    facts=lambda s, e: {"found": len(e.cards), "expected": s.size(e.actor) - HAND_LIMIT},
)
def exactly_the_surplus_is_discarded(s: Arena, e: HandDiscarded) -> str | None:
    if e.reason != "hand_limit":
        return None
    return None if len(e.cards) == s.size(e.actor) - HAND_LIMIT else "VB-4.5"
