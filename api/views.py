"""Records as they are seen: the live ones, and those of whoever may not see all.

A live record has every event as it was recorded. What others see has a record of its own, fed only
with what they may see, so that nothing that is worked out from it can tell more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from api.catalogues import Catalogues
from api.identity import Caller
from api.shelf import SHELVES, Shelf
from api.sight import WHOLE, Showings, Sight, unseen
from auditor import Record, audited
from events import read_log, write_log
from events.codec import vocabulary_of
from store import Ledger, UnknownMatch


class Seen(NamedTuple):
    """A match as somebody sees it. Valid while the block runs that it was given to."""

    record: Record
    head: int
    """The last event that is seen."""
    is_whole: bool
    """Nothing of these events is hidden."""
    is_closed: bool


class Views:
    """The records of a ledger's matches. Safe to share between threads."""

    def __init__(self, ledger: Ledger, catalogues: Catalogues, showings: Showings) -> None:
        self._ledger = ledger
        self._catalogues = catalogues
        self._showings = showings
        self._live = [Shelf() for _ in range(SHELVES)]
        # Shelves of their own: a wait for an append would tell how long its cards were thought of.
        self._others = [Shelf() for _ in range(SHELVES)]

    def shelf(self, match_id: str) -> Shelf:
        """Where the live record of a match stands; whoever touches it holds its lock."""
        return self._live[hash(match_id) % SHELVES]

    def live(self, match_id: str) -> Record:
        """The live record of a match, replayed from the store if it is not kept.

        Raises: UnknownMatch, MatchDataError.
        """
        shelf = self.shelf(match_id)
        record = shelf.find(match_id)
        if record is None:
            record = self._replayed(match_id, self._ledger.export(match_id))
            shelf.keep(match_id, record)
        return record

    def sight(self, match_id: str, caller: Caller) -> Sight:
        """What a caller sees of a match. Raises: UnknownMatch."""
        tournament = self._ledger.standing(match_id).tournament
        sight = self._showings.sight(caller, match_id, tournament)
        if sight is None:
            raise UnknownMatch(match_id)
        return sight

    @contextmanager
    def seen(self, match_id: str, sight: Sight) -> Iterator[Seen]:
        """A match as far as `sight` goes. Raises: UnknownMatch."""
        until = sight.until()
        # Without the lock first: whoever does not see the live record waits for no append.
        if sight == WHOLE or (sight == Sight("closed") and self._ledger.standing(match_id).closed):
            shelf = self.shelf(match_id)
            with shelf.lock:
                stands = self._ledger.standing(match_id)
                if sight == WHOLE or (sight.cards == "closed" and stands.closed):
                    record = self.live(match_id)
                    yield Seen(record, len(record.events), True, stands.closed)
                    return
        shelf = self._others[hash(match_id) % SHELVES]
        with shelf.lock:
            stands = self._ledger.standing(match_id, until)
            if stands.seq == 0:
                raise UnknownMatch(match_id)
            is_whole = sight.cards == "closed" and stands.closed
            record = self._fed(shelf, match_id, stands.seq, is_whole)
            yield Seen(record, stands.seq, is_whole, stands.closed)

    def events(self, match_id: str, seen: Seen, after: int = 0) -> list[dict[str, Any]]:
        """The events of a match after one, as they are seen."""
        events = self._ledger.export(match_id, after, max(0, seen.head - after))
        return events if seen.is_whole else self._unseen(*_played_by(seen.record), events)

    def _fed(self, shelf: Shelf, match_id: str, head: int, is_whole: bool) -> Record:
        """A record of the events up to `head`, kept so that the next one costs one event."""
        name = f"{match_id} {'whole' if is_whole else 'unseen'}"
        record = shelf.find(name)
        fed = len(record.events) if record is not None else 0
        if record is None or fed > head:
            events = self._ledger.export(match_id, 0, head)
            if not is_whole:
                events = self._unseen(events[0]["game"], events[0].get("options", {}), events)
            record = self._replayed(match_id, events)
        elif fed < head:
            vocabulary = record.game.vocabulary
            events = self._ledger.export(match_id, fed, head - fed)
            shelf.drop(name)  # until it has seen all of them
            for event in events if is_whole else self._unseen(*_played_by(record), events):
                record.feed(vocabulary.decode_object(event, event["seq"]))
        shelf.keep(name, record)
        return record

    def _replayed(self, match_id: str, events: list[dict[str, Any]]) -> Record:
        log = read_log(write_log(events))
        opened = log.opened
        places = self._catalogues.pinned(match_id)
        return audited(log, places or self._catalogues.places(opened.game, opened.catalogue))

    @staticmethod
    def _unseen(
        game: str, options: Mapping[str, Any], events: list[dict[str, Any]]
    ) -> list[dict[str, Any]]:
        vocabulary = vocabulary_of(game)
        assert vocabulary is not None
        return [unseen(event, vocabulary, options) for event in events]


def _played_by(record: Record) -> tuple[str, Mapping[str, Any]]:
    """The game of a match, and its options."""
    return record.game.key, record.opened.options
