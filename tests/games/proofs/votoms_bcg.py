"""The Battling Card Game under test."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product
from random import Random
from typing import Any

from auditor.declare import UNRECORDED
from events import Event
from events.votoms_bcg import (
    AdditionalStrengthDraw,
    AdditionalStrengthDrawn,
    ATActionEnded,
    ATActivated,
    ATDestroyed,
    CombatDeclared,
    CombatEnded,
    CombatInterrupted,
    CombatStepStarted,
    DamageDetermined,
    DamagePaid,
    DamageTakenByAT,
    HandDiscarded,
    InitiativeDrawn,
    PayoutClaimed,
    PayoutTaken,
    PhaseEnded,
    PhaseStarted,
    PriorityPassed,
    ReplenishFinished,
    ScrapDecided,
    TotalsDetermined,
    TurnStarted,
)
from tests.games.matches import Bodies, renumbered
from tests.games.proof import Proof, ends_by

PHASES = ("replenish", "activation", "initiative", "deployment", "combat", "payout")


def revealed_later(log: Bodies, rng: Random) -> Bodies:
    """The log with some cards that were drawn or used named again later."""
    order: list[tuple[float, dict[str, Any]]] = [(n, body) for n, body in enumerate(log)]
    for n, body in enumerate(log):
        if body["type"] in ("card_drawn", "card_played") and body["card"] and rng.random() < 0.2:
            after = rng.randrange(n, len(log))
            shown = {"at": log[after]["at"], "actor": body["actor"], "type": "card_revealed"}
            shown |= {"of": body["seq"], "index": 0, "card": body["card"]}
            order.append((after + rng.uniform(0.1, 0.9), shown))
    return renumbered(body for _, body in sorted(order, key=lambda one: one[0]))


def subsets(values: Iterable[Any], most: int) -> Iterator[tuple[Any, ...]]:
    values = tuple(values)
    for size in range(most + 1):
        yield from dict.fromkeys(combinations(values, size))


def writable(s: Any) -> Iterator[Event]:
    """Every event that could be written, right or wrong, with names that mean something.

    Of cards in hand it knows none: the positions it is for have empty hands but for damage.
    """
    seats = s.match.seats
    units = (*s.ats, "P1-a99")
    named = [id for id in s.ids if id[0] == "c"]
    combats = (*named, f"c{1 + max((int(id[1:]) for id in named), default=0)}")
    causes = tuple(range(1, s.seq + 1))
    codes = tuple(dict.fromkeys(code for seat in seats for code in s.left(seat)))

    def every(kind: Any, actors: Iterable[str], **fields: Iterable[Any]) -> Iterator[Event]:
        for actor, *values in product(actors, *fields.values()):
            body = dict(zip(fields, values, strict=True))
            yield kind(seq=s.seq + 1, at=UNRECORDED, actor=actor, **body)

    table = ("table",)
    owners = (None, *seats)
    turns = (s.turn, s.turn + 1)
    yield from every(PriorityPassed, seats)
    yield from every(ReplenishFinished, seats)
    yield from every(TurnStarted, table, turn=turns)
    for kind in (PhaseStarted, PhaseEnded):
        yield from every(kind, table, turn=turns, phase=PHASES, owner=owners)
    yield from every(
        ATActivated, seats, unit=units, before=("ended", "destroyed"), cause=(None, *causes[-2:])
    )
    draws = [(1, code, n) for code in codes for n in range(5)] + [(0, None, n) for n in range(3)]
    for drawn, card, value in draws:
        lot = {"drawn": (drawn,), "card": (card,), "value": (value,)}
        yield from every(InitiativeDrawn, seats, round=(1, 2), **lot)
    hands = [h for seat in seats for h in subsets(sorted(s.hand[seat].known), 2)]
    for reason, face in product(("hand_limit",), ("up", "down")):
        yield from every(
            HandDiscarded, seats, cards=dict.fromkeys(hands), reason=(reason,), face=(face,)
        )
    targets = (*units, *(f"matchmaker:{seat}" for seat in seats))
    attackers = tuple(subsets(s.ats, 2))
    yield from every(
        CombatDeclared,
        seats,
        combat=combats,
        attackers=attackers,
        attacker_card=(None,),
        target=targets,
    )
    yield from every(CombatStepStarted, table, combat=combats, step=(2, 3, 4, 5))
    yield from every(CombatEnded, table, combat=combats)
    yield from every(CombatInterrupted, table, combat=combats, cause=causes)
    one = [
        AdditionalStrengthDraw(seat=seat, drawn=d, card=c, value=v)
        for seat in seats
        for d, c, v in draws
    ]
    if s.combats and s.combats[-1].step == 3:
        both = [(), *((x,) for x in one), *product(one, one)]
        yield from every(AdditionalStrengthDrawn, table, combat=combats[:1], draws=both)
    numbers = range(13)
    winners = (None, "attacker", "target")
    yield from every(
        TotalsDetermined, table, combat=combats, attacker=numbers, target=numbers, winner=winners
    )
    yield from every(DamageDetermined, table, combat=combats, to=seats, amount=numbers)
    yield from every(DamageTakenByAT, seats, combat=combats, unit=units)
    yield from every(ATDestroyed, table, unit=units, cause=causes)
    yield from every(ATActionEnded, table, unit=units, cause=causes)
    yield from _payments(s, every, combats, hands, codes)
    for unit in s.ats:
        orders = [(), *permutations(s.ats[unit].codes)]
        yield from every(
            ScrapDecided, seats, unit=(unit,), scrapped=(True, False), order=dict.fromkeys(orders)
        )
    yield from every(PayoutClaimed, seats, combat=combats, unit=(*units, ""), rate=range(10))
    for seat in seats:
        piles = [tuple(reversed(s.scrap[seat][-n:])) if n else () for n in range(7)]
        piles += [pile[::-1] for pile in piles]
        for pile in dict.fromkeys(piles):
            if None not in pile:
                body = {"cards": (pile,), "face": ("up", "down"), "shuffled": (True, False)}
                yield from every(PayoutTaken, (seat,), count=range(7), **body)


def _payments(s: Any, every: Any, combats: Any, hands: Any, codes: Any) -> Iterator[Event]:
    for hand in dict.fromkeys(hands):
        for deck in [d for n in range(3) for d in product(codes, repeat=n)]:
            orders = dict.fromkeys(permutations((*hand, *deck)))
            paid = {"from_hand": (hand,), "from_deck": (deck,), "order": orders}
            yield from every(DamagePaid, s.match.seats, combat=combats, **paid)


def players(log: Bodies) -> int:
    return len(log[0]["players"])


SIXTH = (
    "needs a seat without an AT in its first thirty-five cards of forty, of which twelve are ATs"
)
OTHER_DECK = "needs a card that is not in the practice deck, the only deck that is simulated"
BY_OPTION = (
    "is a wrong event only under an option, and needs a play that random matches rarely show"
)
BY_CARD = "needs a card effect at one certain moment, which random matches rarely show"
SHOWN_BY_CASES = "is shown by the cases of the rule; no fault is written for it yet"

PROOF = Proof(
    key="votoms_bcg",
    start={"options": {}, "catalogue": "night_at_the_works"},
    outcomes={
        "VB-19.1": lambda log: ends_by("deck_out")(log) and players(log) == 2,
        "VB-19.6": lambda log: ends_by("deck_out")(log) and players(log) > 2,
    },
    unreached={
        "VB-2.7": "needs a seat that draws its whole deck without one of its twelve ATs",
        "VB-19.4": "both decks run out in one turn in about one match of a hundred",
    },
    not_planted={
        **dict.fromkeys(("VB-2.7", "VB-2.8", "VB-2.9", "VB-2.10"), SIXTH),
        **dict.fromkeys(("VB-6.6", "VB-13.10", "VB-13.12"), SHOWN_BY_CASES),
        **dict.fromkeys(("VB-6.11", "VB-13.17", "VB-16.7", "VB-16.8", "VB-19.7"), BY_OPTION),
        **dict.fromkeys(("VB-7.8", "VB-8.2", "VB-8.4"), BY_CARD),
        **dict.fromkeys(
            (
                "VB-20.5",
                "VB-20.6",
                "VB-20.7",
                "VB-20.8",
                "VB-20.9",
                "VB-20.10",
                "VB-20.11",
                "VB-20.12",
                "VB-20.14",
                "VB-20.15",
                "VB-20.16",
                "VB-20.18",
                "VB-20.19",
                "VB-20.20",
                "VB-20.21",
                "VB-20.22",
            ),
            OTHER_DECK,
        ),
    },
    shown_only=frozenset({"GN-2.3", "VB-1.2", "VB-6.1"}),
    strays=({"actor": "P1", "type": "priority_passed"},),
    writable=writable,
    sample=2,
    matches=500,
    blind=10,
    least=0.85,
    wanted=1,
    short=300,
    late=frozenset({"VB-6.8", "VB-7.9", "VB-12.3", "VB-19.3", "VB-19.4", "VB-19.6"}),
    revealed_later=revealed_later,
)
