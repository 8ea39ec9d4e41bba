"""Wrong events of terrain, combat, damage and interruption (VB-9.4 to VB-9.13, VB-12 to VB-17)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from auditor.game import Fault
from auditor.games.votoms_bcg.faults.table import (
    NUMBERS,
    against,
    ats,
    attacks,
    ends,
    event,
    fresh,
    held,
    is_free,
    may_attack,
    others,
    passes,
    plays,
    step,
    turn_of,
)
from auditor.games.votoms_bcg.state import Arena, Combat
from events import Event
from events.votoms_bcg import (
    AdditionalStrengthDraw,
    AdditionalStrengthDrawn,
    ATActionEnded,
    ATDestroyed,
    CombatEnded,
    CombatInterrupted,
    DamageDetermined,
    DamagePaid,
    DamageTakenByAT,
    TerrainDeployed,
    TerrainDiscarded,
    TotalsDetermined,
)


def terrains(s: Arena, seat: str) -> Iterator[Event]:
    for code in held(s, seat, "terrain"):
        yield event(TerrainDeployed, s, seat, iid=fresh(s, f"{seat}-t"), card=code)


def terrain_in_combat(s: Arena) -> Iterator[Event]:
    if is_free(s, "T5o"):
        for seat in s.seats:
            yield from terrains(s, seat)


def others_terrain(s: Arena) -> Iterator[Event]:
    if is_free(s, "T4"):
        for x in s.terrains.values():
            if x.owner != s.owner:
                yield event(TerrainDiscarded, s, s.owner or "", iid=x.iid, card=x.card)


def one_terrain_more(s: Arena) -> Iterator[Event]:
    if is_free(s, "T4") and s.terrains and not s.options.deploy_uses_right:
        yield from terrains(s, s.owner or "")


# -------------------------------------------------------------------- declaring


def fair_attack(s: Arena) -> Iterator[tuple[str, str, str]]:
    if may_attack(s):
        seat = s.owner or ""
        for at in ats(s, seat, "active"):
            for target in against(s, seat, "active"):
                yield seat, at.id, target.id


def no_target(s: Arena) -> Iterator[Event]:
    for seat, unit, _ in fair_attack(s):
        yield attacks(s, seat, [unit], "")


def ended_attacker(s: Arena) -> Iterator[Event]:
    if may_attack(s):
        seat = s.owner or ""
        for at in ats(s, seat, "ended"):
            for target in against(s, seat, "active"):
                if not at.waiting:
                    yield attacks(s, seat, [at.id], target.id)


def not_all_passed(s: Arena) -> Iterator[Event]:
    if is_free(s, "T5o") and s.rights[-1].passes < len(s.seats) and not s.options.pass_is_final:
        seat = s.owner or ""
        for at in ats(s, seat, "active"):
            for target in against(s, seat, "active"):
                yield attacks(s, seat, [at.id], target.id)


def guarded_matchmaker(s: Arena) -> Iterator[Event]:
    if may_attack(s):
        seat = s.owner or ""
        for other in others(s, seat):
            if (seat, other) not in s.matchmaker_open and ats(s, other, "active", "ended"):
                for at in ats(s, seat, "active"):
                    yield attacks(s, seat, [at.id], f"matchmaker:{other}")


def last_at_gone(s: Arena) -> Iterator[Event]:
    if may_attack(s):
        seat = s.owner or ""
        for other in others(s, seat):
            if (seat, other) not in s.matchmaker_open and not ats(s, other, "active", "ended"):
                for at in ats(s, seat, "active"):
                    yield attacks(s, seat, [at.id], f"matchmaker:{other}")


def two_without_keyword(s: Arena) -> Iterator[Event]:
    if may_attack(s):
        seat = s.owner or ""
        plain = [at for at in ats(s, seat, "active") if "PR-05" not in at.codes]
        for target in against(s, seat, "active"):
            if len(plain) > 1:
                yield attacks(s, seat, [plain[0].id, plain[1].id], target.id)


def second_attack_of_one_card(s: Arena) -> Iterator[Event]:
    from events.votoms_bcg import CombatDeclared

    if is_free(s, "T5o"):
        for play in s.plays.values():
            if play.card == "PR-10" and play.spent and play.targets[0] in s.ats:
                body = {"combat": fresh(s, "c"), "attackers": (), "attacker_card": play.seq}
                yield event(CombatDeclared, s, play.by, target=play.targets[0], **body)


# -------------------------------------------------------------------- the steps


def step_left_out(s: Arena) -> Iterator[Event]:
    if is_free(s, "C1"):
        yield step(s, 3)


def outer_goes_on(s: Arena) -> Iterator[Event]:
    if len(s.combats) > 1 and is_free(s, "C2", "C4"):
        outer = s.combats[-2]
        if outer.lost is None:
            yield step(s, outer.step + 1, outer.id)


def drawing(s: Arena) -> Iterator[Combat]:
    if is_free(s, "C3") and s.combats[-1].draws is None:
        yield s.combats[-1]


def lots(s: Arena, *seats: str) -> tuple[AdditionalStrengthDraw, ...]:
    found: list[Any] = []
    for seat in seats:
        codes = [c for c in s.left(seat) if c in NUMBERS] if s.money[seat] else []
        made: Any = AdditionalStrengthDraw
        if codes:
            found.append(made(seat=seat, drawn=1, card=codes[0], value=NUMBERS[codes[0]]))
        else:
            found.append(made(seat=seat, drawn=0, card=None, value=0))
    return tuple(found)


def drawn(s: Arena, draws: Any) -> Event:
    return event(AdditionalStrengthDrawn, s, "table", combat=s.combats[-1].id, draws=draws)


def is_nobody(combat: Combat) -> bool:
    return combat.target.startswith("matchmaker:")


def card_at_the_draw(s: Arena) -> Iterator[Event]:
    for _ in drawing(s):
        for seat in s.seats:
            if "PR-11" in s.hand[seat].known:
                yield from (plays(s, seat, "PR-11", "offkai", (id,)) for id in s.ats)


def no_draw(s: Arena) -> Iterator[Event]:
    for combat in drawing(s):
        seat = combat.against
        if not is_nobody(combat) and s.money[seat]:
            none: Any = AdditionalStrengthDraw
            kept = none(seat=seat, drawn=0, card=None, value=0)
            yield drawn(s, (*lots(s, combat.by), kept))


def number_from_nothing(s: Arena) -> Iterator[Event]:
    for combat in drawing(s):
        for seat in () if is_nobody(combat) else (combat.by, combat.against):
            if not s.money[seat]:
                both = lots(s, combat.by, combat.against)
                yield drawn(s, tuple(replace(d, value=2) if d.seat == seat else d for d in both))


def offkai_side_idle(s: Arena) -> Iterator[Event]:
    for combat in drawing(s):
        if not combat.attackers:
            yield drawn(s, lots(s, combat.against))


def nobody_draws(s: Arena) -> Iterator[Event]:
    for combat in drawing(s):
        if is_nobody(combat) and s.options.matchmaker_attacker_draws:
            yield drawn(s, lots(s, combat.by, combat.against))


def attacker_idle(s: Arena) -> Iterator[Event]:
    for combat in drawing(s):
        if is_nobody(combat) and s.options.matchmaker_attacker_draws and s.money[combat.by]:
            yield drawn(s, ())


# -------------------------------------------------------------------- totals and damage

STRENGTHS = {"PR-01": 3, "PR-02": 5, "PR-03": 4, "PR-04": 1, "PR-05": 1, "PR-06": 2}
MODIFIERS = {"PR-13": -2, "PR-15": 1}


def sums(s: Arena) -> Iterator[tuple[Combat, int, int]]:
    """The totals that are due, added up by hand."""
    if s.combats and not s.is_over and not s.queue:
        combat = s.combats[-1]
        if combat.draws is not None and combat.totals is None and combat.step == 3:
            yield combat, _sum(s, combat, combat.by), _sum(s, combat, combat.against)


def _sum(s: Arena, combat: Combat, seat: str) -> int:
    number = sum(NUMBERS[d[2]] if d[1] else 0 for d in combat.draws or () if d[0] == seat)
    if seat == combat.against and is_nobody(combat):
        return 0
    if seat == combat.by and not combat.attackers:
        return 4 + number
    units = combat.attackers if seat == combat.by else (combat.target,)
    effects = [x for x in s.effects.values() if x.owner == seat]
    each = len(effects) if s.options.effect_in_multi == "per_at" else 0
    total = number + (0 if each else len(effects))
    for unit in units:
        at = s.ats[unit]
        total += sum(STRENGTHS[code] for code in at.codes) + each
        total += sum(3 for x in s.combat_cards.values() if unit in x.targets and x.card == "PR-08")
        for x in s.terrains.values():
            negated = at.card == "PR-03" and x.card == "PR-15"
            mine = s.options.terrain_scope == "opponents" and x.owner == seat
            total += 0 if negated or mine else MODIFIERS[x.card]
    return total


def totals(s: Arena, combat: Combat, one: int, two: int, winner: Any = "by sum") -> Event:
    if winner == "by sum":
        winner = None if one == two else "attacker" if one > two else "target"
    body = {"combat": combat.id, "attacker": one, "target": two, "winner": winner}
    return event(TotalsDetermined, s, "table", **body)


def plain(s: Arena, combat: Combat) -> bool:
    """Nothing but ATs and draws counts in the combat."""
    return not (s.effects or s.combat_cards or s.terrains) and bool(combat.attackers)


def off_by_seven(s: Arena) -> Iterator[Event]:
    for combat, one, two in sums(s):
        if not is_nobody(combat) and one + 7 != two:
            yield totals(s, combat, one + 7, two)


def wrong_winner(s: Arena) -> Iterator[Event]:
    for combat, one, two in sums(s):
        if one != two:
            yield totals(s, combat, one, two, "target" if one > two else "attacker")


def tie_won(s: Arena) -> Iterator[Event]:
    for combat, one, two in sums(s):
        if one == two and s.options.tie_result == "no_winner":
            yield totals(s, combat, one, two, "attacker")


def effects_left_out(s: Arena) -> Iterator[Event]:
    for combat, one, two in sums(s):
        mine = sum(x.owner == combat.by for x in s.effects.values())
        if (
            combat.attackers
            and len(combat.attackers) == 1
            and mine
            and one - mine != two
            and not s.combat_cards
            and not s.terrains
            and s.options.tie_result == "no_winner"
        ):
            yield totals(s, combat, one - mine, two)


def effects_of_the_other(s: Arena) -> Iterator[Event]:
    for combat, one, two in sums(s):
        mine = sum(x.owner == combat.by for x in s.effects.values())
        theirs = sum(x.owner == combat.against for x in s.effects.values())
        if (
            len(s.seats) == 2
            and mine
            and not theirs
            and not is_nobody(combat)
            and not s.combat_cards
            and not s.terrains
            and two + mine != one
        ):
            yield totals(s, combat, one, two + mine)


def effects_for_a_card(s: Arena) -> Iterator[Event]:
    for combat, one, two in sums(s):
        mine = sum(x.owner == combat.by for x in s.effects.values())
        if not combat.attackers and mine and one + mine != two and not s.terrains and mine != 4:
            yield totals(s, combat, one + mine, two)


def two_copies(s: Arena) -> Iterator[Event]:
    for combat, one, two in sums(s):
        if not combat.attackers and not s.effects and not s.terrains and one + 4 != two:
            yield totals(s, combat, one + 4, two)


def step_in_left_out(s: Arena) -> Iterator[Event]:
    for combat, one, two in sums(s):
        mine = [x for x in s.combat_cards.values() if x.card == "PR-08"]
        hits = [x for x in mine if combat.attackers and x.targets[0] in combat.attackers]
        if (
            len(hits) == 1
            and len(mine) == 1
            and one - 3 != two
            and not s.effects
            and not s.terrains
        ):
            yield totals(s, combat, one - 3, two)


def gorge_left_out(s: Arena) -> Iterator[Event]:
    for combat, one, two in sums(s):
        if len(combat.attackers) == 1 and not s.effects and not s.combat_cards:
            at = s.ats[combat.attackers[0]]
            codes = [x.card for x in s.terrains.values()]
            if (
                codes == ["PR-13"]
                and at.card != "PR-03"
                and one + 2 != two
                and s.options.terrain_scope == "all"
            ):
                yield totals(s, combat, one + 2, two)


def river_crossed(s: Arena, code: str, delta: int) -> Iterator[Event]:
    for combat, one, two in sums(s):
        if len(combat.attackers) == 1 and not s.effects and not s.combat_cards:
            at = s.ats[combat.attackers[0]]
            codes = [x.card for x in s.terrains.values()]
            if (
                codes == [code]
                and at.card == "PR-03"
                and one + delta != two
                and s.options.terrain_scope == "all"
            ):
                yield totals(s, combat, one + delta, two)


def matchmaker_counts(s: Arena) -> Iterator[Event]:
    for combat, one, two in sums(s):
        theirs = sum(x.owner == combat.against for x in s.effects.values())
        if is_nobody(combat) and theirs and theirs != one and not s.combat_cards:
            yield totals(s, combat, one, two + theirs)


def damage_due(s: Arena) -> Iterator[tuple[Combat, str, int]]:
    if s.combats and not s.is_over:
        combat = s.combats[-1]
        if combat.totals is not None and combat.winner is not None and combat.damage is None:
            loser = combat.against if combat.winner == "attacker" else combat.by
            yield combat, loser, abs(combat.totals[0] - combat.totals[1])


def damage_off(s: Arena) -> Iterator[Event]:
    for combat, loser, amount in damage_due(s):
        if s.options.damage_formula == "difference":
            body = {"combat": combat.id, "to": loser, "amount": amount + 1}
            yield event(DamageDetermined, s, "table", **body)


def damaged(s: Arena, *windows: str) -> Iterator[tuple[Combat, str, int]]:
    if s.combats and not s.is_over and not s.queue and s.window in windows and not s.duties:
        combat = s.combats[-1]
        if combat.damage is not None and combat.paid is None and combat.taken is None:
            yield combat, combat.damage[0], combat.damage[1]


def pays(s: Arena, combat: Combat, seat: str, count: int, laid: int | None = None) -> Event:
    """Some cards of the hand are paid, the rest off the deck."""
    hand = s.hand[seat].known[:count]
    copies = [c for c, n in s.left(seat).items() if c in NUMBERS for _ in range(n)]
    deck = tuple(copies[: max(0, count - len(hand))])
    order = (*hand, *deck)[:laid]
    body = {"combat": combat.id, "from_hand": hand, "from_deck": deck, "order": order}
    return event(DamagePaid, s, seat, **body)


def one_card_short(s: Arena) -> Iterator[Event]:
    for combat, seat, amount in damaged(s, "C5"):
        if amount > 1 and s.size(seat) + s.money[seat] >= amount:
            yield pays(s, combat, seat, amount - 1)


def a_card_not_laid(s: Arena) -> Iterator[Event]:
    for combat, seat, amount in damaged(s, "C5"):
        if amount and s.size(seat) >= amount and s.options.damage_order == "payer":
            yield pays(s, combat, seat, amount, amount - 1)


def hand_on_deck(s: Arena) -> Iterator[Event]:
    for combat, seat, amount in damaged(s, "C5"):
        if 0 < s.size(seat) < amount <= s.size(seat) + s.money[seat]:
            yield pays(s, combat, seat, amount)


def paid_in_step_4(s: Arena) -> Iterator[Event]:
    for combat, seat, amount in damaged(s, "C4"):
        if amount and s.size(seat) >= amount and s.options.damage_order == "payer":
            yield pays(s, combat, seat, amount)


def takes(s: Arena, combat: Combat, seat: str, unit: str) -> Event:
    return event(DamageTakenByAT, s, seat, combat=combat.id, unit=unit)


def another_at(s: Arena) -> Iterator[Event]:
    for combat, seat, amount in damaged(s, "C5"):
        for at in ats(s, seat, "active", "ended"):
            if at.id not in combat.units and amount:
                yield takes(s, combat, seat, at.id)


def winner_names_it(s: Arena) -> Iterator[Event]:
    for combat, seat, amount in damaged(s, "C5"):
        loser = combat.against if combat.winner == "attacker" else combat.by
        other = combat.by if seat == combat.against else combat.against
        for unit in combat.units:
            if amount and seat == loser and unit.startswith(seat):
                yield takes(s, combat, other, unit)


def sender_pays(s: Arena) -> Iterator[Event]:
    for combat, seat, amount in damaged(s, "C5"):
        loser = combat.against if combat.winner == "attacker" else combat.by
        if amount and seat != loser and s.size(loser) >= amount:
            yield pays(s, combat, loser, amount)


def second_at(s: Arena) -> Iterator[Event]:
    if s.combats and s.window == "C5e" and s.combats[-1].taken is not None:
        combat = s.combats[-1]
        for unit in combat.units:
            at = s.ats.get(unit)
            if at is not None and at.state == "active" and unit[:2] == (combat.taken or "")[:2]:
                yield event(ATDestroyed, s, "table", unit=unit, cause=s.seq)


def not_ended(s: Arena) -> Iterator[Event]:
    if s.combats and s.window == "C5e" and not s.is_over:
        combat = s.combats[-1]
        left = [u for u in combat.units if u in s.ats and s.ats[u].state == "active"]
        if (
            left
            and combat.attackers
            and not combat.tied
            and not _orphans(s)
            and s.options.ended_after_combat == "both"
        ):
            yield event(CombatEnded, s, "table", combat=combat.id)


def offkai_target_not_ended(s: Arena) -> Iterator[Event]:
    if s.combats and s.window == "C5e" and not s.is_over:
        combat = s.combats[-1]
        at = s.ats.get(combat.target)
        if not combat.attackers and at is not None and at.state == "active" and not _orphans(s):
            yield event(CombatEnded, s, "table", combat=combat.id)


def _orphans(s: Arena) -> bool:
    there = [*s.effects.values(), *s.combat_cards.values()]
    return any(t in s.gone for x in there for t in x.targets)


# -------------------------------------------------------------------- interruption


def broken(s: Arena) -> Iterator[Combat]:
    """Combats broken off in this phase, while nothing else has to be done."""
    if is_free(s, "T5o") and s.rights[-1].passes < len(s.seats):
        yield from (combat for combat, how in s.over.values() if how == "interrupted")


def goes_on(s: Arena) -> Iterator[Event]:
    if s.combats and not s.is_over and s.window == "C2":
        combat = s.combats[-1]
        lost = combat.lost
        ended = [u for u in combat.units if u in s.ats and s.ats[u].state == "ended"]
        one = len(combat.attackers) <= 1
        if lost is not None and lost.after is None and ended and one and not _orphans(s):
            yield passes(s, turn_of(s))


def totals_after_all(s: Arena) -> Iterator[Event]:
    yield from (totals(s, combat, 8, 6) for combat in broken(s))


def damage_after_all(s: Arena) -> Iterator[Event]:
    for combat in broken(s):
        body = {"combat": combat.id, "to": combat.against, "amount": 2}
        yield event(DamageDetermined, s, "table", **body)


def ended_after_all(s: Arena) -> Iterator[Event]:
    for combat in broken(s):
        for unit in combat.units:
            if unit in s.ats and s.ats[unit].state == "active":
                yield event(ATActionEnded, s, "table", unit=unit, cause=combat.declared)


def step_after_all(s: Arena) -> Iterator[Event]:
    yield from (step(s, 3, combat.id) for combat in broken(s))


def broken_off_late(s: Arena) -> Iterator[Event]:
    if is_free(s, "C4"):
        combat = s.combats[-1]
        yield event(CombatInterrupted, s, "table", combat=combat.id, cause=combat.declared)


def phase_not_passed(s: Arena) -> Iterator[Event]:
    if (
        is_free(s, "T5o")
        and not s.combat_cards
        and 0 < s.rights[-1].passes < len(s.seats)
        and not s.options.pass_is_final
    ):
        yield ends(s)


FAULTS = {
    "VB-9.4": Fault(outer_goes_on),
    "VB-9.7": Fault(offkai_side_idle),
    "VB-9.9": Fault(effects_for_a_card),
    "VB-9.10": Fault(offkai_target_not_ended),
    "VB-9.11": Fault(second_attack_of_one_card),
    "VB-10.1": Fault(effects_left_out, {"tie_result": "no_winner"}),
    "VB-10.2": Fault(effects_of_the_other, {"tie_result": "no_winner"}),
    "VB-11.5": Fault(step_in_left_out, {"tie_result": "no_winner"}),
    "VB-12.2": Fault(lambda s: river_crossed(s, "PR-13", 2), {"tie_result": "no_winner"}),
    "VB-12.3": Fault(lambda s: river_crossed(s, "PR-15", 1), {"tie_result": "no_winner"}),
    "VB-12.4": Fault(terrain_in_combat),
    "VB-12.5": Fault(others_terrain, {"terrain_discard": "own"}),
    "VB-12.6": Fault(one_terrain_more, {"terrain_limit": 1}),
    "VB-13.2": Fault(step_left_out),
    "VB-13.3": Fault(no_target),
    "VB-13.4": Fault(ended_attacker),
    "VB-13.6": Fault(card_at_the_draw),
    "VB-13.7": Fault(no_draw),
    "VB-13.8": Fault(number_from_nothing),
    "VB-13.9": Fault(wrong_winner),
    "VB-13.13": Fault(paid_in_step_4, {"damage_order": "payer"}),
    "VB-13.14": Fault(tie_won, {"tie_result": "no_winner"}),
    "VB-13.15": Fault(not_ended, {"ended_after_combat": "both"}),
    "VB-13.16": Fault(off_by_seven, {"tie_result": "no_winner"}),
    "VB-13.18": Fault(not_all_passed, {"pass_is_final": False}),
    "VB-14.1": Fault(guarded_matchmaker),
    "VB-14.2": Fault(last_at_gone),
    "VB-14.4": Fault(matchmaker_counts, {"tie_result": "no_winner"}),
    "VB-14.5": Fault(nobody_draws, {"matchmaker_attacker_draws": True}),
    "VB-14.6": Fault(attacker_idle, {"matchmaker_attacker_draws": True}),
    "VB-15.1": Fault(damage_off, {"damage_formula": "difference"}),
    "VB-15.4": Fault(one_card_short, {"damage_by_at": "all_or_cards", "damage_order": "payer"}),
    "VB-15.5": Fault(a_card_not_laid, {"damage_order": "payer"}),
    "VB-15.6": Fault(another_at),
    "VB-15.7": Fault(hand_on_deck, {"damage_order": "deck_first"}),
    "VB-16.1": Fault(goes_on),
    "VB-16.2": Fault(totals_after_all),
    "VB-16.3": Fault(damage_after_all),
    "VB-16.4": Fault(ended_after_all),
    "VB-16.5": Fault(step_after_all),
    "VB-16.6": Fault(broken_off_late),
    "VB-17.4": Fault(second_at),
    "VB-17.5": Fault(winner_names_it),
    "VB-17.6": Fault(two_without_keyword, {"multi_attack": "keyword"}),
    "VB-20.3": Fault(sender_pays, {"damage_order": "payer"}),
}
"""Copies of one attacking card are named by VB-9.11 also where they are added up."""
