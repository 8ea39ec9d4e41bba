"""Hands, racks, decks, piles: the faces known in them, and how many nobody has shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from auditor.hidden import Undecided

Faces = tuple[str, ...]


EARLIER = -1
"""In place of an event: the cards had gone astray when all of the zone was shown."""


class Arrival(NamedTuple):
    """Unseen cards that came into a zone by one event, and those of them shown since."""

    seq: int
    size: int
    shown: Faces = ()


class Departure(NamedTuple):
    """A card that left the unseen part of a zone and was shown by that."""

    face: str
    seq: int
    sure: bool
    """It can't have been a copy seen before that had got among the unseen."""


class Impossible(Exception):
    """What is shown can't be, with what was shown before; `seqs` are the events it contradicts."""

    def __init__(self, seqs: tuple[int, ...]) -> None:
        self.seqs = seqs
        super().__init__(seqs)


@dataclass(slots=True, eq=False)  # frozen ones are three times slower to make
class Zone:
    """An unordered zone of cards, some of them unseen. Never changed: every change is a new zone.

    A zone remembers the one it came from, so that a card shown later tells of the zone before
    (`in_hindsight`).
    """

    place: str
    known: Faces = ()
    unseen: int = 0
    among: Faces | None = None
    """The unseen are some of these copies; None if they are among those nobody has seen."""
    mixed: Faces = ()
    """Copies seen before that may be among the unseen now."""
    arrivals: tuple[Arrival, ...] = ()
    """Where the unseen cards came from, since all of the zone was last shown."""
    departures: tuple[Departure, ...] = ()
    """Unseen cards that have left since then."""
    astray: int = 0
    """Cards that left unseen and are not back."""
    before: Zone | None = None
    """The zone before the last change."""
    settled: Faces = ()
    """The faces of unseen cards that the last change showed."""
    lost: bool = False
    """By the last change a card left unseen, or came back so."""

    def _next(self) -> Zone:
        """A copy to be changed, that remembers this zone."""
        new = Zone(self.place, self.known, self.unseen, self.among, self.mixed)
        new.arrivals, new.departures, new.astray = self.arrivals, self.departures, self.astray
        new.before = self
        return new

    @property
    def size(self) -> int:
        """How many cards are in it."""
        return len(self.known) + self.unseen

    @property
    def maybe(self) -> Faces:
        """Copies seen before that an unseen card in it, or one that left unseen, may be."""
        return self.mixed if self.among is None else self.mixed + self.among

    def __contains__(self, card: str) -> bool:
        """It may hold the card: the copy is known, or an unseen one may be it."""
        if card in self.known:
            return True
        return self.unseen > 0 and (self.among is None or card in self.among)

    def with_cards(self, cards: Iterable[str | None], seq: int) -> Zone:
        """After cards came in by event `seq`, None for those not seen."""
        cards = tuple(cards)
        shown = tuple(card for card in cards if card is not None)
        came = len(cards) - len(shown)
        new = self._next()
        new.known = self.known + shown
        if came:
            new.unseen = self.unseen + came
            new.mixed = self.mixed + (self.among or ())
            new.among = None
            new.arrivals = (*self.arrivals, Arrival(seq, came))
        return new

    def with_back(self) -> Zone:
        """After a card that left unseen (`without(None)`) came back."""
        new = self._next()
        new.unseen = self.unseen + 1
        new.lost, new.astray = True, max(0, self.astray - 1)
        if self.among is not None and len(self.among) == new.unseen:
            new.known, new.unseen, new.among = self.known + self.among, 0, None
        return new

    def without(self, card: str | None, seq: int) -> Zone:
        """After one card left by event `seq`: a known copy, else an unseen one. Ask `in` first."""
        new = self._next()
        if card is not None and card in self.known:
            new.known = _less(self.known, card)
            return new
        if card is None:
            new.lost, new.astray = True, self.astray + 1
            if self.known:
                # which one left is not known: all of them may be among those that stayed
                every = self.known + (self.among or ())
                all_in = not self.unseen and not self.astray
                only = all_in or self.among is not None
                new.known, new.unseen = (), self.size - 1
                new.among = every if only else None
                new.mixed = self.mixed if only else self.mixed + every
            else:
                new.unseen = self.unseen - 1
            return new
        new.unseen = self.unseen - 1
        new.among = None if self.among is None else _less(self.among, card)
        new.mixed = _less(self.mixed, card)
        new.settled = (card,)
        new.departures = (*self.departures, Departure(card, seq, card not in self.maybe))
        return new

    def shown(self, cards: Iterable[str]) -> Zone:
        """After all of it was shown: nothing is unseen any more but what is astray."""
        settled = Counter(cards := tuple(cards)) - Counter(self.known)
        new = Zone(self.place, cards, before=self, settled=tuple(settled.elements()))
        if self.astray:
            new.astray = self.astray
            new.arrivals = (Arrival(EARLIER, self.astray),)
            new.mixed = tuple((Counter(self.maybe) - settled).elements())
        return new

    def told(self, seq: int, cards: Iterable[str]) -> Zone:
        """After the unseen cards of one arrival were shown, some of which may have left since.

        Raises: Impossible, if more cards of a face have left than can have come.
        """
        arrivals = tuple(
            a._replace(shown=a.shown + tuple(cards)) if a.seq == seq else a for a in self.arrivals
        )
        came = Counter(face for a in arrivals for face in a.shown)
        left = Counter(d.face for d in self.departures)
        surely = [d for d in self.departures if d.sure]
        unknown = sum(a.size - len(a.shown) for a in arrivals)
        over = Counter(d.face for d in surely) - came
        if over.total() > unknown:
            raise Impossible(tuple(sorted(d.seq for d in surely if d.face in over)))
        sure = {face: n - left[face] - self.astray for face, n in came.items()}
        still = tuple(Counter({face: n for face, n in sure.items() if n > 0}).elements())
        rest = arrivals
        for face in still:
            a = next(a for a in rest if face in a.shown)
            fewer = a._replace(size=a.size - 1, shown=_less(a.shown, face))
            rest = tuple(fewer if b is a else b for b in rest)
        new = self._next()
        new.known, new.unseen = self.known + still, self.unseen - len(still)
        new.arrivals, new.settled = rest, still
        return new

    def any(self, fits: Callable[[str], bool], left: Mapping[str, int]) -> bool:
        """Some card of it fits. `left`: how many copies of each face nobody has seen.

        Raises: Undecided, if that hangs on the unseen ones.
        """
        if any(map(fits, set(self.known))):
            return True
        if not self.unseen:
            return False
        could = Counter(self.among) if self.among is not None else Counter(self.mixed)
        if self.among is None:
            could.update({card: n for card, n in left.items() if n > 0})
        fitting = sum(n for card, n in could.items() if fits(card))
        if not fitting:
            return False
        if could.total() - fitting < self.unseen:
            return True
        raise Undecided(self.place)

    def in_hindsight(self, later: Zone) -> Zone:
        """This zone with what a later state of it shows of its unseen cards."""
        steps: list[Zone] = []
        zone: Zone | None = later
        while zone is not None and zone is not self:
            steps.append(zone)
            zone = zone.before
        if zone is None or not self.unseen:
            return self
        sure: Faces = ()
        maybe: Faces = ()
        unseen, came = self.unseen, False
        for step in reversed(steps):
            if step.lost:
                break
            came = came or step.unseen > unseen
            if came:
                maybe += step.settled
            else:
                sure += step.settled
            unseen = step.unseen
            if step.settled and not unseen:
                return self._known_now(sure, maybe)
        among = self.among
        for card in sure:
            among = among if among is None else _less(among, card)
        return self._known_now(sure, among)

    def _known_now(self, sure: Faces, among: Faces | None) -> Zone:
        new = self._next()
        new.known, new.unseen = self.known + sure, self.unseen - len(sure)
        new.among, new.settled = among, sure
        return new


def _less(cards: Faces, card: str) -> Faces:
    if card not in cards:
        return cards
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
