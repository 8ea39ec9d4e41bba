"""A position as the fields of the position_declared that would start there (section 11)."""

from __future__ import annotations

from typing import Any

from auditor.games.rockman_exe_access.owed import next_owed
from auditor.games.rockman_exe_access.sides import slips, spins_owed
from auditor.games.rockman_exe_access.state import SEATS, Access, Battle
from auditor.hidden import Undecided


def position(s: Access) -> dict[str, Any]:
    """The position, with every field filled in; a set-up has no such form, it is given as T0."""
    window = next_owed(s).window
    if s.is_over:
        window = "G"
    elif s.stage == "set_up":
        window = "T0"
    starting = window == "T0"
    return {
        "turn": max(1, s.turn + starting),
        "turn_seat": s.next_seat if starting else s.turn_seat,
        "window": window,
        "attacks": s.attacks,
        "beaten": list(s.beaten),
        "seats": {seat: _seat(s, seat) for seat in SEATS},
        "battle": _battle(s, s.battle) if s.battle and s.stage == "battle" else None,
    }


def _seat(s: Access, seat: str) -> dict[str, Any]:
    navi = s.plugged[seat]
    hand = s.hand[seat]
    lp: Any = None
    if navi is not None:
        lp = navi.lp.low if navi.lp.low == navi.lp.high else [navi.lp.low, navi.lp.high]
    listed = s.deck_list[seat]
    known = list(hand.known)
    return {
        "plugged": {"card": navi.card, "lp": lp} if navi else None,
        "navi_used": list(s.used[seat]),
        "navi_unused": list(s.pile[seat]),
        "hand": [*sorted(known), *[None] * (s.hand_size(seat) - len(known))],
        "deck": s.deck[seat],
        "deck_list": list(listed) if listed is not None else None,
        "deck_known": list(s.deck_known[seat] or s.loose[seat]),
        "drawn_since_recycle": bool(s.loose[seat]) and not s.deck_known[seat],
        "laid": [{"slot": c.slot, "card": c.card, "up": c.up} for c in s.lying(seat)],
        "win_pile": [{"slot": c.slot, "card": c.card} for c in s.win_pile[seat]],
        "discard": [{"slot": c.slot, "card": c.card} for c in s.discard[seat]],
        "refilled": seat in s.refilled,
    }


def _battle(s: Access, battle: Battle) -> dict[str, Any]:
    unison = battle.unison
    won = battle.winners
    return {
        "attacker": battle.attacker,
        "blocked": battle.blocked,
        "revealed": [seat for seat in battle.sides() if seat in battle.revealed],
        "slip": list(slips(s)),
        "spins": {
            seat: [{"face": n.face, "value": n.value, "navi": n.navi} for n in spins]
            for seat in battle.sides()
            if (spins := battle.spins_of(seat))
        },
        "owed": {seat: n for seat in battle.sides() if (n := _left(s, battle, seat))},
        "unison": {"seat": unison.seat, "in": unison.in_} if unison else None,
        "returned": [slot for slot in battle.returned if slot not in battle.gone],
        "totals": dict(battle.totals),
        "winner": next(iter(won)) if won is not None and len(won) == 1 else None,
        "moved": [seat for seat in battle.sides() if battle.gone and not s.lying(seat)],
        "damage": {},
    }


def _left(s: Access, battle: Battle, seat: str) -> int:
    try:
        return max(0, spins_owed(s, seat).low - len(battle.spins_of(seat)))
    except Undecided:
        return 0
