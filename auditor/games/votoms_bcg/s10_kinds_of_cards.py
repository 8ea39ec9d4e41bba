"""Which cards may be used now (VB-9 to VB-11, VB-13, VB-20), by the table of `matrix`."""

from typing import Any

from auditor.declare import rule, which
from auditor.games.votoms_bcg.apply import cell
from auditor.games.votoms_bcg.cards import PLAYED, UNDEFENDABLE
from auditor.games.votoms_bcg.matrix import DAMAGE_FIXED, MATRIX
from auditor.games.votoms_bcg.state import Arena, combat_window, places
from auditor.games.votoms_bcg.windows import is_open_to, may_only_rescue
from auditor.hidden import Undecided
from events.votoms_bcg import CardPlayed, DamageTakenByAT, PhaseEnded


def card_of(s: Arena, e: CardPlayed) -> Any:
    """The card used, a cell if it was not seen."""
    return cell(s, e, e.card, 0, e.actor, (e.kind,) if e.kind else PLAYED)


def window_now(s: Arena) -> str:
    """The window as the table names it."""
    window = s.window
    if window in ("C2", "C4") and not s.is_combat_phase:
        return f"{window}x"
    return window


IDS = (
    "VB-9.6",
    "VB-10.4",
    "VB-11.1",
    "VB-11.2",
    "VB-13.5",
    "VB-13.11",
    "VB-13.12",
    "VB-20.6",
    "VB-20.7",
    "VB-20.9",
    "VB-20.10",
    "VB-20.15",
)


@which(*IDS[:6], *IDS[7:], on=CardPlayed, facts=lambda s, e: {"card": e.card, "window": s.window})
def card_may_be_used_now(s: Arena, e: CardPlayed) -> str | None:
    card = card_of(s, e)
    if s.face(card) not in s.data.cards:
        return None  # breaks GN-2.3
    window = window_now(s)
    timing = s.ask(card, "timing")
    if "own_at_destroyed" in timing:
        mine = s.to_scrap is not None and s.to_scrap[0] in e.targets
        own = mine and s.ats[s.to_scrap[0]].owner == e.actor  # type: ignore[index]
        return None if own and window == "C5s" else "VB-20.7"
    if window == "C5s":
        return "VB-13.12"
    if window not in MATRIX["offkai"]:
        return None  # broken by the window itself
    if "damage_fixed" in timing:
        return _once_damage_is_fixed(s, e, card, window, timing)
    return _by_table(s, e, card, window, timing)


def _once_damage_is_fixed(
    s: Arena, e: CardPlayed, card: Any, window: str, timing: Any
) -> str | None:
    code = s.face(card)
    if window not in ("C4", "C4x"):
        if code in DAMAGE_FIXED:
            return DAMAGE_FIXED[code]
        if s.ask(card, "kind") == "combat" and not s.is_combat_phase:
            return "VB-11.2"
        return "VB-13.5" if window == "C2" else "VB-13.11"
    if code == "FQ-04" and s.options.immediate == "first_chance" and s.combats[-1].used:
        return "VB-20.9"
    if (s.owner == e.actor and s.is_combat_phase) or s.ask(card, "kind") != "combat":
        return None
    if not s.is_combat_phase:
        return "VB-11.2"
    return None if "any_combat_phase" in timing else "VB-11.1"


def _by_table(s: Arena, e: CardPlayed, card: Any, window: str, timing: Any) -> str | None:
    kind = s.ask(card, "kind")
    if kind not in MATRIX:
        return None  # breaks GN-2.3
    needs, id = MATRIX[kind][window]
    if "damage" in needs and not s.ask(card, "damage_rule"):
        return "VB-20.15" if s.face(card) == "FQ-09" else id
    if needs == "listed" and not is_open_to(s, e.actor, s.options.effect_windows):
        return id
    if "own" in needs and s.owner != e.actor and "any_combat_phase" not in timing:
        return "VB-11.1"
    return id if needs == "never" else None


@which("VB-11.4", on=PhaseEnded)
def no_unread_combat_card_is_left(s: Arena, e: PhaseEnded) -> str | None:
    """A card of this turn that nobody read may be a combat card that lies there still."""
    if e.phase == "combat" and (left := [p for p in s.unplaced(*s.seats) if p.seq in s.plays]):
        raise Undecided(*places(left), rule="VB-11.4")
    return None


@rule("GN-1.9", on=CardPlayed, facts=lambda s, e: {"targets": list(e.targets)})
def targets_are_those_of_the_card(s: Arena, e: CardPlayed) -> bool:
    if e.card is None or e.card not in s.data.cards:
        return True
    wanted = s.sure(e.card, "target")
    if wanted is None or wanted == "character" or may_only_rescue(s, e.card):
        return True
    if wanted == "none":
        return not e.targets
    if len(e.targets) != 1:
        return False
    target = e.targets[0]
    if wanted == "seat":
        return target in s.seats and target != e.actor
    at = s.ats.get(target)
    if at is None:
        return False
    return bool(wanted == "any_at" or (at.owner == e.actor) == (wanted == "own_at"))


@which("VB-13.4", on=CardPlayed, facts=lambda s, e: {"targets": list(e.targets)})
def attack_is_on_an_opponents_at(s: Arena, e: CardPlayed) -> str | None:
    """An off-kai attack, too, is fought between two sides (VB-9.7)."""
    if e.card is None or e.card not in s.data.cards:
        return None
    if s.data.cards[e.card].attacks_with is None or s.sure(e.card, "kind") != "offkai":
        return None
    own = [t for t in e.targets if t in s.ats and s.ats[t].owner == e.actor]
    return "VB-13.4" if own else None


@rule("GN-1.9", on=CardPlayed)
def card_has_an_id_where_it_stays(s: Arena, e: CardPlayed) -> bool:
    return (e.iid is not None) == (e.kind in ("effect", "combat"))


def keywords_against(s: Arena, seat: str) -> bool:
    """The damage to a seat comes from a side with the keyword. Raises: Unseen, Undecided."""
    combat = s.combats[-1]
    units = combat.attackers if seat == combat.against else (combat.target,)
    ats = [s.ats[id] for id in units if id in s.ats]
    codes: list[Any] = [code for at in ats for code in at.codes]
    if combat.is_offkai and seat == combat.against:
        codes.append(combat.card)
    return any(UNDEFENDABLE in s.ask(code, "keywords") for code in codes)


@which("VB-20.22", on=(CardPlayed, DamageTakenByAT))
def keyword_does_not_bar_it(s: Arena, e: Any) -> str | None:
    """What only 防御不可 could forbid: a damage card, or an AT that takes the damage (H-42)."""
    combat, way = s.combat, s.options.undefendable
    if combat is None or combat.damage is None or combat.damage[0] != e.actor:
        return None
    is_card = e.type == "card_played"
    if is_card and combat_window(s, combat) != "C4":
        return None
    if way == ("no_damage_by_at" if is_card else "no_damage_cards"):
        return None
    loser = combat.against if combat.winner == "attacker" else combat.by
    if combat.damage[0] != loser or not keywords_against(s, e.actor):
        return None  # returned damage is not barred (VB-20.2)
    if way == "undetermined":
        raise Undecided("undefendable")
    return "VB-20.22"
