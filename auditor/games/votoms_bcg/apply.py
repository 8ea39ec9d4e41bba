"""What each event does to the position. It takes illegal events too, as the table did (GN-1.8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from auditor.declare import NotOnTheTable
from auditor.games.votoms_bcg import declared
from auditor.games.votoms_bcg.cards import PLAYED
from auditor.games.votoms_bcg.state import (
    AT,
    EARLY,
    MATCHMAKER,
    Arena,
    Attached,
    Combat,
    Draw,
    Lost,
    Lying,
    Opening,
    Play,
    Played,
    Right,
    Stalled,
    Win,
)
from auditor.state import Out
from auditor.zones import Impossible

position_declared = declared.position_declared

# -------------------------------------------------------------------- helpers


def cell(s: Arena, e: Any, card: str | None, index: int, owner: str, kinds: Any = ()) -> Any:
    """A card as the state keeps it: its code, or a cell to be told of later."""
    if card is not None:
        return card
    key = (f"{e.seq}.{index}", owner, tuple(kinds))
    if key not in s.cells:
        s.cells[key] = Played(*key)
    return s.cells[key]


def remember(s: Arena, e: Any, seat: str, cards: Iterable[str | None]) -> None:
    """Keeps the cards of an event that may be shown, or shown again, later."""
    if cards := tuple(cards):
        s.unseen = {**s.unseen, e.seq: (seat, cards)}


def from_deck(s: Arena, seat: str, count: int) -> None:
    if seat not in s.money or s.money[seat] < count:
        raise NotOnTheTable
    if count:
        s.money = {**s.money, seat: s.money[seat] - count}


def to_hand(s: Arena, e: Any, seat: str, cards: Iterable[Any]) -> None:
    s.hand = {**s.hand, seat: s.hand[seat].with_cards(cards, e.seq)}


def from_hand(s: Arena, e: Any, seat: str, cards: Iterable[str | None]) -> None:
    zone = s.hand[seat]
    for card in cards:
        if not zone.size:
            raise NotOnTheTable
        zone = zone.without(card if card is None or card in zone else None, e.seq)
    s.hand = {**s.hand, seat: zone}


def to_scrap(s: Arena, seat: str, cards: Iterable[Any]) -> None:
    s.scrap = {**s.scrap, seat: (*s.scrap[seat], *cards)}


def named(s: Arena, *ids: str | None) -> None:
    """Remembers that ids were given."""
    s.ids = s.ids.union(id for id in ids if id is not None)


def left_field(s: Arena, e: Any, how: str, *ids: str) -> None:
    """Remembers what left the field, and that a combat loses it (VB-16.1, VB-16.7)."""
    s.gone = {**s.gone, **dict.fromkeys(ids, (how, e.seq))}
    lose(s, e, ids[0], how)


def lose(s: Arena, e: Any, unit: str, how: str) -> None:
    """Every open combat whose totals are not fixed is to be broken off if it loses a part."""
    inner = s.combats[-1] if s.combats else None
    combats = []
    for combat in s.combats:
        if combat.totals is None and combat.lost is None and unit in combat.units:
            after = None
            id = "VB-16.1" if how in ("action_ended", "scrapped") else "VB-16.7"
            if inner is not None and combat is not inner and inner.totals is not None:
                after = inner.id  # fought inside it: over first
                id = "VB-9.10" if how == "action_ended" else id
            if how in s.options.interrupt_on and drops_out(s, combat, unit):
                several = unit in combat.attackers and len(combat.attackers) > 1
                lost = Lost("VB-16.8" if several and id == "VB-16.1" else id, e.seq, after)
                combat = combat._replace(lost=lost)
        combats.append(combat)
    s.combats = tuple(combats)


def drops_out(s: Arena, combat: Combat, unit: str) -> bool:
    """The loss of one AT breaks the combat off (VB-16.8)."""
    if unit == combat.target or s.options.multi_attack_interrupt == "any":
        return True
    others = [id for id in combat.attackers if id != unit]
    return not any(id in s.ats and s.ats[id].state == "active" for id in others)


def change(s: Arena, combat: Combat, **values: Any) -> None:
    """Puts an open combat back, changed."""
    s.combats = tuple(c._replace(**values) if c.id == combat.id else c for c in s.combats)


def open_(s: Arena, id: str) -> Combat:
    combat = s.open_combat(id)
    if combat is None:
        raise NotOnTheTable
    return combat


def fresh(s: Arena, why: str, seat: str | None = None) -> Right:
    """The right at the start of a window: the initiative holder's, or a seat's."""
    seats = s.in_turn or s.seats
    return Right(seat if seat in seats else (seats[0] if seats else ""), first=why)


def set_right(s: Arena, right: Right) -> None:
    s.rights = (*s.rights[:-1], right)


def next_seat(s: Arena, seat: str, passed: tuple[str, ...] = ()) -> str:
    """The seat after another in the round of the right (VB-7.1, VB-7.10)."""
    seats = s.in_turn
    if not seats:
        return seat
    at = seats.index(seat) if seat in seats else -1
    ring = [*seats[at + 1 :], *seats[: at + 1]]
    if s.options.pass_is_final:
        ring = [other for other in ring if other not in passed] or ring
    return ring[0]


def acted(s: Arena, seat: str) -> None:
    """A seat used its right for a card: it moves on (VB-7.1)."""
    if s.rights and seat in s.money:
        right = s.rights[-1]
        following = next_seat(s, seat, right.passed)
        set_right(s, Right(following, 0, None, seat, right.passed))


def carried_out(s: Arena, e: Any, cause: int | None) -> None:
    """An event belongs to the effect that is being carried out."""
    if s.effect is not None and s.effect[0] == cause:
        s.effect = (s.effect[0], e.seq)
        play = s.plays[s.effect[0]]
        s.plays = {**s.plays, play.seq: play._replace(spent=True)}


def take_off(s: Arena, iid: str) -> Any:
    """Takes something off the field. Raises: NotOnTheTable."""
    for name in ("effects", "combat_cards", "terrains"):
        there = getattr(s, name)
        if iid in there:
            setattr(s, name, {id: x for id, x in there.items() if id != iid})
            return there[iid]
    for at in s.ats.values():
        for attached in at.attached:
            if attached.iid == iid:
                rest = tuple(a for a in at.attached if a.iid != iid)
                s.ats = {**s.ats, at.id: at._replace(attached=rest)}
                return attached
    for pilot in s.loose:
        if pilot.iid == iid:
            s.loose = tuple(x for x in s.loose if x.iid != iid)
            return pilot
    raise NotOnTheTable


def put_at(s: Arena, at: AT, **values: Any) -> None:
    s.ats = {**s.ats, at.id: at._replace(**values)}


def unit_of(s: Arena, id: str) -> AT:
    if id not in s.ats:
        raise NotOnTheTable
    return s.ats[id]


# -------------------------------------------------------------------- set-up


def deck_registered(s: Arena, e: Any) -> None:
    deck: dict[str, int] | None = None
    if e.cards is not None and all(c.card is not None for c in e.cards):
        deck = {}
        for copies in e.cards:
            deck[copies.card] = deck.get(copies.card, 0) + copies.count
    s.decks = {**s.decks, e.actor: deck}
    if e.actor not in s.opening:
        s.money = {**s.money, e.actor: max(0, e.size)}


def opening_hand_drawn(s: Arena, e: Any) -> None:
    if s.at != "setup":
        raise NotOnTheTable
    from_deck(s, e.actor, len(e.cards))
    to_hand(s, e, e.actor, e.cards)
    remember(s, e, e.actor, e.cards)
    s.opening = {**s.opening, e.actor: Opening(e.attempt, "drawn")}


def opening_hand_exposed(s: Arena, e: Any) -> None:
    if s.at != "setup" or not s.size(e.actor) or None in e.cards:
        raise NotOnTheTable
    shown = s.hand[e.actor].shown(e.cards)
    s.hand = {**s.hand, e.actor: shown}
    from_hand(s, e, e.actor, e.cards)
    s.aside = {**s.aside, e.actor: (*s.aside[e.actor], *e.cards)}
    s.opening = {**s.opening, e.actor: Opening(e.attempt, "exposed")}


def opening_hand_kept(s: Arena, e: Any) -> None:
    if s.at != "setup":
        raise NotOnTheTable
    state = "kept" if s.aside[e.actor] else "done"
    s.opening = {**s.opening, e.actor: Opening(e.attempt, state)}


def set_aside_returned(s: Arena, e: Any) -> None:
    if s.at != "setup":
        raise NotOnTheTable
    count = len(s.aside[e.actor])
    s.money = {**s.money, e.actor: s.money[e.actor] + count}
    s.aside = {**s.aside, e.actor: ()}
    opening = s.opening.get(e.actor, Opening(1, "drawn"))
    if opening.state == "kept":
        more = s.size(e.actor) < 7
        s.opening = {**s.opening, e.actor: opening._replace(state="kept" if more else "done")}


def opening_hand_topped_up(s: Arena, e: Any) -> None:
    if s.at != "setup":
        raise NotOnTheTable
    from_deck(s, e.actor, len(e.cards))
    to_hand(s, e, e.actor, e.cards)
    remember(s, e, e.actor, e.cards)
    opening = s.opening.get(e.actor, Opening(1, "kept"))
    s.opening = {**s.opening, e.actor: opening._replace(state="done")}


def game_started(s: Arena, e: Any) -> None:
    if s.at != "setup":
        raise NotOnTheTable
    lost = [seat for seat in s.seats if s.is_lost(seat, surely=True)]
    s.out = (*s.out, *(Out(seat, "no_at", e.seq) for seat in lost))
    s.turn, s.at, s.phase = 1, "turn", "initiative"


# -------------------------------------------------------------------- turn and phases


def following(s: Arena, phase: str, owner: str | None) -> tuple[str, str | None] | None:
    """The phase after another, and whose it is; None after the last of the turn."""
    seats = s.seats
    if phase in EARLY[:2]:
        return EARLY[EARLY.index(phase) + 1], None
    if phase == "initiative":
        return "deployment", seats[0]
    if phase == "payout" or owner not in seats:
        return None if phase == "payout" else ("payout", None)
    at = seats.index(owner)
    after = seats[at + 1] if at + 1 < len(seats) else None
    if s.options.phase_nesting == "by_player":
        if phase == "deployment":
            return "combat", owner
        return ("deployment", after) if after else ("payout", None)
    if after:
        return phase, after
    return ("combat", seats[0]) if phase == "deployment" else ("payout", None)


def turn_started(s: Arena, e: Any) -> None:
    if s.at == "setup":
        raise NotOnTheTable
    s.turn, s.at = e.turn, "before"
    s.phase, s.owner = ("initiative" if e.turn <= 1 else "replenish"), None
    s.decided, s.draws, s.wins, s.boon_used = False, (), (), ()
    s.unread = tuple(s.unplaced(*s.match.seats))
    s.plays, s.over, s.gone, s.queue, s.finished = {}, {}, {}, (), ()
    s.effect = s.stalled = None
    s.combats, s.rights, s.ending = (), (), False


def phase_started(s: Arena, e: Any) -> None:
    if s.at == "setup":
        raise NotOnTheTable
    s.turn, s.phase, s.owner, s.at = e.turn, e.phase, e.owner, "in"
    s.finished, s.ending, s.attacks = (), False, 0
    s.combats, s.effect, s.stalled = (), None, None
    s.rights = (fresh(s, "VB-7.12" if e.phase in EARLY else "VB-7.2"),)
    if e.phase == "initiative":
        s.draws, s.decided = (), False
    if e.phase == "combat" and e.owner in s.money:
        s.matchmaker_open = frozenset((e.owner, o) for o in s.seats if s.is_open(e.owner, o))
    if e.phase == "payout":
        s.started_empty = tuple(seat for seat in s.seats if not s.money[seat])


def phase_ended(s: Arena, e: Any) -> None:
    if s.at == "setup":
        raise NotOnTheTable
    after = following(s, e.phase, e.owner)
    if e.phase == "payout" and s.options.payout_short == "owed":
        left = [seat for seat in s.seats if seat not in s.finished]
        short = {seat: max(0, due_to(s, seat) - len(s.scrap[seat])) for seat in left}
        s.owed_payout = {**s.owed_payout, **short}
    s.combats, s.rights, s.ending, s.effect, s.stalled = (), (), False, None, None
    s.to_destroy = s.to_scrap = s.claim = None
    s.leftover, s.loose = (), ()
    if after is not None:
        s.at, (s.phase, s.owner) = "before", after
        return
    s.at, s.phase, s.owner = "turn", "replenish", None
    s.turn += 1
    if s.options.multi_empty == "eliminated" and len(s.match.seats) > 2:
        there = [seat for seat in s.seats if s.money[seat]]
        if len(there) > 1:
            empty = [seat for seat in s.seats if not s.money[seat]]
            s.out = (*s.out, *(Out(seat, "deck_out", e.seq) for seat in empty))


def card_drawn(s: Arena, e: Any) -> None:
    from_deck(s, e.actor, max(1, e.count))
    cards = (e.card, *(None,) * (max(1, e.count) - 1))
    to_hand(s, e, e.actor, cards)
    remember(s, e, e.actor, cards)
    carried_out(s, e, e.cause)


def replenish_finished(s: Arena, e: Any) -> None:
    if s.phase != "replenish" or e.actor in s.finished:
        raise NotOnTheTable
    s.finished = (*s.finished, e.actor)


def hand_discarded(s: Arena, e: Any) -> None:
    from_hand(s, e, e.actor, e.cards)
    to_scrap(s, e.actor, e.cards)


def at_activated(s: Arena, e: Any) -> None:
    put_at(s, unit_of(s, e.unit), state="active", waiting=False)
    carried_out(s, e, e.cause)


def initiative_drawn(s: Arena, e: Any) -> None:
    if s.phase != "initiative" or s.at != "in":
        raise NotOnTheTable
    card = None
    if e.drawn:
        from_deck(s, e.actor, 1)
        card = cell(s, e, e.card, 0, e.actor)
        drawn_card_to(s, e, e.actor, e.card, card)
        remember(s, e, e.actor, (e.card,))
    s.draws = (*s.draws, Draw(e.round, e.actor, e.drawn, card, e.value))


def drawn_card_to(s: Arena, e: Any, seat: str, code: str | None, card: Any) -> None:
    """A card drawn for its number goes where the match says (VB-6.11, VB-13.17)."""
    match s.options.drawn_card_to:
        case "scrap_top":
            to_scrap(s, seat, (card,))
        case "money_bottom":
            s.money = {**s.money, seat: s.money[seat] + 1}
        case _:
            to_hand(s, e, seat, (code,))


def initiative_decided(s: Arena, e: Any) -> None:
    if s.phase != "initiative" or s.at != "in" or set(e.order) != set(s.seats):
        raise NotOnTheTable
    s.previous_order, s.order, s.decided = s.order, tuple(e.order), True
    s.rights = (fresh(s, "VB-7.2"),)


# -------------------------------------------------------------------- deploying


def deploys(s: Arena, e: Any) -> None:
    """Deploying in one's phase may count as using a card (VB-7.13)."""
    if s.options.deploy_uses_right and s.at == "in" and s.phase == "deployment":
        acted(s, e.actor)


