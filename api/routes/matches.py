"""Matches: opened, recorded event by event, listed and read."""

from __future__ import annotations

import json
import re
from collections.abc import Set
from dataclasses import asdict
from datetime import date, timedelta
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Query, Response
from pydantic import Field
from sse_starlette import EventSourceResponse
from starlette.requests import Request

from api.desk import Answer
from api.follow import follow
from api.identity import Caller
from api.media import (
    EVENTS_IN,
    JSON,
    NDJSON,
    EventsIn,
    Once,
    answer,
    chosen,
    etag,
    written,
)
from api.routes.common import Asking, AtDesk, MatchId, Parameters, midnight, next_page
from events import write_log
from events.envelope import LARGEST
from store import Filters, Listed
from store.ledger import Verdict

router = APIRouter(prefix="/v1/matches", tags=["matches"])

_STRONG_TAG = re.compile(r'(?<!W/)"(\d{1,16})"', re.ASCII)


class Mode(Parameters):
    """What becomes of an illegal event: stored with its findings, or refused."""

    mode: Literal["advisory", "strict"] = "advisory"


class Wanted(Parameters):
    """Which matches, and which page of them. Days are of UTC, both included."""

    game: str | None = None
    player: str | None = None
    deck: str | None = None
    tournament: str | None = None
    round: Annotated[int | None, Field(ge=-LARGEST, le=LARGEST)] = None
    first_day: Annotated[date | None, Field(alias="from")] = None
    last_day: Annotated[date | None, Field(alias="to", lt=date.max)] = None
    verdict: Verdict | None = None
    rule: str | None = None
    winner: str | None = None
    state: Literal["open", "closed"] | None = None
    cursor: str | None = None
    limit: Annotated[int, Field(ge=1, le=1000)] = 100

    def filters(self) -> Filters:
        """As the store asks them."""
        return Filters(
            game=self.game,
            player=self.player,
            deck=self.deck,
            tournament=self.tournament,
            round=self.round,
            opened_from=midnight(self.first_day),
            opened_before=midnight(self.last_day and self.last_day + timedelta(days=1)),
            closed=None if self.state is None else self.state == "closed",
            winner=self.winner,
            verdict=self.verdict,
            rule=self.rule,
        )


class From(Parameters):
    """The events after one."""

    after: Annotated[int, Field(ge=0, le=LARGEST)] = 0


class Moment(Parameters):
    """The position after an event; left out, after the last."""

    at: Annotated[int | None, Field(ge=1, le=LARGEST)] = None


@router.post("", status_code=201, openapi_extra=EVENTS_IN)
def open_a_match(desk: AtDesk, caller: Asking, body: EventsIn, once: Once) -> Response:
    """A match opened from its match_opened, without seq, at and actor."""
    return recorded(desk.open(body.lines(), once, caller), located=True)


@router.post("/{match_id}/events", status_code=201, openapi_extra=EVENTS_IN)
def append_events(
    desk: AtDesk,
    caller: Asking,
    match_id: MatchId,
    mode: Annotated[Mode, Query()],
    body: EventsIn,
    once: Once,
    if_match: Annotated[str | None, Header(alias="If-Match")] = None,
) -> Response:
    """Events appended, all or none; those held already by their event_ids are shown (200)."""
    return recorded(
        desk.append(
            match_id,
            body.lines(),
            seen=_heads(if_match),
            strict=mode.mode == "strict",
            request=once,
            caller=caller,
        )
    )


@router.get("")
def list_matches(
    desk: AtDesk, caller: Asking, request: Request, wanted: Annotated[Wanted, Query()]
) -> Response:
    """Matches, the last opened first, a page at a time."""
    listed = desk.matches(wanted.filters(), wanted.cursor, wanted.limit + 1, caller)
    page = listed[: wanted.limit]
    following = page[-1].match_id if len(listed) > len(page) else None
    return answer(
        written({"matches": [_listed(match) for match in page], "next": following}),
        link=following and next_page(request, following),
    )


@router.get("/{match_id}")
def get_match(desk: AtDesk, caller: Asking, match_id: MatchId) -> Response:
    """One match: how it was opened, where it stands, how it ended."""
    match = desk.match(match_id, caller)
    return answer(written(match), etag=etag(match["head"]))


@router.get(
    "/{match_id}/events",
    responses={200: {"content": {NDJSON: {"schema": {"type": "string"}}}}},
)
def get_events(
    desk: AtDesk,
    caller: Asking,
    match_id: MatchId,
    only: Annotated[From, Query()],
    accept: Annotated[str | None, Header()] = None,
) -> Response:
    """The log of a match, as an array or a line an event; it can be stored elsewhere as it is."""
    media_type = chosen(accept, (JSON, NDJSON))
    events, head = desk.events(match_id, caller, only.after)
    return answer(
        write_log(events) if media_type == NDJSON else written(events),
        media_type=media_type,
        etag=etag(head),
        vary="Accept",
    )


@router.get("/{match_id}/report")
def get_report(desk: AtDesk, caller: Asking, match_id: MatchId) -> Response:
    """What the rules make of the match, as it stands."""
    report = desk.report(match_id, caller)
    return answer(written(report), etag=etag(report["events"]))


@router.get("/{match_id}/position")
def get_position(
    desk: AtDesk, caller: Asking, match_id: MatchId, moment: Annotated[Moment, Query()]
) -> Response:
    """The table, the open window, and what may come next."""
    return answer(written(desk.position(match_id, moment.at, caller)))


@router.get(
    "/{match_id}/follow",
    response_class=EventSourceResponse,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def follow_match(
    request: Request,
    desk: AtDesk,
    match_id: MatchId,
    only: Annotated[From, Query()],
    last: Annotated[int | None, Header(alias="Last-Event-ID", ge=0, le=LARGEST)] = None,
) -> Response:
    """Events as they are recorded, with their findings, as server-sent events.

    `id` is the event's seq, `event` is `event`, and `data` what an append of it alone answers.
    `shown` says that events already sent are seen otherwise from now on. A stream that broke is
    resumed by Last-Event-ID; with `after` it starts after an event.
    """
    after = only.after if last is None else last
    state = request.app.state

    async def asking() -> Caller:
        caller: Caller = await state.doors.caller(request.headers)
        return caller

    return await follow(desk, match_id, asking, after, state.settings)


def recorded(done: Answer, *, located: bool = False) -> Response:
    """The response to whatever recorded something: the same, however often it is asked."""
    told = json.loads(done.body)
    return answer(
        done.body,
        201 if done.new else 200,
        etag=etag(told["head"]),
        location=f"/v1/matches/{told['match_id']}" if located else None,
    )


def _heads(if_match: str | None) -> Set[int] | None:
    """The heads that an If-Match header names; None if any will do."""
    if if_match is None or if_match.strip() == "*":
        return None
    return {int(head) for head in _STRONG_TAG.findall(if_match)}


def _listed(match: Listed) -> dict[str, Any]:
    row = asdict(match)
    return {
        **{name: value for name, value in row.items() if name not in ("seq", "closed")},
        "head": match.seq,
        "state": None if match.closed is None else "closed" if match.closed else "open",
    }
