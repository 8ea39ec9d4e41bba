"""What Jumbo and XB-42 take (TB-9.9-9.13, TB-9.18-9.20)."""

from typing import Any

from auditor.declare import rule, which
from auditor.games.toy_battle.state import Toys, owner_of
from events.toy_battle import BoardTroopDiscarded, RackTroopDiscarded


def target(s: Toys, e: BoardTroopDiscarded) -> dict[str, Any]:
    """Where the Jumbo stands, and what it picks."""
    return {"unit": e.unit, "base": e.base, "from": jumbo_stands_on(s, e)}


def jumbo_stands_on(s: Toys, e: BoardTroopDiscarded) -> str | None:
    """The base on which the Jumbo was placed (TB-9.10)."""
    placed = s.placed_now(e.by)
    return placed.space if placed else s.where(e.by)


@which("TB-9.10", "TB-9.11", "TB-9.12", on=BoardTroopDiscarded, facts=target)
def jumbo_picks_a_visible_adjacent_enemy(s: Toys, e: BoardTroopDiscarded) -> str | None:
    if owner_of(e.unit) == e.actor:
        return "TB-9.11"
    top = s.top(e.base)
    if top is None or top.id != e.unit:
        return "TB-9.12"
    stands = jumbo_stands_on(s, e)
    if stands is not None and not s.board.next_to[stands] & s.board.bit[e.base]:
        return "TB-9.10"
    return None


@which("TB-9.19", "TB-9.20", "TB-10.30", on=RackTroopDiscarded)
def chance_picks_a_tile_of_the_enemys_rack(s: Toys, e: RackTroopDiscarded) -> str | None:
    if e.owner != s.enemy(e.actor) or owner_of(e.unit) != e.owner or e.method != "random":
        return "TB-9.19"
    if not s.rack_size(e.owner):
        return "TB-9.20"
    lies = any(tile.id == e.unit for tile in s.lying[e.owner])
    return "TB-10.30" if lies and not s.options.xb42_lying else None


@rule("GN-2.3", on=RackTroopDiscarded, facts=lambda s, e: {"troop": e.troop})
def the_rack_held_the_tile(s: Toys, e: RackTroopDiscarded) -> bool:
    if e.troop is None or e.owner not in s.rack or not s.rack_size(e.owner):
        return True
    lying = any(tile.id == e.unit for tile in s.lying[e.owner])
    return lying or (e.troop in s.board.tiles and e.troop in s.rack[e.owner])
