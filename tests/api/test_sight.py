"""Who sees what: of two logs that differ only in hidden cards, all others get the same bytes."""

import json
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from api.sight import unseen
from api.sql_copy import views
from auditor import Report, audit, game_of
from auditor.game import games
from auditor.simulate import simulate
from events import read_log
from events.codec import vocabulary_of
from store import DuckDBLedger, Ledger, MemoryLedger
from store.statistics.definition import statistics
from tests.api.asking import NDJSON, Headers, log_of
from tests.api.asking import Client as Asked
from tests.api.test_problems import NOBODY, assert_problem

Log = list[dict[str, Any]]
CUP = "Spring Cup"
FORMS = (
    "application/json",
    "application/x-ndjson",
    "text/csv",
    "application/vnd.apache.arrow.stream",
    "application/vnd.apache.parquet",
)
NOT_OF_MATCHES = {"/v1/keys", "/v1/keys/{key}", "/healthz", "/readyz", "/metrics", "/v1/checkpoint"}
"""Routes that say nothing of a match; /metrics is the organisers'."""


@cache
def played(game: str) -> Log:
    """An open match of a game, both sides' cards seen."""
    rng = Random(11)
    events = list(simulate(game_of(game), rng, match_id=NOBODY[-36:]).events)
    log = [event for event in events if event["type"] != "match_closed"][:40]
    log[0] |= {"tournament": CUP, "round": 1}
    log[0].pop("salt", None)
    for player in log[0]["players"]:
        player["deck"] = {"name": "Bolt", "archetype": "fast", "cards": ["a", "b"]}
    return log


def faces(body: Any, path: tuple[str, ...]) -> Iterator[tuple[Any, Any]]:
    """Where cards stand at a path: what holds each, and under which key."""
    step, rest = path[0], path[1:]
    keys = list(range(len(body))) if isinstance(body, list) else list(body or ())
    for key in keys if step == "*" else [k for k in keys if k == step]:
        if not rest:
            yield body, key
        elif isinstance(body[key], list | dict):
            yield from faces(body[key], rest)


def hidden(log: Log) -> Iterator[tuple[Any, Any]]:
    """Every hidden card of a log that its recorder saw, those of a list one by one."""
    vocabulary = vocabulary_of(log[0]["game"])
    assert vocabulary is not None
    for event in log:
        for field in vocabulary.cards[event["type"]]:
            face = field.face
            lies_open = face.of == "nobody" or face.open_by is not None or face.option is not None
            if face.hidden and not lies_open:
                found = faces(event, field.path)
                yield from (at for at in found if not isinstance(at[0][at[1]], list | None))


def otherwise(log: Log) -> Log:
    """The same log with other hidden cards: those it had, moved on by one place."""
    other = deepcopy(log)
    places = list(hidden(other))
    seen = [holder[key] for holder, key in places]
    assert len(set(seen)) > 1
    for (holder, key), face in zip(places, seen[1:] + seen[:1], strict=True):
        holder[key] = face
    for player in other[0]["players"]:
        player["deck"]["cards"] = ["c", "d"]
    return other


def server(
    log: Log, show: dict[str, Any] | None = None, ledger: Ledger | None = None
) -> tuple[Asked, dict[str, Headers]]:
    """A server with a log, and keys of those who see all of it and of those who may not."""
    client = Asked(ledger or MemoryLedger())
    stored = client.post("/v1/logs", json=log)
    assert stored.status_code == 201, stored.text
    if show is not None:
        client.ask("PUT", f"/v1/tournaments/{CUP}", json=show)
    kinds = {
        "organiser": {"roles": ["organiser"]},
        "public": {"roles": ["public"]},
        "elsewhere": {"roles": ["recorder"], "tournaments": ["Another Cup"]},
        "judge": {"roles": ["judge"]},
        "recorder": {"roles": ["recorder"], "tournaments": [CUP]},
    }
    keys: dict[str, Headers] = {"nobody": {}}
    for name, asked in kinds.items():
        made = client.post("/v1/keys", json={"name": name, **asked}, headers=keys.get("organiser"))
        keys[name] = {"Authorization": f"Bearer {made.json()['key']}"}
    return client, keys


@cache
def _report(text: str) -> Report:
    return audit(read_log(text.encode()))


def rules_broken(log: Log) -> set[str]:
    """The rules that a log breaks or may break, all its cards seen."""
    lines = "\n".join(map(json.dumps, log))
    return {finding["rule"] for finding in _report(lines)["findings"]}


OTHERS = ("nobody", "public", "elsewhere", "organiser")


