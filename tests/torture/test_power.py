"""The power fails between any two system calls: nothing acknowledged is lost, the store opens."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from store import DuckDBLedger
from store.verify import Verification
from tests.figures import times
from tests.torture.power import CALLS, Disk, State

ROOT = Path(__file__).parents[2]
APPENDS = 45

pytestmark = pytest.mark.skipif(
    shutil.which("strace") is None or os.geteuid() != 0, reason="needs strace, and root to trace"
)


def test_a_store_survives_the_loss_of_power(tmp_path):
    store, told, trace = tmp_path / "store", tmp_path / "told", tmp_path / "trace"
    strace = ["strace", "-f", "-qq", "-xx", "-s", "4000000", "-o", str(trace)]
    recording = [sys.executable, "-m", "tests.torture.recording", str(store), str(told)]
    subprocess.run(
        [*strace, "-e", f"trace={CALLS}", *recording, str(APPENDS)], cwd=ROOT, check=True
    )
    states: dict[int, State] = {}
    for state in Disk(store, told).states(trace):
        if state.acknowledged:
            states.setdefault(hash((state.acknowledged, *sorted(state.files.items()))), state)
    # Each kind, and the few around a rename as likely as the many of an append.
    rng, chosen = random.Random(2), list(states.values())
    rng.shuffle(chosen)
    chosen = chosen[: times(15, 1500)]
    kinds: Counter[str] = Counter()
    for state in chosen:
        kinds[state.kind] += 1
        place = tmp_path / "found"
        for name, content in state.files.items():
            file = place / Path(name).relative_to(store)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        with DuckDBLedger.open(place) as ledger:
            held = ledger.position()
            assert state.acknowledged <= held <= state.acknowledged + 1, state.kind
            for _ in ledger.archive():
                pass
        with Verification(place) as found:
            for _ in found.steps():
                pass
            assert found.faults == [], state.kind
        shutil.rmtree(place)
    told_kinds = ", ".join(f"{kind}: {number}" for kind, number in sorted(kinds.items()))
    print(
        f"{len(chosen)} of {len(states)} states after a loss of power, nothing lost ({told_kinds})"
    )
