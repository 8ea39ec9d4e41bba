"""How fast a large store is filled, archived, verified and read, and how small it gets.

The store is built once in the temporary folder of the machine and used again by the next run.
SENPU_BENCH_EVENTS says how many events: 10,000,000 for the figures to reach.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import tempfile
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import pyarrow.parquet as pq

from auditor.game import games
from auditor.simulate import simulate
from events import write_log
from store import DuckDBLedger
from store.hashing import new_salt, salt_as_text
from store.verify import Verification

EVENTS = int(os.environ.get("SENPU_BENCH_EVENTS", "1000000"))
THREADS = 16
POOL = 40
"""Simulated matches that are recorded again and again, under new ids and at other times."""
READS = 60
FIGURES = "figures.json"


class Figures(NamedTuple):
    """What was measured."""

    events: int
    imported: float
    """Events a second, a match an append."""
    archived: float
    verified: float
    bytes_an_event: float
    plain_bytes_an_event: float
    """Of the same events as one Parquet file with hashes, as DuckDB writes it."""
    read_ms: float
    """One match by its id: the median."""
    duckdb_read_ms: float
    """The same from DuckDB over that Parquet file."""


def large() -> Path:
    """The folder of the large store, `store` in it; built if it is not there."""
    folder = Path(tempfile.gettempdir()) / f"senpu-bench-{EVENTS}"
    if not (folder / FIGURES).exists():
        folder.mkdir(exist_ok=True)
        (folder / FIGURES).write_text(json.dumps(_built(folder)), "utf-8")
    return folder


def measure() -> Figures:
    """What can be measured again of the large store, and what was while it was built."""
    folder = large()
    built = json.loads((folder / FIGURES).read_text("utf-8"))
    read, read_by_duckdb = _read(folder)
    return Figures(verified=_verified(folder), read_ms=read, duckdb_read_ms=read_by_duckdb, **built)


def _built(folder: Path) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    with DuckDBLedger.open(folder / "store") as ledger:
        begun = time.perf_counter()
        with ThreadPoolExecutor(THREADS) as threads:
            events = sum(threads.map(lambda n: _append(ledger, n), range(EVENTS // _mean() + 1)))
        figures["events"] = events
        figures["imported"] = events / (time.perf_counter() - begun)
    plain = folder / "plain.parquet"
    with duckdb.connect(folder / "store" / "ledger.duckdb", read_only=True) as file:
        file.execute(
            "copy (select match_id, seq, happened, body, lag(hash) over (partition by match_id"
            f" order by seq) as before, hash from events order by match_id, seq) to '{plain}'"
            " (format parquet, compression zstd)"
        )
    with DuckDBLedger.open(folder / "store") as ledger:
        begun = time.perf_counter()
        moved = sum(1 for _ in ledger.archive())
        assert moved
        figures["archived"] = events / (time.perf_counter() - begun)
    files = (folder / "store" / "archive").rglob("*")
    size = sum(path.stat().st_size for path in files if path.is_file())
    archived = pq.ParquetFile(plain).metadata.num_rows
    figures["bytes_an_event"] = size / archived
    figures["plain_bytes_an_event"] = plain.stat().st_size / archived
    return figures


def _pool() -> list[list[dict[str, Any]]]:
    game = next(iter(games().values()))
    return [
        [
            json.loads(line)
            for line in write_log(
                simulate(game, random.Random(seed), match_id=str(uuid.UUID(int=seed))).events
            ).splitlines()
        ]
        for seed in range(POOL)
    ]


_LOGS: list[list[dict[str, Any]]] = []


def _mean() -> int:
    if not _LOGS:
        _LOGS.extend(_pool())
    return sum(map(len, _LOGS)) // POOL


def _append(ledger: DuckDBLedger, number: int) -> int:
    rng = random.Random(number)
    match_id, log = str(uuid.UUID(int=rng.getrandbits(128), version=4)), rng.choice(_LOGS)
    moment = rng.randrange(28 * 86_400)
    events = []
    for event in log:
        moment += rng.randrange(1, 40)
        day, second = divmod(moment, 86_400)
        at = f"2026-{day // 28 + 10:02}-{day % 28 + 1:02}T{second // 3600:02}:"
        at += f"{second // 60 % 60:02}:{second % 60:02}.{rng.randrange(10**6):06}Z"
        events.append({"match_id": match_id, "actor": "table", **event, "at": at})
        events[-1]["match_id"] = match_id
    events[0]["salt"] = salt_as_text(new_salt())
    if events[-1]["type"] != "match_closed":
        end = {"type": "match_closed", "actor": "table", "winner": None, "reason": "conceded"}
        events.append({**events[-1], **end, "seq": len(events) + 1})
    return ledger.append(match_id, events, expected=0).head.seq


def _verified(folder: Path) -> float:
    begun = time.perf_counter()
    with Verification(folder / "store") as found:
        for _ in found.steps():
            pass
        assert found.faults == []
        return found.matches.events / (time.perf_counter() - begun)


def _read(folder: Path) -> tuple[float, float]:
    """Milliseconds for one match: ours, and DuckDB's over the plain file; one after the other."""
    rng = random.Random(1)
    numbers = [rng.randrange(EVENTS // _mean() + 1) for _ in range(READS)]
    ids = [
        str(uuid.UUID(int=random.Random(number).getrandbits(128), version=4)) for number in numbers
    ]
    ours, theirs = [], []
    with DuckDBLedger.open(folder / "store") as ledger, duckdb.connect() as bare:
        bare.execute("set parquet_metadata_cache = true")
        for match_id in ids:
            begun = time.perf_counter()
            held = ledger.read(match_id)
            ours.append(time.perf_counter() - begun)
            begun = time.perf_counter()
            rows = bare.execute(
                f"from '{folder}/plain.parquet' where match_id = ? order by seq", [match_id]
            ).fetchall()
            theirs.append(time.perf_counter() - begun)
            assert len(held) == len(rows)
    return 1000 * statistics.median(ours[5:]), 1000 * statistics.median(theirs[5:])
