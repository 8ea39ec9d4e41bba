"""The desk: where matches are opened, recorded and asked about, between the routes and the store.

Every event goes through here, audited before it is stored. One desk a ledger.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from api.entries import entries_of, following, opening
from api.errors import BadCursor, HeadMoved, IllegalPlay, OtherLog, PartlyRecorded
from api.media import written
from api.position import position_at
from api.reports import Reports
from api.shelf import SHELVES, Shelf
from auditor import Record, Report, Verdict, audit, audited, report
from auditor.report import result, rows
from events import Log, read_log, write_log
from events.vocabulary import json_object
from store import Filters, Ledger, Listed, MatchExists, Request, UnknownMatch
from store.hashing import body as hashed


class Answer(NamedTuple):
    """What became of a request to record something."""

    body: bytes
    """JSON, with the match_id and its head."""
    new: bool
    """Something was stored, now or when the request came first."""


class Desk:
    """Records and answers questions. Safe to share between threads."""

    def __init__(self, ledger: Ledger, catalogues: Sequence[Path] = ()) -> None:
        self._ledger = ledger
        self._catalogues = catalogues
        self._shelves = [Shelf() for _ in range(SHELVES)]
        self._reports = Reports(ledger, self.report)

    # ── recording ────────────────────────────────────────────────────────────────────────

    def open(self, lines: Sequence[bytes], request: Request | None = None) -> Answer:
        """A match opened by the one event in `lines`.

        Raises: LogError, AuditorError, MatchExists, KeyReused, BadEvent, StoreError.
        """
        if request and (first := self._ledger.answered(request)) is not None:
            return Answer(first, new=True)
        log = opening(lines)
        record, entries = audited(log, self._catalogues), entries_of(log)
        match_id = record.events[0].match_id
        assert match_id is not None
        told = written(_told(record, match_id, entries))
        appended = self._ledger.append(match_id, entries, expected=0, request=request, answer=told)
        if not appended.replayed:
            self._reports.fall_behind(match_id)
        return Answer(appended.answer, new=True)

    def append(
        self,
        match_id: str,
        lines: Sequence[bytes],
        *,
        seen: Collection[int] | None = None,
        strict: bool = False,
        request: Request | None = None,
    ) -> Answer:
        """A match, longer by the events in `lines` or by none of them.

        `seen` are the heads that the caller will have it follow; None: any. `strict` refuses
        what is illegal. Events that are held already, by their event_ids, are not stored again.

        Raises: UnknownMatch, LogError, PartlyRecorded, HeadMoved, IllegalPlay, AuditorError,
                KeyReused, BadEvent, StoreError.
        """
        shelf = self._shelf(match_id)
        with shelf.lock:
            if request and (first := self._ledger.answered(request)) is not None:
                return Answer(first, new=True)
            record = self._record(shelf, match_id)
            bodies = [json_object(line, number) for number, line in enumerate(lines, 1)]
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
            self._reports.fall_behind(match_id)
            return Answer(appended.answer, new=True)

    def log(self, lines: Sequence[bytes]) -> Answer:
        """A whole log stored; new is False if the very same is held.

        Raises: LogError, AuditorError, OtherLog, BadEvent, StoreError.
        """
        log = _log(lines)
        record, entries = audited(log, self._catalogues), entries_of(log)
        match_id = entries[0]["match_id"]
        try:
            self._ledger.append(match_id, entries, expected=0)
        except MatchExists:
            if not _is_same(entries, self._ledger.export(match_id)):
                raise OtherLog(
                    f"match {match_id}",
                    "another log held",
                    "the same, or a new match_id",
                    match_id=match_id,
                ) from None
            return Answer(written(self.match(match_id)), new=False)
        self._reports.save(report(record))
        return Answer(written(_match(record, entries[0])), new=True)

    # ── asking ───────────────────────────────────────────────────────────────────────────

    def audit(self, lines: Sequence[bytes]) -> Report:
        """The report on a log that is not stored. Raises: LogError, AuditorError."""
        return audit(_log(lines), self._catalogues)

    def matches(self, filters: Filters, after: str | None, limit: int) -> list[Listed]:
        """A listing, as `Ledger.matches`. Raises: BadCursor."""
        self._reports.catch_up()
        try:
            return self._ledger.matches(filters, after=after, limit=limit)
        except UnknownMatch:
            raise BadCursor("cursor", "no match held", "the cursor of an earlier page") from None

    def match(self, match_id: str) -> dict[str, Any]:
        """One match: how it was opened, and where it stands. Raises: UnknownMatch."""
        shelf = self._shelf(match_id)
        with shelf.lock:
            # Names come from the store: there they can be forgotten.
            return _match(self._record(shelf, match_id), self._ledger.export(match_id)[0])

    def events(self, match_id: str) -> list[dict[str, Any]]:
        """The log of a match: recorded elsewhere, it has the same hashes. Raises: UnknownMatch."""
        return self._ledger.export(match_id)

    def report(self, match_id: str) -> Report:
        """The report on a match as it stands. Raises: UnknownMatch."""
        shelf = self._shelf(match_id)
        with shelf.lock:
            return report(self._record(shelf, match_id))

    def position(self, match_id: str, at: int | None) -> dict[str, Any]:
        """The table after an event, or now. Raises: UnknownMatch, NoSuchEvent."""
        shelf = self._shelf(match_id)
        with shelf.lock:
            return position_at(self._record(shelf, match_id), at)

    def probe(self) -> None:
        """Writes and reads back, as an append does. Raises: StoreError."""
        self._ledger.probe()

    def _shelf(self, match_id: str) -> Shelf:
        return self._shelves[hash(match_id) % SHELVES]

    def _record(self, shelf: Shelf, match_id: str) -> Record:
        """The live record of a match, replayed from the store if it is not kept."""
        record = shelf.find(match_id)
        if record is None:
            record = audited(read_log(write_log(self._ledger.export(match_id))), self._catalogues)
            shelf.keep(match_id, record)
        return record


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


def _match(record: Record, opened: dict[str, Any]) -> dict[str, Any]:
    """A match as one object; the salt stays with the log."""
    return {
        "match_id": opened["match_id"],
        "head": len(record.events),
        "state": "open" if record.closed is None else "closed",
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
