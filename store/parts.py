"""The archive's files: parts of events in Parquet, the heads beside them, and a signed manifest.

archive/manifest                                  a signed note that lists every part
archive/game=…/month=…/000001.parquet             events, by match_id and seq
archive/game=…/month=…/000001.heads.parquet       of each match in it: salt, hash of its last event
archive/game=…/month=…/000001.names.json          players' names: not hashed, may be forgotten

A part is real once the manifest lists it; it never changes after. Only its names may.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, Self

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from store.errors import StoreFailed, StoreFull, WrongFormat
from store.mark import sync
from store.notes import BadNote, Signer, Verifier

FOLDER = "archive"
MANIFEST = "manifest"
ROW_GROUP = 8192
"""Rows that are read to have one: small, so that one match is read alone."""
OPEN = 64
"""Parts whose footers are kept in memory."""

EVENTS = pa.schema(
    [
        ("match_id", pa.string()),
        ("seq", pa.int64()),
        ("position", pa.int64()),
        ("body", pa.binary()),
    ]
)
HEADS = pa.schema(
    [
        ("match_id", pa.string()),
        ("first", pa.int64()),
        ("last", pa.int64()),
        ("hash", pa.binary()),
        ("position", pa.int64()),
        ("happened", pa.string()),
        ("before", pa.binary()),
        ("salt", pa.binary()),
    ]
)

Names = Mapping[tuple[str, int, int], str | None]
"""By match, seq of the match_opened, and place in its list of players."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Events of one match that stand together in a part."""

    match_id: str
    first: int
    """seq."""
    last: int
    hash: bytes
    """Of the last event."""
    position: int
    """Of the last event in the ledger."""
    happened: str
    """The latest `at`."""
    before: bytes
    """The hash that the first event hangs on."""
    salt: bytes


@dataclass(frozen=True, slots=True)
class Part:
    """A part as the manifest lists it."""

    name: str
    """game=…/month=…/number."""
    events: int
    events_sha256: str
    heads_sha256: str


class Manifest(NamedTuple):
    """What is in an archive, and whose."""

    origin: str
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """What is signed."""
        lines = ["senpu archive", self.origin, str(len(self.parts))]
        lines += [" ".join(map(str, astuple(part))) for part in self.parts]
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The manifest that a signed text is. Raises: BadNote."""
        title, origin, count, *lines = [*text.splitlines(), "", "", ""][: text.count("\n") or 3]
        try:
            parts = tuple(
                Part(name, int(events), one, other)
                for name, events, one, other in (line.split(" ") for line in lines)
            )
        except ValueError:
            parts = ()
        if title != "senpu archive" or str(len(parts)) != count:
            raise BadNote("manifest", "something else", "the parts of an archive")
        return cls(origin, parts)


class Archive:
    """The archive of a store. Reading is safe to share between threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = Lock()
        self._open: OrderedDict[str, _Reader] = OrderedDict()

    def manifest(self, verifiers: Iterable[Verifier]) -> Manifest | None:
        """The parts that are real; None, if nothing was archived yet.

        Raises: WrongFormat.
        """
        path = self.folder / MANIFEST
        if not path.exists():
            return None
        fault: Exception = BadNote("manifest", "nobody's", "a known key's")
        try:
            note = path.read_text("utf-8")
        except ValueError:
            raise WrongFormat(path, "no text", "a signed manifest") from None
        for verifier in verifiers:
            try:
                return Manifest.parse(verifier.check(note))
            except BadNote as bad:
                fault = bad
        raise WrongFormat(path, str(fault), "a manifest that the ledger signed") from fault

    def set_manifest(self, manifest: Manifest, signer: Signer) -> None:
        """From now on, these parts are real."""
        replaced(self.folder / MANIFEST, signer.sign(manifest.text).encode())

    def write(self, name: str, events: pa.Table, heads: pa.Table, names: Names) -> Part:
        """A part on the disk, not real yet.

        Raises: StoreFull, StoreFailed.
        """
        path = self.folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            for folder in (path.parent.parent, self.folder, self.folder.parent):
                sync(folder)
            sums = [
                _written(path.with_name(path.name + suffix), table)
                for suffix, table in ((".parquet", events), (".heads.parquet", heads))
            ]
            self.set_names(name, names)
        except OSError as failure:
            raise failed(failure) from failure
        return Part(name, events.num_rows, *sums)

    def remove(self, name: str) -> None:
        """A part that never became real."""
        for path in (self.folder / name).parent.glob(Path(name).name + ".*"):
            path.unlink()

    def on_disk(self) -> set[str]:
        """The names of all parts that there are files of, real or not."""
        return {
            path.relative_to(self.folder).as_posix().split(".")[0]
            for path in self.folder.glob("*/*/*")
        }

    def path(self, name: str, suffix: str = ".parquet") -> Path:
        """A file of a part."""
        return self.folder / (name + suffix)

    def pieces(self, name: str) -> list[Piece]:
        """The heads of a part. Raises: StoreFailed."""
        try:
            table = pq.read_table(self.path(name, ".heads.parquet"), schema=HEADS)
        except (OSError, pa.ArrowException) as failure:
            raise StoreFailed(f"{name}.heads.parquet: {failure}", final=False) from failure
        if any(column.null_count for column in table.columns):
            raise StoreFailed(f"{name}.heads.parquet: a value is missing", final=False)
        return [Piece(**row) for row in table.to_pylist()]

    def names(self, name: str) -> dict[tuple[str, int, int], str | None]:
        """The names of players in a part. Raises: StoreFailed."""
        path = self.path(name, ".names.json")
        try:
            rows = json.loads(path.read_text("utf-8"))
            return {(match_id, seq, place): said for match_id, seq, place, said in rows}
        except (OSError, ValueError, TypeError) as failure:
            raise StoreFailed(f"{name}.names.json: {failure}", final=False) from failure

    def set_names(self, name: str, names: Names) -> None:
        """The names of players in a part, in the place of those before."""
        replaced(self.path(name, ".names.json"), _names_written(names))

    def is_as_written(self, name: str, names: Names) -> bool:
        """The file of names is what these names are written as, to the byte. Raises: OSError."""
        return self.path(name, ".names.json").read_bytes() == _names_written(names)

    def read(self, name: str, match_id: str) -> list[tuple[int, int, bytes]]:
        """Seq, position and body of a match's events in a part. Raises: StoreFailed."""
        try:
            with self._lock:
                reader = self._open.pop(name, None) or _Reader(self.path(name))
                self._open[name] = reader
                if len(self._open) > OPEN:
                    self._open.popitem(last=False)[1].close()
                return reader.events(match_id)
        except (OSError, pa.ArrowException) as failure:
            raise StoreFailed(f"{name}.parquet: {failure}", final=False) from failure

    def matches_at(self, name: str, first: int, last: int) -> set[str]:
        """The matches in a part that have an event between two positions. Raises: StoreFailed."""
        between = [("position", ">=", first), ("position", "<=", last)]
        try:
            table = pq.read_table(self.path(name), columns=["match_id"], filters=between)
        except (OSError, pa.ArrowException) as failure:
            raise StoreFailed(f"{name}.parquet: {failure}", final=False) from failure
        return set(table["match_id"].to_pylist())

    def batches(self, name: str) -> Iterator[dict[str, list[Any]]]:
        """All events of a part, by the column, a row group at a time. Raises: StoreFailed."""
        with pq.ParquetFile(self.path(name), page_checksum_verification=True) as file:
            for group in range(file.num_row_groups):
                table = file.read_row_group(group).cast(EVENTS)
                if any(column.null_count for column in table.columns):
                    raise StoreFailed(f"{name}.parquet: a value is missing", final=False)
                yield table.to_pydict()

    def close(self) -> None:
        """Let go of all files."""
        with self._lock:
            while self._open:
                self._open.popitem()[1].close()


