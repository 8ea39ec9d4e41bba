"""The vocabulary of Soukou Musume TCG, types in the order of play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field

from events.cards import Face, HiddenOfSeat, Name, Open
from events.envelope import Count, Event, Seat, Seq
from events.figures import Counted, Figure, Role
from events.shared import COMMON, STRICT, MatchClosed, MatchOpened
from events.vocabulary import Vocabulary

OF_PLAYER = Face(hidden=True, of="player")
HiddenOfPlayer = Annotated[Name | None, OF_PLAYER]
"""A card that the recorder may not have seen, of the seat in `player`."""
EnergyOfPlayer = Annotated[Name | None, Face(hidden=True, of="player", option="energy_public")]
"""A card that is energy, of the seat in `player`; open, unless the match plays it face down."""
EnergyOfSeat = Annotated[Name | None, Face(hidden=True, of="key", option="energy_public")]
"""The same, of the seat under whose key it stands."""
UnitOfSeat = Annotated[Name | None, Face(hidden=True, of="key", open_by="face_up")]
"""A unit's card, of the seat under whose key it stands; hidden while it lies face down."""

Phase = Literal["draw", "main", "attack", "end"]
State = Literal["normal", "minor", "medium"]
Choices = dict[Name, Name | None]
"""What a text lets its player choose beforehand: a unit under `target`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Copies:
    """How many copies of a card a deck has."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    code: HiddenOfPlayer
    count: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckRegistered(Event):
    """A seat hands in its deck."""

    role: ClassVar[Role | None] = "deck"

    type: Literal["deck_registered"] = "deck_registered"
    player: Seat
    size: Count
    list: Annotated[tuple[Copies, ...] | None, OF_PLAYER]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersGreeted(Event):
    """The players greet each other."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["players_greeted"] = "players_greeted"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckShuffled(Event):
    """A deck is shuffled."""

    chance: ClassVar[bool] = True

    type: Literal["deck_shuffled"] = "deck_shuffled"
    player: Seat
    reason: Literal["setup", "redraw", "effect"]
    cause: Seq | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningHandDrawn(Event):
    """The five cards a seat opens with."""

    shows: ClassVar[bool] = True
    chance: ClassVar[bool] = True
    role: ClassVar[Role | None] = "opening"

    type: Literal["opening_hand_drawn"] = "opening_hand_drawn"
    player: Seat
    cards: tuple[HiddenOfPlayer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningHandRedrawn(Event):
    """A hand without a unit is shown and goes back to the deck."""

    shows: ClassVar[bool] = True

    type: Literal["opening_hand_redrawn"] = "opening_hand_redrawn"
    player: Seat
    shown: tuple[Open, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraCardDrawn(Event):
    """A seat draws one card for the other's redraw."""

    shows: ClassVar[bool] = True
    chance: ClassVar[bool] = True
    role: ClassVar[Role | None] = "opening"

    type: Literal["extra_card_drawn"] = "extra_card_drawn"
    player: Seat
    for_redraw: Seq
    card: HiddenOfPlayer


@dataclass(frozen=True, slots=True, kw_only=True)
class MainUnitPlaced(Event):
    """A unit is put face down on the main field."""

    type: Literal["main_unit_placed"] = "main_unit_placed"
    player: Seat
    unit: Name
    card: HiddenOfPlayer


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstPlayerDecided(Event):
    """Rock-paper-scissors says who goes first."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)
    chance: ClassVar[bool] = True

    type: Literal["first_player_decided"] = "first_player_decided"
    throws: tuple[dict[Seat, Literal["rock", "paper", "scissors"]], ...]
    first: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealedUnit:
    """A main unit turned face up."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    unit: Name
    card: Open


