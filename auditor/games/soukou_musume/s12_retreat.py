"""Retreat and swaps (SM-12)."""

from typing import Any

from auditor.declare import rule, which
from auditor.games.soukou_musume.state import SEATS, Soukou
from auditor.games.soukou_musume.texts import concerned, lasting, seat_of
from auditor.games.soukou_musume.windows import part_of
from events.soukou_musume import MainUnitChosen, UnitRetreated, UnitsSwapped


@rule("SM-6.1", on=UnitRetreated)
def the_main_phase_has_retreats(s: Soukou, e: UnitRetreated) -> bool:
    return bool(s.options.main_phase_retreat)


@rule("SM-12.2", on=UnitRetreated)
def one_retreat_a_turn(s: Soukou, e: UnitRetreated) -> bool:
    return not s.retreated


def paid(s: Soukou, e: UnitRetreated) -> dict[str, Any]:
    """What the retreat costs, what is there, and what was paid."""
    unit = s.units[e.unit]
    cost = s.card(unit.card).fact("retreat_cost")
    return {"cost": cost, "attached": len(unit.energy), "paid": list(e.energy)}


@which("SM-12.3", "SM-12.4", on=UnitRetreated, facts=paid)
def the_cost_is_paid_exactly(s: Soukou, e: UnitRetreated) -> str | None:
    unit = s.units[e.unit]
    own = {p.id for p in unit.energy}
    if len(set(e.energy)) != len(e.energy) or not own.issuperset(e.energy):
        return "SM-12.3"
    cost = s.card(unit.card).fact("retreat_cost")
    if len(own) < cost:
        return "SM-12.4"
    return None if len(e.energy) == cost else "SM-12.3"


@rule("SM-12.6", on=UnitRetreated)
def somebody_can_come_forward(s: Soukou, e: UnitRetreated) -> bool:
    return bool(s.sound_reserve(e.player)) or not s.options.retreat_needs_reserve


@rule("SM-12.8", on=UnitRetreated, facts=lambda s, e: {"unit": e.unit})
def no_medium_damaged_unit_retreats(s: Soukou, e: UnitRetreated) -> bool:
    return s.units[e.unit].state != "medium"


@rule("SM-20.17", on=UnitRetreated)
def no_retreat_is_barred(s: Soukou, e: UnitRetreated) -> bool:
    return not any(lasting(s, "no_retreat", e.player))


@which(
    "SM-12.5",
    "SM-12.6",
    "SM-16.6",
    "SM-16.7",
    on=MainUnitChosen,
    facts=lambda s, e: {"unit": e.unit},
)
def a_sound_reserve_unit_comes_forward(s: Soukou, e: MainUnitChosen) -> str | None:
    if e.actor != e.player:
        return "SM-16.6" if e.reason == "wreck" else "SM-12.5"
    retreat = e.reason == "retreat"
    first = s.options.double_replacement == "turn_player_first"
    if not retreat and first and s.player in s.choosing and e.player != s.player:
        return "SM-16.6"
    unit = s.unit(e.unit)
    if unit is None or unit.owner != e.player:
        return "SM-12.6" if retreat else "SM-16.6"
    if unit.is_wrecked:
        return "SM-12.6" if retreat else "SM-16.7"
    if retreat and s.is_main(unit):
        alone = not s.options.retreat_needs_reserve
        return None if alone else "SM-12.6"
    return None


@which("SM-16.9", "SM-20.3", "SM-20.20", on=UnitsSwapped, facts=lambda s, e: {"unit": e.in_})
def who_is_told_to_swap_chooses(s: Soukou, e: UnitsSwapped) -> str | None:
    if e.player not in SEATS or s.text is None:
        return None
    if e.actor != e.player:
        return "SM-20.3"
    unit = s.unit(e.in_)
    if unit is not None and unit.is_wrecked:
        return "SM-16.9"
    sound = {u.id for u in s.sound_reserve(e.player)}
    out = s.main[e.player]
    found = part_of(s, e)
    if found is not None and found.part.is_known:
        named = concerned(s, s.text, found.part)
        out = None if named is None else named.id
        if seat_of(s, s.text, found.part) != e.player:
            return "SM-20.3"
    return None if e.in_ in sound and e.out == out else "SM-20.20"


def what_calls_for_it(s: Soukou, e: MainUnitChosen) -> int | None:
    """The retreat or the wreck after which a seat chooses."""
    if e.reason == "wreck":
        return s.choosing.get(e.player)
    return None if s.retreat is None else s.retreat.cause


@rule(
    "GN-1.9",
    on=MainUnitChosen,
    facts=lambda s, e: {"found": e.cause, "expected": what_calls_for_it(s, e)},
)
def choice_names_what_calls_for_it(s: Soukou, e: MainUnitChosen) -> bool:
    return e.cause is None or what_calls_for_it(s, e) in (None, e.cause)
