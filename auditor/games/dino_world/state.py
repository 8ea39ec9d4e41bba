"""The position of a match of Dino World, and the terms of its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from auditor.games.dino_world.board import QUADRANTS, Card, Data, Map, joined
from auditor.hidden import Cell, Undecided
from auditor.joint import Hand, Stock, Together
from auditor.state import Match, State

DECK = 10
"""Cards of a deck (DW-2.1)."""
ALIKE = 2
"""The most of one card in a deck (DW-2.2)."""
IDLE = 3
"""Idle turns in a row that defeat (DW-14.1)."""


class Piece(NamedTuple):
    """A dinosaur on the map."""

    square: str
    up: bool = False
    sealed: bool = False


class Roll(NamedTuple):
    """An attack die as it counts."""

    unit: str
    face: int
    attack: int | None
    special: str | None


class Fought(NamedTuple):
    """A battle, from its opening on."""

    square: str
    attacker: str
    defender: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    retreat: str | tuple[str, str] | None = None
    """`declined`, `failed`, `done`, or the unit and its square while the result is open."""
    rolls: tuple[Roll, ...] = ()
    special: Roll | None = None
    """A special face still to be carried out."""
    bring: tuple[str, str] | None = None
    """What a special has still to bring about: `fossil` or `home`, and the unit."""
    ended_by_special: bool = False
    lost: tuple[str, ...] | None = None
    """Who lost, once it is known."""
    to_remove: tuple[str, ...] = ()
    braced: frozenset[str] = frozenset()
    figures: tuple[int, int] | None = None
    """The two results, as they count."""

    def side(self, unit: str) -> tuple[str, ...]:
        """The dinosaurs of a unit's side."""
        return self.attackers if unit in self.attackers else self.defenders

    def rolled(self, side: tuple[str, ...]) -> tuple[Roll, ...]:
        """The dice of a side."""
        return tuple(roll for roll in self.rolls if roll.unit in side)


@lru_cache(maxsize=4096)
def owner_of(unit: str) -> str | None:
    """The seat that an instance id names; None if it is no instance id."""
    number = unit[4:]
    if unit[:2] not in ("P1", "P2", "P3", "P4") or unit[2:4] != "-u":
        return None
    return unit[:2] if number.isascii() and number.isdigit() and len(number) < 10 else None


