"""Decks and piles (VB-1), and what a record can be: copies, ids, cards of the table."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from auditor.declare import Unaudited, rule, which
from auditor.games.votoms_bcg.state import COPIES, DECK_SIZE, Arena
from auditor.hidden import Undecided
from events.votoms_bcg import (
    AdditionalStrengthDrawn,
    ATDeployed,
    CardAttached,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardReturnedToHand,
    CardRevealed,
    CharactersExchanged,
    CombatDeclared,
    DamagePaid,
    DeckRegistered,
    HandDiscarded,
    HandRevealed,
    InitiativeDrawn,
    OpeningHandDrawn,
    OpeningHandExposed,
    OpeningHandToppedUp,
    PayoutTaken,
    ScrapDecided,
    TerrainDeployed,
    TerrainDiscarded,
)


@rule("VB-1.1", on=DeckRegistered, facts=lambda s, e: {"found": e.size, "expected": DECK_SIZE})
def deck_has_forty_cards(s: Arena, e: DeckRegistered) -> bool:
    listed = None if e.cards is None else sum(c.count for c in e.cards)
    return e.size == DECK_SIZE and listed in (None, e.size)


def names_of(s: Arena, e: Any) -> Counter[str]:
    """How many cards of each name a list has."""
    names: Counter[str] = Counter()
    for copies in e.cards or ():
        card = s.data.cards.get(copies.card)
        names[card.name_ja if card else copies.card or ""] += copies.count
    return names


def over_four(s: Arena, e: Any) -> dict[str, Any]:
    """The cards of whose name there are too many."""
    names = names_of(s, e)
    cards = {c.card for c in e.cards or () if c.card in s.data.cards}
    return {"cards": sorted(c for c in cards if names[s.data.cards[c].name_ja] > COPIES)}


@rule("VB-1.2", on=DeckRegistered, facts=over_four)
def four_of_a_name_at_most(s: Arena, e: DeckRegistered) -> bool:
    names = names_of(s, e)
    if names.pop("", 0) or e.cards is None:
        if e.actor in s.proof or any(count > COPIES for count in names.values()):
            return False
        if any(c.count > COPIES for c in e.cards or ()):
            return False
        raise Undecided(f"{e.actor} deck")
    return all(count <= COPIES for count in names.values())


FROM_HAND = (
    ATDeployed,
    CardAttached,
    TerrainDeployed,
    CardPlayed,
    CardDiscarded,
    HandDiscarded,
    DamagePaid,
    CharactersExchanged,
)
FROM_DECK = (OpeningHandDrawn, OpeningHandToppedUp, CardDrawn, InitiativeDrawn)


def from_hand(e: Any) -> tuple[Any, ...]:
    """The cards that an event takes from its actor's hand."""
    match e.type:
        case "hand_discarded":
            return tuple(e.cards)
        case "damage_paid":
            return tuple(e.from_hand)
        case "characters_exchanged":
            return (e.in_,)
        case "card_discarded":
            return (e.card,) if e.from_ == "hand" else ()
    return (e.card,)


def new_faces(s: Arena, e: Any) -> Iterator[tuple[str, list[str]]]:
    """The cards that an event shows for the first time, by their seat."""
    if e.type == "additional_strength_drawn":
        for draw in e.draws:
            if draw.card is not None:
                yield draw.seat, [draw.card]
        return
    if isinstance(e, FROM_DECK):
        cards = e.cards if hasattr(e, "cards") else (e.card,)
        yield e.actor, [c for c in cards if c is not None]
        return
    seat = e.of if e.type == "card_discarded" else e.actor
    if e.type in ("hand_revealed", "opening_hand_exposed"):
        shown = Counter(c for c in e.cards if c is not None)
    else:
        shown = Counter(c for c in from_hand(e) if c is not None)
    new = list((shown - Counter(s.hand[seat].known)).elements()) if seat in s.hand else []
    if e.type == "damage_paid":
        new += [c for c in e.from_deck if c is not None]
    yield seat, new


SHOWING = (*FROM_HAND, *FROM_DECK, AdditionalStrengthDrawn, HandRevealed, OpeningHandExposed)


def shown_too_often(s: Arena, e: Any) -> str | None:
    """The rule that copies break which can't all be there."""
    for seat, new in new_faces(s, e):
        if not new:
            continue
        if any(code not in s.data.cards for code in new):
            return "GN-2.3"
        deck = s.decks.get(seat)
        if deck is not None:
            seen = s.visible(seat) + Counter(new)
            if any(seen[code] > deck.get(code, 0) for code in set(new)):
                return "GN-2.3"
        elif seat not in s.decks and s.too_many(seat, new):
            return "VB-1.2"
    return None


@which("GN-2.3", "VB-1.2", on=SHOWING)
def copies_can_all_be_there(s: Arena, e: Any) -> str | None:
    return shown_too_often(s, e)


