"""The position of a match of Soukou Musume TCG, and the terms of its rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from auditor.effects import Text
from auditor.games.soukou_musume.cards import BEATS, Book, Card
from auditor.hidden import Cell, Undecided, Unseen
from auditor.state import Match, State
from auditor.zones import Zone
from events.cards import one_spelling
from events.shared import Player

SEATS = ("P1", "P2")
DECK_SIZE = 50
HAND_SIZE = 5
MOST_COPIES = 4
TIES = 3
"""The tie that ends a judgement (SM-17.7)."""
PHASES = ("draw", "main", "attack", "end")
WEIGHT = {"normal": 0, "minor": 1, "medium": 2, "wrecked": 3}
"""How heavy a state is (SM-15.1)."""

Shown = str | Cell
"""A card: its code, or a cell where nobody has shown it."""
ID = re.compile(r"(P[12])-([ues])\d{1,15}", re.ASCII)
T = TypeVar("T")


@lru_cache(maxsize=4096)
def owner_of(id: str) -> str | None:
    """The seat that an instance id names; None if it is no instance id."""
    found = ID.fullmatch(id)
    return found[1] if found else None


@lru_cache(maxsize=4096)
def is_id(id: str, seat: str, letter: str) -> bool:
    """An instance id of a seat, of a unit (u), an energy card (e) or a set card (s)."""
    found = ID.fullmatch(id)
    return found is not None and found[1] == seat and found[2] == letter


class Piece(NamedTuple):
    """A card attached to a unit, as energy or set."""

    id: str
    card: Shown


class Unit(NamedTuple):
    """A unit on the battlefield."""

    id: str
    owner: str
    card: Shown
    state: str = "normal"
    damage: int = 0
    energy: tuple[Piece, ...] = ()
    sets: tuple[Piece, ...] = ()
    entered: int = 0
    last_set: int | None = None
    set_now: int = 0
    """Cards set in the turn of `last_set`."""
    slot: int | None = None
    face_up: bool = True
    unsure: tuple[str, ...] = ()
    """What its damage hangs on, where that is not known."""

    @property
    def hurt(self) -> int:
        """The damage on it. Raises: Undecided."""
        if self.unsure:
            raise Undecided(*self.unsure)
        return self.damage

    @property
    def is_wrecked(self) -> bool:
        """It is a wreck (SM-15.1)."""
        return self.state == "wrecked"


class Deck(NamedTuple):
    """A deck: how many cards, and those known to lie at its bottom, from the very bottom up."""

    size: int
    bottom: tuple[Shown, ...] = ()

    @property
    def top(self) -> Shown | None:
        """The top card, where it is one that came to the bottom before."""
        return self.bottom[-1] if self.bottom and len(self.bottom) == self.size else None

    def drawn(self) -> Deck:
        """Without its top card."""
        full = len(self.bottom) == self.size
        return Deck(self.size - 1, self.bottom[:-1] if full else self.bottom)

    def under(self, card: Shown) -> Deck:
        """With a card put under it."""
        return Deck(self.size + 1, (card, *self.bottom))


class Effect(NamedTuple):
    """An effect that lasts, on a unit or on a seat.

    `text`: whatever a text nobody has read may have begun; `source` is that text.
    """

    effect: str
    on: str
    amount: int | None
    source: Any
    skill: str | None
    first: int
    last: int


class Round(NamedTuple):
    """A round of a judgement: the card of each seat, None of a seat that had none to reveal.

    Without cards, one played before the record began: it is taken as it was claimed.
    """

    cards: tuple[()] | tuple[Shown | None, Shown | None]
    claimed: str


class Judgement(NamedTuple):
    """A judgement, being made or made."""

    player: str
    unit: str | None
    cause: int | None
    rounds: tuple[Round, ...] = ()
    ended: int | None = None
    claimed: str = ""
    """The result as it was recorded, once it has ended."""


class Retreat(NamedTuple):
    """A retreat whose exchange is still to be made, or whose unit has still to recover."""

    player: str
    unit: str
    cause: int
    exchanged: bool
    recovers: bool


class Down(NamedTuple):
    """A unit without HP that is still to be wrecked."""

    unit: str
    sure: bool
    rule: str


class SetUp(NamedTuple):
    """How far a seat is with its set-up."""

    shuffled: bool = False
    drawn: bool = False
    placed: bool = False
    redraws: int = 0
    reshuffle: int | None = None
    """The redraw for which the deck has still to be shuffled."""


class Told(NamedTuple):
    """The cards of an event, with their seats, and the events before it."""

    seq: int
    cards: tuple[tuple[str, str | None], ...]
    before: Told | None


class Soukou(State):
    """A position. Dicts by seat or by unit."""

    __slots__ = (
        "began",
        "book",
        "cells",
        "charged",
        "choosing",
        "deck",
        "discard",
        "down",
        "drawn",
        "draws",
        "effects",
        "ex_used",
        "extras",
        "field_main",
        "first",
        "greeted",
        "hand",
        "judged_for",
        "judging",
        "last",
        "last_text",
        "lists",
        "log",
        "main",
        "over9",
        "phase",
        "player",
        "recovery",
        "redraws",
        "registered",
        "retreat",
        "retreated",
        "revealed",
        "seen",
        "set_up",
        "skill_used",
        "strategy_used",
        "struck",
        "text",
        "told",
        "turn",
        "unit_seen",
        "units",
        "used",
    )

    book: Book
    cells: dict[str, Cell]
    """The cells of the match by their places: a cache, shared by all positions."""
    told: dict[str, str]
    """The code of each cell that was shown since, by its place."""
    log: Told | None
    """The cards of the last event that had any."""
    turn: int
    player: str
    first: str | None
    phase: str
    """`setup`, `start` (a turn is to begin), `begun`, `draw`, `main`, `attack`, `end`."""
    began: int
    """The event that began the turn."""
    drawn: bool
    charged: bool
    retreated: bool
    strategy_used: bool
    skill_used: bool
    ex_used: frozenset[str]
    judged_for: tuple[str, ...]
    """The units still to be judged in this end phase (SM-18.2)."""
    hand: dict[str, Zone]
    deck: dict[str, Deck]
    discard: dict[str, tuple[Shown, ...]]
    units: dict[str, Unit]
    main: dict[str, str | None]
    """The main unit of each seat."""
    used: frozenset[str]
    """Every instance id given so far."""
    text: Text | None
    last_text: Text | None
    draws: tuple[tuple[str, int | None], ...]
    """Draws owed for charges: the seat and the charge."""
    judging: Judgement | None
    recovery: Judgement | None
    """A judgement of the end phase whose unit has still to change its state, or may have to."""
    retreat: Retreat | None
    down: tuple[Down, ...]
    choosing: dict[str, int | None]
    """The seats that have still to replace a wrecked main unit, with the wreck's event."""
    struck: tuple[tuple[str, str, int, bool], ...]
    """Changes of state by amounts of damage, where there are thresholds: unit, state, event, and
    whether it is sure."""
    effects: tuple[Effect, ...]
    last: dict[str, int]
    """The last event of some types, to say what a wrong one went by."""
    set_up: dict[str, SetUp]
    greeted: bool
    redraws: tuple[tuple[int, str, bool], ...]
    """Each redraw: the event, its seat, whether the extra card for it was drawn."""
    extras: dict[str, int]
    """Extra cards drawn by each seat (SM-3.8)."""
    revealed: bool
    """The main units are face up."""
    registered: frozenset[str]
    lists: dict[str, Mapping[str, int] | None]
    """The copies in each deck; None where its list is not known."""
    unit_seen: frozenset[str]
    """Seats of whose deck a unit was seen (SM-2.4)."""
    over9: frozenset[str]
    """Seats of whose deck too many copies were seen (SM-2.3)."""
    seen: dict[tuple[str, str], tuple[int, ...]]
    """The last events that showed a card of a seat."""
    field_main: frozenset[str]
    """Units that were exchanged by a retreat this turn."""

    @property
    def turn_key(self) -> Any:
        """The turn, for the clock."""
        return (self.turn, self.player) if self.turn else None

    def enemy(self, seat: str) -> str:
        """The other seat."""
        return "P2" if seat == "P1" else "P1"

    def cell(self, seat: str, seq: int, index: int) -> Cell:
        """The cell of a card that an event does not show; `index` counts from 1."""
        place = f"{seat}-card-{seq}.{index}"
        found = self.cells.get(place)
        if found is None:
            found = self.cells[place] = Cell(place)
        return found

    def shown(self, card: str | None, seat: str, seq: int, index: int = 1) -> Shown:
        """A card of an event: its code, or the cell of it."""
        return card if card is not None else self.cell(seat, seq, index)

    def code(self, card: Shown) -> str:
        """The code of a card. Raises: Unseen."""
        if isinstance(card, str):
            return card
        told = self.told.get(card.place)
        return told if told is not None else card.face

    def code_if_seen(self, card: Shown | None) -> str | None:
        """The code of a card; None where nobody has shown it."""
        return card if card is None or isinstance(card, str) else self.told.get(card.place)

    def card(self, card: Shown) -> Card:
        """What the catalogue knows of a card. Raises: Unseen."""
        return self.book.card(self.code(card))

    def unit(self, id: str | None) -> Unit | None:
        """A unit on the battlefield."""
        return self.units.get(id) if id is not None else None

    def main_unit(self, seat: str) -> Unit | None:
        """The unit on the main field of a seat (SM-1.11)."""
        return self.unit(self.main.get(seat))

    def own(self, seat: str) -> Iterator[Unit]:
        """The units of a seat, wrecks among them."""
        return (u for u in self.units.values() if u.owner == seat)

    def reserve(self, seat: str) -> list[Unit]:
        """The reserve units of a seat, wrecks among them (SM-16.8)."""
        main = self.main[seat]
        return [u for u in self.units.values() if u.owner == seat and u.id != main]

    def sound_reserve(self, seat: str) -> list[Unit]:
        """The reserve units of a seat that are not wrecked."""
        return [u for u in self.reserve(seat) if not u.is_wrecked]

    def is_main(self, unit: Unit) -> bool:
        """It stands on the main field."""
        return self.main[unit.owner] == unit.id

    def has_place(self, seat: str) -> bool:
        """A place of the reserve is free, as far as a number is declared (SM-8.3, SM-8.5)."""
        slots = self.options.reserve_slots
        if slots is None:
            return True
        wrecks = self.options.wreck_occupies_slot
        return bool(sum(wrecks or not u.is_wrecked for u in self.reserve(seat)) < slots)

    def entered_now(self, unit: Unit) -> bool:
        """It counts as having entered the battlefield this turn (SM-8.6)."""
        if unit.entered == 0:
            return bool(self.turn == 1 and self.options.setup_units_count_as_entered)
        return unit.entered == self.turn

    def may_be_set_on(self, unit: Unit) -> bool:
        """Fewer cards were set on it this turn than may be (SM-10.4)."""
        most = self.options.set_per_unit_per_turn
        now = unit.set_now if unit.last_set == self.turn else 0
        return most is None or now < most

    def is_named_like(self, unit: Unit, card: Shown) -> bool:
        """A card may be set on a unit by their names (SM-10.8). Raises: Unseen, Undecided."""
        if self.options.uniform_target == "own_any":
            return True
        one, other = self.card(card), self.card(unit.card)
        if one.name is None or other.name is None:
            raise (one if one.name is None else other).gap("name")
        return one.name == other.name

    def in_force(self, effect: Effect) -> bool:
        """An effect holds now (SM-20.8)."""
        if not effect.first <= self.turn <= effect.last:
            return False
        ends_early = self.options.turn_effect_bounds == "until_end_phase"
        return not (ends_early and self.phase == "end" and self.turn == effect.last)

    def round_result(self, played: Round, player: str) -> str:
        """How a round of a judgement ends for the one who makes it. Raises: Unseen, Undecided."""
        if not played.cards:
            return played.claimed
        mine, theirs = played.cards if player == "P1" else played.cards[::-1]
        if mine is None or theirs is None:
            if self.options.judgement_empty_deck == "tie":
                return "tie"
            return "lost" if mine is None else "won"
        one = self.card(mine).fact("attribute")
        other = self.card(theirs).fact("attribute")
        if "none" in (one, other):
            if one == other or self.options.judgement_no_attribute == "tie":
                return "tie"
            return "lost" if one == "none" else "won"
        if one == other:
            return "tie"
        return "won" if BEATS[one] == other else "lost"

    def result(self, judgement: Judgement) -> str:
        """`won`, `lost`, or `none` after a third tie without result. Raises: Unseen, Undecided."""
        for played in judgement.rounds:
            result = self.round_result(played, judgement.player)
            if result != "tie":
                return result
        if len(judgement.rounds) < TIES:
            return judgement.claimed
        return "lost" if self.options.third_tie == "judging_player_loses" else "none"

    def is_won(self, judgement: Judgement) -> bool:
        """It was won. Raises: Unseen, Undecided."""
        return self.result(judgement) == "won"

    def is_open(self, judgement: Judgement) -> bool:
        """Another round is to be played (SM-17.6). Raises: Unseen, Undecided."""
        if len(judgement.rounds) >= TIES:
            return False
        return all(self.round_result(r, judgement.player) == "tie" for r in judgement.rounds)

    def located(self, seat: str) -> Iterator[str]:
        """The cards of a seat whose place is known, one by one."""
        found: list[Shown] = [*self.hand[seat].known, *self.discard[seat], *self.deck[seat].bottom]
        for u in self.units.values():
            if u.owner == seat:
                found.append(u.card)
            found += [p.card for p in (*u.energy, *u.sets) if owner_of(p.id) == seat]
        if self.text is not None and self.text.seat == seat and _is_held(self.text):
            found.append(self.text.card)
        for card in found:
            if (code := self.code_if_seen(card)) is not None:
                yield code

    def faces(self, seat: str) -> Iterable[str]:
        """The codes that an unseen card of a seat may have."""
        return self.lists.get(seat) or self.book.cards


