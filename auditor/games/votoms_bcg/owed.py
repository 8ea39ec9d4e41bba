"""What must come next before anything else: the duties of a position, and its next step."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from auditor.declare import UNRECORDED, Duty, Step, obligation
from auditor.games.votoms_bcg.apply import due_to, following
from auditor.games.votoms_bcg.state import Arena, Combat, Play
from auditor.games.votoms_bcg.strength import computed, damage_of, winner_of
from auditor.hidden import Undecided, Unseen
from events import Event
from events.votoms_bcg import (
    ATActionEnded,
    ATActivated,
    ATDestroyed,
    CardDiscarded,
    CardReturnedToHand,
    CombatDeclared,
    CombatEnded,
    CombatInterrupted,
    CombatResumed,
    CombatStepStarted,
    DamageDetermined,
    DamageRedirected,
    EffectResolved,
    GameStarted,
    HandRevealed,
    InitiativeDecided,
    PayoutClaimed,
    PayoutTaken,
    PhaseEnded,
    PhaseStarted,
    PriorityPassed,
    ReplenishFinished,
    ScrapDecided,
    TotalsDetermined,
    TurnStarted,
)

TABLE = "table"


def event(s: Any, kind: Any, actor: str, **fields: Any) -> Event:
    """An event as it is if nobody recorded it."""
    made: Event = kind(seq=s.seq, at=UNRECORDED, actor=actor, **fields)
    return made


def duty(id: str, seat: str, kind: Any, **fields: Any) -> Duty:
    """A duty that one event meets, in which nobody chooses."""
    return Duty(id, seat, kind, partial(_one, kind=kind, actor=seat, fields=tuple(fields.items())))


def _one(s: Any, kind: Any, actor: str, fields: Any) -> tuple[Event, ...]:
    return (event(s, kind, actor, **dict(fields)),)


def choice(id: str, seat: str, kind: Any) -> Duty:
    """A duty that only its seat can meet."""
    return Duty(id, seat, kind, _nothing)


def _nothing(s: Any) -> tuple[Event, ...]:
    return ()


# -------------------------------------------------------------------- effects


def eligible(s: Arena, play: Play, code: str) -> bool:
    """A card is of a kind that another makes be discarded (VB-20.16). Raises: Unseen."""
    kinds = s.ask(play.card, "discards")
    if s.face(play.card) == "FQ-10":
        kinds = s.options.informing_kinds
    return s.ask(code, "kind") in kinds


def victim_of(play: Play) -> str:
    """The seat that a card is used on."""
    return next((t for t in play.targets if t[:1] == "P" and len(t) == 2), "")


def effect_duties(s: Arena, play: Play) -> Iterator[Duty]:
    """What the card being processed brings, as far as its text is known."""
    sure = partial(s.sure, play.card)
    target = s.ats.get(play.targets[0]) if play.targets else None
    if sure("ends_action") and target is not None and target.state == "active":
        yield duty("VB-9.2", TABLE, ATActionEnded, unit=target.id, cause=play.seq)
    if sure("redirects") and (sent := redirected(s, play)) is not None:
        yield duty("VB-20.3", TABLE, DamageRedirected, cause=play.seq, **sent)
    attacks = sure("attacks_with") is not None or _attacks_unknown(s, play)
    if attacks and target is not None and target.state != "destroyed":
        attack = {"combat": new_combat(s), "attacker_card": play.seq, "target": target.id}
        yield duty("VB-9.2", play.by, CombatDeclared, attackers=(), **attack)
    if sure("interrupts") and (combat := s.combat) is not None and combat.totals is None:
        yield duty("VB-20.20", TABLE, CombatInterrupted, combat=combat.id, cause=play.seq)
    if sure("returns_at") and s.to_scrap is not None:
        yield choice("VB-20.8", play.by, CardReturnedToHand)
    if sure("discards") and may_discard(s, play):
        made_to = sure("discard_mode") == "made_to"
        yield choice("VB-8.3" if made_to else "VB-8.2", victim_of(play), CardDiscarded)


def _attacks_unknown(s: Arena, play: Play) -> bool:
    code = s.known(play.card)
    return code is not None and f"{code}.attacks_with" in s.unknown and code != "FQ-01"


def may_discard(s: Arena, play: Play) -> bool:
    """The victim has a card that could go, as far as is known; a claim may answer for a hand."""
    victim = victim_of(play)
    if victim not in s.money:
        return False
    if s.sure(play.card, "discard_mode") == "made_to":
        return s.size(victim) > 0 or bool(_field_kinds(s, play, victim))
    zone = s.hand[victim]
    known = any(_sure_kind(s, play, code) for code in zone.known)
    return known or bool(_field_kinds(s, play, victim))


def _sure_kind(s: Arena, play: Play, code: str) -> bool:
    kinds: Any = s.sure(play.card, "discards") or ()
    if s.known(play.card) == "FQ-10":
        kinds = s.options.informing_kinds
    return s.sure(code, "kind") in kinds


def _field_kinds(s: Arena, play: Play, victim: str) -> list[str]:
    there = [*s.effects.values(), *s.combat_cards.values()]
    codes = [s.known(x.card) for x in there if x.owner == victim]
    return [code for code in codes if code is not None and _sure_kind(s, play, code)]


def redirected(s: Arena, play: Play) -> dict[str, Any] | None:
    """The damage that a card sends back; None if its user has none (VB-20.3)."""
    combat = s.combat
    if combat is None or combat.damage is None or combat.damage[0] != play.by:
        return None
    other = combat.against if play.by == combat.by else combat.by
    return {"combat": combat.id, "from_": play.by, "to": other, "amount": combat.damage[1]}


def new_combat(s: Arena) -> str:
    """An id that no combat has had."""
    numbers = [int(id[1:]) for id in s.ids if id[:1] == "c" and id[1:].isdigit()]
    return f"c{max(numbers, default=0) + 1}"


# -------------------------------------------------------------------- what goes with an AT


def gone_duties(s: Arena) -> Iterator[Duty]:
    """Cards on what has left the field go with it (VB-8.4, VB-8.5)."""
    for there in (s.effects, s.combat_cards) if s.gone else ():
        for iid, lying in there.items():
            for target in lying.targets:
                how, seq = s.gone.get(target, ("", 0))
                if not how or (how != "discarded" and s.options.target_gone != "any_leaving"):
                    continue
                id = "VB-8.4" if how == "discarded" else "VB-8.5"
                card = s.known(lying.card)
                yield put_away(id, lying.owner, card, iid, "target_gone", seq)
                break


def put_away(
    id: str, owner: str, code: str | None, iid: str | None, reason: str, cause: int | None
) -> Duty:
    """A duty to discard a card on the field."""
    return duty(
        id,
        owner,
        CardDiscarded,
        card=code,
        iid=iid,
        of=owner,
        from_="field",
        reason=reason,
        cause=cause,
        chosen_by=None,
    )


# -------------------------------------------------------------------- combats


def interruptions(s: Arena) -> Iterator[Duty]:
    """Combats that have lost a part (VB-16.1)."""
    for combat in reversed(s.combats):
        lost = combat.lost
        if lost is None or combat.totals is not None:
            continue
        if lost.after is None or s.open_combat(lost.after) is None:
            yield duty(lost.id, TABLE, CombatInterrupted, combat=combat.id, cause=lost.cause)


def combat_duties(s: Arena, combat: Combat) -> Iterator[Duty]:
    """What the table owes in a combat: totals, damage, action-ended ATs."""
    if combat.step == 3 and combat.draws is not None and combat.totals is None:
        yield Duty("VB-13.9", TABLE, TotalsDetermined, _totals)
    elif combat.totals is not None and combat.winner is not None and combat.damage is None:
        yield Duty("VB-15.1", TABLE, DamageDetermined, _damage)
    elif s.window == "C5e":
        yield from ended_duties(s, combat)


def ended_duties(s: Arena, combat: Combat) -> Iterator[Duty]:
    """The ATs that a combat fought to its end action-ends (VB-13.15, VB-9.10)."""
    for unit in combat.units:
        only_attackers = s.options.ended_after_combat == "attackers" and not combat.is_offkai
        if unit == combat.target and only_attackers:
            continue
        at = s.ats.get(unit)
        if at is not None and at.state == "active":
            id = "VB-9.10" if combat.is_offkai else "VB-13.14" if combat.tied else "VB-13.15"
            yield duty(id, TABLE, ATActionEnded, unit=unit, cause=combat.declared)


def _totals(s: Arena) -> tuple[Event, ...]:
    combat = s.combats[-1]
    try:
        attacker, target = computed(s, combat)
    except (Unseen, Undecided):
        return ()
    winner = winner_of(s, attacker, target)
    totals = {"attacker": attacker, "target": target, "winner": winner}
    return (event(s, TotalsDetermined, TABLE, combat=combat.id, **totals),)


def _damage(s: Arena) -> tuple[Event, ...]:
    combat = s.combats[-1]
    found = damage_of(s, combat)
    if found is None or found[1] is None:
        return ()
    return (event(s, DamageDetermined, TABLE, combat=combat.id, to=found[0], amount=found[1]),)


# -------------------------------------------------------------------- all of it

IDS = (
    "VB-8.2",
    "VB-8.3",
    "VB-8.4",
    "VB-8.5",
    "VB-8.6",
    "VB-9.2",
    "VB-9.10",
    "VB-13.9",
    "VB-13.14",
    "VB-13.15",
    "VB-15.1",
    "VB-15.6",
    "VB-16.1",
    "VB-16.7",
    "VB-16.8",
    "VB-20.3",
    "VB-20.8",
    "VB-20.17",
    "VB-20.19",
    "VB-20.20",
    "VB-20.21",
)


@obligation(*IDS, on=Event)
def what_comes_first(s: Arena) -> tuple[Duty, ...]:
    """What is due, the first part of it alone."""
    if s.at != "in" or not (s.combats or s.claim or s.gone or _is_carried_out(s)):
        return ()
    return next((found for part in PARTS if (found := tuple(part(s)))), ())


def _is_carried_out(s: Arena) -> bool:
    """A card's effect, or what is left of one."""
    effect = s.effect is not None and s.effect[1] == s.seq
    return bool(effect or s.leftover or s.loose or s.to_destroy or s.to_scrap or s.stalled)


