"""One thread that writes: whatever waits is carried out together."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from store.errors import StoreClosed, StoreError, StoreFailed

Job = TypeVar("Job")

IDLE_S = 1.0
"""So long without a job, and the writer is idle."""
COMPANY_S = 0.001
"""So long is waited for one more job that may share a commit."""


class Writer(Generic[Job]):
    """A queue of jobs and the thread that takes all that wait, in order, as one group.

    `carry_out` gives for each job of a group its result or its refusal, once all of it is
    durable, or raises, which is then the answer to every job. After a StoreFailed that is final
    nothing is carried out any more. `idle` is called while there is nothing to do.
    """

    def __init__(
        self, carry_out: Callable[[Sequence[Job]], list[Any]], idle: Callable[[], None]
    ) -> None:
        self._carry_out = carry_out
        self._idle = idle
        self._failed: StoreFailed | None = None
        self._queue: SimpleQueue[tuple[Job, Future[Any]] | None] = SimpleQueue()
        self._door = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="senpu-writer", daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> Future[Any]:
        """The result of a job, as soon as it is durable.

        Raises: StoreClosed.
        """
        future: Future[Any] = Future()
        with self._door:
            if self._closed:
                raise StoreClosed
            self._queue.put((job, future))
        return future

    def close(self) -> None:
        """Carry out what waits, and end."""
        with self._door:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        answered = 0
        while True:
            try:
                group = [self._queue.get(timeout=IDLE_S)]
            except Empty:
                self._idle()
                continue
            # Whoever was answered just now is likely to ask again at once.
            company = answered + self._queue.qsize()
            with contextlib.suppress(Empty):
                while len(group) < company:
                    group.append(self._queue.get(timeout=COMPANY_S))
            while not self._queue.empty():
                group.append(self._queue.get())
            jobs = [item for item in group if item is not None]
            if jobs:
                self._answer(jobs)
            answered = len(jobs)
            if len(jobs) < len(group):
                return

    def _answer(self, group: Sequence[tuple[Job, Future[Any]]]) -> None:
        try:
            if self._failed is not None:
                raise self._failed
            outcomes = self._carry_out([job for job, _ in group])
        except BaseException as failure:
            if isinstance(failure, StoreFailed) and failure.final:
                self._failed = failure
            for _, future in group:
                future.set_exception(failure)
            return
        for (_, future), outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, StoreError):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)
