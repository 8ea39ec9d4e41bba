"""What a side of a combat adds up to (VB-13.16), and which rule a wrong sum breaks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from auditor.games.votoms_bcg.state import AT, MATCHMAKER, Arena, Combat
from auditor.hidden import Undecided


class Item(NamedTuple):
    """Something that counts, or would if a rule were broken, and that rule."""

    id: str
    amount: int


class Side(NamedTuple):
    """The items of a side: those that count, and those that do not."""

    counted: tuple[Item, ...]
    not_counted: tuple[Item, ...]

    @property
    def total(self) -> int:
        """The total (VB-13.16)."""
        return sum(item.amount for item in self.counted)


def side_of(s: Arena, combat: Combat, side: str) -> Side:
    """What counts for a side. Raises: Unseen, Undecided."""
    drawn = drawn_by(s, combat, combat.seat_of(side))
    if side == "attacker" and combat.is_offkai:
        return _offkai_side(s, combat, drawn)
    if side == "target" and combat.target.startswith(MATCHMAKER):
        seat = combat.against
        cards = [*_effects(s, seat), *_combat_cards(s, seat, None)]
        return Side((), tuple(Item("VB-14.4", amount) for amount in cards))
    units = combat.attackers if side == "attacker" else (combat.target,)
    ats = [s.ats[id] for id in units if id in s.ats]
    return _at_side(s, ats, combat.seat_of(side), drawn)


def drawn_by(s: Arena, combat: Combat, seat: str) -> int:
    """The additional strength of a seat (VB-13.7, VB-13.8). Raises: Unseen, Undecided."""
    for who, drawn, card, _ in combat.draws or ():
        if who == seat:
            return int(s.ask(card, "draw_value")) if drawn else 0
    return 0


def _offkai_side(s: Arena, combat: Combat, drawn: int) -> Side:
    code = s.face(combat.card)
    strength = s.ask(combat.card, "attacks_with") or 0
    copies = "VB-20.14" if code == "FQ-07" else "VB-9.11"
    cards = [Item("VB-9.9", n) for n in _combat_cards(s, combat.by, None)]
    others = [Item(copies, strength * n) for n in (1, 2, 3)]
    others += [Item("VB-9.9", n) for n in _effects(s, combat.by)]
    others += [Item("VB-9.9", s.ask(t.card, "strength")) for t in s.terrains.values()]
    own = [Item("VB-13.16", strength), Item("VB-13.16", drawn)]
    if s.options.offkai_combat_cards:
        return Side((*own, *cards), tuple(others))
    return Side(tuple(own), (*others, *cards))


def _at_side(s: Arena, ats: list[AT], seat: str, drawn: int) -> Side:
    if any(x.owner == seat and s.ask(x.card, "strength") for x in s.loose):
        raise Undecided(*(x.iid for x in s.loose if x.owner == seat), rule="VB-13.16")
    counted = [Item("VB-13.16", drawn)]
    other: list[Item] = []
    for at in ats:
        counted += [Item("VB-13.16", s.ask(code, "strength")) for code in at.codes]
        counted += [Item("VB-11.5", n) for n in _combat_cards(s, seat, at.id)]
        for item, counts in _terrains(s, at):
            (counted if counts else other).append(item)
    counted += [Item("VB-11.5", n) for n in _combat_cards(s, seat, None)]
    mine = list(_effects(s, seat))
    theirs = [n for o in s.seats if o != seat for n in _effects(s, o)]
    times = len(ats) if s.options.effect_in_multi == "per_at" else min(1, len(ats))
    counted += [Item("VB-10.1", n * times) for n in mine]
    targeted = [n for at in ats for n in _effects_on(s, at)]
    counted += [Item("VB-10.1", n) for n in targeted]
    other += [Item("VB-10.2", n * len(ats)) for n in theirs]
    other += [Item("VB-10.2", n * (k - times)) for n in mine for k in (1, len(ats)) if k != times]
    return Side(tuple(counted), tuple(other))


def _effects(s: Arena, seat: str) -> Iterator[int]:
    """The strengths of a seat's effect cards that bear on all its ATs (VB-10.1, VB-10.2)."""
    for lying in s.effects.values():
        if lying.owner == seat and not lying.targets and _works(s, lying.iid):
            yield int(s.ask(lying.card, "strength"))


