"""Dino World under test."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from auditor.declare import UNRECORDED
from events import Event
from events.dino_world import (
    AbilityUsed,
    ActionDieRolled,
    ActionsEnded,
    BattleOpened,
    CardsCounted,
    DinoFossilised,
    DinoMoved,
    DinoPlaced,
    DinoRevealed,
    PlayerDefeated,
    PlayerDroppedOut,
    TerritoryOccupied,
    TurnEnded,
    TurnStarted,
)
from tests.games.matches import Bodies
from tests.games.proof import Proof, ends_by

SEATS = ("P1", "P2")


def writable(s: Any) -> Iterator[Event]:
    """Every event that could be written, right or wrong, with names that mean something."""
    squares = (*s.map.charge, "c0")
    fresh = [f"{seat}-u{1 + max(int(u[4:]) for u in s.pieces if u[:2] == seat)}" for seat in SEATS]

    def every(kind: type[Event], actors: Iterable[str], **fields: Iterable[Any]) -> Iterator[Event]:
        made: Any = kind
        for actor, *values in product(actors, *fields.values()):
            named = dict(zip(fields, values, strict=True))
            yield made(seq=s.seq + 1, at=UNRECORDED, actor=actor, **named)

    costs = {"cost": (0, 1, 2)}
    yield from every(TurnStarted, SEATS, turn=range(s.turn, s.turn + 3))
    yield from every(ActionDieRolled, SEATS, value=range(8))
    for unit, piece in s.pieces.items():
        step: dict[str, Iterable[Any]] = {"unit": (unit,), "from_": (piece.square,)}
        causes = ("action", "ability", "effect")
        yield from every(DinoMoved, SEATS, to=squares, cause=causes, **step, **costs)
        told = s.told[unit][0] if unit in s.told else None
        for cause in ("entry", "battle", "ability", "voluntary", "effect"):
            card: dict[str, Iterable[Any]] = {"card": (told,), "cause": (cause,)}
            yield from every(DinoRevealed, (*SEATS, "table"), unit=(unit,), **card)
        for ability, target in product(("scent", "brace"), ((), *((u,) for u in s.pieces))):
            used: dict[str, Iterable[Any]] = {"ability": (ability,), "targets": (target,)}
            yield from every(AbilityUsed, SEATS, unit=(unit,), **used, **costs)
        yield from every(TerritoryOccupied, ("table",), unit=(unit,), square=squares, owner=SEATS)
    for unit in fresh:
        put: dict[str, Iterable[Any]] = {"unit": (unit,), "card": (None,), "to": squares}
        how: dict[str, Iterable[Any]] = {"face": ("down", "up"), "cause": ("opening", "action")}
        yield from every(DinoPlaced, SEATS, **put, **how, **costs)
    yield from every(ActionsEnded, SEATS)
    yield from every(TurnEnded, ("table",))
    for unit in s.pieces:
        yield from every(DinoFossilised, ("table",), unit=(unit,), cause=("battle", "effect"))
    yield from every(PlayerDefeated, ("table",), seat=SEATS, cause=("idle", "conceded"))
    yield from every(PlayerDroppedOut, ("table",), seat=SEATS)
    counts = [{"P1": a, "P2": b} for a, b in product((9, 10), repeat=2)]
    yield from every(CardsCounted, ("table",), counts=counts)
    sides = [tuple(u for u in s.pieces if u[:2] == seat) for seat in SEATS]
    for square in squares:
        for one, other in ((0, 1), (1, 0)):
            of: dict[str, Iterable[Any]] = {
                "attacker": (SEATS[one],),
                "defender": (SEATS[other],),
                "attackers": (sides[one],),
                "defenders": (sides[other],),
            }
            yield from every(BattleOpened, SEATS, square=(square,), **of)


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
    not_planted={
        "DW-1.1": "broken by match_opened itself",
        "DW-1.10": "needs the last two in play to fall together",
        "DW-10.5": "only an effect brings a second battle about, and the practice set has none",
        "DW-10.9": "needs an undecided battle of two others",
        "DW-2.3": "the practice set has no message card",
        "DW-9.10": "takes two wrong events: a loser left standing, which then occupies",
    },
    shown_only=frozenset({"GN-2.3"}),
    strays=(
        {"actor": "P1", "type": "actions_ended"},
        {"actor": "table", "type": "turn_ended"},
    ),
    writable=writable,
    sample=3,
    matches=1000,
    least=0.75,
    wanted=4,
    short=300,
    late=frozenset(
        {
            "DW-1.7",
            "DW-1.9",
            "DW-9.8",
            "DW-14.2",
            "DW-14.3",
            "DW-14.7",
            "DW-8.1",
            "DW-8.6",
            "DW-9.3",
            "DW-9.4",
            "DW-9.9",
        }
    ),
    blind=20,
)
