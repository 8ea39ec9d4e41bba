"""What statistics read of an event: in which role its cards stand, and a game's own figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from events.envelope import Event

Role = Literal["deck", "opening", "drawn", "played"]
"""`deck`: registered before play; `opening`: in the first hand; `drawn`: came to a hand later;
`played`: left it for what it does."""
ROLES: tuple[Role, ...] = ("deck", "opening", "drawn", "played")


class Counted(NamedTuple):
    """One thing that a figure counts in an event."""

    seat: str | None
    """Whose; None if nobody's."""
    label: str | None
    """Which sort of thing: a face of a die, a state, a reason."""
    value: float | None = None
    """How much; None where only the sort is counted."""


@dataclass(frozen=True)
class Figure:
    """A figure of a game's own: what its players ask beside results and cards."""

    name: str
    en: str
    ja: str
    on: type[Event]
    """The type of event that it is read from."""
    of: Callable[[Any], Iterable[Counted]]
    """What it counts in one such event."""
