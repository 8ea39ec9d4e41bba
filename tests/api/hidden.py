"""Logs of open matches that differ in nothing but their hidden cards."""

from __future__ import annotations

from random import Random
from typing import Any

from auditor.game import game_of
from auditor.simulate import simulate
from events.cards import CardField
from tests.api.asking import Client

MATCH = "01980f5e-7c00-7000-8000-000000000042"


def other_cards(log: list[dict[str, Any]], key: str) -> list[dict[str, Any]]:
    """A log with another card in each field that may be hidden, where there is another."""
    fields = game_of(key).vocabulary.cards
    cards: list[str] = []
    for event in log:
        changed(event, fields[event["type"]], cards.append)
    names = sorted(set(cards))
    following = dict(zip(names, [*names[1:], *names[:1]], strict=True))
    return [changed(event, fields[event["type"]], lambda card: following[card]) for event in log]


def changed(event: dict[str, Any], fields: tuple[CardField, ...], change: Any) -> dict[str, Any]:
    def inside(value: Any, path: tuple[str, ...]) -> Any:
        if not path:
            return change(value) if isinstance(value, str) else value
        if isinstance(value, list):
            return [inside(part, path[1:]) for part in value]
        if isinstance(value, dict):
            return {
                name: inside(part, path[1:]) if path[0] in ("*", name) else part
                for name, part in value.items()
            }
        return value

    for field in fields:
        face = field.face
        lies_open = face.of == "nobody" or face.open_by is not None or face.option is not None
        if face.hidden and not lies_open:
            event = inside(event, field.path)
    return event


def open_match(key: str, seed: int) -> list[dict[str, Any]]:
    """A match of a game that is not closed, with every card as it was."""
    log = simulate(game_of(key), Random(seed), match_id=MATCH).events
    return [event for event in log[: len(log) * 2 // 3] if event["type"] != "match_closed"]


def close(client: Client, log: list[dict[str, Any]]) -> None:
    """Close a match; what a game wants told beside the result is left empty."""
    kind = game_of(log[0]["game"]).vocabulary.tags["match_closed"]
    closed = {"actor": "table", "type": "match_closed", "at": log[-1]["at"]}
    told: dict[str, Any] = {"winner": None, "reason": "agreed_draw", "medals": {}}
    closed |= {name: value for name, value in told.items() if name in kind.__dataclass_fields__}
    response = client.post(f"/v1/matches/{MATCH}/events", json=closed)
    assert response.status_code == 201, response.text
