"""What each event does to the position. It looks at no hidden face and judges nothing."""

from __future__ import annotations

from collections import Counter
from typing import Any

from auditor.declare import UNRECORDED, NotOnTheTable
from auditor.games.toy_battle.state import (
    BASE_EFFECTS,
    EFFECTS,
    Lying,
    Placed,
    Toys,
    Unit,
    declared_counts,
    owner_of,
)
from auditor.games.toy_battle.windows import frame_of
from auditor.hidden import Cell
from auditor.zones import Impossible
from events.toy_battle import (
    BoardTroopDiscarded,
    EffectDeclined,
    MedalsTaken,
    NoActionDeclared,
    OpeningRackTaken,
    PositionDeclared,
    RackTroopDiscarded,
    RackTroopLaidDown,
    RackTroopStoodUp,
    StackInspected,
    StackReordered,
    TilesRevealed,
    TilesSetAside,
    ToyBattleClosed,
    TroopMoved,
    TroopPlaced,
    TroopRecovered,
    TroopReturned,
    TroopsDrawn,
    TurnEnded,
)


def tiles_set_aside(s: Toys, e: TilesSetAside) -> None:
    if (e.type, e.actor) not in s.set_up:
        raise NotOnTheTable  # the seat has had its set-up
    _take_from_reserve(s, e, len(e.troops))
    s.aside = {**s.aside, e.actor: s.aside[e.actor].with_cards(e.troops, e.seq)}


def opening_rack_taken(s: Toys, e: OpeningRackTaken) -> None:
    if (e.type, e.actor) not in s.set_up:
        raise NotOnTheTable
    _to_rack(s, e)


def _to_rack(s: Toys, e: Any) -> None:
    _take_from_reserve(s, e, len(e.troops))
    s.rack = {**s.rack, e.actor: s.rack[e.actor].with_cards(e.troops, e.seq)}
    s.draws = {**s.draws, e.seq: (e.actor, e.troops)}


def _take_from_reserve(s: Toys, e: Any, count: int) -> None:
    if e.actor not in s.reserve or s.reserve[e.actor] < count:
        raise NotOnTheTable
    _show(s, e)
    s.reserve = {**s.reserve, e.actor: s.reserve[e.actor] - count}
    if s.set_up:
        s.set_up = tuple(owed for owed in s.set_up if owed != (e.type, e.actor))
        s.turn = 0 if s.set_up else 1


def _show(s: Toys, e: Any) -> None:
    """Counts the copies that the event shows for the first time."""
    for shown in s.newly_shown(e):
        s.copies = {**s.copies, shown: (*s.copies.get(shown, ()), e.seq)}


def troops_drawn(s: Toys, e: TroopsDrawn) -> None:
    own = e.actor == s.to_move
    _to_rack(s, e)
    if e.cause == "action":
        s.acted = s.acted or own
    else:
        _use(s, e)


def troop_placed(s: Toys, e: TroopPlaced) -> None:
    owner = owner_of(e.unit)
    if owner is None or e.troop is None or e.space not in s.board.bit:
        raise NotOnTheTable
    troop = _leave_rack(s, e, owner)
    own = e.actor == s.to_move == owner
    if e.cause == "action":
        starts = own and not s.acted
        s.acted = s.acted or own
    else:
        starts = _use(s, e) and own
    special = s.special(e.space)
    works = special in BASE_EFFECTS and (
        s.options.repeat_base_effect or not s.held[owner] & s.board.bit[e.space]
    )
    _put(s, Unit(e.unit, owner, troop), e.space)
    if starts:
        effect = "open" if troop in EFFECTS and special != "metal_x" else "none"
        base = "open" if works else "none"
        s.placed = (*s.placed, Placed(e.unit, troop, e.space, e.by, effect, base))


def _leave_rack(s: Toys, e: Any, owner: str) -> str:
    """Takes the tile that an event shows off its owner's rack; gives its kind."""
    troop: str = e.troop
    if s.is_used(e.unit):
        lying = s.lying[owner]
        rest = tuple(tile for tile in lying if tile.id != e.unit)
        if len(rest) == len(lying):
            raise NotOnTheTable
        _show(s, e)
        s.lying = {**s.lying, owner: rest}
    else:
        rack = s.rack[owner]
        if troop not in rack.known:
            if not rack.size:
                raise NotOnTheTable
            _show(s, e)
        s.rack = {**s.rack, owner: rack.without(troop if troop in rack else None, e.seq)}
        _name(s, e.unit, owner)
    return troop


