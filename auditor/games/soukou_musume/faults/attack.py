"""Wrong attacks: skills (SM-13), damage (SM-14), states (SM-15), wrecks (SM-16)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from auditor.game import Fault
from auditor.games.soukou_musume.faults.table import (
    bench,
    event,
    first_part,
    hand,
    in_main,
    is_calm,
    main_unit,
    may_attack,
    other,
    own,
    printed,
    ready,
    skills,
    units,
    use,
    wrecks,
)
from auditor.games.soukou_musume.faults.turns import phase
from auditor.games.soukou_musume.state import Soukou, Unit
from events import Event
from events.soukou_musume import (
    CardsDrawn,
    CommandUsed,
    DamageChange,
    DamageDealt,
    DamageSteps,
    EnergyDiscarded,
    HpRecovered,
    MainUnitChosen,
    StateChanged,
    UnitWrecked,
)


def second_skill(s: Soukou) -> Iterator[Event]:
    unit = main_unit(s, s.player)
    if is_calm(s) and s.phase == "attack" and s.skill_used and unit is not None:
        yield from (use(s, unit, skill.name) for skill in ready(s, unit))


def first_turn(s: Soukou) -> Iterator[Event]:
    unit = main_unit(s, s.player)
    if is_calm(s) and s.phase == "attack" and s.turn == 1 and unit is not None:
        yield from (use(s, unit, skill.name) for skill in ready(s, unit))


def without_energy(s: Soukou) -> Iterator[Event]:
    unit = main_unit(s, s.player)
    if may_attack(s) and unit is not None and unit.state == "normal":
        for skill in skills(s, unit):
            barred = any(x.skill == skill.name and x.on == unit.id for x in s.effects)
            if skill.cost > len(unit.energy) and not barred:
                yield use(s, unit, skill.name)


def pays_for_a_skill(s: Soukou) -> Iterator[Event]:
    unit = main_unit(s, s.player)
    text = s.last_text
    done = is_calm(s) and s.phase == "attack" and s.skill_used
    if done and text is not None and unit is not None and unit.energy and text.is_skill:
        fields = {"energy": (unit.energy[0].id,), "cause": text.cause}
        yield own(EnergyDiscarded, s, unit=unit.id, **fields)


def from_the_reserve(s: Soukou) -> Iterator[Event]:
    if may_attack(s):
        for unit in bench(s, s.player):
            yield from (use(s, unit, skill.name) for skill in ready(s, unit))


def damaged(s: Soukou, state: str) -> Iterator[Event]:
    unit = main_unit(s, s.player)
    if may_attack(s) and unit is not None and unit.state == state:
        sound = unit._replace(state="normal")
        yield from (use(s, unit, skill.name) for skill in ready(s, sound))


def minor_attacks(s: Soukou) -> Iterator[Event]:
    return damaged(s, "minor")


def medium_attacks(s: Soukou) -> Iterator[Event]:
    return damaged(s, "medium")


def skill_hit(s: Soukou) -> tuple[Unit, Unit, Any] | None:
    """Who hits whom with which skill, where a skill's own damage comes next."""
    if first_part(s, "skill_hits") is None or s.text is None:
        return None
    user, hit = s.units.get(s.text.unit or ""), main_unit(s, other(s.text.seat))
    card = None if user is None else printed(s, user)
    if user is None or hit is None or card is None or printed(s, hit) is None:
        return None
    skill = card.skills[s.text.name or ""]
    simple = type(skill.damage) is int and all(p.verb != "judgement_damage" for p in skill.parts)
    return (user, hit, skill) if simple else None


