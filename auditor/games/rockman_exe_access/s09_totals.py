"""The reveal, the spins and the totals of a battle (RX-9, RX-10, RX-12.1, RX-17.7, RX-17.11)."""

from typing import Any

from auditor.declare import rule, which
from auditor.games.rockman_exe_access.apply import spins_are_made
from auditor.games.rockman_exe_access.cards import ADVANCE, CHIP, EMBLEM
from auditor.games.rockman_exe_access.owed import next_owed
from auditor.games.rockman_exe_access.sides import (
    STEADY,
    complete_advances,
    counted,
    floored,
    hangs_on,
    open_slip,
    points,
    roulette,
    side,
    spin_values,
    spins_owed,
    unsure_damage,
    value_of,
    winners,
)
from auditor.games.rockman_exe_access.state import Access, other
from auditor.hidden import Undecided
from events.rockman_exe_access import (
    BattleResultDeclared,
    CardEffectApplied,
    CardsMoved,
    CardsRevealed,
    DamageDealt,
    RouletteSpun,
    TotalDeclared,
)


@which(
    "RX-9.1",
    "RX-12.1",
    on=CardsRevealed,
    facts=lambda s, e: {
        "slots": [c.slot for c in e.cards],
        "expected": [c.slot for c in s.lying(e.seat)],
    },
)
def all_cards_are_turned_up(s: Access, e: CardsRevealed) -> str | None:
    if s.battle is not None and (e.seat in s.battle.missing or e.seat not in s.battle.sides()):
        return None  # the attack or the block was gone past: it is what it shows
    shown, lying = [c.slot for c in e.cards], [c.slot for c in s.lying(e.seat)]
    if sorted(shown) == sorted(map(str, lying)):
        return None
    return "RX-9.1" if s.battle is not None and s.battle.blocked else "RX-12.1"


@rule("GN-2.3", on=CardsRevealed)
def cards_are_those_laid(s: Access, e: CardsRevealed) -> bool:
    battle = s.battle
    known = {c.slot: c.card for c in battle.cards_of(e.seat)} if battle else {}
    faces = [card for card in e.cards if card.card is not None]
    if any(known.get(card.slot) not in (None, card.card) for card in faces):
        return False
    hand = s.hand[e.seat]
    left, unseen = list(hand.known), hand.unseen
    for card in faces:
        if known.get(card.slot, "") is None:
            if card.card in left:
                left.remove(card.card)
            else:
                unseen -= 1
    return unseen >= 0


@rule("RX-10.3", on=RouletteSpun, facts=lambda s, e: {"face": e.face, "value": e.value})
def value_is_the_navis(s: Access, e: RouletteSpun) -> bool:
    navi = s.plugged.get(e.seat)
    if navi is None or navi.card not in s.cards:
        return False
    wheel = s.cards[navi.card].printed("roulette")
    if e.face is None:
        return e.value in wheel
    return 1 <= e.face <= len(wheel) and wheel[e.face - 1] == e.value


def extra_spin(s: Access, seat: str) -> str:
    """The rule that one spin too many breaks."""
    codes = side(s, seat).known
    kinds = [s.cards[code].kind for code in codes]
    if CHIP not in kinds:
        return "RX-10.2"
    if ADVANCE not in kinds:
        return "RX-10.4"
    return "RX-17.7" if complete_advances(s, codes) else "RX-17.6"


@which("RX-10.1", "RX-10.2", "RX-10.4", "RX-17.6", "RX-17.7", on=RouletteSpun)
def spin_is_owed(s: Access, e: RouletteSpun) -> str | None:
    battle = s.battle
    if battle is None or e.purpose != "battle" or s.stage != "battle":
        return None
    made, owed = len(battle.spins_of(e.seat)), spins_owed(s, e.seat)
    if made >= owed.high:
        return extra_spin(s, e.seat)
    order = s.options.spin_order == "attacker_first" and not s.options.spin_waivable
    if order and e.seat != battle.attacker:
        first, has = spins_owed(s, battle.attacker), len(battle.spins_of(battle.attacker))
        if has < first.low:
            return "RX-10.1"
        if has < first.high:
            raise Undecided(*first.places, rule="RX-10.1")
    if made >= owed.low:
        raise Undecided(*owed.places, rule=extra_spin(s, e.seat))
    return None


WAITING = (RouletteSpun, TotalDeclared, CardsMoved, DamageDealt)


@rule("RX-16.6", on=WAITING)
def no_slip_may_be_open(s: Access, e: Any) -> bool:
    places = open_slip(s) if s.stage == "battle" else frozenset()
    if places:
        raise Undecided(*places)
    return True


@rule("RX-14.2", on=(RouletteSpun, TotalDeclared))
def no_unison_may_be_open(s: Access, e: Any) -> bool:
    unison = s.battle.unison if s.battle else None
    if unison is not None and not unison.sure and s.stage == "battle":
        raise Undecided(*unison.places)
    return True


