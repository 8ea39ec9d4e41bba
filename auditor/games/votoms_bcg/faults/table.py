"""The table as a player sees it: what the makers of wrong events ask of a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from auditor.declare import UNRECORDED
from auditor.games.votoms_bcg.state import AT, Arena
from events import Event

KINDS = {
    "at": ("PR-01", "PR-02", "PR-03"),
    "pilot": ("PR-04", "PR-05"),
    "weapon": ("PR-06",),
    "effect": ("PR-07",),
    "combat": ("PR-08", "PR-09"),
    "offkai": ("PR-10", "PR-11", "PR-12", "PR-14"),
    "terrain": ("PR-13", "PR-15"),
}
"""The practice cards by kind."""
NUMBERS = dict(
    zip(
        [f"PR-{n:02}" for n in range(1, 16)],
        (2, 3, 2, 1, 2, 1, 3, 4, 1, 2, 3, 1, 2, 2, 2),
        strict=True,
    )
)
"""The numbers that draws count."""


def event(kind: Any, s: Arena, actor: str, /, **fields: Any) -> Event:
    """The next event of a match."""
    made: Event = kind(seq=s.seq + 1, at=UNRECORDED, actor=actor, **fields)
    return made


def is_free(s: Arena, *windows: str) -> bool:
    """One of some windows is open, and nothing has to be done first."""
    return not s.is_over and not s.duties and not s.queue and s.window in windows


def others(s: Arena, seat: str) -> list[str]:
    """The other seats."""
    return [other for other in s.seats if other != seat]


def turn_of(s: Arena) -> str:
    """Who has the right to the next card."""
    return s.rights[-1].seat if s.rights else ""


def held(s: Arena, seat: str, *kinds: str) -> list[str]:
    """The cards of some kinds in a hand that lies open."""
    codes = [code for kind in kinds for code in KINDS[kind]]
    return [code for code in codes if code in s.hand[seat].known]


def ats(s: Arena, seat: str, *states: str) -> list[AT]:
    """A seat's ATs in some states."""
    return [at for at in s.ats.values() if at.owner == seat and at.state in states]


def against(s: Arena, seat: str, *states: str) -> list[AT]:
    """The ATs of the others in some states."""
    return [at for at in s.ats.values() if at.owner != seat and at.state in states]


def fresh(s: Arena, prefix: str) -> str:
    """An id that was not given."""
    numbers = [int(id[len(prefix) :]) for id in s.ids if id.startswith(prefix)]
    return f"{prefix}{1 + max(numbers, default=0)}"


def plays(s: Arena, seat: str, code: str, kind: str, targets: tuple[str, ...] = ()) -> Event:
    """A card used by a seat."""
    from events.votoms_bcg import CardPlayed

    iid = None if kind == "offkai" else fresh(s, f"{seat}-{kind[0]}")
    return event(CardPlayed, s, seat, card=code, kind=kind, iid=iid, targets=targets)


def stands(s: Arena, seat: str) -> Iterator[Event]:
    """Uses of Packed Stands, which needs no target."""
    for code in held(s, seat, "effect"):
        yield plays(s, seat, code, "effect")


def passes(s: Arena, seat: str) -> Event:
    """A pass."""
    from events.votoms_bcg import PriorityPassed

    return event(PriorityPassed, s, seat)


def step(s: Arena, number: int, combat: str | None = None) -> Event:
    """A marker of a combat."""
    from events.votoms_bcg import CombatStepStarted

    id = combat if combat is not None else s.combats[-1].id
    return event(CombatStepStarted, s, "table", combat=id, step=number)


def begins(s: Arena, phase: str, owner: str | None = None) -> Event:
    """A marker of a phase."""
    from events.votoms_bcg import PhaseStarted

    return event(PhaseStarted, s, "table", turn=s.turn, phase=phase, owner=owner)


def ends(s: Arena) -> Event:
    """The end of the phase that is on."""
    from events.votoms_bcg import PhaseEnded

    return event(PhaseEnded, s, "table", turn=s.turn, phase=s.phase, owner=s.owner)


def attacks(s: Arena, seat: str, attackers: Any, target: str) -> Event:
    """An attack of ATs."""
    from events.votoms_bcg import CombatDeclared

    made = {"combat": fresh(s, "c"), "attackers": tuple(attackers), "attacker_card": None}
    return event(CombatDeclared, s, seat, target=target, **made)


def may_attack(s: Arena) -> bool:
    """The owner of the combat phase may declare now."""
    return is_free(s, "T5o") and s.rights[-1].passes >= len(s.seats) and s.owner in s.seats
