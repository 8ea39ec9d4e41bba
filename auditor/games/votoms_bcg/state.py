"""The position of a match of the Battling Card Game, and the terms of its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from auditor.games.votoms_bcg.cards import KINDS, Card, Deck, Unknown
from auditor.hidden import Cell, Undecided
from auditor.state import Match, State
from auditor.zones import Zone

DECK_SIZE = 40
COPIES = 4
"""Of one name in a deck (VB-1.2)."""
HAND_LIMIT = 7
MATCHMAKER = "matchmaker:"
EARLY = ("replenish", "activation", "initiative")
"""Phases before the initiative of the turn is known (VB-3.5)."""
ONCE = ("replenish", "activation", "initiative", "payout")
"""Phases that are nobody's own."""


class Played(Cell):
    """A card that a seat drew or used and nobody has seen: it may be of some kinds only."""

    __slots__ = ("kinds", "owner")

    def __init__(self, place: str, owner: str, kinds: tuple[str, ...] = ()) -> None:
        super().__init__(place)
        self.owner = owner
        self.kinds = kinds


class Asked(Cell):
    """A field of a card of which nothing is known; `place` names the card and the field."""

    __slots__ = ("one_of",)

    def __init__(self, place: str, one_of: tuple[Any, ...]) -> None:
        super().__init__(place)
        self.one_of = one_of


Face = str | Played | None
"""The code of a card; a cell where nobody has seen it, None where a position doesn't name it."""


class Attached(NamedTuple):
    """A pilot or weapon on an AT."""

    iid: str
    card: str
    slot: str


class AT(NamedTuple):
    """An AT on the field; `state` is active, ended or destroyed (VB-5.1)."""

    id: str
    owner: str
    card: str
    state: str = "active"
    attached: tuple[Attached, ...] = ()
    waiting: bool = False
    """It came action-ended, and has not been activated yet (VB-5.5)."""

    @property
    def codes(self) -> list[str]:
        """The AT and what is attached to it."""
        return [self.card, *(a.card for a in self.attached)]


class Lying(NamedTuple):
    """An effect card, a combat card or a terrain on the field."""

    iid: str
    owner: str
    card: Any
    targets: tuple[str, ...] = ()


class Play(NamedTuple):
    """A card as it was used; `outcome` once it has been processed."""

    seq: int
    card: Any
    kind: str | None
    by: str
    iid: str | None
    targets: tuple[str, ...]
    dead: bool = False
    """Discarded before it was processed (VB-7.9)."""
    outcome: str | None = None
    spent: bool = False
    """What it brings has been recorded."""


def places(plays: Iterable[Play]) -> tuple[str, ...]:
    """Where the cards of some plays were used unread."""
    return tuple(play.card.place for play in plays if isinstance(play.card, Cell))


class Right(NamedTuple):
    """The right to use a card in a window (VB-7.1)."""

    seat: str
    passes: int = 0
    """In direct succession."""
    first: str | None = None
    """While nobody has used it: the rule that says whose it is first."""
    last: str | None = None
    """Who used it last."""
    passed: tuple[str, ...] = ()
    """Seats that have passed once in this window."""


class Lost(NamedTuple):
    """Why a combat is to be broken off: the rule, the event, and the combat to be over first."""

    id: str
    cause: int
    after: str | None = None


