"""Judgements (SM-17), and which are made in the end phase (SM-18)."""

from typing import Any

from auditor.declare import End, outcome, rule, which
from auditor.games.soukou_musume.state import SEATS, TIES, Judgement, Round, Shown, Soukou
from events.soukou_musume import JudgementBegan, JudgementEnded, JudgementRevealed


def cards_of(e: JudgementRevealed) -> dict[str, str | None]:
    """The cards that an event reveals, by seat."""
    return {str(seat): code for seat, code in e.cards.items()}


def played(s: Soukou, e: JudgementRevealed) -> Round:
    """The round that an event records."""
    cards: list[Shown | None] = []
    for index, seat in enumerate(SEATS, 1):
        if seat not in e.cards:
            cards.append(None)
            continue
        code = cards_of(e).get(seat)
        top = s.deck[seat].top
        cards.append(top if code is None and top is not None else s.shown(code, seat, e.seq, index))
    return Round((cards[0], cards[1]), e.result)


def attributes(s: Soukou, e: JudgementRevealed) -> dict[str, Any]:
    """The attributes that are compared, and the result claimed."""
    shown = {}
    for seat, card in zip(SEATS, played(s, e).cards, strict=True):
        shown[seat] = None if card is None else s.card(card).fact("attribute")
    return {"attributes": shown, "found": e.result}


def is_proper(s: Soukou, e: JudgementRevealed) -> bool:
    """Those with a deck reveal, and nobody else."""
    return all((seat in e.cards) == (s.deck[seat].size > 0) for seat in SEATS)


@rule("SM-17.1", on=JudgementRevealed, facts=lambda s, e: {"found": sorted(e.cards)})
def both_reveal(s: Soukou, e: JudgementRevealed) -> bool:
    if not is_proper(s, e):
        return False
    if len(e.cards) == len(SEATS) or s.judging is None:
        return True
    return e.result == s.round_result(played(s, e), s.judging.player)


@rule("SM-17.2", on=JudgementRevealed, facts=attributes)
def the_better_attribute_wins(s: Soukou, e: JudgementRevealed) -> bool:
    if not is_proper(s, e) or len(e.cards) < len(SEATS) or s.judging is None:
        return True
    one, other = (s.card(card).fact("attribute") for card in played(s, e).cards if card is not None)
    if one == other and one != "none":
        return True
    return e.result == s.round_result(played(s, e), s.judging.player)


@rule("SM-17.3", on=JudgementRevealed, facts=attributes)
def equal_attributes_tie(s: Soukou, e: JudgementRevealed) -> bool:
    if not is_proper(s, e) or len(e.cards) < len(SEATS) or e.result == "tie":
        return True
    one, other = (s.card(card).fact("attribute") for card in played(s, e).cards if card is not None)
    return bool(one != other or one == "none")


@rule("SM-17.4", on=JudgementRevealed)
def cards_go_to_the_bottom(s: Soukou, e: JudgementRevealed) -> bool:
    return e.to_bottom


@which("SM-17.5", "SM-17.7", on=JudgementRevealed)
def the_judgement_goes_on(s: Soukou, e: JudgementRevealed) -> str | None:
    if s.judging is None or s.is_open(s.judging):
        return None
    return "SM-17.7" if len(s.judging.rounds) >= TIES else "SM-17.5"


@rule(
    "GN-1.10",
    on=JudgementRevealed,
    facts=lambda s, e: {"claimed": e.round, "expected": rounds_of(s) + 1},
)
def rounds_are_counted(s: Soukou, e: JudgementRevealed) -> bool:
    return s.judging is None or e.round == rounds_of(s) + 1


def rounds_of(s: Soukou) -> int:
    """The rounds played of the judgement being made."""
    return 0 if s.judging is None else len(s.judging.rounds)


@rule(
    "GN-1.10",
    on=JudgementEnded,
    facts=lambda s, e: {"claimed": e.rounds, "expected": rounds_of(s)},
)
def rounds_claimed_were_played(s: Soukou, e: JudgementEnded) -> bool:
    return s.judging is None or e.rounds == rounds_of(s)


@which("SM-17.5", "SM-17.6", "SM-17.7", on=JudgementEnded, facts=lambda s, e: {"found": e.result})
def the_result_is_that_of_the_rounds(s: Soukou, e: JudgementEnded) -> str | None:
    made = s.judging
    if made is None or not made.rounds:
        return None
    if s.is_open(made):
        return "SM-17.6"
    result = s.result(made)
    if result == e.result:
        return None
    third = len(made.rounds) >= TIES and s.round_result(made.rounds[-1], made.player) == "tie"
    return "SM-17.7" if third else "SM-17.5"


@outcome("SM-17.1", on=JudgementRevealed)
def without_a_deck_the_game_is_lost(s: Soukou, e: JudgementRevealed) -> End | None:
    if s.options.judgement_empty_deck != "game_lost" or s.is_over:
        return None
    made: Judgement | None = s.judging
    without = [seat for seat in SEATS if s.deck[seat].size == 0]
    if made is None or not without:
        return None
    loser = made.player if made.player in without else without[0]
    return End(s.enemy(loser), "draw_failed", e.seq, "SM-17.1")


@which("SM-18.3", "SM-18.6", on=JudgementBegan)
def it_is_for_an_own_damaged_unit(s: Soukou, e: JudgementBegan) -> str | None:
    unit = s.unit(e.unit)
    if e.cause is not None or unit is None:
        return None
    if unit.owner != e.player:
        return "SM-18.6"
    if unit.is_wrecked or (unit.state == "normal" and e.unit not in s.judged_for):
        return "SM-18.3"
    return None
