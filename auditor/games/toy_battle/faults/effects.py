"""Wrong uses of what troops and special bases do (TB-8, TB-9, TB-10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from auditor.game import Fault
from auditor.games.toy_battle.faults.table import (
    beside,
    event,
    fair,
    has_acted,
    may_act,
    new_id,
    open_bases,
    open_troops,
    other,
    put,
    room,
    troops,
    unshown,
)
from auditor.games.toy_battle.state import Placed, Toys
from events import Event
from events.toy_battle import (
    BoardTroopDiscarded,
    RackTroopDiscarded,
    RackTroopLaidDown,
    RackTroopStoodUp,
    TroopMoved,
    TroopRecovered,
    TroopReturned,
    TroopsDrawn,
    TurnEnded,
)

DRAWS = {"skully": 2, "star": 1, "clouds": 1}


def draw(s: Toys, cause: str, by: str) -> Iterator[Event]:
    """A draw by an effect, in full."""
    size = DRAWS[cause]
    if room(s, s.to_move) >= size and s.reserve[s.to_move] >= size:
        yield event(TroopsDrawn, s, s.to_move, cause=cause, by=by, troops=(None,) * size)


def discard(s: Toys, by: str, space: str) -> Iterator[Event]:
    """A Jumbo on a space takes a visible enemy troop next to it."""
    for base, unit, visible in troops(s):
        if visible and unit.owner != s.to_move and base in beside(s, space):
            yield event(
                BoardTroopDiscarded, s, s.to_move, by=by, unit=unit.id, troop=unit.troop, base=base
            )


def hit(s: Toys, by: str) -> Iterator[Event]:
    """An XB-42 takes a standing tile of the enemy."""
    enemy = other(s.to_move)
    for troop in dict.fromkeys(s.rack[enemy].known):
        fields = {"unit": new_id(s, enemy), "troop": troop, "method": "random"}
        yield event(RackTroopDiscarded, s, s.to_move, by=by, owner=enemy, **fields)


def extra(s: Toys, by: str) -> Iterator[Event]:
    """A Captain's extra troop."""
    for troop, space in fair(s, s.to_move):
        yield put(s, troop, space, cause="captain", by=by)


def uses_of_troop(s: Toys, troop: str, by: str, space: str) -> Iterator[Event]:
    """What the effect of a troop on a space may do."""
    if troop in DRAWS:
        yield from draw(s, troop, by)
    elif troop == "jumbo":
        yield from discard(s, by, space)
    elif troop == "xb42":
        yield from hit(s, by)
    elif troop == "captain":
        yield from extra(s, by)


def returned(s: Toys, by: str) -> Iterator[Event]:
    """A Castle brings a visible troop from another base back."""
    if room(s, s.to_move):
        for base, unit, visible in troops(s):
            if visible and unit.owner == s.to_move and base != by:
                yield give_back(s, by, base, unit)


def give_back(s: Toys, by: str, base: str, unit: Any) -> Event:
    return event(TroopReturned, s, s.to_move, by=by, unit=unit.id, troop=unit.troop, base=base)


def moves(s: Toys, by: str) -> Iterator[tuple[Any, str, str, bool]]:
    """For a Volcano: each troop but those on it, whence and whither along a road, if visible."""
    for base, unit, visible in troops(s):
        for to in beside(s, base):
            yield unit, base, to, visible


def moved(s: Toys, by: str) -> Iterator[Event]:
    """A Volcano moves a visible enemy next to it one step."""
    for unit, base, to, visible in moves(s, by):
        near = base in beside(s, by) and to not in s.board.owner and to != by
        if visible and unit.owner != s.to_move and near:
            yield shift(s, by, unit, base, to)


def shift(s: Toys, by: str, unit: Any, base: str, to: str) -> Event:
    return event(TroopMoved, s, s.to_move, by=by, unit=unit.id, from_=base, to=to)


def recovered(s: Toys, by: str) -> Iterator[Event]:
    """A Cemetery brings an own tile back."""
    if room(s, s.to_move):
        for unit in s.discard[s.to_move]:
            yield take_back(s, by, unit)


