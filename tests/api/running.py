"""Runs the command `senpu`, in process."""

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from api.cli import app
from tests.api.asking import EXAMPLES

GENERAL = EXAMPLES.parents[1] / "general" / "examples"


def senpu(*arguments: str | Path, stdin: bytes | None = None, **environment: str) -> Result:
    """What a command answers; the language is English, if the environment doesn't say."""
    runner = CliRunner(env={"LANG": "C.UTF-8", **environment})
    return runner.invoke(app, [str(a) for a in arguments], input=stdin)


def example(name: str) -> Path:
    """The file of an example log."""
    return EXAMPLES / f"{name}.jsonl"


def saved(path: Path, log: list[dict[str, Any]]) -> Path:
    """A log, written to a file."""
    path.write_text("".join(json.dumps(event) + "\n" for event in log), encoding="utf-8")
    return path