def _claims(s: Arena) -> Iterator[Duty]:
    if s.claim is not None:
        yield choice("VB-20.17", s.claim[0], HandRevealed)


def _effects(s: Arena) -> Iterator[Duty]:
    if s.effect is not None and s.effect[1] == s.seq and not s.plays[s.effect[0]].spent:
        yield from effect_duties(s, s.plays[s.effect[0]])


def _leftovers(s: Arena) -> Iterator[Duty]:
    for _, owner, _ in s.leftover:
        yield choice("VB-20.8", owner, CardDiscarded)
    for pilot in s.loose:
        if all(at.state == "destroyed" for at in s.own_ats(pilot.owner)) and s.effect is not None:
            cause = s.effect[0]
            yield put_away("VB-20.19", pilot.owner, pilot.card, pilot.iid, "text", cause)


def _destruction(s: Arena) -> Iterator[Duty]:
    if s.to_destroy is not None:
        unit, cause = s.to_destroy
        yield duty("VB-15.6", TABLE, ATDestroyed, unit=unit, cause=cause)


def _resumption(s: Arena) -> Iterator[Duty]:
    stalled = s.stalled
    if stalled is not None and stalled.unit is not None:
        unit, cause = stalled.unit, stalled.deployed
        combat = stalled.combat.id
        yield duty("VB-20.21", TABLE, CombatResumed, combat=combat, replacement=unit, cause=cause)