def at_deployed(s: Arena, e: Any) -> None:
    if e.card is None or e.unit in s.ats:
        raise NotOnTheTable
    from_hand(s, e, e.actor, (e.card,))
    state = "active" if s.options.deploy_state == "active" else "ended"
    s.ats = {**s.ats, e.unit: AT(e.unit, e.actor, e.card, state, (), state == "ended")}
    named(s, e.unit)
    if e.via == "phase":
        deploys(s, e)
        return
    carried_out(s, e, e.cause)
    stalled = s.stalled
    if stalled is not None and stalled.play == e.cause:
        s.stalled = stalled._replace(unit=e.unit, deployed=e.seq)


def card_attached(s: Arena, e: Any) -> None:
    at = unit_of(s, e.to)
    if e.card is None:
        raise NotOnTheTable
    from_hand(s, e, e.actor, (e.card,))
    put_at(s, at, attached=(*at.attached, Attached(e.iid, e.card, e.slot)))
    named(s, e.iid)
    deploys(s, e)


def terrain_deployed(s: Arena, e: Any) -> None:
    if e.card is None:
        raise NotOnTheTable
    from_hand(s, e, e.actor, (e.card,))
    s.terrains = {**s.terrains, e.iid: Lying(e.iid, e.actor, e.card)}
    named(s, e.iid)
    deploys(s, e)


