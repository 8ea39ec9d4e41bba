"""Who is favoured against whom: matchups with regularised strengths, head-to-head."""

from __future__ import annotations

import math
from typing import Any

from ibis import _
from ibis.expr.types import Table

from store.statistics.definition import Row, Statistic
from store.statistics.matches import Counted, with_opponents
from store.statistics.results import WIN, tallied

PRIOR = 1.0
"""Of a strength before any match: a normal distribution of variance one."""


def _pairs(counted: Counted, by: str) -> Table:
    """One row an ordered pair; a mirror is shown as what the first player makes of it."""
    seats = with_opponents(counted, by)
    seats = seats.filter(_[by].notnull() & _.against.notnull())
    seats = seats.mutate(who=_[by], mirror=_[by] == _.against)
    # Of a mirror both seats are the same deck: half of them win. Only whoever went first tells.
    seats = seats.filter(~_.mirror | _.is_first.coalesce(_.seat < _.opponent))
    return tallied(seats, "who", "against", "mirror").order_by("who", "against")


def _matchups(counted: Counted) -> Table:
    return _pairs(counted, counted.by or "deck")


def _head_to_head(counted: Counted) -> Table:
    return _pairs(counted, "player").filter(~_.mirror)


def _with_strengths(rows: list[Row], game: str) -> list[Row]:
    """Strengths by Bradley and Terry, and the rate that they lead to expect."""
    strengths = strengths_of(
        [(r["who"], r["against"], r["wins"]) for r in rows if not r["mirror"] and r["wins"]],
        {r["who"] for r in rows} | {r["against"] for r in rows},
    )
    for row in rows:
        mine, theirs = strengths[row["who"]], strengths[row["against"]]
        row["strength"] = mine
        row["expected"] = None if row["mirror"] else 1 / (1 + math.exp(theirs - mine))
    return rows


def strengths_of(won: list[tuple[str, str, int]], names: set[str]) -> dict[str, float]:
    """The most likely strengths: the odds of a win are the exponential of their difference.

    Shape:  by name; they add up to 0.
    Source: Bradley and Terry (1952), with a normal prior of variance `PRIOR` on each strength, so
            that a deck that has won every match is not infinitely strong.
    """
    import numpy as np  # late: as scipy
    from scipy.optimize import minimize
    from scipy.special import expit, log_expit

    order = sorted(names)
    if not won:
        return dict.fromkeys(order, 0.0)
    place = {name: n for n, name in enumerate(order)}
    winner = np.array([place[a] for a, _, _ in won])
    loser = np.array([place[b] for _, b, _ in won])
    times = np.array([n for _, _, n in won], dtype=float)

    def loss(x: Any) -> tuple[float, Any]:
        ahead = x[winner] - x[loser]
        gradient = x / PRIOR
        pull = times * expit(-ahead)
        np.add.at(gradient, winner, -pull)
        np.add.at(gradient, loser, pull)
        return float((x @ x) / (2 * PRIOR) - times @ log_expit(ahead)), gradient

    found = minimize(loss, np.zeros(len(order)), jac=True, method="L-BFGS-B", tol=1e-12)
    return {name: float(x) for name, x in zip(order, found.x, strict=True)}


STATISTICS = (
    Statistic(
        key="matchups",
        version=1,
        title=("Matchups", "相性表"),
        definition=(
            "Ordered pairs in matches of two seats: A against B and B against A add up to one. "
            "Of a mirror only the seat that went first is counted (where nobody knows, the lower "
            "seat). strength: Bradley and Terry with a normal prior of variance 1, in log odds; "
            "expected: the rate by strengths alone. Mirrors have no part in strengths.",
            "2席の対局の組み合わせ。AからBとBからAの勝率を足すと1。同型対決は先手の席だけを数える。"
            "strength は正則化した Bradley–Terry の強さ（対数オッズ）、"
            "expected はそれだけから見込む勝率。",
        ),
        table=_matchups,
        rates=(WIN,),
        by=("deck", "archetype", "player"),
        finish=_with_strengths,
    ),
    Statistic(
        key="head_to_head",
        version=1,
        title=("Head-to-head", "直接対決"),
        definition=(
            "Players against each other in matches of two seats.",
            "2席の対局での対戦者どうしの成績。",
        ),
        table=_head_to_head,
        rates=(WIN,),
    ),
)
