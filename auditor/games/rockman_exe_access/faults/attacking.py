"""Wrong events of attack and block, and of the end of the attacks (RX-7, RX-8, RX-17)."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.games.rockman_exe_access.faults.table import (
    SEATS,
    attacks_open,
    colour,
    event,
    fault,
    in_contest,
    is_unblocked,
    lay,
    other,
    pairs,
)
from auditor.games.rockman_exe_access.state import Access
from events import Event
from events.rockman_exe_access import (
    AttackDeclared,
    AttackPhaseEnded,
    BlockDeclared,
    CardsRevealed,
    ColourSlipResolved,
    LaidCard,
    RevealedCard,
    RouletteSpun,
    TotalDeclared,
    TurnEnded,
)
from events.shared import MatchClosed


def attack_with(s: Access, seat: str, *codes: str) -> Event:
    return event(AttackDeclared, s, seat, cards=lay(s, seat, codes))


def any_card(s: Access, seat: str) -> Iterator[str]:
    yield from s.hand[seat].known[:1]


def attacks_out_of_turn(s: Access) -> Iterator[Event]:
    if attacks_open(s):
        seat = other(s.turn_seat)
        yield from (attack_with(s, seat, card) for card in any_card(s, seat))


def table_ends_the_attacks(s: Access) -> Iterator[Event]:
    if attacks_open(s) and s.attacks and not (s.beaten or s.united):
        yield event(AttackPhaseEnded, s, "table", attacks=s.attacks)


def table_ends_them_for_a_unison(s: Access) -> Iterator[Event]:
    if attacks_open(s) and s.attacks and s.united and not s.beaten:
        yield event(AttackPhaseEnded, s, "table", attacks=s.attacks)


def attacks_after_the_deletion(s: Access) -> Iterator[Event]:
    seat = s.turn_seat
    beaten = s.beaten == (other(seat),) and s.plugged[other(seat)] is None
    if s.stage == "E" and not s.is_over and beaten:
        yield from (attack_with(s, seat, card) for card in any_card(s, seat))


def attacks_without_a_navi(s: Access) -> Iterator[Event]:
    seat = s.turn_seat
    if s.stage == "E" and not s.is_over and s.plugged[seat] is None:
        yield from (attack_with(s, seat, card) for card in any_card(s, seat))


def passes_without_an_attack(s: Access) -> Iterator[Event]:
    if attacks_open(s) and not s.attacks:
        yield event(TurnEnded, s, "table", next=other(s.turn_seat))


def closings(s: Access, reason: str) -> Iterator[Event]:
    if attacks_open(s) and s.attacks:
        yield event(MatchClosed, s, "table", winner=other(s.turn_seat), reason=reason, ranking=None)


def attacks_after_the_end(s: Access) -> Iterator[Event]:
    if s.is_over and not s.closed:
        seat = s.turn_seat
        yield from (attack_with(s, seat, card) for card in any_card(s, seat))


def used_slot(s: Access, seat: str) -> Iterator[tuple[LaidCard, ...]]:
    if s.slots[seat]:
        slot = f"{seat}-b{max(s.slots[seat])}"
        yield from ((LaidCard(slot=slot, card=card),) for card in any_card(s, seat))


def attacks_from_a_used_slot(s: Access) -> Iterator[Event]:
    if attacks_open(s):
        for cards in used_slot(s, s.turn_seat):
            yield event(AttackDeclared, s, s.turn_seat, cards=cards)


def mixed(s: Access, seat: str) -> Iterator[tuple[str, str]]:
    for one, two in pairs(s, seat):
        if "cross" not in (colour(s, one), colour(s, two)) and colour(s, one) != colour(s, two):
            yield one, two


def crossed(s: Access, seat: str) -> Iterator[tuple[str, str]]:
    for one, two in pairs(s, seat):
        if "cross" in (colour(s, one), colour(s, two)):
            yield one, two


def attacks_in_two_colours(s: Access) -> Iterator[Event]:
    if attacks_open(s):
        yield from (attack_with(s, s.turn_seat, *two) for two in mixed(s, s.turn_seat))


def attacks_with_a_cross(s: Access) -> Iterator[Event]:
    if attacks_open(s):
        yield from (attack_with(s, s.turn_seat, *two) for two in crossed(s, s.turn_seat))


def attacks_with_nothing(s: Access) -> Iterator[Event]:
    if attacks_open(s):
        yield event(AttackDeclared, s, s.turn_seat, cards=())


def blocker(s: Access) -> str | None:
    battle = s.battle
    waits = s.stage == "battle" and battle is not None and battle.blocked is None
    return other(battle.attacker) if waits and battle is not None else None


def revealed_before_the_choice(s: Access) -> Iterator[Event]:
    battle = s.battle
    if blocker(s) is not None and battle is not None:
        cards = tuple(RevealedCard(slot=str(c.slot), card=c.card) for c in battle.attack)
        seat = battle.attacker
        yield event(CardsRevealed, s, seat, seat=seat, cards=cards)


def blocks(s: Access, *hands: tuple[LaidCard, ...]) -> Iterator[Event]:
    seat = blocker(s)
    if seat is not None:
        yield from (event(BlockDeclared, s, seat, cards=cards) for cards in hands)


def blocks_from_a_used_slot(s: Access) -> Iterator[Event]:
    if (seat := blocker(s)) is not None:
        yield from blocks(s, *used_slot(s, seat))


def blocks_in_two_colours(s: Access) -> Iterator[Event]:
    if (seat := blocker(s)) is not None:
        yield from blocks(s, *(lay(s, seat, two) for two in mixed(s, seat)))


def blocks_with_nothing(s: Access) -> Iterator[Event]:
    yield from blocks(s, ())


def totals_without_a_block(s: Access) -> Iterator[Event]:
    if is_unblocked(s) and s.battle is not None and not s.duties:
        seat = s.battle.attacker
        yield event(TotalDeclared, s, "table", seat=seat, bp=1, roulette=0, total=1)


def spins_without_a_block(s: Access) -> Iterator[Event]:
    if is_unblocked(s) and s.battle is not None and not s.duties:
        seat = s.battle.attacker
        navi = s.plugged[seat]
        value = (s.cards[navi.card].roulette or (0,))[0] if navi else 0
        fields = {"purpose": "battle", "face": 1, "value": value}
        yield event(RouletteSpun, s, seat, seat=seat, **fields)


def one_card_stays_down(s: Access, blocked: bool) -> Iterator[Event]:
    battle = s.battle
    if s.stage != "battle" or battle is None or battle.blocked is not blocked:
        return
    for seat in SEATS if blocked else (battle.attacker,):
        laid = battle.attack if seat == battle.attacker else battle.block
        if seat not in battle.revealed and len(laid) > 1:
            cards = tuple(RevealedCard(slot=str(c.slot), card=c.card) for c in laid[1:])
            yield event(CardsRevealed, s, seat, seat=seat, cards=cards)


def settles_no_slip(s: Access) -> Iterator[Event]:
    battle = s.battle
    if battle is None or not (in_contest(s) or is_unblocked(s)):
        return
    card = battle.attack[0].card if battle.attack else None
    if card is not None and colour(s, card) != "cross" and not battle.gone:
        fields = {"slipper": battle.attacker, "keep": colour(s, card), "returned": ()}
        yield event(ColourSlipResolved, s, other(battle.attacker), **fields)


def settles_before_the_reveal(s: Access) -> Iterator[Event]:
    if (seat := blocker(s)) is not None:
        fields = {"slipper": other(seat), "keep": "red", "returned": ()}
        yield event(ColourSlipResolved, s, seat, **fields)


FAULTS = {
    "RX-1.2": fault(lambda s: closings(s, "navis")),
    "RX-1.4": fault(lambda s: closings(s, "no_navi")),
    "RX-1.7": fault(attacks_after_the_end),
    "RX-7.1": fault(attacks_out_of_turn),
    "RX-7.2": fault(table_ends_the_attacks),
    "RX-7.3": fault(attacks_after_the_deletion),
    "RX-7.4": fault(passes_without_an_attack),
    "RX-7.5": fault(lambda s: closings(s, "no_attack")),
    "RX-7.6": fault(attacks_from_a_used_slot),
    "RX-7.7": fault(attacks_in_two_colours),
    "RX-7.8": fault(attacks_with_nothing),
    "RX-7.10": fault(attacks_without_a_navi),
    "RX-8.1": fault(revealed_before_the_choice),
    "RX-8.2": fault(blocks_from_a_used_slot),
    "RX-8.3": fault(blocks_in_two_colours),
    "RX-8.4": fault(blocks_with_nothing),
    "RX-8.5": fault(totals_without_a_block),
    "RX-9.1": fault(lambda s: one_card_stays_down(s, True)),
    "RX-12.1": fault(lambda s: one_card_stays_down(s, False)),
    "RX-12.4": fault(spins_without_a_block),
    "RX-14.7": fault(table_ends_them_for_a_unison),
    "RX-16.4": fault(settles_no_slip),
    "RX-16.6": fault(settles_before_the_reveal),
    "RX-17.13": fault(attacks_with_a_cross),
}
