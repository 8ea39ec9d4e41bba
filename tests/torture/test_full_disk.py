"""A disk that is full: reading goes on, writing is refused, and goes on when there is room."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from store import DuckDBLedger, StoreFull
from store.verify import Verification
from tests.store.records import MATCH, event, opened

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs root to mount a small disk")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Eight megabytes."""
    mounting = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(tmp_path)]
    if subprocess.run(mounting, capture_output=True, check=False).returncode:
        pytest.skip("may not mount a small disk")
    yield tmp_path
    subprocess.run(["umount", str(tmp_path)], check=True)


def test_a_full_disk_takes_nothing_loses_nothing_and_goes_on_with_room(disk):
    ballast, head = disk / "ballast", 1
    ballast.write_bytes(bytes(3 << 20))
    with DuckDBLedger.open(disk / "store") as ledger:
        ledger.append(MATCH, [opened()], expected=0)
        with contextlib.suppress(StoreFull):
            while head < 100_000:
                ledger.append(MATCH, [event(head + 1, text="x" * 20_000)], expected=head)
                head += 1
        assert ledger.head(MATCH).seq == head
        assert len(ledger.read(MATCH)) == head
        with pytest.raises(StoreFull, match="no space left"):
            ledger.append(MATCH, [event(head + 1, text="x" * 20_000)], expected=head)
        ballast.unlink()
        for _ in range(20):
            head = ledger.append(MATCH, [event(head + 1)], expected=head).head.seq
    with DuckDBLedger.open(disk / "store") as ledger:
        assert [r.seq for r in ledger.read(MATCH)] == list(range(1, head + 1))
    with Verification(disk / "store") as found:
        for _ in found.steps():
            pass
        assert found.faults == []
