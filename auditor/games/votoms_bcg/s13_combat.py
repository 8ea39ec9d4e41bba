"""Combat: the declaration, the draw, the totals (VB-13, VB-14, VB-17)."""

from typing import Any

from auditor.declare import rule, which
from auditor.games.votoms_bcg.apply import cell
from auditor.games.votoms_bcg.cards import MULTIPLE
from auditor.games.votoms_bcg.state import MATCHMAKER, Arena, Combat, places
from auditor.games.votoms_bcg.strength import side_of, winner_of, wrong_sum
from auditor.hidden import Undecided
from events.votoms_bcg import (
    AdditionalStrengthDrawn,
    ATActionEnded,
    ATDestroyed,
    CombatDeclared,
    CombatInterrupted,
    TotalsDetermined,
)


def attack(s: Arena, e: Any) -> dict[str, Any]:
    """Who attacks what, and the states of the ATs."""
    units = [*e.attackers, e.target]
    states = [f"{id} {s.ats[id].state}" for id in units if id in s.ats]
    return {"attackers": list(e.attackers), "target": e.target, "states": states}


@which(
    "VB-13.3",
    "VB-13.4",
    "VB-5.5",
    "VB-14.1",
    "VB-14.2",
    "VB-17.6",
    "VB-9.11",
    on=CombatDeclared,
    facts=attack,
)
def attack_is_allowed(s: Arena, e: CombatDeclared) -> str | None:
    if e.attacker_card is not None:
        return _offkai_attack(s, e)
    if not e.attackers or not e.target:
        return "VB-13.3"
    if e.actor != s.owner or len(set(e.attackers)) < len(e.attackers):
        return "VB-13.4"
    for id in e.attackers:
        at = s.ats.get(id)
        if at is None or at.owner != e.actor or at.state != "active":
            return "VB-5.5" if at is not None and at.waiting else "VB-13.4"
    found = _target(s, e)
    if found is not None or len(e.attackers) == 1:
        return found
    return None if s.options.multi_attack == "free" or _has_keyword(s, e) else "VB-17.6"


def _target(s: Arena, e: CombatDeclared) -> str | None:
    if e.target.startswith(MATCHMAKER):
        return _matchmaker(s, e.actor, e.target.removeprefix(MATCHMAKER))
    at = s.ats.get(e.target)
    if at is None:
        return "VB-13.3"
    if at.owner == e.actor or at.state == "destroyed":
        return "VB-13.4"
    if at.state == "ended" and s.options.target_ended != "legal":
        return "VB-13.4"
    return None


def _matchmaker(s: Arena, seat: str, other: str) -> str | None:
    """Whether a Matchmaker may be attacked (VB-14.1, VB-14.2)."""
    if other not in s.seats or other == seat:
        return "VB-13.3"
    if (seat, other) not in s.matchmaker_open:
        return "VB-14.2" if s.is_open(seat, other) else "VB-14.1"
    way = s.options.matchmaker_window
    if way == "first_combat" and s.attacks:
        return "VB-14.2"
    if way == "also_at_declaration" and not s.is_open(seat, other):
        return "VB-14.2"
    return None


def _has_keyword(s: Arena, e: CombatDeclared) -> bool:
    codes = [code for id in e.attackers for code in s.ats[id].codes]
    return any(MULTIPLE in s.ask(code, "keywords") for code in codes)


def _offkai_attack(s: Arena, e: CombatDeclared) -> str | None:
    play = s.plays.get(e.attacker_card or 0)
    if play is None or e.attackers:
        return "VB-9.11"
    if s.ask(play.card, "attacks_with") is None or e.target not in play.targets:
        return "VB-13.3"
    at = s.ats.get(e.target)
    return "VB-13.4" if at is not None and at.owner == e.actor else None


def causes_due(s: Arena, kind: Any) -> list[tuple[str, int]]:
    """What events of a type are due: on which AT or combat, and why."""
    due: list[Any] = [x for d in s.duties if d.kind is kind for x in d.least(s)]
    return [(x.combat if kind is CombatInterrupted else x.unit, x.cause) for x in due]


@rule("GN-1.9", on=CombatInterrupted, facts=lambda s, e: {"cause": e.cause})
def cause_is_the_event_that_broke_it_off(s: Arena, e: CombatInterrupted) -> bool:
    causes = causes_due(s, CombatInterrupted)
    return not causes or (e.combat, e.cause) in causes


