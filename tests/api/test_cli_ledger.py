"""`senpu verify`, `proof` and `archive`: as whoever keeps a store uses them."""

import json
from pathlib import Path
from typing import Any

import duckdb
import httpx
import pytest

from store import DuckDBLedger
from tests.api.asking import EXAMPLES, log_of
from tests.api.running import senpu, server

MATCH = log_of("match_1")[0]["match_id"]


@pytest.fixture
def store(tmp_path):
    """A store that holds the examples."""
    folder = tmp_path / "store"
    assert senpu("import", EXAMPLES, "--store", folder).exit_code == 0
    return folder


def exported(store: Path, tmp_path: Path, form: str = "jsonl") -> Any:
    out = tmp_path / f"out.{form}"
    assert senpu("export", "--store", store, "--format", form, "--out", out).exit_code == 0
    return {p.name: p.read_bytes() for p in out.iterdir()} if out.is_dir() else out.read_bytes()


def test_a_store_that_is_as_it_was_is_trusted(store):
    result = senpu("verify", "--store", store)
    assert result.exit_code == 0, result.stdout
    assert "Everything is as it was recorded" in result.stdout
    assert "219 events of 5 matches" in result.stdout
    assert "すべて記録されたまま" in senpu("verify", "--store", store, "--lang", "ja").stdout


def test_a_store_that_was_changed_is_not_and_the_place_is_named(store):
    with duckdb.connect(store / "ledger.duckdb") as file:
        file.execute(f"update events set body = 'x'::blob where match_id = '{MATCH}' and seq = 9")
    result = senpu("verify", "--store", store)
    assert result.exit_code == 3
    assert f"match {MATCH}, event 9: found" in result.stdout


def test_a_silent_loss_is_told_and_nothing_is_written_over_it(store):
    with DuckDBLedger.open(store) as ledger:
        head = ledger.head(MATCH).seq
    with duckdb.connect(store / "ledger.duckdb") as file:
        file.execute("delete from events where position > 200")
    result = senpu("verify", "--store", store)
    assert result.exit_code == 3
    assert "head.json: found 200 events: 19 are missing, expected 219" in result.stdout
    refused = senpu("import", EXAMPLES, "--store", store)
    assert refused.exit_code == 2
    assert "found 200 events (19 are missing), expected the 219" in refused.stderr
    assert head


def test_a_damaged_store_is_told_with_the_reason(store):
    file = store / "ledger.duckdb"
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    result = senpu("verify", "--store", store)
    assert result.exit_code == 3
    assert "Not to be trusted" in result.stdout


def test_a_busy_store_can_not_be_looked_at(store):
    with DuckDBLedger.open(store):
        result = senpu("verify", "--store", store)
    assert result.exit_code == 2
    assert "owned by process" in result.stderr


def test_a_proof_is_checked_without_the_store(store, tmp_path):
    proof, slip, code = (tmp_path / name for name in ("proof.json", "slip.txt", "slip.svg"))
    assert senpu("proof", MATCH, "--store", store, "--out", proof).exit_code == 0
    written = senpu("proof", MATCH, "--slip", "--store", store, "--out", slip, "--qr", code)
    assert written.exit_code == 0
    assert code.read_text("utf-8").startswith("<?xml")
    with DuckDBLedger.open(store) as ledger:
        key = ledger.verifier()
    (tmp_path / "store").rename(tmp_path / "gone")
    result = senpu("verify", proof, "--key", key, "--against", slip)
    assert result.exit_code == 0
    assert "The proof holds: every event is as it was recorded" in result.stdout
    assert MATCH in result.stdout
    changed = json.loads(proof.read_text("utf-8"))
    changed["events"][4]["at"] = "2026-11-28T10:00:00.000000Z"
    proof.write_text(json.dumps(changed), "utf-8")
    result = senpu("verify", proof)
    assert result.exit_code == 3
    assert "event 5: found what doesn't give its hash" in result.stdout


