"""Logs in disorder are audited to their end: whatever is wrong is a finding, never a failure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest

from auditor.report import report
from events import LogError
from tests.figures import times
from tests.games.matches import Bodies, audited, renumbered, simulated
from tests.games.proof import PROOFS

LOGS = times(25, 2000)
LONGEST = 260
NONSENSE = (None, 0, 1, 99, "", "P9-x")
KEPT = ("seq", "at", "match_id", "type")
Path = tuple[str | int, ...]


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The values in an event that hold no others, and where they stand."""
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in items:
            yield from leaves(part, (*path, key))
    else:
        yield path, value


def name(path: Path) -> str:
    """The field that a value stands in, or in the list of."""
    return next(str(step) for step in reversed(path) if isinstance(step, str))


@cache
def material(key: str) -> tuple[list[Bodies], dict[str, list[Any]]]:
    """Beginnings of matches, and the values that fields have in them."""
    logs, values = [simulated(key, seed).events[:LONGEST] for seed in range(4)], defaultdict(list)
    for path, value in leaves(logs):
        values[name(path)].append(value)
    return logs, values


def disordered(key: str, rng: Random) -> Bodies:
    """A log with events left out, doubled, swapped, or other than they were."""
    logs, values = material(key)
    log = deepcopy(rng.choice(logs))
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(1, len(log) - 1)
        how = rng.random()
        if how < 0.2:
            del log[at]
        elif how < 0.3:
            log.insert(at, deepcopy(rng.choice(log[1:])))
        elif how < 0.4:
            log[at], log[at + 1] = log[at + 1], log[at]
        elif there := [path for path, _ in leaves(log[at]) if path[0] not in KEPT]:
            path = rng.choice(there)
            holder: Any = log[at]
            for step in path[:-1]:
                holder = holder[step]
            holder[path[-1]] = rng.choice((*values[name(path)], *NONSENSE))
    return log


@pytest.mark.parametrize("key", PROOFS)
def test_a_log_in_disorder_is_audited_or_refused_whole(key: str) -> None:
    read = 0
    for number in range(LOGS):
        log = renumbered(disordered(key, Random(f"{key} {number}")))
        try:
            record = audited(log)
        except LogError:
            continue  # a field that no event of its type can have
        read += 1
        assert report(record)["events"] == len(log), number
    assert read > LOGS / 2
