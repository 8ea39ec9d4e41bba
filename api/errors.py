"""What a question or a request is refused for, beside what log, rules and store say of it.

ApiError
├── NoSuchEvent        the match has no event of that number
├── NoSuchGame         no rulebook for the game that was asked about
├── NoSuchRule         no rule of that id in the game
├── NoSuchStatistic    no statistic of that key, or not told apart by that
├── NotAcceptable      asked for in a form that is not offered
├── PartlyRecorded     of a batch, some events are held already and some are not
├── OtherLog           another log of that match_id is held
├── HeadMoved          the match does not stand where the caller saw it
├── NotIdentified      nobody knows who asks, or the key is not valid
├── NotAllowed         whoever asks may not do that
├── TooMany            more requests than a caller has in that time
├── WrongHost          asked under a name that is not the server's
├── NoSuchCatalogue    no match data of that id, or hash
├── NoSuchKey          no key of that id
├── BadKey             a key that would be of no use
├── LastOrganiser      without that key nobody could make another
├── TooLarge           more bytes than one request may have
├── WrongMediaType     sent in a form that is not read
├── BadCursor          a page after a match that is not held
├── NotASelect         SQL that is anything else than one SELECT
├── NoSuchView         SQL over something that is no view
├── ForbiddenSql       SQL that reaches out of the views
├── BadSql             SQL that can't be carried out
├── QueryTooLong       SQL that takes more than its time
├── QueryTooLarge      SQL that takes more than its memory
├── SqlBusy            as much SQL is being carried out as may be
└── IllegalPlay        illegal by the rules, in strict mode
"""

from __future__ import annotations

from typing import Any


class ApiError(Exception):
    """What a request is refused for: the place, what was found, what was expected."""

    def __init__(self, where: str, found: str, expected: str, **more: Any) -> None:
        self.headers: dict[str, str] = {}
        """Headers that the answer has, whatever it says."""
        self.members = {"found": found, "expected": expected, **more}
        """What a program needs of it."""
        super().__init__(f"{where}: found {found}, expected {expected}")


class NoSuchEvent(ApiError):
    """The match has no event of that number."""


class NoSuchGame(ApiError):
    """No rulebook for the game that was asked about."""


class NoSuchRule(ApiError):
    """No rule of that id in the game."""


class NoSuchStatistic(ApiError):
    """No statistic of that key, or it is not told apart by what was asked for."""


class NotAcceptable(ApiError):
    """Asked for in a form that is not offered."""


class PartlyRecorded(ApiError):
    """Of a batch, some events are held already and some are not."""


class OtherLog(ApiError):
    """Another log of that match_id is held."""


class HeadMoved(ApiError):
    """The match does not stand where the caller saw it."""


class NotIdentified(ApiError):
    """Nobody knows who asks, or the key is not valid."""


class NotAllowed(ApiError):
    """Whoever asks may not do that."""


class TooMany(ApiError):
    """More requests than a caller has in that time."""


class WrongHost(ApiError):
    """Asked under a name that is not the server's."""


class NoSuchCatalogue(ApiError):
    """No match data of that id, or of that hash."""


class NoSuchKey(ApiError):
    """No key of that id."""


class BadKey(ApiError):
    """A key that would be of no use."""


class LastOrganiser(ApiError):
    """Without that key nobody could make another."""


class TooLarge(ApiError):
    """More bytes than one request may have."""


class WrongMediaType(ApiError):
    """Sent in a form that is not read."""


class BadCursor(ApiError):
    """A page after a match that is not held."""


class NotASelect(ApiError):
    """SQL that is anything else than one SELECT."""


class NoSuchView(ApiError):
    """SQL over something that is no view."""


class ForbiddenSql(ApiError):
    """SQL that reaches out of the views."""


class BadSql(ApiError):
    """SQL that can't be carried out."""


class QueryTooLong(ApiError):
    """SQL that takes more than its time."""


class QueryTooLarge(ApiError):
    """SQL that takes more than its memory."""


class SqlBusy(ApiError):
    """As much SQL is being carried out as may be."""


class IllegalPlay(ApiError):
    """Illegal by the rules, in strict mode."""
