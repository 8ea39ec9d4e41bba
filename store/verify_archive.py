"""The archive of a store, verified: what the manifest lists, file by file and event by event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from store.errors import StoreError, WrongFormat
from store.parts import Archive, Manifest, Part, sha256_of

if TYPE_CHECKING:
    from store.verify import Verification

_ROWS = """
select part, match_id, first, last, hash, position, happened from archived
order by part, match_id, first
"""


def check_archive(of: Verification, archive: Archive) -> Iterator[None]:
    """Goes through an archive; its events are placed as those of the ledger's file are."""
    rows: dict[str, list[tuple[Any, ...]]] = {}
    for part, *row in of.rows(_ROWS, []):
        rows.setdefault(part, []).append(tuple(row))
    try:
        manifest = archive.manifest(of.verifiers)
    except WrongFormat as bad:
        of.fault("archive/manifest", bad.found, bad.expected)
        manifest = None
    else:
        if manifest is None and rows:
            of.fault("archive/manifest", "nothing", f"a manifest of {len(rows)} parts")
    parts = manifest.parts if manifest else tuple(Part(name, 0, "", "") for name in sorted(rows))
    for part in parts:
        of.parts += 1
        yield from _part(of, archive, part, rows.pop(part.name, None), manifest)
    for name in rows:
        of.fault(f"archive/{name}", "no such part in the manifest", "one")


def _part(
    of: Verification,
    archive: Archive,
    part: Part,
    rows: list[tuple[Any, ...]] | None,
    manifest: Manifest | None,
) -> Iterator[None]:
    where = f"archive/{part.name}"
    sums = ((".parquet", part.events_sha256), (".heads.parquet", part.heads_sha256))
    for suffix, expected in sums:
        try:
            found = sha256_of(archive.path(part.name, suffix))
        except OSError as failure:
            of.fault(where + suffix, type(failure).__name__, "a file")
            continue
        if manifest is not None and found != expected:
            of.fault(where + suffix, f"SHA-256 {found}", expected)
    try:
        heads = archive.pieces(part.name)
        _names(of, archive, part, {piece.match_id: piece.last for piece in heads})
        said = [(p.match_id, p.first, p.last, p.hash, p.position, p.happened) for p in heads]
        if rows is not None and sorted(said) != rows:
            of.fault(where + ".heads.parquet", "other heads than in the ledger", "the same")
        if rows is not None:
            yield from _events(of, archive, part)
            for piece in heads:
                if of.matches.tip(piece.match_id) != piece.hash:
                    of.fault(
                        f"{where}, match {piece.match_id}",
                        f"events that don't give the hash of event {piece.last}",
                        piece.hash.hex(),
                    )
    except StoreError as failure:
        of.fault(where, failure, "what can be read")
    except (OSError, pa.ArrowException, TypeError, ValueError) as failure:
        of.fault(where, f"{type(failure).__name__}: {failure}", "what can be read")


def _events(of: Verification, archive: Archive, part: Part) -> Iterator[None]:
    """Events by their bytes: there are no hashes in a part to go by."""
    for columns in archive.batches(part.name):
        for match_id, seq, position, body in zip(*columns.values(), strict=True):
            of.matches.archived(match_id, seq, body, None)
            tip = of.matches.tip(match_id)
            assert tip is not None
            of.place(position, tip)
            of.matches.saw(tip, seq)
        yield


def _names(of: Verification, archive: Archive, part: Part, ends: dict[str, int]) -> None:
    """Names in a part are those of the ledger: nothing else vouches for them.

    `ends`: the last event of each match in the part.
    """
    names = archive.names(part.name)
    if not archive.is_as_written(part.name, names):
        of.fault(f"archive/{part.name}.names.json", "other bytes than were written", "those")
    held = {
        (match_id, seq, place): name
        for match_id, seq, place, name in of.rows(
            "select match_id, seq, place, name from players where match_id in"
            " (select match_id from archived where part = ?)",
            [part.name],
        )
    }
    # A match_opened that came later has its names in a later part alone.
    expected = {key: name for key, name in held.items() if key[1] <= ends.get(key[0], 0)}
    for key in sorted({*names, *expected}) if held else ():
        match_id, seq, _ = key
        if key not in names or key not in held or names[key] != held[key]:
            of.fault(
                f"archive/{part.name}.names.json, match {match_id}, event {seq}",
                "another name",
                "the ledger's",
            )
