"""Typed events of a match, and the logs they stand in."""

from events.codec import Log, Reader, read_log, vocabulary_of, write_line, write_log
from events.envelope import Actor, Event, Seat
from events.errors import LogError
from events.vocabulary import Vocabulary

__all__ = [
    "Actor",
    "Event",
    "Log",
    "LogError",
    "Reader",
    "Seat",
    "Vocabulary",
    "read_log",
    "vocabulary_of",
    "write_line",
    "write_log",
]
