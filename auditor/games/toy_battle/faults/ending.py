"""Wrong ends (TB-12)."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.game import Fault
from auditor.games.toy_battle.faults.table import (
    covers,
    event,
    fair,
    may_act,
    other,
    reach,
    room,
)
from auditor.games.toy_battle.faults.turn import two_drawn
from auditor.games.toy_battle.state import Toys
from events import Event
from events.toy_battle import NoActionDeclared, ToyBattleClosed


def closed(s: Toys, winner: str | None, reason: str, **medals: int) -> Event:
    """The match closed with a result."""
    fields = {"winner": winner, "reason": reason, "medals": {**s.medals, **medals}}
    return event(ToyBattleClosed, s, "table", **fields)


def wrong_winner(s: Toys, reason: str) -> Iterator[Event]:
    """The reason by the rules, and the other seat as winner."""
    if s.end is not None and s.end.reason == reason and s.end.winner is not None:
        yield closed(s, other(s.end.winner), reason)


def headquarters_lost_and_won(s: Toys) -> Iterator[Event]:
    return wrong_winner(s, "headquarters")


def fewer_medals_win(s: Toys) -> Iterator[Event]:
    return wrong_winner(s, "medals")


def stuck_with_fewer_wins(s: Toys) -> Iterator[Event]:
    if s.medals["P1"] != s.medals["P2"]:
        yield from wrong_winner(s, "stuck")


def stuck_at_a_tie_wins(s: Toys) -> Iterator[Event]:
    if s.medals["P1"] == s.medals["P2"]:
        yield from wrong_winner(s, "stuck")


def wrong_record(s: Toys) -> Iterator[Event]:
    """Another reason, or medals that nobody holds; or an end that is none."""
    if s.end is not None:
        winner = s.end.winner
        yield closed(s, winner, "stuck" if s.end.reason == "headquarters" else "headquarters")
        yield closed(s, winner, s.end.reason, P1=s.medals["P1"] + 1)
    elif may_act(s) and any(True for _ in two_drawn(s, s.to_move)):
        yield closed(s, s.to_move, "stuck")


def could_draw(s: Toys) -> Iterator[Event]:
    if may_act(s) and room(s, s.to_move) >= 2 and s.reserve[s.to_move] >= 2:
        yield event(NoActionDeclared, s, s.to_move)


def lying_tile_would_go(s: Toys) -> Iterator[Event]:
    """TB-12.9: where a lying tile counts, one that could be placed, and nothing else to do."""
    seat = s.to_move
    if may_act(s) and not s.reserve[seat] and not any(True for _ in fair(s, seat)):
        spaces = sorted(reach(s, seat) - {*s.board.owner})
        for tile in s.lying[seat]:
            if any(isinstance(tile.troop, str) and covers(s, tile.troop, b, seat) for b in spaces):
                yield event(NoActionDeclared, s, seat)


def plays_on(s: Toys) -> Iterator[Event]:
    if s.is_over:
        yield from two_drawn(s, s.to_move)
        yield from two_drawn(s, other(s.to_move))


FAULTS = {
    "TB-12.2": Fault(headquarters_lost_and_won),
    "TB-12.3": Fault(fewer_medals_win),
    "TB-12.4": Fault(could_draw),
    "TB-12.5": Fault(stuck_with_fewer_wins),
    "TB-12.6": Fault(stuck_at_a_tie_wins, {"stuck_tie": "stuck_loses"}),
    "TB-12.7": Fault(plays_on),
    "TB-12.9": Fault(
        lying_tile_would_go,
        {
            "board": "rug_battlefield",
            "mode": "normal",
            "stuck_lying": "placeable",
            "quack_on_quack": True,
            "set_aside": 16,
            "opening_rack": [4, 4],
        },
    ),
    "TB-12.10": Fault(wrong_record),
}
