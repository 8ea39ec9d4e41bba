"""What only a ledger on disk does."""

import os
import subprocess
import sys
import textwrap
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pytest

from store import (
    AlreadyRecorded,
    DuckDBLedger,
    Filters,
    KeyReused,
    Request,
    StoreBusy,
    StoreClosed,
    StoreFailed,
    WrongFormat,
    WrongVersion,
)
from store.merkle import Frontier, leaf_hash
from store.notes import BadNote, Verifier
from store.notes import opened as opened_note
from tests.store.records import MATCH, OTHER, closed, event, opened, report

EVENT_ID = "0197a1b2-ffff-7000-8000-00000000000a"


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "store"


def run(script: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script), *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def test_opened_again_everything_is_there(folder):
    with DuckDBLedger.open(folder) as ledger:
        ledger.append(MATCH, [opened(), event(2)], expected=0)
        ledger.append(OTHER, [opened(OTHER), closed(2, "P2", OTHER)], expected=0)
        ledger.save_report(MATCH, 2, report("illegal", (2, "TB-3.4", "illegal", "open")))
        before = (
            ledger.read(MATCH),
            ledger.export(OTHER),
            ledger.matches(),
            ledger.report(MATCH),
            ledger.matches(Filters(rule="TB-3.4")),
        )
    with DuckDBLedger.open(folder) as ledger:
        after = (
            ledger.read(MATCH),
            ledger.export(OTHER),
            ledger.matches(),
            ledger.report(MATCH),
            ledger.matches(Filters(rule="TB-3.4")),
        )
        assert after == before
        ledger.append(MATCH, [event(3)], expected=2)
        assert ledger.head(MATCH).seq == 3


def test_opened_again_it_refuses_what_it_refused(folder):
    request = Request("key", b"first")
    with DuckDBLedger.open(folder) as ledger:
        ledger.append(MATCH, [opened()], expected=0)
        first = ledger.append(
            MATCH, [event(2, event_id=EVENT_ID)], expected=1, request=request, answer=b"201"
        )
    with DuckDBLedger.open(folder) as ledger:
        again = ledger.append(MATCH, [event(2)], expected=1, request=request, answer=b"other")
        assert again.replayed
        assert (again.head, again.answer) == (first.head, b"201")
        with pytest.raises(KeyReused):
            ledger.append(MATCH, [event(3)], expected=2, request=Request("key", b"second"))
        with pytest.raises(AlreadyRecorded) as held:
            ledger.append(MATCH, [event(3, event_id=EVENT_ID)], expected=2)
        assert held.value.recorded == ledger.read(MATCH, after=1)[0]
        with pytest.raises(WrongVersion):
            ledger.append(MATCH, [event(2)], expected=1)


def test_more_matches_than_the_writer_remembers(folder):
    names = [f"m{i:03}" for i in range(300)]
    with DuckDBLedger.open(folder) as ledger:
        with ThreadPoolExecutor(32) as threads:
            list(threads.map(lambda m: ledger.append(m, [opened(m)], expected=0), names))
        ledger.append("m000", [event(2, "m000", event_id=EVENT_ID)], expected=1)
        with ThreadPoolExecutor(32) as threads:
            list(threads.map(lambda m: ledger.append(m, [event(2, m)], expected=1), names[1:]))
        with pytest.raises(AlreadyRecorded):
            ledger.append("m000", [event(3, "m000", event_id=EVENT_ID)], expected=2)
        ledger.append("m001", [event(3, "m001")], expected=2)
        assert ledger.head("m001").seq == 3


def test_the_second_process_is_told_which_the_first_is(folder):
    first = run(
        """
        import sys, pathlib, store
        with store.DuckDBLedger.open(pathlib.Path(sys.argv[1])):
            print("open", flush=True)
            sys.stdin.read()
        """,
        folder,
    )
    assert line(first) == "open\n"
    with pytest.raises(StoreBusy) as busy:
        DuckDBLedger.open(folder)
    assert busy.value.pid == first.pid
    assert str(first.pid) in str(busy.value)
    first.communicate("")
    DuckDBLedger.open(folder).close()


def test_one_process_opens_it_once(folder):
    with DuckDBLedger.open(folder), pytest.raises(StoreBusy) as busy:
        DuckDBLedger.open(folder)
    assert busy.value.pid == os.getpid()


def test_what_was_acknowledged_survives_the_process(folder):
    killed = run(
        """
        import sys, pathlib, store
        from tests.store.records import MATCH, event, opened
        ledger = store.DuckDBLedger.open(pathlib.Path(sys.argv[1]))
        ledger.append(MATCH, [opened()], expected=0)
        for seq in range(2, 10_000):
            ledger.append(MATCH, [event(seq)], expected=seq - 1)
            print(seq, flush=True)
        """,
        folder,
    )
    acknowledged = [int(line(killed)) for _ in range(30)]
    killed.kill()
    acknowledged += [int(seq) for seq in killed.communicate()[0].split("\n")[:-1]]
    with DuckDBLedger.open(folder) as ledger:
        seqs = [recorded.seq for recorded in ledger.read(MATCH)]
        assert seqs == list(range(1, len(seqs) + 1))
        assert acknowledged[-1] <= seqs[-1] <= acknowledged[-1] + 1
        ledger.append(MATCH, [event(len(seqs) + 1)], expected=len(seqs))


