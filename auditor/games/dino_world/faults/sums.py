"""Wrong events of retreats, dice and arithmetic (DW-10.6 to DW-13.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from auditor.game import Fault
from auditor.games.dino_world.faults.battle import choosers
from auditor.games.dino_world.faults.table import event, home, in_actions, standing
from auditor.games.dino_world.state import Dinos, Fought
from events import Event
from events.dino_world import (
    ActionsEnded,
    AttackRolled,
    BattleEnded,
    BattleOpened,
    BattleResultDeclared,
    DinoMoved,
    DinoRevealed,
    RetreatDeclared,
    RetreatDeclined,
    SpecialResolved,
)


class Sums(NamedTuple):
    """A battle of two dinosaurs, reckoned from their cards and the ground."""

    attacker: int
    defender: int
    bonuses: tuple[int, int]
    """What the ground gave to each."""
    battle: Fought


def reckoned(s: Dinos) -> Iterator[Sums]:
    """The battle to be worked out, if two known dinosaurs fight and neither is braced."""
    b = s.battle
    if b is None or s.stage != "B4" or b.lost is not None or b.braced:
        return
    units = (*b.attackers, *b.defenders)
    attacks = {roll.unit: roll.attack for roll in b.rolls}
    if len(units) != 2 or not all(attacks.get(u) is not None and u in s.told for u in units):
        return
    cards = [s.data.cards[s.told[unit][0]] for unit in units]
    ground = s.data.terrains[s.map.terrain[b.square] or "P"].bonus
    bonuses = [sum(n for icon, n in ground.items() if icon in card.icons) for card in cards]
    own = [(card.defence or 0) + n for card, n in zip(cards, bonuses, strict=True)]
    figures = (own[0] - (attacks[units[1]] or 0), own[1] - (attacks[units[0]] or 0))
    yield Sums(*figures, (bonuses[0], bonuses[1]), b)


def result(s: Dinos, a: int, d: int, losers: tuple[str, ...]) -> Event:
    """A result as declared."""
    figures = {"attacker_result": a, "defender_result": d}
    return event(BattleResultDeclared, s, "table", losers=losers, **figures)


def lower(a: int, d: int, b: Fought) -> tuple[str, ...]:
    """The side with the lower result."""
    return b.attackers if a < d else b.defenders


def bonus_forgotten(s: Dinos) -> Iterator[Event]:
    """DW-12.5: the ground is left out."""
    for a, d, (of_a, of_d), b in reckoned(s):
        if of_a or of_d:
            yield result(s, a - of_a, d - of_d, lower(a - of_a, d - of_d, b))


def wrong_sum(s: Dinos) -> Iterator[Event]:
    """DW-12.6: a number that nothing gives."""
    for a, d, _, b in reckoned(s):
        yield result(s, a + 50, d, b.defenders)


def winner_loses(s: Dinos) -> Iterator[Event]:
    """DW-12.7: the larger result is said to lose."""
    for a, d, _, b in reckoned(s):
        if a != d and max(a, d) >= 0:
            yield result(s, a, d, lower(-a, -d, b))


def nobody_loses(s: Dinos) -> Iterator[Event]:
    """DW-12.8: equal, and nobody is said to lose."""
    yield from (result(s, a, d, ()) for a, d, _, _ in reckoned(s) if a == d)


def one_of_two_below_zero(s: Dinos) -> Iterator[Event]:
    """DW-12.9: both below zero, and only the lower is said to lose."""
    for a, d, _, b in reckoned(s):
        if max(a, d) < 0 and a != d:
            yield result(s, a, d, lower(a, d, b))


def both_lose(s: Dinos) -> Iterator[Event]:
    """DW-12.10: one below zero, and both are said to lose."""
    for a, d, _, b in reckoned(s):
        if min(a, d) < 0 <= max(a, d):
            yield result(s, a, d, (*b.attackers, *b.defenders))


def die(s: Dinos, unit: str) -> Iterator[Event]:
    """A die of a known dinosaur, three up."""
    if unit in s.told:
        attack = s.data.cards[s.told[unit][0]].attack[2]
        yield event(AttackRolled, s, unit[:2], unit=unit, face=3, attack=attack, special=None)


def second_of_a_side(s: Dinos) -> Iterator[Event]:
    """DW-10.10: another of the attacker's dinosaurs rolls too."""
    b = s.battle
    if b is not None and s.stage == "B3" and s.options.side_battle != "sum":
        for unit in b.attackers:
            if b.rolls and unit != b.rolls[0].unit:
                yield from die(s, unit)


