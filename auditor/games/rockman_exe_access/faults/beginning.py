"""Wrong events of the set-up, and of the turn's beginning (RX-2 to RX-6)."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.games.rockman_exe_access.faults.table import (
    SEATS,
    attacks_open,
    event,
    fault,
    lay,
    other,
)
from auditor.games.rockman_exe_access.state import Access
from events import Event
from events.rockman_exe_access import (
    AttackDeclared,
    CardsDiscarded,
    CardsDrawn,
    DeckRecycled,
    DeckRegistered,
    FirstPlayerDecided,
    HandRefilled,
    NaviChosen,
    NaviPileRegistered,
    NaviPluggedIn,
    RouletteSpun,
    TurnEnded,
    TurnStarted,
)


def deck(s: Access) -> list[str]:
    """Ten names, three times each."""
    codes = sorted(s.cards.cards)[:10]
    return [code for code in codes for _ in range(3)]


def decks(s: Access, cards: list[str]) -> Iterator[Event]:
    for seat in SEATS:
        if s.stage == "set_up" and ("deck", seat) not in s.registered:
            size = len(cards)
            yield event(DeckRegistered, s, seat, seat=seat, size=size, cards=tuple(cards))


def deck_too_large(s: Access) -> Iterator[Event]:
    yield from decks(s, [*deck(s), sorted(s.cards.cards)[10]])


def four_of_a_name(s: Access) -> Iterator[Event]:
    cards = deck(s)
    yield from decks(s, [*cards[:-1], cards[0]])


def deck_changed(s: Access) -> Iterator[Event]:
    for seat in SEATS:
        if s.stage == "set_up" and ("deck", seat) in s.registered:
            yield event(DeckRegistered, s, seat, seat=seat, size=30, cards=tuple(deck(s)))


def drawn_at_set_up(s: Access) -> Iterator[Event]:
    if s.stage == "T0" and s.turn == 0:
        for seat in SEATS:
            yield event(CardsDrawn, s, seat, seat=seat, count=5, cards=(None,) * 5)


def recycled_too_early(s: Access) -> Iterator[Event]:
    for seat in SEATS:
        if s.stage == "R" and seat not in s.refilled and s.deck[seat] and s.discard[seat]:
            count = len(s.discard[seat])
            yield event(DeckRecycled, s, seat, seat=seat, count=count)


def piles(s: Access, *kinds: str, sleeved: bool = False) -> Iterator[Event]:
    of = {k: [c for c, card in s.cards.cards.items() if card.kind == k] for k in set(kinds)}
    cards = tuple(of[kind][n % len(of[kind])] for n, kind in enumerate(kinds))
    for seat in SEATS:
        if s.stage == "set_up" and ("pile", seat) not in s.registered:
            fields = {"size": len(cards), "cards": cards, "sleeved": sleeved}
            yield event(NaviPileRegistered, s, seat, seat=seat, **fields)


def pile_of_two(s: Access) -> Iterator[Event]:
    yield from piles(s, "navi", "navi")


def chip_in_the_pile(s: Access) -> Iterator[Event]:
    yield from piles(s, "navi", "navi", "chip")


def souls_alone(s: Access) -> Iterator[Event]:
    yield from piles(s, "soul_unison", "soul_unison", "soul_unison")


def sleeves(s: Access) -> Iterator[Event]:
    yield from piles(s, "navi", "navi", "soul_unison", sleeved=True)


def shuffled_and_choosing(s: Access) -> bool:
    return s.stage == "set_up" and len(s.shuffled) == 2 and len(s.chosen) < 2


def soul_chosen(s: Access) -> Iterator[Event]:
    for seat in SEATS:
        if shuffled_and_choosing(s) and seat not in s.chosen:
            for card in s.pile[seat]:
                if card is not None and s.cards[card].kind == "soul_unison":
                    yield event(NaviChosen, s, seat, seat=seat, card=card)


def plugging(s: Access, seat: str) -> bool:
    both = len(s.chosen) == 2 and s.stage == "set_up"
    return both and s.plugged[seat] is None and s.chosen[seat] is not None


def plugs(s: Access, seat: str, card: str, more: int = 0, switch: bool = True) -> Event:
    lp = (s.cards[card].lp or 0) + more
    fields = {"card": card, "lp": lp, "eject_set": switch, "cause": "setup"}
    return event(NaviPluggedIn, s, seat, seat=seat, **fields)


def switch_not_set(s: Access) -> Iterator[Event]:
    for seat in SEATS:
        if plugging(s, seat):
            yield plugs(s, seat, str(s.chosen[seat]), switch=False)


def other_navi(s: Access) -> Iterator[Event]:
    for seat in SEATS:
        if plugging(s, seat):
            for card in s.pile[seat]:
                if card not in (None, s.chosen[seat]) and s.cards[str(card)].kind == "navi":
                    yield plugs(s, seat, str(card))


def wrong_gauge(s: Access) -> Iterator[Event]:
    for seat in SEATS:
        if plugging(s, seat):
            yield plugs(s, seat, str(s.chosen[seat]), more=1)


def lower_goes_first(s: Access) -> Iterator[Event]:
    if s.stage == "set_up" and len(s.first) == 2 and s.first["P1"] != s.first["P2"]:
        lower = min(SEATS, key=lambda seat: s.first[seat])
        yield event(FirstPlayerDecided, s, "table", seat=lower)


def spun_too_early(s: Access) -> Iterator[Event]:
    if s.stage == "set_up" and len(s.chosen) == 2:
        for seat in SEATS:
            if s.plugged[seat] is not None and s.plugged[other(seat)] is None:
                fields = {"purpose": "first_player", "face": 1, "value": wheel(s, seat)}
                yield event(RouletteSpun, s, seat, seat=seat, **fields)


def wheel(s: Access, seat: str) -> object:
    navi = s.plugged[seat]
    return (s.cards[navi.card].roulette or (0,))[0] if navi else 0


def turn_twice(s: Access) -> Iterator[Event]:
    if s.stage == "T0" and s.turn and not (s.beaten or s.united):
        yield event(TurnStarted, s, other(s.next_seat), turn=s.turn + 1)


def turn_miscounted(s: Access) -> Iterator[Event]:
    if s.stage == "T0":
        yield event(TurnStarted, s, s.next_seat, turn=s.turn + 2)


def ends_before_the_attacks(s: Access) -> Iterator[Event]:
    if attacks_open(s) and s.attacks:
        yield event(TurnEnded, s, "table", next=other(s.turn_seat))


def short(s: Access, seat: str) -> int:
    return 5 - len(s.hand[seat].known) - s.hand[seat].unseen


def attacks_before_the_refill(s: Access) -> Iterator[Event]:
    open_ = s.stage == "R" and not s.is_over
    missing = any(short(s, seat) > 0 for seat in SEATS if seat not in s.refilled)
    for card in s.hand[s.turn_seat].known[:1] if open_ and missing else ():
        yield event(AttackDeclared, s, s.turn_seat, cards=lay(s, s.turn_seat, [card]))


def draws_too_many(s: Access) -> Iterator[Event]:
    for seat in SEATS:
        count = short(s, seat) + 1
        if s.stage == "R" and seat not in s.refilled and 0 < count <= s.deck[seat]:
            yield event(CardsDrawn, s, seat, seat=seat, count=count, cards=(None,) * count)


def discards_one_of_five(s: Access) -> Iterator[Event]:
    for seat in SEATS:
        if s.stage == "R" and seat not in s.refilled and s.refill[seat] == (5, 0, 0):
            for card in s.hand[seat].known:
                yield event(CardsDiscarded, s, seat, seat=seat, cards=(card,), cause="refill")


def discards_for_the_other(s: Access) -> Iterator[Event]:
    for seat in SEATS:
        if s.stage == "R" and seat not in s.refilled:
            for card in s.hand[seat].known:
                fields = {"cards": (card,), "cause": "refill"}
                yield event(CardsDiscarded, s, other(seat), seat=seat, **fields)


def refilled_twice(s: Access) -> Iterator[Event]:
    if attacks_open(s) and s.attacks:
        yield event(HandRefilled, s, "P1", seat="P1", size=5)


FAULTS = {
    "RX-2.1": fault(deck_too_large),
    "RX-2.2": fault(four_of_a_name),
    "RX-2.4": fault(deck_changed),
    "RX-2.6": fault(drawn_at_set_up),
    "RX-2.9": fault(recycled_too_early),
    "RX-3.1": fault(pile_of_two),
    "RX-3.2": fault(chip_in_the_pile),
    "RX-3.3": fault(souls_alone),
    "RX-3.4": fault(sleeves),
    "RX-4.2": fault(soul_chosen),
    "RX-4.3": fault(switch_not_set),
    "RX-4.4": fault(other_navi),
    "RX-4.5": fault(wrong_gauge),
    "RX-4.6": fault(lower_goes_first),
    "RX-4.7": fault(spun_too_early),
    "RX-5.1": fault(turn_twice),
    "GN-1.10": fault(turn_miscounted),
    "RX-5.2": fault(lambda s: (*ends_before_the_attacks(s), *refilled_twice(s))),
    "RX-6.1": fault(attacks_before_the_refill),
    "RX-6.2": fault(draws_too_many),
    "RX-6.5": fault(discards_one_of_five),
    "RX-6.6": fault(discards_for_the_other, refill_exchange=True),
}
