"""Wrong medals (TB-11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from auditor.game import Fault
from auditor.games.toy_battle.faults.table import event, holder, is_quiet, other
from auditor.games.toy_battle.state import Toys
from events import Event
from events.toy_battle import MedalsTaken, RegionMedals, TurnEnded


def taken(s: Toys, seat: str, *regions: str) -> Any:
    """A seat takes all that lies in some regions, or one medal where none lies."""
    claim = tuple(RegionMedals(region=r, medals=s.region_medals.get(r) or 1) for r in regions)
    total = s.medals[seat] + sum(r.medals for r in claim)
    return event(MedalsTaken, s, seat, regions=claim, total=total)


def due(s: Toys) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What falls to a seat now, to that seat alone."""
    seats = {seat for seat, _ in s.due}
    if len(seats) == 1 and not s.is_over:
        yield seats.pop(), tuple(region for _, region in s.due)


def holds(s: Toys, seat: str, region: str) -> bool:
    """A seat stands on every base around a region."""
    bases = s.board.of(s.board.regions[region].bases)
    return all(holder(s, base) == seat for base in bases)


def open_region(s: Toys) -> Iterator[Event]:
    """TB-11.1: a base around the region is not the seat's."""
    if is_quiet(s):
        for region, medals in s.region_medals.items():
            if medals and not any(holds(s, seat, region) for seat in s.medals):
                yield taken(s, s.to_move, region)


def some_left_lying(s: Toys) -> Iterator[Event]:
    for seat, regions in due(s):
        right = taken(s, seat, *regions)
        for n, claim in enumerate(right.regions):
            if claim.medals > 1:
                fewer = (*right.regions[:n], replace(claim, medals=1), *right.regions[n + 1 :])
                total = right.total - claim.medals + 1
                yield replace(right, regions=fewer, total=total)


def a_region_forgotten(s: Toys) -> Iterator[Event]:
    for seat, regions in due(s):
        if len(regions) > 1:
            yield from (taken(s, seat, region) for region in regions)


def medals_given_back(s: Toys) -> Iterator[Event]:
    for seat, regions in due(s):
        if s.medals[seat]:
            yield replace(taken(s, seat, *regions), total=s.medals[seat] - 1)


def emptied_region(s: Toys) -> Iterator[Event]:
    if is_quiet(s):
        for region, medals in s.region_medals.items():
            if not medals and not holds(s, other(s.to_move), region):
                yield taken(s, s.to_move, region)


def closed_by_the_other(s: Toys) -> Iterator[Event]:
    """TB-11.10: no event of the seat's own closed the region."""
    if is_quiet(s):
        for region, medals in s.region_medals.items():
            if medals and holds(s, s.to_move, region):
                yield taken(s, s.to_move, region)


def not_taken(s: Toys) -> Iterator[Event]:
    for seat, regions in due(s):
        target = s.board.target
        if s.medals[seat] + sum(s.region_medals[r] for r in regions) < target:
            yield event(TurnEnded, s, s.to_move)


def wrong_claim(s: Toys) -> Iterator[Event]:
    for seat, regions in due(s):
        right = taken(s, seat, *regions)
        first = replace(right.regions[0], medals=right.regions[0].medals + 1)
        yield replace(right, regions=(first, *right.regions[1:]), total=right.total + 1)
        yield replace(right, total=right.total + 1)
        yield replace(right, regions=(replace(first, region="R99"),))
        yield taken(s, other(seat), *regions)


AT_ONCE = {"region_check": "on_change"}
BOTH = {**AT_ONCE, "region_for_opponent": True, "region_needs_connection": False}
FAULTS = {
    "TB-11.1": Fault(open_region, AT_ONCE),
    "TB-11.4": Fault(some_left_lying, AT_ONCE),
    "TB-11.6": Fault(a_region_forgotten, AT_ONCE),
    "TB-11.7": Fault(medals_given_back, AT_ONCE),
    "TB-11.8": Fault(emptied_region, AT_ONCE),
    "TB-11.10": Fault(
        closed_by_the_other, {**BOTH, "region_for_opponent": False, "board": "rug_volcano"}
    ),
    "TB-11.12": Fault(
        not_taken, {**AT_ONCE, "medals_forgotten": "automatic", "battlefield_optional": True}
    ),
    "TB-11.13": Fault(wrong_claim, BOTH),
}
