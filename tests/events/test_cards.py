"""What one sees of an event who may not look at a seat's hidden cards."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from events.cards import blanked
from events.toy_battle import VOCABULARY
from tests.games.cases import FIXTURES

LOGS = [
    path
    for path in sorted(FIXTURES.glob("*/examples/*.jsonl"))
    if b'"game":"toy_battle"' in path.read_bytes().split(b"\n", 1)[0]
]
EVERY = {"P1", "P2", "P3", "P4"}


def seen(body: dict[str, Any], seats: set[str]) -> dict[str, Any]:
    return blanked(body, VOCABULARY.cards[body["type"]], seats)


def expected(body: dict[str, Any], seat: str) -> dict[str, Any]:
    """Worked out from the model: a rack is its owner's, a draw the actor's."""
    new = copy.deepcopy(body)
    match body["type"]:
        case "tiles_set_aside" | "opening_rack_taken" | "troops_drawn" if body["actor"] == seat:
            new["troops"] = [None] * len(body["troops"])
        case "rack_troop_laid_down" if body["owner"] == seat:
            new["troop"] = None
        case "position_declared" if seat in body["seats"]:
            own = new["seats"][seat]
            own["rack"] = [None] * len(own["rack"])
            own["lying"] = [{**piece, "troop": None} for piece in own["lying"]]
    return new


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
@pytest.mark.parametrize("seat", ["P1", "P2"])
def test_the_hidden_cards_of_a_seat_are_blank_and_nothing_else(path: Path, seat: str) -> None:
    for text in path.read_text(encoding="utf-8").splitlines():
        body = json.loads(text)
        if body["type"] == "position_declared":
            for of in body["seats"].values():
                of.setdefault("rack", [])
                of.setdefault("lying", [])
        before = copy.deepcopy(body)
        assert seen(body, {seat}) == expected(body, seat)
        assert seen(body, set()) == body
        assert body == before


POSITION = {
    "type": "position_declared",
    "actor": "table",
    "to_move": "P1",
    "seats": {
        "P1": {
            "rack": ["star", None],
            "lying": [{"unit": "P1-u1", "troop": "roxy"}],
            "discard": [{"unit": "P1-u2", "troop": "hook"}],
        },
        "P2": {"rack": ["quack"], "medals": 2},
    },
    "stacks": {"a1": [{"unit": "P1-u3", "troop": "skully"}]},
}


def test_a_declared_position_shows_the_other_seat_and_the_board() -> None:
    assert seen(POSITION, {"P1"}) == {
        **POSITION,
        "seats": {
            "P1": {
                "rack": [None, None],
                "lying": [{"unit": "P1-u1", "troop": None}],
                "discard": [{"unit": "P1-u2", "troop": "hook"}],
            },
            "P2": {"rack": ["quack"], "medals": 2},
        },
    }


def test_both_seats() -> None:
    seats = seen(POSITION, EVERY)["seats"]
    assert (seats["P1"]["rack"], seats["P2"]["rack"]) == ([None, None], [None])


def test_a_tile_laid_down_is_its_owners_not_the_actors() -> None:
    laid = {"type": "rack_troop_laid_down", "actor": "P1", "owner": "P2", "troop": "star"}
    assert seen(laid, {"P1"})["troop"] == "star"
    assert seen(laid, {"P2"})["troop"] is None


@pytest.mark.parametrize("actor", ["table", "judge", "P5", None])
def test_cards_of_nobody_in_particular_are_blank(actor: str | None) -> None:
    drawn = {"type": "troops_drawn", "actor": actor, "troops": ["star", "hook"]}
    assert seen(drawn, {"P1"})["troops"] == [None, None]


def test_what_was_shown_stays_shown() -> None:
    shown = {"type": "tiles_revealed", "actor": "P1", "owner": "P1", "troops": ["star"]}
    assert seen(shown, EVERY) == shown
