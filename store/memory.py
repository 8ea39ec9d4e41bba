"""A ledger that lives as long as its process: for tests, and for servers that only audit."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import duckdb

from store.chain import Chain, extended
from store.entry import Opening, checked
from store.errors import KeyReused, UnknownMatch
from store.hashing import restored
from store.ledger import (
    Appended,
    Document,
    Facts,
    Filters,
    Head,
    Inclusion,
    Kept,
    Listed,
    Player,
    Proof,
    Recorded,
    Request,
    SavedReport,
    Standing,
    in_utc,
    spelled,
)
from store.merkle import Frontier, leaf_hash, siblings
from store.notes import Checkpoint
from store.opening import tables_in_memory
from store.projection import rules_broken
from store.recorder import player_row
from store.signing import new_signer
from store.transaction import Transaction, schemas_of


@dataclass(slots=True)
class _Match:
    chain: Chain
    opening: Opening
    events: list[Recorded] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)
    players: dict[tuple[int, int], Player] = field(default_factory=dict)
    closings: list[tuple[int, str | None]] = field(default_factory=list)
    saved: SavedReport | None = None
    facts: Facts = field(default_factory=dict)
    times: list[str] = field(default_factory=list)


class MemoryLedger:
    """A `Ledger` in lists, under one lock; nothing of it is durable."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._matches: dict[str, _Match] = {}
        self._requests: dict[str, tuple[bytes, Appended]] = {}
        self._documents: dict[tuple[str, str], list[Document]] = {}
        self._leaves: list[bytes] = []
        self._signer = new_signer()

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
        with self._lock:
            if request is not None and (first := self._first(request)):
                return replace(first, replayed=True)
            match = self._matches.get(match_id)
            chain, recorded = extended(match.chain if match else None, entry)
            if match is None:
                assert entry.opening is not None
                match = self._matches[match_id] = _Match(chain, entry.opening)
            match.events += recorded
            self._leaves += [leaf_hash(event.hash) for event in recorded]
            match.positions += range(len(self._leaves) - len(recorded) + 1, len(self._leaves) + 1)
            match.times += entry.times
            match.players.update({(seq, place): player for seq, place, player in entry.players})
            if entry.back_to is not None:
                match.closings = [c for c in match.closings if c[0] < entry.back_to]
            match.closings += entry.closings
            for kept in entry.beside:
                self._keep(kept)
            appended = Appended(Head(chain.seq, chain.hash), answer, replayed=False)
            if request is not None:
                self._requests[request.key] = (request.digest, appended)
            return appended

    def answered(self, request: Request) -> bytes | None:
        """As `Ledger.answered`."""
        with self._lock:
            first = self._first(request)
            return None if first is None else first.answer

    def head(self, match_id: str) -> Head:
        """As `Ledger.head`."""
        with self._lock:
            chain = self._match(match_id).chain
            return Head(chain.seq, chain.hash)

    def read(self, match_id: str, after: int = 0, limit: int | None = None) -> list[Recorded]:
        """As `Ledger.read`."""
        with self._lock:
            return self._match(match_id).events[after:][:limit]

    def standing(self, match_id: str, until: datetime | None = None) -> Standing:
        """As `Ledger.standing`."""
        with self._lock:
            match = self._match(match_id)
            moment = None if until is None else in_utc(until)
            later = (n for n, at in enumerate(match.times) if moment is not None and at > moment)
            seq = next(later, len(match.times))
            return Standing(
                match.opening.tournament, seq, any(at <= seq for at, _ in match.closings)
            )

    def export(
        self, match_id: str, after: int = 0, limit: int | None = None
    ) -> list[dict[str, Any]]:
        """As `Ledger.export`."""
        with self._lock:
            match = self._match(match_id)
            names = {at: player.name for at, player in match.players.items()}
            return restored(match.events[after:][:limit], names, match.chain.salt)

    def forget_names(self, match_id: str, seat: str) -> None:
        """As `Ledger.forget_names`."""
        with self._lock:
            players = self._match(match_id).players
            for at, player in players.items():
                if player.seat == seat:
                    players[at] = replace(player, name=None)

    def matches(
        self, filters: Filters | None = None, *, after: str | None = None, limit: int = 100
    ) -> list[Listed]:
        """As `Ledger.matches`."""
        with self._lock:
            last = None if after is None else (self._match(after).opening.opened, after)
            wanted = filters or Filters()
            listed = sorted(
                filter(None, (self._shown(match_id, wanted) for match_id in self._matches)),
                key=lambda match: (match.opened, match.match_id),
                reverse=True,
            )
            return [
                match
                for match in listed
                if (last is None or (match.opened, match.match_id) < last)
                and self._meets(match, wanted)
            ][:limit]

    def save_report(
        self, match_id: str, seq: int, report: dict[str, Any], facts: Facts | None = None
    ) -> None:
        """As `Ledger.save_report`."""
        with self._lock:
            match = self._match(match_id)
            if match.saved is None or match.saved.seq <= seq:
                match.saved = SavedReport(seq, json.loads(json.dumps(report)))
                match.facts = facts or {}

    def report(self, match_id: str) -> SavedReport | None:
        """As `Ledger.report`."""
        with self._lock:
            return self._match(match_id).saved

    def facts(self) -> duckdb.DuckDBPyConnection:
        """As `Ledger.facts`."""
        tables = tables_in_memory()
        with self._lock, Transaction(tables, schemas_of(tables)) as transaction:
            for match_id, match in self._matches.items():
                for table, rows in match.facts.items():
                    transaction.add(table, rows)
                transaction.add(
                    "players", [player_row(match_id, *at, p) for at, p in match.players.items()]
                )
        return tables

    def drop_reports(self) -> None:
        """As `Ledger.drop_reports`."""
        with self._lock:
            for match in self._matches.values():
                match.saved, match.facts = None, {}

    def checkpoint(self) -> str:
        """As `Ledger.checkpoint`."""
        with self._lock:
            return self._signed()

    def verifier(self) -> str:
        """As `Ledger.verifier`."""
        return str(self._signer.verifier)

    def prove(self, match_id: str, last: int | None = None, *, each: bool = False) -> Proof:
        """As `Ledger.prove`."""
        with self._lock:
            match = self._match(match_id)
            proven = list(zip(match.positions, match.events, strict=True))[:last]
            return Proof(
                tuple(event for _, event in proven),
                match.chain.salt,
                tuple(
                    Inclusion(position, event.hash, self._path(position))
                    for position, event in (proven if each else proven[-1:])
                ),
                self._signed(),
                self.verifier(),
            )

    def _signed(self) -> str:
        origin, root = self._signer.verifier.name, Frontier(self._leaves).root()
        return self._signer.sign(Checkpoint(origin, len(self._leaves), root).text)

    def _path(self, position: int) -> tuple[bytes, ...]:
        ranges = siblings(position - 1, len(self._leaves))
        return tuple(Frontier(self._leaves[low:high]).root() for low, high in ranges)

    def keep(self, kept: Kept) -> Document:
        """As `Ledger.keep`."""
        with self._lock:
            return self._keep(kept)

    def documents(self, kind: str, id: str | None = None) -> list[Document]:
        """As `Ledger.documents`."""
        with self._lock:
            return [
                document
                for (of, name), versions in sorted(self._documents.items())
                if of == kind and id in (None, name)
                for document in versions
            ]

    def probe(self) -> None:
        """As `Ledger.probe`."""

    def _keep(self, kept: Kept) -> Document:
        versions = self._documents.setdefault((kept.kind, kept.id), [])
        body = json.loads(json.dumps(kept.body))
        at = in_utc(datetime.now(UTC))
        versions.append(Document(kept.kind, kept.id, len(versions) + 1, at, body))
        return versions[-1]

    def _match(self, match_id: str) -> _Match:
        try:
            return self._matches[match_id]
        except KeyError:
            raise UnknownMatch(match_id) from None

    def _first(self, request: Request) -> Appended | None:
        digest, appended = self._requests.get(request.key, (request.digest, None))
        if digest != request.digest:
            raise KeyReused(request.key)
        return appended

    def _shown(self, match_id: str, filters: Filters) -> Listed | None:
        match, listed = self._matches[match_id], self._listed(match_id)
        if match_id in filters.entitled:
            return listed
        if listed.tournament in filters.unshown:
            return None
        until = filters.veils.get(listed.tournament or "")
        if until is None or max(match.times) <= in_utc(until):
            return listed
        if listed.opened > in_utc(until):
            return None
        return replace(listed, seq=None, closed=None, winner=None, verdict=None)

    def _listed(self, match_id: str) -> Listed:
        match = self._matches[match_id]
        saved = match.saved if match.saved and match.saved.seq == match.chain.seq else None
        return Listed(
            match_id=match_id,
            game=match.opening.game,
            opened=match.opening.opened,
            tournament=match.opening.tournament,
            round=match.opening.round,
            table=match.opening.table,
            players=tuple(player for (seq, _), player in match.players.items() if seq == 1),
            seq=match.chain.seq,
            closed=bool(match.closings),
            winner=match.closings[-1][1] if match.closings else None,
            verdict=saved.report["verdict"] if saved else None,
        )

    def _meets(self, match: Listed, filters: Filters) -> bool:
        def is_called(player: Player, wanted: str) -> bool:
            return spelled(wanted) in {spelled(n) for n in (player.player, player.name) if n}

        f = filters
        return all(
            (
                f.game in (None, match.game),
                f.tournament in (None, match.tournament),
                f.round in (None, match.round),
                f.opened_from is None or match.opened >= in_utc(f.opened_from),
                f.opened_before is None or match.opened < in_utc(f.opened_before),
                f.closed in (None, match.closed),
                f.deck is None
                or any(
                    spelled(f.deck) in {spelled(n) for n in (p.deck, p.archetype) if n}
                    for p in match.players
                ),
                f.player is None or any(is_called(p, f.player) for p in match.players),
                f.winner is None
                or any(is_called(p, f.winner) for p in match.players if p.seat == match.winner),
                f.verdict in (None, match.verdict),
                f.rule is None
                or (
                    match.verdict is not None
                    and (saved := self._matches[match.match_id].saved) is not None
                    and f.rule in rules_broken(saved.report)
                ),
            )
        )
