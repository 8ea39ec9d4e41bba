"""The timing windows (the model's section 4): what each lets in, and where it fits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from auditor.declare import Frame, May, Window
from auditor.games.votoms_bcg.owed import claimer, settled, to_activate, victim_of
from auditor.games.votoms_bcg.state import HAND_LIMIT, Arena, is_dealt_with
from events import Event
from events.votoms_bcg import (
    AdditionalStrengthDrawn,
    ATActionEnded,
    ATActivated,
    ATDeployed,
    ATDestroyed,
    ATRedeployed,
    CardAttached,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardReturnedToHand,
    CharactersExchanged,
    CombatDeclared,
    CombatEnded,
    CombatInterrupted,
    CombatResumed,
    CombatStepStarted,
    DamageDetermined,
    DamagePaid,
    DamageRedirected,
    DamageTakenByAT,
    DeckRegistered,
    EffectResolved,
    GameStarted,
    HandDiscarded,
    HandRevealed,
    InitiativeDecided,
    InitiativeDrawn,
    NoEligibleCardClaimed,
    OpeningHandDrawn,
    OpeningHandExposed,
    OpeningHandKept,
    OpeningHandToppedUp,
    PayoutClaimed,
    PayoutTaken,
    PhaseEnded,
    PhaseStarted,
    PriorityPassed,
    ReplenishFinished,
    ScrapDecided,
    SetAsideReturned,
    TerrainDeployed,
    TerrainDiscarded,
    TotalsDetermined,
    TurnStarted,
)

OBJECTS: dict[type[Event], str] = {
    ATActionEnded: "unit",
    ATDestroyed: "unit",
    CombatInterrupted: "combat",
    CombatResumed: "combat",
    CombatDeclared: "attacker_card",
    TotalsDetermined: "combat",
    DamageDetermined: "combat",
    DamageRedirected: "combat",
    CardDiscarded: "iid",
}
"""What a duty is about: an event on another one does not pay it."""


def pays(s: Arena, e: Any) -> bool:
    """The event is one of those that are due, by the seat that owes it."""
    kind = type(e)
    for duty in s.duties:
        if duty.kind is kind and duty.seat == e.actor:
            name = OBJECTS.get(kind)
            least = duty.least(s) if name is not None else ()
            if not least:
                return (kind is not CardDiscarded or is_chosen(s, e)) and is_fought_now(s, e)
            if getattr(least[0], name or "") == getattr(e, name or ""):
                return True
    return False


def is_fought_now(s: Arena, e: Any) -> bool:
    """Totals and damage are of the innermost combat."""
    of_combat = isinstance(e, TotalsDetermined | DamageDetermined)
    return not of_combat or s.combat is None or s.combat.id == e.combat


def is_chosen(s: Arena, e: Any) -> bool:
    """A card goes that its seat, or the user of a card, chose for what is due."""
    return (
        is_effect(s, e.cause)
        or any(cause == e.cause and iid == e.iid for iid, _, cause in s.leftover)
        or e.reason == "target_gone"
    )


def is_effect(s: Arena, cause: Any) -> bool:
    """The card whose effect is being carried out is the one named, and nothing lies between."""
    return cause is not None and s.effect == (cause, s.seq)


# -------------------------------------------------------------------- set-up


def state_of(s: Arena, e: Any) -> str:
    """How far a seat has come with its opening hand."""
    opening = s.opening.get(e.actor)
    return opening.state if opening is not None else "none"


def may_register(s: Arena, e: Any) -> bool:
    """A seat registers one deck, before it draws."""
    return e.actor not in s.decks and e.actor not in s.opening


def may_draw_hand(s: Arena, e: Any) -> bool:
    """The next opening hand: the first one, or one after an exposure."""
    opening = s.opening.get(e.actor)
    if opening is None:
        return e.actor in s.decks and e.attempt == 1
    return opening.state == "exposed" and e.attempt == opening.attempt + 1 and s.money[e.actor] > 0


def has_hand(s: Arena, e: Any) -> bool:
    """An opening hand lies there to be exposed or kept."""
    opening = s.opening.get(e.actor)
    return opening is not None and opening.state == "drawn" and e.attempt == opening.attempt


def may_return_aside(s: Arena, e: Any) -> bool:
    """A hand was kept after an exposure."""
    return state_of(s, e) == "kept" and bool(s.aside[e.actor])


def may_top_up(s: Arena, e: Any) -> bool:
    """The cards laid aside are back, and the hand is short."""
    return state_of(s, e) == "kept" and not s.aside[e.actor]


def may_start(s: Arena, e: Any) -> bool:
    """Every opening hand is settled."""
    return settled(s)


# -------------------------------------------------------------------- phases


def is_the_turn(s: Arena, e: Any) -> bool:
    """The turn that comes next."""
    return s.at == "turn" and bool(e.turn == s.turn)


def is_the_phase(s: Arena, e: Any) -> bool:
    """The phase that comes next, or is on."""
    return (e.turn, e.phase, e.owner) == (s.turn, s.phase, s.owner)


def procedures_open(s: Arena) -> bool:
    """All have passed, where passes are recorded and come first, and no card waits."""
    if s.queue:
        return False
    return s.options.passes_recorded != "everywhere" or s.all_passed


def is_phase_over(s: Arena, e: Any) -> bool:
    """Nothing is left to be done in the phase."""
    if not is_the_phase(s, e) or s.combats or s.queue:
        return False
    match s.window:
        case "T1e":
            return all(s.size(seat) <= HAND_LIMIT for seat in s.seats)
        case "T2":
            return procedures_open(s) and not to_activate(s)
        case "T3":
            return s.decided and procedures_open(s)
        case "T4":
            return procedures_open(s)
        case "T5o" | "T5e":
            return s.all_passed and not s.combat_cards
        case "T6":
            done = s.options.payout_optional or claimer(s) is None
            return procedures_open(s) and done
    return False


def to_replenish(s: Arena) -> str | None:
    """The seat whose turn to replenish it is (VB-3.5)."""
    return next((seat for seat in s.seats if seat not in s.finished), None)


def may_draw_card(s: Arena, e: Any) -> bool:
    """Replenishing in turn, or drawing by a card."""
    if e.reason == "effect":
        return is_effect(s, e.cause)
    return s.window == "T1" and procedures_open(s) and e.actor == to_replenish(s)


def may_finish(s: Arena, e: Any) -> bool:
    """Replenishing is done in turn."""
    return s.window == "T1" and procedures_open(s) and e.actor == to_replenish(s)


def over_limit(s: Arena) -> str | None:
    """The first seat with too many cards at the end of the replenish phase (VB-4.4)."""
    if s.window != "T1e":
        return None
    return next((seat for seat in s.seats if s.size(seat) > HAND_LIMIT), None)


def may_discard_hand(s: Arena, e: Any) -> bool:
    """The surplus at the end of the replenish phase."""
    return bool(e.reason == "hand_limit" and e.actor == over_limit(s))


def may_activate(s: Arena, e: Any) -> bool:
    """Activation in turn, reactivation, or either by a card."""
    if e.cause is not None:
        return is_effect(s, e.cause)
    destroyed = e.before == "destroyed"
    if (s.options.reactivation if destroyed else s.options.activation) == "as_recorded":
        return True
    if s.window != "T2" or not procedures_open(s):
        return False
    if destroyed:
        return bool(s.options.reactivation != "card_only")
    ended = to_activate(s)
    return not ended or s.ats[ended[0]].owner == e.actor


def may_draw_initiative(s: Arena, e: Any) -> bool:
    """A draw that is still to come."""
    if s.phase != "initiative" or s.decided or s.queue:
        return False
    return (bool(s.draws) or procedures_open(s)) and (e.round, e.actor) in s.ranking()[1]


def is_decided(s: Arena, e: Any) -> bool:
    """The draws give an order."""
    return bool(s.draws) and not s.decided and s.ranking()[0] is not None


# -------------------------------------------------------------------- cards


def may_only_rescue(s: Arena, card: Any) -> bool:
    """The card is one for the destruction of an AT, and for nothing else (VB-20.7)."""
    return "own_at_destroyed" in (s.sure(card, "timing") or ())


def may_play(s: Arena, e: Any) -> bool:
    """A window of the right to use cards, not closed, and no card takes effect first.

    That a card is for the destruction of an AT only is for a rule to say.
    """
    if may_only_rescue(s, e.card):
        return True
    if s.window == "C5s":
        return s.to_scrap is not None and not s.queue and may_rescue(s, e.card)
    if s.right is None or s.duties or (s.passes_recorded and s.all_passed):
        return False
    if s.queue and s.options.resolution == "immediate":
        return False
    return all(s.plays[seq].kind != "offkai" for seq in s.queue)


def may_rescue(s: Arena, card: str | None) -> bool:
    """A card may be one for the destruction of an AT (VB-20.7)."""
    found = None if card is None else s.data.cards.get(card)
    if found is None:
        return card is None
    timing = found.timing if isinstance(found.timing, tuple) else ()
    return "own_at_destroyed" in (getattr(found.timing, "one_of", None) or timing)


def may_pass(s: Arena, e: Any) -> bool:
    """A window of the right to use cards that is not closed."""
    return s.right is not None and not s.all_passed


def is_waiting(s: Arena, e: Any) -> bool:
    """A card that was played and not yet processed."""
    return e.play_ in s.queue and (s.right is not None or s.window == "C5s")


def goes_with_target(s: Arena, e: Any) -> bool:
    """A card on the field is put away since its target is gone; whether it is, a rule says."""
    return e.reason == "target_gone" and (e.iid in s.effects or e.iid in s.combat_cards)


def may_go(s: Arena, e: Any) -> bool:
    """A card is put away by an effect, with its target, or at the end of the combat phase."""
    if is_effect(s, e.cause) or goes_with_target(s, e):
        return True
    closing = s.window == "T5e" or (s.window == "T5o" and s.all_passed and not s.queue)
    there = e.iid in s.combat_cards or s.may_lie(e.iid, e.of)
    return closing and e.reason == "phase_end" and there


def may_claim_none(s: Arena, e: Any) -> bool:
    """The seat that has still to give up a card says, once, that it has none."""
    if s.claim is not None or not is_effect(s, e.cause):
        return False
    play = s.plays[e.cause]
    return victim_of(play) == e.actor and not (play.spent and s.sure(play.card, "discards"))


def by_effect(s: Arena, e: Any) -> bool:
    """A card that is being carried out brings it."""
    return is_effect(s, e.cause)


def may_return(s: Arena, e: Any) -> bool:
    """A card used this turn lets cards go back to hand."""
    return e.cause in s.plays


# -------------------------------------------------------------------- deploying

PLACES: dict[str, Callable[[Arena, str], bool]] = {
    "own_deployment": lambda s, seat: s.window == "T4" and s.owner == seat,
    "deployment": lambda s, seat: s.window == "T4",
    "own_combat_open": lambda s, seat: s.window == "T5o" and s.owner == seat,
    "combat_open": lambda s, seat: s.window == "T5o",
    "combat_step_2": lambda s, seat: s.window == "C2" and s.is_combat_phase,
    "offkai_step_2": lambda s, seat: s.window == "C2" and not s.is_combat_phase,
    "replenish": lambda s, seat: s.window == "T1",
    "activation": lambda s, seat: s.window == "T2",
    "initiative": lambda s, seat: s.window == "T3",
    "payout": lambda s, seat: s.window == "T6",
}
"""The windows that an option may list (H-12, H-23)."""


def is_open_to(s: Arena, seat: str, windows: Any) -> bool:
    """One of the windows that an option lists is open to a seat."""
    return any(PLACES[name](s, seat) for name in windows)


def may_deploy(s: Arena, e: Any) -> bool:
    """An AT comes in one's deployment, or by a card."""
    if e.via == "card":
        return is_effect(s, e.cause) and s.plays[e.cause].by == e.actor
    return is_open_to(s, e.actor, s.options.deploy_windows)


