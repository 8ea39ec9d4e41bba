"""Toy Battle: see README.md for the model."""

from pathlib import Path

from auditor.game import Game, Setting
from auditor.games.toy_battle import (
    acts,
    apply,
    s02_setup,
    s03_turn,
    s04_drawing,
    s05_placing,
    s06_stacks,
    s09_troops,
    s10_special_bases,
    s11_regions,
    s12_end,
    s14_record,
    windows,
)
from auditor.games.toy_battle.board import check_match_data, read_match_data, warnings
from auditor.games.toy_battle.faults import FAULTS
from auditor.games.toy_battle.position import position
from auditor.games.toy_battle.simulate import deal, opens
from auditor.games.toy_battle.state import faces, hindsight, opening
from events.toy_battle import VOCABULARY


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= 1000


GAME = Game(
    key="toy_battle",
    vocabulary=VOCABULARY,
    path=Path(__file__).parent,
    sheets=(
        windows,
        acts,
        s02_setup,
        s03_turn,
        s04_drawing,
        s05_placing,
        s06_stacks,
        s09_troops,
        s10_special_bases,
        s11_regions,
        s12_end,
        s14_record,
    ),
    apply=apply,
    opening=opening,
    read_data=read_match_data,
    check_data=check_match_data,
    pool=faces,
    frames=windows.frames,
    next_step=windows.next_step,
    hindsight=hindsight,
    position=position,
    deal=deal,
    opens=opens,
    faults=FAULTS,
    notes=lambda match: warnings(match.data),
    settings={
        "board": Setting(None, lambda v: isinstance(v, str), "TB-1.12"),
        "first_player": Setting("P1", lambda v: v in ("P1", "P2"), "TB-2.3"),
        "mode": Setting("normal", lambda v: v in ("normal", "beginner"), "TB-13.1"),
        "set_aside": Setting(4, _is_count, "TB-13.5"),
        "opening_rack": Setting(
            [3, 4],
            lambda v: isinstance(v, list) and len(v) == 2 and all(map(_is_count, v)),
            "TB-13.5",
        ),
        "full_set": Setting(24, _is_count, "TB-13.5"),
    },
    instead={
        "GN-1.1": "TB-13.5",
        "GN-1.1 again": "TB-2.7",
        "GN-1.6": "TB-12.7",
        "GN-2.1 rack_troop_discarded": "TB-9.13",
        "GN-5.1": "TB-14.5",
        "GN-6.1": "TB-12.10",
        "GN-6.3 conceded": "TB-12.12",
    },
)
