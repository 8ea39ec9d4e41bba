"""Damage (VB-15), and what a Counterattack sends back (VB-20.3)."""

from collections import Counter
from typing import Any

from auditor.declare import rule, which
from auditor.games.votoms_bcg.owed import redirected
from auditor.games.votoms_bcg.state import Arena
from auditor.games.votoms_bcg.strength import damage_of
from auditor.games.votoms_bcg.windows import is_effect
from events.votoms_bcg import (
    ATDestroyed,
    DamageDetermined,
    DamagePaid,
    DamageRedirected,
    DamageTakenByAT,
)


def right_damage(s: Arena, e: Any) -> dict[str, Any]:
    """The totals, and the damage that follows."""
    combat = s.open_combat(e.combat)
    found = None if combat is None else damage_of(s, combat)
    return {"found": [e.to, e.amount], "expected": list(found) if found else None}


@rule("VB-15.1", on=DamageDetermined, facts=right_damage)
def damage_is_the_difference(s: Arena, e: DamageDetermined) -> bool:
    combat = s.open_combat(e.combat)
    found = None if combat is None else damage_of(s, combat)
    return found is None or (e.to == found[0] and found[1] in (None, e.amount) and e.amount >= 0)


@rule("VB-20.3", on=DamageRedirected, facts=lambda s, e: {"to": e.to, "amount": e.amount})
def damage_goes_back_as_it_is(s: Arena, e: DamageRedirected) -> bool:
    play = s.plays.get(e.cause)
    if play is None or play.spent or not s.ask(play.card, "redirects"):
        return False
    sent = redirected(s, play)
    return sent == {"combat": e.combat, "from_": e.from_, "to": e.to, "amount": e.amount}


def due_and_paid(s: Arena, e: Any) -> dict[str, Any]:
    """What is due, what was paid, and what there is to pay with."""
    combat = s.open_combat(e.combat)
    return {
        "due": combat.damage[1] if combat is not None and combat.damage else None,
        "found": len(e.from_hand) + len(e.from_deck),
        "hand_size": s.size(e.actor),
        "money_deck": s.money[e.actor],
    }


@rule("VB-15.4", on=DamagePaid, facts=due_and_paid)
def damage_is_paid_in_full(s: Arena, e: DamagePaid) -> bool:
    combat = s.open_combat(e.combat)
    if combat is None or combat.damage is None:
        return True
    there = s.size(e.actor) + s.money[e.actor]
    paid = len(e.from_hand) + len(e.from_deck)
    if len(e.from_hand) > s.size(e.actor) or len(e.from_deck) > s.money[e.actor]:
        return False
    wanted = min(combat.damage[1], there)
    if s.options.damage_by_at != "all_or_cards" and combat.taken is None and paid < wanted:
        return any(id in s.ats and s.ats[id].owner == e.actor for id in combat.units)
    return paid == wanted


@rule("VB-15.5", on=DamagePaid, facts=lambda s, e: {"laid": list(e.order)})
def all_that_is_paid_is_laid_down(s: Arena, e: DamagePaid) -> bool:
    return Counter(e.order) == Counter((*e.from_hand, *e.from_deck))


@rule("VB-15.7", on=DamagePaid, facts=lambda s, e: {"laid": list(e.order)})
def cards_are_laid_in_the_order_of_the_match(s: Arena, e: DamagePaid) -> bool:
    way = s.options.damage_order
    if way == "payer" or Counter(e.order) != Counter((*e.from_hand, *e.from_deck)):
        return True
    first = e.from_hand if way == "hand_first" else e.from_deck
    return Counter(e.order[: len(first)]) == Counter(first)


@which("VB-17.4", on=ATDestroyed, facts=lambda s, e: {"unit": e.unit})
def one_at_is_destroyed(s: Arena, e: ATDestroyed) -> str | None:
    due = s.to_destroy is not None and s.to_destroy[0] == e.unit
    return None if due or is_effect(s, e.cause) else "VB-17.4"


@which("VB-15.6", "VB-17.4", "VB-17.5", on=DamageTakenByAT, facts=lambda s, e: {"unit": e.unit})
def damage_is_taken_by_an_at_of_the_combat(s: Arena, e: DamageTakenByAT) -> str | None:
    combat = s.open_combat(e.combat)
    if combat is None:
        return None
    if combat.taken is not None:
        return "VB-17.4"
    at = s.ats.get(e.unit)
    if at is None or at.owner != e.actor or e.unit not in combat.units:
        return "VB-15.6"
    if at.state == "destroyed":
        return "VB-15.6"
    if combat.paid is not None and s.options.damage_by_at == "all_or_cards":
        return "VB-15.6"
    return None
