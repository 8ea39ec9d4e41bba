"""The initiative (VB-6)."""

from typing import Any

from auditor.declare import which
from auditor.games.votoms_bcg.apply import cell
from auditor.games.votoms_bcg.state import Arena
from events.votoms_bcg import InitiativeDecided, InitiativeDrawn


def number_and_deck(s: Arena, e: Any) -> dict[str, Any]:
    """What was drawn, what it counts, and the deck before."""
    return {"card": e.card, "value": e.value, "money_deck": s.money[e.actor]}


@which("VB-6.1", "VB-6.2", "VB-6.11", on=InitiativeDrawn, facts=number_and_deck)
def draw_counts_the_number_of_its_card(s: Arena, e: InitiativeDrawn) -> str | None:
    if not s.money[e.actor]:
        return None if (e.drawn, e.value) == (0, 0) else "VB-6.2"
    if not e.drawn:
        return "VB-6.1"
    card = cell(s, e, e.card, 0, e.actor)
    if s.face(card) not in s.data.cards:
        return None  # breaks GN-2.3
    return None if e.value == drawn_value(s, card) else "VB-6.1"


def drawn_value(s: Arena, card: Any) -> int:
    """The number of a card that the initiative reads (H-03). Raises: Unseen, Undecided."""
    value = s.ask(card, "draw_value")
    if s.options.draw_number == "separate":
        value = s.ask(card, "initiative_value")
        if value is None:
            from auditor.hidden import Undecided

            raise Undecided(f"{s.face(card)}.initiative_value", rule="VB-6.1")
    return int(value)


def drawn_and_order(s: Arena, e: Any) -> dict[str, Any]:
    """What each seat drew, and the order that follows."""
    order = s.ranking()[0]
    return {
        "draws": [f"{d.seat} {d.value}" for d in s.draws],
        "expected": list(order) if order is not None else None,
    }


@which("VB-6.1", "VB-6.6", "VB-6.7", "VB-6.8", on=InitiativeDecided, facts=drawn_and_order)
def order_follows_from_the_draws(s: Arena, e: InitiativeDecided) -> str | None:
    order, _, id = s.ranking()
    if order is None or tuple(e.order) == order:
        return None
    if s.options.endless_tie == "judge" and _differs_in_ties(s, e.order, order):
        return None
    return id


def _differs_in_ties(s: Arena, order: Any, right: tuple[str, ...]) -> bool:
    """Two orders differ only among seats that drew alike, in every round."""
    drawn = {seat: [d.value for d in s.draws if d.seat == seat] for seat in right}
    return sorted(order) == sorted(right) and all(
        drawn[a] == drawn[b] for a, b in zip(order, right, strict=True)
    )