def test_a_write_that_failed_leaves_nothing_and_the_next_goes_on(folder):
    # A file that may not grow fails as a full disk does, with another reason.
    failing = run(
        """
        import resource, sys, pathlib, store
        from tests.store.records import MATCH, event, opened
        with store.DuckDBLedger.open(pathlib.Path(sys.argv[1])) as ledger:
            ledger.append(MATCH, [opened()], expected=0)
            _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, most))
            head = 1
            try:
                while True:
                    ledger.append(MATCH, [event(head + 1, text="x" * 1000)], expected=head)
                    head += 1
            except store.StoreFailed as failure:
                print(head, failure.final, ledger.head(MATCH).seq)
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
            print(ledger.append(MATCH, [event(head + 1)], expected=head).head.seq)
        """,
        folder,
    )
    (head, final, seen), (after,) = (
        words.split() for words in failing.communicate()[0].splitlines()
    )
    assert (final, seen) == ("False", head)
    assert int(after) == int(head) + 1
    with DuckDBLedger.open(folder) as ledger:
        assert [recorded.seq for recorded in ledger.read(MATCH)] == list(range(1, int(after) + 1))


def test_reading_goes_on_while_others_write(folder):
    with DuckDBLedger.open(folder) as ledger:
        ledger.append(MATCH, [opened()], expected=0)
        done = threading.Event()

        def write():
            for seq in range(2, 60):
                ledger.append(MATCH, [event(seq)], expected=seq - 1)
            done.set()

        writing = threading.Thread(target=write)
        writing.start()
        lengths = []
        while not done.is_set():
            read = ledger.read(MATCH)
            assert [recorded.seq for recorded in read] == list(range(1, len(read) + 1))
            lengths.append(len(read))
        writing.join()
        assert lengths == sorted(lengths)
        assert len(ledger.read(MATCH)) == 59


def test_a_closed_ledger_says_so(folder):
    ledger = DuckDBLedger.open(folder)
    ledger.append(MATCH, [opened()], expected=0)
    ledger.close()
    with pytest.raises(StoreClosed):
        ledger.head(MATCH)
    with pytest.raises(StoreClosed):
        ledger.append(MATCH, [event(2)], expected=1)
    ledger.close()


@pytest.mark.parametrize(
    ("config", "schema", "found"),
    [
        ({"storage_compatibility_version": "v1.0.0"}, "create table t (a int)", "storage v1.0.0+"),
        ({"storage_compatibility_version": "v1.5.0"}, "create table t (a int)", "no ledger"),
        (
            {"storage_compatibility_version": "v1.5.0"},
            "create table store_format as select 99 as version",
            "format 99",
        ),
    ],
)
def test_a_file_that_is_not_ours_is_left_alone(folder, config, schema, found):
    folder.mkdir()
    with duckdb.connect(folder / "ledger.duckdb", config=config) as foreign:
        foreign.execute(schema)
    with pytest.raises(WrongFormat) as refusal:
        DuckDBLedger.open(folder)
    assert refusal.value.found == found
    with duckdb.connect(folder / "ledger.duckdb") as foreign:
        assert len(foreign.execute("from duckdb_tables()").fetchall()) == 1


def test_a_damaged_file_is_refused_with_the_reason(folder):
    DuckDBLedger.open(folder).close()
    file = folder / "ledger.duckdb"
    damaged = bytearray(file.read_bytes())
    damaged[5000] ^= 1
    file.write_bytes(damaged)
    with pytest.raises(StoreFailed, match="checksum"):
        DuckDBLedger.open(folder)


def checkpoints(folder: Path) -> list[tuple[int, str]]:
    with duckdb.connect(folder / "ledger.duckdb", read_only=True) as file:
        return file.execute("select size, note from checkpoints order by size").fetchall()


def test_the_end_of_a_match_is_signed_with_it(folder):
    with DuckDBLedger.open(folder) as ledger:
        ledger.append(MATCH, [opened(), event(2)], expected=0)
        ledger.append(MATCH, [closed(3, "P1")], expected=2)
        ledger.append(OTHER, [opened(OTHER)], expected=0)
        verifier = Verifier.parse(ledger.verifier())
        root = ledger.read(MATCH)
    [(size, note)] = checkpoints(folder)
    assert size == 3
    checkpoint = opened_note(note, [verifier])
    leaves = Frontier(leaf_hash(recorded.hash) for recorded in root)
    assert (checkpoint.size, checkpoint.root) == (3, leaves.root())


def test_a_tree_of_many_tiles_goes_on_where_it_was(folder):
    with DuckDBLedger.open(folder) as ledger:
        for i in range(7):
            log = [opened(f"m{i}"), *(event(seq, f"m{i}") for seq in range(2, 101))]
            ledger.append(f"m{i}", log, expected=0)
        before = ledger.checkpoint()
        verifier = ledger.verifier()
    with DuckDBLedger.open(folder) as ledger:
        assert ledger.checkpoint() == before
        assert ledger.verifier() == verifier
        ledger.append("m0", [event(101, "m0")], expected=100)
        hashes = [r.hash for i in range(7) for r in ledger.read(f"m{i}")[:100]]
        whole = Frontier(map(leaf_hash, [*hashes, ledger.head("m0").hash]))
        checkpoint = opened_note(ledger.checkpoint(), [Verifier.parse(verifier)])
        assert (checkpoint.size, checkpoint.root) == (701, whole.root())


def test_only_the_owner_can_read_the_signing_key(folder):
    DuckDBLedger.open(folder).close()
    assert (folder / "signing-key.pem").stat().st_mode & 0o077 == 0


def test_a_key_that_is_gone_is_followed_by_another(folder):
    with DuckDBLedger.open(folder) as ledger:
        ledger.append(MATCH, [opened()], expected=0)
        first = ledger.verifier()
    (folder / "signing-key.pem").unlink()
    with DuckDBLedger.open(folder) as ledger:
        assert ledger.verifier() != first
        assert ledger.verifier().split("+")[0] == first.split("+")[0]
        with pytest.raises(BadNote):
            opened_note(ledger.checkpoint(), [Verifier.parse(first)])
