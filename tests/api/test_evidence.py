"""Checkpoints and proofs over HTTP."""

import json

import pytest

from store import MemoryLedger, NotProven
from store.bundle import Slip, bundle, check_against, check_bundle, held_against
from store.notes import Verifier, opened
from tests.api.asking import Client, log_of
from tests.api.test_keys import keys_of

MATCH = log_of("match_1")
PATH = f"/v1/matches/{MATCH[0]['match_id']}/proof"
TEXT, SVG = {"Accept": "text/plain"}, {"Accept": "image/svg+xml"}


@pytest.fixture
def client():
    client = Client(MemoryLedger())
    assert client.post("/v1/logs", json=MATCH).status_code == 201
    return client


def test_a_checkpoint_is_a_signed_note(client):
    told = client.get("/v1/checkpoint", headers={"Accept": "application/json"}).json()
    checkpoint = opened(told["checkpoint"], [Verifier.parse(told["verifier"])])
    assert checkpoint.size == len(MATCH)
    plain = client.get("/v1/checkpoint")
    assert plain.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert plain.text == told["checkpoint"]


def test_a_proof_is_checked_by_itself(client):
    response = client.get(PATH)
    assert response.status_code == 200
    assert response.headers["ETag"] == f'"{len(MATCH)}"'
    checked = check_bundle(response.content)
    assert checked.is_whole
    assert [e["type"] for e in checked.events] == [e["type"] for e in MATCH]
    names = [player["name"] for player in MATCH[0]["players"]]
    assert all(json.dumps(name) not in response.text for name in names)


def test_a_slip_is_text_or_a_code(client):
    slip = client.get(PATH, headers=TEXT)
    assert Slip.parse(slip.text).seq == len(MATCH)
    check_against(check_bundle(client.get(PATH).content), slip.content)
    code = client.get(PATH, headers=SVG)
    assert code.headers["Content-Type"] == "image/svg+xml"
    assert "<svg" in code.text


def test_what_is_not_there_or_not_offered_is_a_problem(client):
    assert client.get("/v1/matches/none/proof").json()["type"] == "urn:senpu:problem:unknown-match"
    assert client.get(PATH, headers={"Accept": "text/csv"}).status_code == 406


def test_after_more_was_recorded_the_earlier_proof_holds_still(client):
    before = check_bundle(client.get(PATH).content)
    client.post("/v1/logs", json=log_of("dispute_1"))
    after = check_bundle(client.get(PATH).content)
    assert after.checkpoint.size > before.checkpoint.size
    held_against(before, after)


def test_whoever_may_not_see_the_cards_gets_hashes_that_bind_them():
    client = Client(MemoryLedger())
    keys = keys_of(client)
    played = MATCH[:20]
    assert client.post("/v1/logs", json=played, headers=keys["organiser"]).status_code == 201
    public = client.get(PATH, headers=keys["public"]).content
    whole = client.get(PATH, headers=keys["judge"]).content
    shown, told = check_bundle(public), check_bundle(whole)
    assert (shown.is_whole, told.is_whole) == (False, True)
    assert json.loads(public)["salt"] is None
    assert json.loads(whole)["salt"] not in public.decode()
    assert shown.hashes == told.hashes
    hidden = [e for e in shown.events if e["type"] == "troops_drawn"]
    assert hidden
    assert all(troop is None for e in hidden for troop in e["troops"])
    held_against(shown, told)
    # The recorder says after all that another card was drawn.
    other = [dict(e) for e in told.events]
    drawn = next(e for e in other if e["type"] == "troops_drawn")
    drawn["troops"] = ["another", *drawn["troops"][1:]]
    lied, match_id = MemoryLedger(), other[0]["match_id"]
    other[0]["salt"] = json.loads(whole)["salt"]
    lied.append(match_id, other, expected=0)
    with pytest.raises(NotProven, match=f"event {drawn['seq']}"):
        held_against(shown, check_bundle(bundle(lied.prove(match_id))))


def test_once_its_salt_was_shown_an_open_match_is_proven_to_nobody_who_could_guess():
    client = Client(MemoryLedger())
    keys = keys_of(client)
    assert client.post("/v1/logs", json=MATCH, headers=keys["organiser"]).status_code == 201
    assert json.loads(client.get(PATH, headers=keys["public"]).content)["salt"] is not None
    again = {"actor": "judge", "type": "event_retracted", "event": len(MATCH), "why": "too early"}
    path = PATH.removesuffix("/proof")
    taken_out = client.post(f"{path}/events", json=again, headers=keys["judge"])
    assert taken_out.status_code == 201, taken_out.text
    refused = client.get(PATH, headers=keys["public"])
    assert (refused.status_code, refused.json()["type"]) == (403, "urn:senpu:problem:not-allowed")
    assert check_bundle(client.get(PATH, headers=keys["judge"]).content).is_whole
