"""Several hidden pieces together: what they are taken from, and what can't be true of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from auditor.hidden import MOST_TRIES, Cell, Pool, Undecided, Unseen

Way = Mapping[Cell, str]
"""Faces of some hidden pieces."""
MOST_LEAVES = 4096
"""Combinations of ways weighed at most; past them nothing is said."""


class Stock(NamedTuple):
    """The cards that hidden pieces are some of: copies that are named, and others."""

    named: Mapping[str, int]
    unnamed: int
    """Copies whose face nobody has named."""
    alike: int
    """The most copies of a face, unless more are named."""
    kinds: tuple[str, ...]
    """The faces that an unnamed copy may have."""
    shown: Mapping[str, int] = Counter()  # never changed
    """Copies that have been seen elsewhere."""

    def without(self, shown: Mapping[str, int]) -> Stock:
        """After more copies were seen elsewhere."""
        return self._replace(shown=Counter(self.shown) + Counter(shown))

    def sure(self, face: str) -> int:
        """Named copies of a face that have not been seen."""
        return max(0, self.named.get(face, 0) - self.shown.get(face, 0))

    def room(self, face: str) -> int:
        """How many of the unnamed copies may have a face."""
        if face not in self.kinds:
            return 0
        return max(0, self.alike - max(self.named.get(face, 0), self.shown.get(face, 0)))

    @property
    def others(self) -> int:
        """Unnamed copies that have not been seen."""
        over = sum(max(0, n - self.named.get(face, 0)) for face, n in self.shown.items())
        return max(0, self.unnamed - over)

    def faces(self) -> tuple[str, ...]:
        """Every face that one hidden piece may have."""
        open_ = self.others > 0
        every = dict.fromkeys((*self.named, *self.kinds))
        return tuple(f for f in every if self.sure(f) or (open_ and self.room(f)))

    def gives(self, domains: Sequence[Collection[str]]) -> bool:
        """Whether pieces can be dealt to be one of their faces each: a matching with capacities."""
        return _Deal(self, domains).is_possible()


class _Deal:
    """Pieces dealt one by one, those dealt before moved where need be."""

    def __init__(self, stock: Stock, domains: Sequence[Collection[str]]) -> None:
        self.domains = domains
        every = {face for domain in domains for face in domain}
        self.sure = {face: stock.sure(face) for face in every}
        self.most = {face: self.sure[face] + stock.room(face) for face in every}
        self.others = stock.others
        self.at: dict[str, set[int]] = {face: set() for face in every}

    def is_possible(self) -> bool:
        return all(self._place(piece, set()) for piece in range(len(self.domains)))

    def _over(self, face: str) -> bool:
        return len(self.at[face]) > self.sure[face]

    def _is_full(self) -> bool:
        over = sum(max(0, len(there) - self.sure[face]) for face, there in self.at.items())
        return over >= self.others

    def _place(self, piece: int, seen: set[str]) -> bool:
        for face in self.domains[piece]:
            if face in seen:
                continue
            seen.add(face)
            if len(self.at[face]) < self.sure[face]:
                return self._put(piece, face)
            fits = len(self.at[face]) < self.most[face]
            if fits and (not self._is_full() or any(self._clear(g, seen) for g in self.at)):
                return self._put(piece, face)
            if self._leave(face, seen):
                return self._put(piece, face)
        return False

    def _clear(self, face: str, seen: set[str]) -> bool:
        """Frees an unnamed copy by moving a piece off another face."""
        if face in seen or not self._over(face):
            return False
        seen.add(face)
        return self._leave(face, seen)

    def _leave(self, face: str, seen: set[str]) -> bool:
        for other in tuple(self.at[face]):
            if self._place(other, seen):
                self.at[face].discard(other)
                return True
        return False

    def _put(self, piece: int, face: str) -> bool:
        self.at[face].add(piece)
        return True


class Hand(NamedTuple):
    """The hidden pieces that are taken from one stock."""

    stock: Stock
    cells: tuple[Cell, ...]


class Together(NamedTuple):
    """The hidden pieces of a position."""

    rule: str
    """The id that a joint finding cites."""
    hands: tuple[Hand, ...]
    known: Way
    """The faces of those that have been shown."""

    def left_of(self, ways: Sequence[Way]) -> list[Way]:
        """The ways that still agree with what was shown, without it."""
        return [
            {cell: face for cell, face in way.items() if cell not in self.known}
            for way in ways
            if all(self.known.get(cell, face) == face for cell, face in way.items())
        ]


def ways(holds: Callable[[Any, Any], bool], s: Any, e: Any, pool: Pool) -> tuple[Way, ...] | None:
    """The faces under which a rule holds. None, if other things than faces decide it."""
    found: list[Way] = []
    tries = 0

    def under(assumed: Way) -> bool:
        nonlocal tries
        tries += 1
        if tries > MOST_TRIES:
            return False
        try:
            if holds(s, e):
                found.append(assumed)
            return True
        except Undecided:
            return False
        except Unseen as miss:
            cell = miss.cell
        for face in pool(s, cell):
            with cell.assumed(face):
                if not under({**assumed, cell: face}):
                    return False
        return True

    return tuple(found) if under({}) else None


def is_possible(needs: Sequence[Sequence[Way]], hands: Sequence[Hand]) -> bool:
    """Whether the pieces can be such that each need is met in one of its ways, all at once."""
    every = {cell: hand.stock.faces() for hand in hands for cell in hand.cells}
    domains: dict[Cell, Collection[str]] = dict(every)
    several: list[Sequence[Way]] = []
    for need in needs:
        cells = {cell for way in need for cell in way}
        if len(cells) == 1 and all(need):
            (cell,) = cells
            met = {way[cell] for way in need}
            domains[cell] = [face for face in domains.get(cell, ()) if face in met]
        else:
            several.append(need)
    leaves = 0

    def rest(at: int, domains: Mapping[Cell, Collection[str]]) -> bool:
        nonlocal leaves
        if at == len(several):
            leaves += 1
            return leaves > MOST_LEAVES or all(
                hand.stock.gives([domains[cell] for cell in hand.cells]) for hand in hands
            )
        for way in several[at]:
            lies = {cell: (face,) for cell, face in way.items()}
            can_be = all(face in domains.get(cell, ()) for cell, face in way.items())
            if can_be and rest(at + 1, {**domains, **lies}):
                return True
        return False

    return rest(0, domains)


def contradiction(needs: Sequence[Sequence[Way]], hands: Sequence[Hand]) -> tuple[int, ...] | None:
    """The places of needs, the last among them, that can't all be met; else None.

    No need can be left out of them: without any one the others can be met.
    """
    if not needs or is_possible(needs, hands):
        return None
    kept = list(range(len(needs)))
    for n in range(len(needs) - 1):
        fewer = [k for k in kept if k != n]
        if not is_possible([needs[k] for k in fewer], hands):
            kept = fewer
    if not is_possible([needs[k] for k in kept if k != len(needs) - 1], hands):
        return None  # that was so before
    return tuple(kept)
