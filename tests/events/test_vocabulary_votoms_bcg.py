"""The vocabulary of VOTOMS BCG reads the model's logs and every hand-worked case."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any

import pytest

from auditor import find_match_data, game_of
from events import Reader, read_log, write_line
from events.cards import blanked
from events.errors import BadField, UnknownKind
from events.votoms_bcg import VOCABULARY
from tests.games.cases import FIXTURES, START, Case, cases, events_of, unseen

HERE = FIXTURES / "votoms_bcg"
EXAMPLES = sorted((HERE / "examples").glob("*.jsonl"))
CASES = list(cases("votoms_bcg", "votoms_bcg"))
PRACTICE = "night_at_the_works"

# Section 3 of the model: the fields of each type, those of section 11 that may be left out apart.
FIELDS = {
    "deck_registered": {"size", "cards"},
    "opening_hand_drawn": {"attempt", "count", "cards"},
    "opening_hand_exposed": {"attempt", "cards"},
    "opening_hand_kept": {"attempt"},
    "set_aside_returned": {"count", "shuffled"},
    "opening_hand_topped_up": {"count", "cards"},
    "position_declared": {"seats"},
    "game_started": set(),
    "turn_started": {"turn"},
    "phase_started": {"turn", "phase", "owner"},
    "phase_ended": {"turn", "phase", "owner"},
    "card_drawn": {"reason", "count", "card", "cause"},
    "replenish_finished": set(),
    "hand_discarded": {"cards", "reason", "face"},
    "at_activated": {"unit", "before", "cause"},
    "initiative_drawn": {"round", "drawn", "card", "value"},
    "initiative_decided": {"order"},
    "at_deployed": {"unit", "card", "via", "cause"},
    "card_attached": {"iid", "card", "slot", "to"},
    "terrain_deployed": {"iid", "card"},
    "terrain_discarded": {"iid", "card"},
    "at_redeployed": {"note"},
    "card_played": {"card", "kind", "iid", "targets"},
    "priority_passed": set(),
    "effect_resolved": {"play", "outcome"},
    "card_discarded": {"card", "iid", "of", "from", "reason", "cause", "chosen_by"},
    "no_eligible_card_claimed": {"cause"},
    "hand_revealed": {"cards", "cause"},
    "characters_exchanged": {"out", "in", "in_iid", "cause"},
    "card_returned_to_hand": {"cards", "from", "cause"},
    "combat_declared": {"combat", "attackers", "attacker_card", "target"},
    "combat_step_started": {"combat", "step"},
    "additional_strength_drawn": {"combat", "draws"},
    "totals_determined": {"combat", "attacker", "target", "winner"},
    "damage_determined": {"combat", "to", "amount"},
    "damage_redirected": {"combat", "from", "to", "amount", "cause"},
    "damage_paid": {"combat", "from_hand", "from_deck", "order"},
    "damage_taken_by_at": {"combat", "unit"},
    "at_destroyed": {"unit", "cause"},
    "scrap_decided": {"unit", "scrapped", "order"},
    "at_action_ended": {"unit", "cause"},
    "combat_interrupted": {"combat", "cause"},
    "combat_resumed": {"combat", "replacement", "cause"},
    "combat_ended": {"combat"},
    "payout_claimed": {"combat", "unit", "rate"},
    "payout_taken": {"count", "cards", "face", "shuffled"},
    "rematch_agreed": {"new_match_id"},
    "match_closed": {"winner", "reason"},
    "card_revealed": {"of", "index", "card"},
}
TABLE = {
    "game_started",
    "turn_started",
    "phase_started",
    "phase_ended",
    "initiative_decided",
    "effect_resolved",
    "combat_step_started",
    "additional_strength_drawn",
    "totals_determined",
    "damage_determined",
    "damage_redirected",
    "at_destroyed",
    "at_action_ended",
    "combat_interrupted",
    "combat_resumed",
    "combat_ended",
    "rematch_agreed",
    "match_closed",
}

# `card?` of section 3 and column V: whose the field is, `nobody` where it is public all the same.
HIDDEN = {
    "deck_registered": {"cards": "actor", "cards.*.card": "actor"},
    "opening_hand_drawn": {"cards.*": "actor"},
    "opening_hand_topped_up": {"cards.*": "actor"},
    "position_declared": {
        "initiative.draws.*.card": "nobody",
        "queue.*.card": "nobody",
        "combats.*.attacker_card": "nobody",
        "seats.*.hand.*": "key",
        "seats.*.scrap_deck.*": "nobody",
        "seats.*.deck": "key",  # whole: how many copies there are of each card is hidden too
        "seats.*.deck.*.card": "key",
    },
    "card_drawn": {"card": "actor"},
    "initiative_drawn": {"card": "nobody"},
    "card_played": {"card": "nobody"},
    "additional_strength_drawn": {"draws.*.card": "nobody"},
}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_read_whole(path: Any) -> None:
    content = path.read_bytes()
    assert [event.seq for event in read_log(content).events] == list(
        range(1, content.count(b"\n") + 1)
    )


def test_each_type_has_the_fields_of_the_model() -> None:
    schema = VOCABULARY.schema()
    envelope = {"seq", "at", "actor", "type"}
    needed = {tag: set(schema[tag]["required"]) - envelope for tag in FIELDS}
    assert needed == FIELDS
    common = {tag for tag in schema if tag not in FIELDS}
    assert common == {
        "match_opened",
        "player_conceded",
        "clock_paused",
        "clock_resumed",
        "event_retracted",
        "match_rewound",
        "ruling_given",
        "penalty_given",
        "note_added",
    }


def test_each_type_is_the_actor_s_of_the_model() -> None:
    emitters = {tag: set(VOCABULARY.tags[tag].emitters) for tag in FIELDS}
    other = {"position_declared": {"table", "judge"}, "card_revealed": {"seat", "judge"}}
    assert emitters == {
        tag: other.get(tag, {"table"} if tag in TABLE else {"seat"}) for tag in FIELDS
    }


def test_the_hidden_fields_are_those_of_the_model() -> None:
    found = {
        tag: {".".join(field.path): field.face.of for field in held if field.face.hidden}
        for tag, held in VOCABULARY.cards.items()
    }
    assert {tag: held for tag, held in found.items() if held} == HIDDEN


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_without_the_cards_of_a_seat_is_read(path: Any) -> None:
    for line in path.read_bytes().splitlines():
        body = json.loads(line)
        held = VOCABULARY.cards[body["type"]]
        event = VOCABULARY.decode_object(blanked(body, held, {"P1"}))
        if event.type in ("opening_hand_drawn", "card_drawn") and event.actor == "P2":
            assert event == VOCABULARY.decode(line)


def test_a_draw_of_the_blanked_seat_keeps_its_count() -> None:
    drawn = {
        "seq": 4,
        "at": "2026-11-29T10:00:00Z",
        "actor": "P1",
        "type": "opening_hand_drawn",
        "attempt": 1,
        "count": 2,
        "cards": ["PR-01", "PR-02"],
    }
    held = VOCABULARY.cards["opening_hand_drawn"]
    assert blanked(drawn, held, {"P1"}) == {**drawn, "cards": [None, None]}
    assert blanked(drawn, held, {"P2"}) == drawn


PASSED: dict[str, Any] = {
    "seq": 3,
    "at": "2026-11-29T10:00:00Z",
    "actor": "P1",
    "type": "priority_passed",
}


def body(tag: str, **own: Any) -> dict[str, Any]:
    return {**PASSED, "type": tag, **own}


BAD: list[tuple[dict[str, Any], str]] = [
    (body("priority_passed", card="PR-01"), "card"),
    (body("combat_step_started", actor="table", combat="c1", step=1), "step"),
    (body("initiative_drawn", round=1, drawn=2, card=None, value=0), "drawn"),
    (body("initiative_drawn", round=1, drawn=True, card=None, value=0), "drawn"),
    (body("initiative_drawn", round=1, drawn=1, value=0), "card"),
    (body("phase_started", actor="table", turn=1, phase="attack", owner=None), "phase"),
    (body("effect_resolved", actor="table", play=0, outcome="done"), "play"),
    (body("totals_determined", actor="table", combat="c1", attacker=1, target=1), "winner"),
    (body("combat_declared", combat="c1", attackers=["P1-a1"], attacker_card=None), "target"),
    (
        body("characters_exchanged", out="P1-e1", in_="PR-04", in_iid="P1-p1", cause=3),
        "in",
    ),
    (body("position_declared", actor="table", seats={"P1": {"hand": []}}), "seats.P1.money_deck"),
    (
        body("position_declared", actor="table", seats={}, matchmaker_open=[["P1"]]),
        "matchmaker_open.0.1",
    ),
]


@pytest.mark.parametrize(("bad", "field"), BAD, ids=lambda part: str(part)[:60])
def test_a_bad_field_is_refused_with_line_and_field(bad: dict[str, Any], field: str) -> None:
    with pytest.raises(BadField) as refused:
        VOCABULARY.decode_object(bad, 7)
    assert (refused.value.line, refused.value.field) == (7, field)


def test_an_unknown_type_is_refused() -> None:
    with pytest.raises(UnknownKind) as refused:
        VOCABULARY.decode_object(body("troop_placed"), 7)
    assert (refused.value.line, refused.value.field) == (7, "type")


def lines(case: Case) -> Iterator[bytes]:
    """The events of a case as lines of a log, what is left out null."""
    start = {"options": {}, "catalogue": case.body.get("catalogue", PRACTICE)}
    if "players" in case.body:
        start["players"] = [{"seat": seat} for seat in case.body["players"]]
    log = events_of(case, start)
    if "settled" in case.body:
        log.append(case.body["settled"]["by"])
    for seq, event in enumerate(log, 1):
        needed = {
            field.name.removesuffix("_"): None
            for field in fields(VOCABULARY.tags[event["type"]])
            if field.default is MISSING and field.default_factory is MISSING
        }
        envelope = {"seq": seq, "at": START.isoformat()}
        yield write_line({**needed, "actor": "table", **unseen(event), **envelope}).rstrip()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_is_read(case: Case) -> None:
    reader = Reader(VOCABULARY)
    for line in lines(case):
        reader.read(line)


def cards(catalogue: str) -> list[dict[str, Any]]:
    [file] = find_match_data("votoms_bcg", catalogue, [HERE / "catalogues"]).files.values()
    found: list[dict[str, Any]] = file["card"]
    return found


def codes(catalogue: str) -> set[str]:
    """The cards of a catalogue, and those that the FAQ names: every match knows these."""
    faq = tomllib.loads((game_of("votoms_bcg").path / "faq.toml").read_text(encoding="utf-8"))
    return {card["code"] for card in (*cards(catalogue), *faq["card"])}


def named(event: dict[str, Any]) -> set[str]:
    """The cards that an event names."""
    found: set[str] = set()

    def follow(value: Any, path: tuple[str, ...]) -> None:
        if not path:
            found.update({value} if isinstance(value, str) else ())
        elif isinstance(value, list):
            for part in value:
                follow(part, path[1:])
        elif isinstance(value, dict):
            for key in value if path[0] == "*" else {path[0]} & value.keys():
                follow(value[key], path[1:])

    for field in VOCABULARY.cards[event["type"]]:
        follow(event, field.path)
    return found


def test_every_card_of_the_examples_is_in_the_practice_set() -> None:
    known = codes(PRACTICE)
    for path in EXAMPLES:
        for line in path.read_bytes().splitlines():
            assert named(json.loads(line)) <= known


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_every_card_of_a_case_is_in_its_catalogue(case: Case) -> None:
    known = codes(case.body.get("catalogue", PRACTICE))
    assert {card for line in lines(case) for card in named(json.loads(line))} <= known


def test_the_practice_deck_has_forty_cards_twelve_of_them_ats() -> None:
    kinds = {card["code"]: card.get("kind") for card in cards(PRACTICE)}
    registered = json.loads((HERE / "examples" / "match_1.jsonl").read_text().splitlines()[1])
    deck = {entry["card"]: entry["count"] for entry in registered["cards"]}
    assert sum(deck.values()) == 40
    assert sum(count for card, count in deck.items() if kinds[card] == "at") == 12
