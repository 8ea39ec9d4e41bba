"""How simulated matches of Toy Battle open, and what chance decides in them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from auditor.games.toy_battle.state import Toys
from events import Event
from events.toy_battle import OpeningRackTaken, RackTroopLaidDown, TroopsDrawn

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
    if isinstance(e, TroopsDrawn | OpeningRackTaken) and not any(e.troops):
        left = [kind for kind, n in s.left(e.actor).items() for _ in range(n)]
        if len(left) >= len(e.troops):
            return replace(e, troops=tuple(rng.sample(left, len(e.troops))))
    elif isinstance(e, RackTroopLaidDown) and e.troop is None and s.rack[e.owner].known:
        return replace(e, troop=rng.choice(s.rack[e.owner].known))
    return e