@rule(
    "GN-2.3",
    on=(*FROM_HAND, HandRevealed, OpeningHandExposed),
    facts=lambda s, e: {"hand": sorted(s.hand[hand_of(e)].known)},
)
def hand_may_hold_it(s: Arena, e: Any) -> bool:
    seat = hand_of(e)
    if seat not in s.hand:
        return False
    if e.type in ("hand_revealed", "opening_hand_exposed"):
        return len(e.cards) != s.size(seat) or s.holds(seat, e.cards)
    return s.holds(seat, from_hand(e))


def hand_of(e: Any) -> str:
    """Whose hand an event takes from or shows."""
    return str(e.of if e.type == "card_discarded" else e.actor)


NEW_IDS = {
    ATDeployed: ("unit", "a"),
    CardAttached: ("iid", ""),
    TerrainDeployed: ("iid", "t"),
    CardPlayed: ("iid", ""),
    CharactersExchanged: ("in_iid", ""),
    CombatDeclared: ("combat", "c"),
}


def letter_of(e: Any) -> str:
    """The letter of an id that an event gives (the model's section 3)."""
    if e.type == "card_attached":
        return str(e.slot[0])
    if e.type == "card_played":
        return (e.kind or " ")[0]
    if e.type == "characters_exchanged":
        return ""
    return NEW_IDS[type(e)][1]


@rule("GN-2.3", on=tuple(NEW_IDS), facts=lambda s, e: {"id": getattr(e, NEW_IDS[type(e)][0])})
def id_is_a_new_one(s: Arena, e: Any) -> bool:
    id = getattr(e, NEW_IDS[type(e)][0])
    if id is None:
        return True
    if id in s.ids or id in s.ats:
        return False
    prefix = "c" if e.type == "combat_declared" else f"{e.actor}-{letter_of(e)}"
    return str(id).startswith(prefix)


def kind_wanted(e: Any) -> tuple[str, ...]:
    """The kinds that the card of an event may be of."""
    match e.type:
        case "at_deployed":
            return ("at",)
        case "card_attached":
            return (e.slot,)
        case "terrain_deployed":
            return ("terrain",)
    return (e.kind,) if e.kind else ("offkai", "effect", "combat")


@rule(
    "GN-2.3",
    on=(ATDeployed, CardAttached, TerrainDeployed, CardPlayed),
    facts=lambda s, e: {"card": e.card, "kinds": list(kind_wanted(e))},
)
def card_is_of_the_kind_named(s: Arena, e: Any) -> bool:
    if e.card is None or e.card not in s.data.cards:
        return True
    if e.type == "card_played" and e.kind is None:
        kind = s.sure(e.card, "kind")
        return kind is None or kind in kind_wanted(e)
    return bool(s.ask(e.card, "kind") in kind_wanted(e))


@rule("GN-2.3", on=(CardDiscarded, TerrainDiscarded), facts=lambda s, e: {"card": e.card})
def card_is_the_one_of_its_id(s: Arena, e: Any) -> bool:
    if e.iid is None or e.card is None:
        return True
    there = getattr(s.lying(e.iid), "card", None)
    known = None if there is None else s.known(there)
    return known in (None, e.card)


@rule("VB-1.4", on=HandDiscarded)
def cards_are_laid_face_up(s: Arena, e: HandDiscarded) -> bool:
    return e.face == "up"


@which("GN-2.3", "GN-1.9", on=CardRevealed)
def what_is_shown_is_what_was_there(s: Arena, e: CardRevealed) -> str | None:
    found = s.unseen.get(e.of)
    if found is None or not 0 <= e.index < len(found[1]) or e.card is None:
        return "GN-1.9"
    there = found[1][e.index] or s.told.get(f"{e.of}.{e.index}")
    return None if e.card in s.data.cards and there in (None, e.card) else "GN-2.3"


BY_OTHERS = (CardReturnedToHand, PayoutTaken, ScrapDecided)
PERMISSION = (
    "It allows something; using the permission is never a fault.",
    "許可を定めるルールで、それに従うことは違反にならない。",
)
UNAUDITED = Unaudited(
    {
        "VB-4.2": PERMISSION,
        "VB-8.7": PERMISSION,
        "VB-9.1": PERMISSION,
        "VB-10.3": PERMISSION,
        "VB-13.19": PERMISSION,
        "VB-14.7": PERMISSION,
        "VB-15.2": PERMISSION,
        "VB-18.4": PERMISSION,
        "VB-20.2": PERMISSION,
        "VB-20.4": PERMISSION,
        "VB-5.8": (
            "No card's action value and no budget of them is known; unless the match says "
            "otherwise none is asked for, and the practice cards need none.",
            "行動値も、その使える量も知られていない。既定では求めず、練習用のカードは0である。",
        ),
        "VB-20.1": (
            "What was struck out adds nothing; a sum with it is not the sum (VB-13.16).",
            "削除された修正は加わらない。加えた合計はVB-13.16として示す。",
        ),
        "VB-20.13": (
            "It takes back a leave that bears on action values only, which are not audited.",
            "行動値に関する許可を取り消すだけで、行動値は検査しない。",
        ),
    },
    {
        "VB-11.7": ("VB-11.1", "VB-13.11"),
        "VB-15.3": ("VB-15.4",),
    },
)
