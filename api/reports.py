"""Reports in the store, where listings look for verdicts and rules: kept up with the matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Lock

from auditor import AuditorError, Report
from store import Ledger, StoreError

PAGE = 1000
"""Matches asked for at once."""


class Reports:
    """Which matches have grown since their report was saved.

    An append saves none: that would be a second commit, and the whole report for one event.
    """

    def __init__(self, ledger: Ledger, report: Callable[[str], Report]) -> None:
        self._ledger = ledger
        self._report = report
        self._behind: set[str] = set()
        self._looked = False
        self._lock = Lock()

    def fall_behind(self, match_id: str) -> None:
        """A match has grown."""
        self._behind.add(match_id)

    def save(self, report: Report) -> None:
        """A report that is made anyway; if it can't be saved now, it is behind."""
        try:
            self._ledger.save_report(report["match_id"], report["events"], report)
        except StoreError:
            self.fall_behind(report["match_id"])

    def catch_up(self) -> None:
        """Save what is behind; a report that can't be made or saved is tried again next time."""
        with self._lock:
            if not self._looked:
                self._behind.update(self._unreported())
                self._looked = True
            for match_id in tuple(self._behind):
                self._behind.discard(match_id)  # first: what grows meanwhile is behind again
                try:
                    self.save(self._report(match_id))
                except (AuditorError, StoreError):
                    self._behind.add(match_id)

    def _unreported(self) -> Iterator[str]:
        """Matches that an earlier server left behind."""
        last: str | None = None
        while page := self._ledger.matches(after=last, limit=PAGE):
            yield from (listed.match_id for listed in page if listed.verdict is None)
            last = page[-1].match_id
