"""A zone says of its unseen cards only what holds however they lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.hidden import Undecided
from auditor.zones import Zone
from tests.auditor.worlds import COPIES, Cards, Watched

FACES = tuple(COPIES)
SETS = [set(some) for n in range(4) for some in combinations(FACES, n)]


def agrees(zone: Zone, truth: list[Cards], left: Mapping[str, int]) -> None:
    """What the zone says holds in every world."""
    for cards in truth:
        assert zone.size == len(cards)
        assert not Counter(zone.known) - Counter(cards)
        assert all(face in zone for face in cards)
    for some in SETS:
        there = {bool(some & set(cards)) for cards in truth}
        with suppress(Undecided):
            assert {zone.any(some.__contains__, left)} == there


def next_step(watched: Watched, draw: st.DataObject) -> None:
    """One more recorded step, as it could have been in some world."""
    world = draw.draw(st.sampled_from(sorted(watched.worlds, key=repr)))
    steps = []
    if world.reserve:
        steps += ["draw"] * 2
    if world.zone:
        steps += ["place", "lay_down", "show_all"]
    if watched.table:
        steps.append("take_back")
    if watched.astray:
        steps += ["stand_up"] * 2
        if watched.astray[-1] is None:
            steps.append("show_astray")
    if world.unseen:
        steps += ["tell"] * 2
    match draw.draw(st.sampled_from(steps)):
        case "draw":
            came = draw.draw(st.permutations(world.reserve))[: draw.draw(st.integers(1, 3))]
            shown = draw.draw(st.integers(0, len(came)))
            watched.draw(tuple(came[:shown]), len(came) - shown)
        case "place":
            watched.place(draw.draw(st.sampled_from(world.zone)))
        case "lay_down":
            watched.lay_down_unseen()
        case "show_all":
            watched.show_all(world.zone)
        case "take_back":
            watched.take_back(draw.draw(st.sampled_from(watched.table)))
        case "stand_up":
            watched.stand_up()
        case "show_astray":
            watched.show_astray(world.astray[-1])
        case "tell":
            watched.tell(*draw.draw(st.sampled_from(world.unseen)))


@given(st.data())
@settings(max_examples=3000, deadline=None)
def test_never_wrong_now_or_in_hindsight(data: st.DataObject) -> None:
    watched = Watched()
    for _ in range(data.draw(st.integers(1, 8))):
        next_step(watched, data)
        agrees(watched.zone, [w.zone for w in watched.worlds], watched.left())
        for step, zone in enumerate(watched.zones[:-1]):
            then = [w.before[step] for w in watched.worlds]
            agrees(zone.in_hindsight(watched.zone), then, watched.left(step))