def opened_face_down(s: Dinos) -> Iterator[Event]:
    """DW-10.6: a battle is opened with somebody face down."""
    for q in s.pending if s.stage == "T4" else ():
        there = standing(s, q)
        if len({u[:2] for u in there}) == 2 and not all(s.pieces[u].up for u in there):
            there = list(s.squares[q])
            defender = there[0][:2]
            attacker = next(u[:2] for u in there if u[:2] != defender)
            sides = {
                "attackers": tuple(u for u in there if u[:2] == attacker),
                "defenders": tuple(u for u in there if u[:2] == defender),
            }
            fields: dict[str, Any] = {"square": q, "attacker": attacker, "defender": defender}
            yield event(BattleOpened, s, s.to_move, **fields, **sides)


def attacker_declines(s: Dinos) -> Iterator[Event]:
    """DW-11.3: somebody declines who has no choice."""
    for _, b in choosers(s, able=True):
        yield event(RetreatDeclined, s, b.defender, unit=b.attackers[0])


def retreats_late(s: Dinos) -> Iterator[Event]:
    """DW-11.4: a retreat after the attacker's die."""
    b = s.battle
    if b is not None and s.stage == "B3":
        free = [q for q in home(s, b.defender) if not standing(s, q)]
        for unit in b.defenders:
            yield from (event(RetreatDeclared, s, b.defender, unit=unit, to=q) for q in free)


def nowhere_to_go(s: Dinos) -> Iterator[Event]:
    """DW-11.7: no square of the territory is free."""
    b = s.battle
    if b is not None and b.retreat is None and not b.rolls and s.stage in ("B1", "B2"):
        squares = home(s, b.defender)
        if all(standing(s, q) for q in squares):
            for unit in b.defenders:
                if unit in s.told and s.told[unit][0] in ("PD-02", "PD-11"):
                    yield event(RetreatDeclared, s, b.defender, unit=unit, to=squares[0])


def retreats_on_the_spot(s: Dinos) -> Iterator[Event]:
    """DW-11.8: to the square it is in."""
    for unit, b in choosers(s, able=True):
        yield event(RetreatDeclared, s, b.defender, unit=unit, to=b.square)


def rolls_after_the_retreat(s: Dinos) -> Iterator[Event]:
    """DW-11.9: the attacker rolls though the defender has gone."""
    b = s.battle
    if b is not None and s.stage == "B5" and b.retreat == "done":
        yield from die(s, b.attackers[0])


def ended_by_a_failed_retreat(s: Dinos) -> Iterator[Event]:
    """DW-11.10."""
    b = s.battle
    if b is not None and s.stage == "B2" and b.retreat == "failed" and not b.rolls:
        yield event(BattleEnded, s, "table", square=b.square, how="retreat")


def rolls_before_the_special(s: Dinos) -> Iterator[Event]:
    """DW-12.3: the defender rolls before the attacker's special face is carried out."""
    b = s.battle
    if b is not None and b.special is not None and b.special.unit in b.attackers:
        yield from die(s, b.defenders[0])


def special_ends_nothing(s: Dinos) -> Iterator[Event]:
    """DW-12.4: a rampage is said not to end the battle."""
    b = s.battle
    if b is None or b.special is None or b.special.special != "rampage":
        return
    unit = b.special.unit
    square = s.pieces[unit].square
    beside = [
        other
        for other, piece in s.pieces.items()
        if other[:2] == unit[:2]
        and not piece.sealed
        and abs(ord(piece.square[0]) - ord(square[0])) + abs(int(piece.square[1]) - int(square[1]))
        == 1
    ]
    target = beside[0] if beside else unit
    fields: dict[str, Any] = {"unit": unit, "special": "rampage", "targets": (target,)}
    yield event(SpecialResolved, s, unit[:2], ends_battle=False, **fields)


