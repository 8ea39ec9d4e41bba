"""Wrong events of battles and of a turn's end (DW-10 to DW-14)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from auditor.game import Fault
from auditor.games.dino_world.faults.table import event, free_home, standing
from auditor.games.dino_world.state import Dinos, Fought
from events import Event
from events.dino_world import (
    AttackRolled,
    BattleEnded,
    BattleOpened,
    CardsCounted,
    PlayerDefeated,
    PlayerDroppedOut,
    RetreatDeclared,
    TurnEnded,
)


def opened(s: Dinos) -> Iterator[BattleOpened]:
    """The battles that may be opened, told by who came first."""
    for q in s.pending if s.stage == "T4" and not s.duties else ():
        there = s.squares[q]
        if len({u[:2] for u in there}) != 2:
            continue
        defender = there[0][:2]
        attacker = next(u[:2] for u in there if u[:2] != defender)
        sides = {
            "attackers": tuple(u for u in there if u[:2] == attacker),
            "defenders": tuple(u for u in there if u[:2] == defender),
        }
        fields = {"square": q, "attacker": attacker, "defender": defender, **sides}
        yield event(BattleOpened, s, s.to_move, **fields)  # type: ignore[misc]


def elsewhere(s: Dinos) -> Iterator[Event]:
    """DW-10.1: a battle where nobody stands."""
    for e in opened(s):
        empty = next(q for q in s.map.charge if not standing(s, q) and q not in s.fought)
        yield replace(e, square=empty)


def one_left_out(s: Dinos) -> Iterator[Event]:
    """DW-10.2: the battle is opened without its defenders."""
    yield from (replace(e, defenders=()) for e in opened(s))


def by_another(s: Dinos) -> Iterator[Event]:
    """DW-10.7: another seat chooses the battle."""
    for e in opened(s):
        yield from (replace(e, actor=seat) for seat in s.seats if seat != s.to_move)  # type: ignore[arg-type]


def unfought(s: Dinos) -> Iterator[Event]:
    """DW-10.8: the turn ends with a battle pending."""
    if any(True for _ in opened(s)):
        yield event(TurnEnded, s, "table")


def attacker_retreats(s: Dinos) -> Iterator[Event]:
    """DW-11.1."""
    b = s.battle
    if s.stage == "B1" and b is not None and b.retreat is None:
        for to in free_home(s, b.attacker):
            yield event(RetreatDeclared, s, b.attacker, unit=b.attackers[0], to=to)


def cannot_retreat(s: Dinos) -> Iterator[Event]:
    """DW-11.2."""
    for unit, b in choosers(s, able=False):
        yield from (event(RetreatDeclared, s, b.defender, unit=unit, to=q) for q in squares(s, b))


def choosers(s: Dinos, able: bool) -> Iterator[tuple[str, Fought]]:
    """Defenders whose card can, or can't, retreat, while nobody has chosen."""
    b = s.battle
    if s.stage == "B1" and b is not None and b.retreat is None and squares(s, b):
        for unit in b.defenders:
            plays = unit in s.told and s.status[b.defender] == "in_play"
            if plays and (s.told[unit][0] in ("PD-02", "PD-11")) == able:
                yield unit, b


def squares(s: Dinos, b: Fought) -> list[str]:
    """The defender's free squares."""
    return free_home(s, b.defender)


def retreats_elsewhere(s: Dinos) -> Iterator[Event]:
    """DW-11.5."""
    for unit, b in choosers(s, able=True):
        for to in ("c4", "d5"):
            if to != b.square:
                yield event(RetreatDeclared, s, b.defender, unit=unit, to=to)


def too_early(s: Dinos) -> Iterator[Event]:
    """DW-12.1: the defender rolls first."""
    b = s.battle
    if s.stage == "B2" and b is not None and not b.rolls and len(b.defenders) == 1:
        fields = {"unit": b.defenders[0], "face": 2, "attack": 1, "special": None}
        yield event(AttackRolled, s, b.defender, **fields)


def wrong_attack(s: Dinos) -> Iterator[Event]:
    """DW-12.2: nine."""
    b = s.battle
    if s.stage in ("B2", "B3") and b is not None:
        seat, units = (b.attacker, b.attackers) if s.stage == "B2" else (b.defender, b.defenders)
        if len(units) == 1:
            fields = {"unit": units[0], "face": 3, "attack": 9, "special": None}
            yield event(AttackRolled, s, seat, **fields)


def loser_stays(s: Dinos) -> Iterator[Event]:
    """DW-13.1: the battle ends with a loser still there."""
    b = s.battle
    if b is not None and s.stage == "B4" and b.to_remove:
        how = "both_lost" if len({u[:2] for u in b.lost or ()}) == 2 else "win"
        yield event(BattleEnded, s, "table", square=b.square, how=how)


def ended_wrongly(s: Dinos) -> Iterator[Event]:
    """DW-13.3: another end than it had."""
    b = s.battle
    if b is not None and s.stage == "B5":
        how = "special" if b.retreat == "done" else "retreat"
        yield event(BattleEnded, s, "table", square=b.square, how=how)


def never_idle(s: Dinos) -> Iterator[Event]:
    """DW-14.1: defeated without an idle turn."""
    for seat in s.seats if between(s) else ():
        if not s.idle[seat] and s.is_in_play(seat) and seat not in s.broken:
            yield event(PlayerDefeated, s, "table", seat=seat, cause="idle")


def between(s: Dinos) -> bool:
    """Between two turns, with nothing owed."""
    return s.stage == "T0" and s.turn > 0 and not s.duties and not s.is_over


def has_cards(s: Dinos) -> Iterator[Event]:
    """DW-14.6: dropped out with cards in the deck."""
    for seat in s.seats if between(s) else ():
        if s.deck[seat] and s.is_in_play(seat):
            yield event(PlayerDroppedOut, s, "table", seat=seat)


def gave_not_up(s: Dinos) -> Iterator[Event]:
    """DW-14.8: recorded as conceded."""
    for seat in s.seats if between(s) else ():
        if s.is_in_play(seat):
            yield event(PlayerDefeated, s, "table", seat=seat, cause="conceded")


def counted_early(s: Dinos) -> Iterator[Event]:
    """DW-14.9: counted while two play."""
    if between(s):
        yield event(CardsCounted, s, "table", counts={seat: 10 for seat in s.seats})


FAULTS = {
    "DW-10.1": Fault(elsewhere),
    "DW-10.2": Fault(one_left_out),
    "DW-10.7": Fault(by_another),
    "DW-10.8": Fault(unfought),
    "DW-11.1": Fault(attacker_retreats),
    "DW-11.2": Fault(cannot_retreat),
    "DW-11.5": Fault(retreats_elsewhere),
    "DW-12.1": Fault(too_early),
    "DW-12.2": Fault(wrong_attack),
    "DW-13.1": Fault(loser_stays),
    "DW-13.3": Fault(ended_wrongly),
    "DW-14.1": Fault(never_idle),
    "DW-14.6": Fault(has_cards),
    "DW-14.8": Fault(gave_not_up),
    "DW-14.9": Fault(counted_early),
}
