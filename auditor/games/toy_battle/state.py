"""The position of a match of Toy Battle, and the terms of its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from auditor.games.toy_battle.board import JOKER, Board
from auditor.hidden import Cell, face
from auditor.state import Match, State
from auditor.zones import Zone

RACK_LIMIT = 8
EFFECTS = frozenset({"skully", "captain", "jumbo", "xb42", "star"})
"""Kinds that may do something once they stand on the board."""
BASE_EFFECTS = frozenset({"castle", "clouds", "volcano", "cemetery", "battlefield"})
"""Kinds of special bases that do something when a troop is placed there."""

SET_UP = ("tiles_set_aside", "opening_rack_taken")


@lru_cache(maxsize=4096)
def owner_of(unit: str) -> str | None:
    """The seat that an instance id names; None if it is no instance id."""
    seat, number = unit[:2], unit[4:]
    if seat not in ("P1", "P2") or unit[2:4] != "-u" or len(number) > MOST_DIGITS:
        return None
    return seat if number.isascii() and number.isdigit() else None


MOST_DIGITS = 15
"""Of the number in an id."""


class Unit(NamedTuple):
    """A tile on the board or in a discard."""

    id: str
    owner: str
    troop: str


class Lying(NamedTuple):
    """A tile of a rack that a Battlefield has laid down."""

    id: str
    troop: str | Cell


class Placed(NamedTuple):
    """A troop placed this turn, and what became of its effect and of its base's.

    Both are `none`, `open`, `used` or `gone`; `why` says by what they went: `declined`, `base`
    (passed over by a base's effect), `later` (by another later effect), `lapsed`.
    """

    unit: str
    troop: str
    space: str
    by: str | None
    effect: str
    base: str
    why: str = ""


class Toys(State):
    """A position. Dicts by seat or space; a set of spaces is an int (see `Board`)."""

    __slots__ = (
        "acted",
        "aside",
        "board",
        "copies",
        "discard",
        "draws",
        "due",
        "floor",
        "held",
        "highest",
        "left_open",
        "lying",
        "medals",
        "moved",
        "placed",
        "rack",
        "region_medals",
        "reserve",
        "retired",
        "set_up",
        "stacks",
        "standing",
        "taint",
        "to_move",
        "turn",
    )

    board: Board
    to_move: str
    turn: int
    """0 during the set-up."""
    acted: bool
    """The action of this turn is done."""
    set_up: tuple[tuple[str, str], ...]
    """Set-up events still to come: their type and seat."""
    rack: dict[str, Zone]
    """The standing tiles."""
    lying: dict[str, tuple[Lying, ...]]
    standing: tuple[tuple[str, str], ...]
    """Seat and id of each lying tile that must stand up, its owner's turn being over."""
    discard: dict[str, tuple[Unit, ...]]
    reserve: dict[str, int]
    aside: dict[str, Zone]
    medals: dict[str, int]
    stacks: dict[str, tuple[Unit, ...]]
    """From bottom to top; an empty space is left out."""
    held: dict[str, int]
    """The bases each seat occupies (TB-6.3)."""
    taint: int
    """Bases that an illegal event gave their present holder (TB-14.6)."""
    region_medals: dict[str, int]
    placed: tuple[Placed, ...]
    due: tuple[tuple[str, str], ...]
    """Seat and region of all medals that have still to be taken."""
    highest: dict[str, int]
    """The highest number a unit of each seat has had."""
    floor: dict[str, int]
    """Every number below it is taken to have been given before a declared position."""
    retired: frozenset[str]
    """Ids of tiles that went back among the standing ones."""
    copies: dict[tuple[str, str], tuple[int, ...]]
    """Where each copy of a kind of a seat was first seen: seqs."""
    left_open: dict[str, frozenset[str]]
    """Units and bases whose effect a seat left unused when its last turn ended."""
    moved: frozenset[str]
    """Units that a Volcano has moved."""
    draws: dict[int, tuple[str, tuple[str | None, ...]]]
    """The seat and the tiles of each event that brought tiles to a rack, by its seq."""

    @property
    def specials_work(self) -> bool:
        """Special bases are on (TB-13.2)."""
        return bool(self.options.mode == "normal")

    @property
    def turn_key(self) -> Any:
        """The turn, for the clock."""
        return (self.turn, self.to_move) if self.turn else None

    def enemy(self, seat: str) -> str:
        """The other seat (TB-1.2)."""
        return "P2" if seat == "P1" else "P1"

    def top(self, space: str) -> Unit | None:
        """The visible troop of a space (TB-1.11)."""
        stack = self.stacks.get(space)
        return stack[-1] if stack else None

    def rack_size(self, seat: str) -> int:
        """Tiles on a rack, lying ones included (TB-10.27)."""
        return self.rack[seat].size + len(self.lying[seat])

    def left(self, seat: str) -> dict[str, int]:
        """How many copies of each kind of a seat nobody has seen yet."""
        return {
            kind: tile.copies - len(self.copies.get((seat, kind), ()))
            for kind, tile in self.board.tiles.items()
        }

    def unseen_kinds(self, seat: str) -> tuple[str, ...]:
        """The kinds that an unseen tile of a seat may be."""
        again = self.rack[seat].maybe
        return tuple(kind for kind, left in self.left(seat).items() if left > 0 or kind in again)

    def special(self, space: str) -> str | None:
        """The kind of a special base, while special bases are on (TB-10.1, TB-13.2)."""
        return self.board.special.get(space) if self.specials_work else None

    def linked(self, seat: str) -> int:
        """The bases of a seat that are joined to one of its HQs (TB-7.2, TB-7.6)."""
        board, own = self.board, self.held[seat]
        reached, new = 0, board.hqs[seat]
        while new:
            grown = 0
            for space in board.of(new):
                grown |= board.next_to[space]
            new = grown & own & ~reached
            reached |= new
        return reached

    def is_connected(self, seat: str, space: str) -> bool:
        """A way leads from an own HQ to the space over own bases only (TB-7.1 to TB-7.3)."""
        board = self.board
        hqs, own, next_to = board.hqs[seat], self.held[seat], board.next_to
        seen = new = next_to[space]
        while new:
            if new & hqs:
                return True
            grown = 0
            new &= own
            while new:
                low = new & -new
                grown |= next_to[board.spaces[low.bit_length() - 1]]
                new ^= low
            new = grown & ~seen
            seen |= grown
        return False

    def is_joker(self, troop: str) -> bool:
        """The kind carries no number (TB-1.4)."""
        return troop == JOKER or self.strength(troop) is None

    def strength(self, troop: str) -> int | None:
        """The number of a kind; None for a joker or an unknown kind."""
        tile = self.board.tiles.get(troop)
        return tile.strength if tile else None

    def beats(self, troop: str, other: str) -> bool:
        """A troop may cover an enemy one (TB-5.4, TB-9.23, TB-9.24, TB-9.26)."""
        if self.is_joker(troop) and self.is_joker(other):
            return bool(self.options.quack_on_quack)
        if self.is_joker(troop) or self.is_joker(other):
            return True
        mine, theirs = self.strength(troop), self.strength(other)
        return mine is not None and theirs is not None and mine > theirs

    def suits(self, troop: str, space: str) -> bool:
        """The values shown at a space allow a kind (TB-10.6 to TB-10.8)."""
        board = self.board
        values = board.values.get(space)
        if values is None:
            return True
        if not self.specials_work and (
            space not in board.owner or self.options.beginner_hq_values == "off"
        ):
            return True
        if self.is_joker(troop):
            return bool(self.options.pool_joker == "allowed")
        return self.strength(troop) in values

    def hook_is_free(self, troop: str, space: str) -> bool:
        """A Hook's leave from the connection (TB-9.14, TB-9.17, TB-10.21)."""
        if troop != "hook" or space in self.board.owner:
            return False
        return self.special(space) != "metal_x" or self.options.hook_on_metal_x == "free"

    def may_take(self, seat: str, troop: str, space: str) -> bool:
        """A kind may be placed on a space, by everything but the rack and the turn."""
        board = self.board
        if board.owner.get(space) == seat:
            return False
        top = self.top(space)
        if top is not None and top.owner != seat and not self.beats(troop, top.troop):
            return False
        return self.suits(troop, space) and (
            self.hook_is_free(troop, space) or self.is_connected(seat, space)
        )

    def placeable(self, seat: str) -> Callable[[str], bool]:
        """Whether a kind may be placed somewhere."""
        open_ = {
            space
            for space in self.board.spaces
            if self.board.owner.get(space) != seat and self.is_connected(seat, space)
        }

        def fits(troop: str) -> bool:
            spaces = self.board.spaces if troop == "hook" else open_
            return any(self.may_take(seat, troop, space) for space in spaces)

        return fits

    def can_place(self, seat: str) -> bool:
        """Some standing tile may be placed somewhere. Raises: Undecided."""
        return self.rack[seat].any(self.placeable(seat), self.left(seat))

    def can_place_lying(self, seat: str) -> bool:
        """Some lying tile counts as one that may be placed (TB-12.9). Raises: Unseen."""
        if self.options.stuck_lying != "placeable" or not self.lying[seat]:
            return False
        fits = self.placeable(seat)
        return any(fits(face(tile.troop)) for tile in self.lying[seat])

    def draw_size(self, seat: str) -> int:
        """How many tiles the draw action takes; 0 if it is not available (TB-4.1 to TB-4.6)."""
        room, reserve = RACK_LIMIT - self.rack_size(seat), self.reserve[seat]
        if room <= 0 or reserve <= 0:
            return 0
        if room == 1:
            return 1 if self.options.draw_at_seven == "one" else 0
        if reserve == 1:
            return 1 if self.options.draw_last_tile == "one" else 0
        return 2

    def can_act(self, seat: str) -> bool:
        """The seat can draw or place (TB-12.4). Raises: Undecided, Unseen."""
        return self.draw_size(seat) > 0 or self.can_place(seat) or self.can_place_lying(seat)

    def controls(self, seat: str, region: str, illegally: bool = False) -> bool:
        """A seat occupies every base around a region (TB-11.1 to TB-11.3, TB-11.11).

        `illegally`: also where an illegal event gave it one of the bases (TB-14.6).
        """
        bases = self.board.regions[region].bases
        if bases & ~self.held[seat] or (bases & self.taint and not illegally):
            return False
        return not self.options.region_needs_connection or not bases & ~self.linked(seat)

    def closed_regions(self, seat: str) -> tuple[str, ...]:
        """The regions a seat controls whose medals still lie there."""
        return tuple(
            id for id, lie in self.region_medals.items() if lie and self.controls(seat, id)
        )

    def due_to(self, seat: str) -> tuple[str, ...]:
        """The regions whose medals a seat has still to take."""
        return tuple(region for owed, region in self.due if owed == seat)

    def worth(self, regions: tuple[str, ...]) -> int:
        """The medals that lie in some regions."""
        return sum(self.region_medals[region] for region in regions)

    def placed_now(self, unit: str) -> Placed | None:
        """What was placed this turn under an id."""
        return next((p for p in self.placed if p.unit == unit), None)

    def stands_on(self, unit: str, space: str) -> bool:
        """The troop is still in the stack of a space, visible or covered."""
        return any(u.id == unit for u in self.stacks.get(space, ()))

    def is_used(self, unit: str) -> bool:
        """The match has given the id to a tile before."""
        seat = owner_of(unit)
        if seat is None or (number := int(unit[4:])) > self.highest[seat]:
            return False
        if number < self.floor[seat] or unit in self.retired:
            return True
        return self.kind_of(unit) is not None or any(t.id == unit for t in self.lying[seat])

    def kind_of(self, unit: str) -> str | None:
        """The kind of a tile with an id; None if there is none, or nobody has seen it."""
        for pile in (*self.stacks.values(), *self.discard.values()):
            for u in pile:
                if u.id == unit:
                    return u.troop
        lying = (t.troop for tiles in self.lying.values() for t in tiles if t.id == unit)
        return next((troop for troop in lying if not isinstance(troop, Cell)), None)

    def where(self, unit: str) -> str | None:
        """The space of a troop on the board."""
        return next(
            (s for s, stack in self.stacks.items() if any(u.id == unit for u in stack)), None
        )

    def is_open_base(self, p: Placed) -> bool:
        """A base's effect waits, and its troop still stands there (TB-8.8)."""
        return p.base == "open" and (
            not self.options.lapse_with_troop or self.stands_on(p.unit, p.space)
        )

    def must_lay_down(self) -> bool:
        """A Battlefield effect waits that must be carried out (TB-10.28)."""
        return (
            not self.options.battlefield_optional
            and self.rack[self.enemy(self.to_move)].size > 0
            and any(
                self.is_open_base(p) and self.special(p.space) == "battlefield" for p in self.placed
            )
        )

    def newly_shown(self, e: Any) -> Iterator[tuple[str, str]]:
        """The tiles that an event shows for the first time, as (seat, kind)."""
        kind = e.type
        if kind in ("troops_drawn", "opening_rack_taken", "tiles_set_aside"):
            yield from ((e.actor, troop) for troop in e.troops if troop is not None)
        elif kind in ("troop_placed", "rack_troop_discarded", "rack_troop_laid_down"):
            owner = e.unit[:2]  # the table may have seen another's tile placed
            if owner not in self.rack:
                return
            rack = self.rack[owner]
            if not self.lying[owner] and e.troop in rack.known:
                return
            lying = next((tile for tile in self.lying[owner] if tile.id == e.unit), None)
            if lying is not None:
                seen = not isinstance(lying.troop, Cell) or e.troop in rack.maybe
            else:
                seen = e.troop in rack.known or e.troop in rack.maybe
            if e.troop is not None and not seen:
                yield owner, e.troop
        elif kind == "tiles_revealed" and e.zone != "draw" and e.owner in self.rack:
            known: tuple[str, ...] = ()
            if e.zone == "rack":
                known = self.rack[e.owner].known + self.rack[e.owner].maybe
            elif e.zone == "set_aside":
                known = self.aside[e.owner].known
            elif e.zone == "unit":
                known = self.rack[e.owner].maybe + tuple(
                    t.troop
                    for t in self.lying[e.owner]
                    if t.id == e.unit and not isinstance(t.troop, Cell)
                )
            new = Counter(t for t in e.troops if t is not None) - Counter(known)
            yield from ((e.owner, troop) for troop in new.elements())


def faces(s: Toys, cell: Cell) -> tuple[str, ...]:
    """The kinds that an unseen tile could be (the pool)."""
    seat = cell.place.split("-")[0]
    return s.unseen_kinds(seat)


def declared_counts(s: Toys, has: Any, on_board: int) -> tuple[int, int, int]:
    """The tiles of a seat of a declared position: in sight or on its rack, aside, in reserve.

    What the position leaves out is counted from the full set.
    """
    held = len(has.rack) + len(has.lying) + len(has.discard) + on_board
    aside = s.options.set_aside if has.set_aside is None else has.set_aside
    reserve = s.options.full_set - held - aside if has.reserve is None else has.reserve
    return held, aside, reserve


def opening(match: Match) -> Toys:
    """The state after match_opened: everything is still in the reserves."""
    s = Toys(match)
    seats = ("P1", "P2")
    full = match.options["full_set"]
    s.board = match.data
    s.to_move = match.options["first_player"]
    s.turn = 0
    s.acted = False
    s.set_up = tuple((kind, seat) for kind in SET_UP for seat in seats)
    s.rack = {seat: Zone(f"{seat}-rack") for seat in seats}
    s.aside = {seat: Zone(f"{seat}-set-aside") for seat in seats}
    s.lying = dict.fromkeys(seats, ())
    s.standing = ()
    s.discard = dict.fromkeys(seats, ())
    s.reserve = dict.fromkeys(seats, full)
    s.medals = dict.fromkeys(seats, 0)
    s.stacks = {}
    s.held = dict.fromkeys(seats, 0)
    s.taint = 0
    s.region_medals = {id: region.medals for id, region in match.data.regions.items()}
    s.placed = ()
    s.due = ()
    s.highest = dict.fromkeys(seats, 0)
    s.floor = dict.fromkeys(seats, 0)
    s.retired = frozenset()
    s.copies = {}
    s.left_open = dict.fromkeys(seats, frozenset())
    s.moved = frozenset()
    s.draws = {}
    return s


def hindsight(s: Toys, later: Toys) -> Toys:
    """An earlier position with what a later one shows of its racks."""
    new: Toys = s.copy()
    new.rack = {seat: zone.in_hindsight(later.rack[seat]) for seat, zone in s.rack.items()}
    new.lying = {
        seat: tuple(Lying(t.id, later.kind_of(t.id) or t.troop) for t in tiles)
        for seat, tiles in s.lying.items()
    }
    return new
