"""`make bench`: how fast senpu is, as ratios to known programs measured in the same run."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.speed import appends, audits


def main() -> int:
    """Prints each figure; nothing is asserted, these machines are noisy."""
    print("audit: medians of interleaved rounds, one process; x: times the yardstick's rate")
    for row in audits.measure():
        print(f"  {row.what:44} {row.rate:>11,.0f} {row.unit:10}" + row.beside())
    print("store: durable appends of 8 threads beside bare DuckDB")
    with tempfile.TemporaryDirectory() as folder:
        found = appends.measure(Path(folder))
    print(f"  one-event appends    {found['one']:6.2f} x the bare one-row commit rate")
    print(f"  100-event appends    {found['hundred']:6.2f} x bare 1,000 Arrow rows a commit")
    return 0


if __name__ == "__main__":
    sys.exit(main())
