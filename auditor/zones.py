"""Hands, racks, decks, piles: the faces known in them, and how many nobody has shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from auditor.hidden import Undecided

Faces = tuple[str, ...]


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
    before: Zone | None = None
    """The zone before the last change."""
    settled: Faces = ()
    """The faces of unseen cards that the last change showed."""
    lost: bool = False
    """By the last change an unseen card left, and stayed unseen."""

    @property
    def size(self) -> int:
        """How many cards are in it."""
        return len(self.known) + self.unseen

    def __contains__(self, card: str) -> bool:
        """It may hold the card: the copy is known, or an unseen one may be it."""
        return card in self.known or (
            self.unseen > 0 and (self.among is None or card in self.among)
        )

    def with_cards(self, cards: Iterable[str | None]) -> Zone:
        """After cards came in, None for those not seen."""
        cards = tuple(cards)
        shown = tuple(card for card in cards if card is not None)
        came = len(cards) - len(shown)
        return Zone(
            self.place,
            self.known + shown,
            self.unseen + came,
            None if came else self.among,
            self.mixed + (self.among or ()) if came else self.mixed,
            before=self,
        )

    def with_back(self) -> Zone:
        """After a card that left unseen (`without(None)`) came back."""
        if self.among is not None and len(self.among) == self.unseen + 1:
            return Zone(self.place, self.known + self.among, before=self)
        return replace(self, unseen=self.unseen + 1, before=self, settled=(), lost=False)

    def without(self, card: str | None) -> Zone:
        """After one card left: a known copy, else one of the unseen. Ask `in` first."""
        if card is not None and card in self.known:
            return replace(
                self, known=_less(self.known, card), before=self, settled=(), lost=False
            )
        if card is None and self.known:
            # which one left is not known: all of them may be among those that stayed
            every = self.known + (self.among or ())
            only = not self.unseen or self.among is not None
            return Zone(
                self.place,
                (),
                self.size - 1,
                every if only else None,
                () if only else self.mixed + every,
                before=self,
                lost=True,
            )
        among = self.among if card is None or self.among is None else _less(self.among, card)
        settled = () if card is None else (card,)
        return Zone(
            self.place,
            self.known,
            self.unseen - 1,
            among,
            _less(self.mixed, card),
            before=self,
            settled=settled,
            lost=card is None,
        )

    def shown(self, cards: Iterable[str]) -> Zone:
        """After all of it was shown: nothing is unseen any more."""
        cards = tuple(cards)
        settled = tuple((Counter(cards) - Counter(self.known)).elements())
        return Zone(self.place, cards, before=self, settled=settled)

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
                return Zone(self.place, self.known + sure, self.unseen - len(sure), maybe)
        among = self.among
        for card in sure:
            among = among if among is None else _less(among, card)
        return replace(
            self, known=self.known + sure, unseen=self.unseen - len(sure), among=among
        )


def _less(cards: Faces, card: str | None) -> Faces:
    if card not in cards:
        return cards
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
