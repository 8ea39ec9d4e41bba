"""The HTTP API as one application."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from fastapi import FastAPI

from api.desk import Desk
from api.problems import PROBLEM, tell_problems
from api.routes import games, health, logs, matches
from store import Ledger


def make_app(ledger: Ledger, catalogues: Sequence[Path] = ()) -> FastAPI:
    """The API over a ledger; `catalogues` are places of match data to look in first.

    Whoever opened the ledger closes it, after the last request.
    """
    app = FastAPI(
        title="senpu",
        version=version("senpu"),
        docs_url=None,  # FastAPI's pages fetch their scripts from elsewhere
        redoc_url=None,
        responses={"4XX": PROBLEM, "5XX": PROBLEM},
    )
    app.state.desk = Desk(ledger, catalogues)
    for room in (matches, logs, games, health):
        app.include_router(room.router)
    tell_problems(app)
    return app
