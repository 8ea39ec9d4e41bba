"""Placing a troop (TB-5, TB-7), the leaves of Hook and Quack (TB-9), the Pool (TB-10.6-10.9)."""

from typing import Any

from auditor.declare import leave, rule, which
from auditor.games.toy_battle.state import Toys, owner_of
from events.toy_battle import TroopPlaced


def is_lying(s: Toys, e: TroopPlaced) -> bool:
    """The tile placed is one that a Battlefield laid down."""
    return any(tile.id == e.unit for tile in s.lying[e.actor]) if s.lying[e.actor] else False


def is_known_kind(s: Toys, e: TroopPlaced) -> bool:
    """The kind is one of the tile table's; another breaks TB-5.9 alone."""
    return e.troop in s.board.tiles


def tile_and_rack(s: Toys, e: TroopPlaced) -> dict[str, Any]:
    """The tile, and what is known of the rack."""
    return {"unit": e.unit, "troop": e.troop, "rack": sorted(s.rack[e.actor].known)}


@which(
    "TB-5.9",
    "TB-5.10",
    "TB-9.4",
    "TB-9.8",
    "TB-14.2",
    "GN-2.3",
    on=TroopPlaced,
    facts=tile_and_rack,
)
def tile_is_of_ones_own_rack(s: Toys, e: TroopPlaced) -> str | None:
    extra = e.cause == "captain"
    if owner_of(e.unit) != e.actor:
        return "TB-9.4" if extra else "TB-5.9"
    if e.troop is None:
        return None
    if s.is_used(e.unit):
        if is_lying(s, e):
            return None if s.kind_of(e.unit) in (None, e.troop) else "GN-2.3"
        if s.where(e.unit) is not None:
            return "TB-5.10"
        discarded = any(unit.id == e.unit for unit in s.discard[e.actor])
        return ("TB-9.8" if extra else "TB-5.9") if discarded else "GN-2.3"
    if not s.rack[e.actor].size:
        return "TB-14.2"
    return None if is_known_kind(s, e) and e.troop in s.rack[e.actor] else "TB-5.9"


@rule("TB-10.25", on=TroopPlaced, facts=lambda s, e: {"unit": e.unit})
def tile_is_not_lying(s: Toys, e: TroopPlaced) -> bool:
    return not is_lying(s, e)


@rule("TB-5.7", on=TroopPlaced, facts=lambda s, e: {"space": e.space})
def space_is_not_ones_own_hq(s: Toys, e: TroopPlaced) -> bool:
    return s.board.owner.get(e.space) != e.actor


def on_enemy(s: Toys, e: TroopPlaced) -> dict[str, Any]:
    """The two troops that are compared."""
    top = s.top(e.space)
    return {
        "base": e.space,
        "placed": e.troop,
        "strength": s.strength(e.troop or ""),
        "covered": top.troop if top else None,
        "covered_strength": s.strength(top.troop) if top else None,
    }


@which("TB-5.4", "TB-5.5", "TB-9.15", "TB-9.26", on=TroopPlaced, facts=on_enemy)
def troop_is_stronger_than_the_enemys_top(s: Toys, e: TroopPlaced) -> str | None:
    top = s.top(e.space)
    if top is None or top.owner == e.actor or e.troop is None or not is_known_kind(s, e):
        return None
    if s.beats(e.troop, top.troop):
        return None
    if s.is_joker(e.troop):
        return "TB-9.26"
    if e.troop == "hook" and not s.is_connected(e.actor, e.space):
        return "TB-9.15"
    under = s.stacks[e.space][:-1]
    covered = any(u.owner != e.actor and s.beats(e.troop, u.troop) for u in under)
    return "TB-5.5" if covered else "TB-5.4"


@leave("TB-9.14")
def hook_goes_anywhere(s: Toys, e: TroopPlaced) -> bool:
    return s.hook_is_free(e.troop or "", e.space)


def linked_bases(s: Toys, e: TroopPlaced) -> dict[str, Any]:
    """What the seat's HQ is joined to."""
    return {"space": e.space, "linked": list(s.board.of(s.linked(e.actor)))}


@which(
    "TB-7.1",
    "TB-7.5",
    "TB-7.8",
    "TB-9.5",
    "TB-9.17",
    "TB-10.21",
    on=TroopPlaced,
    facts=linked_bases,
)
def space_is_connected(s: Toys, e: TroopPlaced) -> str | None:
    board, seat = s.board, e.actor
    if board.owner.get(e.space) == seat or s.is_connected(seat, e.space):
        return None
    if e.troop == "hook":
        if hook_goes_anywhere(s, e):
            return None
        return "TB-9.17" if e.space in board.owner else "TB-10.21"
    if board.bit[e.space] & s.held[seat]:
        return "TB-7.5"
    through = any(
        s.is_connected(seat, hq) and board.next_to[hq] & board.bit[e.space]
        for hq, owner in board.owner.items()
        if owner != seat
    )
    if through:
        return "TB-7.8"
    return "TB-9.5" if e.cause == "captain" else "TB-7.1"


def values_shown(s: Toys, e: TroopPlaced) -> dict[str, Any]:
    """What the space takes, and what was put there."""
    return {
        "space": e.space,
        "values": sorted(s.board.values.get(e.space, ())),
        "placed": e.troop,
        "strength": s.strength(e.troop or ""),
    }


@which("TB-10.6", "TB-10.7", "TB-10.8", "TB-10.9", "TB-13.3", on=TroopPlaced, facts=values_shown)
def troop_has_a_value_shown(s: Toys, e: TroopPlaced) -> str | None:
    if e.troop is None or not is_known_kind(s, e) or s.board.owner.get(e.space) == e.actor:
        return None
    if s.suits(e.troop, e.space):
        return None
    if s.is_joker(e.troop):
        return "TB-10.8"
    if e.space in s.board.owner:
        return "TB-10.7" if s.specials_work else "TB-13.3"
    top = s.top(e.space)
    on_own = top is not None and top.owner == e.actor
    far_hook = e.troop == "hook" and not s.is_connected(e.actor, e.space)
    return "TB-10.9" if on_own or far_hook or e.cause == "captain" else "TB-10.6"
