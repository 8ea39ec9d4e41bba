"""What the routes share: the desk they ask, who asks, ids and parameters."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Annotated, cast
from urllib.parse import urlencode

from fastapi import Depends, Path
from pydantic import AfterValidator, BaseModel, ConfigDict
from starlette.requests import Request

from api.desk import Desk
from api.gate import Doors
from api.identity import Caller, Role


async def desk_of(request: Request) -> Desk:
    """The desk of the application."""
    return cast(Desk, request.app.state.desk)


async def doors_of(request: Request) -> Doors:
    """The doors of the application."""
    return cast(Doors, request.app.state.doors)


async def caller_of(request: Request) -> Caller:
    """Whoever asks, as the gate found out."""
    return cast(Caller, request.state.caller)


async def organiser_of(request: Request) -> Caller:
    """Whoever asks, an organiser. Raises: NotIdentified, NotAllowed."""
    caller = await caller_of(request)
    caller.needs(Role.ORGANISER)
    return caller


AtDesk = Annotated[Desk, Depends(desk_of)]
AtDoors = Annotated[Doors, Depends(doors_of)]
Asking = Annotated[Caller, Depends(caller_of)]
Organiser = Annotated[Caller, Depends(organiser_of)]
MatchId = Annotated[str, Path(), AfterValidator(str.lower)]
"""In the spelling in which it is held."""


class Parameters(BaseModel):
    """Parameters of a query. An unknown one is refused: it may be a known one misspelled."""

    model_config = ConfigDict(extra="forbid")


def midnight(day: date | None) -> datetime | None:
    """When a day begins in UTC."""
    return None if day is None else datetime.combine(day, time(), UTC)


def next_page(request: Request, cursor: str) -> str:
    """The Link to the page after a cursor (RFC 8288)."""
    asked = [(name, text) for name, text in request.query_params.multi_items() if name != "cursor"]
    return f'<{request.url.path}?{urlencode([*asked, ("cursor", cursor)])}>; rel="next"'