def may_attach(s: Arena, e: Any) -> bool:
    """Pilots and weapons come in one's deployment."""
    return is_open_to(s, e.actor, s.options.deploy_windows)


def is_ones_deployment(s: Arena, e: Any) -> bool:
    """Terrain belongs to one's deployment phase."""
    return s.window == "T4" and s.owner == e.actor


# -------------------------------------------------------------------- combats


def may_declare(s: Arena, e: Any) -> bool:
    """All have passed between combats; an off-kai attack follows from its card."""
    if e.attacker_card is not None:
        return is_effect(s, e.attacker_card) and s.plays[e.attacker_card].by == e.actor
    return s.window == "T5o" and s.all_passed and not s.queue


def is_next_in_combat(s: Arena, e: Any) -> bool:
    """The next step of the innermost combat, once the one before is done."""
    combat = s.combat
    if combat is None or e.combat != combat.id or e.step != combat.step + 1 or combat.tied:
        return False
    if combat.step in (2, 4):
        return s.all_passed and not s.queue
    return combat.step != 3 or combat.damage is not None


def may_draw_strength(s: Arena, e: Any) -> bool:
    """Step 3 of the innermost combat, with nothing drawn."""
    combat = s.combat
    return combat is not None and (combat.id, combat.step, combat.draws) == (e.combat, 3, None)


