"""The envelope that every event has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from pydantic import AwareDatetime, ConfigDict, Field, Strict, StringConstraints

from events.figures import Role

Seat = Literal["P1", "P2", "P3", "P4"]
Actor = Literal["P1", "P2", "P3", "P4", "table", "judge"]

TABLE: Actor = "table"
SEATS: tuple[Seat, ...] = ("P1", "P2", "P3", "P4")

LARGEST = 2**53 - 1
"""Beyond it, a number is not the same to every reader of JSON."""

Seq = Annotated[int, Strict(), Field(ge=1, le=LARGEST)]
Count = Annotated[int, Strict(), Field(ge=-LARGEST, le=LARGEST)]
Seconds = Annotated[float, Field(ge=0, le=LARGEST, allow_inf_nan=False)]
Uuid = Annotated[
    str,
    StringConstraints(
        pattern=r"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$", to_lower=True
    ),
]
Moment = Annotated[AwareDatetime, Field(strict=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One fact of a match. A type of event is a subclass with a `type` and fields of its own."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=True)
    version: ClassVar[int] = 1
    """The newest schema version of the type; older ones are upcast."""
    emitters: ClassVar[tuple[str, ...]] = ("seat",)
    """Who may emit it: `seat`, `table`, `judge` (GN-1.4)."""
    play: ClassVar[bool] = True
    """Going back undoes it."""
    reveals: ClassVar[bool] = False
    """It does nothing but show hidden cards: it may come in every window and after the end."""
    shows: ClassVar[bool] = False
    """Somebody sees a card by it that was hidden before (GN-3.3)."""
    chance: ClassVar[bool] = False
    """Chance decides something in it (GN-3.3)."""
    role: ClassVar[Role | None] = None
    """In which role its cards stand in statistics; None: in none."""

    seq: Seq
    """Place in the log, from 1."""
    at: Moment
    """When it happened; UTC, microseconds."""
    actor: Actor
    type: str
    v: int = 1
    match_id: Uuid | None = None
    """On the first line of a log; may be left out on the others."""
    event_id: Uuid | None = None
    """The client's own id; a match holds each once."""
