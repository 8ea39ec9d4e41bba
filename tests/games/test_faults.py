"""One slip of the recorder stays one finding, in most of the logs (the fault test)."""

from collections.abc import Iterator

import pytest

from tests.games.matches import FIXTURES, Bodies, audited, illegal, read, renumbered

LOGS = [
    read(FIXTURES / "toy_battle" / "examples" / name)
    for name in ("match_1.jsonl", "match_2_hidden.jsonl")
]
SEATS = ("P1", "P2")
LEAST = 0.85


def left_out(log: Bodies) -> Iterator[Bodies]:
    for n in range(1, len(log)):
        yield log[:n] + log[n + 1 :]


def doubled(log: Bodies) -> Iterator[Bodies]:
    for n in range(1, len(log)):
        yield [*log[: n + 1], log[n], *log[n + 1 :]]


def swapped(log: Bodies) -> Iterator[Bodies]:
    """Each event with the next; the times stay where they were."""
    for n in range(1, len(log) - 1):
        first, second = {**log[n + 1], "at": log[n]["at"]}, {**log[n], "at": log[n + 1]["at"]}
        yield [*log[:n], first, second, *log[n + 2 :]]


def wrong_seat(log: Bodies) -> Iterator[Bodies]:
    for n, body in enumerate(log):
        if body["actor"] in SEATS:
            other = SEATS[body["actor"] == "P1"]
            yield [*log[:n], {**body, "actor": other}, *log[n + 1 :]]


def stray_turn_ended(log: Bodies) -> Iterator[Bodies]:
    for n in range(1, len(log)):
        for seat in SEATS:
            stray = {"at": log[n]["at"], "actor": seat, "type": "turn_ended"}
            yield [*log[:n], stray, *log[n:]]


KINDS = (left_out, doubled, swapped, wrong_seat, stray_turn_ended)


def shares() -> dict[str, tuple[int, int]]:
    """Of each kind of slip: the logs with at most one illegal event, and all logs."""
    found = {}
    for kind in KINDS:
        counts = [len(illegal(audited(renumbered(b)))) for log in LOGS for b in kind(log)]
        found[kind.__name__] = (sum(n <= 1 for n in counts), len(counts))
    return found


@pytest.mark.xdist_group("faults")
def test_one_slip_is_one_finding_in_most_logs() -> None:
    found = shares()
    good, of = (sum(column) for column in zip(*found.values(), strict=True))
    lines = "\n".join(f"{kind}: {g} of {n}, {g / n:.1%}" for kind, (g, n) in found.items())
    print(f"{lines}\nall: {good} of {of}, {good / of:.1%}")
    assert good / of >= LEAST, lines
