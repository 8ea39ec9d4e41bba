"""Reading a log: what can't be read is refused whole, and says where and why."""

from __future__ import annotations

import io
from typing import Any

import pytest

from events import Log, LogError, Reader, read_log, write_log
from events.errors import BadField, BadOrder, NotALog, UnknownKind
from events.vocabulary import LONGEST_LINE
from tests.events.logs import ENDED, MATCH_ID, OPENED, OTHER_ID, PLACED, line, log, without

ENDED_LINE = line(ENDED)
OPENED_LINE = line(OPENED)
A_TIME = "a time of RFC 3339 with an offset, in the years 1000 to 2999"
A_NUMBER = "a number of at most 9007199254740991, or of double precision"
ACTORS = "'P1', 'P2', 'P3', 'P4', 'table' or 'judge'"


def changed(old: str, new: str) -> bytes:
    """The second line with one piece of it replaced."""
    assert old in ENDED_LINE.decode()
    return ENDED_LINE.replace(old.encode(), new.encode())


def opened_with(field: str) -> bytes:
    """The first line with one more field, written out."""
    return OPENED_LINE[:-1] + b"," + field.encode() + b"}"


def refused(content: bytes) -> LogError:
    with pytest.raises(LogError) as caught:
        read_log(content)
    return caught.value


NO_JSON = {
    "truncated line": log(OPENED, ENDED_LINE[:-9])[:-1],
    "bytes that are not UTF-8": log(OPENED, changed("P1", "P_").replace(b"_", b"\xff")),
    "overlong UTF-8": log(OPENED, changed("P1", "P_").replace(b"_", b"\xc0\xb1")),
    "two events on a line": log(OPENED, ENDED_LINE + ENDED_LINE),
    "NaN for a number": log(OPENED, changed('"seq":2', '"seq":NaN')),
    "NaN among the options": log(opened_with('"options":{"clock_skew_s":NaN}')),
    "-Infinity among the options": log(opened_with('"options":{"clock_skew_s":-Infinity}')),
    "a number with a leading zero": log(OPENED, changed('"seq":2', '"seq":02')),
    "a number of 5000 digits": log(opened_with('"options":{"a":' + "9" * 5000 + "}")),
    "100,000 lists in one another": log(
        opened_with('"options":{"a":' + "[" * 100_000 + "]" * 100_000 + "}")
    ),
    "half a surrogate pair": log(opened_with('"tournament":"\\ud800"')),
    "the other half": log(opened_with('"tournament":"\\udc00"')),
    "a comma at the end": log(OPENED, ENDED_LINE[:-1] + b",}"),
    "single quotes": log(OPENED, ENDED_LINE.replace(b'"', b"'")),
}


@pytest.mark.parametrize("content", NO_JSON.values(), ids=NO_JSON.keys())
def test_a_line_that_is_no_json_is_refused(content: bytes) -> None:
    error = refused(content)
    assert type(error) is NotALog
    assert error.line == content.count(b"\n", 0, content.rstrip(b"\n").rfind(b"\n") + 1) + 1
    assert error.field is None
    assert error.found.startswith("no JSON (")
    assert error.expected == "one JSON object"


BYTES: dict[str, tuple[bytes, int, str, str]] = {
    "NUL bytes": (
        log(OPENED, changed("P1", "P\0")),
        2,
        "NUL bytes",
        "one JSON object",
    ),
    "a file of NUL bytes": (b"\0" * 4096, 1, "NUL bytes", "one JSON object"),
    "UTF-16": (
        log(OPENED, ENDED).decode().encode("utf-16-le"),
        1,
        "NUL bytes",
        "one JSON object",
    ),
    "byte order mark": (
        b"\xef\xbb\xbf" + log(OPENED, ENDED),
        1,
        "a byte order mark",
        "UTF-8 without one",
    ),
    "a list": (log(OPENED, b"[1]"), 2, "[1]", "one JSON object"),
    "a string": (log(b'"match_opened"'), 1, '"match_opened"', "one JSON object"),
    "null": (log(b"null"), 1, "null", "one JSON object"),
    "an empty line inside": (log(OPENED, b"", ENDED), 2, "an empty line", "one event"),
    "a line of spaces inside": (log(OPENED, b" \t ", ENDED), 2, "an empty line", "one event"),
    "an empty line first": (log(b"", OPENED), 1, "an empty line", "one event"),
    "a line that is too long": (
        log(OPENED, line({**ENDED, "type": "note_added", "text": "x" * LONGEST_LINE})),
        2,
        "a line of more than 1048576 bytes",
        "one event",
    ),
}


