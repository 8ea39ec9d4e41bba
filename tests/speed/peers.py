"""How fast pyeventsourcing saves and rebuilds with SQLite, beside our ledger with one caller."""

from __future__ import annotations

import json
import statistics
import time
import uuid
from pathlib import Path
from typing import Any

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from store import DuckDBLedger
from tests.speed.appends import opened, placed

ROUNDS = 5
ROUND_S = 0.4
LENGTH = 100


class Match(Aggregate):
    """A match as pyeventsourcing has it: nothing but its events."""

    @event("Opened")
    def __init__(self, game: str) -> None:
        self.game = game
        self.placed = 0

    @event("Placed")
    def place(self, unit: str, troop: str, space: str, cause: str) -> None:
        """A troop placed."""
        self.placed += 1


def measure(folder: Path) -> dict[str, float]:
    """Ours to theirs, one caller: appends one by one, a hundred a save, and reading back.

    Units: ratios of events a second.
    """
    database = {
        "PERSISTENCE_MODULE": "eventsourcing.sqlite",
        "SQLITE_DBNAME": str(folder / "peer.db"),
    }
    found: dict[str, list[float]] = {"one": [], "hundred": [], "read": []}
    with DuckDBLedger.open(folder / "store") as ledger:
        peer: Any = Application(env=database)
        for _ in range(ROUNDS):
            for name, size in (("one", 1), ("hundred", LENGTH)):
                ours = _rate(lambda size=size: _record(ledger, size))
                theirs = _rate(lambda size=size: _save(peer, size))
                found[name].append(ours / theirs)
            ids = [_record(ledger, LENGTH)[1] for _ in range(10)]
            others = [_save(peer, LENGTH)[1] for _ in range(10)]
            mine = _timed(lambda ids=ids: [_read(ledger, match_id) for match_id in ids])
            their = _timed(lambda others=others: [peer.repository.get(i) for i in others])
            found["read"].append(their / mine)
        peer.close()
    return {name: statistics.median(ratios) for name, ratios in found.items()}


def _rate(act: Any) -> float:
    begun, done = time.perf_counter(), 0
    while time.perf_counter() - begun < ROUND_S:
        done += act()[0]
    return done / (time.perf_counter() - begun)


def _timed(act: Any) -> float:
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def _record(ledger: DuckDBLedger, size: int) -> tuple[int, str]:
    match_id = str(uuid.uuid4())
    log = [opened(match_id), *(placed(match_id, seq) for seq in range(2, LENGTH + 1))]
    for first in range(0, LENGTH, size):
        ledger.append(match_id, log[first : first + size], expected=first)
    return LENGTH, match_id


def _read(ledger: DuckDBLedger, match_id: str) -> int:
    return len([json.loads(recorded.body) for recorded in ledger.read(match_id)])


def _save(peer: Any, size: int) -> tuple[int, uuid.UUID]:
    match = Match(game="toy_battle")
    for number in range(1, LENGTH):
        if number % size == 0:
            peer.save(match)
        match.place(unit="P2-u1", troop="captain", space="c1", cause="action")
    peer.save(match)
    return LENGTH, match.id
