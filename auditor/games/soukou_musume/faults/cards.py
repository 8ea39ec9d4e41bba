"""Wrong uses of cards: commands (SM-9), setting (SM-10), EX skills (SM-11), retreat (SM-12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from auditor.game import Fault
from auditor.games.soukou_musume.faults.table import (
    absent,
    bench,
    can_retreat,
    event,
    first_part,
    fresh,
    hand,
    in_main,
    is_calm,
    main_unit,
    other,
    own,
    retreat_cost,
    units,
    wrecks,
)
from auditor.games.soukou_musume.faults.turns import phase
from auditor.games.soukou_musume.state import Soukou, Unit
from events import Event
from events.soukou_musume import (
    CardSet,
    CommandUsed,
    ExSkillUsed,
    HpRecovered,
    MainUnitChosen,
    UnitRetreated,
)


def used(s: Soukou, code: str, kind: str, **choices: str) -> Event:
    return own(CommandUsed, s, card=code, kind=kind, choices=choices)


def uses_from_nowhere(s: Soukou) -> Iterator[Event]:
    if in_main(s):
        for code in absent(s, s.player, "tactic"):
            given = [word for p in s.book.cards[code].parts or () for word in p.given]
            if not any("chosen" in word for word in given):
                yield used(s, code, "tactic")


def second_strategy(s: Soukou) -> Iterator[Event]:
    if in_main(s) and s.strategy_used:
        for code in hand(s, s.player, "strategy"):
            if [p.verb for p in s.book.cards[code].parts or ()] == ["draw"]:
                yield used(s, code, "strategy")


def sets_what_is_gone(s: Soukou, kind: str) -> Iterator[Event]:
    text = s.last_text
    if in_main(s) and text is not None and not text.is_skill and text.name is None:
        code = text.card
        if isinstance(code, str) and s.book.cards[code].known_kind == kind:
            for unit in units(s, s.player):
                yield own(
                    CardSet,
                    s,
                    unit=unit.id,
                    card=code,
                    set=fresh(s, s.player, "s"),
                    cause=text.cause,
                )


def sets_a_strategy(s: Soukou) -> Iterator[Event]:
    return sets_what_is_gone(s, "strategy")


def sets_a_tactic(s: Soukou) -> Iterator[Event]:
    return sets_what_is_gone(s, "tactic")


def leaves_a_uniform_unset(s: Soukou) -> Iterator[Event]:
    if first_part(s, "set") is not None:
        yield phase(s, "attack")


def set_on(s: Soukou, fits: Callable[[Unit], Any], seat: str | None = None) -> Iterator[Event]:
    """A uniform set on a unit that it may not be set on."""
    if first_part(s, "set") is None or s.text is None or not isinstance(s.text.card, str):
        return
    for unit in s.units.values():
        if unit.owner == (seat or s.player) and fits(unit):
            yield own(
                CardSet,
                s,
                unit=unit.id,
                card=s.text.card,
                set=fresh(s, s.player, "s"),
                cause=s.text.cause,
            )


def stood_here(s: Soukou, u: Unit) -> bool:
    return u.entered < s.turn and u.state != "wrecked"


def sets_on_the_new(s: Soukou) -> Iterator[Event]:
    return set_on(s, lambda u: u.entered == s.turn and u.last_set != s.turn)


def sets_twice(s: Soukou) -> Iterator[Event]:
    return set_on(s, lambda u: u.last_set == s.turn and stood_here(s, u))


def sets_on_a_wreck(s: Soukou) -> Iterator[Event]:
    wrecked = {u.id for u in wrecks(s, s.player)}
    fits = lambda u: u.id in wrecked and u.entered < s.turn and u.last_set != s.turn  # noqa: E731
    return set_on(s, fits)


def sets_on_the_enemy(s: Soukou) -> Iterator[Event]:
    return set_on(s, lambda u: u.state != "wrecked", other(s.player))


def activated(s: Soukou, state: str = "normal") -> Iterator[tuple[Unit, str, str]]:
    """Units in a state with a set card whose EX skill is used, and was not yet this turn."""
    for unit in units(s, s.player):
        for piece in unit.sets:
            card = s.book.cards.get(piece.card) if isinstance(piece.card, str) else None
            for skill in (card.skills or {}).values() if card is not None else ():
                fits = unit.state == state and piece.id not in s.ex_used
                if fits and skill.mode == "activated":
                    yield unit, piece.id, skill.name


def ex(s: Soukou, unit: str, piece: str, name: str) -> Event:
    return own(ExSkillUsed, s, unit=unit, set=piece, name=name, choices={})


def ex_on_another(s: Soukou) -> Iterator[Event]:
    if in_main(s) and s.turn > 1:
        for unit, piece, name in activated(s):
            others = [u for u in units(s, s.player) if u.id != unit.id]
            yield from (ex(s, u.id, piece, name) for u in others)


def ex_after_the_main_phase(s: Soukou) -> Iterator[Event]:
    if is_calm(s) and s.phase == "attack" and s.turn > 1:
        yield from (ex(s, unit.id, piece, name) for unit, piece, name in activated(s))


def ex_of_a_damaged_unit(s: Soukou, state: str) -> Iterator[Event]:
    if in_main(s) and s.turn > 1:
        yield from (ex(s, unit.id, piece, name) for unit, piece, name in activated(s, state))


def ex_medium(s: Soukou) -> Iterator[Event]:
    return ex_of_a_damaged_unit(s, "medium")


def ex_minor(s: Soukou) -> Iterator[Event]:
    return ex_of_a_damaged_unit(s, "minor")


def retreated(s: Soukou, unit: Unit, count: int) -> Event:
    return own(UnitRetreated, s, unit=unit.id, energy=tuple(p.id for p in unit.energy)[:count])


def retreats_twice(s: Soukou) -> Iterator[Event]:
    unit = main_unit(s, s.player) if in_main(s) and s.retreated else None
    if unit is not None and unit.state != "medium" and bench(s, s.player):
        cost = retreat_cost(s, unit)
        barred = any(x.effect == "no_retreat" and x.on == s.player for x in s.effects)
        if cost is not None and len(unit.energy) >= cost and not barred:
            yield retreated(s, unit, cost)


def pays_too_much(s: Soukou) -> Iterator[Event]:
    unit = can_retreat(s)
    cost = None if unit is None else retreat_cost(s, unit)
    if unit is not None and cost is not None and len(unit.energy) > cost:
        yield retreated(s, unit, cost + 1)


def cannot_pay(s: Soukou) -> Iterator[Event]:
    unit = main_unit(s, s.player) if in_main(s) and not s.retreated else None
    barred = any(x.effect == "no_retreat" and x.on == s.player for x in s.effects)
    if unit is not None and unit.state != "medium" and bench(s, s.player) and not barred:
        cost = retreat_cost(s, unit)
        if cost is not None and len(unit.energy) < cost:
            yield retreated(s, unit, cost)


def nobody_comes_forward(s: Soukou) -> Iterator[Event]:
    if s.retreat is not None and not s.retreat.exchanged and not s.is_over:
        yield phase(s, "attack")


def wreck_comes_forward(s: Soukou) -> Iterator[Event]:
    retreat = s.retreat
    if retreat is not None and not retreat.exchanged and not retreat.recovers and not s.is_over:
        for unit in wrecks(s, s.player):
            fields = {"reason": "retreat", "cause": retreat.cause}
            yield own(MainUnitChosen, s, unit=unit.id, **fields)


def stays_sideways(s: Soukou) -> Iterator[Event]:
    retreat = s.retreat
    here = s.phase == "main" and not s.is_over and not s.text and not s.down
    if retreat is not None and retreat.exchanged and here:
        yield phase(s, "attack")


def medium_retreats(s: Soukou) -> Iterator[Event]:
    unit = main_unit(s, s.player) if in_main(s) and not s.retreated else None
    barred = any(x.effect == "no_retreat" and x.on == s.player for x in s.effects)
    if unit is not None and unit.state == "medium" and bench(s, s.player) and not barred:
        cost = retreat_cost(s, unit)
        if cost is not None and len(unit.energy) >= cost:
            yield retreated(s, unit, cost)


def damage_taken_off(s: Soukou) -> Iterator[Event]:
    cause = s.last.get("unit_retreated")
    if in_main(s) and s.retreated and cause is not None:
        for unit in bench(s, s.player):
            if unit.damage:
                fields = {"unit": unit.id, "amount": unit.damage, "cause": cause}
                yield event(HpRecovered, s, "table", **fields)


MAIN = {"main_phase_retreat": True}
FAULTS = {
    "SM-9.1": Fault(uses_from_nowhere),
    "SM-9.2": Fault(second_strategy),
    "SM-9.3": Fault(sets_a_strategy),
    "SM-9.5": Fault(sets_a_tactic),
    "SM-9.6": Fault(leaves_a_uniform_unset),
    "SM-10.3": Fault(sets_on_the_new, {"uniform_target": "own_any"}),
    "SM-10.4": Fault(
        sets_twice,
        {
            "uniform_target": "own_any",
            "set_per_unit_per_turn": 1,
            "move_counts_as_entering": False,
            "setup_units_count_as_entered": False,
        },
    ),
    "SM-10.6": Fault(sets_on_a_wreck, {"uniform_target": "own_any"}),
    "SM-10.8": Fault(sets_on_the_enemy),
    "SM-11.1": Fault(ex_on_another),
    "SM-11.3": Fault(ex_after_the_main_phase),
    "SM-11.4": Fault(
        ex_medium, {"ex_from_reserve": True, "damage_thresholds": {"minor": 100, "medium": 200}}
    ),
    "SM-11.5": Fault(
        ex_minor,
        {
            "ex_from_reserve": True,
            "minor_ex": "continuous_only",
            "damage_thresholds": {"minor": 100, "medium": 2000},
        },
    ),
    "SM-12.2": Fault(retreats_twice, MAIN),
    "SM-12.3": Fault(pays_too_much, MAIN),
    "SM-12.4": Fault(cannot_pay, MAIN),
    "SM-12.5": Fault(nobody_comes_forward, MAIN),
    "SM-12.6": Fault(wreck_comes_forward, MAIN),
    "SM-12.7": Fault(stays_sideways, {**MAIN, "damage_thresholds": {"minor": 100, "medium": 2000}}),
    "SM-12.8": Fault(medium_retreats, {**MAIN, "damage_thresholds": {"minor": 100, "medium": 200}}),
    "SM-12.10": Fault(damage_taken_off, {**MAIN, "retreat_keeps_attached": True}),
}
