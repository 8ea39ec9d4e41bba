"""Wrong set-ups: decks (SM-2), set-up (SM-3)."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.game import Fault
from auditor.games.soukou_musume.faults.table import event, fresh, other
from auditor.games.soukou_musume.state import SEATS, Soukou
from events import Event
from events.soukou_musume import (
    Copies,
    DeckRegistered,
    DeckShuffled,
    ExtraCardDrawn,
    FirstPlayerDecided,
    MainUnitPlaced,
    OpeningHandDrawn,
    OpeningHandRedrawn,
    TurnBegan,
)


def registered(s: Soukou, seat: str, size: int = 50, **changes: int) -> Event:
    """A deck as its seat has it, but for what is changed."""
    copies = {**(s.lists[seat] or {}), **changes}
    listed = tuple(Copies(code=code, count=n) for code, n in copies.items() if n)
    return event(DeckRegistered, s, seat, player=seat, size=size, list=listed)


def is_setup(s: Soukou) -> bool:
    return s.phase == "setup" and not s.is_over


def before_shuffles(s: Soukou) -> bool:
    return is_setup(s) and not any(up.shuffled for up in s.set_up.values())


def registered_late(s: Soukou) -> Iterator[Event]:
    if is_setup(s) and not before_shuffles(s):
        yield from (registered(s, seat) for seat in SEATS)


def fifty_one(s: Soukou) -> Iterator[Event]:
    if before_shuffles(s):
        yield from (registered(s, seat, size=51) for seat in SEATS)


def five_copies(s: Soukou) -> Iterator[Event]:
    if before_shuffles(s):
        for seat in SEATS:
            copies = dict(s.lists[seat] or {})
            four = [code for code, n in copies.items() if n == 4]
            if len(four) > 2:
                yield registered(s, seat, **{four[0]: 5, four[1]: 3})


def no_greeting(s: Soukou) -> Iterator[Event]:
    if is_setup(s) and not s.greeted:
        for seat in SEATS:
            if not s.set_up[seat].shuffled:
                fields = {"player": seat, "reason": "setup", "cause": None}
                yield event(DeckShuffled, s, seat, **fields)


def five(s: Soukou, seat: str, size: int) -> Event:
    return event(OpeningHandDrawn, s, seat, player=seat, cards=(None,) * size)


def unshuffled(s: Soukou) -> Iterator[Event]:
    if is_setup(s) and not all(up.shuffled for up in s.set_up.values()):
        yield from (five(s, seat, 5) for seat in SEATS)


def wrong_size(s: Soukou, again: bool, size: int) -> Iterator[Event]:
    if is_setup(s) and all(up.shuffled for up in s.set_up.values()):
        for seat, up in s.set_up.items():
            if not up.drawn and up.reshuffle is None and bool(up.redraws) is again:
                yield five(s, seat, size)


def six_cards(s: Soukou) -> Iterator[Event]:
    return wrong_size(s, False, 6)


def four_again(s: Soukou) -> Iterator[Event]:
    return wrong_size(s, True, 4)


def hands(s: Soukou) -> Iterator[tuple[str, list[str], list[str]]]:
    """Each seat with a hand to place from: its units and its other cards."""
    for seat, up in s.set_up.items():
        known = list(s.hand[seat].known)
        if is_setup(s) and up.drawn and not up.placed and up.reshuffle is None and known:
            units = [c for c in known if s.book.cards[c].type == "unit"]
            yield seat, units, [c for c in known if c not in units]


def places_a_command(s: Soukou) -> Iterator[Event]:
    for seat, units, others in hands(s):
        if units:
            for card in others:
                unit = fresh(s, seat, "u")
                yield event(MainUnitPlaced, s, seat, player=seat, unit=unit, card=card)


def shows_too_few(s: Soukou) -> Iterator[Event]:
    for seat, units, others in hands(s):
        if not units:
            yield event(OpeningHandRedrawn, s, seat, player=seat, shown=tuple(others[:-1]))


def redraws_a_unit(s: Soukou) -> Iterator[Event]:
    for seat, units, others in hands(s):
        if units:
            yield event(OpeningHandRedrawn, s, seat, player=seat, shown=(*units, *others))


def extra_for_nothing(s: Soukou) -> Iterator[Event]:
    if is_setup(s) and all(up.drawn for up in s.set_up.values()):
        for seat in SEATS:
            yield event(ExtraCardDrawn, s, seat, player=seat, for_redraw=1, card=None)


def decided(s: Soukou, first: str, winner: str) -> Event:
    throw = {winner: "paper", other(winner): "rock"}
    return event(FirstPlayerDecided, s, "table", throws=(throw,), first=first)


def loser_is_first(s: Soukou) -> Iterator[Event]:
    if is_setup(s) and s.first is None and all(up.placed for up in s.set_up.values()):
        yield from (decided(s, seat, other(seat)) for seat in SEATS)


def decided_early(s: Soukou) -> Iterator[Event]:
    ups = s.set_up.values()
    drawn = all(up.drawn and up.reshuffle is None and not up.redraws for up in ups)
    if is_setup(s) and drawn and not all(up.placed for up in ups):
        yield from (decided(s, seat, seat) for seat in SEATS)


def begun_face_down(s: Soukou) -> Iterator[Event]:
    if is_setup(s) and s.first is not None and all(up.placed for up in s.set_up.values()):
        yield event(TurnBegan, s, s.first, turn=1, player=s.first)


FAULTS = {
    "SM-2.1": Fault(registered_late),
    "SM-2.2": Fault(fifty_one),
    "SM-2.3": Fault(five_copies),
    "SM-3.1": Fault(no_greeting, {"greeting_required": True}),
    "SM-3.2": Fault(unshuffled, {"greeting_required": False}),
    "SM-3.3": Fault(six_cards),
    "SM-3.4": Fault(places_a_command),
    "SM-3.5": Fault(shows_too_few),
    "SM-3.6": Fault(redraws_a_unit),
    "SM-3.7": Fault(four_again),
    "SM-3.8": Fault(extra_for_nothing),
    "SM-3.9": Fault(loser_is_first),
    "SM-3.10": Fault(begun_face_down),
    "SM-3.11": Fault(decided_early),
}