def terrain_discarded(s: Arena, e: Any) -> None:
    if e.iid not in s.terrains:
        raise NotOnTheTable
    gone = take_off(s, e.iid)
    to_scrap(s, gone.owner, (gone.card,))


def at_redeployed(s: Arena, e: Any) -> None:
    pass


# -------------------------------------------------------------------- using cards


def card_played(s: Arena, e: Any) -> None:
    card = cell(s, e, e.card, 0, e.actor, kinds=(e.kind,) if e.kind else PLAYED)
    from_hand(s, e, e.actor, (e.card,))
    remember(s, e, e.actor, (e.card,))
    iid = e.iid if e.kind in ("effect", "combat") and e.iid is not None else None
    s.plays = {**s.plays, e.seq: Play(e.seq, card, e.kind, e.actor, iid, e.targets)}
    s.queue = (*s.queue, e.seq)
    if iid is not None:
        lying = Lying(iid, e.actor, card, e.targets)
        if e.kind == "effect":
            s.effects = {**s.effects, iid: lying}
        else:
            s.combat_cards = {**s.combat_cards, iid: lying}
        named(s, iid)
    if s.window in ("C5s", "C5e"):
        return  # a card that needs no right (VB-20.7)
    combat = s.combat
    if combat is not None and combat.step == 4:
        change(s, combat, used=combat.used + 1)
    if s.stalled is not None and s.stalled.play is None:
        s.stalled = s.stalled._replace(play=e.seq)
    elif s.stalled is not None:
        s.stalled = None
    if e.kind == "offkai" and not s.options.offkai_needs_right and s.rights:
        set_right(s, s.rights[-1]._replace(passes=0))
    else:
        acted(s, e.actor)


