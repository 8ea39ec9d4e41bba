"""The clock of a match (GN-4.1): the time a turn, a decision, a player and the round have used."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from events import Event
from events.shared import TimeControl


class Clock(NamedTuple):
    """What going back restores. Seconds of running time since match_opened, pauses left out."""

    turn: Any = None
    """Whose turn, and which; None before the first."""
    began: float = 0.0
    """When the turn began."""
    last: float = 0.0
    """When the event of play before was."""
    used: dict[str, float] = {}  # noqa: RUF012  # replaced, never changed
    """Of each seat's bank."""
    told: frozenset[Any] = frozenset()
    """Limits whose passing has its finding already."""

    def after(
        self,
        e: Event,
        now: float,
        turn: Any,
        seats: tuple[str, ...],
        passed: dict[str, tuple[Any, float, float]],
    ) -> Clock:
        """After an event of play at `now`; `turn` is the turn after it, `passed` what it broke."""
        used = self.used
        if e.actor in seats:
            used = {**used, e.actor: used.get(e.actor, 0.0) + now - self.last}
        began = now if turn != self.turn else self.began
        told = self.told.union(key for key, _, _ in passed.values())
        return self._replace(turn=turn, began=began, last=now, used=used, told=told)

    def resumed(self, at: float, now: float) -> Clock:
        """After going back to the moment `at`: turn and bank as they stood, running from `now`."""
        return self._replace(began=self.began + now - at, last=now)

    def passed(
        self, e: Event, now: float, control: TimeControl, seats: tuple[str, ...]
    ) -> dict[str, tuple[Any, float, float]]:
        """The limits that an event comes after: what was exceeded, seconds used and allowed."""
        grace = control.grace_s or 0.0
        found: dict[str, tuple[Any, float, float]] = {}

        def test(name: str, key: Any, used: float, limit: float | None) -> None:
            if limit is not None and used > limit + grace and key not in self.told:
                found[name] = (key, used, limit + grace)

        if self.turn is not None:
            test("turn_s", ("turn", self.turn), now - self.began, control.turn_s)
        test("round_s", "round", now, control.round_s)
        if e.actor in seats:
            decision = now - self.last
            test("decision_s", ("decision", e.seq), decision, control.decision_s)
            bank = self.used.get(e.actor, 0.0) + decision
            test("bank_s", ("bank", e.actor), bank, control.bank_s)
        return found

    def banks_empty(self, control: TimeControl) -> list[str]:
        """The seats that have used up their bank."""
        if control.bank_s is None:
            return []
        limit = control.bank_s + (control.grace_s or 0.0)
        return [seat for seat, used in self.used.items() if used > limit]


class Pauses:
    """The running time of a match: pauses are no play, and going back keeps them."""

    def __init__(self, start: datetime) -> None:
        self.start = start
        self.paused_at: datetime | None = None
        self.stood = 0.0

    def running(self, at: datetime) -> float:
        """Seconds of running time from match_opened to `at`."""
        until = at if self.paused_at is None else min(at, self.paused_at)
        return (until - self.start).total_seconds() - self.stood

    def pause(self, at: datetime) -> None:
        """The clock stands from `at`."""
        self.paused_at = at

    def resume(self, at: datetime) -> None:
        """The clock runs again from `at`."""
        if self.paused_at is not None:
            self.stood += max(0.0, (at - self.paused_at).total_seconds())
            self.paused_at = None
