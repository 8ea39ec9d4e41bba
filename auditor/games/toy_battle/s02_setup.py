"""Set-up (TB-2): what is set aside and taken, the position a record may begin with."""

from collections import Counter
from functools import partial
from typing import Any

from auditor.declare import UNRECORDED, Duty, obligation, rule, which
from auditor.games.toy_battle.state import RACK_LIMIT, Toys, declared_counts, owner_of
from events import Event
from events.shared import MatchOpened
from events.toy_battle import (
    OpeningRackTaken,
    PositionDeclared,
    TilesRevealed,
    TilesSetAside,
)


@rule("TB-1.2", on=MatchOpened, facts=lambda s, e: {"seats": [p.seat for p in e.players]})
def two_seats_play(s: Toys, e: MatchOpened) -> bool:
    return [p.seat for p in e.players] == ["P1", "P2"]


@rule("TB-2.3", on=MatchOpened, facts=lambda s, e: {"found": e.options.get("first_player")})
def first_player_is_named(s: Toys, e: MatchOpened) -> bool:
    return e.options.get("first_player") in ("P1", "P2")


@rule(
    "TB-2.2",
    on=TilesSetAside,
    facts=lambda s, e: {"found": len(e.troops), "expected": s.options.set_aside},
)
def all_tiles_are_set_aside(s: Toys, e: TilesSetAside) -> bool:
    return bool(len(e.troops) == s.options.set_aside)


def opening_size(s: Toys, seat: str) -> int:
    """How many tiles a seat opens with (TB-2.4)."""
    return int(s.options.opening_rack[seat != s.match.options["first_player"]])


@rule(
    "TB-2.4",
    on=OpeningRackTaken,
    facts=lambda s, e: {"found": len(e.troops), "expected": opening_size(s, e.actor)},
)
def opening_rack_has_its_size(s: Toys, e: OpeningRackTaken) -> bool:
    return len(e.troops) == opening_size(s, e.actor)


@rule("TB-2.8", on=TilesRevealed)
def set_aside_stays_unseen(s: Toys, e: TilesRevealed) -> bool:
    return e.zone != "set_aside" or s.is_over or e.owner not in s.rack


@obligation("TB-2.2", "TB-2.4", on=(MatchOpened, TilesSetAside, OpeningRackTaken, PositionDeclared))
def seats_set_up(s: Toys) -> tuple[Duty, ...]:
    return tuple(SET_UP_DUTIES[owed] for owed in s.set_up)


def unseen_tiles(s: Toys, kind: str, seat: Any) -> tuple[Event, ...]:
    """A set-up event as it is if nobody recorded it: its tiles unseen."""
    if kind == "tiles_set_aside":
        hidden = (None,) * s.options.set_aside
        return (TilesSetAside(seq=s.seq, at=UNRECORDED, actor=seat, troops=hidden),)
    hidden = (None,) * opening_size(s, seat)
    return (OpeningRackTaken(seq=s.seq, at=UNRECORDED, actor=seat, troops=hidden),)


SET_UP_DUTIES = {
    (tag, seat): Duty(id, seat, kind, partial(unseen_tiles, kind=tag, seat=seat))
    for tag, id, kind in (
        ("tiles_set_aside", "TB-2.2", TilesSetAside),
        ("opening_rack_taken", "TB-2.4", OpeningRackTaken),
    )
    for seat in ("P1", "P2")
}
"""What each seat owes until its set-up is done."""


@which("GN-1.7", "TB-1.3", "TB-1.10", "TB-2.5", "TB-4.2", "TB-14.2", "TB-14.7", on=PositionDeclared)
def position_is_possible(s: Toys, e: PositionDeclared) -> str | None:
    if s.seq != 1:
        return "GN-1.7"
    if set(e.seats) != {"P1", "P2"} or any(space not in s.board.bit for space in e.stacks):
        return "TB-14.7"
    if any(region not in s.board.regions for region in e.region_medals):
        return "TB-1.10"
    if any(len(has.rack) + len(has.lying) > RACK_LIMIT for has in e.seats.values()):
        return "TB-4.2"
    return _counts(s, e) or _pieces(s, e) or _medals(s, e)


def _counts(s: Toys, e: PositionDeclared) -> str | None:
    for seat, has in e.seats.items():
        mine = sum(owner_of(p.unit) == seat for pile in e.stacks.values() for p in pile)
        counts = declared_counts(s, has, mine)
        if sum(counts) != s.options.full_set or min(counts) < 0:
            return "TB-14.2"
    return None


def _pieces(s: Toys, e: PositionDeclared) -> str | None:
    kinds: Counter[tuple[str, str]] = Counter()
    ids = [p.unit for pile in e.stacks.values() for p in pile]
    for pile in e.stacks.values():
        kinds.update((str(owner_of(p.unit)), p.troop) for p in pile if p.troop is not None)
    for seat, has in e.seats.items():
        pieces: list[Any] = [*has.lying, *has.discard]
        ids += [p.unit for p in pieces]
        if any(owner_of(p.unit) != seat for p in pieces):
            return "TB-14.7"
        kinds.update((seat, troop) for troop in has.rack if troop is not None)
        kinds.update((seat, p.troop) for p in pieces if p.troop is not None)
        if seat != e.to_move and has.lying and e.window == "action":
            return "TB-14.7"
    tiles = s.board.tiles
    if any(kind not in tiles for _, kind in kinds):
        return "TB-14.7"
    if any(n > tiles[kind].copies for (_, kind), n in kinds.items()):
        return "TB-1.3"
    on_hq = any(pile and space in s.board.owner for space, pile in e.stacks.items())
    unowned = any(owner_of(id) is None for id in ids)
    return "TB-14.7" if len(set(ids)) != len(ids) or on_hq or unowned else None


def _medals(s: Toys, e: PositionDeclared) -> str | None:
    regions = s.board.regions
    lying = {id: e.region_medals.get(id, region.medals) for id, region in regions.items()}
    if any(lying[id] not in (0, region.medals) for id, region in regions.items()):
        return "TB-2.5"
    gone = sum(region.medals - lying[id] for id, region in regions.items())
    held = [has.medals for has in e.seats.values()]
    return "TB-2.5" if sum(held) != gone or min(held) < 0 else None
