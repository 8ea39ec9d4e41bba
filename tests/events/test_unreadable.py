"""A log that can't be read is refused whole: with line, field, what was found and expected."""

from __future__ import annotations

import io
from typing import Any

import pytest

from events import LogError, read_log
from events.errors import BadField, BadOrder, NotALog, UnknownKind
from events.toy_battle import VOCABULARY
from events.vocabulary import LONGEST_LINE
from tests.events.logs import ENDED, MATCH_ID, OPENED, OTHER_ID, PLACED, line, log, without

ENDED_LINE, OPENED_LINE, PLACED_LINE = line(ENDED), line(OPENED), line(PLACED)
A_TIME = "a time of RFC 3339 with an offset, in the years 1000 to 2999"
A_NUMBER = "a number of at most 9007199254740991, or of double precision"
ACTORS = "'P1', 'P2', 'P3', 'P4', 'table' or 'judge'"


def changed(old: bytes, new: bytes) -> bytes:
    """The line of an event with one piece of it replaced."""
    assert old in ENDED_LINE
    return ENDED_LINE.replace(old, new)


def opened_with(field: str) -> bytes:
    """The first line with one more field, written out."""
    return OPENED_LINE[:-1] + b"," + field.encode() + b"}"


def refusal(content: bytes) -> LogError:
    with pytest.raises(LogError) as caught:
        read_log(content)
    return caught.value


def told(error: LogError) -> tuple[type[LogError], int, str | None, str, str]:
    return type(error), error.line, error.field, error.found, error.expected


NO_JSON = {
    "truncated line": log(OPENED, ENDED_LINE[:-9])[:-1],
    "not UTF-8": log(OPENED, changed(b"P1", b"P\xff")),
    "overlong UTF-8": log(OPENED, changed(b"P1", b"P\xc0\xb1")),
    "two events on a line": log(OPENED, ENDED_LINE + ENDED_LINE),
    "NaN for a number": log(OPENED, changed(b'"seq":2', b'"seq":NaN')),
    "NaN where any value may stand": log(opened_with('"options":{"a":NaN}')),
    "-Infinity where any value may stand": log(opened_with('"options":{"a":-Infinity}')),
    "a leading zero": log(OPENED, changed(b'"seq":2', b'"seq":02')),
    "a number of 5000 digits": log(opened_with('"options":{"a":' + "9" * 5000 + "}")),
    "deep nesting": log(opened_with('"options":{"a":' + "[" * 100_000 + "]" * 100_000 + "}")),
    "half a surrogate pair": log(opened_with('"tournament":"\\ud800"')),
    "its other half": log(opened_with('"tournament":"\\udc00"')),
    "a comma too many": log(OPENED, ENDED_LINE[:-1] + b",}"),
    "single quotes": log(OPENED, ENDED_LINE.replace(b'"', b"'")),
}


@pytest.mark.parametrize("content", NO_JSON.values(), ids=NO_JSON.keys())
def test_no_json(content: bytes) -> None:
    error = refusal(content)
    last = len(content.splitlines())
    assert error.found.startswith("no JSON (")
    assert told(error) == (NotALog, last, None, error.found, "one JSON object")


NO_EVENT = [
    ("NUL bytes", log(OPENED, changed(b"P1", b"P\0")), 2, "NUL bytes", "one JSON object"),
    ("a file of NUL bytes", b"\0" * 4096, 1, "NUL bytes", "one JSON object"),
    ("UTF-16", log(OPENED).decode().encode("utf-16-le"), 1, "NUL bytes", "one JSON object"),
    ("BOM", b"\xef\xbb\xbf" + log(OPENED), 1, "a byte order mark", "UTF-8 without one"),
    ("a list", log(OPENED, b"[1]"), 2, "[1]", "one JSON object"),
    ("a string", log(b'"match_opened"'), 1, '"match_opened"', "one JSON object"),
    ("null", log(b"null"), 1, "null", "one JSON object"),
    ("an empty line inside", log(OPENED, b"", ENDED), 2, "an empty line", "one event"),
    ("spaces inside", log(OPENED, b" \t ", ENDED), 2, "an empty line", "one event"),
    ("an empty line first", log(b"", OPENED), 1, "an empty line", "one event"),
]


