"""Whatever goes wrong is a problem document, and changes nothing."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import api.errors
import auditor.errors
import events.errors
import store.errors
from api.problems import INTERNAL, KINDS
from store import DuckDBLedger, MemoryLedger
from tests.api.asking import NDJSON, log_of
from tests.api.asking import Client as Asked

LOG = log_of("dispute_2")
MATCH = LOG[0]["match_id"]
PATH = f"/v1/matches/{MATCH}"
NOBODY = "/v1/matches/00000000-0000-7000-8000-000000000000"
NOTE = {"actor": "table", "type": "note_added", "text": "A remark."}


def assert_problem(response: httpx.Response, status: int, name: str) -> dict[str, Any]:
    assert response.headers["Content-Type"] == "application/problem+json"
    problem: dict[str, Any] = response.json()
    assert (response.status_code, problem["type"]) == (status, f"urn:senpu:problem:{name}")
    assert problem["status"] == status
    assert problem["title"]
    return problem


@pytest.fixture
def match(client: Asked):
    """A match with two events; after the test it still has them, and is the only one."""
    client.recorded(LOG[:2])
    before = client.held(PATH)
    report = client.get(f"{PATH}/report").json()
    yield client
    assert client.held(PATH) == before
    assert client.get(f"{PATH}/report").json() == report
    assert len(client.get("/v1/matches").json()["matches"]) == 1


TAKING_EVENTS = ("/v1/audit", "/v1/logs", "/v1/matches", f"{PATH}/events")


@pytest.mark.parametrize(
    ("body", "name"),
    [
        (b"", "not-a-log"),
        (b"[]", "not-a-log"),
        (b"null", "not-a-log"),
        (b"7", "not-a-log"),
        (b"[[]]", "not-a-log"),
        (b"{", "not-a-log"),
        (b"\xff\xfe{}", "not-a-log"),
        (b'{"text": "\xff"}', "not-a-log"),
        (b'\xef\xbb\xbf{"type":"note_added"}', "not-a-log"),
        (b'{"type":"note_added","text":"\0"}', "not-a-log"),
        (b'{"type":"note_added","text":NaN}', "not-a-log"),
        (b"[" * 5000, "not-a-log"),
    ],
)
def test_a_body_that_is_no_events_is_refused(match: Asked, body, name):
    for path in TAKING_EVENTS:
        for form in ("application/json", "application/x-ndjson"):
            response = match.post(path, content=body, headers={"Content-Type": form})
            problem = assert_problem(response, 422, name)
            assert problem["line"] == 1
            assert problem["found"]
            assert problem["expected"]


@pytest.mark.parametrize(
    ("change", "field", "name"),
    [
        ({"type": "dragon_tamed"}, "type", "unknown-kind"),
        ({"type": None}, "type", "unknown-kind"),
        ({"v": 99}, "v", "unknown-kind"),
        ({"actor": "P9"}, "actor", "bad-field"),
        ({"text": 5}, "text", "bad-field"),
        ({"mood": "good"}, "mood", "bad-field"),
        ({"at": "yesterday"}, "at", "bad-field"),
        ({"at": "2026-11-28T15:10:04"}, "at", "bad-field"),
        ({"at": "0001-01-01T00:00:00+14:00"}, "at", "bad-field"),
        ({"at": None}, "at", "bad-field"),
        ({"seq": "3"}, "seq", "bad-field"),
        ({"seq": None}, "seq", "bad-field"),
        ({"event_id": "one"}, "event_id", "bad-field"),
        ({"match_id": "00000000-0000-7000-8000-000000000000"}, "match_id", "bad-order"),
    ],
)
def test_an_event_that_can_not_be_read_refuses_its_batch(match: Asked, change, field, name):
    for mode in ("advisory", "strict"):
        response = match.post(f"{PATH}/events?mode={mode}", json=[NOTE, {**NOTE, **change}])
        problem = assert_problem(response, 422, name)
        assert (problem["line"], problem["field"]) == (2, field)


def test_a_doubled_key_is_refused(match: Asked):
    body = b'{"actor":"table","type":"note_added","text":"a","text":"b"}'
    for path in TAKING_EVENTS:
        problem = assert_problem(match.post(path, content=body, headers=NDJSON), 422, "bad-field")
        assert problem["field"] == "text"
        as_json = match.post(path, content=body, headers={"Content-Type": "application/json"})
        assert '"text"' in assert_problem(as_json, 422, "not-a-log")["found"]


def test_an_infinite_number_is_refused(match: Asked):
    body = json.dumps([{**LOG[0], "options": {"board": "rug", "x": 0}}]).replace(
        '"x": 0', '"x": 1e999'
    )
    for path in TAKING_EVENTS:
        response = match.post(path, content=body, headers={"Content-Type": "application/json"})
        assert_problem(response, 422, "not-a-log")


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"game": "chess"}, "unknown-kind"),
        ({"catalogue": "nowhere"}, "match-data"),
        ({"options": {"board": "nowhere"}}, "match-data"),
        ({"type": "note_added"}, "bad-order"),
        ({"salt": "too short"}, "bad-event"),
        ({"round": 2**60}, "bad-field"),
        ({"options": {"board": "rug", "x": 2**60}}, "bad-field"),
        ({"match_id": "seven"}, "bad-field"),
    ],
)
def test_a_match_that_can_not_be_opened_is_not(match: Asked, change, name):
    opening = {**LOG[0], "match_id": None, **change}
    response = match.post("/v1/matches", json=opening)
    assert_problem(response, 422, name)


def test_a_match_is_opened_alone(match: Asked):
    opening = {**LOG[0], "match_id": None}
    assert_problem(match.post("/v1/matches", json=[opening, LOG[1]]), 422, "bad-order")


def test_a_match_id_that_is_taken_is_refused(match: Asked):
    problem = assert_problem(match.post("/v1/matches", json=LOG[0]), 409, "match-exists")
    assert problem["match_id"] == MATCH


def test_a_match_that_is_not_held_is_not_found(match: Asked):
    for path in ("", "/events", "/report", "/position"):
        assert_problem(match.get(NOBODY + path), 404, "unknown-match")
        assert_problem(match.get("/v1/matches/a'b" + path), 404, "unknown-match")


def test_nothing_is_appended_to_a_match_that_is_not_held(match: Asked):
    assert_problem(match.post(f"{NOBODY}/events", json=NOTE), 404, "unknown-match")


@pytest.mark.parametrize("at", ["3", str(2**53 - 1)])
def test_an_event_that_is_not_held_has_no_position(match: Asked, at):
    problem = assert_problem(match.get(f"{PATH}/position?at={at}"), 404, "unknown-event")
    assert problem["head"] == 2


UNREADABLE = (
    f"{PATH}/position?at=0",
    f"{PATH}/position?at=squirrel",
    f"{PATH}/position?squirrel=1",
    f"{PATH}/events?after=-1",
    "/v1/matches?verdict=squirrel",
    "/v1/matches?limit=0",
    "/v1/matches?limit=1001",
    "/v1/matches?from=squirrel",
    "/v1/matches?to=9999-12-31",
    "/v1/matches?round=99999999999999999999",
    "/v1/matches?squirrel=1",
)


def test_a_parameter_that_can_not_be_read_is_named(match: Asked):
    for path in UNREADABLE:
        problem = assert_problem(match.get(path), 422, "bad-parameter")
        name, _ = path.split("?")[1].split("=")
        assert problem["field"] == f"query.{name}"


def test_a_parameter_that_can_not_be_read_is_not_repeated(match: Asked):
    for path in (f"{PATH}/position?at=squirrel", "/v1/matches?verdict=squirrel"):
        assert "squirrel" not in match.get(path).text


def test_an_unknown_mode_and_a_bad_key_are_refused(match: Asked):
    response = match.post(f"{PATH}/events?mode=stric", json=NOTE)
    assert_problem(response, 422, "bad-parameter")
    for key in ("", "k" * 256):
        response = match.post(f"{PATH}/events", json=NOTE, headers={"Idempotency-Key": key})
        assert_problem(response, 422, "bad-parameter")


def test_a_cursor_of_no_page_is_refused(match: Asked):
    assert_problem(match.get("/v1/matches?cursor=squirrel"), 422, "bad-cursor")


def test_games_and_rules_that_are_not_there_are_not_found(match: Asked):
    assert_problem(match.get("/v1/games/chess/rules"), 404, "unknown-game")
    assert_problem(match.get("/v1/games/toy_battle/rules/TB-99.9"), 404, "unknown-rule")
    assert_problem(match.get("/v1/games/toy_battle/rules/GN-99.9"), 404, "unknown-rule")


def test_paths_and_methods_that_are_not_there_are_problems_too(match: Asked):
    assert_problem(match.get("/v1/nothing"), 404, "http-404")
    response = match.ask("DELETE", PATH)
    assert_problem(response, 405, "http-405")
    assert response.headers["Allow"] == "GET"


def test_a_form_that_is_not_offered_is_refused(match: Asked):
    response = match.get(f"{PATH}/events", headers={"Accept": "text/csv"})
    assert_problem(response, 406, "not-acceptable")


def test_a_form_that_is_not_read_is_refused(match: Asked):
    for headers in (
        {},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Type": "application/json", "Content-Encoding": "gzip"},
    ):
        for path in TAKING_EVENTS:
            response = match.post(path, content=json.dumps(NOTE), headers=headers)
            assert_problem(response, 415, "wrong-media-type")


def test_a_body_beyond_the_limit_is_refused_before_it_is_read(match: Asked):
    async def endless() -> AsyncIterator[bytes]:
        while True:  # ends where the server stops reading
            yield b"x" * (1 << 20)

    length = {"Content-Length": str(100 << 20), **NDJSON}
    for path in TAKING_EVENTS:
        declared = match.post(path, content=endless(), headers=length)
        assert_problem(declared, 413, "too-large")
        untold = match.post(path, content=endless(), headers=NDJSON)
        assert assert_problem(untold, 413, "too-large")["limit"] == 16 << 20


def test_an_event_of_more_than_a_mebibyte_is_refused(match: Asked):
    line = json.dumps({**NOTE, "text": "x" * (1 << 20)}).encode()
    for form in ("application/json", "application/x-ndjson"):
        for path in TAKING_EVENTS:
            response = match.post(path, content=line, headers={"Content-Type": form})
            assert "1048576" in assert_problem(response, 422, "not-a-log")["found"]


def test_a_failure_inside_tells_nothing_of_the_inside():
    class Broken(MemoryLedger):
        def standing(self, match_id: str, until: object = None) -> Any:
            raise RuntimeError(f"the inside of {match_id}")

    broken = Asked(Broken())
    problem = assert_problem(broken.get(PATH), 500, INTERNAL.name)
    assert problem.keys() == {"type", "title", "status"}


def test_a_closed_store_is_a_problem(tmp_path):
    with DuckDBLedger.open(tmp_path / "secret place") as ledger:
        client = Asked(ledger)
        client.recorded(LOG[:2])
    for response in (
        client.get(f"{PATH}/events"),
        client.get("/v1/matches"),
        client.post(f"{PATH}/events", json=NOTE),
    ):
        problem = assert_problem(response, 503, "store-closed")
        assert "secret" not in json.dumps(problem)


def causes(module: Any, root: type[Exception]) -> set[type[Exception]]:
    found = {v for v in vars(module).values() if isinstance(v, type) and issubclass(v, root)}
    return found - {root}


def test_every_cause_has_a_kind_of_its_own_or_is_no_answer():
    told = set(KINDS)
    assert causes(events.errors, events.errors.LogError) <= told
    assert causes(api.errors, api.errors.ApiError) <= told
    # ours, or before the server answers anybody
    assert causes(auditor.errors, auditor.errors.AuditorError) - told == {
        auditor.errors.RulebookError
    }
    assert causes(store.errors, store.errors.StoreError) - told == {
        store.errors.EventsMissing,
        store.errors.NotProven,
        store.errors.StoreBusy,
        store.errors.WrongFormat,
    }


def test_every_kind_of_problem_is_documented():
    readme = (Path(api.errors.__file__).parent / "README.md").read_text("utf-8")
    for kind in {*KINDS.values(), INTERNAL}:
        assert f"| `{kind.name}` | {kind.status} |" in readme