def _effects_on(s: Arena, at: AT) -> Iterator[int]:
    for lying in s.effects.values():
        if lying.owner == at.owner and at.id in lying.targets and _works(s, lying.iid):
            yield int(s.ask(lying.card, "strength"))


def _combat_cards(s: Arena, seat: str, unit: str | None) -> Iterator[int]:
    """The strengths of combat cards on an AT; of those on no AT, for a whole side (VB-11.5)."""
    for lying in s.combat_cards.values():
        on = unit in lying.targets if unit is not None else not lying.targets
        if lying.owner == seat and on and _works(s, lying.iid):
            yield int(s.ask(lying.card, "strength"))


def _works(s: Arena, iid: str) -> bool:
    """The card has been processed."""
    return all(s.plays[seq].iid != iid for seq in s.queue)


def _terrains(s: Arena, at: AT) -> Iterator[tuple[Item, bool]]:
    """Each terrain's modifier for an AT, and whether it counts (VB-12.2, VB-12.3, VB-12.6)."""
    for terrain in s.terrains.values():
        attributes = set(s.ask(terrain.card, "attributes"))
        negates = set(s.ask(at.card, "negates"))
        amount = int(s.ask(terrain.card, "strength"))
        scope = s.options.terrain_scope
        if scope == "as_card":
            scope = s.ask(terrain.card, "terrain_scope")
        if scope == "opponents" and terrain.owner == at.owner:
            yield Item("VB-12.6", amount), False
        elif attributes and attributes <= negates:
            yield Item("VB-12.3", amount), False
        else:
            yield Item("VB-12.2" if attributes & negates else "VB-12.6", amount), True


def wrong_sum(s: Arena, combat: Combat, attacker: int, target: int) -> str | None:
    """The rule that recorded totals break, None if none: the one whose breach alone gives them."""
    sides = side_of(s, combat, "attacker"), side_of(s, combat, "target")
    off = [
        n for n, (x, of) in enumerate(zip((attacker, target), sides, strict=True)) if x != of.total
    ]
    if not off:
        return None
    against_nobody = combat.target.startswith(MATCHMAKER)
    if len(off) == 1:
        side, found = sides[off[0]], (attacker, target)[off[0]]
        delta = found - side.total
        for id in dict.fromkeys(item.id for item in (*side.counted, *side.not_counted)):
            if delta in _ways(side, id):
                return id
        if against_nobody and off == [1]:
            return "VB-14.3"
    return "VB-13.16"


def _ways(side: Side, id: str) -> set[int]:
    """By how much a sum is off if a rule is broken for one of its items, or for all of them."""
    if id == "VB-13.16":
        return set()
    left_out = [-item.amount for item in side.counted if item.id == id]
    added = [item.amount for item in side.not_counted if item.id == id]
    return {*left_out, *added, sum(left_out), sum(added)} - {0}


def winner_of(s: Arena, attacker: int, target: int) -> str | None:
    """Who wins by two totals (VB-13.9, VB-13.14)."""
    if attacker != target:
        return "attacker" if attacker > target else "target"
    ways = {"target_wins": "target", "attacker_wins": "attacker"}
    return ways.get(s.options.tie_result)


def computed(s: Arena, combat: Combat) -> tuple[int, int]:
    """The totals as they are. Raises: Unseen, Undecided."""
    return side_of(s, combat, "attacker").total, side_of(s, combat, "target").total


def damage_of(s: Arena, combat: Combat) -> tuple[str, Any] | None:
    """Who is damaged by how much (VB-15.1); no amount where the match takes the recorded one."""
    if combat.totals is None or combat.winner is None:
        return None
    loser = combat.against if combat.winner == "attacker" else combat.by
    if s.options.damage_formula == "as_recorded":
        return loser, None
    high, low = max(combat.totals), min(combat.totals)
    return loser, high if s.options.damage_formula == "winner_total" else high - low
