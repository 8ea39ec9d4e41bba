"""A match opened and recorded, event by event, with what the rules make of it."""

import json
import re
import shutil
from typing import Any

import pytest

from auditor import game_of
from store import MemoryLedger
from tests.api.asking import NDJSON, log_of
from tests.api.asking import Client as Asked

Event = dict[str, Any]

STUCK = log_of("dispute_3")
CUT_OFF = log_of("dispute_2")
"""P2's Quack on H1 (event 6) hangs on no chain of bases to H2: TB-7.1."""
QUACK, ROXY = CUT_OFF[5], CUT_OFF[8]


def unnumbered(*events: Event) -> list[Event]:
    """Events as a caller gives them: without seq."""
    return [{name: event[name] for name in event if name != "seq"} for event in events]


def broken(findings: list[dict[str, Any]]) -> list[tuple[int, str, str]]:
    return [(f["seq"], f["rule"], f["verdict"]) for f in findings]


@pytest.mark.parametrize("name", ["match_1", "match_2_hidden", "dispute_1", "dispute_2"])
def test_recorded_event_by_event_a_match_has_the_report_of_its_whole_log(client: Asked, name):
    log = log_of(name)
    path = client.recorded(log)
    report = client.get(f"{path}/report").json()
    assert report == client.post("/v1/audit", json=log).json()
    assert report["events"] == len(log)


def test_a_match_that_is_not_kept_live_is_replayed_from_the_store(client: Asked):
    path = client.recorded(CUT_OFF)
    report = client.get(f"{path}/report").json()
    assert Asked(client.ledger).get(f"{path}/report").json() == report


def test_the_result_is_told_by_the_rules_and_as_recorded(client: Asked):
    path = client.recorded(log_of("match_1"))
    match = client.get(path).json()
    assert match["state"] == "closed"
    assert match["result"]["by_rules"] == {"winner": "P1", "reason": "medals", "event": 69}
    assert match["result"]["recorded"] == {"winner": "P1", "reason": "medals"}
    assert match["result"]["agrees"] is True


def test_an_opening_is_completed_with_id_place_time_and_actor(client: Asked):
    opening = {
        name: value
        for name, value in CUT_OFF[0].items()
        if name not in ("seq", "at", "actor", "match_id")
    }
    response = client.post("/v1/matches", json=opening)
    assert response.status_code == 201
    assert response.headers["ETag"] == '"1"'
    told = response.json()
    assert response.headers["Location"] == f"/v1/matches/{told['match_id']}"
    assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab].{16}", told["match_id"])
    assert (told["head"], told["findings"], told["settled"]) == (1, [], [])
    [event] = told["events"]
    assert (event["seq"], event["actor"], event["players"][0]["name"]) == (1, "table", "Aoi")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", event["at"])


def test_an_opening_against_the_rules_is_stored_with_its_findings(client: Asked):
    opening = {**CUT_OFF[0], "options": {**CUT_OFF[0]["options"], "haste": True}}
    response = client.post("/v1/matches", json=opening)
    assert response.status_code == 201
    # TB-13.5 in the place of GN-1.1: an option that the game does not have
    assert broken(response.json()["findings"]) == [(1, "TB-13.5", "illegal")]


def test_match_data_is_looked_for_where_the_server_was_told_to(tmp_path):
    shutil.copytree(game_of("toy_battle").path / "catalogues" / "playroom", tmp_path / "ours")
    opening = {**CUT_OFF[0], "catalogue": "ours"}
    assert Asked(MemoryLedger()).post("/v1/matches", json=opening).status_code == 422
    path = Asked(MemoryLedger(), [tmp_path]).opened(opening)
    assert path.endswith(opening["match_id"])


def test_an_append_tells_what_was_stored_and_the_new_head(client: Asked):
    path = client.opened(CUT_OFF[0])
    response = client.post(f"{path}/events", json=CUT_OFF[1:4])
    assert response.status_code == 201
    assert response.headers["ETag"] == '"4"'
    told = response.json()
    assert told["head"] == 4
    assert [event["seq"] for event in told["events"]] == [2, 3, 4]
    assert told["events"] == client.held(path)[1:]
    assert told["events"][0]["at"] == "2026-11-28T15:10:01.000000Z"
    assert (told["findings"], told["settled"]) == ([], [])


@pytest.mark.parametrize("form", ["one object", "an array", "lines"])
def test_events_come_in_three_forms(client: Asked, form):
    path = client.opened(CUT_OFF[0])
    if form == "one object":
        responses = [client.post(f"{path}/events", json=event) for event in CUT_OFF[1:4]]
    elif form == "an array":
        responses = [client.post(f"{path}/events", json=unnumbered(*CUT_OFF[1:4]))]
    else:
        body = "\n".join(map(json.dumps, CUT_OFF[1:4])) + "\n"
        responses = [client.post(f"{path}/events", content=body, headers=NDJSON)]
    assert [response.status_code for response in responses] == [201] * len(responses)
    assert [event["type"] for event in client.held(path)] == [e["type"] for e in CUT_OFF[:4]]


