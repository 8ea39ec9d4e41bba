"""Who may do what: keys and their roles, made and revoked, and how much they may ask."""

import json
from typing import Any

import httpx
import pytest

from api.app import make_app
from api.files import Unusable
from api.settings import Settings
from store import DuckDBLedger, MemoryLedger
from tests.api.asking import Client as Asked
from tests.api.asking import Headers, log_of
from tests.api.running import senpu
from tests.api.test_problems import assert_problem

CUP = "Spring Cup"
LOG = log_of("dispute_2")
LOG[0]["tournament"] = CUP
OPENING = {name: LOG[0][name] for name in LOG[0] if name not in ("seq", "actor")}
MATCH = LOG[0]["match_id"]
PATH = f"/v1/matches/{MATCH}"
RULING = LOG[6]
assert RULING["actor"] == "judge"


@pytest.fixture
def keys(client: Asked) -> dict[str, Headers]:
    """A key of each kind, on a server that asks for them."""
    return keys_of(client)


def keys_of(client: Asked) -> dict[str, Headers]:
    kinds: dict[str, dict[str, Any]] = {
        "organiser": {"roles": ["organiser"]},
        "judge": {"roles": ["judge"]},
        "recorder": {"roles": ["recorder"], "matches": [MATCH.upper()]},
        "of the cup": {"roles": ["recorder"], "tournaments": [CUP]},
        "of any": {"roles": ["recorder"], "tournaments": ["*"]},
        "elsewhere": {"roles": ["recorder"], "tournaments": ["Another Cup"]},
        "public": {"roles": ["public"]},
    }
    made: dict[str, Headers] = {"nobody": {}}
    for name, asked in kinds.items():
        response = client.post(
            "/v1/keys", json={"name": name, **asked}, headers=made.get("organiser")
        )
        assert response.status_code == 201, response.text
        made[name] = {"Authorization": f"Bearer {response.json()['key']}"}
    return made


def refused(response: httpx.Response, who: str) -> None:
    """A caller is refused: asked who it is if nobody knows, else told what it lacks."""
    if who == "nobody":
        problem = assert_problem(response, 401, "not-identified")
        assert response.headers["WWW-Authenticate"].startswith("Bearer")
    else:
        problem = assert_problem(response, 403, "not-allowed")
    assert "role" in problem["expected"]


EVERY_KIND = [
    "nobody",
    "public",
    "organiser",
    "judge",
    "recorder",
    "of the cup",
    "of any",
    "elsewhere",
]


@pytest.mark.parametrize("who", EVERY_KIND)
def test_a_match_is_opened_by_its_recorder_or_an_organiser(client: Asked, keys, who):
    response = client.post("/v1/matches", json=OPENING, headers=keys[who])
    if who in ("organiser", "recorder", "of the cup", "of any"):
        assert response.status_code == 201
    else:
        refused(response, who)
        assert client.get(PATH, headers=keys["judge"]).status_code == 404


@pytest.mark.parametrize("who", EVERY_KIND)
def test_events_are_recorded_by_the_matchs_recorder(client: Asked, keys, who):
    client.post("/v1/matches", json=OPENING, headers=keys["recorder"])
    response = client.post(f"{PATH}/events", json=LOG[1], headers=keys[who])
    if who in ("recorder", "of the cup", "of any"):
        assert response.status_code == 201
    else:
        refused(response, who)
        assert client.get(PATH, headers=keys["judge"]).json()["head"] == 1


@pytest.mark.parametrize("who", EVERY_KIND)
def test_events_by_a_judge_are_recorded_by_judges(client: Asked, keys, who):
    client.post("/v1/matches", json=OPENING, headers=keys["recorder"])
    client.post(f"{PATH}/events", json=LOG[1:6], headers=keys["recorder"])
    for events in (RULING, [LOG[6], LOG[7]]):
        response = client.post(f"{PATH}/events?mode=strict", json=events, headers=keys[who])
        if who == "judge":
            assert response.status_code in (201, 412)
        else:
            refused(response, who)


