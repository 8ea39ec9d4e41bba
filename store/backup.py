"""A store copied while it is written to, whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import duckdb

from store.errors import WrongFormat
from store.failures import as_store_error
from store.mark import HighWater, sync
from store.opening import LEDGER, STORAGE, connected, mark_of
from store.parts import FOLDER, MANIFEST, Archive, failed
from store.signing import FILE as KEY
from store.signing import verifiers_in
from store.tree import Asked


def copy_store(cursor: duckdb.DuckDBPyConnection, folder: Path, target: Path) -> int:
    """A copy as of now in a folder that is not there yet; gives how many events it has.

    Nothing may be archived meanwhile.

    Raises: WrongFormat, if the folder is there; StoreFull, StoreFailed.
    """
    if target.exists():
        raise WrongFormat(target, "something", "a folder that is not there yet")
    partial = target.with_name(target.name + ".partial")
    try:
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True)
        _copy_file(cursor, partial)
        _copy_archive(folder, partial)
        with open(os.open(partial / KEY, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as key:
            key.write((folder / KEY).read_bytes())
        sync(partial / KEY)
        position = _mark(partial)
        sync(partial)
        partial.rename(target)
        sync(target.parent)
    except duckdb.Error as failure:
        raise as_store_error(failure) from failure
    except OSError as failure:
        raise failed(failure) from failure
    return position


def _copy_file(cursor: duckdb.DuckDBPyConnection, partial: Path) -> None:
    path = str(partial / LEDGER).replace("'", "''")
    cursor.execute(f"attach '{path}' as backup (storage_version '{STORAGE}')")
    try:
        [(name,)] = cursor.execute("select current_database()").fetchall()
        cursor.execute(f'copy from database "{name}" to backup')
        cursor.execute("checkpoint backup")
    finally:
        cursor.execute("detach backup")
    sync(partial / LEDGER)


def _copy_archive(folder: Path, partial: Path) -> None:
    with connected(partial, read_only=True) as copy:
        verifiers = verifiers_in(lambda sql, asked: copy.execute(sql, asked).fetchall())
    manifest = Archive(folder / FOLDER).manifest(verifiers)
    names: Iterable[str] = () if manifest is None else (part.name for part in manifest.parts)
    paths = [Path(FOLDER) / (name + end) for name in names for end in _ENDS]
    if manifest is not None:
        paths.append(Path(FOLDER) / MANIFEST)
    for path in paths:
        (partial / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(folder / path, partial / path)
        sync(partial / path)
    for made in {parent for path in paths for parent in (partial / path).parents}:
        if made.is_relative_to(partial):
            sync(made)


_ENDS = (".parquet", ".heads.parquet", ".names.json")


def _mark(partial: Path) -> int:
    with connected(partial, read_only=True) as copy:

        def rows(sql: str, asked: Asked) -> list[tuple[Any, ...]]:
            return copy.execute(sql, asked).fetchall()

        (partial / "head.json").unlink(missing_ok=True)
        mark = mark_of(partial, rows, is_new=True)
    HighWater(partial, mark).close()
    return mark.position
