"""Soukou Musume TCG: see README.md for the model."""

from pathlib import Path
from typing import Any

from auditor.declare import Home
from auditor.game import Game, Setting
from auditor.games.soukou_musume import (
    acts,
    apply,
    owed,
    s02_deck,
    s03_setup,
    s05_drawing,
    s07_charging,
    s08_deploying,
    s09_commands,
    s11_ex_skills,
    s12_retreat,
    s13_skills,
    s14_damage,
    s15_states,
    s17_judgement,
    s19_end,
    s22_record,
    windows,
)
from auditor.games.soukou_musume.cards import read_match_data
from auditor.games.soukou_musume.faults import FAULTS
from auditor.games.soukou_musume.position import position
from auditor.games.soukou_musume.simulate import deal, opens
from auditor.games.soukou_musume.state import faces, hindsight, opening
from auditor.state import Match
from events.soukou_musume import VOCABULARY


def _is_places(value: object) -> bool:
    return value is None or (type(value) is int and 0 <= value <= 50)


def _is_damage(value: object) -> bool:
    return type(value) is int and 0 < value <= 100_000


def _is_thresholds(value: Any) -> bool:
    if value is None:
        return True
    names = {"minor", "medium"}
    return isinstance(value, dict) and set(value) == names and all(map(_is_damage, value.values()))


def notes(match: Match) -> list[tuple[str, str]]:
    """What is left open for the whole match: cards, places of the reserve."""
    found = []
    if match.options["reserve_slots"] is None:
        found.append(
            (
                "reserve_slots not declared: places in the reserve are not counted (SM-8.3).",
                "reserve_slotsが示されていないため、控えの枠は数えない（SM-8.3）。",
            )
        )
    if not match.data.cards:
        found.append(
            (
                "No catalogue of cards: what hangs on a card is undetermined.",
                "カードのカタログがないため、カードで決まることは未確定になる。",
            )
        )
    return found


CLOSED = {"wiped_out": "SM-19.1", "double_wipe": "SM-19.1", "draw_failed": "SM-19.3"}
"""The rule that a result claims which does not follow."""

GAME = Game(
    key="soukou_musume",
    vocabulary=VOCABULARY,
    path=Path(__file__).parent,
    sheets=(
        windows,
        owed,
        acts,
        s02_deck,
        s03_setup,
        s05_drawing,
        s07_charging,
        s08_deploying,
        s09_commands,
        s11_ex_skills,
        s12_retreat,
        s13_skills,
        s14_damage,
        s15_states,
        s17_judgement,
        s19_end,
        s22_record,
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
    notes=notes,
    settings={
        "reserve_slots": Setting(None, _is_places),
        "set_per_unit_per_turn": Setting(1, _is_places),
        "damage_thresholds": Setting(None, _is_thresholds),
    },
    instead={
        "GN-1.6": "SM-19.4",
        "GN-6.1": Home(
            ("GN-6.1", "SM-19.1", "SM-19.3", "SM-21.2"),
            lambda s, e: {**CLOSED, "conceded": "SM-21.2"}.get(e.reason, "GN-6.1"),
        ),
        "GN-6.3 conceded": "SM-21.2",
    },
)
