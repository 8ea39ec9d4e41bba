"""Wrong events by the rule that each breaks, for simulated matches.

Each is built from what its rule says, with eyes of its own for the map: the verdicts of the
auditor are never asked, so that the two can be held against each other.
"""

from __future__ import annotations

from auditor.game import Fault
from auditor.games.dino_world.faults import battle, end, setup, sums, turn

PARTS = (setup, turn, battle, sums, end)
FAULTS: dict[str, Fault] = {id: fault for part in PARTS for id, fault in part.FAULTS.items()}
"""The faults by the id of the rule broken."""
