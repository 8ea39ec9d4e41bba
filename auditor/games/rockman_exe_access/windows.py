"""The timing windows (section 3 of the model), and which rule an event out of its time breaks."""

from __future__ import annotations

from typing import Any

from auditor.declare import Duty, Frame, Home, May, Step, Window, obligation
from auditor.games.rockman_exe_access.cards import EMBLEM
from auditor.games.rockman_exe_access.owed import made, next_owed
from auditor.games.rockman_exe_access.results import damage_rule
from auditor.games.rockman_exe_access.sides import damages, open_slip, spins_owed, unsure_damage
from auditor.games.rockman_exe_access.state import SEATS, Access, other
from auditor.hidden import Undecided
from events import Event
from events.rockman_exe_access import (
    AttackDeclared,
    AttackPhaseEnded,
    BattleResultDeclared,
    BlockDeclared,
    BlockDeclined,
    CardEffectApplied,
    CardsDiscarded,
    CardsDrawn,
    CardsMoved,
    CardsRevealed,
    ColourSlipResolved,
    DamageDealt,
    DeckRecycled,
    DeckRegistered,
    DeckShuffled,
    FirstPlayerDecided,
    HandRefilled,
    NaviChosen,
    NaviDeleted,
    NaviPileRegistered,
    NaviPluggedIn,
    PositionDeclared,
    RouletteSpun,
    SoulUnisonDeclared,
    SoulUnisonDeclined,
    TotalDeclared,
    TurnEnded,
    TurnStarted,
    WinPileReturned,
)


def is_not_registered(s: Access, e: Any, frame: Frame) -> bool:
    """A seat registers each pile once."""
    kind = "deck" if e.type == "deck_registered" else "pile"
    return e.seat in SEATS and (kind, e.seat) not in s.registered


def is_not_shuffled(s: Access, e: Any, frame: Frame) -> bool:
    """A seat shuffles once."""
    return e.seat in SEATS and e.seat not in s.shuffled


def is_to_choose(s: Access, e: Any, frame: Frame) -> bool:
    """A seat chooses its first navi once."""
    return e.seat in SEATS and e.seat not in s.chosen


def is_to_plug_in(s: Access, e: Any, frame: Frame) -> bool:
    """Both have chosen, and the seat's device is empty (RX-4.7)."""
    both = len(s.chosen) == len(SEATS)
    return e.cause == "setup" and both and e.seat in SEATS and s.plugged[e.seat] is None


def is_first_spin(s: Access, e: Any, frame: Frame) -> bool:
    """A spin for the first turn, one each, and anew after a tie (RX-4.6)."""
    if e.purpose != "first_player" or e.seat not in SEATS:
        return False
    tied = len(s.first) == len(SEATS) and s.first["P1"] == s.first["P2"]
    return tied or e.seat not in s.first


def is_opening_draw(s: Access, e: Any, frame: Frame) -> bool:
    """The opening hand is drawn at set-up, where agreed so (RX-2.6)."""
    return bool(s.options.opening_draw == "setup" and s.turn == 0)


def is_for_the_refill(s: Access, e: Any, frame: Frame) -> bool:
    """A draw or a discard for the refill; that it is late, RX-6.1 says."""
    return e.seat in SEATS and getattr(e, "cause", "refill") == "refill"


def is_not_refilled(s: Access, e: Any, frame: Frame) -> bool:
    """A seat is done with the refill once."""
    return e.seat in SEATS and e.seat not in s.refilled


def is_to_reveal(s: Access, e: Any, frame: Frame) -> bool:
    """A side turns its cards up once."""
    battle = s.battle
    if battle is None or e.seat not in SEATS or e.seat in battle.revealed:
        return False
    return e.seat in battle.sides() or battle.presumed


def is_presumed(s: Access, e: Any, frame: Frame) -> bool:
    """The choice to block was gone past, and is recorded late."""
    return s.battle is not None and s.battle.presumed and not s.battle.gone


def is_missing(s: Access, e: Any, frame: Frame) -> bool:
    """The attack was answered before it was recorded."""
    return s.battle is not None and s.battle.attacker in s.battle.missing


