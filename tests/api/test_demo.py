"""`senpu demo`: the main job, start to end."""

import pytest

from api import demo
from auditor import audit
from events import read_log
from tests.api.running import senpu


@pytest.mark.parametrize(
    ("lang", "divergence", "figures"),
    [("en", "First divergence: event 6", "Figures"), ("ja", "最初の不一致：出来事6", "数字")],
)
def test_the_demo_records_audits_and_tells(lang, divergence, figures):
    result = senpu("demo", "--lang", lang)
    assert (result.exit_code, result.stderr) == (0, "")
    assert divergence in result.stdout
    assert "TB-7.1" in result.stdout
    logs = [path.read_bytes() for path in demo.examples()]
    illegal = sum(audit(read_log(log))["verdict"] == "illegal" for log in logs)
    events = sum(log.count(b"\n") for log in logs)
    told = result.stdout.split(f"{figures}\n")[1].splitlines()
    assert [line.split()[-1] for line in told[:3]] == [
        str(number) for number in (len(logs), illegal, events)
    ]
    for command in ("audit", "rules", "simulate", "serve"):
        assert f"  senpu {command} " in result.stdout


def test_without_examples_it_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(demo, "FIXTURES", tmp_path / "fixtures")
    result = senpu("demo")
    assert result.exit_code == 2
    assert result.stderr.endswith("fixtures: found nothing, expected the example matches\n")