def asked_of(log: Log) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """What can be asked about a match, by every route: method, path, and the rest."""
    game, path = log[0]["game"], f"/v1/matches/{log[0]['match_id']}"
    yield "GET", path, {}
    for accept in FORMS[:2]:
        for after in (0, 3):
            yield "GET", f"{path}/events?after={after}", {"headers": {"Accept": accept}}
    yield "GET", f"{path}/report", {}
    for at in ("", *(f"?at={seq}" for seq in range(1, len(log) + 2, 7))):
        yield "GET", f"{path}/position{at}", {}
    yield "GET", f"{path}/proof", {}
    yield "GET", f"{path}/follow?after={len(log) + 1}", {}  # refused, or it would not end
    for filters in ("", "verdict=legal", "verdict=illegal", "verdict=undetermined", "rule=GN-2.3"):
        yield "GET", f"/v1/matches?{filters}", {}
    broken = {rule for each in (log, otherwise(log)) for rule in rules_broken(each)}
    for rule in sorted({"GN-2.1", *broken}):
        yield "GET", f"/v1/matches?rule={rule}", {}
        yield "GET", f"/v1/events?rule={rule}", {}
    for accept in FORMS:
        for filters in ("limit=1000", "verdict=illegal", "verdict=undetermined"):
            yield "GET", f"/v1/events?{filters}", {"headers": {"Accept": accept}}
    for face in sorted({str(holder[key]) for holder, key in hidden(log)}):
        yield "GET", "/v1/events", {"params": {"card": face}}
    yield "GET", "/v1/stats", {}
    for statistic in statistics():
        yield "GET", f"/v1/stats/{game}/{statistic}", {}
    rows = (f"select '{view}', to_json(v)::varchar as row from {view} v" for view in views())
    yield "POST", "/v1/sql", {"json": {"sql": " union all ".join(rows) + " order by all"}}
    yield "POST", f"{path}/events", {"json": {"actor": "table", "type": "note_added", "text": "?"}}
    yield "POST", "/v1/matches", {"json": log[0]}
    for same in (log, otherwise(log)):
        yield "POST", "/v1/logs", {"json": same}


def told(response: httpx.Response) -> tuple[int, dict[str, str], bytes]:
    passing = ("ratelimit-remaining", "ratelimit-reset")
    headers = {k: v for k, v in response.headers.items() if k.lower() not in passing}
    if response.request.url.path.endswith("/proof"):  # hashed with a salt of each ledger's own
        return response.status_code, headers, b"." * len(response.content)
    return response.status_code, headers, response.content


@pytest.mark.parametrize(
    ("game", "show"), [*((game, "cards") for game in games()), (next(iter(games())), "play")]
)
def test_of_logs_that_differ_in_hidden_cards_others_get_the_same_bytes(
    game: str, show: str, tmp_path: Path
):
    log = played(game)
    with DuckDBLedger.open(tmp_path / "1") as first, DuckDBLedger.open(tmp_path / "2") as second:
        compare(
            log, server(log, {"show": show}, first), server(otherwise(log), {"show": show}, second)
        )


def compare(
    log: Log, a: tuple[Asked, dict[str, Headers]], b: tuple[Asked, dict[str, Headers]]
) -> None:
    (one, keys), (other, other_keys) = a, b
    match = f"/v1/matches/{log[0]['match_id']}"
    whole = [
        client.get(f"{match}/events", headers=held["judge"]).json()
        for client, held in ((one, keys), (other, other_keys))
    ]
    assert whole[0] != whole[1]
    for who in OTHERS:
        for method, path, how in asked_of(log):
            if who in ("public", "elsewhere") and log[0]["match_id"] not in path:
                continue  # as nobody
            answers = [
                told(
                    client.ask(method, path, **{**how, "headers": {**how.get("headers", {}), **k}})
                )
                for client, k in ((one, keys[who]), (other, other_keys[who]))
            ]
            assert answers[0] == answers[1], (who, method, path)


@pytest.mark.parametrize("game", games())
def test_a_proof_of_an_open_match_carries_no_hidden_card_and_no_salt(game: str):
    log = played(game)
    client, keys = server(log)
    path = f"/v1/matches/{log[0]['match_id']}"
    salt = client.get(f"{path}/events", headers=keys["judge"]).json()[0]["salt"]
    assert salt in client.get(f"{path}/proof", headers=keys["judge"]).text
    shown = client.get(f"{path}/events").text
    proof = client.get(f"{path}/proof").text
    assert salt not in proof
    for holder, key in hidden(log):
        assert f'"{holder[key]}"' not in proof or f'"{holder[key]}"' in shown


