"""Winning and losing (RX-1)."""

from typing import Any

from auditor.declare import End, outcome, rule
from auditor.games.rockman_exe_access.owed import cannot_draw
from auditor.games.rockman_exe_access.state import SEATS, Access, other
from events.rockman_exe_access import (
    AttackPhaseEnded,
    CardsDrawn,
    NaviDeleted,
    TurnStarted,
)
from events.shared import MatchClosed, MatchOpened


@rule("RX-1.1", on=MatchOpened, facts=lambda s, e: {"seats": [p.seat for p in e.players]})
def two_seats_play(s: Access, e: MatchOpened) -> bool:
    return [p.seat for p in e.players] == list(SEATS)


@outcome("RX-1.2", "RX-1.4", on=(NaviDeleted, MatchClosed))
def navis_are_beaten(s: Access, e: Any) -> End | None:
    for seat in s.beaten:
        if s.plugged[seat] is None and not s.has_normal(seat):
            reason, rule = ("no_navi", "RX-1.4") if s.pile[seat] else ("navis", "RX-1.2")
            return End(other(seat), reason, e.seq, rule)
    return None


@outcome("RX-1.6", "RX-7.5", on=(AttackPhaseEnded, MatchClosed))
def no_attack_is_made(s: Access, e: Any) -> End | None:
    if s.attacks or s.stage not in ("A0", "E"):
        return None
    if s.stage == "A0" and s.hand_size(s.turn_seat):
        return None
    return End(other(s.turn_seat), "no_attack", e.seq, "RX-7.5")


@outcome("RX-2.9", on=(TurnStarted, CardsDrawn, MatchClosed))
def deck_is_empty(s: Access, e: Any) -> End | None:
    if s.options.deck_out != "loss" or s.stage != "R":
        return None
    out = [seat for seat in SEATS if s.draws_due(seat) and cannot_draw(s, seat)]
    if not out:
        return None
    return End(other(out[0]) if len(out) == 1 else None, "deck_out", e.seq, "RX-2.9")
