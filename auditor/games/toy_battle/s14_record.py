"""What a record can be (TB-14): copies, counts, identities, and rules no log can break."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from auditor.declare import Unaudited, rule, which
from auditor.games.toy_battle.state import Toys
from auditor.hidden import Cell
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

SHOWS = (
    TroopPlaced,
    RackTroopDiscarded,
    RackTroopLaidDown,
    TilesRevealed,
    TroopsDrawn,
    OpeningRackTaken,
    TilesSetAside,
)


def too_many(s: Toys, e: Any) -> Iterator[tuple[str, str]]:
    """The kinds of which an event shows more copies than there are."""
    for shown, n in Counter(s.newly_shown(e)).items():
        tile = s.board.tiles.get(shown[1])
        if tile is not None and len(s.copies.get(shown, ())) + n > tile.copies:
            yield shown


@rule(
    "TB-14.4",
    on=SHOWS,
    facts=lambda s, e: {"troops": sorted({troop for _, troop in too_many(s, e)})},
    contradicts=lambda s, e: sorted(
        {seq for shown in too_many(s, e) for seq in s.copies.get(shown, ())}
    ),
)
def no_fourth_copy_is_seen(s: Toys, e: Any) -> bool:
    return not any(too_many(s, e))


@rule("GN-2.3", on=(TroopsDrawn, OpeningRackTaken, TilesSetAside))
def kinds_are_of_the_table(s: Toys, e: Any) -> bool:
    return all(troop is None or troop in s.board.tiles for troop in e.troops)


def known_units(s: Toys) -> Iterator[tuple[str, str]]:
    """The tiles with an id whose kind is known."""
    for pile in (*s.stacks.values(), *s.discard.values()):
        yield from ((unit.id, unit.troop) for unit in pile)
    for tiles in s.lying.values():
        yield from ((t.id, t.troop) for t in tiles if not isinstance(t.troop, Cell))


@rule(
    "GN-2.3",
    on=(BoardTroopDiscarded, TroopReturned, TroopRecovered, RackTroopDiscarded, TroopPlaced),
    facts=lambda s, e: {"unit": e.unit, "troop": e.troop, "known": dict(known_units(s)).get(e.unit)},
)
def piece_has_one_identity(s: Toys, e: Any) -> bool:
    if e.troop is None or e.unit not in s.units:
        return True
    known = dict(known_units(s)).get(e.unit, e.troop)
    if e.type in ("troop_placed", "rack_troop_discarded") and e.unit in s.units:
        lying = any(t.id == e.unit for tiles in s.lying.values() for t in tiles)
        return lying and known == e.troop
    return bool(known == e.troop)


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
            known = {id: troop for id, troop in known_units(s) if id == e.unit}
            return 1, Counter(known.values())
    return None, Counter()


@which("GN-2.3", "TB-14.2", "TB-14.3", on=TilesRevealed)
def what_is_shown_is_what_was_there(s: Toys, e: TilesRevealed) -> str | None:
    if e.owner not in s.rack or None in e.troops:
        return None
    size, known = zone_of(s, e)
    if size is not None and size != len(e.troops):
        return "TB-14.2"
    if known - Counter(t for t in e.troops if t is not None):
        return "GN-2.3"
    return None


UNAUDITED = Unaudited({})
