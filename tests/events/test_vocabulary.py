"""What an event is written as is read as the same event; the schema says what is read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events import Event, LogError, write_line
from events.toy_battle import VOCABULARY
from tests.events.strategies import events

TYPES = pytest.mark.parametrize("kind", VOCABULARY.types, ids=VOCABULARY.tags)
SCHEMA = VOCABULARY.schema()
HIDDEN, SHOWN = True, False

# Section 3 of the model: null is said of the first, and of no card of the second.
CARDS = {
    "tiles_set_aside": {"troops.*": HIDDEN},
    "opening_rack_taken": {"troops.*": HIDDEN},
    "position_declared": {
        "seats.*.rack.*": HIDDEN,
        "seats.*.lying.*.troop": HIDDEN,
        "seats.*.discard.*.troop": SHOWN,
        "stacks.*.*.troop": SHOWN,
    },
    "troops_drawn": {"troops.*": HIDDEN},
    "troop_placed": {"troop": SHOWN},
    "board_troop_discarded": {"troop": SHOWN},
    "rack_troop_discarded": {"troop": SHOWN},
    "troop_returned": {"troop": SHOWN},
    "troop_recovered": {"troop": SHOWN},
    "rack_troop_laid_down": {"troop": HIDDEN},
    "tiles_revealed": {"troops.*": SHOWN},
}


def written(event: Event) -> bytes:
    return write_line(VOCABULARY.encode(event)).rstrip(b"\n")


@TYPES
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_a_written_event_is_read_as_it_was(kind: type[Event], data: st.DataObject) -> None:
    event = data.draw(events(kind))
    assert VOCABULARY.decode(written(event)) == event


@TYPES
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_ascii_escapes_and_spaces_change_nothing(kind: type[Event], data: st.DataObject) -> None:
    event = data.draw(events(kind))
    body = VOCABULARY.encode(event)
    for line in (json.dumps(body), json.dumps(body, indent=1)):
        assert VOCABULARY.decode(line.encode()) == event
    assert VOCABULARY.decode_object(body) == event


@TYPES
@given(data=st.data())
@settings(max_examples=5, deadline=None)
def test_the_schema_names_the_fields_that_are_needed(
    kind: type[Event], data: st.DataObject
) -> None:
    event = data.draw(events(kind))
    schema = SCHEMA[event.type]
    body = VOCABULARY.encode(event)
    assert set(schema["required"]) <= set(body) <= set(schema["properties"])
    for field in body:
        less = {name: value for name, value in body.items() if name != field}
        assert _is_read(less) == (field not in schema["required"])
    assert schema["additionalProperties"] is False
    assert not _is_read({**body, "no_such_field": None})


def _is_read(body: dict[str, Any]) -> bool:
    try:
        VOCABULARY.decode_object(body)
    except LogError:
        return False
    return True


def test_the_schema_has_every_type() -> None:
    assert list(SCHEMA) == list(VOCABULARY.tags)
    assert {s["properties"]["type"]["const"] for s in SCHEMA.values()} == set(VOCABULARY.tags)


def test_the_schema_of_troops_drawn() -> None:
    schema = SCHEMA["troops_drawn"]
    needed = {"seq", "at", "actor", "type", "cause", "by", "troops"}
    assert set(schema["required"]) == needed
    assert set(schema["properties"]) == needed | {"v", "match_id", "event_id"}
    properties = schema["properties"]
    assert properties["cause"]["enum"] == ["action", "skully", "star", "clouds"]
    assert properties["actor"]["enum"] == ["P1", "P2", "P3", "P4", "table", "judge"]
    assert properties["troops"]["items"]["anyOf"] == [{"type": "string"}, {"type": "null"}]
    assert properties["v"]["const"] == 1


def test_the_schema_of_penalty_given() -> None:
    schema = SCHEMA["penalty_given"]
    needed = {"seq", "at", "actor", "type", "seat", "penalty"}
    assert set(schema["required"]) == needed
    assert set(schema["properties"]) == needed | {"for", "v", "match_id", "event_id"}
    properties = schema["properties"]
    assert properties["penalty"]["enum"] == [
        "warning",
        "game_loss",
        "match_loss",
        "disqualification",
    ]
    assert properties["seat"]["enum"] == ["P1", "P2", "P3", "P4"]


def test_references_within_a_schema_lead_somewhere() -> None:
    for schema in SCHEMA.values():
        known = {f"#/$defs/{name}" for name in schema.get("$defs", {})}
        assert set(_references(schema)) <= known


def _references(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if "$ref" in value else []
        return own + [ref for part in value.values() for ref in _references(part)]
    return [ref for part in value for ref in _references(part)] if isinstance(value, list) else []


@pytest.mark.parametrize("tag", VOCABULARY.tags)
def test_the_cards_of_each_type_are_those_of_the_model(tag: str) -> None:
    found = {".".join(field.path): field.face.hidden for field in VOCABULARY.cards[tag]}
    assert found == CARDS.get(tag, {})
