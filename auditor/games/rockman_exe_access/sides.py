"""What the cards of an attack come to: numbers, colours, spins, the winner, the damage.

Every number is a `Range`: a card that nobody could read may be any that the seat may still have
there (section 6 of the model).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

from auditor.games.rockman_exe_access.cards import ADVANCE, CHIP, CROSS_COLOUR, EMBLEM
from auditor.games.rockman_exe_access.state import Access, Battle, Laid, Range, Spin, other
from auditor.hidden import Undecided

NOTHING = Range(0, 0)
STEADY = "steady"
"""The one ability whose key the rules know: its side's spins below 0 count as 0."""
MOST_GUESSES = 4096
"""Ways in which the unread cards of a side are tried out."""


def candidates(s: Access, seat: str) -> Counter[str] | None:
    """What an unread battle card of a seat may be (section 6.3); None: any card."""
    listed = s.deck_list[seat]
    if listed is None:
        return None
    left = Counter(listed)
    piles = (*s.lying(seat), *s.win_pile[seat], *s.discard[seat])
    left.subtract(c.card for c in piles if c.card is not None)
    left.subtract(s.deck_known[seat])
    return +left


def faces(s: Access, seat: str) -> list[str]:
    """The codes an unread battle card of a seat may have."""
    found = candidates(s, seat)
    return list(s.cards.cards) if found is None else [c for c in found if c in s.cards]


def face_of(s: Access, card: Any) -> str | None:
    """The face of a card laid: as recorded, or as a later event has shown it."""
    if card.card is not None:
        return card.card  # type: ignore[no-any-return]  # a card is Any here
    return dict(s.told.faces).get(card.slot) if s.told.faces else None


class Colours(NamedTuple):
    """The colours of some cards laid together."""

    known: frozenset[str]
    crosses: int
    """Cross fusion cards among those seen."""
    unread: tuple[str, ...]
    """The slots of cards nobody has seen."""
    size: int


def colours(s: Access, cards: Iterable[Any]) -> Colours:
    """What is known of the colours of some cards. Raises: Undecided, if one is not printed."""
    known, crosses, unread, size = set(), 0, [], 0
    for card in cards:
        size += 1
        face = face_of(s, card)
        if face is None:
            unread.append(card.slot)
        elif face in s.cards:
            colour = s.cards[face].printed("colour")
            if colour == CROSS_COLOUR:
                crosses += 1
            else:
                known.add(colour)
    return Colours(frozenset(known), crosses, tuple(unread), size)


def is_one_colour(s: Access, seat: str, cards: Iterable[Any]) -> bool:
    """Cards laid together, no cross fusion card among them, are of one colour (RX-7.7, RX-8.3).

    Raises: Undecided.
    """
    found = colours(s, cards)
    if found.crosses or found.size < 2:
        return True  # beside a cross fusion card, RX-17.13 is broken
    if len(found.known) > 1:
        return False
    if not found.unread:
        return True
    could = _colours_left(s, seat)
    if any(n for colour, n in could.items() if colour == CROSS_COLOUR):
        raise Undecided(*found.unread)
    same = [c for c in (found.known or could) if could[c] >= len(found.unread)]
    if not same:
        return False
    if set(could) - found.known and len(set(could) | found.known) > 1:
        raise Undecided(*found.unread)
    return True


def is_cross_alone(s: Access, seat: str, cards: Iterable[Any]) -> bool:
    """A cross fusion card lies alone (RX-17.13). Raises: Undecided."""
    found = colours(s, cards)
    if found.size < 2:
        return True
    if found.crosses:
        return False
    if found.unread and _colours_left(s, seat)[CROSS_COLOUR]:
        raise Undecided(*found.unread)
    return True


def _colours_left(s: Access, seat: str) -> Counter[str]:
    """How many cards of each colour an unread card of a seat may be one of."""
    left = candidates(s, seat)
    found: Counter[str] = Counter()
    for code, n in left.items() if left is not None else ((c, 99) for c in s.cards.cards):
        if code in s.cards:
            found[s.cards[code].printed("colour")] += n
    return found


def is_slip(s: Access, seat: str) -> bool:
    """A side shows several colours, and what counts is still to be chosen (RX-16.4, RX-17.13).

    Raises: Undecided.
    """
    battle = s.battle
    if battle is None or seat not in battle.revealed:
        return False
    if any(slipper == seat for slipper, _ in battle.settled):
        return False
    cards = battle.cards_of(seat)
    if len(cards) < 2:
        return False
    return not (is_cross_alone(s, seat, cards) and is_one_colour(s, seat, cards))


def slips(s: Access) -> tuple[str, ...]:
    """The seats whose slip is surely to be settled, the attacker first."""
    return tuple(seat for seat in s.battle.sides() if _sure_slip(s, seat)) if s.battle else ()


def _sure_slip(s: Access, seat: str) -> bool:
    try:
        return is_slip(s, seat)
    except Undecided:
        return False


