"""How fast the server takes events at 32 connections, and answers beside other work.

The same application runs over a ledger in memory (no store) and over DuckDB, each in a process of
its own; bare DuckDB does the least that could be called the same. `python -m tests.speed.serving`
is the server without a store.
"""

from __future__ import annotations

import asyncio
import re
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from tests.api.running import server
from tests.speed import keeping
from tests.speed.appends import bare, commit_one, commit_thousand

CONNECTIONS = 32
ROUNDS = 3
ROUND_S = 2.0
READS = 200
OPENING = {
    "type": "match_opened",
    "game": "toy_battle",
    "catalogue": "playroom",
    "options": {"board": "rug"},
    "players": [{"seat": "P1", "name": "Aoi"}, {"seat": "P2", "name": "Ren"}],
}
NOTE = {"actor": "table", "type": "note_added", "text": "still here"}
LARGE = "select type, count(*), count(distinct match_id) from events group by all"
"""A query that reads every event."""


class Taken(NamedTuple):
    """Posts of one kind."""

    what: str
    rate: float
    """Events a second."""
    p50_ms: float
    p99_ms: float


def measure() -> Iterator[Taken]:
    """Durable posts at 32 connections, over each ledger, and bare DuckDB's commits."""
    with tempfile.TemporaryDirectory() as folder:
        with bare(Path(folder)) as connection:
            yield from _commits("bare DuckDB, one row", lambda: commit_one(connection))
            yield from _commits("bare DuckDB, 1,000 rows", lambda: commit_thousand(connection))
        servers = {"no store": _without_a_store(), "DuckDB": server(Path(folder) / "store")}
        for name, running in servers.items():
            with running as (_, url):
                for size in (1, 100):
                    rounds = [asyncio.run(_posted(url, size)) for _ in range(ROUNDS)]
                    yield _taken(f"{name}, posts of {size}", size, rounds)


def beside_large() -> Iterator[Taken]:
    """Over the large store of `keeping`: one match read; posts with and without a large query."""
    with server(keeping.large() / "store") as (_, url):
        with httpx.Client(base_url=url, timeout=600) as client:
            listed = client.get("/v1/matches", params={"limit": 50}).raise_for_status().json()
            ids = [match["match_id"] for match in listed["matches"]]
            times = []
            for number in range(READS):
                begun = time.perf_counter()
                client.get(f"/v1/matches/{ids[number % len(ids)]}/events").raise_for_status()
                times.append(time.perf_counter() - begun)
        yield _taken("one match of the large store, read", 1, [times])
        yield _taken("posts of 1 over it", 1, [asyncio.run(_posted(url, 1))])
        yield _taken("posts of 1 while SQL reads all", 1, [asyncio.run(_posted(url, 1, LARGE))])


def _commits(what: str, act: Any) -> Iterator[Taken]:
    rates = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        rates.append(act() / (time.perf_counter() - begun))
    yield Taken(what, statistics.median(rates), 0.0, 0.0)


def _taken(what: str, size: int, rounds: list[list[float]]) -> Taken:
    rate = statistics.median(len(times) * size for times in rounds) / ROUND_S
    every = sorted(t for times in rounds for t in times)
    at = [every[int(share * (len(every) - 1))] * 1000 for share in (0.5, 0.99)]
    return Taken(what, rate, *at)


async def _posted(url: str, size: int, query: str | None = None) -> list[float]:
    """The seconds of each post of a round, at 32 connections to a match each."""
    async with _asking(url, query):
        found = await asyncio.gather(*(_one(url, size) for _ in range(CONNECTIONS)))
    return [t for times in found for t in times]


async def _one(url: str, size: int) -> list[float]:
    # A client each: one pool of many connections costs more than the server does.
    async with httpx.AsyncClient(base_url=url, timeout=600) as client:
        opened = await client.post("/v1/matches", json={**OPENING, "match_id": str(uuid.uuid4())})
        path = opened.raise_for_status().headers["Location"] + "/events"
        body: Any = NOTE if size == 1 else [NOTE] * size
        times, until = [], time.perf_counter() + ROUND_S
        while (begun := time.perf_counter()) < until:
            (await client.post(path, json=body)).raise_for_status()
            times.append(time.perf_counter() - begun)
    return times


@asynccontextmanager
async def _asking(url: str, query: str | None) -> AsyncIterator[None]:
    """A query asked over and over beside what runs in it."""

    async def ask() -> None:
        async with httpx.AsyncClient(base_url=url, timeout=600) as client:
            while True:
                (await client.post("/v1/sql", json={"sql": query})).raise_for_status()

    asking = asyncio.create_task(ask()) if query is not None else None
    yield
    if asking is not None:
        asking.cancel()


@contextmanager
def _without_a_store() -> Iterator[tuple[subprocess.Popen[str], str]]:
    command = [sys.executable, "-m", "tests.speed.serving"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None
            yield process, found[0]
        finally:
            process.kill()


def _main() -> None:
    from api.app import make_app
    from api.serving import listening, serve, url_of
    from api.settings import Settings
    from store import MemoryLedger

    listener = listening("127.0.0.1", 0)
    print(url_of(listener), flush=True)
    serve(make_app(MemoryLedger(), local=True), listener, Settings())


if __name__ == "__main__":
    _main()
