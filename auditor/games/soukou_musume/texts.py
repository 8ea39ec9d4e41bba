"""Texts being carried out (SM-13.9): what each part may change now, whom it concerns, how many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from auditor.effects import LASTING, STANDING, UNTIL, Amount, Due, Open, Part, Text, open_parts
from auditor.games.soukou_musume.cards import Skill
from auditor.games.soukou_musume.state import (
    WEIGHT,
    Effect,
    Piece,
    Shown,
    Soukou,
    Unit,
    known,
)
from events.soukou_musume import AttachedCard, HandDiscarded

UNKNOWN = Part("text", is_known=False)
"""What stands for a text that is not known."""
DAMAGE = Part("skill_hits")
"""The damage of a skill to the opposing main unit (SM-13.7): a part like the others."""
DEPLOY = "deploy_found"
"""A unit found in the deck is put in the reserve."""


def concerned(s: Soukou, text: Text, part: Part) -> Unit | None:
    """The unit that a part concerns, as things stand."""
    match part.whom:
        case "this":
            return s.unit(text.unit)
        case "own_main":
            return s.main_unit(text.seat)
        case "opposing_main":
            return s.main_unit(s.enemy(text.seat))
        case "chosen" | "chosen_own" | "chosen_opposing":
            return s.unit(text.target)
    return None


def seat_of(s: Soukou, text: Text, part: Part) -> str:
    """The seat that carries a part out: whoever is told to do it (SM-20.2, 20.3, 20.6, 20.18)."""
    if part.is_known and part.given and part.given[0] in ("opponent", "opposing_main"):
        return s.enemy(text.seat)
    return text.seat


def amount_of(s: Soukou, part: Part, there: int) -> Amount:
    """How many of those there may be taken: an order, as many as it can (SM-H32)."""
    least, most = part.amount
    return Amount(min(least, there), there if most is None else min(most, there))


def works(s: Soukou, unit: Unit, mode: str) -> bool:
    """An EX skill, or a plain effect, of a card set on a unit works (SM-11.4, SM-11.5)."""
    if mode == "effect":
        return not (unit.state == "medium" and s.options.medium_blocks_set_effects)
    if not (s.options.ex_from_reserve or s.is_main(unit)):
        return False
    if unit.state == "medium":
        return False
    return unit.state != "minor" or s.options.minor_ex != "all_off"


def standing(s: Soukou, unit: Unit, piece: Piece) -> Iterator[tuple[Part, str]]:
    """What a set card does by being set, and as what. Raises: Unseen, Undecided."""
    card = s.card(piece.card)
    for part in card.line:
        yield part, "line"
    if card.parts is None and card.type is None:
        raise card.gap("effect")
    if card.parts is None:
        raise card.gap("tags")
    for part in card.parts:
        if not part.is_known:
            raise card.gap(f"tags: '{part.verb}'")
        yield part, "effect"
    if card.skills is None:
        if card.line:
            return
        raise card.gap("ex_skills")
    for skill in card.skills.values():
        if skill.mode is None:
            raise card.gap(f"mode of {skill.name}")
        if skill.parts is None:
            raise card.gap(f"tags of {skill.name}")
        for part in skill.parts:
            if skill.mode == "continuous":
                yield part, "ex"


def is_working(s: Soukou, unit: Unit, piece: Piece, mode: str) -> bool:
    """Such a part works now. Raises: Undecided, where effect or EX skill makes the difference."""
    if mode != "line":
        return works(s, unit, mode)
    effect, ex = works(s, unit, "effect"), works(s, unit, "ex")
    if effect != ex:
        raise s.card(piece.card).gap("effect or ex_skills")
    return effect


def hp(s: Soukou, unit: Unit) -> int:
    """HP with the bonuses of set cards (SM-14.12). Raises: Unseen, Undecided."""
    total: int = s.card(unit.card).fact("hp")
    for piece in unit.sets:
        for part, mode in standing(s, unit, piece):
            if part.verb == "hp" and is_working(s, unit, piece, mode):
                total += part.number
    return total


def is_protected(s: Soukou, unit: Unit) -> bool:
    """It takes no abnormal state (SM-15.4). Raises: Unseen, Undecided."""
    for other in s.own(unit.owner):
        for piece in other.sets:
            for part, mode in standing(s, other, piece):
                if part.verb == "no_abnormal_state" and is_working(s, other, piece, mode):
                    here = unit.id == s.main[unit.owner]
                    if (part.whom == "own_main" and here) or (
                        part.whom == "this" and other is unit
                    ):
                        return True
    return False


def attaching(s: Soukou, seat: str) -> str | None:
    """Why a seat may not attach what it discards (SM-20.23); None if it may."""
    why = "SM-20.23"
    for unit in s.own(seat):
        for piece in unit.sets:
            for part, mode in standing(s, unit, piece):
                if part.verb == "attach_discards":
                    if is_working(s, unit, piece, mode):
                        return None
                    why = "SM-11.4" if unit.state == "medium" else "SM-11.5"
    return why


def attached_as(e: HandDiscarded) -> list[AttachedCard | None]:
    """As what each card discarded is attached, if at all (SM-20.23).

    Names meet their like first, then a card that nobody wrote down, and what is left anything.
    """
    cards, left = list(e.cards), list(e.as_energy)
    found: list[AttachedCard | None] = [None] * len(cards)

    def pair(alike: Callable[[str | None, str | None], bool]) -> None:
        for index, code in enumerate(cards):
            at = next((a for a in left if found[index] is None and alike(code, a.card)), None)
            if at is not None:
                found[index] = at
                left.remove(at)

    pair(lambda code, name: code is not None and code == name)
    pair(lambda code, name: code is None and name is not None)
    pair(lambda code, name: name is None)
    return found


def holds(s: Soukou, text: Text, part: Part) -> bool:
    """The condition of a part. Raises: Unseen, Undecided."""
    if part.condition is None:
        return True
    if part.condition in ("won", "lost"):
        made = made_for(s, text)
        return bool(made) and s.result(made[-1]) == part.condition
    attribute = part.condition.removeprefix("if_")
    unit = concerned(s, text, part)
    return unit is not None and bool(s.card(unit.card).fact("attribute") == attribute)


def made_for(s: Soukou, text: Text) -> tuple[Any, ...]:
    """The judgements made for a text, the one being made among them."""
    now = s.judging
    more = (now,) if now is not None and now.rounds and now.cause == text.cause else ()
    return (*text.results, *more)


def can(s: Soukou, text: Text, part: Part) -> bool:
    """A part can change something (SM-H32). Raises: Unseen, Undecided."""
    match part.verb:
        case "discard_hand":
            return s.hand[seat_of(s, text, part)].size > 0
        case "charge":
            unit = concerned(s, text, part)
            return unit is not None and not unit.is_wrecked and s.hand[text.seat].size > 0
        case "damage_reserve":
            unit = concerned(s, text, part)
            return unit is not None and not unit.is_wrecked and not s.is_main(unit)
        case "swap":
            unit = concerned(s, text, part)
            return unit is not None and s.is_main(unit) and bool(s.sound_reserve(unit.owner))
        case "look":
            return s.deck[text.seat].size > 0
        case "search":
            return s.has_place(text.seat) or s.options.search_when_full == "search_and_return"
    unit = concerned(s, text, part) if part.verb in ON_A_UNIT else None
    if part.verb in ON_A_UNIT and (unit is None or unit.is_wrecked):
        return False
    assert unit is not None or part.verb not in ON_A_UNIT
    match part.verb, unit:
        case "discard_energy", Unit():
            return bool(unit.energy)
        case "discard_set", Unit():
            return bool(unit.sets)
        case "recover", Unit():
            return s.options.recovery_cap == "none" or unit.hurt > 0
        case "recover_state", Unit():
            return unit.state != "normal"
        case "state", Unit():
            heavier = WEIGHT[part.state] > WEIGHT[unit.state]
            latest = s.options.state_overwrite == "latest_wins" and part.state != unit.state
            return (heavier or latest) and not is_protected(s, unit)
    if part.verb == "move_energy":
        giver = s.unit(text.unit)
        others = [u for u in s.own(text.seat) if u.id != text.unit and not u.is_wrecked]
        return giver is not None and bool(giver.energy and others)
    return True


ON_A_UNIT = frozenset({"discard_energy", "discard_set", "recover", "recover_state", "state"})


def due_now(s: Soukou, text: Text, part: Part) -> Due:
    """What becomes of a part of a text, as things stand."""
    if part is DAMAGE or part.verb == DEPLOY:
        return Due.MUST
    if part.verb in STANDING:
        return Due.OFF
    condition = known(holds, s, text, part)
    possible = known(can, s, text, part)
    if condition is False or possible is False:
        return Due.OFF
    if condition is None or possible is None:
        return Due.UNSURE
    return Due.MAY if part.amount.least == 0 else Due.MUST


def open_now(s: Soukou) -> tuple[Open, ...]:
    """The parts of the text that may be carried out now."""
    return () if s.text is None else open_parts(s.text, lambda text, part: due_now(s, text, part))


def goes_on(s: Soukou) -> None:
    """In a new state: begins what lasts, drops what can't be, and the text once nothing is left."""
    while s.text is not None:
        text = s.text
        if not text.parts:
            s.last_text, s.text = text, None
            return
        part = text.parts[0]
        due = due_now(s, text, part) if part.is_known else Due.UNSURE
        if due is not Due.OFF and part.verb not in LASTING:
            return
        if due is not Due.OFF:
            begin(s, text, part, due is Due.MUST)
        s.text = text.after(0)


