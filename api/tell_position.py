"""A position, told from its JSON: the table, the open window, what may come next."""

from __future__ import annotations

import json
from typing import Any

from api.terminal import Terminal, event_in_short


def tell_position(terminal: Terminal, position: dict[str, Any]) -> None:
    """The JSON of `senpu position`, on the terminal."""
    words = terminal.words
    key = "title" if position["window"] else "title_over"
    terminal.title(words(f"position.{key}", seq=position["seq"], window=position["window"]))
    terminal.heading(words("position.table"))
    for name, value in position["position"].items():
        if isinstance(value, dict):
            lines = [f"{key}: {json.dumps(v, ensure_ascii=False)}" for key, v in value.items()]
        else:
            lines = [json.dumps(value, ensure_ascii=False)]
        terminal.fields(name, lines or ["–"])
    terminal.heading(words("position.next"))
    if not position["next"]:
        terminal.item(words("position.nothing"))
    for possible in position["next"]:
        verdict = possible["verdict"]
        told = f"{words.named('verdict', verdict)}  {event_in_short(possible['event'])}"
        terminal.item(told, verdict)