def changes(s: Soukou, unit: Unit, verbs: dict[str, str], weapon: str) -> list[tuple[str, int]]:
    """What the set cards and the effects on a unit add, of some kinds."""
    found = []
    for piece in unit.sets:
        card = s.book.cards[str(piece.card)]
        skills_ = [k for k in (card.skills or {}).values() if k.mode == "continuous"]
        plain = not (unit.state == "medium" and s.options.medium_blocks_set_effects)
        special = unit.state == "normal"
        if unit.state == "minor":
            special = s.options.minor_ex != "all_off"
        lines = [(p, plain) for p in card.parts or ()]
        lines += [(p, special) for k in skills_ for p in k.parts or ()]
        for part, works in lines:
            if works and verbs.get(part.verb, "-") in ("", weapon):
                found.append((piece.id, int(part.given[-1])))
    for x in s.effects:
        if x.on == unit.id and x.effect in verbs and x.first <= s.turn <= x.last:
            found.append((str(x.source), x.amount or 0))
    return found


def worked(s: Soukou) -> tuple[Unit, int, list[Any], list[Any], bool] | None:
    """The unit hit, and the four steps as a player works them out."""
    found = skill_hit(s)
    if found is None:
        return None
    user, hit, skill = found
    facts = printed(s, user).facts
    own_ = changes(s, user, {"damage": "", "skill_damage": ""}, "")
    kinds = {
        "damage_taken": "",
        "melee_damage_taken": "melee",
        "shooting_damage_taken": "shooting",
    }
    theirs = changes(s, hit, kinds, facts["weapon"])
    doubled = facts["advantage"] == printed(s, hit).facts["attribute"]
    return hit, skill.damage, own_, theirs, doubled


def total(number: int, own_: list[Any], theirs: list[Any], doubled: bool) -> int:
    """The sum of the steps."""
    running = number + sum(n for _, n in own_) + sum(n for _, n in theirs)
    return int(max(0, running * (2 if doubled else 1)))


def dealt(s: Soukou, target: str, amount: int, steps: Any = None) -> Event:
    cause = None if s.text is None else s.text.cause
    actor = s.player if s.text is None else s.text.seat
    return event(DamageDealt, s, actor, cause=cause, target=target, amount=amount, steps=steps)


def with_steps(
    s: Soukou, base: int = 0, own_: Any = (), theirs: Any = (), flip: bool = False
) -> Iterator[Event]:
    """The damage with something added to a step, and the total that comes of it."""
    found = worked(s)
    if found is not None:
        hit, number, mine, others, doubled = found
        mine, others = [*mine, *own_], [*others, *theirs]
        steps = DamageSteps(
            base=number + base,
            own=tuple(DamageChange(source=a, delta=n) for a, n in mine),
            theirs=tuple(DamageChange(source=a, delta=n) for a, n in others),
            advantage=doubled is not flip,
        )
        amount = total(number + base, mine, others, doubled is not flip)
        yield dealt(s, hit.id, amount, steps)


def hits_the_reserve(s: Soukou) -> Iterator[Event]:
    found = worked(s)
    if found is not None and s.text is not None:
        amount = total(*found[1:])
        yield from (dealt(s, u.id, amount) for u in bench(s, other(s.text.seat)))


def wrong_total(s: Soukou) -> Iterator[Event]:
    found = worked(s)
    if found is not None:
        yield dealt(s, found[0].id, total(*found[1:]) + 100)


def wrong_base(s: Soukou) -> Iterator[Event]:
    return with_steps(s, base=100)


def added_by_nothing(s: Soukou) -> Iterator[Event]:
    return with_steps(s, own_=[("P1-s999", 200)])


def taken_off_by_nothing(s: Soukou) -> Iterator[Event]:
    return with_steps(s, theirs=[("P1-s999", -100)])


def wrong_advantage(s: Soukou) -> Iterator[Event]:
    return with_steps(s, flip=True)


def negative(s: Soukou) -> Iterator[Event]:
    found = worked(s)
    if found is not None:
        yield dealt(s, found[0].id, -100)


