"""The vocabulary of Toy Battle, types in the order of play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field

from events.cards import Hidden, HiddenOfOwner, HiddenOfSeat, Name, Shown
from events.envelope import Count, Event, Seat, Seq
from events.figures import Counted, Figure, Role
from events.shared import COMMON, STRICT, MatchClosed, MatchOpened
from events.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesSetAside(Event):
    """Tiles removed at set-up, unseen."""

    type: Literal["tiles_set_aside"] = "tiles_set_aside"
    troops: tuple[Hidden, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningRackTaken(Event):
    """The tiles a seat opens with."""

    shows: ClassVar[bool] = True
    chance: ClassVar[bool] = True
    role: ClassVar[Role | None] = "opening"

    type: Literal["opening_rack_taken"] = "opening_rack_taken"
    troops: tuple[Hidden, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A tile with its instance id."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    unit: Name
    troop: Shown


@dataclass(frozen=True, slots=True, kw_only=True)
class LyingPiece:
    """A tile laid down by a Battlefield."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    unit: Name
    troop: HiddenOfSeat = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPosition:
    """What a seat has."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    rack: tuple[HiddenOfSeat, ...] = ()
    lying: tuple[LyingPiece, ...] = ()
    discard: tuple[Piece, ...] = ()
    set_aside: Count | None = None
    reserve: Count | None = None
    medals: Count = 0
    next_unit: Count | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedTroop:
    """A troop placed this turn, and what became of its effect and of its base's."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    unit: Name
    space: Name
    by: Name | None = None
    effect: Literal["none", "open", "used", "gone"] = "none"
    base: Literal["none", "open", "used", "gone"] = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class MedalsDue:
    """Medals owed and not yet taken."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    seat: Seat
    regions: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedResult:
    """A result by the rules, in a printed position."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    winner: Seat | None
    reason: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionDeclared(Event):
    """The record begins in the middle of a match."""

    emitters: ClassVar[tuple[str, ...]] = ("table", "judge")

    type: Literal["position_declared"] = "position_declared"
    to_move: Seat
    seats: dict[Seat, SeatPosition]
    turn: Count = 1
    stacks: dict[Name, tuple[Piece, ...]] = field(default_factory=dict)
    region_medals: dict[Name, Count] = field(default_factory=dict)
    window: Literal["action", "effects", "end", "over"] = "action"
    placed: tuple[PlacedTroop, ...] = ()
    due: tuple[MedalsDue, ...] = ()
    result: PrintedResult | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TroopsDrawn(Event):
    """Tiles go from the reserve to the rack."""

    shows: ClassVar[bool] = True
    chance: ClassVar[bool] = True
    role: ClassVar[Role | None] = "drawn"

    type: Literal["troops_drawn"] = "troops_drawn"
    cause: Literal["action", "skully", "star", "clouds"]
    by: Name | None
    """The unit (skully, star) or base (clouds) that lets draw; null for the action."""
    troops: tuple[Hidden, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TroopPlaced(Event):
    """A tile is put on a space, face up."""

    role: ClassVar[Role | None] = "played"

    type: Literal["troop_placed"] = "troop_placed"
    unit: Name
    troop: Shown
    space: Name
    cause: Literal["action", "captain"]
    by: Name | None
    """The Captain whose extra this is; null for the action."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RegionMedals:
    """The medals claimed for a region."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    region: Name
    medals: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class MedalsTaken(Event):
    """The controller takes the medals of regions; `total` is the seat's new total."""

    type: Literal["medals_taken"] = "medals_taken"
    regions: tuple[RegionMedals, ...]
    total: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTroopDiscarded(Event):
    """A Jumbo takes a troop off the board."""

    type: Literal["board_troop_discarded"] = "board_troop_discarded"
    by: Name
    unit: Name
    troop: Shown
    base: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class RackTroopDiscarded(Event):
    """An XB-42 takes a tile off a rack."""

    shows: ClassVar[bool] = True
    chance: ClassVar[bool] = True

    type: Literal["rack_troop_discarded"] = "rack_troop_discarded"
    by: Name
    owner: Seat
    unit: Name
    troop: Shown
    method: Literal["random", "chosen"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TroopReturned(Event):
    """A Castle brings a troop back to the rack."""

    type: Literal["troop_returned"] = "troop_returned"
    by: Name
    unit: Name
    troop: Shown
    base: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class TroopMoved(Event):
    """A Volcano moves a troop."""

    type: Literal["troop_moved"] = "troop_moved"
    by: Name
    unit: Name
    from_: Annotated[Name, Field(alias="from")]
    to: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class TroopRecovered(Event):
    """A Cemetery brings a discarded tile to the rack."""

    type: Literal["troop_recovered"] = "troop_recovered"
    by: Name
    unit: Name
    troop: Shown


@dataclass(frozen=True, slots=True, kw_only=True)
class RackTroopLaidDown(Event):
    """A Battlefield lays a tile of a rack down."""

    type: Literal["rack_troop_laid_down"] = "rack_troop_laid_down"
    by: Name
    owner: Seat
    unit: Name
    troop: HiddenOfOwner
    face_seen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RackTroopStoodUp(Event):
    """A lying tile stands again."""

    type: Literal["rack_troop_stood_up"] = "rack_troop_stood_up"
    unit: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectDeclined(Event):
    """An effect is closed for good without being used."""

    type: Literal["effect_declined"] = "effect_declined"
    by: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class StackInspected(Event):
    """Someone looks through a stack."""

    type: Literal["stack_inspected"] = "stack_inspected"
    base: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class StackReordered(Event):
    """Someone puts a stack in another order; always a fault."""

    type: Literal["stack_reordered"] = "stack_reordered"
    base: Name
    order: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Event):
    """The turn is over."""

    type: Literal["turn_ended"] = "turn_ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoActionDeclared(Event):
    """The player says that no action is possible."""

    type: Literal["no_action_declared"] = "no_action_declared"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyBattleClosed(MatchClosed):
    """The result as recorded, with the medals held then."""

    medals: dict[Seat, Count]


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesRevealed(Event):
    """Hidden tiles are shown."""

    emitters: ClassVar[tuple[str, ...]] = ("seat", "table", "judge")
    reveals: ClassVar[bool] = True
    shows: ClassVar[bool] = True

    type: Literal["tiles_revealed"] = "tiles_revealed"
    owner: Seat
    zone: Literal["rack", "reserve", "set_aside", "draw", "unit"]
    unit: Name | None
    troops: tuple[Shown, ...]
    of_seq: Seq | None


FIGURES = (
    Figure(
        "medals",
        "medals taken at once",
        "一度に取ったメダル",
        MedalsTaken,
        lambda e: [Counted(e.actor, None, sum(region.medals for region in e.regions))],
    ),
    Figure(
        "final_medals",
        "medals at the end",
        "終了時のメダル",
        ToyBattleClosed,
        lambda e: [Counted(seat, None, medals) for seat, medals in e.medals.items()],
    ),
)
"""What its players ask beside results, cards and time."""

VOCABULARY = Vocabulary(
    game="toy_battle",
    types=(
        MatchOpened,
        TilesSetAside,
        OpeningRackTaken,
        PositionDeclared,
        TroopsDrawn,
        TroopPlaced,
        MedalsTaken,
        BoardTroopDiscarded,
        RackTroopDiscarded,
        TroopReturned,
        TroopMoved,
        TroopRecovered,
        RackTroopLaidDown,
        RackTroopStoodUp,
        EffectDeclined,
        StackInspected,
        StackReordered,
        TurnEnded,
        NoActionDeclared,
        ToyBattleClosed,
        TilesRevealed,
        *COMMON,
    ),
    figures=FIGURES,
)
