"""Asks an application over HTTP, in process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import httpx

from api.app import make_app
from api.settings import Settings
from store import Ledger

EXAMPLES = Path(__file__).parents[2] / "fixtures" / "toy_battle" / "examples"
Headers = dict[str, str]
NDJSON = {"Content-Type": "application/x-ndjson"}


def log_of(name: str) -> list[dict[str, Any]]:
    """The events of an example log."""
    lines = (EXAMPLES / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


class Client:
    """Whoever asks an application over a ledger."""

    def __init__(
        self,
        ledger: Ledger,
        catalogues: Sequence[Path] = (),
        settings: Settings | None = None,
        *,
        local: bool = False,
    ) -> None:
        self.ledger = ledger
        self.app = make_app(ledger, catalogues, settings, local=local)

    def ask(self, method: str, path: str, **how: Any) -> httpx.Response:
        """The response to one request."""
        return self.ask_at_once([(method, path, how)])[0]

    def ask_at_once(self, asked: Iterable[tuple[str, str, dict[str, Any]]]) -> list[httpx.Response]:
        """The responses to several requests that run side by side."""

        async def responses() -> list[httpx.Response]:
            # A failure of ours must reach the caller as a response, as it would from a server.
            transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url="http://desk") as client:
                return await asyncio.gather(
                    *(client.request(method, path, **how) for method, path, how in asked)
                )

        return asyncio.run(responses())

    def get(self, path: str, **how: Any) -> httpx.Response:
        return self.ask("GET", path, **how)

    def post(self, path: str, **how: Any) -> httpx.Response:
        return self.ask("POST", path, **how)

    def opened(self, opening: dict[str, Any]) -> str:
        """The path of a match newly opened from the first event of a log."""
        body = {name: opening[name] for name in opening if name not in ("seq", "actor")}
        response = self.post("/v1/matches", json=body)
        assert response.status_code == 201, response.text
        return response.headers["Location"]

    def recorded(self, log: list[dict[str, Any]]) -> str:
        """The path of a match into which a log was recorded, event by event."""
        path = self.opened(log[0])
        for event in log[1:]:
            response = self.post(f"{path}/events", json=event)
            assert response.status_code == 201, response.text
        return path

    def held(self, path: str) -> list[dict[str, Any]]:
        """The events that a match holds."""
        events: list[dict[str, Any]] = self.get(f"{path}/events").json()
        return events
