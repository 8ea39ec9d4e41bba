"""Runs the command `senpu`, in process or, as a server, in one of its own."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from api.cli import app
from tests.api.asking import EXAMPLES

SERVE = [sys.executable, "-c", "from api.cli import main; main()", "serve", "--port", "0"]
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


@contextmanager
def server(store: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A real server over a store, and where it is reached."""
    env = {**os.environ, "LANG": "C.UTF-8"}
    command = [*SERVE, "--store", str(store)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=env
    ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://[\d.]+:\d+", process.stdout.readline())
            assert found is not None
            yield process, found[0]
        finally:
            process.kill()
