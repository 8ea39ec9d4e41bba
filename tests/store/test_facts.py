"""Facts of a small match, worked out by hand: what was undone and pauses are left out."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from auditor import Record, audited
from events import read_log, write_log
from store.facts import facts_of
from store.opening import tables_in_memory
from tests.games.cases import FIXTURES

MATCH = "00000000-0000-7000-8000-000000000001"
START = datetime(2026, 11, 29, 10, tzinfo=UTC)
OPENED = {
    "type": "match_opened",
    "match_id": MATCH,
    "game": "toy_battle",
    "catalogue": "playroom",
    "options": {"board": "rug", "first_player": "P1"},
    "players": [
        {"seat": "P1", "name": "Aoi", "player": "a-1", "deck": {"name": "Blue", "archetype": "A"}},
        {"seat": "P2", "name": "Ren"},
    ],
    "tournament": "Spring Cup",
    "round": 3,
}
NULLS = [None] * 4
BY_RIGHT: list[tuple[int, dict[str, Any]]] = [
    (0, OPENED),
    (1, {"actor": "P1", "type": "tiles_set_aside", "troops": NULLS}),
    (2, {"actor": "P2", "type": "tiles_set_aside", "troops": NULLS}),
    (5, {"actor": "P1", "type": "opening_rack_taken", "troops": ["star", "star", "roxy"]}),
    (8, {"actor": "P2", "type": "opening_rack_taken", "troops": ["hook", None, None, None]}),
    (18, {"actor": "P1", "type": "troops_drawn", "cause": "action", "by": None}),
    (20, {"actor": "P1", "type": "turn_ended"}),
    (91, {"actor": "P2", "type": "troop_placed", "unit": "P2-u1", "troop": "hook"}),
    (93, {"actor": "P2", "type": "turn_ended"}),
]
BY_RIGHT[5][1]["troops"] = ["quack", None]
BY_RIGHT[7][1].update(space="b2", cause="action", by=None)
PAUSE: list[tuple[int, dict[str, Any]]] = [
    (21, {"type": "clock_paused"}),
    (81, {"type": "clock_resumed"}),
]
SLIP: list[tuple[int, dict[str, Any]]] = [
    (84, {"actor": "P1", "type": "turn_ended"}),
    (85, {"type": "event_retracted", "event": 10, "why": "not his turn"}),
]


def record(*steps: tuple[int, dict[str, Any]]) -> Record:
    bodies = [
        {"actor": "table", **body, "seq": n, "at": (START + timedelta(seconds=s)).isoformat()}
        for n, (s, body) in enumerate(steps, 1)
    ]
    return audited(read_log(write_log(bodies)))


PAUSED = facts_of(record(*BY_RIGHT[:7], *PAUSE, *BY_RIGHT[7:]))
CORRECTED = facts_of(record(*BY_RIGHT[:7], *PAUSE, *SLIP, *BY_RIGHT[7:]))


def test_the_match_breaks_no_rule() -> None:
    assert PAUSED["finding_facts"] == []


def test_a_card_stands_in_its_role_by_copies() -> None:
    assert PAUSED["card_facts"] == [
        (MATCH, "P1", "quack", 0, 0, 1, 0),
        (MATCH, "P1", "roxy", 0, 1, 0, 0),
        (MATCH, "P1", "star", 0, 2, 0, 0),
        (MATCH, "P2", "hook", 0, 1, 0, 1),
    ]


def test_a_turn_takes_its_seconds_without_the_pause() -> None:
    # The first begins with the decision after the set-up, at 8 s; the second at 20 s, and from
    # 21 to 81 the clock stood.
    assert PAUSED["turn_facts"] == [(MATCH, 1, "P1", 6, 7, 2, 12), (MATCH, 2, "P2", 10, 11, 2, 13)]


def test_a_decision_has_its_window_and_its_seconds() -> None:
    assert PAUSED["decision_facts"] == [
        (MATCH, 2, "tiles_set_aside", "P1", "W0", 0, False, 1, None, 1),
        (MATCH, 3, "tiles_set_aside", "P2", "W0", 0, False, 1, None, 2),
        (MATCH, 4, "opening_rack_taken", "P1", "W0", 0, False, 3, "star", 5),
        (MATCH, 5, "opening_rack_taken", "P2", "W0", 0, False, 3, "hook", 8),
        (MATCH, 6, "troops_drawn", "P1", "W1", 1, True, 10, "quack", 18),
        (MATCH, 7, "turn_ended", "P1", "W5", 1, True, 2, None, 20),
        (MATCH, 10, "troop_placed", "P2", "W1", 2, True, 11, "hook", 31),
        (MATCH, 11, "turn_ended", "P2", "W5", 2, True, 2, None, 33),
    ]


def test_a_match_is_a_row_a_seat() -> None:
    first, second = (dict(zip(COLUMNS, row, strict=True)) for row in PAUSED["match_facts"])
    assert (first["seat"], first["player"], first["deck"]) == ("P1", "a-1", "Blue")
    assert (first["is_first"], first["opponent"], first["archetype"]) == (True, "P2", "A")
    assert (second["seat"], second["player"], second["deck"]) == ("P2", None, None)
    assert (second["is_first"], second["opponent"]) == (False, "P1")
    for row in (first, second):
        assert row["opened"] == datetime(2026, 11, 29, 10)
        assert (row["closed"], row["result"], row["reason"]) == (False, None, "undecided")
        assert (row["events"], row["turns"], row["seconds"]) == (9, 2, 33)
        assert (row["tournament"], row["round"], row["illegal"]) == ("Spring Cup", 3, 0)
        assert row["last"] == datetime(2026, 11, 29, 10, 1, 33)
        assert (row["midway"], row["reopened"]) == (False, False)
    assert (first["unseen"], second["unseen"]) == (1, 3)


def test_what_was_retracted_leaves_nothing_but_its_finding() -> None:
    def unnumbered(table: str, facts: Any, seqs: int) -> list[Any]:
        """The rows without the numbers of their events, which come after the match's id."""
        return [row[:1] + row[1 + seqs :] for row in facts[table]]

    assert CORRECTED["card_facts"] == PAUSED["card_facts"]
    for table, seqs in (("decision_facts", 1), ("figure_facts", 1)):
        assert unnumbered(table, CORRECTED, seqs) == unnumbered(table, PAUSED, seqs)
    assert [(t[2], t[5], t[6]) for t in CORRECTED["turn_facts"]] == [("P1", 2, 12), ("P2", 2, 13)]
    [finding] = CORRECTED["finding_facts"]
    told = dict(zip(FINDING, finding, strict=True))
    assert (told["seq"], told["type"], told["actor"]) == (10, "turn_ended", "P1")
    assert (told["verdict"], told["status"], told["turn"]) == ("illegal", "retracted", 2)
    match = dict(zip(COLUMNS, CORRECTED["match_facts"][0], strict=True))
    assert (match["illegal"], match["events"], match["turns"]) == (0, 9, 2)


