"""Rockman EXE Access under test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from events import Event
from tests.games.proof import Proof, ends_by


def writable(s: Any) -> Iterator[Event]:
    """Every event that could be written, right or wrong, with names that mean something."""
    yield from ()


PROOF = Proof(
    key="rockman_exe_access",
    start={"options": {}, "catalogue": "rx_practice"},
    outcomes={
        "RX-1.2": ends_by("navis"),
        "RX-1.4": ends_by("no_navi"),
        "RX-1.6": ends_by("no_attack"),
        "RX-7.5": ends_by("no_attack"),
        "RX-1.7": lambda log: log[-1]["type"] == "match_closed",
        "RX-11.1": lambda log: any(
            b["type"] == "battle_result_declared" and b["winner"] != "draw" for b in log
        ),
        "RX-11.6": lambda log: any(
            b["type"] == "battle_result_declared" and b["winner"] == "draw" for b in log
        ),
    },
    unreached={},
    not_planted={},
    shown_only=frozenset({"GN-2.3"}),
    strays=tuple({"actor": seat, "type": "block_declined"} for seat in ("P1", "P2")),
    writable=writable,
)
