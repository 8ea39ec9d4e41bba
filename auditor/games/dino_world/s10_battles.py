"""Battles: which, who, retreat, dice, arithmetic, what follows (DW-10 to DW-13)."""

from __future__ import annotations

from typing import Any

from auditor.declare import rule, which
from auditor.games.dino_world import battles
from auditor.games.dino_world.board import FACES
from auditor.games.dino_world.state import Dinos
from auditor.games.dino_world.windows import ended_how
from auditor.hidden import Undecided
from events.dino_world import (
    AttackRolled,
    BattleEnded,
    BattleOpened,
    BattleResultDeclared,
    DinoFossilised,
    RetreatDeclared,
    RetreatDeclined,
    RetreatResolved,
    SpecialResolved,
)


@which(
    "DW-10.1",
    "DW-10.2",
    "DW-10.3",
    "DW-10.4",
    "DW-13.5",
    on=BattleOpened,
    facts=lambda s, e: {"square": e.square, "there": list(s.squares.get(e.square, ()))},
)
def battle_is_the_squares(s: Dinos, e: BattleOpened) -> str | None:
    if e.square not in s.pending:
        return "DW-13.5" if e.square in s.fought else "DW-10.1"
    if e.square not in s.contested():
        return "DW-10.1"
    attacker, defender = s.roles(e.square)
    if (e.attacker, e.defender) != (attacker, defender):
        again = all(u not in s.entered for u in s.squares[e.square])
        if again:
            return "DW-13.5"
        return "DW-10.3" if e.attacker != attacker else "DW-10.4"
    sides = (s.of(e.square, attacker), s.of(e.square, defender))
    named = (e.attackers, e.defenders)
    right = all(sorted(a) == sorted(b) for a, b in zip(sides, named, strict=True))
    return None if right else "DW-10.2"


@rule("DW-10.6", on=BattleOpened, facts=lambda s, e: {"square": e.square})
def all_in_the_square_are_face_up(s: Dinos, e: BattleOpened) -> bool:
    return all(s.pieces[u].up for u in s.squares.get(e.square, ()))


def is_up(s: Dinos, unit: str) -> bool:
    """A dinosaur on the map is face up; one that is not there breaks other rules."""
    return unit not in s.pieces or s.pieces[unit].up


@which(
    "DW-10.6",
    "DW-11.1",
    "DW-11.2",
    "DW-11.5",
    "DW-11.7",
    "DW-11.8",
    "DW-14.7",
    on=RetreatDeclared,
    facts=lambda s, e: {"unit": e.unit, "to": e.to, "free": list(s.free_home(e.unit[:2]))},
)
def defender_may_retreat_there(s: Dinos, e: RetreatDeclared) -> str | None:
    b = s.battle
    if b is None:
        return None
    if e.actor != b.defender or e.unit not in b.defenders:
        return "DW-11.1"
    if s.is_defeated(b.defender):
        return "DW-14.7"
    if not is_up(s, e.unit):
        return "DW-10.6"
    free = s.free_home(b.defender)
    if not free:
        return "DW-11.7"
    if e.to == b.square:
        return "DW-11.8"
    if e.to not in free:
        return "DW-11.5"
    return None if battles.has_retreat(s, e.unit) else "DW-11.2"


@which("DW-10.6", "DW-11.3", on=RetreatDeclined, facts=lambda s, e: {"unit": e.unit})
def defender_may_stay(s: Dinos, e: RetreatDeclined) -> str | None:
    b = s.battle
    if b is not None and (e.actor != b.defender or e.unit not in b.defenders):
        return "DW-11.3"
    return None if is_up(s, e.unit) else "DW-10.6"


@rule("DW-11.4", on=AttackRolled)
def retreat_was_chosen_before_the_dice(s: Dinos, e: AttackRolled) -> bool:
    b = s.battle
    if b is None or b.retreat is not None or b.rolls:
        return True
    return not any(battles.has_retreat(s, unit) for unit in battles.can_retreat(s, b))


@which(
    "DW-2.6",
    "DW-11.9",
    "DW-11.11",
    on=RetreatResolved,
    facts=lambda s, e: {"unit": e.unit, "die": e.face, "success": e.success},
)
def retreat_ends_as_the_card_says(s: Dinos, e: RetreatResolved) -> str | None:
    b = s.battle
    if b is None or not isinstance(b.retreat, tuple):
        return None
    if e.unit != b.retreat[0]:
        return "DW-11.9"
    if e.face is not None and e.face not in FACES:
        return "DW-2.6"
    least = s.card(e.unit).retreat
    if least is None:
        return None  # that it could not retreat at all was its declaration's breach
    if least == 0:
        return None if e.success and e.face is None else "DW-11.11"
    right = e.face is not None and e.success == (e.face >= least)
    return None if right else "DW-11.11"


