"""The main job from start to end: a server, the example matches recorded over HTTP, their reports.

One request after the other, a few events each, as a recorder at the table would send them.
"""

from __future__ import annotations

import json
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from api.app import make_app
from api.files import Unusable
from api.serving import served
from api.tell_report import tell
from api.terminal import Terminal
from auditor import Report
from auditor.game import games
from store import DuckDBLedger

FIXTURES = Path(__file__).parents[1] / "fixtures"
AT_ONCE = 10
"""Events in one request."""
ANSWERS_S = 10
"""How long an answer may take."""


def examples() -> list[Path]:
    """The example matches and disputes of the installed games.

    Raises: Unusable, if they are not there: they come with the sources.
    """
    found = [
        path
        for game in games()
        for kind in ("match", "dispute")
        for path in sorted((FIXTURES / game / "examples").glob(f"{kind}_*.jsonl"))
    ]
    if not found:
        raise Unusable(str(FIXTURES), "nothing", "the example matches")
    return found


class Recorded(NamedTuple):
    """An example, recorded on the server."""

    name: str
    path: str
    report: Report

    @property
    def has_a_ruling(self) -> bool:
        """A judge has ruled on what the report finds."""
        return any(finding["ruling"] for finding in self.report["findings"])


def show(terminal: Terminal) -> None:
    """Records the examples, audits and queries them, and tells it.

    Raises: Unusable, StoreError.
    """
    logs = {_name(path): path.read_bytes().splitlines() for path in examples()}
    words = terminal.words
    with (
        TemporaryDirectory() as folder,
        DuckDBLedger.open(Path(folder)) as ledger,
        served(make_app(ledger)) as url,
        closing(Client(url)) as client,
    ):
        terminal.title(words("demo.start", url=url))
        started = perf_counter()
        paths = {
            name: client.record(lines) for name, lines in terminal.progress(logs.items(), len(logs))
        }
        seconds = perf_counter() - started
        matches = [
            Recorded(name, path, client.ask("GET", f"{path}/report"))
            for name, path in paths.items()
        ]
        for match in matches:
            _in_short(terminal, match)
        judged = next(match for match in matches if match.has_a_ruling)
        terminal.heading(words("demo.judge"))
        tell(terminal, judged.name, judged.report, client.ask("GET", f"{judged.path}/events"))
        _figures(terminal, matches, seconds)
    _next(terminal, judged.report)


def _name(path: Path) -> str:
    return f"{path.parent.parent.name}/{path.stem}"


def _in_short(terminal: Terminal, match: Recorded) -> None:
    verdict = match.report["verdict"]
    told = terminal.words(
        "demo.recorded",
        name=match.name,
        events=match.report["events"],
        verdict=terminal.words.named("verdict", verdict),
    )
    terminal.item(told, verdict)


def _figures(terminal: Terminal, matches: list[Recorded], seconds: float) -> None:
    words, field = terminal.words, terminal.field
    events = sum(match.report["events"] for match in matches)
    illegal = sum(match.report["verdict"] == "illegal" for match in matches)
    findings = sum(len(match.report["findings"]) for match in matches)
    speed = words("demo.speed_of", events=events, seconds=seconds, rate=events / seconds)
    terminal.heading(words("demo.figures"))
    field(words("demo.matches"), str(len(matches)))
    field(words("demo.illegal"), str(illegal))
    field(words("demo.events"), str(events))
    field(words("demo.findings"), str(findings))
    field(words("demo.speed"), speed)


def _next(terminal: Terminal, report: Report) -> None:
    game, rule = report["game"], report["findings"][0]["rule"]
    terminal.heading(terminal.words("demo.next"))
    for name, command in {
        "try_audit": f"senpu audit fixtures/{game}/examples",
        "try_rules": f"senpu rules {game} {rule}",
        "try_simulate": f"senpu simulate {game} --illegal 1 | senpu audit -",
        "try_serve": "senpu serve --demo",
    }.items():
        terminal.item(f"{command}    # {terminal.words(f'demo.{name}')}")


class Client:
    """Whoever asks the server, over one connection."""

    def __init__(self, url: str) -> None:
        self._connection = HTTPConnection(urlsplit(url).netloc, timeout=ANSWERS_S)

    def close(self) -> None:
        """Lets go of the connection."""
        self._connection.close()

    def record(self, lines: list[bytes]) -> str:
        """The path of a match into which a log was recorded, a few events at once."""
        opened = json.loads(lines[0])
        given = {name: value for name, value in opened.items() if name not in ("seq", "actor")}
        match_id: str = self.ask("POST", "/v1/matches", json.dumps(given))["match_id"]
        path = f"/v1/matches/{match_id}"
        for first in range(1, len(lines), AT_ONCE):
            events = b",".join(lines[first : first + AT_ONCE])
            self.ask("POST", f"{path}/events", b"[" + events + b"]")
        return path

    def ask(self, method: str, path: str, body: str | bytes | None = None) -> Any:
        """The JSON of an answer.

        Raises: Unusable, unless the server did as it was asked.
        """
        self._connection.request(method, path, body, {"Content-Type": "application/json"})
        response = self._connection.getresponse()
        content = response.read()
        if response.status >= 400:
            raise Unusable(f"{method} {path}", content.decode(), "an answer")
        return json.loads(content)
