"""The table as a player sees it: what the makers of wrong events ask of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from auditor.declare import UNRECORDED
from auditor.game import Fault
from auditor.games.rockman_exe_access.state import Access
from events import Event
from events.rockman_exe_access import LaidCard

SEATS = ("P1", "P2")
PLAIN = {
    "battle_damage": "ep_only",
    "chip_spins": "once",
    "pa_base": "added",
    "pa_alone": "plain",
    "pa_several": "once",
    "opening_draw": "first_refill",
    "deck_out": "recycle",
    "refill_exchange": False,
    "discards_open": True,
    "navi_choice": "hidden",
    "first_player": "higher_first",
    "spin_waivable": False,
    "spin_order": "attacker_first",
    "floor": "at_end",
    "unison_match": "any",
    "unison_damage_on": "new",
    "unison_sets_next_turn": False,
    "reread_after_unison": False,
    "own_deletion_ends_attack": True,
    "overflow": False,
    "cf_slip": "opponent_chooses",
    "navi_sleeves": False,
}
"""The game without any option: the faults are wrong in it."""


def fault(events: Callable[[Any], Iterable[Event]], **options: Any) -> Fault:
    """A fault of the plain game, or of one with some options."""
    return Fault(events, {**PLAIN, **options})


def event(kind: type[Event], s: Access, actor: str, **fields: Any) -> Event:
    """The next event of a match."""
    made: Any = kind
    return made(seq=s.seq + 1, at=UNRECORDED, actor=actor, **fields)  # type: ignore[no-any-return]


def other(seat: str) -> str:
    """The other seat."""
    return "P1" if seat == "P2" else "P2"


def attacks_open(s: Access) -> bool:
    """The player of the turn may attack."""
    return s.stage == "A0" and not s.is_over


def lay(s: Access, seat: str, codes: Iterable[str | None]) -> tuple[LaidCard, ...]:
    """Cards laid under new slots."""
    first = max(s.slots[seat], default=0) + 1
    return tuple(LaidCard(slot=f"{seat}-b{first + n}", card=c) for n, c in enumerate(codes))


def colour(s: Access, code: str) -> str:
    """The colour of a card."""
    return str(s.cards[code].colour)


def pairs(s: Access, seat: str) -> Iterator[tuple[str, str]]:
    """Two cards of a hand."""
    hand = s.hand[seat].known
    yield from ((a, b) for n, a in enumerate(hand) for b in hand[n + 1 :])


def cards(s: Access, seat: str) -> list[str]:
    """The battle cards of a seat."""
    battle = s.battle
    if battle is None:
        return []
    laid = battle.attack if seat == battle.attacker else battle.block
    return [c.card for c in laid if c.card is not None]


def adds_up(s: Access, seat: str, what: str) -> int:
    """A number added over the battle cards of a seat."""
    return sum(getattr(s.cards[code], what) for code in cards(s, seat))


def chips(s: Access, seat: str) -> int:
    """The chips of a side."""
    return sum(s.cards[code].kind == "chip" for code in cards(s, seat))


def has_advance(s: Access, seat: str) -> bool:
    """A program advance card lies there."""
    return any(s.cards[code].kind == "program_advance" for code in cards(s, seat))


def is_complete(s: Access, seat: str) -> bool:
    """With all its chips."""
    laid = cards(s, seat)
    advances = [s.cards[code] for code in laid if s.cards[code].kind == "program_advance"]
    return any(all(chip in laid for chip in card.requires or ()) for card in advances)


def spins_due(s: Access, seat: str) -> int:
    """The spins that a side has to make in the plain game."""
    number = chips(s, seat)
    if not number:
        return 0
    return 1 + number if is_complete(s, seat) else 1


def numbers(s: Access, seat: str) -> list[int]:
    """What the spins of a side count, an emblem as 0."""
    spins = [spin.value for owner, spin in s.battle.spins if owner == seat] if s.battle else []
    steady = any(s.cards[code].ability == "steady" for code in cards(s, seat))
    values = [0 if value == "emblem" else int(value) for value in spins]
    return [max(0, value) for value in values] if steady else values


def spun(s: Access, seat: str) -> int:
    """How often a side has spun."""
    return sum(owner == seat for owner, _ in s.battle.spins) if s.battle else 0


def in_contest(s: Access) -> bool:
    """Both sides of a blocked battle lie open, and its result is not declared."""
    battle = s.battle
    return (
        s.stage == "battle"
        and not s.is_over
        and battle is not None
        and bool(battle.blocked)
        and len(battle.revealed) == 2
        and battle.winners is None
        and battle.unison is None
    )


def may_total(s: Access) -> bool:
    """All spins are made."""
    return in_contest(s) and all(spun(s, seat) == spins_due(s, seat) for seat in SEATS)


def untotalled(s: Access) -> Iterator[str]:
    """The sides whose total has not been declared."""
    if may_total(s) and s.battle is not None:
        yield from (seat for seat in SEATS if seat not in dict(s.battle.totals))


def result(s: Access) -> tuple[str, str] | None:
    """Winner and loser of a battle whose result is declared; both `draw` for none."""
    battle = s.battle
    if s.stage != "battle" or battle is None or battle.winners is None or not battle.blocked:
        return None
    sums = {seat: max(0, adds_up(s, seat, "bp") + sum(numbers(s, seat))) for seat in SEATS}
    if sums["P1"] == sums["P2"]:
        return "draw", "draw"
    winner = max(SEATS, key=lambda seat: sums[seat])
    return winner, other(winner)


def lying(s: Access, seat: str) -> tuple[str, ...]:
    """The slots of a seat's cards on the field."""
    battle = s.battle
    if battle is None:
        return ()
    laid = battle.attack if seat == battle.attacker else battle.block
    return tuple(str(c.slot) for c in laid if c.slot not in battle.gone)


def is_unblocked(s: Access) -> bool:
    """The attack was not blocked, and its cards lie open."""
    battle = s.battle
    return (
        s.stage == "battle"
        and not s.is_over
        and battle is not None
        and battle.blocked is False
        and len(battle.revealed) == 1
    )


def lp(s: Access, seat: str) -> int:
    """The gauge of a seat."""
    navi = s.plugged[seat]
    return navi.lp.low if navi is not None else 0