def the_die(s: Dinos, e: AttackRolled) -> dict[str, Any]:
    """The die, what was recorded of it."""
    return {"unit": e.unit, "die": e.face, "attack": e.attack, "special": e.special}


@which("DW-2.6", "DW-7.4", "DW-12.2", on=AttackRolled, facts=the_die)
def attack_is_the_cards(s: Dinos, e: AttackRolled) -> str | None:
    if e.face not in FACES:
        return "DW-2.6"
    if not is_up(s, e.unit):
        return "DW-7.4"
    card = s.card(e.unit)
    if not card.attack:
        raise Undecided(f"card {card.code}: attack", rule="DW-12.2")
    value = card.attack[e.face - 1]
    recorded = (e.attack, e.special)
    right = (value, None) if isinstance(value, int) else (None, value)
    return None if recorded == right else "DW-12.2"


@which(
    "DW-9.3",
    "DW-12.3",
    "DW-12.4",
    on=SpecialResolved,
    facts=lambda s, e: {"special": e.special, "targets": list(e.targets)},
)
def special_is_carried_out(s: Dinos, e: SpecialResolved) -> str | None:
    b = s.battle
    if b is None or b.special is None:
        return None
    roll = b.special
    if (e.unit, e.special) != (roll.unit, roll.special):
        return "DW-12.3"
    if any(target in s.pieces and s.pieces[target].sealed for target in e.targets):
        return "DW-9.3"
    if e.targets not in battles.targets_of(s, roll):
        return "DW-12.3"
    return None if e.ends_battle == battles.ends_battle(s, roll) else "DW-12.4"


def the_sums(s: Dinos, e: BattleResultDeclared) -> dict[str, Any]:
    """What was declared, and what is right."""
    right = battles.known(s, s.battle) if s.battle is not None else None
    told = {"recorded": [e.attacker_result, e.defender_result], "losers": list(e.losers)}
    if right is not None:
        told |= {"right": list(right[:2]), "right_losers": list(right[2])}
    return told


@which(
    "DW-10.10",
    "DW-12.5",
    "DW-12.6",
    "DW-12.7",
    "DW-12.8",
    "DW-12.9",
    "DW-12.10",
    on=BattleResultDeclared,
    facts=the_sums,
)
def battle_is_worked_out(s: Dinos, e: BattleResultDeclared) -> str | None:
    b = s.battle
    if b is None or b.lost is not None:
        return None
    a, d, lost = battles.worked_out(s, b)
    if (e.attacker_result, e.defender_result) != (a, d):
        return _sum_broken(s, b, e)
    if sorted(e.losers) == sorted(lost):
        return None
    named = set(e.losers)
    if named and named < set(lost) and (named < set(b.attackers) or named < set(b.defenders)):
        return "DW-10.10"
    if a == d:
        return "DW-12.8"
    if a < 0 and d < 0:
        return "DW-12.9"
    both = named == {*b.attackers, *b.defenders}
    return "DW-12.10" if both and min(a, d) < 0 else "DW-12.7"


def _sum_broken(s: Dinos, b: Any, e: BattleResultDeclared) -> str:
    """Whether the leaders, a modifier or the sum was wrong."""
    summed = s.options.side_battle == "sum"
    recorded = (e.attacker_result, e.defender_result)
    if recorded == battles.results(*battles.sides(s, b, not summed)):
        return "DW-10.10"
    a, d = battles.sides(s, b)
    modified = (recorded[0] - a.defence + d.attack, recorded[1] - d.defence + a.attack)
    return "DW-12.5" if modified[0] in a.offers and modified[1] in d.offers else "DW-12.6"


@which(
    "DW-12.3",
    "DW-13.1",
    on=DinoFossilised,
    facts=lambda s, e: {"unit": e.unit, "cause": e.cause},
)
def who_lost_leaves(s: Dinos, e: DinoFossilised) -> str | None:
    b = s.battle
    if b is None:
        return None
    if b.bring is not None:
        right = b.bring[0] == "fossil" and (b.bring[1], "special") == (e.unit, e.cause)
        return None if right else "DW-12.3"
    if b.lost is None:
        return None
    if e.cause != "battle" or e.unit not in s.pieces:
        return "DW-13.1"
    return None if battles.has_lost(s, e.unit) else "DW-13.1"


@which(
    "DW-13.3",
    on=BattleEnded,
    facts=lambda s, e: {"square": e.square, "how": e.how, "right": ended_how(s)},
)
def battle_ends_as_it_went(s: Dinos, e: BattleEnded) -> str | None:
    b = s.battle
    if b is None or s.stage != "B5":
        return None
    if e.square != b.square:
        return "DW-13.3"
    if b.lost is not None:
        lost = set(battles.worked_out(s, b)[2])
        right = "both_lost" if lost > set(b.attackers) else "win"
        return None if e.how == right else "DW-13.3"
    return None if e.how == ended_how(s) else "DW-13.3"
