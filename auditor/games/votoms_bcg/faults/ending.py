"""Wrong events of the payout and the end (VB-18, VB-19), and of what a record can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from auditor.game import Fault
from auditor.games.votoms_bcg.faults.table import event, is_free, others, stands, turn_of
from auditor.games.votoms_bcg.state import Arena, Win
from events import Event
from events.shared import MatchClosed
from events.votoms_bcg import PayoutClaimed, PayoutTaken, PhaseEnded, RematchAgreed, TurnStarted

RATES = {"PR-01": 4, "PR-02": 2, "PR-03": 3}


def claiming(s: Arena) -> Iterator[Win]:
    """The first win that has still to be claimed, where all wins count."""
    if is_free(s, "T6") and s.options.payout_gate == "every_win":
        for seat in s.seats:
            if seat not in s.finished:
                wins = [w for w in s.wins if w.seat == seat and not w.claimed and w.ats]
                if wins:
                    yield wins[0]
                    return
                if any(w.seat == seat for w in s.wins) or s.owed_payout.get(seat):
                    return


def claims(s: Arena, seat: str, win: Win, unit: str, rate: int) -> Event:
    return event(PayoutClaimed, s, seat, combat=win.combat, unit=unit, rate=rate)


def other_rate(s: Arena) -> Iterator[Event]:
    for win in claiming(s):
        unit, card = win.ats[0]
        yield claims(s, win.seat, win, unit, RATES[card] + 20)


def twice(s: Arena) -> Iterator[Event]:
    if is_free(s, "T6") and s.options.payout_gate == "every_win":
        for win in s.wins:
            if win.claimed and win.ats and win.seat not in s.finished:
                unit, card = win.ats[0]
                yield claims(s, win.seat, win, unit, RATES[card])


def strange_at(s: Arena) -> Iterator[Event]:
    for win in claiming(s):
        mine = {id for id, _ in win.ats}
        for at in s.ats.values():
            if at.owner == win.seat and at.id not in mine:
                yield claims(s, win.seat, win, at.id, RATES[at.card])


def rates_added(s: Arena) -> Iterator[Event]:
    for win in claiming(s):
        if len(win.ats) > 1:
            added = sum(RATES[card] for _, card in win.ats)
            yield claims(s, win.seat, win, win.ats[0][0], added)


def offkai_win(s: Arena) -> Iterator[Event]:
    if is_free(s, "T6"):
        for combat, how in s.over.values():
            won = combat.winner == "attacker" and not combat.attackers
            if how == "ended" and won and s.options.offkai_payout == "none":
                body = {"combat": combat.id, "unit": combat.target, "rate": 2}
                yield event(PayoutClaimed, s, combat.by, **body)


def due(s: Arena) -> Iterator[tuple[str, int]]:
    """The first seat whose wins are all claimed and whose payout is still to be taken."""
    if is_free(s, "T6") and s.options.payout_gate == "every_win":
        for seat in s.seats:
            wins = [w for w in s.wins if w.seat == seat]
            count = sum(w.rate for w in wins) + s.owed_payout.get(seat, 0)
            if seat in s.finished or not count or not s.scrap[seat]:
                continue
            if all(w.claimed for w in wins):
                yield seat, count
            return


def takes(s: Arena, seat: str, cards: Any, count: int, **more: Any) -> Event:
    body = {"count": count, "cards": tuple(cards), "face": "down", "shuffled": True, **more}
    return event(PayoutTaken, s, seat, **body)


def top(s: Arena, seat: str, count: int) -> list[Any]:
    return list(reversed(s.scrap[seat][-count:]))


def picked(s: Arena) -> Iterator[Event]:
    for seat, count in due(s):
        pile = s.scrap[seat]
        if len(pile) > count and pile[-count - 1] != pile[-1]:
            yield takes(s, seat, [*top(s, seat, count + 1)[1:]], count)


def face_up(s: Arena) -> Iterator[Event]:
    for seat, count in due(s):
        n = min(count, len(s.scrap[seat]))
        yield takes(s, seat, top(s, seat, n), n, face="up")


def not_shuffled(s: Arena) -> Iterator[Event]:
    for seat, count in due(s):
        n = min(count, len(s.scrap[seat]))
        yield takes(s, seat, top(s, seat, n), n, shuffled=False)


def one_too_few(s: Arena) -> Iterator[Event]:
    for seat, count in due(s):
        n = min(count, len(s.scrap[seat])) - 1
        if n > 0:
            yield takes(s, seat, top(s, seat, n), n)


def more_than_lies_there(s: Arena) -> Iterator[Event]:
    for seat, count in due(s):
        n = len(s.scrap[seat])
        if n < count and all(len(w.ats) == 1 for w in s.wins if w.seat == seat):
            yield takes(s, seat, top(s, seat, n), count)


# -------------------------------------------------------------------- the end


def closes(s: Arena, winner: Any, reason: str) -> Event:
    return event(MatchClosed, s, "table", winner=winner, reason=reason)


def empty(s: Arena) -> list[str]:
    return [seat for seat in s.seats if not s.money[seat]]


def between_turns(s: Arena) -> bool:
    return s.at == "turn" and s.turn > 1


def another_turn(s: Arena, players: bool) -> Iterator[Event]:
    if (
        between_turns(s)
        and s.is_over
        and (len(s.match.seats) > 2) == players
        and s.end is not None
        and s.end.winner is not None
    ):
        yield event(TurnStarted, s, "table", turn=s.turn)


def drawn_game_goes_on(s: Arena) -> Iterator[Event]:
    if (
        between_turns(s)
        and s.is_over
        and len(s.match.seats) == 2
        and s.end is not None
        and s.end.winner is None
    ):
        yield event(TurnStarted, s, "table", turn=s.turn)


def closed_in_the_turn(s: Arena) -> Iterator[Event]:
    if is_free(s, "T5o", "T4") and s.options.multi_check == "after_payout":
        yield closes(s, s.seats[0], "deck_out")


def lost_though_paid(s: Arena) -> Iterator[Event]:
    if between_turns(s) and not s.is_over and len(s.match.seats) == 2:
        for seat in s.started_empty:
            if s.money[seat]:
                yield closes(s, others(s, seat)[0], "deck_out")


def rematch_too_soon(s: Arena) -> Iterator[Event]:
    if is_free(s, "T5o", "T4"):
        new = "00000000-0000-7000-8000-000000000002"
        yield event(RematchAgreed, s, "table", new_match_id=new)


def unclaimed(s: Arena) -> Iterator[Event]:
    for _ in claiming(s):
        yield event(PhaseEnded, s, "table", turn=s.turn, phase="payout", owner=None)


def strange_card(s: Arena) -> Iterator[Event]:
    """A card that an open hand does not hold."""
    if is_free(s, "T5o") and s.rights[-1].passes < len(s.in_turn):
        seat = turn_of(s)
        if not any(True for _ in stands(s, seat)) and s.left(seat).get("PR-07"):
            from auditor.games.votoms_bcg.faults.table import plays

            yield plays(s, seat, "PR-07", "effect")


ALL_WINS = {"payout_gate": "every_win"}
TAKEN = {**ALL_WINS, "payout_optional": False}
FAULTS = {
    "GN-2.3": Fault(strange_card),
    "VB-9.13": Fault(offkai_win, {"offkai_payout": "none"}),
    "VB-17.1": Fault(twice, ALL_WINS),
    "VB-17.2": Fault(strange_at, ALL_WINS),
    "VB-17.3": Fault(rates_added, ALL_WINS),
    "VB-18.1": Fault(picked, TAKEN),
    "VB-18.2": Fault(face_up, TAKEN),
    "VB-18.3": Fault(not_shuffled, TAKEN),
    "VB-18.5": Fault(other_rate, ALL_WINS),
    "VB-18.6": Fault(more_than_lies_there, TAKEN),
    "VB-18.7": Fault(one_too_few, TAKEN),
    "VB-19.1": Fault(lambda s: another_turn(s, False)),
    "VB-19.2": Fault(closed_in_the_turn, {"multi_check": "after_payout"}),
    "VB-19.3": Fault(lost_though_paid),
    "VB-19.4": Fault(drawn_game_goes_on),
    "VB-19.5": Fault(rematch_too_soon),
    "VB-19.6": Fault(lambda s: another_turn(s, True), {"multi_check": "after_payout"}),
}