@dataclass(frozen=True, slots=True, kw_only=True)
class MainUnitsRevealed(Event):
    """The main units of both seats are turned face up."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)
    shows: ClassVar[bool] = True

    type: Literal["main_units_revealed"] = "main_units_revealed"
    units: dict[Seat, RevealedUnit]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnergyPosition:
    """An energy card with its instance id."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    energy: Name
    card: EnergyOfSeat


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPosition:
    """A set card with its instance id."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    set: Name
    card: Open


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitPosition:
    """A unit on the battlefield, and what is on it."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    unit: Name
    card: UnitOfSeat
    field: Literal["main", "reserve"]
    slot: Count | None = None
    state: Literal["normal", "minor", "medium", "wrecked"] = "normal"
    damage: Count = 0
    face_up: bool = True
    energy: tuple[EnergyPosition, ...] = ()
    sets: tuple[SetPosition, ...] = ()
    entered_turn: Count = 0
    last_set_turn: Count | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPosition:
    """What a seat has."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    deck: Count
    deck_bottom: tuple[Open, ...] = ()
    """From the very bottom upwards."""
    hand: tuple[HiddenOfSeat, ...]
    discard: tuple[Open, ...] = ()
    units: tuple[UnitPosition, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectPosition:
    """An effect that lasts, on a unit or on a seat."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    effect: Literal["skill_damage", "damage_taken", "no_retreat", "skill_barred"]
    on: Name
    amount: Count | None = None
    source: Open
    skill: Name | None = None
    from_turn: Count
    until_turn: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingDuty:
    """What is owed and not yet done; what does not apply is null."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    duty: Literal[
        "draw",
        "charge_draw",
        "exchange",
        "recovery",
        "wreck",
        "replacement",
        "set",
        "reveal",
        "judgement_end",
        "state_change",
        "damage",
        "judgement",
        "charge",
        "swap",
        "hand_discard",
        "energy_discard",
        "set_discard",
        "effect_draw",
        "hp_recovery",
        "shuffle",
        "energy_move",
        "look",
        "search",
        "deploy",
    ]
    player: Seat | None = None
    unit: Name | None = None
    card: Open = None
    skill: Name | None = None
    count: Count | None = None
    to: Literal["normal", "minor", "medium", "won", "lost", "tie"] | None = None
    cause: Seq | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupOfSeat:
    """How far a seat is with its set-up."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    shuffled: bool
    drawn: bool
    redraws: Count
    extra_left: Count
    placed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupPosition:
    """How far the set-up is."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    greeted: bool
    seats: dict[Seat, SetupOfSeat]
    first: Seat | None = None


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
    first: Seat = "P1"
    turn: Count
    player: Seat | None = None
    phase: Literal["setup", "start", "draw", "main", "attack", "end", "over"] = "start"
    drawn: bool | None = None
    charged: bool = False
    retreated: bool = False
    strategy_used: bool = False
    skill_used: bool = False
    ex_used: tuple[Name, ...] = ()
    judgements_owed: tuple[Name, ...] = ()
    seats: dict[Seat, SeatPosition]
    effects: tuple[EffectPosition, ...] = ()
    pending: tuple[PendingDuty, ...] = ()
    """The innermost first."""
    setup: SetupPosition | None = None
    result: PrintedResult | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(Event):
    """A turn begins; turns are counted over both seats."""

    type: Literal["turn_began"] = "turn_began"
    turn: Count
    player: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseBegan(Event):
    """A phase of the turn begins."""

    type: Literal["phase_began"] = "phase_began"
    phase: Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsDrawn(Event):
    """Cards go from the deck to the hand."""

    shows: ClassVar[bool] = True
    chance: ClassVar[bool] = True
    role: ClassVar[Role | None] = "drawn"

    type: Literal["cards_drawn"] = "cards_drawn"
    player: Seat
    cards: tuple[HiddenOfPlayer, ...]
    reason: Literal["draw_phase", "charge", "effect"]
    cause: Seq | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawFailed(Event):
    """The deck has fewer cards than are to be drawn."""

    type: Literal["draw_failed"] = "draw_failed"
    player: Seat
    owed: Count
    drawn: Count
    reason: Literal["draw_phase", "charge", "effect"]
    cause: Seq | None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitCharged(Event):
    """A card of the hand is put under a unit as energy."""

    role: ClassVar[Role | None] = "played"

    type: Literal["unit_charged"] = "unit_charged"
    player: Seat
    unit: Name
    card: EnergyOfPlayer
    energy: Name
    basis: Literal["normal", "effect"]
    cause: Seq | None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitDeployed(Event):
    """A unit is put on the reserve field."""

    role: ClassVar[Role | None] = "played"

    type: Literal["unit_deployed"] = "unit_deployed"
    player: Seat
    unit: Name
    card: Open
    slot: Count | None
    """For display: the rules count places."""
    from_: Annotated[Literal["hand", "deck"], Field(alias="from")]
    cause: Seq | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandUsed(Event):
    """A command is used from the hand."""

    role: ClassVar[Role | None] = "played"

    type: Literal["command_used"] = "command_used"
    player: Seat
    card: Open
    kind: Literal["strategy", "tactic", "uniform"]
    choices: Choices


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSet(Event):
    """A card is set on a unit."""

    role: ClassVar[Role | None] = "played"

    type: Literal["card_set"] = "card_set"
    player: Seat
    unit: Name
    card: Open
    set: Name
    cause: Seq | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExSkillUsed(Event):
    """An EX skill of a set card is used."""

    type: Literal["ex_skill_used"] = "ex_skill_used"
    player: Seat
    unit: Name
    set: Name
    name: Name
    choices: Choices


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitRetreated(Event):
    """The main unit goes to the reserve; `energy` is what is discarded for it."""

    type: Literal["unit_retreated"] = "unit_retreated"
    player: Seat
    unit: Name
    energy: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MainUnitChosen(Event):
    """A reserve unit becomes the main unit after a retreat or a wreck."""

    type: Literal["main_unit_chosen"] = "main_unit_chosen"
    player: Seat
    unit: Name
    reason: Literal["retreat", "wreck"]
    cause: Seq | None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitsSwapped(Event):
    """A text makes the main unit of `player` and a reserve unit change places."""

    type: Literal["units_swapped"] = "units_swapped"
    player: Seat
    out: Name
    in_: Annotated[Name, Field(alias="in")]
    cause: Seq | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillUsed(Event):
    """A unit uses one of its skills."""

    type: Literal["skill_used"] = "skill_used"
    player: Seat
    unit: Name
    skill: Name
    choices: Choices


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageChange:
    """What a set card, named by its id, or a card's effect, named by its code, adds to damage."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    source: Name
    delta: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageSteps:
    """The four steps in which damage was worked out."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    base: Count
    own: tuple[DamageChange, ...]
    theirs: tuple[DamageChange, ...]
    advantage: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageDealt(Event):
    """A skill or an effect deals damage to a unit."""

    type: Literal["damage_dealt"] = "damage_dealt"
    cause: Seq | None
    target: Name
    amount: Count
    steps: DamageSteps | None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitWrecked(Event):
    """A unit without HP is turned face down; `discarded` was on it."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["unit_wrecked"] = "unit_wrecked"
    unit: Name
    discarded: tuple[Name, ...]
    cause: Seq | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChanged(Event):
    """A unit takes or loses minor or medium damage."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["state_changed"] = "state_changed"
    unit: Name
    from_: Annotated[State, Field(alias="from")]
    to: State
    cause: Seq | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HpRecovered(Event):
    """Damage comes off a unit."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["hp_recovered"] = "hp_recovered"
    unit: Name
    amount: Count
    cause: Seq | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachedCard:
    """A card attached to a unit as energy instead of being discarded."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    card: EnergyOfPlayer
    unit: Name
    energy: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDiscarded(Event):
    """A text takes cards out of a hand."""

    type: Literal["hand_discarded"] = "hand_discarded"
    player: Seat
    cards: tuple[Open, ...]
    as_energy: tuple[AttachedCard, ...]
    cause: Seq | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EnergyDiscarded(Event):
    """A text takes energy off a unit."""

    type: Literal["energy_discarded"] = "energy_discarded"
    player: Seat
    unit: Name
    energy: tuple[Name, ...]
    cause: Seq | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EnergyMoved(Event):
    """Energy goes from one unit to another."""

    type: Literal["energy_moved"] = "energy_moved"
    player: Seat
    from_: Annotated[Name, Field(alias="from")]
    to: Name
    energy: tuple[Name, ...]
    cause: Seq | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetDiscarded(Event):
    """A text takes set cards off a unit."""

    type: Literal["set_discarded"] = "set_discarded"
    player: Seat
    unit: Name
    sets: tuple[Name, ...]
    cause: Seq | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckLooked(Event):
    """A seat looks at the top cards of its deck."""

    shows: ClassVar[bool] = True

    type: Literal["deck_looked"] = "deck_looked"
    player: Seat
    count: Count
    cards: tuple[HiddenOfPlayer, ...]
    cause: Seq | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckSearched(Event):
    """A seat looks for a card in its deck."""

    shows: ClassVar[bool] = True
    role: ClassVar[Role | None] = "drawn"

    type: Literal["deck_searched"] = "deck_searched"
    player: Seat
    taken: HiddenOfPlayer
    to: Literal["reserve", "hand", "none"]
    cause: Seq | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LastTurn:
    """The turn with which an effect ends."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    turn: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectBegan(Event):
    """An effect that lasts begins: a reader's aid, never owed."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["effect_began"] = "effect_began"
    effect: Literal["skill_damage", "damage_taken", "no_retreat", "skill_barred"]
    on: Name
    until: LastTurn | None
    cause: Seq | None


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgementBegan(Event):
    """A seat begins a judgement; `unit` is the one judged for in the end phase."""

    type: Literal["judgement_began"] = "judgement_began"
    player: Seat
    unit: Name | None
    cause: Seq | None


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgementRevealed(Event):
    """Both seats reveal a card; a seat without a deck is left out."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)
    shows: ClassVar[bool] = True
    chance: ClassVar[bool] = True

    type: Literal["judgement_revealed"] = "judgement_revealed"
    round: Count
    cards: dict[Seat, Open]
    result: Literal["won", "lost", "tie"]
    """For the judging seat."""
    to_bottom: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgementEnded(Event):
    """A judgement is over."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["judgement_ended"] = "judgement_ended"
    result: Literal["won", "lost"]
    rounds: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Event):
    """The turn is over."""

    type: Literal["turn_ended"] = "turn_ended"
    turn: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRevealed(Event):
    """A card of an earlier event is shown; `index` is its place there, from 1."""

    emitters: ClassVar[tuple[str, ...]] = ("seat", "judge")
    reveals: ClassVar[bool] = True
    shows: ClassVar[bool] = True

    type: Literal["card_revealed"] = "card_revealed"
    of: Seq
    index: Count
    card: Annotated[Name, Face(hidden=False)]


FIGURES = (
    Figure(
        "state",
        "states that units came into",
        "ユニットの状態",
        StateChanged,
        lambda e: [Counted(e.unit[:2], e.to)],
    ),
    Figure(
        "judgement",
        "results of judgements",
        "判定の結果",
        JudgementEnded,
        lambda e: [Counted(None, e.result, e.rounds)],
    ),
    Figure(
        "damage",
        "damage dealt at once",
        "一度に与えたダメージ",
        DamageDealt,
        lambda e: [Counted(e.actor, None, e.amount)],
    ),
)
"""What its players ask beside results, cards and time."""

VOCABULARY = Vocabulary(
    game="soukou_musume",
    types=(
        MatchOpened,
        DeckRegistered,
        PlayersGreeted,
        DeckShuffled,
        OpeningHandDrawn,
        OpeningHandRedrawn,
        ExtraCardDrawn,
        MainUnitPlaced,
        FirstPlayerDecided,
        MainUnitsRevealed,
        PositionDeclared,
        TurnBegan,
        PhaseBegan,
        CardsDrawn,
        DrawFailed,
        UnitCharged,
        UnitDeployed,
        CommandUsed,
        CardSet,
        ExSkillUsed,
        UnitRetreated,
        MainUnitChosen,
        UnitsSwapped,
        SkillUsed,
        DamageDealt,
        UnitWrecked,
        StateChanged,
        HpRecovered,
        HandDiscarded,
        EnergyDiscarded,
        EnergyMoved,
        SetDiscarded,
        DeckLooked,
        DeckSearched,
        EffectBegan,
        JudgementBegan,
        JudgementRevealed,
        JudgementEnded,
        TurnEnded,
        MatchClosed,
        CardRevealed,
        *COMMON,
    ),
    figures=FIGURES,
)
