"""Wrong placements (TB-5, TB-7, TB-9.4 to 9.17, TB-10.6 to 10.9, 10.21, 10.25)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from auditor.game import Fault
from auditor.games.toy_battle.faults.table import (
    beside,
    covers,
    fair,
    hands,
    holder,
    may_act,
    new_id,
    open_troops,
    other,
    put,
    reach,
    suits,
    troops,
    unshown,
    wins,
)
from auditor.games.toy_battle.state import Toys
from events import Event

Spot = Callable[[str, str], bool]
"""Of a kind and a space."""


def placed_where(s: Toys, fits: Spot, far: bool = False) -> Iterator[Event]:
    """Placements as the action that no rule but the one in question forbids.

    `far`: on spaces that are cut off, else on those connected.
    """
    if may_act(s):
        reached = reach(s, s.to_move)
        for troop in hands(s, s.to_move):
            for space in s.board.spaces:
                own_hq = s.board.owner.get(space) == s.to_move
                if not own_hq and (space not in reached) is far and fits(troop, space):
                    yield put(s, troop, space)


def hides_weaker(s: Toys, troop: str, space: str) -> bool:
    """Below the enemy's visible troop lies one that the troop could cover."""
    below = s.stacks[space][:-1]
    return any(u.owner != s.to_move and wins(troop, u.troop) for u in below)


def too_weak(s: Toys) -> Iterator[Event]:
    return placed_where(
        s,
        lambda t, b: (
            suits(s, t, b) and not covers(s, t, b, s.to_move) and not hides_weaker(s, t, b)
        ),
    )


def stronger_than_a_covered_one(s: Toys) -> Iterator[Event]:
    return placed_where(
        s, lambda t, b: suits(s, t, b) and not covers(s, t, b, s.to_move) and hides_weaker(s, t, b)
    )


def on_own_hq(s: Toys) -> Iterator[Event]:
    if may_act(s):
        for hq, owner in s.board.owner.items():
            if owner == s.to_move:
                yield from (put(s, troop, hq) for troop in hands(s, owner))


def on_no_space(s: Toys) -> Iterator[Event]:
    if may_act(s):
        yield from (put(s, troop, "z9") for troop in hands(s, s.to_move))


def not_on_the_rack(s: Toys) -> Iterator[Event]:
    seat = s.to_move
    if may_act(s) and not s.rack[seat].unseen and s.rack[seat].known:
        missing = {*unshown(s, seat)} - {*s.rack[seat].known}
        for space in sorted(reach(s, seat) - {*s.board.owner}):
            for troop in sorted(missing):
                if covers(s, troop, space, seat) and suits(s, troop, space):
                    yield put(s, troop, space)


def put_elsewhere(s: Toys) -> Iterator[Event]:
    if may_act(s):
        for _, unit, visible in troops(s):
            if visible and unit.owner == s.to_move:
                for troop, space in fair(s, s.to_move):
                    if troop == unit.troop and space not in s.board.owner:
                        yield put(s, troop, space, unit=unit.id)


def plain(s: Toys, troop: str, space: str) -> bool:
    """Nothing but the connection stands in the way of a troop that needs one."""
    return troop != "hook" and suits(s, troop, space) and covers(s, troop, space, s.to_move)


def past_enemy_hq(s: Toys, space: str) -> bool:
    """A way leads to the space through an enemy HQ."""
    hqs = [hq for hq in reach(s, s.to_move) if s.board.owner.get(hq) == other(s.to_move)]
    return any(space in beside(s, hq) for hq in hqs)


def cut_off(s: Toys) -> Iterator[Event]:
    return placed_where(
        s,
        lambda t, b: plain(s, t, b) and holder(s, b) != s.to_move and not past_enemy_hq(s, b),
        far=True,
    )


def on_own_cut_off(s: Toys) -> Iterator[Event]:
    return placed_where(s, lambda t, b: plain(s, t, b) and holder(s, b) == s.to_move, far=True)


def through_enemy_hq(s: Toys) -> Iterator[Event]:
    return placed_where(
        s,
        lambda t, b: plain(s, t, b) and holder(s, b) != s.to_move and past_enemy_hq(s, b),
        far=True,
    )


def extra(s: Toys, **changed: Any) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """A Captain's extra: kinds and spaces without a fault, and what else the event says."""
    for captain in open_troops(s, "captain"):
        for troop, space in fair(s, s.to_move):
            if space not in s.board.owner:
                yield troop, space, {"cause": "captain", "by": captain.unit, **changed}


def extra_of_the_enemy(s: Toys) -> Iterator[Event]:
    if s.rack[other(s.to_move)].known:
        for troop, space, fields in extra(s, unit=new_id(s, other(s.to_move))):
            if troop in s.rack[other(s.to_move)].known:
                yield put(s, troop, space, **fields)


def extra_cut_off(s: Toys) -> Iterator[Event]:
    reached = {*reach(s, s.to_move), *s.board.owner}
    far = [b for b in s.board.spaces if b not in reached and holder(s, b) != s.to_move]
    for captain in open_troops(s, "captain"):
        for troop in hands(s, s.to_move):
            for space in far:
                if plain(s, troop, space) and not past_enemy_hq(s, space):
                    yield put(s, troop, space, cause="captain", by=captain.unit)


