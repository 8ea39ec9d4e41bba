"""Wrong events of using and discarding cards (VB-7 to VB-11), off-kai cards, effect cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from auditor.game import Fault
from auditor.games.votoms_bcg.faults.table import (
    ats,
    ends,
    event,
    fresh,
    held,
    is_free,
    others,
    passes,
    plays,
    stands,
    step,
    turn_of,
)
from auditor.games.votoms_bcg.state import Arena
from events import Event
from events.votoms_bcg import (
    CardAttached,
    CardDiscarded,
    EffectResolved,
    NoEligibleCardClaimed,
    PhaseEnded,
    ScrapDecided,
)

TWO = 2


def wrong_seat(s: Arena, first: str | None, *windows: str) -> Iterator[Event]:
    """A pass by a seat that has not the right; `first`, the rule of the window's beginning."""
    if is_free(s, *windows) and s.rights[-1].first == first and s.rights[-1].passes < len(s.seats):
        yield from (passes(s, seat) for seat in others(s, turn_of(s)))


def out_of_turn(s: Arena) -> Iterator[Event]:
    if len(s.seats) == TWO and not s.options.pass_is_final:
        yield from wrong_seat(s, None, "T5o", "C2")


def third_seat_early(s: Arena) -> Iterator[Event]:
    if len(s.seats) > TWO and not s.options.pass_is_final:
        yield from wrong_seat(s, None, "T5o")


def one_pass_short(s: Arena) -> Iterator[Event]:
    if is_free(s, "C2", "C4") and s.rights[-1].passes < len(s.in_turn):
        yield step(s, 3 if s.window == "C2" else 5)


def after_a_pass(s: Arena) -> Iterator[Event]:
    if is_free(s, "T5o", "C2") and s.rights[-1].first is None:
        right = s.rights[-1]
        for seat in right.passed:
            if seat != right.seat and s.is_combat_phase:
                yield from stands(s, seat)


def waits(s: Arena, *windows: str) -> bool:
    return not s.duties and not s.is_over and s.window in windows and len(s.queue) > 1


def resolves(s: Arena, play: int, outcome: str = "done") -> Event:
    return event(EffectResolved, s, "table", play_=play, outcome=outcome)


def is_check(s: Arena, seq: int) -> bool:
    return bool(s.plays[seq].card == "PR-12")


def later_first(s: Arena) -> Iterator[Event]:
    if (
        waits(s, "T5o", "C2", "T4")
        and s.options.resolution == "order_only"
        and not any(is_check(s, seq) for seq in s.queue)
    ):
        yield from (resolves(s, seq) for seq in s.queue[1:] if not s.plays[seq].dead)


def check_waits(s: Arena) -> Iterator[Event]:
    if (
        waits(s, "T5o", "C2", "T4")
        and s.options.resolution == "order_only"
        and s.options.first_class == "any_of_three"
        and any(is_check(s, x) for x in s.queue)
    ):
        for seq in s.queue:
            if not is_check(s, seq) and not s.plays[seq].dead:
                yield resolves(s, seq)


def dead_card_works(s: Arena) -> Iterator[Event]:
    if (
        not s.duties
        and len(s.queue) == 1
        and s.plays[s.queue[0]].dead
        and s.options.resolution == "order_only"
        and s.window in ("T5o", "C2", "T4")
    ):
        yield resolves(s, s.queue[0])


def second_deployment(s: Arena) -> Iterator[Event]:
    if is_free(s, "T4") and turn_of(s) != s.owner and s.options.slots == "unchecked":
        seat = s.owner or ""
        for at in ats(s, seat, "active", "ended"):
            for code in held(s, seat, "pilot"):
                body = {"iid": fresh(s, f"{seat}-p"), "card": code, "slot": "pilot", "to": at.id}
                yield event(CardAttached, s, seat, **body)


# -------------------------------------------------------------------- discarding


def goes(s: Arena, seat: str, code: str, iid: str | None, **more: Any) -> Event:
    where = "hand" if iid is None else "field"
    body = {"card": code, "iid": iid, "of": seat, "from_": where, "chosen_by": None, **more}
    return event(CardDiscarded, s, seat, **body)


def checked(s: Arena) -> Iterator[tuple[int, str]]:
    """A Spot Check that is being carried out, and its victim."""
    if s.effect is not None and s.effect[1] == s.seq and not s.is_over:
        play = s.plays[s.effect[0]]
        if play.card == "PR-12" and not play.spent:
            yield play.seq, play.targets[0]


