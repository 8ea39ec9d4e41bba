"""Wrong events by the rule that each breaks, for simulated matches.

Each is built from what its rule says, with eyes of its own for the table: the verdicts of the
auditor are never asked, so that the two can be held against each other.
"""

from __future__ import annotations

from auditor.game import Fault
from auditor.games.soukou_musume.faults import attack, cards, judging, setup, texts, turns

FAULTS: dict[str, Fault] = {
    **setup.FAULTS,
    **turns.FAULTS,
    **cards.FAULTS,
    **attack.FAULTS,
    **judging.FAULTS,
    **texts.FAULTS,
}
"""The faults by the id of the rule broken."""