class Dinos(State):
    """A position of Dino World."""

    __slots__ = (
        "abilities_used",
        "acted",
        "attacks",
        "battle",
        "braced",
        "broken",
        "cells",
        "clash",
        "conceded",
        "could_act",
        "counted",
        "deck",
        "deck_list",
        "doubtful_idle",
        "drawn",
        "entered",
        "fossils",
        "fought",
        "idle",
        "layout",
        "map",
        "needed",
        "order",
        "pending",
        "pieces",
        "placed",
        "returns",
        "rolled",
        "scented",
        "sealed",
        "sealed_last",
        "sheets",
        "shown",
        "shuffled",
        "squares",
        "stage",
        "status",
        "to_move",
        "told",
        "turn",
        "used",
        "wrecked",
    )
    stage: str
    """The open window: a key of the model's section 3, T2a, T2b and T3 left out."""
    turn: int
    """The number of the last turn that began."""
    to_move: str
    """The seat of that turn."""
    order: tuple[str, ...]
    sheets: dict[str, str]
    layout: tuple[tuple[str, str], ...]
    map: Map
    deck_list: dict[str, tuple[str | None, ...] | None]
    """Registered decks; None for one without names."""
    deck: dict[str, int]
    shuffled: frozenset[str]
    drawn: dict[str, int]
    placed: dict[str, int]
    """Cards placed at the opening."""
    pieces: dict[str, Piece]
    squares: dict[str, tuple[str, ...]]
    """Who stands in a square, in the order of arrival."""
    sealed: frozenset[str]
    """Sealed squares."""
    sealed_last: tuple[tuple[str, ...], int]
    """The dinosaurs sealed last, and the event."""
    cells: dict[str, Cell]
    """The hidden cards, by unit."""
    told: dict[str, tuple[str, int]]
    """The cards shown, by unit, and the events that showed them."""
    shown: frozenset[str]
    """Units that owe a turn face up though the map no longer shows it."""
    fossils: dict[str, tuple[str, ...]]
    rolled: int | None
    used: int
    acted: str
    """What the player of the turn has done in it, if anything: `action`, `ability`, `battle`."""
    could_act: bool | tuple[str, ...]
    """Something was possible in this turn; or the hidden places on which that hangs."""
    abilities_used: tuple[tuple[str, str], ...]
    needed: tuple[str, ...]
    """Units that used an ability face down and owe a reveal."""
    scented: tuple[str, ...]
    """Units that an ability turns up."""
    braced: frozenset[str]
    entered: dict[str, str | None]
    """Units that entered a rival's square this turn, and from where."""
    attacks: frozenset[str]
    """Units that have brought about a battle this round."""
    pending: tuple[str, ...]
    fought: frozenset[str]
    """Squares fought this turn."""
    battle: Fought | None
    clash: dict[str, Fought]
    """The last battle of each unit that lost it and was left standing."""
    returns: tuple[tuple[str, str], ...]
    """Attackers to be sent back, and to where (option)."""
    idle: dict[str, int]
    broken: dict[str, str]
    """What last broke a row of idle turns."""
    doubtful_idle: dict[str, tuple[str, ...]]
    """The hidden places on which a count of idle turns hangs."""
    status: dict[str, str]
    conceded: frozenset[str]
    wrecked: tuple[str, ...]
    """Dinosaurs of the defeated that are to be taken off (option)."""
    counted: bool

    @property
    def data(self) -> Data:
        """The cards and sheets of the match."""
        data: Data = self.match.data
        return data

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the match."""
        return self.match.seats

    @property
    def turn_key(self) -> Any:
        """Another value for each turn; None before the first."""
        return (self.turn, self.to_move) if self.turn and self.stage[0] != "S" else None

    def card(self, unit: str) -> Card:
        """The card of a unit. Raises: Unseen; Undecided, if the catalogue does not have it."""
        told = self.told.get(unit)
        code = told[0] if told is not None else self._cell(unit).face
        found = self.data.cards.get(code)
        if found is None:
            raise Undecided(f"card {code}")
        return found

    def _cell(self, unit: str) -> Cell:
        cell = self.cells.get(unit)
        if cell is None:
            raise Undecided(unit)
        return cell

    def of(self, square: str, seat: str) -> tuple[str, ...]:
        """A seat's dinosaurs in a square."""
        return tuple(u for u in self.squares.get(square, ()) if u[:2] == seat)

    def rivals(self, square: str, seat: str) -> tuple[str, ...]:
        """Other players' dinosaurs in a square."""
        return tuple(u for u in self.squares.get(square, ()) if u[:2] != seat)

    def is_in_play(self, seat: str) -> bool:
        """Neither defeated nor dropped out."""
        return self.status[seat] == "in_play" and all(out.seat != seat for out in self.out)

    @property
    def last_one_wins(self) -> bool:
        """Giving up is defeat; where it is dropping out, the cards decide (DW-14.8)."""
        return bool(self.options.concession == "defeated")

    @property
    def in_play(self) -> tuple[str, ...]:
        """The seats in play (DW-14.7)."""
        return tuple(seat for seat in self.seats if self.is_in_play(seat))

    def is_defeated(self, seat: str) -> bool:
        """Defeated, by idle turns or by giving up."""
        return self.status[seat] == "defeated" or (
            self.status[seat] == "in_play" and any(out.seat == seat for out in self.out)
        )

    def free_home(self, seat: str) -> tuple[str, ...]:
        """The free squares of a seat's territory (DW-8.2, DW-8.6, DW-11.5)."""
        return tuple(q for q in self.map.home.get(seat, ()) if not self.squares.get(q))

    def free(self, seat: str) -> Iterator[str]:
        """A seat's dinosaurs that are not sealed."""
        return (u for u, p in self.pieces.items() if u[:2] == seat and not p.sealed)

    def next_seat(self) -> str | None:
        """Whose turn is next (DW-5.1, DW-14.7)."""
        at = self.order.index(self.to_move) if self.to_move in self.order else -1
        for seat in (*self.order[at + 1 :], *self.order[: at + 1]):
            if self.is_in_play(seat):
                return seat
        return None

    def contested(self) -> tuple[str, ...]:
        """The squares in which dinosaurs of more than one player stand (DW-10.1)."""
        return tuple(
            q
            for q, units in self.squares.items()
            if len(units) > 1 and q not in self.sealed and len({u[:2] for u in units}) > 1
        )

    def roles(self, square: str) -> tuple[str, str]:
        """Attacker and defender of a square's battle (DW-10.3, DW-10.4).

        Who was there first defends; of several others the last to come attacks.
        """
        units = self.squares[square]
        defender = units[0][:2]
        others = [u[:2] for u in units if u[:2] != defender]
        return others[-1], defender

    def occupation(self) -> tuple[str, str] | None:
        """The first unsealed dinosaur alone on a rival's territory, and the square (DW-9.1)."""
        owner = self.map.owner
        for q, units in self.squares.items():
            if units and q in owner and q not in self.sealed and units[0][:2] != owner[q]:
                alone = len({u[:2] for u in units}) == 1
                if alone and (len(units) == 1 or self.options.alone_means == "no_rival"):
                    return units[0], q
        return None

    def count(self, seat: str) -> int:
        """A player's card count (DW-1.5, DW-9.8)."""
        return self.deck[seat] + sum(1 for u in self.pieces if u[:2] == seat)

    def territory_is_taken(self, seat: str) -> bool:
        """All of a seat's territory is sealed."""
        home = self.map.home.get(seat, ())
        return bool(home) and all(q in self.sealed for q in home)

    def conquered(self) -> str | None:
        """With two players, the one who has occupied all the other's territory (DW-1.2)."""
        if len(self.seats) != 2:
            return None
        first, second = self.seats
        for winner, loser in ((first, second), (second, first)):
            if self.territory_is_taken(loser):
                return winner
        return None


