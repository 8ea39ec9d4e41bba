"""The vocabulary of Soukou Musume: what it reads, what it hides, and the logs and cases in it."""

from __future__ import annotations

import dataclasses
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from auditor import game_of
from events import Event, LogError, read_log, write_log
from events.cards import blanked
from events.soukou_musume import VOCABULARY
from tests.games.cases import FIXTURES, START, Case, cases, events_of, unseen

GAME = "soukou_musume"
PRACTICE = "harbour_drill"
LOGS = sorted((FIXTURES / GAME / "examples").glob("*.jsonl"))
CASES = list(cases(GAME, GAME))
CATALOGUES = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted((game_of(GAME).path / "catalogues").glob("*.toml"))
}

# The event table of the model, from top to bottom.
TABLE = [
    "match_opened",
    "match_closed",
    "player_conceded",
    "ruling_given",
    "position_declared",
    "deck_registered",
    "players_greeted",
    "deck_shuffled",
    "opening_hand_drawn",
    "opening_hand_redrawn",
    "extra_card_drawn",
    "main_unit_placed",
    "first_player_decided",
    "main_units_revealed",
    "turn_began",
    "phase_began",
    "cards_drawn",
    "draw_failed",
    "unit_charged",
    "unit_deployed",
    "command_used",
    "card_set",
    "ex_skill_used",
    "unit_retreated",
    "main_unit_chosen",
    "units_swapped",
    "skill_used",
    "damage_dealt",
    "unit_wrecked",
    "state_changed",
    "hp_recovered",
    "hand_discarded",
    "energy_discarded",
    "energy_moved",
    "set_discarded",
    "deck_looked",
    "deck_searched",
    "effect_began",
    "judgement_began",
    "judgement_revealed",
    "judgement_ended",
    "turn_ended",
    "card_revealed",
]
BY_THE_TABLE = {
    "match_opened",
    "match_closed",
    "players_greeted",
    "first_player_decided",
    "main_units_revealed",
    "unit_wrecked",
    "state_changed",
    "hp_recovered",
    "effect_began",
    "judgement_revealed",
    "judgement_ended",
}
# What the model marks H, and whose it is.
HIDDEN = {
    "deck_registered": {"list": "player", "list.*.code": "player"},
    "opening_hand_drawn": {"cards.*": "player"},
    "extra_card_drawn": {"card": "player"},
    "main_unit_placed": {"card": "player"},
    "position_declared": {
        "seats.*.hand.*": "key",
        "seats.*.units.*.card": "key",  # while it lies face down
        "seats.*.units.*.energy.*.card": "key",  # with energy_public = false, as the others below
    },
    "unit_charged": {"card": "player"},
    "hand_discarded": {"as_energy.*.card": "player"},
    "cards_drawn": {"cards.*": "player"},
    "deck_looked": {"cards.*": "player"},
    "deck_searched": {"taken": "player"},
}
PUBLIC = {
    "opening_hand_redrawn": {"shown.*"},
    "main_units_revealed": {"units.*.card"},
    "position_declared": {
        "seats.*.deck_bottom.*",
        "seats.*.discard.*",
        "seats.*.units.*.sets.*.card",
        "effects.*.source",
        "pending.*.card",
    },
    "unit_deployed": {"card"},
    "command_used": {"card"},
    "card_set": {"card"},
    "hand_discarded": {"cards.*"},
    "judgement_revealed": {"cards.*"},
    "card_revealed": {"card"},
}


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_every_example_is_read_whole(path: Path) -> None:
    log = read_log(path.read_bytes())
    assert log.vocabulary is VOCABULARY
    assert [event.type for event in log.events] == [body["type"] for body in lines(path)]
    again = read_log(write_log([VOCABULARY.encode(event) for event in log.events]))
    assert again.events == log.events


def test_the_types_are_those_of_the_model_in_the_order_of_play() -> None:
    own = [tag for tag in VOCABULARY.tags if tag in TABLE]
    assert sorted(own) == sorted(TABLE)
    between = {"match_opened", "match_closed", "player_conceded", "ruling_given"}
    order = [tag for tag in TABLE if tag not in between | {"position_declared"}]
    assert [tag for tag in own if tag in order] == order


