"""What is owed now, by whom, and what comes next if nobody chooses."""

from __future__ import annotations

from functools import partial
from typing import Any

from auditor.declare import UNRECORDED, Duty, Step, obligation
from auditor.effects import Due, Part
from auditor.games.soukou_musume.damage import Hit, worked_out
from auditor.games.soukou_musume.state import SEATS, TIES, Judgement, Soukou, known
from auditor.games.soukou_musume.texts import DAMAGE, concerned, open_now, seat_of
from auditor.games.soukou_musume.windows import CARRIED_OUT, NEXT, is_sure, may_be_over, wrecks_now
from events import Event
from events.soukou_musume import (
    CardsDrawn,
    DamageDealt,
    DeckShuffled,
    DrawFailed,
    FirstPlayerDecided,
    HpRecovered,
    JudgementEnded,
    JudgementRevealed,
    MainUnitChosen,
    MainUnitPlaced,
    MainUnitsRevealed,
    OpeningHandDrawn,
    PhaseBegan,
    RevealedUnit,
    StateChanged,
    TurnBegan,
    TurnEnded,
    UnitWrecked,
)


@obligation(
    "SM-3.2",
    "SM-3.5",
    "SM-3.10",
    "SM-3.11",
    "SM-7.4",
    "SM-7.5",
    "SM-9.6",
    "SM-12.5",
    "SM-12.7",
    "SM-13.8",
    "SM-13.9",
    "SM-14.12",
    "SM-15.5",
    "SM-16.1",
    "SM-16.5",
    "SM-17.1",
    "SM-17.5",
    "SM-17.6",
    "SM-17.7",
    "SM-18.4",
    "SM-19.3",
    "SM-20.20",
    on=Event,
)
def what_is_owed(s: Soukou) -> tuple[Duty, ...]:
    """The duties due now, the innermost alone; of several at once, all of them."""
    if s.phase == "setup":
        return _set_up(s)
    if s.is_over:
        return ()
    if s.judging is not None:
        return _judgement(s)
    if s.draws:
        return tuple(_charge_draw(s, *draw) for draw in s.draws[:1])
    if s.struck and (due := _strikes(s)):
        return due
    if s.text is not None:
        if s.options.wreck_check == "at_once" and (due := _wrecks(s)):
            return due
        if due := _text(s):
            return due
    if s.down and (due := _wrecks(s)):
        return due
    if s.choosing:
        first = s.options.double_replacement == "turn_player_first" and s.player in s.choosing
        seats = (s.player,) if first else tuple(s.choosing)
        return tuple(Duty("SM-16.5", seat, MainUnitChosen, nobody) for seat in seats)
    if s.retreat is not None:
        return _retreat(s)
    if s.recovery is not None and is_sure(s):
        return (Duty("SM-18.4", "table", StateChanged, _recovery),)
    return ()


def nobody(s: Soukou) -> tuple[Event, ...]:
    """Only a player could tell, or chance."""
    return ()


def made(kind: Any, s: Soukou, actor: str, **fields: Any) -> Event:
    """An event as it is if nobody recorded it."""
    return kind(seq=s.seq, at=UNRECORDED, actor=actor, **fields)  # type: ignore[no-any-return]


def _set_up(s: Soukou) -> tuple[Duty, ...]:
    found = []
    for seat in SEATS:
        up = s.set_up[seat]
        if not up.shuffled:
            found.append(Duty("SM-3.2", seat, DeckShuffled, partial(_shuffle, seat=seat)))
    if found:
        return tuple(found)
    for seat in SEATS:
        up = s.set_up[seat]
        if up.reshuffle is not None:
            found.append(Duty("SM-3.5", seat, DeckShuffled, partial(_shuffle, seat=seat)))
        elif not up.drawn:
            id = "SM-3.5" if up.redraws else "SM-3.11"
            found.append(Duty(id, seat, OpeningHandDrawn, partial(_five, seat=seat)))
        elif not up.placed:
            found.append(Duty("SM-3.11", seat, MainUnitPlaced, nobody))
    if found:
        return tuple(found)
    if s.first is None:
        return (Duty("SM-3.11", "table", FirstPlayerDecided, nobody),)
    return (Duty("SM-3.10", "table", MainUnitsRevealed, _turned_up),)