def known_codes(s: Dinos, seat: str, before: int | None = None) -> Counter[str]:
    """The cards of a seat that are known, of every unit that is or will be."""
    return Counter(
        code
        for unit, (code, seq) in s.told.items()
        if unit[:2] == seat and (before is None or seq < before)
    )


def stock(s: Dinos, seat: str) -> Stock:
    """What a seat's hidden cards are taken from: its list, else any ten by the rules of decks."""
    listed = s.deck_list.get(seat)
    named = Counter(code for code in listed or () if code is not None)
    unnamed = DECK if listed is None else sum(code is None for code in listed)
    return Stock(named, unnamed, ALIKE, s.data.dinos).without(known_codes(s, seat))


def faces(s: Any, cell: Cell) -> tuple[str, ...]:
    """The cards that a hidden dinosaur could be (the pool), others assumed meanwhile left out."""
    seat = cell.place[:2]
    left = stock(s, seat)
    assumed = [
        c.assumed_face
        for unit, c in s.cells.items()
        if unit[:2] == seat and c is not cell and unit not in s.told and c.assumed_face is not None
    ]
    return (left.without(Counter(assumed)) if assumed else left).faces()


def together(s: Dinos) -> Together:
    """The hidden cards of each seat, and what they are taken from."""
    hands = []
    for seat in s.seats:
        cells = [c for u, c in s.cells.items() if u[:2] == seat and u not in s.told]
        if cells:
            hands.append(Hand(stock(s, seat), tuple(cells)))
    known = {c: s.told[u][0] for u, c in s.cells.items() if u in s.told}
    return Together("DW-2.2", tuple(hands), known)


def hindsight(s: Dinos, later: Dinos) -> Dinos:
    """An earlier position with the cards that a later one knows."""
    new: Dinos = s.copy()
    new.told = later.told
    new.deck_list = {
        seat: of if of is not None else later.deck_list.get(seat)
        for seat, of in s.deck_list.items()
    }
    return new


def assembled(data: Data, sheets: Mapping[str, str], layout: Iterable[tuple[str, str]]) -> Map:
    """The map of a layout; a sheet that is not known has no terrain."""
    return joined(tuple((seat, at, data.sheets.get(sheets.get(seat, ""))) for seat, at in layout))


def opening(match: Match) -> Dinos:
    """The state after match_opened."""
    s = Dinos(match)
    seats = match.seats
    s.stage, s.turn, s.to_move = "S1", 0, seats[0]
    s.order = seats
    s.sheets = {}
    s.layout = ()
    s.map = Map({}, {}, {}, {}, {}, {})
    s.deck_list = {}
    s.deck = dict.fromkeys(seats, DECK)
    s.shuffled = frozenset()
    s.drawn = {}
    s.placed = dict.fromkeys(seats, 0)
    s.pieces, s.squares, s.sealed = {}, {}, frozenset()
    s.sealed_last = ((), 0)
    s.cells, s.told, s.shown = {}, {}, frozenset()
    s.fossils = dict.fromkeys(seats, ())
    s.rolled, s.used, s.acted, s.could_act = None, 0, "", False
    s.abilities_used, s.needed, s.scented, s.braced = (), (), (), frozenset()
    s.entered, s.attacks = {}, frozenset()
    s.pending, s.fought, s.battle, s.clash, s.returns = (), frozenset(), None, {}, ()
    s.idle = dict.fromkeys(seats, 0)
    s.broken, s.doubtful_idle = {}, {}
    s.status = dict.fromkeys(seats, "in_play")
    s.conceded = frozenset()
    s.wrecked, s.counted = (), False
    return s


def quadrants(seats: tuple[str, ...]) -> tuple[str, ...]:
    """The places of the sheets of a match."""
    return QUADRANTS.get(len(seats), ())
