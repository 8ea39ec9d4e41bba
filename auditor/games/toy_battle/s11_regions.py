"""Regions and medals (TB-11)."""

from functools import partial
from typing import Any

from auditor.declare import UNRECORDED, Duty, obligation, rule, which
from auditor.games.toy_battle.acts import due_regions
from auditor.games.toy_battle.state import Toys
from events import Event
from events.shared import PlayerConceded
from events.toy_battle import (
    BoardTroopDiscarded,
    MedalsTaken,
    PositionDeclared,
    RegionMedals,
    TroopMoved,
    TroopPlaced,
    TroopReturned,
    TurnEnded,
)


def medals(s: Toys, e: MedalsTaken) -> dict[str, Any]:
    """What the seat claims, and what the rule gives."""
    regions = due_regions(s, e.actor)
    return {
        "claimed": {r.region: r.medals for r in e.regions},
        "due": {region: s.region_medals[region] for region in regions},
        "total_claimed": e.total,
        "total": s.medals.get(e.actor, 0) + s.worth(regions),
    }


@which(
    "TB-11.1", "TB-11.4", "TB-11.6", "TB-11.7", "TB-11.8", "TB-11.13", on=MedalsTaken, facts=medals
)
def all_medals_due_are_taken(s: Toys, e: MedalsTaken) -> str | None:
    due = due_regions(s, e.actor)
    if not due:
        return None  # whoever has none due is out of time
    claimed = [r.region for r in e.regions]
    for region in claimed:
        if region not in due:
            if region not in s.region_medals or s.controls(s.enemy(e.actor), region):
                return "TB-11.13"
            return "TB-11.8" if s.region_medals[region] == 0 else "TB-11.1"
    if len(set(claimed)) != len(claimed):
        return "TB-11.13"
    if set(claimed) != set(due):
        return "TB-11.6"
    if any(r.medals < s.region_medals[r.region] for r in e.regions):
        return "TB-11.4"
    if any(r.medals != s.region_medals[r.region] for r in e.regions):
        return "TB-11.13"
    if e.total == s.medals[e.actor] + s.worth(due):
        return None
    return "TB-11.7" if e.total < s.medals[e.actor] else "TB-11.13"


CHANGES = (TroopPlaced, BoardTroopDiscarded, TroopReturned, TroopMoved)


@obligation("TB-11.12", on=(*CHANGES, MedalsTaken, PositionDeclared, PlayerConceded))
def controller_takes_the_medals(s: Toys) -> tuple[Duty, ...]:
    if not s.due or s.is_over:
        return ()
    return tuple(MEDALS_DUTIES[seat] for seat in dict.fromkeys(seat for seat, _ in s.due))


def medals_due(s: Toys, seat: Any) -> tuple[Event, ...]:
    """What a seat has to take now."""
    regions = s.due_to(seat)
    claim = tuple(RegionMedals(region=r, medals=s.region_medals[r]) for r in regions)
    total = s.medals[seat] + s.worth(regions)
    return (MedalsTaken(seq=s.seq, at=UNRECORDED, actor=seat, regions=claim, total=total),)


MEDALS_DUTIES = {
    seat: Duty("TB-11.12", seat, MedalsTaken, partial(medals_due, seat=seat))
    for seat in ("P1", "P2")
}


@rule("TB-11.12", on=TurnEnded)
def closed_regions_are_emptied_before_the_turn_ends(s: Toys, e: TurnEnded) -> bool:
    if s.options.region_check != "end_of_turn" or e.actor != s.to_move:
        return True
    seats = s.rack if s.options.region_for_opponent else (s.to_move,)
    return not any(s.closed_regions(seat) for seat in seats)