@pytest.mark.parametrize("tag", VOCABULARY.tags)
def test_who_may_emit_it(tag: str) -> None:
    expected = {"position_declared": {"table", "judge"}, "card_revealed": {"seat", "judge"}}
    by = {"table"} if tag in BY_THE_TABLE else expected.get(tag, {"seat"})
    if tag in TABLE and tag != "ruling_given":
        assert set(VOCABULARY.tags[tag].emitters) == by


@pytest.mark.parametrize("tag", VOCABULARY.tags)
def test_hidden_is_what_the_model_hides_and_public_the_rest(tag: str) -> None:
    found = VOCABULARY.cards[tag]
    secret = (f for f in found if f.face.hidden and f.face.of != "nobody")
    hidden = {".".join(field.path): field.face.of for field in secret}
    assert hidden == HIDDEN.get(tag, {})
    assert {".".join(field.path) for field in found} - set(hidden) == PUBLIC.get(tag, set())


def as_seen_without(body: dict[str, Any], seat: str) -> dict[str, Any]:
    """Worked out from the model: what a seat hides is null."""
    match body:
        case {"type": "deck_registered", "player": player} if player == seat:
            return {**body, "list": None}
        case {"type": "opening_hand_drawn" | "cards_drawn" | "deck_looked", "player": player} if (
            player == seat
        ):
            return {**body, "cards": [None] * len(body["cards"])}
        case {"type": "main_unit_placed" | "extra_card_drawn", "player": player} if player == seat:
            return {**body, "card": None}
        case {"type": "position_declared", "seats": seats}:
            own = {**seats[seat], "hand": [None] * len(seats[seat]["hand"])}
            return {**body, "seats": {**seats, seat: own}}
    return body


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
@pytest.mark.parametrize("seat", ["P1", "P2"])
def test_a_log_without_the_hidden_cards_of_a_seat_is_read(path: Path, seat: str) -> None:
    seen = [blanked(body, VOCABULARY.cards[body["type"]], {seat}) for body in lines(path)]
    assert seen == [as_seen_without(body, seat) for body in lines(path)]
    assert len(read_log(write_log(seen)).events) == len(seen)


def energies(energy_public: bool | None) -> list[Any]:
    """The energy cards that the rival sees, by the option."""
    options = {} if energy_public is None else {"energy_public": energy_public}
    charged = {"type": "unit_charged", "actor": "P1", "player": "P1", "card": "PX-01"}
    unit = {"unit": "P1-u1", "card": "PX-02", "energy": [{"energy": "P1-e1", "card": "PX-01"}]}
    position = {"type": "position_declared", "seats": {"P1": {"hand": [], "units": [unit]}}}
    first, second = (
        blanked(body, VOCABULARY.cards[str(body["type"])], {"P1"}, options)
        for body in (charged, position)
    )
    [seen] = second["seats"]["P1"]["units"]
    assert seen["card"] == "PX-02"
    return [first["card"], seen["energy"][0]["card"]]


def test_energy_is_hidden_where_the_match_lays_it_face_down() -> None:
    """SM-H26: `energy_public`, true if nothing is said."""
    assert energies(None) == energies(True) == ["PX-01", "PX-01"]
    assert energies(False) == [None, None]


def test_a_unit_that_lies_face_down_is_hidden() -> None:
    def seen(**face: bool) -> Any:
        unit = {"unit": "P1-u1", "card": "PX-02", **face}
        body = {"type": "position_declared", "seats": {"P1": {"units": [unit]}}}
        return blanked(body, VOCABULARY.cards["position_declared"], {"P1"})["seats"]["P1"]["units"]

    assert seen(face_up=False)[0]["card"] is None
    assert seen(face_up=True)[0]["card"] == seen()[0]["card"] == "PX-02"


OPENED = {"seq": 1, "at": "2026-11-29T10:00:00Z", "actor": "table", "type": "match_opened"}
OPENED |= {"match_id": "00000000-0000-7000-8000-000000000001", "game": GAME, "players": []}
NEXT = {"seq": 2, "at": "2026-11-29T10:00:01Z", "actor": "P1"}
POSITION = {"type": "position_declared", "turn": 1, "seats": {}}
REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"type": "phase_began", "phase": "start"}, "phase", '"start"'),
    ({"type": "turn_ended"}, "turn", "nothing"),
    ({"type": "turn_ended", "turn": 1, "player": "P1"}, "player", '"P1"'),
    ({"type": "cards_drawn", "player": "P1", "cards": [], "reason": "rule"}, "reason", '"rule"'),
    (
        {"type": "command_used", "player": "P1", "card": "PX-10", "kind": "ex", "choices": {}},
        "kind",
        '"ex"',
    ),
    (
        {"type": "unit_retreated", "player": "P1", "unit": "P1-u1", "energy": "P1-e1"},
        "energy",
        '"P1-e1"',
    ),
    ({"type": "card_revealed", "of": 1, "index": 1, "card": None}, "card", "null"),
    (POSITION | {"seats": {"P1": {"hand": [], "units": []}}}, "seats.P1.deck", "nothing"),
    (POSITION | {"pending": [{"duty": "rest"}]}, "pending.0.duty", '"rest"'),
    (POSITION | {"phase": "night"}, "phase", '"night"'),
]


