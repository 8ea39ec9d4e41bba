"""How simulated matches of Toy Battle open, and what chance decides in them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from auditor.games.toy_battle.state import Toys
from events import Event

BOARDS = tuple(
    sorted(path.stem for path in (Path(__file__).parent / "catalogues/playroom").glob("rug*.toml"))
)
"""The practice boards."""


def opens(rng: Random) -> dict[str, Any]:
    """What a random match_opened says: a practice board, a mode, who begins."""
    options: dict[str, Any] = {
        "board": rng.choice(BOARDS),
        "mode": rng.choice(("normal", "normal", "normal", "beginner")),
        "first_player": rng.choice(("P1", "P2")),
    }
    if rng.random() < 0.1:
        options["set_aside"] = rng.choice((0, 6, 12))
        options["opening_rack"] = rng.choice(([2, 2], [3, 5], [8, 8]))
    players = [{"seat": seat, "name": None, "deck": None} for seat in ("P1", "P2")]
    return {"catalogue": "playroom", "options": options, "players": players}


def deal(s: Toys, e: Event, rng: Random) -> Event:
    """The event with the tiles that a shuffled reserve or a blind pick gives."""
    event: Any = e
    if e.type in ("troops_drawn", "opening_rack_taken") and not any(event.troops):
        left = [kind for kind, n in s.left(e.actor).items() for _ in range(n)]
        if len(left) >= len(event.troops):
            return replace(event, troops=tuple(rng.sample(left, len(event.troops))))
    if e.type == "rack_troop_laid_down" and event.troop is None and s.rack[event.owner].known:
        return replace(event, troop=rng.choice(s.rack[event.owner].known))
    return e
