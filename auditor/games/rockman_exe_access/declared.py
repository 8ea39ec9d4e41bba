"""A declared position: what its fields mean, and which can't be (section 11 of the model)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from auditor.declare import End
from auditor.games.rockman_exe_access.cards import MOST_LP
from auditor.games.rockman_exe_access.state import (
    COPIES,
    DECK_SIZE,
    HAND_LIMIT,
    PILE_SIZE,
    SEATS,
    Access,
    Battle,
    Hand,
    Laid,
    Navi,
    Range,
    Spin,
    Unison,
    other,
    slot_number,
)
from events.rockman_exe_access import PositionDeclared, SeatPosition

STAGES = {"T0": "T0", "R": "R", "Ra": "R", "A0": "A0", "G": "G", "E1": "E", "E2": "E", "E3": "E"}
"""By window; the others belong to an attack."""


class Counts(NamedTuple):
    """The cards of a seat of a declared position."""

    hand: tuple[str | None, ...]
    deck: int
    unused: tuple[str | None, ...]

    @staticmethod
    def of(has: SeatPosition) -> Counts:
        """With what the position leaves out filled in."""
        hand = has.hand if has.hand is not None else (None,) * HAND_LIMIT
        on_table = len(has.laid) + len(has.win_pile) + len(has.discard)
        deck = has.deck if has.deck is not None else DECK_SIZE - len(hand) - on_table
        left = PILE_SIZE - len(has.navi_used) - (has.plugged is not None)
        unused = has.navi_unused if has.navi_unused is not None else (None,) * max(0, left)
        return Counts(tuple(hand), deck, tuple(unused))


def seen_cards(has: SeatPosition) -> Iterator[str]:
    """The battle cards of a seat that the position shows, each copy once."""
    for card in has.hand or ():
        if card is not None:
            yield card
    for pile in (has.laid, has.win_pile, has.discard):
        for one in pile:
            if one.card is not None:
                yield one.card
    yield from (card for card in has.deck_known if card is not None)


def slots(has: SeatPosition) -> list[str]:
    """Every slot that the position names for a seat."""
    named: list[Any] = [*has.laid, *has.win_pile, *has.discard]
    return [one.slot for one in named if one.slot is not None]


def is_possible(s: Access, e: PositionDeclared) -> bool:
    """The counts, the gauges and the names fit together (GN-1.7)."""
    if s.seq != 1 or set(e.seats) != set(SEATS) or e.turn < 1 or e.turn_seat not in SEATS:
        return False
    if e.attacks < 0 or not set(e.beaten) <= set(SEATS):
        return False
    in_attack = e.window not in STAGES
    if in_attack and (e.battle is None or e.battle.attacker not in SEATS):
        return False
    for seat, has in e.seats.items():
        counts = Counts.of(has)
        piles = len(counts.hand) + len(has.laid) + len(has.win_pile) + len(has.discard)
        if counts.deck < 0 or counts.deck + piles != DECK_SIZE:
            return False
        if len(has.navi_used) + len(counts.unused) + (has.plugged is not None) != PILE_SIZE:
            return False
        named = slots(has)
        if len(set(named)) != len(named) or any(slot_number(seat, n) is None for n in named):
            return False
        if has.deck_list is not None and len(has.deck_list) != DECK_SIZE:
            return False
        if not _navi_is_possible(s, e, seat, has):
            return False
    return True


def _navi_is_possible(s: Access, e: PositionDeclared, seat: str, has: SeatPosition) -> bool:
    if has.plugged is None:
        unison = e.battle.unison if e.battle else None
        uniting = unison is not None and unison.seat == seat and unison.in_ is not None
        return e.window in ("E1", "G", "A0") or uniting
    lp = has.plugged.lp
    low, high = lp if isinstance(lp, tuple) else (lp, lp)
    card = s.cards.cards.get(has.plugged.card or "")
    if card is None:
        return has.plugged.card is None  # GN-2.1 says so
    if s.is_soul(card.code) and not has.navi_used:
        return False
    most = MOST_LP if card.lp is None else card.lp
    return card.lp is None or 0 <= low <= high <= most


def are_told_apart(s: Access, e: PositionDeclared) -> bool:
    """No name has more copies than a deck may have, or than the list has (GN-2.3)."""
    for has in e.seats.values():
        codes = list(seen_cards(has))
        listed = [code for code in has.deck_list or () if code is not None]
        navis = [*has.navi_used, *(has.navi_unused or ())]
        navis += [has.plugged.card] if has.plugged else []
        if any(code not in s.cards for code in (*codes, *listed, *navis) if code is not None):
            return False
        for cards in (codes, listed):
            names = Counter(s.name(code) for code in cards)
            if names and max(names.values()) > COPIES:
                return False
        whole = has.deck_list is not None and None not in has.deck_list
        if whole and Counter(codes) - Counter(listed):
            return False
    return True


def position_declared(s: Access, e: PositionDeclared) -> None:
    """The position as declared."""
    s.stage = STAGES.get(e.window, "battle")
    s.turn = e.turn - 1 if s.stage == "T0" else e.turn
    s.turn_seat = s.next_seat = e.turn_seat
    s.attacks = max(e.attacks, 1) if s.stage == "battle" else e.attacks
    s.beaten = e.beaten
    s.registered = frozenset((kind, seat) for kind in ("deck", "pile") for seat in SEATS)
    s.shuffled = frozenset(SEATS)
    done = s.stage not in ("T0", "R")
    s.refilled = frozenset(
        seat for seat, has in e.seats.items() if (done if has.refilled is None else has.refilled)
    )
    for seat, has in e.seats.items():
        if seat in SEATS:
            _seat(s, seat, has)
    s.chosen = {seat: navis[0] if (navis := s.navis[seat]) else None for seat in SEATS}
    s.battle = _battle(e) if e.battle is not None else None
    s.refill = {seat: (s.hand_size(seat), 0, 0) for seat in SEATS}
    if s.stage == "G":
        s.end = _ended(s)


def _seat(s: Access, seat: str, has: SeatPosition) -> None:
    counts = Counts.of(has)
    known = tuple(card for card in counts.hand if card is not None)
    unseen = len(counts.hand) - len(known) + sum(c.card is None and not c.up for c in has.laid)
    s.hand = {**s.hand, seat: Hand(known, unseen)}
    s.deck = {**s.deck, seat: max(0, counts.deck)}
    listed = has.deck_list
    whole = listed is not None and None not in listed
    s.deck_list = {**s.deck_list, seat: listed if whole else None}  # type: ignore[dict-item]
    was = tuple(card for card in has.deck_known if card is not None)
    s.deck_known = {**s.deck_known, seat: () if has.drawn_since_recycle else was}
    s.loose = {**s.loose, seat: was if has.drawn_since_recycle else ()}
    s.copies = {**s.copies, seat: tuple((card, 2) for card in seen_cards(has))}
    s.win_pile = {**s.win_pile, seat: tuple(Laid(c.slot, c.card) for c in has.win_pile)}
    s.discard = {**s.discard, seat: tuple(Laid(c.slot, c.card) for c in has.discard)}
    numbers = {n for slot in slots(has) if (n := slot_number(seat, slot)) is not None}
    s.slots = {**s.slots, seat: frozenset(numbers)}
    used = tuple(card for card in has.navi_used if card is not None)
    s.used = {**s.used, seat: used}
    s.pile = {**s.pile, seat: counts.unused}
    navi = None
    if has.plugged is not None and has.plugged.card is not None:
        lp = has.plugged.lp
        low, high = lp if isinstance(lp, tuple) else (lp, lp)
        places = frozenset({f"{seat}-lp"}) if low < high else frozenset()
        navi = Navi(has.plugged.card, Range(low, high, places))
    s.plugged = {**s.plugged, seat: navi}
    s.navis = {**s.navis, seat: (*used, *((navi.card,) if navi else ()))}


def _battle(e: PositionDeclared) -> Battle:
    said = e.battle
    assert said is not None
    laid = {
        seat: tuple(Laid(c.slot, c.card, c.up) for c in has.laid) for seat, has in e.seats.items()
    }
    attacker = said.attacker
    settled = tuple(
        (seat, "")
        for seat in said.revealed
        if seat not in said.slip and len(laid.get(seat, ())) > 1 and e.window not in ("A1", "A2")
    )
    unison = said.unison
    return Battle(
        attacker,
        attack=laid.get(attacker, ()),
        block=next((cards for seat, cards in laid.items() if seat == other(attacker)), ()),
        blocked=said.blocked,
        revealed=frozenset(said.revealed),
        settled=settled,
        returned=said.returned,
        spins=tuple(
            (seat, Spin(spin.face, spin.value, spin.navi))
            for seat, spins in said.spins.items()
            for spin in spins
        ),
        unison=Unison(unison.seat, True, in_=unison.in_) if unison else None,
        totals=tuple(said.totals.items()),
        winners=frozenset({said.winner}) if said.winner else None,
        damaged=tuple(
            (seat, "ep" if said.blocked else "ap") for seat, dealt in said.damage.items() if dealt
        ),
        unknown=frozenset(said.moved),
    )


def _ended(s: Access) -> End:
    """How a game that is over in the declared position was lost, as far as it shows."""
    for seat in SEATS:
        if s.plugged[seat] is None:
            rule, reason = ("RX-1.4", "no_navi") if s.pile[seat] else ("RX-1.2", "navis")
            return End(other(seat), reason, 2, rule)
    return End(other(s.turn_seat), "no_attack", 2, "RX-7.5")
