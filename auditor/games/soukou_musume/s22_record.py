"""A record that begins in the middle (GN-1.7), and rules no log can break."""

from typing import Any

from auditor.declare import Unaudited, rule
from auditor.games.soukou_musume.state import (
    DECK_SIZE,
    MOST_COPIES,
    SEATS,
    Soukou,
    counted,
    is_id,
)
from auditor.hidden import Undecided, Unseen
from events.soukou_musume import PositionDeclared


@rule("GN-1.7", on=PositionDeclared, facts=lambda s, e: {"found": odd(s, e)})
def the_position_is_possible(s: Soukou, e: PositionDeclared) -> bool:
    return not odd(s, e)


def odd(s: Soukou, e: PositionDeclared) -> list[str]:
    """What cannot be in a declared position."""
    if s.seq != 1 or set(e.seats) != set(SEATS):
        return ["seats"]
    found = []
    turn = e.turn % 2 == 1
    if e.player is not None and e.phase != "setup" and (e.player == e.first) != turn:
        found.append("player")
    ids = [id for has in e.seats.values() for u in has.units for id in _ids(u)]
    if len(ids) != len(set(ids)):
        found.append("ids")
    for seat, has in e.seats.items():
        found += [f"{seat}: {what}" for what in _odd_seat(s, e, seat, has)]
    return found


def _ids(u: Any) -> list[str]:
    return [u.unit, *(p.energy for p in u.energy), *(p.set for p in u.sets)]


def _odd_seat(s: Soukou, e: PositionDeclared, seat: str, has: Any) -> list[str]:
    found = []
    attached = [p for u in has.units for p in (*u.energy, *u.sets)]
    used = sum(p.duty == "set" and p.player == seat for p in e.pending)
    there = has.deck + len(has.hand) + len(has.discard) + len(has.units) + len(attached) + used
    if there != DECK_SIZE or has.deck < 0:
        found.append(f"{there} cards")
    if len(has.deck_bottom) > has.deck:
        found.append("deck_bottom")
    main = [u for u in has.units if u.field == "main"]
    owed = {p.unit for p in e.pending if p.duty in ("replacement", "wreck")}
    owners = {p.player for p in e.pending if p.duty == "replacement"}
    if len(main) != 1 and e.phase != "setup":
        found.append(f"{len(main)} main units")
    if any(u.state == "wrecked" for u in main) and e.phase != "over" and seat not in owners:
        found.append("main unit wrecked")
    for u in has.units:
        pieces = [(u.unit, "u"), *((p.energy, "e") for p in u.energy)]
        pieces += [(p.set, "s") for p in u.sets]
        if not all(is_id(id, seat, letter) for id, letter in pieces):
            found.append(f"ids of {u.unit}")
        if u.state == "wrecked" and (u.energy or u.sets or u.damage):
            found.append(f"{u.unit} wrecked")
        elif u.damage and u.unit not in owed and _is_down(s, u):
            found.append(f"damage of {u.unit}")
    slots = s.options.reserve_slots
    reserve = [u for u in has.units if u.field == "reserve"]
    if not s.options.wreck_occupies_slot:
        reserve = [u for u in reserve if u.state != "wrecked"]
    if slots is not None and len(reserve) > slots:
        found.append(f"{len(reserve)} reserve units")
    codes = [*has.deck_bottom, *has.hand, *has.discard, *(u.card for u in has.units)]
    codes += [p.card for p in attached]
    copies = counted(s, [code for code in codes if code is not None])
    found += [str(key) for key, n in copies.items() if n > MOST_COPIES]
    return found


def _is_down(s: Soukou, u: Any) -> bool:
    """Damage has wrecked the unit, for all that is known."""
    total = 0
    try:
        if u.card is None:
            return False
        total = s.book.card(u.card).fact("hp")
        for piece in u.sets:
            if piece.card is None:
                return False
            card = s.book.card(piece.card)
            if card.parts is None:
                return False
            total += sum(part.number for part in card.parts if part.verb == "hp")
    except (Undecided, Unseen):
        return False
    return bool(u.damage >= total)


PERMISSION = (
    "It allows something; using the permission is never a fault.",
    "許可を定めるルールで、それに従うことは違反にならない。",
)
UNAUDITED = Unaudited(
    {
        "SM-6.4": PERMISSION,
        "SM-8.4": (
            "A unit_deployed goes to the reserve by its very type.",
            "unit_deployedは、その種類からして控え戦場に出す出来事である。",
        ),
        "SM-13.2": PERMISSION,
        "SM-14.4": PERMISSION,
        "SM-14.6": PERMISSION,
        "SM-20.12": PERMISSION,
        "SM-21.1": (
            "What the organiser states is an option; leaving it out is no fault.",
            "主催者が示すのは選択ルールの値で、示さなくても違反にならない。",
        ),
    },
    {
        "SM-10.7": ("SM-16.3",),
        "SM-16.2": ("SM-7.7", "SM-10.6", "SM-13.6", "SM-16.7", "SM-16.9"),
        "SM-16.10": ("SM-16.5",),
        "SM-20.4": ("SM-14.10",),
        "SM-20.7": ("SM-13.9",),
        "SM-20.8": ("SM-14.5", "SM-14.10"),
        "SM-20.9": ("SM-14.5",),
        "SM-20.10": ("SM-14.8",),
        "SM-20.11": ("SM-14.9",),
        "SM-20.13": ("SM-7.4", "SM-13.9"),
        "SM-20.19": ("SM-14.3",),
        "SM-20.25": ("SM-16.1",),
    },
)
