"""Errors as problem documents (RFC 9457): the one place that turns the one into the other."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any, NamedTuple

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi_problem.error import Problem
from fastapi_problem.handler import ExceptionHandler, add_exception_handler, new_exception_handler
from starlette.exceptions import HTTPException
from starlette.requests import Request

from api import errors as api
from auditor import errors as auditor
from events import errors as events
from store import errors as store

TYPE = "urn:senpu:problem:{type}"
"""What a type's name stands in."""
MEDIA_TYPE = "application/problem+json"


class Kind(NamedTuple):
    """A kind of problem: its name never changes, its title may be reworded."""

    status: int
    name: str
    title: str


KINDS: dict[type[Exception], Kind] = {
    events.NotALog: Kind(422, "not-a-log", "These are no events"),
    events.BadField: Kind(422, "bad-field", "A field is missing, unknown or of the wrong type"),
    events.BadOrder: Kind(422, "bad-order", "These events don't make one log"),
    events.UnknownKind: Kind(422, "unknown-kind", "This build doesn't know that game or type"),
    auditor.UnknownGame: Kind(422, "no-rulebook", "There is no rulebook for the game"),
    auditor.MatchDataError: Kind(422, "match-data", "Cards or boards of the match can't be used"),
    store.UnknownMatch: Kind(404, "unknown-match", "No such match is held"),
    store.MatchExists: Kind(409, "match-exists", "A match of that match_id is held already"),
    store.WrongVersion: Kind(412, "head-moved", "The match doesn't stand where you saw it"),
    store.AlreadyRecorded: Kind(409, "already-recorded", "The event is held already"),
    store.KeyReused: Kind(422, "key-reused", "The Idempotency-Key was used for another request"),
    store.BadEvent: Kind(422, "bad-event", "An event can't be stored as it is"),
    store.StoreFull: Kind(507, "store-full", "The disk is full; nothing of this was kept"),
    store.StoreClosed: Kind(503, "store-closed", "The store is closed"),
    store.StoreFailed: Kind(
        503, "store-failed", "The store failed; ask what is held before retrying"
    ),
    api.NoSuchEvent: Kind(404, "unknown-event", "The match has no such event"),
    api.NoSuchGame: Kind(404, "unknown-game", "No such game is installed"),
    api.NoSuchRule: Kind(404, "unknown-rule", "The game has no such rule"),
    api.NoSuchStatistic: Kind(404, "unknown-statistic", "There is no such statistic"),
    api.NotIdentified: Kind(401, "not-identified", "It is not known who asks"),
    api.NotAllowed: Kind(403, "not-allowed", "Whoever asks may not do that"),
    api.NoSuchCatalogue: Kind(404, "unknown-catalogue", "No such match data is held"),
    api.NoSuchKey: Kind(404, "unknown-key", "No such key was made"),
    api.LastOrganiser: Kind(409, "last-organiser", "Nobody could make keys any more"),
    api.WrongHost: Kind(421, "wrong-host", "The server is not asked under that name"),
    api.BadKey: Kind(422, "bad-key", "A key that would be of no use"),
    api.TooMany: Kind(429, "too-many", "Too many requests; wait as Retry-After says"),
    api.NotAcceptable: Kind(406, "not-acceptable", "It is not offered in that form"),
    api.PartlyRecorded: Kind(409, "partly-recorded", "Some events of the batch are held already"),
    api.OtherLog: Kind(409, "other-log", "Another log of that match_id is held"),
    api.HeadMoved: Kind(412, "head-moved", "The match doesn't stand where you saw it"),
    api.TooLarge: Kind(413, "too-large", "The body is too large"),
    api.WrongMediaType: Kind(415, "wrong-media-type", "The body is in a form that is not read"),
    api.BadCursor: Kind(422, "bad-cursor", "There is no such page"),
    api.NotASelect: Kind(422, "not-a-select", "Only one SELECT is carried out"),
    api.NoSuchView: Kind(422, "unknown-view", "There is no such view"),
    api.ForbiddenSql: Kind(422, "forbidden-sql", "A query reads the views and nothing else"),
    api.BadSql: Kind(422, "bad-sql", "The query can't be carried out"),
    api.QueryTooLong: Kind(422, "query-too-long", "The query takes too much time"),
    api.QueryTooLarge: Kind(422, "query-too-large", "The query takes too much memory"),
    api.SqlBusy: Kind(503, "sql-busy", "Too many queries run; wait as Retry-After says"),
    api.IllegalPlay: Kind(422, "illegal-play", "Illegal by the rules; nothing was stored"),
    RequestValidationError: Kind(422, "bad-parameter", "A parameter can't be read"),
}
INTERNAL = Kind(500, "internal", "Something failed here; it is not your request")

