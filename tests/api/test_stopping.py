"""A server that is told to stop finishes what it has begun: what was acknowledged is held."""

from __future__ import annotations

import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import httpx

from store import DuckDBLedger
from tests.api.asking import log_of
from tests.api.running import server

RECORDERS, ENOUGH = 8, 200
"""Recorders at once, and acknowledged events after which the server is told to stop."""


def test_what_was_acknowledged_before_the_end_is_held(tmp_path: Path) -> None:
    opening = {k: v for k, v in log_of("match_1")[0].items() if k not in ("seq", "match_id")}
    acknowledged: dict[str, int] = {}
    enough = Event()

    def record(url: str) -> None:
        with httpx.Client(base_url=url, timeout=30) as client:
            try:
                path = (
                    client.post("/v1/matches", json=opening).raise_for_status().headers["Location"]
                )
                match_id = path.rsplit("/", 1)[-1]
                while True:
                    note = {"actor": "table", "type": "note_added", "text": "still here"}
                    answer = client.post(f"{path}/events", json=note)
                    if answer.status_code != 201:
                        return  # told that it is stopping
                    acknowledged[match_id] = answer.json()["head"]
                    if sum(acknowledged.values()) > ENOUGH:
                        enough.set()
            except httpx.TransportError:
                return  # it has stopped

    with server(tmp_path / "store") as (process, url):
        with ThreadPoolExecutor(RECORDERS) as threads:
            recorders = [threads.submit(record, url) for _ in range(RECORDERS)]
            enough.wait(30)
            process.send_signal(signal.SIGTERM)
            for recorder in recorders:
                recorder.result()
        assert process.wait(30) == 0
    assert len(acknowledged) == RECORDERS
    with DuckDBLedger.open(tmp_path / "store") as ledger:
        for match_id, head in acknowledged.items():
            events = ledger.export(match_id)
            assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
            assert len(events) >= head