def _name(s: Toys, unit: str, owner: str) -> None:
    """Remembers that the id was given."""
    number = int(unit[4:])
    if number > s.highest[owner]:
        s.highest = {**s.highest, owner: number}


def _put(s: Toys, unit: Unit, space: str) -> None:
    s.stacks = {**s.stacks, space: (*s.stacks.get(space, ()), unit)}
    _changed(s, space)


def _take_off(s: Toys, unit: str, space: str) -> Unit:
    """Takes a troop out of the stack of a space. Raises: NotOnTheTable."""
    stack = s.stacks.get(space, ())
    found = next((u for u in stack if u.id == unit), None)
    if found is None:
        raise NotOnTheTable
    rest = tuple(u for u in stack if u.id != unit)
    s.stacks = {**s.stacks, space: rest}
    if stack[-1] is found:
        _changed(s, space)
    return found


def _changed(s: Toys, space: str) -> None:
    """The top of a space is another one: who occupies it, and which regions are closed now."""
    board = s.board
    bit = board.bit[space]
    if not bit & board.bases:
        return
    stack = s.stacks[space]
    holder = stack[-1].owner if stack else None
    if s.held.get(holder or "", 0) & bit == 0:
        held = s.held
        s.held = {seat: m | bit if seat == holder else m & ~bit for seat, m in held.items()}
    s.taint = (s.taint | bit) if s.mark is not None else (s.taint & ~bit)
    if s.options.region_check == "end_of_turn" or not s.turn:
        return
    if holder is None or (holder != s.to_move and not s.options.region_for_opponent):
        return
    for region in board.touching[space]:
        claim = (holder, region.id)
        if s.region_medals[region.id] and claim not in s.due and s.controls(holder, region.id):
            s.due = (*s.due, claim)


def _use(s: Toys, e: Any) -> bool:
    """Marks an effect used, and the ones it passes over gone; whether it was open.

    Asked before the event changes what stands where.
    """
    found = frame_of(s, e)
    if found is None or e.actor != (owner_of(s.placed[found[0]].unit) or s.to_move):
        return False
    number, part = found
    how = "declined" if e.type == "effect_declined" else "used"
    stack = [frame.of for frame in s.frames if isinstance(frame.of, tuple)]
    placed = list(s.placed)
    why = "base" if part == "base" else "later"
    for above, its in stack[stack.index((number, part)) + 1 :]:
        placed[above] = placed[above]._replace(**{its: "gone"}, why=why)
    status = {part: "gone", "why": how} if how == "declined" else {part: how}
    placed[number] = placed[number]._replace(**status)
    s.placed = tuple(placed)
    return True


def medals_taken(s: Toys, e: MedalsTaken) -> None:
    regions = s.due_to(e.actor)
    if e.at is UNRECORDED and s.options.medals_forgotten == "waived":
        s.due = tuple(claim for claim in s.due if claim[0] != e.actor)
        return
    if not regions and s.options.region_check == "end_of_turn":
        regions = s.closed_regions(e.actor)
    _credit(s, e.actor, regions)


def _credit(s: Toys, seat: str, regions: tuple[str, ...]) -> None:
    """What the rule gives, whatever the event claimed (GN-1.10)."""
    s.medals = {**s.medals, seat: s.medals[seat] + s.worth(regions)}
    s.region_medals = {**s.region_medals, **dict.fromkeys(regions, 0)}
    s.due = tuple(claim for claim in s.due if claim[0] != seat)


def board_troop_discarded(s: Toys, e: BoardTroopDiscarded) -> None:
    _use(s, e)
    unit = _take_off(s, e.unit, e.base)
    s.discard = {**s.discard, unit.owner: (*s.discard[unit.owner], unit)}


def rack_troop_discarded(s: Toys, e: RackTroopDiscarded) -> None:
    if e.owner not in s.rack or e.troop is None or owner_of(e.unit) != e.owner:
        raise NotOnTheTable
    unit = Unit(e.unit, e.owner, _leave_rack(s, e, e.owner))
    _use(s, e)
    s.discard = {**s.discard, e.owner: (*s.discard[e.owner], unit)}


def troop_returned(s: Toys, e: TroopReturned) -> None:
    _use(s, e)
    unit = _take_off(s, e.unit, e.base)
    s.rack = {**s.rack, unit.owner: s.rack[unit.owner].with_cards((unit.troop,), e.seq)}
    s.retired = s.retired | {unit.id}