def is_battle_spin(s: Access, e: Any, frame: Frame) -> bool:
    """A spin of a blocked battle, before its totals."""
    return e.purpose == "battle" and is_contest(s, e, frame) and not s.battle.totals  # type: ignore[union-attr]


def is_contest(s: Access, e: Any, frame: Frame) -> bool:
    """A blocked battle whose result is open, with no unison surely to be settled first."""
    battle = s.battle
    if battle is None or not battle.blocked or battle.winners is not None:
        return False
    if getattr(e, "seat", "P1") not in SEATS:
        return False
    unison = battle.unison
    return unison is None or not (unison.sure or unison.in_)


def is_new_total(s: Access, e: Any, frame: Frame) -> bool:
    """A side's total is declared once."""
    return is_contest(s, e, frame) and e.seat not in dict(s.battle.totals)  # type: ignore[union-attr]


def is_choice_of_unison(s: Access, e: Any, frame: Frame) -> bool:
    """The seat has an emblem open to it (RX-14.2)."""
    unison = s.battle.unison if s.battle else None
    return unison is not None and unison.seat == e.seat and unison.in_ is None


def is_navi_of_unison(s: Access, e: Any, frame: Frame) -> bool:
    """The navi that a unison brings in (RX-14.5)."""
    unison = s.battle.unison if s.battle else None
    if unison is None or e.cause != "unison":
        return False
    return unison.seat == e.seat and unison.in_ is not None


def is_result_known(s: Access, e: Any, frame: Frame) -> bool:
    """The attack was not blocked, or its battle has a result."""
    battle = s.battle
    if battle is None or e.seat not in SEATS:
        return False
    return not battle.blocked or battle.winners is not None


def is_way_back(s: Access, e: Any, frame: Frame) -> bool:
    """Cards that a choice sent back go to the hand (RX-16.5)."""
    battle = s.battle
    sent = battle is not None and bool(e.slots) and set(e.slots) <= set(battle.returned)
    return sent or is_result_known(s, e, frame)


def may_be_deleted(s: Access, e: Any, frame: Frame) -> bool:
    """The navi may stand at 0 (RX-13.2)."""
    navi = s.plugged.get(e.seat)
    return navi is not None and navi.lp.low == 0


def may_still_hurt(s: Access, e: Any, frame: Frame) -> bool:
    """Damage that was not surely owed: none at all, or by a card nobody could read."""
    battle = s.battle
    if battle is None or (e.seat, e.cause) in battle.damaged:
        return False
    due = damages(s).get((e.seat, e.cause))
    return due is not None and (e.amount == 0 or due.low < due.high)


def is_perhaps_not_over(s: Access, e: Any, frame: Frame) -> bool:
    """Damage may be owed that nobody can be sure of, and the battle with it."""
    return bool(unsure_damage(s))


def is_slip_open(s: Access, e: Any, frame: Frame) -> bool:
    """Cards nobody could read leave it open whether a slip is to be settled."""
    return bool(open_slip(s))


def is_end_by_table(s: Access, e: Any, frame: Frame) -> bool:
    """The table may still say that a deletion has ended the attacks (RX-7.3)."""
    return bool(s.beaten) and not s.phase_ended and e.actor in ("table", s.turn_seat)


def is_replacement(s: Access, e: Any, frame: Frame) -> bool:
    """A new navi for a deleted one (RX-15.1)."""
    return e.cause == "replacement" and e.seat in SEATS and s.plugged[e.seat] is None


def is_pile(s: Access, e: Any, frame: Frame) -> bool:
    """A win pile with cards, or one said to be empty."""
    return e.seat in SEATS and (bool(s.win_pile[e.seat]) or e.count == 0)


