"""Who sees what of a match: the one place where it is decided and taken out.

While a match is open, the fields that its vocabulary calls hidden go to its recorder and to judges
alone. An organiser says for a tournament whether its matches are shown at all, whether their cards
stay hidden after the end, and how long after the play it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Any, Literal, NamedTuple

from api.identity import EVERY, Caller, Role
from events import Vocabulary
from events.cards import blanked
from events.envelope import SEATS
from events.upcasts import newest
from store import Kept, Ledger

_KIND = "tournament"
Shown = Literal["cards", "play", "nothing"]
"""All once a match is closed; never its hidden cards; not even that there is a match."""


@dataclass(frozen=True, slots=True)
class Showing:
    """What all may see of the matches of a tournament."""

    show: Shown = "cards"
    delay_s: int = 0
    """Seconds from an event to when it is shown."""


class Sight(NamedTuple):
    """How much of a match somebody sees."""

    cards: Literal["always", "closed", "never"]
    """When its hidden cards are seen."""
    delay_s: int = 0

    def until(self) -> datetime | None:
        """Up to which moment events are seen; None: all."""
        return datetime.now(UTC) - timedelta(seconds=self.delay_s) if self.delay_s else None


WHOLE = Sight("always")


class Showings:
    """What is shown of each tournament. Safe to share between threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._lock = Lock()
        self._of: dict[str, Showing] = {
            document.id: Showing(**document.body) for document in ledger.documents(_KIND)
        }

    def of(self, tournament: str | None) -> Showing:
        """What is shown of a tournament; of a match in none, what is shown if nobody says."""
        return self._of.get(tournament, PLAIN) if tournament is not None else PLAIN

    def all(self) -> Mapping[str, Showing]:
        """What organisers said, by tournament."""
        return dict(sorted(self._of.items()))

    def set(self, tournament: str, showing: Showing) -> None:
        """From now on, this is shown of a tournament."""
        with self._lock:
            if self._of.get(tournament) != showing:
                self._ledger.keep(Kept(_KIND, tournament, asdict(showing)))
                self._of = {**self._of, tournament: showing}

    def sight(self, caller: Caller, match_id: str, tournament: str | None) -> Sight | None:
        """What a caller sees of a match; None: not even that there is one."""
        if caller.sees_all(match_id, tournament):
            return WHOLE
        if self.of(tournament).show == "nothing" and Role.ORGANISER not in caller.roles:
            return None
        return self.public(tournament)

    def public(self, tournament: str | None) -> Sight:
        """What all see of a match of the tournament, if they see it."""
        showing = self.of(tournament)
        return Sight("never" if showing.show == "play" else "closed", showing.delay_s)

    def unshown(self, caller: Caller) -> list[str]:
        """The tournaments of whose matches a caller does not know."""
        if caller.roles & {Role.ORGANISER, Role.JUDGE}:
            return []
        return [name for name in self._not_for(caller) if self._of[name].show == "nothing"]

    def veils(self, caller: Caller) -> dict[str, datetime]:
        """By tournament, the moment up to which a caller sees events."""
        if Role.JUDGE in caller.roles:
            return {}
        sights = {name: self.public(name).until() for name in self._not_for(caller)}
        return {name: until for name, until in sights.items() if until is not None}

    def _not_for(self, caller: Caller) -> list[str]:
        """The tournaments whose matches a caller does not record."""
        if Role.RECORDER in caller.roles:
            own = self._of if EVERY in caller.tournaments else caller.tournaments
            return [name for name in self._of if name not in own]
        return list(self._of)


PLAIN = Showing()


def unseen(
    event: dict[str, Any], vocabulary: Vocabulary, options: Mapping[str, Any]
) -> dict[str, Any]:
    """An event as it came in, without what is hidden to others than its recorder and judges.

    `options` are those of its match. Written in the newest shape of its type: only there it is
    known where its cards are.
    """
    kind = vocabulary.tags[event["type"]]
    body = newest(event, kind.version, vocabulary.upcasts)
    assert body is not None, event["type"]  # it was read when it came in
    body = blanked(body, vocabulary.cards[event["type"]], set(SEATS), options)
    if event["type"] == "match_opened":
        body = {name: value for name, value in body.items() if name != "salt"}
        body["players"] = [_undecked(player) for player in body["players"]]
    return body


def _undecked(player: dict[str, Any]) -> dict[str, Any]:
    """A player with what a deck is called, and none of its cards."""
    deck = player.get("deck")
    if not isinstance(deck, dict):
        return player
    return {
        **player,
        "deck": {name: deck[name] if name in _SEEN else None for name in deck},
    }


_SEEN = ("name", "archetype")
