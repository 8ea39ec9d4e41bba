"""The HTTP API as one application."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from fastapi import FastAPI

from api.desk import Desk
from api.openapi import describe
from api.problems import PROBLEM, tell_problems
from api.routes import docs, games, health, logs, matches
from api.watch import Meters, Watch
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
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.desk = Desk(ledger, catalogues)
    app.state.meters = Meters(app.version)
    for room in (matches, logs, games, health, docs):
        app.include_router(room.router)
    docs.serve_assets(app)
    tell_problems(app)
    describe(app)
    app.add_middleware(Watch, meters=app.state.meters)  # last: around all else
    return app