def _shuffle(s: Soukou, seat: str) -> tuple[Event, ...]:
    up = s.set_up[seat]
    reason = "setup" if up.reshuffle is None else "redraw"
    return (made(DeckShuffled, s, seat, player=seat, reason=reason, cause=up.reshuffle),)


def _five(s: Soukou, seat: str) -> tuple[Event, ...]:
    return (made(OpeningHandDrawn, s, seat, player=seat, cards=(None,) * 5),)


def _turned_up(s: Soukou) -> tuple[Event, ...]:
    units = {
        seat: RevealedUnit(unit=u.id, card=s.code_if_seen(u.card))
        for seat in SEATS
        if (u := s.main_unit(seat)) is not None
    }
    return (made(MainUnitsRevealed, s, "table", units=units),)


def _charge_draw(s: Soukou, seat: str, cause: int | None) -> Duty:
    if s.deck[seat].size:

        def draw(t: Soukou) -> tuple[Event, ...]:
            fields = {"player": seat, "reason": "charge", "cause": cause}
            return (made(CardsDrawn, t, seat, cards=(None,), **fields),)

        return Duty("SM-7.4", seat, CardsDrawn, draw)
    return Duty("SM-7.5", seat, DrawFailed, nobody)


def _judgement(s: Soukou) -> tuple[Duty, ...]:
    made_ = s.judging
    assert made_ is not None
    open_ = known(s.is_open, made_)
    if open_ is None or may_be_over(s):
        return ()
    if open_:
        id = "SM-17.6" if made_.rounds else "SM-17.1"
        return (Duty(id, "table", JudgementRevealed, nobody),)
    third = len(made_.rounds) >= TIES and is_tie(s, made_)
    return (Duty("SM-17.7" if third else "SM-17.5", "table", JudgementEnded, _judgement_end),)


def is_tie(s: Soukou, made_: Judgement) -> bool:
    """The last round was a tie, for all that is known."""
    return known(s.round_result, made_.rounds[-1], made_.player) == "tie"


def _judgement_end(s: Soukou) -> tuple[Event, ...]:
    made_ = s.judging
    result = None if made_ is None else known(s.result, made_)
    if made_ is None or result not in ("won", "lost"):
        return ()
    return (made(JudgementEnded, s, "table", result=result, rounds=len(made_.rounds)),)


def _text(s: Soukou) -> tuple[Duty, ...]:
    text = s.text
    assert text is not None
    for open_ in open_now(s):
        if open_.due is Due.MUST:
            part = open_.part
            kind = CARRIED_OUT[part.verb]
            id = "SM-13.9"
            if part is DAMAGE or (DAMAGE in text.parts and part.verb != "judgement"):
                id = "SM-13.8"
            elif part.verb == "set":
                id = "SM-9.6"
            elif part.verb == "swap" and part.whom == "this":
                id = "SM-20.20"
            elif part.verb == "draw" and s.deck[text.seat].size < part.amount.least:
                return (Duty("SM-19.3", text.seat, DrawFailed, nobody),)
            seat = seat_of(s, text, part)
            return (Duty(id, seat, kind, partial(_least, part=part)),)
    return ()


