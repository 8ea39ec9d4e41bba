"""What is owed now, worked out from the position (the model's section 3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from auditor.declare import UNRECORDED, Duty, obligation
from auditor.games.dino_world import battles
from auditor.games.dino_world.state import IDLE, Dinos
from auditor.hidden import Undecided, Unseen
from events import Event
from events.dino_world import (
    VOCABULARY,
    ActionDieRolled,
    BattleResultDeclared,
    CardsCounted,
    DinoFossilised,
    DinoMoved,
    DinoRevealed,
    PlayerDefeated,
    PlayerDroppedOut,
    RetreatResolved,
    SpecialResolved,
    TerritoryOccupied,
)

PLAY = tuple(kind for kind in VOCABULARY.types if kind.play)
TABLE = "table"


def _event(kind: type[Event], s: Dinos, actor: str, **fields: Any) -> tuple[Event, ...]:
    made: Any = kind
    return (made(seq=s.seq, at=UNRECORDED, actor=actor, **fields),)


def _nothing(s: Dinos) -> tuple[Event, ...]:
    return ()


def _turned_up(s: Dinos, unit: str, cause: str, actor: str) -> tuple[Event, ...]:
    return _event(DinoRevealed, s, actor, unit=unit, card=None, cause=cause)


def _reveal(id: str, unit: str, cause: str, actor: str) -> Duty:
    least = partial(_turned_up, unit=unit, cause=cause, actor=actor)
    return Duty(id, actor, DinoRevealed, least)


@obligation("DW-5.2", on=PLAY)
def player_of_the_turn_rolls(s: Dinos) -> tuple[Duty, ...]:
    """The action die."""
    return (Duty("DW-5.2", s.to_move, ActionDieRolled, _nothing),) if s.stage == "T1" else ()


def entry_reveals(s: Dinos) -> Iterator[str]:
    """Dinosaurs of the player of the turn that owe a turn face up for entering (DW-7.3)."""
    for unit, piece in s.pieces.items():
        if not piece.up and unit[:2] == s.to_move:
            away = s.map.charge.get(piece.square) != s.to_move
            if unit in s.shown or away:
                yield unit


@obligation("DW-7.3", "DW-7.5", "DW-8.9", on=PLAY)
def dinosaurs_are_turned_up_in_the_actions(s: Dinos) -> tuple[Duty, ...]:
    """Reveals for an ability or an entry."""
    if s.stage != "T2":
        return ()
    if not s.needed and not s.scented and all(p.up for p in s.pieces.values()):
        return ()
    owed = [_reveal("DW-7.5", unit, "ability", s.to_move) for unit in s.needed]
    owed += [_reveal("DW-8.9", unit, "effect", TABLE) for unit in s.scented]
    owed += [
        _reveal("DW-7.3", unit, "entry", s.to_move)
        for unit in entry_reveals(s)
        if unit not in s.needed
    ]
    return tuple(owed)


@obligation("DW-10.6", on=PLAY)
def dinosaurs_are_turned_up_for_battle(s: Dinos) -> tuple[Duty, ...]:
    """Reveals at the battle check."""
    if s.stage != "T4" or not s.pending or s.options.battle_reveal != "at_check":
        return ()
    down = (u for q in s.pending for u in s.squares.get(q, ()) if not s.pieces[u].up)
    return tuple(_reveal("DW-10.6", unit, "battle", TABLE) for unit in down)


def _occupied(s: Dinos) -> tuple[Event, ...]:
    found = s.occupation()
    if found is None:
        return ()
    unit, q = found
    return _event(TerritoryOccupied, s, TABLE, unit=unit, square=q, owner=s.map.owner[q])


def occupation_is_due(s: Dinos) -> bool:
    """A dinosaur alone on a rival's territory occupies it now (DW-9.5)."""
    if s.options.occupation_check == "turn_end":
        return s.stage == "T4" and not s.pending
    return s.stage in ("T0", "T2", "T4")


@obligation("DW-9.5", on=PLAY)
def territory_is_occupied(s: Dinos) -> tuple[Duty, ...]:
    """The occupation of a square where a dinosaur is alone."""
    if not occupation_is_due(s) or s.occupation() is None:
        return ()
    return (Duty("DW-9.5", TABLE, TerritoryOccupied, _occupied),)


def _resolved(s: Dinos) -> tuple[Event, ...]:
    b = s.battle
    if b is None or not isinstance(b.retreat, tuple):
        return ()
    try:
        least = s.card(b.retreat[0]).retreat
    except (Unseen, Undecided):
        return ()
    if least:
        return ()
    return _event(RetreatResolved, s, TABLE, unit=b.retreat[0], success=True, face=None)


def _special(s: Dinos) -> tuple[Event, ...]:
    b = s.battle
    if b is None or b.special is None:
        return ()
    roll = b.special
    try:
        choices = battles.targets_of(s, roll)
        ends = battles.ends_battle(s, roll)
    except Undecided:
        return ()
    if len(choices) != 1:
        return ()
    fields = {"unit": roll.unit, "special": roll.special, "targets": choices[0]}
    return _event(SpecialResolved, s, roll.unit[:2], ends_battle=ends, **fields)


def _brought(s: Dinos) -> tuple[Event, ...]:
    b = s.battle
    if b is None or b.bring is None:
        return ()
    what, unit = b.bring
    if what == "fossil":
        return _event(DinoFossilised, s, TABLE, unit=unit, cause="special")
    free = s.free_home(unit[:2])
    if len(free) != 1:
        return ()
    fields = {"unit": unit, "from_": s.pieces[unit].square, "to": free[0], "cause": "effect"}
    return _event(DinoMoved, s, unit[:2], cost=0, **fields)


