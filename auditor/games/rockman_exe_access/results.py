"""The damage an attack does, where its cards go, and the rule that a wrong one breaks."""

from __future__ import annotations

from typing import Any

from auditor.games.rockman_exe_access.owed import destination
from auditor.games.rockman_exe_access.sides import STEADY, damages, hangs_on, is_spared, side
from auditor.games.rockman_exe_access.state import Access
from auditor.hidden import Undecided


def damage_rule(s: Access, e: Any) -> str:
    """The rule of the damage that a seat takes, or does not take."""
    battle = s.battle
    if e.cause == "effect":
        return "RX-17.11"
    if battle is None or not battle.blocked:
        return "RX-12.2"
    if is_spared(s, e.seat):
        return "RX-14.9"
    if battle.winners == frozenset({e.seat}):
        return "RX-11.8"
    return "RX-11.6" if battle.winners == frozenset({"draw"}) else "RX-11.3"


def broken_by_damage(s: Access, e: Any) -> str | None:
    """The rule that some damage breaks by its seat, its cause or its amount. Raises: Undecided."""
    battle = s.battle
    if e.cause == "effect":
        _no_card_may_hurt(s)
        return "RX-17.11"
    due = damages(s).get((e.seat, e.cause))
    if battle is None or due is None or (e.seat, e.cause) in battle.damaged:
        return damage_rule(s, e)
    rule = damage_rule(s, e)
    try:
        return None if due.agrees(e.amount) else rule
    except Undecided as undecided:
        raise Undecided(*undecided.places, rule=rule) from None


def _no_card_may_hurt(s: Access) -> None:
    """Raises: Undecided, if a card on the field has an ability the rules do not know."""
    for seat in s.battle.sides() if s.battle else ():
        found = side(s, seat)
        for code in (*found.known, *found.could):
            ability = s.cards[code].ability
            if ability not in (None, STEADY):
                raise Undecided(f"catalogue: {code} ability {ability}")


def broken_by_move(s: Access, e: Any) -> str | None:
    """The rule that cards break by the place they are moved to. Raises: Undecided."""
    battle = s.battle
    if battle is None:
        return _not_there(s, e)
    lying = {c.slot for c in s.lying(e.seat)}
    if not e.slots or len(set(e.slots)) != len(e.slots) or not set(e.slots) <= lying:
        return _not_there(s, e)
    back = set(e.slots) & set(battle.returned)
    if back and e.to != "hand":
        return "RX-16.5"
    if back == set(e.slots):
        return None
    rule, to = destination(s, e.seat)
    if back:
        return rule
    if to is None and e.to != "hand":
        raise Undecided(*hangs_on(s), rule=rule)
    return None if e.to == to else rule


def _not_there(s: Access, e: Any) -> str:
    if any(c.slot in e.slots for c in s.discard[e.seat]):
        return "RX-18.2"
    if any(c.slot in e.slots for c in s.win_pile[e.seat]):
        return "RX-18.3"
    return "RX-18.1"
