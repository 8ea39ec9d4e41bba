"""The vocabulary of a game: its types of events, read from JSON and written as JSON."""

from __future__ import annotations

import dataclasses
import json
import math
import re
import typing
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, field
from functools import cached_property, reduce
from operator import or_
from typing import Annotated, Any

import jiter
import pydantic_core
from pydantic import Field, TypeAdapter, ValidationError

from events.cards import CardField, TwoSpellings, card_fields, respelled
from events.envelope import LARGEST, Event
from events.errors import BadField, LogError, NotALog, UnknownKind
from events.figures import Figure
from events.upcasts import Upcasts, newest

LONGEST_LINE = 1 << 20
"""Bytes of one event; more is no event of a game."""

TIME = re.compile(r"[12]\d{3}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)", re.ASCII)
"""How RFC 3339 writes a moment, in years whose every offset has a time in UTC."""
_TIME_FIELD = re.compile(b'"at": ?"' + TIME.pattern.encode() + b'"')
_A_TIME = "a time of RFC 3339 with an offset, in the years 1000 to 2999"

_EXPECTED = {
    "missing": "the field",
    "unexpected_keyword_argument": "no such field",
    "extra_forbidden": "no such field",
    "int_type": "an integer",
    "int_from_float": "an integer",
    "int_parsing_size": f"an integer of at most {LARGEST}",
    "string_type": "a string",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "dict_type": "an object",
    "dataclass_type": "an object",
    "datetime_type": _A_TIME,
    "datetime_parsing": _A_TIME,
    "timezone_aware": _A_TIME,
    "string_pattern_mismatch": "a UUID",
}


