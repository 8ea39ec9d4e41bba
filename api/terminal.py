"""Lines on a terminal: labelled, hanging, wrapped where there is an edge to wrap at."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.text import Text

from api.words import Language, Words

T = TypeVar("T")

UNWRAPPED = 1 << 20
"""Columns where there is no edge: in a pipe or a file."""
LABEL = 16
"""Columns of a label."""
COLOURS = {"legal": "green", "illegal": "bold red", "undetermined": "yellow"}


class Terminal:
    """Standard output, in one language."""

    def __init__(self, language: Language) -> None:
        self.words = Words(language)
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.width = self.console.width if self.console.is_terminal else UNWRAPPED

    def title(self, text: str, verdict: str = "") -> None:
        """A line that starts something."""
        self._print(Text(text, style=COLOURS.get(verdict, "bold")))

    def heading(self, text: str) -> None:
        """A line over a part, with an empty one before it."""
        self.blank()
        self._print(Text(text, style="bold"))

    def blank(self) -> None:
        """An empty line."""
        self.console.print()

    def field(self, label: str, text: str, verdict: str = "") -> None:
        """A label, and a text beside it."""
        head = "  " + set_cell_size(label, max(LABEL, cell_len(label) + 1))
        self._hang(Text(head, style="dim"), Text(text, style=COLOURS.get(verdict, "")))

    def fields(self, label: str, texts: Sequence[str]) -> None:
        """A label, and some texts below each other beside it."""
        for text in texts:
            self.field(label, text)
            label = ""

    def item(self, text: str, verdict: str = "", depth: int = 1) -> None:
        """A line of a list."""
        self._hang(Text("  " * depth), Text(text, style=COLOURS.get(verdict, "")), more=2)

    def columns(self, lines: Sequence[Sequence[str]]) -> None:
        """Lines of cells, each column as wide as its widest cell."""
        widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
        for number, line in enumerate(lines):
            cells = (set_cell_size(c, w) for c, w in zip(line, widths, strict=True))
            self._print(Text("  ".join(cells), style="" if number else "dim"))

    def listed(self, values: Iterable[Any]) -> str:
        """Values one after the other."""
        return self.words("terminal.list").join(map(str, values))

    def progress(self, values: Iterable[T], total: int) -> Iterable[T]:
        """The values, with a bar while they are gone through, if anybody can see it."""
        if not self.console.is_terminal or total < 2:
            yield from values
            return
        columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=self.console, transient=True) as progress:
            yield from progress.track(values, total=total)

    def _hang(self, head: Text, text: Text, more: int = 0) -> None:
        """A text beside a head, its further lines below its first, `more` columns in."""
        indent = head.cell_len
        room = max(self.width - indent - more, 20)
        for line in text.wrap(self.console, room):
            self._print(head + line)
            head = Text(" " * (indent + more))

    def _print(self, text: Text) -> None:
        text.rstrip()
        self.console.print(text, soft_wrap=True)


def event_in_short(event: dict[str, Any]) -> str:
    """Who did what, with the fields of the event as the log has them."""
    fields = [
        f"{name}: {_value(value)}"
        for name, value in event.items()
        if name not in ENVELOPE and value is not None
    ]
    return "  ".join([f"{event['actor']} {event['type']}", *fields])


ENVELOPE = ("match_id", "seq", "at", "actor", "type", "v", "event_id")


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