def test_every_route_about_matches_is_asked():
    log = played(next(iter(games())))
    app = Asked(MemoryLedger()).app
    told_of = {
        path.replace("{match_id}", log[0]["match_id"]).replace("{game}", log[0]["game"])
        for path, methods in app.openapi()["paths"].items()
        if path not in NOT_OF_MATCHES
        and not path.startswith(("/v1/games", "/v1/tournaments", "/v1/audit"))
    }
    asked = {path.partition("?")[0] for _, path, _ in asked_of(log)}
    asked |= {path.rpartition("/")[0] + "/{statistic}" for path in asked if "/stats/" in path}
    missing = {path for path in told_of if path not in asked and "{statistic}" not in path}
    assert missing == set()


@pytest.mark.parametrize("game", games())
def test_recorders_and_judges_see_every_card_of_an_open_match_and_nobody_else(game: str):
    log = played(game)
    client, keys = server(log)
    path = f"/v1/matches/{log[0]['match_id']}"
    for who in ("judge", "recorder"):
        seen = client.get(f"{path}/events", headers=keys[who]).json()
        assert seen[0].pop("salt")
        assert [{k: v for k, v in e.items() if k != "match_id"} for e in seen][1:] == [
            {k: v for k, v in e.items() if k != "match_id"} for e in at_in_store(log)
        ][1:]
    for who in OTHERS:
        seen = client.get(f"{path}/events", headers=keys[who]).json()
        assert "salt" not in seen[0]
        assert [p["deck"]["cards"] for p in seen[0]["players"]] == [None, None]
        assert seen[0]["players"][0]["deck"]["name"] == "Bolt"
        assert list(hidden(seen)) == []
        assert client.get(f"{path}/report", headers=keys[who]).json()["verdict"] != "illegal"


def at_in_store(log: Log) -> Log:
    moments = [datetime.fromisoformat(event["at"]).astimezone(UTC) for event in log]
    return [
        {**event, "at": at.isoformat(timespec="microseconds").replace("+00:00", "Z")}
        for event, at in zip(log, moments, strict=True)
    ]


EXAMPLE = log_of("match_1")
EXAMPLE[0]["tournament"] = CUP
PATH = f"/v1/matches/{EXAMPLE[0]['match_id']}"


def test_once_closed_all_of_a_match_is_shown():
    client, keys = server(EXAMPLE)
    whole = client.get(f"{PATH}/events", headers=keys["judge"])
    assert client.get(f"{PATH}/events").content == whole.content
    assert client.get(f"{PATH}/events").json()[0]["salt"]


def test_an_organiser_may_keep_the_cards_hidden_after_the_end():
    client, keys = server(EXAMPLE, {"show": "play"})
    assert list(hidden(client.get(f"{PATH}/events").json())) == []
    assert list(hidden(client.get(f"{PATH}/events", headers=keys["judge"]).json()))
    shown = client.get(PATH).json()
    assert (shown["state"], shown["result"]["recorded"]["winner"]) == ("closed", "P1")


def test_a_match_that_is_not_shown_is_as_one_that_is_not_there():
    client, keys = server(EXAMPLE, {"show": "nothing"})
    for who in ("nobody", "public", "elsewhere"):
        for part in ("", "/events", "/report", "/position", "/follow"):
            here, nowhere = (
                client.get(f"{path}{part}", headers=keys[who]) for path in (PATH, NOBODY)
            )
            assert_problem(here, 404, "unknown-match")
            assert here.content.replace(PATH[-36:].encode(), NOBODY[-36:].encode()) == (
                nowhere.content
            )
        note = {"actor": "table", "type": "note_added", "text": "?"}
        refusals = [
            client.post(f"{path}/events", json=note, headers=keys[who]) for path in (PATH, NOBODY)
        ]
        assert refusals[0].status_code == refusals[1].status_code
        assert client.get("/v1/matches", headers=keys[who]).json()["matches"] == []
        assert client.get("/v1/events", headers=keys[who]).json()["events"] == []
        cursor = client.get(f"/v1/matches?cursor={PATH[-36:]}", headers=keys[who])
        assert_problem(cursor, 422, "bad-cursor")
    for who in ("judge", "recorder", "organiser"):
        assert client.get(PATH, headers=keys[who]).status_code == 200
        assert len(client.get("/v1/matches", headers=keys[who]).json()["matches"]) == 1
        assert client.get("/v1/events", headers=keys[who]).json()["events"]


