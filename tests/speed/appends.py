"""How fast a ledger appends, beside bare DuckDB doing the least that could be called the same."""

from __future__ import annotations

import statistics
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from store import DuckDBLedger

THREADS = (8, 32)
ROUNDS = 5
ROUND_S = 0.25


def measure(folder: Path) -> dict[str, float]:
    """Durable appends of some threads, as ratios to bare DuckDB in the same run.

    Units: `1 by N`: one-event appends a second by N threads, to one-row commits a second;
           `100 by N`: events a second in appends of 100, to rows a second at 1,000 Arrow rows.
    """
    with DuckDBLedger.open(folder / "store") as ledger, bare(folder) as least:
        ways: dict[str, Callable[[], int]] = {
            "bare 1": lambda: commit_one(least),
            "bare 100": lambda: commit_thousand(least),
        }
        for threads in THREADS:
            for size in (1, 100):
                ways[f"{size} by {threads}"] = partial(_append, ledger, size, threads)
        rates: dict[str, list[float]] = {way: [] for way in ways}
        for _ in range(ROUNDS):
            for way, act in ways.items():
                begun = time.perf_counter()
                events = act()
                rates[way].append(events / (time.perf_counter() - begun))
    return {
        way: _ratio(found, rates["bare 1" if way.startswith("1 ") else "bare 100"])
        for way, found in rates.items()
        if "by" in way
    }


def _ratio(ours: list[float], theirs: list[float]) -> float:
    return statistics.median(a / b for a, b in zip(ours, theirs, strict=True))


def _append(ledger: DuckDBLedger, size: int, threads: int) -> int:
    """Events that some threads append in a round, each to a match of its own."""

    def one_match(_: int) -> int:
        match_id = str(uuid.uuid4())
        ledger.append(match_id, [opened(match_id)], expected=0)
        head, until = 1, time.perf_counter() + ROUND_S
        while time.perf_counter() < until:
            events = [placed(match_id, head + i) for i in range(1, size + 1)]
            head = ledger.append(match_id, events, expected=head).head.seq
        return head

    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(one_match, range(threads)))


def opened(match_id: str) -> dict[str, Any]:
    """A match_opened."""
    return {
        "match_id": match_id,
        "seq": 1,
        "at": "2026-11-28T10:00:00.000000Z",
        "actor": "table",
        "type": "match_opened",
        "game": "toy_battle",
        "options": {},
        "players": [{"seat": "P1", "name": "Aoi", "deck": None}],
    }


def placed(match_id: str, seq: int) -> dict[str, Any]:
    """A troop_placed."""
    return {
        "match_id": match_id,
        "seq": seq,
        "at": "2026-11-28T10:00:22.000000Z",
        "actor": "P2",
        "type": "troop_placed",
        "unit": "P2-u1",
        "troop": "captain",
        "space": "c1",
        "cause": "action",
        "by": None,
    }


def bare(folder: Path) -> duckdb.DuckDBPyConnection:
    """The least that could be called the same: a table of events with its key."""
    connection = duckdb.connect(
        folder / "bare.duckdb", config={"storage_compatibility_version": "v1.5.0"}
    )
    connection.execute(
        "create table events (position bigint, match_id varchar, seq bigint, event_id varchar,"
        " body blob, hash blob, primary key (match_id, seq))"
    )
    return connection


def commit_one(bare: duckdb.DuckDBPyConnection) -> int:
    """Rows committed in a round, one by one."""
    match_id, seq, until = str(uuid.uuid4()), 0, time.perf_counter() + ROUND_S
    while time.perf_counter() < until:
        seq += 1
        bare.execute(
            "insert into events values (?, ?, ?, ?, ?, ?)",
            [seq, match_id, seq, None, b"x" * 180, b"h" * 32],
        )
    return seq


def commit_thousand(bare: duckdb.DuckDBPyConnection) -> int:
    """Rows committed in a round, a thousand at a time."""
    match_id, seq, until = str(uuid.uuid4()), 0, time.perf_counter() + ROUND_S
    while time.perf_counter() < until:
        _insert(bare, _thousand(match_id, seq))
        seq += 1000
    return seq


def _thousand(match_id: str, seq: int) -> pa.Table:
    numbers = pa.array(range(seq + 1, seq + 1001))
    columns = {
        "position": numbers,
        "match_id": pa.array([match_id] * 1000, pa.string()),
        "seq": numbers,
        "event_id": pa.nulls(1000, pa.string()),
        "body": pa.array([b"x" * 180] * 1000, pa.binary()),
        "hash": pa.array([b"h" * 32] * 1000, pa.binary()),
    }
    return pa.table(columns)


def _insert(bare: duckdb.DuckDBPyConnection, arrived: pa.Table) -> None:
    bare.execute("insert into events select * from arrived")
