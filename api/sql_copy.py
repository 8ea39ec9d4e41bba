"""Copies of what all may see: the only data that a query in SQL gets near.

A copy is a DuckDB file of its own, brought up to date by the matches that are shown otherwise than
when it was last used. One query has it at a time.
"""

from __future__ import annotations

import json
import os
import shutil
import tomllib
import weakref
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from pathlib import Path
from queue import Empty, LifoQueue
from tempfile import mkdtemp, mkstemp
from threading import Lock
from typing import Any, NamedTuple

import duckdb
import pyarrow as pa

from api.desk import Desk
from api.errors import SqlBusy
from api.sight import Sight, unseen
from auditor import AuditorError, Report, report
from auditor.catalogue import Catalogue
from auditor.game import game_of, games
from auditor.general import general_catalogue
from store import Facts, Ledger, UnknownMatch
from store.facts import facts_of
from store.ledger import FACTS

TOGETHER = 200
"""Matches whose rows are held in memory at once."""
MEMORY = "256MB"
WAITING = 8
"""Queries that wait for a copy; more are sent away at once."""

RULES = "rules"
"""The view that tells of no match."""
PUBLIC = Sight("closed")
"""What all see of a match, if no organiser has said otherwise."""

Row = tuple[Any, ...]


class Column(NamedTuple):
    """A column of a view: its name, its type, and what it is."""

    name: str
    type: str
    en: str
    ja: str


class View(NamedTuple):
    """A view: its name, what it has, and its columns."""

    name: str
    en: str
    ja: str
    columns: tuple[Column, ...]


@cache
def views() -> dict[str, View]:
    """The views by name."""
    text = Path(__file__).with_name("sql_views.toml").read_text("utf-8")
    return {
        name: View(name, of["en"], of["ja"], tuple(Column(*column) for column in of["columns"]))
        for name, of in tomllib.loads(text).items()
    }


class Shown(NamedTuple):
    """A match as all may see it."""

    events: list[dict[str, Any]]
    report: Report
    is_closed: bool
    facts: Facts | None
    """None, if they are those that are saved."""


class Stage:
    """What is shown to all: matches, and which of them are shown otherwise since."""

    def __init__(self, ledger: Ledger, desk: Desk) -> None:
        self._ledger = ledger
        self._desk = desk

    def changed_since(self, turn: int | None) -> tuple[int, list[str]]:
        """As `Reports.shown_since`."""
        return self._desk.reports.shown_since(turn)

    def matches(self, match_ids: Sequence[str]) -> dict[str, list[Row]]:
        """The rows of those of some matches that are shown, by view. Raises: StoreError."""
        rows: dict[str, list[Row]] = defaultdict(list)
        saved = []
        for match_id in match_ids:
            shown = self._match(match_id)
            if shown is not None:
                for name, found in (_rows(match_id, shown) | dict(shown.facts or {})).items():
                    rows[name] += found
                if shown.facts is None:
                    saved.append(match_id)
        with self._ledger.facts() as facts:
            for name in FACTS:
                sql = f"from {name} where match_id in (select unnest(?))"
                rows[name] += facts.execute(sql, [saved]).fetchall()
        return rows

    def _match(self, match_id: str) -> Shown | None:
        """A match, if it is shown and can be audited. Raises: StoreError."""
        views, ledger = self._desk.views, self._ledger
        # The report first: one of fewer events than stand by then is not taken. Nor is one that
        # may have been made when all might see more.
        saved, stands = ledger.report(match_id), ledger.standing(match_id)
        sight = self._desk.showings.public(stands.tournament)
        if sight == PUBLIC and saved is not None and saved.seq == stands.seq:
            events = ledger.export(match_id, 0, stands.seq)
            if not stands.closed:
                vocabulary, options = (
                    game_of(str(events[0]["game"])).vocabulary,
                    events[0].get("options", {}),
                )
                events = [unseen(event, vocabulary, options) for event in events]
            return Shown(events, saved.report, stands.closed, None)
        try:
            with views.seen(match_id, sight) as seen:
                events, told = views.events(match_id, seen), report(seen.record)
                return Shown(events, told, seen.is_closed, facts_of(seen.record))
        except (UnknownMatch, AuditorError):
            return None


class Copies:
    """As many copies as there are queries at once. Safe to share between threads."""

    def __init__(self, stage: Stage, at_once: int) -> None:
        self._stage = stage
        self._free: LifoQueue[Copy | None] = LifoQueue()  # the last used is the least behind
        for _ in range(at_once):
            self._free.put(None)
        self._lock = Lock()
        self._waiting = 0
        self._folder: Path | None = None

    @contextmanager
    def one(self, patience_s: float) -> Iterator[Path]:
        """The file of a copy that is up to date, and nobody else's while the block runs.

        Raises: SqlBusy, if none is free for so long, or too many wait for one; StoreError.
        """
        copy = self._taken(patience_s)
        try:
            copy = copy or Copy(self._new_file())
            copy.bring_up_to_date(self._stage)
            yield copy.file
        finally:
            self._free.put(copy)

    def _taken(self, patience_s: float) -> Copy | None:
        """A copy that is free, or the place of one that is not made yet. Raises: SqlBusy."""
        busy = SqlBusy("sql", "as many queries as may run", "a moment's wait", retry_after=1)
        with self._lock:
            if self._waiting >= WAITING:
                raise busy
            self._waiting += 1
        try:
            return self._free.get(timeout=patience_s)
        except Empty:
            raise busy from None
        finally:
            with self._lock:
                self._waiting -= 1

    def _new_file(self) -> Path:
        with self._lock:
            if self._folder is None:
                self._folder = Path(mkdtemp(prefix="senpu-sql-"))  # nobody else's to read
                weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        handle, name = mkstemp(".duckdb", dir=self._folder)
        os.close(handle)
        os.unlink(name)
        return Path(name)