def user_chooses(s: Arena) -> Iterator[Event]:
    for play, victim in checked(s):
        for code in held(s, victim, "offkai", "effect", "combat"):
            user = s.plays[play].by
            yield goes(s, victim, code, None, reason="made_to", cause=play, chosen_by=user)


def used_card_goes(s: Arena) -> Iterator[Event]:
    for play, victim in checked(s):
        for code in s.scrap[victim]:
            if code in ("PR-10", "PR-11"):
                body = {"card": code, "iid": None, "of": victim, "from_": "scrap"}
                more = {"reason": "made_to", "cause": play, "chosen_by": victim}
                yield event(CardDiscarded, s, victim, **body, **more)


def false_claim(s: Arena) -> Iterator[Event]:
    for play, victim in checked(s):
        if held(s, victim, "offkai", "effect", "combat"):
            yield event(NoEligibleCardClaimed, s, victim, cause=play)


def orphans(s: Arena) -> list[Any]:
    """Cards on the field whose target was scrapped."""
    there = [*s.effects.values(), *s.combat_cards.values()]
    return [x for x in there if any(s.gone.get(t, ("",))[0] == "scrapped" for t in x.targets)]


def card_stays(s: Arena) -> Iterator[Event]:
    if (
        orphans(s)
        and s.options.target_gone == "any_leaving"
        and s.to_scrap is None
        and s.combats
        and not s.is_over
        and s.combats[-1].step == 5
    ):
        yield event(PhaseEnded, s, "table", turn=s.turn, phase=s.phase, owner=s.owner)


def to_decide(s: Arena) -> Iterator[tuple[str, str]]:
    if s.to_scrap is not None and s.to_destroy is None and not s.queue and not s.is_over:
        yield s.to_scrap


def no_decision(s: Arena) -> Iterator[Event]:
    for _ in to_decide(s):
        yield step(s, 2)


def scrapped_later(s: Arena) -> Iterator[Event]:
    if is_free(s, "T5o", "T4"):
        for seat in s.seats:
            for at in ats(s, seat, "destroyed"):
                order = tuple(at.codes)
                yield event(ScrapDecided, s, seat, unit=at.id, scrapped=True, order=order)


def other_decides(s: Arena) -> Iterator[Event]:
    for unit, seat in to_decide(s):
        for other in others(s, seat):
            yield event(ScrapDecided, s, other, unit=unit, scrapped=False, order=())


def pilot_stays(s: Arena) -> Iterator[Event]:
    for unit, seat in to_decide(s):
        codes = tuple(s.ats[unit].codes)
        if len(codes) > 1:
            yield event(ScrapDecided, s, seat, unit=unit, scrapped=True, order=codes[:-1])


# -------------------------------------------------------------------- kinds and windows


def answered_too_soon(s: Arena) -> Iterator[Event]:
    if (
        not s.duties
        and len(s.queue) == 1
        and s.plays[s.queue[0]].kind == "offkai"
        and s.window == "T5o"
        and s.options.resolution == "order_only"
        and s.rights[-1].passes < len(s.in_turn)
    ):
        yield from stands(s, turn_of(s))


def stop_order_in_step_4(s: Arena) -> Iterator[Event]:
    if is_free(s, "C4") and s.rights[-1].passes < len(s.in_turn):
        seat = turn_of(s)
        if "PR-11" in s.hand[seat].known:
            yield from (plays(s, seat, "PR-11", "offkai", (id,)) for id in s.ats)


def stands_in_step_4(s: Arena) -> Iterator[Event]:
    if is_free(s, "C4") and s.rights[-1].passes < len(s.in_turn):
        yield from stands(s, turn_of(s))


def stop_order_after_ones_own(s: Arena) -> Iterator[Event]:
    right = s.rights[-1] if s.rights else None
    if right is not None and is_free(s, "T5o", "C2") and right.first is None:
        seat = right.last
        if (
            seat is not None
            and seat != right.seat
            and not s.options.pass_is_final
            and "PR-11" in s.hand[seat].known
            and right.passes < len(s.in_turn)
        ):
            yield from (plays(s, seat, "PR-11", "offkai", (id,)) for id in s.ats)


def stands_in_the_payout(s: Arena) -> Iterator[Event]:
    if is_free(s, "T6", "T1", "T2") and s.rights[-1].passes < len(s.in_turn):
        yield from stands(s, turn_of(s))


def step_ins(s: Arena, seat: str) -> Iterator[Event]:
    if "PR-08" in s.hand[seat].known:
        for at in ats(s, seat, "active", "ended"):
            yield plays(s, seat, "PR-08", "combat", (at.id,))