def troop_moved(s: Toys, e: TroopMoved) -> None:
    if e.to not in s.board.bit:
        raise NotOnTheTable
    _use(s, e)
    unit = _take_off(s, e.unit, e.from_)
    _put(s, unit, e.to)
    s.moved = s.moved | {unit.id}
    if s.options.moved_troop_effect and unit.troop in EFFECTS and s.special(e.to) != "metal_x":
        s.placed = (*s.placed, Placed(unit.id, unit.troop, e.to, None, "open", "none"))


def troop_recovered(s: Toys, e: TroopRecovered) -> None:
    for seat, tiles in s.discard.items():
        for unit in tiles:
            if unit.id == e.unit:
                _use(s, e)
                s.discard = {**s.discard, seat: tuple(u for u in tiles if u is not unit)}
                taker = e.actor if e.actor in s.rack else seat
                s.rack = {**s.rack, taker: s.rack[taker].with_cards((unit.troop,), e.seq)}
                s.retired = s.retired | {unit.id}
                return
    raise NotOnTheTable


def rack_troop_laid_down(s: Toys, e: RackTroopLaidDown) -> None:
    rack = s.rack.get(e.owner)
    if rack is None or not rack.size or s.is_used(e.unit) or owner_of(e.unit) != e.owner:
        raise NotOnTheTable
    _show(s, e)
    _use(s, e)
    held = e.troop if e.troop is not None and e.troop in rack else None
    tile = Lying(e.unit, Cell(e.unit) if e.troop is None else e.troop)
    s.rack = {**s.rack, e.owner: rack.without(held, e.seq)}
    s.lying = {**s.lying, e.owner: (*s.lying[e.owner], tile)}
    _name(s, e.unit, e.owner)


def rack_troop_stood_up(s: Toys, e: RackTroopStoodUp) -> None:
    for seat, tiles in s.lying.items():
        for tile in tiles:
            if tile.id == e.unit:
                s.lying = {**s.lying, seat: tuple(t for t in tiles if t is not tile)}
                s.standing = tuple(owed for owed in s.standing if owed[1] != e.unit)
                rack = s.rack[seat]
                back = (
                    rack.with_back()
                    if isinstance(tile.troop, Cell)
                    else rack.with_cards((tile.troop,), e.seq)
                )
                s.rack = {**s.rack, seat: back}
                s.retired = s.retired | {e.unit}
                return
    raise NotOnTheTable


def effect_declined(s: Toys, e: EffectDeclined) -> None:
    _use(s, e)


def stack_inspected(s: Toys, e: StackInspected) -> None:
    pass


def stack_reordered(s: Toys, e: StackReordered) -> None:
    raise NotOnTheTable


def turn_ended(s: Toys, e: TurnEnded) -> None:
    seat = s.to_move
    if e.actor != seat or not s.turn:
        raise NotOnTheTable
    if s.options.region_check == "end_of_turn":
        for owner in s.rack:
            if owner == seat or s.options.region_for_opponent:
                regions = s.closed_regions(owner)
                if s.options.medals_forgotten == "automatic":
                    _credit(s, owner, regions)
    unused = {p.unit for p in s.placed if p.effect in ("open", "gone")} if s.placed else set()
    if s.placed:
        unused |= {p.space for p in s.placed if p.base in ("open", "gone")}
        s.placed = ()
    if unused or s.left_open[seat]:
        s.left_open = {**s.left_open, seat: frozenset(unused)}
    s.acted = False
    s.turn += 1
    s.to_move = s.enemy(seat)
    if s.lying[seat]:
        s.standing = tuple((seat, tile.id) for tile in s.lying[seat])


def no_action_declared(s: Toys, e: NoActionDeclared) -> None:
    if e.actor != s.to_move or not s.turn:
        raise NotOnTheTable


def match_closed(s: Toys, e: ToyBattleClosed) -> None:
    pass


def tiles_revealed(s: Toys, e: TilesRevealed) -> None:
    if e.owner not in s.rack or None in e.troops:
        raise NotOnTheTable
    troops = tuple(t for t in e.troops if t is not None)
    if e.zone == "rack":
        if len(troops) != s.rack[e.owner].size:
            raise NotOnTheTable
        _show(s, e)
        s.rack = {**s.rack, e.owner: s.rack[e.owner].shown(troops)}
    elif e.zone == "set_aside":
        if len(troops) != s.aside[e.owner].size:
            raise NotOnTheTable
        _show(s, e)
        s.aside = {**s.aside, e.owner: s.aside[e.owner].shown(troops)}
    elif e.zone == "draw":
        _tell_draw(s, e, troops)
    elif e.zone == "unit":
        tiles = s.lying[e.owner]
        if len(troops) != 1 or not any(tile.id == e.unit for tile in tiles):
            raise NotOnTheTable
        _show(s, e)
        shown = tuple(Lying(t.id, troops[0]) if t.id == e.unit else t for t in tiles)
        s.lying = {**s.lying, e.owner: shown}


