"""Wrong events of the turn (TB-3): the wrong seat, a second action, none."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.game import Fault
from auditor.games.toy_battle.faults.table import (
    event,
    fair,
    has_acted,
    may_act,
    other,
    put,
    room,
)
from auditor.games.toy_battle.state import Toys
from events import Event
from events.toy_battle import TroopsDrawn, TurnEnded


def two_drawn(s: Toys, seat: str) -> Iterator[Event]:
    """The draw action of a seat, where it is two tiles."""
    if room(s, seat) >= 2 and s.reserve[seat] >= 2:
        yield event(TroopsDrawn, s, seat, cause="action", by=None, troops=(None, None))


def draws_out_of_turn(s: Toys) -> Iterator[Event]:
    """TB-3.1: it is the enemy's turn."""
    if may_act(s):
        yield from two_drawn(s, other(s.to_move))


def acts_twice(s: Toys) -> Iterator[Event]:
    """TB-3.2: a draw or a placement after the action."""
    if has_acted(s):
        yield from two_drawn(s, s.to_move)
        yield from (put(s, troop, space) for troop, space in fair(s, s.to_move))


def ends_without_action(s: Toys) -> Iterator[Event]:
    """TB-3.3: nothing done though tiles could be drawn."""
    if may_act(s) and any(True for _ in two_drawn(s, s.to_move)):
        yield event(TurnEnded, s, s.to_move)


def enemy_acts(s: Toys) -> Iterator[Event]:
    """TB-3.4: the enemy acts in a turn that has not ended, or ends it."""
    if has_acted(s):
        yield from two_drawn(s, other(s.to_move))
        yield event(TurnEnded, s, other(s.to_move))


FAULTS = {
    "TB-3.1": Fault(draws_out_of_turn),
    "TB-3.2": Fault(acts_twice),
    "TB-3.3": Fault(ends_without_action, {"pass_allowed": False}),
    "TB-3.4": Fault(enemy_acts, {"region_check": "on_change"}),
}
