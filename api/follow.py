"""A match followed live: its events with their verdicts, one by one, as they are recorded."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from api.desk import Desk, Since
from api.errors import ApiError, TooMany
from api.identity import Caller
from api.media import written
from api.settings import Settings
from store import StoreError

VEILED_S = 1.0
"""So often is looked whether the next event of a delayed match may be shown."""
AT_ONCE = 200
"""Events looked up at once."""


Asking = Callable[[], Awaitable[Caller]]


async def follow(
    desk: Desk, match_id: str, asking: Asking, after: int, settings: Settings
) -> EventSourceResponse:
    """The events of a match after event `after`, and those to come, as server-sent events.

    `asking` finds out who asks, again before each look: a key may be revoked meanwhile.

    Raises: UnknownMatch, NoSuchEvent, TooMany.
    """
    if desk.bell.listeners >= settings.followers:
        raise TooMany(
            "followers", f"{settings.followers}", "fewer at once", retry_after=int(VEILED_S)
        )
    first = await run_in_threadpool(desk.since, match_id, await asking(), after, AT_ONCE)
    return EventSourceResponse(
        _events(desk, match_id, asking, first, settings.heartbeat_s),
        headers={"Cache-Control": "no-store"},
        ping=settings.heartbeat_s,
        ping_message_factory=lambda: ServerSentEvent(comment="still here"),
        sep="\n",
    )


async def _events(
    desk: Desk, match_id: str, asking: Asking, since: Since, heartbeat_s: float
) -> AsyncIterator[ServerSentEvent]:
    with desk.bell.listening(match_id) as listener:
        while not desk.bell.is_closed:
            for told in since.told:
                yield _event("event", told, id=told["head"])
            last, was_whole = since.head, since.is_whole
            if since.is_all:
                await listener.wait(VEILED_S if since.is_veiled else heartbeat_s)
            try:
                caller = await asking()
                since = await run_in_threadpool(desk.since, match_id, caller, last, AT_ONCE)
            except (ApiError, StoreError):
                return  # no longer allowed, or shown, or the server is stopping
            if since.is_whole != was_whole:
                # Events that were sent are seen otherwise now: read them again.
                yield _event("shown", {"match_id": match_id, "whole": since.is_whole})


def _event(name: str, data: dict[str, Any], id: int | None = None) -> ServerSentEvent:
    return ServerSentEvent(
        written(data).decode(), event=name, id=None if id is None else str(id), sep="\n"
    )
