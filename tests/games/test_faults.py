"""One slip of the recorder stays one finding, in most of the logs (the fault test)."""

from collections.abc import Iterator

import pytest

from tests.games.matches import FIXTURES, Bodies, audited, illegal, read, renumbered
from tests.games.proof import PROOFS, WHOLE, Proof

MATCHES = ("match_1.jsonl", "match_2_hidden.jsonl")


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
    """Each event of a seat under the next one."""
    seats = [player["seat"] for player in log[0]["players"]]
    for n, body in enumerate(log):
        if body["actor"] in seats:
            other = seats[(seats.index(body["actor"]) + 1) % len(seats)]
            yield [*log[:n], {**body, "actor": other}, *log[n + 1 :]]


KINDS = (left_out, doubled, swapped, wrong_seat)


def stray(proof: Proof, log: Bodies) -> Iterator[Bodies]:
    for n in range(1, len(log)):
        for marker in proof.strays:
            yield [*log[:n], {"at": log[n]["at"], **marker}, *log[n:]]


def shares(proof: Proof) -> dict[str, tuple[int, int]]:
    """Of each kind of slip: the logs with at most one illegal event, and all logs."""
    logs = [read(FIXTURES / proof.key / "examples" / name) for name in MATCHES]
    slips = {kind.__name__: [b for log in logs for b in kind(log)] for kind in KINDS}
    slips["stray"] = [b for log in logs for b in stray(proof, log)]
    found = {}
    for kind, bodies in slips.items():
        counts = [len(illegal(audited(renumbered(b)))) for b in bodies]
        found[kind] = (sum(n <= 1 for n in counts), len(counts))
    return found


@pytest.mark.parametrize("key", WHOLE)
def test_one_slip_is_one_finding_in_most_logs(key: str) -> None:
    found = shares(PROOFS[key])
    good, of = (sum(column) for column in zip(*found.values(), strict=True))
    lines = "\n".join(f"{kind}: {g} of {n}, {g / n:.1%}" for kind, (g, n) in found.items())
    print(f"{lines}\nall: {good} of {of}, {good / of:.1%}")
    assert good / of >= PROOFS[key].least, lines
