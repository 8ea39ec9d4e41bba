"""The timing windows (the model's section 4), and why an effect may not be used now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from auditor.declare import UNRECORDED, Frame, Home, May, Step, Window
from events.toy_battle import (
    BoardTroopDiscarded,
    EffectDeclined,
    MedalsTaken,
    NoActionDeclared,
    OpeningRackTaken,
    RackTroopDiscarded,
    RackTroopLaidDown,
    RackTroopStoodUp,
    TilesSetAside,
    TroopMoved,
    TroopPlaced,
    TroopRecovered,
    TroopReturned,
    TroopsDrawn,
    TurnEnded,
)

if TYPE_CHECKING:
    from auditor.games.toy_battle.state import Placed, Toys


def is_the_action(s: Toys, e: Any, frame: Frame) -> bool:
    """Drawing or placing as the turn's action."""
    return bool(e.cause == "action" and e.by is None)


def is_still_to_come(s: Toys, e: Any, frame: Frame) -> bool:
    """A set-up event of a seat that has not had it."""
    return (e.type, e.actor) in s.set_up


TROOP_EVENTS = {"board_troop_discarded": "jumbo", "rack_troop_discarded": "xb42"}


def is_troops_effect(s: Toys, e: Any, frame: Frame) -> bool:
    """What the troop of the window may do."""
    p: Placed = s.placed[frame.of[0]]
    if e.by != p.unit:
        return False
    if e.type in ("troops_drawn", "troop_placed"):
        return bool(e.cause == p.troop)
    return TROOP_EVENTS.get(e.type, p.troop) == p.troop


BASE_EVENTS = {
    "troops_drawn": "clouds",
    "troop_returned": "castle",
    "troop_moved": "volcano",
    "troop_recovered": "cemetery",
    "rack_troop_laid_down": "battlefield",
}


def is_bases_effect(s: Toys, e: Any, frame: Frame) -> bool:
    """What the special base of the window does."""
    p: Placed = s.placed[frame.of[0]]
    if e.by != p.space or (e.type == "troops_drawn" and e.cause != "clouds"):
        return False
    kind = s.board.special[p.space]
    return BASE_EVENTS.get(e.type, kind) == kind


def has_medals_due(s: Toys, e: Any, frame: Frame) -> bool:
    """The seat has medals to take (TB-11.9)."""
    return bool(s.due_to(e.actor))


def has_closed_regions(s: Toys, e: Any, frame: Frame) -> bool:
    """The seat controls a region with medals, where that is looked at when the turn ends."""
    return e.actor in s.rack and bool(s.closed_regions(e.actor))


def is_ones_own_turn(s: Toys, e: Any, frame: Frame) -> bool:
    """The seat's own turn is ending (TB-10.26)."""
    return bool(e.actor == s.to_move)


def must_stand_up(s: Toys, e: Any, frame: Frame) -> bool:
    """The tile must stand up now, its owner's turn being over (TB-10.26)."""
    return (e.actor, e.unit) in s.standing


W0 = Window(
    "W0",
    "set-up",
    "準備",
    may=(May((TilesSetAside, OpeningRackTaken), is_still_to_come),),
)
W1 = Window(
    "W1",
    "action",
    "行動",
    may=(May((TroopsDrawn, TroopPlaced), is_the_action), May((NoActionDeclared, TurnEnded))),
)
W2 = Window("W2", "control of regions", "地域の支配", may=(May((MedalsTaken,), has_medals_due),))
W2E = Window(
    "W2",
    "control of regions",
    "地域の支配",
    may=(May((MedalsTaken,), has_closed_regions),),
    voluntary=True,
)
W3 = Window(
    "W3",
    "troop effect",
    "兵士の効果",
    may=(
        May(
            (TroopsDrawn, TroopPlaced, BoardTroopDiscarded, RackTroopDiscarded, EffectDeclined),
            is_troops_effect,
        ),
    ),
    voluntary=True,
)
W4_MAY = (
    May(
        (TroopsDrawn, TroopReturned, TroopMoved, TroopRecovered, RackTroopLaidDown, EffectDeclined),
        is_bases_effect,
    ),
)
W4 = Window("W4", "special base", "特殊基地", may=W4_MAY, voluntary=True)
W4M = Window("W4", "special base", "特殊基地", may=(May((RackTroopLaidDown,), is_bases_effect),))
W5 = Window(
    "W5",
    "end of turn",
    "手番の終わり",
    may=(May((TurnEnded,)), May((RackTroopStoodUp,), is_ones_own_turn)),
)
W5S = Window("W5", "end of turn", "手番の終わり", may=(May((RackTroopStoodUp,), must_stand_up),))
W6 = Window("W6", "over", "終了", cites="TB-12.7")

SET_UP_OPEN = (Frame(W0),)
ACTION_OPEN = (Frame(W1),)
END_OPEN = (Frame(W5),)
STAND_UP_OPEN = (Frame(W5S),)
OVER = (Frame(W6),)


