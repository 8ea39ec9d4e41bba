"""Matches listed and read; what the auditor knows."""

import json
from typing import Any

import httpx
import pytest

from tests.api.asking import Client as Asked
from tests.api.asking import log_of

NAMES = ("match_1", "match_2_hidden", "dispute_2", "dispute_3")


@pytest.fixture
def season(client: Asked):
    """Four matches of one day: two whole ones, a cut-off Quack rewound, a stuck rack."""
    for name in NAMES:
        assert client.post("/v1/logs", json=log_of(name)).status_code == 201
    return client


def ids(response: httpx.Response) -> list[str]:
    return [match["match_id"] for match in response.json()["matches"]]


def ids_of(*names: str) -> list[str]:
    return [log_of(name)[0]["match_id"] for name in names]


ASKED: list[tuple[dict[str, Any], set[str]]] = [
    ({"game": "toy_battle"}, set(NAMES)),
    ({"game": "votoms_bcg"}, set()),
    ({"player": "ＡＯＩ"}, set(NAMES) - {"match_2_hidden"}),
    ({"player": "nobody"}, set()),
    ({"tournament": "Toy Box Cup", "round": 1}, {"match_1"}),
    ({"verdict": "illegal"}, {"dispute_2"}),
    ({"rule": "TB-7.1"}, {"dispute_2"}),
    ({"verdict": "legal", "rule": "TB-7.1"}, set()),
    ({"state": "open"}, {"dispute_2"}),
    ({"winner": "Aoi"}, {"match_1"}),
    ({"winner": "Ren"}, {"dispute_3"}),
    ({"winner": "sora"}, {"match_2_hidden"}),
    ({"from": "2026-11-28", "to": "2026-11-28"}, set(NAMES)),
    ({"from": "2026-11-29"}, set()),
    ({"to": "2026-11-27"}, set()),
]


def test_a_listing_is_of_the_matches_that_meet_every_filter(season: Asked):
    for asked, names in ASKED:
        response = season.get("/v1/matches", params=asked)
        assert response.status_code == 200
        assert (asked, set(ids(response))) == (asked, set(ids_of(*names)))


def test_a_listing_comes_in_pages_newest_first(season: Asked):
    first = season.get("/v1/matches?limit=3&game=toy_battle")
    link = first.headers["Link"]
    assert link.endswith('>; rel="next"')
    second = season.get(link[1 : link.index(">")])
    assert "Link" not in second.headers
    assert second.json()["next"] is None
    opened = [match["opened"] for page in (first, second) for match in page.json()["matches"]]
    assert opened == sorted(opened, reverse=True)
    assert sorted(ids(first) + ids(second)) == sorted(ids_of(*NAMES))
    by_cursor = season.get("/v1/matches", params={"limit": 3, "cursor": first.json()["next"]})
    assert ids(by_cursor) == ids(second)


def test_a_listing_tells_of_each_match_where_it_stands(season: Asked):
    [match] = season.get("/v1/matches?winner=Aoi").json()["matches"]
    nobody = {"player": None, "deck": None, "archetype": None}
    assert match == {
        "match_id": ids_of("match_1")[0],
        "game": "toy_battle",
        "opened": "2026-11-28T10:00:00.000000Z",
        "tournament": "Toy Box Cup",
        "round": 1,
        "table": "4",
        "players": [
            {"seat": "P1", **nobody, "name": "Aoi"},
            {"seat": "P2", **nobody, "name": "Ren"},
        ],
        "head": 72,
        "state": "closed",
        "winner": "P1",
        "verdict": "legal",
    }


def test_a_verdict_in_a_listing_is_of_the_match_as_it_stands(client: Asked):
    log = log_of("dispute_2")
    path = client.recorded(log[:5])
    assert ids(client.get("/v1/matches?verdict=legal")) == ids_of("dispute_2")
    client.post(f"{path}/events", json=log[5])
    assert ids(client.get("/v1/matches?verdict=legal")) == []
    assert ids(client.get("/v1/matches?rule=TB-7.1")) == ids_of("dispute_2")


def test_matches_that_an_earlier_server_left_without_a_report_are_listed_with_one(client: Asked):
    client.recorded(log_of("dispute_2"))
    again = Asked(client.ledger)
    assert ids(again.get("/v1/matches?verdict=illegal")) == ids_of("dispute_2")


