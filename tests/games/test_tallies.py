"""The listing of a position equals every writable event judged one by one."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from auditor import Verdict
from auditor.game import Game
from auditor.kernel import played, verdict_of
from auditor.listing import legal_events
from events import Event
from events.shared import MatchClosed
from tests.games.matches import FIXTURES, audited, read
from tests.games.proof import PROOFS, Proof


def tallies() -> list[tuple[str, str, int, int]]:
    found = []
    for key in PROOFS:
        with (FIXTURES / key / "tallies.tsv").open(encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file, delimiter="\t")
            found += [(key, r["position"], int(r["depth"]), int(r["count"])) for r in rows]
    return found


POSITIONS = sorted({(key, name) for key, name, _, _ in tallies()})


def state(key: str, name: str) -> Any:
    return audited(read(FIXTURES / key / "positions" / f"{name}.jsonl")).state


def listed(game: Game, s: Any) -> list[Event]:
    return [event for event, _ in legal_events(game, s)]


def same(one: Iterable[Event], other: Iterable[Event]) -> bool:
    return sorted(map(repr, one)) == sorted(map(repr, other))


def play(proof: Proof, s: Any) -> tuple[list[Event], list[Event]]:
    """What the listing gives, and what is left of all writable events, closings apart."""
    game = proof.game
    judged = [e for e in proof.writable(s) if verdict_of(game, s, e) is not Verdict.ILLEGAL]
    return [e for e in listed(game, s) if not isinstance(e, MatchClosed)], judged


@pytest.mark.parametrize("key", PROOFS)
def test_a_game_has_positions_to_count(key: str) -> None:
    assert [name for game, name in POSITIONS if game == key]


@pytest.mark.parametrize(("key", "name"), POSITIONS)
def test_listing_equals_all_events_judged_singly(key: str, name: str) -> None:
    proof, s = PROOFS[key], state(key, name)
    found, judged = play(proof, s)
    assert same(found, judged)
    for event in found:
        after = played(proof.game, s, replace(event, seq=s.seq + 1))
        assert same(*play(proof, after)), event


@pytest.mark.parametrize(("key", "name", "depth", "count"), tallies())
def test_tally(key: str, name: str, depth: int, count: int) -> None:
    game, s = PROOFS[key].game, state(key, name)
    after = listed(game, s)
    if depth == 2:
        states = [played(game, s, event) for event in after]
        after = [event for state in states for event in listed(game, state)]
    assert len(after) == count
