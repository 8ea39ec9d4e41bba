"""A process that records and says what was acknowledged, for tests that make its system fail.

python -m tests.torture.recording STORE ACKNOWLEDGED APPENDS
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from store import DuckDBLedger, StoreError, StoreFailed, StoreFull
from tests.store.records import closed, event, opened

LENGTH = 7
"""Events of a match: each is closed, so that checkpoints are signed."""


def entry(number: int) -> tuple[str, dict[str, Any]]:
    """The match and the event of an append, counted from 0."""
    match, seq = divmod(number, LENGTH)
    name = f"m{match}"
    if seq == 0:
        return name, opened(name, note="x" * 300)
    if seq == LENGTH - 1:
        return name, closed(LENGTH, "P1", name)
    return name, event(seq + 1, name, note="x" * 300)


def main() -> None:
    """Appends, archives and goes on; a failure is told, and tried again if it may pass."""
    store, acknowledged, appends = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    told = os.open(acknowledged, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        with DuckDBLedger.open(store) as ledger:
            number = ledger.position()
            while number < appends:
                match_id, body = entry(number)
                try:
                    ledger.append(match_id, [body], expected=body["seq"] - 1)
                except StoreFull as full:
                    os.write(told, f"full {full}\n".encode())
                    continue
                except StoreFailed as failure:
                    os.write(told, f"failed {failure.final} {failure}\n".encode())
                    if failure.final:
                        os._exit(4)
                    number = ledger.position()
                    continue
                number += 1
                os.write(told, f"{number}\n".encode())
                if number == appends * 2 // 3:
                    for _ in ledger.archive():
                        pass
    except (StoreError, OSError) as failure:
        os.write(told, f"ended {type(failure).__name__} {failure}\n".encode())
        os._exit(5)


if __name__ == "__main__":
    main()
