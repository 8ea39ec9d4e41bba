"""Silent losses found at the start, stores made usable again, backups."""

import json
import random
import shutil
import threading
from pathlib import Path

import duckdb
import pytest

from store import DuckDBLedger, EventsMissing, StoreBusy, StoreError, StoreFailed, WrongFormat
from store.control import ask_for_backup
from store.mark import Mark, read_mark
from store.recover import recover
from store.salvage import logs_in
from tests.figures import times
from tests.store.records import MATCH, OTHER, event, opened
from tests.store.test_archive import archived, filled, match, seen
from tests.store.test_verify import faults


@pytest.fixture
def killed(tmp_path):
    """A store as a process left it that ended in the midst: 60 events in the log of DuckDB."""
    folder = tmp_path / "store"
    with DuckDBLedger.open(folder) as ledger:
        ledger.append(MATCH, match(MATCH, 40), expected=0)
    with DuckDBLedger.open(folder) as ledger:
        for seq in range(1, 61):
            ledger.append(OTHER, [opened(OTHER) if seq == 1 else event(seq, OTHER)], expected=None)
        copy = shutil.copytree(
            folder, tmp_path / "killed", ignore=shutil.ignore_patterns("control")
        )
    return copy


LOG = "ledger.duckdb.wal"


def marked(folder: Path) -> Mark:
    mark = read_mark(folder)
    assert mark is not None
    return mark


def test_a_killed_store_has_everything(killed):
    assert marked(killed).position == 100
    with DuckDBLedger.open(killed) as ledger:
        assert (ledger.position(), ledger.head(OTHER).seq) == (100, 60)
    assert faults(killed) == []


def test_the_mark_moves_with_every_append(tmp_path):
    with DuckDBLedger.open(tmp_path) as ledger:
        assert marked(tmp_path).position == 0
        for seq in range(1, 6):
            ledger.append(MATCH, [opened() if seq == 1 else event(seq)], expected=None)
            mark = marked(tmp_path)
            assert (mark.position, mark.hash) == (seq, ledger.head(MATCH).hash.hex())
        note = ledger.checkpoint()
        assert marked(tmp_path).checkpoint == note


def test_a_torn_line_of_the_mark_leaves_the_other(killed):
    content = (killed / "head.json").read_bytes()
    lines = [json.loads(line)["position"] for line in content.splitlines()]
    assert sorted(lines) == [99, 100]
    at = 2048 * lines.index(100)
    for cut in (1, 60, 200):
        torn = content[:at] + content[at + cut :].rjust(len(content) - at, b"\0")
        (killed / "head.json").write_bytes(torn)
        assert marked(killed).position == 99
        DuckDBLedger.open(killed).close()


LOSSES = {"no log": 40, "log cut": 70, "older pair": 0, "no file": 0, "another history": 100}


def lose(folder: Path, loss: str) -> None:
    """What befalls the files of a store without DuckDB seeing it."""
    log, file = folder / LOG, folder / "ledger.duckdb"
    if loss == "log cut":
        cuts(folder, 70)
        return
    log.unlink()
    if loss == "no file":
        file.unlink()
    elif loss != "no log":
        with DuckDBLedger.open(folder.with_name("other")) as ledger:
            for seq in range(1, 101 if loss == "another history" else 1):
                first = [opened(OTHER) if seq == 1 else event(seq, OTHER)]
                ledger.append(OTHER, first, expected=None)
        shutil.copyfile(folder.with_name("other") / "ledger.duckdb", file)


@pytest.mark.parametrize("loss", LOSSES)
def test_a_silent_loss_is_refused_and_counted_and_recovered_from(killed, loss):
    held = LOSSES[loss]
    lose(killed, loss)
    before = files(killed)
    with pytest.raises(EventsMissing) as missing:
        DuckDBLedger.open(killed)
    assert (missing.value.held, missing.value.marked) == (held, 100)
    said = "others than were recorded" if held == 100 else f"{100 - held} are missing"
    assert said in str(missing.value)
    assert files(killed) == before
    recovery = recover(killed)
    assert (recovery.held, recovery.marked, recovery.missing) == (held, 100, 100 - held)
    assert faults(killed) == []
    with DuckDBLedger.open(killed) as ledger:
        [told] = ledger.documents("recovery")
        assert told.body["missing"] == 100 - held
        ledger.append("new", [opened("new")], expected=0)
    assert files(killed / recovery.quarantine) == before


def files(folder: Path) -> dict[str, bytes]:
    names = ("head.json", "ledger.duckdb", LOG)
    return {name: (folder / name).read_bytes() for name in names if (folder / name).exists()}


def cuts(folder: Path, held: int) -> None:
    """Cut the log so that a store has so many events and no more."""
    content = (folder / LOG).read_bytes()
    low, high = 0, len(content)
    while low < high:
        middle = (low + high) // 2
        copy = shutil.copytree(folder, folder.with_name("cut"))
        (copy / LOG).write_bytes(content[:middle])
        with duckdb.connect(copy / "ledger.duckdb", read_only=True) as file:
            [(found,)] = file.execute("select count(*) from events").fetchall()
        shutil.rmtree(copy)
        low, high = (low, middle) if found >= held else (middle + 1, high)
    (folder / LOG).write_bytes(content[:low])


def test_a_store_without_its_mark_is_refused(killed):
    (killed / "head.json").unlink()
    with pytest.raises(WrongFormat, match="the mark of 100 events"):
        DuckDBLedger.open(killed)
    assert recover(killed).missing is None
    DuckDBLedger.open(killed).close()


