"""Whatever can still be read of a damaged ledger's file and its archive, in a new ledger.

A match is taken as far as its chain holds. Positions are counted anew, so the new ledger has a tree
and a name of its own, and the archive, whose events it holds now, is set aside.
"""

from __future__ import annotations

import contextlib
import json
import shutil
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb

from store.duckdb_ledger import DuckDBLedger
from store.errors import StoreError
from store.hashing import first_link, link, restored
from store.ledger import Kept, Recorded
from store.mark import FILE as MARK
from store.mark import sync
from store.opening import LEDGER
from store.parts import FOLDER, Archive, parts_of
from store.signing import FILE as KEY

NEW = "recovering"
STEP = 2048
"""Rows that are read or lost together."""

Events = dict[int, tuple[int, bytes]]
"""Position and body, by seq."""


def salvage(quarantine: Path, folder: Path) -> None:
    """A new ledger in the place of one that can't be read; the archive and key are set aside."""
    new = folder / NEW
    shutil.rmtree(new, ignore_errors=True)
    with DuckDBLedger.open(new) as ledger:
        for log in logs_in(quarantine / LEDGER, folder / FOLDER):
            with contextlib.suppress(StoreError):
                ledger.append(log[0]["match_id"], log, expected=0)
        for kind, id, body in _rows(quarantine / LEDGER, "documents", "kind, id, body"):
            ledger.keep(Kept(kind, id, json.loads(body)))
    for path in (FOLDER, KEY):
        if (folder / path).exists():
            (folder / path).rename(quarantine / path)
    (folder / (LEDGER + ".wal")).unlink(missing_ok=True)
    for path in (KEY, MARK, LEDGER):
        (new / path).replace(folder / path)
    sync(folder)
    shutil.rmtree(new)


def logs_in(file: Path | None, folder: Path) -> Iterator[list[dict[str, Any]]]:
    """Each match of a ledger's file and an archive, as far as it can be read; the oldest first."""
    salts = {m: bytes(salt) for m, salt in _rows(file, "matches", "match_id, salt")}
    names: dict[str, dict[tuple[int, int], str | None]] = defaultdict(dict)
    for match_id, seq, place, name in _rows(file, "players", "match_id, seq, place, name"):
        names[match_id][seq, place] = name
    found: dict[str, Events] = defaultdict(dict)
    archive = Archive(folder)
    for part in parts_of(archive):
        with contextlib.suppress(StoreError):
            for piece in archive.pieces(part):
                salts.setdefault(piece.match_id, piece.salt)
                for seq, position, body in archive.read(part, piece.match_id):
                    found[piece.match_id][seq] = position, body
            for (match_id, seq, place), name in archive.names(part).items():
                names[match_id].setdefault((seq, place), name)
    archive.close()
    hashes: dict[str, dict[int, bytes]] = defaultdict(dict)
    for match_id, seq, position, body, hash in _rows(
        file, "events", "match_id, seq, position, body, hash"
    ):
        found[match_id][seq] = position, bytes(body)
        hashes[match_id][seq] = bytes(hash)
    for match_id in sorted(found, key=lambda m: min(found[m].values())[0]):
        if (salt := salts.get(match_id)) is None:
            continue
        events = list(_chained(match_id, salt, found[match_id], hashes[match_id]))
        last = len(events)
        known = {key: name for key, name in names[match_id].items() if key[0] <= last}
        if events:
            yield restored(events, known, salt)


def _chained(
    match_id: str, salt: bytes, events: Events, hashes: dict[int, bytes]
) -> Iterator[Recorded]:
    """The events of a match from its first on, as long as they are there and give their hash."""
    tip = first_link(salt)
    for seq in range(1, len(events) + 1):
        if seq not in events:
            return
        body = events[seq][1]
        tip = link(tip, salt, body)
        if hashes.get(seq, tip) != tip:
            return
        yield Recorded(match_id, seq, body, tip)


def _rows(file: Path | None, table: str, columns: str) -> Iterator[tuple[Any, ...]]:
    """The rows of a table, without those that can't be read."""
    if file is None or not file.exists():
        return
    with contextlib.suppress(duckdb.Error), duckdb.connect(file, read_only=True) as damaged:
        [(last,)] = damaged.execute(f"select coalesce(max(rowid), -1) from {table}").fetchall()
        for first in range(0, last + 1, STEP):
            with contextlib.suppress(duckdb.Error), damaged.cursor() as cursor:
                yield from cursor.execute(
                    f"select {columns} from {table} where rowid between ? and ?",
                    [first, first + STEP - 1],
                ).fetchall()