def melee_against_shooting(s: Soukou) -> Iterator[Event]:
    found = skill_hit(s)
    if found is not None and printed(s, found[0]).facts["weapon"] == "shooting":
        for piece in found[1].sets:
            if piece.card == "PX-15" and found[1].state == "normal":
                yield from with_steps(s, theirs=[(piece.id, -100)])


def dash_hits(s: Soukou) -> Iterator[Event]:
    text, unit = s.last_text, main_unit(s, other(s.player))
    if (
        is_calm(s)
        and s.phase == "attack"
        and s.skill_used
        and text is not None
        and unit is not None
    ):
        user = s.units.get(text.unit or "")
        card = None if user is None else printed(s, user)
        skill = None if card is None else card.skills.get(text.name or "")
        if text.is_skill and skill is not None and skill.damage == "-":
            fields = {"cause": text.cause, "target": unit.id, "amount": 200, "steps": None}
            yield event(DamageDealt, s, s.player, **fields)


def doubled_in_the_reserve(s: Soukou) -> Iterator[Event]:
    part = first_part(s, "damage_reserve")
    if part is not None and s.text is not None and s.text.target in s.units:
        target = s.units[s.text.target]
        user = s.text.unit
        lasting = [x for x in s.effects if x.on in (target.id, user)]
        if not lasting and target.state != "wrecked" and target.id != s.main[target.owner]:
            yield dealt(s, target.id, part.number * 2)


def recovered(s: Soukou, unit: Unit, amount: int, cause: int | None) -> Event:
    return event(HpRecovered, s, "table", unit=unit.id, amount=amount, cause=cause)


def healed_by_a_uniform(s: Soukou) -> Iterator[Event]:
    cause = s.last.get("card_set")
    if in_main(s) and cause is not None:
        for unit in units(s, s.player):
            if unit.damage and unit.last_set == s.turn:
                yield recovered(s, unit, unit.damage, cause)


def damage_left_out(s: Soukou) -> Iterator[Event]:
    if worked(s) is not None and s.phase == "attack":
        yield phase(s, "end")


def draws_one_of_two(s: Soukou) -> Iterator[Event]:
    part = first_part(s, "draw")
    if part is None or s.text is None or part.given != ("2",):
        return
    if s.deck[s.text.seat].size >= 2:
        fields = {"cards": (None,), "reason": "effect", "cause": s.text.cause}
        yield event(CardsDrawn, s, s.text.seat, player=s.text.seat, **fields)


def state_from_nowhere(s: Soukou) -> Iterator[Event]:
    if in_main(s):
        for unit in s.units.values():
            if unit.state == "normal":
                fields = {"unit": unit.id, "from_": "normal", "to": "minor", "cause": 1}
                yield event(StateChanged, s, "table", **fields)


def on_it(unit: Unit) -> tuple[str, ...]:
    return tuple(p.id for p in (*unit.energy, *unit.sets))


def wrecked_in_health(s: Soukou) -> Iterator[Event]:
    if in_main(s):
        for unit in bench(s, other(s.player)):
            if unit.damage == 0:
                fields = {"unit": unit.id, "discarded": on_it(unit), "cause": None}
                yield event(UnitWrecked, s, "table", **fields)


def keeps_a_card(s: Soukou) -> Iterator[Event]:
    text = s.text is not None or s.draws or s.judging or s.struck
    for down in s.down if not text and not s.is_over else ():
        unit = s.units[down.unit]
        if on_it(unit) and (s.options.wreck_anytime or s.phase == "attack"):
            cause = s.last.get(f"hit {unit.id}")
            fields = {"unit": unit.id, "discarded": on_it(unit)[1:], "cause": cause}
            yield event(UnitWrecked, s, "table", **fields)


def wreck_is_healed(s: Soukou) -> Iterator[Event]:
    if in_main(s):
        yield from (recovered(s, u, 300, 1) for u in wrecks(s, s.player))


def is_replacing(s: Soukou) -> bool:
    others = s.text or s.draws or s.judging or s.down or s.retreat or s.struck
    return bool(s.choosing) and not others and not s.is_over


