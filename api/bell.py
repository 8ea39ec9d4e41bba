"""The bell: rung for a match that has grown, for those who wait for its next event."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class Bell:
    """Who waits for which match. Rung from any thread, waited for in event loops."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: defaultdict[str, set[Listener]] = defaultdict(set)
        self.is_closed = False
        """The server is stopping: nobody waits any longer."""

    @contextmanager
    def listening(self, match_id: str) -> Iterator[Listener]:
        """Somebody who hears the bell of a match while the block runs."""
        listener = Listener()
        with self._lock:
            self._waiting[match_id].add(listener)
        try:
            yield listener
        finally:
            with self._lock:
                self._waiting[match_id].discard(listener)
                if not self._waiting[match_id]:
                    del self._waiting[match_id]

    def ring(self, match_id: str) -> None:
        """The match has grown, or is seen otherwise."""
        with self._lock:
            waiting = tuple(self._waiting.get(match_id, ()))
        for listener in waiting:
            listener.wake()

    def ring_all(self) -> None:
        """Every match may be seen otherwise."""
        with self._lock:
            waiting = [listener for each in self._waiting.values() for listener in each]
        for listener in waiting:
            listener.wake()

    def close(self) -> None:
        """Nothing more will come."""
        self.is_closed = True
        self.ring_all()

    @property
    def listeners(self) -> int:
        """How many wait."""
        with self._lock:
            return sum(map(len, self._waiting.values()))


class Listener:
    """One who waits, in the event loop in which it was made."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._rung = asyncio.Event()

    def wake(self) -> None:
        """Have it look again; after its loop is closed, nothing."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._rung.set)

    async def wait(self, seconds: float) -> bool:
        """Whether the bell was rung since the last wait, or is within so many seconds."""
        try:
            await asyncio.wait_for(self._rung.wait(), seconds)
        except TimeoutError:
            return False
        self._rung.clear()
        return True
