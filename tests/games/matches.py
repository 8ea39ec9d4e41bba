"""Matches for the property tests: read, simulated, audited."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import fields
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from auditor import Record, Verdict, find_match_data, game_of
from auditor.simulate import Simulated, simulate
from events import vocabulary_of

FIXTURES = Path(__file__).parents[2] / "fixtures"
Bodies = list[dict[str, Any]]
"""The events of a log as JSON objects."""


def read(path: Path) -> Bodies:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def simulated(key: str, seed: int | str, **more: Any) -> Simulated:
    match_id = "00000000-0000-7000-8000-000000000001"
    return simulate(game_of(key), Random(seed), match_id=match_id, **more)


def renumbered(bodies: Iterable[dict[str, Any]]) -> Bodies:
    """The events as one log, without gaps; what names another event still names it.

    An event that is not there any more is named by nobody; where one has to be named, by its own
    number.
    """
    bodies = list(bodies)
    place: dict[int, int] = {}
    for number, body in enumerate(bodies, 1):
        if "seq" in body:
            place.setdefault(body["seq"], number)
    found = []
    for number, body in enumerate(bodies, 1):
        naming = _naming(bodies[0]["game"], body["type"])
        named = {
            name: place.get(body[name], None if optional else number)
            for name, optional in naming.items()
            if body[name]
        }
        found.append({**body, **named, "seq": number})
    return found


@cache
def _naming(game: str, tag: str) -> dict[str, bool]:
    """The fields of a type of event that hold the number of another one; whether null may be."""
    vocabulary = vocabulary_of(game)
    assert vocabulary is not None
    return {
        f.name.removesuffix("_"): "None" in str(f.type)
        for f in fields(vocabulary.tags[tag])
        if f.name != "seq" and re.match(r"(Annotated\[)?Seq\b", str(f.type))
    }


def fed(bodies: Bodies) -> Iterable[Record]:
    """The record of a log, after each of its events."""
    vocabulary = vocabulary_of(bodies[0]["game"])
    assert vocabulary is not None
    events = [vocabulary.decode_object(body, n) for n, body in enumerate(bodies, 1)]
    opened: Any = events[0]
    record = Record(opened, find_match_data(opened.game, opened.catalogue))
    for event in events:
        record.feed(event)
        yield record


def audited(bodies: Bodies) -> Record:
    return list(fed(bodies))[-1]


def verdicts(record: Record) -> dict[int, Verdict]:
    return {e.seq: record.verdict(e.seq) for e in record.events}


def illegal(record: Record) -> dict[int, list[str]]:
    """The rules that illegal events break, by their seq."""
    return {
        seq: sorted(f.rule for f in found if f.verdict is Verdict.ILLEGAL)
        for seq, found in record.findings.items()
        if any(f.verdict is Verdict.ILLEGAL for f in found)
    }
