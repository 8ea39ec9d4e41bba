"""Catalogues are read as they are written, and agree with the sheets."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.catalogue import Catalogue, Hole, check, load
from auditor.errors import RulebookError
from auditor.game import games
from auditor.general import check_general, general_catalogue

TEXT = """
[game]
key = "balls"
name_en = "Balls"
name_ja = "玉"
version = "1.2.0"
source = "balls.txt"
players = [2]

[[section]]
number = 1
title_en = "Throwing"
title_ja = "投げる"
"""
RULE = """
[[rule]]
id = "BA-1.{n}"
kind = "{kind}"
source = "見出し"
events = ["ball_thrown"]
en = "Balls are red."
ja = "玉は赤い。"
legal = "a red ball"
legal_ja = "赤い玉"
illegal = "a blue ball"
illegal_ja = "青い玉"
"""
HOLE = """
[[hole]]
id = "H-1"
en = "Which end?"
ja = "どちらの端か。"
default_en = "Either."
default_ja = "どちらでもよい。"
option = "end"
values = ["either", "near"]
rules = ["BA-1.1"]
"""


def catalogue(tmp_path: Path, *kinds: str, more: str = "") -> Catalogue:
    rules = "".join(RULE.format(n=n, kind=kind) for n, kind in enumerate(kinds, 1))
    path = tmp_path / "catalogue.toml"
    path.write_text(TEXT + rules + more, encoding="utf-8")
    load.cache_clear()
    return load(path)


def test_a_catalogue_is_read(tmp_path: Path) -> None:
    found = catalogue(tmp_path, "legality", more='ambiguity = "Pink?"\nambiguity_ja = "桃色？"')
    assert (found.key, found.version, found.source, found.players) == (
        "balls",
        "1.2.0",
        "balls.txt",
        (2,),
    )
    assert found.sections == {1: ("Throwing", "投げる")}
    text = found.rules["BA-1.1"]
    assert (text.section, text.kind, text.events) == (1, "legality", ("ball_thrown",))
    assert (text.en, text.ja, text.source) == ("Balls are red.", "玉は赤い。", "見出し")
    assert (text.legal, text.illegal) == ("a red ball", "a blue ball")
    assert (text.legal_ja, text.illegal_ja) == ("赤い玉", "青い玉")
    assert (text.ambiguity, text.ambiguity_ja) == ("Pink?", "桃色？")


def test_what_may_be_left_out_is_none(tmp_path: Path) -> None:
    found = catalogue(tmp_path, "legality")
    assert (found.rules["BA-1.1"].ambiguity, found.holes) == (None, ())


def test_a_hole_has_its_option_and_default(tmp_path: Path) -> None:
    (hole,) = catalogue(tmp_path, "legality", more=HOLE).holes
    assert (hole.id, hole.option, hole.default, hole.rules) == ("H-1", "end", "either", ("BA-1.1",))
    assert hole.allows("near")
    assert not hole.allows("far")
    assert not hole.allows(None)


def of(values: object) -> Hole:
    return Hole("H-1", "", "", "", "", "end", values, ())


def test_true_is_not_one_and_one_is_not_true() -> None:
    assert of([True, False]).allows(False)
    assert not of([True, False]).allows(0)
    assert not of([1, 2]).allows(True)
    assert not of([1, 2]).allows(1.0)


def test_an_open_option_takes_text_and_has_no_default() -> None:
    assert of("text").allows("anything")
    assert not of("text").allows(3)
    assert of("text").default is None


AUDITED = ["setup", "legality", "timing", "obligation", "effect", "outcome", "option"]


@pytest.mark.parametrize("kind", AUDITED)
def test_an_audited_rule_must_be_bound(tmp_path: Path, kind: str) -> None:
    found = catalogue(tmp_path, kind, kind)
    with pytest.raises(RulebookError) as caught:
        check(found, ["BA-1.1"], (), set())
    assert str(caught.value) == "balls: not bound: BA-1.2"


def test_a_definition_need_not_be_bound(tmp_path: Path) -> None:
    check(catalogue(tmp_path, "definition"), (), (), set())


def test_a_rule_may_be_bound_once_by_a_rule_or_often_by_windows(tmp_path: Path) -> None:
    found = catalogue(tmp_path, "legality", "timing", "effect")
    check(found, ["BA-1.1"], ["BA-1.2", "BA-1.2"], {"BA-1.3"})


def test_a_rule_bound_twice_is_named(tmp_path: Path) -> None:
    found = catalogue(tmp_path, "legality", "legality")
    with pytest.raises(RulebookError) as caught:
        check(found, ["BA-1.2", "BA-1.1", "BA-1.2", "BA-1.1"], (), set())
    assert str(caught.value) == "balls: bound more than once: BA-1.1, BA-1.2"


@pytest.mark.parametrize(
    ("once", "often", "why"),
    [
        (["BA-1.1", "BA-9.9"], [], set()),
        (["BA-1.1"], ["BA-9.9"], set()),
        (["BA-1.1"], [], {"BA-9.9"}),
    ],
)
def test_an_unknown_id_is_named(
    tmp_path: Path, once: list[str], often: list[str], why: set[str]
) -> None:
    with pytest.raises(RulebookError) as caught:
        check(catalogue(tmp_path, "legality"), once, often, why)
    assert str(caught.value) == "balls: not in the catalogue: BA-9.9"


def test_a_rule_bound_and_called_unaudited_is_named(tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as caught:
        check(catalogue(tmp_path, "legality"), ["BA-1.1"], (), {"BA-1.1"})
    assert str(caught.value) == "balls: bound, and listed as unaudited: BA-1.1"


def test_the_installed_rulebooks_agree_with_their_catalogues() -> None:
    check_general()
    for game in games().values():
        game.check()


def every_catalogue() -> list[Catalogue]:
    return [general_catalogue(), *(game.catalogue for game in games().values())]


@pytest.mark.parametrize("found", every_catalogue(), ids=lambda found: found.key)
def test_every_rule_is_in_a_section_and_on_known_events(found: Catalogue) -> None:
    tags = {"*"}.union(*(game.vocabulary.tags for game in games().values()))
    for text in found.rules.values():
        assert text.section in found.sections, text.id
        assert set(text.events) <= tags, text.id
    for hole in found.holes:
        assert set(hole.rules) <= set(found.rules), hole.id
