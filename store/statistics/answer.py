"""A statistic asked of the fact tables: rows with rates and intervals, and which matches count."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import duckdb
import ibis
import pyarrow as pa
from ibis.expr.types import Table

from store.failures import as_store_error
from store.ledger import Ledger
from store.statistics.definition import Row, Statistic
from store.statistics.intervals import wilson
from store.statistics.matches import Counted
from store.statistics.wanted import Wanted


@dataclass(frozen=True)
class Answer:
    """A statistic, worked out."""

    statistic: Statistic
    wanted: Wanted
    rows: list[Row]
    matches: list[Row]
    """Every match that meets the filters: `match_id`, `left_out` (a reason, or None), `copy_of`,
    `illegal`, `undetermined`."""

    @property
    def counted(self) -> int:
        """Matches that are in it."""
        return sum(match["left_out"] is None for match in self.matches)

    @property
    def left_out(self) -> dict[str, int]:
        """How many matches are left out, by reason."""
        found = Counter(m["left_out"] for m in self.matches if m["left_out"] is not None)
        return dict(sorted(found.items()))

    @property
    def with_illegal(self) -> int:
        """Matches counted in which something illegal stands."""
        return sum(m["left_out"] is None and m["illegal"] > 0 for m in self.matches)

    @property
    def table(self) -> pa.Table:
        """The rows as an Arrow table."""
        return pa.Table.from_pylist(self.rows)


def ask(ledger: Ledger, statistic: Statistic, wanted: Wanted) -> Answer:
    """A statistic of the matches wanted. Raises: StoreClosed, StoreFailed."""
    counted = Counted(wanted)
    columns = ("match_id", "left_out", "copy_of", "illegal", "undetermined")
    with ledger.facts() as facts:
        matches = _rows(facts, counted.judged.select(*columns).order_by("match_id"))
        rows = _rows(facts, statistic.table(counted))
    for match in matches:
        if match["left_out"] != "duplicate":
            match["copy_of"] = None
    rows = [_rated(row, statistic) for row in rows]
    if statistic.finish is not None:
        rows = statistic.finish(rows, wanted.game)
    return Answer(statistic, wanted, rows, matches)


def sql_of(expression: Table) -> str:
    """The SQL of an expression, for DuckDB."""
    return str(ibis.to_sql(expression, dialect="duckdb"))


def _rows(facts: duckdb.DuckDBPyConnection, expression: Table) -> list[Row]:
    # DuckDB's sums are of 128 bits, which Arrow has as decimals; Ibis says what they should be.
    try:
        found = facts.sql(sql_of(expression)).to_arrow_table()
    except duckdb.Error as failure:
        raise as_store_error(failure) from failure
    found = found.cast(expression.schema().to_pyarrow())
    rows: list[Row] = found.to_pylist()
    return rows


def _rated(row: Row, statistic: Statistic) -> Row:
    for rate in statistic.rates:
        row |= rated(
            rate.name, row[rate.successes], row[rate.trials], row.get(rate.effective or "")
        )
    return {name: value for name, value in row.items() if name not in statistic.hidden}


def rated(name: str, successes: Any, trials: Any, effective: float | None = None) -> Row:
    """A rate and its interval as three columns; None of no trials."""
    if not trials:
        return dict.fromkeys((name, f"{name}_low", f"{name}_high"))
    rate = successes / trials
    size = round(trials if effective is None else effective)
    low_high = wilson(round(rate * size) if effective is not None else int(successes), size)
    low, high = low_high if low_high is not None else (None, None)
    return {name: rate, f"{name}_low": low, f"{name}_high": high}
