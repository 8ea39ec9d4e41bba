"""Cards that the FAQ names (VB-20): Rout, Boon, Captive."""

from collections import Counter
from typing import Any

from auditor.declare import rule, which
from auditor.games.votoms_bcg.state import Arena
from auditor.games.votoms_bcg.windows import is_effect
from events.votoms_bcg import CardReturnedToHand, CharactersExchanged


def cards_back(s: Arena, e: Any) -> dict[str, Any]:
    """What goes back to hand."""
    return {"cards": list(e.cards), "from": e.from_}


@which("VB-20.8", "VB-20.11", "VB-20.12", on=CardReturnedToHand, facts=cards_back)
def cards_may_go_back_to_hand(s: Arena, e: CardReturnedToHand) -> str | None:
    play = s.plays.get(e.cause)
    if play is None:
        return "VB-20.11"
    if e.from_ == "field" and is_effect(s, e.cause) and s.ask(play.card, "returns_at"):
        return None if _is_at_with_one_of_each(s, e, play) else "VB-20.8"
    if s.face(play.card) != "FQ-07" or play.by != e.actor or not _is_used(s, play):
        return "VB-20.11"
    if "FQ-06" not in characters(s, e.actor):
        return "VB-20.11"
    raid = s.options.boon_returns == "raid"
    right = (("FQ-07",), "scrap") if raid else (("FQ-06",), "field")
    if (tuple(e.cards), e.from_) != right:
        return "VB-20.11"
    return "VB-20.12" if e.actor in s.boon_used else None


def characters(s: Arena, seat: str) -> list[str | None]:
    """A seat's characters in play: effect cards, and pilots on its ATs."""
    pilots = [code for at in s.own_ats(seat) for code in at.codes[1:]]
    return [*pilots, *(s.known(x.card) for x in s.effects.values() if x.owner == seat)]


def _is_used(s: Arena, play: Any) -> bool:
    """The raid has been fought."""
    return any(combat.play == play.seq for combat, _ in s.over.values())


def _is_at_with_one_of_each(s: Arena, e: Any, play: Any) -> bool:
    at = s.ats.get(play.targets[0]) if play.targets else None
    if at is None or e.actor != at.owner:
        return False
    back = Counter(e.cards)
    if not back[at.card]:
        return False
    back[at.card] -= 1
    for slot in ("pilot", "weapon"):
        there = [a.card for a in at.attached if a.slot == slot]
        taken = next((code for code in there if back[code]), None)
        if there and taken is None:
            return False
        if taken is not None:
            back[taken] -= 1
    return not +back


@rule("VB-20.18", on=CharactersExchanged, facts=lambda s, e: {"out": e.out, "in": e.in_})
def a_character_takes_the_place_of_one(s: Arena, e: CharactersExchanged) -> bool:
    play = s.plays.get(e.cause)
    if play is None or play.by != e.actor or play.spent or not s.ask(play.card, "exchanges"):
        return False
    there = s.lying(e.out)
    if there is None or e.in_ is None:
        return False
    out = s.ask(there.card, "kind")
    came = s.ask(e.in_, "kind")
    return out in ("pilot", "effect") and came in ("pilot", "effect")
