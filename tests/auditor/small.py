"""Small logs of Toy Battle from a declared position, for reports worked out by hand."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from auditor import Report, audit
from events import Log, read_log, write_log
from tests.games.cases import MATCH_ID, START

Body = dict[str, Any]


def log(position: Body, *bodies: Body, **options: Any) -> Log:
    """A match on the rug that begins in a position; an event a second."""
    opened = {
        "type": "match_opened",
        "match_id": MATCH_ID,
        "game": "toy_battle",
        "catalogue": "playroom",
        "options": {"board": "rug", "first_player": "P1", **options},
        "players": [{"seat": "P1"}, {"seat": "P2"}],
    }
    declared = {"type": "position_declared", "to_move": "P1", **position}
    return read_log(
        write_log(
            {
                "seq": number,
                "at": (START + timedelta(seconds=number)).isoformat(),
                "actor": "table",
                **body,
            }
            for number, body in enumerate((opened, declared, *bodies), 1)
        )
    )


def report(position: Body, *bodies: Body, **options: Any) -> Report:
    return audit(log(position, *bodies, **options))


def place(actor: str, unit: str, troop: str, space: str) -> Body:
    return {
        "type": "troop_placed",
        "actor": actor,
        "unit": unit,
        "troop": troop,
        "space": space,
        "cause": "action",
        "by": None,
    }


def draw(actor: str, *troops: str | None) -> Body:
    return {
        "type": "troops_drawn",
        "actor": actor,
        "cause": "action",
        "by": None,
        "troops": list(troops),
    }


def end_turn(actor: str) -> Body:
    return {"type": "turn_ended", "actor": actor}


def show(owner: str, zone: str, *troops: str, of_seq: int | None = None) -> Body:
    return {
        "type": "tiles_revealed",
        "actor": owner,
        "owner": owner,
        "zone": zone,
        "unit": None,
        "troops": list(troops),
        "of_seq": of_seq,
    }


def rule_on(seq: int, verdict: str, remedy: str, rule: str | None = None) -> Body:
    return {
        "type": "ruling_given",
        "actor": "judge",
        "on": seq,
        "verdict": verdict,
        "remedy": remedy,
        "text": "",
        "rule": rule,
    }


def closed(winner: str | None, reason: str) -> Body:
    medals = {"P1": 0, "P2": 0}
    return {"type": "match_closed", "winner": winner, "reason": reason, "medals": medals}
