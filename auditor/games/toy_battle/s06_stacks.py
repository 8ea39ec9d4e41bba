"""Stacks (TB-6)."""

from auditor.declare import rule
from auditor.games.toy_battle.state import Toys
from events.toy_battle import StackInspected, StackReordered


@rule("TB-6.4", on=StackInspected, facts=lambda s, e: {"base": e.base})
def there_is_such_a_base(s: Toys, e: StackInspected) -> bool:
    return e.base in s.board.bit


@rule("TB-6.5", on=StackReordered, facts=lambda s, e: {"base": e.base})
def order_of_a_stack_stays(s: Toys, e: StackReordered) -> bool:
    return False
