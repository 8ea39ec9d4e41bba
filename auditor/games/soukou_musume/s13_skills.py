"""The attack phase, skills and the texts they set in motion (SM-13, SM-15.2, 15.3, SM-20)."""

from typing import Any

from auditor.declare import rule, which
from auditor.effects import LASTING, Due, Part, Text
from auditor.games.soukou_musume.s05_drawing import is_certain
from auditor.games.soukou_musume.state import SEATS, Soukou
from auditor.games.soukou_musume.texts import (
    UNKNOWN,
    amount_of,
    attached_as,
    attaching,
    can,
    concerned,
    due_now,
    holds,
    lasting,
    open_now,
    printed,
    skill_now,
)
from auditor.games.soukou_musume.windows import is_bound, part_of
from events.soukou_musume import (
    CommandUsed,
    DeckLooked,
    DeckSearched,
    EnergyDiscarded,
    EnergyMoved,
    ExSkillUsed,
    HandDiscarded,
    HpRecovered,
    JudgementBegan,
    PhaseBegan,
    SetDiscarded,
    SkillUsed,
    TurnEnded,
    UnitCharged,
    UnitDeployed,
    UnitRetreated,
    UnitsSwapped,
    UnitWrecked,
)


@rule("SM-1.4", on=SkillUsed, facts=lambda s, e: {"skill": e.skill})
def the_unit_has_that_skill(s: Soukou, e: SkillUsed) -> bool:
    return skill_now(s, s.units[e.unit], e.skill) is not None


@which("SM-13.3", on=SkillUsed)
def none_in_the_first_turn(s: Soukou, e: SkillUsed) -> str | None:
    return "SM-13.3" if s.turn == 1 else None


def energy(s: Soukou, e: SkillUsed) -> dict[str, Any]:
    """What the skill costs, and what is there."""
    unit = s.units[e.unit]
    skill = skill_now(s, unit, e.skill)
    return {"cost": None if skill is None else skill.cost, "attached": len(unit.energy)}


@rule("SM-13.4", on=SkillUsed, facts=energy)
def enough_energy_is_attached(s: Soukou, e: SkillUsed) -> bool:
    unit = s.units[e.unit]
    skill = skill_now(s, unit, e.skill)
    if skill is None:
        return True
    if skill.cost is None:
        raise s.card(unit.card).gap(f"cost of {skill.name}")
    return len(unit.energy) >= skill.cost


@which("SM-15.2", "SM-15.3", on=SkillUsed, facts=lambda s, e: {"unit": e.unit})
def the_unit_is_not_damaged(s: Soukou, e: SkillUsed) -> str | None:
    return {"minor": "SM-15.2", "medium": "SM-15.3"}.get(s.units[e.unit].state)


@rule("SM-20.14", on=SkillUsed, facts=lambda s, e: {"skill": e.skill})
def the_skill_is_not_barred(s: Soukou, e: SkillUsed) -> bool:
    return not any(x.skill == e.skill for x in lasting(s, "skill_barred", e.unit))


@rule("SM-13.9", on=SkillUsed)
def an_order_can_be_carried_out_where_it_must(s: Soukou, e: SkillUsed) -> bool:
    if s.options.impossible_effect != "skill_illegal":
        return True
    unit = s.units[e.unit]
    skill = skill_now(s, unit, e.skill)
    text = Text(e.seq, e.player, unit.card, e.skill, e.unit, (), e.choices.get("target"))
    for part in (skill.parts or ()) if skill is not None else ():
        ordered = part.is_known and part.condition is None and part.amount.least
        if ordered and due_now(s, text, part) is Due.OFF and not can(s, text, part):
            return False
    return True


MOVES_ON = (
    PhaseBegan,
    TurnEnded,
    CommandUsed,
    ExSkillUsed,
    UnitCharged,
    UnitDeployed,
    UnitRetreated,
    SkillUsed,
)