def test_a_damaged_log_is_cut_and_nothing_before_is_lost(killed):
    content = (killed / LOG).read_bytes()
    rng = random.Random(4)
    for _ in range(times(2, 25)):
        folder = shutil.copytree(killed, killed.with_name("damaged"))
        at = rng.randrange(len(content) // 10, len(content))
        (folder / LOG).write_bytes(content[:at] + bytes([content[at] ^ 4]) + content[at + 1 :])
        # Either DuckDB sees it, or it cuts the log by itself without a word: then the mark tells.
        with pytest.raises((StoreFailed, EventsMissing), match=r"WAL|are missing"):
            DuckDBLedger.open(folder)
        recovery = recover(folder)
        assert recovery.done == ("log cut" if recovery.found else "nothing")
        assert recovery.missing == 100 - recovery.held
        assert recovery.held > 100 * (at / len(content)) * 0.5
        assert faults(folder) == []
        assert (folder / recovery.quarantine / LOG).stat().st_size == len(content)
        shutil.rmtree(folder)


def test_a_damaged_file_is_salvaged_with_its_archive(tmp_path):
    folder = tmp_path / "store"
    with DuckDBLedger.open(folder) as ledger:
        filled(ledger)
        archived(ledger)
        before = {name: ledger.export(name) for name in "abcde"}
        ledger.forget_names("a", "P2")
    file = folder / "ledger.duckdb"
    content = file.read_bytes()
    rng = random.Random(9)
    blocks = range(len(content) >> 18)
    for block in rng.sample(blocks, times(2, len(blocks))):
        at = 12_288 + (block << 18) + rng.randrange(1 << 18)
        damaged = shutil.copytree(folder, tmp_path / "damaged")
        (damaged / "ledger.duckdb").write_bytes(content[:at] + b"?!?!" + content[at + 4 :])
        recovery = recover(damaged)
        assert faults(damaged) == []
        with DuckDBLedger.open(damaged) as ledger:
            held = {m.match_id: ledger.export(m.match_id) for m in ledger.matches()}
            # what was archived is not lost, whatever befalls the file
            assert set("acde") <= held.keys()
            for name, log in held.items():
                assert [e["seq"] for e in log] == list(range(1, len(log) + 1))
                assert log[1:] == before[name][1 : len(log)]
                assert log[0]["salt"] == before[name][0]["salt"]
            ledger.append("new", [opened("new")], expected=0)
        if recovery.done == "salvaged":
            assert (damaged / recovery.quarantine / "archive" / "manifest").exists()
        shutil.rmtree(damaged)


def test_a_ledger_is_rebuilt_from_archive_and_exports_alone(tmp_path):
    with DuckDBLedger.open(tmp_path / "store") as ledger:
        filled(ledger)
        archived(ledger)
        ledger.append("e", [event(22, "e", type="note_added", text="x")], expected=21)
        archived(ledger)
        exports = [ledger.export("b")]
        listed = [m.match_id for m in ledger.matches()]
        before = {name: (ledger.read(name), ledger.export(name)) for name in listed}
    with DuckDBLedger.open(tmp_path / "new") as ledger:
        for log in [*logs_in(None, tmp_path / "store" / "archive"), *exports]:
            ledger.append(log[0]["match_id"], log, expected=0)
        assert {n: (ledger.read(n), ledger.export(n)) for n in listed} == before


def test_a_sound_store_is_left_as_it_is(killed):
    recovery = recover(killed)
    assert (recovery.found, recovery.done, recovery.missing) == ("", "nothing", 0)
    assert recovery.lost == []
    with DuckDBLedger.open(killed) as ledger:
        assert ledger.position() == 100


def test_a_busy_store_is_not_recovered(killed):
    with DuckDBLedger.open(killed), pytest.raises(StoreBusy):
        recover(killed)


def test_a_backup_is_a_store_of_its_own(tmp_path):
    with DuckDBLedger.open(tmp_path / "store") as ledger:
        filled(ledger)
        archived(ledger)
        ledger.append(MATCH, match(MATCH, 9), expected=0)
        events = ledger.backup(tmp_path / "copy")
        assert events == ledger.position()
        before, key = seen(ledger), ledger.verifier()
    with DuckDBLedger.open(tmp_path / "copy") as copy:
        assert seen(copy) == before
        assert copy.verifier() == key
    assert faults(tmp_path / "copy") == []
    assert not (tmp_path / "copy.partial").exists()


def test_a_backup_is_taken_while_others_write_and_asked_for_by_another_process(tmp_path):
    folder = tmp_path / ("deep" * 30) / "store"
    with DuckDBLedger.open(folder) as ledger:
        ledger.append(MATCH, [opened()], expected=0)
        done = threading.Event()

        def write() -> None:
            seq = 2
            while not done.is_set():
                ledger.append(MATCH, [event(seq)], expected=seq - 1)
                seq += 1

        writing = threading.Thread(target=write)
        writing.start()
        copies = []
        for number in range(3):
            events = ask_for_backup(folder, tmp_path / f"copy{number}")
            copies.append(events)
        done.set()
        writing.join()
        with pytest.raises(StoreFailed, match="not there yet"):
            ask_for_backup(folder, tmp_path / "copy0")
        whole = ledger.read(MATCH)
    for number, events in enumerate(copies):
        assert faults(tmp_path / f"copy{number}") == []
        with DuckDBLedger.open(tmp_path / f"copy{number}") as copy:
            assert copy.read(MATCH) == whole[:events]
    assert copies == sorted(copies)
    with pytest.raises(StoreError):
        ask_for_backup(folder, tmp_path / "late")
