"""The timing windows (the model's section 3), and the rule that an act out of time breaks."""

from __future__ import annotations

from typing import Any, cast

from auditor.declare import UNRECORDED, Frame, May, Step, Window
from auditor.games.dino_world import battles
from auditor.games.dino_world.state import Dinos
from events.dino_world import (
    AbilityUsed,
    ActionDieRolled,
    ActionsEnded,
    AttackRolled,
    BattleEnded,
    BattleOpened,
    BattleResultDeclared,
    CardsCounted,
    DeckRegistered,
    DeckShuffled,
    DinoFossilised,
    DinoMoved,
    DinoPlaced,
    DinoRevealed,
    MapAssembled,
    OpeningDrawn,
    PlayerDefeated,
    PlayerDroppedOut,
    PlayOrderDecided,
    RetreatDeclared,
    RetreatDeclined,
    RetreatResolved,
    SheetChosen,
    SpecialResolved,
    TerritoryOccupied,
    TurnEnded,
    TurnStarted,
)


def is_own_first(s: Dinos, e: Any, frame: Frame) -> bool:
    """A seat's own deck or sheet, for the first time."""
    done = s.deck_list if e.type == "deck_registered" else s.sheets
    return bool(e.seat == e.actor and e.seat not in done)


def may_shuffle(s: Dinos, e: Any, frame: Frame) -> bool:
    """Once before the draw; where the organiser lets it, once more after it."""
    if e.seat != e.actor:
        return False
    if e.seat not in s.shuffled:
        return True
    again = s.options.mulligan == "organiser" and not s.placed[e.seat]
    return bool(again and e.seat in s.drawn)


def may_draw(s: Dinos, e: Any, frame: Frame) -> bool:
    """Once, after the shuffle."""
    return bool(e.seat == e.actor and e.seat in s.shuffled and e.seat not in s.drawn)


def is_opening(s: Dinos, e: Any, frame: Frame) -> bool:
    """One of the cards drawn at the start."""
    return bool(e.cause == "opening" and s.placed[e.actor] < s.drawn[e.actor])


def is_next(s: Dinos, e: Any, frame: Frame) -> bool:
    """The next seat in play, with nothing owed of the turn before."""
    return bool(not s.duties and e.actor == s.next_seat())


def is_action(s: Dinos, e: Any, frame: Frame) -> bool:
    """An action of the turn."""
    return bool(e.cause == "action")


def is_unread(s: Dinos, e: Any, frame: Frame) -> bool:
    """A reveal that tells something new, by whom its cause lets do it."""
    piece = s.pieces.get(e.unit)
    if piece is None:
        return e.cause == "judge" and e.unit not in s.told and e.unit in s.fossils[e.unit[:2]]
    owner = e.unit[:2]
    if e.cause == "judge":
        return bool(e.actor == "judge" and (not piece.up or e.unit not in s.told))
    if e.actor not in (owner, "table"):
        return False
    return piece.up and e.unit not in s.told


def pays_a_reveal(s: Dinos, e: Any, frame: Frame) -> bool:
    """The reveal is owed; or it tells what could not be read."""
    piece = s.pieces.get(e.unit)
    if piece is None or piece.up or e.cause == "judge":
        return is_unread(s, e, frame)
    for duty in s.duties:
        if duty.kind is DinoRevealed:
            least = duty.least(s)[0]
            if (e.unit, e.cause) == (least.unit, least.cause):  # type: ignore[attr-defined]
                return (
                    e.actor in (duty.seat, e.unit[:2])
                    if e.cause == "battle"
                    else (e.actor == duty.seat)
                )
    return False


def turns_up_in_actions(s: Dinos, e: Any, frame: Frame) -> bool:
    """Of the player's own will, or just before an ability is used (DW-7.2, DW-7.5)."""
    piece = s.pieces.get(e.unit)
    if piece is None or piece.up or e.cause == "judge":
        return is_unread(s, e, frame)
    if e.actor != s.to_move or e.unit[:2] != e.actor:
        return False
    return bool(e.cause == "ability" or (e.cause == "voluntary" and s.options.voluntary_reveal))


def turns_up_for_battle(s: Dinos, e: Any, frame: Frame) -> bool:
    """A dinosaur of a battle that is still face down."""
    piece = s.pieces.get(e.unit)
    if piece is None or piece.up or e.cause == "judge":
        return is_unread(s, e, frame)
    there = s.battle.square if s.battle is not None else None
    fights = piece.square == there or piece.square in s.pending
    return bool(fights and e.cause == "battle" and e.actor in (e.unit[:2], "table"))


def is_attackers_die(s: Dinos, e: Any, frame: Frame) -> bool:
    """The die that is due, by one of the dinosaurs that may roll it (DW-12.1)."""
    due = battles.rolling(s, s.battle) if s.battle is not None else None
    return due is not None and e.actor == due[0] and e.unit in due[1]


