"""Events as a ledger is given them: made up, and no match that the rules would know."""

from __future__ import annotations

from typing import Any

MATCH = "0197a1b2-0000-7000-8000-000000000001"
OTHER = "0197a1b2-0000-7000-8000-000000000002"


def opened(match_id: str = MATCH, **fields: Any) -> dict[str, Any]:
    """A match_opened of Aoi against Ren."""
    return {
        "match_id": match_id,
        "seq": 1,
        "at": "2026-11-28T10:00:00.000000Z",
        "actor": "table",
        "type": "match_opened",
        "game": "toy_battle",
        "options": {"board": "rug"},
        "players": [
            {"seat": "P1", "name": "Aoi", "deck": None, "player": "a-1"},
            {"seat": "P2", "name": "Ren", "deck": None},
        ],
        **fields,
    }


def event(seq: int, match_id: str = MATCH, **fields: Any) -> dict[str, Any]:
    """A turn_ended of P1, if `fields` say nothing else."""
    return {
        "match_id": match_id,
        "seq": seq,
        "at": "2026-11-28T10:00:01.000000Z",
        "actor": "P1",
        "type": "turn_ended",
        **fields,
    }


def closed(seq: int, winner: str | None, match_id: str = MATCH) -> dict[str, Any]:
    """A match_closed."""
    return event(
        seq, match_id, actor="table", type="match_closed", winner=winner, reason="conceded"
    )


def report(verdict: str, *findings: tuple[int, str, str, str]) -> dict[str, Any]:
    """A report with findings of seq, rule, verdict and status."""
    return {
        "rulebook": {"key": "toy_battle", "version": "1.0.0"},
        "verdict": verdict,
        "findings": [
            {"seq": seq, "rule": rule, "verdict": found, "status": status, "ja": "重ねられない"}
            for seq, rule, found, status in findings
        ],
    }