class _Reader:
    """A part whose footer is kept."""

    def __init__(self, path: Path) -> None:
        self._file = pq.ParquetFile(path, page_checksum_verification=True)
        metadata = self._file.metadata
        stats = [
            metadata.row_group(group).column(0).statistics
            for group in range(metadata.num_row_groups)
        ]
        self._firsts = [stat.min for stat in stats]
        self._lasts = [stat.max for stat in stats]

    def events(self, match_id: str) -> list[tuple[int, int, bytes]]:
        groups = range(bisect_left(self._lasts, match_id), bisect_right(self._firsts, match_id))
        if not groups:
            return []
        table = self._file.read_row_groups(list(groups), use_threads=False)
        ids = table["match_id"].combine_chunks()
        mine = table.filter(pc.equal(ids, match_id))
        columns = (mine[name].to_pylist() for name in ("seq", "position", "body"))
        return list(zip(*columns, strict=True))

    def close(self) -> None:
        self._file.close()


def parts_of(archive: Archive) -> list[str]:
    """The parts that a manifest lists, whoever signed it: of an archive without its ledger."""
    try:
        note = (archive.folder / MANIFEST).read_text("utf-8")
        text = note.rpartition("\n\n")[0] + "\n"
        return [part.name for part in Manifest.parse(text).parts]
    except (OSError, ValueError):
        return sorted(archive.on_disk() - {MANIFEST})


def heads_table(pieces: Iterable[Piece]) -> pa.Table:
    """Heads as they are written."""
    rows = list(pieces)
    return pa.table(
        {field.name: [getattr(piece, field.name) for piece in rows] for field in fields(Piece)},
        schema=HEADS,
    )


def sha256_of(path: Path) -> str:
    """The hash of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def replaced(path: Path, content: bytes) -> None:
    """A file with this content, or as it was before. Raises: OSError."""
    fresh = path.with_name(path.name + ".new")
    fresh.write_bytes(content)
    sync(fresh)
    os.replace(fresh, path)
    sync(path.parent)


def _names_written(names: Names) -> bytes:
    rows = [[*key, said] for key, said in sorted(names.items())]
    return json.dumps(rows, ensure_ascii=False).encode()


def _written(path: Path, table: pa.Table) -> str:
    """The hash of a table's file, once it is on the disk."""
    fresh = path.with_name(path.name + ".new")
    pq.write_table(
        table,
        fresh,
        row_group_size=ROW_GROUP,
        compression="zstd",
        compression_level=9,
        use_dictionary=["match_id"],
        write_page_checksum=True,
        store_schema=False,
    )
    sync(fresh)
    found = sha256_of(fresh)
    os.replace(fresh, path)
    sync(path.parent)
    return found


def failed(failure: OSError) -> StoreFull | StoreFailed:
    """A failed read or write of a file in the store's own words."""
    if failure.errno == errno.ENOSPC:
        return StoreFull(str(failure))
    return StoreFailed(str(failure), final=False)
