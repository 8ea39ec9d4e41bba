"""Reader and writer: lines of JSON to events and back, one Reader a match."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from typing import Any, BinaryIO

from events.envelope import Event
from events.errors import BadOrder, NotALog, UnknownKind
from events.shared import MatchOpened
from events.vocabulary import LONGEST_LINE, Vocabulary, json_object, short


@dataclass(frozen=True, slots=True)
class Log:
    """A whole log: its events, and the lines they were read from."""

    vocabulary: Vocabulary
    opened: MatchOpened
    events: tuple[Event, ...]
    lines: tuple[bytes, ...]


@cache
def vocabulary_of(game: str) -> Vocabulary | None:
    """The installed vocabulary of a game; None if there is none."""
    for entry in entry_points(group="events.vocabularies", name=game):
        return entry.load()  # type: ignore[no-any-return]  # what the entry point names
    return None


class Reader:
    """Reads the lines of one match in order and checks that they make one log.

    Raises: LogError, at the first line that can't be read; the match is then of no use.
    """

    def __init__(self, vocabulary: Vocabulary | None = None) -> None:
        self.vocabulary = vocabulary
        """Of the game that match_opened names, once it has been read."""
        self.opened: MatchOpened | None = None
        self.seq = 0
        """Of the last event read."""
        self._ids: set[str] = set()

    def read(self, line: bytes) -> Event:
        """The event on the next line."""
        number = self.seq + 1
        if self.opened is None:
            event = self._first(line)
        else:
            assert self.vocabulary is not None
            event = self.vocabulary.decode(line, number)
            if event.match_id not in (None, self.opened.match_id):
                raise BadOrder(
                    line=number,
                    field="match_id",
                    found=short(event.match_id),
                    expected=f"{short(self.opened.match_id)}: one match a log",
                )
        if event.seq != number:
            raise BadOrder(line=number, field="seq", found=f"seq {event.seq}", expected=str(number))
        if event.event_id is not None:
            if event.event_id in self._ids:
                raise BadOrder(
                    line=number,
                    field="event_id",
                    found=f"{short(event.event_id)} again",
                    expected="each event_id once",
                )
            self._ids.add(event.event_id)
        self.seq = number
        return event

    def _first(self, line: bytes) -> Event:
        body = json_object(line, 1)
        if body.get("type") != "match_opened":
            raise BadOrder(
                line=1, field="type", found=short(body.get("type")), expected='"match_opened" first'
            )
        game = body.get("game")
        if self.vocabulary is None and isinstance(game, str):
            self.vocabulary = vocabulary_of(game)
        if self.vocabulary is None or game != self.vocabulary.game:
            raise UnknownKind(
                line=1,
                field="game",
                found="nothing" if game is None else short(game),
                expected="a game that this build knows",
            )
        event = self.vocabulary.decode(line, 1)
        assert isinstance(event, MatchOpened)
        if event.match_id is None:
            raise BadOrder(line=1, field="match_id", found="nothing", expected="a UUID")
        self.opened = event
        return event


def lines_of(source: BinaryIO) -> Iterator[bytes]:
    """The lines of a log, without line ends; a line is cut off one byte past its limit.

    Raises: NotALog, for an empty line with another one after it.
    """
    number, empty = 0, 0
    while line := source.readline(LONGEST_LINE + 2):
        number += 1
        line = line.rstrip(b"\r\n")
        if not line.strip():
            empty = empty or number
        elif empty:
            raise NotALog(line=empty, field=None, found="an empty line", expected="one event")
        else:
            yield line


def read_log(source: bytes | BinaryIO, vocabulary: Vocabulary | None = None) -> Log:
    """A whole log, read from bytes or from a binary file.

    Raises: LogError, if any line can't be read; then nothing of it is kept.
    """
    reader = Reader(vocabulary)
    lines: list[bytes] = []
    events: list[Event] = []
    for line in lines_of(io.BytesIO(source) if isinstance(source, bytes) else source):
        events.append(reader.read(line))
        lines.append(line)
    if reader.opened is None or reader.vocabulary is None:
        raise BadOrder(line=1, field=None, found="an empty log", expected="match_opened first")
    return Log(reader.vocabulary, reader.opened, tuple(events), tuple(lines))


def write_line(body: dict[str, Any]) -> bytes:
    """One event, given as a JSON object, as a line of a log."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def write_log(bodies: Iterable[dict[str, Any]]) -> bytes:
    """A log from events given as JSON objects."""
    return b"".join(map(write_line, bodies))
