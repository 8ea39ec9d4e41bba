"""Dino World: see README.md for the model."""

from pathlib import Path

from auditor.game import Game, Setting
from auditor.games.dino_world import (
    acts,
    apply,
    owed,
    s01_winning,
    s02_decks,
    s04_setup,
    s06_actions,
    s09_occupying,
    s10_battles,
    s14_end,
    windows,
)
from auditor.games.dino_world.board import read_match_data
from auditor.games.dino_world.faults import FAULTS
from auditor.games.dino_world.position import position
from auditor.games.dino_world.simulate import deal, leans, opens
from auditor.games.dino_world.state import faces, hindsight, opening, together
from events.dino_world import VOCABULARY

GAME = Game(
    key="dino_world",
    vocabulary=VOCABULARY,
    path=Path(__file__).parent,
    sheets=(
        windows,
        acts,
        owed,
        s01_winning,
        s02_decks,
        s04_setup,
        s06_actions,
        s09_occupying,
        s10_battles,
        s14_end,
    ),
    apply=apply,
    opening=opening,
    read_data=read_match_data,
    pool=faces,
    frames=windows.frames,
    next_step=windows.next_step,
    hindsight=hindsight,
    together=together,
    position=position,
    deal=deal,
    opens=opens,
    leans=leans,
    faults=FAULTS,
    settings={
        "ability_per_turn": Setting(1, lambda v: type(v) is int and 1 <= v <= 1000, "DW-8.9"),
    },
    instead={
        "GN-6.1": s01_winning.CLAIMED,
        "DW-1.4 match_closed": s01_winning.CLAIMED_OVER_COUNT,
        "GN-6.3 conceded": "DW-14.8",
    },
)
