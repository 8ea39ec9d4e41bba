"""What the routes share: the desk they ask, ids and parameters."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import Depends, Path
from pydantic import AfterValidator, BaseModel, ConfigDict
from starlette.requests import Request

from api.desk import Desk


def desk_of(request: Request) -> Desk:
    """The desk of the application."""
    return cast(Desk, request.app.state.desk)


AtDesk = Annotated[Desk, Depends(desk_of)]
MatchId = Annotated[str, Path(), AfterValidator(str.lower)]
"""In the spelling in which it is held."""


class Parameters(BaseModel):
    """Parameters of a query. An unknown one is refused: it may be a known one misspelled."""

    model_config = ConfigDict(extra="forbid")
