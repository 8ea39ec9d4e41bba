"""The arithmetic of a battle (DW-10.10, DW-12)."""

from __future__ import annotations

from typing import Any, NamedTuple

from auditor.games.dino_world.state import Dinos, Fought, Roll
from auditor.hidden import Undecided, Unseen


class Side(NamedTuple):
    """What counts for one side."""

    defence: int
    bonus: int
    attack: int
    offers: frozenset[int]
    """Bonuses that somebody could have reckoned with."""


def can_retreat(s: Dinos, b: Fought) -> tuple[str, ...]:
    """The defenders that might retreat, their cards left out (DW-11.1, DW-11.7, DW-14.7)."""
    if s.is_defeated(b.defender) or not s.free_home(b.defender):
        return ()
    return b.defenders


def has_retreat(s: Dinos, unit: str) -> bool:
    """The card has the ability to retreat (DW-11.2)."""
    return s.card(unit).retreat is not None


def attack_of(s: Dinos, roll: Roll) -> int:
    """The attack value that a die gives by the card's own table (DW-12.2)."""
    if roll.special is not None:
        return 0  # one that did not end the battle
    table = s.card(roll.unit).attack
    if not table:
        raise Undecided(f"card {s.card(roll.unit).code}: attack", rule="DW-12.2")
    value = table[roll.face - 1] if 1 <= roll.face <= len(table) else roll.attack
    if isinstance(value, int):
        return value
    return roll.attack or 0


def side(s: Dinos, b: Fought, of: tuple[str, ...], summed: bool) -> Side:
    """Defence, modifiers and attack of a side: its leader's, or the sums. Raises: Unseen."""
    rolls = b.rolled(of)
    leaders = of if summed else tuple(roll.unit for roll in rolls[:1]) or of[:1]
    key = s.map.terrain.get(b.square)
    if key is None:
        raise Undecided(f"{s.map.charge.get(b.square, 'map')}-sheet", rule="DW-12.5")
    terrain = s.data.terrains[key]
    defence = bonus = 0
    offers = {n for n in terrain.bonus.values()}
    for unit in leaders:
        card = s.card(unit)
        if card.defence is None:
            raise Undecided(f"card {card.code}: defence", rule="DW-12.6")
        defence += card.defence
        bonus += terrain.defence(card.icons)
        if unit in b.braced:
            plus = max((s.data.abilities[key].defence for key in card.abilities), default=0)
            bonus += plus
            offers.add(plus)
    attack = sum(attack_of(s, roll) for roll in (rolls if summed else rolls[:1]))
    whole = {0, bonus, *offers, *(a + c for a in offers for c in offers)}
    return Side(defence, bonus, attack, frozenset(whole))


def sides(s: Dinos, b: Fought, summed: bool | None = None) -> tuple[Side, Side]:
    """The attacker's and the defender's side. Raises: Unseen, Undecided."""
    if summed is None:
        summed = s.options.side_battle == "sum"
    return side(s, b, b.attackers, summed), side(s, b, b.defenders, summed)


def results(a: Side, d: Side) -> tuple[int, int]:
    """Own defence less the other's attack (DW-12.5, DW-12.6)."""
    return a.defence + a.bonus - d.attack, d.defence + d.bonus - a.attack


def losers(b: Fought, attacker: int, defender: int) -> tuple[str, ...]:
    """Every dinosaur of a losing side (DW-12.7 to 12.10)."""
    if attacker == defender or (attacker < 0 and defender < 0):
        return (*b.attackers, *b.defenders)
    return b.defenders if attacker > defender else b.attackers


def worked_out(s: Dinos, b: Fought) -> tuple[int, int, tuple[str, ...]]:
    """The results and the losers by the right arithmetic. Raises: Unseen, Undecided."""
    a, d = results(*sides(s, b))
    return a, d, losers(b, a, d)


def known(s: Dinos, b: Fought) -> tuple[int, int, tuple[str, ...]] | None:
    """The same; None while a card nobody read decides it."""
    try:
        return worked_out(s, b)
    except (Unseen, Undecided):
        return None


def has_lost(s: Dinos, unit: str) -> bool:
    """The dinosaur lost its battle by the right arithmetic. Raises: Unseen, Undecided."""
    b = s.battle
    if b is not None and unit in (*b.attackers, *b.defenders):
        return b.lost is not None and unit in worked_out(s, b)[2]
    return unit in s.clash and unit in worked_out(s, s.clash[unit])[2]


def fossil_choices(s: Dinos, unit: str) -> tuple[str, ...]:
    """Whom a rampage may hit: another own unsealed one beside it, else the roller (model's 10)."""
    piece = s.pieces.get(unit)
    if piece is None:
        return (unit,)
    near = [
        other
        for q in s.map.beside.get(piece.square, ())
        for other in s.of(q, unit[:2])
        if not s.pieces[other].sealed
    ]
    return tuple(near) or (unit,)


def targets_of(s: Dinos, roll: Roll) -> list[tuple[str, ...]]:
    """The targets that a special face may be given. Raises: Undecided."""
    does = what_it_does(s, roll.special or "")
    if does == "go_home":
        return [()]
    return [(unit,) for unit in fossil_choices(s, roll.unit)]


def what_it_does(s: Dinos, special: str) -> str:
    """The effect of a special face. Raises: Undecided, if the catalogue does not say."""
    found = s.data.specials.get(special)
    if found is None or found.does is None:
        raise Undecided(f"special {special}: does", rule="DW-12.3")
    return found.does


def ends_battle(s: Dinos, roll: Roll) -> bool:
    """Whether a special face ends the battle (DW-12.4)."""
    if what_it_does(s, roll.special or "") == "go_home" and not s.free_home(roll.unit[:2]):
        return False
    return s.data.specials[roll.special or ""].ends_battle


def rolling(s: Dinos, b: Fought) -> tuple[Any, tuple[str, ...]] | None:
    """The seat whose die is next and the dinosaurs that may roll it (DW-12.1); None if all fell."""
    summed = s.options.side_battle == "sum"
    for seat, units in ((b.attacker, b.attackers), (b.defender, b.defenders)):
        done = {roll.unit for roll in b.rolled(units)}
        left = tuple(u for u in units if u not in done)
        if left and (summed or not done):
            return seat, left
    return None
