"""Who wins: by player, deck and seat, going first, and in which way."""

from __future__ import annotations

import ibis
from ibis import _
from ibis.expr.types import Table

from store.statistics.definition import Rate, Statistic
from store.statistics.matches import Counted

WIN = Rate("win_rate", "wins", "decided")


def tallied(seats: Table, *by: str) -> Table:
    """Results of seats, a row a group: `n` seats, `wins`, `losses`, `draws`, `decided`."""
    found = seats.group_by(*by).agg(
        n=_.count(),
        wins=(_.result == "won").sum(),
        losses=(_.result == "lost").sum(),
        draws=(_.result == "drawn").sum(),
    )
    return found.mutate(decided=_.wins + _.losses)


def _results(counted: Counted) -> Table:
    by = counted.by or "deck"
    seats = counted.named if by == "player" else counted.seats
    return tallied(seats, by).order_by(_.n.desc(), by)


def _first_player(counted: Counted) -> Table:
    found = tallied(counted.seats.filter(_.is_first.notnull()), "seats", "is_first")
    return found.mutate(expected=1 / _.seats).order_by("seats", _.is_first.desc())


def _endings(counted: Counted) -> Table:
    winners = counted.seats.filter(_.result == "won").select("match_id", went_first="is_first")
    all_matches = counted.matches.count().as_scalar()
    found = counted.matches.left_join(winners, "match_id")
    return (
        found.group_by(ending=_.reason)
        .agg(
            matches=_.match_id.nunique(),
            won_going_first=_.went_first.cast("int64").sum().coalesce(0),
            won_known=_.went_first.count(),
            mean_turns=_.turns.mean(),
            mean_minutes=_.seconds.mean() / 60,
        )
        .mutate(all_matches=all_matches)
        .order_by(_.matches.desc(), "ending")
    )


def _lengths(counted: Counted) -> Table:
    measures = [
        ("turns", _.turns.cast("float64")),
        ("events", _.events.cast("float64")),
        ("minutes", _.seconds / 60),
    ]
    parts = [
        counted.matches.select(measure=ibis.literal(name), value=value) for name, value in measures
    ]
    return (
        ibis.union(*parts)
        .group_by("measure")
        .agg(
            matches=_.count(),
            mean=_.value.mean(),
            low_10=_.value.quantile(0.1),
            median=_.value.quantile(0.5),
            high_90=_.value.quantile(0.9),
            shortest=_.value.min(),
            longest=_.value.max(),
        )
        .order_by("measure")
    )


STATISTICS = (
    Statistic(
        key="results",
        version=1,
        title=("Results", "戦績"),
        definition=(
            "Seats of the matches counted. win_rate = wins / (wins + losses); draws are shown and "
            "in no rate. A deck is what match_opened calls it; null: nobody said.",
            "集計対象の対局の席。勝率＝勝ち÷（勝ち＋負け）。引き分けは示すが率には入れない。"
            "デッキは開始時の名前で、null は名前なし。",
        ),
        table=_results,
        rates=(WIN,),
        by=("deck", "player", "archetype", "seat"),
    ),
    Statistic(
        key="first_player",
        version=1,
        title=("Going first", "先手の得"),
        definition=(
            "Both seats of each match, by whether they went first, and by how many seats play. "
            "expected is one over the seats. Matches in which nobody is known to go first are in "
            "no row.",
            "各対局の両席を、先手か否かと席数で分けた勝率。expected は席数分の1。"
            "先手のわからない対局は入らない。",
        ),
        table=_first_player,
        rates=(WIN,),
    ),
    Statistic(
        key="endings",
        version=1,
        title=("Ways of winning", "決着のつき方"),
        definition=(
            "Matches by the reason recorded at their end. share = matches / all matches counted; "
            "first_rate = wins by whoever went first / wins with that known.",
            "終了理由ごとの対局。share は集計対象に占める割合、first_rate は先手の勝ちの割合。",
        ),
        table=_endings,
        rates=(
            Rate("share", "matches", "all_matches"),
            Rate("first_rate", "won_going_first", "won_known"),
        ),
        hidden=("all_matches",),
    ),
    Statistic(
        key="lengths",
        version=1,
        title=("Length of matches", "対局の長さ"),
        definition=(
            "Turns, events of play and minutes (pauses and rulings left out) of the matches "
            "counted. Play that was gone back past is not in it. Quantiles are interpolated.",
            "ターン数、出来事の数、時間（中断と裁定を除く分）。巻き戻された分は含まない。",
        ),
        table=_lengths,
    ),
)