def _combats(s: Arena) -> Iterator[Duty]:
    if s.combats:
        yield from interruptions(s)


def _decision(s: Arena) -> Iterator[Duty]:
    if s.to_scrap is not None and not s.queue:
        yield choice("VB-8.6", s.to_scrap[1], ScrapDecided)


def _procedure(s: Arena) -> Iterator[Duty]:
    if s.combats and s.combats[-1].step >= 3:
        yield from combat_duties(s, s.combats[-1])


PARTS = (
    _claims,
    _effects,
    _leftovers,
    gone_duties,
    _destruction,
    _decision,
    _resumption,
    _combats,
    _procedure,
)
"""In this order: nothing of a later part is due while something of an earlier one is."""


# -------------------------------------------------------------------- the next step


def next_step(s: Arena) -> Step | None:
    """What comes next if nobody chooses: a pass, a marker, a card processed."""
    match s.at:
        case "setup":
            ready = settled(s)
            return Step("VB-2.11", event(s, GameStarted, TABLE)) if ready else None
        case "turn":
            id = "VB-3.4" if s.turn == 1 else "VB-3.1"
            return Step(id, event(s, TurnStarted, TABLE, turn=s.turn))
        case "before":
            phase = {"turn": s.turn, "phase": s.phase, "owner": s.owner}
            return Step(start_id(s), event(s, PhaseStarted, TABLE, **phase))
    window = s.window
    if s.queue and (window not in ("T5o", "C2", "C4") or s.all_passed or window == "C5s"):
        outcome = "no_effect" if s.plays[first_in_line(s)].dead else "done"
        resolved = {"play_": first_in_line(s), "outcome": outcome}
        return Step("VB-7.6", event(s, EffectResolved, TABLE, **resolved))
    passing = s.right is not None and s.passes_recorded and not s.all_passed
    if passing and (window != "T1" or not s.finished):
        return Step("VB-7.4", event(s, PriorityPassed, s.rights[-1].seat))
    return STEPS[window](s) if window in STEPS else None


