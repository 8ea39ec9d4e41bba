"""Simulated matches: without a fault nothing is found, a planted one is found where it is."""

import pytest

from auditor.catalogue import AUDITED
from auditor.declare import Unaudited
from tests.games.matches import audited, illegal, simulated, verdicts
from tests.games.proof import PROOFS, WHOLE, chunks

TRIES = 150
"""Matches that may be played for the wrong events of one kind."""

FAULTS = [(key, rule) for key in WHOLE for rule in sorted(PROOFS[key].game.faults)]


@pytest.mark.parametrize(("key", "first", "last"), chunks(lambda proof: proof.matches))
def test_play_by_the_rules_has_no_finding_and_ends(key: str, first: int, last: int) -> None:
    for seed in range(first, last):
        match = simulated(key, seed)
        assert match.events[-1]["type"] == "match_closed", seed
        record = audited(match.events)
        assert record.findings == {}, seed
        assert record.state.end is not None, seed


@pytest.mark.parametrize("key", WHOLE)
def test_every_outcome_is_reached_by_some_match(key: str) -> None:
    proof = PROOFS[key]
    missing = set(proof.outcomes)
    for seed in range(proof.matches):
        log = simulated(key, seed).events
        missing -= {rule for rule in missing if proof.outcomes[rule](log)}
        if not missing:
            break
    assert not missing


@pytest.mark.parametrize("key", PROOFS)
def test_every_outcome_rule_is_reached_or_says_why_not(key: str) -> None:
    proof = PROOFS[key]
    rules = {rule.id for rule in proof.game.catalogue.rules.values() if rule.kind == "outcome"}
    assert set(proof.outcomes) | set(proof.unreached) == rules
    assert not set(proof.outcomes) & set(proof.unreached)


@pytest.mark.parametrize(("key", "rule"), FAULTS)
def test_a_planted_fault_is_found_where_it_is_and_nowhere_else(key: str, rule: str) -> None:
    proof, planted = PROOFS[key], 0
    most = proof.short if rule not in proof.late else None
    for seed in range(TRIES):
        match = simulated(key, f"{rule} {seed}", illegal=[rule], most=most)
        if match.planted is None:
            continue
        seq, _ = match.planted
        assert illegal(audited(match.events)) == {seq: [rule]}, seed
        planted += 1
        if planted == proof.wanted:
            break
    assert planted


@pytest.mark.parametrize("key", PROOFS)
def test_every_rule_a_log_can_break_is_planted_or_says_why_not(key: str) -> None:
    game = PROOFS[key].game
    sheets = [v for sheet in game.sheets for v in vars(sheet).values()]
    never = {id for v in sheets if isinstance(v, Unaudited) for id in v.ids}
    rules = {r.id for r in game.catalogue.rules.values() if r.kind in AUDITED} - never
    assert rules - set(game.faults) == set(PROOFS[key].not_planted)


@pytest.mark.parametrize("key", PROOFS)
def test_the_same_seed_gives_the_same_match(key: str) -> None:
    assert simulated(key, 7) == simulated(key, 7)
    assert simulated(key, 7).events != simulated(key, 8).events


def test_options_given_are_those_of_the_match() -> None:
    options = {"board": "rug_castle", "draw_at_seven": "forbidden"}
    opened = simulated("toy_battle", 1, options=options).events[0]
    assert options.items() <= opened["options"].items()


@pytest.mark.parametrize("key", PROOFS)
def test_with_one_side_unseen_nothing_is_illegal(key: str) -> None:
    for seed in range(20 if key in WHOLE else 3):
        match = simulated(key, seed, hidden="P2")
        assert match.events != simulated(key, seed).events, seed
        assert "illegal" not in verdicts(audited(match.events)).values(), seed