REFILLING = May((CardsDrawn, CardsDiscarded), is_for_the_refill)
BY_TABLE = May((AttackPhaseEnded,), is_end_by_table)
DELETED = May((NaviDeleted,), may_be_deleted)
EFFECT = May((CardEffectApplied,))
SLIP_OPEN = May((ColourSlipResolved,), is_slip_open)
LATE = (
    May((BlockDeclared, BlockDeclined), is_presumed),
    May((CardsRevealed,), is_to_reveal),
    May((AttackDeclared,), is_missing),
)
OUTCOME = (
    *LATE,
    May((RouletteSpun,), is_battle_spin),
    May((SoulUnisonDeclared, SoulUnisonDeclined), is_choice_of_unison),
    May((TotalDeclared,), is_new_total),
    May((BattleResultDeclared,), is_contest),
    May((CardsMoved,), is_way_back),
    May((DamageDealt,), is_result_known),
    SLIP_OPEN,
    REFILLING,
)
RESULT = (*OUTCOME, EFFECT)
LATE_EFFECT = May((CardEffectApplied,), is_perhaps_not_over)

S1 = Window(
    "S1", "registering", "登録", (May((DeckRegistered, NaviPileRegistered), is_not_registered),)
)
S2 = Window("S2", "shuffling", "シャッフル", (May((DeckShuffled,), is_not_shuffled),))
S3 = Window(
    "S3",
    "first navi",
    "最初のナビ",
    (May((NaviChosen,), is_to_choose), May((NaviPluggedIn,), is_to_plug_in)),
)
S4 = Window(
    "S4",
    "first player",
    "先攻の決定",
    (May((RouletteSpun,), is_first_spin), May((FirstPlayerDecided,))),
)
T0 = Window(
    "T0",
    "turn start",
    "ターン開始",
    (May((TurnStarted,)), May((CardsDrawn,), is_opening_draw)),
)
REFILL = (
    REFILLING,
    May((HandRefilled,), is_not_refilled),
    May((DeckRecycled,), is_not_refilled),
)
R = Window("R", "refill", "手札の補充", REFILL)
RA = Window("Ra", "recycling the deck", "山札の作り直し", REFILL)
A0 = Window(
    "A0",
    "attack",
    "アタック",
    (
        May((AttackDeclared, AttackPhaseEnded)),
        REFILLING,
        May((DamageDealt,), may_still_hurt),
        DELETED,
        LATE_EFFECT,
    ),
)
A1 = Window(
    "A1", "choice to block", "ブロックの選択", (May((BlockDeclared, BlockDeclined)), REFILLING)
)
A2 = Window("A2", "reveal", "公開", (*LATE, EFFECT, REFILLING))
A3 = Window("A3", "several colours", "複数の色", (May((ColourSlipResolved,)), REFILLING))
A4 = Window("A4", "spins", "ルーレット", RESULT)
A4U = Window(
    "A4u",
    "Soul Unison",
    "ソウルユニゾン",
    (
        May((SoulUnisonDeclared, SoulUnisonDeclined), is_choice_of_unison),
        May((NaviPluggedIn,), is_navi_of_unison),
        REFILLING,
    ),
)
A5 = Window("A5", "result", "結果", RESULT)
A6 = Window("A6", "deletion", "デリート", (*OUTCOME, DELETED, LATE_EFFECT))
E1 = Window(
    "E1", "new navi", "新しいナビ", (May((NaviPluggedIn,), is_replacement), BY_TABLE, REFILLING)
)
E2 = Window("E2", "win piles", "勝ち札", (May((WinPileReturned,), is_pile), BY_TABLE, REFILLING))
E3 = Window(
    "E3",
    "end of turn",
    "ターン終了",
    (May((TurnEnded,)), May((WinPileReturned,), is_pile), BY_TABLE, REFILLING),
)
G = Window("G", "over", "終了", (BY_TABLE,), cites="RX-1.7")

ROWS = (S1, S2, S3, S4, T0, R, RA, A0, A1, A2, A3, A4, A4U, A5, A6, E1, E2, E3, G)
FRAMES = {row.key: (Frame(row),) for row in ROWS}


def frames(s: Access) -> tuple[Frame, ...]:
    """The open window."""
    return FRAMES["G"] if s.is_over else FRAMES[next_owed(s).window]


def next_step(s: Access) -> Step | None:
    """What comes next if nobody chooses anything more."""
    owed = next_owed(s)
    return None if owed.event is None else Step(owed.rule, owed.event)