_ROOTS = (events.LogError, auditor.AuditorError, store.StoreError, api.ApiError)
_MEMBERS = {
    "line": "line",
    "place": "line",
    "field": "field",
    "where": "where",
    "found": "found",
    "expected": "expected",
    "rule": "rule",
    "match_id": "match_id",
    "event_id": "event_id",
    "actual": "head",
}
"""Attributes of an exception, and what the problem document calls them."""

PROBLEM = {
    "description": "A problem (RFC 9457)",
    "content": {
        MEDIA_TYPE: {
            "schema": {
                "type": "object",
                "required": ["type", "title", "status"],
                "properties": {
                    "type": {"type": "string", "format": "uri"},
                    "title": {"type": "string"},
                    "status": {"type": "integer"},
                    "detail": {"type": "string"},
                },
            }
        }
    },
}
"""OpenAPI's words for it. Given for 4XX and 5XX, it takes the place of FastAPI's own 422."""


def tell_problems(app: FastAPI) -> ExceptionHandler:
    """Have an app answer with a problem document whatever goes wrong in it."""
    handler = new_exception_handler(
        logger=logging.getLogger("senpu.api"),
        handlers={Exception: _problem},
        documentation_uri_template=TYPE,
    )
    add_exception_handler(app, handler, generic_swagger_defaults=False)
    for root in _ROOTS:
        # Left to `Exception` alone they would be logged as failures of ours.
        app.add_exception_handler(root, handler)
    return handler


def _problem(_handler: ExceptionHandler, _request: Request, error: Exception) -> Problem:
    if isinstance(error, HTTPException):
        status = HTTPStatus(error.status_code)
        headers = dict(error.headers or {})
        # By number: phrases are not the same in every Python.
        return Problem(status.phrase, type_=f"http-{status}", status=status, headers=headers)
    kind = next((KINDS[c] for c in type(error).__mro__ if c in KINDS), INTERNAL)
    headers = {}
    if (seconds := _members(error).get("retry_after")) is not None:
        headers["Retry-After"] = str(seconds)
    if kind.status >= 500:
        # What failed inside is for our log.
        return Problem(kind.title, type_=kind.name, status=kind.status, headers=headers)
    if isinstance(error, RequestValidationError):
        members: dict[str, Any] = _first_fault(error)
        detail = f"{members['field']}: expected {members['expected']}"
    else:
        members, detail = _members(error), str(error)
    if kind.status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="senpu"'
    return Problem(
        kind.title, type_=kind.name, status=kind.status, detail=detail, headers=headers, **members
    )


def _members(error: Exception) -> dict[str, Any]:
    if isinstance(error, api.ApiError):
        return error.members
    return {
        name: value
        for attribute, name in _MEMBERS.items()
        if (value := getattr(error, attribute, None)) is not None
    }


def _first_fault(error: RequestValidationError) -> dict[str, str]:
    """Which parameter can't be read. What was given is not repeated: it may be hidden to others."""
    first = error.errors()[0]
    expected = first["msg"].removeprefix("Input should be ")
    return {
        "field": ".".join(map(str, first["loc"])),
        "expected": "no such parameter" if first["type"] == "extra_forbidden" else expected,
    }