def take_back(s: Toys, by: str, unit: Any) -> Event:
    return event(TroopRecovered, s, s.to_move, by=by, unit=unit.id, troop=unit.troop)


def laid_down(s: Toys, by: str, **changed: Any) -> Iterator[Event]:
    """A Battlefield lays a standing tile of the enemy down."""
    enemy = other(s.to_move)
    if s.rack[enemy].known:
        fields = {"owner": enemy, "unit": new_id(s, enemy), "troop": None, "face_seen": False}
        yield event(RackTroopLaidDown, s, s.to_move, by=by, **{**fields, **changed})


def uses_of_base(s: Toys, base: str) -> Iterator[Event]:
    """What a special base may do."""
    kind = s.board.special.get(base)
    uses = {"castle": returned, "volcano": moved, "cemetery": recovered, "battlefield": laid_down}
    if kind == "clouds":
        yield from draw(s, "clouds", base)
    elif kind in uses:
        yield from uses[kind](s, base)


def effects_of(s: Toys, status: str, why: str = "") -> Iterator[tuple[Placed, Event]]:
    """Uses of the effects of troops placed this turn that stand so."""
    if has_acted(s):
        for p in s.placed:
            if p.effect == status and (not why or p.why == why):
                for e in uses_of_troop(s, p.troop, p.unit, p.space):
                    yield p, e


def is_alone(s: Toys, p: Placed) -> bool:
    """Nothing but the one troop was placed, and nothing more might have been."""
    return len(s.placed) == 1 and p.troop != "captain"


def after_its_base(s: Toys) -> Iterator[Event]:
    return (e for p, e in effects_of(s, "gone", "base") if is_alone(s, p))


def after_a_base_with_captain(s: Toys) -> Iterator[Event]:
    return (e for p, e in effects_of(s, "gone", "base") if not is_alone(s, p))


def of_a_troop_placed_earlier(s: Toys) -> Iterator[Event]:
    if has_acted(s):
        for space, unit, visible in troops(s):
            now = any(p.unit == unit.id for p in s.placed)
            forgotten = unit.id in s.left_open[s.to_move] or unit.id in s.moved
            if visible and unit.owner == s.to_move and not now and not forgotten:
                yield from uses_of_troop(s, unit.troop, unit.id, space)


def of_a_moved_troop(s: Toys) -> Iterator[Event]:
    if has_acted(s):
        for space, unit, visible in troops(s):
            mine = unit.owner == s.to_move and unit.id not in s.left_open[s.to_move]
            if (
                visible
                and mine
                and unit.id in s.moved
                and unit.id not in {p.unit for p in s.placed}
            ):
                yield from uses_of_troop(s, unit.troop, unit.id, space)


def declined_or_remembered(s: Toys) -> Iterator[Event]:
    yield from (e for _, e in effects_of(s, "gone", "declined"))
    if has_acted(s):
        for space, unit, _ in troops(s):
            if unit.owner == s.to_move and unit.id in s.left_open[s.to_move]:
                yield from uses_of_troop(s, unit.troop, unit.id, space)


def of_a_base_that_was_held(s: Toys) -> Iterator[Event]:
    if has_acted(s):
        for p in s.placed:
            if p.base == "none" and [q.space for q in s.placed].count(p.space) == 1:
                yield from uses_of_base(s, p.space)


def of_a_base_not_placed_on(s: Toys) -> Iterator[Event]:
    if has_acted(s):
        for base in s.board.special:
            now = any(p.space == base for p in s.placed)
            if not now and base not in s.left_open[s.to_move]:
                yield from uses_of_base(s, base)


def star_or_skully_twice(s: Toys) -> Iterator[Event]:
    yield from (e for p, e in effects_of(s, "used") if p.troop in DRAWS)
    yield from of_a_base_not_placed_on(s)


def extra_twice(s: Toys) -> Iterator[Event]:
    return (e for p, e in effects_of(s, "used") if p.troop == "captain" and p.by is None)


