"""Any event of a vocabulary, made from the types of its fields."""

from __future__ import annotations

import dataclasses
import types
import typing
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from pydantic import JsonValue

from events import Event
from events.cards import Spelled, one_spelling
from events.envelope import LARGEST, Count, Moment, Seconds, Seq, Uuid

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
NAMES = TEXT.map(one_spelling)
JSON: SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-LARGEST, LARGEST)
    | st.floats(allow_nan=False, allow_infinity=False)
    | NAMES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=5,
)
KNOWN: list[tuple[Any, SearchStrategy[Any]]] = [
    (Seq, st.integers(1, LARGEST)),
    (Count, st.integers(-LARGEST, LARGEST)),
    (Seconds, st.floats(0, LARGEST)),
    (Uuid, st.uuids().map(str)),
    (Moment, st.datetimes(datetime(1000, 1, 1), datetime(2999, 12, 31), timezones=st.just(UTC))),
    (JsonValue, JSON),
]


def values(hint: Any, words: tuple[str, ...] = ()) -> SearchStrategy[Any]:
    """Any value of a type that a field may have; of a name, most often one of `words`."""
    for known, strategy in KNOWN:
        if hint is known or hint == known:
            return strategy
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        if any(isinstance(mark, Spelled) for mark in args[1:]):
            return (st.sampled_from(words) | NAMES if words else NAMES) if args[0] is str else JSON
        return values(args[0], words)
    if origin is typing.Literal:
        return st.sampled_from(args)
    if origin is tuple:
        return st.lists(values(args[0], words), max_size=4).map(tuple)
    if origin is dict:
        return st.dictionaries(*(values(part, words) for part in args), max_size=3)
    if origin in (typing.Union, types.UnionType):
        return st.one_of([values(part, words) for part in args])
    if dataclasses.is_dataclass(hint):
        return objects(hint, words)
    return {type(None): st.none(), bool: st.booleans(), str: TEXT, int: st.just(1)}[hint]


def objects(kind: Any, words: tuple[str, ...] = ()) -> SearchStrategy[Any]:
    """Any instance of a dataclass of the vocabulary."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return st.builds(
        kind,
        **{
            name: values(hint, words)
            for name, hint in hints.items()
            if typing.get_origin(hint) is not ClassVar
        },
    )


def events(kind: type[Event], words: tuple[str, ...] = ()) -> SearchStrategy[Event]:
    """Any event of a type."""
    return objects(kind, words)