def may_pay(s: Arena, e: Any) -> bool:
    """The damaged seat of the innermost combat, in step 5."""
    combat = s.combat
    if combat is None or combat.id != e.combat or s.window not in ("C5", "C5e"):
        return False
    if combat.damage is None or combat.damage[0] != e.actor:
        return False
    nothing = combat.paid is None and combat.taken is None and is_dealt_with(s, combat)
    return s.window == "C5" or nothing


def may_take(s: Arena, e: Any) -> bool:
    """In step 5 of the innermost combat; that cards were paid too is for a rule to say."""
    combat = s.combat
    if combat is None or combat.id != e.combat or combat.damage is None:
        return False
    return s.window in ("C5", "C5e") and combat.damage[0] == e.actor


def is_fought(s: Arena, e: Any) -> bool:
    """Everything in the innermost combat is done."""
    return s.combat is not None and s.combat.id == e.combat and s.window == "C5e"


def may_be_destroyed(s: Arena, e: Any) -> bool:
    """By a card; or after the damage was taken, for a rule to say that it is one AT only."""
    if is_effect(s, e.cause):
        return True
    return s.combat is not None and s.combat.taken is not None and s.window == "C5e"


def always(s: Arena, e: Any) -> bool:
    """Wherever the window is."""
    return True


