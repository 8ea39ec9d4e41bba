"""What a record can be (TB-14): copies, counts, identities, and rules no log can break."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from auditor.declare import Unaudited, rule, which
from auditor.games.toy_battle.apply import unseen_of_draw
from auditor.games.toy_battle.state import Toys
from auditor.zones import Impossible
from events.toy_battle import (
    BoardTroopDiscarded,
    OpeningRackTaken,
    RackTroopDiscarded,
    RackTroopLaidDown,
    TilesRevealed,
    TilesSetAside,
    TroopPlaced,
    TroopRecovered,
    TroopReturned,
    TroopsDrawn,
)

SHOWN_ON_THE_TABLE = (TroopPlaced, RackTroopDiscarded, TilesRevealed)
SHOWN_BY_RECORD = (RackTroopLaidDown, TroopsDrawn, OpeningRackTaken, TilesSetAside)


def too_many(s: Toys, e: Any) -> Iterator[tuple[str, str]]:
    """The kinds of which an event shows more copies than there are."""
    if e.type == "troop_placed" and e.troop in s.rack[e.actor].known and not s.lying[e.actor]:
        return  # a tile of the rack that was known before
    new = tuple(s.newly_shown(e))
    for shown in dict.fromkeys(new):
        tile = s.board.tiles.get(shown[1])
        seen = len(s.copies.get(shown, ())) + new.count(shown)
        if tile is not None and seen > tile.copies:
            yield shown


def kinds_too_many(s: Toys, e: Any) -> dict[str, Any]:
    """The kinds of which there are too many."""
    return {"troops": sorted({troop for _, troop in too_many(s, e)})}


def seen_before(s: Toys, e: Any) -> list[int]:
    """The events that showed the other copies."""
    return sorted({seq for shown in too_many(s, e) for seq in s.copies.get(shown, ())})


@rule("TB-14.4", on=SHOWN_ON_THE_TABLE, facts=kinds_too_many, contradicts=seen_before)
def no_fourth_copy_is_seen(s: Toys, e: Any) -> bool:
    return not any(too_many(s, e))


@rule("TB-1.3", on=SHOWN_BY_RECORD, facts=kinds_too_many, contradicts=seen_before)
def no_fourth_copy_is_recorded(s: Toys, e: Any) -> bool:
    return not any(too_many(s, e))


@rule("GN-2.3", on=(TroopsDrawn, OpeningRackTaken, TilesSetAside))
def kinds_are_of_the_table(s: Toys, e: Any) -> bool:
    return all(troop is None or troop in s.board.tiles for troop in e.troops)


@which(
    "GN-2.3",
    "TB-10.5",
    on=(BoardTroopDiscarded, TroopReturned, TroopRecovered, RackTroopDiscarded),
    facts=lambda s, e: {
        "unit": e.unit,
        "troop": e.troop,
        "known": s.kind_of(e.unit),
    },
)
def piece_has_one_identity(s: Toys, e: Any) -> str | None:
    if e.troop is None or not s.is_used(e.unit):
        return None
    if e.type == "rack_troop_discarded" and all(t.id != e.unit for t in s.lying.get(e.owner, ())):
        return "GN-2.3"
    if s.kind_of(e.unit) in (None, e.troop):
        return None
    return "TB-10.5" if e.type == "troop_returned" else "GN-2.3"


def zone_of(s: Toys, e: TilesRevealed) -> tuple[int | None, Counter[str]]:
    """How many tiles the zone shown holds, and those known to be there."""
    match e.zone:
        case "rack":
            return s.rack[e.owner].size, Counter(s.rack[e.owner].known)
        case "set_aside":
            return s.aside[e.owner].size, Counter(s.aside[e.owner].known)
        case "reserve":
            return s.reserve[e.owner], Counter()
        case "unit":
            known = s.kind_of(e.unit or "")
            return 1, Counter(() if known is None else (known,))
    return None, Counter()


@rule("GN-1.9", on=TilesRevealed, facts=lambda s, e: {"fields": ["of_seq", "unit"]})
def what_is_shown_is_named(s: Toys, e: TilesRevealed) -> bool:
    return (e.zone != "draw" or e.of_seq is not None) and (e.zone != "unit" or e.unit is not None)


def contradicted(s: Toys, e: TilesRevealed) -> tuple[int, ...]:
    """The events that a shown draw can't be true together with."""
    drawn = s.draws.get(e.of_seq or 0)
    if drawn is None or drawn[0] != e.owner:
        return ()
    troops = tuple(t for t in e.troops if t is not None)
    if Counter(t for t in drawn[1] if t is not None) - Counter(troops):
        return (e.of_seq or 0,)
    try:
        s.rack[e.owner].told(e.of_seq or 0, unseen_of_draw(s, e, troops))
    except Impossible as error:
        return error.seqs
    return ()


