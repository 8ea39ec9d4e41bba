"""The position that a record may begin with (the model's section 11)."""

from __future__ import annotations

from typing import Any

from auditor.declare import NotOnTheTable
from auditor.games.votoms_bcg.state import (
    AT,
    EARLY,
    Arena,
    Attached,
    Combat,
    Draw,
    Lying,
    Opening,
    Play,
    Played,
    Right,
    Win,
)

FIRST = {"C2": "VB-7.3", "C4": "VB-7.11"}
"""Whose the first right is, by the window."""


def position_declared(s: Arena, e: Any) -> None:
    """The position as declared; what its windows are, is worked out from it."""
    if s.seq != 1 or set(e.seats) != set(s.match.seats):
        raise NotOnTheTable
    seats = s.match.seats
    s.turn, s.owner = e.turn, e.owner
    if e.turn > 1 or e.phase not in EARLY:  # before, there is no turn to go by (VB-7.12)
        s.order = e.order or s.order
    s.previous_order = e.previous_order or s.order
    _place(s, e)
    for seat, has in e.seats.items():
        _seat(s, e, seat, has)
    s.boon_used = e.boon_return_used
    s.wins = tuple(
        Win(w.combat, w.seat, tuple((a.unit, a.card) for a in w.ats), None, w.claimed)
        for w in e.wins
    )
    s.wins = tuple(_rated(s, win) for win in s.wins)
    s.queue = tuple(q.play for q in e.queue)
    s.plays = {q.play: Play(q.play, _card(q, e), q.kind, q.by, q.iid, q.targets) for q in e.queue}
    s.combats = tuple(_combat(e, c) for c in e.combats if c.status == "open")
    s.over = {c.id: (_combat(e, c), "interrupted") for c in e.combats if c.status != "open"}
    s.ids = s.ids.union(c.id for c in e.combats)
    if e.initiative is not None:
        s.draws = tuple(Draw(d.round, d.seat, d.drawn, d.card, d.value) for d in e.initiative.draws)
        s.decided = e.window == "T3"
    s.matchmaker_open = frozenset(tuple(pair) for pair in (e.matchmaker_open or ()))
    s.ending = e.window == "T5e"
    if e.phase == "payout":
        s.started_empty = tuple(seat for seat in seats if not s.money[seat])
    s.finished = tuple(seats) if e.window == "T1e" else e.finished
    _rights(s, e)
    combat = s.combat
    if combat is not None and e.window in ("C5d", "C5s"):
        gone = [at for at in s.ats.values() if at.state == "destroyed" and at.id in combat.units]
        if gone:
            s.to_scrap = (gone[0].id, gone[0].owner)
            s.combats = (*s.combats[:-1], combat._replace(taken=gone[0].id))
    elif combat is not None and e.window == "C5e":
        s.combats = (
            *s.combats[:-1],
            combat._replace(paid=combat.damage[1] if combat.damage else 0),
        )
    elif combat is not None and e.window == "T5e":
        raise NotOnTheTable


def _place(s: Arena, e: Any) -> None:
    """Where in the turn the position is."""
    if e.phase == "setup":
        s.at, s.phase = "setup", "setup"
        s.opening = {seat: Opening(o.attempt, o.state) for seat, o in (e.opening or {}).items()}
        return
    s.phase = e.phase
    s.at = e.window if e.window in ("turn", "before") else "in"
    if e.window in ("turn", "T6e", "over"):
        s.at, s.owner = "turn", None
        s.turn = e.turn + (e.window == "T6e")
        s.phase = "initiative" if s.turn == 1 else "replenish"


def _seat(s: Arena, e: Any, seat: str, has: Any) -> None:
    s.money = {**s.money, seat: has.money_deck}
    s.hand = {**s.hand, seat: s.hand[seat].with_cards(has.hand, e.seq)}
    if None in has.hand:
        s.unseen = {**s.unseen, e.seq: ("", ())}
    s.scrap = {**s.scrap, seat: has.scrap_deck}
    s.aside = {**s.aside, seat: has.aside}
    if has.deck is not None:
        known = all(c.card is not None for c in has.deck)
        s.decks = {**s.decks, seat: {c.card: c.count for c in has.deck} if known else None}
    elif e.phase == "setup":
        s.decks = {**s.decks, seat: None}
    for at in has.ats:
        attached = tuple(Attached(a.iid, a.card, a.slot) for a in at.attached)
        s.ats = {**s.ats, at.unit: AT(at.unit, seat, at.card, at.state, attached)}
    ids = [at.unit for at in has.ats] + [a.iid for at in has.ats for a in at.attached]
    for name, there in (
        ("effects", has.effects),
        ("combat_cards", has.combat_cards),
        ("terrains", has.terrains),
    ):
        lying = {x.iid: Lying(x.iid, seat, x.card, getattr(x, "targets", ())) for x in there}
        setattr(s, name, {**getattr(s, name), **lying})
        ids += list(lying)
    s.ids = s.ids.union(ids)


def _card(queued: Any, e: Any) -> Any:
    kinds = (queued.kind,) if queued.kind else ()
    return queued.card if queued.card is not None else Played(f"{e.seq}.q", queued.by, kinds)


def _combat(e: Any, c: Any) -> Combat:
    card = c.attacker_card
    if not c.attackers and card is None:
        card = Played(f"{e.seq}.{c.id}", c.by, ("offkai",))
    totals = None if c.totals is None else (c.totals.attacker, c.totals.target)
    damage = None if c.damage is None else (c.damage.seat, c.damage.amount)
    drawn = () if totals is not None else None
    return Combat(
        c.id,
        c.by,
        c.attackers,
        None,
        card,
        c.target,
        e.seq,
        c.step,
        drawn,
        totals,
        c.winner,
        damage,
    )


def _rated(s: Arena, win: Win) -> Win:
    if not win.claimed or len(win.ats) != 1:
        return win
    rate = s.sure(win.ats[0][1], "rate")
    return win._replace(rate=rate or 0)


def _rights(s: Arena, e: Any) -> None:
    """The right to use a card, in the phase and in each open combat."""
    if s.at != "in":
        return
    seats = s.seats
    why = "VB-7.12" if s.phase in EARLY and not s.decided else "VB-7.2"
    s.rights = (Right(seats[0], first=why), *(Right(seats[0], first="VB-7.3") for _ in s.combats))
    seat = e.right or (s.in_turn[0] if s.in_turn else seats[0])
    first = FIRST.get(e.window, why) if not e.passes and e.right in (None, seats[0]) else None
    passes = len(seats) if s.ending else e.passes
    s.rights = (*s.rights[:-1], Right(seat, passes, first))
