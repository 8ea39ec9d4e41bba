"""Events found across matches: by what they are, whose they are, what the rules make of them."""

import csv
import io
import json
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.api.asking import Client as Asked
from tests.api.asking import log_of
from tests.api.test_problems import assert_problem

NAMES = ("match_1", "dispute_1", "dispute_2", "dispute_3")
LOGS = {name: log_of(name) for name in NAMES}
for number, log in enumerate(LOGS.values(), 1):
    log[0] |= {"tournament": "Spring Cup" if number < 3 else "Autumn Cup", "round": number}
LOGS["match_1"][0]["players"][0]["deck"] = {"name": "=Bolt", "archetype": "fast"}
IDS = {name: log[0]["match_id"] for name, log in LOGS.items()}


@pytest.fixture
def season(client: Asked) -> Asked:
    for log in LOGS.values():
        assert client.post("/v1/logs", json=log).status_code == 201
    return client


def found(client: Asked, query: str = "") -> list[tuple[str, int]]:
    """Match and seq of all that a query finds, page by page."""
    path, places = f"/v1/events?limit=1000&{query}", []
    while path:
        response = client.get(path)
        assert response.status_code == 200, response.text
        places += [(event["match_id"], event["seq"]) for event in response.json()["events"]]
        link = response.headers.get("Link", "")
        assert bool(link) == (response.json()["next"] is not None)
        path = link.partition(">")[0].removeprefix("<")
    return places


def seqs(client: Asked, name: str, query: str) -> list[int]:
    return [seq for match_id, seq in found(client, query) if match_id == IDS[name]]


def shown(event: dict[str, Any], opening: dict[str, Any]) -> dict[str, Any]:
    """An event without what all may not see: the first match is closed, the others are open."""
    if opening["match_id"] == IDS["match_1"]:
        return event
    racks = {"seats": {seat: {**of, "rack": []} for seat, of in event.get("seats", {}).items()}}
    return {**event, "troops": []} | (racks if "seats" in event else {})


def test_all_are_found_each_match_in_order_the_last_opened_first(season: Asked):
    listed = [match["match_id"] for match in season.get("/v1/matches").json()["matches"]]
    lengths = {log[0]["match_id"]: len(log) for log in LOGS.values()}
    assert found(season) == [
        (match_id, seq) for match_id in listed for seq in range(1, lengths[match_id] + 1)
    ]


@pytest.mark.parametrize("limit", [1, 7, 100])
def test_pages_join_to_the_whole(season: Asked, limit: int):
    query = f"limit={limit}&type=note_added&type=turn_ended&type=ruling_given"
    assert found(season, query) == found(
        season, "type=note_added&type=turn_ended&type=ruling_given"
    )


def test_a_row_says_where_when_and_what_the_rules_make_of_it(season: Asked):
    query = f"match_id={IDS['dispute_2'].upper()}&rule=TB-7.1"
    [row] = season.get(f"/v1/events?{query}").json()["events"]
    quack = season.get(f"/v1/matches/{IDS['dispute_2']}/events").json()[5]
    assert row == {
        "match_id": IDS["dispute_2"],
        "game": "toy_battle",
        "tournament": "Autumn Cup",
        "round": 3,
        "seq": 6,
        "at": quack["at"],
        "actor": "P2",
        "type": "troop_placed",
        "window": "W1",
        "turn": 2,
        "verdict": "illegal",
        "rules": ["TB-7.1"],
        "cards": ["quack"],
        "event": quack,
    }


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("tournament=Spring Cup", lambda e, o: o["tournament"] == "Spring Cup"),
        ("round=2", lambda e, o: o["round"] == 2),
        ("round=0", lambda e, o: False),
        ("game=toy_battle", lambda e, o: True),
        ("game=chess", lambda e, o: False),
        ("type=turn_ended", lambda e, o: e["type"] == "turn_ended"),
        (
            "actor=P2&type=troop_placed",
            lambda e, o: (e["actor"], e["type"]) == ("P2", "troop_placed"),
        ),
        ("actor=judge", lambda e, o: e["actor"] == "judge"),
        ("player=ＡＯＩ", lambda e, o: "Aoi" in [p["name"] for p in o["players"]]),
        ("deck=FAST", lambda e, o: bool((o["players"][0].get("deck") or {}).get("archetype"))),
        ("card=quack", lambda e, o: "quack" in json.dumps(shown(e, o)).split('"')),
        ("from=2027-01-01", lambda e, o: False),
        ("to=2026-11-28&from=2026-11-28", lambda e, o: e["at"].startswith("2026-11-28")),
    ],
)
def test_filters_let_through_what_the_logs_have_of_it(season: Asked, query: str, wanted: Any):
    expected = {
        (log[0]["match_id"], event["seq"])
        for log in LOGS.values()
        for event in log
        if wanted(event, log[0])
    }
    assert set(found(season, query)) == expected