@pytest.mark.parametrize(
    ("content", "number", "found", "expected"),
    [row[1:] for row in NO_EVENT],
    ids=[row[0] for row in NO_EVENT],
)
def test_no_event(content: bytes, number: int, found: str, expected: str) -> None:
    assert told(refusal(content)) == (NotALog, number, None, found, expected)


class OneLine(io.RawIOBase):
    """A file of one line without an end; counts what is read of it."""

    def __init__(self, size: int) -> None:
        self.left, self.taken = size, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        n = min(len(buffer), self.left)
        buffer[:n] = b"x" * n
        self.left, self.taken = self.left - n, self.taken + n
        return n


TOO_LONG = (None, f"a line of more than {LONGEST_LINE} bytes", "one event")


def test_100_mb_of_one_line_are_refused_after_the_first_of_them() -> None:
    content = OneLine(100_000_000)
    with pytest.raises(NotALog) as caught:
        read_log(io.BufferedReader(content))
    assert told(caught.value) == (NotALog, 1, *TOO_LONG)
    assert content.taken < 2 * LONGEST_LINE


@pytest.mark.parametrize("more", [1, 2, 1000])
def test_a_line_longer_than_the_longest_is_refused(more: int) -> None:
    draw = {**ENDED, "type": "tiles_set_aside", "troops": [""]}
    draw["troops"] = ["x" * (LONGEST_LINE + more - len(line(draw)))]
    assert told(refusal(log(OPENED, draw))) == (NotALog, 2, *TOO_LONG)


OPENED_FIRST = '"match_opened" first'
ONE_MATCH = f'"{MATCH_ID}": one match a log'
CAPITALS = "ABCDEFAB-0000-7000-8000-000000000001"
ORDER = [
    ("empty file", b"", 1, None, "an empty log", "match_opened first"),
    ("line ends alone", b"\n\r\n\n", 1, None, "an empty log", "match_opened first"),
    ("no start", log(ENDED), 1, "type", '"turn_ended"', OPENED_FIRST),
    ("an untyped start", log(without(OPENED, "type")), 1, "type", "null", OPENED_FIRST),
    ("no match_id", log(without(OPENED, "match_id")), 1, "match_id", "nothing", "a UUID"),
    (
        "two matches",
        log(OPENED, ENDED, {**OPENED, "match_id": OTHER_ID}),
        *(3, "match_id", f'"{OTHER_ID}"', ONE_MATCH),
    ),
    (
        "a line of another match",
        log(OPENED, {**ENDED, "match_id": OTHER_ID}),
        *(2, "match_id", f'"{OTHER_ID}"', ONE_MATCH),
    ),
    ("a log twice", log(OPENED, ENDED, OPENED, ENDED), 3, "seq", "seq 1", "3"),
    ("not from 1", log({**OPENED, "seq": 2}), 1, "seq", "seq 2", "1"),
    ("a gap", log(OPENED, {**ENDED, "seq": 3}), 2, "seq", "seq 3", "2"),
    ("a repeat", log(OPENED, ENDED, ENDED), 3, "seq", "seq 2", "3"),
    ("a step back", log(OPENED, ENDED, {**ENDED, "seq": 1}), 3, "seq", "seq 1", "3"),
    (
        "an event_id twice",
        log(OPENED, {**ENDED, "event_id": OTHER_ID}, {**ENDED, "seq": 3, "event_id": OTHER_ID}),
        *(3, "event_id", f'"{OTHER_ID}" again', "each event_id once"),
    ),
    (
        "an event_id twice, once in capitals",
        log({**OPENED, "event_id": CAPITALS.lower()}, {**ENDED, "event_id": CAPITALS}),
        *(2, "event_id", f'"{CAPITALS.lower()}" again', "each event_id once"),
    ),
]


