"""A zone says of its unseen cards only what holds however they lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.hidden import Undecided
from auditor.zones import Impossible, Zone
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


EMPTY = Zone("P1-rack")
LEFT = {"a": 2, "b": 2, "c": 1}


def is_a(face: str) -> bool:
    return face == "a"


def test_a_known_card_that_fits_is_enough() -> None:
    assert EMPTY.with_cards(["a", None], 2).any(is_a, LEFT) is True


def test_nobody_has_a_card_that_is_all_on_the_table() -> None:
    assert EMPTY.with_cards(["b", None], 2).any(is_a, {"a": 0, "b": 1, "c": 1}) is False


def test_an_empty_zone_has_nothing_that_fits() -> None:
    assert EMPTY.any(is_a, LEFT) is False


def test_more_unseen_cards_than_others_are_left_must_hold_one_that_fits() -> None:
    two = EMPTY.with_cards([None, None], 2)
    assert two.any(is_a, {"a": 2, "b": 0, "c": 1}) is True


def test_what_hangs_on_an_unseen_card_is_undecided_and_names_the_zone() -> None:
    with pytest.raises(Undecided) as caught:
        EMPTY.with_cards([None], 2).any(is_a, LEFT)
    assert caught.value.places == {"P1-rack"}


def test_a_known_zone_is_never_in_doubt() -> None:
    zone = EMPTY.with_cards(["a", "b"], 2).without("a", 3)
    assert (zone.known, zone.unseen) == (("b",), 0)
    assert "a" not in zone
    assert zone.any(is_a, LEFT) is False


def test_a_card_shown_as_it_leaves_is_the_known_copy_else_an_unseen_one() -> None:
    zone = EMPTY.with_cards(["a", None], 2)
    assert zone.without("a", 3).unseen == 1
    assert zone.without("b", 3).unseen == 0
    assert zone.without("b", 3).known == ("a",)


def test_one_of_two_known_cards_leaves_unseen_and_comes_back() -> None:
    gone = EMPTY.with_cards(["a", "b"], 2).without(None, 3)
    assert (gone.size, gone.known) == (1, ())
    assert "a" in gone
    assert "b" in gone
    assert "c" not in gone
    with pytest.raises(Undecided):
        gone.any(is_a, LEFT)
    assert sorted(gone.with_back().known) == ["a", "b"]


def test_a_draw_told_later_shows_what_is_left_of_it() -> None:
    zone = EMPTY.with_cards([None, None], 2).without("a", 3).told(2, ["a", "b"])
    assert (zone.known, zone.unseen) == (("b",), 0)


def test_a_draw_told_otherwise_than_it_was_played_contradicts_what_was_played() -> None:
    zone = EMPTY.with_cards([None], 2).without("a", 3)
    with pytest.raises(Impossible) as caught:
        zone.told(2, ["b"])
    assert caught.value.seqs == (3,)


def test_of_two_draws_the_one_not_told_may_have_brought_the_card() -> None:
    zone = EMPTY.with_cards([None], 2).with_cards([None], 3).without("a", 4).told(2, ["b"])
    assert (zone.known, zone.unseen) == (("b",), 0)
    with pytest.raises(Impossible) as caught:
        zone.told(3, ["c"])
    assert caught.value.seqs == (4,)


def test_hindsight_knows_what_was_shown_since() -> None:
    then = EMPTY.with_cards([None, None], 2)
    played = then.without("a", 3)
    assert then.in_hindsight(played).known == ("a",)
    assert then.in_hindsight(played).unseen == 1
    assert then.in_hindsight(played.shown(["b"])).known == ("a", "b")


def test_hindsight_does_not_take_a_later_card_for_an_earlier_one() -> None:
    then = EMPTY.with_cards([None], 2)
    later = then.with_cards([None], 3).without("a", 4)
    assert then.in_hindsight(later).known == ()


@given(st.data())
@settings(max_examples=250, deadline=None)
def test_never_wrong_now_or_in_hindsight(data: st.DataObject) -> None:
    watched = Watched()
    for _ in range(data.draw(st.integers(1, 8))):
        next_step(watched, data)
        agrees(watched.zone, [w.zone for w in watched.worlds], watched.left())
        for step, zone in enumerate(watched.zones[:-1]):
            then = [w.before[step] for w in watched.worlds]
            agrees(zone.in_hindsight(watched.zone), then, watched.left(step))
