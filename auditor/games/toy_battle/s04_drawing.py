"""Drawing (TB-4), and what Skully, Star and the Clouds draw (TB-9.1-9.3, 9.21, 10.10)."""

from typing import Any

from auditor.declare import which
from auditor.games.toy_battle.state import RACK_LIMIT, Toys
from events.toy_battle import TroopsDrawn


def counts(s: Toys, e: TroopsDrawn) -> dict[str, Any]:
    """What a judge counts at a draw."""
    return {
        "drawn": len(e.troops),
        "rack": s.rack_size(e.actor),
        "reserve": s.reserve[e.actor],
    }


@which("TB-4.1", "TB-4.3", "TB-4.4", "TB-4.5", "TB-4.6", on=TroopsDrawn, facts=counts)
def the_action_draws_two(s: Toys, e: TroopsDrawn) -> str | None:
    drawn, seat = len(e.troops), e.actor
    if e.cause != "action" or seat not in s.rack or drawn == s.draw_size(seat) > 0:
        return None
    room, reserve = RACK_LIMIT - s.rack_size(seat), s.reserve[seat]
    if room <= 0:
        return "TB-4.3"
    if room == 1 and reserve > 0:
        return "TB-4.4"
    if reserve <= 1:
        return "TB-4.5"
    return "TB-4.1" if drawn > 2 else "TB-4.6"


@which(
    "TB-4.2",
    "TB-8.6",
    "TB-9.1",
    "TB-9.2",
    "TB-9.3",
    "TB-9.21",
    "TB-10.10",
    on=TroopsDrawn,
    facts=counts,
)
def an_effect_draws_its_number(s: Toys, e: TroopsDrawn) -> str | None:
    drawn, seat = len(e.troops), e.actor
    if e.cause == "action" or seat not in s.rack:
        return None
    room, reserve = RACK_LIMIT - s.rack_size(seat), s.reserve[seat]
    printed = 2 if e.cause == "skully" else 1
    full = min(printed, room)
    size = min(full, reserve)
    if size < full and s.options.effect_partial == "all_or_nothing":
        size = 0
    if drawn == size > 0 or (drawn and s.options.skully_up_to and drawn < size):
        return None
    if drawn > printed or (size == printed and drawn == 0):
        return {"skully": "TB-9.1", "star": "TB-9.21", "clouds": "TB-10.10"}[e.cause]
    if drawn > room:
        return "TB-9.2" if room == 1 else "TB-4.2"
    return "TB-9.3" if drawn < size else "TB-8.6"
