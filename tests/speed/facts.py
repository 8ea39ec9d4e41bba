"""Statistics over the facts of 10 M events, beside DuckDB by hand and polars.

Each is measured in a process of its own, for its memory: `python -m tests.speed.facts HOW
WHICH FOLDER`. The facts lie in Parquet, the same for all.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

MATCHES = 100_000
"""Of 100 events each."""
ROUNDS = 5
TABLES = ("match_facts", "players", "card_facts")
WHICH = ("matchups", "cards")
HOWS = ("senpu", "duckdb", "polars")

COUNTED = """
with counted as (
    select match_id, seat, opponent, deck, is_first, (result = 'won')::bigint as won
    from match_facts where not disputed and closed and result is not null
)
"""
BY_HAND = {
    "matchups": COUNTED
    + """
select a.deck, b.deck, count(*), sum(a.won) from counted a
join counted b on a.match_id = b.match_id and a.opponent = b.seat
where a.deck <> b.deck or a.is_first group by all
""",
    "cards": COUNTED
    + """
select card, sum(c.deck), sum(c.deck * won), sum(c.deck * c.deck),
       sum(opening), sum(opening * won), sum(opening * opening),
       sum(drawn), sum(drawn * won), sum(drawn * drawn),
       sum(opening + drawn), sum((opening + drawn) * won), sum((opening + drawn) ** 2),
       sum(c.deck - opening - drawn), sum((c.deck - opening - drawn) * won),
       sum((c.deck - opening - drawn) ** 2),
       sum(played), sum(played * won), sum(played * played)
from card_facts c join counted using (match_id, seat) group by card
""",
}


class Measured(NamedTuple):
    """Median seconds of one way to ask, and the most memory it took."""

    which: str
    how: str
    seconds: float
    peak_mb: float


def measure() -> Iterator[Measured]:
    """Each statistic in each way, over the same files."""
    from tests.store.many import made_up

    with tempfile.TemporaryDirectory() as folder:
        with made_up(MATCHES) as facts:
            for name in TABLES:
                facts.execute(f"copy {name} to '{folder}/{name}.parquet'")
        for which in WHICH:
            for how in HOWS:
                command = [sys.executable, "-m", "tests.speed.facts", how, which, folder]
                told = subprocess.run(command, check=True, capture_output=True, text=True)
                seconds, peak = map(float, told.stdout.split())
                yield Measured(which, how, seconds, peak)


def _senpu(which: str, folder: Path) -> Callable[[], Any]:
    from store.statistics.answer import worked_out
    from store.statistics.definition import statistics as all_of
    from store.statistics.wanted import Wanted
    from tests.store.many import GAME

    facts = _connection(folder)
    statistic, wanted = all_of()[which], Wanted(game=GAME)
    return lambda: worked_out(facts, statistic, wanted)


def _duckdb(which: str, folder: Path) -> Callable[[], Any]:
    facts = _connection(folder)
    return lambda: facts.sql(BY_HAND[which]).fetchall()


def _connection(folder: Path) -> Any:
    import duckdb

    facts = duckdb.connect()
    for name in TABLES:
        facts.execute(f"create view {name} as from '{folder}/{name}.parquet'")
    return facts


def _polars(which: str, folder: Path) -> Callable[[], Any]:
    import polars as pl

    def asked() -> Any:
        counted = (
            pl.scan_parquet(folder / "match_facts.parquet")
            .filter(~pl.col("disputed") & pl.col("closed") & pl.col("result").is_not_null())
            .select(
                "match_id",
                "seat",
                "opponent",
                "is_first",
                whose="deck",
                won=(pl.col("result") == "won").cast(pl.Int64),
            )
        )
        if which == "matchups":
            other = counted.select("match_id", opponent="seat", against="whose")
            pairs = counted.join(other, on=["match_id", "opponent"])
            pairs = pairs.filter((pl.col("whose") != pl.col("against")) | pl.col("is_first"))
            told = pairs.group_by("whose", "against").agg(pl.len(), pl.col("won").sum())
        else:
            held = pl.scan_parquet(folder / "card_facts.parquet").join(
                counted, on=["match_id", "seat"]
            )
            seen = pl.col("opening") + pl.col("drawn")
            weights = {
                "deck": pl.col("deck"),
                "opening": pl.col("opening"),
                "later": pl.col("drawn"),
                "drawn": seen,
                "unseen": pl.col("deck") - seen,
                "played": pl.col("played"),
            }
            told = held.group_by("card").agg(
                **{f"{n}_n": w.sum() for n, w in weights.items()},
                **{f"{n}_won": (w * pl.col("won")).sum() for n, w in weights.items()},
                **{f"{n}_squares": (w * w).sum() for n, w in weights.items()},
            )
        return told.collect()

    return asked


def _main(how: str, which: str, folder: Path) -> None:
    asked = {"senpu": _senpu, "duckdb": _duckdb, "polars": _polars}[how](which, folder)
    asked()  # what is imported late
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        asked()
        times.append(time.perf_counter() - start)
    # Not ru_maxrss: that counts what the process was before it became this one.
    status = Path("/proc/self/status").read_text("utf-8")
    peak = int(status.split("VmHWM:")[1].split()[0]) / 1024
    print(statistics.median(times), peak)


if __name__ == "__main__":
    _main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
