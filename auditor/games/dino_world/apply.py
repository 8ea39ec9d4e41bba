"""What each event does to the position: assigning anew, judging nothing."""

from __future__ import annotations

from typing import Any

from auditor.declare import NotOnTheTable
from auditor.games.dino_world import battles
from auditor.games.dino_world.moves import why_not
from auditor.games.dino_world.state import (
    DECK,
    IDLE,
    Dinos,
    Fought,
    Piece,
    Roll,
    assembled,
    owner_of,
    quadrants,
)
from auditor.hidden import Cell, Undecided, Unseen
from events.dino_world import (
    AbilityUsed,
    ActionDieRolled,
    ActionsEnded,
    AttackRolled,
    BattleEnded,
    BattleOpened,
    BattleResultDeclared,
    CardsCounted,
    DeckRegistered,
    DeckShuffled,
    DinoFossilised,
    DinoMoved,
    DinoPlaced,
    DinoRevealed,
    MapAssembled,
    OpeningDrawn,
    PlayerDefeated,
    PlayerDroppedOut,
    PlayOrderDecided,
    RetreatDeclared,
    RetreatDeclined,
    RetreatResolved,
    SheetChosen,
    SpecialResolved,
    TerritoryOccupied,
    TurnEnded,
    TurnStarted,
)
from events.shared import PlayerConceded


def deck_registered(s: Dinos, e: DeckRegistered) -> None:
    if e.seat in s.deck:
        s.deck_list = {**s.deck_list, e.seat: e.cards}
        _set_up(s)


def sheet_chosen(s: Dinos, e: SheetChosen) -> None:
    s.sheets = {**s.sheets, e.seat: e.sheet}
    _set_up(s)


def _set_up(s: Dinos) -> None:
    """Which step of the set-up is open."""
    seats = s.seats
    if s.stage[0] != "S" or s.stage == "S5":
        return
    if len(s.deck_list) < len(seats) or len(s.sheets) < len(seats):
        s.stage = "S1"
    elif not s.layout:
        s.stage = "S2"
    elif len(s.drawn) < len(seats):
        s.stage = "S3"
    else:
        full = all(s.placed[seat] >= s.drawn[seat] for seat in seats)
        s.stage = "S5" if full else "S4"


def map_assembled(s: Dinos, e: MapAssembled) -> None:
    layout = tuple((part.seat, part.quadrant) for part in e.layout)
    places = sorted(place for _, place in layout)
    if sorted(seat for seat, _ in layout) != sorted(s.seats) or places != sorted(
        quadrants(s.seats)
    ):
        raise NotOnTheTable
    s.layout = layout
    s.map = assembled(s.data, s.sheets, layout)
    _set_up(s)


def deck_shuffled(s: Dinos, e: DeckShuffled) -> None:
    s.shuffled = s.shuffled | {e.seat}
    if e.seat in s.drawn:  # shuffled back, to be drawn anew (option mulligan)
        s.drawn = {seat: n for seat, n in s.drawn.items() if seat != e.seat}
        s.deck = {**s.deck, e.seat: DECK}
        _set_up(s)


def opening_drawn(s: Dinos, e: OpeningDrawn) -> None:
    if e.seat not in s.deck or e.count > s.deck[e.seat]:
        raise NotOnTheTable
    s.drawn = {**s.drawn, e.seat: e.count}
    _set_up(s)


def _put(s: Dinos, unit: str, q: str, piece: Piece) -> None:
    """Puts a dinosaur into a square, taking it off where it stood."""
    squares = dict(s.squares)
    old = s.pieces.get(unit)
    if old is not None:
        squares[old.square] = tuple(u for u in squares[old.square] if u != unit)
        if not squares[old.square]:
            del squares[old.square]
    squares[q] = (*squares.get(q, ()), unit)
    s.squares = squares
    s.pieces = {**s.pieces, unit: piece}


