"""Of an open match, nobody who may not see its hidden cards can infer them from any answer.

Servers are asked the same; their matches differ in nothing but hidden cards. Every byte of every
answer is the same: bodies, statuses, headers, and so verdicts, sizes, orders, ETags.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
import pytest

from api.settings import Settings
from auditor.game import game_of, games
from events.cards import blanked
from store import MemoryLedger
from tests.api.asking import Client, Headers
from tests.api.hidden import MATCH, open_match, other_cards
from tests.api.test_keys import keys_of

PATH = f"/v1/matches/{MATCH}"
FORMS = ("application/json", "application/x-ndjson", "text/csv")
VARYING = {"ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"}
"""Headers that tell of the caller."""
ELSEWHERE = {
    "/metrics": "asked below",
    "/openapi.json": "tells of no match",
    "/docs": "tells of no match",
    "/healthz": "tells of no match",
    "/readyz": "tells of no match",
    "/v1/keys": "tells of no match",
    "/v1/keys/{key}": "tells of no match",
    "/v1/checkpoint": "a hash of salted events, another on every server",
    "/v1/matches/{match_id}/proof": "the same; what else it tells is asked below",
    "/v1/sql": "test_sql.py has every view",
    "/v1/matches/{match_id}/follow": "asked below",
}
"""Routes that are not asked here, and why."""


class Server(NamedTuple):
    """A server with the open match, and the keys it knows."""

    client: Client
    keys: dict[str, Headers]
    log: list[dict[str, Any]]
    broken: set[str]
    """Rules that the judge is told of: of this server and of those it is compared with."""


def server(log: list[dict[str, Any]]) -> Server:
    """One into which a match was recorded by its recorder, event by event where it ends."""
    client = Client(MemoryLedger(), settings=Settings(rate_anonymous="1000000/minute"))
    keys = keys_of(client)
    mine = client.post(
        "/v1/keys",
        json={"name": "mine", "roles": ["recorder"], "matches": [MATCH]},
        headers=keys["organiser"],
    )
    keys["recorder"] = {"Authorization": f"Bearer {mine.json()['key']}"}
    batch = [{n: e[n] for n in e if n != "match_id"} for e in log]
    opened = client.post(
        "/v1/matches", json=batch[0] | {"match_id": MATCH}, headers=keys["recorder"]
    )
    assert opened.status_code == 201, opened.text
    for events in (batch[1:-3], *([event] for event in batch[-3:])):
        response = client.post(f"{PATH}/events", json=events, headers=keys["recorder"])
        assert response.status_code == 201, response.text
        client.get(f"{PATH}/report")  # so the public's record is fed as the match grows
    told = client.get(f"{PATH}/report", headers=keys["judge"]).json()["findings"]
    return Server(client, keys, log, {finding["rule"] for finding in told})


def decked(log: list[dict[str, Any]], card: str) -> list[dict[str, Any]]:
    """A log whose first player's deck is known to the recorder."""
    first, *others = log[0]["players"]
    deck = {"name": "Blue", "archetype": "Control", "cards": [card]}
    return [log[0] | {"players": [first | {"deck": deck}, *others]}, *log[1:]]


def unseen(log: list[dict[str, Any]], key: str) -> list[dict[str, Any]]:
    """A log of one who saw no hidden card."""
    fields = game_of(key).vocabulary.cards
    seats = {"P1", "P2", "P3", "P4"}
    return [blanked(event, fields[event["type"]], seats) for event in log]


@pytest.fixture(scope="module", params=games())
def servers(request: pytest.FixtureRequest) -> list[Server]:
    """Servers with a match of each game as it was; with other cards; with none seen."""
    key = request.param
    log = open_match(key, 3)
    other = other_cards(log, key)
    assert other != log
    made = [
        server(decked(log, "Storm")),
        server(decked(other, "Calm")),
        server(decked(unseen(other, key), "Rain")),
    ]
    broken = set().union(*(one.broken for one in made))
    return [one._replace(broken=broken) for one in made]


