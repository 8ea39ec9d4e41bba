"""Logs in files: found, read and written, a match a log."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

STANDARD_INPUT = Path("-")
COLUMNAR = (".parquet", ".arrow")
MANIFEST = "manifest"
"""The file that makes a folder an archive."""
BATCH = 50_000
"""Events in a row group, or a little more: a match is never split."""


class Unusable(ValueError):
    """What was named can't be used, with what was found and what was expected."""

    def __init__(self, place: str, found: str, expected: str) -> None:
        self.place = place
        self.found = found
        self.expected = expected
        super().__init__(f"{place}: found {found}, expected {expected}")


def logs_at(path: Path) -> list[Path]:
    """The files with logs at a path: itself, or those in the folder, by name.

    Raises: Unusable.
    """
    if path == STANDARD_INPUT or path.is_file():
        return [path]
    if not path.is_dir():
        raise Unusable(str(path), "nothing", "a file or a folder")
    if (path / MANIFEST).is_file():
        return [path / MANIFEST]
    found = sorted(p for p in path.rglob("*") if p.suffix in (".jsonl", *COLUMNAR))
    if not found:
        raise Unusable(str(path), "no log", ".jsonl, .parquet, .arrow")
    return found


def read_logs(path: Path) -> Iterator[tuple[str, bytes]]:
    """Each log in a file, after the name to call it by.

    Raises: Unusable.
    """
    if path == STANDARD_INPUT:
        yield "-", sys.stdin.buffer.read()
    elif path.name == MANIFEST:
        yield from _archived(path.parent)
    elif path.suffix in COLUMNAR:
        logs = _matches_in(path)
        for match_id, lines in logs.items():
            yield str(path) if len(logs) == 1 else f"{path}: {match_id}", b"\n".join(lines)
    else:
        try:
            yield str(path), path.read_bytes()
        except OSError as fault:
            raise _unreadable(path, fault) from fault


def _archived(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The matches of an archive, without the ledger that made it."""
    from events import write_log
    from store.salvage import logs_in

    for log in logs_in(None, folder):
        yield f"{folder}: {log[0]['match_id']}", write_log(log)


def _unreadable(path: Path, fault: Exception) -> Unusable:
    return Unusable(str(path), type(fault).__name__, "a file that can be read")


def _matches_in(path: Path) -> dict[str, list[bytes]]:
    """The lines of each match in a columnar file, in the order of `seq`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        if path.suffix == ".parquet":
            table = pq.read_table(path)
        else:
            with pa.OSFile(str(path)) as file:
                table = pa.ipc.open_stream(file).read_all()
    except (OSError, pa.ArrowException) as fault:
        raise _unreadable(path, fault) from fault
    if not {"match_id", "seq", "event"} <= set(table.column_names):
        found = ", ".join(table.column_names)
        raise Unusable(str(path), found, "the columns match_id, seq and event")
    matches: dict[str, list[bytes]] = {}
    for row in table.sort_by([("match_id", "ascending"), ("seq", "ascending")]).to_pylist():
        matches.setdefault(row["match_id"], []).append(row["event"].encode())
    return matches


Event = dict[str, Any]


def write_lines(logs: Iterable[list[Event]], folder: Path) -> None:
    """A file for each match in a folder, named after it."""
    from events import write_log

    folder.mkdir(parents=True, exist_ok=True)
    for log in logs:
        (folder / f"{log[0]['match_id']}.jsonl").write_bytes(write_log(log))


def write_columns(logs: Iterable[list[Event]], sink: BinaryIO, form: str) -> None:
    """One row an event: `match_id`, `seq` and `event`, its line; `form` is parquet or arrow."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([("match_id", pa.string()), ("seq", pa.int64()), ("event", pa.string())])
    if form == "parquet":
        writer = pq.ParquetWriter(sink, schema, compression="zstd")
    else:
        writer = pa.ipc.new_stream(sink, schema)
    with writer:
        for rows in _batches(logs):
            writer.write_table(pa.Table.from_pylist(rows, schema))


def _batches(logs: Iterable[list[Event]]) -> Iterator[list[Event]]:
    from events import write_line

    rows: list[Event] = []
    for log in logs:
        rows += [
            {
                "match_id": event["match_id"],
                "seq": event["seq"],
                "event": write_line(event).decode().rstrip(),
            }
            for event in log
        ]
        if len(rows) >= BATCH:
            yield rows
            rows = []
    if rows:
        yield rows