def test_time_and_place_left_out_are_the_servers(client: Asked):
    path = client.recorded(CUT_OFF[:4])
    event = {"actor": "P1", "type": "turn_ended"}
    [told] = client.post(f"{path}/events", json=event).json()["events"]
    assert told["seq"] == 5
    assert told["match_id"] == CUT_OFF[0]["match_id"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", told["at"])


def test_a_time_with_an_offset_is_stored_in_utc(client: Asked):
    path = client.recorded(CUT_OFF[:4])
    event = {**CUT_OFF[4], "at": "2026-11-29T00:10:04.5+09:00"}
    [told] = client.post(f"{path}/events", json=event).json()["events"]
    assert told["at"] == "2026-11-28T15:10:04.500000Z"


def test_advisory_stores_an_illegal_play_with_its_findings(client: Asked):
    path = client.recorded(CUT_OFF[:5])
    response = client.post(f"{path}/events", json=QUACK)
    assert response.status_code == 201
    assert broken(response.json()["findings"]) == [(6, "TB-7.1", "illegal")]
    assert len(client.held(path)) == 6


def test_strict_refuses_an_illegal_play_and_stores_nothing(client: Asked):
    path = client.recorded(CUT_OFF[:5])
    response = client.post(f"{path}/events?mode=strict", json=QUACK)
    assert response.status_code == 422
    problem = response.json()
    assert problem["type"] == "urn:senpu:problem:illegal-play"
    assert (problem["line"], problem["rule"], problem["head"]) == (1, "TB-7.1", 5)
    assert broken(problem["findings"]) == [(6, "TB-7.1", "illegal")]
    assert len(client.held(path)) == 5
    # the refused play has left no mark on what comes after
    assert client.post(f"{path}/events?mode=strict", json={**ROXY, "seq": 6}).status_code == 201
    assert client.get(f"{path}/report").json()["verdict"] == "legal"


def test_strict_refuses_a_batch_whole(client: Asked):
    path = client.recorded(CUT_OFF[:2])
    response = client.post(f"{path}/events?mode=strict", json=CUT_OFF[2:6])
    assert response.status_code == 422
    assert (response.json()["line"], response.json()["head"]) == (4, 2)
    assert len(client.held(path)) == 2
    assert client.post(f"{path}/events?mode=strict", json=CUT_OFF[2:5]).status_code == 201


def test_strict_lets_pass_what_nobody_can_tell_yet(client: Asked):
    path = client.recorded(STUCK[:4])
    response = client.post(f"{path}/events?mode=strict", json=STUCK[4])
    assert response.status_code == 201
    assert broken(response.json()["findings"]) == [(5, "TB-12.4", "undetermined")]


@pytest.mark.parametrize(
    ("rack", "verdict"),
    [
        (["star", "xb42"], "legal"),  # 6 and 5 against a Roxy (7) on a1 and a Star (6) on a3
        (["roxy", "star"], "illegal"),  # a Roxy covers the Star on a3, next to H1
    ],
)
def test_a_reveal_settles_an_earlier_event_and_strict_lets_it_pass(client: Asked, rack, verdict):
    path = client.recorded(STUCK[:5])
    response = client.post(f"{path}/events?mode=strict", json={**STUCK[5], "troops": rack})
    assert response.status_code == 201
    told = response.json()
    assert told["findings"] == []
    assert broken(told["settled"]) == [(5, "TB-12.4", verdict)]
    assert told["settled"][0]["settled_by"] == 6


def test_a_mistake_is_retracted_and_the_match_is_legal(client: Asked):
    path = client.recorded(CUT_OFF[:6])
    assert client.get(f"{path}/report").json()["divergence"] == 6
    retraction = {
        "at": CUT_OFF[6]["at"],
        "actor": "table",
        "type": "event_retracted",
        "event": 6,
        "why": "Wrong tile.",
    }
    assert client.post(f"{path}/events", json=retraction).status_code == 201
    assert client.post(f"{path}/events?mode=strict", json={**ROXY, "seq": 8}).status_code == 201
    report = client.get(f"{path}/report").json()
    assert (report["verdict"], report["divergence"]) == ("legal", None)
    assert [finding["status"] for finding in report["findings"]] == ["retracted"]
    assert [(u["seq"], u["from"], u["to"]) for u in report["undone"]] == [(7, 6, 6)]
    assert len(client.held(path)) == 8


def test_a_ruling_upholds_and_a_rewind_takes_back(client: Asked):
    path = client.recorded(CUT_OFF)
    report = client.get(f"{path}/report").json()
    [finding] = report["findings"]
    assert (finding["seq"], finding["rule"], finding["status"]) == (6, "TB-7.1", "rewound")
    assert finding["ruling"]["seq"] == 7
    assert finding["ruling"]["agrees"] is True
    # what was rewound did happen, and counts
    assert (report["verdict"], report["divergence"]) == ("illegal", 6)
    position = client.get(f"{path}/position?at=8").json()["position"]
    assert position == client.get(f"{path}/position?at=5").json()["position"]