@pytest.mark.parametrize(
    ("content", "number", "found", "expected"), BYTES.values(), ids=BYTES.keys()
)
def test_bytes_that_are_no_event_are_refused(
    content: bytes, number: int, found: str, expected: str
) -> None:
    error = refused(content)
    assert type(error) is NotALog
    assert (error.line, error.field, error.found, error.expected) == (number, None, found, expected)


class Filled(io.RawIOBase):
    """A file of one byte over and over, that counts what is read of it."""

    def __init__(self, size: int) -> None:
        self.left = size
        self.read_so_far = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        n = min(len(buffer), self.left)
        buffer[:n] = b"x" * n
        self.left -= n
        self.read_so_far += n
        return n


def test_100_mb_of_one_line_are_refused_after_the_first_of_them() -> None:
    content = Filled(100_000_000)
    with pytest.raises(NotALog) as caught:
        read_log(io.BufferedReader(content))
    assert caught.value.found == f"a line of more than {LONGEST_LINE} bytes"
    assert content.read_so_far < 2 * LONGEST_LINE


def test_the_longest_line_is_read() -> None:
    note = {**ENDED, "type": "note_added", "text": ""}
    note["text"] = "x" * (LONGEST_LINE - len(line(note)))
    assert read_log(log(OPENED, note)).events[1].type == "note_added"


ORDER: dict[str, tuple[bytes, int, str | None, str, str]] = {
    "empty file": (b"", 1, None, "an empty log", "match_opened first"),
    "nothing but line ends": (b"\n\r\n\n", 1, None, "an empty log", "match_opened first"),
    "no start": (log(ENDED), 1, "type", '"turn_ended"', '"match_opened" first'),
    "a first line without a type": (
        log(without(OPENED, "type")),
        1,
        "type",
        "null",
        '"match_opened" first',
    ),
    "a first line of an unknown type": (
        log({**OPENED, "type": "match_begun"}),
        1,
        "type",
        '"match_begun"',
        '"match_opened" first',
    ),
    "no match_id on the first line": (
        log(without(OPENED, "match_id")),
        1,
        "match_id",
        "nothing",
        "a UUID",
    ),
    "a second match after the first": (
        log(OPENED, ENDED, {**OPENED, "match_id": OTHER_ID}),
        3,
        "match_id",
        f'"{OTHER_ID}"',
        f'"{MATCH_ID}": one match a log',
    ),
    "a line of another match": (
        log(OPENED, {**ENDED, "match_id": OTHER_ID}),
        2,
        "match_id",
        f'"{OTHER_ID}"',
        f'"{MATCH_ID}": one match a log',
    ),
    "the same log twice in a file": (
        log(OPENED, ENDED, OPENED, ENDED),
        3,
        "seq",
        "seq 1",
        "3",
    ),
    "does not begin at 1": (log({**OPENED, "seq": 2}), 1, "seq", "seq 2", "1"),
    "a gap": (log(OPENED, {**ENDED, "seq": 3}), 2, "seq", "seq 3", "2"),
    "a repeat": (log(OPENED, ENDED, ENDED), 3, "seq", "seq 2", "3"),
    "a step back": (log(OPENED, ENDED, {**ENDED, "seq": 1}), 3, "seq", "seq 1", "3"),
    "an event_id twice": (
        log(OPENED, {**ENDED, "event_id": OTHER_ID}, {**ENDED, "seq": 3, "event_id": OTHER_ID}),
        3,
        "event_id",
        f'"{OTHER_ID}" again',
        "each event_id once",
    ),
    "an event_id twice, once in capitals": (
        log(
            {**OPENED, "event_id": "abcdefab-0000-7000-8000-000000000001"},
            {**ENDED, "event_id": "ABCDEFAB-0000-7000-8000-000000000001"},
        ),
        2,
        "event_id",
        '"abcdefab-0000-7000-8000-000000000001" again',
        "each event_id once",
    ),
}