@which("RX-10.1", "RX-10.4", "RX-17.7", on=TotalDeclared)
def spins_were_made(s: Access, e: TotalDeclared) -> str | None:
    """Of the side itself; of the other one too, as long as no total has been declared."""
    battle = s.battle
    if battle is None or s.options.spin_waivable:
        return None
    doubts: frozenset[str] = frozenset()
    seats = (e.seat,) if battle.totals else (e.seat, other(e.seat))
    for seat in seats:
        made, owed = len(battle.spins_of(seat)), spins_owed(s, seat)
        if made < owed.low:
            if not made:
                return "RX-10.1"
            return "RX-17.7" if complete_advances(s, side(s, seat).known) else "RX-10.4"
        if made < owed.high and seat == e.seat:
            doubts |= owed.places
    if doubts:
        raise Undecided(*doubts)
    return None


@rule(
    "RX-9.2",
    on=TotalDeclared,
    facts=lambda s, e: {"found": e.bp, "expected": list(points(s, e.seat, "bp")[:2])},
)
def battle_points_are_the_sum(s: Access, e: TotalDeclared) -> bool:
    return points(s, e.seat, "bp").agrees(e.bp)


@which(
    "RX-9.3",
    "RX-10.6",
    "RX-10.7",
    on=TotalDeclared,
    facts=lambda s, e: {"found": e.roulette, "expected": list(roulette(s, e.seat)[:2])},
)
def spins_are_added(s: Access, e: TotalDeclared) -> str | None:
    right = roulette(s, e.seat)
    battle = s.battle
    assert battle is not None
    if any(sum(values) == e.roulette for values in spin_values(s, e.seat)):
        if right.low < right.high:
            raise Undecided(*right.places)
        return None
    spins = battle.spins_of(e.seat)
    if len(spins) > spins_owed(s, e.seat).high:
        every = sum(value_of(s, e.seat, spin) for spin in spins)
        if e.roulette == every:
            return "RX-10.7"
    emblem = any(spin.value == EMBLEM for spin in spins)
    return "RX-10.6" if emblem and e.roulette > right.high else "RX-9.3"


@rule(
    "RX-9.4",
    on=TotalDeclared,
    facts=lambda s, e: {"found": e.total, "expected": max(0, e.bp + e.roulette)},
)
def total_is_not_below_nought(s: Access, e: TotalDeclared) -> bool:
    if s.options.floor != "each_spin":
        return e.total == max(0, e.bp + e.roulette)
    ways = [v for v in spin_values(s, e.seat) if sum(v) == e.roulette]
    totals = {floored(s, e.bp, values) for values in ways} or {max(0, e.bp + e.roulette)}
    if e.total in totals and len(totals) > 1:
        raise Undecided(*side(s, e.seat).unread)
    return e.total in totals


@which(
    "RX-9.5",
    "RX-11.1",
    "RX-11.6",
    on=BattleResultDeclared,
    facts=lambda s, e: {"found": e.winner, "expected": sorted(winners(s))},
)
def higher_total_wins(s: Access, e: BattleResultDeclared) -> str | None:
    battle = s.battle
    if battle is None or len(dict(battle.totals)) < len(battle.sides()) or not spins_are_made(s):
        return "RX-9.5"
    right = winners(s)
    if e.winner not in right:
        return "RX-11.6" if right == {"draw"} else "RX-11.1"
    if len(right) > 1:
        raise Undecided(*(hangs_on(s) | open_slip(s)))
    return None


@which(
    "RX-17.10",
    "RX-17.11",
    on=CardEffectApplied,
    facts=lambda s, e: {"slot": e.slot, "effect": e.effect, "numbers": dict(e.numbers)},
)
def ability_is_the_cards(s: Access, e: CardEffectApplied) -> str | None:
    battle = s.battle
    if battle is None or e.seat not in battle.sides():
        return "RX-17.11"
    card = next((c for c in counted(s, e.seat) if c.slot == e.slot), None)
    if card is None or e.seat not in battle.revealed:
        return "RX-17.11"
    if card.card is None:
        raise Undecided(str(card.slot))
    if card.card not in s.cards:
        return "RX-17.11"
    printed = s.cards[card.card]
    if printed.ability is None or printed.ability != e.effect:
        return "RX-17.11" if printed.kind == "operator" else "RX-17.10"
    if printed.ability != STEADY:
        raise Undecided(f"catalogue: {printed.code} ability {printed.ability}")
    below = [v for spin in battle.spins_of(e.seat) if (v := value_of(s, e.seat, spin)) < 0]
    number = e.numbers.get("from", 0)
    left = below.count(number) - battle.applied.count((e.slot, number))
    if left < 1 or e.numbers != {"from": number, "to": 0}:
        return "RX-17.11"
    if next_owed(s).window in ("A0", "A6"):  # over, if no damage is owed any more
        raise Undecided(*unsure_damage(s))
    return None
