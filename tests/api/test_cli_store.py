"""`senpu import`, `export` and `serve`: matches into a store, out of it, and over HTTP."""

import json
import re
import signal
import subprocess
import sys
from urllib.request import urlopen

import pytest

from api import demo
from store import DuckDBLedger
from tests.api.asking import EXAMPLES, log_of
from tests.api.running import example, saved, senpu

DISPUTE_1, DISPUTE_2 = (log_of(name)[0]["match_id"] for name in ("dispute_1", "dispute_2"))


@pytest.fixture
def store(tmp_path):
    """A store that holds the examples."""
    folder = tmp_path / "store"
    assert senpu("import", EXAMPLES, "--store", folder).exit_code == 0
    return folder


def test_an_import_tells_what_it_stored(tmp_path):
    result = senpu("import", example("dispute_2"), "--store", tmp_path / "store")
    told = f"{example('dispute_2')}: stored as {DISPUTE_2}, 12 events, illegal\n"
    assert (result.exit_code, result.stdout) == (0, told)


def test_the_same_again_changes_nothing(store):
    result = senpu("import", EXAMPLES, SENPU_STORE=str(store))
    assert result.exit_code == 0
    assert result.stdout.count("is stored already, nothing changed") == 5


def test_another_log_of_a_match_is_refused_and_the_rest_imported(store, tmp_path):
    other = saved(tmp_path / "other.jsonl", log_of("dispute_2")[:-1])
    result = senpu("import", other, example("match_1"), "--store", store)
    assert result.exit_code == 2
    assert f"{other}: match {DISPUTE_2}: found another log held" in result.stderr
    assert "nothing changed" in result.stdout


def test_an_export_is_the_log_that_was_imported(store):
    result = senpu("export", "--match", DISPUTE_2, "--store", store)
    assert result.exit_code == 0
    exported = [json.loads(line) for line in result.stdout.splitlines()]
    assert [event["type"] for event in exported] == [event["type"] for event in log_of("dispute_2")]
    again = senpu("import", "-", "--store", store, stdin=result.stdout_bytes)
    assert "nothing changed" in again.stdout


@pytest.mark.parametrize("form", ["jsonl", "parquet", "arrow"])
def test_an_export_makes_the_same_store(store, tmp_path, form):
    out = tmp_path / ("logs" if form == "jsonl" else f"logs.{form}")
    assert senpu("export", "--store", store, "--format", form, "--out", out).exit_code == 0
    assert senpu("import", out, "--store", tmp_path / "copy").exit_code == 0
    with DuckDBLedger.open(store) as first, DuckDBLedger.open(tmp_path / "copy") as copy:
        ids = [listed.match_id for listed in first.matches()]
        assert [listed.match_id for listed in copy.matches()] == ids
        assert len(ids) == 5
        for match_id in ids:
            assert copy.export(match_id) == first.export(match_id)
            assert copy.head(match_id) == first.head(match_id)


def test_a_columnar_file_goes_to_standard_output(store, tmp_path):
    result = senpu("export", "--store", store, "--format", "parquet", "--verdict", "illegal")
    (tmp_path / "logs.parquet").write_bytes(result.stdout_bytes)
    reports = json.loads(senpu("audit", tmp_path / "logs.parquet", "--json").stdout)
    assert {report["match_id"] for report in reports} == {DISPUTE_1, DISPUTE_2}


@pytest.mark.parametrize(
    ("filters", "matches"),
    [
        ([], 5),
        (["--game", "toy_battle"], 5),
        (["--game", "chess"], 0),
        (["--rule", "TB-7.1"], 1),
        (["--state", "open", "--verdict", "illegal"], 2),
        (["--state", "closed"], 3),
        (["--from", "2026-11-28", "--to", "2026-11-28", "--rule", "TB-7.1"], 1),
        (["--to", "2026-11-27", "--rule", "TB-7.1"], 0),
    ],
)
def test_filters_choose_matches(store, tmp_path, filters, matches):
    out = tmp_path / "out"
    assert senpu("export", "--store", store, "--out", out, *filters).exit_code == 0
    assert len(list(out.glob("*.jsonl"))) == matches


def test_several_matches_are_no_log(store):
    result = senpu("export", "--store", store)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "error: --out: found nothing, expected a folder\n"


def test_a_store_that_is_not_there_is_not_made(tmp_path):
    assert senpu("export", "--store", tmp_path / "store").exit_code == 2
    assert not (tmp_path / "store").exists()


def test_a_busy_store_says_who_has_it(store):
    with DuckDBLedger.open(store):
        result = senpu("import", example("match_1"), "--store", store)
    assert result.exit_code == 2
    assert re.search(r"found it owned by process \d+", result.stderr)


def test_a_file_that_is_not_columnar_is_named(tmp_path):
    (tmp_path / "1.parquet").write_bytes(b"PAR1")
    result = senpu("audit", tmp_path / "1.parquet")
    assert result.exit_code == 2
    assert "1.parquet: found ArrowInvalid, expected a file that can be read" in result.stderr


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::", "example.org"])
def test_without_keys_only_the_loopback_is_served(host, tmp_path):
    result = senpu("serve", "--host", host, "--store", tmp_path / "store")
    assert result.exit_code == 2
    assert f"--host: found {host}, expected a loopback address" in result.stderr
    assert not (tmp_path / "store").exists()


def test_a_server_with_the_examples_stops_cleanly(tmp_path):
    command = [sys.executable, "-c", "from api.cli import main; main()", "serve", "--demo"]
    with subprocess.Popen(
        [*command, "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"LANG": "C.UTF-8", "TMPDIR": str(tmp_path)},
    ) as server:
        assert server.stdout is not None
        url = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())
        assert url is not None
        assert server.stdout.readline().startswith("No keys are in use")
        with urlopen(f"{url[0]}/v1/matches", timeout=10) as answer:
            listed = json.load(answer)["matches"]
        server.send_signal(signal.SIGTERM)
        said, complained = server.communicate(timeout=20)
    assert len(listed) == len(demo.examples())
    assert (server.returncode, said, complained) == (0, "", "")
    assert list(tmp_path.iterdir()) == []
