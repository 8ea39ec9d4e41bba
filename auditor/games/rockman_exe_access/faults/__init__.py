"""Wrong events by the rule that each breaks, for simulated matches.

Each is built from what its rule says, with eyes of its own for the table: the verdicts of the
auditor are never asked, so that the two can be held against each other.
"""

from __future__ import annotations

from auditor.game import Fault
from auditor.games.rockman_exe_access.faults import attacking, battle, beginning, navis

FAULTS: dict[str, Fault] = {
    **beginning.FAULTS,
    **attacking.FAULTS,
    **battle.FAULTS,
    **navis.FAULTS,
}
"""The faults by the id of the rule broken."""
