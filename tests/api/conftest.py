from collections.abc import Iterator

import pytest

from api.app import make_app
from store import DuckDBLedger, MemoryLedger
from tests.api.asking import Client


@pytest.fixture(params=["memory", "duckdb"])
def client(request, tmp_path) -> Iterator[Client]:
    """Whoever asks an application over each kind of ledger."""
    if request.param == "memory":
        yield Client(make_app(MemoryLedger()))
        return
    with DuckDBLedger.open(tmp_path / "store") as ledger:
        yield Client(make_app(ledger))
