"""Cards as events name them: which fields hold one, whose it is, who may see it."""

from __future__ import annotations

import types
import typing
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, TypeVar

from pydantic.fields import FieldInfo


def one_spelling(text: str) -> str:
    """The spelling under which full and half width, NFC and NFD are one.

    >>> one_spelling("Ｐ１-u3")
    'P1-u3'
    """
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


@dataclass(frozen=True, slots=True)
class Spelled:
    """Marks a string that is compared: an id, a printed name, a code; read in one spelling."""


Name = Annotated[str, Spelled()]
"""An id or a printed name."""


@dataclass(frozen=True, slots=True)
class Face:
    """Marks a field that holds a card's printed name or code; null where it was not seen."""

    hidden: bool
    """The vocabulary lets the recorder leave it null."""
    of: str = "actor"
    """Whose card: the field that names the seat; `key`, the seat it stands under; `nobody`."""
    open_by: str | None = None
    """The field beside it that, unless it is false, says that the card lies open to all."""
    option: str | None = None
    """The option of the match that, unless it is false, lays the card open to all."""


Shown = Annotated[Name | None, Face(hidden=False)]
"""A card that lies face up: null is readable, and a finding (GN-2.1)."""


Hidden = Annotated[Name | None, Face(hidden=True)]
"""A card that the recorder may not have seen, of the seat that acts."""
HiddenOfOwner = Annotated[Name | None, Face(hidden=True, of="owner")]
"""The same, of the seat in `owner`."""
HiddenOfNamed = Annotated[Name | None, Face(hidden=True, of="seat")]
"""The same, of the seat in `seat`."""
HiddenOfSeat = Annotated[Name | None, Face(hidden=True, of="key")]
"""The same, of the seat under whose key it stands."""
Open = Annotated[Name | None, Face(hidden=True, of="nobody")]
"""A card that lies open to all; null where the recorder did not read it, which is no fault."""


@dataclass(frozen=True, slots=True)
class CardField:
    """Where a type of event holds cards: the way to them, `*` for any key or index."""

    path: tuple[str, ...]
    face: Face


def card_fields(kind: Any) -> tuple[CardField, ...]:
    """Every place in an event class that holds a card, in the order of the fields."""
    return tuple(CardField(path, face) for path, face in _marked(kind, Face))


class TwoSpellings(ValueError):
    """A key stands twice in an object, in two spellings."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


def respelled(body: dict[str, Any], kind: Any) -> dict[str, Any]:
    """An event as JSON with every marked string of its class in one spelling.

    Raises: TwoSpellings.
    """
    for path in _spelled(kind):
        body = _respell(body, path)
    return body


@cache
def _spelled(kind: Any) -> tuple[tuple[str, ...], ...]:
    return tuple(path for path, _ in _marked(kind, Spelled))


M = TypeVar("M")


def _marked(kind: Any, mark: type[M]) -> Iterator[tuple[tuple[str, ...], M]]:
    """The ways to all that carries a mark: field names, `*` for any key or index, `#` for keys."""
    if typing.get_origin(kind) is Annotated:
        inner, *marks = typing.get_args(kind)
        yield from (((), found) for found in marks if isinstance(found, mark))
        yield from _marked(inner, mark)
    elif is_dataclass(kind):
        for name, hint in typing.get_type_hints(kind, include_extras=True).items():
            if typing.get_origin(hint) is not typing.ClassVar:
                alias = _alias(hint) or name
                yield from (((alias, *path), found) for path, found in _marked(hint, mark))
    elif (origin := typing.get_origin(kind)) is dict:
        key, value = typing.get_args(kind)
        yield from ((("#",), found) for _, found in _marked(key, mark))
        yield from ((("*", *path), found) for path, found in _marked(value, mark))
    elif origin in (tuple, list, typing.Union, types.UnionType):
        through = ("*",) if origin in (tuple, list) else ()
        for part in typing.get_args(kind):
            yield from (((*through, *path), found) for path, found in _marked(part, mark))


def _alias(hint: Any) -> str | None:
    marks = typing.get_args(hint)[1:] if typing.get_origin(hint) is Annotated else ()
    return next((m.alias for m in marks if isinstance(m, FieldInfo) and m.alias), None)


def _respell(value: Any, path: tuple[str, ...]) -> Any:
    if not path:
        return one_spelling(value) if isinstance(value, str) else value
    step, rest = path[0], path[1:]
    if isinstance(value, list) and step == "*":
        return [_respell(part, rest) for part in value]
    if not isinstance(value, dict):
        return value
    if step == "#":
        return _respell_keys(value)
    return {
        key: _respell(part, rest) if step in ("*", key) else part for key, part in value.items()
    }


def _respell_keys(value: dict[str, Any]) -> dict[str, Any]:
    spelled: dict[str, Any] = {}
    for key, part in value.items():
        if (one := one_spelling(key)) in spelled:
            raise TwoSpellings(one)
        spelled[one] = part
    return spelled


def blanked(
    body: dict[str, Any],
    fields: tuple[CardField, ...],
    seats: set[str],
    options: Mapping[str, Any] = MappingProxyType({}),
) -> dict[str, Any]:
    """The event as one sees it who may not look at the hidden cards of `seats`.

    `body` is an event as JSON; it stays as it was. Owners that the event does not name
    clearly are taken to be among `seats`. `options` are those of the match.
    """
    for field in fields:
        face = field.face
        if face.hidden and (face.option is None or options.get(face.option) is False):
            body = _blank(body, field.path, face, body, seats, None)
    return body


def _blank(
    value: Any, path: tuple[str, ...], face: Face, event: dict[str, Any], seats: set[str], key: Any
) -> Any:
    if not path:
        owner = key if face.of == "key" else event.get(face.of)
        if face.of == "nobody":
            return value
        return None if owner in seats or owner not in {"P1", "P2", "P3", "P4"} else value
    step, rest = path[0], path[1:]
    if isinstance(value, list) and step == "*":
        return [_blank(part, rest, face, event, seats, key) for part in value]
    if not isinstance(value, dict) or _lies_open(value, rest, face):
        return value
    return {
        name: _blank(part, rest, face, event, seats, name if step == "*" else key)
        if step in ("*", name)
        else part
        for name, part in value.items()
    }


def _lies_open(beside: dict[str, Any], rest: tuple[str, ...], face: Face) -> bool:
    return not rest and face.open_by is not None and beside.get(face.open_by) is not False
