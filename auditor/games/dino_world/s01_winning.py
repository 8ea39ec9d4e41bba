"""The game and who wins it (DW-1)."""

from typing import Any

from auditor.declare import End, Home, outcome, rule
from auditor.games.dino_world.owed import right_counts
from auditor.games.dino_world.state import Dinos
from events.dino_world import (
    CardsCounted,
    PlayerDefeated,
    PlayerDroppedOut,
    TerritoryOccupied,
    TurnEnded,
)
from events.shared import MatchOpened, PlayerConceded


@rule("DW-1.1", on=MatchOpened, facts=lambda s, e: {"players": len(e.players)})
def two_or_four_play(s: Dinos, e: MatchOpened) -> bool:
    return len(e.players) in (2, 4)


@outcome("DW-1.2", "DW-1.7", "DW-1.8", on=(TerritoryOccupied, TurnEnded))
def territory_is_conquered(s: Dinos, e: Any) -> End | None:
    late = s.options.victory_check == "turn_end"
    if (e.type == "turn_ended") != late or (s.mark is not None and not late):
        return None
    winner = s.conquered()
    return None if winner is None else End(winner, "territory", e.seq, "DW-1.2")


@outcome("DW-1.3", on=(PlayerDefeated, PlayerConceded))
def all_others_are_defeated(s: Dinos, e: Any) -> End | None:
    left = s.in_play
    if len(left) != 1 or s.is_over:
        return None
    others = [seat for seat in s.seats if seat != left[0]]
    if not all(s.is_defeated(seat) for seat in others):
        return None
    given_up = e.type == "player_conceded" and s.conceded >= set(others)
    rule = "DW-14.8" if given_up else "DW-1.3"
    return End(left[0], "conceded" if given_up else "all_defeated", e.seq, rule)


@outcome("DW-1.4", "DW-1.9", "DW-1.10", on=CardsCounted)
def cards_decide(s: Dinos, e: CardsCounted) -> End | None:
    left = s.in_play
    if len(left) > 1:
        return None
    counts = right_counts(s)
    best = max(counts.values())
    top = [seat for seat, n in counts.items() if n == best]
    rule = "DW-1.4" if left else "DW-1.10"
    winner = top[0] if len(top) == 1 else None
    if winner is None:
        rule = "DW-1.9"
        if s.options.count_tie == "last_in_play_wins" and left:
            winner = left[0] if left[0] in top else None
    gave_up = any(s.status[seat] == "dropped_out" for seat in s.conceded)
    return End(winner, "count", e.seq, "DW-14.8" if gave_up else rule)


@outcome("DW-1.10", on=PlayerDroppedOut)
def nobody_is_left(s: Dinos, e: PlayerDroppedOut) -> End | None:
    if s.in_play or s.options.none_left != "draw" or s.is_over:
        return None
    return End(None, "count", e.seq, "DW-1.10")


def claimed(s: Dinos, e: Any) -> str:
    """The rule that a result breaks which does not follow, by what it claims."""
    if e.reason == "territory":
        if len(s.seats) == 4:
            return "DW-1.8"
        return "DW-1.7" if s.conquered() else "DW-1.2"
    return {"all_defeated": "DW-1.3", "count": "DW-1.4"}.get(e.reason, "GN-6.1")


CLAIMED = Home(("DW-1.2", "DW-1.3", "DW-1.4", "DW-1.7", "DW-1.8"), claimed)


def claimed_over_count(s: Dinos, e: Any) -> str:
    """The same, where the cards had to be counted."""
    return "DW-1.3" if e.reason == "all_defeated" else "DW-1.4"


CLAIMED_OVER_COUNT = Home(("DW-1.3", "DW-1.4"), claimed_over_count)


@rule("DW-1.5", on=CardsCounted, facts=lambda s, e: {"counts": right_counts(s)})
def counts_are_right(s: Dinos, e: CardsCounted) -> bool:
    return count_broken(s, e) != "DW-1.5"


@rule("DW-9.8", on=CardsCounted, facts=lambda s, e: {"counts": right_counts(s)})
def sealed_are_counted(s: Dinos, e: CardsCounted) -> bool:
    return count_broken(s, e) != "DW-9.8"


@rule("DW-1.4", on=CardsCounted, facts=lambda s, e: {"seats": sorted(right_counts(s))})
def those_not_defeated_are_counted(s: Dinos, e: CardsCounted) -> bool:
    return count_broken(s, e) != "DW-1.4"


@rule("DW-14.9", on=CardsCounted, facts=lambda s, e: {"in_play": list(s.in_play)})
def nobody_counts_while_two_play(s: Dinos, e: CardsCounted) -> bool:
    return len(s.in_play) < 2


def count_broken(s: Dinos, e: CardsCounted) -> str | None:
    """Which of the rules on the count it breaks."""
    right = right_counts(s)
    if len(s.in_play) > 1 or e.counts == right:
        return None
    if set(e.counts) != set(right):
        return "DW-1.4"
    sealed = {seat: sum(p.sealed for u, p in s.pieces.items() if u[:2] == seat) for seat in right}
    for seat, n in e.counts.items():
        off = n - right[seat]
        guests = sum(1 for q in s.map.home.get(seat, ()) if q in s.sealed)
        if off not in (0, -sealed[seat], guests, guests - sealed[seat]):
            return "DW-1.5"
    return "DW-9.8"
