"""The position of a match of Rockman EXE Access, and the terms of its rules."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from auditor.games.rockman_exe_access.cards import NAVI, SOUL, CardSet
from auditor.hidden import Undecided
from auditor.state import Match, State

SEATS = ("P1", "P2")
DECK_SIZE, PILE_SIZE, HAND_LIMIT, COPIES = 30, 3, 5, 3
"""RX-2.1, RX-3.1, RX-6.4, RX-2.2."""
MOST_DIGITS = 15
"""Of the number in a slot."""

Codes = tuple[str, ...]
Cards = tuple[str | None, ...]


@lru_cache(maxsize=4096)
def slot_number(seat: str, slot: str) -> int | None:
    """The number of a slot of a seat; None if it is none of its slots."""
    number = slot.removeprefix(f"{seat}-b")
    if number == slot or not (number.isascii() and number.isdigit()):
        return None
    return int(number) if len(number) <= MOST_DIGITS else None


class Range(NamedTuple):
    """A number that unread cards may leave open."""

    low: int
    high: int
    places: frozenset[str] = frozenset()
    """The cards it hangs on."""

    def agrees(self, claim: int) -> bool:
        """Whether the number is the one claimed. Raises: Undecided."""
        if not self.low <= claim <= self.high:
            return False
        if self.low < self.high:
            raise Undecided(*self.places)
        return True


class Navi(NamedTuple):
    """The navi in a device and its gauge, as the auditor reckons it."""

    card: str
    lp: Range

    def after(self, damage: Range) -> Navi:
        """After damage; what goes beyond 0 is lost (RX-13.1, RX-13.3)."""
        low, high = max(0, self.lp.low - damage.high), max(0, self.lp.high - damage.low)
        places = self.lp.places | damage.places if low < high else frozenset()
        return Navi(self.card, Range(low, high, places))


class Laid(NamedTuple):
    """A card on the table: a slot, and its face if anyone has seen it."""

    slot: str | None
    """None for a card that went from the hand straight to the discard pile."""
    card: str | None
    up: bool = True


class Spin(NamedTuple):
    """A spin of a battle, and the navi it was read on."""

    face: int | None
    value: Any
    navi: str | None


class Unison(NamedTuple):
    """An emblem open to a seat."""

    seat: str
    sure: bool
    """A Soul Unison card is surely left, and the spin was surely owed."""
    places: frozenset[str] = frozenset()
    """What it hangs on if not."""
    owed: bool = True
    """The spin was surely owed (RX-10.7)."""
    in_: str | None = None
    """The card declared, until it is in the device."""


class Battle(NamedTuple):
    """The last attack of the turn."""

    attacker: str
    attack: tuple[Laid, ...] = ()
    block: tuple[Laid, ...] = ()
    blocked: bool | None = None
    revealed: frozenset[str] = frozenset()
    settled: tuple[tuple[str, str], ...] = ()
    """Whose slip was settled, and what was kept."""
    returned: Codes = ()
    """Slots sent back to the hand."""
    gone: Codes = ()
    """Slots whose cards have left the field."""
    spins: tuple[tuple[str, Spin], ...] = ()
    unison: Unison | None = None
    declined: bool = False
    """The last emblem was."""
    united: frozenset[str] = frozenset()
    totals: tuple[tuple[str, int], ...] = ()
    """As claimed."""
    winners: frozenset[str] | None = None
    """After the result: who may have won by the cards, `draw` among them."""
    applied: tuple[tuple[str, int], ...] = ()
    """The effects recorded of `steady`: the slot, and the number that became 0."""
    damaged: tuple[tuple[str, str], ...] = ()
    """The seats that took damage, and its cause."""
    presumed: bool = False
    """That it was not blocked nobody recorded."""
    missing: frozenset[str] = frozenset()
    """Seats whose attack or block was not recorded: their cards are those they show."""
    unknown: frozenset[str] = frozenset()
    """Seats whose battle cards had left the field before the position was declared."""

    def cards_of(self, seat: str) -> tuple[Laid, ...]:
        """The battle cards a seat laid, also those that have left the field."""
        return self.attack if seat == self.attacker else self.block

    def spins_of(self, seat: str) -> tuple[Spin, ...]:
        """The spins a seat has made, in order."""
        return tuple(spin for owner, spin in self.spins if owner == seat)

    def sides(self) -> tuple[str, ...]:
        """The seats with battle cards, the attacker first."""
        return (self.attacker, other(self.attacker)) if self.blocked else (self.attacker,)


def other(seat: str) -> str:
    """The other seat."""
    return "P2" if seat == "P1" else "P1"


class Hand(NamedTuple):
    """A hand: the cards known in it, and how many nobody has seen."""

    known: Codes = ()
    unseen: int = 0

    @property
    def size(self) -> int:
        """Cards laid unseen and not turned up yet are among them."""
        return len(self.known) + self.unseen


class Told(NamedTuple):
    """What later events tell of earlier ones."""

    faces: tuple[tuple[str, str], ...] = ()
    """Slots, and the cards they turned out to be."""
    navis: tuple[tuple[str, Codes], ...] = ()
    copies: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = ()


class Access(State):
    """A position. Dicts by seat."""

    __slots__ = (
        "attacks",
        "battle",
        "beaten",
        "cards",
        "chosen",
        "copies",
        "deck",
        "deck_known",
        "deck_list",
        "discard",
        "doubted",
        "first",
        "hand",
        "loose",
        "navis",
        "next_seat",
        "over",
        "phase_ended",
        "pile",
        "plugged",
        "refill",
        "refilled",
        "registered",
        "reused",
        "shuffled",
        "slots",
        "stage",
        "told",
        "turn",
        "turn_seat",
        "united",
        "used",
        "win_pile",
    )

    cards: CardSet
    stage: str
    """`set_up`, `T0`, `R`, `A0`, `battle`, `E` (the end of the turn) or `G`."""
    turn: int
    turn_seat: str
    next_seat: str
    attacks: int
    beaten: tuple[str, ...]
    """The seats whose navi was deleted this turn."""
    phase_ended: bool
    """The end of the attacks has been recorded, or gone by without."""
    united: frozenset[str]
    """The seats that performed Soul Unison this turn."""
    battle: Battle | None
    registered: frozenset[tuple[str, str]]
    """`deck` and `pile`, with the seat."""
    shuffled: frozenset[str]
    chosen: dict[str, str | None]
    """The navi each seat has chosen, None where it was not seen."""
    first: dict[str, int]
    """The values spun for the first turn."""
    hand: dict[str, Hand]
    deck: dict[str, int]
    deck_list: dict[str, Codes | None]
    """As registered, if all of it was seen."""
    deck_known: dict[str, Codes]
    """Copies seen before that are surely in the deck."""
    loose: dict[str, Codes]
    """Copies seen before that lie unseen in the hand or the deck, or left the hand unseen."""
    copies: dict[str, tuple[tuple[str, int], ...]]
    """The copies told apart: their codes, and the events that first showed them."""
    win_pile: dict[str, tuple[Laid, ...]]
    discard: dict[str, tuple[Laid, ...]]
    slots: dict[str, frozenset[int]]
    """The numbers given to slots."""
    plugged: dict[str, Navi | None]
    over: dict[str, Range]
    """What the damage on the last navi of a seat went beyond 0."""
    doubted: frozenset[str]
    """Seats that may have plugged in a navi out of no pile: theirs may hold more than is left."""
    pile: dict[str, Cards]
    """The navis of a seat not yet used."""
    used: dict[str, Codes]
    navis: dict[str, Codes]
    """The navis each seat has plugged in, in order."""
    refill: dict[str, tuple[int, int, int]]
    """Cards held when the refill began, drawn and discarded in it."""
    refilled: frozenset[str]
    reused: frozenset[str]
    """Slots named again for another card: they tell nothing of the first."""
    told: Told

    @property
    def turn_key(self) -> Any:
        """The turn, for the clock."""
        return (self.turn, self.turn_seat) if self.turn else None

    def hand_size(self, seat: str) -> int:
        """The cards in a hand; those laid are out of it."""
        pending = sum(c.card is None and not c.up for c in self.lying(seat))
        return self.hand[seat].size - pending

    def lying(self, seat: str) -> tuple[Laid, ...]:
        """The battle cards of a seat on the field."""
        battle = self.battle
        if battle is None:
            return ()
        cards = battle.cards_of(seat)
        return tuple(c for c in cards if c.slot not in battle.gone) if battle.gone else cards

    def is_normal(self, code: str) -> bool:
        """The card is a navi of the normal type."""
        return code in self.cards and self.cards[code].kind == NAVI

    def is_soul(self, code: str) -> bool:
        """The card is a Soul Unison card."""
        return code in self.cards and self.cards[code].kind == SOUL

    def is_unused(self, seat: str, code: str) -> bool:
        """The card is one of the unused navis of a seat (RX-3.6). Raises: Undecided."""
        pile = self.pile[seat]
        if code in pile:
            return True
        if None in pile and code not in self.used[seat]:
            return True
        if None in pile or seat in self.doubted:  # a second copy may be there (RX-3.5)
            raise Undecided(f"{seat}-pile")
        return False

    def has_normal(self, seat: str) -> bool:
        """A normal navi of a seat is unused. Raises: Undecided."""
        pile = self.pile[seat]
        if any(code is not None and self.is_normal(code) for code in pile):
            return True
        if None in pile or seat in self.doubted:
            raise Undecided(f"{seat}-pile")
        return False

    def copies_of(self, seat: str, name: str) -> list[int]:
        """The events that showed the copies of a name told apart so far (section 6.4)."""
        return [seq for code, seq in self.copies[seat] if self.name(code) == name]

    def name(self, code: str) -> str:
        """The name that counts for RX-2.2."""
        return self.cards[code].name if code in self.cards else code

    def next_turn(self) -> str:
        """Who takes the next turn (RX-15.3, RX-5.1, RX-14.10)."""
        seats = set(self.beaten)
        if self.options.unison_sets_next_turn:
            seats |= self.united
        return seats.pop() if len(seats) == 1 else other(self.turn_seat)

    def draws_due(self, seat: str) -> int:
        """The cards a seat still has to draw in the refill, were there enough (RX-6.2)."""
        return max(0, HAND_LIMIT - self.hand_size(seat))

    def may_recycle(self, seat: str) -> bool:
        """The deck is empty with a draw owed, and the discards become the deck (RX-2.9)."""
        return (
            self.options.deck_out == "recycle"
            and self.deck[seat] == 0
            and self.draws_due(seat) > 0
            and bool(self.discard[seat])
        )

    def may_unite(self, seat: str) -> tuple[bool | None, frozenset[str]]:
        """A Soul Unison card of a seat is unused: yes, no, or None with the place."""
        pile = self.pile[seat]
        if any(code is not None and self.is_soul(code) for code in pile):
            return True, frozenset()
        if None in pile or seat in self.doubted:
            return None, frozenset({f"{seat}-pile"})
        return False, frozenset()


def less(cards: Iterable[Any], card: Any) -> tuple[Any, ...]:
    """The cards without one copy of a card."""
    left = list(cards)
    if card in left:
        left.remove(card)
    return tuple(left)


def opening(match: Match) -> Access:
    """The state after match_opened."""
    s = Access(match)
    s.cards = match.data
    s.stage = "set_up"
    s.turn = 0
    s.turn_seat = s.next_seat = "P1"
    s.attacks = 0
    s.beaten = ()
    s.phase_ended = False
    s.united = frozenset()
    s.battle = None
    s.registered = frozenset()
    s.shuffled = frozenset()
    s.chosen = {}
    s.first = {}
    s.hand = dict.fromkeys(SEATS, Hand())
    s.deck = dict.fromkeys(SEATS, DECK_SIZE)
    s.deck_list = dict.fromkeys(SEATS)
    s.deck_known = dict.fromkeys(SEATS, ())
    s.loose = dict.fromkeys(SEATS, ())
    s.copies = dict.fromkeys(SEATS, ())
    s.win_pile = dict.fromkeys(SEATS, ())
    s.discard = dict.fromkeys(SEATS, ())
    s.slots = dict.fromkeys(SEATS, frozenset())
    s.plugged = dict.fromkeys(SEATS)
    s.over = dict.fromkeys(SEATS, Range(0, 0))
    s.pile = dict.fromkeys(SEATS, (None,) * PILE_SIZE)
    s.used = dict.fromkeys(SEATS, ())
    s.navis = dict.fromkeys(SEATS, ())
    s.refill = dict.fromkeys(SEATS, (0, 0, 0))
    s.refilled = frozenset()
    s.reused = frozenset()
    s.doubted = frozenset()
    s.told = Told()
    return s


def hindsight(s: Access, later: Access) -> Access:
    """An earlier position with what a later one shows of its hidden cards."""
    new: Access = s.copy()
    faces = dict(s.told.faces)
    for seat in SEATS:
        faces |= _faces(later, seat)
    new.told = Told(tuple(faces.items()), tuple(later.navis.items()), tuple(later.copies.items()))
    return new


def _faces(s: Access, seat: str) -> dict[str, str]:
    """The slots of a seat, and the cards that lay in them, as far as anyone has seen."""
    laid = (*s.lying(seat), *s.win_pile[seat], *s.discard[seat])
    seen = [(c.slot, c.card) for c in laid if c.slot not in s.reused]
    return {slot: card for slot, card in seen if slot is not None and card is not None}


def tells(later: Access, place: str) -> bool:
    """The position may show what lies at a hidden place: a slot, a deck, a pile, a first navi."""
    seat, _, what = place.partition("-")
    if seat not in SEATS:
        return False
    if what in ("deck", "pile", "navi"):
        return bool(later.copies[seat]) if what == "deck" else bool(later.navis[seat])
    return place in _faces(later, seat)