def _tell_draw(s: Toys, e: TilesRevealed, troops: tuple[str, ...]) -> None:
    """The tiles of one draw are shown: those that have not left since are known."""
    rack = s.rack[e.owner]
    unseen = unseen_of_draw(s, e, troops)
    try:
        told = rack.told(e.of_seq or 0, unseen)
    except Impossible:
        raise NotOnTheTable from None
    for troop in told.settled:
        shown = (e.owner, troop)
        s.copies = {**s.copies, shown: (*s.copies.get(shown, ()), e.seq)}
    s.rack = {**s.rack, e.owner: told}


def unseen_of_draw(s: Toys, e: TilesRevealed, troops: tuple[str, ...]) -> tuple[str, ...]:
    """What a shown draw tells beyond the tiles that its record had."""
    known = Counter(t for t in s.draws.get(e.of_seq or 0, ("", ()))[1] if t is not None)
    if any(a.seq == e.of_seq and a.shown for a in s.rack[e.owner].arrivals):
        return ()
    return tuple((Counter(troops) - known).elements())


def position_declared(s: Toys, e: PositionDeclared) -> None:
    board = s.board
    if (
        s.seq != 1
        or set(e.seats) != {"P1", "P2"}
        or any(space not in board.bit for space in e.stacks)
    ):
        raise NotOnTheTable
    s.set_up = ()
    s.to_move, s.turn = e.to_move, max(1, e.turn)
    stacks = {
        space: tuple(Unit(p.unit, owner_of(p.unit) or "P1", p.troop or "") for p in pile)
        for space, pile in e.stacks.items()
        if pile
    }
    on_board = [unit for pile in stacks.values() for unit in pile]
    copies: dict[tuple[str, str], tuple[int, ...]] = {}

    def seen(seat: str, troop: str | None) -> None:
        if troop is not None:
            copies[seat, troop] = (*copies.get((seat, troop), ()), e.seq)

    for unit in on_board:
        seen(unit.owner, unit.troop)
    for seat, has in e.seats.items():
        mine = sum(unit.owner == seat for unit in on_board)
        _, aside, reserve = declared_counts(s, has, mine)
        s.rack = {**s.rack, seat: s.rack[seat].with_cards(has.rack, e.seq)}
        s.lying = {
            **s.lying,
            seat: tuple(
                Lying(t.unit, Cell(t.unit) if t.troop is None else t.troop) for t in has.lying
            ),
        }
        s.discard = {
            **s.discard,
            seat: tuple(Unit(p.unit, seat, p.troop or "") for p in has.discard),
        }
        s.aside = {**s.aside, seat: s.aside[seat].with_cards([None] * max(0, aside), e.seq)}
        s.reserve = {**s.reserve, seat: max(0, reserve)}
        s.medals = {**s.medals, seat: has.medals}
        ids = [unit.id for unit in on_board if unit.owner == seat]
        ids += [tile.unit for tile in has.lying] + [tile.unit for tile in has.discard]
        named = max((int(id[4:]) for id in ids if owner_of(id) == seat), default=0)
        s.floor = {**s.floor, seat: max(named + 1, has.next_unit or 0)}
        for tile in has.rack:
            seen(seat, tile)
        for lying in has.lying:
            seen(seat, lying.troop)
        for piece in has.discard:
            seen(seat, piece.troop)
    s.copies, s.stacks = copies, stacks
    s.highest = {seat: number - 1 for seat, number in s.floor.items()}
    s.region_medals = {id: e.region_medals.get(id, n) for id, n in s.region_medals.items()}
    s.held = {
        seat: sum(
            board.bit[space]
            for space, pile in stacks.items()
            if pile[-1].owner == seat and board.bit[space] & board.bases
        )
        for seat in ("P1", "P2")
    }
    kinds = {unit.id: unit.troop for unit in on_board}
    s.placed = tuple(
        Placed(p.unit, kinds.get(p.unit, ""), p.space, p.by, p.effect, p.base) for p in e.placed
    )
    s.acted = e.window in ("effects", "end")
    s.due = tuple(
        (due.seat, region)
        for due in e.due
        for region in due.regions
        if due.seat in s.rack and region in s.region_medals
    )
