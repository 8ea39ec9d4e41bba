"""The desk: where matches are opened, recorded and asked about, between the routes and the store.

Every event goes through here, audited before it is stored. One desk a ledger.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import duckdb

from api.bell import Bell
from api.catalogues import Catalogues
from api.entries import entries_of, following, opening
from api.errors import BadCursor, HeadMoved, IllegalPlay, NoSuchEvent, OtherLog, PartlyRecorded
from api.identity import EVERYBODY, Caller, Role
from api.media import written
from api.position import position_at
from api.reports import Reports
from api.sight import PLAIN, Showing, Showings
from api.views import Seen, Views
from auditor import Record, Report, Verdict, audited, report
from auditor.report import result, rows
from events import Log, read_log
from events.shared import MatchOpened
from events.vocabulary import json_object
from store import Filters, Ledger, Listed, MatchExists, Request, UnknownMatch
from store.hashing import body as hashed

if TYPE_CHECKING:
    from store.statistics.answer import Answer as Worked
    from store.statistics.definition import Statistic
    from store.statistics.wanted import Wanted


class Answer(NamedTuple):
    """What became of a request to record something."""

    body: bytes
    """JSON, with the match_id and its head."""
    new: bool
    """Something was stored, now or when the request came first."""


class Since(NamedTuple):
    """Some events of a match, as somebody who follows it is told of them."""

    told: list[dict[str, Any]]
    head: int
    """The last of them, or the one they would come after."""
    is_all: bool
    """There are no more to be seen yet."""
    is_whole: bool
    is_veiled: bool
    """More may be seen without anybody's doing: as time goes by."""


