"""The ledger on disk: one DuckDB file in a folder, owned by one process, written by one thread."""

from __future__ import annotations

import contextlib
import json
import os
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import duckdb

from store import listing
from store.documents import add_document
from store.entry import Entry, checked
from store.errors import KeyReused, StoreClosed, StoreFailed, UnknownMatch, WrongFormat
from store.failures import as_store_error
from store.hashing import restored
from store.ledger import (
    Appended,
    Document,
    Filters,
    Head,
    Kept,
    Listed,
    Player,
    Recorded,
    Request,
    SavedReport,
    in_utc,
)
from store.owner import Owner
from store.recorder import Recorder, Write
from store.transaction import Row, Transaction
from store.writer import Writer

STORAGE = "v1.5.0"
"""Oldest file format in which DuckDB refuses a file and a write-ahead log of different moments."""
FORMAT = 1
"""Of schema.sql."""
CHECKPOINT_BYTES = 8 << 20
"""From this size on, the write-ahead log is worked into the file when nothing else is to do."""

_SCHEMA = Path(__file__).with_name("schema.sql")
_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "storage_compatibility_version": STORAGE,
    "wal_autocheckpoint": "256MB",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}


class DuckDBLedger:
    """A `Ledger` in a folder. Made by `open`, and a context manager that closes it."""

    def __init__(self, folder: Path, owner: Owner, connection: duckdb.DuckDBPyConnection) -> None:
        self._log = folder / "ledger.duckdb.wal"
        self._owner = owner
        self._connection = connection
        self._writing = connection.cursor()
        self._writer: Writer[Entry | Write] = Writer(
            Recorder(self._writing).carry_out, self._checkpoint
        )

    @classmethod
    def open(cls, folder: Path) -> Self:
        """The ledger in a folder, which is made if it is not there.

        Raises: StoreBusy, WrongFormat, StoreFull, StoreFailed.
        """
        folder.mkdir(parents=True, exist_ok=True)
        owner = Owner(folder)
        try:
            return cls(folder, owner, _connected(folder))
        except BaseException:
            owner.release()
            raise

    def close(self) -> None:
        """Carry out what waits, and let go of the folder."""
        self._writer.close()
        self._writing.close()
        self._connection.close()
        self._owner.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def append(
        self,
        match_id: str,
        events: Sequence[dict[str, Any]],
        *,
        expected: int | None,
        request: Request | None = None,
        answer: bytes = b"",
        beside: Sequence[Kept] = (),
    ) -> Appended:
        """As `Ledger.append`."""
        entry = checked(
            match_id, events, expected=expected, request=request, answer=answer, beside=beside
        )
        appended: Appended = self._writer.submit(entry).result()
        return appended

    def answered(self, request: Request) -> bytes | None:
        """As `Ledger.answered`."""
        rows = self._rows("select digest, answer from requests where key = ?", [request.key])
        for digest, answer in rows:
            if digest != request.digest:
                raise KeyReused(request.key)
            return bytes(answer)
        return None

    def head(self, match_id: str) -> Head:
        """As `Ledger.head`."""
        rows = self._rows(
            "select seq, hash from events where match_id = ? order by seq desc limit 1", [match_id]
        )
        if not rows:
            raise UnknownMatch(match_id)
        return Head(*rows[0])

    def read(self, match_id: str, after: int = 0, limit: int | None = None) -> list[Recorded]:
        """As `Ledger.read`."""
        rows = self._rows(
            "select match_id, seq, body, hash from events where match_id = ? and seq > ?"
            " order by seq limit ?",
            [match_id, after, limit],
        )
        if not rows:
            self._known(match_id)
        return [Recorded(*row) for row in rows]

    def export(self, match_id: str) -> list[dict[str, Any]]:
        """As `Ledger.export`."""
        salt, _ = self._known(match_id)
        names = self._rows("select seq, place, name from players where match_id = ?", [match_id])
        return restored(
            self.read(match_id), {(seq, place): name for seq, place, name in names}, salt
        )

    def forget_names(self, match_id: str, seat: str) -> None:
        """As `Ledger.forget_names`."""
        self._known(match_id)

        def write(transaction: Transaction) -> None:
            transaction.execute(
                "update players set name = null, name_spelled = null"
                " where match_id = ? and seat = ?",
                [match_id, seat],
            )

        self._writer.submit(write).result()

    def matches(
        self, filters: Filters | None = None, *, after: str | None = None, limit: int = 100
    ) -> list[Listed]:
        """As `Ledger.matches`."""
        last = None if after is None else (self._known(after)[1], after)
        rows = self._rows(*listing.query(filters or Filters(), last, limit))
        players: defaultdict[str, list[Player]] = defaultdict(list)
        for match_id, *player in self._rows(
            "select match_id, seat, player, name, deck, archetype from players"
            " where seq = 1 and match_id in (select unnest(?)) order by place",
            [[row[0] for row in rows]],
        ):
            players[match_id].append(Player(*player))
        return [Listed(*[*row, tuple(players[row[0]])]) for row in rows]

    def save_report(self, match_id: str, seq: int, report: dict[str, Any]) -> None:
        """As `Ledger.save_report`."""
        self._known(match_id)

        def write(transaction: Transaction) -> None:
            saved = transaction.execute("select seq from reports where match_id = ?", [match_id])
            if saved and saved[0][0] > seq:
                return
            text = json.dumps(report, ensure_ascii=False)
            transaction.execute(
                "insert or replace into reports values (?, ?, ?, ?, ?)",
                [match_id, seq, report["rulebook"]["version"], report["verdict"], text],
            )
            transaction.execute("delete from findings where match_id = ?", [match_id])
            transaction.add(
                "findings",
                [
                    (match_id, f["seq"], f["rule"], f["verdict"], f["status"])
                    for f in report["findings"]
                ],
            )

        self._writer.submit(write).result()

    def report(self, match_id: str) -> SavedReport | None:
        """As `Ledger.report`."""
        self._known(match_id)
        rows = self._rows("select seq, report from reports where match_id = ?", [match_id])
        return SavedReport(rows[0][0], json.loads(rows[0][1])) if rows else None

    def drop_reports(self) -> None:
        """As `Ledger.drop_reports`."""

        def write(transaction: Transaction) -> None:
            transaction.execute("delete from findings")
            transaction.execute("delete from reports")

        self._writer.submit(write).result()

    def keep(self, kept: Kept) -> Document:
        """As `Ledger.keep`."""
        added: list[Document] = []

        def write(transaction: Transaction) -> None:
            added.append(add_document(kept, transaction))

        self._writer.submit(write).result()
        return added[0]

    def documents(self, kind: str, id: str | None = None) -> list[Document]:
        """As `Ledger.documents`."""
        rows = self._rows(
            "select kind, id, version, kept, body from documents"
            " where kind = ? and (? is null or id = ?) order by id, version",
            [kind, id, id],
        )
        return [
            Document(of, name, version, kept, json.loads(body))
            for of, name, version, kept, body in rows
        ]

    def probe(self) -> None:
        """As `Ledger.probe`."""
        now = in_utc(datetime.now(UTC))

        def write(transaction: Transaction) -> None:
            transaction.execute("delete from probe")
            transaction.add("probe", [(now,)])

        self._writer.submit(write).result()
        if self._rows("from probe where written >= ?", [now]) == []:
            raise StoreFailed("what was written can't be read", final=False)

    def _rows(self, sql: str, parameters: Sequence[Any]) -> list[Row]:
        try:
            with self._connection.cursor() as cursor:
                return cursor.execute(sql, parameters).fetchall()
        except duckdb.ConnectionException as closed:
            raise StoreClosed from closed
        except duckdb.Error as failure:
            raise as_store_error(failure) from failure

    def _known(self, match_id: str) -> tuple[bytes, str]:
        """Salt and opening time of a match that is held."""
        rows = self._rows("select salt, opened from matches where match_id = ?", [match_id])
        if not rows:
            raise UnknownMatch(match_id)
        salt, opened = rows[0]
        return salt, opened

    def _checkpoint(self) -> None:
        """A short log, so that opening is quick; a failure shows at the next write."""
        with contextlib.suppress(OSError, duckdb.Error):
            if self._log.stat().st_size > CHECKPOINT_BYTES:
                self._writing.execute("checkpoint")


def _connected(folder: Path) -> duckdb.DuckDBPyConnection:
    file = folder / "ledger.duckdb"
    try:
        connection = duckdb.connect(file, config=_CONFIG)
        with contextlib.ExitStack() as unless_ours:
            unless_ours.callback(connection.close)
            if not connection.execute("from duckdb_tables()").fetchall():
                _create(connection, folder)
            _refuse_foreign(connection, file)
            unless_ours.pop_all()
    except duckdb.Error as failure:
        raise as_store_error(failure) from failure
    return connection


def _create(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    connection.execute(f"begin; {_SCHEMA.read_text('utf-8')}; commit; checkpoint")
    entry = os.open(folder, os.O_RDONLY)
    os.fsync(entry)
    os.close(entry)


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
