"""Soukou Musume TCG under test."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import Any

from auditor.declare import UNRECORDED
from auditor.games.soukou_musume.acts import new_id
from events import Event
from events.soukou_musume import (
    CardsDrawn,
    CardSet,
    CommandUsed,
    DamageDealt,
    DeckRegistered,
    DeckShuffled,
    DrawFailed,
    EnergyDiscarded,
    ExtraCardDrawn,
    HandDiscarded,
    HpRecovered,
    JudgementBegan,
    JudgementEnded,
    JudgementRevealed,
    MainUnitChosen,
    OpeningHandDrawn,
    PhaseBegan,
    PlayersGreeted,
    SetDiscarded,
    SkillUsed,
    StateChanged,
    TurnBegan,
    TurnEnded,
    UnitCharged,
    UnitDeployed,
    UnitRetreated,
    UnitsSwapped,
    UnitWrecked,
)
from tests.games.matches import Bodies
from tests.games.proof import Proof, ends_by

SEATS = ("P1", "P2")


def subsets(pieces: Iterable[Any], most: int = 2) -> list[tuple[Any, ...]]:
    """Some of the pieces, in their order."""
    pieces = tuple(pieces)
    return [some for n in range(1, most + 1) for some in combinations(pieces, n)]


def writable(s: Any) -> Iterator[Event]:
    """Every event that could be written, right or wrong, with names that mean something.

    What no rule looks at (a place for display, the cause of a wreck) is as the listing has it.
    """
    units = (*s.units, "P1-u9")
    pieces = {p.id: p.card for u in s.units.values() for p in (*u.energy, *u.sets)}
    hands = {seat: (*dict.fromkeys(s.hand[seat].known), "PX-21") for seat in SEATS}
    text = s.text or s.last_text
    causes = {None, 1, *((text.cause,) if text else ()), *(cause for _, cause in s.draws)}
    states = ("normal", "minor", "medium")

    def every(
        kind: type[Event], /, table: bool = False, **fields: Iterable[Any]
    ) -> Iterator[Event]:
        made: Any = kind
        actors = ("table",) if table else SEATS
        for actor, *values in product(actors, *fields.values()):
            named = dict(zip(fields, values, strict=True))
            yield made(seq=s.seq + 1, at=UNRECORDED, actor=actor, **named)

    if s.phase == "setup":
        if not s.greeted:
            yield from every(PlayersGreeted, table=True)
        yield from every(DeckRegistered, player=SEATS, size=(50, 51), list=(None,))
    reasons = ("setup", "redraw", "effect")
    yield from every(DeckShuffled, player=SEATS, reason=reasons, cause=causes)
    drawn = [(None,) * n for n in range(7)]
    yield from every(OpeningHandDrawn, player=SEATS, cards=drawn)
    yield from every(ExtraCardDrawn, player=SEATS, for_redraw=(1, 5), card=(None,))
    yield from every(TurnBegan, turn=range(s.turn, s.turn + 3), player=SEATS)
    yield from every(PhaseBegan, phase=("draw", "main", "attack", "end"))
    yield from every(TurnEnded, turn=range(s.turn, s.turn + 2))
    draws: dict[str, Any] = {"player": SEATS, "reason": DRAWS, "cause": causes}
    yield from every(CardsDrawn, cards=drawn[:3], **draws)
    yield from every(DrawFailed, owed=range(3), drawn=range(2), **draws)
    for seat, hand in hands.items():
        own: dict[str, Any] = {"player": (seat,), "card": hand}
        new = {letter: (new_id(s, seat, letter), *list(pieces)[:1]) for letter in "ues"}
        basis = ("normal", "effect")
        charged: dict[str, Any] = {"basis": basis, "energy": new["e"], "cause": causes}
        yield from every(UnitCharged, unit=units, **charged, **own)
        where: dict[str, Any] = {"from_": ("hand", "deck"), "slot": (None,), "cause": causes}
        yield from every(UnitDeployed, unit=(*new["u"], *units), **where, **own)
        choices = ({}, *({"target": id} for id in units))
        yield from every(CommandUsed, kind=KINDS, choices=choices, **own)
        cards = (*hand, *((text.card,) if text else ()))
        yield from every(
            CardSet, player=(seat,), card=set(cards), unit=units, set=new["s"], cause=causes
        )
        yield from every(
            HandDiscarded, player=(seat,), cards=subsets(hand), as_energy=((),), cause=causes
        )
    paid = ((), *subsets(pieces))
    yield from every(UnitRetreated, player=SEATS, unit=units, energy=paid)
    for seat, cause in [(x, s.choosing.get(x)) for x in SEATS]:
        fields: dict[str, Any] = {"player": (seat,), "unit": units}
        retreat = (None if s.retreat is None else s.retreat.cause,)
        yield from every(MainUnitChosen, reason=("wreck",), cause=(cause,), **fields)
        yield from every(MainUnitChosen, reason=("retreat",), cause=retreat, **fields)
    yield from every(UnitsSwapped, player=SEATS, out=units, in_=units, cause=causes)
    skills = [k for u in s.units.values() for k in s.book.card(u.card).skills or {}]
    yield from every(SkillUsed, player=SEATS, unit=units, skill=skills, choices=({},))
    amounts = range(-100, 900, 100)
    yield from every(DamageDealt, cause=causes, target=units, amount=amounts, steps=(None,))
    for id, unit in s.units.items():
        there = [(), tuple(p.id for p in (*unit.energy, *unit.sets))]
        hit = (s.last.get(f"hit {id}"),)
        yield from every(UnitWrecked, table=True, unit=(id,), discarded=set(there), cause=hit)
    ended = (*causes, *((s.recovery.ended,) if s.recovery else ()))
    yield from every(
        StateChanged, table=True, unit=units, from_=states, to=states, cause=set(ended)
    )
    yield from every(HpRecovered, table=True, unit=units, amount=amounts, cause=causes)
    for kind, name in ((EnergyDiscarded, "energy"), (SetDiscarded, "sets")):
        taken: dict[str, Any] = {name: subsets(pieces), "cause": causes}
        yield from every(kind, player=SEATS, unit=units, **taken)
    yield from every(JudgementBegan, player=SEATS, unit=(None, *units), cause=causes)
    results, bottom = ("won", "lost", "tie"), (True, False)
    shown: tuple[dict[str, None], ...] = ({}, {"P1": None}, {"P1": None, "P2": None})
    yield from every(
        JudgementRevealed,
        table=True,
        round=range(1, 4),
        cards=shown,
        result=results,
        to_bottom=bottom,
    )
    yield from every(JudgementEnded, table=True, result=results[:2], rounds=range(4))


DRAWS = ("draw_phase", "charge", "effect")
KINDS = ("strategy", "tactic", "uniform")


def failed(reason: str) -> Any:
    """The match was lost by a draw that failed."""
    return lambda log: any(e["type"] == "draw_failed" and e["reason"] == reason for e in log)


def third_tie(log: Bodies) -> bool:
    return any(
        e["type"] == "judgement_revealed" and e["round"] == 3 and e["result"] == "tie" for e in log
    )


PROOF = Proof(
    key="soukou_musume",
    start={"options": {}, "catalogue": "harbour_drill"},
    outcomes={
        "SM-5.2": failed("draw_phase"),
        "SM-7.5": failed("charge"),
        "SM-17.7": third_tie,
        "SM-19.1": ends_by("wiped_out"),
        "SM-19.3": failed("effect"),
    },
    unreached={},
    not_planted={
        "SM-2.4": "the practice sets have fewer than 50 commands",
    },
    shown_only=frozenset({"SM-2.3", "SM-7.3", "SM-9.1"}),
    strays=tuple({"actor": seat, "type": "phase_began", "phase": "end"} for seat in SEATS),
    writable=writable,
    sample=8,
    blind=50,
    least=0.8,
)
