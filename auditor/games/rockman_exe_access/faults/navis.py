"""Wrong events of Soul Unison and of the end of the turn (RX-14, RX-15)."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.games.rockman_exe_access.faults.table import (
    SEATS,
    attacks_open,
    event,
    fault,
    in_contest,
    other,
)
from auditor.games.rockman_exe_access.state import Access
from events import Event
from events.rockman_exe_access import (
    NaviPluggedIn,
    SoulUnisonDeclared,
    TurnEnded,
    WinPileReturned,
)


def unused(s: Access, seat: str, kind: str) -> list[str]:
    return [c for c in s.pile[seat] if c is not None and s.cards[c].kind == kind]


def unites(s: Access, seat: str, in_: str, actor: str | None = None) -> Iterator[Event]:
    navi = s.plugged[seat]
    if navi is not None:
        fields = {"seat": seat, "out": navi.card, "in_": in_}
        yield event(SoulUnisonDeclared, s, actor or seat, **fields)


def emblem_of(s: Access) -> str | None:
    """The seat that may unite now."""
    unison = s.battle.unison if s.battle else None
    return unison.seat if unison is not None and unison.in_ is None else None


def unites_outside_battle(s: Access) -> Iterator[Event]:
    if attacks_open(s):
        for seat in SEATS:
            for card in unused(s, seat, "soul_unison"):
                yield from unites(s, seat, card)


def unites_after_a_number(s: Access) -> Iterator[Event]:
    battle = s.battle
    if in_contest(s) and battle is not None and battle.spins and not battle.totals:
        seat, spin = battle.spins[-1]
        if spin.value != "emblem":
            for card in unused(s, seat, "soul_unison"):
                yield from unites(s, seat, card)


def unites_with_a_normal_navi(s: Access) -> Iterator[Event]:
    if (seat := emblem_of(s)) is not None:
        for card in unused(s, seat, "navi"):
            yield from unites(s, seat, card)


def opponent_unites_him(s: Access) -> Iterator[Event]:
    if (seat := emblem_of(s)) is not None:
        for card in unused(s, seat, "soul_unison"):
            yield from unites(s, seat, card, actor=other(seat))


def plugged(s: Access, seat: str, card: str, cause: str, more: int = 0) -> Event:
    lp = (s.cards[card].lp or 0) + more
    fields = {"card": card, "lp": lp, "eject_set": True, "cause": cause}
    return event(NaviPluggedIn, s, seat, seat=seat, **fields)


def in_before_the_old_is_out(s: Access) -> Iterator[Event]:
    if (seat := emblem_of(s)) is not None:
        for card in unused(s, seat, "soul_unison"):
            yield plugged(s, seat, card, "unison")


def gauges_added(s: Access) -> Iterator[Event]:
    unison = s.battle.unison if s.battle else None
    if unison is not None and unison.in_ is not None:
        yield plugged(s, unison.seat, unison.in_, "unison", more=2)


def without_a_navi(s: Access) -> Iterator[str]:
    if s.stage == "E" and not s.is_over:
        yield from (seat for seat in SEATS if s.plugged[seat] is None)


def soul_replaces(s: Access) -> Iterator[Event]:
    for seat in without_a_navi(s):
        for card in unused(s, seat, "soul_unison"):
            yield plugged(s, seat, card, "replacement")


def used_navi_replaces(s: Access) -> Iterator[Event]:
    for seat in without_a_navi(s):
        for card in s.used[seat]:
            if s.cards[card].kind == "navi" and card not in s.pile[seat]:
                yield plugged(s, seat, card, "replacement")


def replaced_with_a_wrong_gauge(s: Access) -> Iterator[Event]:
    for seat in without_a_navi(s):
        for card in unused(s, seat, "navi"):
            yield plugged(s, seat, card, "replacement", more=1)


def at_the_end(s: Access) -> bool:
    navis = all(s.plugged[seat] is not None for seat in SEATS)
    return s.stage == "E" and not s.is_over and navis


def piles_lie(s: Access) -> bool:
    return any(s.win_pile[seat] for seat in SEATS)


def next_for_a_unison(s: Access) -> Iterator[Event]:
    if at_the_end(s) and not piles_lie(s) and not s.beaten and s.turn_seat in s.united:
        yield event(TurnEnded, s, "table", next=s.turn_seat)


def beaten_is_not_next(s: Access) -> Iterator[Event]:
    if at_the_end(s) and not piles_lie(s) and len(s.beaten) == 1:
        yield event(TurnEnded, s, "table", next=other(s.beaten[0]))


def leaves_one_lying(s: Access) -> Iterator[Event]:
    for seat in SEATS:
        if at_the_end(s) and (count := len(s.win_pile[seat])) > 1:
            yield event(WinPileReturned, s, seat, seat=seat, count=count - 1)


def takes_the_pile_first(s: Access) -> Iterator[Event]:
    if any(without_a_navi(s)):
        for seat in SEATS:
            if count := len(s.win_pile[seat]):
                yield event(WinPileReturned, s, seat, seat=seat, count=count)


FAULTS = {
    "RX-10.5": fault(unites_after_a_number),
    "RX-14.2": fault(unites_outside_battle),
    "RX-14.3": fault(unites_with_a_normal_navi),
    "RX-14.4": fault(opponent_unites_him),
    "RX-14.5": fault(in_before_the_old_is_out),
    "RX-14.6": fault(gauges_added),
    "RX-14.8": fault(soul_replaces),
    "RX-14.10": fault(next_for_a_unison),
    "RX-15.1": fault(used_navi_replaces),
    "RX-15.2": fault(replaced_with_a_wrong_gauge),
    "RX-15.3": fault(beaten_is_not_next),
    "RX-15.4": fault(leaves_one_lying),
    "RX-15.5": fault(takes_the_pile_first),
}
