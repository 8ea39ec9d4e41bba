"""Rockman EXE Access: see README.md for the model."""

from pathlib import Path
from typing import Any

from auditor.declare import Home
from auditor.game import Game
from auditor.games.rockman_exe_access import (
    acts,
    apply,
    s01_winning,
    s02_deck,
    s03_navi_pile,
    s04_setup,
    s06_refill,
    s07_attacking,
    s09_totals,
    s11_result,
    s14_soul_unison,
    unaudited,
    windows,
)
from auditor.games.rockman_exe_access.cards import read_cards
from auditor.games.rockman_exe_access.faults import FAULTS
from auditor.games.rockman_exe_access.position import position
from auditor.games.rockman_exe_access.simulate import deal, opens, seldom
from auditor.games.rockman_exe_access.state import hindsight, opening, tells
from events.rockman_exe_access import VOCABULARY

RESULTS = {
    "navis": "RX-1.2",
    "no_navi": "RX-1.4",
    "no_attack": "RX-7.5",
    "deck_out": "RX-2.9",
}


def result_rule(s: Any, e: Any) -> str:
    """The rule that a recorded result rests on, by its reason."""
    return RESULTS.get(e.reason, "GN-6.1")


NOT_AGREED = (
    "match_opened does not say how often several chips spin (option chip_spins); the source asks "
    "for an agreement before the match. Read as: once (H-2).",
    "複数枚のチップで何回ルーレットを回すか（オプション chip_spins）が match_opened にない。"
    "原典は事前の協議を求める。1回として扱う（H-2）。",
)


def notes(match: Any) -> list[tuple[str, str]]:
    """That how often several chips spin was not agreed before the match."""
    return [] if "chip_spins" in match.agreed else [NOT_AGREED]


GAME = Game(
    key="rockman_exe_access",
    vocabulary=VOCABULARY,
    path=Path(__file__).parent,
    sheets=(
        windows,
        acts,
        s01_winning,
        s02_deck,
        s03_navi_pile,
        s04_setup,
        s06_refill,
        s07_attacking,
        s09_totals,
        s11_result,
        s14_soul_unison,
        unaudited,
    ),
    apply=apply,
    opening=opening,
    read_data=read_cards,
    pool=lambda s, cell: (),
    frames=windows.frames,
    next_step=windows.next_step,
    hindsight=hindsight,
    tells=tells,
    position=position,
    deal=deal,
    opens=opens,
    seldom=seldom,
    faults=FAULTS,
    notes=notes,
    instead={
        "GN-1.6": "RX-1.7",
        "GN-6.1": Home(("RX-1.2", "RX-1.4", "RX-7.5", "RX-2.9", "GN-6.1"), result_rule),
        "GN-6.3 conceded": "RX-1.2",
    },
)
