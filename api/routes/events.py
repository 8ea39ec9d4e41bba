"""Events across matches, as all may see them."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated

from fastapi import APIRouter, Header, Query, Response
from pydantic import Field
from starlette.requests import Request

from api.columns import FORMS, written_as
from api.media import answer, chosen
from api.routes.common import Asking, AtDesk, Parameters, midnight, next_page
from api.search import cursor_of, found_events, place_of
from events.envelope import LARGEST, Actor
from store import EventFilters
from store.ledger import Verdict

router = APIRouter(prefix="/v1/events", tags=["events"])


class Sought(Parameters):
    """Which events, and which page of them. Days are of UTC, both included."""

    match_id: str | None = None
    game: str | None = None
    tournament: str | None = None
    round: Annotated[int | None, Field(ge=-LARGEST, le=LARGEST)] = None
    player: str | None = None
    deck: str | None = None
    card: str | None = None
    type: Annotated[list[str] | None, Field(max_length=100)] = None
    actor: Actor | None = None
    window: str | None = None
    verdict: Verdict | None = None
    rule: str | None = None
    first_day: Annotated[date | None, Field(alias="from")] = None
    last_day: Annotated[date | None, Field(alias="to", lt=date.max)] = None
    cursor: str | None = None
    limit: Annotated[int, Field(ge=1, le=10_000)] = 100

    def filters(self) -> EventFilters:
        """As the store asks them."""
        return EventFilters(
            match_id=self.match_id and self.match_id.lower(),
            game=self.game,
            tournament=self.tournament,
            round=self.round,
            player=self.player,
            deck=self.deck,
            card=self.card,
            types=self.type,
            actor=self.actor,
            window=self.window,
            verdict=self.verdict,
            rule=self.rule,
            happened_from=midnight(self.first_day),
            happened_before=midnight(self.last_day and self.last_day + timedelta(days=1)),
        )


@router.get(
    "",
    responses={
        200: {
            "content": {name: {"schema": {"type": "string"}} for name in FORMS},
            "headers": {
                "Link": {"description": "the next page", "schema": {"type": "string"}},
            },
        }
    },
)
def search_events(
    desk: AtDesk,
    caller: Asking,
    request: Request,
    sought: Annotated[Sought, Query()],
    accept: Annotated[str | None, Header()] = None,
) -> Response:
    """Events that meet every filter, of the match opened last first, each match in order.

    Whoever asks, they are told as all may see them.
    """
    media_type = chosen(accept, list(FORMS))
    after = None if sought.cursor is None else place_of(sought.cursor)
    found, last = found_events(desk, caller, sought.filters(), after, sought.limit)
    following = None if last is None else cursor_of(*last)
    return answer(
        written_as(FORMS[media_type], found, following),
        media_type=media_type,
        vary="Accept",
        link=following and next_page(request, following),
    )
