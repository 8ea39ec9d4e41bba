"""The turn (TB-3)."""

from auditor.declare import which
from auditor.games.toy_battle.state import Toys
from events.toy_battle import TurnEnded


@which("TB-3.3", "TB-12.7", on=TurnEnded)
def a_turn_has_its_action(s: Toys, e: TurnEnded) -> str | None:
    if s.acted or s.options.pass_allowed or s.set_up or s.is_over or e.actor != s.to_move:
        return None
    if s.draw_size(s.to_move) or s.can_place(s.to_move):
        return "TB-3.3"
    # a lying tile that counts as placeable keeps its owner from being stuck; no act is possible
    return None if s.can_place_lying(s.to_move) else "TB-12.7"