def _is_held(text: Text) -> bool:
    """A uniform on its way from the hand to a unit."""
    return not text.is_skill and any(part.verb == "set" for part in text.parts)


def known(ask: Callable[..., T], *given: Any) -> T | None:
    """An answer; None where it hangs on what nobody has shown, or the catalogue lacks."""
    try:
        return ask(*given)
    except (Unseen, Undecided):
        return None


def is_unit(s: Soukou, code: str) -> bool:
    """A card is a unit. Raises: Undecided."""
    return s.book.card(code).is_unit


def faces(s: Soukou, cell: Cell) -> Iterable[str]:
    """The cards that an unseen one could be (the pool)."""
    return s.faces(cell.place[:2])


def counted(s: Soukou, codes: Iterable[str]) -> Counter[Any]:
    """Cards by name and kind; those of which it is not known, by their code."""
    kinds = s.options.copy_kind
    return Counter(known(s.book.card(code).copies_as, kinds) or code for code in codes)


def deck_of(player: Player) -> Mapping[str, int] | None:
    """The deck list that match_opened gives for a seat; None where it is not one, or not known."""
    cards = (player.deck or {}).get("cards")
    found: dict[str, int] = {}
    for entry in cards if isinstance(cards, list) else ():
        code, count = (
            (entry.get(k) for k in ("code", "count")) if isinstance(entry, dict) else (0, 0)
        )
        if not isinstance(code, str) or type(count) is not int:
            return None
        found[one_spelling(code)] = found.get(one_spelling(code), 0) + count
    return found or None