def drops(s: Soukou) -> None:
    """In a new state: play goes on past what is left of the text, begun what lasts of it."""
    if s.text is None:
        return
    text = s.text
    for part in text.parts:
        if not part.is_known:
            s.effects = (*s.effects, unread(s, text._replace(parts=())))
        elif part.verb in LASTING:
            begin(s, text, part, due_now(s, text, part) is Due.MUST)
    s.last_text, s.text = text, None


def begin(s: Soukou, text: Text, part: Part, sure: bool) -> None:
    """An effect that lasts begins; or it may have begun, and is worked out when it matters."""
    if not sure:
        s.effects = (*s.effects, unread(s, text._replace(parts=(part,))))
    elif (effect := effect_of(s, text, part, s.turn)) is not None:
        s.effects = (*s.effects, effect)


def unread(s: Soukou, text: Text) -> Effect:
    """Whatever a text that is not known may have begun."""
    return Effect("text", "", None, text, None, s.turn, s.turn + max(UNTIL.values()))


def effect_of(s: Soukou, text: Text, part: Part, turn: int) -> Effect | None:
    """The effect that a part begins in a turn; None where there is nobody it concerns."""
    if part.verb == "no_retreat":
        on: str | None = s.enemy(text.seat) if part.whom == "opponent" else text.seat
    else:
        unit = concerned(s, text, part)
        on = None if unit is None else unit.id
    if on is None:
        return None
    amount = part.number if part.verb in ("skill_damage", "damage_taken") else None
    skill = text.name if part.verb == "skill_barred" else None
    last = turn + part.later
    return Effect(part.verb, on, amount, text.card, skill, last, last)


