"""New events made whole: what the caller left out filled in, each in the form that is stored."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from api.errors import HeadMoved
from api.ids import new_match_id
from events import Event, Log, Vocabulary, read_log, write_line
from events.errors import BadField, BadOrder
from events.vocabulary import json_object, short
from store.ledger import in_utc


def opening(lines: Sequence[bytes]) -> Log:
    """The log that a match_opened starts, with its match_id, place, time and actor.

    Raises: LogError.
    """
    if len(lines) > 1:
        raise BadOrder(line=2, field=None, found="another event", expected="a match_opened alone")
    body = {"seq": 1, "at": in_utc(datetime.now(UTC)), "actor": "table", **json_object(lines[0], 1)}
    if body.get("match_id") is None:
        body["match_id"] = new_match_id()
    return read_log(write_line(body))


def following(
    bodies: Sequence[dict[str, Any]], vocabulary: Vocabulary, match_id: str, head: int
) -> list[tuple[dict[str, Any], Event]]:
    """Events that come after event `head` of a match: as they are stored, and as they are audited.

    Raises: LogError; HeadMoved, if one gives another place than it gets.
    """
    now = in_utc(datetime.now(UTC))
    entries = []
    for line, given in enumerate(bodies, 1):
        seq = head + line
        event = vocabulary.decode_object({"seq": seq, "at": now, **given}, line)
        if event.seq != seq:
            raise HeadMoved(
                f"line {line}: field 'seq'", f"seq {event.seq}", f"{seq}", line=line, head=head
            )
        if event.match_id not in (None, match_id):
            raise BadOrder(
                line=line, field="match_id", found=short(event.match_id), expected=short(match_id)
            )
        entries.append((stored(given, event, match_id, line), event))
    return entries


def entries_of(log: Log) -> list[dict[str, Any]]:
    """The events of a log as they are stored. Raises: LogError."""
    match_id = str(log.opened.match_id)
    return [
        stored(json_object(line, number), event, match_id, number)
        for number, (line, event) in enumerate(zip(log.lines, log.events, strict=True), 1)
    ]


def stored(given: dict[str, Any], event: Event, match_id: str, line: int) -> dict[str, Any]:
    """An event as it came in, with its match, place and time in the form that is hashed.

    Raises: LogError, if UTC has no such time.
    """
    try:
        at = in_utc(event.at)
    except OverflowError:
        raise BadField(
            line=line, field="at", found=short(given["at"]), expected="a time from year 1 to 9999"
        ) from None
    return given | {"match_id": match_id, "seq": event.seq, "at": at}
