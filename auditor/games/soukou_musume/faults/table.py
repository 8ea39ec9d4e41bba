"""The table as a player sees it: what the makers of wrong events ask of a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from auditor.declare import UNRECORDED
from auditor.games.soukou_musume.state import Soukou, Unit
from events import Event


def event(kind: type[Event], s: Soukou, actor: str, /, **fields: Any) -> Event:
    """The next event of a match."""
    made: Any = kind
    return made(seq=s.seq + 1, at=UNRECORDED, actor=actor, **fields)  # type: ignore[no-any-return]


def own(kind: type[Event], s: Soukou, /, **fields: Any) -> Event:
    """The next event, by the player whose turn it is."""
    return event(kind, s, s.player, player=s.player, **fields)


def other(seat: str) -> str:
    """The opponent of a seat."""
    return "P1" if seat == "P2" else "P2"


def is_calm(s: Soukou) -> bool:
    """Play is on, and nothing is being carried out or owed."""
    nested = s.text or s.draws or s.judging or s.down or s.choosing or s.retreat or s.recovery
    return s.turn > 0 and not s.is_over and not nested and not s.struck


def in_main(s: Soukou) -> bool:
    """A main phase in which anything may be done."""
    return is_calm(s) and s.phase == "main"


def may_attack(s: Soukou) -> bool:
    """An attack phase in which no skill was used; not the first turn."""
    return is_calm(s) and s.phase == "attack" and not s.skill_used and s.turn > 1


def fresh(s: Soukou, seat: str, letter: str) -> str:
    """An instance id that no piece of a seat has had."""
    return next(id for n in range(1, 999) if (id := f"{seat}-{letter}{n}") not in s.used)


def units(s: Soukou, seat: str) -> list[Unit]:
    """The units of a seat that stand."""
    return [u for u in s.units.values() if u.owner == seat and u.state != "wrecked"]


def wrecks(s: Soukou, seat: str) -> list[Unit]:
    """The wrecks of a seat in its reserve."""
    return [
        u
        for u in s.units.values()
        if u.owner == seat and u.state == "wrecked" and u.id != s.main[seat]
    ]


def main_unit(s: Soukou, seat: str) -> Unit | None:
    """The unit on the main field, if it stands."""
    unit = s.units.get(s.main[seat] or "")
    return unit if unit is not None and unit.state != "wrecked" else None


def bench(s: Soukou, seat: str) -> list[Unit]:
    """The reserve units of a seat that stand."""
    return [u for u in units(s, seat) if u.id != s.main[seat]]


def printed(s: Soukou, unit: Unit) -> Any:
    """The card of a unit; None where it is no unit of the practice sets."""
    card = s.book.cards.get(unit.card) if isinstance(unit.card, str) else None
    return card if card is not None and card.type == "unit" else None


def hand(s: Soukou, seat: str, *kinds: str) -> list[str]:
    """The known cards of a hand that are of some kinds."""
    return [c for c in dict.fromkeys(s.hand[seat].known) if s.book.cards[c].known_kind in kinds]


def absent(s: Soukou, seat: str, *kinds: str) -> list[str]:
    """Cards of a deck list that the hand does not hold, a copy of which is still in the deck."""
    if s.hand[seat].unseen:
        return []
    left = Counter(dict(s.lists[seat] or {})) - Counter(s.located(seat))
    cards = s.book.cards
    return [
        c
        for c in left
        if c not in s.hand[seat].known and (not kinds or cards[c].known_kind in kinds)
    ]


def words(s: Soukou, code: str) -> list[str]:
    """The verbs of a command's text."""
    return [part.verb for part in s.book.cards[code].parts or ()]


def plain(s: Soukou, seat: str) -> Iterator[str]:
    """Tactics in a hand that let nothing be chosen."""
    for code in hand(s, seat, "tactic"):
        if not any("chosen" in word for p in s.book.cards[code].parts or () for word in p.given):
            yield code


def skills(s: Soukou, unit: Unit | None) -> Iterator[Any]:
    """The skills of a unit that let nothing be chosen."""
    card = None if unit is None else printed(s, unit)
    for skill in (card.skills or {}).values() if card is not None else ():
        if not any("chosen" in word for part in skill.parts or () for word in part.given):
            yield skill


def ready(s: Soukou, unit: Unit | None) -> Iterator[Any]:
    """The skills of a unit that it could use, as far as energy, state and bars go."""
    if unit is not None and unit.state == "normal":
        barred = {x.skill for x in s.effects if x.effect == "skill_barred" and x.on == unit.id}
        for skill in skills(s, unit):
            if skill.cost <= len(unit.energy) and skill.name not in barred:
                yield skill


def use(s: Soukou, unit: Unit, name: str) -> Event:
    """A skill used that lets nothing be chosen."""
    from events.soukou_musume import SkillUsed

    return own(SkillUsed, s, unit=unit.id, skill=name, choices={})


def first_part(s: Soukou, *verbs: str) -> Any:
    """The part of the text to be carried out next, if it is one of some verbs."""
    if s.text is None or s.draws or s.judging or not s.text.parts or s.is_over or s.struck:
        return None
    part = s.text.parts[0]
    return part if part.verb in verbs else None


def retreat_cost(s: Soukou, unit: Unit) -> int | None:
    """The printed cost."""
    card = printed(s, unit)
    return None if card is None else card.facts.get("retreat_cost")


def can_retreat(s: Soukou) -> Unit | None:
    """The main unit, if everything allows its retreat."""
    unit = main_unit(s, s.player) if in_main(s) and not s.retreated else None
    if unit is None or unit.state == "medium" or not bench(s, s.player):
        return None
    cost = retreat_cost(s, unit)
    barred = any(x.effect == "no_retreat" and x.on == s.player for x in s.effects)
    return None if cost is None or len(unit.energy) < cost or barred else unit