def opening(match: Match) -> Soukou:
    """The state after match_opened: every card is in its deck."""
    s = Soukou(match)
    s.book = match.data
    s.cells, s.told, s.log = {}, {}, None
    s.turn, s.player, s.first, s.phase, s.began = 0, "P1", None, "setup", 0
    s.drawn = s.charged = s.retreated = s.strategy_used = s.skill_used = False
    s.ex_used, s.judged_for = frozenset(), ()
    s.hand = {seat: Zone(f"{seat}-hand") for seat in SEATS}
    s.deck = dict.fromkeys(SEATS, Deck(DECK_SIZE))
    s.discard = dict.fromkeys(SEATS, ())
    s.units, s.main, s.used = {}, dict.fromkeys(SEATS), frozenset()
    s.text = s.last_text = s.judging = s.recovery = s.retreat = None
    s.draws, s.down, s.choosing, s.effects, s.last = (), (), {}, (), {}
    s.set_up = dict.fromkeys(SEATS, SetUp())
    s.greeted, s.redraws, s.extras = False, (), dict.fromkeys(SEATS, 0)
    s.revealed, s.registered, s.lists = False, frozenset(), dict.fromkeys(SEATS)
    s.unit_seen = s.over9 = s.field_main = frozenset()
    s.seen = {}
    s.struck = ()
    for player in match.players:
        if player.seat in SEATS:
            s.lists = {**s.lists, player.seat: deck_of(player)}
    return s


def hindsight(s: Soukou, later: Soukou) -> Soukou:
    """An earlier position with what a later one shows of its hidden cards."""
    new: Soukou = s.copy()
    new.told = later.told
    new.hand = {seat: zone.in_hindsight(later.hand[seat]) for seat, zone in s.hand.items()}
    new.lists = {
        seat: later.lists[seat] if known_ is None else known_ for seat, known_ in s.lists.items()
    }
    new.unit_seen, new.over9 = s.unit_seen | later.unit_seen, s.over9 | later.over9
    return new