def fossil_moves(s: Dinos) -> Iterator[Event]:
    """DW-13.2: a fossil is moved."""
    for unit in s.fossils[s.to_move] if in_actions(s) and s.used < (s.rolled or 0) else ():
        fields = {"unit": unit, "from_": "c3", "to": "c4", "cause": "action", "cost": 1}
        yield event(DinoMoved, s, s.to_move, **fields)


def sent_from_the_field(s: Dinos, alone: bool) -> Iterator[Event]:
    """Somebody is sent home from a square that was fought for."""
    for q in s.fought if s.stage == "T4" and not s.duties and not s.returns else ():
        there = standing(s, q)
        if there and (len({u[:2] for u in there}) == 1) == alone:
            unit = next(u for u in there if u[:2] == s.to_move or alone)
            fields = {"unit": unit, "from_": q, "to": home(s, unit[:2])[0], "cause": "effect"}
            yield event(DinoMoved, s, unit[:2], cost=0, **fields)


def winner_sent_back(s: Dinos) -> Iterator[Event]:
    """DW-13.4."""
    yield from sent_from_the_field(s, alone=True)


def undecided_sent_back(s: Dinos) -> Iterator[Event]:
    """DW-13.5: nobody won, and the attacker goes back."""
    yield from sent_from_the_field(s, alone=False)


def revealed(s: Dinos, cause: str) -> Iterator[Event]:
    """A dinosaur, face down at home and known to the recorder, is turned up in the actions."""
    for unit, piece in s.pieces.items() if in_actions(s) else ():
        if unit in s.told and not piece.up and s.map.charge[piece.square] == unit[:2]:
            fields = {"unit": unit, "card": s.told[unit][0], "cause": cause}
            yield event(DinoRevealed, s, unit[:2], **fields)


def up_for_no_battle(s: Dinos) -> Iterator[Event]:
    """DW-7.4: turned up for a battle that there is not."""
    yield from revealed(s, "battle")


def used_face_down(s: Dinos) -> Iterator[Event]:
    """DW-7.5: the actions end, and who used an ability still lies face down."""
    if s.stage == "T2" and s.needed:
        yield event(ActionsEnded, s, s.to_move)


def up_out_of_turn(s: Dinos) -> Iterator[Event]:
    """DW-7.2: turned up at home in another's turn."""
    yield from (e for e in revealed(s, "voluntary") if e.actor != s.to_move)


def up_again(s: Dinos) -> Iterator[Event]:
    """DW-7.6: turned up though it lies face up."""
    for unit, piece in s.pieces.items() if in_actions(s) else ():
        if unit in s.told and piece.up and unit[:2] == s.to_move:
            fields = {"unit": unit, "card": s.told[unit][0], "cause": "voluntary"}
            yield event(DinoRevealed, s, s.to_move, **fields)


FAULTS = {
    "DW-7.2": Fault(up_out_of_turn),
    "DW-7.4": Fault(up_for_no_battle),
    "DW-7.5": Fault(used_face_down),
    "DW-7.6": Fault(up_again),
    "DW-10.6": Fault(opened_face_down),
    "DW-10.10": Fault(second_of_a_side),
    "DW-11.3": Fault(attacker_declines),
    "DW-11.4": Fault(retreats_late),
    "DW-11.7": Fault(nowhere_to_go),
    "DW-11.8": Fault(retreats_on_the_spot),
    "DW-11.9": Fault(rolls_after_the_retreat),
    "DW-11.10": Fault(ended_by_a_failed_retreat),
    "DW-12.3": Fault(rolls_before_the_special),
    "DW-12.4": Fault(special_ends_nothing),
    "DW-12.5": Fault(bonus_forgotten),
    "DW-12.6": Fault(wrong_sum),
    "DW-12.7": Fault(winner_loses),
    "DW-12.8": Fault(nobody_loses),
    "DW-12.9": Fault(one_of_two_below_zero),
    "DW-12.10": Fault(both_lose),
    "DW-13.2": Fault(fossil_moves),
    "DW-13.4": Fault(winner_sent_back),
    "DW-13.5": Fault(undecided_sent_back),
}