@rule("GN-1.9", on=(ATActionEnded, ATDestroyed), facts=lambda s, e: {"cause": e.cause})
def cause_is_the_event_that_brought_it(s: Arena, e: Any) -> bool:
    causes = causes_due(s, type(e))
    return not causes or (e.unit, e.cause) in causes


# -------------------------------------------------------------------- additional strength


def drawing(s: Arena, combat: Combat) -> tuple[str, ...]:
    """The seats that draw (VB-13.7, VB-14.5, VB-14.6)."""
    if not combat.target.startswith(MATCHMAKER):
        return (combat.by, combat.against)
    return (combat.by,) if s.options.matchmaker_attacker_draws else ()


def draws_and_decks(s: Arena, e: Any) -> dict[str, Any]:
    """Who drew, and the decks before."""
    return {
        "draws": [f"{d.seat} {d.value}" for d in e.draws],
        "money_decks": dict(s.money),
    }


@which(
    "VB-13.7",
    "VB-13.8",
    "VB-9.7",
    "VB-14.5",
    "VB-14.6",
    "VB-13.17",
    on=AdditionalStrengthDrawn,
    facts=draws_and_decks,
)
def sides_draw_as_they_must(s: Arena, e: AdditionalStrengthDrawn) -> str | None:
    combat = s.open_combat(e.combat)
    if combat is None:
        return None
    wanted, drawn = drawing(s, combat), [d.seat for d in e.draws]
    if any(seat not in wanted for seat in drawn) or len(set(drawn)) < len(drawn):
        nobody = combat.target.startswith(MATCHMAKER) and combat.against in drawn
        return "VB-14.5" if nobody else "VB-13.7"
    missing = [seat for seat in wanted if seat not in drawn]
    if missing:
        if combat.target.startswith(MATCHMAKER):
            return "VB-14.6"
        return "VB-9.7" if combat.is_offkai and combat.by in missing else "VB-13.7"
    for draw in e.draws:
        if not s.money[draw.seat]:
            if (draw.drawn, draw.value) != (0, 0):
                return "VB-13.8"
        elif not draw.drawn:
            return "VB-14.6" if len(wanted) == 1 else "VB-13.7"
    return None


@rule(
    "VB-13.16",
    on=AdditionalStrengthDrawn,
    facts=lambda s, e: {"draws": [f"{d.seat} {d.card or '?'} {d.value}" for d in e.draws]},
)
def draws_count_their_cards(s: Arena, e: AdditionalStrengthDrawn) -> bool:
    for index, draw in enumerate(e.draws):
        if draw.drawn and draw.card is not None and draw.card in s.data.cards:
            card = cell(s, e, draw.card, index, draw.seat)
            if s.ask(card, "draw_value") != draw.value:
                return False
    return True


# -------------------------------------------------------------------- totals


def right_totals(s: Arena, e: Any) -> dict[str, Any]:
    """The totals as they are."""
    combat = s.open_combat(e.combat)
    assert combat is not None
    sides = {side: side_of(s, combat, side).total for side in ("attacker", "target")}
    return {"found": [e.attacker, e.target], "expected": list(sides.values())}


TOTALS = (
    "VB-13.16",
    "VB-9.9",
    "VB-9.11",
    "VB-10.1",
    "VB-10.2",
    "VB-11.5",
    "VB-12.2",
    "VB-12.3",
    "VB-12.6",
    "VB-14.3",
    "VB-14.4",
    "VB-20.14",
)


@which(*TOTALS, on=TotalsDetermined, facts=right_totals)
def totals_are_the_sums(s: Arena, e: TotalsDetermined) -> str | None:
    combat = s.open_combat(e.combat)
    if combat is None or combat.draws is None or combat.totals is not None:
        return None
    if unplaced := s.unplaced(combat.by, combat.against):
        raise Undecided(*places(unplaced), rule="VB-13.16")
    return wrong_sum(s, combat, e.attacker, e.target)


@which(
    "VB-13.9",
    "VB-13.14",
    on=TotalsDetermined,
    facts=lambda s, e: {"winner": e.winner, "expected": winner_of(s, e.attacker, e.target)},
)
def the_higher_total_wins(s: Arena, e: TotalsDetermined) -> str | None:
    if e.winner == winner_of(s, e.attacker, e.target):
        return None
    return "VB-13.14" if e.attacker == e.target else "VB-13.9"
