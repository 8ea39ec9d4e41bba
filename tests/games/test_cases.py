"""Every rule has its cases; the id of the rule is the name of the test."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.cases import Case, cases, cited, judged, settled
from tests.games.proof import PROOFS

START: Mapping[str, Mapping[str, Any]] = {key: proof.start for key, proof in PROOFS.items()}
CASES = [
    *(case for key in PROOFS for case in cases(key, key)),
    *cases("general", "toy_battle"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    start = START[case.game]
    record, when = judged(case, start)
    then = case.body["then"]
    expected = [] if then == "legal" else case.body.get("cites", [case.rule])
    assert (record.verdict(when), cited(record, when)) == (then, sorted(expected))
    if "settled" in case.body:
        settled(case, start, record)
        assert record.verdict(when) == case.body["settled"]["then"]
        assert any(f.settled_by == when + 1 for f in record.findings[when])
