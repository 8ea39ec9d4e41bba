"""The log (GN-1), and nulls where nothing is hidden (GN-2.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.declare import Unaudited, rule, which
from events import Event
from events.envelope import SEATS
from events.shared import MatchOpened, PlayerConceded

if TYPE_CHECKING:
    from auditor.record import Record


@rule("GN-1.1", on=MatchOpened)
def match_is_opened_once(r: Record, e: MatchOpened) -> bool:
    return len(r.events) == 1


@which(
    "GN-1.1",
    on=MatchOpened,
    facts=lambda r, e: {"options": {n: e.options[n] for n in r.bad_options(e)}},
)
def options_exist(r: Record, e: MatchOpened) -> str | None:
    if len(r.events) > 1:
        return None
    for name in r.bad_options(e):
        setting = r.game.options.get(name)
        return (setting.rule if setting else None) or "GN-1.1"
    return None


@rule(
    "GN-1.3",
    on=Event,
    facts=lambda r, e: {"at": e.at.isoformat(), "before": r.last_at.isoformat()},
)
def events_happen_in_order(r: Record, e: Event) -> bool:
    return r.last_at - e.at <= r.skew


@rule("GN-1.4", on=Event, facts=lambda r, e: {"actor": e.actor, "may": list(e.emitters)})
def actor_may_emit_it(r: Record, e: Event) -> bool:
    return (e.actor if e.actor not in SEATS else "seat") in e.emitters and (
        e.actor not in SEATS or e.actor in r.seats
    )


@rule("GN-1.6", on=Event, quiet=False)
def match_is_not_closed(r: Record, e: Event) -> bool:
    return r.closed is None or r.may_follow_the_end(e)


@rule("GN-1.6", on=PlayerConceded)
def game_has_not_ended(r: Record, e: PlayerConceded) -> bool:
    return (
        r.closed is not None
        or not r.state.is_over
        or any(out.seat == e.actor for out in r.state.out)
    )


@rule("GN-2.1", on=Event, facts=lambda r, e: {"fields": r.shown_nulls(e)})
def null_stands_for_hidden_cards_only(r: Record, e: Event) -> bool:
    return not r.shown_nulls(e)


UNREADABLE = (
    "A log that breaks it can't be read, and is refused before it is audited.",
    "破る記録は読めないため、監査の前に受け付けない。",
)
UNAUDITED = Unaudited(
    {
        "GN-1.2": UNREADABLE,
        "GN-1.5": UNREADABLE,
        "GN-1.9": (
            "Cited where no rule of the game says whose choice or step is missing.",
            "欠けた選択や手順を定めるゲームのルールがない場合にだけ示す。",
        ),
        "GN-1.10": (
            "A wrong claim breaks the game's rule that the claim rests on.",
            "誤った計算結果は、その根拠となるゲームのルールの違反として示す。",
        ),
    }
)
