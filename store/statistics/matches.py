"""Which matches a statistic counts, and why it leaves the others out."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any

import ibis
from ibis import _
from ibis.expr.types import Table

from store.ledger import FACTS, spelled
from store.opening import tables_in_memory
from store.statistics.wanted import Seats, Wanted


@ibis.udf.scalar.builtin  # type: ignore[untyped-decorator]  # Ibis has no types
def json_extract_string(text: str, path: str) -> str:  # type: ignore[empty-body]
    """DuckDB's: the value at a path of JSON, as text."""


@cache
def _schemas() -> Mapping[str, ibis.Schema]:
    with tables_in_memory() as tables:
        return {
            name: ibis.Schema.from_pyarrow(
                tables.sql(f"from {name} limit 0").to_arrow_table().schema
            )
            for name in (*FACTS, "players")
        }


def table(name: str) -> Table:
    """A table of facts, or `players`."""
    return ibis.table(_schemas()[name], name=name)


OF_MATCHES = (
    "opened",
    "tournament",
    "round",
    "options",
    "content",
    "closed",
    "result",
    "reason",
    "disputed",
    "illegal",
    "undetermined",
    "events",
    "turns",
    "seconds",
    "last",
    "midway",
    "reopened",
)
"""What `match_facts` says of a match alike on the row of each seat; of `result` only whether."""
JUDGED = ibis.table(
    {
        "match_id": "string",
        "left_out": "string",
        "copy_of": "string",
        "illegal": "int64",
        "reason": "string",
        "events": "int64",
        "turns": "int64",
        "seconds": "float64",
    },
    name="judged",
)
"""Where `judged` lies."""


class Counted:
    """What a statistic counts of the matches judged: they lie in a table of their own."""

    def __init__(self, wanted: Seats) -> None:
        self.by = wanted.by
        self.matches = JUDGED.filter(_.left_out.isnull())
        self._wanted = wanted

    @property
    def seats(self) -> Table:
        """The seats that are counted, a row each; who sits there is in `named` alone."""
        seats = self.named if self._wanted.are_some else self._all_seats
        return seats.drop("player")

    @property
    def named(self) -> Table:
        """The seats that are counted, with `player` an id or else a name."""
        return _wanted_seats(_with_players(self._all_seats), self._wanted)

    @property
    def _all_seats(self) -> Table:
        return table("match_facts").semi_join(self.matches, "match_id")

    @property
    def decided(self) -> Table:
        """The seats counted of matches that somebody won; `won` is 1 or 0."""
        seats = self.seats.filter(_.result.isin(["won", "lost"]))
        return seats.mutate(won=(_.result == "won").cast("int64"))

    def of(self, name: str, seat: str = "seat") -> Table:
        """The rows of another table that belong to what is counted; `seat` is its column."""
        rows = table(name).semi_join(self.matches, "match_id")
        if self._wanted.are_some:
            seats = self.seats.select("match_id", "seat")
            return rows.semi_join(seats, ["match_id", (seat, "seat")])
        return rows


def judged(wanted: Wanted) -> Table:
    """All matches that meet the filters, a row each, with the reason to leave it out."""
    found = table("match_facts").filter(_.game == wanted.game)
    if wanted.unshown:
        shown = _.tournament.isnull() | ~_.tournament.isin(list(wanted.unshown))
        found = found.filter(shown | _.match_id.isin(list(wanted.entitled)))
    if wanted.seats.are_some:
        found = found.semi_join(_wanted_seats(_with_players(found), wanted.seats), "match_id")
    found = found.group_by("match_id").agg(**{name: _[name].arbitrary() for name in OF_MATCHES})
    same = ibis.window(group_by=["content", "closed"], order_by=["opened", "match_id"])
    found = found.mutate(copy=ibis.row_number().over(same), copy_of=_.match_id.first().over(same))
    for column in ("tournament", "round"):
        if (value := getattr(wanted, column)) is not None:
            found = found.filter(found[column] == value)
    if wanted.opened_from is not None:
        found = found.filter(_.opened >= _moment(wanted.opened_from))
    if wanted.opened_before is not None:
        found = found.filter(_.opened < _moment(wanted.opened_before))
    for name, value in wanted.options.items():
        found = found.filter(json_extract_string(_.options, f'$."{name}"') == value)
    cases: list[tuple[Any, str]] = [
        (_.reopened, "retracted"),
        (~_.closed & (_.last < _moment(wanted.now - wanted.abandoned_after)), "abandoned"),
        (~_.closed, "open"),
        (_.copy > 0, "duplicate"),
        (_.disputed | _.result.isnull(), "disputed"),
        (_.midway, "midway"),
    ]
    if wanted.clean:
        cases.append(((_.illegal > 0) | (_.undetermined > 0), "not_clean"))
    left_out = ibis.cases(*cases, else_=ibis.null("string"))
    return found.mutate(left_out=left_out).select(*JUDGED.columns)


def _players() -> Table:
    """Who sits where: `who` is an id or else a name."""
    players = table("players").filter(_.seq == 1)
    return players.select(
        "match_id",
        "seat",
        who=_.player.coalesce(_.name),
        spellings=ibis.array([_.player_spelled, _.name_spelled]),
        decks=ibis.array([_.deck_spelled, _.archetype_spelled]),
    )


def _with_players(seats: Table) -> Table:
    """Seats with `player` an id or else a name."""
    named = _players().rename(player="who")
    return seats.drop("player").inner_join(named, ["match_id", "seat"])


def with_opponents(counted: Counted, by: str) -> Table:
    """Seats counted of matches of two, with `against`: what the other one is by `by`."""
    seats, others = counted.seats, table("match_facts")
    if by == "player":
        seats, others = counted.named, _with_players(others)
    others = others.select("match_id", opponent="seat", against=by)
    return seats.inner_join(others, ["match_id", "opponent"])


def _wanted_seats(seats: Table, wanted: Seats) -> Table:
    if wanted.player is not None:
        seats = seats.filter(_.spellings.contains(spelled(wanted.player)))
    if wanted.deck is not None:
        seats = seats.filter(_.decks.contains(spelled(wanted.deck)))
    if wanted.seat is not None:
        seats = seats.filter(_.seat == wanted.seat)
    return seats


def _moment(moment: datetime) -> Any:
    return ibis.literal(moment.astimezone(UTC).replace(tzinfo=None))
