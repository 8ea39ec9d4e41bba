"""Words for people, in English and Japanese, from one table."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any


class Language(StrEnum):
    """A language that senpu speaks."""

    EN = "en"
    JA = "ja"

    @property
    def place(self) -> int:
        """Its place in a pair of texts, English first."""
        return int(self is Language.JA)


def language_here() -> Language:
    """The language of the environment: Japanese where LANG says so, else English."""
    return Language.JA if os.environ.get("LANG", "").startswith("ja") else Language.EN


@cache
def _table() -> Mapping[str, Mapping[str, list[str]]]:
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


class Words:
    """The table in one language.

    Example: Words(Language.EN)("verdict.legal") == "legal"
    """

    def __init__(self, language: Language) -> None:
        self.language = language

    def __call__(self, key: str, **values: Any) -> str:
        """The text of a key, `group.name`, with values put in."""
        group, name = key.split(".")
        return _table()[group][name][self.language.place].format(**values)

    def named(self, group: str, name: str) -> str:
        """What an id of the log is called; the id itself, where the table has no word for it."""
        pair = _table()[group].get(name)
        return name if pair is None else pair[self.language.place]

    def error(self, error: Exception) -> str:
        """What went wrong, by the error's own words or, in Japanese, by its class and facts."""
        if self.language is Language.EN:
            return str(error)
        known = _table()["error"]
        for kind in type(error).__mro__:
            if kind.__name__ in known:
                facts = vars(error) | getattr(error, "members", {})
                said = {name: self._fact(value) for name, value in facts.items()}
                return self(f"error.{kind.__name__}", **said)
        return str(error)

    def _fact(self, value: Any) -> str:
        return "–" if value is None else self.named("phrase", str(value))
