"""What can go wrong in a store: one tree, a class a cause.

StoreError
├── UnknownMatch       no match of that id is held
├── MatchExists        a match of that id is held already
├── WrongVersion       the match has grown past, or not up to, what the caller saw
├── AlreadyRecorded    the match holds an event of that event_id
├── KeyReused          an idempotency key came again with another request
├── BadEvent           an event that can't be stored as it is
├── StoreBusy          another process owns the store
├── EventsMissing      what was recorded before is not there any more
├── NotProven          a proof that doesn't hold
├── WrongFormat        the files are none that this build made
├── StoreClosed        the store was closed
├── StoreFull          the disk is full; nothing of the write is kept
└── StoreFailed        a write or a read failed
"""

from __future__ import annotations

from pathlib import Path

from store.ledger import Recorded


class StoreError(Exception):
    """Whatever a store can't do, with the facts as attributes."""


class UnknownMatch(StoreError):
    """No match of that id is held."""

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        super().__init__(f"match {match_id}: found nothing, expected a match opened before")


class MatchExists(StoreError):
    """A match of that id is held already."""

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        super().__init__(f"match {match_id}: found one held already, expected a new match_id")


class WrongVersion(StoreError):
    """The append doesn't continue the match where it stands."""

    def __init__(self, match_id: str, expected: int, actual: int) -> None:
        self.match_id = match_id
        self.expected = expected
        """The last event that the append follows on."""
        self.actual = actual
        """The last event there is."""
        super().__init__(f"match {match_id}: found {actual} events, expected {expected}")


class AlreadyRecorded(StoreError):
    """The match holds an event of that event_id; nothing was appended."""

    def __init__(self, event_id: str, recorded: Recorded) -> None:
        self.event_id = event_id
        self.recorded = recorded
        """The event that is held."""
        super().__init__(
            f"match {recorded.match_id}: found event_id {event_id} at event {recorded.seq}, "
            "expected a new one"
        )


class KeyReused(StoreError):
    """An idempotency key came again with another request."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(f"idempotency key {key}: found another request, expected the first again")


class BadEvent(StoreError):
    """An event that can't be stored as it is; nothing of its batch was."""

    def __init__(
        self, match_id: str, place: int, *, field: str | None, found: str, expected: str
    ) -> None:
        self.match_id = match_id
        self.place = place
        """Which of the batch, from 1."""
        self.field = field
        self.found = found
        self.expected = expected
        where = f"match {match_id}, event {place} of the batch" + (
            f", field '{field}'" if field else ""
        )
        super().__init__(f"{where}: found {found}, expected {expected}")


class StoreBusy(StoreError):
    """Another process owns the store."""

    def __init__(self, folder: Path, pid: int | None) -> None:
        self.folder = folder
        self.pid = pid
        """Who owns it; None while it hasn't said so yet."""
        owner = "another process" if pid is None else f"process {pid}"
        super().__init__(f"store {folder}: found it owned by {owner}, expected it free")


class EventsMissing(StoreError):
    """What was recorded before is not there any more: nothing is written over it."""

    def __init__(self, folder: Path, held: int, marked: int) -> None:
        self.folder = folder
        self.held = held
        """Events that are there."""
        self.marked = marked
        """Events that were there once."""
        gone = f"{marked - held} are missing" if held < marked else "others than were recorded"
        super().__init__(
            f"store {folder}: found {held} events ({gone}), expected the {marked} that were "
            "acknowledged; nothing is written until `senpu recover`"
        )


class NotProven(StoreError):
    """A proof, or what is held against one, that doesn't hold."""

    def __init__(self, place: str, found: str, expected: str) -> None:
        self.place = place
        self.found = found
        self.expected = expected
        super().__init__(f"{place}: found {found}, expected {expected}")


class WrongFormat(StoreError):
    """The files are none that this build made."""

    def __init__(self, path: Path, found: str, expected: str) -> None:
        self.path = path
        self.found = found
        self.expected = expected
        super().__init__(f"{path}: found {found}, expected {expected}")


class StoreClosed(StoreError):
    """The store was closed before it was asked."""

    def __init__(self) -> None:
        super().__init__("store: found it closed, expected it open")


class StoreFull(StoreError):
    """The disk is full: nothing of the write is kept, and reading goes on."""

    def __init__(self, cause: str) -> None:
        self.cause = cause
        super().__init__(f"store: found no space left, expected room for the write: {cause}")


class StoreFailed(StoreError):
    """A write or a read failed."""

    def __init__(self, cause: str, *, final: bool) -> None:
        self.cause = cause
        self.final = final
        """No more writes are taken until the store is opened anew."""
        then = "; no more writes are taken until it is opened anew" if final else ""
        super().__init__(f"store: found a failed read or write, expected none: {cause}{then}")