def brings_special(s: Dinos, e: Any, frame: Frame) -> bool:
    """What a special face brings about."""
    b = s.battle
    if b is None or b.bring is None:
        return False
    what, unit = b.bring
    if e.type == "dino_moved":
        return what == "home" and e.cause == "effect" and (e.unit, e.actor) == (unit, unit[:2])
    return what == "fossil"


def is_sent_back(s: Dinos, e: Any, frame: Frame) -> bool:
    """An attacker that the option sends back."""
    return e.cause == "effect" and any(e.unit == unit for unit, _ in s.returns)


def is_special_due(s: Dinos, e: Any, frame: Frame) -> bool:
    """The special face is open, and its owner carries it out."""
    b = s.battle
    return b is not None and b.special is not None and e.actor == b.special.unit[:2]


def result_is_open(s: Dinos, e: Any, frame: Frame) -> bool:
    """The battle has no result yet."""
    return s.battle is not None and s.battle.lost is None


def is_to_be_removed(s: Dinos, e: Any, frame: Frame) -> bool:
    """The battle has a result: the losers leave."""
    return s.battle is not None and s.battle.lost is not None


def retreat_is_open(s: Dinos, e: Any, frame: Frame) -> bool:
    """A retreat was declared and is not resolved."""
    return s.battle is not None and isinstance(s.battle.retreat, tuple)


def retreat_is_free(s: Dinos, e: Any, frame: Frame) -> bool:
    """Nobody has chosen about a retreat yet."""
    return s.battle is not None and s.battle.retreat is None


def nothing_is_owed(s: Dinos, e: Any, frame: Frame) -> bool:
    """Nothing is owed."""
    return not s.duties


def is_wreck(s: Dinos, e: Any, frame: Frame) -> bool:
    """A dinosaur of the defeated that is to be taken off."""
    return e.cause == "effect" and e.unit in s.wrecked


def may_count(s: Dinos, e: Any, frame: Frame) -> bool:
    """Between turns, in its turn among what is owed then."""
    return all(duty.kind is CardsCounted for duty in s.duties)


def may_end_turn(s: Dinos, e: Any, frame: Frame) -> bool:
    """No battle is pending, nothing owed."""
    return not s.pending and not s.duties


def was_conceded(s: Dinos, e: Any, frame: Frame) -> bool:
    """The seat gave up, and that is put on record."""
    return e.cause == "conceded" and e.seat in s.conceded


CONCEDED = May((PlayerDefeated,), was_conceded)
UNREAD = May((DinoRevealed,), is_unread)
S1 = Window(
    "S1",
    "register",
    "登録",
    may=(May((DeckRegistered, SheetChosen), is_own_first),),
    cites="DW-4.1",
)
S2 = Window("S2", "map", "マップ", may=(May((MapAssembled,)),), cites="DW-4.1")
S3 = Window(
    "S3",
    "shuffle and draw",
    "シャッフルと最初の引き",
    may=(May((DeckShuffled,), may_shuffle), May((OpeningDrawn,), may_draw)),
    cites="DW-4.1",
)
S4 = Window(
    "S4",
    "opening placement",
    "最初の配置",
    may=(May((DinoPlaced,), is_opening), May((DeckShuffled,), may_shuffle)),
    cites="DW-4.5",
)
S5 = Window("S5", "order of play", "手番順", may=(May((PlayOrderDecided,)),), cites="DW-4.8")
T0 = Window(
    "T0",
    "next turn",
    "次の手番",
    may=(May((TurnStarted,), is_next), CONCEDED, UNREAD),
    cites="DW-5.1",
)
T5 = Window(
    "T5",
    "turn end",
    "手番の終わり",
    may=(
        May((PlayerDefeated, PlayerDroppedOut)),
        May((CardsCounted,), may_count),
        May((DinoFossilised,), is_wreck),
        May((TurnStarted,), is_next),
        May((TerritoryOccupied,)),
        UNREAD,
    ),
    cites="DW-5.1",
)
T1 = Window(
    "T1",
    "action die",
    "行動のサイコロ",
    may=(May((ActionDieRolled,)), CONCEDED, UNREAD),
    cites="DW-5.2",
)
T2 = Window(
    "T2",
    "actions",
    "行動",
    may=(
        May((DinoMoved, DinoPlaced), is_action),
        May((AbilityUsed, ActionsEnded, TerritoryOccupied)),
        May((DinoRevealed,), turns_up_in_actions),
        CONCEDED,
    ),
    cites="DW-5.8",
)
T2A = Window(
    "T2a", "reveal owed", "公開の義務", may=(May((DinoRevealed,), pays_a_reveal), CONCEDED)
)
T2B = Window(
    "T2b", "occupation owed", "占領の義務", may=(May((TerritoryOccupied,)), CONCEDED, UNREAD)
)
T3 = Window("T3", "battle check", "戦闘の確認", may=(May((DinoRevealed,), pays_a_reveal), CONCEDED))
T4 = Window(
    "T4",
    "battles",
    "戦闘の選択",
    may=(
        May((BattleOpened, TerritoryOccupied)),
        May((TurnEnded,), may_end_turn),
        May((DinoRevealed,), turns_up_for_battle),
        May((DinoMoved,), is_sent_back),
        CONCEDED,
    ),
    cites="DW-5.10",
)
B1 = Window(
    "B1",
    "retreat",
    "撤退",
    may=(
        May((RetreatDeclared, RetreatDeclined), retreat_is_free),
        May((RetreatResolved,), retreat_is_open),
        May(
            (AttackRolled,),
            lambda s, e, frame: retreat_is_free(s, e, frame) and is_attackers_die(s, e, frame),
        ),
        May((DinoRevealed,), turns_up_for_battle),
        CONCEDED,
    ),
    cites="DW-11.4",
)


