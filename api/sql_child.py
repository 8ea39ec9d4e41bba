"""The process that runs one query: started for it, shut in, and gone with its answer.

It is run as a file, by `api/sql.py`, and imports nothing of ours. It reads a task as JSON from its
standard input, and writes a line of JSON, the head, and after it the body of the answer. A head
with `refused` has no body.
"""

from __future__ import annotations

import csv
import io
import json
import os
import resource
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import duckdb
import pyarrow as pa

BATCH = 2048
"""Rows looked at together."""
LARGEST_ANSWER = 64 << 20
"""Bytes of the rows of an answer, as Arrow has them."""
SPARE_S = 5
"""Seconds of the processor beyond those of the query; what the parent does not end, this does."""
NICE = 10
"""Recording comes first."""

TABLE_FUNCTIONS = frozenset({"generate_series", "json_each", "json_tree", "range", "unnest"})
"""Those that read nothing but what they are given."""
FORBIDDEN_FUNCTIONS = frozenset({"current_setting", "getvariable", "nextval", "write_log"})
"""Those that look at the process, or leave something in it."""
_READING = frozenset(
    {"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE", "STATEMENT_NODE"}
)
_GAVE_UP = {"Out of Memory Error": "memory", "INTERRUPT Error": "time", "malloc of size": "memory"}
FORMULA = tuple("=+-@＝＋－＠\t\r\n")
_MOMENT = "%Y-%m-%dT%H:%M:%S.%fZ"


class Refused(Exception):
    """The query is not answered: why, and what a problem document says of it."""

    def __init__(self, why: str, **members: Any) -> None:
        self.head = {"refused": why, **members}
        super().__init__(why)


class Rows(NamedTuple):
    """What a query gives, as far as it goes."""

    names: list[str]
    types: list[str]
    schema: pa.Schema
    batches: list[pa.RecordBatch]
    capped: str | None
    """`rows` or `bytes`, whichever there were too many of."""


def main() -> None:
    """The answer to the task on standard input."""
    task = json.load(sys.stdin.buffer)
    try:
        head, body = _answered(task)
    except Refused as refusal:
        head, body = refusal.head, b""
    except (duckdb.Error, pa.ArrowException, OSError) as error:
        # An error of DuckDB's comes as one of Arrow's, once rows are on their way.
        head, body = _explained(error), b""
    except MemoryError:
        head, body = {"refused": "memory"}, b""
    except RecursionError:
        head, body = {"refused": "sql", "found": "a query nested too deeply"}, b""
    _write(sys.stdout.buffer, json.dumps(head).encode() + b"\n" + body)


def _answered(task: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    connection = shut_in(Path(task["copy"]), task["seconds"], task["memory_mb"] << 20)
    statement = _the_select(connection, task["sql"], frozenset(task["views"]))
    rows = _rows(connection.sql(statement, params=task["parameters"]), task["rows"])
    tool = connection.cursor()
    head: dict[str, Any] = {
        "rows": sum(batch.num_rows for batch in rows.batches),
        "capped": rows.capped,
    }
    match task["form"]:
        case "arrow":
            return head, _as_arrow(rows)
        case "csv":
            body, head["escaped"] = _as_csv(rows, tool)
            return head, body
        case _:
            return head, _as_json(rows, tool)


# ── shut in ──────────────────────────────────────────────────────────────────────────────────


def shut_in(copy: Path, seconds: float, memory: int) -> duckdb.DuckDBPyConnection:
    """A connection that only reads, in a process that can't get at files or grow for ever."""
    # DuckDB lets a query read the file of its own database, with what was once deleted from it. So
    # it is opened under a name that is gone before the query is read.
    name = copy.with_suffix(".query")
    name.unlink(missing_ok=True)
    os.link(copy, name)
    try:
        connection = duckdb.connect(
            name,
            read_only=True,
            config={
                "threads": 1,
                "memory_limit": f"{memory // 2}B",
                "max_temp_directory_size": "0B",
                "max_execution_time": str(int(seconds * 1000)),
                "autoinstall_known_extensions": "false",
                "autoload_known_extensions": "false",
                "python_enable_replacements": "false",
            },
        )
    finally:
        name.unlink()
    connection.execute("set TimeZone = 'UTC'")
    connection.execute("set enable_external_access = false")
    connection.execute("set lock_configuration = true")
    os.nice(NICE)
    processor = int(seconds) + SPARE_S
    _limit(resource.RLIMIT_CPU, processor)
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_CORE, 0)
    if (reserved := _reserved()) is not None:
        _limit(resource.RLIMIT_AS, reserved + memory)
    return connection


