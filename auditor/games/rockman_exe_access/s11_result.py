"""What follows from the result: moves, damage, deletion, win piles (RX-11 to RX-13, RX-15)."""

from typing import Any

from auditor.declare import rule, which
from auditor.games.rockman_exe_access.results import broken_by_damage, broken_by_move
from auditor.games.rockman_exe_access.sides import damages
from auditor.games.rockman_exe_access.state import Access
from auditor.hidden import Undecided
from events.rockman_exe_access import CardsMoved, DamageDealt, NaviDeleted, WinPileReturned


@which(
    "RX-11.2",
    "RX-11.5",
    "RX-11.7",
    "RX-12.3",
    "RX-16.5",
    "RX-18.1",
    "RX-18.2",
    "RX-18.3",
    on=CardsMoved,
    facts=lambda s, e: {"slots": list(e.slots), "to": e.to},
)
def cards_go_where_they_belong(s: Access, e: CardsMoved) -> str | None:
    return broken_by_move(s, e)


def damage_facts(s: Access, e: DamageDealt) -> dict[str, Any]:
    """The damage as the auditor reckons it."""
    due = damages(s).get((e.seat, e.cause))
    return {"found": e.amount, "expected": list(due[:2]) if due is not None else 0}


@which(
    "RX-11.3",
    "RX-11.6",
    "RX-11.8",
    "RX-12.2",
    "RX-14.9",
    "RX-17.11",
    on=DamageDealt,
    facts=damage_facts,
)
def damage_is_what_the_cards_do(s: Access, e: DamageDealt) -> str | None:
    return broken_by_damage(s, e)


def gauge_facts(s: Access, e: DamageDealt) -> dict[str, Any]:
    """The gauge before the damage, and the one claimed."""
    navi = s.plugged.get(e.seat)
    return {"lp": list(navi.lp[:2]) if navi else [], "found": e.lp_after}


@rule("RX-13.1", on=DamageDealt, facts=gauge_facts)
def gauge_goes_down_by_the_damage(s: Access, e: DamageDealt) -> bool:
    navi = s.plugged.get(e.seat)
    if navi is None:
        return False
    low, high = max(0, navi.lp.low - e.amount), max(0, navi.lp.high - e.amount)
    if not low <= e.lp_after <= high:
        return False
    if low < high:
        raise Undecided(*navi.lp.places)
    return True


@which("RX-13.2", "RX-13.4", on=NaviDeleted, facts=lambda s, e: {"card": e.card})
def navi_at_nought_is_deleted(s: Access, e: NaviDeleted) -> str | None:
    navi = s.plugged.get(e.seat)
    if navi is None or navi.lp.low > 0:
        return "RX-13.2"
    if e.card not in (None, navi.card):
        return "RX-13.4"
    if navi.lp.high > 0:
        raise Undecided(*navi.lp.places)
    return None


@rule(
    "RX-15.4",
    on=WinPileReturned,
    facts=lambda s, e: {"found": e.count, "expected": len(s.win_pile[e.seat])},
)
def whole_win_pile_is_taken(s: Access, e: WinPileReturned) -> bool:
    return e.count == len(s.win_pile[e.seat])
