"""Closed matches moved from the ledger's file to the archive, a part at a time.

Written and made durable, then listed in the signed manifest, then taken out of the file with a row
that says where they are: whatever is broken off is finished or undone by the next run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from urllib.parse import quote

import pyarrow as pa

from store.errors import StoreFailed
from store.hashing import first_link, link
from store.ledger import Archived
from store.merkle import leaf_hash
from store.notes import Signer, Verifier
from store.parts import EVENTS, Archive, Manifest, Names, Part, Piece, heads_table
from store.transaction import Transaction
from store.tree import WIDTH, Rows, within

PART = 250_000
"""Events in a part, or a little more: a match is never split."""

_CLOSED = """
select m.game, substr(m.opened, 1, 7) as month, m.match_id, count(*)
from events e join matches m using (match_id)
where match_id in (select match_id from closings)
group by all order by all
"""
_EVENTS = """
select match_id, seq, position, happened, body, hash from events
where match_id in (select unnest(?::varchar[])) order by match_id, seq
"""
Submit = Callable[[Callable[[Transaction], None]], None]
"""Has the writer do something in a transaction; returns once it is durable."""


class Archiving:
    """Moves matches. One at a time for a store."""

    def __init__(
        self,
        archive: Archive,
        rows: Rows,
        submit: Submit,
        signer: Signer,
        verifiers: list[Verifier],
    ) -> None:
        self._archive = archive
        self._rows = rows
        self._submit = submit
        self._signer = signer
        self._verifiers = verifiers

    def run(self) -> Iterator[Archived]:
        """What was moved, after each part.

        Raises: StoreFull, StoreFailed, WrongFormat.
        """
        origin = self._signer.verifier.name
        manifest = self._archive.manifest(self._verifiers) or Manifest(origin, ())
        moved = Archived(0, 0, 0)
        for part in self._unfinished(manifest):
            yield (moved := moved.more(self._move(part)))
        number = len(manifest.parts)
        for game, month, match_ids in self._closed():
            number += 1
            name = f"game={quote(game, safe='')}/month={month}/{number:06}"
            part = self._written(name, match_ids)
            manifest = manifest._replace(parts=(*manifest.parts, part))
            self._archive.set_manifest(manifest, self._signer)
            yield (moved := moved.more(self._move(part)))

    def _unfinished(self, manifest: Manifest) -> list[Part]:
        """Parts that are real and still in the ledger's file; what never became real is removed."""
        real = {part.name for part in manifest.parts}
        for name in self._archive.on_disk() - real:
            self._archive.remove(name)
        moved = {name for (name,) in self._rows("select distinct part from archived", [])}
        return [part for part in manifest.parts if part.name not in moved]

    def _closed(self) -> Iterator[tuple[str, str, list[str]]]:
        """Game, month and the matches that make a part."""
        closed = self._rows(_CLOSED, [])
        for (game, month), matches in groupby(closed, lambda row: (row[0], row[1])):
            part, events = [], 0
            for _, _, match_id, count in matches:
                part.append(match_id)
                events += count
                if events >= PART:
                    yield game, month, part
                    part, events = [], 0
            if part:
                yield game, month, part

    def _written(self, name: str, match_ids: list[str]) -> Part:
        rows = self._rows(_EVENTS, [match_ids])
        columns = list(zip(*rows, strict=True))
        table = pa.Table.from_arrays(
            [
                pa.array(columns[i], field.type)
                for i, field in zip((0, 1, 2, 4), EVENTS, strict=True)
            ],
            schema=EVENTS,
        )
        salts: dict[str, bytes] = dict(
            self._rows(
                "select match_id, salt from matches where match_id in (select unnest(?))",
                [match_ids],
            )
        )
        before: dict[str, bytes] = dict(
            self._rows(
                "select match_id, arg_max(hash, last) from archived"
                " where match_id in (select unnest(?)) group by match_id",
                [match_ids],
            )
        )
        pieces = []
        for match_id, of_it in groupby(rows, lambda row: row[0]):
            events, salt = list(of_it), salts[match_id]
            tip = start = before.get(match_id) or first_link(salt)
            for _, seq, _, _, body, hash in events:
                tip = link(tip, salt, body)
                if tip != hash:
                    # What is not as it was recorded stays where `verify` names it.
                    raise StoreFailed(f"match {match_id}, event {seq}: another hash", final=False)
            (_, first, *_), (_, last, position, *_) = events[0], events[-1]
            latest = max(happened for _, _, _, happened, _, _ in events)
            pieces.append(Piece(match_id, first, last, tip, position, latest, start, salt))
        return self._archive.write(name, table, heads_table(pieces), self._names(match_ids))

    def _names(self, match_ids: list[str]) -> Names:
        return {
            (match_id, seq, place): name
            for match_id, seq, place, name in self._rows(
                "select match_id, seq, place, name from players"
                " where match_id in (select unnest(?))",
                [match_ids],
            )
        }

    def _move(self, part: Part) -> Archived:
        """Out of the ledger's file with what a part holds."""
        pieces = self._archive.pieces(part.name)

        def write(transaction: Transaction) -> None:
            self._refuse_strange(part, pieces, transaction)
            ids = [piece.match_id for piece in pieces]
            lasts = [piece.last for piece in pieces]
            moved = (
                "(match_id, seq) in (select (e.match_id, e.seq) from events e join"
                " (select unnest(?::varchar[]) as match_id, unnest(?::bigint[]) as last) p"
                " on e.match_id = p.match_id and e.seq <= p.last)"
            )
            hashes = transaction.execute(
                f"select position, hash from events where {moved}", [ids, lasts]
            )
            transaction.execute(f"delete from events where {moved}", [ids, lasts])
            transaction.add(
                "archived",
                [
                    (p.match_id, p.first, p.last, part.name, p.hash, p.position, p.happened)
                    for p in pieces
                ],
            )
            _seal(dict(hashes), transaction)

        self._submit(write)
        return Archived(len(pieces), part.events, 1)

    def _refuse_strange(self, part: Part, pieces: list[Piece], transaction: Transaction) -> None:
        held: dict[str, bytes] = dict(
            transaction.execute(
                "select match_id, hash from events join"
                " (select unnest(?::varchar[]) as match_id, unnest(?::bigint[]) as seq)"
                " using (match_id, seq)",
                [[p.match_id for p in pieces], [p.last for p in pieces]],
            )
        )
        for piece in pieces:
            if held.get(piece.match_id) != piece.hash:
                raise StoreFailed(
                    f"{part.name}: match {piece.match_id} is not the ledger's", final=False
                )


