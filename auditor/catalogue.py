"""The rules as texts: TOML to `Rule`, and the check that sheets and catalogue agree."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from auditor.errors import RulebookError

AUDITED = {"setup", "legality", "timing", "obligation", "effect", "outcome", "option"}
"""Kinds of rules that a log can break; a `definition` only names something."""


@dataclass(frozen=True, slots=True)
class Text:
    """A rule as the catalogue gives it, in both languages."""

    id: str
    section: int
    kind: str
    events: tuple[str, ...]
    source: str
    en: str
    ja: str
    legal: str
    legal_ja: str
    illegal: str
    illegal_ja: str
    ambiguity: str | None
    ambiguity_ja: str | None


MOST_OPTION = 1000
"""The largest number that an option may be."""


@dataclass(frozen=True, slots=True)
class Hole:
    """A gap in the source: the default ruling, and the option that changes it."""

    id: str
    en: str
    ja: str
    default_en: str
    default_ja: str
    option: str | None
    values: Any
    rules: tuple[str, ...]

    @property
    def default(self) -> Any:
        """The option's value where the match gives none; None where the game must say it."""
        return self.values[0] if isinstance(self.values, list) and self.values else None

    def allows(self, value: Any) -> bool:
        """Whether a match may set the option to `value`."""
        if isinstance(self.values, list) and self.values:
            return any(type(value) is type(v) and value == v for v in self.values)
        if self.values == "number":
            return type(value) is int and abs(value) <= MOST_OPTION
        return isinstance(value, str)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The rules of one game, or those of every game."""

    key: str
    version: str
    source: str
    name_en: str
    name_ja: str
    players: tuple[int, ...]
    sections: Mapping[int, tuple[str, str]]
    rules: Mapping[str, Text]
    holes: tuple[Hole, ...]

    def hole_of(self, rule: str, options: Mapping[str, Any]) -> tuple[Hole, Any] | None:
        """The hole whose ruling decides a rule in a match, and the option's value."""
        for hole in self.holes:
            if rule in hole.rules:
                return hole, options.get(hole.option or "")
        return None


@cache
def load(path: Path) -> Catalogue:
    """A catalogue from its file."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    game = data["game"]
    rules = {}
    for entry in data["rule"]:
        rules[entry["id"]] = Text(
            id=entry["id"],
            section=int(entry["id"].split("-")[1].split(".")[0]),
            kind=entry["kind"],
            events=tuple(entry["events"]),
            source=entry["source"],
            en=entry["en"],
            ja=entry["ja"],
            legal=entry["legal"],
            legal_ja=entry["legal_ja"],
            illegal=entry["illegal"],
            illegal_ja=entry["illegal_ja"],
            ambiguity=entry.get("ambiguity"),
            ambiguity_ja=entry.get("ambiguity_ja"),
        )
    holes = tuple(
        Hole(
            id=entry["id"],
            en=entry["en"],
            ja=entry["ja"],
            default_en=entry["default_en"],
            default_ja=entry["default_ja"],
            option=entry.get("option"),
            values=entry.get("values"),
            rules=tuple(entry["rules"]),
        )
        for entry in data.get("hole", [])
    )
    return Catalogue(
        key=game["key"],
        version=game["version"],
        source=game["source"],
        name_en=game["name_en"],
        name_ja=game["name_ja"],
        players=tuple(game["players"]),
        sections={s["number"]: (s["title_en"], s["title_ja"]) for s in data["section"]},
        rules=rules,
        holes=holes,
    )


def check(catalogue: Catalogue, once: Iterable[str], any_: Iterable[str], why: set[str]) -> None:
    """That every audited rule is bound: once by a rule, set or home, or by a window or duty.

    `once` are the ids bound by rules, sets and homes, `any_` those cited elsewhere, `why` those
    listed as not auditable.

    Raises: RulebookError, naming the ids.
    """
    once = list(once)
    bound = set(once) | set(any_)
    if unknown := sorted((bound | why) - set(catalogue.rules)):
        raise RulebookError(f"{catalogue.key}: not in the catalogue: {', '.join(unknown)}")
    if twice := sorted({id for id in once if once.count(id) > 1}):
        raise RulebookError(f"{catalogue.key}: bound more than once: {', '.join(twice)}")
    if both := sorted(bound & why):
        raise RulebookError(f"{catalogue.key}: bound, and listed as unaudited: {', '.join(both)}")
    audited = {text.id for text in catalogue.rules.values() if text.kind in AUDITED}
    if loose := sorted(audited - bound - why):
        raise RulebookError(f"{catalogue.key}: not bound: {', '.join(loose)}")