def priority_passed(s: Arena, e: Any) -> None:
    right = s.right
    if right is None or (s.passes_recorded and right.seat != e.actor):
        raise NotOnTheTable
    passed = right.passed if e.actor in right.passed else (*right.passed, e.actor)
    passes = right.passes + 1
    set_right(s, Right(next_seat(s, e.actor, passed), passes, None, right.last, passed))


def effect_resolved(s: Arena, e: Any) -> None:
    play = s.plays.get(e.play_)
    if play is None or e.play_ not in s.queue:
        raise NotOnTheTable
    s.queue = tuple(seq for seq in s.queue if seq != e.play_)
    s.plays = {**s.plays, e.play_: play._replace(outcome=e.outcome)}
    if not play.dead and play.iid is None:
        to_scrap(s, play.by, (play.card,))
    done = e.outcome == "done" and not (
        play.dead and s.options.discarded_unprocessed == "no_effect"
    )
    s.effect = (e.play_, e.seq) if done else None
    window = s.window
    if window != "C5s" and s.sure(play.card, "returns_at"):
        s.effect = None


def leaves_as_named(s: Arena, e: Any) -> None:
    """An unread card that may lie on the field did, and goes: its id is told only now.

    Where it may be one of several, all of them stay in doubt.
    """
    named(s, e.iid)
    s.gone = {**s.gone, e.iid: ("discarded", e.seq)}
    play, *more = s.unplaced(e.of)
    if more:
        return
    kind = s.sure(e.card, "kind") or "combat"
    placed = play._replace(kind=kind, iid=e.iid, dead=play.seq in s.queue)
    s.scrap = {**s.scrap, e.of: tuple(x for x in s.scrap[e.of] if x is not play.card)}
    s.unread = tuple(x for x in s.unread if x.seq != play.seq)
    if play.seq in s.plays:
        s.plays = {**s.plays, play.seq: placed}


