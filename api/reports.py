"""Reports in the store, where listings look for verdicts and rules: kept up with the matches.

They are of what all may see of a match: whoever may see more asks for the report of the match.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock

from api.sight import Showings
from api.views import Views
from auditor import AuditorError, Record, Report, report
from store import Facts, Filters, Ledger, StoreError, UnknownMatch
from store.facts import facts_of

PAGE = 1000
"""Matches asked for at once."""


Told = tuple[int, Report, Facts]
"""The last event of a match, the report, and the facts up to it."""


def _told(record: Record) -> Told:
    return len(record.events), report(record), facts_of(record)


class Reports:
    """Which matches have grown since their report was saved.

    An append saves none: that would be a second commit, and the whole report for one event.
    """

    def __init__(self, ledger: Ledger, views: Views, showings: Showings) -> None:
        self._ledger = ledger
        self._views = views
        self._showings = showings
        self._behind: set[str] = set()
        self._looked = False
        self._lock = Lock()
        self._turn = 0
        self._shown: dict[str, int] = {}
        """The turn in which each match was shown otherwise than before, for the last time."""
        self._counting = Lock()

    def fall_behind(self, match_id: str) -> None:
        """A match has grown, or is shown otherwise than before."""
        self._behind.add(match_id)

    def fall_behind_all(self, tournament: str) -> None:
        """The matches of a tournament are shown otherwise than before."""
        self._behind.update(self._ids(Filters(tournament=tournament)))

    def save(self, match_id: str, shown: Record) -> None:
        """Save what a record tells; if it can't be saved now, the match is behind."""
        self._save(match_id, _told(shown))

    def _save(self, match_id: str, told: Told) -> None:
        try:
            self._ledger.save_report(match_id, *told)
        except StoreError:
            self.fall_behind(match_id)
        self._count(match_id)

    def shown_since(self, turn: int | None) -> tuple[int, list[str]]:
        """Which matches are shown otherwise than in a turn, or all of them; and the turn by now.

        All are caught up with before. Raises: StoreError.
        """
        self.catch_up()
        with self._counting:
            now, shown = self._turn, dict(self._shown)
        if turn is None:
            return now, list(self._ids(Filters()))
        return now, [match_id for match_id, last in shown.items() if last > turn]

    def catch_up(self) -> None:
        """Save what is behind; a report that can't be made or saved is tried again next time."""
        with self._lock:
            if not self._looked:
                self._behind.update(self._ids(Filters(), unreported=True))
                self._looked = True
            for match_id in tuple(self._behind):
                self._behind.discard(match_id)  # first: what grows meanwhile is behind again
                try:
                    self._show(match_id)
                except (AuditorError, StoreError):
                    self._behind.add(match_id)

    def _show(self, match_id: str) -> None:
        stands = self._ledger.standing(match_id)
        sight = self._showings.public(stands.tournament)
        try:
            with self._views.seen(match_id, sight) as seen:
                head, told = seen.head, _told(seen.record)
        except UnknownMatch:  # not to be seen yet
            head, told = 0, None
        if told is not None:
            self._save(match_id, told)
        else:
            self._count(match_id)
        if head < stands.seq:
            self._behind.add(match_id)

    def _count(self, match_id: str) -> None:
        with self._counting:
            self._turn += 1
            self._shown[match_id] = self._turn

    def _ids(self, filters: Filters, *, unreported: bool = False) -> Iterator[str]:
        last: str | None = None
        while page := self._ledger.matches(filters, after=last, limit=PAGE):
            for listed in page:
                if not unreported or listed.verdict is None:
                    yield listed.match_id
            last = page[-1].match_id
