"""Statistics over the matches: as JSON, CSV, Arrow or a chart."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated

from fastapi import APIRouter, Header, Query, Response
from pydantic import Field, field_validator

from api.charts import as_svg
from api.media import JSON, answer, chosen, written
from api.routes.common import Asking, AtDesk, Parameters, midnight
from api.routes.games import game_known
from api.statistics import all_defined, as_arrow, as_csv, as_json, asked
from api.words import Language
from events.envelope import LARGEST, Seat
from store.statistics.wanted import Wanted

router = APIRouter(prefix="/v1/stats", tags=["statistics"])

CSV, ARROW, SVG = "text/csv", "application/vnd.apache.arrow.stream", "image/svg+xml"


class Asked(Parameters):
    """Which matches are counted, and what they are told apart by. Days are of UTC, both included.

    `option` is `name=value`, as often as wanted.
    """

    first_day: Annotated[date | None, Field(alias="from")] = None
    last_day: Annotated[date | None, Field(alias="to", lt=date.max)] = None
    tournament: str | None = None
    round: Annotated[int | None, Field(ge=-LARGEST, le=LARGEST)] = None
    player: str | None = None
    deck: str | None = None
    seat: Seat | None = None
    option: Annotated[list[str], Field(default_factory=list)]
    clean: bool = False
    by: str | None = None
    abandoned_h: Annotated[int, Field(ge=1, le=100_000)] = 24
    explain: bool = False
    lang: Language = Language.EN

    @field_validator("option")
    @classmethod
    def _is_a_pair(cls, options: list[str]) -> list[str]:
        if any("=" not in option for option in options):
            raise ValueError("name=value")
        return options

    def wanted(self, game: str) -> Wanted:
        """As the statistics ask it."""
        return Wanted(
            game=game,
            opened_from=midnight(self.first_day),
            opened_before=midnight(self.last_day and self.last_day + timedelta(days=1)),
            tournament=self.tournament,
            round=self.round,
            player=self.player,
            deck=self.deck,
            seat=self.seat,
            options=dict(option.split("=", 1) for option in self.option),
            clean=self.clean,
            by=self.by,
            abandoned_after=timedelta(hours=self.abandoned_h),
        )


@router.get("")
def list_statistics() -> Response:
    """Every statistic with its definition, and why matches are left out."""
    return answer(written(all_defined()))


@router.get(
    "/{game}/{statistic}",
    responses={
        200: {
            "content": {
                CSV: {"schema": {"type": "string"}},
                ARROW: {"schema": {"format": "binary"}},
                SVG: {"schema": {"type": "string"}},
            },
            "headers": {
                "Senpu-Counted": {
                    "description": "Matches that are counted",
                    "schema": {"type": "integer"},
                },
                "Senpu-Left-Out": {
                    "description": "Matches that are left out; explain=1 says why",
                    "schema": {"type": "integer"},
                },
            },
        }
    },
)
def get_statistic(
    desk: AtDesk,
    caller: Asking,
    game: str,
    statistic: str,
    asking: Annotated[Asked, Query()],
    accept: Annotated[str | None, Header()] = None,
) -> Response:
    """One statistic of a game, of the matches that all may see and that meet the filters."""
    media_type = chosen(accept, [JSON, CSV, ARROW, SVG])
    wanted = asking.wanted(game_known(game).key)
    found = asked(desk, statistic, wanted, caller, explain=asking.explain)
    if media_type == CSV:
        body = as_csv(found.rows)
    elif media_type == ARROW:
        body = as_arrow(found)
    elif media_type == SVG:
        body = as_svg(found, asking.lang).encode()
    else:
        body = written(as_json(found, explain=asking.explain))
    return answer(
        body,
        media_type=media_type,
        vary="Accept",
        senpu_counted=str(found.counted),
        senpu_left_out=str(sum(found.left_out.values())),
    )
