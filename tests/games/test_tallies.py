"""The listing of a position equals every writable event judged one by one."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from auditor import Verdict
from auditor.declare import UNRECORDED
from auditor.kernel import played, verdict_of
from auditor.listing import legal_events
from events import Event
from events.shared import MatchClosed
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
from tests.games.matches import FIXTURES, GAME, audited, read

FOLDER = FIXTURES / "toy_battle"
SEATS = ("P1", "P2")
KINDS = ("skully", "captain", "jumbo", "hook", "xb42", "star", "roxy", "quack")
DRAWN = [(None,) * size for size in range(6)]


def tallies() -> list[tuple[str, int, int]]:
    with (FOLDER / "tallies.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return [(row["position"], int(row["depth"]), int(row["count"])) for row in rows]


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


def listed(s: Any) -> list[Event]:
    return [event for event, _ in legal_events(GAME, s)]


def same(one: Iterable[Event], other: Iterable[Event]) -> bool:
    return sorted(map(repr, one)) == sorted(map(repr, other))


def play(s: Any) -> tuple[list[Event], list[Event]]:
    """What the listing gives, and what is left of all writable events, closings apart."""
    judged = [e for e in writable(s) if verdict_of(GAME, s, e) is not Verdict.ILLEGAL]
    return [e for e in listed(s) if not isinstance(e, MatchClosed)], judged


@pytest.mark.parametrize("name", sorted({name for name, _, _ in tallies()}))
def test_listing_equals_all_events_judged_singly(name: str) -> None:
    s = audited(read(FOLDER / "positions" / f"{name}.jsonl")).state
    found, judged = play(s)
    assert same(found, judged)
    for event in found:
        after = played(GAME, s, replace(event, seq=s.seq + 1))
        assert same(*play(after)), event


@pytest.mark.parametrize(("name", "depth", "count"), tallies())
def test_tally(name: str, depth: int, count: int) -> None:
    s = audited(read(FOLDER / "positions" / f"{name}.jsonl")).state
    after = listed(s)
    if depth == 2:
        states = [played(GAME, s, event) for event in after]
        after = [event for state in states for event in listed(state)]
    assert len(after) == count
