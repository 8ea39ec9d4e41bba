"""The map and the opening (DW-3, DW-4), and a position to start from (GN-1.7)."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

from auditor.declare import rule, which
from auditor.games.dino_world.acts import opening_size
from auditor.games.dino_world.state import (
    ALIKE,
    DECK,
    IDLE,
    Dinos,
    owner_of,
    quadrants,
)
from events.dino_world import (
    DinoPlaced,
    MapAssembled,
    OpeningDrawn,
    PlayOrderDecided,
    PositionDeclared,
    SheetChosen,
)


@which(
    "DW-3.2",
    "DW-3.3",
    on=MapAssembled,
    facts=lambda s, e: {"quadrants": [part.quadrant for part in e.layout]},
)
def sheets_make_one_map(s: Dinos, e: MapAssembled) -> str | None:
    seats = sorted(part.seat for part in e.layout)
    places = sorted(part.quadrant for part in e.layout)
    if seats == sorted(s.seats) and places == sorted(quadrants(s.seats)):
        return None
    return "DW-3.2" if len(s.seats) == 2 else "DW-3.3"


@which("DW-4.3", "DW-4.4", on=OpeningDrawn, facts=lambda s, e: {"count": e.count})
def opening_hand_has_its_size(s: Dinos, e: OpeningDrawn) -> str | None:
    if e.count == opening_size(s):
        return None
    return "DW-4.3" if len(s.seats) == 2 else "DW-4.4"


@which("DW-4.5", "DW-4.6", "DW-4.7", "DW-5.5", on=DinoPlaced, facts=lambda s, e: {"square": e.to})
def opening_dinosaur_is_placed_rightly(s: Dinos, e: DinoPlaced) -> str | None:
    if e.cause != "opening":
        return None
    if owner_of(e.unit) != e.actor or e.to not in s.map.home.get(e.actor, ()):
        return "DW-4.5"
    if s.squares.get(e.to) and not s.options.opening_stack:
        return "DW-4.6"
    if e.face != "down":
        return "DW-4.7"
    return "DW-5.5" if e.cost else None


@rule("DW-4.8", on=PlayOrderDecided, facts=lambda s, e: {"order": list(e.order)})
def order_names_every_seat(s: Dinos, e: PlayOrderDecided) -> bool:
    return sorted(e.order) == sorted(s.seats)


@rule("DW-2.7", on=SheetChosen, facts=lambda s, e: {"sheet": e.sheet})
def sheet_is_the_seats_own(s: Dinos, e: SheetChosen) -> bool:
    return e.seat == e.actor


@which("GN-1.7", on=PositionDeclared)
def position_is_possible(s: Dinos, e: PositionDeclared) -> str | None:
    if s.seq != 1 or not all((_seats(s, e), _units(s, e), _cards(s, e), _sealed(s, e))):
        return "GN-1.7"
    return None


def _seats(s: Dinos, e: PositionDeclared) -> bool:
    named = {*e.seats, *e.sheets, *([e.to_move] if e.to_move else [])}
    order = e.order is None or sorted(e.order) == sorted(s.seats)
    layout = e.layout is None or (
        sorted(part.seat for part in e.layout) == sorted(s.seats)
        and sorted(part.quadrant for part in e.layout) == sorted(quadrants(s.seats))
    )
    idle = all(0 <= has.idle <= IDLE for has in e.seats.values())
    return named <= set(s.seats) and order and layout and idle and e.turn >= 1


def _ids(e: PositionDeclared, seat: Any) -> list[str]:
    fossils = e.seats[seat].fossils if seat in e.seats else ()
    return [u.unit for u in e.units if owner_of(u.unit) == seat] + [f.unit for f in fossils]


def _units(s: Dinos, e: PositionDeclared) -> bool:
    every = [u.unit for u in e.units] + [f.unit for has in e.seats.values() for f in has.fossils]
    if len(set(every)) != len(every) or any(owner_of(u) not in s.seats for u in every):
        return False
    for seat in s.seats:
        has = e.seats.get(cast(Any, seat))
        if has is not None and any(owner_of(f.unit) != seat for f in has.fossils):
            return False
        there = len(_ids(e, seat))
        deck = has.deck if has is not None and has.deck is not None else DECK - there
        if deck < 0 or deck + there != DECK:
            return False
    columns = "abcdef" if len(s.seats) == 2 else "abcdefghijkl"
    return all(
        len(u.square) == 2 and u.square[0] in columns and u.square[1] in "12345678" for u in e.units
    )


def _cards(s: Dinos, e: PositionDeclared) -> bool:
    for seat in s.seats:
        has = e.seats.get(cast(Any, seat))
        shown = Counter(u.card for u in e.units if owner_of(u.unit) == seat and u.card)
        shown += Counter(f.card for f in (has.fossils if has else ()) if f.card)
        listed = has.deck_list if has is not None else None
        named = Counter(code for code in listed or () if code)
        unnamed = DECK if listed is None else sum(code is None for code in listed)
        if (shown - named).total() > unnamed or (listed is not None and len(listed) != DECK):
            return False
        if any(n > max(ALIKE, named[code]) for code, n in shown.items()):
            return False
    return True


def _sealed(s: Dinos, e: PositionDeclared) -> bool:
    homes = {square: seat for seat, squares in _homes(s, e).items() for square in squares}
    for unit in e.units:
        if unit.sealed:
            there = {owner_of(u.unit) for u in e.units if u.square == unit.square}
            if homes.get(unit.square) in (None, owner_of(unit.unit)) or len(there) > 1:
                return False
    return True


def _homes(s: Dinos, e: PositionDeclared) -> dict[str, list[str]]:
    places = (
        zip(s.seats, quadrants(s.seats), strict=False)
        if e.layout is None
        else ((part.seat, part.quadrant) for part in e.layout)
    )
    found = {}
    for seat, quadrant in places:
        if len(s.seats) == 2:
            columns = "bcde"
        else:
            columns = "ghijkl" if quadrant.endswith("right") else "abcdef"
        row = "1" if quadrant.startswith("near") else "8"
        found[seat] = [column + row for column in columns]
    return found