def settled(s: Arena) -> bool:
    """Every opening hand is settled (VB-2.11)."""
    return all(
        (o := s.opening.get(seat)) is not None and (o.state == "done" or s.is_lost(seat, True))
        for seat in s.match.seats
        if s.is_in(seat)
    )


def start_id(s: Arena) -> str:
    """The rule that calls for the phase that comes next."""
    if s.phase in ("deployment", "combat"):
        return "VB-3.6"
    return "VB-3.4" if s.turn == 1 and s.phase == "initiative" else "VB-3.1"


def first_in_line(s: Arena) -> int:
    """The card to be processed first, as far as cards are known (VB-7.6, VB-7.7)."""
    for seq in s.queue:
        if s.sure(s.plays[seq].card, "discards"):
            return seq
    return s.queue[0]


def phase_end(s: Arena, id: str = "VB-3.1") -> Step:
    """The marker that ends the phase."""
    phase = {"turn": s.turn, "phase": s.phase, "owner": s.owner}
    return Step(id, event(s, PhaseEnded, TABLE, **phase), leaves=True)


def _replenished(s: Arena) -> Step | None:
    left = [seat for seat in s.seats if seat not in s.finished]
    return Step("VB-3.5", event(s, ReplenishFinished, left[0])) if left else None


def _surplus(s: Arena) -> Step | None:
    over = any(s.size(seat) > 7 for seat in s.seats)
    return None if over else phase_end(s)


def to_activate(s: Arena) -> list[str]:
    """Action-ended ATs, in the order of the seats (VB-5.2)."""
    if s.options.activation == "as_recorded":
        return []
    return [at.id for seat in s.seats for at in s.own_ats(seat) if at.state == "ended"]


