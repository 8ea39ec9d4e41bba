"""Wrong draws (TB-4, TB-8.6, TB-9.1 to 9.3, TB-9.21, TB-10.10) and fourth copies."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.game import Fault
from auditor.games.toy_battle.faults.table import (
    event,
    may_act,
    open_bases,
    open_troops,
    room,
    unshown,
)
from auditor.games.toy_battle.state import Toys
from events import Event
from events.toy_battle import TroopsDrawn


def drawn(s: Toys, count: int, cause: str = "action", by: str | None = None) -> Event:
    """A draw of some tiles."""
    return event(TroopsDrawn, s, s.to_move, cause=cause, by=by, troops=(None,) * count)


def action(s: Toys) -> tuple[int, int]:
    """Room and reserve of the seat whose action is to come; (-1, -1) at other times."""
    return (room(s, s.to_move), s.reserve[s.to_move]) if may_act(s) else (-1, -1)


def three_drawn(s: Toys) -> Iterator[Event]:
    if min(action(s)) >= 3:
        yield drawn(s, 3)


def drawn_with_eight(s: Toys) -> Iterator[Event]:
    space, reserve = action(s)
    if space == 0 and reserve >= 2:
        yield drawn(s, 1)
        yield drawn(s, 2)


def two_drawn_with_seven(s: Toys) -> Iterator[Event]:
    space, reserve = action(s)
    if space == 1 and reserve >= 2:
        yield drawn(s, 2)


def more_drawn_than_left(s: Toys) -> Iterator[Event]:
    space, reserve = action(s)
    if space >= 2 and reserve in (0, 1):
        yield drawn(s, reserve + 1)


def one_drawn(s: Toys) -> Iterator[Event]:
    if min(action(s)) >= 2:
        yield drawn(s, 1)


def ninth_tile_drawn(s: Toys) -> Iterator[Event]:
    if room(s, s.to_move) == 0 and s.reserve[s.to_move]:
        yield from (drawn(s, 1, "clouds", p.space) for p in open_bases(s, "clouds"))


def effect_draws(s: Toys, cause: str, count: int, rooms: range, reserves: range) -> Iterator[Event]:
    """A draw by the effect of a troop just placed, with so much room and reserve."""
    if room(s, s.to_move) in rooms and s.reserve[s.to_move] in reserves:
        yield from (drawn(s, count, cause, p.unit) for p in open_troops(s, cause))


MANY = range(2, 100)


def skully_draws_three(s: Toys) -> Iterator[Event]:
    return effect_draws(s, "skully", 3, range(3, 9), range(3, 100))


def skully_draws_two_with_seven(s: Toys) -> Iterator[Event]:
    return effect_draws(s, "skully", 2, range(1, 2), MANY)


def skully_draws_one(s: Toys) -> Iterator[Event]:
    return effect_draws(s, "skully", 1, MANY, MANY)


def effect_draws_more_than_left(s: Toys) -> Iterator[Event]:
    yield from effect_draws(s, "skully", 2, MANY, range(1, 2))
    yield from effect_draws(s, "star", 1, range(1, 9), range(1))


def star_draws_two(s: Toys) -> Iterator[Event]:
    return effect_draws(s, "star", 2, MANY, MANY)


def clouds_give_two(s: Toys) -> Iterator[Event]:
    if room(s, s.to_move) >= 2 and s.reserve[s.to_move] >= 2:
        yield from (drawn(s, 2, "clouds", p.space) for p in open_bases(s, "clouds"))


def fourth_copy_drawn(s: Toys) -> Iterator[Event]:
    seat = s.to_move
    left = unshown(s, seat)
    shown = [
        kind for kind, n in ((k, len(s.copies.get((seat, k), ()))) for k in s.board.tiles) if n == 3
    ]
    if min(action(s)) >= 2 and left:
        for kind in shown:
            yield event(TroopsDrawn, s, seat, cause="action", by=None, troops=(kind, left[0]))


DEFAULTS = {"draw_at_seven": "one", "draw_last_tile": "one", "effect_partial": "as_possible"}
WHOLE = {**DEFAULTS, "skully_up_to": False}
CLOUDS = {"board": "rug_clouds", "mode": "normal"}

FAULTS = {
    "TB-1.3": Fault(fourth_copy_drawn),
    "TB-4.1": Fault(three_drawn),
    "TB-4.2": Fault(ninth_tile_drawn, {**CLOUDS, "set_aside": 0, "opening_rack": [8, 8]}),
    "TB-4.3": Fault(drawn_with_eight),
    "TB-4.4": Fault(two_drawn_with_seven),
    "TB-4.5": Fault(more_drawn_than_left, DEFAULTS),
    "TB-4.6": Fault(one_drawn, DEFAULTS),
    "TB-8.6": Fault(effect_draws_more_than_left, DEFAULTS),
    "TB-9.1": Fault(skully_draws_three),
    "TB-9.2": Fault(skully_draws_two_with_seven, WHOLE),
    "TB-9.3": Fault(skully_draws_one, WHOLE),
    "TB-9.21": Fault(star_draws_two),
    "TB-10.10": Fault(clouds_give_two, CLOUDS),
}