@obligation(
    "RX-13.2",
    on=(DamageDealt, NaviDeleted, PositionDeclared, SoulUnisonDeclared, CardsMoved, NaviPluggedIn),
)
def table_deletes_the_navi(s: Access) -> tuple[Duty, ...]:
    """A navi that surely stands at 0 is deleted."""
    if s.stage != "battle" or s.is_over or next_owed(s).window != "A6":
        return ()
    return tuple(
        Duty("RX-13.2", "table", NaviDeleted, _deletion)
        for navi in s.plugged.values()
        if navi is not None and navi.lp.high == 0
    )


def _deletion(s: Access) -> tuple[Event, ...]:
    for seat, navi in s.plugged.items():
        if navi is not None and navi.lp.high == 0:
            return (made(s, NaviDeleted, "table", seat=seat, card=navi.card),)
    return ()


def why_not(s: Access, e: Any) -> str:
    """The rule that an event breaks which the open window does not let in."""
    owed = next_owed(s).rule
    special = WHY.get(e.type)
    return (special(s, e) if special is not None else None) or owed


def _draw(s: Access, e: Any) -> str:
    return "RX-2.6" if s.turn == 0 and s.stage in ("set_up", "T0") else "RX-6.1"


def _attack(s: Access, e: Any) -> str | None:
    if not s.beaten:
        return None if s.stage != "E" else "RX-5.2"
    return "RX-7.10" if s.plugged[s.turn_seat] is None else "RX-7.3"


def _reveal(s: Access, e: Any) -> str | None:
    if s.stage == "battle" and s.battle is not None and s.battle.blocked is None:
        return "RX-8.1"
    return "RX-9.1" if s.battle is not None and s.battle.blocked else "RX-12.1"


def _spin(s: Access, e: Any) -> str | None:
    if s.stage == "set_up":
        return "RX-4.6" if next_owed(s).window == "S4" else "RX-4.7"
    if e.purpose == "first_player":
        return "RX-4.7"
    battle = s.battle
    if battle is not None and battle.blocked is False:
        return "RX-12.4"
    if s.stage != "battle" or battle is None:
        return "RX-10.2"
    if battle.blocked and (battle.totals or battle.winners is not None):
        return "RX-10.2" if _owes_no_spin(s, e.seat) else "RX-9.5"
    return None


def _owes_no_spin(s: Access, seat: str) -> bool:
    try:
        return seat in SEATS and spins_owed(s, seat).high == 0
    except Undecided:
        return False


def _unison(s: Access, e: Any) -> str | None:
    battle = s.battle
    if s.stage != "battle" or battle is None or battle.winners is not None or battle.totals:
        return "RX-14.2"
    if battle.unison is not None or battle.declined or not battle.spins:
        return "RX-14.5" if battle.unison is not None and battle.unison.in_ else "RX-14.2"
    seat, spin = battle.spins[-1]
    if seat != e.seat:
        return "RX-14.2"
    if spin.value != EMBLEM:
        return "RX-10.5"
    return "RX-14.3" if s.may_unite(seat)[0] is False else "RX-10.7"


def _navi(s: Access, e: Any) -> str | None:
    if e.cause == "unison":
        return "RX-14.5"
    if s.stage == "set_up":
        return "RX-4.7"
    if e.cause == "setup":
        return "RX-4.7"
    return "RX-15.5" if s.stage != "battle" else None


def _slip(s: Access, e: Any) -> str | None:
    return "RX-16.6" if next_owed(s).window in ("A1", "A2") else "RX-16.4"


def _move(s: Access, e: Any) -> str | None:
    if e.seat in SEATS:
        if any(c.slot in e.slots for c in s.discard[e.seat]):
            return "RX-18.2"
        if any(c.slot in e.slots for c in s.win_pile[e.seat]):
            return "RX-18.3"
    return None if s.stage == "battle" else "RX-18.1"


def _damage(s: Access, e: Any) -> str | None:
    if s.battle is None or next_owed(s).window not in ("A0", "A6", "E1", "E2", "E3"):
        return None
    return damage_rule(s, e)


def _total(s: Access, e: Any) -> str | None:
    battle = s.battle
    if s.stage != "battle" or battle is None or battle.blocked is False:
        return "RX-8.5"
    if e.type == "total_declared" and (battle.winners is not None or e.seat in dict(battle.totals)):
        return "RX-9.2"
    return None if battle.winners is None else "RX-11.1"