@pytest.mark.parametrize("who", EVERY_KIND)
def test_a_log_is_stored_by_who_could_have_recorded_it(client: Asked, keys, who):
    without_judge = client.post("/v1/logs", json=LOG[:6], headers=keys[who])
    if who in ("organiser", "recorder", "of the cup", "of any"):
        assert without_judge.status_code == 201
    else:
        refused(without_judge, who)
    other = [{**event, "match_id": "0197a1b2-0000-7000-8000-00000000000f"} for event in LOG]
    with_judge = client.post("/v1/logs", json=other, headers=keys[who])
    if who == "organiser":
        assert with_judge.status_code == 201
    else:
        refused(with_judge, who)


def test_a_key_with_several_roles_may_do_what_each_may(client: Asked, keys):
    asked = {"name": "all", "roles": ["judge", "recorder"], "tournaments": [CUP]}
    key = client.post("/v1/keys", json=asked, headers=keys["organiser"]).json()["key"]
    both = {"Authorization": f"bearer {key}"}
    client.post("/v1/matches", json=OPENING, headers=both)
    assert client.post(f"{PATH}/events", json=LOG[1:8], headers=both).status_code == 201


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/v1/keys", None),
        ("GET", "/v1/keys/x", None),
        ("POST", "/v1/keys", {"name": "mine", "roles": ["organiser"]}),
        ("DELETE", "/v1/keys/x", None),
        ("GET", "/v1/tournaments", None),
        ("GET", "/v1/tournaments/x", None),
        ("PUT", "/v1/tournaments/x", {"show": "nothing"}),
    ],
)
def test_keys_and_tournaments_are_the_organisers(client: Asked, keys, method, path, body):
    for who in EVERY_KIND:
        if who != "organiser":
            refused(client.ask(method, path, json=body, headers=keys[who]), who)


def test_a_key_is_shown_once_and_only_its_hash_is_kept(client: Asked):
    made = client.post("/v1/keys", json={"name": "Aoi", "roles": ["organiser"]})
    assert made.headers["Location"] == f"/v1/keys/{made.json()['id']}"
    assert made.headers["Cache-Control"] == "no-store"
    text = made.json()["key"]
    headers = {"Authorization": f"Bearer {text}"}
    [listed] = client.get("/v1/keys", headers=headers).json()["keys"]
    assert listed == {name: value for name, value in made.json().items() if name != "key"}
    assert client.get(made.headers["Location"], headers=headers).json() == listed
    secret = text.rsplit("_", 1)[1]
    kept = [document.body for document in client.ledger.documents("key")]
    assert secret not in json.dumps(kept)


@pytest.mark.parametrize(
    "sent",
    [
        "Bearer",
        "Bearer ",
        "Bearer senpu_",
        "Bearer senpu_0123_x",
        "Bearer e30.e30.e30",
        "Basic YTpi",
        "Bearer {}x",
        "{}",
    ],
)
def test_a_key_that_is_not_valid_is_refused_even_where_none_is_needed(client: Asked, keys, sent):
    text = keys["organiser"]["Authorization"].removeprefix("Bearer ")
    response = client.get("/v1/games", headers={"Authorization": sent.format(text)})
    problem = assert_problem(response, 401, "not-identified")
    assert text not in json.dumps(problem)


def test_a_revoked_key_is_of_no_use(client: Asked, keys):
    listed = client.get("/v1/keys", headers=keys["organiser"]).json()["keys"]
    judges = next(key["id"] for key in listed if key["name"] == "judge")
    revoked = client.ask("DELETE", f"/v1/keys/{judges}", headers=keys["organiser"])
    assert revoked.json()["revoked"] is not None
    assert_problem(client.get("/v1/games", headers=keys["judge"]), 401, "not-identified")
    again = client.ask("DELETE", f"/v1/keys/{judges}", headers=keys["organiser"])
    assert again.json() == revoked.json()
    assert_problem(
        client.ask("DELETE", "/v1/keys/nobodys", headers=keys["organiser"]), 404, "unknown-key"
    )
    # and so it is for the next server on the same store
    assert_problem(
        Asked(client.ledger).get("/v1/games", headers=keys["judge"]), 401, "not-identified"
    )


def test_the_last_organiser_can_not_lock_everybody_out(client: Asked, keys):
    listed = client.get("/v1/keys", headers=keys["organiser"]).json()["keys"]
    own = next(key["id"] for key in listed if key["name"] == "organiser")
    response = client.ask("DELETE", f"/v1/keys/{own}", headers=keys["organiser"])
    assert_problem(response, 409, "last-organiser")
    assert client.get("/v1/keys", headers=keys["organiser"]).status_code == 200


