"""Which kinds of cards are used in which window: the model's table, as data."""

from __future__ import annotations

from typing import NamedTuple


class Cell(NamedTuple):
    """What a kind needs in a window, and the rule it breaks without."""

    needs: str
    """`yes`: nothing; `damage`: a rule about damage; `own`: that the phase is the user's, or a
    text that says any; `own damage`: both; `listed`: that the match's option lists the window;
    `never`."""
    id: str


YES = Cell("yes", "")
NO_COMBAT_PHASE = Cell("never", "VB-11.2")
LISTED = Cell("listed", "VB-10.4")

MATRIX: dict[str, dict[str, Cell]] = {
    "offkai": {
        "T1": YES,
        "T2": YES,
        "T3": YES,
        "T4": YES,
        "T5o": YES,
        "C2": YES,
        "C2x": YES,
        "C4": Cell("damage", "VB-9.6"),
        "C4x": Cell("damage", "VB-9.6"),
        "T6": YES,
    },
    "effect": {
        "T1": LISTED,
        "T2": LISTED,
        "T3": LISTED,
        "T4": LISTED,
        "T5o": LISTED,
        "C2": LISTED,
        "C2x": LISTED,
        "C4": Cell("damage", "VB-13.11"),
        "C4x": Cell("damage", "VB-13.11"),
        "T6": LISTED,
    },
    "combat": {
        "T1": NO_COMBAT_PHASE,
        "T2": NO_COMBAT_PHASE,
        "T3": NO_COMBAT_PHASE,
        "T4": NO_COMBAT_PHASE,
        "T5o": Cell("own", "VB-11.1"),
        "C2": Cell("own", "VB-11.1"),
        "C2x": NO_COMBAT_PHASE,
        "C4": Cell("own damage", "VB-13.11"),
        "C4x": NO_COMBAT_PHASE,
        "T6": NO_COMBAT_PHASE,
    },
}
"""By kind and window; an `x` marks a combat outside of a combat phase."""

DAMAGE_FIXED = {"FQ-02": "VB-20.6", "FQ-04": "VB-20.9", "FQ-05": "VB-20.10"}
"""Cards for which a rule of their own says that the damage must be fixed."""