def extra_of_an_extra_twice(s: Toys) -> Iterator[Event]:
    return (e for p, e in effects_of(s, "used") if p.troop == "captain" and p.by is not None)


def jumbo_twice(s: Toys) -> Iterator[Event]:
    return (e for p, e in effects_of(s, "used") if p.troop == "jumbo")


def xb42_twice(s: Toys) -> Iterator[Event]:
    return (e for p, e in effects_of(s, "used") if p.troop == "xb42")


def cemetery_twice(s: Toys) -> Iterator[Event]:
    if has_acted(s):
        for p in s.placed:
            if p.base == "used" and [q.space for q in s.placed].count(p.space) == 1:
                yield from recovered(s, p.space)


def draw_by(s: Toys, troop: str) -> Iterator[Event]:
    """A draw by a troop that has no effect, on a base that is none of the matter."""
    if has_acted(s):
        for p in s.placed:
            if p.troop == troop and s.board.special.get(p.space) != "metal_x":
                yield from draw(s, "star", p.unit)


def roxy_draws(s: Toys) -> Iterator[Event]:
    return draw_by(s, "roxy")


def quack_draws(s: Toys) -> Iterator[Event]:
    return draw_by(s, "quack")


def on_metal_x(s: Toys) -> Iterator[Event]:
    if has_acted(s):
        for p in s.placed:
            if s.board.special.get(p.space) == "metal_x":
                yield from uses_of_troop(s, p.troop, p.unit, p.space)


def beginners_base(s: Toys) -> Iterator[Event]:
    if has_acted(s):
        for p in s.placed:
            yield from uses_of_base(s, p.space)


def nothing_laid_down(s: Toys) -> Iterator[Event]:
    if s.rack[other(s.to_move)].known and any(True for _ in open_bases(s, "battlefield")):
        yield event(TurnEnded, s, s.to_move)


def jumbo(s: Toys, own: bool, near: bool, visible: bool) -> Iterator[Event]:
    """A Jumbo that waits takes a troop of that kind."""
    for p in open_troops(s, "jumbo"):
        for base, unit, on_top in troops(s):
            if unit.id == p.unit or (unit.owner == s.to_move) is not own or on_top is not visible:
                continue
            if (base in beside(s, p.space)) is near and (near or base != p.space):
                fields = {"unit": unit.id, "troop": unit.troop, "base": base}
                yield event(BoardTroopDiscarded, s, s.to_move, by=p.unit, **fields)


def jumbo_far(s: Toys) -> Iterator[Event]:
    return jumbo(s, own=False, near=False, visible=True)


def jumbo_own(s: Toys) -> Iterator[Event]:
    return jumbo(s, own=True, near=True, visible=True)


def jumbo_covered(s: Toys) -> Iterator[Event]:
    return jumbo(s, own=False, near=True, visible=False)


def hits(s: Toys) -> Iterator[Any]:
    """The right uses of an XB-42 that waits."""
    for p in open_troops(s, "xb42"):
        yield from hit(s, p.unit)


def xb42_chosen(s: Toys) -> Iterator[Event]:
    return (replace(e, method="chosen") for e in hits(s))


def xb42_null(s: Toys) -> Iterator[Event]:
    return (replace(e, troop=None) for e in hits(s))


def xb42_from_the_reserve(s: Toys) -> Iterator[Event]:
    enemy = other(s.to_move)
    if not s.rack[enemy].size and not s.lying[enemy]:
        for p in open_troops(s, "xb42"):
            for troop in sorted({*unshown(s, enemy)}):
                fields = {"unit": new_id(s, enemy), "troop": troop, "method": "random"}
                yield event(RackTroopDiscarded, s, s.to_move, by=p.unit, owner=enemy, **fields)


def castle_itself(s: Toys) -> Iterator[Event]:
    if room(s, s.to_move):
        for p in open_bases(s, "castle"):
            yield give_back(s, p.space, p.space, s.stacks[p.space][-1])


