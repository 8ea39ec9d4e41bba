"""What the tests that all games share need to know of one: `proofs/<key>.py`, a `PROOF` each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from typing import Any

from auditor.game import Game, game_of, games
from events import Event, Vocabulary
from tests.figures import IS_FULL
from tests.games.matches import Bodies


@dataclass(frozen=True)
class Proof:
    """A game under test."""

    key: str
    start: Mapping[str, Any]
    """Of the match_opened of its cases: options, catalogue, players where not two."""
    outcomes: Mapping[str, Callable[[Bodies], bool]]
    """By outcome rule: a simulated match reached it. One match at least does."""
    unreached: Mapping[str, str]
    """The other outcome rules, each with the reason why no simulated match shows it."""
    not_planted: Mapping[str, str]
    """Rules that a log can break and no planted fault does, with the reason."""
    shown_only: frozenset[str]
    """Faults that are one only because of cards shown elsewhere: hidden, they are testimony."""
    strays: tuple[Mapping[str, Any], ...]
    """Markers put in where they don't belong, for the fault test."""
    writable: Callable[[Any], Iterator[Event]]
    """Every event that could be written in a position, right or wrong, with names that mean
    something in it: what the listing is counted against."""
    matches: int = 500
    """Simulated without a finding."""
    blind: int = 150
    """Matches played blindfold by the rules, and as many with a fault."""
    sample: int | None = None
    """So many matches are played in `make test`, where all of them take too long; `make torture`
    plays them all, plants the faults and tries every slip."""
    wanted: int = 4
    """Wrong events of each kind."""
    short: int | None = None
    """Events played before and after a wrong one, where whole matches take too long."""
    late: frozenset[str] = frozenset()
    """Faults that only a whole match has room for."""
    revealed_later: Callable[[Bodies, Random], Bodies] = field(default=lambda log, rng: log)
    """A log with some of its hidden cards shown again later."""
    least: float = 0.85
    """The share of logs with one slip that have one illegal event at most."""

    @property
    def game(self) -> Game:
        """The rulebook."""
        return game_of(self.key)

    @property
    def vocabulary(self) -> Vocabulary:
        """The events of the game."""
        return self.game.vocabulary


def ends_by(reason: str) -> Callable[[Bodies], bool]:
    """A match was closed for a reason."""
    return lambda log: log[-1]["type"] == "match_closed" and log[-1]["reason"] == reason


PROOFS: dict[str, Proof] = {
    key: import_module(f"tests.games.proofs.{key}").PROOF for key in sorted(games())
}
"""The proof of each installed game, by its key."""


WHOLE = [key for key, proof in PROOFS.items() if IS_FULL or proof.sample is None]
"""The games whose faults are planted and whose slips are tried."""


def chunks(of: Callable[[Proof], int], size: int = 25) -> list[tuple[str, int, int]]:
    """A game and a stretch of seeds each, for tests of many matches."""
    many = {
        key: of(proof) if key in WHOLE else min(of(proof), proof.sample or 0)
        for key, proof in PROOFS.items()
    }
    return [
        (key, first, min(first + size, last))
        for key, last in many.items()
        for first in range(0, last, size)
    ]
