"""Commands (SM-1.9, SM-9), setting (SM-10), and what a text lets choose (SM-13.9, SM-16.9)."""

from typing import Any

from auditor.declare import rule, which
from auditor.effects import Part
from auditor.games.soukou_musume.state import SEATS, Soukou, is_id, known
from auditor.games.soukou_musume.texts import choice, choosable
from events.soukou_musume import CardSet, CommandUsed, ExSkillUsed, SkillUsed


@rule("SM-1.9", on=CommandUsed, facts=lambda s, e: {"card": e.card, "kind": e.kind})
def kind_is_that_of_the_card(s: Soukou, e: CommandUsed) -> bool:
    card = s.card(s.shown(e.card, e.player, e.seq))
    if card.type == "command" and card.known_kind is None:
        return True  # SM-H33: the conditions of what it is used as apply
    return card.kind == e.kind


@rule("SM-9.1", on=CommandUsed, facts=lambda s, e: {"card": e.card})
def the_card_is_of_the_hand(s: Soukou, e: CommandUsed) -> bool:
    if e.player not in SEATS:
        return False
    hand = s.hand[e.player]
    return hand.size > 0 and (e.card is None or e.card in hand)


@rule("SM-9.2", on=CommandUsed)
def one_strategy_a_turn(s: Soukou, e: CommandUsed) -> bool:
    if not s.strategy_used or e.kind == "strategy":
        return not s.strategy_used
    card = s.card(s.shown(e.card, e.player, e.seq))
    if card.type == "command" and card.known_kind is None:
        raise card.gap("kind")
    return True


def chosen_by(s: Soukou, e: Any) -> tuple[Part, ...] | None:
    """The text in which an event may have to choose; None where it is not known."""
    if isinstance(e, CommandUsed):
        return None if e.card is None else s.book.card(e.card).parts
    unit = s.unit(e.unit)
    card = None if unit is None else unit.card
    if isinstance(e, ExSkillUsed):
        pieces = () if unit is None else unit.sets
        card = next((p.card for p in pieces if p.id == e.set), None)
    code = s.code_if_seen(card)
    if code is None:
        return None
    name = e.skill if isinstance(e, SkillUsed) else e.name
    skill = known(s.book.card(code).skill, name)
    return None if skill is None else skill.parts


@which("GN-1.9", "SM-13.9", "SM-16.9", on=(CommandUsed, SkillUsed, ExSkillUsed))
def the_choice_is_one_the_text_allows(s: Soukou, e: Any) -> str | None:
    parts = chosen_by(s, e)
    part, target = choice(parts), e.choices.get("target")
    if part is None:
        offers_none = parts is not None and all(p.is_known for p in parts)
        return "SM-13.9" if offers_none and e.choices else None
    if set(e.choices) - {"target"}:
        return "SM-13.9"
    units = choosable(s, e.player, part) if e.player in SEATS else []
    if target is None:
        return "GN-1.9" if units else None
    if any(u.id == target for u in units):
        return None
    unit = s.unit(target)
    return "SM-16.9" if unit is not None and unit.is_wrecked else "SM-13.9"


@rule("SM-10.3", on=CardSet, facts=lambda s, e: {"unit": e.unit})
def the_unit_did_not_enter_this_turn(s: Soukou, e: CardSet) -> bool:
    return not s.entered_now(s.units[e.unit])


@rule("SM-10.4", on=CardSet, facts=lambda s, e: {"unit": e.unit})
def nothing_was_set_on_it_this_turn(s: Soukou, e: CardSet) -> bool:
    return s.may_be_set_on(s.units[e.unit])


@rule("SM-10.6", on=CardSet, facts=lambda s, e: {"unit": e.unit})
def nothing_is_set_on_a_wreck(s: Soukou, e: CardSet) -> bool:
    return not s.units[e.unit].is_wrecked


@which("SM-10.8", on=CardSet, facts=lambda s, e: {"unit": e.unit})
def names_match_where_they_must(s: Soukou, e: CardSet) -> str | None:
    if s.text is None:
        return None
    card = e.card if e.card is not None else s.text.card
    return None if s.is_named_like(s.units[e.unit], card) else "SM-10.8"


@rule("GN-2.3", on=CardSet, facts=lambda s, e: {"set": e.set})
def id_of_the_set_is_new(s: Soukou, e: CardSet) -> bool:
    return is_id(e.set, e.player, "s") and e.set not in s.used
