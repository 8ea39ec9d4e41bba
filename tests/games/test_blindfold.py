"""Cards of open matches are hidden: no verdict is ever another than with all cards shown."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from auditor import Verdict
from tests.games.matches import Bodies, audited, fed, simulated, verdicts
from tests.games.proof import PROOFS, WHOLE, Proof, chunks

SAMPLED = 100
CHUNKS = chunks(lambda proof: proof.blind)


def hidden(proof: Proof, log: Bodies, rng: Random) -> Bodies:
    """The log with some of the cards null that the vocabulary lets be null."""
    share = rng.choice((0.2, 0.6, 1.0))
    blind = []
    for body in log:
        if not proof.vocabulary.tags[body["type"]].reveals:
            for field in proof.vocabulary.cards[body["type"]]:
                if field.face.hidden:
                    body = _blinded(body, field.path, share, rng)
        blind.append(body)
    return blind


def _blinded(value: Any, path: tuple[str, ...], share: float, rng: Random) -> Any:
    """A part of an event, some of its cards null."""
    if not path:
        return None if rng.random() < share else value
    step, rest = path[0], path[1:]
    if isinstance(value, list) and step == "*":
        return [_blinded(part, rest, share, rng) for part in value]
    if not isinstance(value, dict):
        return value
    return {
        name: _blinded(part, rest, share, rng) if step in ("*", name) else part
        for name, part in value.items()
    }


def begun(key: str, log: Bodies) -> Bodies:
    """A match, or its beginning where matches are only sampled: every event is judged anew."""
    return log if key in WHOLE else log[:SAMPLED]


def never_wrong(key: str, log: Bodies, seed: int) -> None:
    proof, rng = PROOFS[key], Random(seed)
    open_ = proof.revealed_later(log, rng)
    true = verdicts(audited(open_))
    for record in fed(hidden(proof, open_, rng)):
        for seq, verdict in verdicts(record).items():
            told = f"seed {seed}: event {seq} after {len(record.events)}"
            assert verdict in (Verdict.UNDETERMINED, true[seq]), told


@pytest.mark.parametrize(("key", "first", "last"), CHUNKS)
def test_matches_by_the_rules(key: str, first: int, last: int) -> None:
    for seed in range(first, last):
        never_wrong(key, begun(key, simulated(key, seed).events), seed)


@pytest.mark.parametrize(("key", "first", "last"), CHUNKS)
def test_matches_with_a_fault(key: str, first: int, last: int) -> None:
    faults = set(PROOFS[key].game.faults) - PROOFS[key].shown_only
    for seed in range(first, last):
        match = simulated(key, f"fault {seed}", illegal=faults)
        never_wrong(key, begun(key, match.events), seed)