@rule("GN-2.3", on=TilesRevealed, contradicts=contradicted)
def draw_shown_is_the_one_recorded(s: Toys, e: TilesRevealed) -> bool:
    return e.zone != "draw" or not contradicted(s, e)


@which("GN-2.3", "TB-14.2", on=TilesRevealed)
def what_is_shown_is_what_was_there(s: Toys, e: TilesRevealed) -> str | None:
    if e.owner not in s.rack or None in e.troops:
        return None
    if e.zone == "draw" and e.of_seq is not None:
        seat, drawn = s.draws.get(e.of_seq, (None, ()))
        if seat != e.owner:
            return "GN-2.3"
        return None if len(drawn) == len(e.troops) else "TB-14.2"
    size, known = zone_of(s, e)
    if size is not None and size != len(e.troops):
        return "TB-14.2"
    if known - Counter(t for t in e.troops if t is not None):
        return "GN-2.3"
    return None


PERMISSION = (
    "It allows something; using the permission is never a fault.",
    "許可を定めるルールで、それに従うことは違反にならない。",
)
UNAUDITED = Unaudited(
    {
        "TB-2.1": (
            "Shuffling leaves no trace in a log; a wrong number of tiles breaks TB-14.2.",
            "混ぜたことは記録に残らない。枚数の誤りはTB-14.2として示す。",
        ),
        "TB-4.7": (
            "An event has no field for another reserve to draw from.",
            "別の山から引くことを書く項目がない。",
        ),
        "TB-5.2": PERMISSION,
        "TB-5.3": PERMISSION,
        "TB-9.23": PERMISSION,
        "TB-9.24": PERMISSION,
        "TB-10.14": PERMISSION,
        "TB-10.22": PERMISSION,
        "TB-8.4": PERMISSION,
    },
    {
        "TB-2.6": ("TB-7.1",),
        "TB-3.5": ("TB-3.4", "TB-8.5"),
        "TB-5.1": ("TB-3.2", "TB-9.7"),
        "TB-5.6": ("TB-7.1", "TB-10.7"),
        "TB-6.1": ("TB-5.4", "TB-9.12"),
        "TB-6.3": ("TB-7.1", "TB-11.1"),
        "TB-6.6": ("TB-7.1", "TB-11.1"),
        "TB-6.7": ("TB-7.1", "TB-9.12"),
        "TB-7.3": ("TB-7.1",),
        "TB-7.4": ("TB-7.1",),
        "TB-7.7": ("TB-5.10", "TB-8.12"),
        "TB-8.1": ("TB-8.12",),
        "TB-8.9": ("TB-12.7",),
        "TB-9.14": ("TB-5.7", "TB-9.17", "TB-10.21"),
        "TB-9.16": ("TB-7.1",),
        "TB-10.1": ("TB-8.12",),
        "TB-10.16": ("TB-7.1", "TB-11.1"),
        "TB-11.9": ("TB-11.12",),
        "TB-12.1": ("TB-12.7",),
        "TB-12.8": ("TB-12.7",),
        "TB-13.4": ("TB-12.3", "TB-12.10"),
    },
)
