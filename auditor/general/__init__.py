"""The rules of every game (GN-): asked of the record as a whole, before the game's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from auditor.catalogue import Catalogue, check, load
from auditor.declare import Question, Rule, Unaudited, Which, question
from events import Event
from events.cards import card_fields


def _sheets() -> tuple[Any, ...]:
    from auditor.general import s01_log, s03_corrections, s04_clocks, s05_rulings, s06_results

    return (s01_log, s03_corrections, s04_clocks, s05_rulings, s06_results)


def _all(kind: Any) -> list[Any]:
    return [v for sheet in _sheets() for v in vars(sheet).values() if isinstance(v, kind)]


_QUESTIONS: dict[tuple[type[Event], bool], tuple[Question, ...]] = {}


def general_questions(kind: type[Event], quiet: bool = False) -> tuple[Question, ...]:
    """The general rules on a type of event, as the replay asks them.

    `quiet`: of a record that is not closed, without a clock and without a pending ruling.
    """
    found = _QUESTIONS.get((kind, quiet))
    if found is None:
        rules = [r for r in _all((Rule, Which)) if any(issubclass(kind, on) for on in r.on)]
        if all(field.face.hidden for field in card_fields(kind)):
            rules = [r for r in rules if r.ids != ("GN-2.1",)]
        if quiet:
            rules = [r for r in rules if not isinstance(r, Rule) or r.quiet]
        found = _QUESTIONS[kind, quiet] = tuple(map(question, rules))
    return found


def general_catalogue() -> Catalogue:
    """The rules of every game as texts."""
    return load(Path(__file__).parent / "catalogue.toml")


def check_general() -> None:
    """That the general sheets and their catalogue agree. Raises: RulebookError."""
    ids = {id for rule in _all((Rule, Which)) for id in rule.ids} | {"GN-1.7", "GN-2.3"}
    check(general_catalogue(), (), ids, {id for u in _all(Unaudited) for id in u.ids})
