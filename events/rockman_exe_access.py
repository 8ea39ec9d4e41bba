"""The vocabulary of Rockman EXE Access, types in the order of play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field

from events.cards import Hidden, HiddenOfNamed, HiddenOfSeat, Name, Open, Shown
from events.envelope import Count, Event, Seat
from events.figures import Counted, Figure, Role
from events.shared import COMMON, STRICT, MatchClosed, MatchOpened
from events.vocabulary import Vocabulary

Value = Count | Literal["emblem"]
"""What a wheel shows."""
Winner = Literal["P1", "P2", "P3", "P4", "draw"]
"""Of a battle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckRegistered(Event):
    """The deck a seat plays with."""

    role: ClassVar[Role | None] = "deck"

    type: Literal["deck_registered"] = "deck_registered"
    seat: Seat
    size: Count
    cards: tuple[HiddenOfNamed, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NaviPileRegistered(Event):
    """The navis a seat plays with."""

    role: ClassVar[Role | None] = "deck"

    type: Literal["navi_pile_registered"] = "navi_pile_registered"
    seat: Seat
    size: Count
    cards: tuple[HiddenOfNamed, ...] | None
    sleeved: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckShuffled(Event):
    """A deck is shuffled at set-up."""

    chance: ClassVar[bool] = True

    type: Literal["deck_shuffled"] = "deck_shuffled"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class NaviChosen(Event):
    """A seat chooses the navi it begins with."""

    type: Literal["navi_chosen"] = "navi_chosen"
    seat: Seat
    card: HiddenOfNamed


@dataclass(frozen=True, slots=True, kw_only=True)
class PluggedNavi:
    """The navi in a device, and its gauge."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    card: Shown
    lp: Count | tuple[Count, Count]
    """Lowest and highest, where an unread card leaves it open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLaid:
    """A battle card of the attack or block that is going on."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    slot: Name
    card: HiddenOfSeat
    up: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardWon:
    """A card in a win pile."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    slot: Name
    card: Open


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDiscarded:
    """A card in a discard pile; without a slot where it was never laid."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    slot: Name | None
    card: HiddenOfSeat


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPosition:
    """What a seat has."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    plugged: PluggedNavi | None
    navi_used: tuple[Shown, ...] = ()
    navi_unused: tuple[HiddenOfSeat, ...] | None = None
    hand: tuple[HiddenOfSeat, ...] | None = None
    deck: Count | None = None
    deck_list: tuple[HiddenOfSeat, ...] | None = None
    deck_known: tuple[Shown, ...] = ()
    drawn_since_recycle: bool = False
    laid: tuple[CardLaid, ...] = ()
    win_pile: tuple[CardWon, ...] = ()
    discard: tuple[CardDiscarded, ...] = ()
    refilled: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spin:
    """A spin made in this battle, and the navi it was read on."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    face: Count | None
    value: Value
    navi: Shown


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenUnison:
    """An emblem open to a seat; `in` once the unison is declared and its navi not in yet."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    seat: Seat
    in_: Annotated[Name | None, Field(alias="in")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Battle:
    """The attack that is going on."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    attacker: Seat
    blocked: bool | None = None
    revealed: tuple[Seat, ...] = ()
    slip: tuple[Seat, ...] = ()
    spins: dict[Seat, tuple[Spin, ...]] = field(default_factory=dict)
    owed: dict[Seat, Count] = field(default_factory=dict)
    unison: OpenUnison | None = None
    returned: tuple[Name, ...] = ()
    totals: dict[Seat, Count] = field(default_factory=dict)
    winner: Winner | None = None
    moved: tuple[Seat, ...] = ()
    damage: dict[Seat, Count] = field(default_factory=dict)


WindowKey = Literal[
    "T0", "R", "Ra", "A0", "A1", "A2", "A3", "A4", "A4u", "A5", "A6", "E1", "E2", "E3", "G"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionDeclared(Event):
    """The record begins in the middle of a match."""

    emitters: ClassVar[tuple[str, ...]] = ("table", "judge")

    type: Literal["position_declared"] = "position_declared"
    turn: Count
    turn_seat: Seat
    seats: dict[Seat, SeatPosition]
    window: WindowKey = "A0"
    attacks: Count = 0
    beaten: tuple[Seat, ...] = ()
    battle: Battle | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NaviPluggedIn(Event):
    """A navi is put into the device, and its gauge set."""

    shows: ClassVar[bool] = True
    role: ClassVar[Role | None] = "played"

    type: Literal["navi_plugged_in"] = "navi_plugged_in"
    seat: Seat
    card: Shown
    lp: Count
    eject_set: bool
    cause: Literal["setup", "replacement", "unison"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RouletteSpun(Event):
    """A wheel is spun; `face` is the place where it stopped, from 1."""

    chance: ClassVar[bool] = True

    type: Literal["roulette_spun"] = "roulette_spun"
    seat: Seat
    purpose: Literal["first_player", "battle"]
    face: Count | None
    value: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstPlayerDecided(Event):
    """Which seat goes first."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["first_player_decided"] = "first_player_decided"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted(Event):
    """A turn begins; turns are counted over both seats."""

    type: Literal["turn_started"] = "turn_started"
    turn: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsDrawn(Event):
    """Cards go from the deck to the hand."""

    shows: ClassVar[bool] = True
    chance: ClassVar[bool] = True
    role: ClassVar[Role | None] = "drawn"

    type: Literal["cards_drawn"] = "cards_drawn"
    seat: Seat
    count: Count
    cards: tuple[HiddenOfNamed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsDiscarded(Event):
    """Cards go from the hand to the discard pile."""

    shows: ClassVar[bool] = True

    type: Literal["cards_discarded"] = "cards_discarded"
    seat: Seat
    cards: tuple[HiddenOfNamed, ...]
    cause: Literal["refill", "effect"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckRecycled(Event):
    """The discard pile is shuffled and becomes the deck."""

    chance: ClassVar[bool] = True

    type: Literal["deck_recycled"] = "deck_recycled"
    seat: Seat
    count: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRefilled(Event):
    """A seat is done with the refill; `size` is the hand's."""

    type: Literal["hand_refilled"] = "hand_refilled"
    seat: Seat
    size: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidCard:
    """A battle card laid face down."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    slot: Name
    card: Hidden


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDeclared(Event):
    """The attacker lays battle cards."""

    type: Literal["attack_declared"] = "attack_declared"
    cards: tuple[LaidCard, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockDeclared(Event):
    """The defender lays battle cards."""

    type: Literal["block_declared"] = "block_declared"
    cards: tuple[LaidCard, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockDeclined(Event):
    """The defender does not block."""

    type: Literal["block_declined"] = "block_declined"


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealedCard:
    """A battle card turned up."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    slot: Name
    card: Open


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsRevealed(Event):
    """A side turns its battle cards up."""

    shows: ClassVar[bool] = True
    role: ClassVar[Role | None] = "played"

    type: Literal["cards_revealed"] = "cards_revealed"
    seat: Seat
    cards: tuple[RevealedCard, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourSlipResolved(Event):
    """Which colour, or which cross fusion card, counts after several were laid."""

    type: Literal["colour_slip_resolved"] = "colour_slip_resolved"
    slipper: Seat
    keep: Name
    returned: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SoulUnisonDeclared(Event):
    """A navi is given up for a Soul Unison card of the pile."""

    shows: ClassVar[bool] = True

    type: Literal["soul_unison_declared"] = "soul_unison_declared"
    seat: Seat
    out: Shown
    in_: Annotated[Shown, Field(alias="in")]


@dataclass(frozen=True, slots=True, kw_only=True)
class SoulUnisonDeclined(Event):
    """An emblem is not used."""

    type: Literal["soul_unison_declined"] = "soul_unison_declined"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CardEffectApplied(Event):
    """A card's ability takes effect; `numbers` says what it did."""

    type: Literal["card_effect_applied"] = "card_effect_applied"
    seat: Seat
    slot: Name
    effect: Name
    numbers: dict[Name, Count]


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalDeclared(Event):
    """The total claimed for a side: battle points, spins, and their sum from 0 up."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["total_declared"] = "total_declared"
    seat: Seat
    bp: Count
    roulette: Count
    total: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleResultDeclared(Event):
    """The winner claimed for a battle."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["battle_result_declared"] = "battle_result_declared"
    winner: Winner


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsMoved(Event):
    """Battle cards leave the field."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["cards_moved"] = "cards_moved"
    seat: Seat
    slots: tuple[Name, ...]
    to: Literal["win_pile", "discard", "hand"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageDealt(Event):
    """A navi takes damage; `amount` is the whole of it, also beyond its LP."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["damage_dealt"] = "damage_dealt"
    seat: Seat
    amount: Count
    cause: Literal["ep", "ap", "effect"]
    lp_after: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class NaviDeleted(Event):
    """A navi without LP leaves the device of `seat`."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["navi_deleted"] = "navi_deleted"
    seat: Seat
    card: Shown


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackPhaseEnded(Event):
    """The attacks of a turn are over."""

    emitters: ClassVar[tuple[str, ...]] = ("seat", "table")

    type: Literal["attack_phase_ended"] = "attack_phase_ended"
    attacks: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class WinPileReturned(Event):
    """A seat takes its win pile into its hand."""

    type: Literal["win_pile_returned"] = "win_pile_returned"
    seat: Seat
    count: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Event):
    """The turn is over, and who is next."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["turn_ended"] = "turn_ended"
    next: Seat


FIGURES = (
    Figure(
        "roulette",
        "values of the roulette",
        "ルーレットの値",
        RouletteSpun,
        lambda e: [Counted(e.seat, str(e.value), None if e.value == "emblem" else e.value)],
    ),
    Figure(
        "colour",
        "colours kept by a slip",
        "残した色",
        ColourSlipResolved,
        lambda e: [Counted(e.slipper, e.keep)],
    ),
    Figure(
        "battle",
        "battles by their winner",
        "バトルの勝者",
        BattleResultDeclared,
        lambda e: [
            Counted(
                None if e.winner == "draw" else e.winner, "draw" if e.winner == "draw" else "won"
            )
        ],
    ),
    Figure(
        "damage",
        "damage taken at once",
        "一度に受けたダメージ",
        DamageDealt,
        lambda e: [Counted(e.seat, e.cause, e.amount)],
    ),
)
"""What its players ask beside results, cards and time."""

VOCABULARY = Vocabulary(
    game="rockman_exe_access",
    types=(
        MatchOpened,
        PositionDeclared,
        DeckRegistered,
        NaviPileRegistered,
        DeckShuffled,
        NaviChosen,
        NaviPluggedIn,
        RouletteSpun,
        FirstPlayerDecided,
        TurnStarted,
        CardsDrawn,
        CardsDiscarded,
        DeckRecycled,
        HandRefilled,
        AttackDeclared,
        BlockDeclared,
        BlockDeclined,
        CardsRevealed,
        ColourSlipResolved,
        SoulUnisonDeclared,
        SoulUnisonDeclined,
        CardEffectApplied,
        TotalDeclared,
        BattleResultDeclared,
        CardsMoved,
        DamageDealt,
        NaviDeleted,
        AttackPhaseEnded,
        WinPileReturned,
        TurnEnded,
        MatchClosed,
        *COMMON,
    ),
    figures=FIGURES,
)
