"""An old shape of a type is read as its newest; the stored line stays as it was written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import pytest

from events import Event, LogError, Vocabulary, read_log
from events.cards import Name
from events.errors import BadField, UnknownKind
from events.shared import MatchOpened
from tests.events.logs import OPENED, line, log


@dataclass(frozen=True, slots=True, kw_only=True)
class BallThrown(Event):
    version: ClassVar[int] = 3

    type: Literal["ball_thrown"] = "ball_thrown"
    colour: Name
    metres: int


def named_in_full(body: dict[str, Any]) -> dict[str, Any]:
    """Version 2: `col` is called `colour`."""
    return {{"col": "colour"}.get(name, name): value for name, value in body.items()}


def in_metres(body: dict[str, Any]) -> dict[str, Any]:
    """Version 3: a distance in whole metres, no longer in centimetres."""
    rest = {name: value for name, value in body.items() if name != "cm"}
    return {**rest, "metres": body["cm"] // 100} if "cm" in body else rest


BALLS = Vocabulary(
    game="balls",
    types=(MatchOpened, BallThrown),
    upcasts={("ball_thrown", 1): named_in_full, ("ball_thrown", 2): in_metres},
)
START = {**OPENED, "game": "balls"}
THROWN = {"seq": 2, "at": "2026-11-29T10:00:01Z", "actor": "P1", "type": "ball_thrown"}
SHAPES = [
    {**THROWN, "col": "red", "cm": 700},
    {**THROWN, "v": 1, "col": "red", "cm": 700},
    {**THROWN, "v": 2, "colour": "red", "cm": 700},
    {**THROWN, "v": 3, "colour": "red", "metres": 7},
]


@pytest.mark.parametrize("body", SHAPES, ids=["no v", "v 1", "v 2", "v 3"])
def test_every_shape_is_read_as_the_newest(body: dict[str, Any]) -> None:
    whole = read_log(log(START, body), BALLS)
    thrown = whole.events[1]
    assert isinstance(thrown, BallThrown)
    assert (thrown.v, thrown.colour, thrown.metres) == (3, "red", 7)
    assert whole.lines[1] == line(body)


def test_names_are_read_in_one_spelling_after_the_upcast() -> None:
    thrown = read_log(log(START, {**THROWN, "col": "ｒｅｄ", "cm": 1}), BALLS).events[1]
    assert isinstance(thrown, BallThrown)
    assert thrown.colour == "red"


def test_an_event_is_written_in_the_newest_shape() -> None:
    thrown = read_log(log(START, SHAPES[0]), BALLS).events[1]
    assert BALLS.encode(thrown) == SHAPES[3]
    made = BallThrown(seq=2, at=thrown.at, actor="P1", colour="red", metres=7)
    assert BALLS.encode(made) == SHAPES[3]


def test_the_schema_is_that_of_the_newest_shape() -> None:
    schema = BALLS.schema()["ball_thrown"]
    assert schema["properties"]["v"]["const"] == 3
    assert {"type", "v", "colour", "metres"} <= set(schema["required"])


REFUSED = [
    ({**THROWN, "v": 4, "colour": "red", "metres": 7}, UnknownKind, "v", "4"),
    ({**THROWN, "v": 3.0, "colour": "red", "metres": 7}, BadField, "v", "3.0"),
    ({**THROWN, "v": 2, "col": "red", "cm": 700}, BadField, "colour", "nothing"),
    ({**THROWN, "col": "red"}, BadField, "metres", "nothing"),
]


@pytest.mark.parametrize(("body", "cause", "field", "found"), REFUSED)
def test_a_wrong_shape_is_refused(
    body: dict[str, Any], cause: type[LogError], field: str, found: str
) -> None:
    with pytest.raises(LogError) as caught:
        read_log(log(START, body), BALLS)
    assert (type(caught.value), caught.value.line) == (cause, 2)
    assert (caught.value.field, caught.value.found) == (field, found)


def test_a_version_without_a_way_to_the_newest_is_refused() -> None:
    gap = Vocabulary("balls", BALLS.types, {("ball_thrown", 1): named_in_full})
    with pytest.raises(UnknownKind) as caught:
        read_log(log(START, SHAPES[1]), gap)
    assert (caught.value.field, caught.value.found) == ("v", "1")
    assert caught.value.expected == "a schema version of ball_thrown up to 3"
