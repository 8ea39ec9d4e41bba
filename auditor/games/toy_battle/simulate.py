"""What chance decides in Toy Battle, for simulated matches."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from auditor.games.toy_battle.state import Toys
from events import Event


def deal(s: Toys, e: Event, rng: Random) -> Event:
    """The event with the tiles that a shuffled reserve gives."""
    event: Any = e
    if e.type not in ("troops_drawn", "opening_rack_taken"):
        return e
    left = [kind for kind, n in s.left(e.actor).items() for _ in range(n)]
    return replace(event, troops=tuple(rng.sample(left, len(event.troops))))
