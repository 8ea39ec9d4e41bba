"""Records kept live, so that one more event costs one event."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from auditor import Record

SHELVES = 256
KEPT = 4
"""Live records on a shelf."""


class Shelf:
    """The live records of some matches; whoever touches them holds `lock`.

    A match is always on the same shelf, so the lock is that of the match too. That two matches
    share one costs a wait; a lock for each would have to be kept for ever.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self._records: OrderedDict[str, Record] = OrderedDict()

    def find(self, match_id: str) -> Record | None:
        """The live record of a match, if it is kept."""
        if match_id in self._records:
            self._records.move_to_end(match_id)
        return self._records.get(match_id)

    def keep(self, match_id: str, record: Record) -> None:
        """Keep a record, in the place of the one asked for longest ago."""
        self._records[match_id] = record
        while len(self._records) > KEPT:
            self._records.popitem(last=False)

    def drop(self, match_id: str) -> None:
        """Forget a record that has seen what is not stored."""
        self._records.pop(match_id, None)
