"""Toy Battle under test."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random
from typing import Any

from auditor.declare import UNRECORDED
from events import Event
from events.toy_battle import (
    BoardTroopDiscarded,
    EffectDeclined,
    MedalsTaken,
    NoActionDeclared,
    OpeningRackTaken,
    RackTroopDiscarded,
    RackTroopLaidDown,
    RackTroopStoodUp,
    RegionMedals,
    TilesSetAside,
    TroopMoved,
    TroopPlaced,
    TroopRecovered,
    TroopReturned,
    TroopsDrawn,
    TurnEnded,
)
from tests.games.matches import Bodies, renumbered
from tests.games.proof import Proof, ends_by

SEATS = ("P1", "P2")
KINDS = ("skully", "captain", "jumbo", "hook", "xb42", "star", "roxy", "quack")
DRAWN = [(None,) * size for size in range(6)]


def revealed_later(log: Bodies, rng: Random) -> Bodies:
    """The log with some draws shown again later."""
    order: list[tuple[float, dict[str, Any]]] = [(n, body) for n, body in enumerate(log)]
    for n, body in enumerate(log):
        if body["type"] in ("troops_drawn", "opening_rack_taken") and rng.random() < 0.3:
            after = rng.randrange(n, len(log))
            shown = {
                "at": log[after]["at"],
                "actor": body["actor"],
                "type": "tiles_revealed",
                "owner": body["actor"],
                "zone": "draw",
                "unit": None,
                "troops": body["troops"],
                "of_seq": body["seq"],
            }
            order.append((after + rng.uniform(0.1, 0.9), shown))
    return renumbered(body for _, body in sorted(order, key=lambda one: one[0]))


def fresh(s: Any, seat: str) -> str:
    """The name that the listing gives to a tile not named before."""
    return f"{seat}-u{s.highest[seat] + 1}"


def writable(s: Any) -> Iterator[Event]:
    """Every event that could be written, right or wrong, with names that mean something."""
    spaces = (*s.board.spaces, "z9")
    on_board = [unit for stack in s.stacks.values() for unit in stack]
    units = {unit.id: unit.troop for unit in on_board}
    units |= {unit.id: unit.troop for tiles in s.discard.values() for unit in tiles}
    units |= {tile.id: tile.troop for tiles in s.lying.values() for tile in tiles}
    names = (*units, *(fresh(s, seat) for seat in SEATS))
    sources = (None, *(p.unit for p in s.placed), *(p.space for p in s.placed), "P1-u99")
    named = [source for source in sources if source is not None]
    stacked = [space for space, stack in s.stacks.items() if stack] + ["z9"]

    def every(kind: type[Event], **fields: Iterable[Any]) -> Iterator[Event]:
        made: Any = kind
        for actor, *values in product(SEATS, *fields.values()):
            yield made(
                seq=s.seq + 1,
                at=UNRECORDED,
                actor=actor,
                **dict(zip(fields, values, strict=True)),
            )

    yield from every(TilesSetAside, troops=DRAWN)
    yield from every(OpeningRackTaken, troops=DRAWN)
    for cause, by in [("action", None), *product(("skully", "star", "clouds"), sources)]:
        yield from every(TroopsDrawn, cause=(cause,), by=(by,), troops=DRAWN[:4])
    for cause, by in [("action", None), *product(("captain",), sources)]:
        placed: dict[str, Iterable[Any]] = {"cause": (cause,), "by": (by,)}
        yield from every(TroopPlaced, unit=names, troop=KINDS, space=spaces, **placed)
    medals = [RegionMedals(region=r, medals=n) for r in s.board.regions for n in (1, 2)]
    claims = [(), *((one,) for one in medals), *product(medals, medals)]
    yield from every(MedalsTaken, regions=claims, total=range(4))
    for unit, troop in units.items():
        piece: dict[str, Iterable[Any]] = {"unit": (unit,), "troop": {troop, "quack"}}
        yield from every(BoardTroopDiscarded, by=named, base=stacked, **piece)
        yield from every(TroopReturned, by=named, base=stacked, **piece)
        yield from every(TroopRecovered, by=named, **piece)
        yield from every(TroopMoved, by=named, unit=(unit,), from_=stacked, to=spaces)
    hit: dict[str, Iterable[Any]] = {"by": named, "owner": SEATS, "unit": names}
    yield from every(RackTroopDiscarded, troop=KINDS, method=("random", "chosen"), **hit)
    yield from every(RackTroopLaidDown, troop=(None,), face_seen=(False, True), **hit)
    yield from every(RackTroopStoodUp, unit=names)
    yield from every(EffectDeclined, by=named)
    yield from every(TurnEnded)
    yield from every(NoActionDeclared)


def medals_are_equal(log: Bodies) -> bool:
    first, second = log[-1]["medals"].values()
    return bool(first == second)


PROOF = Proof(
    key="toy_battle",
    start={"options": {"board": "rug", "first_player": "P1"}, "catalogue": "playroom"},
    outcomes={
        "TB-12.1": lambda log: True,
        "TB-12.2": ends_by("headquarters"),
        "TB-12.3": ends_by("medals"),
        "TB-12.4": ends_by("stuck"),
        "TB-12.5": lambda log: ends_by("stuck")(log) and not medals_are_equal(log),
        "TB-12.6": lambda log: ends_by("stuck")(log) and medals_are_equal(log),
        "TB-12.10": lambda log: log[-1]["type"] == "match_closed",
    },
    unreached={
        "TB-12.9": "play by the rules leaves no lying tile",
        "TB-12.11": "needs both seats at the target by one event",
        "TB-12.12": "needs a concession",
    },
    not_planted={
        "TB-2.3": "broken by match_opened itself",
        "TB-13.1": "broken by match_opened itself",
        "TB-13.5": "broken by match_opened itself",
        "TB-8.8": "needs a Castle that takes back the extra troop from another Castle",
        "TB-10.30": "play by the rules leaves no lying tile for an XB-42 to hit",
        "TB-12.11": "needs both seats at the target by one event",
        "TB-12.12": "needs a concession",
    },
    shown_only=frozenset({"GN-2.3", "TB-1.3", "TB-5.9", "TB-9.4", "TB-14.4"}),
    strays=tuple({"actor": seat, "type": "turn_ended"} for seat in SEATS),
    writable=writable,
    matches=2000,
    blind=300,
    revealed_later=revealed_later,
)
