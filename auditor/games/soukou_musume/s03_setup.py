"""Set-up (SM-3)."""

from typing import Any

from auditor.declare import rule, which
from auditor.games.soukou_musume.apply import winner_of
from auditor.games.soukou_musume.state import (
    HAND_SIZE,
    SEATS,
    Shown,
    Soukou,
    is_id,
)
from events.soukou_musume import (
    DeckShuffled,
    ExtraCardDrawn,
    FirstPlayerDecided,
    MainUnitPlaced,
    MainUnitsRevealed,
    OpeningHandDrawn,
    OpeningHandRedrawn,
)


@rule("SM-3.1", on=DeckShuffled)
def players_greet_first(s: Soukou, e: DeckShuffled) -> bool:
    return s.greeted or not s.options.greeting_required or s.phase != "setup"


def size(s: Soukou, e: OpeningHandDrawn) -> dict[str, Any]:
    """How many were drawn, and should have been."""
    return {"drawn": len(e.cards), "expected": HAND_SIZE}


@which("SM-3.3", "SM-3.7", on=OpeningHandDrawn, facts=size)
def a_hand_is_five_cards(s: Soukou, e: OpeningHandDrawn) -> str | None:
    if len(e.cards) == HAND_SIZE or e.player not in SEATS:
        return None
    return "SM-3.7" if s.set_up[e.player].redraws else "SM-3.3"


def placed(s: Soukou, e: MainUnitPlaced) -> Shown:
    """The card that an event puts down."""
    return s.shown(e.card, e.player, e.seq)


@rule("SM-3.4", on=MainUnitPlaced, facts=lambda s, e: {"card": e.card})
def the_card_placed_is_a_unit_of_the_hand(s: Soukou, e: MainUnitPlaced) -> bool:
    if e.player not in SEATS or not s.set_up[e.player].drawn:
        return True
    if e.card is not None and e.card not in s.hand[e.player]:
        return False
    if e.card is not None or f"{e.player}-card-{e.seq}.1" in s.told:
        return s.card(placed(s, e)).is_unit
    hand = s.hand[e.player]
    if not hand.unseen and all(s.book.card(code).is_unit for code in hand.known):
        return True
    return s.card(placed(s, e)).is_unit


@rule("SM-3.5", on=MainUnitPlaced)
def a_hand_that_is_kept_has_a_unit(s: Soukou, e: MainUnitPlaced) -> bool:
    if e.player not in SEATS or not s.set_up[e.player].drawn:
        return True
    code = s.code_if_seen(placed(s, e))
    if code is not None and s.book.card(code).is_unit:
        return True
    hand = s.hand[e.player]
    left = {code: 1_000 for code in s.faces(e.player)}
    return hand.any(lambda card: s.book.card(card).is_unit, left)


@rule(
    "SM-3.5",
    on=OpeningHandRedrawn,
    facts=lambda s, e: {"shown": len(e.shown), "expected": s.hand[e.player].size},
)
def the_whole_hand_is_shown(s: Soukou, e: OpeningHandRedrawn) -> bool:
    return e.player not in SEATS or len(e.shown) == s.hand[e.player].size


@rule("SM-3.6", on=OpeningHandRedrawn, facts=lambda s, e: {"cards": list(e.shown)})
def a_hand_shown_has_no_unit(s: Soukou, e: OpeningHandRedrawn) -> bool:
    if e.player not in SEATS:
        return True
    cards = [s.shown(code, e.player, e.seq, n) for n, code in enumerate(e.shown, 1)]
    seen = [card for card in cards if s.code_if_seen(card) is not None]
    if any(s.card(card).is_unit for card in seen):
        return False
    return not any(s.card(card).is_unit for card in cards if card not in seen)


@rule("SM-3.8", on=ExtraCardDrawn)
def an_extra_card_is_for_a_redraw_of_the_other(s: Soukou, e: ExtraCardDrawn) -> bool:
    mode = s.options.redraw_extra
    if mode == "none" or e.player not in SEATS:
        return False
    if mode == "opponent_one_per_match" and s.extras[e.player]:
        return False
    return any(
        seq == e.for_redraw and seat != e.player and not taken for seq, seat, taken in s.redraws
    )


@rule("SM-3.9", on=FirstPlayerDecided, facts=lambda s, e: {"first": e.first})
def the_winner_goes_first(s: Soukou, e: FirstPlayerDecided) -> bool:
    if not e.throws or winner_of(e.throws[-1]) != e.first:
        return False
    return all(winner_of(throws) is None for throws in e.throws[:-1])


@rule("SM-3.4", on=MainUnitsRevealed)
def what_is_turned_up_is_a_unit(s: Soukou, e: MainUnitsRevealed) -> bool:
    for seat, shown in e.units.items():
        unit = s.main_unit(seat)
        new = unit is not None and s.code_if_seen(unit.card) is None
        if new and shown.card is not None and not s.book.card(shown.card).is_unit:
            return False
    return True


@rule("GN-2.3", on=MainUnitPlaced, facts=lambda s, e: {"unit": e.unit})
def id_of_the_unit_is_new(s: Soukou, e: MainUnitPlaced) -> bool:
    return is_id(e.unit, e.player, "u") and e.unit not in s.used