def test_the_same_play_under_another_id_has_the_same_content() -> None:
    again = [(s, {**body}) for s, body in BY_RIGHT]
    again[0][1]["match_id"] = "00000000-0000-7000-8000-000000000002"
    content = COLUMNS.index("content")
    one, other = facts_of(record(*BY_RIGHT)), facts_of(record(*again))
    assert one["match_facts"][0][content] == other["match_facts"][0][content]
    assert one["match_facts"][0][content] != PAUSED["match_facts"][0][content]


def columns(table: str) -> list[str]:
    with tables_in_memory() as tables:
        return tables.sql(f"from {table}").columns


COLUMNS, FINDING = columns("match_facts"), columns("finding_facts")


def of_example(game: str) -> Any:
    """The facts of a whole match of the examples."""
    return facts_of(audited(read_log((FIXTURES / game / "examples/match_1.jsonl").read_bytes())))


def test_where_no_event_takes_the_first_hand_the_first_draw_is_it() -> None:
    rows = of_example("rockman_exe_access")["card_facts"]
    opening = {seat: {row[2] for row in rows if row[1] == seat and row[4]} for seat in ("P1", "P2")}
    assert opening == {  # events 16 and 18
        "P1": {"PR-02", "PR-06", "PR-07", "PR-09", "PR-10"},
        "P2": {"PR-07", "PR-08", "PR-10", "PR-11", "PR-13"},
    }
    assert sum(row[4] for row in rows) == 10
    assert sum(row[5] for row in rows if row[1] == "P2") >= 4  # event 37 one, 68 three


def test_who_holds_the_initiative_of_the_first_turn_goes_first() -> None:
    rows = of_example("votoms_bcg")["match_facts"]
    first = COLUMNS.index("is_first")  # event 13: P1, P2
    assert {row[1]: row[first] for row in rows} == {"P1": True, "P2": False}
