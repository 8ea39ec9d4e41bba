"""The vocabulary of Armored Trooper VOTOMS: The Battling Card Game, types in the order of play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field

from events.cards import Face, Hidden, HiddenOfSeat, Name, Open, Shown
from events.envelope import Count, Event, Seat, Seq
from events.figures import Counted, Figure, Role
from events.shared import COMMON, STRICT, MatchClosed, MatchOpened
from events.vocabulary import Vocabulary

Phase = Literal["replenish", "activation", "initiative", "deployment", "combat", "payout"]
Kind = Literal["offkai", "effect", "combat"]
Slot = Literal["pilot", "weapon"]
Side = Literal["attacker", "target"]
Drawn = Annotated[Count, Field(ge=0, le=1)]
"""1: a card was drawn; 0: there was none to draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Copies:
    """How many copies of a card are in a deck."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    card: Hidden
    count: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckRegistered(Event):
    """A seat registers its deck; the list is null where the recorder did not see it."""

    role: ClassVar[Role | None] = "deck"

    type: Literal["deck_registered"] = "deck_registered"
    size: Count
    cards: Annotated[tuple[Copies, ...] | None, Face(hidden=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningHandDrawn(Event):
    """The cards of an opening hand, in the order of attempts from 1."""

    shows: ClassVar[bool] = True
    chance: ClassVar[bool] = True
    role: ClassVar[Role | None] = "opening"

    type: Literal["opening_hand_drawn"] = "opening_hand_drawn"
    attempt: Count
    count: Count
    cards: tuple[Hidden, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningHandExposed(Event):
    """A whole opening hand is shown to the opponent, then laid aside."""

    shows: ClassVar[bool] = True

    type: Literal["opening_hand_exposed"] = "opening_hand_exposed"
    attempt: Count
    cards: tuple[Shown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningHandKept(Event):
    """An opening hand is kept."""

    type: Literal["opening_hand_kept"] = "opening_hand_kept"
    attempt: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAsideReturned(Event):
    """The cards laid aside go back to the money deck."""

    chance: ClassVar[bool] = True

    type: Literal["set_aside_returned"] = "set_aside_returned"
    count: Count
    shuffled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningHandToppedUp(Event):
    """A hand of the sixth attempt is drawn up to seven."""

    shows: ClassVar[bool] = True
    chance: ClassVar[bool] = True
    role: ClassVar[Role | None] = "opening"

    type: Literal["opening_hand_topped_up"] = "opening_hand_topped_up"
    count: Count
    cards: tuple[Hidden, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeDraw:
    """A draw for the initiative that a position knows of."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    round: Count
    seat: Seat
    drawn: Drawn
    card: Open
    value: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeDraws:
    """The round of draws for the initiative that is on, and all draws so far."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    round: Count
    draws: tuple[InitiativeDraw, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedCard:
    """A card played and not yet processed."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    play: Seq
    card: Open
    kind: Kind | None
    by: Seat
    iid: Name | None
    targets: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """The totals of a combat."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    attacker: Count
    target: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """The damage of a combat, and whose it is."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    seat: Seat
    amount: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatPosition:
    """A combat that is on or broken off."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    id: Name
    attackers: tuple[Name, ...]
    attacker_card: Open = None
    by: Seat
    target: Name
    step: Annotated[Count, Field(ge=1, le=5)]
    status: Literal["open", "interrupted"]
    totals: Totals | None = None
    winner: Side | None = None
    damage: Damage | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WinningAT:
    """An AT of the side that won a combat."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    unit: Name
    card: Shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """A combat won this turn."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    combat: Name
    seat: Seat
    ats: tuple[WinningAT, ...]
    claimed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningHand:
    """How far a seat has come with its opening hand."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    attempt: Count
    state: Literal["drawn", "exposed", "kept", "done"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A pilot or weapon on an AT."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    iid: Name
    card: Shown
    slot: Slot


@dataclass(frozen=True, slots=True, kw_only=True)
class ATPosition:
    """An AT on the field."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    unit: Name
    card: Shown
    state: Literal["active", "ended", "destroyed"] = "active"
    attached: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldCard:
    """An effect or combat card on the field, and what it targets."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    iid: Name
    card: Shown
    targets: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Terrain:
    """A terrain on the field."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    iid: Name
    card: Shown


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckCopies:
    """How many copies of a card are in the registered deck of a position's seat."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    card: HiddenOfSeat
    count: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPosition:
    """What a seat has; piles run from bottom to top."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    money_deck: Count
    hand: tuple[HiddenOfSeat, ...] = ()
    scrap_deck: tuple[Open, ...] = ()
    aside: tuple[Shown, ...] = ()
    ats: tuple[ATPosition, ...] = ()
    effects: tuple[FieldCard, ...] = ()
    combat_cards: tuple[FieldCard, ...] = ()
    terrains: tuple[Terrain, ...] = ()
    deck: Annotated[tuple[DeckCopies, ...] | None, Face(hidden=True, of="key")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionDeclared(Event):
    """The record begins in the middle of a match."""

    emitters: ClassVar[tuple[str, ...]] = ("table", "judge")

    type: Literal["position_declared"] = "position_declared"
    turn: Count = 1
    phase: Phase | Literal["setup"] = "initiative"
    owner: Seat | None = None
    window: Literal[
        "turn",
        "before",
        "S1",
        "S2",
        "S3",
        "T1",
        "T1e",
        "T2",
        "T3",
        "T3k",
        "T4",
        "T5o",
        "C2",
        "C3",
        "C4",
        "C5",
        "C5d",
        "C5s",
        "C5e",
        "T5e",
        "T6",
        "T6e",
        "over",
    ] = "before"
    order: tuple[Seat, ...] | None = None
    previous_order: tuple[Seat, ...] | None = None
    right: Seat | None = None
    passes: Count = 0
    finished: tuple[Seat, ...] = ()
    initiative: InitiativeDraws | None = None
    queue: tuple[QueuedCard, ...] = ()
    matchmaker_open: tuple[tuple[Seat, Seat], ...] | None = None
    """Pairs of attacker and opponent; left out: worked out from the field."""
    combats: tuple[CombatPosition, ...] = ()
    wins: tuple[Win, ...] = ()
    boon_return_used: tuple[Seat, ...] = ()
    opening: dict[Seat, OpeningHand] | None = None
    seats: dict[Seat, SeatPosition]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted(Event):
    """Every opening hand is settled, and play begins."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["game_started"] = "game_started"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted(Event):
    """A turn begins."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["turn_started"] = "turn_started"
    turn: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseStarted(Event):
    """A phase begins; deployment and combat are a seat's."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["phase_started"] = "phase_started"
    turn: Count
    phase: Phase
    owner: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseEnded(Event):
    """A phase is over."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["phase_ended"] = "phase_ended"
    turn: Count
    phase: Phase
    owner: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn(Event):
    """A card goes from the money deck to the hand."""

    shows: ClassVar[bool] = True
    chance: ClassVar[bool] = True
    role: ClassVar[Role | None] = "drawn"

    type: Literal["card_drawn"] = "card_drawn"
    reason: Literal["replenish", "effect"]
    count: Count
    card: Hidden
    cause: Seq | None
    """The `card_played` of an effect."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplenishFinished(Event):
    """A seat draws no more in this phase."""

    type: Literal["replenish_finished"] = "replenish_finished"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDiscarded(Event):
    """Cards of the hand go to the scrap deck, the last on top."""

    type: Literal["hand_discarded"] = "hand_discarded"
    cards: tuple[Shown, ...]
    reason: Literal["hand_limit", "effect"]
    face: Literal["up", "down"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ATActivated(Event):
    """An AT becomes active again."""

    type: Literal["at_activated"] = "at_activated"
    unit: Name
    before: Literal["ended", "destroyed"]
    cause: Seq | None


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeDrawn(Event):
    """A seat draws for the initiative."""

    shows: ClassVar[bool] = True
    chance: ClassVar[bool] = True

    type: Literal["initiative_drawn"] = "initiative_drawn"
    round: Count
    drawn: Drawn
    card: Open
    value: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeDecided(Event):
    """The order of the turn."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["initiative_decided"] = "initiative_decided"
    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ATDeployed(Event):
    """An AT comes onto the field."""

    role: ClassVar[Role | None] = "played"

    type: Literal["at_deployed"] = "at_deployed"
    unit: Name
    card: Shown
    via: Literal["phase", "card"]
    cause: Seq | None
    """The `card_played` that lets it, with `via` card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardAttached(Event):
    """A pilot or weapon is put on an AT."""

    role: ClassVar[Role | None] = "played"

    type: Literal["card_attached"] = "card_attached"
    iid: Name
    card: Shown
    slot: Slot
    to: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainDeployed(Event):
    """A terrain comes onto the field."""

    role: ClassVar[Role | None] = "played"

    type: Literal["terrain_deployed"] = "terrain_deployed"
    iid: Name
    card: Shown


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainDiscarded(Event):
    """A seat discards a terrain by its own choice."""

    type: Literal["terrain_discarded"] = "terrain_discarded"
    iid: Name
    card: Shown


@dataclass(frozen=True, slots=True, kw_only=True)
class ATRedeployed(Event):
    """A redeployment, whose rules nobody has (H-41)."""

    type: Literal["at_redeployed"] = "at_redeployed"
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlayed(Event):
    """A seat uses a card; its effect comes with `effect_resolved`."""

    role: ClassVar[Role | None] = "played"

    type: Literal["card_played"] = "card_played"
    card: Open
    kind: Kind | None
    iid: Name | None
    """A new id; null for an off-kai card, and where kind or card is null."""
    targets: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PriorityPassed(Event):
    """A seat uses no card now."""

    type: Literal["priority_passed"] = "priority_passed"


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectResolved(Event):
    """A played card is processed."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["effect_resolved"] = "effect_resolved"
    play_: Annotated[Seq, Field(alias="play")]
    """The `card_played`."""
    outcome: Literal["done", "no_effect"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDiscarded(Event):
    """A card is discarded (破棄)."""

    type: Literal["card_discarded"] = "card_discarded"
    card: Shown
    iid: Name | None
    """Null from the hand."""
    of: Seat
    from_: Annotated[Literal["hand", "field", "scrap"], Field(alias="from")]
    reason: Literal["made_to", "by_user", "target_gone", "phase_end", "text"]
    cause: Seq | None
    chosen_by: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoEligibleCardClaimed(Event):
    """A seat says that it has no card that could be discarded."""

    type: Literal["no_eligible_card_claimed"] = "no_eligible_card_claimed"
    cause: Seq


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRevealed(Event):
    """A whole hand is shown."""

    shows: ClassVar[bool] = True

    type: Literal["hand_revealed"] = "hand_revealed"
    cards: tuple[Shown, ...]
    cause: Seq | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CharactersExchanged(Event):
    """A character in hand takes the place of one on the field."""

    type: Literal["characters_exchanged"] = "characters_exchanged"
    out: Name
    in_: Annotated[Shown, Field(alias="in")]
    in_iid: Name
    cause: Seq


@dataclass(frozen=True, slots=True, kw_only=True)
class CardReturnedToHand(Event):
    """Cards go from the field or the scrap deck to the hand."""

    type: Literal["card_returned_to_hand"] = "card_returned_to_hand"
    cards: tuple[Shown, ...]
    from_: Annotated[Literal["field", "scrap"], Field(alias="from")]
    cause: Seq


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatDeclared(Event):
    """An attack on an AT or a Matchmaker, by ATs or by an off-kai card."""

    type: Literal["combat_declared"] = "combat_declared"
    combat: Name
    attackers: tuple[Name, ...]
    attacker_card: Seq | None
    """The `card_played` of an off-kai attack."""
    target: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatStepStarted(Event):
    """A step of a combat after its declaration begins."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["combat_step_started"] = "combat_step_started"
    combat: Name
    step: Literal[2, 3, 4, 5]


@dataclass(frozen=True, slots=True, kw_only=True)
class AdditionalStrengthDraw:
    """A side's draw for additional strength."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    seat: Seat
    drawn: Drawn
    card: Open
    value: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class AdditionalStrengthDrawn(Event):
    """The sides of a combat draw additional strength at the same time."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)
    shows: ClassVar[bool] = True
    chance: ClassVar[bool] = True

    type: Literal["additional_strength_drawn"] = "additional_strength_drawn"
    combat: Name
    draws: tuple[AdditionalStrengthDraw, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsDetermined(Event):
    """The totals of a combat and who has won it."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["totals_determined"] = "totals_determined"
    combat: Name
    attacker: Count
    target: Count
    winner: Side | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageDetermined(Event):
    """The damage of a combat."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["damage_determined"] = "damage_determined"
    combat: Name
    to: Seat
    amount: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageRedirected(Event):
    """A card sends the damage to another seat."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["damage_redirected"] = "damage_redirected"
    combat: Name
    from_: Annotated[Seat, Field(alias="from")]
    to: Seat
    amount: Count
    cause: Seq


@dataclass(frozen=True, slots=True, kw_only=True)
class DamagePaid(Event):
    """Damage is paid in cards; `order` is how they come to lie on the scrap deck."""

    shows: ClassVar[bool] = True
    chance: ClassVar[bool] = True

    type: Literal["damage_paid"] = "damage_paid"
    combat: Name
    from_hand: tuple[Shown, ...]
    from_deck: tuple[Shown, ...]
    order: tuple[Shown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageTakenByAT(Event):
    """Damage is taken by an AT instead of in cards."""

    type: Literal["damage_taken_by_at"] = "damage_taken_by_at"
    combat: Name
    unit: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class ATDestroyed(Event):
    """An AT is destroyed (破壊) and stays on the field."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["at_destroyed"] = "at_destroyed"
    unit: Name
    cause: Seq


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrapDecided(Event):
    """A destroyed AT is scrapped (廃棄) or left on the field."""

    type: Literal["scrap_decided"] = "scrap_decided"
    unit: Name
    scrapped: bool
    order: tuple[Shown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ATActionEnded(Event):
    """An AT becomes action-ended (行動終了)."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["at_action_ended"] = "at_action_ended"
    unit: Name
    cause: Seq


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatInterrupted(Event):
    """A combat is broken off."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["combat_interrupted"] = "combat_interrupted"
    combat: Name
    cause: Seq


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatResumed(Event):
    """A combat that was broken off is taken up again with a new AT."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["combat_resumed"] = "combat_resumed"
    combat: Name
    replacement: Name
    cause: Seq


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatEnded(Event):
    """A combat is fought to its end."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)

    type: Literal["combat_ended"] = "combat_ended"
    combat: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutClaimed(Event):
    """A seat names the AT whose rate a combat it won brings in."""

    type: Literal["payout_claimed"] = "payout_claimed"
    combat: Name
    unit: Name
    rate: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutTaken(Event):
    """Cards go from the scrap deck to the money deck, the top one first."""

    chance: ClassVar[bool] = True

    type: Literal["payout_taken"] = "payout_taken"
    count: Count
    cards: tuple[Shown, ...]
    face: Literal["down", "up"]
    shuffled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RematchAgreed(Event):
    """The players agree on another game; the drawn one may be closed by then."""

    emitters: ClassVar[tuple[str, ...]] = ("table",)
    play: ClassVar[bool] = False

    type: Literal["rematch_agreed"] = "rematch_agreed"
    new_match_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRevealed(Event):
    """A card that an earlier event left null is shown; `index` is its place there, from 0."""

    emitters: ClassVar[tuple[str, ...]] = ("seat", "judge")
    reveals: ClassVar[bool] = True
    shows: ClassVar[bool] = True

    type: Literal["card_revealed"] = "card_revealed"
    of: Seq
    index: Count
    card: Shown


FIGURES = (
    Figure(
        "combats",
        "combats declared",
        "戦闘宣言",
        CombatDeclared,
        lambda e: [Counted(e.actor, "off-kai" if e.attacker_card else "AT", len(e.attackers))],
    ),
    Figure(
        "combat_winner",
        "combats by the side that won",
        "戦闘の勝者",
        TotalsDetermined,
        lambda e: [Counted(None, e.winner or "tie")],
    ),
    Figure(
        "damage",
        "damage of combats",
        "戦闘のダメージ",
        DamageDetermined,
        lambda e: [Counted(e.to, None, e.amount)],
    ),
    Figure(
        "payout",
        "cards taken at payouts",
        "ペイアウトで得た枚数",
        PayoutTaken,
        lambda e: [Counted(e.actor, None, e.count)],
    ),
)
"""What its players ask beside results, cards and time."""

VOCABULARY = Vocabulary(
    game="votoms_bcg",
    types=(
        MatchOpened,
        DeckRegistered,
        OpeningHandDrawn,
        OpeningHandExposed,
        OpeningHandKept,
        SetAsideReturned,
        OpeningHandToppedUp,
        PositionDeclared,
        GameStarted,
        TurnStarted,
        PhaseStarted,
        PhaseEnded,
        CardDrawn,
        ReplenishFinished,
        HandDiscarded,
        ATActivated,
        InitiativeDrawn,
        InitiativeDecided,
        ATDeployed,
        CardAttached,
        TerrainDeployed,
        TerrainDiscarded,
        ATRedeployed,
        CardPlayed,
        PriorityPassed,
        EffectResolved,
        CardDiscarded,
        NoEligibleCardClaimed,
        HandRevealed,
        CharactersExchanged,
        CardReturnedToHand,
        CombatDeclared,
        CombatStepStarted,
        AdditionalStrengthDrawn,
        TotalsDetermined,
        DamageDetermined,
        DamageRedirected,
        DamagePaid,
        DamageTakenByAT,
        ATDestroyed,
        ScrapDecided,
        ATActionEnded,
        CombatInterrupted,
        CombatResumed,
        CombatEnded,
        PayoutClaimed,
        PayoutTaken,
        RematchAgreed,
        MatchClosed,
        CardRevealed,
        *COMMON,
    ),
    figures=FIGURES,
)
