"""Occupying territory (DW-9)."""

from auditor.declare import which
from auditor.games.dino_world import battles
from auditor.games.dino_world.state import Dinos
from events.dino_world import TerritoryOccupied


@which(
    "DW-9.1",
    "DW-9.5",
    "DW-9.9",
    "DW-9.10",
    on=TerritoryOccupied,
    facts=lambda s, e: {"unit": e.unit, "square": e.square},
)
def dinosaur_alone_occupies(s: Dinos, e: TerritoryOccupied) -> str | None:
    piece = s.pieces.get(e.unit)
    if piece is not None and piece.sealed:
        return "DW-9.9"
    if e.square in s.sealed:
        return "DW-9.9"
    if e.unit in s.clash and battles.has_lost(s, e.unit):
        return "DW-9.10"
    if piece is None or piece.square != e.square:
        return "DW-9.1"
    owner = s.map.owner.get(e.square)
    if owner is None or owner != e.owner or owner == e.unit[:2]:
        return "DW-9.1"
    if s.rivals(e.square, e.unit[:2]) or s.squares[e.square][0] != e.unit:
        return "DW-9.1"
    if len(s.squares[e.square]) > 1 and s.options.alone_means == "single":
        return "DW-9.1"
    if s.options.occupation_check == "turn_end" and s.stage != "T4":
        return "DW-9.5"
    return None
