"""A statistic asked of the fact tables: rows with rates and intervals, and which matches count."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

import duckdb
import ibis
import pyarrow as pa
from ibis import _
from ibis.expr.types import Table

from store.failures import as_store_error
from store.ledger import Ledger
from store.statistics.definition import Row, Statistic
from store.statistics.intervals import wilson
from store.statistics.matches import JUDGED, Counted, judged
from store.statistics.wanted import Seats, Wanted


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
    """The same, of the tables of facts on a connection, as they are at one moment.

    Raises: StoreFailed.
    """
    with _one_moment(facts):
        facts.execute(f"create temp table {JUDGED.get_name()} as {sql_of(judged(wanted))}")
        told = {row["left_out"]: row for row in _rows(facts, _tally())}
        found = _rows(facts, _asked(statistic, wanted.seats))
        matches = _rows(facts, _listed()) if explain else []
    rows = [_rated(row, statistic) for row in found]
    is_in = told.pop(None, {"n": 0, "illegal": 0})
    if statistic.finish is not None:
        rows = statistic.finish(rows, wanted.game)
    return Answer(
        statistic=statistic,
        wanted=wanted,
        rows=rows,
        counted=is_in["n"],
        with_illegal=is_in["illegal"],
        left_out={reason: row["n"] for reason, row in told.items()},
        matches=matches,
    )


def sql_of(expression: Table) -> str:
    """The SQL of an expression, for DuckDB."""
    return str(ibis.to_sql(expression, dialect="duckdb"))


class _Query(NamedTuple):
    sql: str
    columns: pa.Schema
    """DuckDB's sums are of 128 bits, which Arrow has as decimals; Ibis says what they should be."""


def _query(expression: Table) -> _Query:
    return _Query(sql_of(expression), expression.schema().to_pyarrow())


@lru_cache(maxsize=256)
def _asked(statistic: Statistic, seats: Seats) -> _Query:
    return _query(statistic.table(Counted(seats)))


@cache
def _tally() -> _Query:
    tally = JUDGED.group_by("left_out").agg(n=_.count(), illegal=(_.illegal > 0).sum())
    return _query(tally.order_by("left_out"))


@cache
def _listed() -> _Query:
    copy_of = (_.left_out == "duplicate").ifelse(_.copy_of, ibis.null("string"))
    return _query(JUDGED.select("match_id", "left_out", copy_of=copy_of).order_by("match_id"))


@contextmanager
def _one_moment(facts: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """All that is read in it is of one moment, and what is made in it is gone afterwards."""
    try:
        facts.begin()
        try:
            yield
        finally:
            facts.rollback()
    except duckdb.Error as failure:
        raise as_store_error(failure) from failure


def _rows(facts: duckdb.DuckDBPyConnection, query: _Query) -> list[Row]:
    rows: list[Row] = facts.sql(query.sql).to_arrow_table().cast(query.columns).to_pylist()
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
