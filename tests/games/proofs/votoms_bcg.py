"""The Battling Card Game under test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from events import Event
from tests.games.proof import Proof, ends_by


def writable(s: Any) -> Iterator[Event]:
    """Every event that could be written, right or wrong, with names that mean something."""
    yield from ()


PROOF = Proof(
    key="votoms_bcg",
    start={"options": {}, "catalogue": "night_at_the_works"},
    outcomes={
        "VB-2.7": ends_by("no_at"),
        "VB-19.1": ends_by("deck_out"),
        "VB-19.4": ends_by("all_out"),
        "VB-19.6": ends_by("deck_out"),
    },
    unreached={},
    not_planted={},
    shown_only=frozenset({"GN-2.3"}),
    strays=({"actor": "P1", "type": "priority_passed"},),
    writable=writable,
)
