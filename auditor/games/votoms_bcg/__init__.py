"""Armored Trooper VOTOMS, the Battling Card Game: see README.md for the model."""

from pathlib import Path
from typing import Any

from auditor.game import Game, Setting
from auditor.games.votoms_bcg import (
    acts,
    apply,
    owed,
    s01_decks,
    s02_opening,
    s04_replenishing,
    s05_ats,
    s06_initiative,
    s07_using_cards,
    s08_discarding,
    s10_kinds_of_cards,
    s12_terrain,
    s13_combat,
    s15_damage,
    s18_payout,
    s19_end,
    s20_named_cards,
    windows,
)
from auditor.games.votoms_bcg.cards import PLAYED, read_match_data
from auditor.games.votoms_bcg.faults import FAULTS
from auditor.games.votoms_bcg.position import position
from auditor.games.votoms_bcg.simulate import deal, opens
from auditor.games.votoms_bcg.state import faces, hindsight, opening
from auditor.games.votoms_bcg.windows import PLACES
from events.votoms_bcg import VOCABULARY

CAUSES = ["scrapped", "action_ended", "destroyed", "discarded", "returned"]
"""By which an AT may drop out of a combat (H-28)."""


def _some_of(*names: str) -> Any:
    return lambda v: isinstance(v, list) and all(isinstance(x, str) and x in names for x in v)


def _is_limit(value: Any) -> bool:
    return type(value) is int and 0 <= value <= 40


def _is_order(value: Any) -> bool:
    seats = ("P1", "P2", "P3", "P4")
    listed = isinstance(value, list) and len(set(map(str, value))) == len(value)
    return value == "seat" or (listed and all(seat in seats for seat in value))


def _are_slots(value: Any) -> bool:
    if value == "unchecked":
        return True
    named = isinstance(value, dict) and set(value) <= {"at", "pilot", "weapon"}
    return named and all(map(_is_limit, value.values()))


GAME = Game(
    key="votoms_bcg",
    vocabulary=VOCABULARY,
    path=Path(__file__).parent,
    sheets=(
        owed,
        windows,
        acts,
        s01_decks,
        s02_opening,
        s04_replenishing,
        s05_ats,
        s06_initiative,
        s07_using_cards,
        s08_discarding,
        s10_kinds_of_cards,
        s12_terrain,
        s13_combat,
        s15_damage,
        s18_payout,
        s19_end,
        s20_named_cards,
    ),
    apply=apply,
    opening=opening,
    read_data=read_match_data,
    pool=faces,
    frames=windows.frames,
    next_step=owed.next_step,
    hindsight=hindsight,
    position=position,
    deal=deal,
    opens=opens,
    faults=FAULTS,
    settings={
        "deploy_windows": Setting(["own_deployment"], _some_of(*PLACES)),
        "effect_windows": Setting(
            ["own_deployment", "combat_open", "combat_step_2"], _some_of(*PLACES)
        ),
        "interrupt_on": Setting(CAUSES, _some_of(*CAUSES)),
        "informing_kinds": Setting(["offkai", "combat"], _some_of(*PLAYED)),
        "first_turn_order": Setting("seat", _is_order),
        "slots": Setting("unchecked", _are_slots),
        "terrain_limit": Setting(None, lambda v: v is None or _is_limit(v)),
    },
    instead={"GN-1.6 turn_started": "VB-19.5", "GN-6.1": s19_end.NOT_OVER},
)
