"""EX skills (SM-11)."""

from typing import Any

from auditor.declare import rule, which
from auditor.games.soukou_musume.cards import Card, Skill
from auditor.games.soukou_musume.state import Soukou
from events.soukou_musume import ExSkillUsed


def set_card(s: Soukou, e: ExSkillUsed) -> Any:
    """The set card on the unit that the event names."""
    unit = s.unit(e.unit)
    if unit is None or unit.owner != e.player:
        return None
    return next((p for p in unit.sets if p.id == e.set), None)


def ex_skill(s: Soukou, e: ExSkillUsed) -> Skill | None:
    """The EX skill used. Raises: Unseen, Undecided."""
    piece = set_card(s, e)
    if piece is None:
        return None
    card: Card = s.card(piece.card)
    return card.skill(e.name)


@rule("SM-11.1", on=ExSkillUsed, facts=lambda s, e: {"unit": e.unit, "set": e.set})
def the_uniform_is_set_on_the_unit(s: Soukou, e: ExSkillUsed) -> bool:
    return set_card(s, e) is not None


@rule("SM-1.10", on=ExSkillUsed, facts=lambda s, e: {"skill": e.name})
def the_uniform_has_that_ex_skill(s: Soukou, e: ExSkillUsed) -> bool:
    if set_card(s, e) is None:
        return True
    skill = ex_skill(s, e)
    if skill is not None and skill.mode is None:
        raise s.card(set_card(s, e).card).gap(f"mode of {skill.name}")
    return skill is not None and skill.mode == "activated"


@which("SM-11.4", "SM-11.5", on=ExSkillUsed, facts=lambda s, e: {"unit": e.unit})
def the_unit_is_not_damaged(s: Soukou, e: ExSkillUsed) -> str | None:
    unit = s.unit(e.unit)
    if unit is None or set_card(s, e) is None:
        return None
    if unit.state == "medium":
        return "SM-11.4"
    return "SM-11.5" if unit.state == "minor" and s.options.minor_ex != "all_on" else None


@rule("SM-11.6", on=ExSkillUsed, facts=lambda s, e: {"set": e.set})
def no_more_often_than_the_card_says(s: Soukou, e: ExSkillUsed) -> bool:
    unit = s.unit(e.unit)
    if unit is None or set_card(s, e) is None:
        return True
    if not (s.options.ex_from_reserve or s.is_main(unit)):
        return False
    if e.set not in s.ex_used:
        return True
    skill = ex_skill(s, e)
    return skill is None or skill.per_turn is None


@which("SM-13.3", on=ExSkillUsed)
def none_in_the_first_turn_where_it_is_a_skill(s: Soukou, e: ExSkillUsed) -> str | None:
    return "SM-13.3" if s.options.ex_is_skill and s.turn == 1 else None
