"""An append, checked as far as that goes without knowing the match."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from store import hashing
from store.errors import BadEvent
from store.ledger import Kept, Player, Request

_TEXT = (str, "a string")
_TEXT_OR_NULL = (str | None, "a string or null")
_NUMBER = (int, "a number")
_NUMBER_OR_NULL = (int | None, "a number or null")
_ENVELOPE = {"actor": _TEXT, "type": _TEXT, "event_id": _TEXT_OR_NULL}
_READ: dict[str, dict[str, tuple[Any, str]]] = {
    "match_opened": {
        "game": _TEXT,
        "players": (list, "a list"),
        "tournament": _TEXT_OR_NULL,
        "round": _NUMBER_OR_NULL,
        "table": _TEXT_OR_NULL,
        "salt": _TEXT_OR_NULL,
    },
    "match_closed": {"winner": _TEXT_OR_NULL},
    "event_retracted": {"event": _NUMBER},
    "match_rewound": {"to": _NUMBER},
}
"""The fields that a store looks at; all others it only keeps."""
_DECK = ("name", "archetype")
_PLAYER = {"seat": _TEXT, "player": _TEXT_OR_NULL, "name": _TEXT_OR_NULL}

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class Opening:
    """What a match_opened says that a listing asks for."""

    salt: bytes | None
    """None, where the event carries none: it is drawn."""
    game: str
    opened: str
    tournament: str | None
    round: int | None
    table: str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """A batch of events that is well formed in itself."""

    match_id: str
    first: int
    """`seq` of the first event."""
    bodies: tuple[bytes, ...]
    event_ids: tuple[str | None, ...]
    times: tuple[str, ...]
    """`at` of each event."""
    opening: Opening | None
    players: tuple[tuple[int, int, Player], ...]
    """Of each match_opened: its seq, the place in its list, the player."""
    back_to: int | None
    """The first event that a judge's correction takes out of the match."""
    closings: tuple[tuple[int, str | None], ...]
    """Of each match_closed that the batch leaves standing: its seq and winner."""
    expected: int | None
    request: Request | None
    answer: bytes
    beside: tuple[Kept, ...]


def checked(
    match_id: str,
    events: Sequence[dict[str, Any]],
    *,
    expected: int | None,
    request: Request | None,
    answer: bytes,
    beside: Sequence[Kept] = (),
) -> Entry:
    """A batch as it came in, ready to be stored.

    Raises: BadEvent.
    """
    if not events:
        raise BadEvent(match_id, 1, field=None, found="nothing", expected="an event")
    first = events[0].get("seq")
    bodies, event_ids = [], []
    for place, event in enumerate(events, 1):
        if bad := next(_faults(match_id, place, event, first), None):
            raise bad
        try:
            bodies.append(hashing.body(event))
        except (ValueError, TypeError, RecursionError) as fault:
            raise BadEvent(
                match_id,
                place,
                field=None,
                found=f"what RFC 8785 can't write ({type(fault).__name__})",
                expected="JSON that every reader reads the same",
            ) from fault
        event_id = event.get("event_id")
        event_ids.append(event_id and event_id.lower())
    _refuse_doubled(match_id, event_ids)
    back_to, closings = endings(events)
    return Entry(
        match_id=match_id,
        first=events[0]["seq"],
        bodies=tuple(bodies),
        event_ids=tuple(event_ids),
        times=tuple(event["at"] for event in events),
        opening=opening_of(match_id, events[0]) if first == 1 else None,
        players=tuple(
            (event["seq"], place, player)
            for event in events
            if event["type"] == "match_opened"
            for place, player in players_of(event)
        ),
        back_to=back_to,
        closings=closings,
        expected=expected,
        request=request,
        answer=answer,
        beside=tuple(beside),
    )


def players_of(event: dict[str, Any]) -> list[tuple[int, Player]]:
    """The players of a match_opened, after their places in its list."""
    return list(enumerate(map(_player, event["players"])))