def _take_off(s: Dinos, unit: str) -> None:
    piece = s.pieces.get(unit)
    if piece is None:
        raise NotOnTheTable
    left = tuple(u for u in s.squares[piece.square] if u != unit)
    s.squares = {q: us for q, us in s.squares.items() if q != piece.square}
    if left:
        s.squares[piece.square] = left
    s.pieces = {u: p for u, p in s.pieces.items() if u != unit}
    s.fossils = {**s.fossils, unit[:2]: (*s.fossils[unit[:2]], unit)}


def _tell(s: Dinos, unit: str, code: str | None, seq: int) -> None:
    """What is known of a unit's card; the first word stays."""
    if code is not None and unit not in s.told:
        s.told = {**s.told, unit: (code, seq)}
    if unit not in s.told and unit not in s.cells:
        s.cells = {**s.cells, unit: Cell(unit)}


def is_known_unit(s: Dinos, unit: str) -> bool:
    """The id has been given to a card of this match."""
    return unit in s.pieces or unit in s.fossils.get(unit[:2], ())


def dino_placed(s: Dinos, e: DinoPlaced) -> None:
    seat = owner_of(e.unit)
    if (
        seat not in s.deck
        or not s.deck[seat]
        or is_known_unit(s, e.unit)
        or e.to not in s.map.charge
    ):
        raise NotOnTheTable
    s.deck = {**s.deck, seat: s.deck[seat] - 1}
    _tell(s, e.unit, e.card, e.seq)
    _put(s, e.unit, e.to, Piece(e.to, e.face == "up"))
    if e.cause == "opening":
        s.placed = {**s.placed, seat: s.placed[seat] + 1}
        _set_up(s)
    elif e.cause == "action":
        s.used, s.acted = s.used + 1, "action"


def play_order_decided(s: Dinos, e: PlayOrderDecided) -> None:
    if sorted(e.order) != sorted(s.seats):
        raise NotOnTheTable
    s.order, s.to_move, s.stage = e.order, e.order[-1], "T0"


def turn_started(s: Dinos, e: TurnStarted) -> None:
    if s.order.index(e.actor) <= s.order.index(s.to_move):
        s.attacks = frozenset()  # a new round
    s.turn, s.to_move, s.stage = s.turn + 1, e.actor, "T1"
    s.rolled, s.used, s.acted, s.could_act = None, 0, "", False
    s.abilities_used, s.braced, s.entered = (), frozenset(), {}
    s.pending, s.fought, s.battle, s.clash, s.returns = (), frozenset(), None, {}, ()
    s.counted = False


def action_die_rolled(s: Dinos, e: ActionDieRolled) -> None:
    if s.stage == "T1":
        s.rolled, s.stage = e.value, "T2"
        s.could_act = could_act(s)


def could_act(s: Dinos) -> bool | tuple[str, ...]:
    """Something is possible in the turn; or the hidden places on which that hangs (DW-14.1)."""
    seat = s.to_move
    if s.deck[seat] and s.free_home(seat):
        return True
    places: set[str] = set()
    for unit in s.free(seat):
        if s.data.abilities and unit not in s.told:
            places.add(unit)
        for to in s.map.around[s.pieces[unit].square]:
            try:
                if why_not(s, unit, to) is None:
                    return True
            except Unseen as miss:
                places.add(miss.cell.place)
            except Undecided as open_:
                places |= open_.places
        if unit in s.told and any(possible_targets(s, unit)):
            return True
    return tuple(sorted(places)) or False


def possible_targets(s: Dinos, unit: str) -> list[tuple[str, ...]]:
    """What the abilities of a known card may be aimed at."""
    card = s.data.cards.get(s.told[unit][0])
    found: list[tuple[str, ...]] = []
    for key in sorted(card.abilities) if card is not None else ():
        found += targets(s, unit, key)
    return found


def targets(s: Dinos, unit: str, ability: str) -> list[tuple[str, ...]]:
    """The lists of targets that an ability may be given (the model's 8)."""
    known = s.data.abilities.get(ability)
    if known is None or unit not in s.pieces:
        return []
    if known.target != "rival_adjacent_face_down":
        return [()]
    return [
        (other,)
        for q in s.map.beside[s.pieces[unit].square]
        for other in s.rivals(q, unit[:2])
        if not s.pieces[other].up and not s.pieces[other].sealed
    ]