def card_discarded(s: Arena, e: Any) -> None:
    card = e.card
    if card is None and e.from_ == "field":  # gone past, and nobody read it
        card = getattr(s.lying(e.iid or ""), "card", None)
    if e.of not in s.money or card is None:
        raise NotOnTheTable
    if e.from_ == "hand":
        from_hand(s, e, e.of, (card,))
    elif e.from_ == "scrap":
        raise NotOnTheTable
    elif e.iid in s.ats:
        at = s.ats[e.iid]
        s.ats = {id: x for id, x in s.ats.items() if id != e.iid}
        left_field(s, e, "discarded", e.iid, *(a.iid for a in at.attached))
        to_scrap(s, at.owner, at.codes)
        carried_out(s, e, e.cause)
        if s.to_scrap is not None and s.to_scrap[0] == e.iid:
            s.to_scrap = None
        return
    elif s.may_lie(e.iid, e.of):
        leaves_as_named(s, e)
    elif any(x[0] == e.iid for x in s.leftover):
        s.leftover = tuple(x for x in s.leftover if x[0] != e.iid)
    else:
        take_off(s, e.iid or "")
        s.gone = {**s.gone, e.iid: ("discarded", e.seq)}
        for seq in s.queue:
            if s.plays[seq].iid == e.iid:
                s.plays = {**s.plays, seq: s.plays[seq]._replace(dead=True)}
    to_scrap(s, e.of, (card,))
    if e.reason == "phase_end" and s.is_combat_phase and not s.combats:
        s.ending = True
    carried_out(s, e, e.cause)


def no_eligible_card_claimed(s: Arena, e: Any) -> None:
    s.claim = (e.actor, e.cause)
    carried_out(s, e, e.cause)


def hand_revealed(s: Arena, e: Any) -> None:
    if None in e.cards:
        raise NotOnTheTable
    if s.claim is not None and s.claim[0] == e.actor:
        s.claim = None
    if len(e.cards) == s.size(e.actor):
        s.hand = {**s.hand, e.actor: s.hand[e.actor].shown(e.cards)}


