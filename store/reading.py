"""Reading a match: the same whether its events are in the ledger's file, the archive or both."""

from __future__ import annotations

import json
from datetime import datetime
from typing import NamedTuple

from store.errors import StoreFailed, UnknownMatch
from store.hashing import first_link, link
from store.ledger import Head, Inclusion, Proof, Recorded, Standing, in_utc
from store.merkle import leaf_hash
from store.notes import Checkpoint
from store.parts import Archive
from store.tree import WIDTH, Rows, hash_at, inclusion, within

# One statement sees a match at one moment, even while it is being archived.
_HEAD = """
select max(seq), arg_max(hash, seq) from (
    select seq, hash from events where match_id = $id
    union all
    select last, hash from archived where match_id = $id
)
"""
_EVENTS = """
select seq, position, body, hash, null as part from events where match_id = $id and seq > $after
union all
select last, position, null, hash, part from archived where match_id = $id and last > $after
order by seq
"""
_STANDING = """
with known as (
    select seq, happened, false as is_archived from events where match_id = $id
    union all
    select last, happened, true from archived where match_id = $id
)
select (select tournament from matches where match_id = $id),
       coalesce(min(seq) filter (happened > $until) - 1, max(seq)),
       coalesce(bool_or(is_archived and happened > $until), false)
from known
"""
_IS_CLOSED = "select exists (from closings where match_id = ? and seq <= ?)"


class _Event(NamedTuple):
    seq: int
    position: int
    body: bytes
    hash: bytes


class Reading:
    """Asks a ledger's file and its archive. Safe to share between threads."""

    def __init__(self, rows: Rows, archive: Archive) -> None:
        self._rows = rows
        self._archive = archive

    def salt(self, match_id: str) -> bytes:
        """The salt of a match. Raises: UnknownMatch."""
        rows = self._rows("select salt from matches where match_id = ?", [match_id])
        if not rows:
            raise UnknownMatch(match_id)
        return bytes(rows[0][0])

    def head(self, match_id: str) -> Head:
        """As `Ledger.head`."""
        [(seq, hash)] = self._rows(_HEAD, {"id": match_id})
        if seq is None:
            raise UnknownMatch(match_id)
        return Head(seq, hash)

    def read(self, match_id: str, after: int, limit: int | None) -> list[Recorded]:
        """As `Ledger.read`."""
        events = self._events(match_id, after)
        if not events and after >= 0:
            self.salt(match_id)
        return [Recorded(match_id, e.seq, e.body, e.hash) for e in events][:limit]

    def standing(self, match_id: str, until: datetime | None) -> Standing:
        """As `Ledger.standing`."""
        moment = None if until is None else in_utc(until)
        [(tournament, seq, is_within)] = self._rows(_STANDING, {"id": match_id, "until": moment})
        if seq is None:
            raise UnknownMatch(match_id)
        if is_within and moment is not None:
            # Of archived events only the latest `at` is known without reading them.
            times = [json.loads(event.body)["at"] for event in self._events(match_id, 0)]
            seq = next(place for place, at in enumerate(times) if at > moment)
        [(closed,)] = self._rows(_IS_CLOSED, [match_id, seq])
        return Standing(tournament, seq, closed)

    def proof(
        self, match_id: str, last: int | None, note: str, verifier: str, *, each: bool
    ) -> Proof:
        """As `Ledger.prove`, under a checkpoint."""
        salt, size = self.salt(match_id), Checkpoint.parse(note).size
        known = [event for event in self._events(match_id, 0) if event.position <= size]
        events = known[:last]
        return Proof(
            tuple(Recorded(match_id, e.seq, e.body, e.hash) for e in events),
            salt,
            tuple(self._inclusion(event, size) for event in (events if each else events[-1:])),
            note,
            verifier,
        )

    def _inclusion(self, event: _Event, size: int) -> Inclusion:
        path: list[bytes] = []
        sealed = self._rows("select siblings from sealed where position = ?", [event.position])
        if sealed:
            kept = sealed[0][0]
            path = [kept[i : i + 32] for i in range(0, len(kept), 32)]
        elif hash_at(event.position, self._rows) is None:
            path = within(self._tile((event.position - 1) // WIDTH), event.position)
        return inclusion(event.position, event.hash, size, self._rows, path)

    def _tile(self, tile: int) -> list[bytes]:
        """The leaves of a sealed tile, worked out anew from all archived events in it."""
        first, last = tile * WIDTH + 1, (tile + 1) * WIDTH
        leaves: dict[int, bytes] = {}
        for (part,) in self._rows("select distinct part from archived", []):
            for match_id in self._archive.matches_at(part, first, last):
                for event in self._events(match_id, 0):
                    leaves[event.position] = leaf_hash(event.hash)
        return [leaves[position] for position in range(first, last + 1)]

    def _events(self, match_id: str, after: int) -> list[_Event]:
        """Raises: StoreFailed, if what is archived does not give the hash it had."""
        events: list[_Event] = []
        for seq, position, body, hash, part in self._rows(
            _EVENTS, {"id": match_id, "after": after}
        ):
            if part is None:
                events.append(_Event(seq, position, bytes(body), bytes(hash)))
            else:
                events += self._piece(part, match_id, seq, bytes(hash))
        return [event for event in events if event.seq > after]

    def _piece(self, part: str, match_id: str, last: int, hash: bytes) -> list[_Event]:
        salt = self.salt(match_id)
        before = self._rows(
            "select first, (select hash from archived b where b.match_id = a.match_id"
            " and b.last = a.first - 1) from archived a where match_id = ? and last = ?",
            [match_id, last],
        )
        first, tip = before[0]
        tip = first_link(salt) if first == 1 else bytes(tip)
        found = []
        for seq, position, body in self._archive.read(part, match_id):
            tip = link(tip, salt, body)
            found.append(_Event(seq, position, body, tip))
        if tip != hash or [event.seq for event in found] != list(range(first, last + 1)):
            raise StoreFailed(f"{part}: match {match_id} is not as it was archived", final=False)
        return found