def test_a_delay_shows_the_play_as_it_stood_so_long_ago():
    """Events 1 to 20 a day ago, the others just now: under an hour's delay 20 are shown."""
    now = datetime.now(UTC)
    log = deepcopy(EXAMPLE)
    for event in log:
        before = timedelta(days=1 if event["seq"] <= 20 else 0, seconds=200 - event["seq"])
        event["at"] = (now - before).isoformat()
    client, keys = server(log, {"show": "cards", "delay_s": 3600})
    for who in ("nobody", "organiser"):
        match = client.get(PATH, headers=keys[who]).json()
        assert (match["head"], match["state"]) == (20, "open")
        seen = client.get(f"{PATH}/events", headers=keys[who]).json()
        assert [event["seq"] for event in seen] == list(range(1, 21))
        assert list(hidden(seen)) == []
        assert client.get(f"{PATH}/report", headers=keys[who]).json()["events"] == 20
        assert_problem(
            client.get(f"{PATH}/position?at=21", headers=keys[who]), 404, "unknown-event"
        )
        [listed] = client.get("/v1/matches", headers=keys[who]).json()["matches"]
        assert (listed["tournament"], listed["head"], listed["state"]) == (CUP, None, None)
        assert (listed["winner"], listed["verdict"]) == (None, None)
        assert client.get("/v1/matches?state=closed", headers=keys[who]).json()["matches"] == []
        found = client.get("/v1/events?limit=1000", headers=keys[who]).json()["events"]
        assert max(event["seq"] for event in found) == 20
    match = client.get(PATH, headers=keys["judge"]).json()
    assert (match["head"], match["state"]) == (len(log), "closed")
    client.ask("PUT", f"/v1/tournaments/{CUP}", json={}, headers=keys["organiser"])
    assert client.get(PATH).json()["head"] == len(log)
    assert client.get("/v1/matches?state=closed").json()["matches"][0]["verdict"] == "legal"


def test_a_match_opened_within_the_delay_is_not_there_yet():
    log = deepcopy(EXAMPLE[:1])
    log[0]["at"] = datetime.now(UTC).isoformat()
    client, keys = server(log, {"delay_s": 3600})
    assert_problem(client.get(PATH), 404, "unknown-match")
    assert client.get("/v1/matches").json()["matches"] == []
    assert client.get(PATH, headers=keys["recorder"]).json()["head"] == 1


def test_going_back_past_the_end_hides_the_cards_again():
    client, keys = server(EXAMPLE)
    assert list(hidden(client.get(f"{PATH}/events").json()))
    back = {"actor": "judge", "type": "match_rewound", "to": 60, "why": "A wrong count."}
    assert client.post(f"{PATH}/events", json=back, headers=keys["judge"]).status_code == 201
    assert client.get(PATH).json()["state"] == "open"
    assert list(hidden(client.get(f"{PATH}/events").json())) == []
    assert "salt" not in client.get(f"{PATH}/events").json()[0]


def test_nobody_tries_cards_by_posting_logs_until_one_is_the_same():
    """An organiser may import, but not see: the true log and a wrong one are answered alike."""
    log = played(next(iter(games())))
    client, keys = server(log)
    answers = [
        client.post("/v1/logs", json=each, headers=keys["organiser"])
        for each in (log, otherwise(log))
    ]
    assert_problem(answers[0], 409, "match-exists")
    assert answers[0].content == answers[1].content
    assert client.post("/v1/logs", json=log, headers=keys["recorder"]).status_code == 200


def test_an_old_shape_of_an_event_is_hidden_as_its_newest_is():
    """Where a type's cards stand is known of its newest shape only."""
    from dataclasses import dataclass, replace
    from typing import ClassVar, Literal

    from events.cards import Hidden
    from events.envelope import Event

    @dataclass(frozen=True, slots=True, kw_only=True)
    class TileShown(Event):
        version: ClassVar[int] = 2
        type: Literal["tile_shown"] = "tile_shown"
        tiles: tuple[Hidden, ...]

    vocabulary = vocabulary_of(next(iter(games())))
    assert vocabulary is not None

    def upcast(body: dict[str, Any]) -> dict[str, Any]:
        return {k: v for k, v in body.items() if k != "tile"} | {"tiles": [body["tile"]]}

    newer = replace(
        vocabulary,
        types=(*vocabulary.types, TileShown),
        upcasts={("tile_shown", 1): upcast},
    )
    old = {"seq": 2, "at": "…", "actor": "P1", "type": "tile_shown", "tile": "ace"}
    assert "ace" not in json.dumps(unseen(old, newer, {}))
    assert unseen(old, newer, {})["tiles"] == [None]


def test_lines_and_arrays_hide_the_same():
    log = played(next(iter(games())))
    client, _ = server(log)
    path = f"/v1/matches/{log[0]['match_id']}/events"
    lines = client.get(path, headers={"Accept": NDJSON["Content-Type"]}).text.splitlines()
    assert [json.loads(line) for line in lines] == client.get(path).json()
