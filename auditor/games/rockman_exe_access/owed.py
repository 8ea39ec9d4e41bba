"""What comes next by itself: the first step still to be recorded, and the rule it rests on."""

from __future__ import annotations

from typing import Any, NamedTuple

from auditor.declare import UNRECORDED
from auditor.games.rockman_exe_access.sides import (
    damages,
    points,
    roulette,
    slips,
    spins_owed,
    total,
)
from auditor.games.rockman_exe_access.state import (
    DECK_SIZE,
    HAND_LIMIT,
    PILE_SIZE,
    SEATS,
    Access,
    Battle,
    other,
)
from auditor.hidden import Undecided
from events import Event
from events.rockman_exe_access import (
    AttackPhaseEnded,
    BattleResultDeclared,
    BlockDeclined,
    CardsMoved,
    CardsRevealed,
    DamageDealt,
    DeckRegistered,
    DeckShuffled,
    FirstPlayerDecided,
    HandRefilled,
    NaviChosen,
    NaviPileRegistered,
    RevealedCard,
    SoulUnisonDeclined,
    TotalDeclared,
    TurnEnded,
    TurnStarted,
    WinPileReturned,
)


class Owed(NamedTuple):
    """A step, and what records it; None where only chance or a player could tell."""

    window: str
    rule: str
    event: Event | None = None


def made(s: Access, kind: Any, actor: str, **fields: Any) -> Event:
    """An event that nobody recorded."""
    return kind(seq=s.seq, at=UNRECORDED, actor=actor, **fields)  # type: ignore[no-any-return]


def next_owed(s: Access) -> Owed:
    """The first thing owed in a position; what a seat may choose freely has no event."""
    match s.stage:
        case "set_up":
            return _set_up(s)
        case "T0":
            start = made(s, TurnStarted, s.next_seat, turn=s.turn + 1)
            return Owed("T0", "RX-5.2", start)
        case "R":
            return _refill(s)
        case "A0":
            rule = "RX-5.2" if s.attacks else "RX-7.4"
            end = made(s, AttackPhaseEnded, s.turn_seat, attacks=s.attacks)
            return Owed("A0", rule, end if s.attacks else None)
        case "battle":
            assert s.battle is not None
            return _battle(s, s.battle)
        case "E":
            return _end(s)
    return Owed("G", "RX-1.7")


def _set_up(s: Access) -> Owed:
    for seat in SEATS:
        if ("deck", seat) not in s.registered:
            deck = made(s, DeckRegistered, seat, seat=seat, size=DECK_SIZE, cards=None)
            return Owed("S1", "RX-4.7", deck)
        if ("pile", seat) not in s.registered:
            unseen = {"size": PILE_SIZE, "cards": None, "sleeved": False}
            return Owed("S1", "RX-4.7", made(s, NaviPileRegistered, seat, seat=seat, **unseen))
    for seat in SEATS:
        if seat not in s.shuffled:
            return Owed("S2", "RX-4.7", made(s, DeckShuffled, seat, seat=seat))
    for seat in SEATS:
        if seat not in s.chosen:
            return Owed("S3", "RX-4.7", made(s, NaviChosen, seat, seat=seat, card=None))
    if any(s.plugged[seat] is None for seat in SEATS):
        return Owed("S3", "RX-4.7")
    leader = first_player(s)
    if leader is None:
        return Owed("S4", "RX-4.6")
    return Owed("S4", "RX-4.6", made(s, FirstPlayerDecided, "table", seat=leader))


def first_player(s: Access) -> str | None:
    """Who goes first by the values spun (RX-4.6); None as long as they don't say."""
    if len(s.first) < 2 or s.first["P1"] == s.first["P2"]:
        return None
    higher = max(SEATS, key=lambda seat: s.first[seat])
    return other(higher) if s.options.first_player == "lower_first" else higher


def _refill(s: Access) -> Owed:
    for seat in SEATS:
        if seat in s.refilled:
            continue
        window = "Ra" if s.may_recycle(seat) else "R"
        size = s.hand_size(seat)
        done = size == HAND_LIMIT or (size < HAND_LIMIT and cannot_draw(s, seat))
        event = made(s, HandRefilled, seat, seat=seat, size=size) if done else None
        return Owed(window, "RX-6.1", event)
    return Owed("R", "RX-6.1")


def cannot_draw(s: Access, seat: str) -> bool:
    """The deck gives nothing more, and nothing can be made a deck (RX-2.9)."""
    return s.deck[seat] == 0 and not s.may_recycle(seat)


