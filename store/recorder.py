"""What the writer's thread does: a group of appends and other writes, in one transaction."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import duckdb

from store.chain import Chain, extended
from store.documents import add_document
from store.entry import Entry
from store.errors import KeyReused, StoreError
from store.failures import as_store_error
from store.ledger import Appended, Head, Player, Recorded, spelled
from store.mark import HighWater
from store.merkle import Frontier, leaf_hash
from store.notes import BadNote, Checkpoint, Signer
from store.reading import Reading
from store.transaction import Row, Transaction, schemas_of
from store.tree import frontier

CHAINS = 256
"""Matches whose end is remembered from group to group."""

Write = Callable[[Transaction], None]
"""A change to what is no event."""


class Sign:
    """A job: a checkpoint over all that is recorded."""


Job = Entry | Write | Sign


class Recorder:
    """Writes through a cursor that nobody else uses, and moves the mark after each commit."""

    def __init__(
        self,
        cursor: duckdb.DuckDBPyConnection,
        signer: Signer,
        high_water: HighWater,
        reading: Reading,
    ) -> None:
        self._cursor = cursor
        self._reading = reading
        self._signer = signer
        self._high_water = high_water
        self._mark = high_water.mark
        """Where the ledger stands; the mark is moved up to it."""
        self._schemas = schemas_of(cursor)
        self._chains: dict[str, Chain] = {}
        self._answered: dict[str, tuple[bytes, Appended]] = {}
        self._tree: Frontier | None = None
        """Over all events in the ledger; None, if only the file can tell."""

    def carry_out(self, group: Sequence[Job]) -> list[Appended | StoreError | str | None]:
        """The result or the refusal of each job of a group, once all are durable.

        Raises: StoreFull, then nothing of the group is kept; StoreFailed, then none of it is
                known to be.
        """
        mark = self._mark
        try:
            with Transaction(self._cursor, self._schemas) as transaction:
                self._recall([job for job in group if isinstance(job, Entry)], transaction)
                outcomes = [self._outcome(job, transaction) for job in group]
                if any(isinstance(job, Entry) and job.closings for job in group):
                    self._signed(transaction)
        except BaseException as failure:
            self._chains.clear()
            self._tree = None
            self._mark = mark
            if isinstance(failure, duckdb.Error):
                raise as_store_error(failure) from failure
            raise
        for match_id in list(self._chains)[:-CHAINS]:
            del self._chains[match_id]
        if self._high_water.mark != self._mark:
            self._high_water.move(self._mark)
        return outcomes

    def _recall(self, entries: Sequence[Entry], transaction: Transaction) -> None:
        """Have ready what the file knows of the requests and matches of a group."""
        if self._tree is None:
            self._tree = frontier(transaction.execute)
        self._answered = {
            key: (digest, Appended(Head(seq, tip), answer, replayed=True))
            for key, digest, seq, tip, answer in _among(
                {entry.request.key for entry in entries if entry.request},
                "from requests where key in {}",
                transaction,
            )
        }
        forgotten = {entry.match_id for entry in entries} - self._chains.keys()
        salts: dict[str, bytes] = dict(
            _among(
                forgotten, "select match_id, salt from matches where match_id in {}", transaction
            )
        )
        for match_id, seq, tip in _among(
            salts,
            "select match_id, max(seq), arg_max(hash, seq) from ("
            "  select match_id, seq, hash from events"
            "  union all select match_id, last, hash from archived"
            ") where match_id in {} group by match_id",
            transaction,
        ):
            self._chains[match_id] = Chain(salts[match_id], seq, tip, {})
        for event_id, *event in _among(
            salts,
            "select event_id, match_id, seq, body, hash from events where match_id in {}"
            " and event_id is not null",
            transaction,
        ):
            recorded = Recorded(*event)
            self._chains[recorded.match_id].held[event_id] = recorded
        for (match_id,) in _among(
            salts, "select distinct match_id from archived where match_id in {}", transaction
        ):
            for recorded in self._reading.read(match_id, 0, None):
                if event_id := json.loads(recorded.body).get("event_id"):
                    self._chains[match_id].held[event_id.lower()] = recorded

    def _outcome(self, job: Job, transaction: Transaction) -> Appended | StoreError | str | None:
        if isinstance(job, Sign):
            return self._signed(transaction)
        if not isinstance(job, Entry):
            return job(transaction)
        try:
            return self._appended(job, transaction)
        except StoreError as refusal:
            return refusal

    def _appended(self, entry: Entry, transaction: Transaction) -> Appended:
        request = entry.request
        if request is not None and request.key in self._answered:
            digest, first = self._answered[request.key]
            if digest != request.digest:
                raise KeyReused(request.key)
            return first
        chain, recorded = extended(self._chains.get(entry.match_id), entry)
        self._chains.pop(entry.match_id, None)
        self._chains[entry.match_id] = chain  # at the end: the last to be forgotten
        self._insert(entry, chain, recorded, transaction)
        appended = Appended(Head(chain.seq, chain.hash), entry.answer, replayed=False)
        if request is not None:
            transaction.add(
                "requests",
                [(request.key, request.digest, chain.seq, chain.hash, entry.answer)],
            )
            self._answered[request.key] = (request.digest, replace(appended, replayed=True))
        return appended

    def _signed(self, transaction: Transaction) -> str:
        """The note on the ledger as it stands, kept if it is the first on that by this key."""
        assert self._tree is not None
        size, verifier = self._tree.size, self._signer.verifier
        for (note,) in transaction.execute("select note from checkpoints where size = ?", [size]):
            with contextlib.suppress(BadNote):
                verifier.check(note)
                return str(note)
        note = self._signer.sign(Checkpoint(verifier.name, size, self._tree.root()).text)
        transaction.add("checkpoints", [(size, note)])
        self._mark = replace(self._mark, checkpoint=note)
        return note

    def _insert(
        self, entry: Entry, chain: Chain, recorded: Sequence[Recorded], transaction: Transaction
    ) -> None:
        assert self._tree is not None
        match_id, tree = entry.match_id, self._tree
        transaction.add(
            "events",
            [
                (position, match_id, event.seq, at, event_id, event.body, event.hash)
                for position, (event, at, event_id) in enumerate(
                    zip(recorded, entry.times, entry.event_ids, strict=True), tree.size + 1
                )
            ],
        )
        tiles = [tile for event in recorded for tile in tree.add(leaf_hash(event.hash))]
        transaction.add("tree", tiles)
        self._mark = replace(self._mark, position=tree.size, hash=chain.hash.hex())
        if (opening := entry.opening) is not None:
            transaction.add(
                "matches",
                [
                    (
                        match_id,
                        chain.salt,
                        opening.game,
                        opening.opened,
                        opening.tournament,
                        opening.round,
                        opening.table,
                    )
                ],
            )
        transaction.add(
            "players",
            [player_row(match_id, seq, place, p) for seq, place, p in entry.players],
        )
        if entry.back_to is not None:
            transaction.execute(
                "delete from closings where match_id = ? and seq >= ?", [match_id, entry.back_to]
            )
        transaction.add("closings", [(match_id, *closing) for closing in entry.closings])
        for kept in entry.beside:
            add_document(kept, transaction)


def player_row(match_id: str, seq: int, place: int, p: Player) -> Row:
    """A player of a match_opened as a row of `players`."""
    named = (p.player, p.name, p.deck, p.archetype)
    return match_id, seq, place, p.seat, *named, *map(_spelled, named)


def _among(values: Collection[str], sql: str, transaction: Transaction) -> list[Row]:
    """The rows of a query whose `{}` are these values."""
    if not values:
        return []
    marks = ", ".join("?" * len(values))
    return transaction.execute(sql.format(f"({marks})"), list(values))


def _spelled(name: str | None) -> str | None:
    return None if name is None else spelled(name)
