"""How a match ends (VB-19)."""

from typing import Any

from auditor.declare import End, Home, outcome, rule
from auditor.games.votoms_bcg.state import Arena
from events.shared import MatchClosed
from events.votoms_bcg import CardDrawn, CombatEnded, InitiativeDrawn, PhaseEnded, RematchAgreed


@outcome("VB-19.1", "VB-19.4", "VB-19.6", "VB-19.7", on=PhaseEnded)
def result_is_settled_after_the_payout(s: Arena, e: PhaseEnded) -> End | None:
    return settled_by_decks(s, e) if e.phase == "payout" and s.at == "turn" else None


@outcome("VB-19.7", on=(CombatEnded, CardDrawn, InitiativeDrawn))
def decks_are_looked_at_at_once(s: Arena, e: Any) -> End | None:
    if s.options.multi_check != "at_once" or len(s.match.seats) < 3 or s.combats:
        return None
    return settled_by_decks(s, e)


def settled_by_decks(s: Arena, e: Any) -> End | None:
    """The end, if all but one deck have run out, or all."""
    seats = tuple(seat for seat in s.match.seats if s.is_in(seat) or seat in emptied(s, e))
    there = [seat for seat in seats if s.money[seat]]
    if len(there) > 1 or len(seats) < 2:
        return None
    many = len(s.match.seats) > 2
    if there:
        return End(there[0], "deck_out", e.seq, "VB-19.6" if many else "VB-19.1")
    return End(None, "all_out", e.seq, "VB-19.7" if many else "VB-19.4")


def emptied(s: Arena, e: Any) -> tuple[str, ...]:
    """Seats that this event put out for an empty deck."""
    return tuple(out.seat for out in s.out if out.event == e.seq)


def not_over(s: Arena, e: MatchClosed) -> str:
    """The rule that a closing breaks where nothing has ended the match."""
    if s.at != "turn" or s.turn == 1:
        return "VB-2.7" if s.at == "setup" else "VB-19.2"
    if any(s.money[seat] for seat in s.started_empty):
        return "VB-19.3"
    return "VB-19.6" if len(s.match.seats) > 2 else "VB-19.1"


NOT_OVER = Home(("VB-2.7", "VB-19.1", "VB-19.2", "VB-19.3", "VB-19.6"), not_over)


@rule("VB-19.5", on=RematchAgreed)
def rematch_follows_a_draw(s: Arena, e: RematchAgreed) -> bool:
    return s.end is not None and s.end.winner is None