def test_one_match_is_told_with_its_opening_but_not_its_salt(client: Asked):
    log = log_of("dispute_2")
    path = client.recorded(log)
    response = client.get(path.upper().replace("/V1/MATCHES", "/v1/matches"))
    assert response.headers["ETag"] == '"12"'
    match = response.json()
    assert (match["match_id"], match["head"], match["state"]) == (log[0]["match_id"], 12, "open")
    assert match["verdict"] == "illegal"
    assert match["match_opened"]["players"][1]["name"] == "Ren"
    assert "salt" not in match["match_opened"]


def test_a_name_that_was_forgotten_is_not_told_again(client: Asked):
    log = log_of("dispute_2")
    path = client.recorded(log)
    client.ledger.forget_names(log[0]["match_id"], "P2")
    for told in (client.get(path), client.get("/v1/matches"), client.get(f"{path}/events")):
        assert ("Aoi" in told.text, "Ren" in told.text) == (True, False)
    assert client.post("/v1/logs", json=log).status_code == 200
    assert "Ren" not in client.get(path).text


def test_the_log_is_given_as_an_array_or_as_lines(client: Asked):
    log = log_of("dispute_2")
    path = client.recorded(log)
    as_array = client.get(f"{path}/events")
    as_lines = client.get(f"{path}/events", headers={"Accept": "application/x-ndjson"})
    assert as_array.headers["Content-Type"] == "application/json"
    assert as_lines.headers["Content-Type"] == "application/x-ndjson"
    assert as_array.json() == [json.loads(line) for line in as_lines.text.splitlines()]
    assert [event["type"] for event in as_array.json()] == [event["type"] for event in log]
    assert client.get(f"{path}/events?after=10").json() == as_array.json()[10:]
    assert client.get(f"{path}/events?after=12").json() == []


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("*/*", "application/json"),
        ("application/*", "application/json"),
        ("application/json;q=0.5, application/x-ndjson", "application/x-ndjson"),
        ("application/x-ndjson;q=0, */*", "application/json"),
        ("text/html, application/x-ndjson;q=0.1", "application/x-ndjson"),
    ],
)
def test_the_form_is_the_one_that_the_caller_likes_best(client: Asked, accept, media_type):
    path = client.recorded(log_of("dispute_3"))
    response = client.get(f"{path}/events", headers={"Accept": accept})
    assert (response.status_code, response.headers["Content-Type"]) == (200, media_type)


def test_a_position_tells_the_table_the_window_and_what_may_come_next(client: Asked):
    path = client.recorded(log_of("dispute_2"))
    told = client.get(f"{path}/position?at=2").json()
    assert (told["seq"], told["window"]) == (2, "W1")
    assert told["position"]["to_move"] == "P1"
    assert told["position"]["seats"]["P1"]["rack"] == ["captain", "star"]
    placed = [
        (next_["event"]["troop"], next_["event"]["space"], next_["verdict"])
        for next_ in told["next"]
        if next_["event"]["type"] == "troop_placed"
    ]
    assert ("star", "b2", "legal") in placed  # as P1 did
    assert ("captain", "b3", "legal") not in placed  # a Captain (2) covers no Star (6)
    assert all("seq" not in next_["event"] for next_ in told["next"])
    now = client.get(f"{path}/position").json()
    assert now["seq"] == 12
    assert now == client.get(f"{path}/position?at=12").json()


def test_the_games_and_their_rules_are_told(client: Asked):
    listed = {game["game"]: game for game in client.get("/v1/games").json()["games"]}
    assert len(listed) == 5
    game = listed["toy_battle"]
    assert (game["ja"], game["players"]) == ("トイバトル", [2])
    told = client.get("/v1/games/toy_battle/rules").json()
    found = {rule["id"]: rule for rule in told["rules"]}
    assert {"TB-1.1", "TB-7.1", "GN-1.1"} <= found.keys()
    assert {"of": "toy_battle", "number": 7}.items() <= told["sections"][6].items()
    rule = client.get("/v1/games/toy_battle/rules/TB-12.6").json()
    assert rule == found["TB-12.6"]
    assert (rule["hole"]["id"], rule["hole"]["option"]) == ("H-5", "stuck_tie")
    assert client.get("/v1/games/toy_battle/rules/GN-1.3").json()["id"] == "GN-1.3"


def test_it_says_that_it_is_alive_and_what_it_answers(client: Asked):
    assert client.get("/healthz").json() == {"status": "ok"}
    described = client.get("/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    assert "/v1/matches/{match_id}/events" in described["paths"]
    for operations in described["paths"].values():
        for operation in operations.values():
            assert {"4XX", "5XX"} <= operation["responses"].keys()
            assert "422" not in operation["responses"]
