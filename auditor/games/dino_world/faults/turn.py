"""Wrong events of a turn's actions (DW-5 to DW-9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from auditor.game import Fault
from auditor.games.dino_world.faults.table import (
    event,
    free_home,
    has_point,
    home,
    in_actions,
    movers,
    owner,
    plain,
    standing,
)
from auditor.games.dino_world.state import Dinos
from events import Event
from events.dino_world import (
    AbilityUsed,
    ActionDieRolled,
    ActionsEnded,
    DinoMoved,
    DinoPlaced,
    TerritoryOccupied,
    TurnEnded,
    TurnStarted,
)


def move(s: Dinos, seat: str, unit: str, origin: str, to: str, **more: Any) -> Event:
    """A move of a seat."""
    fields = {"unit": unit, "from_": origin, "to": to, "cause": "action", "cost": 1, **more}
    return event(DinoMoved, s, seat, **fields)


def fair(s: Dinos, seat: str) -> Iterator[tuple[str, str, str]]:
    """Steps of a seat that every dinosaur may do."""
    for unit, origin in movers(s, seat):
        yield from ((unit, origin, to) for to in plain(s, origin))


def place(s: Dinos, seat: str, to: str, face: str = "down", cost: int = 1) -> Event:
    """A placement of a seat."""
    numbers = [int(u[4:]) for u in (*s.pieces, *s.fossils[seat]) if u[:2] == seat]
    unit = f"{seat}-u{max(numbers, default=0) + 1}"
    fields = {"unit": unit, "card": None, "to": to, "face": face, "cause": "action", "cost": cost}
    return event(DinoPlaced, s, seat, **fields)


def wrong_number(s: Dinos) -> Iterator[Event]:
    """DW-5.1: the turn bears a wrong number."""
    if s.stage == "T0" and not s.duties and not s.is_over and (seat := s.next_seat()):
        yield event(TurnStarted, s, seat, turn=s.turn + 2)


def before_the_roll(s: Dinos) -> Iterator[Event]:
    """DW-5.2: an act before the die."""
    if s.stage == "T1":
        yield event(ActionsEnded, s, s.to_move)


def seven(s: Dinos) -> Iterator[Event]:
    """DW-2.6: a seven."""
    if s.stage == "T1":
        yield event(ActionDieRolled, s, s.to_move, value=7)


def rolls_again(s: Dinos) -> Iterator[Event]:
    """DW-5.4: a second die."""
    if in_actions(s):
        yield event(ActionDieRolled, s, s.to_move, value=6)


def without_points(s: Dinos) -> Iterator[Event]:
    """DW-5.5: one action too many, or one for nothing."""
    if in_actions(s):
        cost = 0 if has_point(s) else 1
        yield from (move(s, s.to_move, *step, cost=cost) for step in fair(s, s.to_move))


def no_effect(s: Dinos) -> Iterator[Event]:
    """DW-5.8: a move by an ability that nobody used."""
    if has_point(s):
        more: dict[str, Any] = {"cause": "ability", "cost": 0}
        yield from (move(s, s.to_move, *step, **more) for step in fair(s, s.to_move))


def out_of_turn(s: Dinos) -> Iterator[Event]:
    """DW-5.9: another seat acts."""
    for seat in s.seats if in_actions(s) else ():
        if seat != s.to_move:
            yield from (move(s, seat, *step) for step in fair(s, seat))


def turn_without_an_end(s: Dinos) -> Iterator[Event]:
    """DW-5.10: the turn is over before the actions are."""
    if in_actions(s):
        yield event(TurnEnded, s, "table")


def two_squares(s: Dinos) -> Iterator[Event]:
    """DW-6.1: two squares at once."""
    for unit, origin in movers(s, s.to_move) if has_point(s) else ():
        to = origin[0] + str(int(origin[1]) + (2 if origin[1] < "5" else -2))
        if to in s.map.charge and not standing(s, to):
            yield move(s, s.to_move, unit, origin, to)


def of_another(s: Dinos) -> Iterator[Event]:
    """DW-6.2: a rival's dinosaur is moved."""
    for seat in s.seats if has_point(s) else ():
        if seat != s.to_move:
            yield from (move(s, s.to_move, *step) for step in fair(s, seat))


