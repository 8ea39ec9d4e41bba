"""Wrong events of a battle: spins, totals, the result and what follows (RX-9 to RX-13, RX-17)."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.games.rockman_exe_access.faults.table import (
    SEATS,
    adds_up,
    attacks_open,
    chips,
    event,
    fault,
    has_advance,
    in_contest,
    is_complete,
    is_unblocked,
    lp,
    lying,
    may_total,
    numbers,
    other,
    result,
    spins_due,
    spun,
    untotalled,
)
from auditor.games.rockman_exe_access.state import Access
from events import Event
from events.rockman_exe_access import (
    BattleResultDeclared,
    CardsMoved,
    DamageDealt,
    NaviDeleted,
    RouletteSpun,
    TotalDeclared,
)


def spin(s: Access, seat: str, face: int, more: int = 0) -> Iterator[Event]:
    navi = s.plugged[seat]
    value = (s.cards[navi.card].roulette or ())[face - 1] if navi else None
    if isinstance(value, int):
        fields = {"purpose": "battle", "face": face, "value": value + more}
        yield event(RouletteSpun, s, seat, seat=seat, **fields)


def total(s: Access, seat: str, bp: int = 0, roulette: int = 0, sum_: int = 0) -> Event:
    right_bp, right = adds_up(s, seat, "bp") + bp, sum(numbers(s, seat)) + roulette
    fields = {"bp": right_bp, "roulette": right, "total": max(0, right_bp + right) + sum_}
    return event(TotalDeclared, s, "table", seat=seat, **fields)


def has_emblem(s: Access, seat: str) -> bool:
    battle = s.battle
    return battle is not None and any(
        owner == seat and made.value == "emblem" for owner, made in battle.spins
    )


def spins_open(s: Access) -> bool:
    return in_contest(s) and s.battle is not None and not s.battle.totals


def attackers_turn(s: Access, seat: str) -> bool:
    attacker = s.battle.attacker if s.battle else ""
    return seat == attacker or spun(s, attacker) >= spins_due(s, attacker)


def spins_without_a_chip(s: Access) -> Iterator[Event]:
    for seat in SEATS:
        if spins_open(s) and not chips(s, seat) and attackers_turn(s, seat):
            yield from spin(s, seat, 1)


def misreads_the_wheel(s: Access) -> Iterator[Event]:
    for seat in SEATS:
        if spins_open(s) and attackers_turn(s, seat) and spun(s, seat) < spins_due(s, seat):
            yield from spin(s, seat, 2, more=100)


def one_spin_more(s: Access, advance: bool, complete: bool) -> Iterator[Event]:
    for seat in SEATS:
        due = spins_due(s, seat)
        if not spins_open(s) or not due or spun(s, seat) != due or not attackers_turn(s, seat):
            continue
        if has_advance(s, seat) is advance and is_complete(s, seat) is complete:
            yield from spin(s, seat, 1)


def has_spun(s: Access, seat: str) -> bool:
    return spun(s, seat) == spins_due(s, seat)


def spins_left_out(s: Access) -> Iterator[Event]:
    if spins_open(s):
        for seat in SEATS:
            if spins_due(s, seat) and not spun(s, seat) and has_spun(s, other(seat)):
                yield total(s, seat)


def advance_spins_left_out(s: Access) -> Iterator[Event]:
    if spins_open(s):
        for seat in SEATS:
            begun = 0 < spun(s, seat) < spins_due(s, seat)
            if is_complete(s, seat) and begun and has_spun(s, other(seat)):
                yield total(s, seat)


def defender_spins_first(s: Access) -> Iterator[Event]:
    if spins_open(s) and s.battle is not None:
        first, second = s.battle.attacker, other(s.battle.attacker)
        if spun(s, first) < spins_due(s, first) and spins_due(s, second):
            yield from spin(s, second, 1)


def wrong_points(s: Access) -> Iterator[Event]:
    yield from (total(s, seat, bp=1) for seat in untotalled(s))


def wrong_spins(s: Access) -> Iterator[Event]:
    yield from (total(s, seat, roulette=1) for seat in untotalled(s) if not has_emblem(s, seat))


def emblem_counted(s: Access) -> Iterator[Event]:
    yield from (total(s, seat, roulette=10) for seat in untotalled(s) if has_emblem(s, seat))


def wrong_sum(s: Access) -> Iterator[Event]:
    yield from (total(s, seat, sum_=1) for seat in untotalled(s))


def declared(s: Access, winner: str) -> Event:
    return event(BattleResultDeclared, s, "table", winner=winner)


def result_without_totals(s: Access) -> Iterator[Event]:
    if may_total(s) and s.battle is not None and len(s.battle.totals) < 2:
        yield declared(s, "P1")


def sums(s: Access) -> dict[str, int]:
    return {seat: max(0, adds_up(s, seat, "bp") + sum(numbers(s, seat))) for seat in SEATS}


def has_both_totals(s: Access) -> bool:
    return may_total(s) and s.battle is not None and len(s.battle.totals) == 2


def lower_wins(s: Access) -> Iterator[Event]:
    if has_both_totals(s) and (sums_ := sums(s))["P1"] != sums_["P2"]:
        yield declared(s, min(SEATS, key=lambda seat: sums_[seat]))
        yield declared(s, "draw")


def draw_is_won(s: Access) -> Iterator[Event]:
    if has_both_totals(s) and (sums_ := sums(s))["P1"] == sums_["P2"]:
        yield declared(s, "P1")


def moved(s: Access, seat: str, to: str) -> Iterator[Event]:
    if slots := lying(s, seat):
        yield event(CardsMoved, s, "table", seat=seat, slots=slots, to=to)


def winner_discards(s: Access) -> Iterator[Event]:
    ended = result(s)
    if ended is not None and ended[0] != "draw":
        yield from moved(s, ended[0], "discard")


def loser_keeps(s: Access) -> Iterator[Event]:
    ended = result(s)
    if ended is not None and ended[0] != "draw":
        yield from moved(s, ended[1], "win_pile")


def draw_keeps(s: Access) -> Iterator[Event]:
    if (ended := result(s)) is not None and ended[0] == "draw":
        for seat in SEATS:
            yield from moved(s, seat, "win_pile")


def unblocked_discards(s: Access) -> Iterator[Event]:
    if is_unblocked(s) and s.battle is not None:
        yield from moved(s, s.battle.attacker, "discard")


def damage(s: Access, seat: str, cause: str, amount: int, more: int = 0) -> Event:
    after = max(0, lp(s, seat) - amount) + more
    fields = {"amount": amount, "cause": cause, "lp_after": after}
    return event(DamageDealt, s, "table", seat=seat, **fields)


def is_hurt(s: Access, seat: str) -> bool:
    return s.battle is not None and any(owner == seat for owner, _ in s.battle.damaged)


def loser_takes_more(s: Access) -> Iterator[Event]:
    ended = result(s)
    if ended is not None and ended[0] != "draw" and not is_hurt(s, ended[1]):
        yield damage(s, ended[1], "ep", adds_up(s, ended[1], "ep") + 1)


def draw_hurts(s: Access) -> Iterator[Event]:
    if (ended := result(s)) is not None and ended[0] == "draw":
        yield from (damage(s, seat, "ep", 1) for seat in SEATS)


def winner_is_hurt(s: Access) -> Iterator[Event]:
    ended = result(s)
    if ended is not None and ended[0] != "draw":
        yield damage(s, ended[0], "ep", 1)


def attack_points_wrong(s: Access) -> Iterator[Event]:
    battle = s.battle
    if is_unblocked(s) and battle is not None and not battle.damaged:
        seat = other(battle.attacker)
        yield damage(s, seat, "ap", adds_up(s, battle.attacker, "ap") + 1)


def gauge_misread(s: Access) -> Iterator[Event]:
    battle = s.battle
    if is_unblocked(s) and battle is not None and not battle.damaged:
        seat = other(battle.attacker)
        yield damage(s, seat, "ap", adds_up(s, battle.attacker, "ap"), more=1)


def deleted_alive(s: Access) -> Iterator[Event]:
    for seat in SEATS:
        navi = s.plugged[seat]
        if attacks_open(s) and navi is not None and lp(s, seat) > 0:
            yield event(NaviDeleted, s, "table", seat=seat, card=navi.card)


def other_navi_deleted(s: Access) -> Iterator[Event]:
    battle = s.battle
    if s.stage != "battle" or s.is_over or battle is None or any(lying(s, x) for x in SEATS):
        return
    for seat in SEATS:
        navi = s.plugged[seat]
        if navi is not None and lp(s, seat) == 0:
            navis = (c for c, card in s.cards.cards.items() if card.kind == "navi")
            card = next(code for code in navis if code != navi.card)
            yield event(NaviDeleted, s, "table", seat=seat, card=card)


def damage_after_a_unison(s: Access) -> Iterator[Event]:
    ended, battle = result(s), s.battle
    if ended is None or battle is None or ended[0] == "draw" or ended[1] not in battle.united:
        return
    if amount := adds_up(s, ended[1], "ep"):
        yield damage(s, ended[1], "ep", amount)


FAULTS = {
    "RX-9.2": fault(wrong_points),
    "RX-9.3": fault(wrong_spins),
    "RX-9.4": fault(wrong_sum),
    "RX-9.5": fault(result_without_totals),
    "RX-10.1": fault(lambda s: (*spins_left_out(s), *defender_spins_first(s))),
    "RX-10.2": fault(spins_without_a_chip),
    "RX-10.3": fault(misreads_the_wheel),
    "RX-10.4": fault(lambda s: one_spin_more(s, False, False)),
    "RX-10.6": fault(emblem_counted),
    "RX-11.1": fault(lower_wins),
    "RX-11.2": fault(winner_discards),
    "RX-11.3": fault(loser_takes_more),
    "RX-11.5": fault(loser_keeps),
    "RX-11.6": fault(lambda s: (*draw_is_won(s), *draw_hurts(s))),
    "RX-11.7": fault(draw_keeps),
    "RX-11.8": fault(winner_is_hurt),
    "RX-12.2": fault(attack_points_wrong),
    "RX-12.3": fault(unblocked_discards),
    "RX-13.1": fault(gauge_misread),
    "RX-13.2": fault(deleted_alive),
    "RX-13.4": fault(other_navi_deleted),
    "RX-14.9": fault(damage_after_a_unison, unison_damage_on="none"),
    "RX-17.6": fault(lambda s: one_spin_more(s, True, False)),
    "RX-17.7": fault(lambda s: (*advance_spins_left_out(s), *one_spin_more(s, True, True))),
}