class Desk:
    """Records and answers questions. Safe to share between threads.

    Whoever asks is `caller`: by default everybody, as on the command line.
    """

    def __init__(self, ledger: Ledger, paths: Sequence[Path] = ()) -> None:
        self._ledger = ledger
        self.catalogues = Catalogues(ledger, paths)
        self.showings = Showings(ledger)
        self.views = Views(ledger, self.catalogues, self.showings)
        self.bell = Bell()
        self.reports = Reports(ledger, self.views, self.showings)

    # ── recording ────────────────────────────────────────────────────────────────────────

    def open(
        self,
        lines: Sequence[bytes],
        request: Request | None = None,
        caller: Caller = EVERYBODY,
    ) -> Answer:
        """A match opened by the one event in `lines`.

        Raises: NotAllowed, LogError, AuditorError, MatchExists, KeyReused, BadEvent, StoreError.
        """
        caller.needs(Role.RECORDER, Role.ORGANISER)
        log = opening(lines)
        _allow(caller, log)
        if request and (first := self._ledger.answered(request)) is not None:
            return Answer(first, new=True)
        record, entries = self._audited(log), entries_of(log)
        match_id = entries[0]["match_id"]
        told = written(_told(record, match_id, entries))
        appended = self._ledger.append(
            match_id,
            entries,
            expected=0,
            request=request,
            answer=told,
            beside=self.catalogues.pin(record.game, match_id, record.data),
        )
        if not appended.replayed:
            self._has_grown(match_id)
        return Answer(appended.answer, new=True)

    def append(
        self,
        match_id: str,
        lines: Sequence[bytes],
        *,
        seen: Collection[int] | None = None,
        strict: bool = False,
        request: Request | None = None,
        caller: Caller = EVERYBODY,
    ) -> Answer:
        """A match, longer by the events in `lines` or by none of them.

        `seen` are the heads that the caller will have it follow; None: any. `strict` refuses
        what is illegal. Events that are held already, by their event_ids, are not stored again.

        Raises: NotAllowed, UnknownMatch, LogError, PartlyRecorded, HeadMoved, IllegalPlay,
                AuditorError, KeyReused, BadEvent, StoreError.
        """
        caller.needs(Role.RECORDER, Role.JUDGE)
        shelf = self.views.shelf(match_id)
        with shelf.lock:
            bodies = [json_object(line, number) for number, line in enumerate(lines, 1)]
            if caller is not EVERYBODY:
                self._allow_appending(caller, match_id, bodies)
            if request and (first := self._ledger.answered(request)) is not None:
                return Answer(first, new=True)
            record = self.views.live(match_id)
            if held := _held(record, bodies):
                whole = self._ledger.export(match_id)
                return Answer(
                    written(_told(record, match_id, [whole[seq - 1] for seq in held])), new=False
                )
            head = len(record.events)
            if seen is not None and head not in seen:
                asked = " or ".join(map(str, sorted(seen))) or "no event number"
                raise HeadMoved("If-Match", asked, f'"{head}"', head=head)
            entries = following(bodies, record.game.vocabulary, match_id, head)
            try:
                for _, event in entries:
                    record.feed(event)
                told = _told(record, match_id, [entry for entry, _ in entries])
                if strict:
                    _refuse_illegal(record, told["findings"], head)
                appended = self._ledger.append(
                    match_id,
                    [entry for entry, _ in entries],
                    expected=head,
                    request=request,
                    answer=written(told),
                )
            except BaseException:
                shelf.drop(match_id)
                raise
            self._has_grown(match_id)
            return Answer(appended.answer, new=True)

    def log(self, lines: Sequence[bytes], caller: Caller = EVERYBODY) -> Answer:
        """A whole log stored; new is False if the very same is held.

        Raises: NotAllowed, LogError, AuditorError, OtherLog, BadEvent, StoreError.
        """
        caller.needs(Role.RECORDER, Role.ORGANISER)
        log = _log(lines)
        _allow(caller, log)
        record, entries = self._audited(log), entries_of(log)
        match_id = entries[0]["match_id"]
        try:
            self._ledger.append(
                match_id,
                entries,
                expected=0,
                beside=self.catalogues.pin(record.game, match_id, record.data),
            )
        except MatchExists:
            self._refuse_another(match_id, entries, caller)
            return Answer(written(self.match(match_id, caller)), new=False)
        closed = self._ledger.standing(match_id).closed
        is_shown = closed and self.showings.of(log.opened.tournament) == PLAIN
        self._has_grown(match_id, record if is_shown else None)
        seen = Seen(record, len(entries), True, closed)
        return Answer(written(_match(seen, entries[0])), new=True)

    # ── asking ───────────────────────────────────────────────────────────────────────────

    def audit(self, lines: Sequence[bytes]) -> Report:
        """The report on a log that is not stored. Raises: LogError, AuditorError."""
        return report(self._audited(_log(lines)))

    def matches(
        self, filters: Filters, after: str | None, limit: int, caller: Caller = EVERYBODY
    ) -> list[Listed]:
        """A listing, as `Ledger.matches`, of what a caller sees. Raises: BadCursor."""
        self.reports.catch_up()
        seen = replace(
            filters,
            unshown=self.showings.unshown(caller),
            veils=self.showings.veils(caller),
            entitled=caller.matches,
        )
        try:
            if after is not None:
                self.views.sight(after, caller)
            return self._ledger.matches(seen, after=after, limit=limit)
        except UnknownMatch:
            raise BadCursor("cursor", "no match held", "the cursor of an earlier page") from None

    def statistic(
        self,
        statistic: Statistic,
        wanted: Wanted,
        caller: Caller = EVERYBODY,
        *,
        explain: bool = False,
    ) -> Worked:
        """A statistic, of the matches that all may see; not of those that the caller may not.

        Raises: StoreError.
        """
        from store.statistics.answer import ask  # late: Ibis takes a second

        self.reports.catch_up()
        unshown = self.showings.unshown(caller)
        seen = replace(wanted, unshown=unshown, entitled=caller.matches)
        return ask(self._ledger, statistic, seen, explain=explain)

    def match(self, match_id: str, caller: Caller = EVERYBODY) -> dict[str, Any]:
        """One match: how it was opened, and where it stands. Raises: UnknownMatch."""
        with self.seen(match_id, caller) as seen:
            # Names come from the store: there they can be forgotten.
            [opened] = self.views.events(match_id, seen._replace(head=1))
            return _match(seen, opened)

    def events(
        self, match_id: str, caller: Caller = EVERYBODY, after: int = 0
    ) -> tuple[list[dict[str, Any]], int]:
        """The log of a match, and its head. Whole, and recorded elsewhere, it has the same hashes.

        Raises: UnknownMatch.
        """
        with self.seen(match_id, caller) as seen:
            return self.views.events(match_id, seen, after), seen.head

    def report(self, match_id: str, caller: Caller = EVERYBODY) -> Report:
        """The report on a match as it stands. Raises: UnknownMatch."""
        with self.seen(match_id, caller) as seen:
            return report(seen.record)

    def position(self, match_id: str, at: int | None, caller: Caller = EVERYBODY) -> dict[str, Any]:
        """The table after an event, or now. Raises: UnknownMatch, NoSuchEvent."""
        with self.seen(match_id, caller) as seen:
            return position_at(seen.record, at)

    def since(self, match_id: str, caller: Caller, after: int, limit: int) -> Since:
        """The events of a match after one, each as the answer to its append would tell it now.

        Raises: UnknownMatch, NoSuchEvent.
        """
        sight = self.views.sight(match_id, caller)
        with self.views.seen(match_id, sight) as seen:
            if after > seen.head:
                raise NoSuchEvent("Last-Event-ID", f"event {after}", f"at most {seen.head}")
            part = seen._replace(head=min(seen.head, after + limit))
            told = [
                _told(seen.record, match_id, [event]) | {"head": event["seq"]}
                for event in self.views.events(match_id, part, after)
            ]
            return Since(told, part.head, part.head == seen.head, seen.is_whole, sight.delay_s > 0)

    @contextmanager
    def seen(self, match_id: str, caller: Caller) -> Iterator[Seen]:
        """A match as a caller sees it. Raises: UnknownMatch."""
        with self.views.seen(match_id, self.views.sight(match_id, caller)) as seen:
            yield seen

    def facts(self) -> duckdb.DuckDBPyConnection:
        """As `Ledger.facts`."""
        return self._ledger.facts()

    def probe(self) -> None:
        """Writes and reads back, as an append does. Raises: StoreError."""
        self._ledger.probe()

    def show(self, tournament: str, showing: Showing) -> None:
        """From now on, this is shown of a tournament."""
        self.showings.set(tournament, showing)
        self.reports.fall_behind_all(tournament)
        self.bell.ring_all()

    # ── inside ───────────────────────────────────────────────────────────────────────────

    def _audited(self, log: Log) -> Record:
        return audited(log, self.catalogues.places(log.opened.game, log.opened.catalogue))

    def _has_grown(self, match_id: str, whole: Record | None = None) -> None:
        """Tell all who wait for it; `whole` is the record, if all may see it."""
        if whole is None:
            self.reports.fall_behind(match_id)
        else:
            self.reports.save(match_id, whole)
        self.bell.ring(match_id)

    def _allow_appending(
        self, caller: Caller, match_id: str, bodies: Sequence[dict[str, Any]]
    ) -> None:
        """Raises: UnknownMatch, if the caller may not know of it; NotIdentified, NotAllowed."""
        self.views.sight(match_id, caller)
        tournament = self._ledger.standing(match_id).tournament
        is_judge = Role.JUDGE in caller.roles
        if not is_judge and any(body.get("actor") == "judge" for body in bodies):
            caller.refuse("the role judge")
        if not caller.records(match_id, tournament) and not (
            is_judge and all(body.get("actor") == "judge" for body in bodies)
        ):
            caller.refuse(f"the role recorder, bound to match {match_id}")

    def _refuse_another(
        self, match_id: str, entries: Sequence[dict[str, Any]], caller: Caller
    ) -> None:
        """Raises: OtherLog, unless a log is held already; MatchExists, to whom can't know that."""
        try:
            with self.seen(match_id, caller) as seen:
                is_whole = seen.is_whole
        except UnknownMatch:
            is_whole = False
        if not is_whole:  # one could try cards until the log is the same
            raise MatchExists(match_id)
        if not _is_same(entries, self._ledger.export(match_id)):
            raise OtherLog(
                f"match {match_id}",
                "another log held",
                "the same, or a new match_id",
                match_id=match_id,
            )


