"""Soul Unison (RX-14), and the choice after several colours (RX-16)."""

from typing import Any

from auditor.declare import rule, which
from auditor.games.rockman_exe_access.apply import is_chosen, is_cross, kept_slots
from auditor.games.rockman_exe_access.sides import is_slip
from auditor.games.rockman_exe_access.state import SEATS, Access
from auditor.hidden import Undecided
from events.rockman_exe_access import ColourSlipResolved, SoulUnisonDeclared, SoulUnisonDeclined


@rule("RX-14.4", on=(SoulUnisonDeclared, SoulUnisonDeclined))
def spinner_chooses_freely(s: Access, e: Any) -> bool:
    return bool(e.actor == e.seat)


@which(
    "RX-14.1",
    "RX-14.3",
    "RX-14.5",
    on=SoulUnisonDeclared,
    facts=lambda s, e: {"out": e.out, "in": e.in_},
)
def unused_soul_takes_its_place(s: Access, e: SoulUnisonDeclared) -> str | None:
    navi = s.plugged.get(e.seat)
    if navi is None or e.out not in (None, navi.card):
        return "RX-14.5"
    if e.in_ is None:
        return None
    if not s.is_soul(e.in_) or not s.pile[e.seat]:
        return "RX-14.3"
    partnered = s.options.unison_match == "printed_partner"
    if partnered and s.cards[e.in_].printed("partner") != navi.card:
        return "RX-14.1"
    try:
        return None if s.is_unused(e.seat, e.in_) else "RX-14.3"
    except Undecided as undecided:
        raise Undecided(*undecided.places, rule="RX-14.3") from None


@rule("RX-10.7", on=SoulUnisonDeclared)
def emblem_was_owed(s: Access, e: SoulUnisonDeclared) -> bool:
    unison = s.battle.unison if s.battle else None
    if unison is not None and not unison.owed:
        raise Undecided(*unison.places)
    return True


@which(
    "RX-16.4",
    "RX-16.5",
    "RX-17.13",
    on=ColourSlipResolved,
    facts=lambda s, e: {"keep": e.keep, "returned": list(e.returned)},
)
def opponent_keeps_one_colour(s: Access, e: ColourSlipResolved) -> str | None:
    battle = s.battle
    if battle is None or e.slipper not in SEATS or not is_slip(s, e.slipper):
        return "RX-16.4"
    if s.options.cf_slip == "all_return" and _has_cross(s, e):
        every = {c.slot for c in battle.cards_of(e.slipper)}
        if e.actor == e.slipper:
            return "RX-16.4"
        return None if set(e.returned) == every else "RX-17.13"
    if not is_chosen(s, e):
        return "RX-16.4"
    kept = set(kept_slots(s, e))
    back = {str(c.slot) for c in battle.cards_of(e.slipper)} - kept
    return None if set(e.returned) == back and len(e.returned) == len(back) else "RX-16.5"


def _has_cross(s: Access, e: ColourSlipResolved) -> bool:
    battle = s.battle
    return battle is not None and any(is_cross(s, c.card) for c in battle.cards_of(e.slipper))
