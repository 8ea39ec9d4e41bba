"""The four steps of damage (SM-14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from auditor.effects import Text
from auditor.games.soukou_musume.state import Soukou, Unit
from auditor.games.soukou_musume.texts import (
    DAMAGE,
    concerned,
    is_working,
    lasting,
    made_for,
    open_now,
    per_win,
    skill_now,
    standing,
)
from auditor.hidden import Undecided, Unseen


class Change(NamedTuple):
    """What changes damage in step 2 or 3, and why it does not count: a rule, or `` if it does."""

    source: str
    delta: int | None
    why_not: Callable[[], str]
    """Raises: Unseen, Undecided."""


class Hit(NamedTuple):
    """A damage that is dealt: by whose text, to whom, as a skill's own or to the reserve."""

    text: Text
    target: Unit
    is_skill: bool
    """The skill's damage to the main unit; else an effect's damage to a reserve unit."""
    number: int
    """Of an effect."""


def hit_by(s: Soukou, e: Any) -> Hit | None:
    """The damage that an event carries out: the open part it belongs to."""
    if s.text is None or s.text.cause != e.cause:
        return None
    for open_ in open_now(s):
        part = open_.part
        if part is DAMAGE:
            target = s.main_unit(s.enemy(s.text.seat))
            return None if target is None else Hit(s.text, target, True, 0)
        if part.is_known and part.verb == "damage_reserve":
            target = concerned(s, s.text, part)
            return None if target is None else Hit(s.text, target, False, part.number)
    return None


def base(s: Soukou, hit: Hit) -> int:
    """Step 1: what the skill or the effect itself does (SM-14.2). Raises: Unseen, Undecided."""
    if not hit.is_skill:
        return hit.number
    user = s.unit(hit.text.unit)
    assert user is not None
    assert hit.text.name is not None
    skill = skill_now(s, user, hit.text.name)
    if skill is None:
        return 0
    judged = per_win(skill)
    if judged is not None:
        wins = sum(map(s.is_won, made_for(s, hit.text)[: judged.amount.least]))
        return (skill.damage if isinstance(skill.damage, int) else 0) + wins * judged.number
    if not isinstance(skill.damage, int):
        raise s.card(user.card).gap(f"damage of {skill.name}")
    return skill.damage


def own_changes(s: Soukou, hit: Hit) -> Iterator[Change]:
    """Step 2: what is on the unit that uses the skill (SM-14.3)."""
    user = s.unit(hit.text.unit) if hit.text.is_skill else None
    if user is None:
        return
    for piece in user.sets:
        yield from _set_changes(s, hit, user, piece, {"damage": ""}, "attacker")
    yield from _lasting_changes(s, hit, "skill_damage", user.id)


def their_changes(s: Soukou, hit: Hit) -> Iterator[Change]:
    """Step 3: what is on the unit that is hit (SM-14.5)."""
    kinds = {"damage_taken": "", "melee_damage_taken": "melee", "shooting_damage_taken": "shooting"}
    for piece in hit.target.sets:
        yield from _set_changes(s, hit, hit.target, piece, kinds, "defender")
    yield from _lasting_changes(s, hit, "damage_taken", hit.target.id)


def _name(s: Soukou, source: Any) -> str:
    code = s.code_if_seen(source)
    return "?" if code is None else code


def _lasting_changes(s: Soukou, hit: Hit, effect: str, on: str) -> Iterator[Change]:
    """What effects that last do."""
    excluded = not hit.is_skill and s.options.reserve_damage_excludes == "all_modifiers"
    for found in lasting(s, effect, on):
        why = "SM-14.10" if excluded else ""
        yield Change(_name(s, found.source), found.amount, lambda why=why: why)  # type: ignore[misc]


