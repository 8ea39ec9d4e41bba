"""Questions in SQL: one SELECT over documented views, answered by a process of its own.

The process has a copy of what all may see, no other data, no files, no network, and little time and
memory: whatever a query manages to do there, nothing hidden is near it and the server goes on.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic
from typing import Any, Literal, NamedTuple

from api.desk import Desk
from api.errors import (
    ApiError,
    BadSql,
    ForbiddenSql,
    NoSuchView,
    NotASelect,
    QueryTooLarge,
    QueryTooLong,
)
from api.settings import Settings
from api.sql_copy import Copies, Stage, views
from store import Ledger

Form = Literal["json", "csv", "arrow"]
STARTING_S = 5
"""Seconds that the process has for all but its query: it starts, reads, writes."""
_CHILD = Path(__file__).with_name("sql_child.py")
_SURROUNDINGS = {"MALLOC_ARENA_MAX": "1"}
"""All of its environment. Each further arena of the C library reserves 64 MiB of its memory."""
_TIME_IS_UP = {-signal.SIGKILL, -signal.SIGXCPU}


class Answer(NamedTuple):
    """What a query gives, in the form asked for."""

    body: bytes
    rows: int
    capped: str | None
    """What there was too much of, `rows` or `bytes`: the rest is left off."""
    escaped: int = 0
    """Texts that a spreadsheet would have taken for formulas, in CSV."""


class Sql:
    """Answers queries. Safe to share between threads."""

    def __init__(self, ledger: Ledger, desk: Desk, settings: Settings) -> None:
        self.settings = settings
        self._copies = Copies(Stage(ledger, desk), settings.sql_at_once)

    def answer(self, sql: str, parameters: list[Any] | dict[str, Any], form: Form) -> Answer:
        """What a SELECT gives.

        Raises: NotASelect, NoSuchView, ForbiddenSql, BadSql, QueryTooLong, QueryTooLarge, SqlBusy;
                StoreError.
        """
        limits = self.settings
        with self._copies.one(limits.sql_seconds) as copy:
            task = {
                "copy": str(copy),
                "sql": sql,
                "parameters": parameters,
                "views": list(views()),
                "form": form,
                "seconds": limits.sql_seconds,
                "memory_mb": limits.sql_memory_mb,
                "rows": limits.sql_rows,
            }
            head, body = self._carried_out(task)
        if "refused" in head:
            raise self._refusal(**head)
        return Answer(body, **head)

    def _carried_out(self, task: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        """The head and the body that the process answers with."""
        begun = monotonic()
        with subprocess.Popen(
            [sys.executable, "-I", str(_CHILD)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env=_SURROUNDINGS,
            start_new_session=True,  # Ctrl-C is for the server, which waits for it
        ) as process:
            try:
                answered, _ = process.communicate(
                    json.dumps(task).encode(), self.settings.sql_seconds + STARTING_S
                )
            except subprocess.TimeoutExpired:
                process.kill()
                return {"refused": "time"}, b""
        if process.returncode == 0:
            head, _, body = answered.partition(b"\n")
            return json.loads(head), body
        # It breaks down only where not even an error finds room.
        is_late = monotonic() - begun > self.settings.sql_seconds
        is_killed = process.returncode in _TIME_IS_UP
        return {"refused": "time" if is_late and is_killed else "memory"}, b""

    def _refusal(self, refused: str, found: str = "more") -> ApiError:
        limits = self.settings
        match refused:
            case "statement":
                return NotASelect("sql", found, "one SELECT")
            case "view":
                known = list(views())
                return NoSuchView("sql", found, f"one of {', '.join(known)}", views=known)
            case "forbidden":
                return ForbiddenSql("sql", found, "nothing but the views and what is made of them")
            case "time":
                seconds = limits.sql_seconds
                return QueryTooLong("sql", found, f"an answer within {seconds:g} s", limit=seconds)
            case "memory":
                most = limits.sql_memory_mb
                return QueryTooLarge("sql", found, f"at most {most} MiB of memory", limit=most)
            case _:
                return BadSql("sql", found, "SQL that can be carried out")
