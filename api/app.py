"""The HTTP API as one application."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from fastapi import FastAPI

from api.desk import Desk
from api.gate import Allowance, Doors, Gate
from api.keys import Keys
from api.openapi import describe
from api.problems import PROBLEM, tell_problems
from api.routes import catalogues as match_data
from api.routes import (
    docs,
    events,
    evidence,
    games,
    health,
    keys,
    logs,
    matches,
    sql,
    stats,
    tournaments,
)
from api.settings import Settings, read_settings
from api.sql import Sql
from api.watch import Meters, Watch
from store import Ledger


def make_app(
    ledger: Ledger,
    catalogues: Sequence[Path] = (),
    settings: Settings | None = None,
    *,
    local: bool = False,
) -> FastAPI:
    """The API over a ledger; `catalogues` are places of match data to look in first.

    `local`: without keys, it answers only under a name of this machine for itself. Whoever opened
    the ledger closes it, after the last request.

    Raises: Unusable, if the settings can't be used.
    """
    settings = settings or read_settings()
    app = FastAPI(
        title="senpu",
        version=version("senpu"),
        docs_url=None,  # FastAPI's pages fetch their scripts from elsewhere
        redoc_url=None,
        responses={"4XX": PROBLEM, "5XX": PROBLEM},
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.ledger = ledger
    app.state.desk = Desk(ledger, catalogues)
    app.state.settings = settings
    app.state.doors = Doors(Keys(ledger), settings, local=local)
    app.state.sql = Sql(ledger, app.state.desk, settings)
    app.state.meters = Meters(app.version)
    for room in (
        *(matches, evidence, logs, events, games, match_data),
        *(tournaments, sql, stats, keys, health, docs),
    ):
        app.include_router(room.router)
    docs.serve_assets(app)
    problem = tell_problems(app)
    describe(app)
    app.add_middleware(Gate, doors=app.state.doors, allowance=Allowance(settings), problem=problem)
    app.add_middleware(Watch, meters=app.state.meters)  # last: around all else
    return app
