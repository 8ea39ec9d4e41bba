"""kill -9 of the real server under load: nothing acknowledged is lost, doubled or out of place."""

from __future__ import annotations

import random
import subprocess
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Lock
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


class Fuse:
    """Kills a server at the n-th answer, while others wait for theirs."""

    def __init__(self, process: subprocess.Popen[str], answers: int) -> None:
        self._process = process
        self._left = answers
        self._lock = Lock()

    def burn(self) -> None:
        """An answer came."""
        with self._lock:
            self._left -= 1
            if self._left == 0:
                self._process.kill()


def record(url: str, fuse: Fuse, match: Match | None, name: str) -> Match | None:
    """Records until the server is gone; a request without an answer is repeated first."""
    with httpx.Client(base_url=url, timeout=30, verify=False) as client:
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
                fuse.burn()
        except httpx.TransportError:
            return match


def test_nothing_acknowledged_is_lost_doubled_or_left_with_a_gap(tmp_path: Path) -> None:
    rng, store = random.Random(1), tmp_path / "store"
    matches: list[Match | None] = [None] * RECORDERS
    ready: list[float] = []
    acknowledged = 0
    for number in range(ROUNDS):
        begun = monotonic()
        with server(store) as (process, url):
            ready.append(monotonic() - begun)
            held_by(url, [match for match in matches if match])
            with ThreadPoolExecutor(RECORDERS) as threads:
                names = [f"{number}-{i}" for i in range(RECORDERS)]
                recording = partial(record, url, Fuse(process, rng.randrange(1, 200)))
                matches = list(threads.map(recording, matches, names))
            process.wait(30)
        before, acknowledged = acknowledged, sum(len(match.texts) for match in matches if match)
        assert acknowledged > before
    with Verification(store) as found:
        for _ in found.steps():
            pass
        assert found.faults == []
        assert found.matches.events >= acknowledged
    ready.sort()
    middle, most = ready[len(ready) // 2], ready[-1]
    told = f"ready in {middle:.1f} s, {most:.1f} s at most"
    print(f"{ROUNDS} kills, {acknowledged} acknowledged, none lost; {told}")


def held_by(url: str, matches: list[Match]) -> None:
    """All that was acknowledged is there, once, in its place."""
    with httpx.Client(base_url=url, timeout=30, verify=False) as client:
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
