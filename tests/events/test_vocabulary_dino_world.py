"""Dino World's vocabulary reads its examples and cases, and refuses what the page does not have."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from auditor import find_match_data
from events import LogError, read_log
from events.cards import CardField, blanked
from events.dino_world import VOCABULARY
from tests.games.cases import Case, cases, decoded, events_of

FIXTURES = Path(__file__).parents[2] / "fixtures" / "dino_world"
EXAMPLES = sorted((FIXTURES / "examples").glob("*.jsonl"))
CASES = list(cases("dino_world", "dino_world"))

# Section 2 of the model: each type in the order of play, and who writes it.
EMITTERS = {
    "match_opened": ("table",),
    "deck_registered": ("seat",),
    "sheet_chosen": ("seat",),
    "map_assembled": ("table",),
    "deck_shuffled": ("seat",),
    "opening_drawn": ("seat",),
    "dino_placed": ("seat",),
    "play_order_decided": ("table",),
    "position_declared": ("table", "judge"),
    "turn_started": ("seat",),
    "action_die_rolled": ("seat",),
    "dino_moved": ("seat",),
    "ability_used": ("seat",),
    "dino_revealed": ("seat", "table", "judge"),
    "territory_occupied": ("table",),
    "actions_ended": ("seat",),
    "battle_opened": ("seat",),
    "retreat_declared": ("seat",),
    "retreat_declined": ("seat",),
    "retreat_resolved": ("table",),
    "attack_rolled": ("seat",),
    "special_resolved": ("seat",),
    "battle_result_declared": ("table",),
    "dino_fossilised": ("table",),
    "battle_ended": ("table",),
    "turn_ended": ("table",),
    "player_defeated": ("table",),
    "player_dropped_out": ("table",),
    "cards_counted": ("table",),
    "match_closed": ("table",),
    "player_conceded": ("seat",),
    "clock_paused": ("table", "judge"),
    "clock_resumed": ("table", "judge"),
    "event_retracted": ("table", "judge"),
    "match_rewound": ("judge",),
    "ruling_given": ("judge",),
    "penalty_given": ("judge",),
    "note_added": ("seat", "table", "judge"),
}

# The hidden fields, and whose the card is.
HIDDEN = {
    "deck_registered": {"cards.*": "seat"},
    "dino_placed": {"card": "actor"},
    "position_declared": {
        "units.*.card": "unit",
        "seats.*.deck_list.*": "key",
        "seats.*.fossils.*.card": "key",
    },
}


MAY_LEAVE_OUT = ("match_opened", "position_declared", "match_closed")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_read_whole(path: Path) -> None:
    events = read_log(path.read_bytes()).events
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert [event.type for event in events] == [body["type"] for body in lines]
    for event, body in zip(events, lines, strict=True):
        if event.type not in MAY_LEAVE_OUT:
            assert VOCABULARY.encode(event) == {**body, "at": body["at"].replace(".000Z", "Z")}


def test_there_is_each_type_in_the_order_of_play() -> None:
    assert {tag: kind.emitters for tag, kind in VOCABULARY.tags.items()} == EMITTERS
    assert list(VOCABULARY.tags) == list(EMITTERS)


def test_chance_and_reveals() -> None:
    tags = VOCABULARY.tags.items()
    assert {tag for tag, kind in tags if kind.chance} == {
        *("deck_shuffled", "opening_drawn", "dino_placed"),
        *("action_die_rolled", "attack_rolled", "retreat_resolved"),
    }
    assert {tag for tag, kind in tags if kind.shows} == {
        *("opening_drawn", "dino_placed", "dino_revealed"),
    }
    assert {tag for tag, kind in tags if kind.reveals} == {"dino_revealed"}


def is_secret(field: CardField) -> bool:
    """Hidden by the rules, and not only unread by the recorder."""
    return field.face.hidden and field.face.of != "nobody"


def test_the_hidden_fields_are_those_of_the_page() -> None:
    found = {
        tag: {".".join(field.path): field.face.of for field in fields if is_secret(field)}
        for tag, fields in VOCABULARY.cards.items()
        if any(map(is_secret, fields))
    }
    assert found == HIDDEN


def test_an_open_match_without_the_cards_of_one_seat_is_read() -> None:
    placed: dict[str, set[bool]] = {"P1": set(), "P2": set()}
    for line in (FIXTURES / "examples/match_1.jsonl").read_bytes().splitlines():
        body = json.loads(line)
        seen = blanked(body, VOCABULARY.cards[body["type"]], {"P1"})
        VOCABULARY.decode_object(seen)
        if body["type"] == "dino_placed":
            placed[body["actor"]].add(seen["card"] is None)
        elif body["type"] == "dino_revealed":
            assert seen == body
    assert placed == {"P1": {True}, "P2": {False}}


def test_a_registered_deck_is_blank_for_the_rival_alone() -> None:
    body = {"type": "deck_registered", "actor": "P1", "seat": "P1", "size": 1, "cards": ["PD-01"]}
    fields = VOCABULARY.cards["deck_registered"]
    assert blanked(body, fields, {"P1"})["cards"] == [None]
    assert blanked(body, fields, {"P2"}) == body


def test_a_declared_position_may_leave_everything_out() -> None:
    declared = VOCABULARY.decode_object(
        {"seq": 2, "at": "2026-11-29T10:00:01Z", "actor": "table", "type": "position_declared"}
    )
    assert VOCABULARY.encode(declared) == {
        "seq": 2,
        "at": "2026-11-29T10:00:01Z",
        "actor": "table",
        "type": "position_declared",
        "turn": 1,
        "to_move": None,
        "window": "T0",
        "order": None,
        "layout": None,
        "sheets": {},
        "units": [],
        "seats": {},
        "attacks": [],
        "reveals_owed": [],
        "points_rolled": None,
        "points_used": 0,
        "acted": False,
        "abilities_used": [],
        "braced": [],
        "entered": [],
        "pending_battles": [],
        "battle": None,
        "result": None,
    }


MOVED = {
    "seq": 7,
    "at": "2026-11-29T10:00:06Z",
    "actor": "P1",
    "type": "dino_moved",
    "unit": "P1-u1",
    "from": "c2",
    "to": "c3",
    "cause": "action",
    "cost": 1,
}
POSITION = {
    "seq": 2,
    "at": "2026-11-29T10:00:01Z",
    "actor": "table",
    "type": "position_declared",
    "units": [{"unit": "P1-u1", "square": "c2"}],
}


@pytest.mark.parametrize(
    ("body", "change", "field"),
    [
        (MOVED, {"cost": "1"}, "cost"),
        (MOVED, {"cause": "flight"}, "cause"),
        (MOVED, {"to": None}, "to"),
        (MOVED, {"actor": "P5"}, "actor"),
        (MOVED, {"from_": "c2"}, "from_"),
        (MOVED, {"card": "PD-01"}, "card"),
        (POSITION, {"window": "T9"}, "window"),
        (POSITION, {"units": [{"unit": "P1-u1"}]}, "units.0.square"),
        (POSITION, {"units": [{"unit": "P1-u1", "square": "c2", "at": "c3"}]}, "units.0.at"),
        (POSITION, {"seats": {"P1": {"status": "asleep"}}}, "seats.P1.status"),
    ],
)
def test_a_bad_field_is_named(body: dict[str, Any], change: dict[str, Any], field: str) -> None:
    with pytest.raises(LogError) as caught:
        VOCABULARY.decode_object({**body, **change}, 7)
    assert (caught.value.line, caught.value.field) == (7, field)


@pytest.mark.parametrize("field", ["unit", "from", "to", "cause", "cost"])
def test_no_field_is_left_out(field: str) -> None:
    with pytest.raises(LogError) as caught:
        VOCABULARY.decode_object({name: MOVED[name] for name in MOVED if name != field}, 7)
    assert (caught.value.line, caught.value.field) == (7, field)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_is_read(case: Case) -> None:
    start = {
        "options": {},
        "catalogue": case.body.get("catalogue", "dino_practice"),
        "players": [{"seat": seat} for seat in case.body.get("players", ["P1", "P2"])],
    }
    log = events_of(case, start)
    if "settled" in case.body:
        log.append(case.body["settled"]["by"])
    events = decoded(VOCABULARY, log, case)
    assert [event.type for event in events] == [body["type"] for body in log]


def test_no_case_has_the_name_of_another() -> None:
    assert len({case.id for case in CASES}) == len(CASES)


def catalogue(id: str) -> dict[str, Any]:
    [file] = find_match_data("dino_world", id, [FIXTURES / "catalogues"]).files.values()
    return dict(file)


@pytest.mark.parametrize("id", ["dino_practice", "dino_reprints"])
def test_a_catalogue_is_of_the_schema(id: str) -> None:
    data = catalogue(id)
    terrains = {terrain["key"] for terrain in data["terrain"]}
    specials = {special["key"] for special in data.get("special", [])}
    for sheet in data["sheet"]:
        assert [len(row) for row in sheet["rows"]] == [6, 6, 6, 6]
        assert set("".join(sheet["rows"])) <= terrains
    for card in data["card"]:
        assert {"code", "name_en", "name_ja", "kind"} <= set(card)
        if card["kind"] == "dino":
            assert len(card["attack"]) == 6
            named = {face["special"] for face in card["attack"] if isinstance(face, dict)}
            assert named <= specials
            assert set(card["move"]) == {"diagonal", "pass_over", "share_own"}


def test_every_card_and_sheet_that_is_named_is_in_a_catalogue() -> None:
    sets = {id: catalogue(id) for id in ("dino_practice", "dino_reprints")}
    codes = {
        id: {entry["code"] for entry in (*data["card"], *data["sheet"])}
        for id, data in sets.items()
    }
    for path in EXAMPLES:
        assert _named(path.read_text(encoding="utf-8")) <= codes["dino_practice"]
    for case in CASES:
        named = _named(json.dumps(case.body))
        assert named <= codes[case.body.get("catalogue", "dino_practice")], case.id


def _named(text: str) -> set[str]:
    return set(re.findall(r'"(P[DEM]-\w+)"', text))
