"""Rockman EXE Access under test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product
from typing import Any

from auditor.declare import UNRECORDED
from events import Event
from events.rockman_exe_access import (
    AttackDeclared,
    AttackPhaseEnded,
    BattleResultDeclared,
    BlockDeclared,
    BlockDeclined,
    CardEffectApplied,
    CardsDiscarded,
    CardsDrawn,
    CardsMoved,
    CardsRevealed,
    ColourSlipResolved,
    DamageDealt,
    DeckRecycled,
    DeckShuffled,
    FirstPlayerDecided,
    HandRefilled,
    LaidCard,
    NaviChosen,
    NaviDeleted,
    NaviPluggedIn,
    RevealedCard,
    RouletteSpun,
    SoulUnisonDeclared,
    SoulUnisonDeclined,
    TotalDeclared,
    TurnEnded,
    TurnStarted,
    WinPileReturned,
)
from tests.games.matches import Bodies
from tests.games.proof import Proof, ends_by

SEATS = ("P1", "P2")
NAVIS = {"PR-01": 8, "PR-02": 10, "PR-03": 6, "PR-04": 7, "PR-05": 9}
"""The navis of the practice set, and their life points."""
COLOURS = ("white", "black", "green", "blue", "yellow", "red", "purple")
VALUES = (-3, -2, -1, 0, 1, 2, 3, 4, 5, "emblem")


def made(s: Any, kind: Any, actors: Iterable[str], **fields: Iterable[Any]) -> Iterator[Event]:
    """Every event of a type by some actors, with some values in each field."""
    for actor, *values in product(actors, *fields.values()):
        named = dict(zip(fields, values, strict=True))
        yield kind(seq=s.seq + 1, at=UNRECORDED, actor=actor, **named)


def hand(s: Any, seat: str) -> list[str | None]:
    """The cards of a hand, None for those not seen."""
    known = sorted(s.hand[seat].known)
    return [*known, *[None] * (s.hand_size(seat) - len(known))]


def chosen(cards: list[Any], sizes: Iterable[int]) -> list[tuple[Any, ...]]:
    """Every choice of some cards, alike ones once."""
    return list(dict.fromkeys(c for n in sizes for c in combinations(cards, n)))


def lays(s: Any, seat: str) -> Iterator[tuple[LaidCard, ...]]:
    """Any cards of a hand, one that is not in it, and none; a slot that was used before."""
    first = max(s.slots[seat], default=0) + 1
    for cards in (*chosen(hand(s, seat), range(6)), ("PR-05",)):
        if cards != ("PR-05",) or "PR-05" not in hand(s, seat):
            slots = (f"{seat}-b{first + n}" for n in range(len(cards)))
            yield tuple(LaidCard(slot=x, card=c) for x, c in zip(slots, cards, strict=True))
    yield (LaidCard(slot=f"{other(seat)}-b{first + 7}", card=None),)


def other(seat: str) -> str:
    return "P2" if seat == "P1" else "P1"


def near(number: int) -> range:
    return range(number - 1, number + 2)


def sides(s: Any) -> dict[str, Any]:
    battle = s.battle
    return {seat: battle.cards_of(seat) if battle else () for seat in SEATS}


def of_a_battle(s: Any, seat: str) -> Iterator[Event]:
    """What may be written of the attack that is going on, for one of its sides."""
    cards = sides(s)[seat]
    slots = [c.slot for c in cards]
    shown = tuple(RevealedCard(slot=c.slot, card=c.card) for c in cards)
    yield from made(s, CardsRevealed, SEATS, seat=[seat], cards={shown, shown[1:]})
    whole = [tuple(slots), *((slot,) for slot in slots)]
    lying = [c.slot for c in s.lying(seat)]
    back = tuple(x for x in lying if s.battle and x in s.battle.returned)
    rest = tuple(x for x in lying if x not in back)
    groups = [group for group in dict.fromkeys((*whole, back, rest)) if group]
    places = ("win_pile", "discard", "hand")
    yield from made(s, CardsMoved, ["table"], seat=[seat], slots=groups, to=places)
    below = [{"from": n, "to": 0} for n in range(-3, 1)]
    abilities = ("steady", "swift")
    effect = {"slot": slots, "effect": abilities, "numbers": below}
    yield from made(s, CardEffectApplied, SEATS, seat=[seat], **effect)
    kept = (*COLOURS, *slots)
    away = chosen(slots, range(len(slots) + 1))
    yield from made(s, ColourSlipResolved, SEATS, slipper=[seat], keep=kept, returned=away)
    bp = sum(s.cards[c.card].bp for c in cards if c.card is not None)
    spun = [x.value for x in s.battle.spins_of(seat)] if s.battle else []
    roulette = sum(0 if x == "emblem" else x for x in spun)
    sums = {"bp": near(bp), "roulette": {*near(roulette), 0}}
    for total in made(s, TotalDeclared, ["table"], seat=[seat], **sums, total=range(20)):
        if abs(total.total - max(0, total.bp + total.roulette)) < 2:  # type: ignore[attr-defined]
            yield total


def writable(s: Any) -> Iterator[Event]:
    """Every event that could be written, right or wrong, with names that mean something."""
    causes = ("setup", "replacement", "unison")
    for seat in SEATS:
        lp = s.plugged[seat].lp.low if s.plugged[seat] else 0
        yield from of_a_battle(s, seat)
        yield from made(s, DeckShuffled, SEATS, seat=[seat])
        yield from made(s, NaviChosen, SEATS, seat=[seat], card=[*NAVIS, None])
        for navi, own in NAVIS.items():
            gauge = {"lp": near(own), "eject_set": (True, False), "cause": causes}
            yield from made(s, NaviPluggedIn, SEATS, seat=[seat], card=[navi], **gauge)
            yield from made(s, SoulUnisonDeclared, SEATS, seat=[seat], out=NAVIS, in_=[navi])
            yield from made(s, NaviDeleted, ["table"], seat=[seat], card=[navi])
        yield from made(s, SoulUnisonDeclined, SEATS, seat=[seat])
        spin = {"purpose": ("first_player", "battle"), "face": range(8), "value": VALUES}
        yield from made(s, RouletteSpun, SEATS, seat=[seat], **spin)
        yield from made(s, FirstPlayerDecided, ["table"], seat=[seat])
        for count in range(1, 7):
            yield from made(
                s, CardsDrawn, SEATS, seat=[seat], count=[count], cards=[(None,) * count]
            )
        gone = chosen(hand(s, seat), range(1, 4))
        yield from made(s, CardsDiscarded, SEATS, seat=[seat], cards=gone, cause=("refill",))
        yield from made(s, DeckRecycled, SEATS, seat=[seat], count=range(1, 31))
        yield from made(s, HandRefilled, SEATS, seat=[seat], size=range(8))
        yield from made(s, WinPileReturned, SEATS, seat=[seat], count=range(6))
        hurt = {"cause": ("ep", "ap", "effect"), "amount": range(8), "lp_after": range(lp + 1)}
        yield from made(s, DamageDealt, ["table"], seat=[seat], **hurt)
        laid = list(lays(s, seat))
        yield from made(s, AttackDeclared, [seat], cards=laid)
        yield from made(s, BlockDeclared, [seat], cards=laid)
    yield from made(s, BlockDeclined, SEATS)
    yield from made(s, TurnStarted, SEATS, turn=near(s.turn + 1))
    yield from made(s, BattleResultDeclared, ["table"], winner=(*SEATS, "draw"))
    yield from made(s, AttackPhaseEnded, (*SEATS, "table"), attacks=range(4))
    yield from made(s, TurnEnded, ["table"], next=SEATS)


def battle_won(won: bool) -> Callable[[Bodies], bool]:
    return lambda log: any(
        body["type"] == "battle_result_declared" and (body["winner"] != "draw") is won
        for body in log
    )


PROOF = Proof(
    key="rockman_exe_access",
    start={"options": {}, "catalogue": "rx_practice"},
    outcomes={
        "RX-1.2": ends_by("navis"),
        "RX-1.4": ends_by("no_navi"),
        "RX-1.6": ends_by("no_attack"),
        "RX-1.7": lambda log: log[-1]["type"] == "match_closed",
        "RX-7.5": ends_by("no_attack"),
        "RX-11.1": battle_won(True),
        "RX-11.6": battle_won(False),
    },
    unreached={},
    not_planted={
        "RX-1.1": "broken by match_opened itself",
        "RX-1.6": "a wrong closing for it is cited as RX-7.5",
        "RX-6.3": "more than five cards need an effect, and the practice set has none",
        "RX-10.7": "needs a spin that is not owed, which is illegal itself",
        "RX-16.5": "needs several colours laid, which is illegal itself",
    },
    shown_only=frozenset({"GN-2.3", "RX-4.4", "RX-6.6"}),
    strays=tuple({"actor": seat, "type": "block_declined"} for seat in SEATS),
    writable=writable,
    sample=10,
    blind=150,
)
