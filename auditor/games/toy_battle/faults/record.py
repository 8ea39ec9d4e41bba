"""Wrong records: set-up and declared positions (TB-2, TB-14), stacks (TB-6), reveals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from auditor.game import Fault
from auditor.games.toy_battle.faults.table import event, may_act, put, reach, unshown
from auditor.games.toy_battle.faults.turn import two_drawn
from auditor.games.toy_battle.state import Toys
from events import Event
from events.shared import MatchOpened, Player, RulingGiven
from events.toy_battle import (
    OpeningRackTaken,
    Piece,
    PositionDeclared,
    SeatPosition,
    StackInspected,
    StackReordered,
    TilesRevealed,
    TilesSetAside,
)

TO_COME = {"tiles_set_aside": TilesSetAside, "opening_rack_taken": OpeningRackTaken}


def set_up(s: Toys, tag: str, size: dict[str, int]) -> Iterator[Event]:
    """A set-up event still to come, with a tile too many."""
    for kind, seat in s.set_up:
        if kind == tag:
            yield event(TO_COME[tag], s, seat, troops=(None,) * (size[seat] + 1))


def five_set_aside(s: Toys) -> Iterator[Event]:
    return set_up(s, "tiles_set_aside", {"P1": 4, "P2": 4})


def a_tile_too_many(s: Toys) -> Iterator[Event]:
    if all(kind == "opening_rack_taken" for kind, _ in s.set_up):
        yield from set_up(s, "opening_rack_taken", {"P1": 3, "P2": 4})


def opened_again(s: Toys) -> Iterator[Event]:
    players = (Player(seat="P1"), Player(seat="P2"))
    yield event(MatchOpened, s, "table", game="toy_battle", players=players)


def declared(s: Toys, seat: SeatPosition | None = None, **fields: Any) -> Iterator[Event]:
    """A position with empty racks and an empty board, but for what is changed."""
    if s.seq == 1:
        seats = {"P1": seat or SeatPosition(), "P2": SeatPosition()}
        yield event(PositionDeclared, s, "table", to_move="P1", seats=seats, **fields)


def declared_late(s: Toys) -> Iterator[Event]:
    if may_act(s):
        seats = {"P1": SeatPosition(), "P2": SeatPosition()}
        yield event(PositionDeclared, s, "table", to_move=s.to_move, seats=seats)


def medals_on_a_base(s: Toys) -> Iterator[Event]:
    return declared(s, region_medals={"b1": 1})


def three_medals_for_two(s: Toys) -> Iterator[Event]:
    return declared(s, region_medals={"R2": 3})


def one_tile_twice(s: Toys) -> Iterator[Event]:
    pile = (Piece(unit="P1-u1", troop="star"), Piece(unit="P1-u1", troop="star"))
    return declared(s, stacks={"a1": pile})


def wrong_count(s: Toys) -> Iterator[Event]:
    yield from declared(s, SeatPosition(reserve=25))
    for seat, rack in s.rack.items():
        if rack.known and not rack.unseen and not s.is_over:
            yield revealed(s, seat, "rack", rack.known[1:])


def revealed(s: Toys, seat: str, zone: str, troops: tuple[str, ...]) -> Event:
    """A seat shows tiles of its own."""
    return event(
        TilesRevealed, s, seat, owner=seat, zone=zone, unit=None, troops=troops, of_seq=None
    )


def aside_shown_early(s: Toys) -> Iterator[Event]:
    if s.turn and not s.is_over:
        yield revealed(s, s.to_move, "set_aside", tuple(unshown(s, s.to_move)[:4]))


def fourth_copy_aside(s: Toys) -> Iterator[Event]:
    if s.is_over:
        for seat in s.aside:
            left = unshown(s, seat)
            for kind in sorted({*s.board.tiles} - {*left}):
                yield revealed(s, seat, "set_aside", (kind, *left[:3]))


def draw_not_named(s: Toys) -> Iterator[Event]:
    if may_act(s) and s.rack[s.to_move].known:
        yield revealed(s, s.to_move, "draw", s.rack[s.to_move].known[:1])


def rack_without_a_known_tile(s: Toys) -> Iterator[Event]:
    for seat, rack in s.rack.items():
        if s.turn and rack.known and not rack.unseen:
            for kind in sorted({*unshown(s, seat)} - {*rack.known}):
                yield revealed(s, seat, "rack", (kind, *rack.known[1:]))


def base_that_is_none(s: Toys) -> Iterator[Event]:
    if may_act(s):
        yield event(StackInspected, s, s.to_move, base="z9")


def order_changed(s: Toys) -> Iterator[Event]:
    if may_act(s):
        for base, stack in s.stacks.items():
            if len(stack) > 1:
                order = tuple(unit.id for unit in reversed(stack))
                yield event(StackReordered, s, s.to_move, base=base, order=order)


def ruling_on_nothing(s: Toys) -> Iterator[Event]:
    fields = {"on": s.seq + 50, "verdict": "illegal", "remedy": "none", "text": ""}
    yield event(RulingGiven, s, "judge", **fields)


def face_left_out(s: Toys) -> Iterator[Event]:
    if may_act(s) and s.rack[s.to_move].size:
        for space in sorted(reach(s, s.to_move)):
            if not s.stacks.get(space) and space not in (*s.board.owner, *s.board.values):
                yield put(s, None, space)


def table_draws(s: Toys) -> Iterator[Any]:
    if may_act(s):
        yield from (replace(e, actor="table") for e in two_drawn(s, s.to_move))


PLAIN = {"set_aside": 4, "opening_rack": [3, 4], "first_player": "P1"}
FAULTS = {
    "GN-1.4": Fault(table_draws),
    "GN-1.7": Fault(declared_late),
    "GN-1.9": Fault(draw_not_named),
    "GN-2.1": Fault(face_left_out),
    "GN-2.3": Fault(rack_without_a_known_tile),
    "TB-1.10": Fault(medals_on_a_base),
    "TB-2.2": Fault(five_set_aside, PLAIN),
    "TB-2.4": Fault(a_tile_too_many, PLAIN),
    "TB-2.5": Fault(three_medals_for_two),
    "TB-2.7": Fault(opened_again),
    "TB-2.8": Fault(aside_shown_early, PLAIN),
    "TB-6.4": Fault(base_that_is_none),
    "TB-6.5": Fault(order_changed),
    "TB-14.2": Fault(wrong_count),
    "TB-14.4": Fault(fourth_copy_aside, PLAIN),
    "TB-14.5": Fault(ruling_on_nothing),
    "TB-14.7": Fault(one_tile_twice),
}