def frames(s: Toys) -> tuple[Frame, ...]:
    """The open windows, the top one last.

    The bases' effects wait below the troops' (TB-8.2, TB-8.7), the first placed on top; with
    `effect_order = each_placement_whole` each troop's base waits directly below it.
    """
    if s.end is not None and s.is_over:
        return OVER
    if s.set_up:
        return SET_UP_OPEN
    if s.standing:
        return STAND_UP_OPEN
    bottom: tuple[Frame, ...] = END_OPEN if s.acted else ACTION_OPEN
    at_the_end = s.options.region_check == "end_of_turn"
    if not (s.placed or s.due or at_the_end):
        return bottom
    if at_the_end and any(map(s.closed_regions, s.rack)):
        bottom = (*bottom, Frame(W2E))
    if s.placed:
        bases: list[Frame] = []
        troops: list[Frame] = []
        whole: list[Frame] = []
        for n, p in enumerate(s.placed):
            if s.is_open_base(p):
                bases.append(Frame(_base_row(s, p), (n, "base")))
                whole.append(bases[-1])
            if p.effect == "open":
                troops.append(Frame(W3, (n, "effect")))
                whole.append(troops[-1])
        if s.options.effect_order == "troops_then_bases":
            bottom = (*bottom, *reversed(bases), *troops)
        else:
            bottom = (*bottom, *whole)
    return (*bottom, Frame(W2)) if s.due else bottom


def _base_row(s: Toys, p: Placed) -> Window:
    is_battlefield = s.board.special[p.space] == "battlefield"
    return W4M if is_battlefield and s.must_lay_down() else W4


def frame_of(s: Toys, e: Any) -> tuple[int, str] | None:
    """The open effect that an event uses or declines: its number in `placed`, and which."""
    kind = type(e)
    for frame in reversed(s.frames):
        if frame.of is not None:
            may = frame.row.may[0]
            if kind in may.kinds and may.fits(s, e, frame):
                found: tuple[int, str] = frame.of
                return found
    return None


USED_TWICE = {"captain": "TB-9.7", "jumbo": "TB-9.9", "xb42": "TB-9.18", "cemetery": "TB-10.17"}
NO_EFFECT = {"roxy": "TB-9.22", "quack": "TB-9.25"}


def why_not(s: Toys, e: Any) -> str:
    """The rule that an effect breaks which no open window lets in."""
    if getattr(e, "cause", None) == "action":
        return "TB-3.2" if e.by is None else "TB-8.12"
    if s.must_lay_down() and frame_of(s, e) is not None:
        return "TB-10.28"
    if e.by in s.board.bit:
        return _why_not_base(s, e)
    p = s.placed_now(e.by)
    if p is None:
        if e.by in s.left_open.get(e.actor, ()):
            return "TB-8.5"
        if e.by in s.moved:
            return "TB-8.10"
        return "TB-8.3" if s.where(e.by) else "TB-8.12"
    return _why_gone(s, p, p.effect, p.troop, e)


def _why_not_base(s: Toys, e: Any) -> str:
    kind = s.board.special.get(e.by)
    if kind is not None and not s.specials_work:
        return "TB-13.2"
    placed = [p for p in s.placed if p.space == e.by]
    if not placed and kind is not None and e.by in s.left_open.get(e.actor, ()):
        return "TB-8.5"
    if not placed or BASE_EVENTS.get(e.type, kind) != kind:
        return "TB-8.12"
    p = placed[-1]
    if p.base == "open":
        return "TB-8.8"
    if p.base == "none" and kind in BASE_EVENTS.values():
        return "TB-8.11"
    return _why_gone(s, p, p.base, kind or "", e)


def _why_gone(s: Toys, p: Placed, status: str, kind: str, e: Any) -> str:
    if status == "used":
        if kind == "captain" and p.by is not None:
            return "TB-9.6"
        return "TB-8.12" if e.type == "effect_declined" else USED_TWICE.get(kind, "TB-8.12")
    if status == "gone":
        if p.why == "declined":
            return "TB-8.5"
        several = len(s.placed) > 1 or kind == "captain"
        if p.why == "base":
            return "TB-8.7" if several else "TB-8.2"
        return "TB-8.5"
    if status == "none" and s.special(p.space) == "metal_x":
        return "TB-10.20"
    return NO_EFFECT.get(kind, "TB-8.12")


def who_acts(s: Toys, e: Any) -> str:
    """The rule that an act by the wrong seat breaks."""
    if s.acted or s.set_up:
        return "TB-3.4"
    if getattr(e, "by", None) in s.left_open.get(e.actor, ()):
        return "TB-8.5"  # the turn it was open in is over
    return "TB-3.1" if getattr(e, "cause", None) == "action" else "TB-3.4"


WRONG_SEAT = Home(("TB-3.1", "TB-3.4", "TB-8.5"), who_acts)

EFFECT_HOME = Home(
    (
        "TB-3.2",
        "TB-8.2",
        "TB-8.3",
        "TB-8.5",
        "TB-8.7",
        "TB-8.8",
        "TB-8.10",
        "TB-8.11",
        "TB-8.12",
        "TB-9.6",
        "TB-10.20",
        "TB-10.28",
        "TB-13.2",
        *USED_TWICE.values(),
        *NO_EFFECT.values(),
    ),
    why_not,
)


def next_step(s: Toys) -> Step | None:
    """The end of the turn follows by itself once the action is done (TB-3.5)."""
    if s.is_over or not s.acted or s.duties or s.must_lay_down():
        return None
    return Step("TB-3.5", TurnEnded(seq=s.seq, at=UNRECORDED, actor=s.to_move))  # type: ignore[arg-type]
