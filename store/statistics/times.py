"""How long decisions take, and who plays slowly."""

from __future__ import annotations

from ibis import _
from ibis.expr.types import Table

from store.statistics.definition import Rate, Statistic
from store.statistics.matches import Counted, table

LONG_S = 60
"""From so many seconds on, a decision is long."""


def _decisions(counted: Counted) -> Table:
    """Decisions of seats, with who sits there."""
    seats = counted.named.select("match_id", "seat", "player", "deck")
    return counted.of("decision_facts").inner_join(seats, ["match_id", "seat"])


def _times(counted: Counted) -> Table:
    by = counted.by or "window"
    return (
        _decisions(counted)
        .group_by(by)
        .agg(
            decisions=_.count(),
            matches=_.match_id.nunique(),
            mean=_.seconds.mean(),
            median=_.seconds.quantile(0.5),
            high_90=_.seconds.quantile(0.9),
            longest=_.seconds.max(),
            minutes=_.seconds.sum() / 60,
            long=(_.seconds >= LONG_S).sum(),
        )
        .order_by(_.minutes.desc(), by)
    )


def _slow_play(counted: Counted) -> Table:
    decisions = _decisions(counted)
    total = (
        table("decision_facts")
        .semi_join(counted.matches, "match_id")
        .group_by("match_id")
        .agg(all_seconds=_.seconds.sum())
    )
    per_seat = (
        decisions.group_by("match_id", "player", "seat")
        .agg(
            decisions=_.count(),
            seconds=_.seconds.sum(),
            long=(_.seconds >= LONG_S).sum(),
            longest=_.seconds.max(),
        )
        .inner_join(total, "match_id")
    )
    return (
        per_seat.group_by("player")
        .agg(
            matches=_.match_id.nunique(),
            decisions=_.decisions.sum(),
            minutes=_.seconds.sum() / 60,
            seconds_a_decision=_.seconds.sum() / _.decisions.sum(),
            share_of_time=_.seconds.sum() / _.all_seconds.sum().nullif(0),
            long=_.long.sum(),
            longest=_.longest.max(),
        )
        .order_by(_.seconds_a_decision.desc(), "player")
    )


STATISTICS = (
    Statistic(
        key="times",
        version=1,
        title=("Time per decision", "考慮時間"),
        definition=(
            "Seconds from the event before to each event of a seat, pauses left out; the window "
            f"is the one open when it came. long: {LONG_S} s and more. Play that was gone back "
            "past is not in it.",
            f"直前の出来事から席の出来事までの秒数（中断を除く）。long は{LONG_S}秒以上。",
        ),
        table=_times,
        rates=(Rate("long_rate", "long", "decisions"),),
        by=("window", "player", "type", "deck", "seat"),
    ),
    Statistic(
        key="slow_play",
        version=1,
        title=("Slow play", "遅延の表"),
        definition=(
            "By player: seconds a decision, the share of all seats' time in the same matches, and "
            f"decisions of {LONG_S} s and more. A share says more than a mean: it sets a player "
            "beside the opponents of the same matches.",
            f"対戦者ごとの1手あたりの秒数、同じ対局の全員の時間に占める割合、{LONG_S}秒以上の手。",
        ),
        table=_slow_play,
        rates=(Rate("long_rate", "long", "decisions"),),
    ),
)
