"""Why an event is out of time: the rule it breaks by being done now, or by this seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from auditor.declare import Home
from auditor.games.votoms_bcg.apply import due_to
from auditor.games.votoms_bcg.owed import settled, start_id, unclaimed
from auditor.games.votoms_bcg.state import HAND_LIMIT, MATCHMAKER, Arena, Combat
from auditor.games.votoms_bcg.windows import may_only_rescue, state_of, to_replenish


def blocked(s: Arena) -> str:
    """The rule that keeps the window that is open from being left."""
    match s.at:
        case "setup":
            return not_ready(s)
        case "turn":
            return "VB-3.4" if s.turn == 1 else "VB-3.1"
        case "before":
            return start_id(s)
    window = s.window
    if s.right is not None and s.passes_recorded and not s.all_passed:
        return "VB-13.18" if window == "T5o" else "VB-7.4"
    if s.queue:
        return "VB-7.6"
    if window == "T1e":
        return "VB-4.4" if any(s.size(seat) > HAND_LIMIT for seat in s.seats) else "VB-3.1"
    if window in ("T3", "T3k"):
        return "VB-3.1" if s.decided else undecided(s)
    if window in ("T5o", "T5e"):
        return "VB-11.4" if s.combat_cards else "VB-13.18"
    if window == "C3":
        return not_drawn(s.combats[-1]) if s.combats[-1].draws is None else "VB-13.2"
    if window == "T6":
        return "VB-18.5" if any(unclaimed(s, seat) for seat in s.seats) else "VB-18.7"
    return IN_WINDOW.get(window, "VB-3.1")


IN_WINDOW = {
    "T1": "VB-3.5",
    "T2": "VB-5.2",
    "C1": "VB-13.2",
    "C2": "VB-13.2",
    "C4": "VB-13.2",
    "C5": "VB-15.4",
    "C5s": "VB-8.6",
    "C5e": "VB-13.2",
}


def undecided(s: Arena) -> str:
    """Why the initiative is not decided."""
    _, due, id = s.ranking()
    if due and any(round > 1 for round, _ in due):
        return "VB-6.7" if len(s.seats) == 2 else "VB-6.5"
    return "VB-6.1" if due else id


def not_drawn(combat: Combat) -> str:
    """The rule on a draw for additional strength that is missing."""
    return "VB-14.6" if combat.target.startswith(MATCHMAKER) else "VB-13.7"


def not_ready(s: Arena) -> str:
    """Why the game may not start yet."""
    for seat in s.match.seats:
        opening = s.opening.get(seat)
        if opening is not None and opening.state == "kept":
            return "VB-2.6" if s.aside[seat] else "VB-2.9"
    return "VB-2.11"


def of_combat(s: Arena, e: Any, interrupted: str) -> str | None:
    """The rule that an event on a combat breaks that is over, or not the innermost one."""
    found = s.over.get(e.combat)
    if found is not None and found[1] == "interrupted":
        return interrupted
    if s.combat is not None and s.combat.id != e.combat and s.open_combat(e.combat) is not None:
        return "VB-9.4"
    return None


# -------------------------------------------------------------------- set-up


def hand_drawn(s: Arena, e: Any) -> str:
    state = state_of(s, e)
    if s.at != "setup":
        return "VB-2.1"
    if e.actor not in s.decks and state == "none":
        return "VB-1.1"
    if e.attempt > 6 or (state in ("drawn", "exposed") and not s.money[e.actor]):
        return "VB-2.7"
    if state == "drawn":
        known = any(s.sure(code, "kind") == "at" for code in s.hand[e.actor].known)
        return "VB-2.4" if known else "VB-2.2"
    return "VB-2.4" if state in ("kept", "done") else "VB-2.1"


def hand_exposed(s: Arena, e: Any) -> str:
    return "VB-2.4" if state_of(s, e) in ("kept", "done") else "VB-2.2"


def aside_returned(s: Arena, e: Any) -> str:
    return "VB-2.3" if state_of(s, e) in ("exposed", "drawn") else "VB-2.6"


def topped_up(s: Arena, e: Any) -> str:
    return "VB-2.10" if state_of(s, e) == "kept" and s.aside.get(e.actor) else "VB-2.9"


# -------------------------------------------------------------------- turn and phases


def turn_started(s: Arena, e: Any) -> str:
    return blocked(s)


def phase_started(s: Arena, e: Any) -> str:
    if s.at != "before":
        return blocked(s)
    if s.turn == 1 and e.phase in ("replenish", "activation"):
        return "VB-3.2" if e.phase == "replenish" else "VB-3.3"
    if s.phase in ("deployment", "combat") and e.phase in ("deployment", "combat", "payout"):
        return "VB-3.6" if e.phase == s.phase else "VB-3.7"
    return start_id(s)


def phase_ended(s: Arena, e: Any) -> str:
    return blocked(s)


def in_early_order(s: Arena, e: Any) -> str:
    """Replenishing out of turn, or out of its phase."""
    if not s.is_in(e.actor):
        return "VB-19.7"
    if s.turn == 1 and e.type == "card_drawn":
        return "VB-3.2"
    if s.window == "T1" and e.actor == to_replenish(s):
        return "VB-7.6" if s.queue else "VB-7.4"
    return "VB-3.5"


def hand_limit(s: Arena, e: Any) -> str:
    return "VB-3.5" if s.window == "T1e" and s.size(e.actor) > HAND_LIMIT else "VB-4.6"


def activated(s: Arena, e: Any) -> str:
    if s.window == "T2" and s.queue:
        return "VB-7.6"
    if s.turn == 1 and s.phase in ("initiative", "setup"):
        return "VB-3.3"
    if e.before == "destroyed":
        return "VB-5.4"
    return "VB-3.5" if s.window == "T2" else "VB-5.2"


def initiative_drawn(s: Arena, e: Any) -> str:
    if s.phase != "initiative" or s.at != "in" or not s.draws:
        return "VB-6.1" if s.phase != "initiative" or s.at != "in" else blocked(s)
    if s.decided:
        return "VB-6.1"
    return "VB-6.7" if len(s.seats) == 2 and e.round > 1 else "VB-6.5"


def initiative_decided(s: Arena, e: Any) -> str:
    return undecided(s) if s.phase == "initiative" and s.at == "in" else "VB-6.1"


# -------------------------------------------------------------------- cards


def wrong_right(s: Arena, e: Any) -> str | None:
    """The rule that a seat breaks by using the right to a card that is not its own; or None."""
    right = s.right
    if right is None or right.seat == e.actor:
        return None
    offkai = getattr(e, "kind", None) == "offkai"
    if offkai and not s.options.offkai_needs_right:
        return None
    if right.first is not None:
        return right.first
    if s.options.pass_is_final and e.actor in right.passed:
        return "VB-7.5"
    if offkai and right.last == e.actor:
        return "VB-9.12"
    return "VB-7.10" if len(s.seats) > 2 else "VB-7.1"


RIGHT_IDS = (
    "VB-7.1",
    "VB-7.2",
    "VB-7.3",
    "VB-7.5",
    "VB-7.10",
    "VB-7.11",
    "VB-7.12",
    "VB-9.12",
)
NOT_YOURS = Home(RIGHT_IDS, lambda s, e: wrong_right(s, e) or "VB-7.1")


def card_played(s: Arena, e: Any) -> str:
    window = s.window
    if may_only_rescue(s, e.card):
        return "VB-20.7"
    match window:
        case "T3k":
            if any(d.round > 1 for d in s.draws) or any(r > 1 for r, _ in s.ranking()[1]):
                return "VB-6.10"
            return "VB-9.5" if e.kind == "offkai" else "VB-6.3"
        case "C3":
            return "VB-13.6"
        case "C5" | "C5s" | "C5e":
            return "VB-13.12"
        case "T1e" | "T5e":
            return blocked(s)
    if s.right is None:
        return blocked(s)
    if any(s.plays[seq].kind == "offkai" for seq in s.queue):
        return "VB-9.2"
    return "VB-7.6" if s.queue and s.options.resolution == "immediate" else "VB-7.4"


def passed(s: Arena, e: Any) -> str:
    return blocked(s) if s.right is None else "VB-7.4"


def resolved(s: Arena, e: Any) -> str:
    play = s.plays.get(e.play_)
    if play is not None and play.outcome is not None and play.iid in s.combat_cards:
        return "VB-11.6"
    return "VB-7.6"


def discarded(s: Arena, e: Any) -> str:
    if s.window == "T3k":
        return "VB-6.4"
    match e.reason:
        case "phase_end":
            return "VB-10.5" if e.iid in s.effects else "VB-11.3"
        case "target_gone":
            return "VB-8.4" if s.options.target_gone == "any_leaving" else "VB-8.5"
        case "made_to":
            return "VB-8.3"
        case "by_user":
            return "VB-8.2"
    return "VB-8.1"


# -------------------------------------------------------------------- deploying


def deployed(s: Arena, e: Any) -> str:
    return "VB-5.7" if e.via == "card" else "VB-5.6"


# -------------------------------------------------------------------- combats


def declared(s: Arena, e: Any) -> str:
    if e.attacker_card is None:
        return "VB-7.6" if s.queue and s.window == "T5o" and s.all_passed else "VB-13.18"
    play = s.plays.get(e.attacker_card)
    return "VB-9.11" if play is not None and play.spent else "VB-9.2"


def step_started(s: Arena, e: Any) -> str:
    found = of_combat(s, e, "VB-16.5")
    combat = s.combat
    if found is not None or combat is None or combat.id != e.combat:
        return found or "VB-13.2"
    if combat.step == 3 and combat.draws is None and e.step == 4:
        return not_drawn(combat)
    if e.step != combat.step + 1:
        return "VB-13.2"
    return blocked(s)


def strength_drawn(s: Arena, e: Any) -> str:
    found = of_combat(s, e, "VB-16.5")
    combat = s.combat
    if found is not None or combat is None:
        return found or "VB-13.2"
    if combat.id == e.combat and combat.draws is not None:
        return "VB-13.6"
    return "VB-7.4" if s.right is not None and not s.all_passed else "VB-13.2"


def totals(s: Arena, e: Any) -> str:
    found = of_combat(s, e, "VB-16.2")
    if found is not None:
        return found
    combat = s.open_combat(e.combat)
    if combat is None or combat.totals is None:
        return "VB-13.2" if combat is None or combat.step < 3 else not_drawn(combat)
    return "VB-13.10" if combat.used else "VB-13.9"


def damage_determined(s: Arena, e: Any) -> str:
    return of_combat(s, e, "VB-16.3") or "VB-15.1"


def damage_dealt(s: Arena, e: Any) -> str:
    """Damage paid or taken by the wrong seat, too early, or once more."""
    found = of_combat(s, e, "VB-16.3")
    if found is not None:
        return found
    combat = s.open_combat(e.combat)
    if combat is None or combat.damage is None or combat.step < 5:
        return "VB-13.13"
    if combat.damage[0] != e.actor:
        loser = combat.against if combat.winner == "attacker" else combat.by
        if combat.damage[0] != loser:
            return "VB-20.3"
        return "VB-17.5" if e.type == "damage_taken_by_at" else "VB-15.4"
    if e.type == "damage_taken_by_at":
        return "VB-17.4" if combat.taken is not None else "VB-15.6"
    return "VB-15.4"


def destroyed(s: Arena, e: Any) -> str:
    combat = s.combat
    return "VB-17.4" if combat is not None and combat.taken is not None else "VB-15.6"


def scrapped(s: Arena, e: Any) -> str:
    mine = s.to_scrap is not None and s.to_scrap[0] == e.unit and s.to_scrap[1] != e.actor
    return "VB-8.8" if mine else "VB-8.6"


def action_ended(s: Arena, e: Any) -> str:
    for combat, how in s.over.values():
        if combat.declared == e.cause and how == "interrupted":
            return "VB-16.4"
    return "VB-13.15"


def interrupted(s: Arena, e: Any) -> str:
    combat = s.open_combat(e.combat)
    if combat is None:
        return "VB-16.1"
    if combat.totals is not None:
        return "VB-16.6"
    out = [id for id in combat.units if id not in s.ats or s.ats[id].state != "active"]
    if not out:
        return "VB-16.1"
    gone = [s.gone[id][0] for id in out if id in s.gone]
    gone += [s.ats[id].state for id in out if id in s.ats]
    names = {"ended": "action_ended"}
    if any(names.get(how, how) not in s.options.interrupt_on for how in gone):
        return "VB-16.7"
    return "VB-16.8"


def ended(s: Arena, e: Any) -> str:
    found = of_combat(s, e, "VB-16.4")
    if found is not None or s.combat is None or s.combat.id != e.combat:
        return found or "VB-13.2"
    return "VB-15.4" if s.window == "C5" else "VB-13.2"


# -------------------------------------------------------------------- payout


def payout(s: Arena, e: Any) -> str:
    if s.window == "T6":
        return "VB-7.6" if s.queue else "VB-7.4"
    return "VB-18.5"


def home(choose: Callable[[Arena, Any], str], *ids: str) -> Home:
    """A home that cites one of some ids."""
    return Home(ids, choose)


LEAVING = (
    "VB-2.6",
    "VB-2.9",
    "VB-2.11",
    "VB-3.1",
    "VB-3.2",
    "VB-3.3",
    "VB-3.4",
    "VB-3.5",
    "VB-3.6",
    "VB-3.7",
    "VB-4.4",
    "VB-5.2",
    "VB-6.1",
    "VB-6.5",
    "VB-6.7",
    "VB-7.4",
    "VB-7.6",
    "VB-8.6",
    "VB-11.4",
    "VB-13.2",
    "VB-13.7",
    "VB-13.18",
    "VB-14.6",
    "VB-15.4",
    "VB-18.5",
    "VB-18.7",
)
"""What `blocked` may cite."""

__all__ = ["due_to", "settled"]