def lasting(s: Soukou, effect: str, on: str) -> Iterator[Effect]:
    """The effects of a kind that hold now on a unit or a seat. Raises: Unseen, Undecided."""
    for x in s.effects:
        found = unfolded(s, x) if x.effect == "text" else (x,)
        yield from (y for y in found if (y.effect, y.on) == (effect, on) and s.in_force(y))


def unfolded(s: Soukou, x: Effect) -> Iterator[Effect]:
    """What a text that was not known began. Raises: Unseen, Undecided."""
    text: Text = x.source
    whole = not text.parts or not text.parts[0].is_known
    for part in printed(s, text) if whole else text.parts:
        if not part.is_known:
            raise s.card(text.card).gap(f"tags: '{part.verb}'")
        if part.verb in LASTING and holds(s, text, part):
            effect = effect_of(s, text, part, x.first)
            if effect is not None:
                yield effect


def printed(s: Soukou, text: Text) -> tuple[Part, ...]:
    """The parts of a text as printed on its card. Raises: Unseen, Undecided."""
    card = s.card(text.card)
    if text.name is None:
        parts = card.parts
    else:
        skill = card.skill(text.name)
        parts = () if skill is None else skill.parts
    if parts is None:
        raise card.gap("tags" if text.name is None else f"tags of {text.name}")
    return parts


def skill_parts(s: Soukou, skill: Skill) -> tuple[Part, ...]:
    """A skill as the parts it is carried out in (SM-13.8)."""
    text = (UNKNOWN,) if skill.parts is None else skill.parts
    judged = tuple(p for p in text if p.verb == "judgement_damage")
    before = tuple(Part("judgement") for part in judged for _ in range(part.amount.least))
    hits = () if skill.damage == "-" else (DAMAGE,)
    rest = tuple(p for p in text if p not in judged)
    if s.options.skill_order == "damage_then_text":
        return (*before, *hits, *rest)
    return (*before, *rest, *hits)


def per_win(skill: Skill) -> Part | None:
    """The part by which judgements set a skill's damage."""
    return next((p for p in skill.parts or () if p.verb == "judgement_damage"), None)


def choice(parts: tuple[Part, ...] | None) -> Part | None:
    """The part that lets a unit be chosen beforehand."""
    for part in parts or ():
        if part.is_known and part.given and part.given[0].startswith("chosen"):
            return part
    return None


def choosable(s: Soukou, seat: str, part: Part) -> list[Unit]:
    """The units that such a part may choose (SM-16.9)."""
    if part.verb == "damage_reserve":
        return s.sound_reserve(s.enemy(seat))
    owner = s.enemy(seat) if part.whom == "chosen_opposing" else seat
    return [u for u in s.own(owner) if not u.is_wrecked]


def text_of(card_parts: tuple[Part, ...] | None) -> tuple[Part, ...]:
    """A text as its parts; one that is not known is one unknown part."""
    return (UNKNOWN,) if card_parts is None else card_parts


def skill_now(s: Soukou, unit: Unit, name: str) -> Skill | None:
    """A skill of a unit. Raises: Unseen, Undecided."""
    return s.card(unit.card).skill(name)


def as_text(s: Soukou, e: Any, parts: tuple[Part, ...], card: Shown, **more: Any) -> Text:
    """What an event that uses a card sets in motion."""
    return Text(e.seq, e.player, card, None, None, parts, e.choices.get("target"))._replace(**more)