@pytest.mark.parametrize(
    ("content", "number", "field", "found", "expected"),
    [row[1:] for row in ORDER],
    ids=[row[0] for row in ORDER],
)
def test_no_order(content: bytes, number: int, field: str, found: str, expected: str) -> None:
    assert told(refusal(content)) == (BadOrder, number, field, found, expected)


A_TYPE = "a type of event of toy_battle"
UP_TO_1 = "a schema version of turn_ended up to 1"
KINDS = [
    (log({**OPENED, "game": "chess"}), 1, "game", '"chess"', "a game that this build knows"),
    (log({**OPENED, "game": 1}), 1, "game", "1", "a game that this build knows"),
    (log(without(OPENED, "game")), 1, "game", "nothing", "a game that this build knows"),
    (log(OPENED, {**ENDED, "type": "turn_skipped"}), 2, "type", '"turn_skipped"', A_TYPE),
    (log(OPENED, {**ENDED, "type": ["turn_ended"]}), 2, "type", '["turn_ended"]', A_TYPE),
    (log(OPENED, without(ENDED, "type")), 2, "type", "nothing", A_TYPE),
    (log(OPENED, {**ENDED, "v": 2}), 2, "v", "2", UP_TO_1),
    (log(OPENED, {**ENDED, "v": 0}), 2, "v", "0", UP_TO_1),
    (log(OPENED, {**ENDED, "v": "1"}), 2, "v", '"1"', UP_TO_1),
    (log(OPENED, {**ENDED, "v": None}), 2, "v", "null", UP_TO_1),
    (log({**OPENED, "v": 7}), 1, "v", "7", "a schema version of match_opened up to 1"),
]


@pytest.mark.parametrize(("content", "number", "field", "found", "expected"), KINDS)
def test_an_unknown_game_type_or_version(
    content: bytes, number: int, field: str, found: str, expected: str
) -> None:
    assert told(refusal(content)) == (UnknownKind, number, field, found, expected)


VALUES: list[tuple[str, Any, str, str]] = [
    ("seq", True, "true", "an integer"),
    ("seq", 2.0, "2.0", "an integer"),
    ("seq", "2", '"2"', "an integer"),
    ("seq", None, "null", "an integer"),
    ("seq", 0, "0", "greater than or equal to 1"),
    ("seq", 2**53, "9007199254740992", A_NUMBER),
    ("seq", 2**64, "18446744073709551616", A_NUMBER),
    ("v", True, "true", "an integer"),
    ("v", 1.0, "1.0", "an integer"),
    ("actor", "P5", '"P5"', ACTORS),
    ("actor", "Ｐ１", '"Ｐ１"', ACTORS),
    ("actor", None, "null", ACTORS),
    ("match_id", "1", '"1"', "a UUID"),
    ("event_id", "first", '"first"', "a UUID"),
    ("colour", 1, "1", "no such field"),
    ("troop", 6, "6", "a string"),
    ("unit", None, "null", "a string"),
    ("unit", ["P1-u1"], '["P1-u1"]', "a string"),
    ("cause", "whim", '"whim"', "'action' or 'captain'"),
]


@pytest.mark.parametrize(("field", "value", "found", "expected"), VALUES)
def test_a_bad_value(field: str, value: Any, found: str, expected: str) -> None:
    error = refusal(log(OPENED, {**PLACED, field: value}))
    assert told(error) == (BadField, 2, field, found, expected)
    assert str(error) == f"line 2: field '{field}': found {found}, expected {expected}"


@pytest.mark.parametrize("field", ["at", "actor", "seq", "unit", "troop", "space", "cause", "by"])
def test_a_missing_field(field: str) -> None:
    error = refusal(log(OPENED, without(PLACED, field)))
    assert told(error) == (BadField, 2, field, "nothing", "the field")


