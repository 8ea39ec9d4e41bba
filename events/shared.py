"""The types of every game: how a match opens and closes, corrections, clocks, rulings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field, JsonValue

from events.cards import Name, Spelled
from events.envelope import Count, Event, Seat, Seconds, Seq

Remedy = Literal["none", "stands", "rewind", "partial_fix", "penalty", "game_loss"]
Penalty = Literal["warning", "game_loss", "match_loss", "disqualification"]
STRICT: ConfigDict = ConfigDict(extra="forbid", strict=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Who sits at a seat, and the deck registered for it."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    seat: Seat
    name: str | None = None
    """Kept out of what is hashed."""
    deck: dict[str, JsonValue] | None = None
    player: str | None = None
    """An id that outlives the name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeControl:
    """Limits in seconds (GN-4.1)."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    turn_s: Seconds | None = None
    decision_s: Seconds | None = None
    bank_s: Seconds | None = None
    round_s: Seconds | None = None
    grace_s: Seconds | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOpened(Event):
    """The match begins: game, options, seats."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["match_opened"] = "match_opened"
    game: str
    players: Annotated[tuple[Player, ...], Field(max_length=8)]
    options: dict[Name, Annotated[JsonValue, Spelled()]] = field(default_factory=dict)
    catalogue: Name | None = None
    salt: Annotated[str, Field(max_length=64)] | None = None
    """The store's: base64url of 32 bytes."""
    tournament: str | None = None
    round: Count | None = None
    table: str | None = None
    time_control: TimeControl | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchClosed(Event):
    """The result as recorded."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["match_closed"] = "match_closed"
    winner: Seat | None
    reason: Name
    ranking: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerConceded(Event):
    """A seat gives up."""

    type: Literal["player_conceded"] = "player_conceded"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPaused(Event):
    """The clock stands."""

    emitters: ClassVar[tuple[str, ...]] = ("table", "judge")
    play: ClassVar[bool] = False

    type: Literal["clock_paused"] = "clock_paused"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockResumed(Event):
    """The clock runs again."""

    emitters: ClassVar[tuple[str, ...]] = ("table", "judge")
    play: ClassVar[bool] = False

    type: Literal["clock_resumed"] = "clock_resumed"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRetracted(Event):
    """A wrongly recorded event, and the play after it, is taken out of the game."""

    emitters: ClassVar[tuple[str, ...]] = ("table", "judge")
    play: ClassVar[bool] = False

    type: Literal["event_retracted"] = "event_retracted"
    event: Seq
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRewound(Event):
    """Play goes on from the position after event `to`."""

    emitters: ClassVar[tuple[str, ...]] = ("judge",)
    play: ClassVar[bool] = False

    type: Literal["match_rewound"] = "match_rewound"
    to: Seq
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingGiven(Event):
    """A judge's word on an event."""

    emitters: ClassVar[tuple[str, ...]] = ("judge",)
    play: ClassVar[bool] = False

    type: Literal["ruling_given"] = "ruling_given"
    on: Seq
    verdict: Literal["legal", "illegal"]
    remedy: Remedy
    text: str
    rule: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyGiven(Event):
    """A judge's penalty; from game_loss up the seat is out."""

    emitters: ClassVar[tuple[str, ...]] = ("judge",)
    play: ClassVar[bool] = False

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    type: Literal["penalty_given"] = "penalty_given"
    seat: Seat
    penalty: Penalty
    for_: Annotated[Seq | None, Field(alias="for")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteAdded(Event):
    """A remark that decides nothing."""

    emitters: ClassVar[tuple[str, ...]] = ("seat", "table", "judge")
    play: ClassVar[bool] = False

    type: Literal["note_added"] = "note_added"
    text: str


COMMON: tuple[type[Event], ...] = (
    PlayerConceded,
    ClockPaused,
    ClockResumed,
    EventRetracted,
    MatchRewound,
    RulingGiven,
    PenaltyGiven,
    NoteAdded,
)
"""In every vocabulary, beside the game's match_opened and match_closed."""
