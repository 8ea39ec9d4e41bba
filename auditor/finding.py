"""What the auditor says of an event."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from events import Event


class Verdict(StrEnum):
    """Ordered from good to bad by `worst`."""

    LEGAL = "legal"
    UNDETERMINED = "undetermined"
    ILLEGAL = "illegal"


_ORDER = {Verdict.LEGAL: 0, Verdict.UNDETERMINED: 1, Verdict.ILLEGAL: 2}


def worst(verdicts: Any) -> Verdict:
    """The worst of some verdicts; legal of none."""
    return max(verdicts, key=_ORDER.__getitem__, default=Verdict.LEGAL)


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that an event breaks, or may break, before it becomes a finding."""

    rule: str
    verdict: Verdict = Verdict.ILLEGAL
    facts: dict[str, Any] = field(default_factory=dict)
    waits_on: frozenset[str] = frozenset()
    contradicts: tuple[int, ...] = ()
    among: tuple[int, ...] = ()
    """Events of which at least one is illegal."""
    instead: tuple[Event, ...] = ()
    """What was gone past: it comes first in `legal_instead`."""
    question: Any = field(default=None, compare=False)
    """The rule, or the question of several, that found it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One rule and one event. No game in it; texts are added when a report is written."""

    seq: int
    verdict: Verdict
    rule: str
    window: str
    facts: dict[str, Any] = field(default_factory=dict)
    legal_instead: tuple[Event, ...] = ()
    settled_by: int | None = None
    waits_on: tuple[str, ...] = ()
    contradicts: tuple[int, ...] = ()
    among: tuple[int, ...] = ()
    caused_by: int | None = None
