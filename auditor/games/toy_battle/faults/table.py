"""The table as a player sees it: what the makers of wrong events ask of a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from auditor.declare import UNRECORDED
from auditor.games.toy_battle.state import Placed, Toys, Unit
from events import Event
from events.toy_battle import TroopPlaced

NUMBERS = {"skully": 1, "captain": 2, "jumbo": 3, "hook": 4, "xb42": 5, "star": 6, "roxy": 7}
"""The strengths of the practice tiles; a Quack has none."""


def event(kind: type[Event], s: Toys, actor: str, **fields: Any) -> Event:
    """The next event of a match."""
    made: Any = kind
    return made(seq=s.seq + 1, at=UNRECORDED, actor=actor, **fields)  # type: ignore[no-any-return]


def other(seat: str) -> str:
    """The enemy of a seat."""
    return "P1" if seat == "P2" else "P2"


def is_quiet(s: Toys) -> bool:
    """Play is on, and nothing is owed."""
    return s.turn > 0 and not (s.is_over or s.due or s.standing)


def may_act(s: Toys) -> bool:
    """The turn's action is still to be done."""
    return is_quiet(s) and not s.acted


def has_acted(s: Toys) -> bool:
    """The action is done, and nobody must lay a tile down."""
    waits = any(p.base == "open" and s.board.special[p.space] == "battlefield" for p in s.placed)
    return is_quiet(s) and s.acted and not waits


def room(s: Toys, seat: str) -> int:
    """Tiles that still go on a rack; lying ones take up room."""
    return 8 - len(s.rack[seat].known) - s.rack[seat].unseen - len(s.lying[seat])


def beside(s: Toys, space: str) -> tuple[str, ...]:
    """The spaces one road away."""
    return tuple(s.board.of(s.board.next_to[space]))


def new_id(s: Toys, seat: str) -> str:
    """An instance id that no tile of a seat has had."""
    return f"{seat}-u{s.highest[seat] + 1}"


def troops(s: Toys) -> Iterator[tuple[str, Unit, bool]]:
    """Every troop on the board: its space, itself, whether it is visible."""
    for space, stack in s.stacks.items():
        for number, unit in enumerate(stack, 1):
            yield space, unit, number == len(stack)


def holder(s: Toys, space: str) -> str | None:
    """Whose troop is the visible one."""
    stack = s.stacks.get(space)
    return stack[-1].owner if stack else None


def reach(s: Toys, seat: str) -> set[str]:
    """The spaces to which a way leads from an HQ of a seat over bases it holds."""
    todo = [hq for hq, owner in s.board.owner.items() if owner == seat]
    reached: set[str] = set()
    while todo:
        for space in beside(s, todo.pop()):
            if space not in reached:
                reached.add(space)
                if holder(s, space) == seat and space not in s.board.owner:
                    todo.append(space)
    return reached


def wins(troop: str, below: str) -> bool:
    """A troop is strictly stronger than an enemy one, or one of them is the joker."""
    return "quack" in (troop, below) or NUMBERS[troop] > NUMBERS[below]


def covers(s: Toys, troop: str, space: str, seat: str) -> bool:
    """No enemy troop on a space withstands the troop."""
    stack = s.stacks.get(space)
    return not stack or stack[-1].owner == seat or wins(troop, stack[-1].troop)


def suits(s: Toys, troop: str, space: str) -> bool:
    """The space shows no values, or that of the troop; a joker suits everywhere."""
    values = s.board.values.get(space)
    return s.options.mode == "beginner" or not values or NUMBERS.get(troop) in {*values, None}


def hands(s: Toys, seat: str) -> tuple[str, ...]:
    """The kinds standing on a rack that is known."""
    return tuple(dict.fromkeys(s.rack[seat].known)) if not s.rack[seat].unseen else ()


def unshown(s: Toys, seat: str) -> list[str]:
    """The tiles of a seat that nobody has seen, as kinds."""
    return [
        kind for kind in (*NUMBERS, "quack") for _ in range(3 - len(s.copies.get((seat, kind), ())))
    ]


def put(s: Toys, troop: str | None, space: str, **changed: Any) -> Event:
    """A placement of the seat to move as the turn's action."""
    fields = {"unit": new_id(s, s.to_move), "cause": "action", "by": None, **changed}
    return event(TroopPlaced, s, s.to_move, troop=troop, space=space, **fields)


def fair(s: Toys, seat: str) -> Iterator[tuple[str, str]]:
    """Kinds of a rack and spaces where no rule of placing stands in the way."""
    spaces = sorted(b for b in reach(s, seat) if s.board.owner.get(b) != seat)
    for troop in hands(s, seat):
        for space in spaces:
            if covers(s, troop, space, seat) and suits(s, troop, space):
                yield troop, space


def open_troops(s: Toys, *kinds: str) -> Iterator[Placed]:
    """The troops of some kinds placed this turn whose effect waits."""
    if is_quiet(s):
        yield from (p for p in s.placed if p.effect == "open" and p.troop in kinds)


def open_bases(s: Toys, kind: str) -> Iterator[Placed]:
    """The troops placed this turn whose special base waits, no troop's effect above it open."""
    if is_quiet(s) and all(p.effect != "open" for p in s.placed):
        waiting = [p for p in s.placed if p.base == "open"]
        if waiting and s.board.special[waiting[0].space] == kind:
            first = waiting[0]
            if any(u.id == first.unit for u in s.stacks.get(first.space, ())):
                yield first
