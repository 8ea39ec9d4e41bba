"""The ledger on disk: one DuckDB file in a folder, owned by one process, written by one thread."""

from __future__ import annotations

import contextlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, Self

import duckdb

from store import listing
from store.archiving import Archiving
from store.backup import copy_store
from store.control import Control
from store.documents import add_document
from store.entry import checked
from store.errors import KeyReused, StoreClosed, StoreFailed, UnknownMatch
from store.failures import as_store_error
from store.hashing import restored
from store.ledger import (
    FACTS,
    Appended,
    Archived,
    Document,
    Facts,
    Filters,
    Head,
    Kept,
    Listed,
    Player,
    Proof,
    Recorded,
    Request,
    SavedReport,
    Standing,
    in_utc,
)
from store.mark import HighWater
from store.opening import LEDGER, connected, mark_of
from store.owner import Owner
from store.parts import FOLDER, Archive
from store.reading import Reading
from store.recorder import Job, Recorder, Sign, Write
from store.signing import signer_in, verifiers_in
from store.transaction import Row, Transaction
from store.tree import last_position
from store.writer import Writer

CHECKPOINT_BYTES = 8 << 20
"""From this size on, the write-ahead log is worked into the file when nothing else is to do."""


class DuckDBLedger:
    """A `Ledger` in a folder. Made by `open`, and a context manager that closes it."""

    def __init__(self, folder: Path, owner: Owner, connection: duckdb.DuckDBPyConnection) -> None:
        self._log = folder / (LEDGER + ".wal")
        self._owner = owner
        self._connection = connection
        self._writing = connection.cursor()
        self._high_water = HighWater(folder, mark_of(folder, self._rows))
        self._writing.execute("pragma enable_checkpoint_on_shutdown")
        self._signer = signer_in(folder, self._writing)
        self._archive = Archive(folder / FOLDER)
        self._archiving = Lock()
        self._reading = Reading(self._rows, self._archive)
        recorder = Recorder(self._writing, self._signer, self._high_water, self._reading)
        self._writer: Writer[Job] = Writer(recorder.carry_out, self._work_in_the_log)
        self._folder = folder
        self._control = Control(folder, self.backup)

    @classmethod
    def open(cls, folder: Path) -> Self:
        """The ledger in a folder, which is made if it is not there.

        Raises: StoreBusy, WrongFormat, EventsMissing, StoreFull, StoreFailed.
        """
        folder.mkdir(parents=True, exist_ok=True)
        with contextlib.ExitStack() as unless_opened:
            owner = Owner(folder)
            unless_opened.callback(owner.close)
            connection = connected(folder)
            unless_opened.callback(connection.close)
            ledger = cls(folder, owner, connection)
            unless_opened.pop_all()
        return ledger

    def close(self) -> None:
        """Carry out what waits, and let go of the folder."""
        self._control.close()
        self._writer.close()
        self._archive.close()
        self._high_water.close()
        self._writing.close()
        self._connection.close()
        self._owner.close()

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
        return self._reading.head(match_id)

    def read(self, match_id: str, after: int = 0, limit: int | None = None) -> list[Recorded]:
        """As `Ledger.read`."""
        return self._reading.read(match_id, after, limit)

    def standing(self, match_id: str, until: datetime | None = None) -> Standing:
        """As `Ledger.standing`."""
        return self._reading.standing(match_id, until)

    def export(
        self, match_id: str, after: int = 0, limit: int | None = None
    ) -> list[dict[str, Any]]:
        """As `Ledger.export`."""
        salt, _ = self._known(match_id)
        names = self._rows("select seq, place, name from players where match_id = ?", [match_id])
        return restored(
            self.read(match_id, after, limit),
            {(seq, place): name for seq, place, name in names},
            salt,
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

        with self._archiving:
            # There first: whatever is broken off here can be asked for again.
            self._forget_archived(match_id, seat)
            self._write(write)

    def _forget_archived(self, match_id: str, seat: str) -> None:
        places = self._rows(
            "select match_id, seq, place from players where match_id = ? and seat = ?",
            [match_id, seat],
        )
        for (part,) in self._rows(
            "select distinct part from archived where match_id = ?", [match_id]
        ):
            names = self._archive.names(part)
            self._archive.set_names(part, {**names, **dict.fromkeys(places)})

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

    def save_report(
        self, match_id: str, seq: int, report: dict[str, Any], facts: Facts | None = None
    ) -> None:
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
            for table in FACTS:
                transaction.execute(f"delete from {table} where match_id = ?", [match_id])
                transaction.add(table, (facts or {}).get(table, ()))

        self._write(write)

    def report(self, match_id: str) -> SavedReport | None:
        """As `Ledger.report`."""
        self._known(match_id)
        rows = self._rows("select seq, report from reports where match_id = ?", [match_id])
        return SavedReport(rows[0][0], json.loads(rows[0][1])) if rows else None

    def facts(self) -> duckdb.DuckDBPyConnection:
        """As `Ledger.facts`."""
        try:
            return self._connection.cursor()
        except duckdb.ConnectionException as closed:
            raise StoreClosed from closed

    def drop_reports(self) -> None:
        """As `Ledger.drop_reports`."""

        def write(transaction: Transaction) -> None:
            for table in ("findings", *FACTS):
                transaction.execute(f"delete from {table}")
            transaction.execute("delete from reports")

        self._write(write)

    def checkpoint(self) -> str:
        """As `Ledger.checkpoint`."""
        note: str = self._writer.submit(Sign()).result()
        return note

    def verifier(self) -> str:
        """As `Ledger.verifier`."""
        return str(self._signer.verifier)

    def prove(self, match_id: str, last: int | None = None, *, each: bool = False) -> Proof:
        """As `Ledger.prove`."""
        self._known(match_id)
        note = self.checkpoint()
        return self._reading.proof(match_id, last, note, self.verifier(), each=each)

    def archive(self) -> Iterator[Archived]:
        """Closed matches moved to the archive; gives what was moved so far, after each part.

        Raises: StoreFull, StoreFailed, WrongFormat, StoreClosed.
        """
        with self._archiving:
            verifiers = verifiers_in(self._rows)
            yield from Archiving(
                self._archive, self._rows, self._write, self._signer, verifiers
            ).run()

    def backup(self, target: Path) -> int:
        """A copy of the store in a folder that is not there yet; gives how many events it has.

        Raises: WrongFormat, if the folder is there; StoreFull, StoreFailed, StoreClosed.
        """
        with self._archiving, self._connection.cursor() as cursor:
            return copy_store(cursor, self._folder, target)

    def position(self) -> int:
        """How many events are recorded."""
        return last_position(self._rows)

    def keep(self, kept: Kept) -> Document:
        """As `Ledger.keep`."""
        added: list[Document] = []

        def write(transaction: Transaction) -> None:
            added.append(add_document(kept, transaction))

        self._write(write)
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

        self._write(write)
        if self._rows("from probe where written >= ?", [now]) == []:
            raise StoreFailed("what was written can't be read", final=False)

    def _write(self, write: Write) -> None:
        self._writer.submit(write).result()

    def _rows(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any]) -> list[Row]:
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

    def _work_in_the_log(self) -> None:
        """A short log, so that opening is quick; a failure shows at the next write."""
        with contextlib.suppress(OSError, duckdb.Error):
            if self._log.stat().st_size > CHECKPOINT_BYTES:
                self._writing.execute("checkpoint")
