"""The turn (TB-3)."""

from auditor.declare import rule
from auditor.games.toy_battle.state import Toys
from events.toy_battle import TurnEnded


@rule("TB-3.3", on=TurnEnded)
def an_action_is_done_if_one_is_possible(s: Toys, e: TurnEnded) -> bool:
    if s.acted or s.options.pass_allowed or s.set_up or s.is_over or e.actor != s.to_move:
        return True
    # a lying tile that counts as placeable keeps its owner from being stuck; no act is possible
    return not s.draw_size(s.to_move) and not s.can_place(s.to_move)