def _set_changes(
    s: Soukou, hit: Hit, unit: Unit, piece: Any, kinds: dict[str, str], side: str
) -> Iterator[Change]:
    """What a set card of a unit does; one change of unknown size where that is not known."""
    try:
        parts = list(standing(s, unit, piece))
    except (Unseen, Undecided) as gap:
        stop = gap
        if (why := _left_out(s, hit, side)) == "":

            def unknown() -> str:
                raise stop if isinstance(stop, Undecided) else Undecided(*_places(stop))

            yield Change(piece.id, None, unknown)
        else:
            yield Change(piece.id, None, lambda: why)
        return
    for part, mode in parts:
        if part.verb in kinds:
            weapon = kinds[part.verb]

            def why_not(mode: str = mode, weapon: str = weapon) -> str:
                if why := _left_out(s, hit, side):
                    return why
                if weapon and weapon != _weapon(s, hit):
                    return "SM-14.11"
                if not is_working(s, unit, piece, mode):
                    return "SM-11.5" if unit.state == "minor" else "SM-11.4"
                return ""

            yield Change(piece.id, part.number, why_not)


def _places(stop: Any) -> tuple[str, ...]:
    return (stop.cell.place,) if isinstance(stop, Unseen) else tuple(stop.places)


def _left_out(s: Soukou, hit: Hit, side: str) -> str:
    """Why set cards are left out of damage to the reserve (SM-14.10); `` if they are not."""
    if hit.is_skill:
        return ""
    excludes = s.options.reserve_damage_excludes
    if excludes == "advantage_and_attacker_sets" and side == "defender":
        return ""
    return "SM-14.10"


def _weapon(s: Soukou, hit: Hit) -> str | None:
    """The kind of the damage: that of the weapon of the unit whose skill it is (SM-1.7)."""
    user = s.unit(hit.text.unit) if hit.text.is_skill else None
    return None if user is None else s.card(user.card).fact("weapon")


def is_doubled(s: Soukou, hit: Hit) -> bool:
    """Step 4: advantage (SM-14.7). Raises: Unseen, Undecided."""
    user = s.unit(hit.text.unit)
    if not hit.is_skill or user is None:
        return False
    advantage = s.card(user.card).fact("advantage")
    if advantage == "none":
        return False
    return bool(s.card(hit.target.card).fact("attribute") == advantage)


def total(s: Soukou, number: int, own: int, theirs: int, doubled: bool, floor_at: str = "") -> int:
    """The running total through the steps, and the floor (SM-14.8)."""
    each = (floor_at or s.options.floor_at) == "each_step"
    running = number + own
    running = max(0, running) if each else running
    running += theirs
    running = max(0, running) if each else running
    return max(0, running * 2 if doubled else running)


def counted(changes: Iterator[Change]) -> list[Change]:
    """Those that count. Raises: Unseen, Undecided."""
    found = []
    for change in changes:
        if change.why_not() == "":
            if change.delta is None:
                raise Undecided(change.source)
            found.append(change)
    return found


def worked_out(s: Soukou, hit: Hit) -> int:
    """The damage. Raises: Unseen, Undecided."""
    own = sum(c.delta or 0 for c in counted(own_changes(s, hit)))
    theirs = sum(c.delta or 0 for c in counted(their_changes(s, hit)))
    return total(s, base(s, hit), own, theirs, is_doubled(s, hit))


def steps(s: Soukou, hit: Hit) -> dict[str, Any]:
    """The four steps with the running total, for a finding. Raises: Unseen, Undecided."""
    own, theirs = counted(own_changes(s, hit)), counted(their_changes(s, hit))
    running = base(s, hit)
    told: dict[str, Any] = {"step_1": running}
    for name, changes in (("step_2", own), ("step_3", theirs)):
        running += sum(c.delta or 0 for c in changes)
        if s.options.floor_at == "each_step":
            running = max(0, running)
        told[name] = [*(f"{c.source} {c.delta:+}" for c in changes), f"= {running}"]
    told["step_4"] = [f"x2 = {running * 2}" if is_doubled(s, hit) else f"= {running}"]
    told["total"] = worked_out(s, hit)
    return told
