"""The turn (TB-3)."""

from auditor.declare import rule
from auditor.games.toy_battle.state import Toys
from events.toy_battle import TurnEnded


@rule("TB-3.3", on=TurnEnded)
def an_action_is_done_if_one_is_possible(s: Toys, e: TurnEnded) -> bool:
    if s.acted or s.options.pass_allowed or s.set_up or s.is_over or e.actor != s.to_move:
        return True
    return not s.can_act(s.to_move)