def castle_wrong_troop(s: Toys) -> Iterator[Event]:
    """A covered own troop, or one of the enemy's, on another base."""
    if room(s, s.to_move):
        for p in open_bases(s, "castle"):
            for base, unit, visible in troops(s):
                if base != p.space and (not visible or unit.owner != s.to_move):
                    yield give_back(s, p.space, base, unit)


def castle_ninth(s: Toys) -> Iterator[Event]:
    if room(s, s.to_move) == 0:
        for p in open_bases(s, "castle"):
            for base, unit, visible in troops(s):
                if visible and unit.owner == s.to_move and base != p.space:
                    yield give_back(s, p.space, base, unit)


def castle_other_kind(s: Toys) -> Iterator[Event]:
    for p in open_bases(s, "castle"):
        for e in returned(s, p.space):
            right: Any = e
            left = sorted({*unshown(s, s.to_move)} - {right.troop})
            yield from (replace(right, troop=troop) for troop in left)


def volcano(s: Toys) -> Iterator[tuple[str, Any, str, str, bool]]:
    """A Volcano that waits, and every move of a troop along a road."""
    for p in open_bases(s, "volcano"):
        for unit, base, to, visible in moves(s, p.space):
            yield p.space, unit, base, to, visible


def volcano_far(s: Toys) -> Iterator[Event]:
    for by, unit, base, to, visible in volcano(s):
        far = base not in beside(s, by) and to not in s.board.owner and to != by
        if far and base != by and visible and unit.owner != s.to_move:
            yield shift(s, by, unit, base, to)


def volcano_wrong_troop(s: Toys) -> Iterator[Event]:
    for by, unit, base, to, visible in volcano(s):
        near = base in beside(s, by) and to not in s.board.owner and to != by
        if near and (not visible or unit.owner == s.to_move):
            yield shift(s, by, unit, base, to)


def volcano_two_steps(s: Toys) -> Iterator[Event]:
    for p in open_bases(s, "volcano"):
        for base, unit, visible in troops(s):
            if visible and unit.owner != s.to_move and base in beside(s, p.space):
                for to in s.board.spaces:
                    far = to not in (*beside(s, base), *s.board.owner, base, p.space)
                    if far:
                        yield shift(s, p.space, unit, base, to)


def volcano_to_an_hq(s: Toys) -> Iterator[Event]:
    for by, unit, base, to, visible in volcano(s):
        if visible and unit.owner != s.to_move and base in beside(s, by) and to in s.board.owner:
            yield shift(s, by, unit, base, to)


def cemetery_wrong_tile(s: Toys) -> Iterator[Event]:
    """The enemy's, or one still on the board."""
    if room(s, s.to_move):
        for p in open_bases(s, "cemetery"):
            yield from (take_back(s, p.space, unit) for unit in s.discard[other(s.to_move)])
            for _, unit, _ in troops(s):
                if unit.owner == s.to_move:
                    yield take_back(s, p.space, unit)


def cemetery_ninth(s: Toys) -> Iterator[Event]:
    if room(s, s.to_move) == 0:
        for p in open_bases(s, "cemetery"):
            yield from (take_back(s, p.space, unit) for unit in s.discard[s.to_move])


def battlefield_seen(s: Toys) -> Iterator[Event]:
    for p in open_bases(s, "battlefield"):
        yield from laid_down(s, p.space, face_seen=True)


def battlefield_own(s: Toys) -> Iterator[Event]:
    seat = s.to_move
    if s.rack[seat].known:
        for p in open_bases(s, "battlefield"):
            yield from laid_down(s, p.space, owner=seat, unit=new_id(s, seat))


def battlefield_lying(s: Toys) -> Iterator[Event]:
    for p in open_bases(s, "battlefield"):
        for tile in s.lying[other(s.to_move)]:
            yield from laid_down(s, p.space, unit=tile.id, troop=tile.troop)


def stands_up_early(s: Toys) -> Iterator[Event]:
    if may_act(s):
        for tile in s.lying[s.to_move]:
            yield event(RackTroopStoodUp, s, s.to_move, unit=tile.id)