def _result(s: Dinos) -> tuple[Event, ...]:
    b = s.battle
    right = battles.known(s, b) if b is not None else None
    if right is None:
        return ()
    figures = {"attacker_result": right[0], "defender_result": right[1]}
    return _event(BattleResultDeclared, s, TABLE, losers=right[2], **figures)


def _removed(s: Dinos, unit: str, cause: str) -> tuple[Event, ...]:
    return _event(DinoFossilised, s, TABLE, unit=unit, cause=cause)


@obligation("DW-11.10", "DW-12.3", "DW-12.6", "DW-13.1", on=PLAY)
def battle_takes_its_course(s: Dinos) -> tuple[Duty, ...]:
    """What the table or a player owes a battle."""
    b = s.battle
    if b is None:
        return ()
    if isinstance(b.retreat, tuple):
        return (Duty("DW-11.10", TABLE, RetreatResolved, _resolved),)
    if b.special is not None:
        return (Duty("DW-12.3", b.special.unit[:2], SpecialResolved, _special),)
    if b.bring is not None:
        what, unit = b.bring
        if what == "fossil":
            return (Duty("DW-12.3", TABLE, DinoFossilised, _brought),)
        return (Duty("DW-12.3", unit[:2], DinoMoved, _brought),)
    if s.stage == "B4" and b.lost is None:
        return (Duty("DW-12.6", TABLE, BattleResultDeclared, _result),)
    return tuple(
        Duty("DW-13.1", TABLE, DinoFossilised, partial(_removed, unit=unit, cause="battle"))
        for unit in b.to_remove
    )


def _sent_back(s: Dinos, unit: str, to: str) -> tuple[Event, ...]:
    fields = {"unit": unit, "from_": s.pieces[unit].square, "to": to, "cause": "effect"}
    return _event(DinoMoved, s, unit[:2], cost=0, **fields)


@obligation("DW-13.5", on=PLAY)
def attacker_goes_back(s: Dinos) -> tuple[Duty, ...]:
    """Attackers sent back (option)."""
    return tuple(
        Duty("DW-13.5", unit[:2], DinoMoved, partial(_sent_back, unit=unit, to=to))
        for unit, to in s.returns
    )


def defeat_is_due(s: Dinos) -> str | None:
    """The seat with its third idle turn, where that is sure (DW-14.1)."""
    for seat, n in s.idle.items():
        if n >= IDLE and s.status[seat] == "in_play" and not s.doubtful_idle.get(seat):
            return seat
    return None


def has_nothing_left(s: Dinos, seat: str) -> bool:
    """The seat drops out at the end of a turn (DW-14.6, DW-1.8)."""
    if not s.is_in_play(seat):
        return False
    bare = len(s.seats) == 4 and s.territory_is_taken(seat)
    if bare and s.options.no_territory_4p == "drop_out":
        return True
    if s.options.drop_out == "never":
        return False
    return not s.deck[seat] and next(s.free(seat), None) is None


def _defeated(s: Dinos, seat: str, cause: str) -> tuple[Event, ...]:
    return _event(PlayerDefeated, s, TABLE, seat=seat, cause=cause)


def _dropped(s: Dinos, seat: str) -> tuple[Event, ...]:
    return _event(PlayerDroppedOut, s, TABLE, seat=seat)


def right_counts(s: Dinos) -> dict[str, int]:
    """The card counts of all who are not defeated (DW-1.4, DW-1.5)."""
    return {seat: s.count(seat) for seat in s.seats if not s.is_defeated(seat)}


def _counts(s: Dinos) -> tuple[Event, ...]:
    return _event(CardsCounted, s, TABLE, counts=right_counts(s))


def is_between_turns(s: Dinos) -> bool:
    """A turn is over, and the next has not begun."""
    return s.stage == "T0"


def count_is_due(s: Dinos) -> str | None:
    """The rule that calls for a count, if the cards are to be compared now."""
    left = s.in_play
    if s.counted or s.is_over or len(left) > 1 or (s.turn == 0 and s.stage[0] == "S"):
        return None
    others = [seat for seat in s.seats if not s.is_defeated(seat)]
    if len(left) == 1 and others == list(left):
        return None  # all the rest were defeated (DW-1.3)
    if not left and (s.options.none_left == "draw" or not others):
        return None
    return "DW-1.4" if left else "DW-1.10"


@obligation("DW-1.4", "DW-1.10", "DW-14.1", "DW-14.6", "DW-14.7", on=PLAY)
def turn_is_closed(s: Dinos) -> tuple[Duty, ...]:
    """Defeat, drop-outs and the count, in that order (DW-14.9)."""
    if not is_between_turns(s):
        return ()
    owed: list[Duty] = []
    if (seat := defeat_is_due(s)) is not None:
        least = partial(_defeated, seat=seat, cause="idle")
        owed.append(Duty("DW-14.1", TABLE, PlayerDefeated, least))
    for unit in s.wrecked:
        least = partial(_removed, unit=unit, cause="effect")
        owed.append(Duty("DW-14.7", TABLE, DinoFossilised, least))
    if not owed:
        for seat in s.seats:
            if has_nothing_left(s, seat):
                least = partial(_dropped, seat=seat)
                owed.append(Duty("DW-14.6", TABLE, PlayerDroppedOut, least))
    if not owed and (id := count_is_due(s)) is not None:
        owed.append(Duty(id, TABLE, CardsCounted, _counts))
    return tuple(owed)
