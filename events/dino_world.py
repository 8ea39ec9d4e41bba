"""The vocabulary of Dino World, types in the order of play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field

from events.cards import Face, Hidden, HiddenOfNamed, HiddenOfSeat, Name, Open
from events.envelope import Count, Event, Seat
from events.figures import Counted, Figure, Role
from events.shared import COMMON, STRICT, MatchClosed, MatchOpened
from events.vocabulary import Vocabulary

HiddenOfUnit = Annotated[Name | None, Face(hidden=True, of="unit")]
"""A card on the map; its unit's id begins with its seat."""

# fmt: off
Window = Literal[
    "S1", "S2", "S3", "S4", "S5", "T0", "T1", "T2", "T2a", "T2b", "T3", "T4",
    "B1", "B2", "B2s", "B3", "B3s", "B4", "B5", "T5", "G",
]
# fmt: on
"""The timing windows (section 3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckRegistered(Event):
    """A seat registers its deck."""

    role: ClassVar[Role | None] = "deck"

    type: Literal["deck_registered"] = "deck_registered"
    seat: Seat
    size: Count
    cards: tuple[HiddenOfNamed, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetChosen(Event):
    """A seat brings its map sheet."""

    type: Literal["sheet_chosen"] = "sheet_chosen"
    seat: Seat
    sheet: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class Quarter:
    """The quadrant of the map that a seat's sheet makes."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    seat: Seat
    quadrant: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class MapAssembled(Event):
    """The sheets are joined to one map."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["map_assembled"] = "map_assembled"
    layout: tuple[Quarter, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckShuffled(Event):
    """A seat shuffles its deck."""

    chance: ClassVar[bool] = True

    type: Literal["deck_shuffled"] = "deck_shuffled"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningDrawn(Event):
    """A seat draws the cards it opens with."""

    shows: ClassVar[bool] = True
    chance: ClassVar[bool] = True

    type: Literal["opening_drawn"] = "opening_drawn"
    seat: Seat
    count: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class DinoPlaced(Event):
    """A card is put on the map as a dinosaur; by an action it is drawn with the same act."""

    shows: ClassVar[bool] = True
    chance: ClassVar[bool] = True
    role: ClassVar[Role | None] = "played"

    type: Literal["dino_placed"] = "dino_placed"
    unit: Name
    card: Hidden
    to: Name
    face: Literal["down", "up"]
    cause: Literal["opening", "action", "effect"]
    cost: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOrderDecided(Event):
    """The order of play is known."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["play_order_decided"] = "play_order_decided"
    order: tuple[Seat, ...]
    method: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dino:
    """A dinosaur on the map."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    unit: Name
    square: Name
    face: Literal["down", "up"] = "down"
    card: HiddenOfUnit = None
    sealed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fossil:
    """A dinosaur in the fossil pile."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    unit: Name
    card: HiddenOfSeat = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPosition:
    """What a seat has off the map, and how it stands."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    deck: Count | None = None
    """Null: ten less the seat's units and fossils."""
    deck_list: tuple[HiddenOfSeat, ...] | None = None
    fossils: tuple[Fossil, ...] = ()
    idle: Count = 0
    status: Literal["in_play", "defeated", "dropped_out"] = "in_play"


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedAbility:
    """An ability used this turn."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    unit: Name
    ability: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRetreat:
    """A retreat declared and not yet resolved."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    unit: Name
    to: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """An attack die as it fell; one of `attack` and `special` is null."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    unit: Name
    face: Count
    attack: Count | None = None
    special: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleResult:
    """The results of both sides, and who lost by them."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    attacker_result: Count
    defender_result: Count
    losers: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenBattle:
    """A battle that has been opened and is not over."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    square: Name
    attacker: Seat
    defender: Seat
    attackers: tuple[Name, ...]
    defenders: tuple[Name, ...]
    retreat: Literal["declined", "failed"] | OpenRetreat | None = None
    attacker_roll: Roll | None = None
    defender_roll: Roll | None = None
    result: BattleResult | None = None
    to_remove: tuple[Name, ...] = ()


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
    turn: Count = 1
    to_move: Seat | None = None
    """Null: the first of the order."""
    window: Window = "T0"
    order: tuple[Seat, ...] | None = None
    """Null: the seats by number."""
    layout: tuple[Quarter, ...] | None = None
    """Null: the seats round the table by number, P1 near or near left."""
    sheets: dict[Seat, Name | None] = field(default_factory=dict)
    units: tuple[Dino, ...] = ()
    """In the order of arrival: of two sides in a square the first named defends."""
    seats: dict[Seat, SeatPosition] = field(default_factory=dict)
    attacks: tuple[Name, ...] = ()
    reveals_owed: tuple[Name, ...] = ()
    points_rolled: Count | None = None
    points_used: Count = 0
    acted: bool = False
    abilities_used: tuple[UsedAbility, ...] = ()
    braced: tuple[Name, ...] = ()
    entered: tuple[Name, ...] = ()
    pending_battles: tuple[Name, ...] = ()
    battle: OpenBattle | None = None
    result: PrintedResult | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted(Event):
    """A seat's turn begins."""

    type: Literal["turn_started"] = "turn_started"
    turn: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionDieRolled(Event):
    """The die of the turn's action points falls."""

    chance: ClassVar[bool] = True

    type: Literal["action_die_rolled"] = "action_die_rolled"
    value: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class DinoMoved(Event):
    """A dinosaur goes from one square to another."""

    type: Literal["dino_moved"] = "dino_moved"
    unit: Name
    from_: Annotated[Name, Field(alias="from")]
    to: Name
    cause: Literal["action", "ability", "effect"]
    cost: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class AbilityUsed(Event):
    """A dinosaur's special ability is used."""

    type: Literal["ability_used"] = "ability_used"
    unit: Name
    ability: Name
    cost: Count
    targets: tuple[Name, ...]
    """Units or squares."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DinoRevealed(Event):
    """A dinosaur is turned face up."""

    emitters: ClassVar[tuple[str, ...]] = ("seat", "table", "judge")
    reveals: ClassVar[bool] = True
    shows: ClassVar[bool] = True

    type: Literal["dino_revealed"] = "dino_revealed"
    unit: Name
    card: Open
    cause: Literal["entry", "battle", "ability", "voluntary", "effect", "judge"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TerritoryOccupied(Event):
    """A territory square of `owner` is sealed with the dinosaur on it."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["territory_occupied"] = "territory_occupied"
    unit: Name
    square: Name
    owner: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionsEnded(Event):
    """The player of the turn does no more actions."""

    type: Literal["actions_ended"] = "actions_ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleOpened(Event):
    """The player of the turn chooses the next square to be fought."""

    type: Literal["battle_opened"] = "battle_opened"
    square: Name
    attacker: Seat
    defender: Seat
    attackers: tuple[Name, ...]
    defenders: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RetreatDeclared(Event):
    """A defending dinosaur is to retreat."""

    type: Literal["retreat_declared"] = "retreat_declared"
    unit: Name
    to: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class RetreatDeclined(Event):
    """A defending dinosaur stays."""

    type: Literal["retreat_declined"] = "retreat_declined"
    unit: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class RetreatResolved(Event):
    """A retreat succeeds, which puts the dinosaur on its square, or fails."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)
    chance: ClassVar[bool] = True

    type: Literal["retreat_resolved"] = "retreat_resolved"
    unit: Name
    success: bool
    face: Count | None
    """Null where the card states no test."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackRolled(Event):
    """An attack die falls; one of `attack` and `special` is null."""

    chance: ClassVar[bool] = True

    type: Literal["attack_rolled"] = "attack_rolled"
    unit: Name
    face: Count
    attack: Count | None
    special: Name | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialResolved(Event):
    """A special face is carried out."""

    type: Literal["special_resolved"] = "special_resolved"
    unit: Name
    special: Name
    targets: tuple[Name, ...]
    ends_battle: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleResultDeclared(Event):
    """The table works out the battle."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["battle_result_declared"] = "battle_result_declared"
    attacker_result: Count
    defender_result: Count
    losers: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DinoFossilised(Event):
    """A dinosaur goes to its seat's fossil pile, face down."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["dino_fossilised"] = "dino_fossilised"
    unit: Name
    cause: Literal["battle", "special", "effect"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleEnded(Event):
    """The battle of a square is over."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["battle_ended"] = "battle_ended"
    square: Name
    how: Literal["win", "both_lost", "retreat", "special"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Event):
    """The turn is over, its battles with it."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["turn_ended"] = "turn_ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDefeated(Event):
    """A seat has lost."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["player_defeated"] = "player_defeated"
    seat: Seat
    cause: Literal["idle", "conceded"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDroppedOut(Event):
    """A seat has nothing left to play with."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["player_dropped_out"] = "player_dropped_out"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsCounted(Event):
    """The cards of every seat that is not defeated are counted."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["cards_counted"] = "cards_counted"
    counts: dict[Seat, Count]


FIGURES = (
    Figure(
        "action_die",
        "faces of the action die",
        "行動ダイスの目",
        ActionDieRolled,
        lambda e: [Counted(e.actor, str(e.value), e.value)],
    ),
    Figure(
        "attack_die",
        "faces of the attack die",
        "攻撃ダイスの目",
        AttackRolled,
        lambda e: [Counted(e.actor, e.special or str(e.attack), e.attack)],
    ),
    Figure(
        "battle",
        "losers of a battle",
        "戦闘で敗れた数",
        BattleResultDeclared,
        lambda e: [Counted(None, str(len(e.losers)), len(e.losers))],
    ),
)
"""What its players ask beside results, cards and time."""

VOCABULARY = Vocabulary(
    game="dino_world",
    types=(
        MatchOpened,
        DeckRegistered,
        SheetChosen,
        MapAssembled,
        DeckShuffled,
        OpeningDrawn,
        DinoPlaced,
        PlayOrderDecided,
        PositionDeclared,
        TurnStarted,
        ActionDieRolled,
        DinoMoved,
        AbilityUsed,
        DinoRevealed,
        TerritoryOccupied,
        ActionsEnded,
        BattleOpened,
        RetreatDeclared,
        RetreatDeclined,
        RetreatResolved,
        AttackRolled,
        SpecialResolved,
        BattleResultDeclared,
        DinoFossilised,
        BattleEnded,
        TurnEnded,
        PlayerDefeated,
        PlayerDroppedOut,
        CardsCounted,
        MatchClosed,
        *COMMON,
    ),
    figures=FIGURES,
)
