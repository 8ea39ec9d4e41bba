"""Hidden cards: asking a face that nobody has shown, and weighing every face it could have."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import contextmanager
from typing import Any

MOST_TRIES = 256
"""Faces tried for one rule; past them the answer is undetermined."""


class Unseen(Exception):
    """A rule asked a hidden card for what is printed on it."""

    def __init__(self, cell: Cell) -> None:
        self.cell = cell
        super().__init__(cell.place)


class Undecided(Exception):
    """What a rule asked hangs on what nobody has shown; `places` says where that is.

    `rule`: the one that hangs on it, of several that share a question.
    """

    def __init__(self, *places: str, rule: str | None = None) -> None:
        self.places = frozenset(places)
        self.rule = rule
        super().__init__(*places)


class Cell:
    """A card the recorder did not see. It belongs to one match, and a match to one thread."""

    __slots__ = ("_face", "place")

    def __init__(self, place: str) -> None:
        self.place = place
        self._face: Any = None

    @property
    def face(self) -> Any:
        """The face, while one is assumed. Raises: Unseen."""
        if self._face is None:
            raise Unseen(self)
        return self._face

    @property
    def assumed_face(self) -> Any:
        """The face that is assumed now; None if none is."""
        return self._face

    @contextmanager
    def assumed(self, face: Any) -> Any:
        """Within it, the card has this face."""
        self._face = face
        try:
            yield
        finally:
            self._face = None


def face(card: Any) -> Any:
    """The face of a card that may be a cell. Raises: Unseen."""
    return card.face if isinstance(card, Cell) else card


Pool = Callable[[Any, Cell], Iterable[Any]]
"""Every face a cell could have in a state: never too few."""


def weigh(
    holds: Callable[[Any, Any], bool], s: Any, e: Any, pool: Pool
) -> tuple[bool | None, frozenset[str]]:
    """Whether a rule holds whatever the hidden cards are.

    None, with the places, if it hangs on them.
    """
    tries = [0]

    def under() -> tuple[bool | None, frozenset[str]]:
        tries[0] += 1
        if tries[0] > MOST_TRIES:
            return None, frozenset()
        try:
            return bool(holds(s, e)), frozenset()
        except Undecided as open_:
            return None, open_.places
        except Unseen as miss:
            cell = miss.cell
        answers: set[bool | None] = set()
        places = {cell.place}
        for guess in pool(s, cell):
            with cell.assumed(guess):
                answer, more = under()
            answers.add(answer)
            places |= more
            if len(answers) > 1 or answer is None:
                break
        if len(answers) == 1 and None not in answers:
            return answers.pop(), frozenset()
        return None, frozenset(places)

    return under()