class Combat(NamedTuple):
    """A combat that is open, or was (VB-13)."""

    id: str
    by: str
    attackers: tuple[str, ...]
    play: int | None
    """The `card_played` of an off-kai attack."""
    card: Any
    target: str
    declared: int
    step: int = 1
    draws: tuple[Any, ...] | None = None
    totals: tuple[int, int] | None = None
    winner: str | None = None
    damage: tuple[str, int] | None = None
    """Whose it is, and how many cards."""
    paid: int | None = None
    """Cards paid; None while nothing has been."""
    taken: str | None = None
    """The AT that took the damage."""
    used: int = 0
    """Cards used in step 4."""
    lost: Lost | None = None
    ended: tuple[str, ...] = ()
    """ATs that it has action-ended."""
    parts: tuple[tuple[str, str], ...] = ()
    """Its ATs and their cards when the totals were fixed."""

    @property
    def against(self) -> str:
        """The seat attacked."""
        return self.target.removeprefix(MATCHMAKER)[:2]

    @property
    def is_offkai(self) -> bool:
        """An off-kai card attacks (VB-9.7)."""
        return not self.attackers

    @property
    def units(self) -> tuple[str, ...]:
        """The ATs that take part."""
        return (*self.attackers, *(() if self.target.startswith(MATCHMAKER) else (self.target,)))

    def side(self, seat: str) -> str:
        """Which side a seat is on."""
        return "attacker" if seat == self.by else "target"

    def seat_of(self, side: str) -> str:
        """Whose side it is."""
        return self.by if side == "attacker" else self.against

    @property
    def tied(self) -> bool:
        """The totals are equal, and nobody has won (VB-13.14)."""
        return self.totals is not None and self.winner is None


class Win(NamedTuple):
    """A combat won this turn: `ats` are the winner's, `card` an off-kai attack's."""

    combat: str
    seat: str
    ats: tuple[tuple[str, str], ...]
    card: Any = None
    claimed: bool = False
    rate: int = 0


class Draw(NamedTuple):
    """A draw for the initiative."""

    round: int
    seat: str
    drawn: int
    card: Any
    value: int


class Opening(NamedTuple):
    """How far a seat has come with its opening hand: drawn, exposed, kept or done."""

    attempt: int
    state: str


class Stalled(NamedTuple):
    """A combat that a card broke off, and that an AT deployed at once takes up again."""

    combat: Combat
    by: str
    play: int | None = None
    """The first card used since."""
    unit: str | None = None
    """The AT it brought, and the event."""
    deployed: int = 0


