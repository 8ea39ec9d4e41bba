"""Opening hands (VB-2), and the position a record may begin with (GN-1.7)."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from auditor.declare import End, outcome, rule, which
from auditor.games.votoms_bcg.state import (
    DECK_SIZE,
    HAND_LIMIT,
    MATCHMAKER,
    Arena,
)
from auditor.hidden import Undecided
from events.shared import MatchClosed
from events.votoms_bcg import (
    OpeningHandDrawn,
    OpeningHandExposed,
    OpeningHandKept,
    OpeningHandToppedUp,
    PositionDeclared,
    SetAsideReturned,
)


def hand_size(s: Arena, e: Any) -> int:
    """How many cards an opening hand has (VB-2.1, VB-2.8)."""
    return min(HAND_LIMIT, s.money[e.actor])


@which(
    "VB-2.1",
    "VB-2.8",
    on=OpeningHandDrawn,
    facts=lambda s, e: {"found": e.count, "expected": hand_size(s, e)},
)
def opening_hand_has_its_size(s: Arena, e: OpeningHandDrawn) -> str | None:
    if e.count == len(e.cards) == hand_size(s, e):
        return None
    return "VB-2.1" if s.money[e.actor] >= HAND_LIMIT else "VB-2.8"


@rule(
    "VB-2.2",
    on=OpeningHandExposed,
    facts=lambda s, e: {"found": len(e.cards), "expected": s.size(e.actor)},
)
def whole_hand_is_shown(s: Arena, e: OpeningHandExposed) -> bool:
    return len(e.cards) == s.size(e.actor)


@rule("VB-2.4", on=OpeningHandExposed)
def hand_shown_has_no_at(s: Arena, e: OpeningHandExposed) -> bool:
    return all(s.sure(card, "kind") != "at" for card in e.cards)


@rule("VB-2.5", on=OpeningHandKept)
def hand_kept_has_an_at(s: Arena, e: OpeningHandKept) -> bool:
    if not s.options.mulligan_compulsory:
        return True
    return s.hand[e.actor].any(s.is_at, s.left(e.actor))


@rule(
    "VB-2.6",
    on=SetAsideReturned,
    facts=lambda s, e: {"found": e.count, "expected": len(s.aside[e.actor])},
)
def all_go_back_and_are_shuffled(s: Arena, e: SetAsideReturned) -> bool:
    return e.shuffled and e.count == len(s.aside[e.actor])


@rule(
    "VB-2.9",
    on=OpeningHandToppedUp,
    facts=lambda s, e: {"found": e.count, "expected": HAND_LIMIT - s.size(e.actor)},
)
def hand_is_filled_to_seven(s: Arena, e: OpeningHandToppedUp) -> bool:
    return e.count == len(e.cards) == HAND_LIMIT - s.size(e.actor)


@outcome("VB-2.7", on=(OpeningHandDrawn, OpeningHandExposed, OpeningHandKept, MatchClosed))
def deck_is_drawn_out_without_an_at(s: Arena, e: Any) -> End | None:
    if s.at != "setup":
        return None
    states = {seat: s.opening.get(seat) for seat in s.match.seats if s.is_in(seat)}
    lost = [seat for seat in states if _is_lost(s, seat)]
    open_ = [
        seat for seat, o in states.items() if seat not in lost and (o is None or o.state != "done")
    ]
    left = [seat for seat in states if seat not in lost]
    if not lost or open_ or len(left) > 1:
        return None
    if left:
        return End(left[0], "no_at", e.seq, "VB-2.7")
    if s.options.no_at_both == "rematch" and len(states) == 2:
        return None
    return End(None, "no_at", e.seq, "VB-2.7")


def _is_lost(s: Arena, seat: str) -> bool:
    try:
        return s.is_lost(seat)
    except Undecided as open_:
        raise Undecided(*open_.places, rule="VB-2.7") from None


# -------------------------------------------------------------------- a declared position


@which("GN-1.7", "VB-1.1", "VB-1.2", on=PositionDeclared)
def position_is_possible(s: Arena, e: PositionDeclared) -> str | None:
    if s.seq != 1 or set(e.seats) != set(s.match.seats):
        return "GN-1.7"
    if any(_cards(has) != DECK_SIZE or has.money_deck < 0 for has in e.seats.values()):
        return "VB-1.1"
    if any(_over_four(s, has) for has in e.seats.values()):
        return "VB-1.2"
    problems = (_orders, _ids, _targets, _decks, _codes)
    return "GN-1.7" if any(found(s, e) for found in problems) else None


def codes_of(has: Any) -> Iterator[str | None]:
    """The cards of a seat that a position places, nulls where it does not name them."""
    yield from has.hand
    yield from has.scrap_deck
    yield from has.aside
    for at in has.ats:
        yield at.card
        yield from (a.card for a in at.attached)
    for there in (has.effects, has.combat_cards, has.terrains):
        yield from (x.card for x in there)


def _cards(has: Any) -> int:
    return int(has.money_deck + sum(1 for _ in codes_of(has)))


def _over_four(s: Arena, has: Any) -> bool:
    names: Counter[str] = Counter()
    for code in codes_of(has):
        card = None if code is None else s.data.cards.get(code)
        names[card.name_ja if card else ""] += 1
    names.pop("", None)
    return any(n > 4 for n in names.values())


def _orders(s: Arena, e: PositionDeclared) -> bool:
    orders = [order for order in (e.order, e.previous_order) if order is not None]
    return any(sorted(order) != sorted(s.match.seats) for order in orders)


def ids_of(seat: str, has: Any) -> Iterator[tuple[str, str]]:
    """The ids of a seat, each with what it must begin with."""
    for at in has.ats:
        yield at.unit, f"{seat}-a"
        for a in at.attached:
            yield a.iid, f"{seat}-{a.slot[0]}"
    for letter, there in zip("ect", (has.effects, has.combat_cards, has.terrains), strict=True):
        for x in there:
            yield x.iid, f"{seat}-{letter}"


def _ids(s: Arena, e: PositionDeclared) -> bool:
    found = [pair for seat, has in e.seats.items() for pair in ids_of(seat, has)]
    ids = [id for id, _ in found] + [combat.id for combat in e.combats]
    return len(set(ids)) != len(ids) or any(not id.startswith(start) for id, start in found)


def _targets(s: Arena, e: PositionDeclared) -> bool:
    units = {at.unit for has in e.seats.values() for at in has.ats}
    there = {id for seat, has in e.seats.items() for id, _ in ids_of(seat, has)}
    for has in e.seats.values():
        for card in (*has.effects, *has.combat_cards):
            if any(t not in there and t not in s.match.seats for t in card.targets):
                return True
    for combat in e.combats:
        if any(id not in units for id in combat.attackers):
            return True
        seat = combat.target.removeprefix(MATCHMAKER)
        if combat.target not in units and seat not in s.match.seats:
            return True
    return False


def _decks(s: Arena, e: PositionDeclared) -> bool:
    for has in e.seats.values():
        if has.deck is None or any(c.card is None for c in has.deck):
            continue
        listed: Counter[str] = Counter({c.card: c.count for c in has.deck if c.card is not None})
        if Counter(code for code in codes_of(has) if code is not None) - listed:
            return True
    return False


def _codes(s: Arena, e: PositionDeclared) -> bool:
    codes = {code for has in e.seats.values() for code in codes_of(has) if code is not None}
    return not codes <= set(s.data.cards)
