"""Every rule has its cases; the id of the rule is the name of the test."""

import pytest

from tests.games.cases import Case, cases, cited, judged, settled

START = {"options": {"board": "rug", "first_player": "P1"}, "catalogue": "playroom"}
CASES = [*cases("toy_battle", "toy_battle"), *cases("general", "toy_battle")]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    record, when = judged(case, START)
    then = case.body["then"]
    expected = [] if then == "legal" else case.body.get("cites", [case.rule])
    assert (record.verdict(when), cited(record, when)) == (then, sorted(expected))
    if "settled" in case.body:
        settled(case, START, record)
        assert record.verdict(when) == case.body["settled"]["then"]
        assert any(f.settled_by == when + 1 for f in record.findings[when])
