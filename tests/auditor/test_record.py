"""A record under audit says at every moment what an audit of the log so far would say."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from auditor import Record, audit, find_match_data, report
from events import read_log
from tests.games.test_examples import worked_out

LOGS = sorted({path for path, _ in worked_out()})
REPORTS = """
import json, sys
from auditor import audit
from events import read_log
for path in sys.argv[1:]:
    print(json.dumps(audit(read_log(open(path, "rb"))), ensure_ascii=False))
"""


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_event_by_event_is_as_a_whole(path: Path) -> None:
    lines = path.read_bytes().splitlines()
    events = read_log(b"\n".join(lines)).events
    opened = events[0]
    record = Record(opened, find_match_data(opened.game, opened.catalogue))  # type: ignore[attr-defined, arg-type]
    for number, event in enumerate(events, 1):
        record.feed(event)
        so_far = read_log(b"\n".join(lines[:number]))
        assert report(record) == audit(so_far), f"after event {number}"


def reports(**environment: str) -> bytes:
    """The reports on all examples, written by a program of its own."""
    run = subprocess.run(
        [sys.executable, "-c", REPORTS, *map(str, LOGS)],
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        capture_output=True,
        check=True,
    )
    return run.stdout


def test_a_report_is_the_same_on_every_machine() -> None:
    here = reports(PYTHONHASHSEED="0", LC_ALL="C", TZ="UTC")
    there = reports(PYTHONHASHSEED="12345", LC_ALL="C.UTF-8", TZ="Asia/Tokyo")
    assert here == there
    assert len(here.splitlines()) == len(LOGS)
    assert json.loads(here.splitlines()[0])["events"] > 0