class Arena(State):
    """A position. Dicts by seat, id or seq."""

    __slots__ = (
        "aside",
        "at",
        "ats",
        "attacks",
        "boon_used",
        "cells",
        "claim",
        "combat_cards",
        "combats",
        "decided",
        "decks",
        "draws",
        "effect",
        "effects",
        "ending",
        "finished",
        "gone",
        "hand",
        "ids",
        "leftover",
        "loose",
        "matchmaker_open",
        "money",
        "opening",
        "order",
        "over",
        "owed_payout",
        "owner",
        "phase",
        "plays",
        "previous_order",
        "proof",
        "queue",
        "rights",
        "scrap",
        "stalled",
        "started_empty",
        "terrains",
        "to_destroy",
        "to_scrap",
        "told",
        "turn",
        "unknown",
        "unread",
        "unseen",
        "wins",
    )

    turn: int
    phase: str
    """The phase that is on, or comes next; `setup` before the first."""
    owner: str | None
    at: str
    """`setup`; `turn` or `before`: turn_started or phase_started comes next; `in` the phase."""
    order: tuple[str, ...]
    """The order in force: the last turn's until the initiative is decided (VB-3.5, VB-7.12)."""
    previous_order: tuple[str, ...]
    decided: bool
    """The initiative of the turn is decided."""
    draws: tuple[Draw, ...]
    rights: tuple[Right, ...]
    """Of the phase, and of each open combat."""
    finished: tuple[str, ...]
    """Seats done with replenishing, or with the payout."""
    ending: bool
    """The combat phase is being closed: combat cards are put away (VB-11.4)."""
    queue: tuple[int, ...]
    """Cards played and not yet processed, in order of play."""
    plays: dict[int, Play]
    """The cards used this turn."""
    effect: tuple[int, int] | None
    """The card whose effect is being carried out, and the last event of that."""
    claim: tuple[str, int] | None
    """A seat that claims to have no card to discard, and the card used (VB-20.17)."""
    leftover: tuple[tuple[str, str, int], ...]
    """Cards of an AT that went back to hand: id, owner, the card used (VB-20.8)."""
    loose: tuple[Lying, ...]
    """Pilots brought in by an exchange that no AT carries yet (VB-20.19)."""
    stalled: Stalled | None
    combats: tuple[Combat, ...]
    """Open combats, the innermost last."""
    over: dict[str, tuple[Combat, str]]
    """Combats of the turn that have `ended` or were `interrupted`."""
    wins: tuple[Win, ...]
    owed_payout: dict[str, int]
    """Cards short of an earlier payout (VB-18.6, where they stay owed)."""
    boon_used: tuple[str, ...]
    matchmaker_open: frozenset[tuple[str, str]]
    attacks: int
    """Combats declared in this combat phase by its owner."""
    started_empty: tuple[str, ...]
    """Seats whose money deck was empty when the payout phase began (VB-19.3)."""
    money: dict[str, int]
    hand: dict[str, Zone]
    scrap: dict[str, tuple[Face, ...]]
    """Bottom to top."""
    aside: dict[str, tuple[str, ...]]
    decks: dict[str, dict[str, int] | None]
    """The registered decks; a list that nobody saw is None."""
    opening: dict[str, Opening]
    ats: dict[str, AT]
    effects: dict[str, Lying]
    combat_cards: dict[str, Lying]
    terrains: dict[str, Lying]
    to_destroy: tuple[str, int] | None
    """An AT that took damage, and the event: it is destroyed next (VB-15.6)."""
    to_scrap: tuple[str, str] | None
    """A destroyed AT on which a decision is due, and who decides (VB-8.6)."""
    ids: frozenset[str]
    """Every id that was given."""
    unread: tuple[Play, ...]
    """Of earlier turns, cards that may lie on the field (`unplaced`)."""
    gone: dict[str, tuple[str, int]]
    """What left the field this turn: how, and by which event."""
    told: dict[str, str]
    """What was shown of single cards nobody had seen, by their place."""
    unseen: dict[int, tuple[str, tuple[Any, ...]]]
    """The seat and the cards of each event whose cards may be shown later."""
    cells: dict[tuple[str, str, tuple[str, ...]], Played]
    """The cells of the match, so that a question asked again meets the same one; never copied."""
    proof: frozenset[str]
    """Seats whose deck has shown more than four of one name (VB-1.2); in hindsight only."""
    unknown: dict[str, Asked]
    """The unknown fields of the cards, by code and field; one for the whole match."""

    # ---------------------------------------------------------------- the table

    @property
    def data(self) -> Deck:
        """The cards of the match."""
        deck: Deck = self.match.data
        return deck

    @property
    def turn_key(self) -> Any:
        """The turn, for the clock."""
        return self.turn if self.at != "setup" else None

    @property
    def goes_first(self) -> str | None:
        """Who holds the initiative of the turn (VB-6.9)."""
        return self.order[0] if self.turn and self.decided else None

    def is_in(self, seat: str) -> bool:
        """The seat is still in the game."""
        return not self.out or all(out.seat != seat for out in self.out)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats still in the game, in the order in force."""
        return tuple(filter(self.is_in, self.order)) if self.out else self.order

    def size(self, seat: str) -> int:
        """Cards in a hand."""
        return self.hand[seat].size

    # ---------------------------------------------------------------- cards and faces

    def face(self, card: Any) -> str:
        """The code of a card. Raises: Unseen."""
        if isinstance(card, Cell):
            code = self.told.get(card.place)
            return card.face if code is None else code
        return str(card)

    def known(self, card: Any) -> str | None:
        """The code of a card; None if nobody has seen it."""
        return self.told.get(card.place) if isinstance(card, Cell) else card

    def card(self, card: Any) -> Card:
        """What is printed on a card. Raises: Unseen; Undecided, if the catalogue lacks it."""
        code = self.face(card)
        found = self.data.cards.get(code)
        if found is None:
            raise Undecided(f"{code}")
        return found

    def ask(self, card: Any, field: str) -> Any:
        """A field of a card. Raises: Unseen, Undecided, naming the card and the field."""
        found = self.card(card)
        value = getattr(found, field)
        if isinstance(value, Unknown):
            place = f"{found.code}.{field}"
            if not value.one_of:
                raise Undecided(place)
            return self.unknown[place].face
        return value

    def sure(self, card: Any, field: str) -> Any:
        """A field of a card if it is known, else None."""
        code = self.known(card)
        found = None if code is None else self.data.cards.get(code)
        value = None if found is None else getattr(found, field)
        return None if isinstance(value, Unknown) else value

    def visible(self, seat: str) -> Counter[str]:
        """The cards of a seat that can be seen now, or are known to be in its hand."""
        seen: Counter[str] = Counter(self.hand[seat].known)
        seen.update(c for c in map(self.known, self.scrap[seat]) if c is not None)
        seen.update(self.aside[seat])
        for at in self.ats.values():
            if at.owner == seat:
                seen.update(at.codes)
        for lying in (self.effects, self.combat_cards, self.terrains):
            seen.update(c for x in lying.values() if x.owner == seat and (c := self.known(x.card)))
        seen.update(str(x.card) for x in self.loose if x.owner == seat)
        for seq in self.queue:
            play = self.plays[seq]
            if play.by == seat and play.iid is None and (code := self.known(play.card)):
                seen[code] += 1
        return seen

    def too_many(self, seat: str, more: Iterable[str] = ()) -> list[str]:
        """The names of which more than four of a seat's cards can be seen at one time."""
        names: Counter[str] = Counter()
        for code, n in (self.visible(seat) + Counter(more)).items():
            found = self.data.cards.get(code)
            names[found.name_ja if found else code] += n
        return sorted(name for name, n in names.items() if n > COPIES)

    def copies(self, seat: str, code: str) -> int:
        """How many of a card a seat's deck may have (VB-1.2)."""
        deck = self.decks.get(seat)
        return COPIES if deck is None else deck.get(code, 0)

    def left(self, seat: str) -> dict[str, int]:
        """How many copies of each card a seat may have where nobody sees them."""
        seen = self.visible(seat)
        return {
            code: n for code in self.data.cards if (n := self.copies(seat, code) - seen[code]) > 0
        }

    def holds(self, seat: str, codes: Iterable[str | None]) -> bool:
        """A hand may hold some cards together; nulls are any."""
        zone, wanted = self.hand[seat], Counter(c for c in codes if c is not None)
        if zone.size < wanted.total():
            return False
        missing = wanted - Counter(zone.known)
        among = None if zone.among is None else Counter(zone.among)
        return missing.total() <= zone.unseen and (among is None or not missing - among)

    # ---------------------------------------------------------------- combats and rights

    @property
    def combat(self) -> Combat | None:
        """The innermost open combat."""
        return self.combats[-1] if self.combats else None

    def open_combat(self, id: str) -> Combat | None:
        """An open combat by its id."""
        return next((c for c in self.combats if c.id == id), None)

    @property
    def is_combat_phase(self) -> bool:
        """Somebody's combat phase is on."""
        return self.phase == "combat" and self.at == "in"

    @property
    def right(self) -> Right | None:
        """The right to use a card in the window that is open; None where no card may be used."""
        if self.window not in RIGHTS:
            return None
        return self.rights[-1] if self.rights else None

    @property
    def in_turn(self) -> tuple[str, ...]:
        """The seats among which the right goes round (VB-7.10)."""
        combat = self.combat
        if combat is not None and self.options.right_scope == "combatants":
            return tuple(seat for seat in self.seats if seat in (combat.by, combat.against))
        return self.seats

    @property
    def all_passed(self) -> bool:
        """All have passed in direct succession (VB-7.4)."""
        right = self.rights[-1]
        if self.options.pass_is_final:
            return set(self.in_turn) <= set(right.passed)
        return right.passes >= len(self.in_turn)

    @property
    def passes_recorded(self) -> bool:
        """Passes are recorded in the window that is open."""
        window = self.window
        return window in RECORDED or self.options.passes_recorded == "everywhere"

    @property
    def window(self) -> str:
        """The key of the window that is open (the model's section 4)."""
        if self.at != "in":
            return self.opening_window if self.at == "setup" else self.at
        if self.combats:
            return combat_window(self, self.combats[-1])
        match self.phase:
            case "replenish":
                return "T1e" if len(self.finished) >= len(self.seats) else "T1"
            case "activation":
                return "T2"
            case "initiative":
                return "T3" if self.decided or not self.draws else "T3k"
            case "deployment":
                return "T4"
            case "combat":
                return "T5e" if self.ending else "T5o"
        return "T6"

    @property
    def opening_window(self) -> str:
        """How far the first seat with an unsettled opening hand has come."""
        for seat in self.match.seats:
            state = self.opening[seat].state if seat in self.opening else "exposed"
            if state != "done" and not (state == "drawn" and self.is_lost(seat, surely=True)):
                return {"exposed": "S1", "drawn": "S2", "kept": "S3"}[state]
        return "S3"

    def is_lost(self, seat: str, surely: bool = False) -> bool:
        """The whole deck was drawn without an AT (VB-2.7). Raises: Undecided, if not `surely`."""
        opening = self.opening.get(seat)
        if opening is None or opening.state != "drawn" or self.money[seat] > 0:
            return False
        if surely:
            zone = self.hand[seat]
            return not zone.unseen and not any(self.sure(c, "kind") == "at" for c in zone.known)
        return not self.hand[seat].any(self.is_at, self.left(seat))

    def is_at(self, code: str) -> bool:
        """The card is an AT, or may be one."""
        kind = getattr(self.data.cards.get(code), "kind", None)
        return "at" in kind.one_of if isinstance(kind, Unknown) else kind == "at"

    # ---------------------------------------------------------------- initiative

    def ranking(self) -> tuple[tuple[str, ...] | None, tuple[tuple[int, str], ...], str]:
        """The order by the draws, or the draws still to come, and the rule of a tie.

        Shape: the order or None; round and seat of each draw that is due; the id.
        """
        drawn = {(d.round, d.seat): d for d in self.draws}
        due: list[tuple[int, str]] = []
        ids = ["VB-6.1"]

        def placed(group: list[str], round: int) -> list[str]:
            missing = [seat for seat in group if (round, seat) not in drawn]
            if missing:
                due.extend((round, seat) for seat in missing)
                return group
            found: list[str] = []
            values = {seat: drawn[round, seat].value for seat in group}
            for value in sorted(set(values.values()), reverse=True):
                tied = [seat for seat in group if values[seat] == value]
                if len(tied) > 1:
                    tied = self._untied(tied, round, drawn, ids, placed)
                found += tied
            return found

        order = placed(list(self.seats), 1)
        return (None if due else tuple(order)), tuple(due), ids[-1]

    def _untied(self, tied: list[str], round: int, drawn: Any, ids: list[str], placed: Any) -> Any:
        if len(self.seats) == 2 and self.options.two_player_tie == "previous_order":
            ids.append("VB-6.7")
            return tied
        if all(not drawn[round, seat].drawn for seat in tied):
            ids.append("VB-6.8")
            return tied  # in the order in force, that of the last turn
        ids.append("VB-6.7" if len(self.seats) == 2 else "VB-6.6")
        return placed(tied, round + 1)

    # ---------------------------------------------------------------- the field

    def own_ats(self, seat: str) -> Iterator[AT]:
        """The ATs of a seat on the field."""
        return (at for at in self.ats.values() if at.owner == seat)

    def is_open(self, seat: str, other: str) -> bool:
        """An opponent has no undestroyed AT on the field (VB-14.1)."""
        return seat != other and all(at.state == "destroyed" for at in self.own_ats(other))

    def unplaced(self, *seats: str) -> list[Play]:
        """Cards used by some seats that may lie on the field, unread and without an id.

        What is unread and of no recorded kind may be an off-kai card, which never lies there.
        """
        return [
            play
            for play in (*self.unread, *self.plays.values())
            if play.by in seats
            and isinstance(play.card, Cell)
            and (play.kind, play.iid) == (None, None)
            and self.sure(play.card, "kind") != "offkai"
        ]

    def may_lie(self, iid: str | None, seat: str) -> bool:
        """One of them may lie on the field under an id that is new."""
        return iid is not None and iid not in self.ids and bool(self.unplaced(seat))

    def lying(self, iid: str) -> Any:
        """What lies on the field under an id: an AT, a card on one, another card; or None."""
        for there in (self.ats, self.effects, self.combat_cards, self.terrains):
            if iid in there:
                return there[iid]
        for at in self.ats.values():
            for attached in at.attached:
                if attached.iid == iid:
                    return attached
        return next((x for x in self.loose if x.iid == iid), None)


