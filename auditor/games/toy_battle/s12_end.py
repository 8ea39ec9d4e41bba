"""How a match ends (TB-12)."""

from typing import Any

from auditor.declare import End, outcome, rule
from auditor.games.toy_battle.state import Toys
from events.toy_battle import (
    MedalsTaken,
    NoActionDeclared,
    ToyBattleClosed,
    TroopPlaced,
    TurnEnded,
)


@outcome("TB-12.2", on=TroopPlaced)
def headquarters_is_taken(s: Toys, e: TroopPlaced) -> End | None:
    owner = s.board.owner.get(e.space)
    if owner is None or owner == e.actor or s.is_over:
        return None
    return End(e.actor, "headquarters", e.seq, "TB-12.2")


@outcome("TB-12.3", "TB-12.11", on=(MedalsTaken, TurnEnded))
def target_is_reached(s: Toys, e: Any) -> End | None:
    if s.due or (e.type == "turn_ended" and s.options.region_check != "end_of_turn"):
        return None
    there = {seat: medals for seat, medals in s.medals.items() if medals >= s.board.target}
    if not there:
        return None
    if len(there) == 1:
        return End(next(iter(there)), "medals", e.seq, "TB-12.3")
    seat = s.to_move if e.type == "medals_taken" else s.enemy(s.to_move)
    match s.options.simultaneous_target:
        case "active_player":
            return End(seat, "medals", e.seq, "TB-12.11")
        case "other_player":
            return End(s.enemy(seat), "medals", e.seq, "TB-12.11")
    winner = None if len(set(there.values())) == 1 else max(there, key=lambda seat: there[seat])
    return End(winner, "medals", e.seq, "TB-12.11")


@outcome("TB-12.4", "TB-12.5", "TB-12.6", on=(NoActionDeclared, ToyBattleClosed))
def player_to_move_is_stuck(s: Toys, e: Any) -> End | None:
    if s.acted or s.set_up or s.is_over or s.can_act(s.to_move):
        return None
    stuck, other = s.to_move, s.enemy(s.to_move)
    if s.medals[stuck] != s.medals[other]:
        winner = stuck if s.medals[stuck] > s.medals[other] else other
        return End(winner, "stuck", e.seq, "TB-12.5")
    winner_or_none = other if s.options.stuck_tie == "stuck_loses" else None
    return End(winner_or_none, "stuck", e.seq, "TB-12.6")


@rule("TB-12.4", on=NoActionDeclared)
def no_action_is_possible(s: Toys, e: NoActionDeclared) -> bool:
    if s.is_over or s.acted or s.set_up:
        return True
    return not s.draw_size(s.to_move) and not s.can_place(s.to_move)


@rule("TB-12.9", on=NoActionDeclared)
def no_lying_tile_counts(s: Toys, e: NoActionDeclared) -> bool:
    return s.is_over or s.acted or bool(s.set_up) or not s.can_place_lying(s.to_move)


@rule(
    "TB-12.10",
    on=ToyBattleClosed,
    facts=lambda s, e: {"medals": dict(s.medals), "recorded": dict(e.medals)},
)
def medals_are_as_held(s: Toys, e: ToyBattleClosed) -> bool:
    return dict(e.medals) == s.medals
