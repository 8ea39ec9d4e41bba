"""Wrong judgements (SM-17), end phases (SM-18), ends (SM-19, SM-21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from auditor.game import Fault
from auditor.games.soukou_musume.cards import BEATS
from auditor.games.soukou_musume.faults.table import event, in_main, is_calm, other, own, units
from auditor.games.soukou_musume.faults.turns import phase
from auditor.games.soukou_musume.state import SEATS, Judgement, Soukou
from events import Event
from events.shared import MatchClosed, PlayerConceded
from events.soukou_musume import (
    JudgementBegan,
    JudgementEnded,
    JudgementRevealed,
    StateChanged,
    TurnBegan,
    TurnEnded,
)


def judging(s: Soukou) -> Judgement | None:
    """The judgement being made, both with more cards than are known at the bottom."""
    if s.judging is None or s.is_over:
        return None
    return s.judging if all(s.deck[x].size > len(s.deck[x].bottom) for x in SEATS) else None


def attribute(s: Soukou, code: str) -> str:
    return str(s.book.cards[code].facts.get("attribute", "none"))


def on_top(s: Soukou, seat: str) -> list[str]:
    """The cards that may lie on top of a deck, one for each attribute."""
    left = Counter(dict(s.lists[seat] or {})) - Counter(s.located(seat))
    found: dict[str, str] = {}
    for code in left:
        found.setdefault(attribute(s, code), code)
    return [code for kind, code in found.items() if kind != "none"]


def pairs(s: Soukou, made: Judgement) -> Iterator[tuple[dict[str, str], str]]:
    """Cards for both, and how the round ends for the one who judges."""
    for mine in on_top(s, made.player):
        for theirs in on_top(s, other(made.player)):
            one, two = attribute(s, mine), attribute(s, theirs)
            result = "tie" if one == two else "won" if BEATS[one] == two else "lost"
            yield {made.player: mine, other(made.player): theirs}, result


def revealed(s: Soukou, cards: Any, result: str, bottom: bool = True) -> Event:
    number = 1 if s.judging is None else len(s.judging.rounds) + 1
    fields = {"round": number, "cards": cards, "result": result, "to_bottom": bottom}
    return event(JudgementRevealed, s, "table", **fields)


def results(s: Soukou, made: Judgement) -> list[str]:
    """How the rounds so far ended, by the cards that lie there."""
    found = []
    for played in made.rounds:
        one, two = (attribute(s, str(c)) for c in played.cards)
        if made.player == "P2":
            one, two = two, one
        if "none" in (one, two) or one == two:
            found.append("tie")
        else:
            found.append("won" if BEATS[one] == two else "lost")
    return found


def to_play(s: Soukou) -> Judgement | None:
    """A judgement whose next round is to be played."""
    made = judging(s)
    if made is None or any(None in r.cards for r in made.rounds) or len(made.rounds) > 2:
        return None
    return made if all(r == "tie" for r in results(s, made)) else None


def over(s: Soukou) -> Judgement | None:
    """A judgement whose last round has decided it."""
    made = judging(s)
    if made is None or not made.rounds or any(None in r.cards for r in made.rounds):
        return None
    return made if results(s, made)[-1] != "tie" else None


def one_reveals(s: Soukou) -> Iterator[Event]:
    made = to_play(s)
    if made is not None:
        for cards, _ in pairs(s, made):
            yield revealed(s, {made.player: cards[made.player]}, "won")


def wrong_winner(s: Soukou) -> Iterator[Event]:
    made = to_play(s)
    for cards, result in pairs(s, made) if made is not None else ():
        if result != "tie":
            yield revealed(s, cards, {"won": "lost", "lost": "won"}[result])


def tie_is_won(s: Soukou) -> Iterator[Event]:
    made = to_play(s)
    for cards, result in pairs(s, made) if made is not None else ():
        if result == "tie":
            yield revealed(s, cards, "won")


def kept(s: Soukou) -> Iterator[Event]:
    made = to_play(s)
    for cards, result in pairs(s, made) if made is not None else ():
        yield revealed(s, cards, result, bottom=False)


def another_round(s: Soukou) -> Iterator[Event]:
    made = over(s)
    for cards, result in pairs(s, made) if made is not None else ():
        yield revealed(s, cards, result)


def ended(s: Soukou, result: str, rounds: int) -> Event:
    return event(JudgementEnded, s, "table", result=result, rounds=rounds)


def ended_after_a_tie(s: Soukou) -> Iterator[Event]:
    made = to_play(s)
    if made is not None and made.rounds:
        yield ended(s, "lost", len(made.rounds))


def third_tie_wins(s: Soukou) -> Iterator[Event]:
    made = judging(s)
    if made is None or any(None in r.cards for r in made.rounds):
        return
    if results(s, made) == ["tie"] * 3:
        yield ended(s, "won", 3)


def judged_for_nothing(s: Soukou) -> Iterator[Event]:
    if in_main(s):
        yield own(JudgementBegan, s, unit=None, cause=None)


def has_recovery(s: Soukou) -> Judgement | None:
    nested = s.text or s.draws or s.judging or s.down or s.choosing or s.retreat or s.struck
    return None if nested or s.is_over else s.recovery


def changed(s: Soukou, unit: str, was: str, to: str, cause: int | None) -> Event:
    fields = {"unit": unit, "from_": was, "to": to, "cause": cause}
    return event(StateChanged, s, "table", **fields)


def wrong_state(s: Soukou) -> Iterator[Event]:
    made = has_recovery(s)
    if made is not None and made.unit in s.units and s.units[made.unit].state == "minor":
        yield changed(s, made.unit, "medium", "minor", made.ended)


def two_steps(s: Soukou) -> Iterator[Event]:
    made = has_recovery(s)
    if made is not None and made.unit in s.units and s.units[made.unit].state == "medium":
        yield changed(s, made.unit, "medium", "normal", made.ended)


def stood_up_though_lost(s: Soukou) -> Iterator[Event]:
    if is_calm(s) and s.phase == "end" and s.last.get("lost") == s.seq:
        for unit in units(s, s.player):
            if unit.state == "minor":
                yield changed(s, unit.id, "minor", "normal", s.seq)


def not_judged(s: Soukou) -> Iterator[Event]:
    if is_calm(s) and s.phase == "end" and s.judged_for:
        yield event(TurnEnded, s, s.player, turn=s.turn)


def judged_in_health(s: Soukou) -> Iterator[Event]:
    if is_calm(s) and s.phase == "end":
        for unit in units(s, s.player):
            if unit.state == "normal":
                yield own(JudgementBegan, s, unit=unit.id, cause=None)


def judged_for_the_enemy(s: Soukou) -> Iterator[Event]:
    if is_calm(s) and s.phase == "end":
        for unit in units(s, other(s.player)):
            yield own(JudgementBegan, s, unit=unit.id, cause=None)


def next_turn_begun(s: Soukou) -> Iterator[Event]:
    if is_calm(s) and s.phase == "end" and not s.judged_for:
        seat = other(s.player)
        yield event(TurnBegan, s, seat, turn=s.turn + 1, player=seat)


def closed(s: Soukou, winner: str, reason: str) -> Event:
    return event(MatchClosed, s, "table", winner=winner, reason=reason)


def claims(s: Soukou, reason: str) -> Iterator[Event]:
    if in_main(s):
        yield from (closed(s, seat, reason) for seat in SEATS)


def claims_a_wipe(s: Soukou) -> Iterator[Event]:
    return claims(s, "wiped_out")


def claims_a_failed_draw(s: Soukou) -> Iterator[Event]:
    return claims(s, "draw_failed")


def plays_on(s: Soukou) -> Iterator[Event]:
    if s.is_over and not s.closed and s.phase in ("main", "attack"):
        yield phase(s, {"main": "attack", "attack": "end"}[s.phase])


def concedes(s: Soukou) -> Iterator[Event]:
    if is_calm(s):
        yield from (event(PlayerConceded, s, seat) for seat in SEATS)


ATTRIBUTES = {"judgement_no_attribute": "tie"}
MINOR = {"damage_thresholds": {"minor": 100, "medium": 2000}, "end_judgement": "per_unit"}
FAULTS = {
    "SM-17.1": Fault(one_reveals, ATTRIBUTES),
    "SM-17.2": Fault(wrong_winner, ATTRIBUTES),
    "SM-17.3": Fault(tie_is_won, ATTRIBUTES),
    "SM-17.4": Fault(kept, ATTRIBUTES),
    "SM-17.5": Fault(another_round, ATTRIBUTES),
    "SM-17.6": Fault(ended_after_a_tie, ATTRIBUTES),
    "SM-17.7": Fault(third_tie_wins, {**ATTRIBUTES, "third_tie": "judging_player_loses"}),
    "SM-17.8": Fault(judged_for_nothing),
    "SM-18.1": Fault(wrong_state, MINOR),
    "SM-18.2": Fault(not_judged, MINOR),
    "SM-18.3": Fault(judged_in_health, {"end_judgement": "per_unit"}),
    "SM-18.4": Fault(
        two_steps,
        {"damage_thresholds": {"minor": 100, "medium": 200}, "end_judgement": "per_unit"},
    ),
    "SM-18.5": Fault(stood_up_though_lost, MINOR),
    "SM-18.6": Fault(judged_for_the_enemy, {"end_judgement": "per_unit"}),
    "SM-18.7": Fault(next_turn_begun),
    "SM-19.1": Fault(claims_a_wipe),
    "SM-19.3": Fault(claims_a_failed_draw),
    "SM-19.4": Fault(plays_on),
    "SM-21.2": Fault(concedes, {"concession": "not_allowed"}),
}
