"""What the writer's thread does: a group of appends and other writes, in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import duckdb

from store.chain import Chain, extended
from store.documents import add_document
from store.entry import Entry
from store.errors import KeyReused, StoreError
from store.failures import as_store_error
from store.ledger import Appended, Head, Recorded, spelled
from store.transaction import Row, Transaction, schemas_of

CHAINS = 256
"""Matches whose end is remembered from group to group."""

Write = Callable[[Transaction], None]
"""A change to what is no event."""


class Recorder:
    """Writes through a cursor that nobody else uses."""

    def __init__(self, cursor: duckdb.DuckDBPyConnection) -> None:
        self._cursor = cursor
        self._schemas = schemas_of(cursor)
        self._chains: dict[str, Chain] = {}
        self._answered: dict[str, tuple[bytes, Appended]] = {}
        self._position: int | None = None
        """Of the last event in the ledger; None, if only the file can tell."""

    def carry_out(self, group: Sequence[Entry | Write]) -> list[Appended | StoreError | None]:
        """The result or the refusal of each job of a group, once all are durable.

        Raises: StoreFull, StoreFailed; then nothing of the group is kept.
        """
        try:
            with Transaction(self._cursor, self._schemas) as transaction:
                self._recall([job for job in group if isinstance(job, Entry)], transaction)
                outcomes = [self._outcome(job, transaction) for job in group]
        except BaseException as failure:
            self._chains.clear()
            self._position = None
            if isinstance(failure, duckdb.Error):
                raise as_store_error(failure) from failure
            raise
        for match_id in list(self._chains)[:-CHAINS]:
            del self._chains[match_id]
        return outcomes

    def _recall(self, entries: Sequence[Entry], transaction: Transaction) -> None:
        """Have ready what the file knows of the requests and matches of a group."""
        if self._position is None:
            [(self._position,)] = transaction.execute(
                "select coalesce(max(position), 0) from events"
            )
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
            "select match_id, max(seq), arg_max(hash, seq) from events where match_id in {}"
            " group by match_id",
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

    def _outcome(
        self, job: Entry | Write, transaction: Transaction
    ) -> Appended | StoreError | None:
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

    def _insert(
        self, entry: Entry, chain: Chain, recorded: Sequence[Recorded], transaction: Transaction
    ) -> None:
        assert self._position is not None
        match_id = entry.match_id
        transaction.add(
            "events",
            [
                (position, match_id, event.seq, at, event_id, event.body, event.hash)
                for position, (event, at, event_id) in enumerate(
                    zip(recorded, entry.times, entry.event_ids, strict=True), self._position + 1
                )
            ],
        )
        self._position += len(recorded)
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
            [
                (
                    match_id,
                    seq,
                    place,
                    p.seat,
                    p.player,
                    p.name,
                    p.deck,
                    p.archetype,
                    *map(_spelled, (p.player, p.name, p.deck, p.archetype)),
                )
                for seq, place, p in entry.players
            ],
        )
        if entry.back_to is not None:
            transaction.execute(
                "delete from closings where match_id = ? and seq >= ?", [match_id, entry.back_to]
            )
        transaction.add("closings", [(match_id, *closing) for closing in entry.closings])
        for kept in entry.beside:
            add_document(kept, transaction)


def _among(values: Collection[str], sql: str, transaction: Transaction) -> list[Row]:
    """The rows of a query whose `{}` are these values."""
    if not values:
        return []
    marks = ", ".join("?" * len(values))
    return transaction.execute(sql.format(f"({marks})"), list(values))


def _spelled(name: str | None) -> str | None:
    return None if name is None else spelled(name)
