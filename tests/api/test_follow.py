"""A match followed live over real connections: every event once, in order, with its verdict."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import httpx
import pytest

from api.app import make_app
from api.serving import served
from api.settings import Settings
from store import DuckDBLedger, MemoryLedger
from tests.api.asking import Client as Asked
from tests.api.asking import Headers, log_of
from tests.api.test_problems import NOBODY, assert_problem

LOG = log_of("dispute_3")
MATCH = LOG[0]["match_id"]
PATH = f"/v1/matches/{MATCH}"
OPENING = {name: LOG[0][name] for name in LOG[0] if name not in ("seq", "actor")}
FOLLOWERS, NOTES = 200, 40
Sent = tuple[int | None, str, dict[str, Any]]
"""Id, name and data of a server-sent event."""


@pytest.fixture
def url() -> Iterator[str]:
    """A server that never had a key, with a match opened."""
    app = make_app(MemoryLedger(), settings=Settings(heartbeat_s=0.2, followers=4 * FOLLOWERS))
    with served(app) as at:
        assert httpx.post(f"{at}/v1/matches", json=OPENING).status_code == 201
        yield at


@asynccontextmanager
async def followed(
    client: httpx.AsyncClient, after: int | None = None, headers: Headers | None = None
) -> AsyncIterator[AsyncIterator[Sent]]:
    sent = dict(headers or {}) | ({} if after is None else {"Last-Event-ID": str(after)})
    async with client.stream("GET", f"{PATH}/follow", headers=sent) as response:
        assert response.status_code == 200, await response.aread()
        assert response.headers["Content-Type"].startswith("text/event-stream")
        assert response.headers["Cache-Control"] == "no-store"
        yield events_in(response.aiter_lines())


async def events_in(lines: AsyncIterator[str]) -> AsyncIterator[Sent]:
    fields: dict[str, str] = {}
    async for line in lines:
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif "data" in fields:
            id = fields.get("id")
            yield (id and int(id)) or None, fields["event"], json.loads(fields["data"])
            fields = {}


async def some(sent: AsyncIterator[Sent], many: int) -> list[Sent]:
    found = []
    async for each in sent:
        found.append(each)
        if len(found) == many:
            break
    return found


def test_events_come_as_they_are_recorded_with_their_verdicts(url: str):
    async def run() -> None:
        async with (
            httpx.AsyncClient(base_url=url, timeout=10) as client,
            followed(client) as sent,
        ):
            answers = [(await anext(sent))[2]]
            for event in LOG[1:]:
                told = (await client.post(f"{PATH}/events", json=event)).json()
                [(id, name, data)] = await some(sent, 1)
                assert (id, name) == (told["head"], "event")
                assert data == told  # what the append answered, is told to all
                answers.append(data)
        verdicts = [f["verdict"] for data in answers for f in data["findings"]]
        assert verdicts == ["undetermined"]
        assert [f["settled_by"] for data in answers for f in data["settled"]] == [6]

    asyncio.run(run())


def test_a_stream_is_resumed_after_the_last_event_that_came(url: str):
    httpx.post(f"{url}{PATH}/events", json=LOG[1:])

    async def run() -> None:
        async with httpx.AsyncClient(base_url=url, timeout=10) as client:
            async with followed(client, after=4) as sent:
                assert [id for id, *_ in await some(sent, 2)] == [5, 6]
            async with client.stream("GET", f"{PATH}/follow?after=5") as response:
                [(id, *_)] = await some(events_in(response.aiter_lines()), 1)
                assert id == 6

    asyncio.run(run())


def test_a_quiet_stream_shows_that_it_lives(url: str):
    async def run() -> None:
        async with (
            httpx.AsyncClient(base_url=url, timeout=10) as client,
            client.stream("GET", f"{PATH}/follow?after=1") as response,
        ):
            async for line in response.aiter_lines():
                if line:
                    assert line == ": still here"
                    break

    asyncio.run(run())


def test_what_can_not_be_followed_is_a_problem(url: str):
    with httpx.Client(base_url=url) as client:
        assert_problem(client.get(f"{NOBODY}/follow"), 404, "unknown-match")
        assert_problem(client.get(f"{PATH}/follow?after=2"), 404, "unknown-event")
        for last in ("x", "-1"):
            response = client.get(f"{PATH}/follow", headers={"Last-Event-ID": last})
            assert_problem(response, 422, "bad-parameter")


def test_two_hundred_followers_cut_and_resumed_get_every_event_once(url: str):
    """Each is cut after a few events, again and again, while the match goes on."""
    last = NOTES + 1

    async def follower(client: httpx.AsyncClient, random: Random) -> list[int]:
        got: list[int] = []
        while not got or got[-1] < last:
            async with followed(client, got[-1] if got else None) as sent:
                cut = random.randint(1, 25)
                async for id, *_ in sent:
                    assert id is not None
                    got.append(id)
                    cut -= 1
                    if cut == 0 or id == last:
                        break
        return got

    async def run() -> list[list[int]]:
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(base_url=url, timeout=60, limits=limits) as client:
            return await asyncio.gather(
                *(follower(client, Random(number)) for number in range(FOLLOWERS))
            )

    def record() -> None:
        with httpx.Client(base_url=url, timeout=60) as client:
            for number in range(NOTES):
                note = {"actor": "table", "type": "note_added", "text": str(number)}
                assert client.post(f"{PATH}/events", json=note).status_code == 201

    recording = threading.Thread(target=record)
    recording.start()
    followers = asyncio.run(run())
    recording.join()
    assert all(got == list(range(1, last + 1)) for got in followers)


def test_no_more_than_so_many_follow_at_once():
    app = make_app(MemoryLedger(), settings=Settings(followers=1))

    async def run(url: str) -> None:
        async with httpx.AsyncClient(base_url=url, timeout=10) as client:
            await client.post("/v1/matches", json=OPENING)
            async with followed(client) as sent:
                await some(sent, 1)
                refusal = await client.get(f"{PATH}/follow")
                assert_problem(refusal, 429, "too-many")
                assert refusal.headers["Retry-After"] == "1"

    with served(app) as url:
        asyncio.run(run(url))


def test_a_revoked_key_follows_no_further(tmp_path):
    with DuckDBLedger.open(tmp_path / "store") as ledger:
        asked = Asked(ledger, settings=Settings(heartbeat_s=0.2))
        asked.opened(LOG[0])
        organiser = asked.app.state.doors.keys.create("o", ["organiser"])[1]
        judge, text = asked.app.state.doors.keys.create("j", ["judge"])

        async def run(url: str) -> list[Sent]:
            judges, organisers = ({"Authorization": f"Bearer {key}"} for key in (text, organiser))
            async with (
                httpx.AsyncClient(base_url=url, timeout=10) as client,
                followed(client, headers=judges) as sent,
            ):
                await some(sent, 1)
                await client.delete(f"/v1/keys/{judge.id}", headers=organisers)
                return [each async for each in sent]

        with served(asked.app) as url:
            assert asyncio.run(run(url)) == []
