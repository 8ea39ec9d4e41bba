"""One transaction: rows are gathered and go in by the table."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

import duckdb
import pyarrow as pa

Row = tuple[Any, ...]


class Transaction:
    """Begun on entering, committed on leaving, rolled back where that or anything before fails."""

    def __init__(self, cursor: duckdb.DuckDBPyConnection, schemas: Mapping[str, pa.Schema]) -> None:
        self._cursor = cursor
        self._schemas = schemas
        self._gathered: defaultdict[str, list[Row]] = defaultdict(list)

    def __enter__(self) -> Self:
        self._cursor.execute("begin")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if error is None:
                self._flush()
                self._cursor.execute("commit")
                return
        except BaseException:
            self._roll_back()
            raise
        self._roll_back()

    def add(self, table: str, rows: Iterable[Row]) -> None:
        """Rows for a table, in the order of its columns."""
        self._gathered[table] += rows

    def execute(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ()) -> list[Row]:
        """The rows that a statement gives, as the table stands with all that was added."""
        self._flush()
        return self._cursor.execute(sql, parameters).fetchall()

    def _flush(self) -> None:
        for table, rows in self._gathered.items():
            if rows:
                _insert(self._cursor, table, _columns(rows, self._schemas[table]))
        self._gathered.clear()

    def _roll_back(self) -> None:
        # A failed commit has rolled back already, and says so.
        with contextlib.suppress(duckdb.Error):
            self._cursor.execute("rollback")


def schemas_of(cursor: duckdb.DuckDBPyConnection) -> dict[str, pa.Schema]:
    """The Arrow schema of each table: left to find out, pyarrow takes a millisecond a batch."""
    tables = cursor.execute("select table_name from duckdb_tables()").fetchall()
    return {
        table: cursor.sql(f"from {table} limit 0").to_arrow_table().schema for (table,) in tables
    }


def _columns(rows: Sequence[Row], schema: pa.Schema) -> pa.Table:
    return pa.Table.from_arrays(
        [
            pa.array(column, field.type)
            for column, field in zip(zip(*rows, strict=True), schema, strict=True)
        ],
        schema=schema,
    )


def _insert(cursor: duckdb.DuckDBPyConnection, table: str, arrived: pa.Table) -> None:
    # DuckDB finds `arrived` by its name; registering it costs a millisecond more a commit.
    cursor.execute(f"insert into {table} select * from arrived")
