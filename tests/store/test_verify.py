"""Whatever is changed in a store is found and named; what is as it was is not accused."""

import contextlib
import json
import random
import shutil
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from store import DuckDBLedger, StoreError
from store.bundle import Slip
from store.hashing import link
from store.verify import Fault, Verification
from tests.figures import times
from tests.store.records import MATCH, OTHER, closed, event, opened
from tests.store.test_archive import archived, filled, match


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A store with all that there is in one: matches open and closed, here, there and in both."""
    folder = tmp_path_factory.mktemp("whole") / "store"
    with DuckDBLedger.open(folder) as ledger:
        filled(ledger)
        archived(ledger)
        for name in ("f", "f2"):
            ledger.append(name, match(name, 400), expected=0)
        archived(ledger)
        ledger.append("g", match("g", 700, ends=False), expected=0)
        ledger.append("e", [event(22, "e", type="note_added", text="ミス")], expected=21)
        ledger.append(MATCH, [opened(), closed(2, "P1")], expected=0)
        ledger.append(
            MATCH,
            [event(3, actor="judge", type="event_retracted", event=2, why="typo"), event(4)],
            expected=2,
        )
        ledger.append(OTHER, match(OTHER, 9), expected=0)
    return folder


@pytest.fixture
def folder(whole, tmp_path):
    return shutil.copytree(whole, tmp_path / "store")


def faults(folder, against=()) -> list[Fault]:
    with Verification(folder, against) as found:
        for _ in found.steps():
            pass
        return found.faults


def places(folder, against=()) -> str:
    return "\n".join(map(str, faults(folder, against)))


def test_what_is_as_it_was_is_not_accused(folder):
    with Verification(folder) as found:
        for _ in found.steps():
            pass
        assert found.faults == []
        assert (found.matches.events, found.size) == (2039, 2039)
        assert len(found.matches) == 10
        assert found.parts == 4
        assert found.checkpoints > 0


EDITS = {
    "match g, event 5": "update events set body = replace(body::varchar, 'P1', 'P2')::blob"
    " where match_id = 'g' and seq = 5",
    "match g, event 7": "update events set hash = 'x'::blob where match_id = 'g' and seq = 7",
    "match g, event 9, column at": "update events set happened = '2026-01-01T00:00:00.000000Z'"
    " where match_id = 'g' and seq = 9",
    "match g, event 10, column event_id": "update events set event_id = 'x'"
    " where match_id = 'g' and seq = 10",
    "position 1500": "delete from events where position = 1500",
    "no event": "delete from events where match_id = 'g' and seq = 300",
    "match b": "delete from events where match_id = 'b'",
    "position 1600": "insert into events select position, match_id, seq + 5000, happened,"
    " event_id, body, hash from events where position = 1600",
    "match g, event 21": "update events set seq = case seq when 20 then 21 else 20 end"
    " where match_id = 'g' and seq in (20, 21)",
    "head.json": "update events set position = position + 1 where position = 2039",
    "match g, event 1": "update matches set salt = 'x'::blob where match_id = 'g'",
    "match g, tournament": "update matches set tournament = 'Cup' where match_id = 'g'",
    "match c, game": "update matches set game = 'toy_battle' where match_id = 'c'",
    "match a": "delete from matches where match_id = 'a'",
    "match x": "insert into matches values ('x', 'x'::blob, 'chess', '', null, null, null)",
    "players, match g": "update players set seat = 'P3' where match_id = 'g' and place = 0",
    "players, match a": "update players set player = 'b-2' where match_id = 'a' and place = 0",
    "players, match b": "delete from players where match_id = 'b' and place = 1",
    "match g, player P1": "update players set name_spelled = 'ren' where match_id = 'g'"
    " and place = 0",
    f"closings, match {OTHER}": f"update closings set winner = 'P2' where match_id = '{OTHER}'",
    f"closings, match {MATCH}": f"insert into closings values ('{MATCH}', 2, 'P1')",
    "closings, match a": "delete from closings where match_id = 'a'",
    "tree, positions 1–256": "update tree set hash = 'x'::blob where level = 8 and place = 0",
    "tree, positions 257–512": "delete from tree where level = 8 and place = 1",
    "tree, level 8": "insert into tree values (8, 99, 'x'::blob)",
    "checkpoint over": "update checkpoints set size = size + 1",
    "signature": "update checkpoints set note = replace(note, 'a', 'b')",
    "sealed": "update sealed set siblings = repeat('x', 256)::blob",
    "leaves": "update leaves set hash = 'x'::blob",
    "heads.parquet": "update archived set last = last + 1 where match_id = 'c'",
    "month=2026-11/000009": "update archived set part = 'game=chess/month=2026-11/000009'"
    " where match_id = 'c'",
    "match c: found no event": "delete from archived where match_id = 'c'",
}


@pytest.mark.parametrize("place", EDITS)
def test_every_kind_of_row_edit_is_found_and_named(folder, place):
    with duckdb.connect(folder / "ledger.duckdb") as file:
        assert file.execute("select count(*) from leaves, sealed").fetchall() != [(0,)]
        file.execute(EDITS[place])
    assert place in places(folder)


def test_a_match_rewritten_with_all_its_hashes_is_found(folder):
    """Whoever owns the file recomputes everything but what was signed."""
    with duckdb.connect(folder / "ledger.duckdb") as file:
        [(salt,)] = file.execute(f"select salt from matches where match_id = '{OTHER}'").fetchall()
        rows = file.execute(
            f"select seq, body, hash from events where match_id = '{OTHER}' order by seq"
        ).fetchall()
        tip = rows[0][2]
        for seq, body, _ in rows[1:]:
            body = body.replace(b'"winner":"P1"', b'"winner":"P2"')
            tip = link(tip, salt, body)
            file.execute(
                "update events set body = ?, hash = ? where match_id = ? and seq = ?",
                [body, tip, OTHER, seq],
            )
        file.execute(f"update closings set winner = 'P2' where match_id = '{OTHER}'")
    found = places(folder)
    assert "checkpoint over 2039 events: found root" in found
    assert f"match {OTHER}" not in found


def test_any_checkpoint_handed_out_finds_it_though_all_of_ours_are_gone(folder):
    with DuckDBLedger.open(folder) as ledger:
        slip = str(Slip.of(ledger.prove(OTHER)))
        note = ledger.checkpoint()
    assert faults(folder, [slip, note]) == []
    with duckdb.connect(folder / "ledger.duckdb") as file:
        file.execute("delete from checkpoints")
        file.execute("update events set hash = sha256(hash)::blob where position = 2039")
    (folder / "head.json").unlink()
    assert f"checkpoint 1, match {OTHER}, event 9" in places(folder, [slip])
    assert "checkpoint 1: found root" in places(folder, [note])


def test_a_checkpoint_of_another_store_is_not_ours(folder, tmp_path):
    with DuckDBLedger.open(tmp_path / "other") as other:
        other.append(MATCH, [opened()], expected=0)
        note = other.checkpoint()
    assert "checkpoint 1, signature" in places(folder, [note])
    assert "checkpoint 1, slip" in places(folder, ["senpu slip"])


def flipped(content: bytes, at: int, rng: random.Random) -> bytes:
    return content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :]


def archive_files(folder: Path) -> list[Path]:
    found = sorted(path for path in (folder / "archive").rglob("*") if path.is_file())
    assert len(found) == 13
    return found


def test_any_byte_of_any_archive_file_is_found_and_its_file_named(folder):
    rng = random.Random(3)
    for path in archive_files(folder):
        content = path.read_bytes()
        for _ in range(times(2, 200)):
            at = rng.randrange(len(content))
            path.write_bytes(flipped(content, at, rng))
            found = places(folder)
            name = path.relative_to(folder / "archive").as_posix().split(".")[0]
            assert name in found, (path, at)
        path.write_bytes(content)
    assert faults(folder) == []


@pytest.mark.parametrize(
    "edited",
    [
        lambda names: names[1:],
        lambda names: [*names, names[0]],
        lambda names: [[*names[0][:2], 7, None], *names[1:]],
    ],
    ids=["dropped", "added", "moved"],
)
def test_any_name_of_an_archive_dropped_added_or_moved_is_found(folder, edited):
    for path in sorted((folder / "archive").rglob("*.names.json")):
        content = path.read_bytes()
        names = json.loads(content)
        assert names
        path.write_text(json.dumps(edited(names), ensure_ascii=False), "utf-8")
        assert path.relative_to(folder).as_posix() in places(folder)
        path.write_bytes(content)


@pytest.mark.parametrize("suffix", [".parquet", ".heads.parquet"])
def test_a_value_gone_from_a_part_is_found(folder, suffix):
    for path in sorted((folder / "archive").rglob("*" + suffix)):
        if path.name.count(".") > suffix.count("."):
            continue
        content, table = path.read_bytes(), pq.read_table(path)
        for number, column in enumerate(table.columns):
            gone = pa.array([None, *column.to_pylist()[1:]], column.type)
            pq.write_table(table.set_column(number, table.schema.field(number).name, gone), path)
            assert path.relative_to(folder).as_posix().split(".")[0] in places(folder), number
        path.write_bytes(content)


def test_any_archive_file_cut_gone_or_in_anothers_place_is_found(folder):
    files = archive_files(folder)
    for path, other in zip(files, files[1:] + files[:1], strict=True):
        content = path.read_bytes()
        name = path.relative_to(folder / "archive").as_posix().split(".")[0]
        for instead in (content[: len(content) // 2], other.read_bytes(), b""):
            path.write_bytes(instead)
            assert name in places(folder), path
        path.unlink()
        assert name in places(folder), path
        path.write_bytes(content)
    assert faults(folder) == []


def test_any_byte_of_the_ledgers_file_is_found(folder):
    file = folder / "ledger.duckdb"
    content = file.read_bytes()
    rng = random.Random(5)
    for _ in range(times(40, 200)):
        at = rng.randrange(len(content))
        file.write_bytes(flipped(content, at, rng))
        with contextlib.suppress(StoreError):
            assert faults(folder), at
    file.write_bytes(content)
    assert faults(folder) == []


def test_a_log_of_what_is_not_yet_in_the_file_is_looked_at_too(folder):
    with DuckDBLedger.open(folder) as ledger:
        ledger.append("h", match("h", 10), expected=0)
        killed = folder.with_name("killed")
        copy = shutil.copytree(folder, killed, ignore=shutil.ignore_patterns("control"))
    assert (copy / "ledger.duckdb.wal").exists()
    assert faults(copy) == []


def test_random_clean_logs_are_never_accused(tmp_path):
    rng = random.Random(11)
    with DuckDBLedger.open(tmp_path / "store") as ledger:
        for number in range(times(150, 10_000)):
            name, head = f"m{number}", 0
            log = match(name, rng.randrange(2, 40), ends=rng.random() < 0.7)
            while head < len(log):
                batch = log[head : head + rng.randrange(1, 12)]
                head = ledger.append(name, batch, expected=head).head.seq
            if rng.random() < 0.02:
                archived(ledger)
    assert faults(tmp_path / "store") == []