def _dice(key: str, en: str, ja: str) -> Window:
    die = May((AttackRolled,), is_attackers_die)
    return Window(
        key, en, ja, may=(die, May((DinoRevealed,), turns_up_for_battle), CONCEDED), cites="DW-12.1"
    )


def _special(key: str, en: str, ja: str) -> Window:
    may = (
        May((SpecialResolved,), is_special_due),
        May((DinoFossilised, DinoMoved), brings_special),
        CONCEDED,
        UNREAD,
    )
    return Window(key, en, ja, may=may, cites="DW-12.3")


B2 = _dice("B2", "attacker's die", "攻撃側のサイコロ")
B2S = _special("B2s", "special of the attacker", "攻撃側の特殊な目")
B3 = _dice("B3", "defender's die", "防御側のサイコロ")
B3S = _special("B3s", "special of the defender", "防御側の特殊な目")
B4 = Window(
    "B4",
    "arithmetic",
    "結果の計算",
    may=(
        May((BattleResultDeclared,), result_is_open),
        May((DinoFossilised,), is_to_be_removed),
        CONCEDED,
        UNREAD,
    ),
    cites="DW-12.6",
)
B5 = Window(
    "B5",
    "end of the battle",
    "戦闘の終了",
    may=(May((BattleEnded,)), CONCEDED, UNREAD),
    cites="DW-13.3",
)
G = Window("G", "over", "終了", may=(CONCEDED, UNREAD), cites="DW-1.7")

OPEN = {
    row.key: (Frame(row),)
    for row in (S1, S2, S3, S4, S5, T0, T1, T2, T4, B1, B2, B2S, B3, B3S, B4, B5)
}
OWED = {
    ("T2", DinoRevealed): (Frame(T2A),),
    ("T2", TerritoryOccupied): (Frame(T2B),),
    ("T4", TerritoryOccupied): (Frame(T2B),),
    ("T4", DinoRevealed): (Frame(T3),),
}
TURN_END = (Frame(T5),)
OVER = (Frame(G),)


def frames(s: Dinos) -> tuple[Frame, ...]:
    """The open window."""
    if s.is_over:
        return OVER
    if s.duties and (owed := OWED.get((s.stage, s.duties[0].kind))):
        return owed
    if s.stage == "T0" and s.turn:
        return TURN_END
    return OPEN[s.stage]


def next_step(s: Dinos) -> Step | None:
    """The marker that follows by itself."""
    if s.is_over:
        return None
    common: dict[str, Any] = {"seq": s.seq, "at": UNRECORDED}
    if s.stage == "S3":
        for seat in s.seats:
            if seat not in s.shuffled:
                return Step(
                    "DW-4.2", DeckShuffled(**common, seat=cast(Any, seat), actor=cast(Any, seat))
                )
        return None
    if s.stage == "T0" and (next_ := s.next_seat()) is not None:
        return Step("DW-5.1", TurnStarted(turn=s.turn + 1, **common, actor=cast(Any, next_)))
    if s.stage == "T2":
        ended = ActionsEnded(**common, actor=cast(Any, s.to_move))
        return Step("DW-5.10", ended, leaves=True)
    if s.stage == "T4" and not s.pending:
        return Step("DW-5.10", TurnEnded(actor="table", **common))
    if s.stage == "B5" and s.battle is not None:
        how = ended_how(s)
        ended_ = BattleEnded(square=s.battle.square, how=how, actor="table", **common)
        return Step("DW-13.3", ended_)
    return None


def ended_how(s: Dinos) -> Any:
    """How the battle ended."""
    b = s.battle
    if b is None:
        return None
    if b.retreat == "done":
        return "retreat"
    if b.ended_by_special:
        return "special"
    return "both_lost" if b.lost and set(b.lost) > set(b.attackers) else "win"
