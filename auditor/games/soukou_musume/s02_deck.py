"""The deck (SM-2), and the copies of a card that can be seen (GN-2.3)."""

from collections.abc import Iterator, Mapping
from typing import Any

from auditor.declare import rule
from auditor.games.soukou_musume.apply import event_cards
from auditor.games.soukou_musume.state import (
    DECK_SIZE,
    MOST_COPIES,
    SEATS,
    Soukou,
    counted,
    known,
)
from auditor.hidden import Undecided
from events.soukou_musume import (
    CardRevealed,
    CardsDrawn,
    CardSet,
    CommandUsed,
    DeckLooked,
    DeckRegistered,
    DeckSearched,
    ExtraCardDrawn,
    HandDiscarded,
    JudgementRevealed,
    MainUnitPlaced,
    MainUnitsRevealed,
    OpeningHandDrawn,
    OpeningHandRedrawn,
    UnitCharged,
    UnitDeployed,
)


@rule("SM-2.1", on=DeckRegistered)
def each_seat_registers_one_deck_before_the_shuffle(s: Soukou, e: DeckRegistered) -> bool:
    return e.player not in s.registered and not any(up.shuffled for up in s.set_up.values())


@rule("SM-2.2", on=DeckRegistered, facts=lambda s, e: {"found": e.size, "expected": DECK_SIZE})
def a_deck_has_fifty_cards(s: Soukou, e: DeckRegistered) -> bool:
    return e.size == DECK_SIZE and (e.list is None or sum(c.count for c in e.list) == e.size)


def listed(s: Soukou, e: DeckRegistered) -> Mapping[str, int]:
    """The copies of a registered deck. Raises: Undecided, where nobody saw its list."""
    if e.list is None or any(copies.code is None for copies in e.list):
        raise Undecided(f"{e.player}-deck")
    found: dict[str, int] = {}
    for copies in e.list:
        found[str(copies.code)] = found.get(str(copies.code), 0) + copies.count
    return found


def by_kind(s: Soukou, copies: Mapping[str, int]) -> dict[Any, int]:
    """Copies counted by name and kind (SM-2.3)."""
    found: dict[Any, int] = {}
    for code, count in copies.items():
        key = next(iter(counted(s, (code,))))
        found[key] = found.get(key, 0) + count
    return found


def over(s: Soukou, e: DeckRegistered) -> list[str]:
    """The cards of which a deck has too many."""
    return sorted(str(key[0]) for key, n in by_kind(s, listed(s, e)).items() if n > MOST_COPIES)


@rule("SM-2.3", on=DeckRegistered, facts=lambda s, e: {"cards": over(s, e)})
def four_copies_at_most(s: Soukou, e: DeckRegistered) -> bool:
    if e.player in s.over9:
        return False
    copies = listed(s, e)
    if any(n > MOST_COPIES for n in by_kind(s, copies).values()):
        return False
    gaps = [code for code in copies if known(s.book.card(code).copies_as, "") is None]
    if any(copies[code] for code in gaps):
        named = {s.book.card(code).name for code in copies if code not in gaps}
        for code in gaps:  # a card without a kind may be of the kind of another of its name
            if s.book.card(code).name is None or s.book.card(code).name in named:
                raise s.book.card(code).gap("name and kind")
    return True


@rule("SM-2.4", on=DeckRegistered)
def a_deck_has_a_unit(s: Soukou, e: DeckRegistered) -> bool:
    if e.player in s.unit_seen:
        return True
    return any(n and s.book.card(code).is_unit for code, n in listed(s, e).items())


SHOWING = (
    OpeningHandDrawn,
    OpeningHandRedrawn,
    ExtraCardDrawn,
    MainUnitPlaced,
    MainUnitsRevealed,
    CardsDrawn,
    UnitCharged,
    UnitDeployed,
    CommandUsed,
    HandDiscarded,
    JudgementRevealed,
    DeckLooked,
    DeckSearched,
    CardRevealed,
)
FROM_HAND = (MainUnitPlaced, UnitCharged, CommandUsed, HandDiscarded, OpeningHandRedrawn)


def shown_now(s: Soukou, e: Any) -> Iterator[tuple[str, str]]:
    """The cards that an event shows and that were at no known place: seat and code."""
    kind = type(e)
    if kind is CardRevealed:
        cards = event_cards(s, e.of)
        if cards is not None and 1 <= e.index <= len(cards):
            seat, code = cards[e.index - 1]
            if code is None and f"{seat}-card-{e.of}.{e.index}" not in s.told:
                yield seat, e.card
        return
    if kind is MainUnitsRevealed:
        for seat, shown in e.units.items():
            unit = s.main_unit(seat)
            if unit is not None and shown.card is not None and s.code_if_seen(unit.card) is None:
                yield seat, shown.card
        return
    if kind is JudgementRevealed:
        for seat, code in e.cards.items():
            if seat in SEATS and code is not None and s.code_if_seen(s.deck[seat].top) is None:
                yield seat, code
        return
    if e.player not in SEATS:
        return
    codes = _codes(e)
    if kind in FROM_HAND or (kind is UnitDeployed and e.from_ == "hand"):
        known_ = list(s.hand[e.player].known)
    else:
        known_ = list(_known_tops(s, e.player, len(codes)))
    for code in codes:
        if code is None:
            continue
        if code in known_:
            known_.remove(code)
        else:
            yield e.player, code


