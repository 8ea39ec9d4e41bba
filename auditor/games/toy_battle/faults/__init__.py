"""Wrong events by the rule that each breaks, for simulated matches.

Each is built from what its rule says, with eyes of its own for the board: the verdicts of the
auditor are never asked, so that the two can be held against each other.
"""

from __future__ import annotations

from auditor.game import Fault
from auditor.games.toy_battle.faults import drawing, effects, ending, medals, placing, record, turn

FAULTS: dict[str, Fault] = {
    **record.FAULTS,
    **turn.FAULTS,
    **drawing.FAULTS,
    **placing.FAULTS,
    **effects.FAULTS,
    **medals.FAULTS,
    **ending.FAULTS,
}
"""The faults by the id of the rule broken."""