def aslant(s: Dinos) -> Iterator[Event]:
    """DW-6.4: a diagonal step of a card that has none."""
    for unit, origin in movers(s, s.to_move) if has_point(s) else ():
        if unit in s.told and s.told[unit][0] != "PD-03":
            for dx, dy in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
                to = chr(ord(origin[0]) + dx) + str(int(origin[1]) + dy)
                if s.map.terrain.get(to) == "P" and not standing(s, to):
                    yield move(s, s.to_move, unit, origin, to)


def onto_ones_own(s: Dinos) -> Iterator[Event]:
    """DW-6.5: an own dinosaur's square."""
    for unit, origin in movers(s, s.to_move) if has_point(s) else ():
        if unit not in s.told or s.told[unit][0] in ("PD-04", "PD-09"):
            continue
        for other, square in movers(s, s.to_move):
            near = abs(ord(origin[0]) - ord(square[0])) + abs(int(origin[1]) - int(square[1]))
            plain_ground = s.map.terrain.get(square) == "P"
            own = {u[:2] for u in standing(s, square)} == {s.to_move}
            if near == 1 and other != unit and plain_ground and own:
                yield move(s, s.to_move, unit, origin, square)


def off_the_map(s: Dinos) -> Iterator[Event]:
    """DW-6.11: beyond the edge."""
    for unit, origin in movers(s, s.to_move) if has_point(s) else ():
        if origin[1] in "18":
            yield move(s, s.to_move, unit, origin, origin[0] + ("0" if origin[1] == "1" else "9"))


def not_turned_up(s: Dinos) -> Iterator[Event]:
    """DW-7.3: the actions end with a dinosaur face down on another's sheet."""
    if s.stage == "T2" and s.duties and not s.needed and not s.scented:
        down = any(
            not p.up and u[:2] == s.to_move and s.map.charge[p.square] != s.to_move
            for u, p in s.pieces.items()
        )
        if down:
            yield event(ActionsEnded, s, s.to_move)


def from_an_empty_deck(s: Dinos) -> Iterator[Event]:
    """DW-8.1."""
    if has_point(s) and not s.deck[s.to_move]:
        yield from (place(s, s.to_move, to) for to in free_home(s, s.to_move))


def no_territory(s: Dinos) -> Iterator[Event]:
    """DW-8.2: no own territory."""
    if has_point(s) and s.deck[s.to_move] and free_home(s, s.to_move):
        yield from (place(s, s.to_move, q) for q in ("c3", "d6") if not standing(s, q))


def placed_up(s: Dinos) -> Iterator[Event]:
    """DW-8.3."""
    if has_point(s) and s.deck[s.to_move]:
        yield from (place(s, s.to_move, to, "up") for to in free_home(s, s.to_move))


def no_free_square(s: Dinos) -> Iterator[Event]:
    """DW-8.4."""
    if has_point(s) and s.deck[s.to_move] and not free_home(s, s.to_move):
        yield from (place(s, s.to_move, to) for to in home(s, s.to_move))


def onto_a_sealed_square(s: Dinos) -> Iterator[Event]:
    """DW-8.6."""
    if has_point(s) and s.deck[s.to_move] and free_home(s, s.to_move):
        for to in home(s, s.to_move):
            if any(s.pieces[u].sealed for u in standing(s, to)):
                yield place(s, s.to_move, to)


def ability(s: Dinos, seat: str, cost: int, key: str) -> Iterator[Event]:
    """An ability of every unsealed, known dinosaur of a seat that is brace's."""
    for unit, _ in movers(s, seat):
        code = s.told[unit][0] if unit in s.told else None
        fits = (code == "PD-10") == (key == "brace") and (unit, key) not in s.abilities_used
        if fits and (key == "brace" or s.pieces[unit].up):
            fields = {"unit": unit, "ability": key, "cost": cost, "targets": ()}
            yield event(AbilityUsed, s, seat, **fields)


