"""A statistic asked of the fact tables: rows with rates and intervals, and which matches count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import duckdb
import ibis
import pyarrow as pa
from ibis import _
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
    counted: int
    """Matches that are in it."""
    with_illegal: int
    """Those of them in which something illegal stands."""
    left_out: dict[str, int]
    """How many matches are left out, by reason."""
    matches: list[Row]
    """If asked for, every match that meets the filters: `match_id`, `left_out` (a reason, or None
    where it is counted), `copy_of`."""

    @property
    def table(self) -> pa.Table:
        """The rows as an Arrow table."""
        return pa.Table.from_pylist(self.rows)


def ask(ledger: Ledger, statistic: Statistic, wanted: Wanted, *, explain: bool = False) -> Answer:
    """A statistic of the matches wanted; `explain` has the matches listed.

    Raises: StoreClosed, StoreFailed.
    """
    with ledger.facts() as facts:
        return worked_out(facts, statistic, wanted, explain=explain)


def worked_out(
    facts: duckdb.DuckDBPyConnection,
    statistic: Statistic,
    wanted: Wanted,
    *,
    explain: bool = False,
) -> Answer:
    """The same, of the tables of facts on a connection. Raises: StoreFailed."""
    counted = Counted(wanted)
    tally = counted.judged.group_by("left_out").agg(n=_.count(), illegal=(_.illegal > 0).sum())
    told = {row["left_out"]: row for row in _rows(facts, tally.order_by("left_out"))}
    is_in = told.pop(None, {"n": 0, "illegal": 0})
    rows = [_rated(row, statistic) for row in _rows(facts, statistic.table(counted))]
    if statistic.finish is not None:
        rows = statistic.finish(rows, wanted.game)
    return Answer(
        statistic=statistic,
        wanted=wanted,
        rows=rows,
        counted=is_in["n"],
        with_illegal=is_in["illegal"],
        left_out={reason: row["n"] for reason, row in told.items()},
        matches=_listed(facts, counted) if explain else [],
    )


def _listed(facts: duckdb.DuckDBPyConnection, counted: Counted) -> list[Row]:
    copy_of = (_.left_out == "duplicate").ifelse(_.copy_of, ibis.null("string"))
    listed = counted.judged.select("match_id", "left_out", copy_of=copy_of)
    return _rows(facts, listed.order_by("match_id"))


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
