"""What later events tell of earlier ones: doubts, and how they were settled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from auditor.finding import Breach, Verdict
from auditor.joint import Way


class Doubt(NamedTuple):
    """An undetermined finding, and what to ask again once more is shown."""

    seq: int
    rule: str
    waits_on: frozenset[str]
    state: Any
    ask: Callable[[Any], Breach | None]
    """The breach, or None, in another state."""
    ways: tuple[Way, ...] | None = None
    """The faces of hidden pieces under which nothing is broken; None where more decides it."""


class Settled(NamedTuple):
    """What became of an undetermined finding."""

    verdict: Verdict
    by: int
    """The event that settled it."""
    waits_on: frozenset[str]
    """The hidden places it hung on."""


class Known(NamedTuple):
    """What is known beforehand while a record is replayed."""

    standing: frozenset[int] = frozenset()
    """Illegal events that count all the same, by the last ruling on each."""
    settled: Mapping[tuple[int, str], Settled] = {}  # never changed
    """Of an event and a rule."""
    insight: Mapping[int, Any] = {}
    """The position before an event, with the cards shown since."""
    fixed: bool = False
    """The last rulings are known already."""