def ability_out_of_turn(s: Dinos) -> Iterator[Event]:
    """DW-8.7."""
    for seat in s.seats if in_actions(s) else ():
        if seat != s.to_move:
            yield from ability(s, seat, 1, "brace")


def ability_for_nothing(s: Dinos) -> Iterator[Event]:
    """DW-8.8."""
    yield from ability(s, s.to_move, 0, "brace") if in_actions(s) else ()


def no_such_ability(s: Dinos) -> Iterator[Event]:
    """DW-8.9."""
    yield from ability(s, s.to_move, 0, "roar") if in_actions(s) else ()


def occupies_a_plain_square(s: Dinos) -> Iterator[Event]:
    """DW-9.1: no territory of another."""
    for unit, square in movers(s, s.to_move) if in_actions(s) else ():
        if owner(s, square) in (None, s.to_move):
            rival = next(seat for seat in s.seats if seat != s.to_move)
            yield event(TerritoryOccupied, s, "table", unit=unit, square=square, owner=rival)


def sealed_moves(s: Dinos) -> Iterator[Event]:
    """DW-9.4."""
    for unit, piece in s.pieces.items() if has_point(s) else ():
        if piece.sealed and unit[:2] == s.to_move:
            for to in plain(s, piece.square):
                yield move(s, s.to_move, unit, piece.square, to)


def into_a_sealed_square(s: Dinos) -> Iterator[Event]:
    """DW-9.3."""
    for unit, origin in movers(s, s.to_move) if has_point(s) else ():
        for square in s.sealed:
            if abs(ord(origin[0]) - ord(square[0])) + abs(int(origin[1]) - int(square[1])) == 1:
                yield move(s, s.to_move, unit, origin, square)


def not_occupied(s: Dinos) -> Iterator[Event]:
    """DW-9.5: the actions end before the square is occupied."""
    if s.stage == "T2" and s.duties and all(p.up or p.sealed for p in s.pieces.values()):
        yield event(ActionsEnded, s, s.to_move)


def occupied_again(s: Dinos) -> Iterator[Event]:
    """DW-9.9."""
    for unit, piece in s.pieces.items() if in_actions(s) else ():
        if piece.sealed:
            of = owner(s, piece.square)
            fields = {"unit": unit, "square": piece.square, "owner": of}
            yield event(TerritoryOccupied, s, "table", **fields)


AT_ONCE = {"occupation_check": "immediate"}
FAULTS = {
    "DW-2.6": Fault(seven),
    "DW-5.1": Fault(wrong_number),
    "DW-5.2": Fault(before_the_roll),
    "DW-5.4": Fault(rolls_again),
    "DW-5.5": Fault(without_points),
    "DW-5.8": Fault(no_effect),
    "DW-5.9": Fault(out_of_turn),
    "DW-5.10": Fault(turn_without_an_end, AT_ONCE),
    "DW-6.1": Fault(two_squares),
    "DW-6.2": Fault(of_another),
    "DW-6.4": Fault(aslant),
    "DW-6.5": Fault(onto_ones_own),
    "DW-6.11": Fault(off_the_map),
    "DW-7.3": Fault(not_turned_up, AT_ONCE),
    "DW-8.1": Fault(from_an_empty_deck),
    "DW-8.2": Fault(no_territory),
    "DW-8.3": Fault(placed_up),
    "DW-8.4": Fault(no_free_square),
    "DW-8.6": Fault(onto_a_sealed_square),
    "DW-8.7": Fault(ability_out_of_turn),
    "DW-8.8": Fault(ability_for_nothing),
    "DW-8.9": Fault(no_such_ability),
    "DW-9.1": Fault(occupies_a_plain_square, AT_ONCE),
    "DW-9.3": Fault(into_a_sealed_square),
    "DW-9.4": Fault(sealed_moves),
    "DW-9.5": Fault(not_occupied, AT_ONCE),
    "DW-9.9": Fault(occupied_again),
}