RIGHTS = frozenset({"T1", "T2", "T3", "T4", "T5o", "C2", "C4", "T6"})
"""Windows in which cards are used in turn."""
RECORDED = frozenset({"T5o", "C2", "C4"})
"""Windows whose passes are always recorded."""


def combat_window(s: Arena, combat: Combat) -> str:
    """The window of a combat that is open."""
    if combat.step < 5 and not combat.tied:
        return f"C{combat.step}"
    if s.to_destroy is not None or s.to_scrap is not None:
        return "C5s"
    return "C5e" if is_dealt_with(s, combat) else "C5"


def is_dealt_with(s: Arena, combat: Combat) -> bool:
    """The damage has been dealt with, or there is nothing to pay with (VB-15.3)."""
    if combat.tied or combat.paid is not None or combat.taken is not None:
        return True
    if combat.damage is None:
        return False
    seat, amount = combat.damage
    return not amount or not (s.size(seat) + s.money[seat])


def opening(match: Match) -> Arena:
    """The state after match_opened."""
    s = Arena(match)
    seats = match.seats
    first = match.options["first_turn_order"]
    order = tuple(first) if isinstance(first, list) and set(first) == set(seats) else seats
    s.turn, s.phase, s.owner, s.at = 1, "setup", None, "setup"
    s.order = s.previous_order = order
    s.decided, s.ending = False, False
    s.draws, s.rights, s.finished, s.queue = (), (), (), ()
    s.plays, s.over, s.gone, s.told, s.unseen = {}, {}, {}, {}, {}
    s.unread = ()
    s.effect = s.claim = s.stalled = s.to_destroy = s.to_scrap = None
    s.leftover, s.loose, s.combats, s.wins, s.boon_used = (), (), (), (), ()
    s.owed_payout = {}
    s.matchmaker_open, s.attacks, s.started_empty = frozenset(), 0, ()
    s.money = dict.fromkeys(seats, DECK_SIZE)
    s.hand = {seat: Zone(f"{seat} hand") for seat in seats}
    s.scrap = dict.fromkeys(seats, ())
    s.aside = dict.fromkeys(seats, ())
    s.decks, s.opening = {}, {}
    s.ats, s.effects, s.combat_cards, s.terrains = {}, {}, {}, {}
    s.ids = s.proof = frozenset()
    s.cells = {}
    s.unknown = {
        place: Asked(place, value.one_of)
        for card in match.data.cards.values()
        for field in Card.__slots__
        if isinstance(value := getattr(card, field), Unknown)
        for place in (f"{card.code}.{field}",)
    }
    return s


