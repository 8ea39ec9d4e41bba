"""The acts of Toy Battle: who may do them, and the set each choice is taken from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from auditor.declare import Act, Among, Home
from auditor.games.toy_battle.s12_end import player_to_move_is_stuck
from auditor.games.toy_battle.state import Toys, owner_of
from auditor.games.toy_battle.windows import EFFECT_HOME, WRONG_SEAT
from auditor.hidden import Undecided, Unseen
from events.toy_battle import (
    BoardTroopDiscarded,
    EffectDeclined,
    MedalsTaken,
    NoActionDeclared,
    OpeningRackTaken,
    RackTroopDiscarded,
    RackTroopLaidDown,
    RackTroopStoodUp,
    RegionMedals,
    TilesSetAside,
    ToyBattleClosed,
    TroopMoved,
    TroopPlaced,
    TroopRecovered,
    TroopReturned,
    TroopsDrawn,
    TurnEnded,
)


def acting(s: Toys, e: Any) -> tuple[str, ...]:
    """The seat whose turn it is; the owner of a moved troop too, where that has an effect."""
    if s.options.moved_troop_effect:
        owner = owner_of(getattr(e, "by", None) or "")
        if owner and any(p.unit == e.by and p.effect == "open" for p in s.placed):
            return (owner,)
    return (s.to_move,)


def new_unit(s: Toys, seat: str) -> str:
    """An id that no tile of a seat has had."""
    return f"{seat}-u{s.highest[seat] + 1}"


def in_rack(s: Toys, seat: str) -> list[str]:
    """The kinds that a rack may hold."""
    left = s.left(seat)
    rack = s.rack[seat]
    return [
        kind
        for kind in s.board.tiles
        if kind in rack.known or (kind in rack and (left[kind] > 0 or kind in rack.mixed))
    ]


def open_units(s: Toys, kind: str) -> list[str | None]:
    """The troops of a kind placed this turn whose effect is open."""
    return [p.unit for p in s.placed if p.troop == kind and p.effect == "open"]


def open_bases(s: Toys, kind: str) -> list[str | None]:
    """The special bases of a kind whose effect is open."""
    return [p.space for p in s.placed if s.is_open_base(p) and s.board.special.get(p.space) == kind]


def sources(s: Toys, cause: str) -> list[str | None]:
    """What an event with a cause may name as its source."""
    if cause == "action":
        return [None]
    return open_bases(s, cause) if cause == "clouds" else open_units(s, cause)


def visible(s: Toys, seat: str) -> Iterable[tuple[str, Any]]:
    """The visible troops of a seat, by their space."""
    return (
        (space, stack[-1]) for space, stack in s.stacks.items() if stack and stack[-1].owner == seat
    )


def unseen(counts: Iterable[int]) -> list[tuple[None, ...]]:
    """Lists of tiles that nobody has seen, by their lengths."""
    return [(None,) * count for count in counts]


ACTING = Among(WRONG_SEAT, acting)

SET_ASIDE = Act(
    TilesSetAside,
    home="TB-2.2",
    actor=Among(None, lambda s, e: ("P1", "P2")),
    troops=Among(None, lambda s, e: unseen([s.options.set_aside])),
)
TAKE_RACK = Act(
    OpeningRackTaken,
    home="TB-2.4",
    actor=Among(None, lambda s, e: ("P1", "P2")),
    troops=Among(None, lambda s, e: unseen(s.options.opening_rack)),
)
DRAW = Act(
    TroopsDrawn,
    home=EFFECT_HOME,
    actor=ACTING,
    cause=Among(None, lambda s, e: ("action", "skully", "star", "clouds")),
    by=Among(None, lambda s, e: sources(s, e.cause)),
    troops=Among(None, lambda s, e: unseen((1, 2))),
)
PLACE = Act(
    TroopPlaced,
    home=EFFECT_HOME,
    actor=ACTING,
    cause=Among(None, lambda s, e: ("action", "captain")),
    by=Among(None, lambda s, e: sources(s, e.cause)),
    unit=Among(None, lambda s, e: [new_unit(s, e.actor)]),
    troop=Among(None, lambda s, e: in_rack(s, e.actor)),
    space=Among("TB-5.8", lambda s, e: s.board.bit),
)


def claims(s: Toys, e: Any) -> list[tuple[RegionMedals, ...]]:
    """What a seat has to take, as the event says it."""
    regions = due_regions(s, e.actor)
    return [tuple(RegionMedals(region=r, medals=s.region_medals[r]) for r in regions)]


def due_regions(s: Toys, seat: str) -> tuple[str, ...]:
    """The regions whose medals fall to a seat now."""
    if s.options.region_check == "end_of_turn":
        return s.closed_regions(seat)
    return s.due_to(seat)


def why_no_medals(s: Toys, e: MedalsTaken) -> str:
    """The rule that taking medals breaks where none are due to the seat."""
    claimed = [r.region for r in e.regions]
    known = [r for r in claimed if r in s.region_medals]
    if not known:
        return "TB-11.13"
    for region in known:
        if s.region_medals[region] == 0:
            return "TB-11.8"
        if s.controls(s.enemy(e.actor), region):
            return "TB-11.13"
        if not s.controls(e.actor, region, illegally=True):
            return "TB-11.1"
        if s.controls(e.actor, region):
            return "TB-11.10"
    return "TB-14.6"


TAKE_MEDALS = Act(
    MedalsTaken,
    home=Home(("TB-11.1", "TB-11.8", "TB-11.10", "TB-11.13", "TB-14.6"), why_no_medals),
    actor=Among(None, lambda s, e: ("P1", "P2")),
    regions=Among(None, claims),
    total=Among(None, lambda s, e: [s.medals[e.actor] + s.worth(due_regions(s, e.actor))]),
)
DISCARD_FROM_BOARD = Act(
    BoardTroopDiscarded,
    home=EFFECT_HOME,
    actor=ACTING,
    by=Among(None, lambda s, e: open_units(s, "jumbo")),
    base=Among(None, lambda s, e: [space for space, _ in visible(s, s.enemy(e.actor))]),
    unit=Among(None, lambda s, e: [s.stacks[e.base][-1].id]),
    troop=Among(None, lambda s, e: [s.stacks[e.base][-1].troop]),
)


def hit_units(s: Toys, e: Any) -> list[str]:
    """The ids that a tile of a rack may be hit under: a new one, or a lying tile's."""
    lying = [tile.id for tile in s.lying[e.owner]] if s.options.xb42_lying else []
    return [new_unit(s, e.owner), *lying]


