"""Rows of events in the forms that are offered: JSON, lines, CSV, Arrow, Parquet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from typing import Any, Literal

import pyarrow as pa
import pyarrow.parquet as pq

from api.media import JSON, NDJSON, written

Form = Literal["json", "ndjson", "csv", "arrow", "parquet"]
Row = dict[str, Any]
FORMS: dict[str, Form] = {
    JSON: "json",
    NDJSON: "ndjson",
    "text/csv": "csv",
    "application/vnd.apache.arrow.stream": "arrow",
    "application/vnd.apache.parquet": "parquet",
}
"""By media type, the first if nothing is asked for."""
SCHEMA = pa.schema(
    [
        ("match_id", pa.string()),
        ("game", pa.string()),
        ("tournament", pa.string()),
        ("round", pa.int64()),
        ("seq", pa.int64()),
        ("at", pa.timestamp("us", "UTC")),
        ("actor", pa.string()),
        ("type", pa.string()),
        ("window", pa.string()),
        ("turn", pa.int64()),
        ("verdict", pa.string()),
        ("rules", pa.list_(pa.string())),
        ("cards", pa.list_(pa.string())),
        ("event", pa.string()),
    ]
)
"""The columns of the columnar forms; `event` is the whole event as JSON."""
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""How a text begins that a spreadsheet takes for a formula: it gets an apostrophe before it."""


def written_as(form: Form, rows: Sequence[Row], following: str | None) -> bytes:
    """Rows in a form; only JSON has room for the cursor of the page after them."""
    if form == "json":
        return written({"events": rows, "next": following})
    return _WRITERS[form](rows)


def _lines(rows: Sequence[Row]) -> bytes:
    return b"".join(written(row) + b"\n" for row in rows)


def _csv(rows: Sequence[Row]) -> bytes:
    """RFC 4180: rules and cards as words, the event as JSON."""
    sink = io.StringIO()
    writer = csv.writer(sink)
    writer.writerow(SCHEMA.names)
    for row in rows:
        writer.writerow([_safe(_cell(row[name])) for name in SCHEMA.names])
    return sink.getvalue().encode()


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        return " ".join(value)
    return _json(value) if isinstance(value, dict) else value


def _safe(value: Any) -> Any:
    return "'" + value if isinstance(value, str) and value.startswith(FORMULA) else value


def _table(rows: Sequence[Row]) -> pa.Table:
    stored = [{**row, "event": _json(row["event"])} for row in rows]
    text = SCHEMA.set(SCHEMA.get_field_index("at"), pa.field("at", pa.string()))
    return pa.Table.from_pylist(stored, text).cast(SCHEMA)


def _arrow(rows: Sequence[Row]) -> bytes:
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, SCHEMA) as writer:
        writer.write_table(_table(rows))
    return sink.getvalue()


def _parquet(rows: Sequence[Row]) -> bytes:
    sink = io.BytesIO()
    pq.write_table(_table(rows), sink, compression="zstd")
    return sink.getvalue()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


_WRITERS: dict[str, Callable[[Sequence[Row]], bytes]] = {
    "ndjson": _lines,
    "csv": _csv,
    "arrow": _arrow,
    "parquet": _parquet,
}
