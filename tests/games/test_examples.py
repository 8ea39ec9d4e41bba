"""The logs worked out by hand, with hindsight, before any program read them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from auditor import audit
from auditor.game import games
from events import read_log

FIXTURES = Path(__file__).parents[2] / "fixtures"


def worked_out() -> list[tuple[Path, dict[str, Any]]]:
    """Each example log of an installed game, with what was worked out for it."""
    found = []
    for path in sorted(FIXTURES.glob("*/examples/expected.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            log = path.parent / case["log"]
            if any(f'"game":"{key}"'.encode() in log.read_bytes() for key in games()):
                found.append((log, case))
    return found


@pytest.mark.parametrize(
    ("log", "case"), worked_out(), ids=lambda value: getattr(value, "stem", "")
)
def test_example(log: Path, case: dict[str, Any]) -> None:
    report = audit(read_log(log.read_bytes()))
    findings = report["findings"]
    told = {expected["seq"]: expected for expected in case["expect"]}
    for seq in range(1, report["events"] + 1):
        cited = {f["rule"] for f in findings if f["seq"] == seq and f["verdict"] == "illegal"}
        waits = {f["rule"] for f in findings if f["seq"] == seq and f["verdict"] == "undetermined"}
        expected = told.get(seq)
        if expected is None:
            assert case["rest"] == "any" or not cited, f"event {seq} should be legal"
        elif expected["verdict"] == "illegal":
            assert cited, f"event {seq} should be illegal"
            assert cited <= set(expected["rules"]), f"event {seq} cites {cited}"
        else:
            assert not cited, f"event {seq} should be {expected['verdict']}"
            assert bool(waits) == (expected["verdict"] == "undetermined"), f"event {seq}"
    if "result" in case:
        by_rules = report["result"]["by_rules"]
        result = {"reason": by_rules["reason"], **case["result"]}
        winner = None if result["winner"] == "none" else result["winner"]
        assert (by_rules["winner"], by_rules["reason"]) == (winner, result["reason"])
    for settled in case.get("settled", []):
        by = [f["settled_by"] for f in findings if f["seq"] == settled["seq"]]
        assert settled["by"] in by
