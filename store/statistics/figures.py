"""Figures of a game's own, as its vocabulary declares them."""

from __future__ import annotations

from ibis import _
from ibis.expr.types import Table

from events import vocabulary_of
from store.statistics.definition import Rate, Row, Statistic
from store.statistics.matches import Counted


def _figures(counted: Counted) -> Table:
    rows = counted.of("figure_facts")
    all_of = rows.group_by("figure").agg(all_events=_.count(), all_matches=_.match_id.nunique())
    found = rows.group_by("figure", "label").agg(
        matches=_.match_id.nunique(),
        events=_.count(),
        total=_.value.sum(),
        mean=_.value.mean(),
        median=_.value.quantile(0.5),
        least=_.value.min(),
        most=_.value.max(),
    )
    return (
        found.inner_join(all_of, "figure")
        .mutate(events_a_match=_.events / _.all_matches, total_a_match=_.total / _.all_matches)
        .order_by("figure", _.events.desc(), "label")
    )


def _seats_figures(counted: Counted) -> Table:
    seats = counted.decided.select("match_id", "seat", "won")
    rows = counted.of("figure_facts").filter(_.seat.notnull())
    of_seat = rows.group_by("match_id", "seat", "figure", "label").agg(
        events=_.count(), total=_.value.sum()
    )
    return (
        of_seat.inner_join(seats, ["match_id", "seat"])
        .group_by("figure", "label")
        .agg(
            winners=_.won.sum(),
            losers=_.count() - _.won.sum(),
            events_of_winners=_.events.mean(where=_.won == 1),
            events_of_losers=_.events.mean(where=_.won == 0),
            total_of_winners=_.total.mean(where=_.won == 1),
            total_of_losers=_.total.mean(where=_.won == 0),
        )
        .order_by("figure", "label")
    )


def _named(rows: list[Row], game: str) -> list[Row]:
    """The figures by their names."""
    vocabulary = vocabulary_of(game)
    declared = {f.name: f for f in vocabulary.figures} if vocabulary else {}
    for row in rows:
        figure = declared.get(row["figure"])
        row |= {"en": figure.en if figure else None, "ja": figure.ja if figure else None}
    return rows


STATISTICS = (
    Statistic(
        key="figures",
        version=1,
        title=("Figures of the game", "ゲーム固有の数値"),
        definition=(
            "What the vocabulary of the game declares, by label: how often (events), in all, a "
            "match and an event, and the share of the label among the events of the figure. A "
            "match without the figure is not in its means.",
            "ゲームの語彙が定める数値を種類ごとに：回数、合計、1対局あたり、1回あたり、種類の割合。"
            "その数値のない対局は平均に入らない。",
        ),
        table=_figures,
        rates=(Rate("share", "events", "all_events"),),
        finish=_named,
        hidden=("all_events", "all_matches"),
    ),
    Statistic(
        key="figures_won",
        version=1,
        title=("Figures of winners and losers", "勝者と敗者の数値"),
        definition=(
            "The same figures, a seat and match: what winners have beside what losers have. Seats "
            "without it are in no mean.",
            "席ごとの数値を勝者と敗者で比べる。その数値のない席は平均に入らない。",
        ),
        table=_seats_figures,
        finish=_named,
    ),
)