def dino_moved(s: Dinos, e: DinoMoved) -> None:
    piece = s.pieces.get(e.unit)
    if piece is None or e.to not in s.map.charge:
        raise NotOnTheTable
    seat = e.unit[:2]
    if e.cause == "action":
        s.used, s.acted = s.used + 1, "action"
    entered = {u: q for u, q in s.entered.items() if u != e.unit}
    if s.stage == "T2" and s.rivals(e.to, seat):
        entered[e.unit] = piece.square
    s.entered = entered
    up = piece.up
    _put(s, e.unit, e.to, piece._replace(square=e.to))
    if not up and s.stage == "T2" and s.map.charge[e.to] != seat:
        s.shown = s.shown | {e.unit}
    s.returns = tuple(r for r in s.returns if r[0] != e.unit)
    b = s.battle
    if b is not None and b.bring == ("home", e.unit):
        _special_over(s, b._replace(bring=None))


def ability_used(s: Dinos, e: AbilityUsed) -> None:
    if e.unit not in s.pieces:
        raise NotOnTheTable
    ability = s.data.abilities.get(e.ability)
    s.used, s.acted = s.used + e.cost, s.acted or "ability"
    s.abilities_used = (*s.abilities_used, (e.unit, e.ability))
    if not s.pieces[e.unit].up:
        s.needed = (*s.needed, e.unit)
    if ability is not None and ability.turns_up:
        down = tuple(u for u in e.targets if u in s.pieces and not s.pieces[u].up)
        s.scented = (*s.scented, *down)
    if ability is not None and ability.defence:
        s.braced = s.braced | {e.unit}


def dino_revealed(s: Dinos, e: DinoRevealed) -> None:
    piece = s.pieces.get(e.unit)
    if piece is None and not is_known_unit(s, e.unit):
        raise NotOnTheTable
    _tell(s, e.unit, e.card, e.seq)
    if piece is not None and e.cause != "judge":
        s.pieces = {**s.pieces, e.unit: piece._replace(up=True)}
        s.shown = s.shown - {e.unit}
        s.needed = tuple(u for u in s.needed if u != e.unit)
        s.scented = tuple(u for u in s.scented if u != e.unit)


def territory_occupied(s: Dinos, e: TerritoryOccupied) -> None:
    piece = s.pieces.get(e.unit)
    if piece is None or piece.square != e.square:
        raise NotOnTheTable
    if s.mark is not None:
        return  # what the rules do not give is not sealed, unless a ruling lets it stand
    mine = s.of(e.square, e.unit[:2])
    s.pieces = {**s.pieces, **{u: s.pieces[u]._replace(sealed=True) for u in mine}}
    s.sealed = s.sealed | {e.square}
    s.sealed_last = (mine, e.seq)


def actions_ended(s: Dinos, e: ActionsEnded) -> None:
    s.stage = "T4"
    s.pending = s.contested()
    s.attacks = s.attacks | {
        u for u in s.entered if u in s.pieces and s.pieces[u].square in s.pending
    }


def battle_opened(s: Dinos, e: BattleOpened) -> None:
    if e.square not in s.pending or e.square not in s.contested():
        raise NotOnTheTable
    attacker, defender = s.roles(e.square)
    attackers, defenders = s.of(e.square, attacker), s.of(e.square, defender)
    s.battle = Fought(e.square, attacker, defender, attackers, defenders, braced=s.braced)
    s.stage = "B1"


def _battle(s: Dinos) -> Fought:
    if s.battle is None:
        raise NotOnTheTable
    return s.battle


def retreat_declared(s: Dinos, e: RetreatDeclared) -> None:
    b = _battle(s)
    if s.stage != "B1" or e.unit not in b.defenders or e.to not in s.map.charge:
        raise NotOnTheTable
    s.battle = b._replace(retreat=(e.unit, e.to))


