"""Using cards: the right of play and processing (VB-7)."""

from typing import Any

from auditor.declare import rule, which
from auditor.games.votoms_bcg.cards import PLAYED
from auditor.games.votoms_bcg.owed import effect_duties
from auditor.games.votoms_bcg.state import Arena, Play
from auditor.games.votoms_bcg.why import RIGHT_IDS, wrong_right
from auditor.hidden import Undecided
from events.votoms_bcg import CardPlayed, EffectResolved, PriorityPassed


@which(*RIGHT_IDS, on=(CardPlayed, PriorityPassed))
def no_pass_is_missing(s: Arena, e: Any) -> str | None:
    """Where passes need not be recorded, one may lie before a card out of turn (H-50)."""
    if s.passes_recorded or s.right is None:
        return None
    id = wrong_right(s, e)
    if id is not None:
        raise Undecided(f"pass of {s.rights[-1].seat}", rule=id)
    return None


def goes_first(s: Arena, play: Play) -> bool:
    """A card that makes cards be discarded is processed ahead (VB-7.7). Raises: Unseen."""
    kinds = s.ask(play.card, "discards")
    if s.options.first_class == "all_three":
        return set(kinds) == set(PLAYED)
    return bool(kinds)


def waiting(s: Arena, e: Any) -> dict[str, Any]:
    """The cards that wait, in order of play."""
    return {"waiting": [f"{seq} {s.known(s.plays[seq].card) or '?'}" for seq in s.queue]}


@which("VB-7.6", "VB-7.7", "VB-7.8", on=EffectResolved, facts=waiting)
def cards_are_processed_in_order(s: Arena, e: EffectResolved) -> str | None:
    if e.play_ not in s.queue:
        return None
    if s.options.resolution == "after_passes" and s.right is not None and not s.all_passed:
        return "VB-7.6"
    if s.queue == (e.play_,):
        return None
    ahead = [seq for seq in s.queue if goes_first(s, s.plays[seq])]
    if ahead:
        if e.play_ == ahead[0]:
            return None
        return "VB-7.6" if e.play_ in ahead else "VB-7.7"
    if e.play_ == s.queue[0]:
        return None
    return "VB-7.8" if s.face(s.plays[e.play_].card) == "FQ-09" else "VB-7.6"


@rule("VB-7.9", on=EffectResolved, facts=lambda s, e: {"outcome": e.outcome})
def a_card_that_is_gone_has_no_effect(s: Arena, e: EffectResolved) -> bool:
    play = s.plays.get(e.play_)
    if play is None or not play.dead:
        return True
    kept = s.options.discarded_unprocessed == "still_processed"
    return e.outcome == ("done" if kept else "no_effect")


@which(
    "VB-8.2",
    "VB-8.3",
    "VB-9.2",
    "VB-20.3",
    "VB-20.8",
    "VB-20.20",
    on=EffectResolved,
    facts=lambda s, e: {"outcome": e.outcome},
)
def what_a_card_does_is_done(s: Arena, e: EffectResolved) -> str | None:
    """A card that is still there, and has something to do, is not said to do nothing."""
    play = s.plays.get(e.play_)
    if play is None or play.dead or e.outcome == "done" or e.play_ not in s.queue:
        return None
    code = s.face(play.card)
    if f"{code}.attacks_with" in s.unknown:
        raise Undecided(f"{code}.attacks_with", rule="VB-9.2")
    return next((duty.id for duty in effect_duties(s, play._replace(card=code))), None)
