"""The matches of a store, verified: events by their bytes, rows by what they were read off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import jiter

from store.entry import endings, opening_of, players_of
from store.hashing import first_link, link
from store.ledger import spelled

if TYPE_CHECKING:
    from store.verify import Verification

_MATCH = ("game", "opened", "tournament", "round", "table")


class _State:
    """How far a match was followed."""

    __slots__ = ("is_broken", "salt", "seq", "tip")

    def __init__(self, salt: bytes) -> None:
        self.salt = salt
        self.seq = 0
        self.tip = first_link(salt)
        self.is_broken = False
        """What follows hangs on an event that is not as it was: said once."""


class Matches:
    """What the events say, gathered as they come, and compared at the end."""

    def __init__(self, of: Verification) -> None:
        self._of = of
        self._states = {
            match_id: _State(bytes(salt))
            for match_id, salt in of.rows("select match_id, salt from matches", [])
        }
        self.events = 0
        self._opened: dict[str, tuple[Any, ...]] = {}
        self._players: Counter[tuple[Any, ...]] = Counter()
        self._closings: dict[str, list[tuple[int, str | None]]] = {}
        self._requests = {
            bytes(hash): (key, seq)
            for key, seq, hash in of.rows("select key, seq, hash from requests", [])
        }

    def __len__(self) -> int:
        return len(self._opened)

    def event(
        self,
        position: int,
        match_id: str,
        seq: int,
        happened: str,
        event_id: str | None,
        body: bytes,
        hash: bytes,
    ) -> None:
        """An event in the ledger's file, with all that its row says."""
        self._of.place(position, hash)
        self.saw(hash, seq)
        event = self.archived(match_id, seq, body, hash)
        if event is None:
            return
        where = f"match {match_id}, event {seq}"
        said = event.get("event_id")
        for column, found, expected in (
            ("at", happened, event.get("at")),
            ("event_id", event_id, said and said.lower()),
        ):
            if found != expected:
                self._of.fault(f"{where}, column {column}", found, expected)

    def archived(
        self, match_id: str, seq: int, body: bytes, hash: bytes | None
    ) -> dict[str, Any] | None:
        """An event by its bytes, and by its hash where it is known; gives what it says."""
        of, where = self._of, f"match {match_id}, event {seq}"
        self.events += 1
        state = self._states.get(match_id)
        if state is None:
            of.fault(f"match {match_id}", "events", "a row in matches")
            state = self._states[match_id] = _State(b"")
            state.is_broken = True
        if seq != state.seq + 1:
            of.fault(where, f"after event {state.seq}", f"event {state.seq + 1}")
        tip = link(state.tip, state.salt, body)
        if hash is not None and tip != hash and not state.is_broken:
            of.fault(where, "bytes that don't give its hash", hash.hex())
            state.is_broken = True
        state.seq, state.tip = seq, tip
        try:
            event: dict[str, Any] = jiter.from_json(body, cache_mode="keys")
            if event["match_id"] != match_id or event["seq"] != seq:
                of.fault(where, f"event {event['seq']} of match {event['match_id']}", where)
                return None
            self._read_off(match_id, seq, event)
        except (ValueError, TypeError, KeyError) as fault:
            of.fault(where, f"what is no event ({type(fault).__name__})", "one")
            return None
        return event

    def tip(self, match_id: str) -> bytes | None:
        """The hash of the last event of a match that was looked at."""
        state = self._states.get(match_id)
        return state.tip if state else None

    def saw(self, hash: bytes, seq: int) -> None:
        """A request may be answered with the head of this hash."""
        if (request := self._requests.get(hash)) and request[1] == seq:
            del self._requests[hash]

    def finish(self) -> None:
        """Compare what the events say with the rows read off them."""
        of = self._of
        for match_id, state in self._states.items():
            if not state.seq:
                of.fault(f"match {match_id}", "no event", "its match_opened")
        for match_id, *row in of.rows(
            'select match_id, game, opened, tournament, round, "table" from matches', []
        ):
            said = self._opened.get(match_id)
            if said is not None and tuple(row) != said:
                for name, found, expected in zip(_MATCH, row, said, strict=True):
                    if found != expected:
                        of.fault(f"match {match_id}, {name}", found, expected)
        self._compare_players()
        found = Counter(of.rows("select match_id, seq, winner from closings", []))
        said_closed = Counter(
            (match_id, seq, winner)
            for match_id, rows in self._closings.items()
            for seq, winner in rows
        )
        self._compare("closings", found, said_closed)
        for key, seq in self._requests.values():
            of.fault(f"request {key}", f"a head at event {seq}", "an event of that hash")

    def _read_off(self, match_id: str, seq: int, event: dict[str, Any]) -> None:
        kind = event["type"]
        if kind == "match_opened":
            if seq == 1:
                opening = opening_of(match_id, event)
                self._opened[match_id] = (
                    opening.game,
                    opening.opened,
                    opening.tournament,
                    opening.round,
                    opening.table,
                )
            for place, player in players_of(event):
                ids = (player.seat, player.player, player.deck, player.archetype)
                self._players[match_id, seq, place, *ids] += 1
        elif kind in ("match_closed", "event_retracted", "match_rewound"):
            back_to, closings = endings([event])
            rows = self._closings.setdefault(match_id, [])
            if back_to is not None:
                rows[:] = [row for row in rows if row[0] < back_to]
            rows += closings

    def _compare_players(self) -> None:
        of = self._of
        found: Counter[tuple[Any, ...]] = Counter()
        for match_id, seq, place, seat, *rest in of.rows(
            "select match_id, seq, place, seat, player, deck, archetype, name, player_spelled,"
            " deck_spelled, archetype_spelled, name_spelled from players",
            [],
        ):
            texts, spellings = rest[:4], rest[4:]
            found[match_id, seq, place, seat, *texts[:3]] += 1
            for text, spelling in zip(texts, spellings, strict=True):
                if spelling != (text if text is None else spelled(text)):
                    of.fault(f"match {match_id}, player {seat}", f"spelled {spelling}", text)
        self._compare("players", found, self._players)

    def _compare(
        self, table: str, found: Counter[tuple[Any, ...]], said: Counter[tuple[Any, ...]]
    ) -> None:
        def told(rows: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
            return sorted(rows, key=repr)

        for match_id, seq, *row in told((found - said).elements()):
            self._of.fault(f"{table}, match {match_id}, event {seq}", row, "no such row")
        for match_id, seq, *row in told((said - found).elements()):
            self._of.fault(f"{table}, match {match_id}, event {seq}", "no such row", row)
