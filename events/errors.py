"""What can be wrong with a log: one tree, a class a cause.

LogError             a log that can't be read: it is refused whole
├── NotALog          bytes, encoding, JSON: the line is no JSON object
├── BadField         a field is missing, unknown, doubled or of the wrong type
├── BadOrder         no start, a second match, a gap in seq
└── UnknownKind      a game, a type or a version that this build doesn't know
"""

from __future__ import annotations


class LogError(ValueError):
    """A log that can't be read, with the place, what was found and what was expected."""

    def __init__(self, *, line: int, field: str | None, found: str, expected: str) -> None:
        self.line = line
        self.field = field
        self.found = found
        self.expected = expected
        place = f"line {line}" + (f": field '{field}'" if field else "")
        super().__init__(f"{place}: found {found}, expected {expected}")


class NotALog(LogError):
    """The line is no UTF-8 JSON object."""


class BadField(LogError):
    """A field is missing, unknown, doubled or of the wrong type."""


class BadOrder(LogError):
    """The first line is no match_opened, a line belongs to another match, seq has a gap."""


class UnknownKind(LogError):
    """A game, an event type or a schema version that this build doesn't know."""
