"""Wrong turns: phases (SM-4, SM-5), main phase (SM-6), charging (SM-7), deploying (SM-8)."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.game import Fault
from auditor.games.soukou_musume.faults.table import (
    absent,
    can_retreat,
    event,
    fresh,
    hand,
    in_main,
    is_calm,
    other,
    own,
    retreat_cost,
    units,
    wrecks,
)
from auditor.games.soukou_musume.state import Soukou
from events import Event
from events.soukou_musume import (
    CardsDrawn,
    PhaseBegan,
    TurnBegan,
    TurnEnded,
    UnitCharged,
    UnitDeployed,
    UnitRetreated,
)


def phase(s: Soukou, name: str, seat: str | None = None) -> Event:
    return event(PhaseBegan, s, seat or s.player, phase=name)


def wrong_number(s: Soukou) -> Iterator[Event]:
    if is_calm(s) and s.phase == "start":
        yield event(TurnBegan, s, s.player, turn=s.turn + 2, player=s.player)


def phase_left_out(s: Soukou) -> Iterator[Event]:
    if in_main(s):
        yield phase(s, "end")
    if is_calm(s) and s.phase == "end" and not s.judged_for:
        yield event(TurnEnded, s, s.player, turn=s.turn + 1)


def other_seat(s: Soukou) -> Iterator[Event]:
    if in_main(s):
        yield phase(s, "attack", other(s.player))
    if is_calm(s) and s.phase == "attack":
        yield phase(s, "end", other(s.player))


def is_drawing(s: Soukou) -> bool:
    return is_calm(s) and s.phase == "draw" and not s.drawn


def two_drawn(s: Soukou) -> Iterator[Event]:
    if is_drawing(s) and s.deck[s.player].size > 1:
        yield own(CardsDrawn, s, cards=(None, None), reason="draw_phase", cause=None)


def plays_on_without_a_deck(s: Soukou) -> Iterator[Event]:
    if is_drawing(s) and s.deck[s.player].size == 0:
        yield phase(s, "main")


def retreats_where_none_is(s: Soukou) -> Iterator[Event]:
    unit = can_retreat(s)
    if unit is not None:
        paid = tuple(p.id for p in unit.energy)[: retreat_cost(s, unit)]
        yield own(UnitRetreated, s, unit=unit.id, energy=paid)


def deployed(s: Soukou, code: str) -> Event:
    fields = {"slot": None, "from_": "hand", "cause": None}
    return own(UnitDeployed, s, unit=fresh(s, s.player, "u"), card=code, **fields)


def has_room(s: Soukou) -> bool:
    slots = s.options.reserve_slots
    there = [u for u in s.units.values() if u.owner == s.player and u.id != s.main[s.player]]
    return slots is None or len(there) < slots


def deploys_after_the_main_phase(s: Soukou) -> Iterator[Event]:
    if is_calm(s) and s.phase in ("attack", "end") and has_room(s):
        yield from (deployed(s, code) for code in hand(s, s.player, "unit"))


def deploys_a_command(s: Soukou) -> Iterator[Event]:
    if in_main(s) and has_room(s):
        yield from (deployed(s, code) for code in hand(s, s.player, "tactic", "strategy"))


def deploys_without_room(s: Soukou) -> Iterator[Event]:
    slots = s.options.reserve_slots
    there = [u for u in s.units.values() if u.owner == s.player and u.id != s.main[s.player]]
    if in_main(s) and slots is not None and len(there) >= slots:
        yield from (deployed(s, code) for code in hand(s, s.player, "unit"))


def charged(s: Soukou, unit: str, code: str) -> Event:
    energy = fresh(s, s.player, "e")
    fields = {"energy": energy, "basis": "normal", "cause": None}
    return own(UnitCharged, s, unit=unit, card=code, **fields)


def charge_of(s: Soukou, done: bool, targets: list[str]) -> Iterator[Event]:
    if in_main(s) and s.charged is done:
        for code in s.hand[s.player].known[:1]:
            yield from (charged(s, target, code) for target in targets)


def charges_twice(s: Soukou) -> Iterator[Event]:
    return charge_of(s, True, [u.id for u in units(s, s.player)])


def charges_the_enemy(s: Soukou) -> Iterator[Event]:
    return charge_of(s, False, [u.id for u in units(s, other(s.player))])


def charges_a_wreck(s: Soukou) -> Iterator[Event]:
    return charge_of(s, False, [u.id for u in wrecks(s, s.player)])


def charges_from_nowhere(s: Soukou) -> Iterator[Event]:
    if in_main(s) and not s.charged:
        for code in absent(s, s.player)[:3]:
            yield from (charged(s, u.id, code) for u in units(s, s.player))


def draws_two_for_a_charge(s: Soukou) -> Iterator[Event]:
    for seat, cause in s.draws[:1]:
        if s.deck[seat].size > 1 and not s.is_over:
            fields = {"player": seat, "reason": "charge", "cause": cause}
            yield event(CardsDrawn, s, seat, cards=(None, None), **fields)


def plays_on_after_a_charge_without_a_deck(s: Soukou) -> Iterator[Event]:
    for seat, _ in s.draws[:1]:
        if s.deck[seat].size == 0 and s.phase == "main" and not s.is_over:
            yield phase(s, "attack")


FAULTS = {
    "SM-4.1": Fault(wrong_number),
    "SM-4.2": Fault(phase_left_out),
    "SM-4.3": Fault(other_seat),
    "SM-5.1": Fault(two_drawn),
    "SM-5.2": Fault(plays_on_without_a_deck),
    "SM-6.1": Fault(retreats_where_none_is, {"main_phase_retreat": False}),
    "SM-6.3": Fault(deploys_after_the_main_phase),
    "SM-7.1": Fault(charges_twice),
    "SM-7.2": Fault(charges_the_enemy),
    "SM-7.3": Fault(charges_from_nowhere),
    "SM-7.4": Fault(draws_two_for_a_charge),
    "SM-7.5": Fault(plays_on_after_a_charge_without_a_deck),
    "SM-7.7": Fault(charges_a_wreck),
    "SM-8.1": Fault(deploys_a_command),
    "SM-8.3": Fault(deploys_without_room, {"wreck_occupies_slot": True}),
}
