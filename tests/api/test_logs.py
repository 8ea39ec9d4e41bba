"""Whole logs: stored whole or not at all, or only audited."""

import json

from tests.api.asking import NDJSON, log_of
from tests.api.asking import Client as Asked

LOG = log_of("dispute_2")
PATH = f"/v1/matches/{LOG[0]['match_id']}"


def test_a_whole_log_is_stored_with_its_report(client: Asked):
    response = client.post("/v1/logs", json=LOG)
    assert response.status_code == 201
    assert (response.headers["Location"], response.headers["ETag"]) == (PATH, '"12"')
    assert response.json() == client.get(PATH).json()
    assert response.json()["verdict"] == "illegal"
    assert client.get(f"{PATH}/report").json() == client.post("/v1/audit", json=LOG).json()


def test_the_same_log_again_changes_nothing(client: Asked):
    client.post("/v1/logs", json=LOG)
    held = client.held(PATH)
    lines = "\n".join(map(json.dumps, LOG))
    again = client.post("/v1/logs", content=lines, headers=NDJSON)
    assert (again.status_code, again.headers["Location"]) == (200, PATH)
    assert again.json() == client.get(PATH).json()
    assert client.held(PATH) == held


def test_another_log_of_the_match_is_refused(client: Asked):
    client.post("/v1/logs", json=LOG)
    note = {**LOG[-1], "seq": 13, "actor": "table", "type": "note_added", "text": "One more."}
    salted = [{**LOG[0], "salt": "A" * 43}, *LOG[1:]]
    for other in (LOG[:-1], [*LOG, note], [*LOG[:-1], {**note, "seq": 12}], salted):
        response = client.post("/v1/logs", json=other)
        assert response.status_code == 409
        assert response.json()["type"] == "urn:senpu:problem:other-log"
    assert len(client.held(PATH)) == 12


def test_an_exported_log_is_the_same_log(client: Asked):
    client.post("/v1/logs", json=LOG)
    exported = client.get(f"{PATH}/events", headers={"Accept": "application/x-ndjson"})
    assert client.post("/v1/logs", content=exported.content, headers=NDJSON).status_code == 200


def test_a_log_goes_on_where_it_ended(client: Asked):
    client.post("/v1/logs", json=LOG[:5])
    response = client.post(f"{PATH}/events", json=LOG[5:], headers={"If-Match": '"5"'})
    assert (response.status_code, response.json()["head"]) == (201, 12)


def test_an_audit_stores_nothing(client: Asked):
    report = client.post("/v1/audit", json=LOG).json()
    assert report["counts"] == {"legal": 11, "illegal": 1, "undetermined": 0}
    assert client.get(PATH).status_code == 404
    assert client.get("/v1/matches").json() == {"matches": [], "next": None}


def test_a_log_that_can_not_be_read_is_refused_whole(client: Asked):
    gap = [*LOG[:4], *LOG[5:]]
    for path in ("/v1/logs", "/v1/audit"):
        problem = client.post(path, json=gap).json()
        assert problem["type"] == "urn:senpu:problem:bad-order"
        assert (problem["line"], problem["field"]) == (5, "seq")
        assert (problem["found"], problem["expected"]) == ("seq 6", "5")
    assert client.get(PATH).status_code == 404