@rule("SM-13.9", on=MOVES_ON)
def nothing_that_was_ordered_is_left(s: Soukou, e: Any) -> bool:
    """What may have been owed, as far as anyone can say, when play goes on past it."""
    text = s.text
    if text is None or part_of_text(s, e):
        return True
    for open_ in open_now(s):
        if open_.due is Due.UNSURE:
            part = open_.part
            if not part.is_known:
                return not is_owed(s, text, part)
            if part.amount.least and holds(s, text, part) and can(s, text, part):
                return False
    return True


def is_owed(s: Soukou, text: Text, unknown: Part) -> bool:
    """A text that was not known orders something. Raises: Unseen, Undecided."""
    card = s.card(text.card)
    if unknown.verb != UNKNOWN.verb:
        raise card.gap(f"tags: '{unknown.verb}'")
    for part in printed(s, text):
        if not part.is_known:
            raise card.gap(f"tags: '{part.verb}'")
        on_set = part.verb == "recover_state"
        ordered = part.verb not in LASTING and due_now(s, text, part) is Due.MUST
        if ordered and (on_set or text.unit is None or text.is_skill):
            return True
    if text.is_skill and text.name is not None:
        skill = card.skill(text.name)
        return skill is not None and skill.damage != "-"
    return False


def part_of_text(s: Soukou, e: Any) -> bool:
    """The event itself carries out the text."""
    return getattr(e, "cause", None) is not None and part_of(s, e) is not None


@rule("SM-13.8", on=UnitWrecked)
def wrecks_come_after_the_text(s: Soukou, e: UnitWrecked) -> bool:
    return s.options.wreck_check == "at_once" or s.text is None or not is_bound(s)


@rule(
    "SM-13.9",
    on=(JudgementBegan, HpRecovered, UnitsSwapped, DeckLooked, DeckSearched, UnitDeployed),
)
def the_text_asks_for_it(s: Soukou, e: Any) -> bool:
    return is_certain(s, e)


def wanted(s: Soukou, e: Any, there: int) -> tuple[int, int, str] | None:
    """How many a text asks for, and whom it concerns; None if it asks for none."""
    found = part_of(s, e)
    if s.text is None or found is None or not found.part.is_known:
        return None
    least, most = amount_of(s, found.part, there)
    return least, most or 0, found.part.whom


def asked(s: Soukou, e: Any) -> dict[str, Any]:
    """How many the text asks for."""
    there = s.hand[e.player].size if isinstance(e, HandDiscarded) else 99
    want = wanted(s, e, there)
    return {} if want is None else {"expected": want[0]}


@rule("SM-20.2", on=HandDiscarded, facts=asked)
def the_owner_discards_the_number_named(s: Soukou, e: HandDiscarded) -> bool:
    if not is_certain(s, e) or e.player not in SEATS:
        return False
    if e.actor != e.player:
        return False
    hand = s.hand[e.player]
    want = wanted(s, e, hand.size)
    if want is not None and not want[0] <= len(e.cards) <= want[1]:
        return False
    for code in set(e.cards) - {None}:
        have = hand.known.count(str(code))
        need = e.cards.count(code)
        if str(code) not in hand or (not hand.unseen and need > have):
            return False
    return len(e.cards) <= hand.size


@which("SM-20.23", "SM-11.4", "SM-11.5", on=HandDiscarded)
def cards_are_attached_only_where_a_card_allows_it(s: Soukou, e: HandDiscarded) -> str | None:
    if not e.as_energy or e.player not in SEATS:
        return None
    if (why := attaching(s, e.player)) is not None:
        return why
    if sum(at is not None for at in attached_as(e)) < len(e.as_energy):
        return "SM-20.23"
    for attached in e.as_energy:
        unit = s.unit(attached.unit)
        if unit is None or unit.owner != e.player or unit.is_wrecked:
            return "SM-20.23"
    return None


