"""Wrong events by the rule that each breaks."""

FAULTS = {}
