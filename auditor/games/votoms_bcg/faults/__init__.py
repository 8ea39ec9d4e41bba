"""Wrong events by the rule that each breaks, for simulated matches."""

from __future__ import annotations

from auditor.game import Fault

FAULTS: dict[str, Fault] = {}
"""The faults by the id of the rule broken."""
