"""The n-th write, fsync or rename fails: acknowledged and found, or refused and not half there."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from store import DuckDBLedger
from store.verify import Verification
from tests.figures import IS_FULL
from tests.torture.recording import LENGTH

ROOT = Path(__file__).parents[2]
APPENDS = 45
STEP = 1 if IS_FULL else 30
"""Of the places where it may fail, each so many."""

pytestmark = pytest.mark.skipif(
    shutil.which("strace") is None or os.geteuid() != 0, reason="needs strace, and root to trace"
)
CALLS = {"write": "write,pwrite64", "fsync": "fsync,fdatasync", "rename": "rename,renameat2"}


def recording(store: Path, told: Path, *traced: str) -> int:
    """Records in a process of its own; gives how it ended."""
    command = [sys.executable, "-m", "tests.torture.recording", str(store), str(told), str(APPENDS)]
    return subprocess.run(
        [*traced, *command], cwd=ROOT, capture_output=True, check=False, timeout=120
    ).returncode


def only_of(store: Path) -> Iterator[str]:
    """strace's options, so that only calls on the store's own files count."""
    names = [
        "ledger.duckdb",
        "ledger.duckdb.new",
        "ledger.duckdb.wal",
        "ledger.duckdb.wal.checkpoint",
        "head.json",
    ]
    names += ["head.json.new", "signing-key.new", "archive/manifest.new"]
    part = "archive/game=toy_battle/month=2026-11/000001"
    names += [f"{part}{end}.new" for end in (".parquet", ".heads.parquet", ".names.json")]
    names += ["", "archive", Path(part).parent.as_posix()]
    for name in names:
        yield "-P"
        yield str(store / name).rstrip("/")


@pytest.mark.parametrize("error", ["EIO", "ENOSPC"])
@pytest.mark.parametrize("call", CALLS)
def test_whatever_fails_nothing_acknowledged_is_lost(tmp_path, call, error):
    failed = 0
    for place in itertools.count(1, STEP):
        store, told = tmp_path / f"{place}", tmp_path / f"{place}.told"
        # The log keeps silent about calls that were not traced: whether one failed is in it.
        log = tmp_path / f"{place}.trace"
        inject = f"inject={CALLS[call]}:error={error}:when={place}"
        strace = ["strace", "-f", "-qq", "-o", str(log), "-e", f"trace={CALLS[call]}"]
        ended = recording(store, told, *strace, *only_of(store), "-e", inject)
        lines = told.read_text("utf-8").splitlines() if told.exists() else []
        acknowledged = max((int(line) for line in lines if line.isdigit()), default=0)
        check(store, acknowledged, (call, error, place, lines[-3:]))
        if "(INJECTED)" not in log.read_text("utf-8", "replace"):
            assert (ended, acknowledged) == (0, APPENDS)
            break
        failed += 1
        if call == "fsync" and any(line.startswith("failed True") for line in lines):
            # After a failed fsync nothing more is taken.
            assert ended == 4, lines
        # When it works again, it goes on from what is there.
        assert recording(store, told) == 0, (place, told.read_text("utf-8")[-500:])
        check(store, APPENDS, (call, error, place, "again"))
        shutil.rmtree(store)
    assert failed > 0
    print(f"{call} {error}: failed at each of {failed} places, nothing lost")


def check(store: Path, acknowledged: int, where: object) -> None:
    """What is there is a beginning of what was recorded, with all that was acknowledged."""
    if not (store / "ledger.duckdb").exists():
        assert acknowledged == 0, where
        return
    with DuckDBLedger.open(store) as ledger:
        held = ledger.position()
        heads = [ledger.head(m.match_id).seq for m in ledger.matches(limit=1000)]
    assert acknowledged <= held <= acknowledged + 1, where
    assert sorted(heads, reverse=True)[: held // LENGTH] == [LENGTH] * (held // LENGTH), where
    with Verification(store) as found:
        for _ in found.steps():
            pass
        assert found.faults == [], where
