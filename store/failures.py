"""What a failure of DuckDB means to whoever asked."""

from __future__ import annotations

import duckdb

from store.errors import StoreFailed, StoreFull


def as_store_error(failure: duckdb.Error) -> StoreFull | StoreFailed:
    """A failed read or write in the store's own words."""
    # After these two DuckDB takes no more statements: what a failed fsync left on the disk is
    # unknown, and asking for it again may wrongly succeed.
    if isinstance(failure, duckdb.FatalException | duckdb.InternalException):
        return StoreFailed(str(failure), final=True)
    if "No space left on device" in str(failure):
        return StoreFull(str(failure))
    return StoreFailed(str(failure), final=False)