@pytest.mark.parametrize(
    ("body", "field", "found"),
    REFUSED,
    ids=[f"{body['type']} {field}" for body, field, _ in REFUSED],
)
def test_a_bad_field_is_refused(body: dict[str, Any], field: str, found: str) -> None:
    with pytest.raises(LogError) as caught:
        read_log(write_log([OPENED, NEXT | body]))
    assert (caught.value.line, caught.value.field, caught.value.found) == (2, field, found)


def whole(case: Case) -> list[dict[str, Any]]:
    """Every event of a case, what is left out null."""
    log = events_of(case, {"options": {}, "catalogue": case.body.get("catalogue", PRACTICE)})
    if "settled" in case.body:
        log.append(case.body["settled"]["by"])
    return [
        {**_nulls(VOCABULARY.tags[body["type"]]), "actor": "table", **unseen(body)}
        | {"seq": number, "at": START.isoformat()}
        for number, body in enumerate(log, 1)
    ]


def _nulls(kind: type[Event]) -> dict[str, None]:
    """The needed fields, each null; a name that Python keeps for itself has a `_` behind it."""
    return {
        field.name.rstrip("_"): None
        for field in dataclasses.fields(kind)
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_every_event_of_a_case_is_read(case: Case) -> None:
    log = whole(case)
    assert len(read_log(write_log(log)).events) == len(log)


def codes(body: dict[str, Any]) -> Iterator[str]:
    """The cards that an event names."""
    for field in VOCABULARY.cards[body["type"]]:
        yield from (code for code in _at(body, field.path) if isinstance(code, str))


def _at(value: Any, path: tuple[str, ...]) -> Iterator[Any]:
    if not path:
        yield value
    elif path[0] == "*" and isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _at(part, path[1:])
    elif isinstance(value, dict) and path[0] in value:
        yield from _at(value[path[0]], path[1:])


def printed(catalogue: str) -> set[str]:
    """The codes of a catalogue."""
    data = CATALOGUES[catalogue]
    return {card["code"] for card in data["unit"] + data["command"]}


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_the_cards_of_an_example_are_in_its_catalogue(path: Path) -> None:
    opened, *rest = lines(path)
    assert {code for body in rest for code in codes(body)} <= printed(opened["catalogue"])


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_the_cards_of_the_cases_are_in_their_catalogues(catalogue: str) -> None:
    used = [case for case in CASES if case.body.get("catalogue", PRACTICE) == catalogue]
    named = {code for case in used for body in whole(case) for code in codes(body)}
    assert used
    assert named <= printed(catalogue)


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_a_catalogue_prints_what_the_model_says(catalogue: str) -> None:
    data = CATALOGUES[catalogue]
    cards = data["unit"] + data["command"]
    assert len({card["code"] for card in cards}) == len(cards)
    for unit in data["unit"]:
        assert unit["attribute"] in {"pierce", "impact", "slash"}
        assert unit["advantage"] in {"pierce", "impact", "slash", "none"}
        assert unit["weapon"] in {"melee", "shooting"}
        assert min(unit["hp"], unit["retreat_cost"] + 1) > 0
        assert all(skill["damage"] == "-" or skill["damage"] >= 0 for skill in unit["skills"])
    for command in data["command"]:
        assert command["attribute"] in {"pierce", "impact", "slash", "none"}
        assert command.get("kind", "tactic") in {"strategy", "tactic", "uniform"}


def test_the_practice_decks_have_fifty_cards() -> None:
    decks = CATALOGUES[PRACTICE]["deck"]
    assert [sum(entry["count"] for entry in deck["cards"]) for deck in decks] == [50, 50]
    for deck in decks:
        assert {entry["code"] for entry in deck["cards"]} <= printed(PRACTICE)
