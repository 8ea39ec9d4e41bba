"""Statistics asked of a desk, and written as JSON, CSV, Arrow or a chart."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from api.desk import Desk
from api.errors import NoSuchStatistic
from api.identity import EVERYBODY, Caller
from api.sql_child import FORMULA
from store.ledger import in_utc
from store.statistics.definition import Statistic, statistics
from store.statistics.intervals import CONFIDENCE
from store.statistics.wanted import REASONS, Wanted

if TYPE_CHECKING:
    from store.statistics.answer import Answer


def asked(
    desk: Desk, key: str, wanted: Wanted, caller: Caller = EVERYBODY, *, explain: bool = False
) -> Answer:
    """A statistic, of all that is recorded by now and that the caller may know of.

    `explain` has its matches listed.

    Raises: NoSuchStatistic, StoreError.
    """
    statistic = statistic_of(key, wanted.by)
    return desk.statistic(statistic, wanted, caller, explain=explain)


def statistic_of(key: str, by: str | None = None) -> Statistic:
    """A statistic by its key. Raises: NoSuchStatistic, also if it is not told apart by `by`."""
    found = statistics().get(key)
    if found is None:
        raise NoSuchStatistic("statistic", f"'{key}'", f"one of {', '.join(statistics())}")
    if by is not None and by not in found.by:
        expected = f"one of {', '.join(found.by)}" if found.by else f"nothing with {key}"
        raise NoSuchStatistic("by", f"'{by}'", expected)
    return found


def all_defined() -> dict[str, Any]:
    """All statistics with their definitions, and the reasons to leave matches out."""
    return {
        "statistics": [{**_defined(each), "by": list(each.by)} for each in statistics().values()],
        "reasons": {reason: {"en": en, "ja": ja} for reason, (en, ja) in REASONS.items()},
    }


def as_json(answer: Answer, *, explain: bool = False) -> dict[str, Any]:
    """The answer with its definition, its filters and how many matches are in it."""
    told: dict[str, Any] = {
        "game": answer.wanted.game,
        **_defined(answer.statistic),
        "filters": _filters(answer.wanted),
        "matches": {
            "counted": answer.counted,
            "with_illegal": answer.with_illegal,
            "left_out": answer.left_out,
        },
        "confidence": CONFIDENCE,
        "rows": [{name: _plain(value) for name, value in row.items()} for row in answer.rows],
    }
    if explain:
        told["explained"] = explained(answer)
    return told


def explained(answer: Answer) -> dict[str, Any]:
    """The matches that are in an answer, and those that are not, with the reasons."""
    return {
        "counted": [m["match_id"] for m in answer.matches if m["left_out"] is None],
        "left_out": [
            {"match_id": m["match_id"], "reason": m["left_out"], "copy_of": m["copy_of"]}
            for m in answer.matches
            if m["left_out"] is not None
        ],
    }


def as_csv(rows: Iterable[dict[str, Any]]) -> bytes:
    """RFC 4180; a text that a spreadsheet would take for a formula has an apostrophe before it."""
    sink = io.StringIO()
    writer = csv.writer(sink)
    for number, row in enumerate(rows):
        if number == 0:
            writer.writerow(row)
        writer.writerow([_safe(_plain(value)) for value in row.values()])
    return sink.getvalue().encode()


def as_arrow(answer: Answer) -> bytes:
    """An Arrow stream, with the definition in its metadata."""
    import pyarrow as pa

    table = answer.table.replace_schema_metadata(
        {
            "statistic": answer.statistic.key,
            "version": str(answer.statistic.version),
            "definition": answer.statistic.definition[0],
            "matches": str(answer.counted),
        }
    )
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return bytes(sink.getvalue())


def _defined(statistic: Statistic) -> dict[str, Any]:
    (en, ja), (words_en, words_ja) = statistic.title, statistic.definition
    return {
        "statistic": statistic.key,
        "title": {"en": en, "ja": ja},
        "definition": {"version": statistic.version, "en": words_en, "ja": words_ja},
    }


def _filters(wanted: Wanted) -> dict[str, Any]:
    """The filters given, as they were understood."""
    names = ("tournament", "round", "player", "deck", "seat", "by")
    found = {name: getattr(wanted, name) for name in names}
    found |= {
        "opened_from": wanted.opened_from and in_utc(wanted.opened_from),
        "opened_before": wanted.opened_before and in_utc(wanted.opened_before),
        "options": dict(wanted.options) or None,
        "clean": wanted.clean or None,
    }
    return {name: value for name, value in found.items() if value is not None}


def _plain(value: Any) -> Any:
    """Times as events have them; those of facts are in UTC and do not say so."""
    return value.isoformat(timespec="microseconds") + "Z" if isinstance(value, datetime) else value


def _safe(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