def _limit(what: int, most: int) -> None:
    resource.setrlimit(what, (most, most))


def _reserved() -> int | None:
    """Bytes of address space that the process has by now; None where the system doesn't tell."""
    try:
        pages = Path("/proc/self/statm").read_text("ascii").split()[0]
    except OSError:
        return None
    return int(pages) * resource.getpagesize()


# ── which queries ────────────────────────────────────────────────────────────────────────────


def _the_select(connection: duckdb.DuckDBPyConnection, sql: str, views: frozenset[str]) -> str:
    """The one SELECT that a text is, over views alone. Raises: Refused; duckdb.Error."""
    statements = connection.extract_statements(sql)
    if len(statements) != 1:
        found = f"{len(statements)} statements" if statements else "nothing"
        raise Refused("statement", found=found)
    [statement] = statements
    if statement.type is not duckdb.StatementType.SELECT:
        raise Refused("statement", found=statement.type.name.replace("_", " "))
    text: str = statement.query
    [(written,)] = connection.execute("select json_serialize_sql(?)", [text]).fetchall()
    tree = json.loads(written)
    if tree["error"]:
        raise Refused("statement", found="a form of SELECT that can't be looked through")
    nodes = list(_nodes(tree["statements"]))
    named = {part["key"].lower() for node in nodes for part in _named_queries(node)}
    for node in nodes:
        _check(node, views | named)
    return text