def _allow(caller: Caller, log: Log) -> None:
    """Raises: NotIdentified, NotAllowed, unless the caller may record a log as a new match."""
    opened: MatchOpened = log.opened
    if Role.ORGANISER in caller.roles:
        return
    if not caller.records(opened.match_id, opened.tournament):
        caller.refuse("the role recorder, bound to the match or its tournament")
    if any(event.actor == "judge" for event in log.events):
        caller.needs(Role.JUDGE)


def _log(lines: Sequence[bytes]) -> Log:
    return read_log(b"\n".join(lines))


def _held(record: Record, bodies: Sequence[dict[str, Any]]) -> list[int]:
    """Where the match holds the events already, by their event_ids; empty if it holds none.

    Raises: PartlyRecorded.
    """
    asked = [str(body["event_id"]).lower() for body in bodies if body.get("event_id") is not None]
    if not asked:
        return []
    places = {event.event_id: event.seq for event in record.events}
    held = [places[event_id] for event_id in asked if event_id in places]
    if held and len(held) < len(bodies):
        raise PartlyRecorded(
            "event_id",
            f"{len(held)} of {len(bodies)} events held already",
            "all of a batch, or none of it",
            recorded=held,
            head=len(record.events),
        )
    return held


def _refuse_illegal(record: Record, findings: list[dict[str, Any]], head: int) -> None:
    """Raises: IllegalPlay, with every finding, if an event after `head` is illegal."""
    illegal = [
        event.seq for event in record.events[head:] if record.verdict(event.seq) is Verdict.ILLEGAL
    ]
    if illegal:
        first = next(f for f in findings if f["verdict"] == Verdict.ILLEGAL)
        raise IllegalPlay(
            f"line {first['seq'] - head}",
            f"{first['type']} by {first['actor']}, illegal by {first['rule']}",
            "nothing illegal in strict mode",
            line=first["seq"] - head,
            rule=first["rule"],
            findings=findings,
            head=head,
        )