def test_a_slip_handed_out_is_held_against_the_store(store, tmp_path):
    slip = tmp_path / "slip.txt"
    senpu("proof", MATCH, "--slip", "--store", store, "--out", slip)
    assert senpu("verify", "--store", store, "--against", slip).exit_code == 0
    slip.write_text(slip.read_text("utf-8").replace("event 72 ", "event 71 "), "utf-8")
    slip.write_text(slip.read_text("utf-8").replace("position ", "position 1"), "utf-8")
    assert senpu("verify", "--store", store, "--against", slip).exit_code == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["verify", "nowhere.json"], "nowhere.json: found FileNotFoundError"),
        (["verify", "--store", "nowhere"], "nowhere: found nothing, expected a store"),
        (["verify", "--key", "x"], "--key: found something else"),
        (["proof", MATCH, "--store", "nowhere"], "nowhere: found nothing"),
        (["archive", "--store", "nowhere"], "nowhere: found nothing"),
    ],
)
def test_what_is_not_there_is_said(arguments, said):
    result = senpu(*arguments)
    assert result.exit_code == 2
    assert said in result.stderr


def test_an_archived_store_exports_the_same_bytes(store, tmp_path):
    before = [exported(store, tmp_path, form) for form in ("jsonl", "parquet", "arrow")]
    result = senpu("archive", "--store", store)
    assert (result.exit_code, result.stdout) == (0, "3 matches archived: 198 events in 1 parts\n")
    assert [exported(store, tmp_path, form) for form in ("jsonl", "parquet", "arrow")] == before
    assert senpu("verify", "--store", store).exit_code == 0
    again = senpu("archive", "--store", store)
    assert again.stdout == "0 matches archived: 0 events in 0 parts\n"


def test_a_server_reads_what_is_archived(store):
    with DuckDBLedger.open(store) as ledger:
        held = {match.match_id: ledger.export(match.match_id) for match in ledger.matches()}
        ledger.drop_reports()  # so that it has to read them all
    assert senpu("archive", "--store", store).exit_code == 0
    with server(store) as (_, url), httpx.Client(base_url=url, timeout=60) as client:
        listed = client.get("/v1/matches").raise_for_status().json()["matches"]
        assert {match["match_id"] for match in listed} == set(held)
        for match_id, events in held.items():
            told = client.get(f"/v1/matches/{match_id}/events").raise_for_status().json()
            assert told == events


@pytest.mark.parametrize("form", ["jsonl", "parquet", "arrow"])
def test_an_import_of_an_export_is_the_same_in_bytes_and_hashes(store, tmp_path, form):
    first = exported(store, tmp_path, form)
    copy = tmp_path / "copy"
    out = tmp_path / f"out.{form}"
    assert senpu("import", out, "--store", copy).exit_code == 0
    assert exported(copy, tmp_path / "copy", form) == first
    with DuckDBLedger.open(store) as one, DuckDBLedger.open(copy) as other:
        for listed in one.matches():
            assert one.read(listed.match_id) == other.read(listed.match_id)


def test_a_backup_of_a_store_that_a_server_has_open(store, tmp_path):
    with DuckDBLedger.open(store):
        result = senpu("backup", tmp_path / "copy", "--store", store)
    assert (result.exit_code, result.stdout) == (0, f"219 events copied to {tmp_path / 'copy'}\n")
    assert senpu("verify", "--store", tmp_path / "copy").exit_code == 0
    again = senpu("backup", tmp_path / "copy", "--store", store)
    assert again.exit_code == 2
    assert "expected a folder that is not there yet" in again.stderr


def test_a_store_that_lost_events_is_recovered_and_says_how_many(store):
    with duckdb.connect(store / "ledger.duckdb") as file:
        file.execute("delete from events where position > 200")
    result = senpu("recover", "--store", store)
    assert result.exit_code == 0
    assert "something is lost" in result.stdout
    assert "Missing         19" in result.stdout
    assert "Positions       201–219" in result.stdout
    assert len(list((store / "quarantine").iterdir())) == 1
    assert "失われていない" in senpu("recover", "--store", store, "--lang", "ja").stdout


def test_a_store_is_made_anew_from_its_archive_and_exports(store, tmp_path):
    assert senpu("archive", "--store", store).exit_code == 0
    first = exported(store, tmp_path)
    open_ones = tmp_path / "open"
    senpu("export", "--store", store, "--state", "open", "--out", open_ones)
    result = senpu("import", store / "archive", open_ones, "--store", tmp_path / "new")
    assert result.exit_code == 0, result.stderr
    assert exported(tmp_path / "new", tmp_path / "new") == first