def _seal(moved: dict[int, bytes], transaction: Transaction) -> None:
    """Keep the hashes of moved events while their tile has others; then what proves the heads."""
    tiles = sorted({(position - 1) // WIDTH for position in moved})
    kept = transaction.execute(
        "select position, hash from leaves where (position - 1) // 256 in (select unnest(?))",
        [tiles],
    )
    hashes = {**dict(kept), **moved}
    heads = transaction.execute(
        "select (position - 1) // 256, position from archived"
        " where (position - 1) // 256 in (select unnest(?)) order by all",
        [tiles],
    )
    of_tile = {tile: [p for _, p in rows] for tile, rows in groupby(heads, lambda row: row[0])}
    whole = []
    for tile in tiles:
        places = range(tile * WIDTH + 1, (tile + 1) * WIDTH + 1)
        if all(position in hashes for position in places):
            whole.append(tile)
            leaves = [leaf_hash(hashes[position]) for position in places]
            transaction.add(
                "sealed",
                [(head, b"".join(within(leaves, head))) for head in of_tile.get(tile, [])],
            )
    transaction.execute(
        "delete from leaves where (position - 1) // 256 in (select unnest(?))", [whole]
    )
    done = set(whole)
    transaction.add("leaves", [row for row in moved.items() if (row[0] - 1) // WIDTH not in done])