def _told(record: Record, match_id: str, events: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The answer to an append: what is stored, and what it means for the record."""
    new = {event["seq"] for event in events}
    settled = {seq for (seq, _), known in record.known.settled.items() if known.by in new}
    return {
        "match_id": match_id,
        "head": len(record.events),
        "events": events,
        "findings": [row for seq in sorted(new) for row in rows(record, seq)],
        "settled": [
            row
            for seq in sorted(settled - new)
            for row in rows(record, seq)
            if row["settled_by"] in new
        ],
    }


def _match(seen: Seen, opened: dict[str, Any]) -> dict[str, Any]:
    """A match as one object; the salt stays with the log."""
    record = seen.record
    return {
        "match_id": opened["match_id"],
        "head": seen.head,
        "state": "closed" if seen.is_closed else "open",
        "verdict": report(record)["verdict"],
        "result": result(record),
        "match_opened": {name: value for name, value in opened.items() if name != "salt"},
    }


def _is_same(entries: Sequence[dict[str, Any]], held: Sequence[dict[str, Any]]) -> bool:
    """Whether a log is the one that is held: by what is hashed, as names may be forgotten since."""
    salt = entries[0].get("salt")
    return (salt is None or salt.rstrip("=") == held[0]["salt"]) and (
        list(map(hashed, entries)) == list(map(hashed, held))
    )