def characters_exchanged(s: Arena, e: Any) -> None:
    if e.in_ is None:
        raise NotOnTheTable
    host = next((at for at in s.ats.values() if any(a.iid == e.out for a in at.attached)), None)
    gone = take_off(s, e.out)
    from_hand(s, e, e.actor, (e.in_,))
    to_hand(s, e, e.actor, (s.known(gone.card),))
    s.gone = {**s.gone, e.out: ("returned", e.seq)}
    named(s, e.in_iid)
    if s.sure(e.in_, "kind") == "effect":
        s.effects = {**s.effects, e.in_iid: Lying(e.in_iid, e.actor, e.in_)}
    elif host is not None:
        at = s.ats[host.id]
        put_at(s, at, attached=(*at.attached, Attached(e.in_iid, e.in_, "pilot")))
    else:
        may = [at for at in s.own_ats(e.actor) if at.state != "destroyed"]
        if len(may) == 1:
            pilot = Attached(e.in_iid, e.in_, "pilot")
            put_at(s, may[0], attached=(*may[0].attached, pilot))
        else:
            s.loose = (*s.loose, Lying(e.in_iid, e.actor, e.in_))
    carried_out(s, e, e.cause)


def card_returned_to_hand(s: Arena, e: Any) -> None:
    if None in e.cards:
        raise NotOnTheTable
    play = s.plays.get(e.cause)
    if e.from_ == "scrap":
        pile = list(s.scrap[e.actor])
        for card in e.cards:
            at = next((n for n in range(len(pile))[::-1] if s.known(pile[n]) in (card, None)), None)
            if at is None:
                raise NotOnTheTable
            del pile[at]
        s.scrap = {**s.scrap, e.actor: tuple(pile)}
        s.boon_used = (*s.boon_used, e.actor)
    elif s.effect is not None and s.effect[0] == e.cause and play is not None:
        return_at(s, e, play)
    else:
        wanted = list(e.cards)
        for iid, lying in list(s.effects.items()):
            if lying.owner == e.actor and s.known(lying.card) in wanted:
                wanted.remove(s.known(lying.card))
                take_off(s, iid)
                s.gone = {**s.gone, iid: ("returned", e.seq)}
        if wanted:
            raise NotOnTheTable
        s.boon_used = (*s.boon_used, e.actor)
    to_hand(s, e, e.actor, e.cards)
    if play is not None:
        s.plays = {**s.plays, play.seq: play._replace(spent=True)}


def return_at(s: Arena, e: Any, play: Play) -> None:
    """An AT goes back to hand with some of what is on it; the rest is put away (VB-20.8)."""
    at = unit_of(s, play.targets[0] if play.targets else "")
    back = list(e.cards)
    rest = []
    for code, attached in ((at.card, None), *((a.card, a) for a in at.attached)):
        if code in back:
            back.remove(code)
        elif attached is not None:
            rest.append((attached.iid, at.owner, e.cause))
    if back:
        raise NotOnTheTable
    s.ats = {id: x for id, x in s.ats.items() if id != at.id}
    s.leftover = tuple(rest)
    s.to_scrap = None
    carried_out(s, e, e.cause)
    left_field(s, e, "returned", at.id, *(a.iid for a in at.attached))


# -------------------------------------------------------------------- combats


def combat_declared(s: Arena, e: Any) -> None:
    if not e.target or s.at != "in":
        raise NotOnTheTable
    play = None if e.attacker_card is None else s.plays.get(e.attacker_card)
    card = None if play is None else play.card
    combat = Combat(e.combat, e.actor, tuple(e.attackers), e.attacker_card, card, e.target, e.seq)
    if combat.against not in s.money:
        raise NotOnTheTable  # nobody is attacked
    s.combats = (*s.combats, combat)
    s.rights = (*s.rights, fresh(s, "VB-7.3"))
    named(s, e.combat)
    if play is None:
        s.attacks += 1
    s.stalled = None
    carried_out(s, e, e.attacker_card)


def combat_step_started(s: Arena, e: Any) -> None:
    combat = open_(s, e.combat)
    while s.combats[-1].id != e.combat:  # what was open inside it is cut off
        close(s, s.combats[-1], "ended")
    change(s, combat, step=e.step)
    why, seat = ("VB-7.3", None) if e.step == 2 else ("VB-7.11", None)
    if e.step == 4 and s.options.step4_first == "damaged_player" and combat.damage is not None:
        seat = combat.damage[0]
    set_right(s, fresh(s, why, seat))


def additional_strength_drawn(s: Arena, e: Any) -> None:
    combat = open_(s, e.combat)
    if len({d.seat for d in e.draws}) < len(e.draws):
        raise NotOnTheTable
    draws = []
    for index, draw in enumerate(e.draws):
        card = None
        if draw.drawn:
            from_deck(s, draw.seat, 1)
            card = cell(s, e, draw.card, index, draw.seat)
            drawn_card_to(s, e, draw.seat, draw.card, card)
        draws.append((draw.seat, draw.drawn, card, draw.value))
    remember(s, e, "", (d.card if d.drawn else "" for d in e.draws))
    change(s, combat, draws=tuple(draws), step=3)


