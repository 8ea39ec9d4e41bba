"""Putting units out (SM-8)."""

from auditor.declare import rule
from auditor.games.soukou_musume.acts import found_card
from auditor.games.soukou_musume.state import SEATS, Soukou, is_id
from events.soukou_musume import UnitDeployed


@rule("SM-8.1", on=UnitDeployed, facts=lambda s, e: {"card": e.card})
def a_unit_of_the_hand_is_put_out(s: Soukou, e: UnitDeployed) -> bool:
    if e.player not in SEATS:
        return False
    if e.from_ == "hand":
        hand = s.hand[e.player]
        if not hand.size or (e.card is not None and e.card not in hand):
            return False
    elif (found := found_card(s)) is not None and e.card not in (None, found):
        return False
    return s.card(s.shown(e.card, e.player, e.seq)).is_unit


@rule("SM-8.3", on=UnitDeployed, facts=lambda s, e: {"reserve_slots": s.options.reserve_slots})
def a_place_is_free(s: Soukou, e: UnitDeployed) -> bool:
    return e.player not in SEATS or s.has_place(e.player)


@rule("GN-2.3", on=UnitDeployed, facts=lambda s, e: {"unit": e.unit})
def id_of_the_unit_is_new(s: Soukou, e: UnitDeployed) -> bool:
    return is_id(e.unit, e.player, "u") and e.unit not in s.used