def never(s: Arena, e: Any) -> bool:
    """Only where it is due."""
    return False


def in_payout(s: Arena, e: Any) -> bool:
    """The payout, once cards are done with."""
    return s.window == "T6" and procedures_open(s)


FITS: dict[type[Event], Callable[[Arena, Any], bool]] = {
    DeckRegistered: may_register,
    OpeningHandDrawn: may_draw_hand,
    OpeningHandExposed: has_hand,
    OpeningHandKept: has_hand,
    SetAsideReturned: may_return_aside,
    OpeningHandToppedUp: may_top_up,
    GameStarted: may_start,
    TurnStarted: is_the_turn,
    PhaseStarted: is_the_phase,
    PhaseEnded: is_phase_over,
    CardDrawn: may_draw_card,
    ReplenishFinished: may_finish,
    HandDiscarded: may_discard_hand,
    ATActivated: may_activate,
    InitiativeDrawn: may_draw_initiative,
    InitiativeDecided: is_decided,
    ATDeployed: may_deploy,
    CardAttached: may_attach,
    TerrainDeployed: is_ones_deployment,
    TerrainDiscarded: is_ones_deployment,
    ATRedeployed: always,
    CardPlayed: may_play,
    PriorityPassed: may_pass,
    EffectResolved: is_waiting,
    CardDiscarded: may_go,
    NoEligibleCardClaimed: may_claim_none,
    HandRevealed: always,
    CharactersExchanged: by_effect,
    CardReturnedToHand: may_return,
    CombatDeclared: may_declare,
    CombatStepStarted: is_next_in_combat,
    AdditionalStrengthDrawn: may_draw_strength,
    TotalsDetermined: never,
    DamageDetermined: never,
    DamageRedirected: by_effect,
    DamagePaid: may_pay,
    DamageTakenByAT: may_take,
    ATDestroyed: may_be_destroyed,
    ScrapDecided: never,
    ATActionEnded: by_effect,
    CombatInterrupted: by_effect,
    CombatResumed: never,
    CombatEnded: is_fought,
    PayoutClaimed: in_payout,
    PayoutTaken: in_payout,
}
"""Where each type of event fits while nothing is owed."""