def totals_determined(s: Arena, e: Any) -> None:
    combat = open_(s, e.combat)
    if combat.totals is not None:
        raise NotOnTheTable
    parts = tuple((id, s.ats[id].card) for id in combat.units if id in s.ats)
    change(s, combat, totals=(e.attacker, e.target), winner=e.winner, parts=parts, step=3)
    if e.winner is None:
        return
    seat = combat.seat_of(e.winner)
    mine = combat.attackers if e.winner == "attacker" else (combat.target,)
    ats = tuple((id, card) for id, card in parts if id in mine)
    if not ats and (combat.is_offkai and e.winner == "attacker"):
        if s.options.offkai_payout == "card_rate":
            s.wins = (*s.wins, Win(e.combat, seat, (), combat.card))
    elif ats:
        s.wins = (*s.wins, Win(e.combat, seat, ats))


def damage_determined(s: Arena, e: Any) -> None:
    combat = open_(s, e.combat)
    change(s, combat, damage=(e.to, max(0, e.amount)))


def damage_redirected(s: Arena, e: Any) -> None:
    combat = open_(s, e.combat)
    if combat.damage is None or e.to not in s.money:
        raise NotOnTheTable
    change(s, combat, damage=(e.to, combat.damage[1]))
    carried_out(s, e, e.cause)


def damage_paid(s: Arena, e: Any) -> None:
    combat = open_(s, e.combat)
    from_hand(s, e, e.actor, e.from_hand)
    from_deck(s, e.actor, len(e.from_deck))
    to_scrap(s, e.actor, e.order)
    change(s, combat, paid=(combat.paid or 0) + len(e.from_hand) + len(e.from_deck), step=5)


def damage_taken_by_at(s: Arena, e: Any) -> None:
    combat = open_(s, e.combat)
    unit_of(s, e.unit)
    change(s, combat, taken=e.unit, step=5)
    s.to_destroy = (e.unit, e.seq)


def at_destroyed(s: Arena, e: Any) -> None:
    at = unit_of(s, e.unit)
    s.to_destroy = None
    if at.state == "destroyed":
        raise NotOnTheTable
    attached = at.attached
    if s.options.attachments == "scrapped_on_destroy" and attached:
        to_scrap(s, at.owner, (a.card for a in attached))
        s.gone = {**s.gone, **{a.iid: ("scrapped", e.seq) for a in attached}}
        attached = ()
    put_at(s, at, state="destroyed", attached=attached)
    s.to_scrap = (e.unit, chooser(s, at))
    carried_out(s, e, e.cause)
    lose(s, e, e.unit, "destroyed")


def chooser(s: Arena, at: AT) -> str:
    """Who decides on scrapping (VB-8.8)."""
    combat = s.combat
    if s.options.scrap_chooser == "owner" or combat is None:
        return at.owner
    return combat.by if at.owner != combat.by else combat.against


def scrap_decided(s: Arena, e: Any) -> None:
    at = unit_of(s, e.unit)
    s.to_scrap = None
    if not e.scrapped:
        return
    s.ats = {id: x for id, x in s.ats.items() if id != e.unit}
    to_scrap(s, at.owner, e.order if sorted(map(str, e.order)) == sorted(at.codes) else at.codes)
    left_field(s, e, "scrapped", e.unit, *(a.iid for a in at.attached))


def at_action_ended(s: Arena, e: Any) -> None:
    at = unit_of(s, e.unit)
    combat = next((c for c in s.combats if c.declared == e.cause), None)
    if combat is not None:
        change(s, combat, ended=(*combat.ended, e.unit))
    if at.state == "active":
        put_at(s, at, state="ended")
        lose(s, e, e.unit, "action_ended")
    carried_out(s, e, e.cause)


def close(s: Arena, combat: Combat, how: str) -> None:
    """Takes a combat out of the stack, from the middle too."""
    at = next(n for n, c in enumerate(s.combats) if c.id == combat.id)
    s.over = {**s.over, combat.id: (s.combats[at], how)}
    base = len(s.rights) - len(s.combats)
    s.rights = s.rights[: base + at] + s.rights[base + at + 1 :]
    s.combats = s.combats[:at] + s.combats[at + 1 :]
    if at < len(s.combats) or not s.rights:
        return  # it lay below another
    user = None
    if combat.is_offkai:
        user = next_seat(s, combat.by)
    seat = user if s.combats else None
    set_right(s, fresh(s, "VB-7.11", seat))