@pytest.mark.parametrize(
    ("content", "number", "field", "found", "expected"), ORDER.values(), ids=ORDER.keys()
)
def test_lines_that_make_no_log_are_refused(
    content: bytes, number: int, field: str | None, found: str, expected: str
) -> None:
    error = refused(content)
    assert type(error) is BadOrder
    assert (error.line, error.field, error.found, error.expected) == (
        number,
        field,
        found,
        expected,
    )


KINDS: dict[str, tuple[bytes, int, str, str, str]] = {
    "an unknown game": (
        log({**OPENED, "game": "chess"}),
        1,
        "game",
        '"chess"',
        "a game that this build knows",
    ),
    "no game": (
        log(without(OPENED, "game")),
        1,
        "game",
        "nothing",
        "a game that this build knows",
    ),
    "a game that is a number": (
        log({**OPENED, "game": 1}),
        1,
        "game",
        "1",
        "a game that this build knows",
    ),
    "an unknown type": (
        log(OPENED, {**ENDED, "type": "turn_skipped"}),
        2,
        "type",
        '"turn_skipped"',
        "a type of event of toy_battle",
    ),
    "no type": (
        log(OPENED, without(ENDED, "type")),
        2,
        "type",
        "nothing",
        "a type of event of toy_battle",
    ),
    "a type that is a list": (
        log(OPENED, {**ENDED, "type": ["turn_ended"]}),
        2,
        "type",
        '["turn_ended"]',
        "a type of event of toy_battle",
    ),
    "a later version": (
        log(OPENED, {**ENDED, "v": 2}),
        2,
        "v",
        "2",
        "a schema version of turn_ended up to 1",
    ),
    "a version below the first": (
        log(OPENED, {**ENDED, "v": 0}),
        2,
        "v",
        "0",
        "a schema version of turn_ended up to 1",
    ),
    "a version as a string": (
        log(OPENED, {**ENDED, "v": "1"}),
        2,
        "v",
        '"1"',
        "a schema version of turn_ended up to 1",
    ),
    "a later version of match_opened": (
        log({**OPENED, "v": 7}),
        1,
        "v",
        "7",
        "a schema version of match_opened up to 1",
    ),
}


@pytest.mark.parametrize(
    ("content", "number", "field", "found", "expected"), KINDS.values(), ids=KINDS.keys()
)
def test_what_this_build_does_not_know_is_refused(
    content: bytes, number: int, field: str, found: str, expected: str
) -> None:
    error = refused(content)
    assert type(error) is UnknownKind
    assert (error.line, error.field, error.found, error.expected) == (
        number,
        field,
        found,
        expected,
    )


def second(found: Any, field: str = "seq") -> bytes:
    """A log whose second line has this value in a field."""
    return log(OPENED, {**ENDED, field: found})