def _activated(s: Arena) -> Step | None:
    ended = to_activate(s)
    if not ended:
        return phase_end(s)
    body = {"unit": ended[0], "before": "ended", "cause": None}
    return Step("VB-5.2", event(s, ATActivated, s.ats[ended[0]].owner, **body))


def _initiative(s: Arena) -> Step | None:
    if s.decided:
        return phase_end(s)
    order, _, id = s.ranking()
    if not s.draws or order is None:
        return None
    return Step(id, event(s, InitiativeDecided, TABLE, order=order), leaves=True)


def _deployed(s: Arena) -> Step | None:
    return phase_end(s)


def _fought(s: Arena) -> Step | None:
    for iid, lying in s.combat_cards.items():
        card = s.known(lying.card)
        away = put_away("VB-11.4", lying.owner, card, iid, "phase_end", None)
        return Step("VB-11.4", away.least(s)[0], leaves=True)
    return phase_end(s, "VB-13.18")


def _step(number: int, s: Arena) -> Step | None:
    marker = event(s, CombatStepStarted, TABLE, combat=s.combats[-1].id, step=number)
    return Step("VB-13.2", marker, leaves=number in (3, 5))


def _drawn(s: Arena) -> Step | None:
    return _step(4, s) if s.combats[-1].damage is not None else None


def _over(s: Arena) -> Step | None:
    return Step("VB-13.2", event(s, CombatEnded, TABLE, combat=s.combats[-1].id))


def claimer(s: Arena) -> str | None:
    """The first seat that has still to do with the payout: to claim, or to take it."""
    for seat in s.seats:
        if seat not in s.finished and (unclaimed(s, seat) or payout_size(s, seat)):
            return seat
    return None


def unclaimed(s: Arena, seat: str) -> list[Any]:
    """The wins that a seat has still to claim (VB-18.5)."""
    return [win for win in s.wins if win.seat == seat and not win.claimed and counts(s, win)]


def counts(s: Arena, win: Any) -> bool:
    """The win brings a payout (VB-18.5)."""
    if s.options.payout_gate != "most_wins":
        return True
    wins = [w.seat for w in s.wins]
    most = max(wins.count(seat) for seat in set(wins))
    return wins.count(win.seat) == most


def payout_size(s: Arena, seat: str) -> int:
    """How many cards a seat takes (VB-18.5, VB-18.6)."""
    return min(due_to(s, seat), len(s.scrap[seat]))


def _paid(s: Arena) -> Step | None:
    if s.options.payout_optional and all(not unclaimed(s, seat) for seat in s.seats):
        return phase_end(s)
    seat = claimer(s)
    if seat is None:
        return phase_end(s)
    wins = unclaimed(s, seat)
    if wins:
        win = wins[0]
        unit, card = win.ats[0] if win.ats else ("", win.card)
        rate = s.sure(card, "rate")
        if len(win.ats) != 1 or rate is None:
            return None
        body = {"combat": win.combat, "unit": unit, "rate": rate}
        return Step("VB-18.5", event(s, PayoutClaimed, seat, **body))
    count = payout_size(s, seat)
    pile = s.scrap[seat]
    cards = tuple(map(s.known, reversed(pile[len(pile) - count :])))
    body = {"count": count, "cards": cards, "face": "down", "shuffled": True}
    return Step("VB-18.7", event(s, PayoutTaken, seat, **body))


STEPS: dict[str, Any] = {
    "T1": _replenished,
    "T1e": _surplus,
    "T2": _activated,
    "T3": _initiative,
    "T3k": _initiative,
    "T4": _deployed,
    "T5o": _fought,
    "T5e": _fought,
    "C1": partial(_step, 2),
    "C2": partial(_step, 3),
    "C3": _drawn,
    "C4": partial(_step, 5),
    "C5e": _over,
    "T6": _paid,
}
"""What ends each window, or is still to be done in it."""

__all__ = ["due_to", "following", "next_step", "what_comes_first"]
