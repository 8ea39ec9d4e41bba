"""A damaged store made usable again: nothing is thrown away, and what is lost is said."""

from __future__ import annotations

import re
import shutil
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

import duckdb

from store.duckdb_ledger import DuckDBLedger
from store.errors import StoreError, StoreFailed, WrongFormat
from store.ledger import Kept, in_utc
from store.mark import FILE as MARK
from store.mark import HighWater, Mark, read_mark, sync
from store.opening import LEDGER, connected, mark_of
from store.owner import Owner
from store.salvage import salvage
from store.transaction import Row
from store.tree import Asked, hash_at
from store.verify_blocks import damaged_blocks

QUARANTINE = "quarantine"
LOG = LEDGER + ".wal"

_BAD_ENTRY = re.compile(r"entry at byte position (\d+)")


@dataclass(frozen=True, slots=True)
class Recovery:
    """What was done to a store, kept in it as a document."""

    found: str
    """What was wrong with it; empty, if nothing was."""
    done: str
    """What was done about it: nothing, log cut, log set aside, salvaged."""
    held: int
    """Events that are there now."""
    marked: int | None
    """Events that were acknowledged; None, if that is not known any more."""
    quarantine: str
    """Where all files lie as they were found."""
    lost: list[str]
    """Checkpoints that were signed over what is lost."""

    @property
    def missing(self) -> int | None:
        """Acknowledged events that are lost; None, if it is not known."""
        return None if self.marked is None else max(0, self.marked - self.held)


def recover(folder: Path) -> Recovery:
    """Sets the files aside, opens as much as can be, and writes down what is lost.

    Raises: StoreBusy, StoreFull, StoreFailed.
    """
    owner = Owner(folder)
    try:
        at = in_utc(datetime.now(UTC))
        quarantine = _set_aside(folder, at.replace(":", ""))
        marked = _marked(folder)
        found, done = _made_readable(folder, quarantine)
        lost = _marked_anew(folder, marked) if done != "salvaged" else []
    finally:
        owner.close()
    with DuckDBLedger.open(folder) as ledger:
        position = ledger.position()
        recovery = Recovery(
            found,
            done,
            position,
            marked.position if marked else None,
            quarantine.relative_to(folder).as_posix(),
            lost,
        )
        ledger.keep(Kept("recovery", at, {**asdict(recovery), "missing": recovery.missing}))
        return recovery


def _set_aside(folder: Path, name: str) -> Path:
    """Copies of the files as they are, on the disk before anything is changed."""
    quarantine = folder / QUARANTINE / name
    quarantine.mkdir(parents=True)
    for file in (LEDGER, LOG, MARK):
        if (folder / file).exists():
            shutil.copyfile(folder / file, quarantine / file)
            sync(quarantine / file)
    for place in (quarantine, quarantine.parent, folder):
        sync(place)
    return quarantine


def _marked(folder: Path) -> Mark | None:
    try:
        return read_mark(folder)
    except WrongFormat:
        return None


def _made_readable(folder: Path, quarantine: Path) -> tuple[str, str]:
    """What was wrong with the file, and what was done."""
    fault = _fault(folder)
    if fault is None:
        return "", "nothing"
    first = str(fault)
    if "WAL" in first:
        log = folder / LOG
        if bad := _BAD_ENTRY.search(first):
            with log.open("r+b") as file:
                file.truncate(int(bad[1]))
            sync(log)
            if _fault(folder) is None:
                return first, "log cut"
        log.unlink()
        sync(folder)
        shutil.copyfile(quarantine / LEDGER, folder / LEDGER)
        if _fault(folder) is None:
            return first, "log set aside"
    salvage(quarantine, folder)
    return first, "salvaged"


def _fault(folder: Path) -> StoreError | None:
    """What keeps a file from being read to the end."""
    try:
        # Whether events are missing is another question.
        with connected(folder, unmarked=True) as connection:
            tables = connection.execute("select table_name from duckdb_tables()").fetchall()
            for (table,) in tables:
                # Counting would not read what is counted.
                connection.execute(f"select bit_xor(hash(t)) from {table} t").fetchall()
            damaged = damaged_blocks(
                folder / LEDGER, lambda sql, asked: connection.execute(sql, asked).fetchall()
            )
            if place := next(filter(None, damaged), None):
                return StoreFailed(f"{place}: another checksum", final=False)
    except duckdb.Error as failure:
        return StoreFailed(str(failure), final=False)
    except StoreError as failure:
        return failure
    return None


def _marked_anew(folder: Path, marked: Mark | None) -> list[str]:
    """A mark of what is there; gives the checkpoints that are void by it, taken out."""
    with connected(folder, unmarked=True) as connection:

        def rows(sql: str, asked: Asked) -> list[Row]:
            return connection.execute(sql, asked).fetchall()

        is_short = marked is not None and marked.position > 0
        if is_short:
            assert marked is not None
            there = hash_at(marked.position, rows)
            is_short = there is None or there.hex() != marked.hash
        mark = mark_of(folder, rows, is_new=True)
        void = [note for (note,) in rows(_VOID, [mark.position])]
        if is_short and marked is not None and marked.checkpoint and marked.checkpoint not in void:
            [(known,)] = rows(
                "select count(*) from checkpoints where note = ?", [marked.checkpoint]
            )
            void += [] if known else [marked.checkpoint]
        rows("delete from checkpoints where size > ?", [mark.position])
        mark = mark_of(folder, rows, is_new=True)
    HighWater(folder, mark).close()
    return void


_VOID = "select note from checkpoints where size > ? order by size"
