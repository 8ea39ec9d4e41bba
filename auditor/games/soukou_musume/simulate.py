"""How simulated matches open, and what chance decides in them."""

from __future__ import annotations

from random import Random
from typing import Any

from auditor.games.soukou_musume.state import SEATS, Soukou
from events import Event


def opens(rng: Random) -> dict[str, Any]:
    """What a random match_opened says."""
    options: dict[str, Any] = {
        "reserve_slots": rng.choice((3, 3, 4, None)),
        "damage_thresholds": None,
    }
    players = [{"seat": seat, "name": None, "deck": None} for seat in SEATS]
    return {"catalogue": "harbour_drill", "options": options, "players": players}


def deal(s: Soukou, e: Event, rng: Random) -> Event:
    """The event with what a shuffled deck gives."""
    return e