def asked(one: Server) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The questions of one who may not see all, to every route that tells of matches."""
    head = len(one.log)
    rules = sorted(game_of(one.log[0]["game"]).catalogue.rules)
    for path in one.client.app.openapi()["paths"].items():
        route, operations = path
        if "get" not in operations or route in ELSEWHERE:
            continue
        place = route.replace("{match_id}", MATCH).replace("{game}", one.log[0]["game"])
        place = place.replace("{rule}", rules[0]).replace("{tournament}", "Spring%20Cup")
        for accept in FORMS:
            if accept == FORMS[0] or "events" in route or "proof" in route:
                yield "GET", place, {"headers": {"Accept": accept}}
    for at in (1, head // 2, head, head + 1):
        yield "GET", f"{PATH}/position?at={at}", {}
        yield "GET", f"{PATH}/events?after={at}", {}
    for verdict in ("legal", "illegal", "undetermined"):
        yield "GET", f"/v1/matches?verdict={verdict}", {}
    for rule in sorted(one.broken):
        yield "GET", f"/v1/matches?rule={rule}", {}
    for filters in ("deck=Blue", "deck=Control", "deck=Storm", "state=open", "winner=P1"):
        yield "GET", f"/v1/matches?{filters}", {}
    # What is recorded without leave, or again, is refused alike.
    event = {"actor": "P1", "type": "note_added", "text": "?"}
    yield "POST", f"{PATH}/events", {"json": event}
    again = {"actor": "P1", "type": "match_rewound", "to": 1, "seq": 2, "why": "?"}
    yield "POST", f"{PATH}/events", {"json": again, "headers": {"If-Match": '"1"'}}
    yield "POST", "/v1/matches", {"json": {"match_id": MATCH}}


def told(one: Server, who: str) -> list[tuple[str, int, dict[str, str], bytes]]:
    found = []
    for method, path, how in asked(one):
        headers = {**how.pop("headers", {}), **one.keys[who]}
        response = one.client.ask(method, path, headers=headers, **how)
        assert response.status_code < 500, (path, response.text)
        named = {n: v for n, v in response.headers.items() if n not in VARYING}
        found.append((f"{method} {path} {how}", response.status_code, named, response.content))
    return found


@pytest.mark.parametrize("who", ["nobody", "public", "organiser", "elsewhere"])
def test_no_byte_tells_of_a_hidden_card(servers: list[Server], who: str) -> None:
    first, *others = (told(one, who) for one in servers)
    for other in others:
        for here, there in zip(first, other, strict=True):
            assert here == there


def test_those_who_may_see_all_are_told_of_it(servers: list[Server]) -> None:
    for who in ("recorder", "judge"):
        bodies = {one.client.get(f"{PATH}/events", headers=one.keys[who]).text for one in servers}
        assert len(bodies) == len(servers)
        reports = {one.client.get(f"{PATH}/report", headers=one.keys[who]).text for one in servers}
        assert len(reports) > 1


def test_whole_logs_are_no_oracle(servers: list[Server]) -> None:
    """Whoever tries logs until one is held does not learn which."""
    for one in servers:
        found = {
            (r.status_code, r.text)
            for log in (other.log for other in servers)
            for r in [one.client.post("/v1/logs", json=log, headers=one.keys["organiser"])]
        }
        assert {status for status, _ in found} == {409}
        assert len(found) == 1


def test_a_proof_has_the_events_as_they_are_seen_and_no_salt(servers: list[Server]) -> None:
    for one in servers:
        proof = one.client.get(f"{PATH}/proof", headers=one.keys["public"]).json()
        events = one.client.get(f"{PATH}/events", headers=one.keys["public"]).json()
        assert proof["salt"] is None
        assert proof["events"] == events


def test_who_follows_is_told_alike(servers: list[Server]) -> None:
    streams = [streamed(one, len(one.log)) for one in servers]
    assert len(set(streams)) == 1
    assert streams[0].count(b"data:") >= len(servers[0].log)


def streamed(one: Server, events: int) -> bytes:
    """What a stream sends the public, up to so many events."""
    body = bytearray()

    async def run() -> None:
        over = asyncio.Event()

        async def receive() -> dict[str, Any]:
            await over.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            body.extend(message.get("body", b""))
            if body.count(b"data:") >= events:
                over.set()

        scope = {
            "type": "http",
            "method": "GET",
            "path": f"{PATH}/follow",
            "query_string": b"",
            "headers": [(n.lower().encode(), v.encode()) for n, v in one.keys["public"].items()],
            "http_version": "1.1",
            "scheme": "http",
            "server": ("desk", 80),
            "client": ("127.0.0.1", 1),
            "root_path": "",
            "raw_path": f"{PATH}/follow".encode(),
        }
        await asyncio.wait_for(one.client.app(scope, receive, send), 20)

    asyncio.run(run())
    return bytes(body)


def test_counters_are_for_organisers(servers: list[Server]) -> None:
    """They tell how many appends were refused, and how long cards were thought of."""
    one = servers[0]
    for who, status in (("nobody", 401), ("public", 403), ("organiser", 200)):
        response: httpx.Response = one.client.get("/metrics", headers=one.keys[who])
        assert response.status_code == status, who
