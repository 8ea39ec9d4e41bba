"""`senpu stats`: statistics over the matches of a store."""

from __future__ import annotations

import json
import sys
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.cli_shared import HERE, STORE, Catalogue, Faults, Lang, Store
from api.files import Unusable

if TYPE_CHECKING:
    from api.terminal import Terminal
    from store.statistics.answer import Answer

stats = typer.Typer(rich_markup_mode=None)
DAY = "%Y-%m-%d"


class Written(StrEnum):
    """How a statistic is written."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    ARROW = "arrow"
    SVG = "svg"


@stats.command("stats", help=HERE("help.stats"))
def tell_statistic(
    game: Annotated[str, typer.Argument(metavar="GAME", help=HERE("help.game"))],
    lang: Lang,
    statistic: Annotated[
        str | None, typer.Argument(metavar="[STATISTIC]", help=HERE("help.statistic"))
    ] = None,
    by: Annotated[str | None, typer.Option(help=HERE("help.stats_by"))] = None,
    first_day: Annotated[
        datetime | None, typer.Option("--from", formats=[DAY], help=HERE("help.from"))
    ] = None,
    last_day: Annotated[
        datetime | None, typer.Option("--to", formats=[DAY], help=HERE("help.to"))
    ] = None,
    tournament: Annotated[str | None, typer.Option(help=HERE("help.tournament"))] = None,
    round_: Annotated[int | None, typer.Option("--round", help=HERE("help.round"))] = None,
    player: Annotated[str | None, typer.Option(help=HERE("help.player"))] = None,
    deck: Annotated[str | None, typer.Option(help=HERE("help.stats_deck"))] = None,
    seat: Annotated[str | None, typer.Option(help=HERE("help.stats_seat"))] = None,
    option: Annotated[list[str] | None, typer.Option(help=HERE("help.stats_option"))] = None,
    clean: Annotated[bool, typer.Option("--clean", help=HERE("help.stats_clean"))] = False,
    abandoned_h: Annotated[int, typer.Option(min=1, help=HERE("help.stats_abandoned"))] = 24,
    explain: Annotated[bool, typer.Option("--explain", help=HERE("help.stats_explain"))] = False,
    form: Annotated[
        Written, typer.Option("--format", help=HERE("help.stats_form"))
    ] = Written.TABLE,
    out: Annotated[Path | None, typer.Option(help=HERE("help.stats_out"))] = None,
    store: Store = STORE,
    catalogue: Catalogue = None,
) -> None:
    """Works a statistic out and shows it."""
    from pydantic import ValidationError

    from api.desk import Desk
    from api.errors import ApiError
    from api.routes.stats import Asked
    from api.statistics import asked, statistic_of
    from api.terminal import Terminal
    from auditor import UnknownGame, game_of
    from store import DuckDBLedger, StoreError

    terminal, faults = Terminal(lang), Faults(lang)
    with faults.of(Unusable, StoreError, ApiError, UnknownGame):
        key = game_of(game).key
        if statistic is None:
            _tell_all(terminal)
            return
        statistic_of(statistic, by)
        try:
            asking = Asked.model_validate(
                {
                    "from": first_day and first_day.date(),
                    "to": last_day and last_day.date(),
                    "tournament": tournament,
                    "round": round_,
                    "player": player,
                    "deck": deck,
                    "seat": seat,
                    "option": option or [],
                    "clean": clean,
                    "by": by,
                    "abandoned_h": abandoned_h,
                    "explain": explain,
                }
            )
        except ValidationError as error:
            fault = error.errors(include_url=False)[0]
            raise Unusable(f"--{fault['loc'][0]}", str(fault["input"]), str(fault["msg"])) from None
        if not store.is_dir():
            raise Unusable(str(store), "nothing", "a store")
        with DuckDBLedger.open(store) as ledger:
            desk = Desk(ledger, catalogue or ())
            answer = asked(desk, statistic, asking.wanted(key), explain=explain)
        if form is Written.TABLE and out is None:
            _tell(terminal, answer, explain=explain)
        else:
            _write(_bytes(answer, form, lang, explain=explain), out)
    faults.exit()


def _bytes(answer: Answer, form: Written, lang: Any, *, explain: bool) -> bytes:
    from api.charts import as_svg
    from api.statistics import as_arrow, as_csv, as_json

    if form is Written.CSV:
        return as_csv(answer.rows)
    if form is Written.ARROW:
        return as_arrow(answer)
    if form is Written.SVG:
        return as_svg(answer, lang).encode()
    text = json.dumps(as_json(answer, explain=explain), ensure_ascii=False, indent=2)
    return f"{text}\n".encode()


def _write(content: bytes, out: Path | None) -> None:
    if out is None:
        sys.stdout.buffer.write(content)
    else:
        out.write_bytes(content)


def _tell_all(terminal: Terminal) -> None:
    from store.statistics.definition import statistics

    place = terminal.words.language.place
    for each in statistics().values():
        text = terminal.words("stats.listed", name=each.key, title=each.title[place])
        if each.by:
            text += terminal.words("stats.by", by=terminal.listed(each.by))
        terminal.item(text, depth=0)


def _tell(terminal: Terminal, answer: Answer, *, explain: bool) -> None:
    from api.statistics import explained
    from store.statistics.wanted import REASONS

    place = terminal.words.language.place
    words = terminal.words
    terminal.title(answer.statistic.title[place])
    terminal.item(answer.statistic.definition[place])
    terminal.item(words("stats.counted", counted=answer.counted, illegal=answer.with_illegal))
    for reason, count in answer.left_out.items():
        terminal.item(words("stats.left_out", count=count, why=REASONS[reason][place]))
    if explain:
        for match in explained(answer)["left_out"]:
            copy = f" ({match['copy_of']})" if match["copy_of"] else ""
            why = REASONS[match["reason"]][place]
            terminal.item(f"{match['match_id']}  {why}{copy}", depth=2)
    terminal.blank()
    if not answer.rows:
        terminal.item(words("stats.nothing"))
        return
    names = [name for name in answer.rows[0] if not name.endswith(("_low", "_high"))]
    lines = [
        names,
        *([_cell(row, name, words("stats.none")) for name in names] for row in answer.rows),
    ]
    terminal.columns(lines)


def _cell(row: dict[str, Any], name: str, none: str) -> str:
    """A value; a rate with its interval."""
    value = row[name]
    if f"{name}_low" in row:
        if value is None:
            return "–"
        return f"{value:.1%} ({row[f'{name}_low']:.1%}–{row[f'{name}_high']:.1%})"
    if value is None:
        return none
    return f"{value:.2f}" if isinstance(value, float) else str(value)
