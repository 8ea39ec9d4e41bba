"""Closed matches in the archive: read as before, and moved whole or not at all."""

import json
import shutil
from datetime import datetime
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest

import store.archiving
from store import AlreadyRecorded, DuckDBLedger, Filters, StoreFailed
from store.bundle import bundle, check_bundle
from store.ledger import Archived
from tests.store.records import closed, event, opened

EVENT_ID = "0197a1b2-ffff-7000-8000-00000000000a"


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "store"


def match(
    name: str, events: int, *, ends: bool = True, **fields: object
) -> list[dict[str, object]]:
    log = [opened(name, **fields), *(event(seq, name) for seq in range(2, events))]
    return [*log, closed(events, "P1", name) if ends else event(events, name)]


def seen(ledger: DuckDBLedger) -> object:
    """All that is read of a ledger."""
    listed = ledger.matches()
    ids = [match.match_id for match in listed]
    return (
        listed,
        ledger.matches(Filters(closed=True, player="Aoi")),
        [(ledger.head(i), ledger.read(i), ledger.read(i, after=3), ledger.export(i)) for i in ids],
    )


@pytest.mark.parametrize("until", ["10:00:00", "10:00:01", "09:59:59", "10:00:02"])
def test_where_a_match_stood_is_the_same(folder, until):
    moment = datetime.fromisoformat(f"2026-11-28T{until}Z")
    with DuckDBLedger.open(folder) as ledger:
        filled(ledger)
        before = [ledger.standing(name, moment) for name in "abcde"]
        archived(ledger)
        assert [ledger.standing(name, moment) for name in "abcde"] == before
        ledger.append("a", [event(41, "a")], expected=40)
        assert ledger.standing("a").seq == 41


def archived(ledger: DuckDBLedger) -> Archived:
    return [Archived(0, 0, 0), *ledger.archive()][-1]


def filled(ledger: DuckDBLedger) -> None:
    """Matches of two games in two months, one of them still open, others interleaved."""
    ledger.append("a", match("a", 40), expected=0)
    ledger.append("b", match("b", 30, ends=False), expected=0)
    ledger.append("c", match("c", 400, game="chess"), expected=0)
    ledger.append("d", match("d", 5, at="2026-10-31T23:59:59.999999Z"), expected=0)
    for seq in range(31, 60):
        ledger.append("b", [event(seq, "b")], expected=seq - 1)
        if seq < 50:
            new = (
                [opened("e"), event(2, "e", event_id=EVENT_ID)]
                if seq == 31
                else [event(seq - 29, "e")]
            )
            ledger.append("e", new, expected=None)
    ledger.append("e", [closed(21, None, "e")], expected=20)


def test_what_is_read_is_the_same(folder):
    with DuckDBLedger.open(folder) as ledger:
        filled(ledger)
        before, checkpoint = seen(ledger), ledger.checkpoint()
        assert archived(ledger) == Archived(4, 466, 3)
        assert seen(ledger) == before
        assert ledger.checkpoint() == checkpoint
    with DuckDBLedger.open(folder) as ledger:
        assert seen(ledger) == before
        assert ledger.checkpoint() == checkpoint
    parts = [
        p.relative_to(folder / "archive").as_posix() for p in sorted(folder.rglob("*.parquet"))
    ]
    assert [name for name in parts if "heads" not in name] == [
        "game=chess/month=2026-11/000001.parquet",
        "game=toy_battle/month=2026-10/000002.parquet",
        "game=toy_battle/month=2026-11/000003.parquet",
    ]


def test_archived_again_nothing_changes(folder):
    with DuckDBLedger.open(folder) as ledger:
        filled(ledger)
        archived(ledger)
        files = {p: p.read_bytes() for p in folder.glob("archive/**/*") if p.is_file()}
        assert archived(ledger) == Archived(0, 0, 0)
        assert {p: p.read_bytes() for p in folder.glob("archive/**/*") if p.is_file()} == files


def test_a_match_goes_on_after_it_was_archived(folder):
    with DuckDBLedger.open(folder) as ledger:
        filled(ledger)
        archived(ledger)
    with DuckDBLedger.open(folder) as ledger:
        ledger.append("e", [event(22, "e", type="note_added", text="ミス")], expected=21)
        with pytest.raises(AlreadyRecorded) as held:
            ledger.append("e", [event(23, "e", event_id=EVENT_ID)], expected=22)
        assert held.value.recorded.seq == 2
        before = seen(ledger)
        assert [r.seq for r in ledger.read("e")] == list(range(1, 23))
        assert [r.seq for r in ledger.read("e", after=20, limit=1)] == [21]
        assert archived(ledger) == Archived(1, 1, 1)
        assert seen(ledger) == before
        ledger.append("e", [event(23, "e")], expected=22)


