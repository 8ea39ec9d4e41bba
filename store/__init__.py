"""Recorded matches: append only, hashed, durable."""

from store.duckdb_ledger import DuckDBLedger
from store.errors import (
    AlreadyRecorded,
    BadEvent,
    KeyReused,
    MatchExists,
    StoreBusy,
    StoreClosed,
    StoreError,
    StoreFailed,
    StoreFull,
    UnknownMatch,
    WrongFormat,
    WrongVersion,
)
from store.ledger import (
    Appended,
    Document,
    Filters,
    Head,
    Kept,
    Ledger,
    Listed,
    Player,
    Recorded,
    Request,
    SavedReport,
    spelled,
)
from store.memory import MemoryLedger
from store.projection import rebuild

__all__ = [
    "AlreadyRecorded",
    "Appended",
    "BadEvent",
    "Document",
    "DuckDBLedger",
    "Filters",
    "Head",
    "Kept",
    "KeyReused",
    "Ledger",
    "Listed",
    "MatchExists",
    "MemoryLedger",
    "Player",
    "Recorded",
    "Request",
    "SavedReport",
    "StoreBusy",
    "StoreClosed",
    "StoreError",
    "StoreFailed",
    "StoreFull",
    "UnknownMatch",
    "WrongFormat",
    "WrongVersion",
    "rebuild",
    "spelled",
]