def _least(s: Soukou, part: Part) -> tuple[Event, ...]:
    """What a part of a text comes to, where neither chance nor a choice has a part in it."""
    text = s.text
    if text is None or part not in text.parts:
        return ()
    if part.verb == "draw":
        cards = (None,) * part.amount.least
        fields = {"player": text.seat, "reason": "effect", "cause": text.cause}
        return (made(CardsDrawn, s, text.seat, cards=cards, **fields),)
    if part.verb == "shuffle":
        fields = {"player": text.seat, "reason": "effect", "cause": text.cause}
        return (made(DeckShuffled, s, text.seat, **fields),)
    unit = s.main_unit(s.enemy(text.seat)) if part is DAMAGE else None
    if part.verb in ("damage_reserve", "recover", "state", "recover_state"):
        unit = concerned(s, text, part)
    if unit is None:
        return ()
    if part is DAMAGE or part.verb == "damage_reserve":
        number = 0 if part is DAMAGE else part.number
        hit = Hit(text, unit, part is DAMAGE, number)
        amount = known(worked_out, s, hit)
        if amount is None:
            return ()
        fields = {"cause": text.cause, "target": unit.id, "amount": amount, "steps": None}
        return (made(DamageDealt, s, text.seat, **fields),)
    if part.verb == "recover":
        amount = min(part.number, unit.damage)
        if s.options.recovery_cap == "none":
            amount = part.number
        return (made(HpRecovered, s, "table", unit=unit.id, amount=amount, cause=text.cause),)
    to = "normal" if part.verb == "recover_state" else part.state
    fields = {"unit": unit.id, "from_": unit.state, "to": to, "cause": text.cause}
    return (made(StateChanged, s, "table", **fields),)


def _wrecks(s: Soukou) -> tuple[Duty, ...]:
    return tuple(
        Duty(d.rule, "table", UnitWrecked, partial(_wreck, id=d.unit)) for d in wrecks_now(s)
    )


def _wreck(s: Soukou, id: str) -> tuple[Event, ...]:
    unit = s.units[id]
    discarded = tuple(p.id for p in (*unit.energy, *unit.sets))
    cause = s.last.get(f"hit {id}")
    return (made(UnitWrecked, s, "table", unit=id, discarded=discarded, cause=cause),)


def _strikes(s: Soukou) -> tuple[Duty, ...]:
    return tuple(
        Duty("SM-15.5", "table", StateChanged, partial(_struck, id=id, to=to, cause=cause))
        for id, to, cause, sure in s.struck
        if sure
    )


def _struck(s: Soukou, id: str, to: str, cause: int) -> tuple[Event, ...]:
    unit = s.units[id]
    fields = {"unit": id, "from_": unit.state, "to": to, "cause": cause}
    return (made(StateChanged, s, "table", **fields),)


def _retreat(s: Soukou) -> tuple[Duty, ...]:
    retreat = s.retreat
    assert retreat is not None
    found = []
    if not retreat.exchanged:
        found.append(Duty("SM-12.5", retreat.player, MainUnitChosen, nobody))
    if retreat.recovers:

        def up(t: Soukou) -> tuple[Event, ...]:
            fields = {"unit": retreat.unit, "from_": "minor", "to": "normal"}
            return (made(StateChanged, t, "table", cause=retreat.cause, **fields),)

        found.append(Duty("SM-12.7", "table", StateChanged, up))
    return tuple(found)


BETTER = {"medium": "minor", "minor": "normal"}
"""What a judgement won turns each state into (SM-18.4)."""


def _recovery(s: Soukou) -> tuple[Event, ...]:
    made_ = s.recovery
    unit = None if made_ is None else s.unit(made_.unit)
    if made_ is None or unit is None or unit.state not in BETTER:
        return ()
    fields = {"unit": unit.id, "from_": unit.state, "to": BETTER[unit.state], "cause": made_.ended}
    return (made(StateChanged, s, "table", **fields),)


def next_step(s: Soukou) -> Step | None:
    """The marker that comes next if nobody chooses anything more."""
    if s.is_over or s.phase == "setup":
        return None
    match s.phase:
        case "start":
            fields = {"turn": s.turn + 1, "player": s.player}
            return Step("SM-18.7", made(TurnBegan, s, s.player, **fields))
        case "draw" if not s.drawn:
            if s.began == s.seq or not s.deck[s.player].size:
                return None  # a turn that nobody recorded, or a draw that fails
            fields = {"player": s.player, "cards": (None,), "reason": "draw_phase", "cause": None}
            return Step("SM-5.1", made(CardsDrawn, s, s.player, **fields))
        case "end":
            if s.judged_for:
                return None
            return Step("SM-18.7", made(TurnEnded, s, s.player, turn=s.turn))
    return Step("SM-4.2", made(PhaseBegan, s, s.player, phase=NEXT[s.phase]))