def _battle(s: Access, battle: Battle) -> Owed:
    if battle.blocked is None:
        return Owed("A1", "RX-8.1", made(s, BlockDeclined, other(battle.attacker)))
    for seat in battle.sides():
        if seat not in battle.revealed:
            rule = "RX-9.1" if battle.blocked else "RX-12.1"
            cards = tuple(RevealedCard(slot=str(c.slot), card=c.card) for c in s.lying(seat))
            return Owed("A2", rule, made(s, CardsRevealed, seat, seat=seat, cards=cards))
    if slips(s):
        return Owed("A3", "RX-16.6")
    if battle.blocked and battle.winners is None:
        return _contest(s, battle)
    return _outcome(s, battle)


def _contest(s: Access, battle: Battle) -> Owed:
    unison = battle.unison
    if unison is not None and (unison.sure or unison.in_):
        if unison.in_ is not None:
            return Owed("A4u", "RX-14.5")
        no = made(s, SoulUnisonDeclined, unison.seat, seat=unison.seat)
        return Owed("A4u", "RX-14.2", no)
    if not battle.totals and not s.options.spin_waivable:
        for seat in battle.sides():
            if len(battle.spins_of(seat)) < _least_spins(s, seat):
                return Owed("A4", "RX-10.1")
    totals = dict(battle.totals)
    for seat in battle.sides():
        if seat not in totals:
            return Owed("A5", "RX-9.5", _total(s, seat))
    return Owed("A5", "RX-9.5", _result(s))


def _result(s: Access) -> Event | None:
    try:
        one, two = total(s, "P1"), total(s, "P2")
    except Undecided:
        return None
    if one.low < one.high or two.low < two.high:
        return None
    winner = "draw" if one.low == two.low else "P1" if one.low > two.low else "P2"
    return made(s, BattleResultDeclared, "table", winner=winner)


def _least_spins(s: Access, seat: str) -> int:
    try:
        return spins_owed(s, seat).low
    except Undecided:
        return 0


def _total(s: Access, seat: str) -> Event | None:
    try:
        bp, spun, all_ = points(s, seat, "bp"), roulette(s, seat), total(s, seat)
    except Undecided:
        return None
    if any(found.low < found.high for found in (bp, spun, all_)):
        return None
    numbers = {"bp": bp.low, "roulette": spun.low, "total": all_.low}
    return made(s, TotalDeclared, "table", seat=seat, **numbers)


def destination(s: Access, seat: str) -> tuple[str, str | None]:
    """Where the battle cards of a side go, and the rule that says so; None while it is open."""
    battle = s.battle
    assert battle is not None
    if not battle.blocked:
        return "RX-12.3", "win_pile"
    won = battle.winners or frozenset()
    if won == {seat}:
        return "RX-11.2", "win_pile"
    if won == {"draw"}:
        return "RX-11.7", "discard"
    if seat not in won:
        return "RX-11.5", "discard"
    return "RX-11.2", None


def _outcome(s: Access, battle: Battle) -> Owed:
    for seat in battle.sides():
        back = tuple(str(c.slot) for c in s.lying(seat) if c.slot in battle.returned)
        if back:
            event = made(s, CardsMoved, "table", seat=seat, slots=back, to="hand")
            return Owed("A5", "RX-16.5", event)
    for seat in battle.sides():
        lying = tuple(str(c.slot) for c in s.lying(seat))
        if lying:
            rule, to = destination(s, seat)
            moved = made(s, CardsMoved, "table", seat=seat, slots=lying, to=to) if to else None
            return Owed("A5", rule, moved)
    for (seat, cause), damage in damages(s).items():
        if damage.low > 0 and (seat, cause) not in battle.damaged:
            rule = "RX-11.3" if battle.blocked else "RX-12.2"
            return Owed("A5", rule, _damage(s, seat, cause, damage.low, damage.high))
    return Owed("A6", "RX-13.2")


def _damage(s: Access, seat: str, cause: str, low: int, high: int) -> Event | None:
    navi = s.plugged[seat]
    if low < high or navi is None or navi.lp.low < navi.lp.high:
        return None
    after = max(0, navi.lp.low - low)
    return made(s, DamageDealt, "table", seat=seat, amount=low, cause=cause, lp_after=after)


def _end(s: Access) -> Owed:
    if any(s.plugged[seat] is None for seat in SEATS):
        return Owed("E1", "RX-15.1")
    for seat in SEATS:
        if s.win_pile[seat]:
            count = len(s.win_pile[seat])
            event = made(s, WinPileReturned, seat, seat=seat, count=count)
            return Owed("E2", "RX-15.4", event)
    return Owed("E3", "RX-5.2", made(s, TurnEnded, "table", next=s.next_turn()))
