"""Damage states (SM-15, SM-12.7, SM-18.4, 18.5, SM-20.24), wrecks (SM-16)."""

from typing import Any

from auditor.declare import rule, which
from auditor.games.soukou_musume.owed import BETTER
from auditor.games.soukou_musume.s05_drawing import is_certain
from auditor.games.soukou_musume.state import WEIGHT, Soukou
from auditor.games.soukou_musume.texts import hp, is_protected
from auditor.games.soukou_musume.windows import part_of
from events.soukou_musume import (
    CommandUsed,
    MainUnitChosen,
    PhaseBegan,
    StateChanged,
    TurnEnded,
    UnitWrecked,
)


@rule("SM-18.1", on=StateChanged, facts=lambda s, e: {"found": e.from_, "expected": was(s, e)})
def the_state_is_the_one_the_log_gives(s: Soukou, e: StateChanged) -> bool:
    return was(s, e) in (None, e.from_)


def was(s: Soukou, e: StateChanged) -> str | None:
    """The state that the unit is in."""
    unit = s.unit(e.unit)
    return None if unit is None else unit.state


def is_after_judgement(s: Soukou, e: StateChanged) -> bool:
    """It follows from a judgement of the end phase."""
    return s.recovery is not None and e.cause == s.recovery.ended


@rule(
    "SM-18.4", on=StateChanged, facts=lambda s, e: {"found": e.to, "expected": BETTER.get(e.from_)}
)
def a_judgement_won_is_one_step(s: Soukou, e: StateChanged) -> bool:
    if not is_after_judgement(s, e) or was(s, e) != e.from_:
        return True
    return BETTER.get(e.from_) == e.to


@rule("SM-18.5", on=StateChanged)
def the_judgement_was_won(s: Soukou, e: StateChanged) -> bool:
    made = s.recovery
    return made is None or not is_after_judgement(s, e) or s.is_won(made)


@which("SM-15.5", "SM-20.24", "SM-12.7", on=StateChanged, facts=lambda s, e: {"unit": e.unit})
def the_text_puts_it_in_that_state(s: Soukou, e: StateChanged) -> str | None:
    if is_after_judgement(s, e):
        return None
    for id, to, cause, sure in s.struck:
        if (id, to, cause) == (e.unit, e.to, e.cause):
            return None if sure or is_struck(s, e) else "SM-15.5"
    if s.retreat is not None and s.retreat.recovers and e.unit == s.retreat.unit:
        return None if e.to == "normal" else "SM-12.7"
    found = part_of(s, e)
    if found is None or not found.part.is_known:
        return None if is_certain(s, e) else "SM-15.5"
    if not is_certain(s, e):
        return "SM-15.5"
    if found.part.verb == "recover_state":
        return None if e.to == "normal" else "SM-20.24"
    return None if e.to == found.part.state else "SM-15.5"


def is_struck(s: Soukou, e: StateChanged) -> bool:
    """The amount of damage puts the unit in that state (SM-H25). Raises: Unseen, Undecided."""
    unit = s.units[e.unit]
    found = [state for state, least in s.options.damage_thresholds.items() if unit.hurt >= least]
    return not is_protected(s, unit) and max(found, key=WEIGHT.__getitem__, default="") == e.to


def left(s: Soukou, e: UnitWrecked) -> dict[str, Any]:
    """HP and damage of the unit; nothing of one that is not there."""
    unit = s.unit(e.unit)
    return {} if unit is None else {"hp": hp(s, unit), "damage": unit.damage}


@rule("SM-16.1", on=UnitWrecked, facts=left)
def no_hp_is_left(s: Soukou, e: UnitWrecked) -> bool:
    unit = s.unit(e.unit)
    if unit is None or unit.is_wrecked:
        return False
    if not s.options.wreck_anytime and (s.phase != "attack" or unit.owner == s.player):
        return False
    declared = any(d.unit == e.unit and d.sure for d in s.down)
    return declared or hp(s, unit) <= unit.hurt


def attached(s: Soukou, e: UnitWrecked) -> dict[str, Any]:
    """What was on the unit, and what was discarded."""
    unit = s.units[e.unit]
    return {"attached": [p.id for p in (*unit.energy, *unit.sets)], "discarded": list(e.discarded)}


@rule("SM-16.3", on=UnitWrecked, facts=attached)
def all_on_it_is_discarded(s: Soukou, e: UnitWrecked) -> bool:
    unit = s.unit(e.unit)
    if unit is None:
        return True
    return sorted(e.discarded) == sorted(p.id for p in (*unit.energy, *unit.sets))


@rule("GN-1.9", on=UnitWrecked, facts=lambda s, e: {"cause": e.cause})
def cause_is_no_earlier_than_the_last_damage(s: Soukou, e: UnitWrecked) -> bool:
    hit = s.last.get(f"hit {e.unit}")
    return e.cause is None or hit is None or hit <= e.cause < e.seq


@which("SM-16.1", on=(PhaseBegan, TurnEnded, CommandUsed, MainUnitChosen))
def no_unit_without_hp_is_left(s: Soukou, e: Any) -> str | None:
    """Where the HP of a unit hangs on what is not known."""
    for down in s.down:
        unit = s.unit(down.unit)
        unsure = not down.sure and unit is not None and s.options.wreck_anytime
        if unit is not None and unsure and hp(s, unit) <= unit.hurt:
            return "SM-16.1"
    return None
