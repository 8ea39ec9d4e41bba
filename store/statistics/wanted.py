"""What a statistic is asked of, and why it leaves matches out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

ABANDONED_AFTER = timedelta(hours=24)
"""A match that is still open so long after its last event was abandoned."""
REASONS: Mapping[str, tuple[str, str]] = {
    "retracted": ("its end was taken out of the record", "終了が取り消された"),
    "abandoned": (
        "it was never closed, and nothing happens in it any more",
        "閉じられず放置された",
    ),
    "open": ("it is not over", "終わっていない"),
    "duplicate": ("the same play is recorded as another match", "同じ対局が別に記録されている"),
    "disputed": (
        "its result hangs on something illegal, or is not what was recorded",
        "結果が違反に左右されるか、記録と異なる",
    ),
    "midway": ("its record begins in the middle", "途中から記録されている"),
    "not_clean": ("something in it is illegal or undetermined", "違反または未確定の出来事がある"),
}
"""Why a match is left out: the first that is so. English and Japanese."""


class Seats(NamedTuple):
    """Which seats of the matches are counted, and what they are told apart by."""

    by: str | None = None
    player: str | None = None
    deck: str | None = None
    seat: str | None = None

    @property
    def are_some(self) -> bool:
        """Only some of the seats of a match."""
        return any(value is not None for value in (self.player, self.deck, self.seat))


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What a statistic is of: the matches that meet every filter given."""

    game: str
    opened_from: datetime | None = None
    opened_before: datetime | None = None
    tournament: str | None = None
    round: int | None = None
    player: str | None = None
    """An id or a name, in any spelling; only this player's seats are counted."""
    deck: str | None = None
    """A deck's name or archetype, in any spelling; only its seats are counted."""
    seat: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of the match, and the values that they have: JSON, or a text as it is."""
    clean: bool = False
    """Only matches in which nothing illegal stands and nothing is undetermined."""
    by: str | None = None
    """What the statistic is told apart by, where it offers a choice."""
    unshown: Collection[str] = ()
    """Tournaments whose matches are no part of it: whoever asks does not know of them."""
    entitled: Collection[str] = ()
    """Matches for which `unshown` does not count."""
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    abandoned_after: timedelta = ABANDONED_AFTER

    @property
    def seats(self) -> Seats:
        """What has a part in a statistic once the matches are found."""
        return Seats(self.by, self.player, self.deck, self.seat)
