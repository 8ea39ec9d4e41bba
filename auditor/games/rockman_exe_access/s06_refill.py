"""Turns and the refill of the hand (RX-5, RX-6)."""

from typing import Any

from auditor.declare import rule, which
from auditor.games.rockman_exe_access.owed import cannot_draw
from auditor.games.rockman_exe_access.state import HAND_LIMIT, SEATS, Access
from events.rockman_exe_access import (
    CardsDiscarded,
    CardsDrawn,
    HandRefilled,
    TurnEnded,
    TurnStarted,
)


@rule("GN-1.10", on=TurnStarted, facts=lambda s, e: {"found": e.turn, "expected": s.turn + 1})
def turns_are_counted(s: Access, e: TurnStarted) -> bool:
    return e.turn == s.turn + 1


@which(
    "RX-5.1",
    "RX-15.3",
    "RX-14.10",
    on=TurnEnded,
    facts=lambda s, e: {"found": e.next, "expected": s.next_turn()},
)
def next_turn_is_the_right_ones(s: Access, e: TurnEnded) -> str | None:
    if e.next == s.next_turn():
        return None
    if s.beaten:
        return "RX-15.3"
    return "RX-14.10" if s.united and e.next in SEATS else "RX-5.1"


def refill_facts(s: Access, e: Any) -> dict[str, Any]:
    """The cards held when the refill began, and what was done since."""
    held, drawn, gone = s.refill[e.seat]
    return {"held": held, "drawn": drawn, "discarded": gone, "hand": s.hand_size(e.seat)}


def is_late(s: Access) -> bool:
    """The refill is over with the turn's first attack (RX-6.1)."""
    return s.attacks > 0 or s.stage not in ("set_up", "T0", "R", "A0")


@which("RX-6.1", "RX-6.2", "RX-6.5", "RX-2.9", "GN-1.10", on=CardsDrawn, facts=refill_facts)
def draw_is_what_is_missing(s: Access, e: CardsDrawn) -> str | None:
    if len(e.cards) != e.count:
        return "GN-1.10"
    if is_late(s):
        return "RX-6.1"
    if s.stage not in ("R", "A0"):
        return None  # the opening hand, drawn at set-up (RX-2.6)
    held, drawn, gone = s.refill[e.seat]
    exchange = s.options.refill_exchange
    if gone and not exchange:
        return "RX-6.5"
    fits = s.hand_size(e.seat) if exchange else held + drawn
    if fits + e.count > HAND_LIMIT:
        return "RX-6.2"
    return None if e.count <= s.deck[e.seat] else "RX-2.9"


@which("RX-6.1", "RX-6.3", "RX-6.5", on=CardsDiscarded, facts=refill_facts)
def discard_is_what_is_over(s: Access, e: CardsDiscarded) -> str | None:
    if e.cause != "refill":
        return None
    if is_late(s):
        return "RX-6.1"
    if s.options.refill_exchange:
        return None
    held, drawn, gone = s.refill[e.seat]
    if held <= HAND_LIMIT or drawn:
        return "RX-6.5"
    return None if held - gone - len(e.cards) >= HAND_LIMIT else "RX-6.3"


@rule("RX-6.6", on=CardsDiscarded)
def owner_discards_face_up(s: Access, e: CardsDiscarded) -> bool:
    if e.actor != e.seat:
        return False
    return None not in e.cards or not s.options.discards_open


@rule("RX-7.6", on=CardsDiscarded)
def discards_come_from_the_hand(s: Access, e: CardsDiscarded) -> bool:
    return len(e.cards) <= s.hand_size(e.seat)


@which("RX-6.2", "RX-6.3", "RX-2.9", "GN-1.10", on=HandRefilled, facts=refill_facts)
def refill_ends_at_five(s: Access, e: HandRefilled) -> str | None:
    size = s.hand_size(e.seat)
    if e.size != size:
        return "GN-1.10"
    if size > HAND_LIMIT:
        return "RX-6.3"
    if size == HAND_LIMIT:
        return None
    if s.may_recycle(e.seat):
        return "RX-2.9"
    return None if cannot_draw(s, e.seat) else "RX-6.2"