def test_verdicts_rules_and_windows_are_those_of_the_reports(season: Asked):
    for name, match_id in IDS.items():
        findings = season.get(f"/v1/matches/{match_id}/report").json()["findings"]
        for verdict in ("illegal", "undetermined"):
            of = {f["seq"] for f in findings if f["verdict"] == verdict}
            assert set(seqs(season, name, f"verdict={verdict}")) == of
        for finding in findings:
            if finding["verdict"] == "illegal" and finding["status"] != "retracted":
                assert finding["seq"] in seqs(season, name, f"rule={finding['rule']}")
            assert finding["seq"] in seqs(season, name, f"window={finding['window']}")
    assert found(season, "rule=TB-7.1") == [(IDS["dispute_2"], 6)]


def test_an_event_appended_is_found_at_once_and_a_retracted_one_breaks_nothing(client: Asked):
    log = LOGS["dispute_2"]
    path = client.recorded(log[:6])
    assert found(client, "rule=TB-7.1") == [(IDS["dispute_2"], 6)]
    retraction = {"actor": "table", "type": "event_retracted", "event": 6, "why": "Wrong tile."}
    client.post(f"{path}/events", json={**retraction, "at": log[6]["at"]})
    assert found(client, "rule=TB-7.1") == []
    assert (IDS["dispute_2"], 6) in found(client, "verdict=illegal")


def test_the_forms_say_the_same(season: Asked):
    query = "/v1/events?limit=40&tournament=Spring Cup"
    rows = season.get(query).json()["events"]

    def asked(media_type: str) -> bytes:
        response = season.get(query, headers={"Accept": media_type})
        assert response.headers["Content-Type"].partition(";")[0] == media_type
        assert response.headers["Vary"] == "Accept"
        assert 'rel="next"' in response.headers["Link"]
        return response.content

    assert [json.loads(line) for line in asked("application/x-ndjson").splitlines()] == rows
    arrow = pa.ipc.open_stream(asked("application/vnd.apache.arrow.stream")).read_all()
    parquet = pq.read_table(io.BytesIO(asked("application/vnd.apache.parquet")))
    assert arrow == parquet
    for row, told in zip(arrow.to_pylist(), rows, strict=True):
        assert json.loads(row.pop("event")) == told["event"]
        assert row.pop("at").isoformat() == told["at"].replace("Z", "+00:00").replace(".000000", "")
        assert row == {name: told[name] for name in row}
    lines = list(csv.DictReader(io.StringIO(asked("text/csv").decode())))
    assert [int(line["seq"]) for line in lines] == [row["seq"] for row in rows]
    assert [json.loads(line["event"]) for line in lines] == [row["event"] for row in rows]


def test_no_events_are_every_forms_empty(season: Asked):
    for media_type, empty in (
        ("application/json", b'{"events":[],"next":null}'),
        ("application/x-ndjson", b""),
    ):
        response = season.get("/v1/events?game=chess", headers={"Accept": media_type})
        assert response.content == empty
    arrow = season.get(
        "/v1/events?game=chess", headers={"Accept": "application/vnd.apache.arrow.stream"}
    )
    assert pa.ipc.open_stream(arrow.content).read_all().num_rows == 0


@pytest.mark.parametrize(
    ("query", "status", "name"),
    [
        ("limit=0", 422, "bad-parameter"),
        ("limit=100000", 422, "bad-parameter"),
        ("colour=red", 422, "bad-parameter"),
        ("verdict=guilty", 422, "bad-parameter"),
        ("actor=P9", 422, "bad-parameter"),
        ("from=yesterday", 422, "bad-parameter"),
        ("cursor=!", 422, "bad-cursor"),
        ("cursor=YQ", 422, "bad-cursor"),
    ],
)
def test_a_query_that_can_not_be_read_is_refused(season: Asked, query, status, name):
    assert_problem(season.get(f"/v1/events?{query}"), status, name)


def test_a_form_that_is_not_offered_is_refused(season: Asked):
    response = season.get("/v1/events", headers={"Accept": "text/html"})
    assert_problem(response, 406, "not-acceptable")
