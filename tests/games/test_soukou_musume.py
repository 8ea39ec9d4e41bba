"""Soukou Musume TCG beyond its cases: catalogues of cards, positions, the four steps in words."""

from __future__ import annotations

from typing import Any

import pytest

from auditor import MatchDataError, Record, audit, game_of
from auditor.cards import MatchData, find_match_data
from auditor.games.soukou_musume.cards import read_match_data
from events import read_log, vocabulary_of, write_line
from tests.games.matches import FIXTURES, audited, fed, illegal, read, renumbered, simulated

GAME = game_of("soukou_musume")
UNIT = {"code": "X-1", "name": "One", "hp": 500, "attribute": "slash", "advantage": "none"}


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({**UNIT, "hp": -1}, "unit 1 (X-1): hp: found -1, expected a number from 0"),
        ({**UNIT, "attribute": "fire"}, "attribute: found 'fire'"),
        ({**UNIT, "colour": "red"}, "key 'colour'"),
        ({"name": "One"}, "unit 1: code: found nothing, expected a string"),
        (
            {**UNIT, "skills": [{"name": "Hit", "damage": 100, "tags": ["draw two"]}]},
            "skills 1: tags: found 'two' in 'draw two', expected a number, up_to_N or any",
        ),
    ],
)
def test_a_bad_card_is_an_error_that_says_where(entry: dict[str, Any], told: str) -> None:
    with pytest.raises(MatchDataError) as error:
        read_match_data({"cards.toml": {"unit": [entry]}}, {})
    assert told in str(error.value)


def test_two_cards_of_one_code_are_an_error() -> None:
    with pytest.raises(MatchDataError, match="code 'X-1' again"):
        read_match_data({"cards.toml": {"unit": [UNIT, UNIT]}}, {})


def test_what_a_card_lacks_is_named_when_it_matters() -> None:
    seat = {"deck": 47, "hand": ["X-1"], "units": []}
    mine = {"unit": "P1-u1", "card": "X-1", "field": "main"}
    mine["energy"] = [{"energy": "P1-e1", "card": "X-1"}]  # type: ignore[assignment]
    theirs = {"unit": "P2-u1", "card": "X-1", "field": "main"}
    seats = {"P1": {**seat, "units": [mine]}, "P2": {**seat, "deck": 48, "units": [theirs]}}
    skill = {"name": "Hit", "damage": 100, "text": "", "tags": []}
    record = played(
        {"unit": [{**UNIT, "skills": [skill]}]},
        {
            "type": "position_declared",
            "actor": "table",
            "turn": 9,
            "phase": "attack",
            "seats": seats,
        },
        {
            "type": "skill_used",
            "actor": "P1",
            "player": "P1",
            "unit": "P1-u1",
            "skill": "Hit",
            "choices": {},
        },
    )
    found = record.findings[3]
    assert [(f.rule, f.verdict.value, f.waits_on) for f in found] == [
        ("SM-13.4", "undetermined", ("catalogue: X-1 cost of Hit",))
    ]


def played(table: dict[str, Any], *bodies: dict[str, Any]) -> Record:
    """The record of some events with a catalogue of one file."""
    vocabulary = vocabulary_of("soukou_musume")
    assert vocabulary is not None
    opened = {
        "type": "match_opened",
        "actor": "table",
        "match_id": "00000000-0000-7000-8000-000000000001",
        "game": "soukou_musume",
        "catalogue": "cards",
        "options": {},
        "players": [{"seat": "P1"}, {"seat": "P2"}],
    }
    log = [
        {**body, "seq": n, "at": f"2026-11-29T10:00:{n:02}Z"}
        for n, body in enumerate([opened, *bodies], 1)
    ]
    events = [vocabulary.decode_object(body, n) for n, body in enumerate(log, 1)]
    data = MatchData("cards", {"cards.toml": table}, "of this test")
    record = Record(events[0], data)  # type: ignore[arg-type]
    for event in events:
        record.feed(event)
    return record


@pytest.mark.parametrize("seed", range(3))
def test_a_printed_position_declared_again_is_the_same(seed: int) -> None:
    log = simulated("soukou_musume", f"positions {seed}").events
    opened: Any = None
    for n, record in enumerate(fed(log)):
        opened = record.opened
        s = record.state
        if n == 0 or s.phase == "setup" or n % 7 or s.end is not None:
            continue
        printed = GAME.position(s)
        again = Record(opened, find_match_data(GAME.key, opened.catalogue))
        again.feed(opened)
        body = {
            "type": "position_declared",
            "seq": 2,
            "at": log[n]["at"],
            "actor": "table",
            **printed,
        }
        again.feed(GAME.vocabulary.decode_object(body, 2))
        assert again.findings[2] == [], n
        assert GAME.position(again.state) == printed, n


def test_a_log_with_notes_says_what_is_left_open() -> None:
    opened = {
        "seq": 1,
        "at": "2026-11-29T10:00:00Z",
        "actor": "table",
        "type": "match_opened",
        "match_id": "00000000-0000-7000-8000-000000000001",
        "game": "soukou_musume",
        "options": {},
        "players": [{"seat": "P1"}, {"seat": "P2"}],
    }
    notes = audit(read_log(write_line(opened)))["notes"]
    assert [note["en"].partition(":")[0] for note in notes] == [
        "reserve_slots not declared",
        "No catalogue of cards",
    ]


def test_a_record_in_which_a_unit_was_never_placed_is_audited_to_its_end() -> None:
    log = read(FIXTURES / "soukou_musume" / "examples" / "match_1.jsonl")
    first = next(body for body in log if body["type"] == "main_unit_placed")
    wreck = next(b for b in log if b["type"] == "unit_wrecked" and b["unit"] == first["unit"])
    record = audited(renumbered(body for body in log if body is not first))
    assert len(record.events) == len(log) - 1
    assert illegal(record)[wreck["seq"] - 1]