OF_OTHER_TYPES: list[tuple[dict[str, Any], str, str, str]] = [
    ({"type": "tiles_set_aside", "troops": "star"}, "troops", '"star"', "a list"),
    ({"type": "tiles_set_aside", "troops": ["star", 6]}, "troops.1", "6", "a string"),
    ({"type": "match_rewound", "to": True, "why": ""}, "to", "true", "an integer"),
    ({"type": "match_rewound", "to": 1.0, "why": ""}, "to", "1.0", "an integer"),
    ({"type": "note_added", "text": 1}, "text", "1", "a string"),
    (
        {"type": "rack_troop_laid_down", "by": "b1", "owner": "P2", "unit": "P2-u1"}
        | {"troop": None, "face_seen": 0},
        *("face_seen", "0", "true or false"),
    ),
    (
        {"type": "match_closed", "winner": None, "reason": "stuck", "medals": {"P9": 1}},
        *("medals.P9.[key]", '"P9"', "'P1', 'P2', 'P3' or 'P4'"),
    ),
]


@pytest.mark.parametrize(("body", "field", "found", "expected"), OF_OTHER_TYPES)
def test_a_bad_value_in_other_types(
    body: dict[str, Any], field: str, found: str, expected: str
) -> None:
    error = refusal(log(OPENED, {**ENDED, **body}))
    assert told(error) == (BadField, 2, field, found, expected)


OPENINGS: list[tuple[dict[str, Any], str, str, str]] = [
    ({"players": None}, "players", "null", "a list"),
    ({"players": [{"seat": "P9"}]}, "players.0.seat", '"P9"', "'P1', 'P2', 'P3' or 'P4'"),
    ({"players": [{"seat": "P1", "elo": 9}]}, "players.0.elo", "9", "no such field"),
    ({"options": []}, "options", "[]", "an object"),
    ({"round": 1.5}, "round", "1.5", "an integer"),
    ({"time_control": {"turn_s": True}}, "time_control.turn_s", "true", "a valid number"),
    ({"time_control": {"turn_s": -1}}, "time_control.turn_s", "-1", "greater than or equal to 0"),
    ({"time_control": {"move_s": 1}}, "time_control.move_s", "1", "no such field"),
    ({"options": {"a": -(2**53)}}, "options.a", "-9007199254740992", A_NUMBER),
    (
        {"players": [{"seat": "P1", "deck": {"cards": [2**53]}}]},
        *("players.0.deck.cards.0", "9007199254740992", A_NUMBER),
    ),
]


@pytest.mark.parametrize(("change", "field", "found", "expected"), OPENINGS)
def test_a_bad_opening(change: dict[str, Any], field: str, found: str, expected: str) -> None:
    assert told(refusal(log({**OPENED, **change}))) == (BadField, 1, field, found, expected)


@pytest.mark.parametrize(
    ("content", "number", "field"),
    [
        (log(OPENED, changed(b'"seq":2', b'"seq":1e400')), 2, "seq"),
        (log(opened_with('"options":{"a":[1,{"b":1e400}]}')), 1, "options.a.1.b"),
        (log(opened_with('"time_control":{"turn_s":1e400}')), 1, "time_control.turn_s"),
    ],
)
def test_a_number_beyond_double_precision(content: bytes, number: int, field: str) -> None:
    assert told(refusal(content)) == (BadField, number, field, "Infinity", A_NUMBER)


TIMES = {
    "no offset": "2026-11-29T10:00:01",
    "a date alone": "2026-11-29",
    "no seconds": "2026-11-29T10:00Z",
    "no colon in the offset": "2026-11-29T10:00:01+0900",
    "a minus of another sign": "2026-11-29T10:00:01−09:00",
    "hour 25": "2026-11-29T25:00:00Z",
    "the 30th of February": "2026-02-30T10:00:00Z",
    "seconds since 1970": "1764410401",
    "another sign for T": "2026-11-29_10:00:01Z",
    "a week": "2026-W48-7T10:00:01Z",
    "digits of another script": "２０２６-11-29T10:00:01Z",
    "before the year 1 in UTC": "0001-01-01T00:00:00+09:00",
    "after the year 9999 in UTC": "9999-12-31T23:59:59-09:00",
}


