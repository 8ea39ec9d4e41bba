"""Whatever a finding tells is told in English and in Japanese."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest

from auditor import audit, report
from auditor.catalogue import Catalogue
from auditor.declare import Unaudited, Window
from auditor.game import games
from auditor.general import general_catalogue
from events import read_log
from tests.games.cases import judged, settled
from tests.games.test_cases import CASES, START
from tests.games.test_examples import worked_out

ROOT = Path(__file__).parents[1]
T = TypeVar("T")
WORDS = tomllib.loads((ROOT / "auditor" / "words.toml").read_text(encoding="utf-8"))["fact"]
JAPANESE = re.compile("[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")
CATALOGUES = [general_catalogue(), *(game.catalogue for game in games().values())]


@cache
def reports() -> tuple[dict[str, Any], ...]:
    """The reports on all cases, before and after they are settled, and on all examples."""
    found = []
    for case in CASES:
        record, _ = judged(case, START[case.game])
        found.append(report(record))
        if "settled" in case.body:
            found.append(report(settled(case, START[case.game], record)))
    logs = sorted({path for path, _ in worked_out()})
    return (*found, *(audit(read_log(path.read_bytes())) for path in logs))


def findings() -> Iterator[dict[str, Any]]:
    for whole in reports():
        yield from whole["findings"]


def names(facts: dict[str, Any]) -> Iterator[str]:
    """The names of facts; options, seats, regions are the match's own words."""
    for name, value in facts.items():
        if re.fullmatch("[a-z_]+", name):
            yield name
        if isinstance(value, dict) and name != "options":
            yield from names(value)


def test_every_fact_has_words() -> None:
    used = {name for finding in findings() for name in names(finding["facts"])}
    assert used - set(WORDS) == set()


@pytest.mark.parametrize("name", WORDS)
def test_the_words_of_a_fact_are_in_both_languages(name: str) -> None:
    en, ja = WORDS[name]
    assert en
    assert not JAPANESE.search(en)
    assert JAPANESE.search(ja)


def test_every_finding_is_told_in_both_languages() -> None:
    for finding in findings():
        en, ja = finding["en"], finding["ja"]
        assert not JAPANESE.search(en), finding
        assert JAPANESE.search(ja), finding
        found = en.partition("Found:")[2] + ja.partition("判明")[2]
        assert not {"None", "True", "False", "{", "["} & set(re.findall(r"\w+|\S", found)), finding


def test_every_note_is_told_in_both_languages() -> None:
    for whole in reports():
        for note in whole["notes"]:
            assert not JAPANESE.search(note["en"])
            assert JAPANESE.search(note["ja"])


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda catalogue: catalogue.key)
def test_every_rule_is_told_in_both_languages(catalogue: Catalogue) -> None:
    for rule in catalogue.rules.values():
        for en in (rule.en, rule.legal, rule.illegal, rule.ambiguity or "-"):
            assert en, rule.id
            assert not JAPANESE.search(en), rule.id
        ambiguity = rule.ambiguity_ja if rule.ambiguity else rule.ja
        for ja in (rule.ja, rule.legal_ja, rule.illegal_ja, ambiguity or ""):
            assert JAPANESE.search(ja) or ja in (rule.legal, rule.illegal), rule.id
    for hole in catalogue.holes:
        assert hole.en, hole.id
        assert not JAPANESE.search(hole.en + hole.default_en), hole.id
        assert JAPANESE.search(hole.ja), hole.id
        assert JAPANESE.search(hole.default_ja), hole.id


def declared(kind: type[T]) -> Iterator[T]:
    """The declarations of a kind in the sheets of every game."""
    for game in games().values():
        for sheet in game.sheets:
            yield from (value for value in vars(sheet).values() if isinstance(value, kind))


def test_every_window_is_told_in_both_languages() -> None:
    windows = list(declared(Window))
    assert windows
    for window in windows:
        assert window.en, window.key
        assert not JAPANESE.search(window.en), window.key
        assert JAPANESE.search(window.ja), window.key


def test_why_a_rule_is_not_audited_is_told_in_both_languages() -> None:
    for unaudited in declared(Unaudited):
        for id, (en, ja) in unaudited.why.items():
            assert not JAPANESE.search(en), id
            assert JAPANESE.search(ja), id
