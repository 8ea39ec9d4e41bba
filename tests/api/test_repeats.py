"""What is asked twice is done once; what comes too late is told where the match stands."""

import pytest

from tests.api.asking import Client as Asked
from tests.api.asking import log_of

LOG = log_of("dispute_2")
FIRST = "11111111-2222-4333-8444-55555555AAAA"
SECOND = "11111111-2222-4333-8444-555555555555"


def once(key: str) -> dict[str, str]:
    return {"Idempotency-Key": key}


def test_a_repeated_opening_gets_its_first_answer_and_opens_one_match(client: Asked):
    opening = {name: value for name, value in LOG[0].items() if name != "match_id"}
    asked = [("POST", "/v1/matches", {"json": opening, "headers": once("k-1")})] * 4
    responses = client.ask_at_once(asked) + client.ask_at_once(asked)
    assert {response.status_code for response in responses} == {201}
    assert len({response.content for response in responses}) == 1
    assert len({response.headers["Location"] for response in responses}) == 1
    assert len(client.get("/v1/matches").json()["matches"]) == 1


def test_a_repeated_append_gets_its_first_answer_and_appends_once(client: Asked):
    path = client.recorded(LOG[:2])
    first = client.post(f"{path}/events", json=LOG[2], headers=once("k-1"))
    client.post(f"{path}/events", json=LOG[3])
    again = client.post(f"{path}/events", json=LOG[2], headers=once("k-1"))
    assert (again.status_code, again.content) == (201, first.content)
    assert again.headers["ETag"] == first.headers["ETag"] == '"3"'
    assert len(client.held(path)) == 4


def test_a_key_is_for_one_request(client: Asked):
    path = client.recorded(LOG[:2])
    client.post(f"{path}/events", json=LOG[2], headers=once("k-1"))
    for asked, body in (
        (f"{path}/events", LOG[3]),
        (f"{path}/events?mode=strict", LOG[2]),
        ("/v1/matches", LOG[0]),
    ):
        response = client.post(asked, json=body, headers=once("k-1"))
        assert response.status_code == 422
        assert response.json()["type"] == "urn:senpu:problem:key-reused"
    assert len(client.held(path)) == 3


def test_a_refused_request_uses_up_no_key(client: Asked):
    path = client.recorded(LOG[:5])
    refused = client.post(f"{path}/events?mode=strict", json=LOG[5], headers=once("k-1"))
    assert refused.status_code == 422
    assert client.post(f"{path}/events", json=LOG[5], headers=once("k-1")).status_code == 201


def test_an_event_id_that_is_held_is_answered_with_what_is_stored(client: Asked):
    path = client.recorded(LOG[:5])
    event = {**LOG[5], "event_id": FIRST}
    first = client.post(f"{path}/events", json=event)
    client.post(f"{path}/events", json=LOG[6])
    again = client.post(f"{path}/events", json={**event, "event_id": FIRST.lower()})
    assert (first.status_code, again.status_code) == (201, 200)
    told = again.json()
    assert told["events"] == client.held(path)[5:6]
    assert [finding["rule"] for finding in told["findings"]] == ["TB-7.1"]
    assert (told["head"], again.headers["ETag"]) == (7, '"7"')
    assert len(client.held(path)) == 7


def test_a_batch_that_is_held_in_part_is_refused(client: Asked):
    path = client.recorded(LOG[:2])
    client.post(f"{path}/events", json={**LOG[2], "event_id": FIRST})
    batch = [{**LOG[2], "event_id": FIRST}, {**LOG[3], "event_id": SECOND}]
    response = client.post(f"{path}/events", json=batch)
    assert response.status_code == 409
    assert response.json()["type"] == "urn:senpu:problem:partly-recorded"
    assert response.json()["recorded"] == [3]
    assert len(client.held(path)) == 3


def test_an_event_id_stands_once_in_a_batch(client: Asked):
    path = client.recorded(LOG[:2])
    batch = [{**event, "event_id": FIRST} for event in LOG[2:4]]
    response = client.post(f"{path}/events", json=batch)
    assert (response.status_code, response.json()["field"]) == (422, "event_id")
    assert len(client.held(path)) == 2
    assert client.post(f"{path}/events", json=LOG[2:4]).status_code == 201


@pytest.mark.parametrize("seen", ['"2"', "*", '"1", "2"'])
def test_an_append_to_the_head_that_was_seen_is_taken(client: Asked, seen):
    path = client.recorded(LOG[:2])
    response = client.post(f"{path}/events", json=LOG[2], headers={"If-Match": seen})
    assert (response.status_code, response.headers["ETag"]) == (201, '"3"')


@pytest.mark.parametrize("seen", ['"1"', '"3"', 'W/"2"', "2", '"x"', ""])
def test_an_append_to_another_head_is_told_the_real_one(client: Asked, seen):
    path = client.recorded(LOG[:2])
    response = client.post(f"{path}/events", json=LOG[2], headers={"If-Match": seen})
    assert (response.status_code, response.json()["head"]) == (412, 2)
    assert len(client.held(path)) == 2


@pytest.mark.parametrize("seq", [2, 4])
def test_a_seq_that_the_event_does_not_get_is_told_the_real_head(client: Asked, seq):
    path = client.recorded(LOG[:2])
    response = client.post(f"{path}/events", json={**LOG[2], "seq": seq})
    assert (response.status_code, response.json()["head"]) == (412, 2)
    assert response.json()["type"] == "urn:senpu:problem:head-moved"
    assert len(client.held(path)) == 2


def test_of_many_who_saw_one_head_one_wins(client: Asked):
    path = client.recorded(LOG[:2])
    note = {"actor": "table", "type": "note_added", "text": "Round two."}
    asked = ("POST", f"{path}/events", {"json": note, "headers": {"If-Match": '"2"'}})
    responses = client.ask_at_once([asked] * 8)
    assert sorted(response.status_code for response in responses) == [201] + [412] * 7
    assert len(client.held(path)) == 3


def test_writers_who_ask_for_no_head_all_find_their_place(client: Asked):
    path = client.recorded(LOG[:2])
    asked = [
        (
            "POST",
            f"{path}/events",
            {"json": [{"actor": "table", "type": "note_added", "text": f"{n}.{m}"} for m in "ab"]},
        )
        for n in range(6)
    ]
    assert {response.status_code for response in client.ask_at_once(asked)} == {201}
    held = client.held(path)
    assert [event["seq"] for event in held] == list(range(1, 15))
    texts = [event["text"] for event in held[2:]]
    assert sorted(texts[::2]) == [f"{n}.a" for n in range(6)]
    assert texts[1::2] == [text.replace("a", "b") for text in texts[::2]]
