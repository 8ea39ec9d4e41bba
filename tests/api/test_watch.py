"""What the operator sees of a server, and what not even he sees."""

from __future__ import annotations

import json
import logging
import sys

import pytest

from api.watch import LOG, AsJson
from store import DuckDBLedger, MemoryLedger
from tests.api.asking import Client, log_of

HIDDEN = "skully-that-nobody-saw"


class Lines(logging.Handler):
    """Keeps what is logged as it would be written."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(AsJson())
        self.text: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.text.append(self.format(record))


@pytest.fixture
def lines():
    handler, level = Lines(), LOG.level
    LOG.addHandler(handler)
    LOG.setLevel("INFO")
    yield handler.text
    LOG.removeHandler(handler)
    LOG.setLevel(level)


def counted(client: Client) -> list[str]:
    return [row for row in client.get("/metrics").text.splitlines() if not row.startswith("#")]


def test_a_request_is_one_line_of_json(lines):
    client = Client(MemoryLedger())
    path = client.recorded(log_of("match_1")[:2])
    told = json.loads(lines[-1])
    assert told["event"] == "request"
    assert (told["method"], told["status"]) == ("POST", 201)
    assert told["route"] == "/v1/matches/{match_id}/events"
    assert told["match_id"] == path.rsplit("/", 1)[-1]
    assert told["ms"] > 0


def test_neither_lines_nor_counters_hold_what_was_sent(lines):
    client = Client(MemoryLedger())
    path = client.opened(log_of("match_1")[0])
    event = {"actor": "P1", "type": "tiles_set_aside", "troops": [HIDDEN] * 4}
    headers = {"Authorization": f"Bearer {HIDDEN}", "Idempotency-Key": HIDDEN}
    client.post(f"{path}/events?mode={HIDDEN}", json=event, headers=headers)
    client.post(f"{path}/events", json=event, headers=headers)
    client.get(f"/{HIDDEN}")
    assert len(lines) == 4
    assert HIDDEN not in "\n".join([*lines, *counted(client)])


def test_of_a_failure_its_kind_and_place_are_told_and_not_its_words(lines):
    try:
        raise ValueError(HIDDEN)
    except ValueError:
        LOG.error("failed", exc_info=sys.exc_info())
    told = json.loads(lines[-1])
    assert told["kind"] == "builtins.ValueError"
    assert "test_watch.py" in told["frames"][-1]
    assert HIDDEN not in lines[-1]


def test_requests_are_counted_by_route_and_status():
    client = Client(MemoryLedger())
    client.get("/healthz")
    client.get("/healthz")
    client.get("/v1/matches/none")
    client.ask("BREW", "/elsewhere")
    found = counted(client)
    assert 'senpu_requests_total{method="GET",route="/healthz",status="200"} 2.0' in found
    missing = 'senpu_requests_total{method="GET",route="/v1/matches/{match_id}",status="404"} 1.0'
    assert missing in found
    assert 'senpu_requests_total{method="any",route="none",status="404"} 1.0' in found
    assert any(row.startswith('senpu_request_seconds_count{route="/healthz"} 2.0') for row in found)


def test_ready_is_who_can_write(tmp_path):
    with DuckDBLedger.open(tmp_path / "store") as ledger:
        client = Client(ledger)
        assert client.get("/readyz").json() == {"status": "ready"}
    response = client.get("/readyz")
    assert (response.status_code, response.json()["type"]) == (
        503,
        "urn:senpu:problem:store-closed",
    )
    assert client.get("/healthz").status_code == 200
