"""Many tables at once, each on a connection of its own: nothing lost, no gap, the order kept."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID, uuid4

import httpx

from auditor.game import game_of, games
from auditor.simulate import simulate
from store import DuckDBLedger
from tests.api.running import senpu, server
from tests.figures import times

CONNECTIONS = 32
EVENTS = times(20, 300)
"""Of each match; the last ten of them in one batch."""
Log = list[dict[str, Any]]


def played(table: int) -> Log:
    """The beginning of a match at a table; the games take turns."""
    key, rng = list(games())[table % len(games())], Random(table)
    match_id = str(UUID(int=rng.getrandbits(128), version=4))
    return simulate(game_of(key), rng, match_id=match_id, most=EVENTS - 1).events


def client_of(url: str) -> httpx.AsyncClient:
    """A connection of its own: one pool of many costs more than the server does."""
    return httpx.AsyncClient(base_url=url, timeout=60)


async def sent(client: httpx.AsyncClient, path: str, body: Any) -> None:
    """Sent twice under one key, as after a lost answer."""
    headers = {"Idempotency-Key": str(uuid4())}
    answers = [await client.post(path, json=body, headers=headers) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201], answers[0].text
    assert answers[0].content == answers[1].content


async def opened(url: str, log: Log) -> None:
    """A match opened at one table."""
    async with client_of(url) as client:
        await sent(client, "/v1/matches", log[0])


async def recorded(url: str, log: Log) -> None:
    """What is played at one table, once its match is open."""
    path = f"/v1/matches/{log[0]['match_id']}/events"
    async with client_of(url) as client:
        for event in log[1:-10]:
            await sent(client, path, event)
        await sent(client, path, log[-10:])


async def followed(url: str, log: Log) -> list[int]:
    """The numbers of the events that a follower of a table is told of."""
    seen, path = list[int](), f"/v1/matches/{log[0]['match_id']}/follow"
    async with client_of(url) as client, client.stream("GET", path) as stream:
        async for line in stream.aiter_lines():
            if line.startswith("id:"):
                seen.append(int(line.removeprefix("id:")))
                if seen[-1] == len(log):
                    break
    return seen


def told(event: dict[str, Any]) -> dict[str, Any]:
    """What an event says; how its time is written, and its match, are the server's."""
    return {name: value for name, value in event.items() if name not in ("at", "match_id")}


def test_thirty_two_tables_at_once_lose_nothing(tmp_path: Path) -> None:
    logs = [played(table) for table in range(CONNECTIONS)]

    async def run(url: str) -> list[list[int]]:
        await asyncio.gather(*(opened(url, log) for log in logs))
        watching = asyncio.gather(*(followed(url, log) for log in logs[:4]))
        await asyncio.gather(*(recorded(url, log) for log in logs))
        return await watching

    with server(tmp_path / "store") as (process, url):
        watched = asyncio.run(run(url))
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    assert watched == [list(range(1, len(log) + 1)) for log in logs[:4]]
    with DuckDBLedger.open(tmp_path / "store") as ledger:
        for log in logs:
            held = ledger.export(log[0]["match_id"])
            assert list(map(told, held))[1:] == list(map(told, log))[1:]
    assert senpu("verify", "--store", tmp_path / "store").exit_code == 0
