"""The command line. Imports what a command needs inside it, so that `--help` is quick."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, nullcontext
from datetime import datetime
from enum import StrEnum
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.cli_keys import keys
from api.cli_ledger import ledger as of_the_ledger
from api.cli_shared import HERE, STORE, Catalogue, Faults, Lang, Store
from api.cli_stats import stats
from api.files import Unusable, logs_at, read_logs

if TYPE_CHECKING:
    from api.desk import Desk
    from api.terminal import Terminal
    from events import Log
    from store import Filters

app = typer.Typer(
    help=HERE("help.senpu"),
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


app.add_typer(keys, name="keys")
app.add_typer(stats)
app.add_typer(of_the_ledger)


def main() -> None:
    """The command `senpu`."""
    app()


class Form(StrEnum):
    """A format of an export."""

    JSONL = "jsonl"
    PARQUET = "parquet"
    ARROW = "arrow"


class Judged(StrEnum):
    """A verdict to look for."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDETERMINED = "undetermined"


class State(StrEnum):
    """Whether a match is over."""

    OPEN = "open"
    CLOSED = "closed"


Logs = Annotated[list[Path], typer.Argument(metavar="FILE…", help=HERE("help.logs"))]
AsJson = Annotated[bool, typer.Option("--json", help=HERE("help.json"))]
GameKey = Annotated[str, typer.Argument(metavar="GAME", help=HERE("help.game"))]
DAY = "%Y-%m-%d"
PAGE = 1000
"""Matches of a listing asked for at once."""


def _each_log(files: list[Path], terminal: Terminal, faults: Faults) -> Iterator[tuple[str, bytes]]:
    paths: list[Path] = []
    for given in files:
        with faults.of(Unusable):
            paths += logs_at(given)
    for path in terminal.progress(paths, len(paths)):
        with faults.of(Unusable):
            yield from read_logs(path)


def _print_json(value: Any) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


def _bodies(log: Log) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.lines]


@app.command(help=HERE("help.audit"))
def audit(files: Logs, lang: Lang, as_json: AsJson = False, catalogue: Catalogue = None) -> None:
    """Audits logs, one after the other."""
    from api.tell_report import tell
    from api.terminal import Terminal
    from auditor import AuditorError
    from auditor import audit as audited
    from events import LogError, read_log

    terminal, faults = Terminal(lang), Faults(lang)
    reports: list[dict[str, Any]] = []
    for name, content in _each_log(files, terminal, faults):
        with faults.of(LogError, AuditorError, place=name):
            log = read_log(content)
            report = audited(log, catalogue or ())
            if not as_json:
                if reports:
                    terminal.blank()
                tell(terminal, name, report, _bodies(log))
            reports.append(report)
    illegal = sum(report["verdict"] == "illegal" for report in reports)
    several = len(reports) > 1 or len(files) > 1 or files[0].is_dir()
    if as_json and several:
        _print_json(reports)
    elif as_json and reports:
        _print_json(reports[0])
    elif several:
        counts = {"logs": len(reports), "illegal": illegal, "unusable": faults.told}
        terminal.heading(terminal.words("report.totals", **counts))
    faults.exit()
    raise typer.Exit(int(illegal > 0))


@app.command(help=HERE("help.position"))
def position(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=HERE("help.log"))],
    lang: Lang,
    at: Annotated[int | None, typer.Option("--at", min=1, help=HERE("help.at"))] = None,
    as_json: AsJson = False,
    catalogue: Catalogue = None,
) -> None:
    """Shows a position of a log."""
    from api.position import position_at
    from api.tell_position import tell_position
    from api.terminal import Terminal
    from auditor import AuditorError, audited
    from events import LogError, read_log

    faults = Faults(lang)
    with faults.of(Unusable), faults.of(LogError, AuditorError, place=str(file)):
        logs = [content for path in logs_at(file) for _, content in read_logs(path)]
        if len(logs) != 1:
            raise Unusable(str(file), f"{len(logs)} matches", "one log")
        record = audited(read_log(logs[0]), catalogue or ())
        if at is not None and at > len(record.events):
            raise Unusable("--at", str(at), f"1–{len(record.events)}")
        found = position_at(record, at)
        if as_json:
            _print_json(found)
        else:
            tell_position(Terminal(lang), found)
    faults.exit()


