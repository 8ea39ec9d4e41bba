"""Statistics over HTTP and on the command line, of matches played by each game's own rules."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pyarrow as pa
import pytest

from api.notebook import frame
from auditor import audited, report
from auditor.game import game_of, games
from auditor.simulate import simulate
from events import read_log, write_log
from store import Ledger, MemoryLedger, rebuild
from store.facts import facts_of
from store.statistics.answer import ask
from store.statistics.definition import statistics
from store.statistics.wanted import Wanted
from tests.api.asking import NDJSON, Client, log_of
from tests.api.running import senpu
from tests.api.test_keys import keys_of

PLAYERS = ("aoi", "ren", "mio", "sora")
MATCHES = 3
LIKELY = ("results", "cards", "times", "violations", "figures")
"""Statistics that read each of the tables of facts."""


def logs_of(key: str, matches: int = MATCHES) -> list[list[dict[str, Any]]]:
    """Random matches of a cup, some with a fault planted in them."""
    game, logs = game_of(key), []
    for number in range(matches):
        rng = Random(f"{key} {number}")
        match_id = str(UUID(int=rng.getrandbits(128), version=4))
        illegal = game.faults if number % 3 == 2 else ()
        log = simulate(game, rng, match_id=match_id, illegal=illegal).events
        for place, player in enumerate(log[0]["players"]):
            name = PLAYERS[(number + place) % len(PLAYERS)]
            player |= {"player": name, "deck": {"name": f"Deck {(number + place) % 2}"}}
        log[0] |= {"tournament": "Cup", "round": number + 1}
        logs.append(log)
    return logs


def stored(ledger: Ledger, *logs: list[dict[str, Any]]) -> Client:
    client = Client(ledger)
    for log in logs:
        assert client.ask("POST", "/v1/logs", content=write_log(log), headers=NDJSON).is_success
    return client


@pytest.fixture(scope="module")
def season() -> Client:
    """A store with matches of every game."""
    return stored(MemoryLedger(), *(log for key in games() for log in logs_of(key)))


@pytest.mark.parametrize("key", sorted(games()))
@pytest.mark.parametrize("name", sorted(statistics()))
def test_every_statistic_of_every_game(season: Client, key: str, name: str) -> None:
    told = season.get(f"/v1/stats/{key}/{name}?explain=true").json()
    explained = told["explained"]
    assert told["matches"]["counted"] == len(explained["counted"])
    assert sum(told["matches"]["left_out"].values()) == len(explained["left_out"])
    assert len(explained["counted"]) + len(explained["left_out"]) == MATCHES
    assert told["definition"]["version"] >= 1
    for row in told["rows"]:
        for low in (column for column in row if column.endswith("_low")):
            rate = low.removesuffix("_low")
            if row[rate] is not None:
                assert 0 <= row[low] <= row[rate] + 1e-9 <= row[f"{rate}_high"] + 1e-8 <= 1 + 2e-8


@pytest.mark.parametrize("key", sorted(games()))
def test_an_organiser_is_answered(season: Client, key: str) -> None:
    def rows(name: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = season.get(f"/v1/stats/{key}/{name}").json()["rows"]
        return found

    first = rows("first_player")
    assert {row["is_first"] for row in first} == {True, False}
    assert any(row["played_copies"] for row in rows("cards"))
    assert {row["player"] for row in rows("slow_play")} <= set(PLAYERS)
    assert rows("slow_play")
    assert rows("figures")


def test_the_statistics_are_listed_with_their_definitions(season: Client) -> None:
    told = season.get("/v1/stats").json()
    assert [each["statistic"] for each in told["statistics"]] == list(statistics())
    for each in told["statistics"]:
        assert each["title"]["en"]
        assert each["definition"]["ja"]
    assert told["reasons"]["duplicate"]["en"]


def test_it_comes_as_csv_arrow_and_a_chart(season: Client) -> None:
    path = "/v1/stats/toy_battle/results?by=player"

    def asked(media_type: str, more: str = "") -> Any:
        answer = season.get(path + more, headers={"Accept": media_type})
        assert answer.headers["Content-Type"].startswith(media_type)
        assert answer.headers["Senpu-Counted"] == str(MATCHES)
        return answer.content

    rows = season.get(path).json()["rows"]
    found = list(csv.DictReader(io.StringIO(asked("text/csv").decode())))
    assert [row["player"] for row in found] == [row["player"] for row in rows]
    assert [int(row["wins"]) for row in found] == [row["wins"] for row in rows]
    table = pa.ipc.open_stream(asked("application/vnd.apache.arrow.stream")).read_all()
    assert table.to_pylist() == rows
    chart = asked("image/svg+xml", "&lang=ja").decode()
    assert chart.startswith("<svg")
    assert "戦績" in chart
    assert "勝率（95％区間）" in chart


@pytest.mark.parametrize("name", sorted(statistics()))
def test_every_statistic_has_a_chart(season: Client, name: str) -> None:
    answer = season.get(f"/v1/stats/toy_battle/{name}", headers={"Accept": "image/svg+xml"})
    assert answer.status_code == 200
    assert b"<svg" in answer.content


def test_what_is_not_there_is_refused(season: Client) -> None:
    refused = {
        "/v1/stats/chess/results": "unknown-game",
        "/v1/stats/toy_battle/luck": "unknown-statistic",
        "/v1/stats/toy_battle/results?by=weather": "unknown-statistic",
        "/v1/stats/toy_battle/lengths?by=deck": "unknown-statistic",
        "/v1/stats/toy_battle/results?option=mode": "bad-parameter",
        "/v1/stats/toy_battle/results?colour=red": "bad-parameter",
    }
    for path, problem in refused.items():
        answer = season.get(path)
        assert answer.json()["type"].endswith(problem), path


def test_an_open_match_is_in_no_statistic() -> None:
    whole = logs_of("toy_battle", 1)[0]
    client = stored(MemoryLedger(), whole[:-1])
    told = client.get("/v1/stats/toy_battle/cards?explain=true").json()
    assert told["rows"] == []
    [left_out] = told["explained"]["left_out"]
    assert left_out["reason"] in ("open", "abandoned")
    for name in LIKELY:
        assert client.get(f"/v1/stats/toy_battle/{name}").json()["rows"] == [], name


def test_a_tournament_that_is_not_shown_is_in_no_statistic_of_strangers() -> None:
    client = stored(MemoryLedger(), *logs_of("toy_battle"))
    client.ask("PUT", "/v1/tournaments/Cup", json={"show": "nothing"})
    path = "/v1/stats/toy_battle/results?explain=true"
    assert client.get(path).json()["matches"]["counted"] == MATCHES
    organiser = keys_of(client)["organiser"]
    assert client.get(path, headers=organiser).json()["matches"]["counted"] == MATCHES
    assert client.get(path).json()["explained"] == {"counted": [], "left_out": []}


def test_a_corrected_match_gives_the_figures_of_one_recorded_right() -> None:
    [log] = logs_of("toy_battle", 1)
    right = MemoryLedger()
    client = stored(right, log)
    # The last event before the end is recorded by the wrong seat, taken back, and put right.
    end = log[-1]
    wrong = {**log[-2], "actor": "P1" if log[-2]["actor"] == "P2" else "P2"}
    body, at = log[:-2], log[-2]["at"]
    slip = len(body) + 1
    retracted = {
        "seq": slip + 1,
        "at": at,
        "actor": "table",
        "type": "event_retracted",
        "event": slip,
        "why": "the wrong seat",
    }
    corrected = [
        *body,
        {**wrong, "seq": slip},
        retracted,
        {**log[-2], "seq": slip + 2},
        {**end, "seq": slip + 3},
    ]
    corrected_client = stored(MemoryLedger(), corrected)
    for name in LIKELY:
        path = f"/v1/stats/toy_battle/{name}"
        assert corrected_client.get(path).json()["rows"] == client.get(path).json()["rows"], name


def test_live_is_rebuilt() -> None:
    logs = [log for key in games() for log in logs_of(key, 1)]
    live = MemoryLedger()
    client = Client(live)
    for first, *rest in logs:
        client.ask("POST", "/v1/matches", json=first)
        for start in range(0, len(rest), 40):
            events = [event for event in rest[start : start + 40]]
            path = f"/v1/matches/{first['match_id']}/events"
            assert client.ask("POST", path, json=events).is_success
    told = {
        (key, name): client.get(f"/v1/stats/{key}/{name}").json()
        for key in games()
        for name in LIKELY
    }

    def anew(events: list[dict[str, Any]]) -> Any:
        record = audited(read_log(write_log(events)))
        return report(record), facts_of(record)

    assert rebuild(live, anew) == len(logs)
    for (key, name), before in told.items():
        assert client.get(f"/v1/stats/{key}/{name}").json() == before, (key, name)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with matches, as the command line has it."""
    made: Path = tmp_path_factory.mktemp("statistics")
    for number, log in enumerate(logs_of("toy_battle")):
        (made / f"{number}.jsonl").write_bytes(write_log(log))
    assert senpu("import", made, "--store", made / "store").exit_code == 0
    return made / "store"


