"""Which rules are broken, by whom and when; which duties are forgotten; how judges rule."""

from __future__ import annotations

from typing import Any

import ibis
from ibis import _
from ibis.expr.types import Table

from store.statistics.definition import Rate, Statistic
from store.statistics.matches import Counted

SHARED = ("window", "card", "player", "round", "minute", "type")
"""What both findings and events have."""
MINUTES = 10
"""The time on the clock is told in steps of so many."""


def _findings(counted: Counted) -> Table:
    """Findings that are no mere consequence and were not retracted as wrongly recorded."""
    found = counted.of("finding_facts", "actor")
    found = found.filter((_.status != "retracted") & _.caused_by.isnull())
    return _placed(found.rename(seat="actor", clock="seconds"), counted)


def _events(counted: Counted, findings: Table) -> Table:
    """Each event of a seat once: those that stand, and those with a finding that were undone."""
    columns = ("match_id", "seq", *SHARED)
    stand = _placed(counted.of("decision_facts").drop("seconds"), counted).select(*columns)
    undone = findings.filter(_.status == "rewound").select(*columns)
    return stand.union(undone).distinct(on=("match_id", "seq"))


def _placed(rows: Table, counted: Counted) -> Table:
    """Rows of seats with who sits there, in which round, and the time on the clock."""
    seats = counted.named.select("match_id", "seat", "player", "round")
    minute = (_.clock / (60 * MINUTES)).floor().cast("int64") * MINUTES
    return rows.inner_join(seats, ["match_id", "seat"]).mutate(minute=minute)


def _violations(counted: Counted) -> Table:
    by = counted.by or "rule"
    found = _findings(counted)
    event = _.match_id + ":" + _.seq.cast("string")

    def events_that(**have: str) -> Any:
        [(column, value)] = have.items()
        return event.nunique(where=_[column] == value)

    broken = found.group_by(by).agg(
        illegal=events_that(verdict="illegal"),
        undetermined=events_that(verdict="undetermined"),
        ruled=event.nunique(where=_.ruling.notnull()),
        overruled=events_that(status="overruled"),
        matches_illegal=_.match_id.nunique(where=_.verdict == "illegal"),
    )
    events = _events(counted, found)
    if by in SHARED:
        asked = events.group_by(by).agg(events=_.count(), matches=_.match_id.nunique())
        # A null is a group of its own: what names no card, is of no round.
        joined = asked.left_join(broken, asked[by].identical_to(broken[by])).drop(f"{by}_right")
        counts = ("illegal", "undetermined", "ruled", "overruled", "matches_illegal")
        told = joined.mutate(**{name: _[name].coalesce(0) for name in counts})
    else:
        told = broken.cross_join(events.agg(events=_.count(), matches=_.match_id.nunique()))
    return told.order_by(ibis.desc("illegal"), ibis.desc("undetermined"), by)


def _duties(counted: Counted) -> Table:
    found = _findings(counted).filter(_.gone_past & (_.verdict == "illegal"))
    return (
        found.group_by("rule")
        .agg(forgotten=_.count(), matches_forgotten=_.match_id.nunique())
        .cross_join(counted.matches.agg(matches=_.count()))
        .order_by(_.forgotten.desc(), "rule")
    )


STATISTICS = (
    Statistic(
        key="violations",
        version=1,
        title=("Rules broken", "ルール違反"),
        definition=(
            "Events of seats with a finding. What only follows from an earlier fault, and what was "
            "retracted as wrongly recorded, is left out; what was gone back past did happen, and "
            "is in it. illegal_rate and undetermined_rate are of the events of the group (of all "
            "events, by rule or kind), match_rate is of its matches, overruled_rate of the events "
            "that a judge ruled on. By minute: in steps of ten minutes of running time.",
            "席の出来事のうち所見のあるもの。波及しただけのものと取り消された記録は除き、"
            "巻き戻された違反は含む。illegal_rate と undetermined_rate は出来事あたり、"
            "match_rate は対局あたり、overruled_rate は裁定のあった出来事のうち覆された割合。"
            "minute は経過時間を10分きざみで示す。",
        ),
        table=_violations,
        rates=(
            Rate("illegal_rate", "illegal", "events"),
            Rate("undetermined_rate", "undetermined", "events"),
            Rate("match_rate", "matches_illegal", "matches"),
            Rate("overruled_rate", "overruled", "ruled"),
        ),
        by=("rule", "kind", *SHARED),
    ),
    Statistic(
        key="duties",
        version=1,
        title=("Duties forgotten", "忘れられた義務"),
        definition=(
            "What was due and gone past, by rule, and the share of matches in which it was.",
            "期限までに果たされなかったこと。ルールごとの回数と、あった対局の割合。",
        ),
        table=_duties,
        rates=(Rate("match_rate", "matches_forgotten", "matches"),),
    ),
)
