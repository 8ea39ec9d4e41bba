"""The clock: what a turn, a decision, a bank and the round have used, in seconds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from auditor.clock import Clock, Pauses
from events import Actor
from events.shared import NoteAdded, TimeControl

START = datetime(2026, 11, 29, 10, tzinfo=UTC)
SEATS = ("P1", "P2")
FIRST_TURN, SECOND_TURN = (1, "P1"), (2, "P2")


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def act(actor: Actor, seq: int = 2) -> NoteAdded:
    return NoteAdded(seq=seq, at=START, actor=actor, text="")


def played(*acts: tuple[Actor, float, Any]) -> Clock:
    """The clock after acts: by whom, when, and the turn after it."""
    clock = Clock()
    for actor, now, turn in acts:
        clock = clock.after(act(actor), now, turn, SEATS, {})
    return clock


def passed(clock: Clock, actor: Actor, now: float, **limits: float) -> dict[str, Any]:
    """What an act comes after: seconds used and allowed, by limit."""
    found = clock.passed(act(actor), now, TimeControl(**limits), SEATS)
    return {name: (used, allowed) for name, (_, used, allowed) in found.items()}


def test_a_turn_runs_from_the_act_that_began_it() -> None:
    clock = played(("P2", 100, FIRST_TURN), ("P1", 130, FIRST_TURN))
    assert passed(clock, "P1", 190, turn_s=90) == {}
    assert passed(clock, "P1", 191, turn_s=90) == {"turn_s": (91, 90)}


def test_before_the_first_turn_no_turn_is_timed() -> None:
    assert passed(Clock(), "P1", 500, turn_s=90) == {}


def test_a_new_turn_begins_anew() -> None:
    clock = played(("P2", 0, FIRST_TURN), ("P1", 80, SECOND_TURN))
    assert passed(clock, "P2", 170, turn_s=90) == {}
    assert passed(clock, "P2", 171, turn_s=90) == {"turn_s": (91, 90)}


def test_a_decision_runs_from_the_act_before_whoever_did_it() -> None:
    clock = played(("P1", 50, FIRST_TURN), ("table", 60, FIRST_TURN))
    assert passed(clock, "P1", 90, decision_s=30) == {}
    assert passed(clock, "P1", 91, decision_s=30) == {"decision_s": (31, 30)}


def test_what_the_table_does_is_nobodys_decision() -> None:
    assert passed(played(("P1", 50, FIRST_TURN)), "table", 500, decision_s=30, bank_s=30) == {}


def test_a_bank_is_the_sum_of_a_seats_decisions() -> None:
    clock = played(
        ("P1", 20, FIRST_TURN),  # P1 has used 20
        ("P2", 45, FIRST_TURN),  # P2 has used 25
        ("judge", 60, FIRST_TURN),  # 15 of nobody
        ("P1", 90, FIRST_TURN),  # P1 has used 50
    )
    assert clock.used == {"P1": 50, "P2": 25}
    assert passed(clock, "P1", 100, bank_s=60) == {}
    assert passed(clock, "P1", 101, bank_s=60) == {"bank_s": (61, 60)}
    assert passed(clock, "P2", 101, bank_s=60) == {}


def test_a_bank_is_empty_once_it_is_used_up() -> None:
    clock = played(("P1", 61, FIRST_TURN))
    assert clock.banks_empty(TimeControl(bank_s=60)) == ["P1"]
    assert clock.banks_empty(TimeControl(bank_s=61)) == []
    assert clock.banks_empty(TimeControl(bank_s=60, grace_s=1)) == []
    assert clock.banks_empty(TimeControl()) == []


def test_the_round_runs_from_the_opening() -> None:
    assert passed(Clock(), "table", 1800, round_s=1800) == {}
    assert passed(Clock(), "table", 1801, round_s=1800) == {"round_s": (1801, 1800)}


@pytest.mark.parametrize("limit", ["decision_s", "bank_s", "round_s"])
def test_grace_is_allowed_on_top(limit: str) -> None:
    limits = {limit: 30.0, "grace_s": 2.0}
    assert passed(Clock(), "P1", 32, **limits) == {}
    assert passed(Clock(), "P1", 32.5, **limits) == {limit: (32.5, 32)}


def test_a_limit_is_told_once_a_turn_a_bank_and_a_round() -> None:
    control = TimeControl(turn_s=10, bank_s=10, round_s=10)
    clock = played(("P2", 0, FIRST_TURN))
    late = clock.passed(act("P1"), 11, control, SEATS)
    assert set(late) == {"turn_s", "bank_s", "round_s"}
    clock = clock.after(act("P1"), 11, FIRST_TURN, SEATS, late)
    assert clock.passed(act("P1", 3), 12, control, SEATS) == {}
    clock = clock.after(act("P1", 3), 12, SECOND_TURN, SEATS, {})
    assert set(clock.passed(act("P2", 4), 23, control, SEATS)) == {"turn_s", "bank_s"}


def test_every_decision_is_told_of() -> None:
    control = TimeControl(decision_s=10)
    clock = Clock()
    first = clock.passed(act("P1", 2), 11, control, SEATS)
    clock = clock.after(act("P1", 2), 11, FIRST_TURN, SEATS, first)
    assert set(clock.passed(act("P1", 3), 22, control, SEATS)) == {"decision_s"}


def test_after_going_back_turn_and_bank_stand_as_they_did() -> None:
    then = played(("P2", 0, FIRST_TURN), ("P1", 40, FIRST_TURN))
    # 100 s later a judge goes back to the moment at which 40 s were used.
    clock = then.resumed(40, 140)
    assert clock.used == {"P2": 0, "P1": 40}
    assert passed(clock, "P1", 190, turn_s=90, decision_s=50, bank_s=90) == {}
    assert passed(clock, "P1", 191, turn_s=90, decision_s=50, bank_s=90) == {
        "turn_s": (91, 90),
        "decision_s": (51, 50),
        "bank_s": (91, 90),
    }


def test_pauses_do_not_count() -> None:
    pauses = Pauses(START)
    assert pauses.running(at(30)) == 30
    pauses.pause(at(30))
    assert pauses.running(at(90)) == 30
    pauses.resume(at(90))
    assert pauses.running(at(100)) == 40
    pauses.pause(at(110))
    pauses.resume(at(115))
    assert pauses.running(at(120)) == 55


def test_resuming_a_clock_that_runs_changes_nothing() -> None:
    pauses = Pauses(START)
    pauses.resume(at(10))
    assert pauses.running(at(20)) == 20