FIELDS: dict[str, tuple[bytes, int, str, str, str]] = {
    "true for a number": (second(True), 2, "seq", "true", "an integer"),
    "2.0 for 2": (log(OPENED, changed('"seq":2', '"seq":2.0')), 2, "seq", "2.0", "an integer"),
    "a string for a number": (second("2"), 2, "seq", '"2"', "an integer"),
    "null for a number": (second(None), 2, "seq", "null", "an integer"),
    "zero": (second(0), 2, "seq", "0", "greater than or equal to 1"),
    "2 to the 53rd": (second(2**53), 2, "seq", "9007199254740992", A_NUMBER),
    "2 to the 64th": (second(2**64), 2, "seq", "18446744073709551616", A_NUMBER),
    "a number beyond double precision": (
        log(OPENED, changed('"seq":2', '"seq":1e400')),
        2,
        "seq",
        "Infinity",
        A_NUMBER,
    ),
    "a huge number where any value may stand": (
        log(opened_with('"options":{"a":[1,{"b":1e400}]}')),
        1,
        "options.a.1.b",
        "Infinity",
        A_NUMBER,
    ),
    "a huge integer where any value may stand": (
        log(opened_with('"options":{"a":-9007199254740992}')),
        1,
        "options.a",
        "-9007199254740992",
        A_NUMBER,
    ),
    "a huge integer in a deck": (
        log(
            {**OPENED, "players": [{"seat": "P1", "deck": {"cards": [2**53]}}, {"seat": "P2"}]},
        ),
        1,
        "players.0.deck.cards.0",
        "9007199254740992",
        A_NUMBER,
    ),
    "true for a version": (second(True, "v"), 2, "v", "true", "an integer"),
    "1.0 for a version": (
        log(OPENED, changed('"seq":2', '"seq":2,"v":1.0')),
        2,
        "v",
        "1.0",
        "an integer",
    ),
    "an actor that nobody is": (second("P5", "actor"), 2, "actor", '"P5"', ACTORS),
    "an actor in full width": (second("Ｐ１", "actor"), 2, "actor", '"Ｐ１"', ACTORS),
    "null for an actor": (second(None, "actor"), 2, "actor", "null", ACTORS),
    "a match_id that is no UUID": (
        log({**OPENED, "match_id": "1"}),
        1,
        "match_id",
        '"1"',
        "a UUID",
    ),
    "an event_id that is no UUID": (
        second("first", "event_id"),
        2,
        "event_id",
        '"first"',
        "a UUID",
    ),
    "an unknown field": (second(1, "colour"), 2, "colour", "1", "no such field"),
    "a missing field": (log(OPENED, without(PLACED, "space")), 2, "space", "nothing", "the field"),
    "a missing envelope field": (
        log(OPENED, without(ENDED, "at")),
        2,
        "at",
        "nothing",
        "the field",
    ),
    "a field that must be written as null": (
        log(OPENED, without(PLACED, "by")),
        2,
        "by",
        "nothing",
        "the field",
    ),
    "a number for a card": (log(OPENED, {**PLACED, "troop": 6}), 2, "troop", "6", "a string"),
    "a string for a list": (
        log(OPENED, {**ENDED, "type": "tiles_set_aside", "troops": "star"}),
        2,
        "troops",
        '"star"',
        "a list",
    ),
    "a number for a truth value": (
        log(
            OPENED,
            {
                **ENDED,
                "type": "rack_troop_laid_down",
                "by": "b1",
                "owner": "P2",
                "unit": "P2-u1",
                "troop": None,
                "face_seen": 0,
            },
        ),
        2,
        "face_seen",
        "0",
        "true or false",
    ),
    "a value that is not among those": (
        log(OPENED, {**PLACED, "cause": "whim"}),
        2,
        "cause",
        '"whim"',
        "'action' or 'captain'",
    ),
    "an unknown field of a player": (
        log({**OPENED, "players": [{"seat": "P1", "elo": 1500}, {"seat": "P2"}]}),
        1,
        "players.0.elo",
        "1500",
        "no such field",
    ),
    "true for seconds": (
        log({**OPENED, "time_control": {"turn_s": True}}),
        1,
        "time_control.turn_s",
        "true",
        "a valid number",
    ),
    "less than no time": (
        log({**OPENED, "time_control": {"turn_s": -1}}),
        1,
        "time_control.turn_s",
        "-1",
        "greater than or equal to 0",
    ),
    **{
        f"{name}: {at}": (second(at, "at"), 2, "at", f'"{at}"', A_TIME)
        for name, at in (
            ("a time without an offset", "2026-11-29T10:00:01"),
            ("a date", "2026-11-29"),
            ("no seconds", "2026-11-29T10:00Z"),
            ("no colon in the offset", "2026-11-29T10:00:01+0900"),
            ("a minus that is none", "2026-11-29T10:00:01−09:00"),
            ("hour 25", "2026-11-29T25:00:00Z"),
            ("the 30th of February", "2026-02-30T10:00:00Z"),
            ("seconds since 1970", "1764410401"),
            ("another sign for T", "2026-11-29_10:00:01Z"),
            ("a week", "2026-W48-7T10:00:01Z"),
            ("digits of another script", "２０２６-11-29T10:00:01Z"),
            ("before the year 1 in UTC", "0001-01-01T00:00:00+09:00"),
            ("after the year 9999 in UTC", "9999-12-31T23:59:59-09:00"),
        )
    },
    "seconds since 1970 as a number": (second(1764410401, "at"), 2, "at", "1764410401", A_TIME),
    "null for a time": (second(None, "at"), 2, "at", "null", A_TIME),
}


