"""Wrong events of decks, opening hands, the turn, ATs and initiative (VB-1 to VB-6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from auditor.game import Fault
from auditor.games.votoms_bcg.faults.table import (
    NUMBERS,
    ats,
    attacks,
    begins,
    ends,
    event,
    fresh,
    held,
    is_free,
    may_attack,
    others,
    plays,
    stands,
)
from auditor.games.votoms_bcg.state import Arena
from events import Event
from events.votoms_bcg import (
    ATActivated,
    ATDeployed,
    CardAttached,
    CardDiscarded,
    CardDrawn,
    Copies,
    DeckRegistered,
    GameStarted,
    HandDiscarded,
    InitiativeDecided,
    InitiativeDrawn,
    OpeningHandDrawn,
    OpeningHandExposed,
    OpeningHandKept,
    ReplenishFinished,
    SetAsideReturned,
)


def decks(s: Arena, more: int) -> Iterator[tuple[Any, ...]]:
    copies = dict(s.data.practice)
    copies["PR-13"] += more
    yield tuple(Copies(card=code, count=n) for code, n in copies.items())


def registers(s: Arena) -> Iterator[str]:
    if s.at == "setup":
        yield from (seat for seat in s.match.seats if seat not in s.decks)


def deck_of_41(s: Arena) -> Iterator[Event]:
    for seat in registers(s):
        for cards in decks(s, 1):
            yield event(DeckRegistered, s, seat, size=41, cards=cards)


def five_of_one_name(s: Arena) -> Iterator[Event]:
    copies = {**s.data.practice, "PR-01": 5, "PR-02": 3}
    cards = tuple(Copies(card=code, count=n) for code, n in copies.items())
    for seat in registers(s):
        yield event(DeckRegistered, s, seat, size=40, cards=cards)


def hand_of_six(s: Arena) -> Iterator[Event]:
    if s.at == "setup":
        for seat in s.match.seats:
            if seat in s.decks and seat not in s.opening:
                body = {"attempt": 1, "count": 6, "cards": (None,) * 6}
                yield event(OpeningHandDrawn, s, seat, **body)


def drawn_hands(s: Arena, with_at: bool) -> Iterator[str]:
    if s.at == "setup" and not s.is_over:
        for seat, opening in s.opening.items():
            has = bool(held(s, seat, "at"))
            if opening.state == "drawn" and has == with_at and s.money[seat]:
                yield seat


def card_held_back(s: Arena) -> Iterator[Event]:
    for seat in drawn_hands(s, with_at=False):
        cards = s.hand[seat].known[1:]
        attempt = s.opening[seat].attempt
        yield event(OpeningHandExposed, s, seat, attempt=attempt, cards=cards)


def shown_back_at_once(s: Arena) -> Iterator[Event]:
    if s.at == "setup":
        for seat, opening in s.opening.items():
            if opening.state == "exposed":
                count = len(s.aside[seat])
                yield event(SetAsideReturned, s, seat, count=count, shuffled=True)


def hand_with_at_shown(s: Arena) -> Iterator[Event]:
    for seat in drawn_hands(s, with_at=True):
        attempt = s.opening[seat].attempt
        yield event(OpeningHandExposed, s, seat, attempt=attempt, cards=s.hand[seat].known)


def hand_without_at_kept(s: Arena) -> Iterator[Event]:
    if s.options.mulligan_compulsory:
        for seat in drawn_hands(s, with_at=False):
            yield event(OpeningHandKept, s, seat, attempt=s.opening[seat].attempt)


def unshuffled(s: Arena) -> Iterator[Event]:
    if s.at == "setup":
        for seat, opening in s.opening.items():
            if opening.state == "kept" and s.aside[seat]:
                count = len(s.aside[seat])
                yield event(SetAsideReturned, s, seat, count=count, shuffled=False)


def too_early(s: Arena) -> Iterator[Event]:
    done = [o.state == "done" for o in s.opening.values()]
    if s.at == "setup" and sum(done) < len(s.match.seats) and all(done):
        yield event(GameStarted, s, "table")


def first_turn(s: Arena) -> bool:
    return s.at == "before" and s.turn == 1 and s.phase == "initiative"


def replenishing_first(s: Arena) -> Iterator[Event]:
    if first_turn(s):
        yield begins(s, "replenish")


def activating_first(s: Arena) -> Iterator[Event]:
    if first_turn(s):
        yield begins(s, "activation")


def deploying_first(s: Arena) -> Iterator[Event]:
    if first_turn(s):
        yield begins(s, "deployment", s.order[0])


def finishes_out_of_order(s: Arena) -> Iterator[Event]:
    if is_free(s, "T1"):
        left = [seat for seat in s.seats if seat not in s.finished]
        yield from (event(ReplenishFinished, s, seat) for seat in left[1:])


def next_deployment(s: Arena) -> bool:
    return s.at == "before" and s.phase == "deployment" and not s.is_over


def out_of_order(s: Arena) -> Iterator[Event]:
    if next_deployment(s):
        yield from (begins(s, "deployment", seat) for seat in others(s, s.owner or ""))


def combat_before_deployment(s: Arena) -> Iterator[Event]:
    if next_deployment(s) and s.owner != s.order[0]:
        yield begins(s, "combat", s.order[0])


def replenishes(s: Arena) -> Iterator[str]:
    if is_free(s, "T1"):
        yield next(seat for seat in s.seats if seat not in s.finished)


def draws(s: Arena, seat: str, count: int = 1) -> Event:
    return event(CardDrawn, s, seat, reason="replenish", count=count, card=None, cause=None)


def three_at_once(s: Arena) -> Iterator[Event]:
    for seat in replenishes(s):
        if s.money[seat] > 3:
            yield draws(s, seat, 3)


def an_eighth_card(s: Arena) -> Iterator[Event]:
    for seat in replenishes(s):
        if s.size(seat) >= 7 and s.money[seat]:
            yield draws(s, seat)


def from_an_empty_deck(s: Arena) -> Iterator[Event]:
    for seat in replenishes(s):
        if not s.money[seat]:
            yield draws(s, seat)


def surplus(s: Arena) -> Iterator[str]:
    if is_free(s, "T1e"):
        over = [seat for seat in s.seats if s.size(seat) > 7]
        yield from over[:1]


def eight_stay(s: Arena) -> Iterator[Event]:
    for _ in surplus(s):
        yield ends(s)


def too_many_go(s: Arena) -> Iterator[Event]:
    for seat in surplus(s):
        cards = s.hand[seat].known[: s.size(seat) - 6]
        yield event(HandDiscarded, s, seat, cards=cards, reason="hand_limit", face="up")


def limit_in_deployment(s: Arena) -> Iterator[Event]:
    if is_free(s, "T4"):
        for seat in s.seats:
            cards = s.hand[seat].known[:1]
            if cards:
                yield event(HandDiscarded, s, seat, cards=cards, reason="hand_limit", face="up")


def activates(s: Arena, state: str) -> Iterator[Event]:
    if is_free(s, "T4"):
        for seat in s.seats:
            for at in ats(s, seat, state):
                yield event(ATActivated, s, seat, unit=at.id, before=state, cause=None)


def deploys(s: Arena, seat: str, **more: Any) -> Iterator[Event]:
    for code in held(s, seat, "at"):
        unit = fresh(s, f"{seat}-a")
        yield event(ATDeployed, s, seat, unit=unit, card=code, **more)


def pilot_on_a_wreck(s: Arena) -> Iterator[Event]:
    if is_free(s, "T4") and s.options.slots == "unchecked" and not s.options.deploy_uses_right:
        seat = s.owner or ""
        for at in ats(s, seat, "destroyed"):
            for code in held(s, seat, "pilot"):
                body = {"iid": fresh(s, f"{seat}-p"), "card": code, "slot": "pilot", "to": at.id}
                yield event(CardAttached, s, seat, **body)


def a_waiting_at_attacks(s: Arena) -> Iterator[Event]:
    if may_attack(s):
        seat = s.owner or ""
        for at in s.ats.values():
            if at.owner == seat and at.waiting:
                for other in s.ats.values():
                    if other.owner != seat and other.state == "active":
                        yield attacks(s, seat, [at.id], other.id)


def an_at_between_combats(s: Arena) -> Iterator[Event]:
    if is_free(s, "T5o"):
        for seat in s.seats:
            yield from deploys(s, seat, via="phase", cause=None)


def an_at_by_no_card(s: Arena) -> Iterator[Event]:
    if is_free(s, "T5o") and s.plays:
        for seat in s.seats:
            yield from deploys(s, seat, via="card", cause=max(s.plays))


def a_pilot_too_many(s: Arena) -> Iterator[Event]:
    if is_free(s, "T4") and not s.options.deploy_uses_right:
        seat = s.owner or ""
        for at in ats(s, seat, "active", "ended"):
            for code in held(s, seat, "pilot"):
                body = {"iid": fresh(s, f"{seat}-p"), "card": code, "slot": "pilot", "to": at.id}
                yield event(CardAttached, s, seat, **body)


# -------------------------------------------------------------------- initiative


def to_draw(s: Arena) -> Iterator[tuple[int, str]]:
    """The first draw of a round that a seat has still to make."""
    if is_free(s, "T3", "T3k") and not s.decided:
        drawn = {d.seat for d in s.draws if d.round == 1}
        yield from ((1, seat) for seat in s.seats if seat not in drawn)


def lot(s: Arena, seat: str, round: int, code: Any, value: int) -> Event:
    drawn = 0 if code is None else 1
    return event(InitiativeDrawn, s, seat, round=round, drawn=drawn, card=code, value=value)


def another_number(s: Arena) -> Iterator[Event]:
    for round, seat in to_draw(s):
        for code in s.left(seat) if s.money[seat] else ():
            if code in NUMBERS:
                yield lot(s, seat, round, code, NUMBERS[code] + 1)


def a_number_from_nothing(s: Arena) -> Iterator[Event]:
    for round, seat in to_draw(s):
        if not s.money[seat]:
            yield lot(s, seat, round, None, 3)


def is_drawing(s: Arena, again: bool) -> bool:
    first = {d.seat for d in s.draws if d.round == 1}
    return (
        is_free(s, "T3k")
        and (any(d.round > 1 for d in s.draws) or len(first) == len(s.seats)) == again
    )


def stands_while_drawing(s: Arena) -> Iterator[Event]:
    if is_drawing(s, again=False):
        for seat in s.seats:
            yield from stands(s, seat)


def stop_order_while_drawing(s: Arena) -> Iterator[Event]:
    if is_drawing(s, again=False):
        yield from stop_orders(s)


def stop_orders(s: Arena) -> Iterator[Event]:
    for seat in s.seats:
        if "PR-11" in s.hand[seat].known:
            for at in s.ats.values():
                yield plays(s, seat, "PR-11", "offkai", (at.id,))


def card_in_a_redraw(s: Arena) -> Iterator[Event]:
    if is_drawing(s, again=True) and _tied(s):
        yield from stop_orders(s)
        for seat in s.seats:
            yield from stands(s, seat)


def _tied(s: Arena) -> bool:
    first = [d.value for d in s.draws if d.round == 1]
    return len(set(first)) < len(first)


def effect_card_goes(s: Arena) -> Iterator[Event]:
    if is_drawing(s, again=False):
        for x in s.effects.values():
            body = {"card": x.card, "iid": x.iid, "of": x.owner, "from_": "field"}
            more = {"reason": "text", "cause": None, "chosen_by": None}
            yield event(CardDiscarded, s, x.owner, **body, **more)


def wrong_order(s: Arena) -> Iterator[Event]:
    if is_free(s, "T3k") and len(s.draws) == len(s.seats):
        values = {d.seat: d.value for d in s.draws}
        if len(set(values.values())) == len(values):
            order = tuple(sorted(values, key=lambda seat: values[seat]))
            yield event(InitiativeDecided, s, "table", order=order)


def untied(s: Arena) -> Iterator[Event]:
    two = is_free(s, "T3k") and len(s.seats) == len(s.draws) == 2
    if two and _tied(s) and any(d.drawn for d in s.draws):
        yield event(InitiativeDecided, s, "table", order=s.order)


def third_draws_again(s: Arena) -> Iterator[Event]:
    if is_free(s, "T3k") and len(s.seats) > 2 and len(s.draws) == len(s.seats):
        values = [d.value for d in s.draws]
        for d in s.draws:
            if values.count(d.value) == 1 and _tied(s) and s.money[d.seat]:
                for code in list(s.left(d.seat))[:3]:
                    yield lot(s, d.seat, 2, code, NUMBERS[code])


def empty_tie_turned(s: Arena) -> Iterator[Event]:
    two = is_free(s, "T3k") and len(s.draws) == len(s.seats) == 2
    if two and not any(d.drawn for d in s.draws):
        yield event(InitiativeDecided, s, "table", order=s.order[::-1])


CLASSIC = {"drawn_card_to": "hand"}
FAULTS = {
    "VB-1.1": Fault(deck_of_41),
    "VB-1.2": Fault(five_of_one_name),
    "VB-2.1": Fault(hand_of_six),
    "VB-2.2": Fault(card_held_back),
    "VB-2.3": Fault(shown_back_at_once),
    "VB-2.4": Fault(hand_with_at_shown),
    "VB-2.5": Fault(hand_without_at_kept, {"mulligan_compulsory": True}),
    "VB-2.6": Fault(unshuffled),
    "VB-2.11": Fault(too_early),
    "VB-3.2": Fault(replenishing_first),
    "VB-3.3": Fault(activating_first),
    "VB-3.4": Fault(deploying_first),
    "VB-3.5": Fault(finishes_out_of_order, {"passes_recorded": "combat"}),
    "VB-3.6": Fault(out_of_order, {"phase_nesting": "by_phase"}),
    "VB-3.7": Fault(combat_before_deployment, {"phase_nesting": "by_phase"}),
    "VB-4.1": Fault(three_at_once, {"passes_recorded": "combat"}),
    "VB-4.3": Fault(an_eighth_card, {"passes_recorded": "combat"}),
    "VB-4.4": Fault(eight_stay, CLASSIC),
    "VB-4.5": Fault(too_many_go, CLASSIC),
    "VB-4.6": Fault(limit_in_deployment),
    "VB-4.7": Fault(from_an_empty_deck, {"passes_recorded": "combat"}),
    "VB-5.2": Fault(lambda s: activates(s, "ended"), {"activation": "all_free"}),
    "VB-5.3": Fault(pilot_on_a_wreck),
    "VB-5.4": Fault(lambda s: activates(s, "destroyed"), {"reactivation": "activation_phase_free"}),
    "VB-5.5": Fault(a_waiting_at_attacks, {"deploy_state": "ended"}),
    "VB-5.6": Fault(an_at_between_combats),
    "VB-5.7": Fault(an_at_by_no_card),
    "VB-5.9": Fault(a_pilot_too_many, {"slots": {"pilot": 0}}),
    "VB-6.1": Fault(another_number, {"passes_recorded": "combat"}),
    "VB-6.2": Fault(a_number_from_nothing, {"passes_recorded": "combat"}),
    "VB-6.3": Fault(stands_while_drawing),
    "VB-6.4": Fault(effect_card_goes),
    "VB-6.5": Fault(third_draws_again),
    "VB-6.7": Fault(untied, {"two_player_tie": "redraw"}),
    "VB-6.8": Fault(empty_tie_turned, {"endless_tie": "previous_order", **CLASSIC}),
    "VB-6.10": Fault(card_in_a_redraw, {"two_player_tie": "redraw"}),
    "VB-9.5": Fault(stop_order_while_drawing),
}
