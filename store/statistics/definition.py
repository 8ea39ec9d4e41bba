"""What a statistic is: an expression, the rates in it, and its definition in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ibis.expr.types import Table

    from store.statistics.matches import Counted

Row = dict[str, Any]


class Rate(NamedTuple):
    """A rate of two columns; `<name>`, `<name>_low` and `<name>_high` are added."""

    name: str
    successes: str
    trials: str
    effective: str | None = None
    """The column with the effective size of a weighted sample; None: `trials` itself."""


@dataclass(frozen=True, kw_only=True)
class Statistic:
    """One statistic, in a version of its definition."""

    key: str
    version: int
    """Another one wherever a figure would come out otherwise for the same matches."""
    title: tuple[str, str]
    """English, Japanese."""
    definition: tuple[str, str]
    """What is counted, and what to beware of."""
    table: Callable[[Counted], Table]
    rates: tuple[Rate, ...] = ()
    by: tuple[str, ...] = ()
    """What it may be told apart by; the first, if nobody says."""
    finish: Callable[[list[Row], str], list[Row]] | None = None
    """What no query can work out, from the rows and the game."""
    hidden: tuple[str, ...] = ()
    """Columns that are only worked with."""


@cache
def statistics() -> Mapping[str, Statistic]:
    """All statistics by their keys."""
    from store.statistics import cards, figures, pairs, ratings, results, rules, times

    rooms = (results, pairs, cards, times, ratings, figures, rules)
    return {each.key: each for room in rooms for each in room.STATISTICS}
