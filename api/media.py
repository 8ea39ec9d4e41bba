"""The forms in which events come in and go out: what is read of a body, what is written."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

import jiter
from fastapi import Depends, Header, Response
from pydantic import BaseModel, ValidationError
from starlette.requests import Request

import store
from api.errors import NotAcceptable, TooLarge, WrongMediaType
from events import write_line
from events.codec import lines_of
from events.errors import BadField, NotALog
from events.vocabulary import LONGEST_LINE, json_object, short

JSON = "application/json"
NDJSON = "application/x-ndjson"
LARGEST_BODY = 16 << 20
"""Bytes of one request. FastAPI's own limit answers in plain text."""

EVENTS_IN = {
    "requestBody": {
        "required": True,
        "content": {
            JSON: {
                "schema": {"anyOf": [{"type": "object"}, {"type": "array"}]},
                "description": "one event, or an array of events",
            },
            NDJSON: {"schema": {"type": "string"}, "description": "an event a line"},
        },
    }
}
"""OpenAPI's words for a body of events: it is read as bytes, so the framework sees none of it."""

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Body:
    """A body of events, not yet looked at."""

    media_type: str
    content: bytes

    def lines(self) -> list[bytes]:
        """Its events, a line of JSON each.

        Raises: LogError, if it is empty or no JSON, or an event is too long to be one.
        """
        lines = self._lines()
        if not lines:
            raise NotALog(line=1, field=None, found="nothing", expected="an event")
        for number, line in enumerate(lines, 1):
            if len(line) > LONGEST_LINE:
                raise NotALog(
                    line=number,
                    field=None,
                    found=f"more than {LONGEST_LINE} bytes",
                    expected="one event",
                )
        return lines

    def _lines(self) -> list[bytes]:
        if self.media_type == NDJSON:
            return list(lines_of(io.BytesIO(self.content)))
        try:
            value = jiter.from_json(self.content, catch_duplicate_keys=True, allow_inf_nan=False)
        except ValueError as error:
            raise NotALog(
                line=1,
                field=None,
                found=f"no JSON ({error})",
                expected="an event, or an array of events",
            ) from None
        events = value if isinstance(value, list) else [value]
        return [write_line(event).rstrip(b"\n") for event in events]


def _media_type(request: Request) -> str:
    return request.headers.get("content-type", "").split(";")[0].strip().lower()


async def read_bytes(request: Request) -> Body:
    """The body of a request, as far as its limit.

    Raises: WrongMediaType, if it is compressed; TooLarge.
    """
    media_type = _media_type(request)
    if (encoding := request.headers.get("content-encoding", "identity")) != "identity":
        raise WrongMediaType("Content-Encoding", encoding, "none")
    declared = request.headers.get("content-length", "0")
    if declared.isdecimal() and int(declared[:20]) > LARGEST_BODY:
        raise _too_large(f"{declared} bytes")
    content = bytearray()
    async for part in request.stream():
        content += part
        if len(content) > LARGEST_BODY:
            raise _too_large("more")
    return Body(media_type, bytes(content))


def _too_large(found: str) -> TooLarge:
    return TooLarge("body", found, f"at most {LARGEST_BODY} bytes", limit=LARGEST_BODY)


BytesIn = Annotated[Body, Depends(read_bytes)]


def media_type_of(body: Body, known: Sequence[str]) -> str:
    """The form of a body, one of those that are read. Raises: WrongMediaType."""
    if body.media_type not in known:
        raise WrongMediaType("Content-Type", body.media_type or "nothing", " or ".join(known))
    return body.media_type


async def read_body(request: Request) -> Body:
    """A body of events. Raises: WrongMediaType, TooLarge."""
    media_type_of(Body(_media_type(request), b""), (JSON, NDJSON))
    return await read_bytes(request)


EventsIn = Annotated[Body, Depends(read_body)]


async def json_body(body: BytesIn) -> Document:
    """A body that is one JSON object, of another kind than events. Raises: WrongMediaType."""
    media_type_of(body, (JSON,))
    return Document(body.content)


@dataclass(frozen=True, slots=True)
class Document:
    """A JSON object, not yet looked at."""

    content: bytes

    def read_as(self, model: type[M]) -> M:
        """The object as a model. Raises: NotALog, BadField."""
        try:
            return model.model_validate(json_object(self.content, 1))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            found = "nothing" if first["type"] == "missing" else short(first["input"])
            raise BadField(
                line=1,
                field=".".join(map(str, first["loc"])),
                found=found,
                expected="no such field"
                if first["type"] == "extra_forbidden"
                else first["msg"].removeprefix("Input should be "),
            ) from None


JsonIn = Annotated[Document, Depends(json_body)]


def asked_once(
    request: Request,
    body: EventsIn,
    key: Annotated[
        str | None, Header(alias="Idempotency-Key", min_length=1, max_length=255)
    ] = None,
) -> store.Request | None:
    """The request by its Idempotency-Key, so that a repeat is known; None without one."""
    if key is None:
        return None
    asked = f"{request.method} {request.url.path}?{request.url.query}\n".encode()
    return store.Request(key, hashlib.sha256(asked + body.content).digest())


Once = Annotated[store.Request | None, Depends(asked_once)]


def written(value: Any) -> bytes:
    """A value as JSON."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def answer(
    content: bytes, status: int = 200, media_type: str = JSON, **headers: str | None
) -> Response:
    """A response; a header is named with underscores, and left out where it is None."""
    named = {name.replace("_", "-"): text for name, text in headers.items() if text is not None}
    return Response(content, status, named, media_type)


def etag(head: int) -> str:
    """The ETag of a match at its last event."""
    return f'"{head}"'


def chosen(accept: str | None, offered: Sequence[str]) -> str:
    """The media type that an Accept header likes best, the first offered if it likes two alike.

    Raises: NotAcceptable.
    """
    best = max(offered, key=lambda media_type: _liking(accept or "*/*", media_type))
    if _liking(accept or "*/*", best) == 0:
        raise NotAcceptable("Accept", str(accept), " or ".join(offered))
    return best


def _liking(accept: str, media_type: str) -> float:
    """The q of the closest range in an Accept header that a media type is in; 0 if in none."""
    ranges = {}
    for part in accept.split(","):
        name, *parameters = (piece.strip().lower() for piece in part.split(";"))
        q = next((text[2:] for text in parameters if text.startswith("q=")), "1")
        ranges[name] = float(q) if q.replace(".", "", 1).isdecimal() else 0.0
    for name in (media_type, media_type.split("/")[0] + "/*", "*/*"):
        if name in ranges:
            return ranges[name]
    return 0.0