def faces(s: Arena, cell: Cell) -> Iterable[Any]:
    """Every face a cell could have, combat and effect cards first.

    A card that is used comes from the hand: it may be one that is known to be there.
    """
    if isinstance(cell, Asked):
        return cell.one_of
    assert isinstance(cell, Played)
    held = s.hand[cell.owner].known if cell.kinds else ()
    left = (*s.left(cell.owner), *held)
    kinds = cell.kinds or KINDS
    may: list[str] = []
    for kind in kinds:
        may += [c for c in left if _may_be(s, c, kind) and c not in may]
    return may


def _may_be(s: Arena, code: str, kind: str) -> bool:
    found = s.data.cards[code].kind
    return kind in found.one_of if isinstance(found, Unknown) else found == kind


def hindsight(old: Arena, later: Arena) -> Arena:
    """An earlier state with what a later one shows of its hidden cards."""
    new = old.copy()
    new.told = later.told
    new.decks = {
        seat: later.decks.get(seat) if deck is None else deck for seat, deck in old.decks.items()
    }
    hands = {}
    for seat, zone in old.hand.items():
        after = later.hand[seat]
        hands[seat] = zone.in_hindsight(after) if after is not zone else zone
    new.hand = hands
    new.proof = frozenset(seat for seat in later.hand if later.too_many(seat))
    return new  # type: ignore[no-any-return]
