"""Everything that may be true of a zone after what was recorded of it, by trying it all.

A seat's cards lie in a reserve, in the zone, or are astray: they left the zone unseen. Each
recorded step keeps the worlds in which it could have happened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from auditor.zones import Zone

Cards = tuple[str, ...]
COPIES = {"a": 2, "b": 2, "c": 1}


@dataclass(frozen=True)
class World:
    """One way in which the cards may lie; unordered cards are sorted."""

    reserve: Cards
    zone: Cards = ()
    astray: Cards = ()
    """In the order in which they left."""
    unseen: tuple[tuple[int, Cards], ...] = ()
    """Of each draw with unseen cards, those cards."""
    before: tuple[Cards, ...] = ()
    """What was in the zone ahead of each step."""


def less(cards: Cards, *gone: str) -> Cards:
    return tuple(sorted((Counter(cards) - Counter(gone)).elements()))


def more(cards: Cards, *come: str) -> Cards:
    return tuple(sorted(cards + come))


def has(cards: Cards, *some: str) -> bool:
    return not Counter(some) - Counter(cards)


class Watched:
    """A zone, what is recorded of it, and every world that agrees with the record."""

    def __init__(self) -> None:
        self.worlds = {World(tuple(sorted(Counter(COPIES).elements())))}
        self.zones = [Zone("P1-rack")]
        """After each step."""
        self.seen: list[Counter[str]] = [Counter()]
        """Copies shown so far, after each step."""
        self.astray: list[str | None] = []
        """The faces of those that left unseen, where they were shown since."""
        self.table: Cards = ()
        """Cards that left and were shown."""

    @property
    def zone(self) -> Zone:
        return self.zones[-1]

    @property
    def seq(self) -> int:
        """Of the next step."""
        return len(self.zones)

    def left(self, step: int = -1) -> dict[str, int]:
        """Copies of each face that nobody has seen."""
        return {face: n - self.seen[step][face] for face, n in COPIES.items()}

    def _step(self, zone: Zone, new: Counter[str], worlds: Iterator[World]) -> None:
        self.worlds = set(worlds)
        self.zones.append(zone)
        self.seen.append(self.seen[-1] + new)

    def _worlds(self) -> Iterator[World]:
        return (replace(w, before=(*w.before, w.zone)) for w in self.worlds)

    def _not_seen_before(self, *faces: str) -> Counter[str]:
        return Counter(faces) - Counter(self.zone.known + self.zone.maybe)

    def draw(self, shown: Cards, unseen: int) -> None:
        def after() -> Iterator[World]:
            for w in self._worlds():
                rest = less(w.reserve, *shown)
                if has(w.reserve, *shown):
                    for came in set(combinations(rest, unseen)):
                        draws = (*w.unseen, (self.seq, came)) if came else w.unseen
                        yield replace(
                            w,
                            reserve=less(rest, *came),
                            zone=more(w.zone, *shown, *came),
                            unseen=draws,
                        )

        zone = self.zone.with_cards([*shown, *[None] * unseen], self.seq)
        self._step(zone, Counter(shown), after())

    def place(self, face: str) -> None:
        new = self._not_seen_before(face)
        worlds = (replace(w, zone=less(w.zone, face)) for w in self._worlds() if has(w.zone, face))
        self._step(self.zone.without(face, self.seq), new, worlds)
        self.table = more(self.table, face)

    def take_back(self, face: str) -> None:
        worlds = (replace(w, zone=more(w.zone, face)) for w in self._worlds())
        self._step(self.zone.with_cards((face,), self.seq), Counter(), worlds)
        self.table = less(self.table, face)

    def lay_down_unseen(self) -> None:
        worlds = (
            replace(w, zone=less(w.zone, face), astray=(*w.astray, face))
            for w in self._worlds()
            for face in set(w.zone)
        )
        self._step(self.zone.without(None, self.seq), Counter(), worlds)
        self.astray.append(None)

    def show_astray(self, face: str) -> None:
        """The last that left is shown where it lies."""
        new = self._not_seen_before(face)
        worlds = (w for w in self._worlds() if w.astray[-1] == face)
        self._step(self.zone, new, worlds)
        self.astray[-1] = face

    def stand_up(self) -> None:
        """The last that left comes back."""
        face = self.astray.pop()
        zone = self.zone.with_back() if face is None else self.zone.with_cards((face,), self.seq)
        worlds = (
            replace(w, zone=more(w.zone, w.astray[-1]), astray=w.astray[:-1])
            for w in self._worlds()
        )
        self._step(zone, Counter(), worlds)

    def show_all(self, faces: Cards) -> None:
        new = self._not_seen_before(*faces)
        worlds = (w for w in self._worlds() if w.zone == faces)
        self._step(self.zone.shown(faces), new, worlds)

    def tell(self, seq: int, faces: Cards) -> None:
        """The unseen cards of a draw are shown."""
        told = self.zone.told(seq, faces)
        worlds = (
            replace(w, unseen=tuple(draw for draw in w.unseen if draw[0] != seq))
            for w in self._worlds()
            if dict(w.unseen)[seq] == faces
        )
        self._step(told, Counter(told.settled), worlds)
