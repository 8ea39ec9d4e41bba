"""Discarding, scrapping, destroying (VB-8), and what 密告 takes (VB-9.3, VB-20.16, VB-20.17)."""

from typing import Any

from auditor.declare import rule, which
from auditor.games.votoms_bcg.owed import eligible, victim_of
from auditor.games.votoms_bcg.state import Arena, Play, places
from auditor.games.votoms_bcg.windows import is_effect
from auditor.hidden import Undecided
from events.votoms_bcg import (
    CardDiscarded,
    HandRevealed,
    NoEligibleCardClaimed,
    ScrapDecided,
)


def card_and_chooser(s: Arena, e: Any) -> dict[str, Any]:
    """The card, where it was, and who chose it."""
    return {"card": e.card, "from": e.from_, "chosen_by": e.chosen_by}


@which(
    "VB-8.1",
    "VB-8.2",
    "VB-8.3",
    "VB-8.4",
    "VB-8.5",
    "VB-9.3",
    "VB-20.16",
    on=CardDiscarded,
    facts=card_and_chooser,
)
def card_goes_as_the_effect_says(s: Arena, e: CardDiscarded) -> str | None:
    if e.from_ == "scrap":
        return "VB-9.3"
    if e.from_ == "field" and s.lying(e.iid or "") is None:
        if s.may_lie(e.iid, e.of):
            raise Undecided(*places(s.unplaced(e.of)), rule="VB-8.1")
        return None if any(x[0] == e.iid for x in s.leftover) else "VB-8.1"
    if e.reason == "target_gone":
        return _with_target(s, e)
    if not is_effect(s, e.cause):
        return None
    play = s.plays[e.cause or 0]
    if e.reason == "text":
        return None if _text_takes(s, play, e) else "VB-8.1"
    if e.reason in ("made_to", "by_user"):
        return _made_to(s, play, e)
    return None


def owner_of(s: Arena, iid: str) -> str | None:
    """Whose card lies on the field under an id; None where that is not known."""
    left = next((owner for id, owner, _ in s.leftover if id == iid), None)
    owner: str | None = getattr(s.lying(iid), "owner", left)
    return owner


@which(
    "GN-1.9",
    "GN-2.3",
    on=CardDiscarded,
    facts=lambda s, e: {"found": e.of, "expected": owner_of(s, e.iid or ""), "cause": e.cause},
)
def card_goes_from_its_owners_field(s: Arena, e: CardDiscarded) -> str | None:
    if e.from_ == "field" and owner_of(s, e.iid or "") not in (None, e.of):
        return "GN-2.3"
    return "GN-1.9" if e.reason == "phase_end" and e.cause is not None else None


def _with_target(s: Arena, e: CardDiscarded) -> str | None:
    """A card goes with its target only if that is gone in the way that takes it along."""
    targets = getattr(s.lying(e.iid or ""), "targets", ())
    gone = [s.gone[t][0] for t in targets if t in s.gone]
    if "discarded" in gone or (gone and s.options.target_gone == "any_leaving"):
        return None
    return "VB-8.5" if gone else "VB-8.4"


def _text_takes(s: Arena, play: Play, e: CardDiscarded) -> bool:
    """A card's own text puts another away: the target of 舞い降りる鉄騎兵, a pilot (VB-20.19)."""
    if any(x.iid == e.iid for x in s.loose):
        return True
    if s.face(play.card) == "FQ-09":
        return e.iid in play.targets
    s.ask(play.card, "effect")  # undecided where nobody knows the text
    return False


def _made_to(s: Arena, play: Play, e: CardDiscarded) -> str | None:
    informing = s.face(play.card) == "FQ-10"
    mode = s.ask(play.card, "discard_mode")
    id = "VB-20.16" if informing else "VB-8.3" if mode == "made_to" else "VB-8.2"
    if not s.ask(play.card, "discards") or e.reason != mode or e.of != victim_of(play):
        return id
    chooser = e.of if mode == "made_to" else play.by
    if e.chosen_by != chooser:
        return id
    return None if e.card is None or eligible(s, play, e.card) else id


def on_the_at(s: Arena, e: Any) -> dict[str, Any]:
    """What goes, and what is there."""
    at = s.ats.get(e.unit)
    return {"found": list(e.order), "expected": sorted(at.codes) if at and e.scrapped else []}


@which("VB-8.9", "GN-2.3", on=ScrapDecided, facts=on_the_at)
def all_of_an_at_goes_with_it(s: Arena, e: ScrapDecided) -> str | None:
    at = s.ats.get(e.unit)
    if at is None:
        return "GN-2.3"
    wanted = sorted(at.codes) if e.scrapped else []
    return None if sorted(map(str, e.order)) == wanted else "VB-8.9"


def eligible_cards(s: Arena, e: Any) -> dict[str, Any]:
    """Cards on the field that could go."""
    play = s.plays[e.cause]
    mine = [*s.effects.values(), *s.combat_cards.values()]
    there = [x for x in mine if x.owner == e.actor and eligible(s, play, x.card)]
    return {"field": [x.iid for x in there]}


@which("VB-20.17", on=NoEligibleCardClaimed, facts=eligible_cards)
def claim_is_true(s: Arena, e: NoEligibleCardClaimed) -> str | None:
    play = s.plays.get(e.cause)
    if play is None:
        return None
    if not s.ask(play.card, "discards"):
        return "VB-20.17"
    mine = [*s.effects.values(), *s.combat_cards.values()]
    if any(x.owner == e.actor and eligible(s, play, x.card) for x in mine):
        return "VB-20.17"

    held = s.hand[e.actor].any(lambda code: eligible(s, play, code), s.left(e.actor))
    return "VB-20.17" if held else None


@rule(
    "VB-20.17",
    on=HandRevealed,
    facts=lambda s, e: {"found": len(e.cards), "expected": s.size(e.actor)},
)
def whole_hand_is_revealed(s: Arena, e: HandRevealed) -> bool:
    return len(e.cards) == s.size(e.actor)
