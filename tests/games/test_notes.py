"""What is odd about a match, and holds of no event."""

from __future__ import annotations

import json

import pytest

from auditor import audit
from events import read_log
from tests.games.matches import FIXTURES, read

DISPUTE = FIXTURES / "rockman_exe_access" / "examples" / "dispute_1.jsonl"


@pytest.mark.parametrize("agreed", [True, False])
def test_how_often_several_chips_spin_is_to_be_agreed(agreed: bool) -> None:
    opened, *rest = read(DISPUTE)
    options = {"chip_spins": "once"} if agreed else {}
    lines = [json.dumps(body) for body in ({**opened, "options": options}, *rest)]
    notes = audit(read_log("".join(f"{line}\n" for line in lines).encode()))["notes"]
    assert [("chip_spins" in note["en"], "chip_spins" in note["ja"]) for note in notes] == (
        [] if agreed else [(True, True)]
    )