INSTEAD: dict[type[Event], Callable[[Arena, Any], bool]] = {
    ATDestroyed: may_be_destroyed,
    CardDiscarded: goes_with_target,
    CardPlayed: may_play,
    NoEligibleCardClaimed: may_claim_none,
    DamageTakenByAT: may_take,
}
"""What may be done although something else is owed."""


def let_in(kind: type[Event]) -> May:
    """A type of event in a window: it pays what is owed, or fits while nothing is."""
    fits, instead = FITS[kind], INSTEAD.get(kind, never)

    def may(s: Arena, e: Any, frame: Frame) -> bool:
        if s.duties:
            return pays(s, e) or instead(s, e)
        return fits(s, e)

    return May((kind,), may)


BROUGHT = (
    CardDrawn,
    ATActivated,
    ATDeployed,
    CardDiscarded,
    NoEligibleCardClaimed,
    HandRevealed,
    CharactersExchanged,
    CardReturnedToHand,
    CombatDeclared,
    CombatInterrupted,
    CombatResumed,
    ATDestroyed,
    ATActionEnded,
    ATRedeployed,
    ScrapDecided,
)
"""What a card may bring, and what follows from that."""
CARDS = (CardPlayed, PriorityPassed, EffectResolved)
SET_UP = (
    DeckRegistered,
    OpeningHandDrawn,
    OpeningHandExposed,
    OpeningHandKept,
    SetAsideReturned,
    OpeningHandToppedUp,
    GameStarted,
)


def row(key: str, en: str, ja: str, *kinds: type[Event], cites: str | None = None) -> Window:
    """A row of the table: the types of event that a window lets in."""
    return Window(key, en, ja, tuple(map(let_in, kinds)), cites=cites)