def test_the_command_line_answers(folder: Path) -> None:
    told = senpu("stats", "toy_battle", "first_player", "--store", folder)
    assert told.exit_code == 0
    assert f"{MATCHES} matches counted" in told.stdout
    assert "win_rate" in told.stdout
    in_japanese = senpu("stats", "toy_battle", "first_player", "--store", folder, "--lang", "ja")
    assert "先手の得" in in_japanese.stdout
    whole = senpu("stats", "toy_battle", "matchups", "--store", folder, "--format", "json")
    assert json.loads(whole.stdout)["statistic"] == "matchups"
    listed = senpu("stats", "toy_battle")
    assert all(name in listed.stdout for name in statistics())
    round_1 = senpu("stats", "toy_battle", "lengths", "--round", "1", "--store", folder)
    assert "1 matches counted" in round_1.stdout


def test_the_command_line_refuses_what_is_not_there(folder: Path) -> None:
    for wrong in (("luck",), ("results", "--by", "weather"), ("results", "--seat", "P9")):
        told = senpu("stats", "toy_battle", *wrong, "--store", folder)
        assert (told.exit_code, told.stdout) == (2, ""), wrong
        assert "expected" in told.stderr or "Input" in told.stderr


def test_a_notebook_has_a_dataframe_in_one_call(folder: Path) -> None:
    found = frame(folder, "toy_battle", "results", by="player")
    assert found["n"].sum() == 2 * MATCHES


def test_a_match_is_abandoned_after_the_hours_given() -> None:
    client = stored(MemoryLedger(), log_of("dispute_1"))
    wanted = Wanted(game="toy_battle", now=datetime(2026, 11, 28, 16, tzinfo=UTC))
    client.get("/v1/stats/toy_battle/results")
    assert ask(client.ledger, statistics()["results"], wanted).left_out == {"open": 1}
    later = Wanted(game="toy_battle", now=wanted.now, abandoned_after=timedelta(minutes=30))
    assert ask(client.ledger, statistics()["results"], later).left_out == {"abandoned": 1}
