"""Payout (VB-18), and which wins count for one (VB-9.13, VB-16.2, VB-17, VB-20.5)."""

from typing import Any

from auditor.declare import which
from auditor.games.votoms_bcg.apply import due_to
from auditor.games.votoms_bcg.owed import claimer, counts, payout_size, unclaimed
from auditor.games.votoms_bcg.state import Arena, places
from auditor.hidden import Undecided
from events.votoms_bcg import PayoutClaimed, PayoutTaken


def win_of(s: Arena, e: Any) -> dict[str, Any]:
    """Who won the combat, with which ATs."""
    win = next((w for w in s.wins if w.combat == e.combat), None)
    if win is None:
        return {"combat": e.combat, "winner": None}
    return {"combat": e.combat, "winner": win.seat, "ats": [id for id, _ in win.ats]}


@which(
    "VB-18.5",
    "VB-3.6",
    "VB-9.13",
    "VB-13.14",
    "VB-16.2",
    "VB-17.1",
    "VB-17.2",
    "VB-17.3",
    "VB-20.5",
    on=PayoutClaimed,
    facts=win_of,
)
def win_brings_what_is_claimed(s: Arena, e: PayoutClaimed) -> str | None:
    win = next((w for w in s.wins if w.combat == e.combat), None)
    if win is None or win.seat != e.actor:
        return _no_win(s, e, win)
    if win.claimed:
        return "VB-17.1"
    if not counts(s, win):
        return "VB-18.5"
    ats = dict(win.ats)
    if e.unit not in ats and win.ats:
        return "VB-17.2"
    found = _rate(s, e, win)
    if found is None and claimer(s) != e.actor:
        return "VB-3.6"
    return found


def _no_win(s: Arena, e: PayoutClaimed, win: Any) -> str:
    combat, how = s.over.get(e.combat, (None, ""))
    if how == "interrupted":
        return "VB-16.2"
    if combat is not None and combat.tied:
        return "VB-13.14"
    if combat is None:
        return "VB-18.5"
    if combat.is_offkai and combat.winner == "attacker" and e.actor == combat.by:
        return "VB-9.13"
    loser = combat.against if combat.winner == "attacker" else combat.by
    sent_back = combat.damage is not None and combat.damage[0] != loser
    return "VB-20.5" if sent_back else "VB-18.5"


def _rate(s: Arena, e: PayoutClaimed, win: Any) -> str | None:
    if s.options.payout_gate == "as_recorded":
        return None
    rates = [int(s.ask(card, "rate")) for _, card in win.ats]
    own = dict(win.ats).get(e.unit, win.card)
    if e.rate == s.ask(own, "rate"):
        return None
    return "VB-17.3" if len(rates) > 1 and e.rate == sum(rates) else "VB-18.5"


def due_and_scrap(s: Arena, e: Any) -> dict[str, Any]:
    """What is due, and the top of the scrap deck."""
    pile = s.scrap[e.actor]
    top = [s.known(card) for card in reversed(pile[max(0, len(pile) - e.count) :])]
    return {"due": due_to(s, e.actor), "found": e.count, "scrap_top": top}


@which(
    "VB-18.5",
    "VB-18.1",
    "VB-18.6",
    "VB-18.7",
    "VB-17.3",
    "VB-3.6",
    on=PayoutTaken,
    facts=due_and_scrap,
)
def payout_is_as_due_and_off_the_top(s: Arena, e: PayoutTaken) -> str | None:
    if unplaced := s.unplaced(e.actor):
        raise Undecided(*places(unplaced), rule="VB-18.1")
    due, size = due_to(s, e.actor), payout_size(s, e.actor)
    if unclaimed(s, e.actor) or e.actor in s.finished:
        return "VB-18.5"
    if e.count > size:
        return _too_many(s, e, due)
    if e.count < size and not s.options.payout_optional:
        return "VB-18.7"
    if len(e.cards) != e.count:
        return "VB-18.6" if e.count == size else "VB-18.1"
    pile = s.scrap[e.actor]
    top = [s.known(card) for card in reversed(pile[len(pile) - e.count :])] if e.count else []
    if any(x not in (None, y) for x, y in zip(top, e.cards, strict=True)):
        return "VB-18.1"
    return None if claimer(s) in (None, e.actor) else "VB-3.6"


def _too_many(s: Arena, e: PayoutTaken, due: int) -> str:
    wins = [w for w in s.wins if w.seat == e.actor]
    if not wins and not due:
        return "VB-18.6" if s.options.payout_short == "cap" else "VB-18.5"
    several = [w for w in wins if len(w.ats) > 1]
    added = sum(s.ask(card, "rate") for w in wins for _, card in w.ats)
    if several and e.count == added:
        return "VB-17.3"
    return "VB-18.6" if e.count <= due else "VB-18.5"


@which("VB-18.2", on=PayoutTaken)
def cards_return_face_down(s: Arena, e: PayoutTaken) -> str | None:
    return None if e.face == "down" else "VB-18.2"


@which("VB-18.3", on=PayoutTaken)
def deck_is_shuffled(s: Arena, e: PayoutTaken) -> str | None:
    return None if e.shuffled else "VB-18.3"
