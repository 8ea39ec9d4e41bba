import threading
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

import pytest

from store.errors import StoreClosed, StoreFailed, UnknownMatch
from store.writer import Writer


def idle():
    pass


class Gate:
    """Carries out groups of words, one at a time as the test lets them through."""

    def __init__(self) -> None:
        self.entered = threading.Semaphore(0)
        self.open = threading.Semaphore(0)
        self.groups: list[list[str]] = []

    def __call__(self, group: Sequence[str]) -> list[Any]:
        self.entered.release()
        self.open.acquire()
        self.groups.append(list(group))
        if "fatal" in group:
            raise StoreFailed("fsync failed", final=True)
        if "fail" in group:
            raise StoreFailed("could not write", final=False)
        return [UnknownMatch(word) if word == "refuse" else word.upper() for word in group]


@pytest.fixture
def gate():
    return Gate()


@pytest.fixture
def writer(gate):
    made = Writer(gate, idle)
    yield made
    gate.open.release(1000)
    made.close()


def together(writer: Writer[str], gate: Gate, *words: str) -> list[Future[Any]]:
    """Words that share a group, and what became of them."""
    first = writer.submit("first")
    gate.entered.acquire()
    futures = [writer.submit(word) for word in words]
    gate.open.release(2)
    first.exception()
    return futures


def test_whatever_waits_is_carried_out_together_and_in_order(writer, gate):
    futures = together(writer, gate, "a", "b", "c")
    assert [future.result() for future in futures] == ["A", "B", "C"]
    assert gate.groups == [["first"], ["a", "b", "c"]]


def test_a_refusal_is_its_own_jobs_alone(writer, gate):
    a, refused, c = together(writer, gate, "a", "refuse", "c")
    assert (a.result(), c.result()) == ("A", "C")
    with pytest.raises(UnknownMatch):
        refused.result()


def test_a_failure_is_the_answer_to_the_whole_group_and_to_nobody_after(writer, gate):
    for future in together(writer, gate, "a", "fail"):
        with pytest.raises(StoreFailed):
            future.result()
    gate.open.release()
    assert writer.submit("after").result() == "AFTER"


def test_after_a_final_failure_nothing_is_carried_out(writer, gate):
    for future in together(writer, gate, "fatal"):
        with pytest.raises(StoreFailed):
            future.result()
    gate.open.release()
    with pytest.raises(StoreFailed) as failure:
        writer.submit("after").result()
    assert failure.value.final
    assert gate.groups == [["first"], ["fatal"]]


def test_closing_carries_out_what_waits_and_takes_no_more(gate):
    writer = Writer(gate, idle)
    futures = [writer.submit(word) for word in ("a", "b")]
    gate.open.release(2)
    writer.close()
    assert [future.result(timeout=0) for future in futures] == ["A", "B"]
    with pytest.raises(StoreClosed):
        writer.submit("late")
    writer.close()
