"""Charging (SM-7)."""

from auditor.declare import rule
from auditor.games.soukou_musume.state import SEATS, Soukou, is_id
from auditor.games.soukou_musume.texts import concerned
from auditor.games.soukou_musume.windows import part_of
from events.soukou_musume import UnitCharged


@rule("SM-7.1", on=UnitCharged)
def one_ordinary_charge_a_turn(s: Soukou, e: UnitCharged) -> bool:
    return e.basis == "effect" or not s.charged


@rule("SM-7.3", on=UnitCharged, facts=lambda s, e: {"card": e.card})
def the_card_is_of_the_hand(s: Soukou, e: UnitCharged) -> bool:
    if e.player not in SEATS:
        return False
    hand = s.hand[e.player]
    return hand.size > 0 and (e.card is None or e.card in hand)


@rule("SM-7.7", on=UnitCharged, facts=lambda s, e: {"unit": e.unit})
def no_wreck_is_charged(s: Soukou, e: UnitCharged) -> bool:
    return not s.units[e.unit].is_wrecked


@rule("SM-13.9", on=UnitCharged, facts=lambda s, e: {"unit": e.unit})
def a_text_charges_the_unit_it_names(s: Soukou, e: UnitCharged) -> bool:
    if e.basis == "normal" or s.text is None:
        return True
    found = part_of(s, e)
    if found is None or not found.part.is_known:
        return True
    unit = concerned(s, s.text, found.part)
    return unit is not None and unit.id == e.unit


@rule("GN-2.3", on=UnitCharged, facts=lambda s, e: {"energy": e.energy})
def id_of_the_energy_is_new(s: Soukou, e: UnitCharged) -> bool:
    return is_id(e.energy, e.player, "e") and e.energy not in s.used
