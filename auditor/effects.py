"""What card texts do, as data: the parts of a text, in its order, and what is still owed of one.

A catalogue of cards writes a text as words, one string a part: a verb, then what it needs.

    tags = ["judgement", "won state opposing_main minor", "move_energy other_own up_to_2"]

The vocabulary is that of card games in general; what a part may change on a table, and whose
choice it is, the game says (`due`). A word nobody knows is kept, and whatever hangs on it is
undetermined.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, NamedTuple

VERBS: Mapping[str, tuple[str, ...]] = {
    # done at once, each by an event of its own
    "draw": ("amount",),
    "look": ("amount",),
    "shuffle": ("whom",),
    "search": ("kind", "where"),
    "discard_hand": ("whom", "amount"),
    "discard_energy": ("whom", "amount"),
    "discard_set": ("whom", "amount"),
    "move_energy": ("whom", "amount"),
    "charge": ("whom",),
    "set": (),
    "swap": ("whom",),
    "judgement": (),
    "judgement_damage": ("amount", "number"),
    "damage_reserve": ("whom", "number"),
    "recover": ("whom", "number"),
    "state": ("whom", "state"),
    "recover_state": ("whom",),
    # lasting from now until a turn is over
    "skill_damage": ("whom", "number", "until"),
    "damage_taken": ("whom", "number", "until"),
    "no_retreat": ("whom", "until"),
    "skill_barred": ("whom", "until"),
    # standing as long as the card lies there
    "hp": ("number",),
    "damage": ("number",),
    "melee_damage_taken": ("whom", "number"),
    "shooting_damage_taken": ("whom", "number"),
    "no_abnormal_state": ("whom",),
    "attach_discards": (),
}
"""The verbs, and what follows each."""

LASTING = frozenset({"skill_damage", "damage_taken", "no_retreat", "skill_barred"})
"""They begin by themselves: no event carries them out."""
STANDING = frozenset(
    {
        "hp",
        "damage",
        "melee_damage_taken",
        "shooting_damage_taken",
        "no_abnormal_state",
        "attach_discards",
    }
)
"""They hold while the card lies there, and are never carried out."""
UNTIL = {"this_turn": 0, "opponent_next_turn": 1, "own_next_turn": 2}
"""How many turns later the turn is in which something holds, two players taking turns."""
CONDITIONS = re.compile(r"won|lost|if_\w+")


class Amount(NamedTuple):
    """How many: a number, `up_to_2`, or `any`."""

    least: int
    most: int | None
    """None: as many as there are."""


class Part(NamedTuple):
    """One part of a text."""

    verb: str
    given: tuple[str, ...] = ()
    condition: str | None = None
    """`won`, `lost`: the judgement before it; `if_...`: of what it concerns."""
    is_known: bool = True

    def _slot(self, name: str) -> str:
        return self.given[VERBS[self.verb].index(name)]

    @property
    def whom(self) -> str:
        """Whom or what it concerns: `this`, `own_main`, `opposing_main`, `chosen_own`, ..."""
        return self._slot("whom")

    @property
    def number(self) -> int:
        """A fixed number: of damage, of HP."""
        return int(self._slot("number"))

    @property
    def amount(self) -> Amount:
        """How many; exactly one where the text names no amount."""
        if "amount" not in VERBS[self.verb]:
            return Amount(1, 1)
        word = self._slot("amount")
        if word == "any":
            return Amount(0, None)
        if word.startswith("up_to_"):
            return Amount(0, int(word.removeprefix("up_to_")))
        return Amount(int(word), int(word))

    @property
    def later(self) -> int:
        """In how many turns it holds."""
        return UNTIL[self._slot("until")]

    @property
    def state(self) -> str:
        """The state that it puts something in."""
        return self._slot("state")


class BadPart(ValueError):
    """A part of a text that can't be read: what was found, and what was expected."""

    def __init__(self, found: str, expected: str) -> None:
        self.found, self.expected = found, expected
        super().__init__(f"{found}: expected {expected}")


FORMS = {
    "number": (re.compile(r"-?\d{1,6}"), "a number"),
    "amount": (re.compile(r"\d{1,3}|up_to_\d{1,3}|any"), "a number, up_to_N or any"),
    "until": (re.compile("|".join(UNTIL)), " or ".join(UNTIL)),
}
ANY_WORD = (re.compile(r"\w+"), "a word")


def read_part(words: str) -> Part:
    """One part from its words. Raises: BadPart, where a known verb lacks what it needs."""
    first, *rest = words.split() or [""]
    condition = None
    if CONDITIONS.fullmatch(first) and rest:
        condition, (first, *rest) = first, rest
    slots = VERBS.get(first)
    if slots is None:
        return Part(first, tuple(rest), condition, is_known=False)
    if len(rest) != len(slots):
        raise BadPart(f"'{words}'", " ".join((first, *slots)))
    for slot, word in zip(slots, rest, strict=True):
        form, expected = FORMS.get(slot, ANY_WORD)
        if not form.fullmatch(word):
            raise BadPart(f"'{word}' in '{words}'", expected)
    return Part(first, tuple(rest), condition)


def read_parts(tags: Iterable[str]) -> tuple[Part, ...]:
    """The parts of a text. Raises: BadPart."""
    return tuple(map(read_part, tags))


class Due(Enum):
    """What becomes of a part now."""

    MUST = "must"
    MAY = "may"
    """It is offered: it may be passed over."""
    OFF = "off"
    """It can change nothing, or its condition does not hold: no event, and nothing owed."""
    UNSURE = "unsure"
    """That hangs on a card nobody has shown, or on a gap in the catalogue."""


class Text(NamedTuple):
    """A text being carried out, or just carried out."""

    cause: int | None
    """The event that used the card."""
    seat: str
    card: Any
    name: str | None
    """Of the skill; None of a card's own text."""
    unit: str | None
    """The one that uses it."""
    parts: tuple[Part, ...]
    """Those still to come."""
    target: str | None = None
    """The one chosen beforehand."""
    results: tuple[Any, ...] = ()
    """The judgements made for it, in their order."""
    is_skill: bool = False

    def after(self, index: int) -> Text:
        """Once the part at `index` was carried out, those before it passed over."""
        return self._replace(parts=self.parts[index + 1 :])


class Open(NamedTuple):
    """A part that may be carried out now, and its place among those to come."""

    place: int
    part: Part
    due: Due


def open_parts(text: Text, due: Callable[[Text, Part], Due]) -> tuple[Open, ...]:
    """The parts that may be carried out now: up to the first that must be."""
    found = []
    for index, part in enumerate(text.parts):
        how = Due.UNSURE if not part.is_known else due(text, part)
        if how is not Due.OFF:
            found.append(Open(index, part, how))
        if how is Due.MUST:
            break
    return tuple(found)
