"""Wrong events of the end of a turn and of the game (DW-1, DW-6.9, DW-9.8, DW-14)."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.game import Fault
from auditor.games.dino_world.faults.battle import between
from auditor.games.dino_world.faults.table import event, has_point, plain
from auditor.games.dino_world.faults.turn import move
from auditor.games.dino_world.state import Dinos
from events import Event
from events.dino_world import CardsCounted, PlayerDefeated, TurnStarted
from events.shared import MatchClosed


def closed(s: Dinos, winner: str | None, reason: str) -> Event:
    """The match is closed."""
    return event(MatchClosed, s, "table", winner=winner, reason=reason)


def claimed(s: Dinos, reason: str, seats: int) -> Iterator[Event]:
    """A result is claimed between two turns while all are in play."""
    if between(s) and len(s.seats) == seats == len(s.in_play):
        yield from (closed(s, seat, reason) for seat in s.seats)


def conquest_of_less(s: Dinos) -> Iterator[Event]:
    """DW-1.2: won by territory with some of it left."""
    yield from claimed(s, "territory", 2)


def all_others_play_on(s: Dinos) -> Iterator[Event]:
    """DW-1.3: won by defeats while the others play."""
    yield from claimed(s, "all_defeated", 4)


def won_uncounted(s: Dinos) -> Iterator[Event]:
    """DW-1.4: won by cards while the others play."""
    yield from claimed(s, "count", 2)


def played_on(s: Dinos) -> Iterator[Event]:
    """DW-1.7: a turn begins after the end."""
    if s.end is not None and not s.closed and s.end.reason in ("territory", "count"):
        for seat in s.seats:
            yield event(TurnStarted, s, seat, turn=s.turn + 1)


def conquest_of_one(s: Dinos) -> Iterator[Event]:
    """DW-1.8: territory is claimed to win among four."""
    yield from claimed(s, "territory", 4)


def won_a_tie(s: Dinos) -> Iterator[Event]:
    """DW-1.9: somebody wins an equal count."""
    end = s.end
    if end is not None and not s.closed and (end.reason, end.winner) == ("count", None):
        yield from (closed(s, seat, "count") for seat in s.seats)


def goes_on(s: Dinos) -> Iterator[Event]:
    """DW-6.9: out of a rival's square that it entered."""
    for unit in s.entered if has_point(s) else ():
        if unit[:2] == s.to_move and unit in s.told and s.told[unit][0] != "PD-04":
            square = s.pieces[unit].square
            yield from (move(s, s.to_move, unit, square, to) for to in plain(s, square))


def sealed_uncounted(s: Dinos) -> Iterator[Event]:
    """DW-9.8: the sealed dinosaurs of a seat are left out."""
    left = [seat for seat in s.seats if s.status[seat] == "in_play"]
    if s.stage != "T0" or len(left) > 1 or s.is_over or s.counted:
        return
    counts = {
        seat: s.deck[seat] + sum(u[:2] == seat for u in s.pieces)
        for seat in s.seats
        if s.status[seat] != "defeated"
    }
    for seat, n in counts.items():
        sealed = sum(p.sealed and u[:2] == seat for u, p in s.pieces.items())
        if sealed and all(duty.kind is CardsCounted for duty in s.duties):
            yield event(CardsCounted, s, "table", counts={**counts, seat: n - sealed})


def row_was_broken(s: Dinos, by: str) -> Iterator[Event]:
    """A seat is defeated though something broke its row of idle turns."""
    for seat, what in s.broken.items() if between(s) else ():
        if what == by and s.is_in_play(seat):
            yield event(PlayerDefeated, s, "table", seat=seat, cause="idle")


def battle_left_out(s: Dinos) -> Iterator[Event]:
    """DW-14.2."""
    yield from row_was_broken(s, "battle")


def action_left_out(s: Dinos) -> Iterator[Event]:
    """DW-14.3."""
    yield from row_was_broken(s, "action")


def turn_of_one_who_is_out(s: Dinos) -> Iterator[Event]:
    """DW-14.7."""
    for seat in s.seats if between(s) else ():
        if s.status[seat] != "in_play":
            yield event(TurnStarted, s, seat, turn=s.turn + 1)


FAULTS = {
    "DW-1.2": Fault(conquest_of_less),
    "DW-1.3": Fault(all_others_play_on),
    "DW-1.4": Fault(won_uncounted),
    "DW-1.7": Fault(played_on),
    "DW-1.8": Fault(conquest_of_one),
    "DW-1.9": Fault(won_a_tie, {"count_tie": "draw"}),
    "DW-6.9": Fault(goes_on),
    "DW-9.8": Fault(sealed_uncounted),
    "DW-14.2": Fault(battle_left_out),
    "DW-14.3": Fault(action_left_out),
    "DW-14.7": Fault(turn_of_one_who_is_out),
}