def _codes(e: Any) -> tuple[str | None, ...]:
    for name in ("cards", "shown"):
        if hasattr(e, name):
            return tuple(getattr(e, name))
    return (e.taken if isinstance(e, DeckSearched) else e.card,)


def _known_tops(s: Soukou, seat: str, count: int) -> Iterator[str]:
    deck = s.deck[seat]
    for _ in range(count):
        code = s.code_if_seen(deck.top)
        if code is not None:
            yield code
        if deck.size:
            deck = deck.drawn()


def too_many(s: Soukou, e: Any) -> list[tuple[str, str]]:
    """The cards that an event shows beyond the copies there can be."""
    shown = list(shown_now(s, e))
    if not shown:
        return []
    found = []
    for seat in dict.fromkeys(seat for seat, _ in shown):
        new = [code for other, code in shown if other == seat]
        there = [*s.located(seat), *new]
        list_ = s.lists.get(seat)
        if list_ is not None:
            found += [(seat, c) for c in dict.fromkeys(new) if there.count(c) > list_.get(c, 0)]
            continue
        counts = counted(s, there)
        for code in dict.fromkeys(new):
            if counts[next(iter(counted(s, (code,))))] > MOST_COPIES:
                found.append((seat, code))
    return found


def seen_before(s: Soukou, e: Any) -> list[int]:
    """The events that showed the other copies."""
    found: set[int] = set()
    for seat, code in too_many(s, e):
        key = next(iter(counted(s, (code,))))
        for (owner, other), seqs in s.seen.items():
            if owner == seat and next(iter(counted(s, (other,)))) == key:
                found.update(seqs)
    return sorted(found - {e.seq})


@rule(
    "GN-2.3",
    on=SHOWING,
    facts=lambda s, e: {"cards": sorted({code for _, code in too_many(s, e)})},
    contradicts=seen_before,
)
def no_copy_too_many_is_seen(s: Soukou, e: Any) -> bool:
    return not too_many(s, e)


@rule(
    "GN-2.3",
    on=(CardsDrawn, OpeningHandDrawn, ExtraCardDrawn, JudgementRevealed),
    facts=lambda s, e: {"expected": _expected(s, e)},
)
def the_top_card_is_the_one_put_there(s: Soukou, e: Any) -> bool:
    return all(code is None or was in (None, code) for code, was in _tops(s, e))


def _expected(s: Soukou, e: Any) -> list[str]:
    return [was for code, was in _tops(s, e) if was is not None and code not in (None, was)]


def _tops(s: Soukou, e: Any) -> Iterator[tuple[str | None, str | None]]:
    """The cards taken from the top, each with the one known to lie there."""
    if isinstance(e, JudgementRevealed):
        for seat, code in e.cards.items():
            if seat in SEATS:
                yield code, s.code_if_seen(s.deck[seat].top)
        return
    if e.player in SEATS:
        deck = s.deck[e.player]
        for code in _codes(e):
            yield code, s.code_if_seen(deck.top)
            if deck.size:
                deck = deck.drawn()


@rule("GN-2.3", on=CardRevealed)
def what_is_shown_is_what_was_there(s: Soukou, e: CardRevealed) -> bool:
    cards = event_cards(s, e.of)
    if cards is None or not 1 <= e.index <= len(cards):
        return False
    seat, code = cards[e.index - 1]
    was = code or s.told.get(f"{seat}-card-{e.of}.{e.index}")
    return was in (None, e.card)


@rule("GN-2.3", on=MainUnitsRevealed)
def what_is_turned_up_is_what_was_put_down(s: Soukou, e: MainUnitsRevealed) -> bool:
    for seat, shown in e.units.items():
        unit = s.main_unit(seat)
        if unit is None or unit.id != shown.unit:
            return False
        if shown.card is not None and s.code_if_seen(unit.card) not in (None, shown.card):
            return False
    return True


@rule("GN-2.3", on=(CardSet, OpeningHandRedrawn))
def card_is_the_one_known_there(s: Soukou, e: Any) -> bool:
    if isinstance(e, CardSet):
        text = s.text
        code = None if text is None or text.cause != e.cause else s.code_if_seen(text.card)
        return e.card is None or code in (None, e.card)
    shown = list(e.shown)
    hand = s.hand[e.player] if e.player in SEATS else None
    if hand is None or None in shown or len(shown) != hand.size:
        return True
    for code in hand.known:
        if code not in shown:
            return False
        shown.remove(code)
    return True
