"""A position as the fields of the position_declared that would start there (section 11)."""

from __future__ import annotations

from typing import Any

from auditor.games.votoms_bcg.state import AT, Arena, Combat, Lying


def position(s: Arena) -> dict[str, Any]:
    """The position, with every field filled in."""
    right = s.rights[-1] if s.rights and s.right is not None else None
    return {
        "turn": s.turn,
        "phase": s.phase,
        "owner": s.owner,
        "window": window_name(s),
        "order": list(s.order),
        "previous_order": list(s.previous_order),
        "right": right.seat if right else None,
        "passes": right.passes if right else 0,
        "finished": list(s.finished),
        "initiative": _initiative(s),
        "queue": [
            {
                "play": seq,
                "card": s.known(s.plays[seq].card),
                "kind": s.plays[seq].kind,
                "by": s.plays[seq].by,
                "iid": s.plays[seq].iid,
                "targets": list(s.plays[seq].targets),
            }
            for seq in s.queue
        ],
        "matchmaker_open": sorted(map(list, s.matchmaker_open)),
        "combats": [_combat(s, c, "open") for c in s.combats],
        "wins": [
            {
                "combat": win.combat,
                "seat": win.seat,
                "ats": [{"unit": id, "card": card} for id, card in win.ats],
                "claimed": win.claimed,
            }
            for win in s.wins
        ],
        "boon_return_used": list(s.boon_used),
        "opening": _opening(s),
        "seats": {seat: _seat(s, seat) for seat in s.match.seats},
    }


def window_name(s: Arena) -> str:
    """The window as a declared position names it."""
    return "over" if s.is_over else s.window


def _initiative(s: Arena) -> dict[str, Any] | None:
    if not s.draws or s.phase != "initiative":
        return None
    draws = [
        {
            "round": d.round,
            "seat": d.seat,
            "drawn": d.drawn,
            "card": s.known(d.card),
            "value": d.value,
        }
        for d in s.draws
    ]
    return {"round": max(d.round for d in s.draws), "draws": draws}


def _combat(s: Arena, combat: Combat, status: str) -> dict[str, Any]:
    totals, damage = combat.totals, combat.damage
    return {
        "id": combat.id,
        "attackers": list(combat.attackers),
        "attacker_card": s.known(combat.card),
        "by": combat.by,
        "target": combat.target,
        "step": combat.step,
        "status": status,
        "totals": None if totals is None else {"attacker": totals[0], "target": totals[1]},
        "winner": combat.winner,
        "damage": None if damage is None else {"seat": damage[0], "amount": damage[1]},
    }


def _opening(s: Arena) -> dict[str, Any] | None:
    if s.at != "setup":
        return None
    return {seat: {"attempt": o.attempt, "state": o.state} for seat, o in s.opening.items()}


def _seat(s: Arena, seat: str) -> dict[str, Any]:
    zone, deck = s.hand[seat], s.decks.get(seat)
    return {
        "money_deck": s.money[seat],
        "hand": [*sorted(zone.known), *[None] * zone.unseen],
        "scrap_deck": [s.known(card) for card in s.scrap[seat]],
        "aside": list(s.aside[seat]),
        "ats": [_at(at) for at in s.own_ats(seat)],
        "effects": _lying(s, seat, s.effects),
        "combat_cards": _lying(s, seat, s.combat_cards),
        "terrains": [
            {"iid": x.iid, "card": x.card} for x in s.terrains.values() if x.owner == seat
        ],
        "deck": None if deck is None else [{"card": c, "count": n} for c, n in deck.items()],
    }


def _at(at: AT) -> dict[str, Any]:
    return {
        "unit": at.id,
        "card": at.card,
        "state": at.state,
        "attached": [{"iid": a.iid, "card": a.card, "slot": a.slot} for a in at.attached],
    }


def _lying(s: Arena, seat: str, there: dict[str, Lying]) -> list[dict[str, Any]]:
    return [
        {"iid": x.iid, "card": s.known(x.card), "targets": list(x.targets)}
        for x in there.values()
        if x.owner == seat
    ]
