"""Wrong events by the rule that each breaks, for simulated matches."""

from auditor.game import Fault

FAULTS: dict[str, Fault] = {}
