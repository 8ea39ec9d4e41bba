"""What all may see of the matches of a tournament, as its organiser says."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field

from api.media import JsonIn, answer, written
from api.routes.common import AtDesk, Organiser
from api.sight import Showing, Shown

router = APIRouter(prefix="/v1/tournaments", tags=["tournaments"])
LONGEST_DELAY_S = 7 * 86_400


class NewShowing(BaseModel):
    """What is to be shown of a tournament."""

    model_config = ConfigDict(extra="forbid")

    show: Shown = "cards"
    delay_s: Annotated[int, Field(ge=0, le=LONGEST_DELAY_S)] = 0


@router.get("")
def list_tournaments(desk: AtDesk, _: Organiser) -> Response:
    """The tournaments of which something else is shown than what is shown if nobody says."""
    return answer(written({"tournaments": [_told(*each) for each in desk.showings.all().items()]}))


@router.get("/{tournament}")
def get_tournament(desk: AtDesk, _: Organiser, tournament: str) -> Response:
    """What is shown of a tournament."""
    return answer(written(_told(tournament, desk.showings.of(tournament))))


@router.put("/{tournament}")
def set_tournament(desk: AtDesk, _: Organiser, tournament: str, body: JsonIn) -> Response:
    """From now on, this is shown of a tournament, of the matches that were played too."""
    asked = body.read_as(NewShowing)
    desk.show(tournament, Showing(asked.show, asked.delay_s))
    return answer(written(_told(tournament, desk.showings.of(tournament))))


def _told(tournament: str, showing: Showing) -> dict[str, Any]:
    return {"tournament": tournament, **asdict(showing)}
