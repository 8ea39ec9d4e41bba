"""What every game's state has, and how it is copied."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, ClassVar, NamedTuple

from auditor.declare import Duty, End, Frame
from events.shared import Player


class Out(NamedTuple):
    """A seat that is out: how (`conceded`, `penalty`), and by which event."""

    seat: str
    how: str
    event: int


class Match(NamedTuple):
    """What `match_opened` settled for the whole match."""

    seats: tuple[str, ...]
    options: dict[str, Any]
    """Every option of the game with its value, the defaults filled in."""
    data: Any
    """Cards, boards and sheets, as the game reads them."""
    players: tuple[Player, ...] = ()
    """Who sits where, with the decks that match_opened gives."""
    agreed: frozenset[str] = frozenset()
    """The options whose value match_opened gives itself."""


class State:
    """A position. Its values are immutable: an apply assigns, it never mutates.

    A game's state is a subclass that names its own slots.
    """

    __slots__ = (
        "closed",
        "duties",
        "end",
        "frames",
        "mark",
        "match",
        "options",
        "out",
        "owed",
        "seq",
    )
    copy: ClassVar[Callable[[Any], Any]]

    match: Match
    options: SimpleNamespace
    """The options of the match by their names."""
    seq: int
    """Of the last event applied."""
    mark: int | None
    """The seq of an illegal event while it is applied: what it sets in motion bears it."""
    end: End | None
    closed: bool
    """match_closed has been recorded."""
    out: tuple[Out, ...]
    owed: dict[int, tuple[Duty, ...]]
    """What each obligation of the rulebook, by its number, found."""
    duties: tuple[Duty, ...]
    """All of it: what is due now."""
    frames: tuple[Frame, ...]
    """The open windows, the top one last; worked out after every event."""

    @property
    def last_one_wins(self) -> bool:
        """Who alone has neither conceded nor been put out has won (GN-6.3)."""
        return True

    def __init_subclass__(cls) -> None:
        slots = [name for c in reversed(cls.__mro__) for name in getattr(c, "__slots__", ())]
        lines = [f"    new.{name} = old.{name}" for name in slots]
        source = "\n".join(["def copy(old):", "    new = make(cls)", *lines, "    return new"])
        names: dict[str, Any] = {"make": object.__new__, "cls": cls}
        exec(source, names)  # a copy written out is several times faster than one that loops
        cls.copy = names["copy"]

    def __init__(self, match: Match) -> None:
        self.match = match
        self.options = SimpleNamespace(**match.options)
        self.seq = 1
        self.mark = None
        self.end = None
        self.closed = False
        self.out = ()
        self.owed = {}
        self.duties = ()
        self.frames = ()

    @property
    def is_over(self) -> bool:
        """The rules, a concession or a penalty have ended the game."""
        return self.end is not None and not self.end.disputed

    @property
    def turn_key(self) -> Any:
        """Another value for each turn; None before the first."""
        raise NotImplementedError

    @property
    def goes_first(self) -> str | None:
        """Whose turn it is, or who is first in a turn of all seats; None while nobody knows."""
        key = self.turn_key
        return key[1] if isinstance(key, tuple) else None
