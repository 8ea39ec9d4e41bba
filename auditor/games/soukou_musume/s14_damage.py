"""Damage (SM-14), what came off again, and states by amounts of damage."""

from typing import Any

from auditor.declare import rule, which
from auditor.games.soukou_musume.acts import recovery
from auditor.games.soukou_musume.damage import (
    Hit,
    base,
    hit_by,
    is_doubled,
    own_changes,
    steps,
    their_changes,
    total,
    worked_out,
)
from auditor.games.soukou_musume.s05_drawing import is_certain
from auditor.games.soukou_musume.state import Soukou, known
from auditor.games.soukou_musume.texts import concerned
from auditor.games.soukou_musume.windows import part_of
from auditor.hidden import Undecided
from events.soukou_musume import DamageDealt, HpRecovered


def worked(s: Soukou, e: DamageDealt) -> dict[str, Any]:
    """The four steps, one by one, and what was claimed."""
    hit = hit_by(s, e)
    told: dict[str, Any] = {} if hit is None else steps(s, hit)
    if e.steps is not None:
        told["claimed_steps"] = [
            e.steps.base,
            *(f"{c.source} {c.delta:+}" for c in (*e.steps.own, *e.steps.theirs)),
            *(["x2"] if e.steps.advantage else []),
        ]
    return {**told, "total_claimed": e.amount}


def right_hit(s: Soukou, e: DamageDealt) -> Hit | None:
    """The damage that the event deals, to the unit it has to be dealt to."""
    hit = hit_by(s, e)
    return hit if hit is not None and hit.target.id == e.target else None


@which("SM-13.7", "SM-16.9", on=DamageDealt, facts=lambda s, e: {"unit": e.target})
def the_unit_hit_is_the_one_the_text_says(s: Soukou, e: DamageDealt) -> str | None:
    hit = hit_by(s, e)
    if hit is None or hit.target.id == e.target:
        return None
    unit = s.unit(e.target)
    return "SM-16.9" if unit is not None and unit.is_wrecked else "SM-13.7"


@rule("SM-13.9", on=DamageDealt)
def the_text_deals_damage(s: Soukou, e: DamageDealt) -> bool:
    return is_certain(s, e)


@rule("SM-14.2", on=DamageDealt, facts=worked)
def step_1_is_what_the_skill_does(s: Soukou, e: DamageDealt) -> bool:
    hit = right_hit(s, e)
    return hit is None or e.steps is None or e.steps.base == base(s, hit)


def compared(s: Soukou, hit: Hit, given: Any, changes: Any) -> bool:
    """The changes given are those that count, for all that is known."""
    left = [(c.source, c.delta) for c in given]
    for change in changes:
        entry = (change.source, change.delta)
        why = known(change.why_not)
        if entry in left:
            left.remove(entry)
        elif change.delta is None:
            left = [one for one in left if one[0] != change.source]
        elif why == "":
            return False
    return not left


@rule("SM-14.3", on=DamageDealt, facts=worked)
def step_2_is_what_is_on_the_attacker(s: Soukou, e: DamageDealt) -> bool:
    hit = right_hit(s, e)
    if hit is None or e.steps is None:
        return True
    return compared(s, hit, e.steps.own, own_changes(s, hit))


@rule("SM-14.5", on=DamageDealt, facts=worked)
def step_3_is_what_is_on_the_defender(s: Soukou, e: DamageDealt) -> bool:
    hit = right_hit(s, e)
    if hit is None or e.steps is None:
        return True
    return compared(s, hit, e.steps.theirs, their_changes(s, hit))


@which("SM-11.4", "SM-11.5", "SM-14.10", "SM-14.11", on=DamageDealt, facts=worked)
def what_changes_damage_works(s: Soukou, e: DamageDealt) -> str | None:
    hit = right_hit(s, e)
    if hit is None or e.steps is None:
        return None
    given = {(c.source, c.delta) for c in (*e.steps.own, *e.steps.theirs)}
    sources = {source for source, _ in given}
    for change in (*own_changes(s, hit), *their_changes(s, hit)):
        if change.delta is None:
            if (why := change.why_not()) and change.source in sources:
                return why
            if not why:
                raise Undecided(change.source)
            continue
        why = change.why_not()
        if why and (change.source, change.delta) in given:
            return why
    return None


@rule("SM-14.7", on=DamageDealt, facts=worked)
def step_4_doubles_on_the_attribute_of_the_advantage(s: Soukou, e: DamageDealt) -> bool:
    hit = right_hit(s, e)
    if hit is None or e.steps is None or not hit.is_skill:
        return True
    return e.steps.advantage == is_doubled(s, hit)


@which("SM-14.1", "SM-14.8", "SM-14.10", on=DamageDealt, facts=worked)
def the_total_is_that_of_the_steps(s: Soukou, e: DamageDealt) -> str | None:
    hit = right_hit(s, e)
    if hit is None:
        return None
    if e.amount < 0:
        return "SM-14.8"
    if e.steps is None:
        if worked_out(s, hit) == e.amount:
            return None
        return "SM-14.1" if hit.is_skill else "SM-14.10"
    given = e.steps
    if given.advantage and not hit.is_skill:
        return "SM-14.10"
    own, theirs = sum(c.delta for c in given.own), sum(c.delta for c in given.theirs)
    if total(s, given.base, own, theirs, given.advantage) == e.amount:
        return None
    other = "end" if s.options.floor_at == "each_step" else "each_step"
    if total(s, given.base, own, theirs, given.advantage, other) == e.amount:
        return "SM-14.8"
    return "SM-14.1"


@which("SM-1.12", on=HpRecovered, facts=lambda s, e: {"found": e.amount, "expected": due(s, e)})
def what_comes_off_is_what_was_there(s: Soukou, e: HpRecovered) -> str | None:
    return "SM-1.12" if due(s, e) not in (None, e.amount) else None


def due(s: Soukou, e: HpRecovered) -> int | None:
    """How much a recovery takes off."""
    found, unit = part_of(s, e), s.unit(e.unit)
    if s.text is None or found is None or not found.part.is_known or unit is None:
        return None
    named = concerned(s, s.text, found.part)
    if named is None:
        return None
    if s.options.recovery_cap == "printed_hp" and unit.unsure:
        raise Undecided(*unit.unsure)
    return recovery(s, unit, found.part.number)