@pytest.mark.parametrize("at", TIMES.values(), ids=TIMES.keys())
def test_a_bad_time(at: str) -> None:
    error = refusal(log(OPENED, {**ENDED, "at": at}))
    assert told(error) == (BadField, 2, "at", f'"{at}"', A_TIME)


@pytest.mark.parametrize(("at", "found"), [(1764410401, "1764410401"), (None, "null")])
def test_a_time_that_is_no_string(at: Any, found: str) -> None:
    error = refusal(log(OPENED, {**ENDED, "at": at}))
    assert told(error) == (BadField, 2, "at", found, A_TIME)


TWICE = {
    "in the envelope": ("seq", ENDED_LINE[:-1] + b',"seq":2}'),
    "the wrong one first": ("seq", b'{"seq":7,' + ENDED_LINE[1:]),
    "the type": ("type", ENDED_LINE[:-1] + b',"type":"turn_ended"}'),
    "in the body": ("troop", PLACED_LINE[:-1] + b',"troop":"roxy"}'),
    "in place of a missing one": ("actor", changed(b'"seq":2', b'"actor":"P2"')),
    "escaped": ("seq", ENDED_LINE[:-1] + b',"\\u0073eq":2}'),
    "the first escaped": ("seq", b'{"\\u0073eq":7,' + ENDED_LINE[1:]),
}


@pytest.mark.parametrize(("field", "content"), TWICE.values(), ids=TWICE.keys())
def test_a_key_twice(field: str, content: bytes) -> None:
    error = refusal(log(OPENED, content))
    assert told(error) == (BadField, 2, field, "the key twice", "it once")


@pytest.mark.parametrize("space", [b" ", b"\t", b"\r", b"\n", b"  "])
def test_a_key_twice_with_a_space_before_the_colon(space: bytes) -> None:
    with pytest.raises(LogError) as caught:
        VOCABULARY.decode(b'{"seq"' + space + b":7," + ENDED_LINE[1:], 2)
    assert told(caught.value) == (BadField, 2, "seq", "the key twice", "it once")


def test_a_key_twice_in_one_of_a_list() -> None:
    taken = {"regions": [{"region": "R1", "medals": 1}, {"region": "R2", "medals": 2}]}
    content = line({**ENDED, "type": "medals_taken", **taken, "total": 3})
    twice = content.replace(b'"region":"R2"', b'"medals":1')
    error = refusal(log(OPENED, twice))
    assert told(error) == (BadField, 2, "medals", "the key twice", "it once")


NESTED_TWICE = {
    "nested": ('{"board":"rug","board":"x"}', "board", "the key twice"),
    "nested and escaped": ('{"board":"rug","\\u0062oard":"x"}', "board", "the key twice"),
    "nested deeper": ('{"a":[{"b":1,"b":2}]}', "b", "the key twice"),
    "in two widths": ('{"board":"rug","ｂｏａｒｄ":"x"}', "board", "the key in two spellings"),
}


@pytest.mark.parametrize(
    ("options", "field", "found"), NESTED_TWICE.values(), ids=NESTED_TWICE.keys()
)
def test_a_nested_key_twice(options: str, field: str, found: str) -> None:
    error = refusal(log(opened_with(f'"options":{options}')))
    assert told(error) == (BadField, 1, field, found, "it once")


def test_the_first_line_at_fault_is_named() -> None:
    error = refusal(log(OPENED, {**ENDED, "actor": "P7"}, b"", b"{"))
    assert (error.line, error.field) == (2, "actor")