@dataclass(frozen=True)
class Vocabulary:
    """The types of events of one game, in the order of play."""

    game: str
    types: tuple[type[Event], ...]
    upcasts: Upcasts = field(default_factory=dict)
    figures: tuple[Figure, ...] = ()
    """What statistics of the game count beside results, cards and time."""

    @cached_property
    def tags(self) -> dict[str, type[Event]]:
        """The classes by the `type` they write."""
        return {str(kind.__dataclass_fields__["type"].default): kind for kind in self.types}

    @cached_property
    def cards(self) -> dict[str, tuple[CardField, ...]]:
        """Where each type holds cards."""
        return {tag: card_fields(kind) for tag, kind in self.tags.items()}

    @cached_property
    def _adapter(self) -> TypeAdapter[Any]:
        union: Any = reduce(or_, self.types)
        return TypeAdapter(Annotated[union, Field(discriminator="type")])

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of each type in its newest version, by its tag."""
        return {tag: _schema(kind) for tag, kind in self.tags.items()}

    def decode(self, line: bytes, number: int = 1) -> Event:
        """The event on a line; `number` is the line's, for errors.

        Raises: LogError, if the line is no event of this vocabulary.
        """
        try:
            event: Event | None = self._adapter.validate_json(line)
        except ValueError:
            event = None
        if event is not None and self._is_plain(line, event):
            return event
        return self._checked(line, number, event)

    def decode_object(self, body: dict[str, Any], number: int = 1) -> Event:
        """The event of a JSON object. Raises: LogError, as `decode`."""
        return self.decode(json.dumps(body, ensure_ascii=False).encode(), number)

    def encode(self, event: Event) -> dict[str, Any]:
        """The event as a JSON object, without what the envelope leaves empty."""
        body: dict[str, Any] = self._adapter.dump_python(event, mode="json", by_alias=True)
        body["v"] = event.version
        for name, empty in (("v", 1), ("match_id", None), ("event_id", None)):
            if body[name] == empty:
                del body[name]
        return body

    @cached_property
    def _keys(self) -> dict[type[Event], tuple[int, tuple[tuple[str, int], ...]]]:
        """How many keys a line has that writes what the type needs and nothing else.

        Beside them, the lists of objects of the type, and the keys that each object has.
        """
        return {kind: (_needed(kind), tuple(_lists(kind))) for kind in self.types}

    def _is_plain(self, line: bytes, event: Event) -> bool:
        """No key stands twice, names and time are in their one spelling, the shape is the newest.

        Each needed key is there at least once, so as many keys as are needed are each there once.
        """
        keys, lists = self._keys[type(event)]
        for name, each in lists:
            keys += each * len(getattr(event, name))
        return (
            line.count(b'":') == keys + (event.match_id is not None)
            and event.v == event.version
            and line.isascii()
            and b"\\" not in line
            and (b" " not in line or b'" ' not in line)  # one could stand before a colon
            and b"\t" not in line
            and b"\r" not in line
            and b"\n" not in line
            and _TIME_FIELD.match(line, line.find(b'"at":')) is not None
            and len(line) <= LONGEST_LINE
        )

    def _checked(self, line: bytes, number: int, read: Event | None) -> Event:
        """An event whose line is not plain; else the error that says what is wrong with it.

        `read` is the event as the line gives it, if it gives one of the newest shape.
        """
        body = json_object(line, number)
        tag = str(body.get("type"))
        cls = self.tags.get(tag)
        if cls is None:
            found = "nothing" if "type" not in body else short(body["type"])
            raise UnknownKind(
                line=number,
                field="type",
                found=found,
                expected=f"a type of event of {self.game}",
            )
        latest = newest(body, cls.version, self.upcasts)
        if latest is None:
            raise UnknownKind(
                line=number,
                field="v",
                found=short(body["v"]),
                expected=f"a schema version of {tag} up to {cls.version}",
            )
        _check_values(body, number)
        try:
            latest = respelled(latest, cls)
        except TwoSpellings as error:
            raise BadField(
                line=number, field=error.key, found="the key in two spellings", expected="it once"
            ) from None
        if read is not None and latest == body:
            return read
        try:
            event: Event = self._adapter.validate_json(json.dumps(latest))
        except ValidationError as error:
            raise _bad_field(error, tag, number) from None
        return event


def _needed(kind: Any) -> int:
    """The fields of a class that every line must write."""
    return sum(
        1
        for f in dataclasses.fields(kind)
        if f.name == "type" or (f.default is MISSING and f.default_factory is MISSING)
    )


def _lists(kind: Any) -> Iterator[tuple[str, int]]:
    """The fields of a class that hold lists of objects, and the keys that each object needs."""
    for name, hint in typing.get_type_hints(kind).items():
        of = typing.get_args(hint)[:1] if typing.get_origin(hint) is tuple else ()
        if of and dataclasses.is_dataclass(of[0]):
            yield name, _needed(of[0])


def json_object(line: bytes, number: int) -> dict[str, Any]:
    """The JSON object on a line. Raises: NotALog, BadField (a key twice)."""
    if line.startswith(b"\xef\xbb\xbf"):
        raise NotALog(
            line=number, field=None, found="a byte order mark", expected="UTF-8 without one"
        )
    if b"\0" in line:
        raise NotALog(line=number, field=None, found="NUL bytes", expected="one JSON object")
    if len(line) > LONGEST_LINE:
        raise NotALog(
            line=number,
            field=None,
            found=f"a line of more than {LONGEST_LINE} bytes",
            expected="one event",
        )
    try:
        body = jiter.from_json(line, catch_duplicate_keys=True, allow_inf_nan=False)
    except ValueError as error:
        text = str(error)
        if "uplicate key" in text:
            key = text[text.index('"') + 1 : text.rindex('"')]
            raise BadField(
                line=number, field=key, found="the key twice", expected="it once"
            ) from None
        raise NotALog(
            line=number, field=None, found=f"no JSON ({text})", expected="one JSON object"
        ) from None
    if not isinstance(body, dict):
        raise NotALog(line=number, field=None, found=short(body), expected="one JSON object")
    return body


def _schema(kind: type[Event]) -> dict[str, Any]:
    schema = TypeAdapter(kind).json_schema()
    schema["properties"]["v"]["const"] = kind.version
    schema["required"] += ["type"] if kind.version == 1 else ["type", "v"]
    return schema


def _check_values(body: dict[str, Any], number: int) -> None:
    """What the types of the fields don't say. Raises: BadField."""
    for where, value in _numbers(body, ()):
        if abs(value) > LARGEST if isinstance(value, int) else not math.isfinite(value):
            raise BadField(
                line=number,
                field=".".join(where),
                found=short(value),
                expected=f"a number of at most {LARGEST}, or of double precision",
            )
    at = body.get("at")
    if isinstance(at, str) and TIME.fullmatch(at) is None:
        raise BadField(line=number, field="at", found=short(at), expected=_A_TIME)


def _numbers(value: Any, where: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int | float]]:
    if isinstance(value, int | float):
        yield where, value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _numbers(part, (*where, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _numbers(part, (*where, str(index)))


def short(value: Any) -> str:
    """A JSON value as an error shows it, at most 60 characters."""
    text = pydantic_core.to_json(value, inf_nan_mode="constants", fallback=repr).decode()
    return text if len(text) <= 60 else text[:59] + "…"


def _bad_field(error: ValidationError, tag: str, number: int) -> LogError:
    first = error.errors(include_url=False)[0]
    where = [str(step) for step in first["loc"] if step != tag]
    expected = _EXPECTED.get(first["type"]) or first["msg"].removeprefix("Input should be ")
    found = "nothing" if first["type"] == "missing" else short(first["input"])
    return BadField(line=number, field=".".join(where), found=found, expected=expected)
