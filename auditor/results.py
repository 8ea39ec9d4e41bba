"""How a match ends: the result by the rules, and the one that was recorded (GN-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from auditor import kernel
from auditor.declare import End
from auditor.state import Out
from events.shared import MatchClosed, PlayerConceded

if TYPE_CHECKING:
    from auditor.record import Record


def end_for(r: Record, e: MatchClosed) -> End | None:
    """The end by the rules, as a closing finds it. Raises: Undecided, Unseen."""
    s = r.state
    if not s.is_over:
        for outcome in r.game.outcomes[type(e)]:
            if (end := outcome.ends(s, e)) is not None:
                return end
    return s.end  # type: ignore[no-any-return]  # a state is Any here


def follows(r: Record, e: MatchClosed) -> bool:
    """The recorded result follows from the rules, time or an agreement (GN-6.1)."""
    if e.reason == "agreed_draw" and not r.state.is_over:
        return e.winner is None and bool(r.option("agreed_draw"))
    if e.reason == "time" and not r.state.is_over:
        return _follows_from_time(r, e)
    end = end_for(r, e)
    if end is None or end.disputed:
        return False
    return (end.winner, end.reason) == (e.winner, e.reason)


def _follows_from_time(r: Record, e: MatchClosed) -> bool:
    control = r.opened.time_control
    if control is None:
        return False
    empty = r.clock.banks_empty(control)
    others = [seat for seat in r.seats if seat not in empty]
    if empty and len(others) == 1:
        return e.winner == others[0]
    over = control.round_s is not None and r.pauses.running(e.at) > control.round_s
    return over and e.winner is None


def said(r: Record, e: MatchClosed) -> list[Any]:
    """Winner and reason as the rules have them, for the facts of a finding."""
    end = end_for(r, e)
    if end is None:
        return [None, "undecided"]
    return [None, "disputed"] if end.disputed else [end.winner, end.reason]


def closed(r: Record, s: Any, e: MatchClosed, right: bool) -> Any:
    """The position after match_closed: what a right one itself decides is the end."""
    new = s.copy()
    new.seq = e.seq
    new.closed = True
    if right and not s.is_over:
        by_word = e.reason in ("time", "agreed_draw")
        new.end = End(e.winner, e.reason, e.seq, "GN-6.1") if by_word else end_for(r, e)
    return kernel.owe(r.game, new, ())


def out(r: Record, s: Any, leaver: Out, disputed: bool = False) -> Any:
    """The position after a seat is out; the last one in has won (GN-6.3), unless `disputed`."""
    new = s.copy()
    new.out = (*s.out, leaver)
    left = [seat for seat in r.seats if all(o.seat != seat for o in new.out)]
    if len(left) == 1 and not s.is_over and s.last_one_wins:
        rule = r.game.instead.get(f"GN-6.3 {leaver.how}", "GN-6.1")
        new.end = End(left[0], leaver.how, leaver.event, str(rule), disputed)
    return kernel.owe(r.game, new, r.game.obligations[PlayerConceded])
