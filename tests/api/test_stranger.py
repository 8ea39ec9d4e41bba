"""What a stranger does with each game: record a match, follow it, dispute a play, take a proof."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import httpx
import pytest

from auditor.game import game_of, games
from auditor.simulate import Simulated, simulate
from store.bundle import check_bundle
from tests.api.running import senpu, server
from tests.games.proof import PROOFS

Body = dict[str, Any]
MOST = 150
"""Events before and after the wrong one, where matches are long."""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with server(tmp_path_factory.mktemp("stranger") / "store") as (_, url):
        yield url


def with_a_fault(key: str) -> Simulated:
    """A match in which something wrong was played, and the play went on."""
    faults = set(game_of(key).faults) - PROOFS[key].shown_only
    for seed in range(100):
        rng = Random(f"stranger {key} {seed}")
        match_id = str(UUID(int=rng.getrandbits(128), version=4))
        match = simulate(game_of(key), rng, match_id=match_id, illegal=faults, most=MOST)
        if match.planted is not None and match.planted[0] < len(match.events) - 3:
            return match
    raise AssertionError(key)


def unnumbered(event: Body) -> Body:
    """An event as it is typed: its number is the server's to give."""
    return {name: value for name, value in event.items() if name not in ("seq", "match_id")}


async def followed(url: str, path: str, last: int) -> dict[int, list[str]]:
    """The rules broken, as a second client is told of them, by event."""
    told: dict[int, list[str]] = {}
    async with (
        httpx.AsyncClient(base_url=url, timeout=60) as client,
        client.stream("GET", f"{path}/follow") as stream,
    ):
        number = 0
        async for line in stream.aiter_lines():
            if line.startswith("id:"):
                number = int(line.removeprefix("id:"))
            elif line.startswith("data:") and number not in told:
                findings = json.loads(line.removeprefix("data:")).get("findings", [])
                told[number] = [f["rule"] for f in findings if f["verdict"] == "illegal"]
                if number == last:
                    break
    return told


@pytest.mark.parametrize("key", games())
def test_a_stranger_records_follows_disputes_and_proves(key: str, url: str, tmp_path: Path) -> None:
    match = with_a_fault(key)
    log, (wrong, rule) = match.events, match.planted or (0, "")

    async def run() -> dict[int, list[str]]:
        async with httpx.AsyncClient(base_url=url, timeout=60) as client:
            opened = await client.post("/v1/matches", json=unnumbered(log[0]))
            assert opened.status_code == 201, opened.text
            path = opened.headers["Location"]
            watching = asyncio.create_task(followed(url, path, len(log)))
            for event in log[1:]:
                sent = await client.post(f"{path}/events", json=unnumbered(event))
                assert sent.status_code == 201, sent.text
            paths.append(path)
            return await watching

    paths: list[str] = []
    told = asyncio.run(run())
    [path] = paths
    assert [number for number, rules in told.items() if rules] == [wrong]
    assert told[wrong] == [rule]
    with httpx.Client(base_url=url, timeout=60) as client:
        report = client.get(f"{path}/report").raise_for_status().json()
        assert report["divergence"] == wrong
        ruling = {"on": wrong, "verdict": "illegal", "remedy": "stands", "text": "as the rule says"}
        ruled = {"actor": "judge", "type": "ruling_given", "rule": rule, **ruling}
        answer = client.post(f"{path}/events", json=ruled)
        assert (answer.status_code, answer.json()["findings"]) == (201, []), answer.text
        report = client.get(f"{path}/report").raise_for_status().json()
        [finding] = [f for f in report["findings"] if f["seq"] == wrong]
        assert (finding["status"], finding["ruling"]["agrees"]) == ("upheld", True)
        bundle = client.get(f"{path}/proof").raise_for_status().content
    assert len(check_bundle(bundle).events) == len(log) + 1
    (tmp_path / "proof.json").write_bytes(bundle)
    assert senpu("verify", tmp_path / "proof.json").exit_code == 0