@app.command(help=HERE("help.simulate"))
def simulate(
    game: GameKey,
    lang: Lang,
    matches: Annotated[int, typer.Option(min=1, help=HERE("help.matches"))] = 1,
    seed: Annotated[int | None, typer.Option(help=HERE("help.seed"))] = None,
    out: Annotated[Path | None, typer.Option(file_okay=False, help=HERE("help.out_folder"))] = None,
    hidden: Annotated[bool, typer.Option("--hidden", help=HERE("help.hidden"))] = False,
    illegal: Annotated[float, typer.Option(min=0, max=1, help=HERE("help.illegal"))] = 0,
) -> None:
    """Plays random matches."""
    from random import Random
    from secrets import randbits
    from uuid import UUID

    from api.terminal import Terminal
    from auditor import UnknownGame, game_of
    from auditor.simulate import simulate as simulated
    from events import write_log

    terminal, faults = Terminal(lang), Faults(lang)
    if out is None and matches > 1:
        faults.tell(faults.words.error(Unusable("--out", "nothing", "a folder")))
    with faults.of(UnknownGame):
        rulebook = game_of(game)
    faults.exit()
    if seed is None:
        seed = randbits(32)
        typer.echo(terminal.words("simulate.seed", seed=seed), err=True)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    for number in terminal.progress(range(1, matches + 1), matches):
        rng = Random(f"{seed}-{number}")
        match_id = str(UUID(int=rng.getrandbits(128), version=4))
        seat = "P2" if hidden else None
        plantable = rulebook.faults if rng.random() < illegal else {}
        match = simulated(rulebook, rng, match_id=match_id, hidden=seat, illegal=plantable)
        while plantable and match.planted is None:  # this match had no room for the fault
            match = simulated(rulebook, rng, match_id=match_id, hidden=seat, illegal=plantable)
        name = f"{game}_{seed}_{number}.jsonl"
        if out is None:
            sys.stdout.buffer.write(write_log(match.events))
        else:
            (out / name).write_bytes(write_log(match.events))
        if match.planted is not None:
            seq, rule = match.planted
            told = terminal.words("simulate.planted", name=name, seq=seq, rule=rule)
            typer.echo(told, err=True)


@app.command("import", help=HERE("help.import"))
def import_(files: Logs, lang: Lang, store: Store = STORE, catalogue: Catalogue = None) -> None:
    """Takes logs into the store."""
    from api.desk import Desk
    from api.errors import ApiError
    from api.terminal import Terminal
    from auditor import AuditorError
    from events import LogError
    from events.codec import lines_of
    from store import DuckDBLedger, StoreError

    terminal, faults = Terminal(lang), Faults(lang)
    with faults.of(StoreError), DuckDBLedger.open(store) as ledger:
        desk = Desk(ledger, catalogue or ())
        for name, content in _each_log(files, terminal, faults):
            with faults.of(LogError, AuditorError, ApiError, StoreError, place=name):
                answer = desk.log(list(lines_of(BytesIO(content))))
                match = json.loads(answer.body)
                verdict = terminal.words.named("verdict", match["verdict"])
                key = "stored" if answer.new else "unchanged"
                told = terminal.words(
                    f"import.{key}",
                    name=name,
                    match_id=match["match_id"],
                    events=match["head"],
                    verdict=verdict,
                )
                terminal.item(told, match["verdict"], depth=0)
    faults.exit()


