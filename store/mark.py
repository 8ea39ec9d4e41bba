"""The high-water mark: how far the ledger had come, kept outside of its file.

DuckDB opens without a word when its write-ahead log was deleted or cut, or an older pair of files
was put back. What was acknowledged and is gone is found by the mark alone.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from store.errors import StoreFailed, WrongFormat
from store.hashing import canonical

FILE = "head.json"
SLOT = 2048
"""Bytes of a line. Two take turns: a write that is torn leaves the other."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a ledger stood."""

    position: int
    """Of the last event whose append was answered, or was about to be."""
    hash: str
    """Of that event, in hex."""
    checkpoint: str | None
    """The last one signed."""


def read_mark(folder: Path) -> Mark | None:
    """The mark in a folder; None, if it never had one.

    Raises: WrongFormat.
    """
    try:
        lines = (folder / FILE).read_bytes().splitlines()
    except FileNotFoundError:
        return None
    marks = [mark for mark in map(_mark, lines) if mark is not None]
    if not marks:
        raise WrongFormat(folder / FILE, "no mark", "position, hash and checkpoint")
    return max(marks, key=lambda mark: mark.position)


class HighWater:
    """The mark of an open ledger, moved on after each commit."""

    def __init__(self, folder: Path, mark: Mark) -> None:
        fresh = folder / (FILE + ".new")
        fresh.write_bytes(_line(mark) * 2)
        sync(fresh)
        os.replace(fresh, folder / FILE)
        sync(folder)
        self.mark = mark
        self._slot = 0
        self._file = os.open(folder / FILE, os.O_WRONLY)

    def move(self, mark: Mark) -> None:
        """A new mark, durable on return.

        Raises: StoreFailed; final, if it is unknown what reached the disk.
        """
        self._slot ^= 1
        try:
            line = _line(mark)
            if os.pwrite(self._file, line, self._slot * SLOT) < len(line):
                raise OSError("written in part")
        except OSError as failure:
            raise StoreFailed(f"{FILE}: {failure}", final=False) from failure
        try:
            os.fdatasync(self._file)
        except OSError as failure:
            raise StoreFailed(f"{FILE}: {failure}", final=True) from failure
        self.mark = mark

    def close(self) -> None:
        """Let go of the file; done again, it does nothing."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def sync(path: Path) -> None:
    """A file or a folder, as it is, on the disk."""
    entry = os.open(path, os.O_RDONLY)
    try:
        os.fsync(entry)
    finally:
        os.close(entry)


def _line(mark: Mark) -> bytes:
    fields = asdict(mark)
    line = json.dumps({**fields, "check": _check(fields)}, ensure_ascii=False).encode()
    return line.ljust(SLOT - 1) + b"\n"


def _mark(line: bytes) -> Mark | None:
    """The mark that a line says; None, if it was torn."""
    with contextlib.suppress(ValueError, TypeError, KeyError):
        fields = json.loads(line)
        if fields.pop("check") == _check(fields):
            return Mark(**fields)
    return None


def _check(fields: dict[str, Any]) -> str:
    return hashlib.sha256(canonical(fields)).hexdigest()[:16]
