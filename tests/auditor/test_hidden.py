"""A rule is weighed against every face that a hidden card could have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from auditor.declare import which
from auditor.finding import Verdict
from auditor.hidden import MOST_TRIES, Cell, Undecided, Unseen, face, weigh
from auditor.kernel import asked
from events.shared import NoteAdded

FIRST, SECOND = Cell("P1-u1"), Cell("P2-u1")


def weighed(
    holds: Callable[[], bool], faces: Callable[[Cell], Any]
) -> tuple[bool | None, frozenset[str]]:
    return weigh(lambda s, e: holds(), None, None, lambda s, cell: faces(cell))


def to_three(cell: Cell) -> tuple[int, ...]:
    return (1, 2, 3)


def test_a_rule_that_looks_at_no_card_is_asked_once() -> None:
    assert weighed(lambda: True, to_three) == (True, frozenset())
    assert weighed(lambda: False, to_three) == (False, frozenset())


def test_a_rule_that_holds_of_every_face_holds() -> None:
    assert weighed(lambda: face(FIRST) < 4, to_three) == (True, frozenset())


def test_a_rule_that_holds_of_no_face_is_broken() -> None:
    assert weighed(lambda: face(FIRST) > 3, to_three) == (False, frozenset())


def test_a_rule_that_holds_of_some_waits_on_the_card() -> None:
    assert weighed(lambda: face(FIRST) > 2, to_three) == (None, frozenset({"P1-u1"}))


def test_two_cards_that_agree_whatever_they_are() -> None:
    assert weighed(lambda: face(FIRST) + face(SECOND) < 7, to_three) == (True, frozenset())


def test_two_cards_that_differ_are_both_waited_on() -> None:
    assert weighed(lambda: face(FIRST) + face(SECOND) < 5, to_three) == (
        None,
        frozenset({"P1-u1", "P2-u1"}),
    )


def test_a_second_card_that_is_not_asked_is_not_waited_on() -> None:
    holds = lambda: face(FIRST) > 1 or face(FIRST) == face(SECOND) == 0  # noqa: E731
    assert weighed(holds, lambda cell: (2, 3)) == (True, frozenset())


def test_a_card_that_is_known_is_its_own_face() -> None:
    assert face("star") == "star"


def test_no_more_faces_are_tried_than_the_most() -> None:
    tried = []

    def holds() -> bool:
        tried.append(face(FIRST))
        return True

    many = range(10 * MOST_TRIES)
    assert weighed(holds, lambda cell: many) == (None, frozenset({"P1-u1"}))
    assert len(tried) < MOST_TRIES


def test_as_many_faces_as_the_most_are_tried() -> None:
    few = range(MOST_TRIES - 1)  # the first try is the one that asks for a face
    assert weighed(lambda: face(FIRST) >= 0, lambda cell: few) == (True, frozenset())


def test_what_is_undecided_under_a_face_is_undetermined() -> None:
    def holds() -> bool:
        if face(FIRST) == 2:
            raise Undecided("P1-rack")
        return True

    assert weighed(holds, to_three) == (None, frozenset({"P1-u1", "P1-rack"}))


def test_without_any_face_nothing_is_said() -> None:
    assert weighed(lambda: face(FIRST) > 0, lambda cell: ()) == (None, frozenset({"P1-u1"}))


@pytest.mark.parametrize("holds", [lambda: face(FIRST) < 4, lambda: face(FIRST) > 2])
def test_a_card_is_hidden_again_after_weighing(holds: Callable[[], bool]) -> None:
    weighed(holds, to_three)
    with pytest.raises(Unseen) as caught:
        face(FIRST)
    assert caught.value.cell is FIRST


def test_a_card_is_hidden_again_after_an_error() -> None:
    def holds() -> bool:
        raise RuntimeError(face(FIRST))

    with pytest.raises(RuntimeError):
        weighed(holds, to_three)
    with pytest.raises(Unseen):
        face(FIRST)


@which("XX-1.1", "XX-1.2", on=NoteAdded)
def number_is_small(s: Any, e: Any) -> str | None:
    if face(FIRST) < e:
        return None
    return "XX-1.1" if face(FIRST) > 5 else "XX-1.2"


@pytest.mark.parametrize(
    ("limit", "rule", "verdict"),
    [(3, "XX-1.2", Verdict.UNDETERMINED), (1, "XX-1.2", Verdict.ILLEGAL)],
)
def test_of_several_rules_the_one_that_may_be_broken_is_cited(
    limit: int, rule: str, verdict: Verdict
) -> None:
    number: Any = limit
    breach = asked(number_is_small, None, number, lambda s, cell: to_three(cell))
    assert breach is not None
    assert (breach.rule, breach.verdict) == (rule, verdict)


def test_of_several_rules_none_is_cited_where_no_face_breaks_one() -> None:
    number: Any = 4
    assert asked(number_is_small, None, number, lambda s, cell: to_three(cell)) is None
