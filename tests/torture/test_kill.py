"""kill -9 of the real server under load: nothing acknowledged is lost, doubled or out of place."""

from __future__ import annotations

import random
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer
from time import monotonic
from typing import Any

import httpx

from store.verify import Verification
from tests.api.asking import log_of
from tests.api.running import server
from tests.figures import times

ROUNDS = times(20, 100)
RECORDERS = 16
OPENING = {k: v for k, v in log_of("match_1")[0].items() if k not in ("seq", "match_id")}


@dataclass
class Match:
    """What a recorder knows of a match: what was answered, and what it asked without an answer."""

    path: str
    texts: dict[int, str] = field(default_factory=dict)
    """By seq, of what was acknowledged."""
    asked: tuple[str, str] | None = None
    """Key and text of a request that had no answer yet."""


def record(url: str, match: Match | None, name: str) -> Match | None:
    """Records until the server is gone; a request without an answer is repeated first."""
    with httpx.Client(base_url=url, timeout=30) as client:
        try:
            if match is None:
                told = client.post("/v1/matches", json=OPENING).raise_for_status()
                match = Match(told.headers["Location"])
            number = 0
            while True:
                if match.asked is None:
                    match.asked = (f"{name}-{number}", f"{name} {number}")
                key, text = match.asked
                answer = client.post(
                    f"{match.path}/events",
                    json={"actor": "table", "type": "note_added", "text": text},
                    headers={"Idempotency-Key": key},
                )
                if answer.status_code != 201:
                    raise AssertionError(answer.text)
                [stored] = answer.json()["events"]
                assert stored["text"] == text
                assert stored["seq"] not in match.texts
                match.texts[stored["seq"]] = text
                match.asked, number = None, number + 1
        except httpx.TransportError:
            return match


def test_nothing_acknowledged_is_lost_doubled_or_left_with_a_gap(tmp_path: Path) -> None:
    rng, store = random.Random(1), tmp_path / "store"
    matches: list[Match | None] = [None] * RECORDERS
    ready: list[float] = []
    for number in range(ROUNDS):
        begun = monotonic()
        with server(store) as (process, url):
            ready.append(monotonic() - begun)
            held_by(url, [match for match in matches if match])
            killing = Timer(rng.uniform(0.02, 0.6), process.kill)
            killing.start()
            with ThreadPoolExecutor(RECORDERS) as threads:
                names = [f"{number}-{i}" for i in range(RECORDERS)]
                matches = list(threads.map(record, [url] * RECORDERS, matches, names))
            killing.join()
            process.wait(30)
    with Verification(store) as found:
        for _ in found.steps():
            pass
        assert found.faults == []
        total = sum(len(match.texts) for match in matches if match)
        assert found.matches.events >= total
    ready.sort()
    middle, most = ready[len(ready) // 2], ready[-1]
    print(f"{ROUNDS} kills, {total} acknowledged, none lost; ready in {middle:.1f} s, {most:.1f} s")


def held_by(url: str, matches: list[Match]) -> None:
    """All that was acknowledged is there, once, in its place."""
    with httpx.Client(base_url=url, timeout=30) as client:
        for match in matches:
            events: list[dict[str, Any]] = client.get(f"{match.path}/events").json()
            assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
            found = {event["seq"]: event["text"] for event in events[1:]}
            assert {seq: found.get(seq) for seq in match.texts} == match.texts
            places = defaultdict(list)
            for seq, text in found.items():
                places[text].append(seq)
            assert all(len(seqs) == 1 for seqs in places.values())
            unanswered = {match.asked[1]} if match.asked else set()
            assert places.keys() - set(match.texts.values()) <= unanswered
