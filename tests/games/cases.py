"""Rule cases as a judge writes them, read from TOML and played."""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from auditor import Record, Verdict, find_match_data
from events import Event, Reader, Vocabulary, vocabulary_of, write_line

FIXTURES = Path(__file__).parents[2] / "fixtures"
START = datetime(2026, 11, 29, 10, tzinfo=UTC)
MATCH_ID = "00000000-0000-7000-8000-000000000001"


@dataclass(frozen=True)
class Case:
    """One rule, a position, and an event with the verdict worked out by hand."""

    game: str
    rule: str
    name: str
    body: dict[str, Any]

    @property
    def id(self) -> str:
        return f"{self.rule}: {self.name}"


def cases(folder: str, game: str) -> Iterator[Case]:
    """The cases of a folder of fixtures."""
    for path in sorted((FIXTURES / folder / "cases").glob("*.toml")):
        for body in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            yield Case(game, body["rule"], body["name"], body)


def unseen(value: Any) -> Any:
    """TOML has no null: `?` stands for a card that was not seen."""
    if isinstance(value, dict):
        return {key: unseen(part) for key, part in value.items()}
    if isinstance(value, list):
        return [unseen(part) for part in value]
    return None if value == "?" else value


def events_of(case: Case, start: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The events of a case, `when` the last of those that are judged, as JSON objects."""
    body = case.body
    opened = {
        "type": "match_opened",
        "actor": "table",
        "match_id": MATCH_ID,
        "game": case.game,
        "players": [{"seat": "P1", "name": "Aoi"}, {"seat": "P2", "name": "Ren"}],
        **start,
    }
    opened["options"] = {**opened["options"], **body.get("options", {})}
    for name in ("catalogue", "time_control"):
        if name in body:
            opened[name] = body[name]
    if "players" in body:
        opened["players"] = [{"seat": seat, "name": seat} for seat in body["players"]]
    if body["when"]["type"] == "match_opened" and "after" not in body:
        options = {**opened["options"], **body["when"].get("options", {})}
        return [{**opened, **body["when"], "options": options}]
    log = [opened]
    if "position" in body:
        log.append({"type": "position_declared", "actor": "table", **body["position"]})
    return [*log, *body.get("after", []), body["when"]]


def decoded(vocabulary: Vocabulary, log: list[dict[str, Any]], case: Case) -> list[Event]:
    """The events of a log, numbered and timed, what is left out null."""
    reader, at, found = Reader(vocabulary), START, []
    for number, body in enumerate(log, 1):
        body = unseen(body)
        at += timedelta(seconds=body.pop("dt", 1.0))
        kind = vocabulary.tags[body["type"]]
        filled = {
            field.name.removesuffix("_"): None
            for field in dataclasses.fields(kind)
            if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        }
        line = write_line({**filled, "actor": "table", **body, "seq": number, "at": at.isoformat()})
        found.append(reader.read(line.rstrip()))
    return found


def judged(case: Case, start: Mapping[str, Any]) -> tuple[Record, int]:
    """The record of a case after `when`, and the number of `when`."""
    vocabulary = vocabulary_of(case.game)
    assert vocabulary is not None
    log = events_of(case, start)
    when = len(log)
    settles = case.body.get("settled")
    events = decoded(vocabulary, [*log, settles["by"]] if settles else log, case)
    given = [FIXTURES / case.game / "catalogues"]
    data = find_match_data(case.game, events[0].catalogue, given)  # type: ignore[attr-defined]
    record = Record(events[0], data)  # type: ignore[arg-type]
    for event in events[:when]:
        record.feed(event)
    return record, when


def settled(case: Case, start: Mapping[str, Any], record: Record) -> Record:
    """The same record after the event that settles `when`."""
    vocabulary = vocabulary_of(case.game)
    assert vocabulary is not None
    log = [*events_of(case, start), case.body["settled"]["by"]]
    record.feed(decoded(vocabulary, log, case)[-1])
    return record


def cited(record: Record, seq: int) -> list[str]:
    """The ids that an event's findings cite, legal ones left out."""
    return sorted(f.rule for f in record.findings[seq] if f.verdict is not Verdict.LEGAL)
