"""Dino World under test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from events import Event
from tests.games.matches import Bodies
from tests.games.proof import Proof, ends_by


def writable(s: Any) -> Iterator[Event]:
    """Every event that could be written, right or wrong, with names that mean something."""
    yield from ()


def has(kind: str) -> Any:
    """A match in which an event of a type is recorded."""
    return lambda log: any(body["type"] == kind for body in log)


def results(log: Bodies) -> Iterator[tuple[int, int]]:
    """The results of the battles of a match."""
    for body in log:
        if body["type"] == "battle_result_declared":
            yield body["attacker_result"], body["defender_result"]


PROOF = Proof(
    key="dino_world",
    start={"options": {}, "catalogue": "dino_practice"},
    outcomes={
        "DW-1.2": ends_by("territory"),
        "DW-1.3": ends_by("all_defeated"),
        "DW-1.4": ends_by("count"),
        "DW-1.7": lambda log: log[-1]["type"] == "match_closed",
        "DW-1.9": lambda log: ends_by("count")(log) and log[-1]["winner"] is None,
        "DW-12.7": lambda log: any(a >= 0 and d >= 0 and a != d for a, d in results(log)),
        "DW-12.8": lambda log: any(a == d for a, d in results(log)),
        "DW-12.9": lambda log: any(a < 0 and d < 0 for a, d in results(log)),
        "DW-12.10": lambda log: any(min(a, d) < 0 <= max(a, d) for a, d in results(log)),
        "DW-14.1": has("player_defeated"),
        "DW-14.6": has("player_dropped_out"),
    },
    unreached={
        "DW-1.8": "it says what does not end a game",
        "DW-1.10": "needs the last two in play to fall together",
        "DW-14.8": "needs a concession",
    },
    not_planted={},
    shown_only=frozenset({"GN-2.3"}),
    strays=(
        {"actor": "P1", "type": "actions_ended"},
        {"actor": "table", "type": "turn_ended"},
    ),
    writable=writable,
    matches=60,
    blind=20,
)