def hit_troops(s: Toys, e: Any) -> list[str]:
    """The kinds that the tile hit may be."""
    for tile in s.lying[e.owner]:
        if tile.id == e.unit:
            return [tile.troop] if isinstance(tile.troop, str) else list(s.unseen_kinds(e.owner))
    return in_rack(s, e.owner)


DISCARD_FROM_RACK = Act(
    RackTroopDiscarded,
    home=EFFECT_HOME,
    actor=ACTING,
    by=Among(None, lambda s, e: open_units(s, "xb42")),
    owner=Among(None, lambda s, e: (s.enemy(e.actor),)),
    unit=Among(None, hit_units),
    troop=Among(None, hit_troops),
    method=Among(None, lambda s, e: ("random",)),
)
RETURN = Act(
    TroopReturned,
    home=EFFECT_HOME,
    actor=ACTING,
    by=Among(None, lambda s, e: open_bases(s, "castle")),
    base=Among(None, lambda s, e: [space for space, pile in s.stacks.items() if pile]),
    unit=Among(None, lambda s, e: [u.id for u in s.stacks[e.base] if u.owner == e.actor]),
    troop=Among(None, lambda s, e: [u.troop for u in s.stacks[e.base] if u.id == e.unit]),
)
MOVE = Act(
    TroopMoved,
    home=EFFECT_HOME,
    actor=ACTING,
    by=Among(None, lambda s, e: open_bases(s, "volcano")),
    from_=Among(None, lambda s, e: [space for space, _ in visible(s, s.enemy(e.actor))]),
    unit=Among(None, lambda s, e: [s.stacks[e.from_][-1].id]),
    to=Among(None, lambda s, e: s.board.bit),
)
RECOVER = Act(
    TroopRecovered,
    home=EFFECT_HOME,
    actor=ACTING,
    by=Among(None, lambda s, e: open_bases(s, "cemetery")),
    unit=Among(None, lambda s, e: [u.id for u in s.discard[e.actor]]),
    troop=Among(None, lambda s, e: [u.troop for u in s.discard[e.actor] if u.id == e.unit]),
)
LAY_DOWN = Act(
    RackTroopLaidDown,
    home=EFFECT_HOME,
    actor=ACTING,
    by=Among(None, lambda s, e: open_bases(s, "battlefield")),
    owner=Among(None, lambda s, e: (s.enemy(e.actor),)),
    unit=Among(None, lambda s, e: [new_unit(s, e.owner)]),
    troop=Among(None, lambda s, e: [None]),
    face_seen=Among(None, lambda s, e: (False,)),
)
STAND_UP = Act(
    RackTroopStoodUp,
    home="TB-10.26",
    actor=Among(None, lambda s, e: ("P1", "P2")),
    unit=Among("TB-10.26", lambda s, e: [tile.id for tile in s.lying.get(e.actor, ())]),
)
DECLINE = Act(
    EffectDeclined,
    home=EFFECT_HOME,
    actor=ACTING,
    by=Among(
        None,
        lambda s, e: [
            *(p.unit for p in s.placed if p.effect == "open"),
            *dict.fromkeys(p.space for p in s.placed if s.is_open_base(p)),
        ],
    ),
)
END_TURN = Act(
    TurnEnded,
    home=Home(
        ("TB-10.28", "TB-11.12"), lambda s, e: "TB-10.28" if s.must_lay_down() else "TB-11.12"
    ),
    actor=ACTING,
)
NO_ACTION = Act(NoActionDeclared, home="TB-12.4", actor=ACTING)


def results(s: Toys, e: Any) -> list[tuple[str | None, str]]:
    """The result by the rules, if there is one; being stuck needs no declaration (TB-12.4)."""
    if s.duties:
        return []
    try:
        end = s.end if s.is_over else player_to_move_is_stuck.ends(s, e)
    except (Undecided, Unseen):
        return []
    return [] if end is None else [(end.winner, end.reason)]


CLOSE = Act(
    ToyBattleClosed,
    closes=True,
    actor=Among(None, lambda s, e: ("table",)),
    winner=Among(None, lambda s, e: [winner for winner, _ in results(s, e)]),
    reason=Among(None, lambda s, e: [reason for _, reason in results(s, e)]),
    medals=Among(None, lambda s, e: [dict(s.medals)]),
)
