"""`make bench`: how fast senpu is, as ratios to known programs measured in the same run."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.speed import appends, audits, facts, keeping, peers, serving


def main() -> int:
    """Prints each figure; nothing is asserted, these machines are noisy."""
    print("audit: medians of interleaved rounds, one process; x: times the yardstick's rate")
    for row in audits.measure():
        print(f"  {row.what:44} {row.rate:>11,.0f} {row.unit:10}" + row.beside())
    print("store: durable appends beside bare DuckDB and pyeventsourcing with SQLite")
    with tempfile.TemporaryDirectory() as folder:
        for way, ratio in appends.measure(Path(folder)).items():
            beside = "the bare one-row commit rate" if way[:2] == "1 " else "bare 1,000 Arrow rows"
            print(f"  events an append: {way + ' threads':26} {ratio:6.2f} x {beside}")
    with tempfile.TemporaryDirectory() as folder:
        for way, ratio in peers.measure(Path(folder)).items():
            print(f"  one caller, {way:32} {ratio:6.2f} x pyeventsourcing")
    found = keeping.measure()
    share = found.bytes_an_event / found.plain_bytes_an_event
    print(f"store: {found.events:,} events")
    print(f"  imported {found.imported:,.0f}, archived {found.archived:,.0f}, ", end="")
    print(f"verified {found.verified:,.0f} events/s")
    print(f"  archive {found.bytes_an_event:.1f} bytes/event, {share:.2f} x the plain Parquet file")
    print(
        f"  one match {found.read_ms:.1f} ms, DuckDB over that file {found.duckdb_read_ms:.1f} ms"
    )
    print(f"server: {serving.CONNECTIONS} connections; events/s, and the time of a request")
    for taken in (*serving.measure(), *serving.beside_large()):
        print(f"  {taken.what:36} {taken.rate:>9,.0f}/s", end="")
        print(f"  p50 {taken.p50_ms:7.1f} ms  p99 {taken.p99_ms:7.1f} ms" if taken.p50_ms else "")
    print(f"statistics: the facts of {facts.MATCHES * 100:,} events in Parquet, a process each")
    for asked in facts.measure():
        print(
            f"  {asked.which:10} {asked.how:10} {asked.seconds * 1000:7,.0f} ms"
            f" {asked.peak_mb:7,.0f} MiB"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
