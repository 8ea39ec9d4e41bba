from collections.abc import Iterator

import pytest

from store import DuckDBLedger, MemoryLedger
from tests.api.asking import Client


@pytest.fixture(params=["memory", "duckdb"])
def client(request, tmp_path) -> Iterator[Client]:
    """Whoever asks an application over each kind of ledger."""
    if request.param == "memory":
        yield Client(MemoryLedger())
        return
    with DuckDBLedger.open(tmp_path / "store") as ledger:
        yield Client(ledger)
