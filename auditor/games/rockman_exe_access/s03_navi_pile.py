"""The navi pile (RX-3)."""

from collections import Counter

from auditor.declare import rule
from auditor.games.rockman_exe_access.cards import NAVI, SOUL
from auditor.games.rockman_exe_access.state import PILE_SIZE, Access
from auditor.hidden import Undecided
from events.rockman_exe_access import NaviPileRegistered


@rule("RX-3.1", on=NaviPileRegistered, facts=lambda s, e: {"found": e.size, "expected": PILE_SIZE})
def pile_has_three_cards(s: Access, e: NaviPileRegistered) -> bool:
    return e.size == PILE_SIZE


def pile_cards(s: Access, e: NaviPileRegistered) -> tuple[list[str], bool]:
    """The navis of a pile as listed or plugged in since, and whether that is all of them."""
    listed = [code for code in e.cards or () if code is not None]
    plugged = Counter(dict(s.told.navis).get(e.seat, ()))
    known = [*listed, *(plugged - Counter(listed)).elements()]
    return known, len(known) >= min(max(e.size, 0), PILE_SIZE) and (
        e.cards is None or None not in e.cards or len(known) >= len(e.cards)
    )


@rule("RX-3.2", on=NaviPileRegistered, facts=lambda s, e: {"cards": list(e.cards or ())})
def pile_holds_navis_only(s: Access, e: NaviPileRegistered) -> bool:
    known, whole = pile_cards(s, e)
    if any(code in s.cards and s.cards[code].kind not in (NAVI, SOUL) for code in known):
        return False
    if not whole:
        raise Undecided(f"{e.seat}-pile")
    return True


@rule("RX-3.3", on=NaviPileRegistered, facts=lambda s, e: {"cards": list(e.cards or ())})
def pile_has_a_normal_navi(s: Access, e: NaviPileRegistered) -> bool:
    known, whole = pile_cards(s, e)
    if any(s.is_normal(code) for code in known):
        return True
    if not whole:
        raise Undecided(f"{e.seat}-pile")
    return False


@rule("RX-3.4", on=NaviPileRegistered)
def navis_are_bare(s: Access, e: NaviPileRegistered) -> bool:
    return not e.sleeved or bool(s.options.navi_sleeves)