def open_slip(s: Access) -> frozenset[str]:
    """The unread cards that leave it open whether a slip is to be settled."""
    found: set[str] = set()
    battle = s.battle
    for seat in battle.sides() if battle else ():
        if battle and len(battle.cards_of(seat)) > 1:
            try:
                is_slip(s, seat)
            except Undecided as undecided:
                found |= undecided.places
    return frozenset(found)


def counted(s: Access, seat: str) -> tuple[Laid, ...]:
    """The battle cards of a side that count: those sent back do not (RX-16.5)."""
    battle = s.battle
    if battle is None:
        return ()
    cards, back = battle.cards_of(seat), battle.returned
    return tuple(c for c in cards if c.slot not in back) if back else cards


class Side(NamedTuple):
    """The battle cards of a side that count, as they were turned up."""

    known: tuple[str, ...]
    unread: tuple[str, ...]
    """The slots nobody could read."""
    could: tuple[str, ...]
    """What an unread one may be."""

    def guesses(self) -> Iterator[tuple[str, ...]]:
        """Every way the side may be. Raises: Undecided, if there are too many."""
        if len(self.could) ** len(self.unread) > MOST_GUESSES:
            raise Undecided(*self.unread)
        for guess in product(self.could, repeat=len(self.unread)):
            yield (*self.known, *guess)


def side(s: Access, seat: str) -> Side:
    """The battle cards of a seat that count."""
    cards = counted(s, seat)
    known = tuple(c.card for c in cards if c.card is not None and c.card in s.cards)
    unread = tuple(str(c.slot) for c in cards if c.card is None)
    return Side(known, unread, tuple(faces(s, seat)) if unread else ())


def points(s: Access, seat: str, what: str) -> Range:
    """The sum of `bp`, `ap` or `ep` over a side (RX-9.2, RX-12.2, RX-11.3). Raises: Undecided."""
    found = side(s, seat)
    _check_abilities(s)
    total = sum(s.cards[code].printed(what) for code in found.known)
    if not found.unread:
        return Range(total, total)
    values = [s.cards[code].printed(what) for code in found.could] or [0]
    n = len(found.unread)
    return Range(total + n * min(values), total + n * max(values), frozenset(found.unread))


def _check_abilities(s: Access) -> None:
    """Raises: Undecided, if a card that counts has an ability the rules do not know."""
    if s.battle is None:
        return
    for seat in s.battle.sides():
        for code in side(s, seat).known:
            ability = s.cards[code].ability
            if ability is not None and ability != STEADY:
                raise Undecided(f"catalogue: {code} ability {ability}")


def spins_for(s: Access, codes: Iterable[str]) -> int:
    """The spins that some battle cards call for (RX-10.1, RX-10.4, RX-17.7)."""
    kinds = Counter(s.cards[code].kind for code in codes)
    chips = kinds[CHIP]
    if not chips:
        return 0
    base = chips if s.options.chip_spins == "per_chip" else 1
    advances = complete_advances(s, codes)
    if s.options.pa_several == "once":
        advances = min(advances, 1)
    if advances and s.options.pa_base == "replaced":
        base = 0
    return base + chips * advances


def complete_advances(s: Access, codes: Iterable[str]) -> int:
    """The program advance cards that lie with all the chips they name (RX-17.6)."""
    codes = tuple(codes)
    return sum(
        set(s.cards[code].printed("requires")) <= set(codes)
        for code in codes
        if s.cards[code].kind == ADVANCE
    )


def spins_owed(s: Access, seat: str) -> Range:
    """The spins a side owes in all (section 3); no navi, no wheel. Raises: Undecided."""
    battle = s.battle
    if battle is None or not battle.blocked or s.plugged[seat] is None:
        return NOTHING
    found = side(s, seat)
    if not found.unread:
        n = spins_for(s, found.known)
        return Range(n, n)
    numbers = [spins_for(s, codes) for codes in found.guesses()] or [0]
    places = frozenset(found.unread) if min(numbers) < max(numbers) else frozenset()
    return Range(min(numbers), max(numbers), places)


def value_of(s: Access, seat: str, spin: Spin) -> int:
    """The number a spin counts as, before abilities (RX-10.3, RX-10.6, RX-14.11)."""
    value = spin.value
    navi = s.plugged[seat]
    if s.options.reread_after_unison and navi is not None and navi.card != spin.navi:
        if spin.face is None:
            raise Undecided(f"{seat}-wheel")
        value = s.cards[navi.card].printed("roulette")[spin.face - 1]
    return int(s.options.emblem_value or 0) if value == EMBLEM else int(value)


