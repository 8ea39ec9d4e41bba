"""Ratings of players, worked out from the first match on each time: a correction changes all."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from ibis import _
from ibis.expr.types import Table

from store.statistics.definition import Row, Statistic
from store.statistics.matches import Counted


def _played(counted: Counted) -> Table:
    by = counted.by or "player"
    seats = counted.named.filter(_.result.notnull())
    return seats.select("opened", "match_id", "seat", "result", who=_[by]).order_by(
        "opened", "match_id", "seat"
    )


def _history(rows: list[Row], game: str) -> list[Row]:
    """The rating of whoever played after each match."""
    from openskill.models import PlackettLuce  # late: few ask for it

    model = PlackettLuce()
    ratings: dict[str, Any] = {}
    history: list[Row] = []
    for (opened, match_id), group in groupby(rows, key=lambda r: (r["opened"], r["match_id"])):
        seats = [row for row in group if row["who"] is not None]
        if len({row["who"] for row in seats}) < 2:
            continue  # nobody to set beside: a mirror, or nobody is named
        before = [ratings.get(row["who"]) or model.rating(name=row["who"]) for row in seats]
        ranks = [0.0 if row["result"] in ("won", "drawn") else 1.0 for row in seats]
        after = model.rate([[rating] for rating in before], ranks=ranks)
        for row, [rating] in zip(seats, after, strict=True):
            ratings[row["who"]] = rating
            history.append(
                {
                    "opened": opened,
                    "match_id": match_id,
                    "who": row["who"],
                    "result": row["result"],
                    "mu": rating.mu,
                    "sigma": rating.sigma,
                    "rating": rating.ordinal(),
                }
            )
    return history


def _last(rows: list[Row], game: str) -> list[Row]:
    last: dict[str, Row] = {}
    for row in _history(rows, game):
        matches = last[row["who"]]["matches"] + 1 if row["who"] in last else 1
        last[row["who"]] = {
            "who": row["who"],
            "matches": matches,
            "mu": row["mu"],
            "sigma": row["sigma"],
            "rating": row["rating"],
        }
    return sorted(last.values(), key=lambda r: (-r["rating"], r["who"]))


MODEL = (
    "openskill's Plackett-Luce with its standard values, match by match in the order of opening, "
    "from the first match on each time it is asked for: a result corrected is as if it had been "
    "recorded right. rating = mu - 3 sigma: as good as is sure.",
    "openskill（Plackett–Luce、標準値）を開始順に最初の対局から計算し直す。訂正された結果は最初から"
    "正しく記録されたのと同じになる。rating は mu − 3 sigma。",
)
STATISTICS = (
    Statistic(
        key="ratings",
        version=1,
        title=("Ratings", "レーティング"),
        definition=MODEL,
        table=_played,
        by=("player", "deck", "archetype"),
        finish=_last,
    ),
    Statistic(
        key="rating_history",
        version=1,
        title=("Ratings over time", "レーティングの推移"),
        definition=MODEL,
        table=_played,
        by=("player", "deck", "archetype"),
        finish=_history,
    ),
)
