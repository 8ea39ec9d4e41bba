"""Wrong events of the set-up (DW-2 to DW-4)."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.game import Fault
from auditor.games.dino_world.faults.table import event, home, standing
from auditor.games.dino_world.state import Dinos
from events import Event
from events.dino_world import (
    DeckRegistered,
    DeckShuffled,
    DinoPlaced,
    MapAssembled,
    OpeningDrawn,
    PlayOrderDecided,
    Quarter,
    SheetChosen,
    TurnStarted,
)


def registers(s: Dinos, cards: tuple[str, ...], again: bool = False) -> Iterator[Event]:
    """A deck of each seat that has none yet; with `again`, of those that have."""
    for seat in s.seats if s.stage == "S1" else ():
        if (seat in s.deck_list) == again:
            yield event(DeckRegistered, s, seat, seat=seat, size=len(cards), cards=cards)


TEN = tuple(f"PD-{n:02}" for n in range(1, 11))


def nine_cards(s: Dinos) -> Iterator[Event]:
    """DW-2.1: a deck of nine."""
    yield from registers(s, TEN[:9])


def three_alike(s: Dinos) -> Iterator[Event]:
    """DW-2.2: three of a card."""
    yield from registers(s, (*TEN[:8], "PD-01", "PD-01"))


def registers_again(s: Dinos) -> Iterator[Event]:
    """DW-2.5: another deck."""
    yield from registers(s, TEN, again=True)


def second_sheet(s: Dinos) -> Iterator[Event]:
    """DW-2.7: another sheet."""
    for seat in s.sheets if s.stage == "S1" else ():
        yield event(SheetChosen, s, seat, seat=seat, sheet="PM-D")


def wrong_map(s: Dinos) -> Iterator[Event]:
    """DW-3.2, DW-3.3: two sheets in one place."""
    if s.stage == "S2":
        places = ("near", "near") if len(s.seats) == 2 else ("near_left",) * 4
        layout = tuple(
            Quarter(seat=seat, quadrant=q)  # type: ignore[arg-type]
            for seat, q in zip(s.seats, places, strict=True)
        )
        yield event(MapAssembled, s, "table", layout=layout)


def map_of_two(s: Dinos) -> Iterator[Event]:
    """DW-3.2."""
    yield from wrong_map(s) if len(s.seats) == 2 else ()


def map_of_four(s: Dinos) -> Iterator[Event]:
    """DW-3.3."""
    yield from wrong_map(s) if len(s.seats) == 4 else ()


def shuffles_early(s: Dinos) -> Iterator[Event]:
    """DW-4.1: a shuffle before there is a map."""
    if s.stage == "S2":
        yield from (event(DeckShuffled, s, seat, seat=seat) for seat in s.seats)


def draws_unshuffled(s: Dinos) -> Iterator[Event]:
    """DW-4.2: a draw from a deck that was not shuffled."""
    size = 4 if len(s.seats) == 2 else 3
    for seat in s.seats if s.stage == "S3" else ():
        if seat not in s.shuffled:
            yield event(OpeningDrawn, s, seat, seat=seat, count=size)


def draws(s: Dinos, count: int) -> Iterator[Event]:
    """A draw that is in time."""
    for seat in s.seats if s.stage == "S3" else ():
        if seat in s.shuffled and seat not in s.drawn:
            yield event(OpeningDrawn, s, seat, seat=seat, count=count)


def three_of_two(s: Dinos) -> Iterator[Event]:
    """DW-4.3: three cards in a game of two."""
    yield from draws(s, 3) if len(s.seats) == 2 else ()


def four_of_four(s: Dinos) -> Iterator[Event]:
    """DW-4.4: four cards in a game of four."""
    yield from draws(s, 4) if len(s.seats) == 4 else ()


def draws_again(s: Dinos) -> Iterator[Event]:
    """DW-2.9: a second opening draw."""
    size = 4 if len(s.seats) == 2 else 3
    for seat in s.drawn if s.stage == "S3" else ():
        yield event(OpeningDrawn, s, seat, seat=seat, count=size)


def places(s: Dinos, face: str, taken: bool, off: bool = False) -> Iterator[Event]:
    """An opening dinosaur of each seat that has one left."""
    for seat in s.seats if s.stage == "S4" else ():
        if s.placed[seat] >= s.drawn[seat]:
            continue
        squares = ["c2"] if off else home(s, seat)
        for to in squares:
            if bool(standing(s, to)) == taken:
                unit = f"{seat}-u{s.placed[seat] + 1}"
                fields = {"to": to, "face": face, "cause": "opening", "cost": 0}
                yield event(DinoPlaced, s, seat, unit=unit, card=None, **fields)


def beside_the_territory(s: Dinos) -> Iterator[Event]:
    """DW-4.5."""
    yield from places(s, "down", False, off=True)


def two_to_a_square(s: Dinos) -> Iterator[Event]:
    """DW-4.6."""
    yield from places(s, "down", True)


def face_up(s: Dinos) -> Iterator[Event]:
    """DW-4.7."""
    yield from places(s, "up", False)


def order_of_one(s: Dinos) -> Iterator[Event]:
    """DW-4.8: an order that leaves seats out."""
    if s.stage == "S5":
        yield event(PlayOrderDecided, s, "table", order=("P1",), method="die")
        yield event(TurnStarted, s, "P1", turn=1)


FAULTS = {
    "DW-2.1": Fault(nine_cards),
    "DW-2.2": Fault(three_alike),
    "DW-2.5": Fault(registers_again),
    "DW-2.7": Fault(second_sheet),
    "DW-2.9": Fault(draws_again),
    "DW-3.2": Fault(map_of_two),
    "DW-3.3": Fault(map_of_four),
    "DW-4.1": Fault(shuffles_early),
    "DW-4.2": Fault(draws_unshuffled),
    "DW-4.3": Fault(three_of_two),
    "DW-4.4": Fault(four_of_four),
    "DW-4.5": Fault(beside_the_territory),
    "DW-4.6": Fault(two_to_a_square, {"opening_stack": False}),
    "DW-4.7": Fault(face_up),
    "DW-4.8": Fault(order_of_one),
}
