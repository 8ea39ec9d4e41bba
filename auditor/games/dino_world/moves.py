"""May this dinosaur go there: the one answer for judging, for listing and for idle turns (DW-6)."""

from __future__ import annotations

from auditor.games.dino_world.board import Card, place_of
from auditor.games.dino_world.state import Dinos
from auditor.hidden import Undecided


def is_step(origin: str, to: str) -> bool:
    """One square, straight or aslant."""
    a, b = place_of(origin), place_of(to)
    if a is None or b is None:
        return False
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


def is_aslant(origin: str, to: str) -> bool:
    """The squares differ in column and row."""
    return origin[0] != to[0] and origin[1:] != to[1:]


def why_not(s: Dinos, unit: str, to: str) -> str | None:
    """The rule that forbids a dinosaur on the map the step; the table before its face.

    Raises: Unseen, Undecided.
    """
    piece = s.pieces[unit]
    if piece.sealed:
        return "DW-9.4"
    if to not in s.map.charge:
        return "DW-6.11"
    if not is_step(piece.square, to):
        return "DW-6.1"
    if to in s.sealed and not s.options.pass_sealed:
        return "DW-9.3"
    if s.rivals(to, unit[:2]) and (id := _contest(s, unit, to)):
        return id
    return _by_card(s, unit, to)


def _contest(s: Dinos, unit: str, to: str) -> str | None:
    """What bars the entry of a square with rivals, whatever the card."""
    there = {u[:2] for u in s.squares[to]}
    if len(there) > 1 and unit[:2] not in there and not s.options.third_party_entry:
        return "DW-10.9"
    return None


def _by_card(s: Dinos, unit: str, to: str) -> str | None:
    seat, origin = unit[:2], s.pieces[unit].square
    if to in s.sealed and not s.card(unit).pass_over:
        return "DW-9.3"
    if has_stopped(s, unit, to) and not s.card(unit).pass_over:
        return "DW-6.9"
    again = unit in s.attacks and s.options.attack_limit_per == "round"
    attacks = again and to not in s.sealed and bool(s.rivals(to, seat))
    if attacks and not s.card(unit).pass_over:
        return "DW-10.5"
    if is_aslant(origin, to) and not s.card(unit).diagonal:
        return "DW-6.4"
    own = s.of(to, seat)
    if own and not shares(s, s.card(unit), own):
        return "DW-6.5"
    return None if lets_in(s, unit, to) else "DW-6.11"


def has_stopped(s: Dinos, unit: str, to: str) -> bool:
    """It entered a rival's square this turn, and goes further only by passing over."""
    if unit not in s.entered or not s.rivals(s.pieces[unit].square, unit[:2]):
        return False
    back = s.options.leave_contested == "back_only" and s.entered[unit] in (None, to)
    return not back


def shares(s: Dinos, card: Card, own: tuple[str, ...]) -> bool:
    """The card may enter a square with these of its own player's (DW-6.6)."""
    if card.share_own == "same_code":
        return all(s.card(other).code == card.code for other in own)
    return card.share_own == "any"


def lets_in(s: Dinos, unit: str, to: str) -> bool:
    """The terrain lets the dinosaur in (DW-6.11)."""
    key = s.map.terrain[to]
    if key is None:
        raise Undecided(f"{s.map.charge[to]}-sheet", rule="DW-6.11")
    terrain = s.data.terrains[key]
    return terrain.is_open or terrain.lets_in(s.card(unit).icons)