@rule("GN-2.3", on=HandDiscarded)
def ids_of_attached_energy_are_new(s: Soukou, e: HandDiscarded) -> bool:
    ids = [attached.energy for attached in e.as_energy]
    return len(set(ids)) == len(ids) and not s.used.intersection(ids)


@which("SM-20.15", "SM-20.18", on=EnergyDiscarded, facts=asked)
def energy_is_discarded_as_the_text_says(s: Soukou, e: EnergyDiscarded) -> str | None:
    unit = s.unit(e.unit)
    found = part_of(s, e)
    if s.text is None or found is None:
        return None
    if not is_certain(s, e):
        return "SM-20.18"
    whom = found.part.whom if found.part.is_known else ""
    id = "SM-20.15" if whom == "this" else "SM-20.18"
    named = concerned(s, s.text, found.part) if found.part.is_known else unit
    if e.actor != e.player or unit is None or named is None or unit.id != named.id:
        return id
    there = {p.id for p in unit.energy}
    want = wanted(s, e, len(there))
    if want is not None and not want[0] <= len(e.energy) <= want[1]:
        return id
    return None if there.issuperset(e.energy) and len(set(e.energy)) == len(e.energy) else id


@rule("SM-20.6", on=SetDiscarded, facts=asked)
def set_cards_are_discarded_as_the_text_says(s: Soukou, e: SetDiscarded) -> bool:
    unit = s.unit(e.unit)
    found = part_of(s, e)
    if s.text is None or found is None:
        return True
    if not is_certain(s, e):
        return False
    named = concerned(s, s.text, found.part) if found.part.is_known else unit
    if e.actor != e.player or unit is None or named is None or unit.id != named.id:
        return False
    there = {p.id for p in unit.sets}
    want = wanted(s, e, len(there))
    if want is not None and not want[0] <= len(e.sets) <= want[1]:
        return False
    return there.issuperset(e.sets) and len(set(e.sets)) == len(e.sets)


@which("SM-16.9", "SM-20.16", "SM-20.22", on=EnergyMoved, facts=asked)
def energy_is_moved_as_the_text_says(s: Soukou, e: EnergyMoved) -> str | None:
    giver, taker = s.unit(e.from_), s.unit(e.to)
    if s.text is None or part_of(s, e) is None:
        return None
    if not is_certain(s, e):
        return "SM-20.16"
    if taker is not None and taker.is_wrecked:
        return "SM-16.9"
    others = taker is not None and taker.owner == e.player and taker.id != e.from_
    if giver is None or not others or giver.id != s.text.unit:
        return "SM-20.22"
    there = {p.id for p in giver.energy}
    want = wanted(s, e, len(there))
    if want is not None and not want[0] <= len(e.energy) <= want[1]:
        return "SM-20.16"
    own = there.issuperset(e.energy) and len(set(e.energy)) == len(e.energy)
    return None if own else "SM-20.16"


@rule(
    "SM-20.5", on=DeckLooked, facts=lambda s, e: {"found": e.count, "deck": s.deck[e.player].size}
)
def as_many_are_looked_at_as_there_are(s: Soukou, e: DeckLooked) -> bool:
    found = part_of(s, e)
    if found is None or not found.part.is_known or e.player not in SEATS:
        return True
    due = min(found.part.amount.least, s.deck[e.player].size)
    return e.count == due and len(e.cards) == due


@rule("SM-20.21", on=DeckSearched)
def a_search_puts_out_only_what_has_a_place(s: Soukou, e: DeckSearched) -> bool:
    found = part_of(s, e)
    if found is None or not found.part.is_known or e.player not in SEATS:
        return True
    if e.to == "none":
        return e.taken is None
    if e.to != found.part.given[1] or not s.has_place(e.player):
        return False
    if e.taken is not None and found.part.given[0] == "unit":
        return s.book.card(e.taken).is_unit
    return True