def combat_interrupted(s: Arena, e: Any) -> None:
    combat = open_(s, e.combat)
    s.wins = tuple(win for win in s.wins if win.combat != e.combat)
    close(s, combat, "interrupted")
    play = s.plays.get(e.cause)
    s.stalled = None
    if play is not None and s.effect is not None and s.effect[0] == e.cause:
        s.stalled = Stalled(combat, play.by)
    carried_out(s, e, e.cause)


def combat_resumed(s: Arena, e: Any) -> None:
    stalled = s.stalled
    if stalled is None or stalled.combat.id != e.combat or e.replacement not in s.ats:
        raise NotOnTheTable
    combat, owner = stalled.combat, s.ats[e.replacement].owner
    if combat.attackers and owner == combat.by:
        attackers = (e.replacement, *combat.attackers[1:])
        combat = combat._replace(attackers=attackers)
    elif not combat.target.startswith(MATCHMAKER) and owner == combat.against:
        combat = combat._replace(target=e.replacement)
    step = 2 if s.options.resume_at == "step_2" else 3
    s.combats = (*s.combats, combat._replace(step=step, lost=None))
    s.rights = (*s.rights, fresh(s, "VB-7.3"))
    s.over = {id: x for id, x in s.over.items() if id != e.combat}
    s.stalled = None


def combat_ended(s: Arena, e: Any) -> None:
    combat = open_(s, e.combat)
    while s.combats[-1].id != e.combat:
        close(s, s.combats[-1], "ended")
    s.to_destroy = s.to_scrap = None
    close(s, combat, "ended")


# -------------------------------------------------------------------- payout and end


def payout_claimed(s: Arena, e: Any) -> None:
    if all(win.combat != e.combat or win.seat != e.actor for win in s.wins):
        raise NotOnTheTable
    s.wins = tuple(
        win._replace(claimed=True, rate=right_rate(s, win, e))
        if win.combat == e.combat and win.seat == e.actor and not win.claimed
        else win
        for win in s.wins
    )


def right_rate(s: Arena, win: Win, e: Any) -> int:
    """The rate that counts: the AT's, whatever was claimed (GN-1.10); else what was claimed."""
    card = dict(win.ats).get(e.unit, win.card)
    rate = None if card is None else s.sure(card, "rate")
    return e.rate if rate is None or s.options.payout_gate == "as_recorded" else rate  # type: ignore[no-any-return]


def due_to(s: Arena, seat: str) -> int:
    """The payout that a seat has claimed, and what is owed to it."""
    claimed = sum(win.rate for win in s.wins if win.seat == seat and win.claimed)
    return claimed + s.owed_payout.get(seat, 0)


def payout_taken(s: Arena, e: Any) -> None:
    pile = s.scrap[e.actor]
    count = len(e.cards)
    if count > len(pile) or e.actor in s.finished:
        raise NotOnTheTable
    due = due_to(s, e.actor)
    top = [s.known(card) for card in reversed(pile[len(pile) - count :])] if count else []
    rest = list(pile)
    if all(x in (None, y) for x, y in zip(top, e.cards, strict=True)):
        rest = rest[: len(pile) - count]
    else:
        for card in e.cards:
            at = next((n for n in range(len(rest))[::-1] if s.known(rest[n]) in (card, None)), None)
            if at is None:
                raise NotOnTheTable
            del rest[at]
    s.scrap = {**s.scrap, e.actor: tuple(rest)}
    s.money = {**s.money, e.actor: s.money[e.actor] + count}
    s.finished = (*s.finished, e.actor)
    short = max(0, due - count) if s.options.payout_short == "owed" else 0
    s.owed_payout = {**s.owed_payout, e.actor: short}


def match_closed(s: Arena, e: Any) -> None:
    pass


def card_revealed(s: Arena, e: Any) -> None:
    found = s.unseen.get(e.of)
    if found is None or e.card is None or not 0 <= e.index < len(found[1]):
        raise NotOnTheTable
    seat, cards = found
    place = f"{e.of}.{e.index}"
    before = cards[e.index] or s.told.get(place)
    if before not in (None, e.card):
        raise NotOnTheTable
    if s.effect is not None and s.effect[1] == s.seq:
        s.effect = (s.effect[0], e.seq)  # a reveal lies between nothing
    if before is not None:
        return
    s.told = {**s.told, place: e.card}
    if seat and any(a.seq == e.of for a in s.hand[seat].arrivals):
        try:
            s.hand = {**s.hand, seat: s.hand[seat].told(e.of, (e.card,))}
        except Impossible:
            raise NotOnTheTable from None
