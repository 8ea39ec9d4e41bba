"""Any course of a ledger, against lists."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from store import (
    AlreadyRecorded,
    DuckDBLedger,
    KeyReused,
    Ledger,
    MatchExists,
    MemoryLedger,
    Request,
    UnknownMatch,
    WrongVersion,
)
from store.bundle import bundle, check_bundle
from tests.figures import times
from tests.store.records import closed, event, opened
from tests.store.test_verify import faults

names = st.sampled_from(["a", "b", "c"])
ids = st.none() | st.sampled_from(["x", "y", "z"])


class Machine(RuleBasedStateMachine):
    """A ledger and what it must hold."""

    ledger: Ledger

    def __init__(self) -> None:
        super().__init__()
        self.logs: dict[str, list[dict[str, Any]]] = {}
        self.answers: dict[str, tuple[bytes, bytes]] = {}

    @rule(name=names, size=st.integers(1, 4), off=st.integers(-1, 1), id=ids, ends=st.booleans())
    def append(self, name: str, size: int, off: int, id: str | None, ends: bool) -> None:
        log = self.logs.get(name, [])
        first = len(log) + 1 + off
        if first < 1:
            return
        batch = [event(seq, name) for seq in range(first, first + size)]
        if first == 1:
            batch[0] = opened(name)
        if ends and size > 1:
            batch[-1] = closed(first + size - 1, "P1", name)
        batch[-1]["event_id"] = id
        held = {e.get("event_id") for e in log} - {None}
        refusal: Any = None
        if first > 1 and not log:
            refusal = UnknownMatch
        elif first == 1 and log:
            refusal = MatchExists
        elif id in held:
            refusal = AlreadyRecorded
        elif off:
            refusal = WrongVersion
        if refusal:
            with pytest.raises(refusal):
                self.ledger.append(name, batch, expected=None)
        else:
            assert self.ledger.append(name, batch, expected=first - 1).head.seq == len(log) + size
            self.logs[name] = [*log, *batch]

    @rule(name=names, key=st.sampled_from(["k1", "k2"]), digest=st.sampled_from([b"1", b"2"]))
    def ask(self, name: str, key: str, digest: bytes) -> None:
        log = self.logs.get(name)
        request = Request(key, digest)
        if log is None:
            return
        batch, answer = [event(len(log) + 1, name)], f"{name} {len(log)}".encode()
        if key in self.answers and self.answers[key][0] != digest:
            with pytest.raises(KeyReused):
                self.ledger.append(name, batch, expected=len(log), request=request, answer=answer)
            return
        told = self.ledger.append(name, batch, expected=None, request=request, answer=answer)
        assert told.replayed == (key in self.answers)
        assert told.answer == self.answers.setdefault(key, (digest, answer))[1]
        if not told.replayed:
            log += batch

    @rule(name=names)
    def prove(self, name: str) -> None:
        if name in self.logs:
            checked = check_bundle(bundle(self.ledger.prove(name)))
            assert len(checked.events) == len(self.logs[name])

    @invariant()
    def holds(self) -> None:
        for name, log in self.logs.items():
            held = self.ledger.export(name)
            assert [{**e, "salt": None} for e in held] == [{**e, "salt": None} for e in log]
        assert {m.match_id for m in self.ledger.matches()} == self.logs.keys()


class InMemory(Machine):
    @initialize()
    def start(self) -> None:
        self.ledger = MemoryLedger()


class OnDisk(Machine):
    @initialize()
    def start(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.ledger = self.on_disk = DuckDBLedger.open(self.folder / "store")

    @rule()
    def open_again(self) -> None:
        self.on_disk.close()
        self.ledger = self.on_disk = DuckDBLedger.open(self.folder / "store")

    @precondition(lambda self: self.logs)
    @rule()
    def archive(self) -> None:
        for _ in self.on_disk.archive():
            pass

    def teardown(self) -> None:
        self.on_disk.close()
        found = faults(self.folder / "store")
        shutil.rmtree(self.folder)
        assert found == []


TestInMemory = InMemory.TestCase
TestInMemory.settings = settings(max_examples=times(30, 300), stateful_step_count=40, deadline=None)
TestOnDisk = OnDisk.TestCase
TestOnDisk.settings = settings(
    max_examples=times(5, 60),
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