def still_lying(s: Toys) -> Iterator[Event]:
    """The enemy plays on while a tile of the turn before lies."""
    if s.standing and not s.is_over and room(s, s.to_move) >= 2 and s.reserve[s.to_move] >= 2:
        yield event(TroopsDrawn, s, s.to_move, cause="action", by=None, troops=(None, None))


def stands_up_wrongly(s: Toys) -> Iterator[Event]:
    yield from stands_up_early(s)
    yield from still_lying(s)


def on(board: str, **more: Any) -> dict[str, Any]:
    """The options of a match on a special board."""
    return {"board": f"rug_{board}", "mode": "normal", "effect_order": "troops_then_bases", **more}


FULL = {"set_aside": 0, "opening_rack": [8, 8]}
PLAIN = {
    "effect_order": "troops_then_bases",
    "effect_partial": "as_possible",
    "quack_on_quack": True,
    "pool_joker": "allowed",
    "moved_troop_effect": False,
}
FAULTS = {
    "TB-8.2": Fault(after_its_base, {**PLAIN, "mode": "normal"}),
    "TB-8.3": Fault(of_a_troop_placed_earlier, PLAIN),
    "TB-8.5": Fault(declined_or_remembered, PLAIN),
    "TB-8.7": Fault(after_a_base_with_captain, {**PLAIN, **on("clouds"), **FULL}),
    "TB-8.10": Fault(of_a_moved_troop, {**PLAIN, **on("volcano")}),
    "TB-8.11": Fault(of_a_base_that_was_held, on("clouds", repeat_base_effect=False)),
    "TB-8.12": Fault(star_or_skully_twice, {**PLAIN, "mode": "normal"}),
    "TB-9.6": Fault(extra_of_an_extra_twice, {**PLAIN, **FULL}),
    "TB-9.7": Fault(extra_twice, PLAIN),
    "TB-9.9": Fault(jumbo_twice, PLAIN),
    "TB-9.10": Fault(jumbo_far, PLAIN),
    "TB-9.11": Fault(jumbo_own, PLAIN),
    "TB-9.12": Fault(jumbo_covered, PLAIN),
    "TB-9.13": Fault(xb42_null, PLAIN),
    "TB-9.18": Fault(xb42_twice, PLAIN),
    "TB-9.19": Fault(xb42_chosen, PLAIN),
    "TB-9.20": Fault(xb42_from_the_reserve, PLAIN),
    "TB-9.22": Fault(roxy_draws, PLAIN),
    "TB-9.25": Fault(quack_draws, PLAIN),
    "TB-10.2": Fault(castle_itself, on("castle")),
    "TB-10.3": Fault(castle_wrong_troop, on("castle", castle_covered=False)),
    "TB-10.4": Fault(castle_ninth, on("castle", **FULL)),
    "TB-10.5": Fault(castle_other_kind, on("castle")),
    "TB-10.11": Fault(volcano_far, on("volcano")),
    "TB-10.12": Fault(volcano_wrong_troop, on("volcano")),
    "TB-10.13": Fault(volcano_two_steps, on("volcano")),
    "TB-10.15": Fault(volcano_to_an_hq, on("volcano")),
    "TB-10.17": Fault(cemetery_twice, on("cemetery")),
    "TB-10.18": Fault(cemetery_wrong_tile, on("cemetery")),
    "TB-10.19": Fault(cemetery_ninth, on("cemetery", **FULL)),
    "TB-10.20": Fault(on_metal_x, {**PLAIN, **on("metal_x")}),
    "TB-10.23": Fault(battlefield_seen, on("battlefield")),
    "TB-10.24": Fault(battlefield_own, on("battlefield")),
    "TB-10.26": Fault(stands_up_wrongly, on("battlefield")),
    "TB-10.28": Fault(nothing_laid_down, on("battlefield", battlefield_optional=False)),
    "TB-10.29": Fault(battlefield_lying, on("battlefield", **FULL)),
    "TB-13.2": Fault(beginners_base, {"board": "rug_clouds", "mode": "beginner"}),
}
