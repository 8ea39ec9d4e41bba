"""What the special bases do (TB-10)."""

from typing import Any

from auditor.declare import UNRECORDED, Duty, obligation, which
from auditor.games.toy_battle.state import RACK_LIMIT, Toys, owner_of
from events import Event
from events.toy_battle import (
    PositionDeclared,
    RackTroopDiscarded,
    RackTroopLaidDown,
    RackTroopStoodUp,
    TroopMoved,
    TroopPlaced,
    TroopRecovered,
    TroopReturned,
    TurnEnded,
)


def piece(s: Toys, e: Any) -> dict[str, Any]:
    """The troop that the base was used on."""
    return {"unit": e.unit, "base": e.by, "rack": s.rack_size(e.actor)}


@which("TB-10.2", "TB-10.3", "TB-10.4", on=TroopReturned, facts=piece)
def castle_takes_another_visible_own_troop(s: Toys, e: TroopReturned) -> str | None:
    stack = s.stacks.get(e.base, ())
    if any(p.unit == e.unit and p.space == e.by for p in s.placed):
        return "TB-10.2"
    if e.base == e.by or owner_of(e.unit) != e.actor or all(u.id != e.unit for u in stack):
        return "TB-10.3"
    if stack[-1].id != e.unit and not s.options.castle_covered:
        return "TB-10.3"
    return "TB-10.4" if s.rack_size(e.actor) >= RACK_LIMIT else None


@which("TB-10.11", "TB-10.12", "TB-10.13", "TB-10.15", on=TroopMoved, facts=piece)
def volcano_moves_an_adjacent_enemy_one_step(s: Toys, e: TroopMoved) -> str | None:
    board = s.board
    top = s.top(e.from_)
    if top is None or top.id != e.unit or top.owner == e.actor:
        return "TB-10.12"
    if not board.next_to.get(e.by, 0) & board.bit[e.from_]:
        return "TB-10.11"
    if not board.bit.get(e.to, 0) & board.bases or (
        e.to == e.by and not s.options.volcano_onto_itself
    ):
        return "TB-10.15"
    return None if board.next_to[e.from_] & board.bit[e.to] else "TB-10.13"


@which("TB-10.18", "TB-10.19", on=TroopRecovered, facts=piece)
def cemetery_takes_an_own_discarded_tile(s: Toys, e: TroopRecovered) -> str | None:
    if all(u.id != e.unit for u in s.discard.get(e.actor, ())):
        return "TB-10.18"
    return "TB-10.19" if s.rack_size(e.actor) >= RACK_LIMIT else None


@which("TB-10.23", "TB-10.24", "TB-10.29", on=RackTroopLaidDown)
def battlefield_lays_a_standing_enemy_tile(s: Toys, e: RackTroopLaidDown) -> str | None:
    if e.face_seen:
        return "TB-10.23"
    if e.owner != s.enemy(e.actor) or owner_of(e.unit) != e.owner:
        return "TB-10.24"
    return "TB-10.29" if s.is_used(e.unit) or not s.rack[e.owner].size else None


@obligation(
    "TB-10.26", on=(TurnEnded, RackTroopStoodUp, TroopPlaced, RackTroopDiscarded, PositionDeclared)
)
def owner_stands_tiles_up(s: Toys) -> tuple[Duty, ...]:
    return tuple(stand_up_duty(seat, unit) for seat, unit in s.standing) if s.standing else ()


def stand_up_duty(seat: Any, unit: str) -> Duty:
    """A tile that its owner must stand up now."""

    def least(s: Toys) -> tuple[Event, ...]:
        return (RackTroopStoodUp(seq=s.seq, at=UNRECORDED, actor=seat, unit=unit),)

    return Duty("TB-10.26", seat, RackTroopStoodUp, least)
