"""Set-up (RX-4), and every navi that is put into a device (RX-14.5, RX-14.6, RX-15.1, RX-15.2)."""

from typing import Any

from auditor.declare import rule, which
from auditor.games.rockman_exe_access.cards import NAVI, SOUL
from auditor.games.rockman_exe_access.owed import first_player
from auditor.games.rockman_exe_access.state import SEATS, Access
from auditor.hidden import Undecided
from events.rockman_exe_access import FirstPlayerDecided, NaviChosen, NaviPluggedIn


@rule("RX-4.2", on=NaviChosen, facts=lambda s, e: {"card": e.card})
def normal_navi_of_the_pile_is_chosen(s: Access, e: NaviChosen) -> bool:
    if e.card is None and s.options.navi_choice == "open":
        return False
    shown = dict(s.told.navis).get(e.seat, ())
    card = e.card if e.card is not None else next(iter(shown), None)
    pile = s.pile[e.seat]
    if card is not None:
        return s.is_normal(card) and (card in pile or None in pile)
    if all(code is not None and s.is_normal(code) for code in pile):
        return True
    raise Undecided(f"{e.seat}-navi")


@rule("RX-4.6", on=FirstPlayerDecided, facts=lambda s, e: {"spun": dict(s.first)})
def spins_decide_who_goes_first(s: Access, e: FirstPlayerDecided) -> bool:
    leader = first_player(s)
    if leader is None or e.seat not in SEATS:
        return False
    return s.options.first_player == "higher_chooses" or e.seat == leader


@which("RX-4.3", "RX-15.2", on=NaviPluggedIn)
def ejection_switch_is_set(s: Access, e: NaviPluggedIn) -> str | None:
    if e.eject_set or e.cause == "unison":  # the steps of a unison name no switch
        return None
    return "RX-4.3" if e.cause == "setup" else "RX-15.2"


@which("RX-4.4", "RX-14.5", on=NaviPluggedIn, facts=lambda s, e: {"card": e.card})
def navi_is_the_one_chosen(s: Access, e: NaviPluggedIn) -> str | None:
    if e.cause == "setup":
        chosen = s.chosen.get(e.seat)
        fits = chosen in (None, e.card) and (e.card in s.pile[e.seat] or None in s.pile[e.seat])
        return None if fits else "RX-4.4"
    unison = s.battle.unison if s.battle else None
    if e.cause != "unison" or unison is None:
        return None
    return None if unison.in_ == e.card else "RX-14.5"


@which(
    "RX-15.1",
    "RX-14.8",
    on=NaviPluggedIn,
    facts=lambda s, e: {"card": e.card, "used": list(s.used[e.seat])},
)
def new_navi_is_an_unused_normal_one(s: Access, e: NaviPluggedIn) -> str | None:
    if e.cause != "replacement" or e.card is None or e.card not in s.cards:
        return None
    unused = _in_pile(s, e)
    if s.is_soul(e.card):
        return "RX-14.8"
    if not s.is_normal(e.card):
        return "RX-15.1"
    if unused is None:
        raise Undecided(f"{e.seat}-pile")
    return None if unused else "RX-15.1"


def _in_pile(s: Access, e: NaviPluggedIn) -> bool | None:
    try:
        return s.is_unused(e.seat, str(e.card))
    except Undecided:
        return None


GAUGE = {"setup": "RX-4.5", "replacement": "RX-15.2", "unison": "RX-14.6"}


def gauges(s: Access, e: Any) -> range:
    """What the gauge of a new navi may be set to; nothing for no card. Raises: Undecided."""
    if e.card not in s.cards:
        return range(0)
    lp = s.cards[e.card].printed("lp")
    over = s.over[e.seat]
    if e.cause != "replacement" or not s.options.overflow:
        return range(lp, lp + 1)
    return range(max(0, lp - over.high), max(0, lp - over.low) + 1)


@which(
    "RX-4.5",
    "RX-15.2",
    "RX-14.6",
    on=NaviPluggedIn,
    facts=lambda s, e: {"found": e.lp, "expected": next(iter(gauges(s, e)), None)},
)
def gauge_is_the_navis_own(s: Access, e: NaviPluggedIn) -> str | None:
    if e.card not in s.cards or s.cards[str(e.card)].kind not in (NAVI, SOUL):
        return None
    right = gauges(s, e)
    if e.lp not in right:
        return GAUGE[e.cause]
    if len(right) > 1:
        raise Undecided(*s.over[e.seat].places)
    return None
