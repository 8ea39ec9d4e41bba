"""The query behind a search for events across matches, in what all may see."""

from __future__ import annotations

from typing import Any

import duckdb

from store.ledger import EventFilters, FoundEvent, in_utc, spelled

_SEARCH = """
with of_match as (
    select distinct match_id, game, opened, tournament, round from match_facts
)
select e.match_id, game, tournament, round, e.seq, happened, actor, type, "window", turn,
       verdict, rules, cards
from event_facts e join of_match m using (match_id)
where {conditions}
order by opened desc, e.match_id desc, e.seq limit ?
"""

_OF_PLAYER = (
    "exists (from players p where p.match_id = e.match_id and p.seq = 1 and ? in ({columns}))"
)
_CONDITIONS = {
    "match_id": "e.match_id = ?",
    "game": "game = ?",
    "tournament": "tournament = ?",
    "round": "round = ?",
    "happened_from": "happened >= ?",
    "happened_before": "happened < ?",
    "types": "type in (select unnest(?::varchar[]))",
    "actor": "actor = ?",
    "window": '"window" = ?',
    "verdict": "verdict = ?",
    "rule": "list_contains(rules, ?)",
    "card": "list_contains(cards, ?)",
    "player": _OF_PLAYER.format(columns="player_spelled, name_spelled"),
    "deck": _OF_PLAYER.format(columns="deck_spelled, archetype_spelled"),
}
_UNSHOWN = (
    "(tournament is null or tournament not in (select unnest(?::varchar[]))"
    " or e.match_id in (select unnest(?::varchar[])))"
)
_AFTER = (
    "(opened, e.match_id) <= (select (opened, match_id) from of_match where match_id = ?)"
    " and (e.match_id <> ? or e.seq > ?)"
)


def search(
    facts: duckdb.DuckDBPyConnection,
    filters: EventFilters,
    after: tuple[str, int] | None,
    limit: int,
) -> list[FoundEvent]:
    """Events, of the match opened last first, each match in order.

    Shape: `facts` as `Ledger.facts` gives them; `after` is match_id and seq of the event before.
    """
    conditions, parameters = [_UNSHOWN], list[Any]()
    parameters += [list(filters.unshown), list(filters.entitled)]
    for field, condition in _CONDITIONS.items():
        if (value := getattr(filters, field)) is not None:
            conditions.append(condition)
            parameters.append(_as_stored(field, value))
    if after is not None:
        conditions.append(_AFTER)
        parameters += [after[0], *after]
    sql = _SEARCH.format(conditions=" and ".join(conditions))
    rows = facts.execute(sql, [*parameters, limit]).fetchall()
    return [FoundEvent(*row) for row in rows]


def _as_stored(field: str, value: Any) -> Any:
    if field in ("player", "deck"):
        return spelled(value)
    if field in ("happened_from", "happened_before"):
        return in_utc(value)
    return list(value) if field == "types" else value
