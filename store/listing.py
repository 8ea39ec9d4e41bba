"""The query behind a listing of matches."""

from __future__ import annotations

from typing import Any

from store.ledger import Filters, in_utc, spelled

_LISTED = """
with veils as (
    select unnest(?::varchar[]) as tournament, unnest(?::varchar[]) as until
), heads as (
    select match_id, max(seq) as seq, max(happened) as last from (
        select match_id, seq, happened from events
        union all select match_id, last, happened from archived
    ) group by match_id
), told as (
    select m.*, heads.seq as head, veils.until is not null as veiled
    from matches m
    join heads using (match_id)
    left join veils on veils.tournament = m.tournament and heads.last > veils.until
        and m.match_id not in (select unnest(?::varchar[]))
    where veils.until is null or m.opened <= veils.until
), listed as (
    select m.match_id, game, opened, tournament, round, "table",
           if(veiled, null, head) as seq, if(veiled, null, closed.match_id is not null) as closed,
           if(veiled, null, winner) as winner, if(veiled, null, verdict) as verdict
    from told m
    left join (
        select match_id, arg_max_null(winner, seq) as winner from closings group by match_id
    ) closed using (match_id)
    left join reports on reports.match_id = m.match_id and reports.seq = head
)
from listed where {conditions} order by opened desc, match_id desc limit ?
"""

_CONDITIONS = {
    "game": "game = ?",
    "tournament": "tournament = ?",
    "round": "round = ?",
    "opened_from": "opened >= ?",
    "opened_before": "opened < ?",
    "closed": "closed = ?",
    "verdict": "verdict = ?",
    "player": "exists (from players p where p.match_id = listed.match_id and p.seq = 1"
    " and ? in (player_spelled, name_spelled))",
    "deck": "exists (from players p where p.match_id = listed.match_id and p.seq = 1"
    " and ? in (deck_spelled, archetype_spelled))",
    "winner": "exists (from players p where p.match_id = listed.match_id and p.seq = 1"
    " and p.seat = listed.winner and ? in (player_spelled, name_spelled))",
    # A report that saw less says nothing of the match as it stands.
    "rule": "verdict is not null and exists (from findings f"
    " where f.match_id = listed.match_id and f.rule = ?"
    " and f.verdict = 'illegal' and f.status <> 'retracted')",
}


def query(filters: Filters, after: tuple[str, str] | None, limit: int) -> tuple[str, list[Any]]:
    """The SQL of a listing and its parameters; its columns are the fields of `Listed`.

    Shape: `after` is opened and match_id of the last match of the page before.
    """
    conditions = [
        "(tournament is null or tournament not in (select unnest(?::varchar[]))"
        " or match_id in (select unnest(?::varchar[])))"
    ]
    entitled = list(filters.entitled)
    veils = [[*filters.veils], [in_utc(until) for until in filters.veils.values()]]
    parameters: list[Any] = [*veils, entitled, list(filters.unshown), entitled]
    for field, condition in _CONDITIONS.items():
        if (value := getattr(filters, field)) is not None:
            conditions.append(condition)
            parameters.append(_as_stored(field, value))
    if after is not None:
        conditions.append("(opened, match_id) < (?, ?)")
        parameters += after
    return _LISTED.format(conditions=" and ".join(conditions)), [*parameters, limit]


def _as_stored(field: str, value: Any) -> Any:
    if field in ("player", "deck", "winner"):
        return spelled(value)
    if field in ("opened_from", "opened_before"):
        return in_utc(value)
    return value
