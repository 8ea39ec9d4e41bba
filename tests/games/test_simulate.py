"""Simulated matches: without a fault nothing is found, a planted one is found where it is."""

import pytest

from auditor.catalogue import AUDITED
from auditor.declare import Unaudited
from tests.games.matches import GAME, audited, illegal, simulated, verdicts

MATCHES, A_CHUNK = 2000, 50
WANTED, TRIES = 4, 150
"""Wrong events of each kind, and the matches that may be played for them."""

NOT_PLANTED = {
    "TB-2.3": "broken by match_opened itself",
    "TB-13.1": "broken by match_opened itself",
    "TB-13.5": "broken by match_opened itself",
    "TB-8.8": "needs a Castle that takes back the extra troop from another Castle",
    "TB-10.30": "play by the rules leaves no lying tile for an XB-42 to hit",
    "TB-12.11": "needs both seats at the target by one event",
    "TB-12.12": "needs a concession",
}
"""Rules that a log can break and no random match does: their cases are in fixtures."""


@pytest.mark.parametrize("chunk", range(MATCHES // A_CHUNK))
def test_play_by_the_rules_has_no_finding_and_ends(chunk: int) -> None:
    for seed in range(chunk * A_CHUNK, (chunk + 1) * A_CHUNK):
        match = simulated(seed)
        last = match.events[-1]
        assert last["type"] == "match_closed", seed
        assert last["reason"] in ("headquarters", "medals", "stuck"), seed
        assert audited(match.events).findings == {}, seed


@pytest.mark.parametrize("rule", sorted(GAME.faults))
def test_a_planted_fault_is_found_where_it_is_and_nowhere_else(rule: str) -> None:
    planted = 0
    for seed in range(TRIES):
        match = simulated(f"{rule} {seed}", illegal=[rule])
        if match.planted is None:
            continue
        seq, _ = match.planted
        assert illegal(audited(match.events)) == {seq: [rule]}, seed
        planted += 1
        if planted == WANTED:
            break
    assert planted


def test_every_rule_a_log_can_break_is_planted_or_says_why_not() -> None:
    sheets = [v for sheet in GAME.sheets for v in vars(sheet).values()]
    never = {id for v in sheets if isinstance(v, Unaudited) for id in v.ids}
    rules = {r.id for r in GAME.catalogue.rules.values() if r.kind in AUDITED} - never
    assert rules - set(GAME.faults) == set(NOT_PLANTED)


def test_the_same_seed_gives_the_same_match() -> None:
    assert simulated(7) == simulated(7)
    assert simulated(7).events != simulated(8).events


def test_options_given_are_those_of_the_match() -> None:
    options = {"board": "rug_castle", "draw_at_seven": "forbidden"}
    opened = simulated(1, options=options).events[0]
    assert options.items() <= opened["options"].items()


def test_hidden_cards_of_a_seat_are_null_and_nothing_illegal() -> None:
    for seed in range(20):
        match = simulated(seed, hidden="P2")
        drawn = [b for b in match.events if b["type"] == "troops_drawn"]
        assert all((set(b["troops"]) == {None}) is (b["actor"] == "P2") for b in drawn)
        assert "illegal" not in verdicts(audited(match.events)).values()