@pytest.mark.parametrize(
    ("content", "number", "field", "found", "expected"), FIELDS.values(), ids=FIELDS.keys()
)
def test_bad_fields_are_refused(
    content: bytes, number: int, field: str, found: str, expected: str
) -> None:
    error = refused(content)
    assert type(error) is BadField
    assert (error.line, error.field, error.found, error.expected) == (
        number,
        field,
        found,
        expected,
    )
    assert str(error) == f"line {number}: field '{field}': found {found}, expected {expected}"


PLACED_LINE = line(PLACED)
TWICE: dict[str, tuple[bytes, int, str, str]] = {
    name: (log(OPENED, content), 2, field, "the key twice")
    for name, field, content in (
        ("in the envelope", "seq", ENDED_LINE[:-1] + b',"seq":2}'),
        ("the wrong one first", "seq", b'{"seq":7,' + ENDED_LINE[1:]),
        ("the type", "type", ENDED_LINE[:-1] + b',"type":"turn_ended"}'),
        ("in the body", "troop", PLACED_LINE[:-1] + b',"troop":"roxy"}'),
        ("in place of a missing one", "actor", changed('"seq":2', '"actor":"P2"')),
        ("escaped", "seq", ENDED_LINE[:-1] + b',"\\u0073eq":2}'),
        ("the first escaped", "seq", b'{"\\u0073eq":7,' + ENDED_LINE[1:]),
        ("a space before the colon", "seq", b'{"seq" :7,' + ENDED_LINE[1:]),
        ("a tab before the colon", "seq", b'{"seq"\t:7,' + ENDED_LINE[1:]),
        ("a carriage return before the colon", "seq", b'{"seq"\r:7,' + ENDED_LINE[1:]),
    )
}
TWICE |= {
    "nested": (
        log(opened_with('"options":{"board":"rug","board":"x"}')),
        1,
        "board",
        "the key twice",
    ),
    "nested, escaped": (
        log(opened_with('"options":{"board":"rug","\\u0062oard":"x"}')),
        1,
        "board",
        "the key twice",
    ),
    "nested where any value may stand": (
        log(opened_with('"options":{"a":[{"b":1,"b":2}]}')),
        1,
        "b",
        "the key twice",
    ),
    "in full and half width": (
        log(opened_with('"options":{"board":"rug","ｂｏａｒｄ":"x"}')),
        1,
        "board",
        "the key in two spellings",
    ),
}


