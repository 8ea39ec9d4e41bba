"""Wrong ways of carrying out a text (SM-20)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from auditor.game import Fault
from auditor.games.soukou_musume.faults.table import (
    bench,
    event,
    first_part,
    fresh,
    in_main,
    main_unit,
    may_attack,
    other,
    own,
    printed,
    retreat_cost,
    use,
)
from auditor.games.soukou_musume.faults.turns import phase
from auditor.games.soukou_musume.state import Soukou, Unit
from events import Event
from events.soukou_musume import (
    AttachedCard,
    DeckLooked,
    DeckSearched,
    EnergyDiscarded,
    EnergyMoved,
    HandDiscarded,
    SetDiscarded,
    StateChanged,
    UnitRetreated,
    UnitsSwapped,
)


def text_part(s: Soukou, *verbs: str) -> tuple[Any, Any, str] | None:
    """The part that comes next, its text, and who is told to carry it out."""
    part = first_part(s, *verbs)
    if part is None or s.text is None:
        return None
    if part.condition in ("won", "lost"):
        made = s.text.results[-1] if s.text.results else None
        if made is None or made.claimed != part.condition:
            return None
    theirs = part.given and part.given[0] in ("opponent", "opposing_main")
    return part, s.text, other(s.text.seat) if theirs else s.text.seat


def discards_two_for_one(s: Soukou) -> Iterator[Event]:
    found = text_part(s, "discard_hand")
    if found is not None and found[0].given[1] == "1":
        _, text, seat = found
        cards = s.hand[seat].known[:2]
        if len(cards) == 2:
            fields = {"cards": cards, "as_energy": (), "cause": text.cause}
            yield event(HandDiscarded, s, seat, player=seat, **fields)


def attaches_without_a_card(s: Soukou) -> Iterator[Event]:
    found = text_part(s, "discard_hand")
    if found is not None and found[0].given[1] in ("1", "2"):
        part, text, seat = found
        count = int(part.given[1])
        cards, unit = s.hand[seat].known[:count], main_unit(s, seat)
        texts = [s.book.cards[str(p.card)] for u in s.units.values() for p in u.sets]
        allowed = any(k.name == "Salvage" for card in texts for k in (card.skills or {}).values())
        if len(cards) == count and unit is not None and not allowed:
            energy = fresh(s, seat, "e")
            attached = (AttachedCard(card=cards[0], unit=unit.id, energy=energy),)
            fields = {"cards": cards, "as_energy": attached, "cause": text.cause}
            yield event(HandDiscarded, s, seat, player=seat, **fields)


def wrong_seat_swaps(s: Soukou) -> Iterator[Event]:
    found = text_part(s, "swap")
    if found is not None and found[0].given == ("opposing_main",):
        _, text, seat = found
        for unit in bench(s, seat):
            fields = {"out": s.main[seat], "in_": unit.id, "cause": text.cause}
            yield event(UnitsSwapped, s, text.seat, player=seat, **fields)


def swap_left_out(s: Soukou) -> Iterator[Event]:
    found = text_part(s, "swap")
    if found is None or found[0].given != ("this",) or s.phase != "attack":
        return
    if bench(s, found[2]) and s.main[found[2]] == found[1].unit:
        yield phase(s, "end")


def looks_at_too_few(s: Soukou) -> Iterator[Event]:
    found = text_part(s, "look")
    if found is not None and s.deck[found[2]].size > 1:
        count = min(5, s.deck[found[2]].size) - 1
        fields = {"count": count, "cards": (None,) * count, "cause": found[1].cause}
        yield event(DeckLooked, s, found[2], player=found[2], **fields)


def wrong_seat_discards_a_set(s: Soukou) -> Iterator[Event]:
    found = text_part(s, "discard_set")
    unit = None if found is None else main_unit(s, found[2])
    if found is not None and unit is not None and unit.sets:
        fields = {"unit": unit.id, "sets": (unit.sets[0].id,), "cause": found[1].cause}
        yield event(SetDiscarded, s, found[1].seat, player=found[2], **fields)


def energy_off(s: Soukou, whom: str, count: int) -> Iterator[Event]:
    found = text_part(s, "discard_energy")
    if found is None or found[0].given[0] != whom or found[0].given[1] == "any":
        return
    unit = main_unit(s, found[2])
    if unit is not None and len(unit.energy) >= max(count, int(found[0].given[1])):
        ids = tuple(p.id for p in unit.energy)[:count]
        fields = {"unit": unit.id, "energy": ids, "cause": found[1].cause}
        yield event(EnergyDiscarded, s, found[2], player=found[2], **fields)


def burns_one_of_two(s: Soukou) -> Iterator[Event]:
    return energy_off(s, "this", 1)


def burns_two_for_one(s: Soukou) -> Iterator[Event]:
    return energy_off(s, "opposing_main", 2)


def barred_skill(s: Soukou) -> Iterator[Event]:
    unit = main_unit(s, s.player)
    if may_attack(s) and unit is not None and unit.state == "normal":
        for x in s.effects:
            card = printed(s, unit)
            now = x.effect == "skill_barred" and x.on == unit.id and x.first <= s.turn <= x.last
            if now and card is not None and len(unit.energy) >= card.skills[x.skill or ""].cost:
                yield use(s, unit, x.skill or "")


def barred_retreat(s: Soukou) -> Iterator[Event]:
    unit = main_unit(s, s.player) if in_main(s) and not s.retreated else None
    barred = any(
        x.effect == "no_retreat" and x.on == s.player and x.first <= s.turn <= x.last
        for x in s.effects
    )
    if unit is not None and barred and unit.state != "medium" and bench(s, s.player):
        cost = retreat_cost(s, unit)
        if cost is not None and len(unit.energy) >= cost:
            ids = tuple(p.id for p in unit.energy)[:cost]
            yield own(UnitRetreated, s, unit=unit.id, energy=ids)


def moved(s: Soukou, giver: Unit, to: str, count: int, cause: int | None) -> Event:
    ids = tuple(p.id for p in giver.energy)[:count]
    return own(EnergyMoved, s, from_=giver.id, to=to, energy=ids, cause=cause)


def moves_three(s: Soukou) -> Iterator[Event]:
    found = text_part(s, "move_energy")
    giver = None if found is None else s.units.get(found[1].unit)
    if found is None or giver is None or found[0].given[1] != "up_to_2":
        return
    for unit in bench(s, giver.owner) if len(giver.energy) > 2 else ():
        yield moved(s, giver, unit.id, 3, found[1].cause)


def moves_to_a_second(s: Soukou) -> Iterator[Event]:
    text = s.last_text
    giver = None if text is None else s.units.get(text.unit or "")
    done = s.phase == "attack" and s.skill_used and s.text is None and not s.is_over
    nested = s.down or s.choosing or s.draws or s.judging
    if not done or nested or text is None or giver is None or not giver.energy:
        return
    if text.is_skill and text.name in ("Ferry", "Gift"):
        yield from (moved(s, giver, u.id, 1, text.cause) for u in bench(s, giver.owner))


def searches_without_room(s: Soukou) -> Iterator[Event]:
    text, slots = s.text or s.last_text, s.options.reserve_slots
    if text is None or text.name != "Muster" or slots is None or s.is_over:
        return
    there = [u for u in s.units.values() if u.owner == s.player and u.id != s.main[s.player]]
    open_ = s.phase == "attack" and not (s.down or s.choosing or s.draws or s.judging)
    left = s.text is None or all(p.verb == "search" for p in s.text.parts)
    if open_ and left and len(there) >= slots and s.last.get("damage_dealt") == s.seq:
        fields = {"taken": None, "to": "none", "cause": text.cause}
        yield own(DeckSearched, s, **fields)


def half_recovered(s: Soukou) -> Iterator[Event]:
    found = text_part(s, "recover_state")
    unit = None if found is None else s.units.get(found[1].unit or "")
    if found is not None and unit is not None and unit.state == "medium":
        fields = {"unit": unit.id, "from_": "medium", "to": "minor", "cause": found[1].cause}
        yield event(StateChanged, s, "table", **fields)


MEDIUM = {"damage_thresholds": {"minor": 100, "medium": 200}}
FAULTS = {
    "SM-20.2": Fault(discards_two_for_one),
    "SM-20.3": Fault(wrong_seat_swaps),
    "SM-20.5": Fault(looks_at_too_few),
    "SM-20.6": Fault(wrong_seat_discards_a_set),
    "SM-20.14": Fault(barred_skill, {"impossible_effect": "as_much_as_possible"}),
    "SM-20.15": Fault(burns_one_of_two),
    "SM-20.16": Fault(moves_three),
    "SM-20.17": Fault(barred_retreat, {"main_phase_retreat": True}),
    "SM-20.18": Fault(burns_two_for_one),
    "SM-20.20": Fault(swap_left_out, {"skill_order": "damage_then_text"}),
    "SM-20.21": Fault(
        searches_without_room, {"wreck_occupies_slot": True, "search_when_full": "no_search"}
    ),
    "SM-20.22": Fault(moves_to_a_second),
    "SM-20.23": Fault(attaches_without_a_card),
    "SM-20.24": Fault(half_recovered, MEDIUM),
}
