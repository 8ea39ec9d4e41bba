"""`senpu demo`: the main job, start to end."""

from time import monotonic

import pytest

from api import demo
from tests.api.running import senpu


@pytest.mark.parametrize(
    ("lang", "divergence", "figures"),
    [("en", "First divergence: event 6", "Figures"), ("ja", "最初の不一致：出来事6", "数字")],
)
def test_the_demo_records_audits_and_tells(lang, divergence, figures):
    started = monotonic()
    result = senpu("demo", "--lang", lang)
    assert (result.exit_code, result.stderr) == (0, "")
    assert monotonic() - started < 30
    assert divergence in result.stdout
    assert "TB-7.1" in result.stdout
    # 72 + 119 + 9 + 12 + 7 events; illegal: dispute_1 and dispute_2
    told = result.stdout.split(f"{figures}\n")[1].splitlines()
    assert [line.split()[-1] for line in told[:3]] == ["5", "2", "219"]
    for command in ("audit", "rules", "simulate", "serve"):
        assert f"  senpu {command} " in result.stdout


def test_without_examples_it_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(demo, "FIXTURES", tmp_path / "fixtures")
    result = senpu("demo")
    assert result.exit_code == 2
    assert result.stderr.endswith("fixtures: found nothing, expected the example matches\n")
