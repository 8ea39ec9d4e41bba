"""The client examples of `api/clients.md` do what they say, against a real server."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.api.running import server

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "api" / "clients.md").read_text(encoding="utf-8")
EXAMPLES = [
    pytest.param(language, text, id=f"{part.splitlines()[0].partition(' ・ ')[0]}, {language}")
    for part in PAGE.split("\n## ")[1:]
    for language, text in re.findall(r"```(python|sh)\n(.*?)```", part, re.DOTALL)
]
RUN = {"python": [sys.executable, "-c"], "sh": ["bash", "-euo", "pipefail", "-c"]}
SAYS = {
    "Record a table, python": "recorded up to event 4",
    "Record a table, sh": '"findings":[]',
    "Audit a dispute, python": "illegal first at event",
    "Audit a dispute, sh": '"verdict":"illegal"',
    "Ask for statistics, python": "matches counted; left out: {",
    "Ask for statistics, sh": "\nturns,1,",
}


def test_each_use_is_shown_in_both_languages() -> None:
    assert set(SAYS) == {example.id for example in EXAMPLES}


@pytest.mark.parametrize(("language", "text"), EXAMPLES)
def test_an_example_works(
    language: str, text: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with server(tmp_path / "store") as (_, url):
        done = subprocess.run(
            [*RUN[language], text],
            cwd=ROOT,
            env={**os.environ, "SENPU_URL": url},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    assert (done.returncode, done.stderr) == (0, "")
    assert SAYS[request.node.callspec.id] in done.stdout
