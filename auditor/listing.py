"""The legal events of a position, listed from the same sets that judge them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from auditor.declare import UNRECORDED, Act
from auditor.finding import Verdict
from auditor.kernel import verdict_of
from events import Event

if TYPE_CHECKING:
    from auditor.game import Game


def legal_events(game: Game, s: Any, most: int | None = None) -> Iterator[tuple[Event, Verdict]]:
    """Every event that may come next, `legal` or `undetermined`; at most `most` of them."""
    return islice(_legal(game, s), most)


def _legal(game: Game, s: Any) -> Iterator[tuple[Event, Verdict]]:
    if s.closed:
        return
    for act in game.acts.values():
        if not s.is_over or act.closes or _follows_the_end(act, s):
            for event in candidates(act, s):
                verdict = verdict_of(game, s, event)
                if verdict is not Verdict.ILLEGAL:
                    yield event, verdict


def _follows_the_end(act: Act, s: Any) -> bool:
    """The window of a game that is over lets the act in."""
    return any(act.kind in may.kinds for may in s.frames[-1].row.may)


def candidates(act: Act, s: Any) -> Iterator[Event]:
    """The product of an act's sets; a later field may depend on the ones before it."""
    names = list(act.sets)
    kind = act.kind
    tag = kind.__dataclass_fields__["type"].default

    def grow(draft: dict[str, Any], at: int) -> Iterator[Event]:
        if at == len(names):
            yield kind(seq=s.seq + 1, at=UNRECORDED, **draft)
            return
        half = SimpleNamespace(type=tag, seq=s.seq + 1, **draft)
        for value in act.sets[names[at]].choices(s, half):
            yield from grow({**draft, names[at]: value}, at + 1)

    if names:
        yield from grow({}, 0)
