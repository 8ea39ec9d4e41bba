"""A report, told as a judge would read it: from its JSON and that of the events."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from api.terminal import Terminal, event_in_short
from auditor import Game, game_of
from auditor.report import found, hole_of, text_of

Row = dict[str, Any]
"""A finding, as a report shows it."""


def tell(terminal: Terminal, name: str, report: dict[str, Any], events: Sequence[Row]) -> None:
    """A report on the terminal; `events` are those of the match, `name` is what to call it."""
    Telling(terminal, report, events).tell(name)


class Telling:
    """One report, being told."""

    def __init__(self, terminal: Terminal, report: dict[str, Any], events: Sequence[Row]) -> None:
        self.terminal = terminal
        self.words = terminal.words
        self.report = report
        self.events = events
        self.game: Game = game_of(report["game"])
        self.findings: list[Row] = report["findings"]
        self.following: defaultdict[int, list[Row]] = defaultdict(list)
        """What follows from an illegal event, by its seq."""
        broken = {row["seq"] for row in self.findings}
        for row in self.findings:
            if row["caused_by"] in broken:
                self.following[row["caused_by"]].append(row)

    def tell(self, name: str) -> None:
        """All of it, what matters most first."""
        verdict = self.report["verdict"]
        self.terminal.title(f"{self.words.named('verdict', verdict)}  {name}", verdict)
        self._head()
        if not self.findings:
            self.terminal.heading(self.words("report.clean"))
        told = self._first()
        self._others([row for row in self.findings if row["seq"] not in told])
        self._undone()
        self._notes()

    def _head(self) -> None:
        words, report, opened = self.words, self.report, self.events[0]
        field = self.terminal.field
        catalogue = self.game.catalogue
        name = (catalogue.name_en, catalogue.name_ja)[words.language.place]
        key = "game_with" if report["catalogue"]["id"] else "game_of"
        rulebook = {
            "version": report["rulebook"]["version"],
            "catalogue": report["catalogue"]["id"],
        }
        players = [f"{p['seat']} {p['name'] or ''}".rstrip() for p in opened["players"]]
        field(words("report.match"), report["match_id"])
        field(words("report.game"), words(f"report.{key}", name=name, **rulebook))
        field(words("report.players"), words("terminal.players").join(players))
        counts = words("report.counts", events=report["events"], **report["counts"])
        field(words("report.events"), counts)
        result = report["result"]
        field(words("report.by_rules"), self._result(result["by_rules"]))
        recorded = words("report.unrecorded")
        if result["recorded"] is not None:
            key = "agrees" if result["agrees"] else "differs"
            recorded = words(f"report.{key}", result=self._result(result["recorded"]))
        field(words("report.recorded"), recorded)

    def _result(self, result: Row) -> str:
        key = "no_winner" if result["winner"] is None else "won"
        if result.get("event") is not None:
            key += "_at"
        return self.words(
            f"report.{key}",
            winner=result["winner"],
            reason=self.words.named("reason", result["reason"]),
            event=result.get("event"),
        )

    def _first(self) -> set[int]:
        """Tells the first divergence, and the first illegal event after it, in full."""
        first = self.report["divergence"]
        if first is None:
            return set()
        self._fully("first", first)
        counted = (row for row in self.findings if row["status"] != "retracted")
        illegal = next((row["seq"] for row in counted if row["verdict"] == "illegal"), first)
        if illegal != first:
            self._fully("first_illegal", illegal)
        return {first, illegal}

    def _fully(self, heading: str, seq: int) -> None:
        words, terminal = self.words, self.terminal
        rows = [row for row in self.findings if row["seq"] == seq]
        terminal.heading(words(f"report.{heading}", seq=seq))
        terminal.field(words("report.did"), event_in_short(self.events[seq - 1]))
        if rows[0]["window"]:
            terminal.field(words("report.window"), rows[0]["window"])
        for row in rows:
            self._rule(row)
        instead = [event_in_short(event) for event in rows[0]["legal_instead"]]
        terminal.fields(words("report.instead"), instead)
        follow = [
            f"{words('report.event_is', seq=row['seq'])}  {row['rule']}"
            for row in self.following[seq]
        ]
        terminal.fields(words("report.follow"), follow)

    def _rule(self, row: Row) -> None:
        words, language = self.words, self.words.language.place
        field = self.terminal.field
        text = text_of(self.game, row["rule"])
        assert text is not None, row["rule"]
        verdict = row["verdict"]
        field(words("report.verdict"), words.named("verdict", verdict), verdict)
        kind = words.named("kind", row["kind"])
        rule = words(
            "report.rule_text", id=row["rule"], kind=kind, text=(text.en, text.ja)[language]
        )
        field(words("report.rule"), rule)
        if row["facts"]:
            field("", found(row["facts"], language).strip())
        field(words("report.source"), row["source"])
        if row["hole"] is not None:
            field(words("report.hole"), self._hole(row))
        if row["waits_on"]:
            field(words("report.waits"), self.terminal.listed(row["waits_on"]))
        for key in ("contradicts", "among"):
            if row[key]:
                events = self.terminal.listed(row[key])
                field(words(f"report.{key}"), words("report.events_are", events=events))
        if row["caused_by"] is not None:
            field(words("report.caused_by"), words("report.event_is", seq=row["caused_by"]))
        if row["ruling"] is not None:
            field(words("report.ruling"), self._ruling(row["ruling"]))
        if row["status"] != "open":
            field(words("report.status"), words.named("status", row["status"]))

    def _hole(self, row: Row) -> str:
        hole = hole_of(self.game, row["rule"])
        assert hole is not None, row["rule"]
        text, default = (
            (hole.en, hole.default_en),
            (hole.ja, hole.default_ja),
        )[self.words.language.place]
        told = self.words("report.hole_text", id=hole.id, text=text, default=default)
        if hole.option is not None:
            told += self.words("report.hole_option", option=hole.option, value=row["hole"]["value"])
        return told

    def _ruling(self, ruling: Row) -> str:
        return self.words(
            "report.ruling_rule" if ruling["rule"] else "report.ruling_text",
            seq=ruling["seq"],
            verdict=self.words.named("verdict", ruling["verdict"]),
            rule=ruling["rule"],
            remedy=self.words.named("remedy", ruling["remedy"]),
            agrees=self.words("report.ruling_" + ("agrees" if ruling["agrees"] else "differs")),
        )

    def _others(self, rows: Iterable[Row]) -> None:
        """One line each; what waits on one zone, or follows from one event, is folded."""
        folded = {id(row) for follow in self.following.values() for row in follow}
        rows = [row for row in rows if id(row) not in folded]
        if not rows:
            return
        self.terminal.heading(self.words("report.others"))
        waiting: defaultdict[tuple[str, ...], list[Row]] = defaultdict(list)
        for row in rows:
            if row["verdict"] == "undetermined" and row["waits_on"]:
                waiting[tuple(row["waits_on"])].append(row)
            else:
                self.terminal.item(self._line(row), row["verdict"])
                for follow in self.following.pop(row["seq"], ()):
                    told = self.words("report.follows", seq=follow["seq"], rule=follow["rule"])
                    self.terminal.item(told, depth=3)
        for places, group in waiting.items():
            self.terminal.item(self._waiting(places, group), "undetermined")

    def _line(self, row: Row) -> str:
        words = self.words
        verdict = words.named("verdict", row["verdict"])
        parts = [f"{row['seq']} {row['actor']} {row['type']}", verdict, row["rule"]]
        if row["settled_by"] is not None:
            places = self.terminal.listed(row["waits_on"])
            seq, by = row["seq"], row["settled_by"]
            parts[1] = words("report.settled", seq=seq, places=places, verdict=verdict, by=by)
        if row["facts"]:
            parts.append(found(row["facts"], words.language.place).strip())
        for key, said in (("among", "joint"), ("contradicts", "against")):
            if row[key]:
                parts.append(words(f"report.{said}", events=self.terminal.listed(row[key])))
        if row["status"] != "open":
            parts.append(words.named("status", row["status"]))
        return "  ".join(parts)

    def _waiting(self, places: tuple[str, ...], rows: list[Row]) -> str:
        return self.words(
            "report.waiting",
            verdict=self.words.named("verdict", "undetermined"),
            places=self.terminal.listed(places),
            events=self.terminal.listed(f"{row['seq']} ({row['rule']})" for row in rows),
        )

    def _undone(self) -> None:
        if not self.report["undone"]:
            return
        self.terminal.heading(self.words("report.undone"))
        for stretch in self.report["undone"]:
            crosses = [self.words.named("crosses", name) for name in stretch["crosses"]]
            first, last = stretch["from"], stretch["to"]
            told = self.words(
                "report.undone_crosses" if crosses else "report.undone_text",
                seq=stretch["seq"],
                stretch=first if first == last else f"{first}–{last}",
                crosses=self.terminal.listed(crosses),
            )
            self.terminal.item(told)

    def _notes(self) -> None:
        if not self.report["notes"]:
            return
        self.terminal.heading(self.words("report.notes"))
        for note in self.report["notes"]:
            self.terminal.item(note[self.words.language])