def retreat_declined(s: Dinos, e: RetreatDeclined) -> None:
    if s.stage != "B1":
        raise NotOnTheTable
    s.battle, s.stage = _battle(s)._replace(retreat="declined"), "B2"


def retreat_resolved(s: Dinos, e: RetreatResolved) -> None:
    b = _battle(s)
    if not isinstance(b.retreat, tuple):
        raise NotOnTheTable
    unit, to = b.retreat
    if retreat_succeeds(s, unit, e):
        s.battle, s.stage = b._replace(retreat="done"), "B5"
        _put(s, unit, to, s.pieces[unit]._replace(square=to))
    else:
        s.battle, s.stage = b._replace(retreat="failed"), "B2"


def retreat_succeeds(s: Dinos, unit: str, e: RetreatResolved) -> bool:
    """By the card where it is known, else as recorded (GN-1.10)."""
    try:
        least = s.card(unit).retreat
    except (Unseen, Undecided):
        return e.success
    if least is None or (least and (e.face is None or not 1 <= e.face <= 6)):
        return e.success
    return least == 0 or (e.face or 0) >= least


def attack_rolled(s: Dinos, e: AttackRolled) -> None:
    b = _battle(s)
    due = battles.rolling(s, b)
    if due is None or e.unit not in due[1] or s.stage not in ("B1", "B2", "B3"):
        raise NotOnTheTable
    roll = Roll(e.unit, e.face, e.attack, e.special)
    try:
        value = s.card(e.unit).attack[e.face - 1] if 1 <= e.face <= 6 else e.attack
        if isinstance(value, int):
            roll = roll._replace(attack=value, special=None)
        elif value is not None:
            roll = roll._replace(attack=None, special=value)
    except (Unseen, Undecided, IndexError):
        pass
    retreat = b.retreat if b.retreat is not None else "declined"
    b = b._replace(rolls=(*b.rolls, roll), retreat=retreat)
    if roll.special is not None:
        s.battle, s.stage = b._replace(special=roll), _special_stage(b, e.unit)
    else:
        _next_die(s, b)


def _special_stage(b: Fought, unit: str) -> str:
    return "B2s" if unit in b.attackers else "B3s"


def _next_die(s: Dinos, b: Fought) -> None:
    due = battles.rolling(s, b)
    s.battle = b
    s.stage = "B4" if due is None else "B2" if due[0] == b.attacker else "B3"


def special_resolved(s: Dinos, e: SpecialResolved) -> None:
    b = _battle(s)
    roll = b.special
    if roll is None:
        raise NotOnTheTable
    bring, ends = None, e.ends_battle
    try:
        does = battles.what_it_does(s, roll.special or "")
        ends = battles.ends_battle(s, roll)
        if does == "fossilise_beside":
            hit = e.targets[0] if e.targets and e.targets[0] in s.pieces else roll.unit
            bring = ("fossil", hit)
        elif ends:
            bring = ("home", roll.unit)
    except Undecided:
        pass
    b = b._replace(special=None, bring=bring, ended_by_special=ends)
    if bring is None:
        _special_over(s, b)
    else:
        s.battle = b


def _special_over(s: Dinos, b: Fought) -> None:
    """A special face is carried out."""
    if b.ended_by_special:
        s.battle, s.stage = b, "B5"
    else:
        _next_die(s, b)


def battle_result_declared(s: Dinos, e: BattleResultDeclared) -> None:
    b = _battle(s)
    if s.stage != "B4" or b.lost is not None:
        raise NotOnTheTable
    right = battles.known(s, b)
    figures = right[:2] if right is not None else (e.attacker_result, e.defender_result)
    lost = right[2] if right is not None else tuple(u for u in e.losers if u in s.pieces)
    s.battle = b._replace(lost=lost, to_remove=lost, figures=figures)
    if not lost:
        s.stage = "B5"