def not_replaced(s: Soukou) -> Iterator[Event]:
    if is_replacing(s) and s.phase == "attack":
        yield phase(s, "end")


def replaced_by(s: Soukou, actor: str, seat: str, unit: str) -> Event:
    fields = {"player": seat, "unit": unit, "reason": "wreck", "cause": s.choosing[seat]}
    return event(MainUnitChosen, s, actor, **fields)


def attacker_chooses(s: Soukou) -> Iterator[Event]:
    for seat in s.choosing if is_replacing(s) and len(s.choosing) == 1 else ():
        yield from (replaced_by(s, other(seat), seat, u.id) for u in bench(s, seat))


def wreck_replaces(s: Soukou) -> Iterator[Event]:
    for seat in s.choosing if is_replacing(s) and len(s.choosing) == 1 else ():
        yield from (replaced_by(s, seat, seat, u.id) for u in wrecks(s, seat))


def wreck_is_chosen(s: Soukou) -> Iterator[Event]:
    if in_main(s) and not s.strategy_used:
        for code in hand(s, s.player, "strategy"):
            if [p.verb for p in s.book.cards[code].parts or ()] == ["damage_reserve"]:
                for unit in wrecks(s, other(s.player)):
                    choices = {"target": unit.id}
                    yield own(CommandUsed, s, card=code, kind="strategy", choices=choices)


PLAIN = {"floor_at": "end"}
DAMAGED = {"damage_thresholds": {"minor": 100, "medium": 2000}}
FAULTS = {
    "SM-13.1": Fault(second_skill, {"wreck_check": "after_whole_effect"}),
    "SM-13.3": Fault(first_turn, {"impossible_effect": "as_much_as_possible"}),
    "SM-13.4": Fault(without_energy, {"impossible_effect": "as_much_as_possible"}),
    "SM-13.5": Fault(pays_for_a_skill),
    "SM-13.6": Fault(from_the_reserve),
    "SM-13.7": Fault(hits_the_reserve, PLAIN),
    "SM-13.8": Fault(damage_left_out, {"skill_order": "damage_then_text"}),
    "SM-13.9": Fault(draws_one_of_two),
    "SM-14.1": Fault(wrong_total, PLAIN),
    "SM-14.2": Fault(wrong_base, PLAIN),
    "SM-14.3": Fault(added_by_nothing, PLAIN),
    "SM-14.5": Fault(taken_off_by_nothing, PLAIN),
    "SM-14.7": Fault(wrong_advantage, PLAIN),
    "SM-14.8": Fault(negative, PLAIN),
    "SM-14.9": Fault(dash_hits),
    "SM-14.10": Fault(
        doubled_in_the_reserve, {"reserve_damage_excludes": "advantage_and_all_sets"}
    ),
    "SM-14.11": Fault(melee_against_shooting, PLAIN),
    "SM-14.12": Fault(healed_by_a_uniform),
    "SM-15.2": Fault(minor_attacks, {**DAMAGED, "impossible_effect": "as_much_as_possible"}),
    "SM-15.3": Fault(
        medium_attacks,
        {
            "damage_thresholds": {"minor": 100, "medium": 200},
            "impossible_effect": "as_much_as_possible",
        },
    ),
    "SM-15.5": Fault(state_from_nowhere, {"damage_thresholds": None}),
    "SM-16.1": Fault(wrecked_in_health),
    "SM-16.3": Fault(keeps_a_card),
    "SM-16.4": Fault(wreck_is_healed),
    "SM-16.5": Fault(not_replaced, {"wreck_check": "after_whole_effect"}),
    "SM-16.6": Fault(attacker_chooses, {"wreck_check": "after_whole_effect"}),
    "SM-16.7": Fault(wreck_replaces, {"wreck_check": "after_whole_effect"}),
    "SM-16.9": Fault(wreck_is_chosen),
}
