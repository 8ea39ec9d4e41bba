"""The vocabulary of Rockman EXE Access: its types, its hidden cards, and the logs written in it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from auditor import find_match_data
from events import LogError, read_log
from events.cards import blanked
from events.rockman_exe_access import VOCABULARY
from tests.events.logs import MATCH_ID, without
from tests.games.cases import FIXTURES, cases, events_of, unseen

GAME = FIXTURES / "rockman_exe_access"
LOGS = sorted((GAME / "examples").glob("*.jsonl"))
CASES = list(cases("rockman_exe_access", "rockman_exe_access"))
START = {"options": {}, "catalogue": "rx_practice"}
AT = "2026-11-29T10:00:00Z"

# Section 2 of the model, in the order of play; then what every game has.
TAGS = [
    "match_opened",
    "position_declared",
    "deck_registered",
    "navi_pile_registered",
    "deck_shuffled",
    "navi_chosen",
    "navi_plugged_in",
    "roulette_spun",
    "first_player_decided",
    "turn_started",
    "cards_drawn",
    "cards_discarded",
    "deck_recycled",
    "hand_refilled",
    "attack_declared",
    "block_declared",
    "block_declined",
    "cards_revealed",
    "colour_slip_resolved",
    "soul_unison_declared",
    "soul_unison_declined",
    "card_effect_applied",
    "total_declared",
    "battle_result_declared",
    "cards_moved",
    "damage_dealt",
    "navi_deleted",
    "attack_phase_ended",
    "win_pile_returned",
    "turn_ended",
    "match_closed",
    "player_conceded",
    "clock_paused",
    "clock_resumed",
    "event_retracted",
    "match_rewound",
    "ruling_given",
    "penalty_given",
    "note_added",
]

HIDDEN = {
    "position_declared": {
        "seats.*.navi_unused.*",
        "seats.*.hand.*",
        "seats.*.deck_list.*",
        "seats.*.laid.*.card",
        "seats.*.discard.*.card",
    },
    "deck_registered": {"cards.*"},
    "navi_pile_registered": {"cards.*"},
    "navi_chosen": {"card"},
    "cards_drawn": {"cards.*"},
    "cards_discarded": {"cards.*"},
    "attack_declared": {"cards.*.card"},
    "block_declared": {"cards.*.card"},
}
EMITTERS = {
    ("table",): [
        "match_opened",
        "first_player_decided",
        "total_declared",
        "battle_result_declared",
        "cards_moved",
        "damage_dealt",
        "navi_deleted",
        "turn_ended",
        "match_closed",
    ],
    ("table", "judge"): ["position_declared", "clock_paused", "clock_resumed", "event_retracted"],
    ("judge",): ["match_rewound", "ruling_given", "penalty_given"],
    ("seat", "table"): ["attack_phase_ended"],
    ("seat", "table", "judge"): ["note_added"],
}


def body(type: str, actor: str = "P1", **fields: Any) -> dict[str, Any]:
    return {"seq": 1, "at": AT, "actor": actor, "type": type, **fields}


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_an_example_is_read_whole(path: Path) -> None:
    content = path.read_bytes()
    assert len(read_log(content).events) == len(content.splitlines())


def test_the_types_are_those_of_the_model() -> None:
    assert list(VOCABULARY.tags) == TAGS


def test_the_emitters_are_those_of_the_model() -> None:
    named = {tag: who for who, tags in EMITTERS.items() for tag in tags}
    found = {tag: kind.emitters for tag, kind in VOCABULARY.tags.items()}
    assert found == {tag: named.get(tag, ("seat",)) for tag in TAGS}


@pytest.mark.parametrize("tag", VOCABULARY.tags)
def test_the_hidden_cards_are_those_of_the_model(tag: str) -> None:
    secret = (f for f in VOCABULARY.cards[tag] if f.face.hidden and f.face.of != "nobody")
    found = {".".join(field.path) for field in secret}
    assert found == HIDDEN.get(tag, set())


@pytest.mark.parametrize("seat", ["P1", "P2"])
def test_an_open_log_blanked_for_one_seat_still_reads(seat: str) -> None:
    bodies = [
        json.loads(line) for line in (GAME / "examples" / "match_1.jsonl").read_bytes().splitlines()
    ]
    seen = [blanked(each, VOCABULARY.cards[each["type"]], {seat}) for each in bodies]
    assert seen != bodies
    for each in seen:
        VOCABULARY.decode_object(each)


def test_a_seats_cards_are_blank_and_the_others_are_not() -> None:
    drawn = body("cards_drawn", "table", seat="P2", count=2, cards=["PR-01", "PR-06"])
    attack = body("attack_declared", cards=[{"slot": "P1-b1", "card": "PR-10"}])
    shown = body("cards_revealed", seat="P1", cards=[{"slot": "P1-b1", "card": "PR-10"}])
    seen = [blanked(b, VOCABULARY.cards[b["type"]], {"P1"}) for b in (drawn, attack, shown)]
    assert seen == [drawn, {**attack, "cards": [{"slot": "P1-b1", "card": None}]}, shown]


POSITION = body(
    "position_declared",
    "table",
    turn=3,
    turn_seat="P1",
    seats={
        "P1": {
            "plugged": {"card": "PR-01", "lp": [3, 5]},
            "hand": ["PR-06", None],
            "laid": [{"slot": "P1-b1", "card": None, "up": False}],
            "win_pile": [{"slot": "P1-b2", "card": None}],
            "discard": [{"slot": None, "card": "PR-10"}],
        },
        "P2": {"plugged": None},
    },
    battle={
        "attacker": "P1",
        "spins": {"P1": [{"face": None, "value": "emblem", "navi": "PR-01"}]},
        "unison": {"seat": "P1", "in": "PR-04"},
    },
)


def test_a_position_needs_turn_seat_and_navis_only() -> None:
    least = body(
        "position_declared",
        "table",
        turn=3,
        turn_seat="P1",
        seats={"P1": {"plugged": {"card": "PR-01", "lp": 8}}, "P2": {"plugged": None}},
    )
    written = VOCABULARY.encode(VOCABULARY.decode_object(least))
    assert (written["window"], written["attacks"], written["battle"]) == ("A0", 0, None)
    assert written["seats"]["P1"]["hand"] is None


def test_a_position_is_written_as_it_was_read() -> None:
    written = VOCABULARY.encode(VOCABULARY.decode_object(POSITION))
    assert VOCABULARY.encode(VOCABULARY.decode_object(written)) == written
    assert written["battle"]["unison"] == {"seat": "P1", "in": "PR-04"}
    assert written["seats"]["P1"]["plugged"]["lp"] == [3, 5]


SPIN = body("roulette_spun", seat="P1", purpose="battle", face=6, value="emblem")
PLUG = body("navi_plugged_in", seat="P1", card="PR-01", lp=8, eject_set=True, cause="setup")
REFUSED = [
    (without(SPIN, "face"), "face", "nothing", "the field"),
    ({**SPIN, "purpose": "damage"}, "purpose", '"damage"', "'first_player' or 'battle'"),
    ({**SPIN, "slot": "P1-b1"}, "slot", '"P1-b1"', "no such field"),
    ({**PLUG, "lp": "8"}, "lp", '"8"', "an integer"),
    ({**PLUG, "eject_set": None}, "eject_set", "null", "true or false"),
    (body("attack_declared", cards=[{"slot": "P1-b1"}]), "cards.0.card", "nothing", "the field"),
    (body("turn_ended", "table", next="P5"), "next", '"P5"', "'P1', 'P2', 'P3' or 'P4'"),
    (
        body("soul_unison_declared", seat="P1", out="PR-01", in_="PR-04"),
        "in",
        "nothing",
        "the field",
    ),
    (
        body("battle_result_declared", "table", winner=None),
        "winner",
        "null",
        "'P1', 'P2', 'P3', 'P4' or 'draw'",
    ),
]


@pytest.mark.parametrize(("bad", "field", "found", "expected"), REFUSED)
def test_a_bad_field_is_refused(bad: dict[str, Any], field: str, found: str, expected: str) -> None:
    opened = body("match_opened", "table", match_id=MATCH_ID, game="rockman_exe_access", players=[])
    lines = [json.dumps(each) for each in (opened, {**bad, "seq": 2})]
    with pytest.raises(LogError) as refusal:
        read_log("\n".join(lines).encode())
    error = refusal.value
    assert (error.line, error.field, error.found) == (2, field, found)
    assert error.expected == expected


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_every_event_of_a_case_is_read(case: Any) -> None:
    log = events_of(case, START)
    if "settled" in case.body:
        log.append(case.body["settled"]["by"])
    for number, event in enumerate(log, 1):
        VOCABULARY.decode_object({**unseen(event), "seq": number, "at": AT})


[CATALOGUE] = find_match_data("rockman_exe_access", "rx_practice", []).files.values()
CARDS = {card["code"]: card for card in CATALOGUE["card"]}


def test_every_card_named_is_in_the_practice_set() -> None:
    texts = [path.read_text(encoding="utf-8") for path in [*LOGS, *(GAME / "cases").glob("*")]]
    assert {code for text in texts for code in re.findall(r"PR-\d+", text)} <= set(CARDS)


def test_the_practice_set_follows_the_schema() -> None:
    assert len(CARDS) == len(CATALOGUE["card"]) == len({c["name"] for c in CARDS.values()})
    for card in CARDS.values():
        assert {"name", "name_ja", "type", "colour", "bp", "ap", "ep_green"} <= set(card)
        assert card["colour"] in CATALOGUE["colours"]
        assert (card["colour"] == "cross") == (card["type"] == "cross_fusion")
        assert ("lp" in card) == ("roulette" in card) == (card["type"] in ("navi", "soul_unison"))
        assert 1 <= card.get("lp", 1) <= 10
        assert ("requires" in card) == (card["type"] == "program_advance")
        assert {*card.get("requires", ()), card.get("partner", card["code"])} <= set(CARDS)
        assert ("ability" in card) == (card["type"] == "operator")


def test_the_wheels_of_the_practice_set_have_six_places_and_one_emblem() -> None:
    wheels = [card["roulette"] for card in CARDS.values() if "roulette" in card]
    assert [len(wheel) for wheel in wheels] == [6] * 5
    assert [wheel.count("emblem") for wheel in wheels] == [1] * 5
