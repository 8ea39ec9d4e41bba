"""The answer of the auditor: findings with their rules in words, in English and Japanese."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from auditor.cards import Place, find_match_data
from auditor.catalogue import Catalogue, Hole, Text
from auditor.finding import Finding, Verdict, worst
from auditor.game import Game
from auditor.general import general_catalogue
from auditor.record import Record
from events import Log
from events.shared import RulingGiven

Report = dict[str, Any]
"""A report as JSON; its fields are in README.md."""


def audit(log: Log, given: Iterable[Place] = ()) -> Report:
    """The report on a whole log; `given` are places of match data to look in first.

    Raises: UnknownGame, MatchDataError.
    """
    return report(audited(log, given))


def audited(log: Log, given: Iterable[Place] = ()) -> Record:
    """The record of a whole log. Raises: UnknownGame, MatchDataError."""
    record = Record(log.opened, find_match_data(log.opened.game, log.opened.catalogue, given))
    for event in log.events:
        record.feed(event)
    return record


def report(record: Record) -> Report:
    """The report on a record as it stands."""
    game = record.game
    verdicts = {e.seq: record.verdict(e.seq) for e in record.events}
    counted = [seq for seq in verdicts if record.status.get(seq) != "retracted"]
    findings = [row for e in record.events for row in rows(record, e.seq)]
    return {
        "match_id": record.opened.match_id,
        "game": game.key,
        "rulebook": {"key": game.key, "version": game.catalogue.version},
        "catalogue": {"id": record.data.id, "sha256": record.data.sha256},
        "events": len(record.events),
        "verdict": worst(verdicts[seq] for seq in counted).value,
        "counts": {v.value: list(verdicts.values()).count(v) for v in Verdict},
        "findings": findings,
        "result": result(record),
        "divergence": next((n for n in counted if verdicts[n] is not Verdict.LEGAL), None),
        "undone": [
            {"seq": u.seq, "from": u.first, "to": u.last, "crosses": list(u.crosses)}
            for u in record.undone
        ],
        "notes": [{"en": en, "ja": ja} for en, ja in game.notes(record.state.match)],
    }


def result(record: Record) -> dict[str, Any]:
    """The result by the rules, the recorded one, and whether they agree."""
    end = record.state.end
    if end is None:
        by_rules = {"winner": None, "reason": "undecided", "event": None}
    elif end.disputed:
        by_rules = {"winner": None, "reason": "disputed", "event": end.event}
    else:
        by_rules = {"winner": end.winner, "reason": end.reason, "event": end.event}
    if record.closed is None:
        return {"by_rules": by_rules, "recorded": None, "agrees": None}
    closed: Any = record.events[record.closed - 1]
    recorded = {"winner": closed.winner, "reason": closed.reason}
    agrees = recorded == {key: by_rules[key] for key in recorded}
    return {"by_rules": by_rules, "recorded": recorded, "agrees": agrees}


def rows(record: Record, seq: int) -> list[dict[str, Any]]:
    """The findings on an event, as a report shows them."""
    findings = list(record.findings[seq])
    rulings = record.rulings.get(seq)
    last = rulings[-1] if rulings else None
    if last is not None and last.verdict == "illegal" and not findings:
        # the auditor calls it legal; the report shows both (GN-5.1)
        rule = last.rule if last.rule and text_of(record.game, last.rule) else "GN-5.1"
        findings = [Finding(seq, Verdict.LEGAL, rule, window="")]
    verdict = record.verdict(seq)
    return [_row(record, finding, last, verdict) for finding in findings]


def _row(
    record: Record, finding: Finding, last: RulingGiven | None, verdict: Verdict
) -> dict[str, Any]:
    game, event = record.game, record.events[finding.seq - 1]
    rule = text_of(game, finding.rule)
    assert rule is not None, finding.rule
    hole = hole_of(game, finding.rule)
    status, ruling = record.status.get(finding.seq, "open"), None
    if last is not None:
        agrees = last.verdict == verdict.value
        ruling = {
            "seq": last.seq,
            "verdict": last.verdict,
            "remedy": last.remedy,
            "rule": last.rule,
            "agrees": agrees,
        }
        if status == "open":
            status = "upheld" if agrees else "overruled"
    return {
        "seq": finding.seq,
        "type": event.type,
        "actor": event.actor,
        "verdict": finding.verdict.value,
        "rule": finding.rule,
        "kind": rule.kind,
        "window": finding.window,
        "source": source_of(game, rule),
        "en": rule.en + found(finding.facts, 0),
        "ja": rule.ja + found(finding.facts, 1),
        "facts": finding.facts,
        "legal_instead": [_bare(game, e) for e in finding.legal_instead],
        "settled_by": finding.settled_by,
        "waits_on": list(finding.waits_on),
        "contradicts": list(finding.contradicts),
        "among": list(finding.among),
        "caused_by": finding.caused_by,
        "hole": None
        if hole is None
        else {
            "id": hole.id,
            "option": hole.option,
            "value": record.state.match.options.get(hole.option) if hole.option else None,
        },
        "ruling": ruling,
        "status": status,
    }


def _bare(game: Game, event: Any) -> dict[str, Any]:
    body = game.vocabulary.encode(event)
    return {name: value for name, value in body.items() if name not in ("seq", "at")}


def catalogue_of(game: Game, rule: str) -> Catalogue:
    """The catalogue that a rule stands in: the game's, or that of every game."""
    return general_catalogue() if rule.startswith("GN-") else game.catalogue


def text_of(game: Game, rule: str) -> Text | None:
    """A rule in words; None if there is no such rule."""
    return catalogue_of(game, rule).rules.get(rule)


def source_of(game: Game, rule: Text) -> str:
    """Where the rule comes from: the seed and its heading."""
    return f"{catalogue_of(game, rule.id).source}: {rule.source}"


def hole_of(game: Game, rule: str) -> Hole | None:
    """The hole whose default ruling or option decides a rule; None if the source does."""
    return next((h for h in catalogue_of(game, rule).holes if rule in h.rules), None)


@cache
def _words() -> Mapping[str, list[str]]:
    text = (Path(__file__).parent / "words.toml").read_text(encoding="utf-8")
    fact: dict[str, list[str]] = tomllib.loads(text)["fact"]
    return fact


FOUND = (" Found: {}.", "［判明：{}］")


def found(facts: Mapping[str, Any], language: int) -> str:
    """What a judge would point at, in words; `language` 0 is English, 1 Japanese."""
    return FOUND[language].format(_listed(facts, language)) if facts else ""


def _listed(facts: Mapping[str, Any], language: int) -> str:
    words = _words()
    parts = []
    for name, value in facts.items():
        word = words[name][language] if name in words else name
        is_so = value is True and name in words
        parts.append(word if is_so else f"{word}: {_value(value, language)}")
    return ("; ", "、")[language].join(parts)


def _value(value: Any, language: int) -> str:
    if isinstance(value, dict):
        return "(" + _listed(value, language) + ")"
    if isinstance(value, list | tuple):
        return ", ".join(_value(v, language) for v in value) or "–"
    if isinstance(value, bool):
        return str(value).lower()
    return "–" if value is None else str(value)