class Copy:
    """One file with a table a view."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._turn: int | None = None
        """The turn of the reports that it has; None, before it has any."""
        with self._open() as connection:
            for view in views().values():
                columns = ", ".join(f'"{c.name}" {c.type}' for c in view.columns)
                connection.execute(f"create table {view.name} ({columns})")
            _insert(connection, RULES, list(_rules()))

    def bring_up_to_date(self, stage: Stage) -> None:
        """What is shown otherwise than when this was last done, anew. Raises: StoreError."""
        turn, match_ids = stage.changed_since(self._turn)
        if match_ids:
            with self._open() as connection:
                for first in range(0, len(match_ids), TOGETHER):
                    _renew(connection, stage, match_ids[first : first + TOGETHER])
        self._turn = turn

    @contextmanager
    def _open(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """A connection; once it is closed, all is in the one file."""
        with duckdb.connect(self.file, config={"memory_limit": MEMORY, "threads": 1}) as connection:
            connection.execute("set TimeZone = 'UTC'")
            yield connection


def _renew(connection: duckdb.DuckDBPyConnection, stage: Stage, match_ids: Sequence[str]) -> None:
    rows = stage.matches(match_ids)
    connection.execute("begin")
    for name in views():
        if name != RULES:
            gone = f"delete from {name} where match_id in (select unnest(?))"
            connection.execute(gone, [list(match_ids)])
            _insert(connection, name, rows[name])
    connection.execute("commit")


def _insert(connection: duckdb.DuckDBPyConnection, name: str, rows: Sequence[Row]) -> None:
    if rows:
        columns = zip(views()[name].columns, zip(*rows, strict=True), strict=True)
        arrived = pa.table(
            {
                column.name: pa.array(map(_moment, values), _ARROW.get(column.type, pa.string()))
                for column, values in columns
            }
        )
        connection.register("arrived", arrived)
        connection.execute(f"insert into {name} select * from arrived")
        connection.unregister("arrived")


def _moment(value: Any) -> Any:
    """Facts have times without an offset, in UTC."""
    return f"{value}Z" if isinstance(value, datetime) else value


_ARROW = {
    "BIGINT": pa.int64(),
    "BOOLEAN": pa.bool_(),
    "DOUBLE": pa.float64(),
    "VARCHAR[]": pa.list_(pa.string()),
}


# ── rows ─────────────────────────────────────────────────────────────────────────────────────


def _rows(match_id: str, shown: Shown) -> dict[str, list[Row]]:
    """The rows of a match, by view."""
    opened = shown.events[0]
    return {
        "matches": [_match(match_id, opened, shown)],
        "players": [_player(match_id, player) for player in opened["players"]],
        "events": [
            (match_id, e["seq"], e["at"], e["actor"], e["type"], _json(_unsalted(e)))
            for e in shown.events
        ],
        "findings": [_finding(match_id, finding) for finding in shown.report["findings"]],
    }


def _match(match_id: str, opened: dict[str, Any], shown: Shown) -> Row:
    report = shown.report
    by_rules, recorded = report["result"]["by_rules"], report["result"]["recorded"] or {}
    counts = report["counts"]
    return (
        match_id,
        report["game"],
        opened.get("tournament"),
        opened.get("round"),
        opened.get("table"),
        opened["at"],
        max(event["at"] for event in shown.events),
        len(shown.events),
        "closed" if shown.is_closed else "open",
        recorded.get("winner"),
        recorded.get("reason"),
        by_rules["winner"],
        by_rules["reason"],
        report["result"]["agrees"],
        report["verdict"],
        counts["legal"],
        counts["illegal"],
        counts["undetermined"],
        report["divergence"],
        report["rulebook"]["version"],
        report["catalogue"]["id"],
    )


def _player(match_id: str, player: dict[str, Any]) -> Row:
    deck = player.get("deck") or {}
    return (
        match_id,
        player["seat"],
        player.get("player"),
        player.get("name"),
        deck.get("name"),
        deck.get("archetype"),
    )


def _finding(match_id: str, finding: dict[str, Any]) -> Row:
    hole, ruling = finding["hole"] or {}, finding["ruling"] or {}
    return (
        match_id,
        finding["seq"],
        finding["type"],
        finding["actor"],
        finding["verdict"],
        finding["rule"],
        finding["kind"],
        finding["window"],
        finding["status"],
        finding["settled_by"],
        finding["caused_by"],
        hole.get("id"),
        ruling.get("verdict"),
        ruling.get("remedy"),
        _json(finding["facts"]),
        _json(finding["waits_on"]),
        _json(finding["legal_instead"]),
        finding["en"],
        finding["ja"],
    )


def _rules() -> Iterator[Row]:
    catalogues: list[Catalogue] = [general_catalogue(), *(g.catalogue for g in games().values())]
    for catalogue in catalogues:
        for rule in catalogue.rules.values():
            yield catalogue.key, rule.id, rule.kind, rule.source, rule.en, rule.ja


def _unsalted(event: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name != "salt"}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