S1 = row("S1", "opening draw", "最初の手札を引く", *SET_UP, cites="VB-2.11")
S2 = row("S2", "opening hand", "最初の手札の確認", *SET_UP, cites="VB-2.11")
S3 = row("S3", "return of the cards laid aside", "脇のカードを戻す", *SET_UP, cites="VB-2.11")
TURN = row("turn", "between turns", "ターンの間", TurnStarted, cites="VB-3.1")
BEFORE = row("before", "between phases", "フェイズの間", PhaseStarted, cites="VB-3.1")
T1 = row("T1", "replenish", "補充", *CARDS, *BROUGHT, ReplenishFinished, PhaseEnded, cites="VB-3.5")
T1E = row("T1e", "hand limit", "手札の上限", HandDiscarded, PhaseEnded, cites="VB-4.4")
T2 = row("T2", "activation", "起動", *CARDS, *BROUGHT, PhaseEnded, cites="VB-3.5")
T3 = row(
    "T3",
    "initiative",
    "イニシアチブ",
    *CARDS,
    *BROUGHT,
    InitiativeDrawn,
    PhaseEnded,
    cites="VB-6.1",
)
T3K = row(
    "T3k",
    "drawing for the initiative",
    "イニシアチブの決定中",
    InitiativeDrawn,
    InitiativeDecided,
    cites="VB-6.3",
)
T4 = row(
    "T4",
    "deployment",
    "配備",
    *CARDS,
    *BROUGHT,
    CardAttached,
    TerrainDeployed,
    TerrainDiscarded,
    PhaseEnded,
    cites="VB-3.6",
)
T5O = row(
    "T5o",
    "combat phase, between combats",
    "戦闘フェイズ（戦闘の間）",
    *CARDS,
    *BROUGHT,
    CardAttached,
    PhaseEnded,
    cites="VB-13.18",
)
T5E = row(
    "T5e",
    "end of the combat phase",
    "戦闘フェイズの終わり",
    CardDiscarded,
    PhaseEnded,
    cites="VB-11.4",
)
C1 = row("C1", "declaration", "戦闘の宣言", CombatStepStarted, cites="VB-13.2")
C2 = row(
    "C2",
    "use of cards",
    "カードの使用",
    *CARDS,
    *BROUGHT,
    CardAttached,
    CombatStepStarted,
    cites="VB-13.5",
)
C3 = row(
    "C3",
    "additional strength",
    "追加戦闘力の決定",
    AdditionalStrengthDrawn,
    TotalsDetermined,
    DamageDetermined,
    CombatStepStarted,
    cites="VB-13.6",
)
C4 = row(
    "C4",
    "damage cards",
    "ダメージに関するカード",
    *CARDS,
    *BROUGHT,
    DamageRedirected,
    CombatStepStarted,
    cites="VB-13.11",
)
C5 = row("C5", "damage", "ダメージの適用", DamagePaid, DamageTakenByAT, cites="VB-13.13")
C5S = row(
    "C5s",
    "scrap decision",
    "廃棄の決定",
    CardPlayed,
    EffectResolved,
    *BROUGHT,
    cites="VB-8.6",
)
C5E = row(
    "C5e",
    "end of the combat",
    "戦闘の終わり",
    CardPlayed,
    DamagePaid,
    DamageTakenByAT,
    *BROUGHT,
    CombatEnded,
    cites="VB-13.12",
)
T6 = row(
    "T6",
    "payout",
    "配当",
    *CARDS,
    *BROUGHT,
    PayoutClaimed,
    PayoutTaken,
    PhaseEnded,
    cites="VB-18.5",
)
OVER = row("over", "over", "終了", cites="GN-1.6")
OVER_NO_AT = row("over", "over", "終了", cites="VB-2.7")
OVER_DECK_OUT = row("over", "over", "終了", cites="VB-19.1")
OVER_ALL_OUT = row("over", "over", "終了", cites="VB-19.4")
OVER_ONE_LEFT = row("over", "over", "終了", cites="VB-19.6")
OVER_MANY = row("over", "over", "終了", cites="VB-19.7")

ROWS = (S1, S2, S3, TURN, BEFORE, T1, T1E, T2, T3, T3K, T4, T5O, T5E)
COMBAT_ROWS = (C1, C2, C3, C4, C5, C5S, C5E)
FRAMES = {row.key: (Frame(row),) for row in (*ROWS, *COMBAT_ROWS, T6)}
ENDED = {
    row.cites: (Frame(row),)
    for row in (OVER, OVER_NO_AT, OVER_DECK_OUT, OVER_ALL_OUT, OVER_ONE_LEFT, OVER_MANY)
}


def frames(s: Arena) -> tuple[Frame, ...]:
    """The open windows: the phase's, then that of each open combat, the innermost on top."""
    if s.end is not None and s.is_over:
        return ENDED.get(s.end.rule, ENDED["GN-1.6"])
    if not s.combats:
        return FRAMES[s.window]
    outer = [Frame(FRAMES[f"C{min(c.step, 4)}"][0].row, c.id) for c in s.combats[:-1]]
    return (*outer, Frame(FRAMES[s.window][0].row, s.combats[-1].id))
