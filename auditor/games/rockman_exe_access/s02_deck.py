"""The deck, its copies, and what a record can show of them (RX-2)."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from auditor.declare import rule, which
from auditor.games.rockman_exe_access.declared import are_told_apart, is_possible
from auditor.games.rockman_exe_access.state import (
    COPIES,
    DECK_SIZE,
    HAND_LIMIT,
    SEATS,
    Access,
    less,
)
from auditor.hidden import Undecided
from events.rockman_exe_access import (
    AttackDeclared,
    BlockDeclared,
    CardsDiscarded,
    CardsDrawn,
    CardsRevealed,
    DeckRecycled,
    DeckRegistered,
    NaviChosen,
    NaviPileRegistered,
    NaviPluggedIn,
    PositionDeclared,
    SoulUnisonDeclared,
    TurnStarted,
)


@rule("RX-2.1", on=DeckRegistered, facts=lambda s, e: {"found": e.size, "expected": DECK_SIZE})
def deck_has_thirty_cards(s: Access, e: DeckRegistered) -> bool:
    return e.size == DECK_SIZE


@rule("GN-1.10", on=(DeckRegistered, NaviPileRegistered))
def size_is_that_of_the_list(s: Access, e: Any) -> bool:
    return e.cards is None or len(e.cards) == e.size


def names_too_many(s: Access, e: DeckRegistered) -> list[str]:
    """The names of which a list, or what was seen of the deck, has more than three."""
    listed = Counter(s.name(code) for code in e.cards or () if code is not None)
    seen = Counter(s.name(code) for code, _ in dict(s.told.copies).get(e.seat, ()))
    return sorted(name for name, n in (listed | seen).items() if n > COPIES)


@rule("RX-2.2", on=DeckRegistered, facts=lambda s, e: {"names": names_too_many(s, e)})
def names_come_three_times_at_most(s: Access, e: DeckRegistered) -> bool:
    if names_too_many(s, e):
        return False
    seen = len(dict(s.told.copies).get(e.seat, ()))
    if (e.cards is None or None in e.cards) and seen < DECK_SIZE:
        raise Undecided(f"{e.seat}-deck")
    return True


def shown(s: Access, e: Any) -> Iterator[tuple[str, str]]:
    """The battle cards an event shows, with their seat."""
    if e.type == "cards_revealed":
        battle = s.battle
        known = {c.slot: c.card for c in battle.cards_of(e.seat)} if battle else {}
        for card in e.cards:
            if card.card is not None and known.get(card.slot, "") is None:
                yield e.seat, card.card
    elif e.type in ("cards_drawn", "cards_discarded"):
        yield from ((e.seat, card) for card in e.cards if card is not None)
    else:
        yield from ((e.actor, card.card) for card in e.cards if card.card is not None)


def new_copies(s: Access, e: Any) -> dict[str, list[str]]:
    """The copies that an event tells apart from all seen before, by seat (section 6.4)."""
    found: dict[str, list[str]] = {seat: [] for seat in SEATS}
    if e.type != "cards_drawn":
        left = {seat: (*s.hand[seat].known, *s.loose[seat]) for seat in SEATS}
    else:
        left = {seat: (*s.deck_known[seat], *s.loose[seat]) for seat in SEATS}
    for seat, card in shown(s, e):
        if card in left.get(seat, ()):
            left[seat] = less(left[seat], card)
        elif seat in found:
            found[seat].append(card)
    return found


def too_many(s: Access, e: Any) -> Iterator[tuple[str, str]]:
    """The seats and names of which an event shows more copies than the deck can have."""
    for seat, cards in new_copies(s, e).items():
        if not cards:
            continue
        had = [code for code, _ in s.copies[seat]]
        names = Counter(s.name(code) for code in (*had, *cards))
        listed = s.deck_list[seat]
        for card in dict.fromkeys(cards):
            count = Counter((*had, *cards))[card]
            most = listed.count(card) if listed else COPIES
            if (count if listed else names[s.name(card)]) > most:
                yield seat, s.name(card)


def showed_before(s: Access, e: Any) -> list[int]:
    """The events that showed the other copies."""
    return sorted({seq for seat, name in too_many(s, e) for seq in s.copies_of(seat, name)})


SHOWING = (AttackDeclared, BlockDeclared, CardsRevealed, CardsDrawn, CardsDiscarded)


@rule(
    "GN-2.3",
    on=SHOWING,
    facts=lambda s, e: {"names": sorted({name for _, name in too_many(s, e)})},
    contradicts=showed_before,
)
def copies_are_told_apart(s: Access, e: Any) -> bool:
    return not any(too_many(s, e))


def codes_of(e: Any) -> Iterator[str]:
    """The codes an event names."""
    for field in ("cards", "card", "out", "in_"):
        value = getattr(e, field, None)
        for one in value if isinstance(value, tuple) else (value,):
            code = one if isinstance(one, str) or one is None else one.card
            if code is not None:
                yield code


NAMING = (
    *SHOWING,
    DeckRegistered,
    NaviPileRegistered,
    NaviChosen,
    NaviPluggedIn,
    SoulUnisonDeclared,
)


@rule(
    "GN-2.3",
    on=NAMING,
    facts=lambda s, e: {"unknown": sorted({c for c in codes_of(e) if c not in s.cards})},
)
def cards_are_of_the_catalogue(s: Access, e: Any) -> bool:
    return all(code in s.cards for code in codes_of(e))


@which("GN-1.7", "GN-2.3", on=PositionDeclared)
def position_is_possible(s: Access, e: PositionDeclared) -> str | None:
    if not is_possible(s, e):
        return "GN-1.7"
    return None if are_told_apart(s, e) else "GN-2.3"


@which(
    "RX-2.6",
    on=(CardsDrawn, TurnStarted),
    facts=lambda s, e: {"expected": HAND_LIMIT},
)
def opening_hand_is_five(s: Access, e: Any) -> str | None:
    if s.options.opening_draw != "setup" or s.turn > 0 or s.stage != "T0":
        return None
    if e.type == "turn_started":
        full = all(s.hand_size(seat) == HAND_LIMIT for seat in SEATS)
        return None if full else "RX-2.6"
    return None if s.hand_size(e.seat) + len(e.cards) <= HAND_LIMIT else "RX-2.6"


@which("RX-2.9", "GN-1.10", on=DeckRecycled)
def empty_deck_is_made_anew(s: Access, e: DeckRecycled) -> str | None:
    if not s.may_recycle(e.seat):
        return "RX-2.9"
    return None if e.count == len(s.discard[e.seat]) else "GN-1.10"