def dino_fossilised(s: Dinos, e: DinoFossilised) -> None:
    _take_off(s, e.unit)
    s.entered = {u: q for u, q in s.entered.items() if u != e.unit}
    s.wrecked = tuple(u for u in s.wrecked if u != e.unit)
    b = s.battle
    if b is None:
        return
    if b.bring is not None and b.bring[0] == "fossil":
        _special_over(s, b._replace(bring=None))
    elif e.unit in b.to_remove:
        b = b._replace(to_remove=tuple(u for u in b.to_remove if u != e.unit))
        s.battle = b
        if not b.to_remove:
            s.stage = "B5"


def battle_ended(s: Dinos, e: BattleEnded) -> None:
    b = _battle(s)
    s.clash = {**s.clash, **{u: b for u in b.lost or ()}}
    s.battle, s.stage = None, "T4"
    left = s.contested()
    s.pending = tuple(q for q in s.pending if q != b.square and q in left)
    s.fought = s.fought | {b.square}
    if b.retreat != "done" or s.options.retreat_is_battle:
        if s.to_move in (b.attacker, b.defender):
            s.acted = "battle"
        for seat in (b.attacker, b.defender):
            _is_idle_no_more(s, seat, "battle")
    if s.options.unresolved_battle == "attacker_returns" and b.square in s.contested():
        back = tuple((u, s.entered.get(u)) for u in s.of(b.square, b.attacker))
        s.returns = tuple((u, q) for u, q in back if q is not None)


def _is_idle_no_more(s: Dinos, seat: str, by: str | None) -> None:
    if s.idle[seat] and by is not None:
        s.broken = {**s.broken, seat: by}
    s.idle = {**s.idle, seat: 0}
    s.doubtful_idle = {of: places for of, places in s.doubtful_idle.items() if of != seat}


def turn_ended(s: Dinos, e: TurnEnded) -> None:
    seat = s.to_move
    s.stage = "T0"
    s.pending = ()
    idle = not s.acted
    if idle and s.options.idle_counts == "nothing_possible":
        idle = s.could_act is not True
        if idle and isinstance(places := s.could_act, tuple):
            before = s.doubtful_idle.get(seat, ())
            s.doubtful_idle = {**s.doubtful_idle, seat: (*before, *places)}
    if idle:
        s.idle = {**s.idle, seat: min(IDLE, s.idle[seat] + 1)}
    else:
        _is_idle_no_more(s, seat, s.acted or None)
    s.rolled, s.used, s.entered = None, 0, {}
    s.braced, s.abilities_used, s.fought = frozenset(), (), frozenset()


def _out(s: Dinos, seat: str, status: str) -> None:
    s.status = {**s.status, seat: status}
    if status == "defeated" and s.options.defeated_dinos == "fossilise":
        s.wrecked = (*s.wrecked, *s.free(seat))


def player_defeated(s: Dinos, e: PlayerDefeated) -> None:
    if e.seat not in s.status:
        raise NotOnTheTable
    if s.mark is None and s.status[e.seat] == "in_play":
        _out(s, e.seat, "defeated")
    s.conceded = s.conceded - {e.seat}


def player_dropped_out(s: Dinos, e: PlayerDroppedOut) -> None:
    if e.seat not in s.status:
        raise NotOnTheTable
    if s.mark is None and s.status[e.seat] == "in_play":
        _out(s, e.seat, "dropped_out")


def player_conceded(s: Dinos, e: PlayerConceded) -> None:
    if not s.is_in_play(e.actor):
        return
    s.conceded = s.conceded | {e.actor}
    _out(s, e.actor, "defeated" if s.options.concession == "defeated" else "dropped_out")
    if e.actor == s.to_move and s.stage in ("T1", "T2"):
        s.stage, s.pending = "T4", s.contested()


def cards_counted(s: Dinos, e: CardsCounted) -> None:
    s.counted = True


def position_declared(s: Dinos, e: Any) -> None:
    from auditor.games.dino_world.position import declared

    declared(s, e)
