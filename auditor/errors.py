"""What stops an audit: one tree, a class a cause. What players did wrong is a finding, not this.

AuditorError
├── RulebookError     our own: catalogue, sheets and tables of a game do not agree
├── UnknownGame       no rulebook for the game
└── MatchDataError    cards or boards of a match: not found, not readable, not valid
"""

from __future__ import annotations


class AuditorError(ValueError):
    """What stops an audit."""


class RulebookError(AuditorError):
    """A rulebook's catalogue and its sheets do not agree."""


class UnknownGame(AuditorError):
    """No rulebook is installed for the game."""

    def __init__(self, game: str, known: list[str]) -> None:
        self.game = game
        super().__init__(f"game: found '{game}', expected one of {', '.join(known)}")


class MatchDataError(AuditorError):
    """Cards, boards or sheets of a match can't be used."""

    def __init__(self, where: str, found: str, expected: str, rule: str | None = None) -> None:
        self.where = where
        self.found = found
        self.expected = expected
        self.rule = rule
        super().__init__(
            f"{where}: found {found}, expected {expected}" + (f" ({rule})" if rule else "")
        )
