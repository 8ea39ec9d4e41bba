"""A position as the fields of position_declared (the model's section 11), and the way back."""

from __future__ import annotations

from typing import Any, cast

from auditor.declare import NotOnTheTable
from auditor.games.dino_world.board import place_of
from auditor.games.dino_world.state import (
    DECK,
    Dinos,
    Fought,
    Piece,
    Roll,
    assembled,
    owner_of,
    quadrants,
)
from auditor.hidden import Cell
from events.dino_world import OpenBattle, PositionDeclared


def declared(s: Dinos, e: PositionDeclared) -> None:
    """Puts a declared position on the table. Raises: NotOnTheTable."""
    seats = s.seats
    if s.seq != 1 or not set(e.seats) | set(e.sheets) <= set(seats) or not quadrants(seats):
        raise NotOnTheTable
    places: dict[str, str] | None = None
    if e.layout is not None:
        places = {p.seat: p.quadrant for p in e.layout}
    s.layout = tuple(
        (seat, (places or dict(zip(seats, quadrants(seats), strict=True))).get(seat, ""))
        for seat in seats
    )
    if sorted(q for _, q in s.layout) != sorted(quadrants(seats)):
        raise NotOnTheTable
    s.sheets = {seat: sheet for seat, sheet in e.sheets.items() if sheet is not None}
    s.map = assembled(s.data, s.sheets, s.layout)
    if any(place_of(u.square) is None or u.square not in s.map.charge for u in e.units):
        raise NotOnTheTable
    if any(owner_of(u.unit) not in seats for u in e.units):
        raise NotOnTheTable
    _pieces(s, e)
    _seats(s, e)
    _turn(s, e)


def _pieces(s: Dinos, e: PositionDeclared) -> None:
    squares: dict[str, tuple[str, ...]] = {}
    for u in e.units:
        s.pieces = {**s.pieces, u.unit: Piece(u.square, u.face == "up", u.sealed)}
        squares[u.square] = (*squares.get(u.square, ()), u.unit)
        _card(s, u.unit, u.card, e.seq)
    s.squares = squares
    s.sealed = frozenset(u.square for u in e.units if u.sealed)
    for seat, has in e.seats.items():
        s.fossils = {**s.fossils, seat: tuple(f.unit for f in has.fossils)}
        for f in has.fossils:
            _card(s, f.unit, f.card, e.seq)


def _card(s: Dinos, unit: str, code: str | None, seq: int) -> None:
    if code is not None:
        s.told = {**s.told, unit: (code, seq)}
    else:
        s.cells = {**s.cells, unit: Cell(unit)}


def _seats(s: Dinos, e: PositionDeclared) -> None:
    for seat in s.seats:
        has = e.seats.get(cast(Any, seat))
        there = len(s.fossils[seat]) + sum(u[:2] == seat for u in s.pieces)
        deck = has.deck if has is not None and has.deck is not None else DECK - there
        s.deck = {**s.deck, seat: max(0, deck)}
        if has is not None:
            s.idle = {**s.idle, seat: has.idle}
            s.status = {**s.status, seat: has.status}
            s.deck_list = {**s.deck_list, seat: has.deck_list}
    s.shuffled = frozenset(s.seats)


def _turn(s: Dinos, e: PositionDeclared) -> None:
    s.order = e.order if e.order is not None else s.seats
    if sorted(s.order) != sorted(s.seats):
        raise NotOnTheTable
    to_move = e.to_move if e.to_move in s.order else s.order[0]
    s.turn, s.to_move = e.turn, str(to_move)
    stage = {"T2a": "T2", "T2b": "T2", "T3": "T4"}.get(e.window, e.window)
    s.stage = {"T5": "T0", "G": "T0"}.get(stage, stage)
    if e.window == "T0":  # the turn is still to begin
        s.turn = e.turn - 1
        s.to_move = s.order[s.order.index(s.to_move) - 1]
    s.rolled, s.used = e.points_rolled, e.points_used
    s.acted = "action" if e.acted else ""
    s.abilities_used = tuple((u.unit, u.ability) for u in e.abilities_used)
    s.braced = frozenset(e.braced)
    s.attacks = frozenset(e.attacks)
    s.shown = frozenset(u for u in e.reveals_owed if u in s.pieces)
    s.entered = dict.fromkeys((u for u in e.entered if u in s.pieces), None)
    s.pending = e.pending_battles
    if e.battle is not None:
        s.battle = _battle(s, e.battle)
        s.pending = tuple(dict.fromkeys((*s.pending, e.battle.square)))
    elif s.stage[0] == "B":
        raise NotOnTheTable
    if s.stage == "T4" and not s.pending:
        s.pending = tuple(q for q in s.contested() if q not in s.fought)
    from auditor.games.dino_world.apply import could_act

    s.could_act = could_act(s) if s.stage == "T2" else False