def _piles(s: Access, e: Any) -> str | None:
    if s.stage == "E" and next_owed(s).window == "E1":
        return "RX-15.5"
    return "RX-15.4" if s.stage == "E" else None


def _deletion_rule(s: Access, e: Any) -> str | None:
    navi = s.plugged.get(e.seat)
    early = s.stage == "battle" and navi is not None and navi.lp.low == 0
    return None if early else "RX-13.2"


def _ends(s: Access, e: Any) -> str | None:
    return "RX-5.2" if s.stage == "E" else None


WHY = {
    "deck_registered": lambda s, e: "RX-2.4",
    "navi_pile_registered": lambda s, e: "RX-3.1",
    "deck_shuffled": lambda s, e: "RX-4.7",
    "navi_chosen": lambda s, e: "RX-4.7",
    "first_player_decided": lambda s, e: "RX-4.6",
    "cards_drawn": _draw,
    "cards_discarded": _draw,
    "deck_recycled": lambda s, e: "RX-2.9",
    "hand_refilled": lambda s, e: "RX-5.2",
    "attack_declared": _attack,
    "block_declared": lambda s, e: "RX-8.1",
    "block_declined": lambda s, e: "RX-8.1",
    "cards_revealed": _reveal,
    "roulette_spun": _spin,
    "soul_unison_declared": _unison,
    "soul_unison_declined": _unison,
    "navi_plugged_in": _navi,
    "colour_slip_resolved": _slip,
    "card_effect_applied": lambda s, e: "RX-17.11",
    "cards_moved": _move,
    "damage_dealt": _damage,
    "total_declared": _total,
    "battle_result_declared": _total,
    "navi_deleted": _deletion_rule,
    "attack_phase_ended": _ends,
    "win_pile_returned": _piles,
}
"""By type of event; None where what is owed says it."""

HOME = Home(
    (
        "RX-2.4",
        "RX-2.6",
        "RX-2.9",
        "RX-3.1",
        "RX-4.6",
        "RX-4.7",
        "RX-5.2",
        "RX-6.1",
        "RX-7.3",
        "RX-7.4",
        "RX-7.10",
        "RX-8.1",
        "RX-8.5",
        "RX-9.1",
        "RX-9.2",
        "RX-9.5",
        "RX-10.1",
        "RX-10.2",
        "RX-10.5",
        "RX-10.7",
        "RX-11.1",
        "RX-11.2",
        "RX-11.3",
        "RX-11.5",
        "RX-11.6",
        "RX-11.7",
        "RX-11.8",
        "RX-12.1",
        "RX-12.2",
        "RX-12.3",
        "RX-12.4",
        "RX-13.2",
        "RX-14.2",
        "RX-14.3",
        "RX-14.5",
        "RX-15.1",
        "RX-15.4",
        "RX-15.5",
        "RX-16.4",
        "RX-16.5",
        "RX-16.6",
        "RX-17.11",
        "RX-18.1",
        "RX-18.2",
        "RX-18.3",
    ),
    why_not,
)


def who_ends_the_attacks(s: Access, e: Any) -> str:
    """The rule that an end of the attacks by the wrong one breaks (RX-14.7, RX-7.2)."""
    return "RX-14.7" if s.united else "RX-7.2"


def who_is_next(s: Access, e: Any) -> str:
    """The rule by which another seat takes the turn (RX-15.3, RX-14.10, RX-5.1)."""
    if s.beaten:
        return "RX-15.3"
    return "RX-14.10" if s.united else "RX-5.1"


ENDS = Home(("RX-14.7", "RX-7.2"), who_ends_the_attacks)
NEXT = Home(("RX-15.3", "RX-14.10", "RX-5.1"), who_is_next)


def attack_ends(s: Access) -> tuple[str, ...]:
    """Who may end the attacks: the seat of the turn; the table too after a deletion."""
    return (s.turn_seat, "table") if s.beaten else (s.turn_seat,)


def defender(s: Access) -> tuple[str, ...]:
    """Who chooses whether to block."""
    return (other(s.battle.attacker),) if s.battle else ()