def _nodes(tree: Any) -> Iterator[dict[str, Any]]:
    """All objects in a tree, without recursion: a query may be nested as deep as it likes."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node


def _named_queries(node: dict[str, Any]) -> list[dict[str, Any]]:
    return node["cte_map"]["map"] if "cte_map" in node else []


def _check(node: dict[str, Any], relations: frozenset[str]) -> None:
    """Raises: Refused, if a part of a query does more than read these relations."""
    kind = str(node.get("type", ""))
    if kind.endswith("_NODE") and kind not in _READING:
        raise Refused("statement", found=kind.split("_")[0])
    if kind == "SHOW_REF" and node["show_type"] not in ("DESCRIBE", "SUMMARY"):
        raise Refused("forbidden", found="SHOW")
    if kind == "BASE_TABLE":
        place = [node["catalog_name"], node["schema_name"], node["table_name"]]
        if place[:2] not in (["", ""], ["", "main"]) or place[2].lower() not in relations:
            raise Refused("view", found=".".join(filter(None, place)))
    if kind == "TABLE_FUNCTION":
        name = node["function"]["function_name"]
        if name.lower() not in TABLE_FUNCTIONS:
            raise Refused("forbidden", found=f"{name}()")
    elif node.get("class") == "FUNCTION" and node["function_name"].lower() in FORBIDDEN_FUNCTIONS:
        raise Refused("forbidden", found=f"{node['function_name']}()")


def _explained(error: Exception) -> dict[str, Any]:
    """Why DuckDB gave up, as a head."""
    text = str(error).strip()
    if isinstance(error, duckdb.PermissionException):
        return {"refused": "forbidden", "found": "a file"}
    for begins, why in _GAVE_UP.items():
        if begins in text:
            return {"refused": why}
    return {"refused": "sql", "found": text}


# ── the answer ───────────────────────────────────────────────────────────────────────────────


def _rows(relation: duckdb.DuckDBPyRelation, most: int) -> Rows:
    """What a relation gives, up to so many rows and LARGEST_ANSWER."""
    batches: list[pa.RecordBatch] = []
    left, room, capped = most, LARGEST_ANSWER, None
    reader = relation.to_arrow_reader(BATCH)
    for batch in reader:
        if batch.num_rows > left:
            batch, capped = batch.slice(0, left), "rows"
        if batch.nbytes > room:
            batch, capped = _as_much(batch, room), "bytes"
        batches.append(batch)
        left, room = left - batch.num_rows, room - batch.nbytes
        if capped:
            break
    types = [str(kind) for kind in relation.types]
    return Rows(list(relation.columns), types, reader.schema, batches, capped)


def _as_much(batch: pa.RecordBatch, room: int) -> pa.RecordBatch:
    """The first rows of a batch, as many as there is room for, or about half of them."""
    while batch.num_rows and batch.nbytes > room:
        batch = batch.slice(0, batch.num_rows // 2)
    return batch


def _as_arrow(rows: Rows) -> bytes:
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, rows.schema) as stream:
        for batch in rows.batches:
            stream.write_batch(batch)
    return sink.getvalue()


def _as_json(rows: Rows, tool: duckdb.DuckDBPyConnection) -> bytes:
    """An object with the columns, and a list a row: two columns may have one name."""
    columns = [{"name": n, "type": t} for n, t in zip(rows.names, rows.types, strict=True)]
    head = {"columns": columns, "capped": rows.capped}
    values = (row for [row] in _converted(rows, tool, "json_array({})::varchar", _json_value))
    texts = (_finite(row) for row in values)
    opened = json.dumps(head, ensure_ascii=False, separators=(",", ":"))[:-1]
    return f'{opened},"rows":[{",".join(texts)}]}}'.encode()


def _json_value(column: str, kind: str) -> str:
    if kind == "TIMESTAMP WITH TIME ZONE":
        return f"strftime({column}, '{_MOMENT}')"
    return f"{column}::json" if kind == "JSON" else column


def _finite(row: str) -> str:
    """A row in which what is no number in JSON, NaN and the infinities, is null."""
    if "NaN" not in row and "Infinity" not in row:
        return row
    value = json.loads(row, parse_constant=lambda _: None)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _as_csv(rows: Rows, tool: duckdb.DuckDBPyConnection) -> tuple[bytes, int]:
    """RFC 4180, and how many texts a spreadsheet would have taken for a formula.

    Those have an apostrophe before them. Numbers are left as they are.
    """
    sink = io.StringIO()
    writer = csv.writer(sink)
    escaped = 0

    def safe(value: str | None, kind: str) -> str | None:
        nonlocal escaped
        if value is None or not value.startswith(FORMULA) or _is_number(kind):
            return value
        escaped += 1
        return "'" + value

    writer.writerow([safe(name, "VARCHAR") for name in rows.names])
    for row in _converted(rows, tool, "{}", _csv_value):
        writer.writerow([safe(*cell) for cell in zip(row, rows.types, strict=True)])
    return sink.getvalue().encode(), escaped


def _csv_value(column: str, kind: str) -> str:
    if kind == "TIMESTAMP WITH TIME ZONE":
        return f"strftime({column}, '{_MOMENT}')"
    return f"{column}::varchar"


def _is_number(kind: str) -> bool:
    return kind.endswith("INT") or kind in ("INTEGER", "DOUBLE", "FLOAT") or kind[:7] == "DECIMAL"


def _converted(
    rows: Rows, tool: duckdb.DuckDBPyConnection, form: str, value: Callable[[str, str], str]
) -> Iterator[tuple[Any, ...]]:
    """Each row as DuckDB puts it into other words; `value` says how each column is written."""
    columns = [f"c{n}" for n in range(len(rows.names))]
    written = ", ".join(value(c, kind) for c, kind in zip(columns, rows.types, strict=True))
    for batch in rows.batches:
        tool.register("batch", pa.Table.from_batches([batch.rename_columns(columns)]))
        yield from tool.sql(f"select {form.format(written)} from batch").fetchall()


def _write(sink: BinaryIO, content: bytes) -> None:
    sink.write(content)
    sink.flush()


if __name__ == "__main__":
    main()
    # Nothing is left to be put in order, and doing so could fail for lack of memory.
    os._exit(0)
