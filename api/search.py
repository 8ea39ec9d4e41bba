"""Events found across matches: which, from the facts; what they say, from the matches as shown."""

from __future__ import annotations

import base64
import re
from dataclasses import asdict, replace
from itertools import groupby
from typing import Any

from api.desk import Desk
from api.errors import BadCursor
from api.identity import Caller
from auditor import AuditorError
from store import EventFilters, FoundEvent, UnknownMatch, search

Place = tuple[str, int]
"""Match and seq of an event."""
_PLACE = re.compile(r"([0-9a-f-]{36}):(\d{1,16})", re.ASCII)


def found_events(
    desk: Desk, caller: Caller, filters: EventFilters, after: Place | None, limit: int
) -> tuple[list[dict[str, Any]], Place | None]:
    """A page of events, as all may see them, and the last one's place if there are more."""
    desk.reports.catch_up()
    unshown = desk.showings.unshown(caller)
    seen = replace(filters, unshown=unshown, entitled=caller.matches)
    with desk.facts() as facts:
        found = search(facts, seen, after, limit + 1)
    page = found[:limit]
    last = page[-1] if len(found) > limit else None
    rows = [
        row
        for match_id, events in groupby(page, key=lambda event: event.match_id)
        for row in _told(desk, match_id, list(events))
    ]
    return rows, None if last is None else (last.match_id, last.seq)


def _told(desk: Desk, match_id: str, found: list[FoundEvent]) -> list[dict[str, Any]]:
    """Events of one match, with what they say; those that are no longer shown are left out."""
    first, last = found[0].seq, found[-1].seq
    sight = desk.showings.public(found[0].tournament)
    try:
        with desk.views.seen(match_id, sight) as shown:
            part = shown._replace(head=min(shown.head, last))
            bodies = {e["seq"]: e for e in desk.views.events(match_id, part, first - 1)}
    except (UnknownMatch, AuditorError):
        return []
    return [
        asdict(event) | {"event": _unsalted(bodies[event.seq])}
        for event in found
        if event.seq in bodies
    ]


def _unsalted(body: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name != "salt"}


def cursor_of(match_id: str, seq: int) -> str:
    """The cursor of the page after an event."""
    return base64.urlsafe_b64encode(f"{match_id}:{seq}".encode()).decode().rstrip("=")


def place_of(cursor: str) -> Place:
    """The event that a cursor stands after. Raises: BadCursor."""
    try:
        text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
    except ValueError:
        text = ""
    place = _PLACE.fullmatch(text)
    if place is None:
        raise BadCursor("cursor", "no cursor", "the cursor of an earlier page")
    return place[1], int(place[2])
