"""Opening a ledger's file: made if it is not there, refused if it is not what it was."""

from __future__ import annotations

import contextlib
from pathlib import Path

import duckdb

from store.errors import EventsMissing, WrongFormat
from store.failures import as_store_error
from store.mark import Mark, read_mark, sync
from store.parts import failed
from store.tree import Rows, hash_at, last_position

LEDGER = "ledger.duckdb"
STORAGE = "v1.5.0"
"""Oldest file format in which DuckDB refuses a file and a write-ahead log of different moments."""
FORMAT = 1
"""Of schema.sql."""

_SCHEMA = Path(__file__).with_name("schema.sql")
_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "storage_compatibility_version": STORAGE,
    "wal_autocheckpoint": "256MB",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}


def connected(
    folder: Path, *, read_only: bool = False, unmarked: bool = False
) -> duckdb.DuckDBPyConnection:
    """The file of a ledger, made if there never was one; `unmarked`, if there is none now.

    Raises: WrongFormat, EventsMissing, StoreFull, StoreFailed.
    """
    file = folder / LEDGER
    if not file.exists() and not unmarked:
        mark = read_mark(folder)
        if read_only or (mark is not None and mark.position > 0):
            raise EventsMissing(folder, 0, mark.position if mark else 0)
    try:
        if not file.exists():
            _create(file)
        connection = duckdb.connect(file, read_only=read_only, config=_CONFIG)
        with contextlib.ExitStack() as unless_ours:
            unless_ours.callback(connection.close)
            _refuse_foreign(connection, file)
            # What is refused for its mark is left as it is found.
            connection.execute("pragma disable_checkpoint_on_shutdown")
            unless_ours.pop_all()
    except duckdb.Error as failure:
        raise as_store_error(failure) from failure
    return connection


def mark_of(folder: Path, rows: Rows, *, is_new: bool = False) -> Mark:
    """Where a ledger stands, which is not short of where it was seen last, unless `is_new`.

    Raises: EventsMissing; WrongFormat, if the mark itself is gone.
    """
    held = last_position(rows)
    mark = None if is_new else read_mark(folder)
    if mark is None and held and not is_new:
        raise WrongFormat(folder / "head.json", "nothing", f"the mark of {held} events")
    if mark is not None and mark.position:
        there = hash_at(mark.position, rows)
        if there is None or there.hex() != mark.hash:
            raise EventsMissing(folder, held, mark.position)
    last = hash_at(held, rows) if held else b""
    assert last is not None
    notes = rows("select note from checkpoints order by size desc limit 1", [])
    return Mark(held, last.hex(), notes[0][0] if notes else None)


def tables_in_memory() -> duckdb.DuckDBPyConnection:
    """All tables of a ledger, empty and in memory."""
    connection = duckdb.connect()
    connection.execute(_SCHEMA.read_text("utf-8"))
    return connection


def _create(file: Path) -> None:
    """An empty ledger, whole or not at all."""
    fresh = file.with_name(file.name + ".new")
    for left in (fresh, fresh.with_name(fresh.name + ".wal")):
        left.unlink(missing_ok=True)
    with duckdb.connect(fresh, config=_CONFIG) as connection:
        connection.execute(f"begin; {_SCHEMA.read_text('utf-8')}; commit; checkpoint")
    try:
        sync(fresh)
        fresh.replace(file)
        sync(file.parent)
    except OSError as failure:
        raise failed(failure) from failure


def _refuse_foreign(connection: duckdb.DuckDBPyConnection, file: Path) -> None:
    """Raises: WrongFormat, unless the file is one that this build makes."""
    [(storage,)] = connection.execute(
        "select tags['storage_version'] from duckdb_databases() where path is not null"
    ).fetchall()
    if storage != f"{STORAGE}+":
        raise WrongFormat(file, f"storage {storage}", f"{STORAGE}+")
    try:
        [(version,)] = connection.execute("from store_format").fetchall()
    except duckdb.CatalogException as absent:
        raise WrongFormat(file, "no ledger", f"a ledger of format {FORMAT}") from absent
    if version != FORMAT:
        raise WrongFormat(file, f"format {version}", f"format {FORMAT}")
