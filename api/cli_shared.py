"""What the commands share: words, options, faults."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from api.words import Language, Words, language_here

HERE = Words(language_here())
"""The language of `--help`."""
Lang = Annotated[
    Language,
    typer.Option(
        "--lang", default_factory=language_here, show_default=False, help=HERE("help.lang")
    ),
]
Catalogue = Annotated[
    list[Path] | None,
    typer.Option("--catalogue", exists=True, help=HERE("help.catalogue")),
]
Store = Annotated[
    Path, typer.Option("--store", envvar="SENPU_STORE", file_okay=False, help=HERE("help.store"))
]
STORE = Path("senpu-data")


class Faults:
    """What can't be used, told on standard error; what can is gone on with."""

    def __init__(self, language: Language) -> None:
        self.words = Words(language)
        self.told = 0

    @contextmanager
    def of(self, *kinds: type[Exception], place: str = "") -> Iterator[None]:
        """Ends the block, and only it, at a fault of these kinds."""
        try:
            yield
        except kinds as fault:
            text = self.words.error(fault)
            self.tell(f"{place}: {text}" if place else text)

    def tell(self, text: str) -> None:
        """One fault on standard error."""
        self.told += 1
        typer.echo(self.words("terminal.error", text=text), err=True)

    def exit(self) -> None:
        """Ends the command with exit code 2, if there was a fault."""
        if self.told:
            raise typer.Exit(2)