@pytest.mark.parametrize(
    "asked",
    [
        {"name": "x", "roles": ["recorder"]},
        {"name": "x", "roles": ["judge"], "matches": [MATCH]},
    ],
)
def test_a_recorder_is_bound_and_nobody_else(client: Asked, asked):
    assert_problem(client.post("/v1/keys", json=asked), 422, "bad-key")


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"name": "x"}, "roles"),
        ({"name": "x", "roles": []}, "roles"),
        ({"name": "x", "roles": ["king"]}, "roles.0"),
        ({"name": "", "roles": ["judge"]}, "name"),
        ({"name": "x", "roles": ["judge"], "until": 3}, "until"),
        ({"name": "x", "roles": ["recorder"], "matches": ["m"]}, "matches.0"),
    ],
)
def test_a_key_that_can_not_be_read_is_refused(client: Asked, asked, field):
    problem = assert_problem(client.post("/v1/keys", json=asked), 422, "bad-field")
    assert problem["field"] == field
    assert client.get("/v1/keys").json() == {"keys": []}


def test_once_there_was_a_key_nobody_gets_in_without_one(client: Asked, keys):
    refused(client.post("/v1/matches", json=OPENING), "nobody")
    refused(Asked(client.ledger).post("/v1/matches", json=OPENING), "nobody")


def test_without_keys_a_local_server_answers_only_under_its_own_name():
    local = Asked(MemoryLedger(), local=True)
    for host in ("localhost", "127.0.0.1:8000", "[::1]:8000"):
        assert local.get("/v1/games", headers={"Host": host}).status_code == 200
    response = local.post("/v1/matches", json=OPENING, headers={"Host": "senpu.example.org"})
    assert_problem(response, 421, "wrong-host")
    assert local.get("/v1/matches", headers={"Host": "localhost"}).json()["matches"] == []


def test_each_caller_has_so_many_requests():
    settings = Settings(rate_anonymous="2/minute", rate_key="3/minute")
    client = Asked(MemoryLedger(), settings=settings)
    made = client.post("/v1/keys", json={"name": "o", "roles": ["organiser"]}).json()
    key = {"Authorization": f"Bearer {made['key']}"}
    for headers, amount in (({}, 2), (key, 3)):
        for left in reversed(range(amount)):
            response = client.get("/v1/games", headers=headers)
            assert response.status_code == 200
            assert response.headers["RateLimit-Limit"] == str(amount)
            assert response.headers["RateLimit-Remaining"] == str(left)
            assert 1 <= int(response.headers["RateLimit-Reset"]) <= 60
        refusal = client.get("/v1/games", headers=headers)
        problem = assert_problem(refusal, 429, "too-many")
        assert 1 <= int(refusal.headers["Retry-After"]) == problem["retry_after"] <= 60
        assert refusal.headers["RateLimit-Remaining"] == "0"
    assert client.get("/healthz").status_code == 200


def test_settings_that_can_not_be_used_are_named(monkeypatch):
    monkeypatch.setenv("SENPU_RATE_KEY", "a lot")
    with pytest.raises(Unusable, match="SENPU_RATE_KEY"):
        make_app(MemoryLedger())


def test_keys_from_the_command_line(tmp_path):
    store = tmp_path / "store"
    made = senpu("keys", "create", "--name", "Aoi", "--role", "organiser", "--store", store)
    assert made.exit_code == 0
    headers = {"Authorization": f"Bearer {made.stdout.strip()}"}
    with DuckDBLedger.open(store) as ledger:
        [key] = Asked(ledger).get("/v1/keys", headers=headers).json()["keys"]
    listed = json.loads(senpu("keys", "list", "--json", "--store", store).stdout)
    assert listed == [key]
    assert key["id"] in senpu("keys", "list", "--store", store).stdout
    last = senpu("keys", "revoke", key["id"], "--store", store)
    assert last.exit_code == 2
    senpu("keys", "create", "--name", "Ren", "--role", "organiser", "--store", store)
    assert senpu("keys", "revoke", key["id"], "--store", store).exit_code == 0
    assert "revoked" in senpu("keys", "list", "--store", store).stdout
    bad = senpu("keys", "create", "--name", "x", "--role", "recorder", "--store", store, LANG="ja")
    assert bad.exit_code == 2
