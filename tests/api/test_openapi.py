"""The description of the API: whole, true, and readable without the internet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from api.openapi import OPERATIONS, REF
from auditor.game import games
from store import MemoryLedger
from tests.api.asking import Client
from tests.test_documented import JAPANESE

CLIENT = Client(MemoryLedger())
SCHEMA = CLIENT.get("/openapi.json").json()
SENT = ("open_a_match", "append_events", "store_a_log", "audit_a_log")


def operations() -> Iterator[dict[str, Any]]:
    for path in SCHEMA["paths"].values():
        yield from path.values()


def by_name(name: str) -> dict[str, Any]:
    return next(o for o in operations() if o["operationId"] == name)


def is_valid(schema: dict[str, Any], value: Any) -> bool:
    whole = {**schema, "components": SCHEMA["components"]}
    return jsonschema_rs.validator_for(whole).is_valid(value)


def test_it_is_openapi_3_1() -> None:
    assert SCHEMA["openapi"].startswith("3.1.")


def test_every_operation_has_an_id_of_its_own_a_tag_and_words_in_both_languages() -> None:
    ids = [operation["operationId"] for operation in operations()]
    assert len(ids) == len(set(ids))
    told = {tag["name"] for tag in SCHEMA["tags"]}
    for operation in operations():
        assert set(operation["tags"]) <= told, operation["operationId"]
        en, _, ja = operation["summary"].partition(" ・ ")
        assert en, operation["operationId"]
        assert not JAPANESE.search(en), operation["operationId"]
        assert JAPANESE.search(ja), operation["operationId"]


def test_every_operation_that_is_told_exists() -> None:
    assert set(OPERATIONS) <= {operation["operationId"] for operation in operations()}


@pytest.mark.parametrize("key", games())
def test_every_event_type_of_a_game_is_in_the_schema(key: str) -> None:
    schemas = SCHEMA["components"]["schemas"]
    tags = games()[key].vocabulary.tags
    assert set(schemas[f"{key}.event"]["discriminator"]["mapping"]) == set(tags)
    for tag in tags:
        assert schemas[f"{key}.{tag}"]["properties"]["type"]["const"] == tag


def test_every_reference_leads_somewhere() -> None:
    refs = set(re.findall(r'"\$ref":"([^"]+)"', CLIENT.get("/openapi.json").text))
    assert {ref.removeprefix(REF) for ref in refs} <= set(SCHEMA["components"]["schemas"])


@pytest.mark.parametrize("name", SENT)
def test_the_example_of_every_game_is_what_its_schema_says(name: str) -> None:
    body = by_name(name)["requestBody"]["content"]["application/json"]
    assert set(body["examples"]) == set(games())
    for key, example in body["examples"].items():
        assert is_valid(body["schema"], example["value"]), key


@pytest.mark.parametrize("media_type", ["application/json", "application/x-ndjson"])
@pytest.mark.parametrize("key", games())
def test_a_stranger_can_send_the_examples(key: str, media_type: str) -> None:
    client = Client(MemoryLedger())

    def sent(name: str, path: str) -> Any:
        value = by_name(name)["requestBody"]["content"][media_type]["examples"][key]["value"]
        if media_type == "application/json":
            return client.post(path, json=value)
        return client.post(path, content=value, headers={"Content-Type": media_type})

    opened = sent("open_a_match", "/v1/matches")
    assert opened.status_code == 201, opened.text
    appended = sent("append_events", f"{opened.headers['Location']}/events")
    assert (appended.status_code, appended.json()["findings"]) == (201, [])
    assert sent("store_a_log", "/v1/logs").status_code == 201
    audited = sent("audit_a_log", "/v1/audit")
    assert (audited.status_code, audited.json()["verdict"]) == (200, "legal")


def test_the_examples_of_answers_are_of_their_shape() -> None:
    shown = 0
    for operation in operations():
        for response in operation["responses"].values():
            content = response.get("content", {}).get("application/json", {})
            if "example" in content:
                shown += 1
                assert is_valid(content["schema"], content["example"]), operation["operationId"]
    assert shown >= len(SENT)


@pytest.mark.parametrize("path", ["", "/report", "/position", "/events"])
def test_an_answer_is_of_the_shape_that_is_told(path: str) -> None:
    names = {"": "get_match", "/report": "get_report"}
    names |= {"/position": "get_position", "/events": "get_events"}
    told = by_name(names[path])["responses"]["200"]["content"]["application/json"]["schema"]
    for key in games():
        client = Client(MemoryLedger())
        log = by_name("store_a_log")["requestBody"]["content"]["application/json"]["examples"]
        stored = client.post("/v1/logs", json=log[key]["value"])
        assert is_valid(told, client.get(stored.headers["Location"] + path).json()), key


def test_the_page_needs_nothing_from_elsewhere() -> None:
    page = CLIENT.get("/docs")
    assert page.status_code == 200
    wanted = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert wanted
    for path in wanted:
        assert path.startswith("/"), path
        assert CLIENT.get(path).status_code == 200, path
