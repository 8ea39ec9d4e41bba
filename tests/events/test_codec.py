"""What a log may look like and be read: the reader and the writer."""

from __future__ import annotations

import pytest

from events import Log, Reader, read_log, write_log
from tests.events.logs import ENDED, MATCH_ID, OPENED, PLACED, line, log

ENDED_LINE = line(ENDED)
OPENED_LINE = line(OPENED)


READABLE = {
    "no line end at the end": log(OPENED, ENDED)[:-1],
    "empty lines at the end": log(OPENED, ENDED) + b"\n\n",
    "line ends of two bytes": log(OPENED, ENDED).replace(b"\n", b"\r\n"),
    "spaces between": log(OPENED, b'{ "seq" : 2 , ' + ENDED_LINE[9:].replace(b",", b" , ")),
    "another order of the keys": log(OPENED, dict(reversed(ENDED.items()))),
    "the same match_id again": log(OPENED, {**ENDED, "match_id": MATCH_ID}),
    "an escape in a value": log(OPENED, ENDED_LINE.replace(b"turn_ended", b"turn\\u005fended")),
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