def spin_values(s: Access, seat: str) -> list[list[int]]:
    """The values counted, after abilities, in every way the unread cards leave open."""
    battle = s.battle
    assert battle is not None
    _check_abilities(s)
    made = [value_of(s, seat, spin) for spin in battle.spins_of(seat)]
    found = side(s, seat)
    ways = {}
    for codes in found.guesses() if found.unread else (found.known,):
        n = min(spins_for(s, codes), len(made))
        steady = any(s.cards[code].ability == STEADY for code in codes)
        ways[n, steady] = [max(0, v) if steady else v for v in made[:n]]
    return list(ways.values())


def roulette(s: Access, seat: str) -> Range:
    """The sum of the spins that count (RX-9.3). Raises: Undecided."""
    sums = [sum(values) for values in spin_values(s, seat)]
    places = frozenset(side(s, seat).unread) if min(sums) < max(sums) else frozenset()
    return Range(min(sums), max(sums), places)


def floored(s: Access, bp: int, values: Iterable[int]) -> int:
    """The total of battle points and spins, from 0 up (RX-9.4)."""
    total = bp
    for value in values:
        total += value
        if s.options.floor == "each_spin":
            total = max(0, total)
    return max(0, total)


def total(s: Access, seat: str) -> Range:
    """The total of a side as the auditor reckons it (RX-9.2 to RX-9.4). Raises: Undecided."""
    bp = points(s, seat, "bp")
    ways = spin_values(s, seat)
    low = min(floored(s, bp.low, values) for values in ways)
    high = max(floored(s, bp.high, values) for values in ways)
    places = bp.places | frozenset(side(s, seat).unread)
    return Range(low, high, places if low < high else frozenset())


def winners(s: Access) -> frozenset[str]:
    """Who may have won the battle by its totals, `draw` among them (RX-11.1, RX-11.6)."""
    battle = s.battle
    assert battle is not None
    every = frozenset({"P1", "P2", "draw"})
    if open_slip(s) or slips(s):
        return every
    try:
        one, two = total(s, "P1"), total(s, "P2")
    except Undecided:
        return every
    found = set()
    if one.high > two.low:
        found.add("P1")
    if two.high > one.low:
        found.add("P2")
    if one.low <= two.high and two.low <= one.high:
        found.add("draw")
    return frozenset(found)


def hangs_on(s: Access) -> frozenset[str]:
    """The cards of a battle nobody could read, or whose entry in the catalogue is not whole."""
    battle = s.battle
    if battle is None:
        return frozenset()
    found = {slot for seat in battle.sides() for slot in side(s, seat).unread}
    for seat in battle.sides():
        try:
            found |= total(s, seat).places
        except Undecided as undecided:
            found |= undecided.places
    return frozenset(found)


def is_spared(s: Access, seat: str) -> bool:
    """The battle of its Soul Unison does no damage to a seat, where agreed so (RX-14.9)."""
    battle = s.battle
    return bool(battle and seat in battle.united and s.options.unison_damage_on == "none")


def damages(s: Access) -> dict[tuple[str, str], Range]:
    """The damage of the attack by the seat that takes it and the cause."""
    battle = s.battle
    if battle is None or battle.blocked is None or battle.attacker not in battle.revealed:
        return {}
    if not battle.blocked:
        hit = other(battle.attacker)
        return {(hit, "ap"): _sum(s, battle, battle.attacker, "ap")}
    if battle.winners is None:
        return {}
    found: dict[tuple[str, str], Range] = {}
    for seat in ("P1", "P2"):
        if s.plugged[seat] is None:
            continue  # nobody is there to take it
        if other(seat) in battle.winners and not is_spared(s, seat):
            sure = len(battle.winners) == 1
            found[seat, "ep"] = _perhaps(s, _sum(s, battle, seat, "ep"), sure)
            if s.options.battle_damage == "ap_plus_ep":
                found[seat, "ap"] = _perhaps(s, _sum(s, battle, other(seat), "ap"), sure)
    return found


def unsure_damage(s: Access) -> frozenset[str]:
    """The hidden places on which it hangs whether damage is still to be dealt."""
    battle = s.battle
    if battle is None:
        return frozenset()
    open_ = [
        x for key, x in damages(s).items() if x.low == 0 < x.high and key not in battle.damaged
    ]
    return frozenset().union(*(damage.places for damage in open_))


def _perhaps(s: Access, damage: Range, sure: bool) -> Range:
    return damage if sure else Range(0, damage.high, damage.places | hangs_on(s))


def _sum(s: Access, battle: Battle, seat: str, what: str) -> Range:
    """A sum over a side; as wide as can be where the cards or the catalogue leave it open."""
    places = open_slip(s)
    if seat in battle.unknown:
        return Range(0, UNBOUNDED, frozenset({f"{seat}-battle"}))
    if seat in slips(s):
        places |= {str(c.slot) for c in battle.cards_of(seat)}
    try:
        found = points(s, seat, what)
    except Undecided as undecided:
        return Range(0, UNBOUNDED, undecided.places)
    return found if not places else Range(0, found.high, found.places | places)


UNBOUNDED = 10**6
"""More than any damage."""