def _player(given: dict[str, Any]) -> Player:
    deck = given.get("deck")
    of = deck if isinstance(deck, dict) else {}
    called = [name if isinstance(name := of.get(of_it), str) else None for of_it in _DECK]
    return Player(given["seat"], given.get("player"), given.get("name"), *called)


def _faults(match_id: str, place: int, event: dict[str, Any], first: Any) -> Iterator[BadEvent]:
    """What keeps an event from being stored."""

    def bad(field: str, value: Any, expected: str) -> BadEvent:
        return BadEvent(match_id, place, field=field, found=repr(value), expected=expected)

    if (found := event.get("match_id")) != match_id:
        yield bad("match_id", found, repr(match_id))
    seq = event.get("seq")
    if type(seq) is not int or seq < 1:
        yield bad("seq", seq, "a number from 1")
    elif seq != first + place - 1:
        yield bad("seq", seq, repr(first + place - 1))
    if not _is_a_moment(at := event.get("at")):
        yield bad("at", at, "UTC with six digits and Z")
    for field, value, expected in _mistyped(event, _ENVELOPE):
        yield bad(field, value, expected)
    for field, value, expected in _mistyped(event, _READ.get(event["type"], {})):
        yield bad(field, value, expected)
    if event["type"] == "match_opened":
        for player in event["players"]:
            for field, value, expected in _mistyped(player, _PLAYER):
                yield bad(f"players.{field}", value, expected)
    elif seq == 1:
        yield bad("type", event["type"], "'match_opened' first")


def _mistyped(
    found: dict[str, Any], fields: Mapping[str, tuple[Any, str]]
) -> Iterator[tuple[str, Any, str]]:
    for field, (kind, expected) in fields.items():
        if not isinstance(value := found.get(field), kind):
            yield field, value, expected


def _is_a_moment(at: Any) -> bool:
    if not isinstance(at, str) or not _MOMENT.fullmatch(at):
        return False
    try:
        datetime.fromisoformat(at)
    except ValueError:
        return False
    return True


def _refuse_doubled(match_id: str, event_ids: Sequence[str | None]) -> None:
    seen: set[str] = set()
    for place, event_id in enumerate(event_ids, 1):
        if event_id is None:
            continue
        if event_id in seen:
            raise BadEvent(
                match_id,
                place,
                field="event_id",
                found=f"{event_id} twice in the batch",
                expected="each once",
            )
        seen.add(event_id)


def opening_of(match_id: str, event: dict[str, Any]) -> Opening:
    """What a listing asks for of a match_opened. Raises: BadEvent."""
    salt = None
    if (text := event.get("salt")) is not None:
        try:
            salt = hashing.salt_from_text(text)
        except ValueError as fault:
            raise BadEvent(
                match_id, 1, field="salt", found="something else", expected="32 bytes in base64url"
            ) from fault
    return Opening(
        salt=salt,
        game=event["game"],
        opened=event["at"],
        tournament=event.get("tournament"),
        round=event.get("round"),
        table=event.get("table"),
    )


def endings(
    events: Sequence[dict[str, Any]],
) -> tuple[int | None, tuple[tuple[int, str | None], ...]]:
    """How far back a batch goes, and the closings that it leaves standing."""
    back_to: int | None = None
    closings: list[tuple[int, str | None]] = []
    for event in events:
        if event["type"] == "match_closed":
            closings.append((event["seq"], event.get("winner")))
        elif event["actor"] == "judge" and event["type"] in ("event_retracted", "match_rewound"):
            # GN-3.1, GN-3.2: after match_closed only a judge goes back.
            gone = event["event"] if event["type"] == "event_retracted" else event["to"] + 1
            back_to = gone if back_to is None else min(back_to, gone)
            closings = [closing for closing in closings if closing[0] < gone]
    return back_to, tuple(closings)
