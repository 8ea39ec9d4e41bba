"""Statistics of 100,000 matches beside the same worked out with polars."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import duckdb
import polars as pl
import pytest

from store.statistics.answer import worked_out
from store.statistics.definition import statistics
from store.statistics.intervals import wilson
from store.statistics.wanted import Wanted
from tests.store.many import GAME, made_up

MATCHES = 100_000


@pytest.fixture(scope="module")
def facts() -> Iterator[duckdb.DuckDBPyConnection]:
    with made_up(MATCHES) as connection:
        yield connection


def frame(facts: duckdb.DuckDBPyConnection, name: str) -> pl.DataFrame:
    return pl.DataFrame(facts.sql(f"from {name}").to_arrow_table())


def rows(facts: duckdb.DuckDBPyConnection, key: str, **wanted: Any) -> list[dict[str, Any]]:
    return worked_out(facts, statistics()[key], Wanted(game=GAME, **wanted)).rows


def counted(facts: duckdb.DuckDBPyConnection) -> pl.DataFrame:
    seats = frame(facts, "match_facts").filter(~pl.col("disputed"))
    return seats.with_columns(won=(pl.col("result") == "won").cast(pl.Int64))


def test_matchups(facts: duckdb.DuckDBPyConnection) -> None:
    seats = counted(facts)
    other = seats.select("match_id", opponent="seat", against="deck")
    pairs = seats.join(other, on=["match_id", "opponent"])
    pairs = pairs.filter((pl.col("deck") != pl.col("against")) | pl.col("is_first"))
    expected = pairs.group_by("deck", "against").agg(n=pl.len(), wins=pl.col("won").sum())
    found = {(r["who"], r["against"]): (r["n"], r["wins"]) for r in rows(facts, "matchups")}
    assert found == {(r["deck"], r["against"]): (r["n"], r["wins"]) for r in expected.to_dicts()}
    assert len(found) == 64


def test_strengths_find_what_was_put_in(facts: duckdb.DuckDBPyConnection) -> None:
    strengths = {r["who"]: r["strength"] for r in rows(facts, "matchups")}
    assert sorted(strengths, key=lambda deck: -strengths[deck]) == [f"Deck {n}" for n in range(8)]


def test_cards(facts: duckdb.DuckDBPyConnection) -> None:
    held = frame(facts, "card_facts").join(
        counted(facts).select("match_id", "seat", "won"), on=["match_id", "seat"]
    )
    seen = pl.col("opening") + pl.col("drawn")
    weights = {"deck": pl.col("deck"), "drawn": seen, "unseen": pl.col("deck") - seen}
    expected = held.group_by("card").agg(
        **{f"{name}_n": w.sum() for name, w in weights.items()},
        **{f"{name}_won": (w * pl.col("won")).sum() for name, w in weights.items()},
        **{f"{name}_squares": (w * w).sum() for name, w in weights.items()},
    )
    found = {r["card"]: r for r in rows(facts, "cards")}
    assert found.keys() == set(expected["card"])
    for row in expected.to_dicts():
        card = found[row["card"]]
        for name in weights:
            rate = row[f"{name}_won"] / row[f"{name}_n"]
            assert card[f"{name}_copies"] == row[f"{name}_n"]
            assert card[f"{name}_rate"] == pytest.approx(rate)
            size = round(row[f"{name}_n"] ** 2 / row[f"{name}_squares"])
            low_high = (card[f"{name}_rate_low"], card[f"{name}_rate_high"])
            assert low_high == pytest.approx(wilson(round(rate * size), size))


def test_going_first(facts: duckdb.DuckDBPyConnection) -> None:
    expected = dict(counted(facts).group_by("is_first").agg(pl.col("won").sum()).iter_rows())
    found = {r["is_first"]: r["wins"] for r in rows(facts, "first_player")}
    assert found == expected
    assert found[True] > found[False]


def test_results_of_players(facts: duckdb.DuckDBPyConnection) -> None:
    named = frame(facts, "players").select("match_id", "seat", who="player")
    seats = counted(facts).drop("player").join(named, on=["match_id", "seat"])
    expected = seats.group_by("who").agg(n=pl.len(), wins=pl.col("won").sum())
    found = {r["player"]: (r["n"], r["wins"]) for r in rows(facts, "results", by="player")}
    assert found == {r["who"]: (r["n"], r["wins"]) for r in expected.to_dicts()}