@app.command(help=HERE("help.export"))
def export(
    lang: Lang,
    store: Store = STORE,
    form: Annotated[Form, typer.Option("--format", help=HERE("help.format"))] = Form.JSONL,
    out: Annotated[Path | None, typer.Option(help=HERE("help.out"))] = None,
    match: Annotated[str | None, typer.Option(help=HERE("help.match"))] = None,
    game: Annotated[str | None, typer.Option(help=HERE("help.game"))] = None,
    player: Annotated[str | None, typer.Option(help=HERE("help.player"))] = None,
    tournament: Annotated[str | None, typer.Option(help=HERE("help.tournament"))] = None,
    round_: Annotated[int | None, typer.Option("--round", help=HERE("help.round"))] = None,
    first_day: Annotated[
        datetime | None, typer.Option("--from", formats=[DAY], help=HERE("help.from"))
    ] = None,
    last_day: Annotated[
        datetime | None, typer.Option("--to", formats=[DAY], help=HERE("help.to"))
    ] = None,
    verdict: Annotated[Judged | None, typer.Option(help=HERE("help.verdict"))] = None,
    rule: Annotated[str | None, typer.Option(help=HERE("help.rule_broken"))] = None,
    winner: Annotated[str | None, typer.Option(help=HERE("help.winner"))] = None,
    state: Annotated[State | None, typer.Option(help=HERE("help.state"))] = None,
    catalogue: Catalogue = None,
) -> None:
    """Writes stored matches as logs."""
    from api.desk import Desk
    from api.files import write_columns, write_lines
    from api.routes.matches import Wanted
    from events import write_log
    from store import DuckDBLedger, StoreError

    wanted = Wanted.model_validate(
        {
            "game": game,
            "player": player,
            "tournament": tournament,
            "round": round_,
            "from": first_day and first_day.date(),
            "to": last_day and last_day.date(),
            "verdict": verdict,
            "rule": rule,
            "winner": winner,
            "state": state,
        }
    )
    faults = Faults(lang)
    with faults.of(Unusable, StoreError):
        if not store.is_dir():
            raise Unusable(str(store), "nothing", "a store")
        with DuckDBLedger.open(store) as ledger:
            desk = Desk(ledger, catalogue or ())
            ids = [match] if match else _match_ids(desk, wanted.filters())
            logs = (desk.events(match_id)[0] for match_id in ids)
            if form is not Form.JSONL:
                with out.open("wb") if out else nullcontext(sys.stdout.buffer) as sink:
                    write_columns(logs, sink, form)
            elif out is not None:
                write_lines(logs, out)
            elif len(ids) == 1:
                sys.stdout.buffer.write(write_log(next(logs)))
            else:
                raise Unusable("--out", "nothing", "a folder")
    faults.exit()


def _match_ids(desk: Desk, filters: Filters) -> list[str]:
    found: list[str] = []
    while page := desk.matches(filters, found[-1] if found else None, PAGE):
        found += [listed.match_id for listed in page]
    return found


@app.command(help=HERE("help.serve"))
def serve(
    lang: Lang,
    host: Annotated[str, typer.Option(help=HERE("help.host"))] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help=HERE("help.port"))] = 8000,
    demo: Annotated[bool, typer.Option("--demo", help=HERE("help.serve_demo"))] = False,
    store: Store = STORE,
    catalogue: Catalogue = None,
) -> None:
    """Serves the HTTP API until it is stopped."""
    from api import serving
    from api.app import make_app
    from api.demo import examples
    from api.desk import Desk
    from api.gate import is_loopback
    from api.settings import read_settings
    from events.codec import lines_of
    from store import DuckDBLedger, StoreError

    faults = Faults(lang)
    with faults.of(Unusable, StoreError), ExitStack() as closing:
        settings = read_settings()
        is_new = demo or not store.is_dir()
        serving.keep_in(host, guarded=settings.issuer is not None or not is_new)
        fresh = closing.enter_context(TemporaryDirectory()) if demo else None
        ledger = closing.enter_context(DuckDBLedger.open(Path(fresh) if fresh else store))
        if demo:
            desk = Desk(ledger)
            for example in examples():
                desk.log(list(lines_of(BytesIO(example.read_bytes()))))
        app = make_app(ledger, catalogue or (), settings, local=is_loopback(host))
        serving.keep_in(host, guarded=not app.state.doors.are_open)
        listener = closing.enter_context(serving.listening(host, port))
        typer.echo(faults.words("serve.listening", url=serving.url_of(listener)))
        if app.state.doors.are_open:
            typer.echo(faults.words("serve.open"))
        serving.serve(app, listener, settings)
    faults.exit()


@app.command(help=HERE("help.rules"))
def rules(
    game: GameKey,
    lang: Lang,
    rule: Annotated[str | None, typer.Argument(metavar="[ID]", help=HERE("help.rule"))] = None,
) -> None:
    """Shows the rules of a game, or one of them."""
    from api.tell_rules import tell_rule, tell_rules
    from api.terminal import Terminal
    from auditor import UnknownGame, game_of

    terminal, faults = Terminal(lang), Faults(lang)
    with faults.of(UnknownGame, Unusable):
        if rule is None:
            tell_rules(terminal, game_of(game))
        else:
            tell_rule(terminal, game_of(game), rule)
    faults.exit()


@app.command(help=HERE("help.demo"))
def demo(lang: Lang) -> None:
    """Records, audits and queries the example matches."""
    from api.demo import show
    from api.terminal import Terminal
    from store import StoreError

    faults = Faults(lang)
    with faults.of(Unusable, StoreError):
        show(Terminal(lang))
    faults.exit()
