"""The timing windows (the model's section Windows), what is owed, and what comes next."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from auditor.declare import Frame, May, Window
from auditor.effects import Due, Open
from auditor.games.soukou_musume.state import TIES, Soukou, known
from auditor.games.soukou_musume.texts import (
    DAMAGE,
    DEPLOY,
    concerned,
    open_now,
    seat_of,
)
from events import Event
from events.soukou_musume import (
    CardsDrawn,
    CardSet,
    CommandUsed,
    DamageDealt,
    DeckLooked,
    DeckRegistered,
    DeckSearched,
    DeckShuffled,
    DrawFailed,
    EnergyDiscarded,
    EnergyMoved,
    ExSkillUsed,
    ExtraCardDrawn,
    FirstPlayerDecided,
    HandDiscarded,
    HpRecovered,
    JudgementBegan,
    JudgementEnded,
    JudgementRevealed,
    MainUnitChosen,
    MainUnitPlaced,
    MainUnitsRevealed,
    OpeningHandDrawn,
    OpeningHandRedrawn,
    PhaseBegan,
    PlayersGreeted,
    SetDiscarded,
    SkillUsed,
    StateChanged,
    TurnBegan,
    TurnEnded,
    UnitCharged,
    UnitDeployed,
    UnitRetreated,
    UnitsSwapped,
    UnitWrecked,
)

# what of a text an event carries out

CARRIED_OUT: dict[str, type[Event]] = {
    DAMAGE.verb: DamageDealt,
    DEPLOY: UnitDeployed,
    "damage_reserve": DamageDealt,
    "draw": CardsDrawn,
    "look": DeckLooked,
    "shuffle": DeckShuffled,
    "search": DeckSearched,
    "discard_hand": HandDiscarded,
    "discard_energy": EnergyDiscarded,
    "discard_set": SetDiscarded,
    "move_energy": EnergyMoved,
    "charge": UnitCharged,
    "set": CardSet,
    "swap": UnitsSwapped,
    "judgement": JudgementBegan,
    "recover": HpRecovered,
    "state": StateChanged,
    "recover_state": StateChanged,
}
"""The event by which each part is carried out."""
BY_TEXT = (*dict.fromkeys(CARRIED_OUT.values()), DrawFailed)
DRAWN = ("draw_phase", "charge", "effect")


def part_of(s: Soukou, e: Any) -> Open | None:
    """The open part of the text that an event carries out."""
    text = s.text
    if text is None or e.cause != text.cause:
        return None
    for open_ in open_now(s):
        if carries_out(s, e, open_):
            return open_
    return None


def carries_out(s: Soukou, e: Any, open_: Open) -> bool:
    """An event is the one that carries an open part out."""
    part, text = open_.part, s.text
    assert text is not None
    kind = type(e)
    if not part.is_known:
        return kind in BY_TEXT
    if CARRIED_OUT.get(part.verb) is not kind and not (kind is DrawFailed and part.verb == "draw"):
        return False
    if kind in (CardsDrawn, DrawFailed):
        return bool(e.reason == "effect" and e.player == text.seat)
    if kind in (DamageDealt, CardSet):
        return True
    if kind is UnitCharged:
        return bool(e.basis == "effect")
    if kind is UnitDeployed:
        return bool(e.from_ == "deck")
    if kind is DeckShuffled:
        return bool(e.reason == "effect")
    if kind in (StateChanged, HpRecovered):
        unit = concerned(s, text, part)
        return unit is not None and bool(e.unit == unit.id)
    if kind is JudgementBegan:
        return e.unit is None
    return bool(e.player == seat_of(s, text, part))


# rows


def is_the_text(s: Soukou, e: Any, frame: Frame) -> bool:
    """It carries out an open part of the text."""
    return part_of(s, e) is not None


def is_the_charge_draw(s: Soukou, e: Any, frame: Frame) -> bool:
    """The draw of a charge, or its failing (SM-7.4)."""
    return e.reason == "charge" and (e.player, e.cause) in s.draws


def is_down(s: Soukou, e: Any, frame: Frame) -> bool:
    """The unit has no HP left, or may have none."""
    return any(d.unit == e.unit for d in s.down)


def replaces(s: Soukou, e: Any, frame: Frame) -> bool:
    """A wrecked main unit is replaced."""
    return e.reason == "wreck" and e.player in s.choosing


def exchanges(s: Soukou, e: Any, frame: Frame) -> bool:
    """The unit for the one that has retreated."""
    retreat = s.retreat
    return (
        retreat is not None
        and not retreat.exchanged
        and e.reason == "retreat"
        and e.player == retreat.player
    )


def recovers(s: Soukou, e: Any, frame: Frame) -> bool:
    """A minor-damaged unit that has retreated is stood up (SM-12.7)."""
    return s.retreat is not None and s.retreat.recovers and e.unit == s.retreat.unit


def is_recovery(s: Soukou, e: Any, frame: Frame) -> bool:
    """The change of state for a judgement of the end phase."""
    made = s.recovery
    return made is not None and e.cause == made.ended and (made.unit is None or e.unit == made.unit)


def is_struck(s: Soukou, e: Any, frame: Frame) -> bool:
    """The change of state for an amount of damage."""
    return any(x[:3] == (e.unit, e.to, e.cause) for x in s.struck)


def round_follows(s: Soukou, e: Any, frame: Frame) -> bool:
    """Another round is to be played, or may have to."""
    return s.judging is not None and known(s.is_open, s.judging) is not False


def judgement_ends(s: Soukou, e: Any, frame: Frame) -> bool:
    """The judgement is over, or may be."""
    made = s.judging
    return made is not None and bool(made.rounds) and known(s.is_open, made) is not True


def shuffles(s: Soukou, e: Any, frame: Frame) -> bool:
    """The seat has its deck to shuffle."""
    up = s.set_up.get(e.player)
    if up is None:
        return False
    if e.reason == "setup":
        return not up.shuffled and e.cause is None
    return e.reason == "redraw" and up.reshuffle is not None and e.cause == up.reshuffle


def may_draw_five(s: Soukou, e: Any, frame: Frame) -> bool:
    """The seat has its five cards to draw."""
    up = s.set_up.get(e.player)
    ready = all(other.shuffled for other in s.set_up.values())
    return up is not None and ready and not up.drawn and up.reshuffle is None


def has_a_hand(s: Soukou, e: Any, frame: Frame) -> bool:
    """The seat holds its hand, and has placed no unit."""
    up = s.set_up.get(e.player)
    return up is not None and up.drawn and not up.placed and up.reshuffle is None


def both_placed(s: Soukou, e: Any, frame: Frame) -> bool:
    """Both main units lie there, and it is not known who goes first."""
    return all(up.placed for up in s.set_up.values()) and s.first is None


def first_is_known(s: Soukou, e: Any, frame: Frame) -> bool:
    """It is known who goes first."""
    return s.first is not None


def is_next_phase(s: Soukou, e: Any, frame: Frame) -> bool:
    """The phase that comes next (SM-4.2)."""
    return bool(e.phase == NEXT.get(s.phase)) and (s.phase != "draw" or s.drawn)


NEXT = {"begun": "draw", "draw": "main", "main": "attack", "attack": "end"}


def is_the_draw(s: Soukou, e: Any, frame: Frame) -> bool:
    """The draw of the draw phase."""
    return e.reason == "draw_phase" and not s.drawn and e.cause is None


def is_the_action(s: Soukou, e: Any, frame: Frame) -> bool:
    """Done by the player, not by a text."""
    if e.cause is not None:
        return False
    return bool(e.basis == "normal" if type(e) is UnitCharged else e.from_ == "hand")


def is_first_skill(s: Soukou, e: Any, frame: Frame) -> bool:
    """No skill has been used in this phase (SM-13.1)."""
    return not s.skill_used


def is_owed_judgement(s: Soukou, e: Any, frame: Frame) -> bool:
    """A judgement of the end phase."""
    if e.cause is not None:
        return False
    if s.options.end_judgement == "once":
        return bool(s.judged_for) and (e.unit is None or e.unit in s.judged_for)
    return e.unit in s.judged_for


def no_judgement_left(s: Soukou, e: Any, frame: Frame) -> bool:
    """Every judgement of the end phase has been made."""
    return not s.judged_for


GREETING = May((PlayersGreeted,))
SETUP = Window(
    "setup",
    "set-up",
    "準備",
    may=(
        GREETING,
        May((DeckRegistered,)),
        May((DeckShuffled,), shuffles),
        May((OpeningHandDrawn,), may_draw_five),
        May((OpeningHandRedrawn, MainUnitPlaced), has_a_hand),
        May((ExtraCardDrawn,)),
        May((FirstPlayerDecided,), both_placed),
        May((MainUnitsRevealed,), first_is_known),
    ),
)
START = Window("start", "a turn begins", "ターンの開始", may=(May((TurnBegan,)),))
BEGUN = Window(
    "begun",
    "the draw phase begins",
    "ドローフェイズの開始",
    may=(May((PhaseBegan,), is_next_phase),),
)
DRAW = Window(
    "draw",
    "draw phase",
    "ドローフェイズ",
    may=(May((PhaseBegan,), is_next_phase), May((CardsDrawn, DrawFailed), is_the_draw)),
)
MAIN = Window(
    "main",
    "main phase",
    "メインフェイズ",
    may=(
        May((PhaseBegan,), is_next_phase),
        May((UnitCharged, UnitDeployed), is_the_action),
        May((CommandUsed, ExSkillUsed, UnitRetreated)),
    ),
)
ATTACK = Window(
    "attack",
    "attack phase",
    "アタックフェイズ",
    may=(May((PhaseBegan,), is_next_phase), May((SkillUsed,), is_first_skill)),
)
END = Window(
    "end",
    "end phase",
    "エンドフェイズ",
    may=(May((JudgementBegan,), is_owed_judgement), May((TurnEnded,), no_judgement_left)),
)
TEXT_MAY = (May((*BY_TEXT,), is_the_text),)
TEXT = Window("text", "text being carried out", "効果の処理", may=(*TEXT_MAY, May((UnitWrecked,))))
OFFER = Window("text", "text being carried out", "効果の処理", may=TEXT_MAY, voluntary=True)
CHARGE = Window(
    "charge",
    "draw of a charge",
    "チャージのドロー",
    may=(May((CardsDrawn, DrawFailed), is_the_charge_draw),),
)
WRECK = Window("wreck", "wreck check", "大破の確認", may=(May((UnitWrecked,), is_down),))
MAY_WRECK = Window(
    "wreck", "wreck check", "大破の確認", may=(May((UnitWrecked,), is_down),), voluntary=True
)
REPLACE = Window(
    "replacement", "replacement of a wreck", "大破後の交代", may=(May((MainUnitChosen,), replaces),)
)
EXCHANGE = Window(
    "exchange",
    "exchange of a retreat",
    "退却の入れ替え",
    may=(May((MainUnitChosen,), exchanges), May((StateChanged,), recovers)),
)
RECOVER = Window(
    "recovery", "after a judgement", "判定の結果", may=(May((StateChanged,), is_recovery),)
)
MAY_RECOVER = Window(
    "recovery",
    "after a judgement",
    "判定の結果",
    may=(May((StateChanged,), is_recovery),),
    voluntary=True,
)
STRUCK = Window(
    "struck", "states by damage", "ダメージによる状態", may=(May((StateChanged,), is_struck),)
)
MAY_STRIKE = replace(STRUCK, voluntary=True)
ROUND = Window(
    "judgement",
    "judgement",
    "判定",
    may=(May((JudgementRevealed,), round_follows), May((JudgementEnded,), judgement_ends)),
)
MAY_END = replace(ROUND, voluntary=True)
OVER = Window("over", "over", "終了", cites="SM-19.4")

BOTTOM = {
    "setup": (Frame(SETUP),),
    "start": (Frame(START),),
    "begun": (Frame(BEGUN),),
    "draw": (Frame(DRAW),),
    "main": (Frame(MAIN),),
    "attack": (Frame(ATTACK),),
    "end": (Frame(END),),
}
ENDED = (Frame(OVER),)


def frames(s: Soukou) -> tuple[Frame, ...]:
    """The open windows, the top one last."""
    if s.end is not None and s.is_over:
        return ENDED
    bottom = BOTTOM[s.phase]
    if not (
        s.text
        or s.draws
        or s.judging
        or s.down
        or s.choosing
        or s.retreat
        or s.recovery
        or s.struck
    ):
        return bottom
    open_: list[Window] = []
    if s.recovery is not None:
        open_.append(RECOVER if is_sure(s) else MAY_RECOVER)
    if s.retreat is not None:
        open_.append(EXCHANGE)
    if s.choosing and not wrecks_now(s):
        open_.append(REPLACE)
    if s.down and checks_wrecks(s):
        open_.append(WRECK if any(d.sure for d in s.down) else MAY_WRECK)
    if s.text is not None:
        open_.append(TEXT if is_bound(s) else OFFER)
        if s.down and s.options.wreck_check == "at_once" and checks_wrecks(s):
            open_.append(WRECK if any(d.sure for d in s.down) else MAY_WRECK)
    if s.struck:
        open_.append(STRUCK if any(x[3] for x in s.struck) else MAY_STRIKE)
    if s.draws:
        open_.append(CHARGE)
    if s.judging is not None:
        open_.append(MAY_END if may_be_over(s) else ROUND)
    return (*bottom, *(Frame(row) for row in open_))


def may_be_over(s: Soukou) -> bool:
    """A third round may have tied where that ends a judgement by itself (SM-H6)."""
    made = s.judging
    third = made is not None and len(made.rounds) >= TIES
    return third and s.options.third_tie == "no_result" and known(s.result, made) is None


def is_bound(s: Soukou) -> bool:
    """Something of the text must be done before anything else."""
    return any(open_.due is Due.MUST for open_ in open_now(s))


def is_sure(s: Soukou) -> bool:
    """The judgement of the end phase was won, for all that is known."""
    made = s.recovery
    return made is not None and known(s.is_won, made) is True


def checks_wrecks(s: Soukou) -> bool:
    """Wrecks are looked for now (SM-16.1)."""
    if not s.options.wreck_anytime and s.phase != "attack":
        return False
    if s.options.wreck_check == "at_once":
        return True
    return not s.draws and (s.text is None or not is_bound(s))


def wrecks_now(s: Soukou) -> list[Any]:
    """The units that are to be wrecked now."""
    if not s.down or not checks_wrecks(s):
        return []
    anytime = s.options.wreck_anytime
    return [d for d in s.down if d.sure and (anytime or s.units[d.unit].owner != s.player)]
