"""Cards of open matches are hidden: no verdict is ever another than with all cards shown."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from auditor import Verdict
from tests.games.matches import GAME, Bodies, audited, fed, renumbered, simulated, verdicts

MATCHES, A_CHUNK = 300, 25
SHOWN_ONLY = {"GN-2.3", "TB-1.3", "TB-5.9", "TB-9.4", "TB-14.4"}
"""Faults that are one only because of cards shown elsewhere: hidden, they are testimony."""


def revealed_later(log: Bodies, rng: Random) -> Bodies:
    """The log with some draws shown again later."""
    order: list[tuple[float, dict[str, Any]]] = [(n, body) for n, body in enumerate(log)]
    for n, body in enumerate(log):
        if body["type"] in ("troops_drawn", "opening_rack_taken") and rng.random() < 0.3:
            after = rng.randrange(n, len(log))
            shown = {
                "at": log[after]["at"],
                "actor": body["actor"],
                "type": "tiles_revealed",
                "owner": body["actor"],
                "zone": "draw",
                "unit": None,
                "troops": body["troops"],
                "of_seq": body["seq"],
            }
            order.append((after + rng.uniform(0.1, 0.9), shown))
    sorted_ = [body for _, body in sorted(order, key=lambda one: one[0])]
    place = {body["seq"]: n for n, body in enumerate(sorted_, 1) if "seq" in body}
    moved = [{**b, "of_seq": place[b["of_seq"]]} if b.get("of_seq") else b for b in sorted_]
    return renumbered(moved)


def hidden(log: Bodies, rng: Random) -> Bodies:
    """The log with some of the cards null that the vocabulary lets be null."""
    share = rng.choice((0.2, 0.6, 1.0))
    blind = []
    for body in log:
        if body["type"] in ("troops_drawn", "opening_rack_taken"):
            troops = [None if rng.random() < share else troop for troop in body["troops"]]
            body = {**body, "troops": troops}
        elif body["type"] == "rack_troop_laid_down" and rng.random() < share:
            body = {**body, "troop": None}
        blind.append(body)
    return blind


def never_wrong(log: Bodies, seed: int) -> None:
    rng = Random(seed)
    open_ = revealed_later(log, rng)
    true = verdicts(audited(open_))
    for record in fed(hidden(open_, rng)):
        for seq, verdict in verdicts(record).items():
            told = f"seed {seed}: event {seq} after {len(record.events)}"
            assert verdict in (Verdict.UNDETERMINED, true[seq]), told


@pytest.mark.parametrize("chunk", range(MATCHES // A_CHUNK))
def test_matches_by_the_rules(chunk: int) -> None:
    for seed in range(chunk * A_CHUNK, (chunk + 1) * A_CHUNK):
        never_wrong(simulated(seed).events, seed)


@pytest.mark.parametrize("chunk", range(MATCHES // A_CHUNK))
def test_matches_with_a_fault(chunk: int) -> None:
    faults = set(GAME.faults) - SHOWN_ONLY
    for seed in range(chunk * A_CHUNK, (chunk + 1) * A_CHUNK):
        never_wrong(simulated(f"fault {seed}", illegal=faults).events, seed)
