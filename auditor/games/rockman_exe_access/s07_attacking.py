"""Attack and block (RX-7, RX-8, RX-17.6, RX-17.13), and the end of the attacks."""

from typing import Any

from auditor.declare import rule, which
from auditor.games.rockman_exe_access.cards import ADVANCE
from auditor.games.rockman_exe_access.sides import (
    candidates,
    damages,
    face_of,
    is_cross_alone,
    is_one_colour,
)
from auditor.games.rockman_exe_access.state import Access, slot_number
from auditor.hidden import Undecided
from events.rockman_exe_access import AttackDeclared, AttackPhaseEnded, BlockDeclared


def laid_facts(s: Access, e: Any) -> dict[str, Any]:
    """What a judge would look at: the cards laid, and the size of the hand."""
    return {"cards": [card.card for card in e.cards], "hand": s.hand_size(e.actor)}


def colour_facts(s: Access, e: Any) -> dict[str, Any]:
    """The colours of the cards laid that were seen."""
    faces = [face_of(s, card) for card in e.cards]
    return {
        "colours": sorted({str(s.cards[f].colour) for f in faces if f is not None and f in s.cards})
    }


def is_from_the_hand(s: Access, e: Any) -> bool:
    """The cards may be in the hand, under slots that no card has had (RX-7.6, RX-8.2)."""
    numbers = [slot_number(e.actor, card.slot) for card in e.cards]
    if None in numbers or len(set(numbers)) != len(numbers):
        return False
    if any(number in s.slots[e.actor] for number in numbers):
        return False
    if len(e.cards) > s.hand_size(e.actor):
        return False
    hand = s.hand[e.actor]
    known, unseen = list(hand.known), hand.unseen
    for card in e.cards:
        if card.card in known:
            known.remove(card.card)
        elif card.card is not None:
            unseen -= 1
    return unseen >= 0


@which("RX-7.6", "RX-7.8", on=AttackDeclared, facts=laid_facts)
def attack_is_laid_from_the_hand(s: Access, e: AttackDeclared) -> str | None:
    if not e.cards:
        return "RX-7.8"
    return None if is_from_the_hand(s, e) else "RX-7.6"


@which("RX-8.2", "RX-8.4", on=BlockDeclared, facts=laid_facts)
def block_is_laid_from_the_hand(s: Access, e: BlockDeclared) -> str | None:
    if not e.cards:
        return "RX-8.4"
    return None if is_from_the_hand(s, e) else "RX-8.2"


@rule("RX-7.7", on=AttackDeclared, facts=colour_facts)
def attack_is_of_one_colour(s: Access, e: AttackDeclared) -> bool:
    return is_one_colour(s, e.actor, e.cards)


@rule("RX-8.3", on=BlockDeclared, facts=colour_facts)
def block_is_of_one_colour(s: Access, e: BlockDeclared) -> bool:
    return is_one_colour(s, e.actor, e.cards)


@rule("RX-17.13", on=(AttackDeclared, BlockDeclared), facts=laid_facts)
def cross_fusion_card_lies_alone(s: Access, e: Any) -> bool:
    return is_cross_alone(s, e.actor, e.cards)


@rule("RX-17.6", on=(AttackDeclared, BlockDeclared), facts=laid_facts)
def program_advance_has_its_chips(s: Access, e: Any) -> bool:
    """Only where a match does not let the card lie without them."""
    if s.options.pa_alone != "not_allowed":
        return True
    faces = [face_of(s, card) for card in e.cards]
    unread = tuple(card.slot for card, face in zip(e.cards, faces, strict=True) if face is None)
    missing = 0
    for face in faces:
        if face in s.cards and s.cards[str(face)].kind == ADVANCE:
            needed = set(s.cards[str(face)].printed("requires")) - set(faces)
            missing = max(missing, len(needed))
    if missing > len(unread):
        return False
    left = candidates(s, e.actor)
    could = s.cards.cards if left is None else left
    if unread and (missing or any(s.cards[c].kind == ADVANCE for c in could if c in s.cards)):
        raise Undecided(*unread)
    return True


@rule("RX-13.2", on=(AttackDeclared, AttackPhaseEnded))
def no_navi_may_stand_at_nought(s: Access, e: Any) -> bool:
    for navi in s.plugged.values():
        if navi is not None and navi.lp.low == 0:
            raise Undecided(*navi.lp.places)
    return True


@which("RX-11.3", "RX-12.2", on=(AttackDeclared, AttackPhaseEnded))
def no_damage_may_be_left_out(s: Access, e: Any) -> str | None:
    battle = s.battle
    if battle is None:
        return None
    for key, damage in damages(s).items():
        if damage.low < damage.high and damage.low == 0 and key not in battle.damaged:
            rule = "RX-11.3" if battle.blocked else "RX-12.2"
            raise Undecided(*damage.places, rule=rule)
    return None


@rule(
    "GN-1.10",
    on=AttackPhaseEnded,
    facts=lambda s, e: {"found": e.attacks, "expected": s.attacks},
)
def attacks_are_counted(s: Access, e: AttackPhaseEnded) -> bool:
    return e.attacks == s.attacks