@pytest.mark.parametrize(("content", "number", "field", "found"), TWICE.values(), ids=TWICE.keys())
def test_a_key_that_stands_twice_is_refused(
    content: bytes, number: int, field: str, found: str
) -> None:
    error = refused(content)
    assert type(error) is BadField
    assert (error.line, error.field, error.found, error.expected) == (
        number,
        field,
        found,
        "it once",
    )


def test_the_first_line_at_fault_is_named() -> None:
    error = refused(log(OPENED, {**ENDED, "actor": "P7"}, b"", b"{"))
    assert (error.line, error.field) == (2, "actor")


READABLE = {
    "no line end at the end": log(OPENED, ENDED)[:-1],
    "empty lines at the end": log(OPENED, ENDED) + b"\n\n",
    "line ends of two bytes": log(OPENED, ENDED).replace(b"\n", b"\r\n"),
    "spaces between": log(OPENED, b'{ "seq" : 2 , ' + ENDED_LINE[9:].replace(b",", b" , ")),
    "another order of the keys": log(OPENED, dict(reversed(ENDED.items()))),
    "the same match_id again": log(OPENED, {**ENDED, "match_id": MATCH_ID}),
    "an escape in a value": log(OPENED, changed("turn_ended", "turn\\u005fended")),
    "version 1 written out": log(OPENED, {**ENDED, "v": 1}),
    "lower case": log(OPENED, {**ENDED, "at": "2026-11-29t10:00:01z"}),
    "another offset": log(OPENED, {**ENDED, "at": "2026-11-29T19:00:01.000+09:00"}),
}


@pytest.mark.parametrize("content", READABLE.values(), ids=READABLE.keys())
def test_the_same_event_written_otherwise_is_read(content: bytes) -> None:
    plain, other = read_log(log(OPENED, ENDED)).events[1], read_log(content).events[1]
    assert (other.seq, other.at, other.actor, other.type) == (
        plain.seq,
        plain.at,
        plain.actor,
        plain.type,
    )


def test_a_second_opening_of_the_same_match_is_readable() -> None:
    assert [e.type for e in read_log(log(OPENED, {**OPENED, "seq": 2})).events] == [
        "match_opened",
        "match_opened",
    ]


def test_a_log_keeps_the_lines_it_was_read_from() -> None:
    lines = (OPENED_LINE, b'{ "seq":2,' + ENDED_LINE[9:])
    assert read_log(log(*lines)).lines == lines


def test_a_reader_takes_the_lines_one_by_one() -> None:
    reader = Reader()
    assert reader.read(OPENED_LINE) == reader.opened
    assert reader.read(ENDED_LINE).actor == "P1"
    assert reader.seq == 2


def test_a_written_log_is_read_as_it_was() -> None:
    whole: Log = read_log(log(OPENED, PLACED))
    bodies = [whole.vocabulary.encode(event) for event in whole.events]
    assert read_log(write_log(bodies)).events == whole.events


SPELLINGS = {
    "full width": ("Ｐ１-u1", "P1-u1"),
    "half-width kana": ("ｽﾀｰ", "スター"),
    "NFD": ("カ\u3099ード", "ガード"),
}


@pytest.mark.parametrize(("written", "read"), SPELLINGS.values(), ids=SPELLINGS.keys())
def test_names_in_two_spellings_are_one(written: str, read: str) -> None:
    placed = read_log(log(OPENED, {**PLACED, "unit": written, "troop": written})).events[1]
    assert (placed.unit, placed.troop) == (read, read)  # type: ignore[attr-defined]


def test_options_in_two_spellings_are_one() -> None:
    opened = read_log(log({**OPENED, "options": {"ｂｏａｒｄ": "ｒｕｇ"}})).opened
    assert opened.options == {"board": "rug"}


def test_free_text_stays_as_it_was_written() -> None:
    note = read_log(log(OPENED, {**ENDED, "type": "note_added", "text": "ｽﾀｰ"})).events[1]
    assert note.text == "ｽﾀｰ"  # type: ignore[attr-defined]
