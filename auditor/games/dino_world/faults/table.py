"""The map as a player sees it: what the makers of wrong events ask of a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from auditor.declare import UNRECORDED
from auditor.games.dino_world.state import Dinos
from events import Event


def event(kind: type[Event], s: Dinos, actor: str, **fields: Any) -> Event:
    """The next event of a match."""
    made: Any = kind
    return made(seq=s.seq + 1, at=UNRECORDED, actor=actor, **fields)  # type: ignore[no-any-return]


def in_actions(s: Dinos) -> bool:
    """The player of the turn acts, and nothing is owed."""
    return s.stage == "T2" and not s.duties and not s.is_over


def has_point(s: Dinos) -> bool:
    """A point is left in the actions."""
    return in_actions(s) and s.rolled is not None and s.used < s.rolled


def owner(s: Dinos, square: str) -> str | None:
    """Whose territory a square is, by its name."""
    if square[1] not in "18":
        return None
    wide = len(s.seats) == 4
    if not wide and square[0] not in "bcde":
        return None
    side = "near" if square[1] == "1" else "far"
    half = ("_left" if square[0] <= "f" else "_right") if wide else ""
    return next((seat for seat, place in s.layout if place == side + half), None)


def home(s: Dinos, seat: str) -> list[str]:
    """The territory squares of a seat."""
    columns = "abcdefghijkl" if len(s.seats) == 4 else "abcdef"
    return [c + r for c in columns for r in "18" if owner(s, c + r) == seat]


def standing(s: Dinos, square: str) -> list[str]:
    """Who stands in a square."""
    return [unit for unit, piece in s.pieces.items() if piece.square == square]


def free_home(s: Dinos, seat: str) -> list[str]:
    """The free squares of a seat's territory."""
    return [q for q in home(s, seat) if not standing(s, q)]


def movers(s: Dinos, seat: str) -> Iterator[tuple[str, str]]:
    """A seat's unsealed dinosaurs that have not entered a rival's square, and where they stand."""
    for unit, piece in s.pieces.items():
        if unit[:2] == seat and not piece.sealed and unit not in s.entered:
            yield unit, piece.square


def plain(s: Dinos, origin: str) -> Iterator[str]:
    """Empty squares of plain ground straight beside one."""
    for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        to = chr(ord(origin[0]) + dx) + str(int(origin[1]) + dy)
        if s.map.terrain.get(to) == "P" and not standing(s, to):
            yield to