def step_in_to_defend(s: Arena) -> Iterator[Event]:
    if (
        is_free(s, "T5o", "C2")
        and s.is_combat_phase
        and turn_of(s) != s.owner
        and s.rights[-1].passes < len(s.in_turn)
    ):
        yield from step_ins(s, turn_of(s))


def step_in_in_deployment(s: Arena) -> Iterator[Event]:
    if is_free(s, "T4") and s.rights[-1].passes < len(s.in_turn):
        yield from step_ins(s, turn_of(s))


def put_away_early(s: Arena) -> Iterator[Event]:
    if is_free(s, "T5o") and s.rights[-1].passes < len(s.in_turn):
        for x in s.combat_cards.values():
            yield goes(s, x.owner, x.card, x.iid, reason="phase_end", cause=None)


def left_in_play(s: Arena) -> Iterator[Event]:
    if is_free(s, "T5o") and s.rights[-1].passes >= len(s.in_turn) and s.combat_cards:
        yield ends(s)


def effect_card_put_away(s: Arena) -> Iterator[Event]:
    if is_free(s, "T5o"):
        for x in s.effects.values():
            yield goes(s, x.owner, x.card, x.iid, reason="phase_end", cause=None)


def worked_twice(s: Arena) -> Iterator[Event]:
    if is_free(s, "T5o", "C2") and s.options.resolution == "order_only":
        for play in s.plays.values():
            if play.outcome is not None and play.iid in s.combat_cards:
                yield resolves(s, play.seq)


def rebound_before_damage(s: Arena) -> Iterator[Event]:
    if is_free(s, "C2") and s.is_combat_phase and s.rights[-1].passes < len(s.in_turn):
        seat = turn_of(s)
        if "PR-09" in s.hand[seat].known:
            yield plays(s, seat, "PR-09", "combat")


FAULTS = {
    "VB-7.1": Fault(out_of_turn, {"pass_is_final": False}),
    "VB-7.2": Fault(lambda s: wrong_seat(s, "VB-7.2", "T5o")),
    "VB-7.3": Fault(lambda s: wrong_seat(s, "VB-7.3", "C2"), {"right_scope": "all"}),
    "VB-7.4": Fault(one_pass_short),
    "VB-7.5": Fault(after_a_pass, {"pass_is_final": True}),
    "VB-7.6": Fault(later_first, {"resolution": "order_only"}),
    "VB-7.7": Fault(check_waits, {"resolution": "order_only", "first_class": "any_of_three"}),
    "VB-7.9": Fault(
        dead_card_works, {"resolution": "order_only", "discarded_unprocessed": "no_effect"}
    ),
    "VB-7.10": Fault(third_seat_early, {"right_scope": "all", "pass_is_final": False}),
    "VB-7.11": Fault(lambda s: wrong_seat(s, "VB-7.11", "C4", "T5o"), {"right_scope": "all"}),
    "VB-7.12": Fault(
        lambda s: wrong_seat(s, "VB-7.12", "T1", "T2", "T3"), {"passes_recorded": "everywhere"}
    ),
    "VB-7.13": Fault(
        second_deployment, {"deploy_uses_right": True, "passes_recorded": "everywhere"}
    ),
    "VB-8.3": Fault(user_chooses),
    "VB-8.5": Fault(card_stays, {"target_gone": "any_leaving"}),
    "VB-8.6": Fault(scrapped_later),
    "VB-8.8": Fault(other_decides),
    "VB-8.9": Fault(pilot_stays, {"attachments": "stay_until_scrapped"}),
    "VB-9.2": Fault(answered_too_soon, {"resolution": "order_only"}),
    "VB-9.3": Fault(used_card_goes),
    "VB-9.6": Fault(stop_order_in_step_4),
    "VB-9.12": Fault(
        stop_order_after_ones_own, {"offkai_needs_right": True, "pass_is_final": False}
    ),
    "VB-10.4": Fault(stands_in_the_payout),
    "VB-10.5": Fault(effect_card_put_away),
    "VB-11.1": Fault(step_in_to_defend),
    "VB-11.2": Fault(step_in_in_deployment),
    "VB-11.3": Fault(put_away_early),
    "VB-11.4": Fault(left_in_play),
    "VB-11.6": Fault(worked_twice, {"resolution": "order_only"}),
    "VB-13.5": Fault(rebound_before_damage),
    "VB-13.11": Fault(stands_in_step_4),
    "VB-20.17": Fault(false_claim),
}
