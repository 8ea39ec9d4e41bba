"""The rule that an act breaks which is out of time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from auditor.declare import Home
from auditor.games.dino_world.state import Dinos


def _home(*ids: str) -> Callable[[Callable[[Any, Any], str]], Home]:
    """Declares which rule an act breaks that is out of time."""
    return lambda choose: Home(ids, choose)


@_home("DW-2.5", "DW-4.1")
def DECK_HOME(s: Dinos, e: Any) -> str:
    """A deck out of time."""
    return "DW-2.5" if e.seat in s.deck_list else "DW-4.1"


@_home("DW-2.7", "DW-4.1")
def SHEET_HOME(s: Dinos, e: Any) -> str:
    """A sheet out of time."""
    return "DW-2.7" if e.seat in s.sheets else "DW-4.1"


@_home("DW-2.7", "DW-3.9", "DW-4.1")
def MAP_HOME(s: Dinos, e: Any) -> str:
    """A map out of time."""
    if s.layout:
        return "DW-3.9"
    return "DW-2.7" if len(s.sheets) < len(s.seats) else "DW-4.1"


@_home("DW-2.9", "DW-4.1", "DW-4.2")
def DRAW_HOME(s: Dinos, e: Any) -> str:
    """An opening draw out of time."""
    if e.seat in s.drawn:
        return "DW-2.9"
    return "DW-4.1" if s.stage in ("S1", "S2") else "DW-4.2"


@_home("DW-2.9", "DW-4.1")
def SHUFFLE_HOME(s: Dinos, e: Any) -> str:
    """A shuffle out of time."""
    return "DW-2.9" if e.seat in s.drawn else "DW-4.1"


@_home("DW-4.1", "DW-4.3", "DW-4.4", "DW-4.5", "DW-5.8", "DW-5.9")
def PLACING_HOME(s: Dinos, e: Any) -> str:
    """A placement out of time."""
    if s.stage[0] == "S":
        if s.stage == "S3" and e.actor not in s.drawn:
            return "DW-4.3" if len(s.seats) == 2 else "DW-4.4"
        return "DW-4.5" if s.stage in ("S4", "S5") else "DW-4.1"
    if e.cause == "action" and s.stage != "T2":
        return "DW-5.9"
    return "DW-5.8"


@_home("DW-4.1", "DW-4.5")
def ORDER_HOME(s: Dinos, e: Any) -> str:
    """The order of play out of time."""
    return "DW-4.5" if s.stage in ("S3", "S4") else "DW-4.1"


@_home("DW-4.8", "DW-5.1", "DW-5.10", "DW-14.7")
def TURN_HOME(s: Dinos, e: Any) -> str:
    """A turn that begins out of time."""
    if s.stage[0] == "S":
        return "DW-4.8"
    if s.stage == "T0":
        return "DW-5.1" if s.is_in_play(e.actor) else "DW-14.7"
    return "DW-5.1" if e.actor == s.to_move and s.stage in ("T1", "T2") else "DW-5.10"


@_home("DW-5.2", "DW-5.4")
def DIE_HOME(s: Dinos, e: Any) -> str:
    """An action die out of time."""
    return "DW-5.2" if s.stage == "T1" else "DW-5.4"


@_home("DW-5.8", "DW-5.9", "DW-13.4", "DW-13.5")
def MOVE_HOME(s: Dinos, e: Any) -> str:
    """A move out of time."""
    if e.cause == "action":
        return "DW-5.9"
    piece = s.pieces.get(e.unit)
    if s.stage == "T4" and piece is not None and piece.square in s.fought:
        return "DW-13.5" if s.rivals(piece.square, e.unit[:2]) else "DW-13.4"
    return "DW-5.8"


@_home("DW-7.2", "DW-7.3", "DW-7.4", "DW-7.5", "DW-7.6", "DW-8.9", "GN-1.4")
def REVEAL_HOME(s: Dinos, e: Any) -> str:
    """A reveal that nothing calls for."""
    piece = s.pieces.get(e.unit)
    if piece is not None and piece.up:
        return "DW-7.6"
    if e.cause == "judge":
        return "GN-1.4"
    causes = {"entry": "DW-7.3", "battle": "DW-7.4", "ability": "DW-7.5", "effect": "DW-8.9"}
    return causes.get(e.cause, "DW-7.2")


@_home("DW-5.10", "DW-10.7", "DW-12.1")
def OPEN_BATTLE_HOME(s: Dinos, e: Any) -> str:
    """A battle opened out of time."""
    if s.battle is not None:
        return "DW-12.1"
    return "DW-5.10" if s.stage in ("T1", "T2") else "DW-10.7"


@_home("DW-11.4", "DW-11.10")
def RETREAT_HOME(s: Dinos, e: Any) -> str:
    """A choice about a retreat out of time."""
    b = s.battle
    return "DW-11.10" if b is not None and b.retreat is not None and not b.rolls else "DW-11.4"


@_home("DW-10.2", "DW-10.10", "DW-11.9", "DW-12.1", "DW-12.3", "DW-12.4", "DW-13.3")
def ATTACK_HOME(s: Dinos, e: Any) -> str:
    """An attack die out of time."""
    b = s.battle
    if b is None:
        return "DW-13.3"
    if s.stage == "B5":
        return "DW-11.9" if b.retreat == "done" else "DW-12.4" if b.ended_by_special else "DW-13.3"
    if e.unit not in (*b.attackers, *b.defenders):
        return "DW-10.2"
    own = b.rolled(b.side(e.unit))
    if own and len(b.side(e.unit)) > 1:
        return "DW-10.10"
    waits = s.options.side_battle == "sum" and b.rolled(b.attackers)
    return "DW-10.10" if waits and e.unit in b.defenders else "DW-12.1"


@_home("DW-12.1", "DW-12.6")
def RESULT_HOME(s: Dinos, e: Any) -> str:
    """A result out of time."""
    b = s.battle
    return "DW-12.1" if b is not None and b.lost is None else "DW-12.6"


@_home("DW-11.10", "DW-12.1", "DW-13.3")
def BATTLE_END_HOME(s: Dinos, e: Any) -> str:
    """A battle that ends out of time."""
    if s.battle is None:
        return "DW-13.3"
    return "DW-11.10" if s.stage in ("B1", "B2") and not s.battle.rolls else "DW-12.1"


@_home("DW-5.10", "DW-10.8")
def TURN_END_HOME(s: Dinos, e: Any) -> str:
    """A turn that ends out of time."""
    return "DW-10.8" if s.pending else "DW-5.10"


@_home("DW-13.1", "DW-14.7")
def FOSSIL_HOME(s: Dinos, e: Any) -> str:
    """A dinosaur taken off out of time."""
    seat = e.unit[:2]
    out = seat in s.status and s.is_defeated(seat)
    return "DW-14.7" if out and e.cause == "effect" else "DW-13.1"


@_home("DW-9.1", "DW-9.5")
def OCCUPY_HOME(s: Dinos, e: Any) -> str:
    """An occupation out of time."""
    return "DW-9.1"