def _battle(s: Dinos, b: OpenBattle) -> Fought:
    rolls = [r for r in (b.attacker_roll, b.defender_roll) if r is not None]
    read = tuple(Roll(r.unit, r.face, r.attack, r.special) for r in rolls)
    special = None
    if s.stage in ("B2s", "B3s") and read:
        special = read[0] if s.stage == "B2s" else read[-1]
    retreat: Any = b.retreat
    if retreat is not None and not isinstance(retreat, str):
        retreat = (retreat.unit, retreat.to)
    result = b.result
    return Fought(
        b.square,
        b.attacker,
        b.defender,
        b.attackers,
        b.defenders,
        retreat=retreat,
        rolls=read,
        special=special,
        lost=result.losers if result is not None else None,
        to_remove=b.to_remove,
        braced=s.braced,
        figures=(result.attacker_result, result.defender_result) if result is not None else None,
    )


def _shown(s: Dinos, unit: str) -> str | None:
    told = s.told.get(unit)
    return told[0] if told is not None else None


def _roll(b: Fought, side: tuple[str, ...]) -> dict[str, Any] | None:
    rolls = b.rolled(side)
    if not rolls:
        return None
    return dict(zip(("unit", "face", "attack", "special"), rolls[0], strict=True))


def _printed_battle(b: Fought | None) -> dict[str, Any] | None:
    if b is None:
        return None
    retreat: Any = b.retreat
    if isinstance(retreat, tuple):
        retreat = {"unit": retreat[0], "to": retreat[1]}
    elif retreat == "done":
        retreat = None
    result = None
    if b.figures is not None:
        result = {
            "attacker_result": b.figures[0],
            "defender_result": b.figures[1],
            "losers": list(b.lost or ()),
        }
    return {
        "square": b.square,
        "attacker": b.attacker,
        "defender": b.defender,
        "attackers": list(b.attackers),
        "defenders": list(b.defenders),
        "retreat": retreat,
        "attacker_roll": _roll(b, b.attackers),
        "defender_roll": _roll(b, b.defenders),
        "result": result,
        "to_remove": list(b.to_remove),
    }


def _status(s: Dinos, seat: str) -> str:
    return "defeated" if s.is_defeated(seat) else s.status[seat]


def position(s: Dinos) -> dict[str, Any]:
    """The position, with every field filled in."""
    between = s.stage == "T0" and not s.duties
    next_ = s.next_seat() if between else None
    key = s.frames[-1].row.key if s.frames else s.stage
    over = s.is_over and s.end is not None
    arrived = [u for units in s.squares.values() for u in units]
    return {
        "turn": s.turn + 1 if between and not over else max(1, s.turn),
        "to_move": next_ or s.to_move,
        "window": "G" if over else "T0" if between else key,
        "order": list(s.order),
        "layout": [{"seat": seat, "quadrant": quadrant} for seat, quadrant in s.layout],
        "sheets": {seat: s.sheets.get(seat) for seat in s.seats},
        "units": [
            {
                "unit": u,
                "square": s.pieces[u].square,
                "face": "up" if s.pieces[u].up else "down",
                "card": _shown(s, u),
                "sealed": s.pieces[u].sealed,
            }
            for u in arrived
        ],
        "seats": {
            seat: {
                "deck": s.deck[seat],
                "deck_list": list(of) if (of := s.deck_list.get(seat)) is not None else None,
                "fossils": [{"unit": u, "card": _shown(s, u)} for u in s.fossils[seat]],
                "idle": s.idle[seat],
                "status": _status(s, seat),
            }
            for seat in s.seats
        },
        "attacks": sorted(s.attacks),
        "reveals_owed": sorted(
            u for u in {*s.shown, *s.needed} if u in s.pieces and not s.pieces[u].up
        ),
        "points_rolled": s.rolled,
        "points_used": s.used,
        "acted": bool(s.acted),
        "abilities_used": [{"unit": u, "ability": a} for u, a in s.abilities_used],
        "braced": sorted(s.braced),
        "entered": sorted(s.entered),
        "pending_battles": list(s.pending),
        "battle": _printed_battle(s.battle),
        "result": {"winner": s.end.winner, "reason": s.end.reason} if over and s.end else None,
    }