def extra_from_the_discard(s: Toys) -> Iterator[Event]:
    for troop, space, fields in extra(s):
        for unit in s.discard[s.to_move]:
            if unit.troop == troop:
                yield put(s, troop, space, **{**fields, "unit": unit.id})


def hook_on_a_stronger_one(s: Toys) -> Iterator[Event]:
    metal = s.board.special
    return placed_where(
        s,
        lambda t, b: (
            t == "hook"
            and b not in s.board.owner
            and metal.get(b) != "metal_x"
            and suits(s, t, b)
            and not covers(s, t, b, s.to_move)
        ),
        far=True,
    )


def hook_on_an_hq(s: Toys) -> Iterator[Event]:
    return placed_where(
        s, lambda t, b: t == "hook" and b in s.board.owner and suits(s, t, b), far=True
    )


def hook_on_metal_x(s: Toys) -> Iterator[Event]:
    return placed_where(
        s,
        lambda t, b: (
            t == "hook" and s.board.special.get(b) == "metal_x" and covers(s, t, b, s.to_move)
        ),
        far=True,
    )


def quack_on_quack(s: Toys) -> Iterator[Event]:
    enemy = other(s.to_move)
    return placed_where(
        s,
        lambda t, b: (
            t == "quack"
            and holder(s, b) == enemy
            and s.stacks[b][-1].troop == "quack"
            and suits(s, t, b)
        ),
    )


def value_not_shown(s: Toys) -> Iterator[Event]:
    return placed_where(
        s,
        lambda t, b: (
            b not in s.board.owner
            and not suits(s, t, b)
            and holder(s, b) != s.to_move
            and covers(s, t, b, s.to_move)
        ),
    )


def value_not_shown_on_own(s: Toys) -> Iterator[Event]:
    yield from placed_where(
        s,
        lambda t, b: b not in s.board.owner and not suits(s, t, b) and holder(s, b) == s.to_move,
    )
    yield from placed_where(
        s,
        lambda t, b: (
            t == "hook"
            and b not in s.board.owner
            and not suits(s, t, b)
            and covers(s, t, b, s.to_move)
        ),
        far=True,
    )


def value_not_shown_on_hq(s: Toys) -> Iterator[Event]:
    return placed_where(s, lambda t, b: b in s.board.owner and not suits(s, t, b))


def value_not_shown_on_hq_for_beginners(s: Toys) -> Iterator[Event]:
    return placed_where(
        s,
        lambda t, b: (
            b in s.board.owner
            and t != "quack"
            and b in s.board.values
            and {"skully": 1, "captain": 2, "jumbo": 3, "hook": 4, "xb42": 5}.get(t, 6)
            not in s.board.values[b]
        ),
    )


def joker_on_values(s: Toys) -> Iterator[Event]:
    return placed_where(
        s, lambda t, b: t == "quack" and b in s.board.values and covers(s, t, b, s.to_move)
    )


def lying_tile(s: Toys) -> Iterator[Event]:
    if may_act(s):
        for tile in s.lying[s.to_move]:
            for space in sorted(reach(s, s.to_move) - {*s.board.owner}):
                troop = tile.troop
                if isinstance(troop, str) and covers(s, troop, space, s.to_move):
                    yield put(s, troop, space, unit=tile.id)


PLAIN = {"quack_on_quack": True, "pool_joker": "allowed", "beginner_hq_values": "off"}
POOL = {**PLAIN, "board": "rug_pool", "mode": "normal"}
FAULTS = {
    "TB-5.4": Fault(too_weak, PLAIN),
    "TB-5.5": Fault(stronger_than_a_covered_one, PLAIN),
    "TB-5.7": Fault(on_own_hq),
    "TB-5.8": Fault(on_no_space),
    "TB-5.9": Fault(not_on_the_rack, PLAIN),
    "TB-5.10": Fault(put_elsewhere, PLAIN),
    "TB-7.1": Fault(cut_off, PLAIN),
    "TB-7.5": Fault(on_own_cut_off, PLAIN),
    "TB-7.8": Fault(through_enemy_hq, PLAIN),
    "TB-9.4": Fault(extra_of_the_enemy, PLAIN),
    "TB-9.5": Fault(extra_cut_off, PLAIN),
    "TB-9.8": Fault(extra_from_the_discard, PLAIN),
    "TB-9.15": Fault(hook_on_a_stronger_one, PLAIN),
    "TB-9.17": Fault(hook_on_an_hq, PLAIN),
    "TB-9.26": Fault(quack_on_quack, {**PLAIN, "quack_on_quack": False}),
    "TB-10.6": Fault(value_not_shown, POOL),
    "TB-10.7": Fault(value_not_shown_on_hq, POOL),
    "TB-10.8": Fault(joker_on_values, {**POOL, "pool_joker": "forbidden"}),
    "TB-10.9": Fault(value_not_shown_on_own, POOL),
    "TB-10.21": Fault(
        hook_on_metal_x,
        {"board": "rug_metal_x", "mode": "normal", "hook_on_metal_x": "needs_connection"},
    ),
    "TB-10.25": Fault(lying_tile, {"board": "rug_battlefield", "mode": "normal"}),
    "TB-13.3": Fault(
        value_not_shown_on_hq_for_beginners,
        {"board": "rug_pool", "mode": "beginner", "beginner_hq_values": "on"},
    ),
}
