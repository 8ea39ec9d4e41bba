"""Match data that organisers put: checked, kept by content hash; a match keeps what it had."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from auditor import game_of
from store import MemoryLedger
from tests.api.asking import Client as Asked
from tests.api.asking import log_of
from tests.api.test_keys import refused
from tests.api.test_problems import assert_problem

LOG = log_of("dispute_2")
CLUB = "/v1/games/toy_battle/catalogues/club"
CARDS = "/v1/games/toy_battle/cards"
PLAYROOM = game_of("toy_battle").path / "catalogues" / "playroom"
FILES = {path.name: path.read_text("utf-8") for path in PLAYROOM.glob("*.toml")}
TOML = {"Content-Type": "application/toml"}


def catalogue(file: Path) -> dict[str, str]:
    """The files of the catalogue that a file is of."""
    whole = [file] if file.parent.name == "catalogues" else sorted(file.parent.glob("*.toml"))
    return {path.name: path.read_text("utf-8") for path in whole}


def put(client: Asked, files: dict[str, str], path: str = CLUB) -> Any:
    return client.ask("PUT", path, json={"files": files})


def in_the_club(match_id: str = LOG[0]["match_id"]) -> list[dict[str, Any]]:
    return [{**LOG[0], "catalogue": "club", "match_id": match_id}, *unnamed(LOG[1:])]


def unnamed(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{k: v for k, v in event.items() if k != "match_id"} for event in events]


def test_a_catalogue_that_was_put_is_used_by_matches_that_name_it(client: Asked):
    assert_problem(client.post("/v1/logs", json=in_the_club()), 422, "match-data")
    response = put(client, FILES)
    assert response.status_code == 201
    held = response.json()
    assert response.headers["ETag"] == f'"{held["sha256"]}"'
    assert client.get(response.headers["Location"]).json()["files"] == FILES
    assert client.post("/v1/logs", json=in_the_club()).status_code == 201
    report = client.get(f"/v1/matches/{LOG[0]['match_id']}/report").json()
    assert report["catalogue"] == {"id": "club", "sha256": held["sha256"]}


def test_the_same_content_again_changes_nothing(client: Asked):
    first, again = put(client, FILES), put(client, dict(reversed(FILES.items())))
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json()
    listed = client.get("/v1/games/toy_battle/catalogues").json()
    assert listed == {"catalogues": [first.json()], "installed": ["playroom"]}


def test_one_file_may_be_sent_as_toml(client: Asked):
    whole = "\n".join(text for name, text in FILES.items() if name in ("rug.toml", "tiles.toml"))
    response = client.ask("PUT", CLUB, content=whole.encode(), headers=TOML)
    assert response.status_code == 201, response.text
    assert client.get(CLUB).json()["files"] == {"club.toml": whole}


def test_a_match_keeps_the_content_it_was_opened_with(client: Asked):
    """The board is changed after the opening: the match is replayed on the old one."""
    put(client, FILES)
    path = client.recorded(in_the_club()[:5])
    before = client.get(f"{path}/report").json()
    changed = {
        **FILES,
        "rug.toml": FILES["rug.toml"].replace("medal_target = 5", "medal_target = 4"),
    }
    assert put(client, changed).status_code == 201
    anew = Asked(client.ledger)
    assert anew.get(f"{path}/report").json() == before
    assert anew.post(f"{path}/events", json=LOG[5]).status_code == 201
    other = "0197a1b2-0000-7000-8000-00000000000f"
    anew.post("/v1/logs", json=in_the_club(other)[:2])
    after = anew.get(f"/v1/matches/{other}/report").json()["catalogue"]["sha256"]
    assert after != before["catalogue"]["sha256"]
    old = anew.get(f"{CLUB}?sha256={before['catalogue']['sha256']}")
    assert old.json()["files"] == FILES


def test_a_match_keeps_what_came_with_the_server_too(tmp_path: Path):
    """A folder that the server was told of is changed: the match is replayed as it was opened."""
    folder = shutil.copytree(PLAYROOM, tmp_path / "club")
    client = Asked(MemoryLedger(), [tmp_path])
    path = client.recorded(in_the_club()[:5])
    before = client.get(f"{path}/report").json()
    shutil.rmtree(folder)
    assert Asked(client.ledger).get(f"{path}/report").json() == before


@pytest.mark.parametrize(
    ("files", "name"),
    [
        ({}, "bad-field"),
        ({"rug.toml": 5}, "bad-field"),
        ({"rug.toml": "= 5"}, "match-data"),
        ({"rug.toml": FILES["rug.toml"]}, "match-data"),  # a board without tiles
        ({"tiles.toml": FILES["tiles.toml"]}, "match-data"),  # tiles without a board
        ({**FILES, "more.toml": FILES["rug.toml"]}, "match-data"),  # a board twice
        ({**FILES, "rug.toml": FILES["rug.toml"].replace('"H1"', '"H9"', 1)}, "match-data"),
    ],
)
def test_data_that_no_match_could_be_played_with_are_refused(client: Asked, files, name):
    problem = assert_problem(put(client, files), 422, name)
    assert problem["found"]
    assert problem["expected"]
    assert client.get("/v1/games/toy_battle/catalogues").json()["catalogues"] == []


@pytest.mark.parametrize(
    ("game", "sound", "wrong", "place"),
    [
        ("toy_battle", "medal_target = 5", 'medal_target = "five"', "medal_target"),
        ("votoms_bcg", "strength = 4", 'strength = "four"', "strength"),
        ("soukou_musume", "hp = 800", 'hp = "much"', "hp"),
        ("dino_world", '{ special = "', '{ special = 5, more = "', "attack"),
        ("rockman_exe_access", 'colour = "cross"', 'colour = ["cross"]', "colour"),
    ],
)
def test_a_wrong_value_is_told_with_its_place_in_each_game(game, sound, wrong, place):
    client, path = Asked(MemoryLedger()), f"/v1/games/{game}/catalogues/club"
    paths = sorted((game_of(game).path / "catalogues").rglob("*.toml"))
    name, files = next((f.name, catalogue(f)) for f in paths if sound in f.read_text("utf-8"))
    assert put(client, files, path).status_code == 201
    bad = {**files, name: files[name].replace(sound, wrong, 1)}
    problem = assert_problem(put(client, bad, path), 422, "match-data")
    assert name in problem["where"]
    assert place in problem["where"]
    assert problem["found"]
    assert problem["expected"]
    [kept] = client.get(f"/v1/games/{game}/catalogues").json()["catalogues"]
    assert kept["sha256"] == client.get(path).json()["sha256"]


@pytest.mark.parametrize("id", ["..", ".club", "a" * 61, "a%00b", "clubé!"])
def test_an_id_is_a_plain_name(client: Asked, id: str):
    response = put(client, FILES, f"/v1/games/toy_battle/catalogues/{id}")
    assert response.status_code in (404, 405, 422)
    assert client.get("/v1/games/toy_battle/catalogues").json()["catalogues"] == []


def test_other_forms_are_not_read(client: Asked):
    response = client.ask("PUT", CLUB, content=b"x", headers={"Content-Type": "text/plain"})
    assert_problem(response, 415, "wrong-media-type")


def test_catalogues_are_put_by_organisers_and_read_by_all(client: Asked):
    organiser = client.post("/v1/keys", json={"name": "o", "roles": ["organiser"]}).json()["key"]
    refused(put(client, FILES), "nobody")
    headers = {"Authorization": f"Bearer {organiser}"}
    assert client.ask("PUT", CLUB, json={"files": FILES}, headers=headers).status_code == 201
    assert client.get(CLUB).status_code == 200


def test_the_cards_of_a_catalogue_are_told(client: Asked):
    told = client.get("/v1/games/toy_battle/cards?catalogue=playroom").json()
    assert told["id"] == "playroom"
    assert {"quack", "roxy", "star"} <= {tile["kind"] for tile in told["tables"]["tile"]}
    assert "rug" in {board["id"] for board in told["tables"]["board"]}
    sha256 = client.get("/v1/games/toy_battle/catalogues/playroom").json()["sha256"]
    assert told["sha256"] == sha256


@pytest.mark.parametrize(
    ("path", "status", "name"),
    [
        (CARDS, 422, "bad-parameter"),
        (f"{CARDS}?catalogue=attic", 404, "unknown-catalogue"),
        (
            f"/v1/games/toy_battle/cards?catalogue=playroom&sha256={'0' * 64}",
            404,
            "unknown-catalogue",
        ),
        (f"{CLUB}?sha256=0", 422, "bad-parameter"),
        (CLUB, 404, "unknown-catalogue"),
        ("/v1/games/chess/catalogues", 404, "unknown-game"),
        ("/v1/games/chess/schema", 404, "unknown-game"),
    ],
)
def test_what_is_not_held_is_not_found(client: Asked, path, status, name):
    assert_problem(client.get(path), status, name)


def test_the_types_of_a_game_are_told_as_json_schema(client: Asked):
    told = client.get("/v1/games/toy_battle/schema").json()
    placed = told["events"]["troop_placed"]["properties"]
    assert placed["type"]["const"] == "troop_placed"
    assert told["hidden"]["tiles_set_aside"] == ["troops.*"]
    assert told["hidden"]["turn_ended"] == []
    assert told["options"]["set_aside"] == 4
    json.dumps(told, allow_nan=False)