def test_every_match_is_still_proven(folder):
    with DuckDBLedger.open(folder) as ledger:
        filled(ledger)
        for _ in range(2):
            for name in "abcde":
                proven = check_bundle(bundle(ledger.prove(name)))
                assert proven.is_whole
                assert proven.hashes[len(proven.events)] == ledger.head(name).hash
            archived(ledger)
        # 256 events and more of one match make a tile that is wholly archived.
        ledger.append("f", match("f", 300), expected=0)
        archived(ledger)
        for name in "abcdef":
            check_bundle(bundle(ledger.prove(name)))
            shown = [json.loads(r.body) for r in ledger.read(name)]
            assert not check_bundle(bundle(ledger.prove(name, each=True), shown)).is_whole
            assert len(check_bundle(bundle(ledger.prove(name, 4))).events) == 4


def test_an_archived_name_is_forgotten(folder):
    with DuckDBLedger.open(folder) as ledger:
        filled(ledger)
        archived(ledger)
        before = ledger.prove("a")
        ledger.forget_names("a", "P1")
        assert [p["name"] for p in ledger.export("a")[0]["players"]] == [None, "Ren"]
        assert [p["name"] for p in ledger.export("e")[0]["players"]] == ["Aoi", "Ren"]
        assert ledger.prove("a") == before
    rows = [row for p in folder.rglob("*.names.json") for row in json.loads(p.read_text("utf-8"))]
    assert ["a", 1, 0, None] in rows
    assert ["e", 1, 0, "Aoi"] in rows


@pytest.mark.parametrize("broken_at", ["written", "listed"])
def test_a_run_broken_off_is_finished_by_the_next(folder, monkeypatch, broken_at):
    with DuckDBLedger.open(folder) as ledger:
        filled(ledger)
        before = seen(ledger)

        class Broken(Exception):
            pass

        def break_off(*_: object) -> None:
            raise Broken

        with monkeypatch.context() as patched:
            of = store.archiving.Archiving if broken_at == "listed" else store.parts.Archive
            name = "_move" if broken_at == "listed" else "set_manifest"
            patched.setattr(of, name, break_off)
            with pytest.raises(Broken):
                archived(ledger)
        assert seen(ledger) == before
        assert archived(ledger) == Archived(4, 466, 3)
        assert seen(ledger) == before
        assert len(list(folder.glob("archive/*/*/*.names.json"))) == 3


def test_a_damaged_part_is_not_read_as_if_it_were_whole(folder):
    with DuckDBLedger.open(folder) as ledger:
        filled(ledger)
        archived(ledger)
    part = next(folder.glob("archive/game=chess/*/000001.parquet"))
    table = pq.read_table(part)
    bodies = table["body"].to_pylist()
    bodies[7] = bodies[7].replace(b"turn_ended", b"turn_endex")
    pq.write_table(table.set_column(3, "body", [bodies]), part)
    with DuckDBLedger.open(folder) as ledger:
        with pytest.raises(StoreFailed, match="000001: match c is not as it was archived"):
            ledger.read("c")
        assert ledger.read("a")
        part.unlink()
    with DuckDBLedger.open(folder) as ledger, pytest.raises(StoreFailed, match="000001"):
        ledger.read("c")


def test_what_is_not_as_it_was_recorded_is_not_archived(folder):
    with DuckDBLedger.open(folder) as ledger:
        filled(ledger)
    with duckdb.connect(folder / "ledger.duckdb") as file:
        file.execute("update events set body = 'x'::blob where match_id = 'c' and seq = 9")
    with DuckDBLedger.open(folder) as ledger, pytest.raises(StoreFailed, match="match c, event 9"):
        archived(ledger)


def test_the_archive_of_another_store_is_refused(folder, tmp_path):
    for place in (folder, tmp_path / "other"):
        with DuckDBLedger.open(place) as ledger:
            filled(ledger)
            if place != folder:
                archived(ledger)
    shutil.copytree(tmp_path / "other" / "archive", Path(folder) / "archive")
    with DuckDBLedger.open(folder) as ledger, pytest.raises(Exception, match="manifest"):
        archived(ledger)
