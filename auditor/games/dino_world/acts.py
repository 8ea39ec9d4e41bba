"""The acts of Dino World: who may do them, and the set each choice is taken from."""

from __future__ import annotations

from itertools import permutations
from typing import Any, cast

from auditor.declare import Act, Among
from auditor.games.dino_world import battles, homes, windows
from auditor.games.dino_world.apply import targets
from auditor.games.dino_world.board import FACES
from auditor.games.dino_world.owed import right_counts
from auditor.games.dino_world.state import ALIKE, DECK, Dinos, quadrants
from auditor.hidden import Undecided
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
    Quarter,
    RetreatDeclared,
    RetreatDeclined,
    RetreatResolved,
    SheetChosen,
    SpecialResolved,
    TerritoryOccupied,
    TurnEnded,
    TurnStarted,
)
from events.shared import MatchClosed

TABLE = Among(None, lambda s, e: ("table",))
SEATS = Among(None, lambda s, e: s.seats)
OWN_SEAT = Among(None, lambda s, e: (e.actor,))
OTHERS_TURN = Among("DW-5.9", lambda s, e: (s.to_move,))


def opening_size(s: Dinos) -> int:
    """The cards drawn at the start (DW-4.3, DW-4.4)."""
    return 4 if len(s.seats) == 2 else 3


def a_deck(s: Dinos) -> list[tuple[str, ...]]:
    """One lawful deck, where the catalogue has cards enough."""
    names: dict[str, int] = {}
    deck: list[str] = []
    for code in s.data.dinos * ALIKE:
        name = s.data.cards[code].name_en
        if names.get(name, 0) < ALIKE and len(deck) < DECK:
            names[name] = names.get(name, 0) + 1
            deck.append(code)
    return [tuple(deck)] if len(deck) == DECK else []


def layouts(s: Dinos) -> list[tuple[Quarter, ...]]:
    """Every lawful joining of the sheets."""
    places = quadrants(s.seats)
    return [
        tuple(
            Quarter(seat=cast(Any, seat), quadrant=q)
            for seat, q in zip(s.seats, order, strict=True)
        )
        for order in permutations(places)
        if places
    ]


def new_unit(s: Dinos, seat: str) -> str:
    """An id that no card of a seat has had."""
    numbers = [int(u[4:]) for u in (*s.pieces, *s.fossils.get(seat, ())) if u[:2] == seat]
    return f"{seat}-u{max(numbers, default=0) + 1}"


def own_units(s: Dinos, e: Any) -> list[str]:
    """The dinosaurs of the seat that acts."""
    return [u for u in s.pieces if u[:2] == e.actor]


def movers(s: Dinos, e: Any) -> tuple[str, ...]:
    """Whose actions these are; what a card or an option moves is its owner's."""
    return s.seats if e.cause == "effect" else (s.to_move,)


REGISTER = Act(
    DeckRegistered,
    home=homes.DECK_HOME,
    actor=SEATS,
    seat=OWN_SEAT,
    size=Among(None, lambda s, e: (DECK,)),
    cards=Among(None, lambda s, e: a_deck(s)),
)
CHOOSE_SHEET = Act(
    SheetChosen,
    home=homes.SHEET_HOME,
    actor=SEATS,
    seat=OWN_SEAT,
    sheet=Among(None, lambda s, e: list(s.data.sheets)),
)
ASSEMBLE = Act(
    MapAssembled,
    home=homes.MAP_HOME,
    actor=TABLE,
    layout=Among(None, lambda s, e: layouts(s)),
)
SHUFFLE = Act(DeckShuffled, home=homes.SHUFFLE_HOME, actor=SEATS, seat=OWN_SEAT)
DRAW = Act(
    OpeningDrawn,
    home=homes.DRAW_HOME,
    actor=SEATS,
    seat=OWN_SEAT,
    count=Among(None, lambda s, e: (opening_size(s),)),
)


def placers(s: Dinos, e: Any) -> tuple[str, ...]:
    """Every seat at the opening; afterwards the player of the turn."""
    return s.seats if e.cause == "opening" else (s.to_move,)


def costs(s: Dinos, e: Any) -> tuple[int, ...]:
    """The points that an act takes."""
    return (0 if e.cause in ("opening", "effect") else 1,)


PLACE = Act(
    DinoPlaced,
    home=homes.PLACING_HOME,
    cause=Among(None, lambda s, e: ("opening",) if s.stage == "S4" else ("action",)),
    actor=Among("DW-5.9", placers),
    unit=Among(None, lambda s, e: [new_unit(s, e.actor)]),
    card=Among(None, lambda s, e: (None,)),
    to=Among(None, lambda s, e: s.map.home.get(e.actor, ())),
    face=Among(None, lambda s, e: ("down",)),
    cost=Among(None, costs),
)
DECIDE_ORDER = Act(
    PlayOrderDecided,
    home=homes.ORDER_HOME,
    actor=TABLE,
    order=Among(None, lambda s, e: list(permutations(s.seats))),
    method=Among(None, lambda s, e: ("die",)),
)
START_TURN = Act(
    TurnStarted,
    home=homes.TURN_HOME,
    actor=SEATS,
    turn=Among(None, lambda s, e: (s.turn + 1,)),
)
ROLL_ACTIONS = Act(
    ActionDieRolled,
    home=homes.DIE_HOME,
    actor=Among("DW-5.9", lambda s, e: (s.to_move,)),
    value=Among(None, lambda s, e: FACES),
)


def moving(s: Dinos, e: Any) -> list[str]:
    """The dinosaurs that may be moved for a cause."""
    if e.cause == "action":
        return own_units(s, e)
    b = s.battle
    fleeing = [b.bring[1]] if b is not None and b.bring and b.bring[0] == "home" else []
    return [u for u in (*fleeing, *(u for u, _ in s.returns)) if u[:2] == e.actor]


def ways_out(s: Dinos, e: Any) -> tuple[str, ...]:
    """The squares that a moving dinosaur may go to."""
    if e.cause == "action":
        return s.map.around[s.pieces[e.unit].square]
    back = tuple(q for u, q in s.returns if u == e.unit)
    return back or s.free_home(e.actor)


MOVE = Act(
    DinoMoved,
    home=homes.MOVE_HOME,
    cause=Among(None, lambda s, e: ("action",) if s.stage == "T2" else ("effect",)),
    actor=Among("DW-5.9", movers),
    unit=Among(None, moving),
    from_=Among(None, lambda s, e: (s.pieces[e.unit].square,)),
    to=Among(None, ways_out),
    cost=Among(None, costs),
)


def abilities(s: Dinos, e: Any) -> list[str]:
    """The abilities that a dinosaur may have."""
    told = s.told.get(e.unit)
    if told is None:
        return list(s.data.abilities)
    card = s.data.cards.get(told[0])
    return sorted(card.abilities) if card is not None else []


USE_ABILITY = Act(
    AbilityUsed,
    home="DW-8.7",
    actor=Among("DW-8.7", lambda s, e: (s.to_move,)),
    unit=Among(None, own_units),
    ability=Among(None, abilities),
    cost=Among(None, lambda s, e: (s.data.abilities[e.ability].cost,)),
    targets=Among(None, lambda s, e: targets(s, e.unit, e.ability)),
)


def reveal_causes(s: Dinos, e: Any) -> tuple[str, ...]:
    """The causes for which a dinosaur may be turned up now."""
    match s.stage:
        case "T2":
            return ("entry", "ability", "effect", "voluntary")
        case "T4" | "B1" | "B2" | "B3":
            return ("battle",)
    return ()


def turned_up(s: Dinos, e: Any) -> list[str]:
    """The dinosaurs that may be turned up for a cause."""
    if e.cause == "battle":
        square = s.battle.square if s.battle is not None else None
        there = {*s.pending, square}
        return [u for u, p in s.pieces.items() if not p.up and p.square in there]
    own = [u for u, p in s.pieces.items() if not p.up and u[:2] == s.to_move]
    return list(s.scented) if e.cause == "effect" else own


def who_turns_up(s: Dinos, e: Any) -> tuple[str, ...]:
    """Who turns a dinosaur up for a cause; the table too what could not be read."""
    owner = e.unit[:2]
    piece = s.pieces.get(e.unit)
    unread = piece is not None and piece.up and e.unit not in s.told
    match e.cause:
        case "judge":
            return ("judge",)
        case "effect":
            return ("table", owner) if unread else ("table",)
        case "battle":
            return (owner, "table")
    return (owner, "table") if unread else (owner,)


REVEAL = Act(
    DinoRevealed,
    home=homes.REVEAL_HOME,
    cause=Among(None, reveal_causes),
    unit=Among(None, turned_up),
    actor=Among(homes.REVEAL_HOME, who_turns_up),
    card=Among(None, lambda s, e: (s.told[e.unit][0] if e.unit in s.told else None,)),
)


def occupiers(s: Dinos, e: Any) -> list[str]:
    """The dinosaur that occupies a square now."""
    found = s.occupation()
    return [found[0]] if found is not None else []


OCCUPY = Act(
    TerritoryOccupied,
    home=homes.OCCUPY_HOME,
    actor=TABLE,
    unit=Among(None, occupiers),
    square=Among(None, lambda s, e: (s.pieces[e.unit].square,)),
    owner=Among(None, lambda s, e: (s.map.owner[e.square],)),
)
END_ACTIONS = Act(ActionsEnded, home="DW-5.9", actor=OTHERS_TURN)
OPEN_BATTLE = Act(
    BattleOpened,
    home=homes.OPEN_BATTLE_HOME,
    actor=Among("DW-10.7", lambda s, e: (s.to_move,)),
    square=Among(None, lambda s, e: [q for q in s.pending if q in s.contested()]),
    attacker=Among(None, lambda s, e: (s.roles(e.square)[0],)),
    defender=Among(None, lambda s, e: (s.roles(e.square)[1],)),
    attackers=Among(None, lambda s, e: (s.of(e.square, e.attacker),)),
    defenders=Among(None, lambda s, e: (s.of(e.square, e.defender),)),
)


def defenders(s: Dinos, e: Any) -> tuple[str, ...]:
    """The dinosaurs of the defender, if that is the seat that acts."""
    b = s.battle
    return b.defenders if b is not None and b.defender == e.actor else ()


RETREAT = Act(
    RetreatDeclared,
    home=homes.RETREAT_HOME,
    actor=SEATS,
    unit=Among(None, defenders),
    to=Among(None, lambda s, e: s.free_home(e.actor)),
)
STAY = Act(RetreatDeclined, home=homes.RETREAT_HOME, actor=SEATS, unit=Among(None, defenders))


def retreating(s: Dinos, e: Any) -> list[str]:
    """The dinosaur whose retreat is open."""
    b = s.battle
    return [b.retreat[0]] if b is not None and isinstance(b.retreat, tuple) else []


RESOLVE_RETREAT = Act(
    RetreatResolved,
    home="DW-11.10",
    actor=TABLE,
    unit=Among(None, retreating),
    success=Among(None, lambda s, e: (True, False)),
    face=Among(None, lambda s, e: (None, *FACES)),
)


def dice(s: Dinos, e: Any) -> tuple[str, ...]:
    """The dinosaurs whose die a seat may roll now."""
    due = battles.rolling(s, s.battle) if s.battle is not None else None
    return due[1] if due is not None and due[0] == e.actor else ()


def printed(s: Dinos, e: Any) -> tuple[int | str | None, ...]:
    """What the face rolled may mean."""
    told = s.told.get(e.unit)
    codes = (told[0],) if told is not None else s.data.dinos
    tables = [s.data.cards[code].attack for code in codes if code in s.data.cards]
    return tuple({table[e.face - 1]: None for table in tables if table})


ATTACK = Act(
    AttackRolled,
    home=homes.ATTACK_HOME,
    actor=SEATS,
    unit=Among(None, dice),
    face=Among(None, lambda s, e: FACES),
    attack=Among(None, lambda s, e: [v if isinstance(v, int) else None for v in printed(s, e)]),
    special=Among(
        None,
        lambda s, e: (
            [v for v in printed(s, e) if isinstance(v, str)] if e.attack is None else [None]
        ),
    ),
)


def special_units(s: Dinos, e: Any) -> list[str]:
    """The dinosaur whose special face is open."""
    b = s.battle
    return [b.special.unit] if b is not None and b.special is not None else []


def special_targets(s: Dinos, e: Any) -> list[tuple[str, ...]]:
    """The targets that the special face may be given."""
    b = s.battle
    if b is None or b.special is None:
        return []
    try:
        return battles.targets_of(s, b.special)
    except Undecided:
        return []


SPECIAL = Act(
    SpecialResolved,
    home="DW-12.3",
    actor=SEATS,
    unit=Among(None, special_units),
    special=Among(None, lambda s, e: (s.battle.special.special,)),
    targets=Among(None, special_targets),
    ends_battle=Among(None, lambda s, e: (True, False)),
)


def right_results(s: Dinos) -> list[tuple[int, int, tuple[str, ...]]]:
    """Results and losers, where every card is known."""
    right = battles.known(s, s.battle) if s.battle is not None and s.stage == "B4" else None
    return [right] if right is not None else []


DECLARE_RESULT = Act(
    BattleResultDeclared,
    home=homes.RESULT_HOME,
    actor=TABLE,
    attacker_result=Among(None, lambda s, e: [a for a, _, _ in right_results(s)]),
    defender_result=Among(None, lambda s, e: [d for _, d, _ in right_results(s)]),
    losers=Among(None, lambda s, e: [lost for _, _, lost in right_results(s)]),
)


def fossils(s: Dinos, e: Any) -> tuple[str, ...]:
    """The dinosaurs to be taken off for a cause."""
    b = s.battle
    if e.cause == "effect":
        return s.wrecked
    if b is None:
        return ()
    if e.cause == "special":
        return (b.bring[1],) if b.bring is not None and b.bring[0] == "fossil" else ()
    return b.to_remove


FOSSILISE = Act(
    DinoFossilised,
    home=homes.FOSSIL_HOME,
    actor=TABLE,
    cause=Among(None, lambda s, e: ("battle", "special", "effect")),
    unit=Among(None, fossils),
)
END_BATTLE = Act(
    BattleEnded,
    home=homes.BATTLE_END_HOME,
    actor=TABLE,
    square=Among(None, lambda s, e: [s.battle.square] if s.battle is not None else []),
    how=Among(None, lambda s, e: (windows.ended_how(s),)),
)
END_TURN = Act(TurnEnded, home=homes.TURN_END_HOME, actor=TABLE)
DEFEAT = Act(
    PlayerDefeated,
    home="DW-14.9",
    actor=TABLE,
    cause=Among(None, lambda s, e: ("idle", "conceded")),
    seat=Among(None, lambda s, e: s.seats),
)
DROP_OUT = Act(PlayerDroppedOut, home="DW-14.9", actor=TABLE, seat=SEATS)
COUNT = Act(
    CardsCounted,
    home="DW-14.9",
    actor=TABLE,
    counts=Among(None, lambda s, e: (right_counts(s),)),
)


def results(s: Dinos, e: Any) -> list[tuple[str | None, str]]:
    """The result by the rules, if there is one."""
    if s.duties or not s.is_over or s.end is None:
        return []
    return [(s.end.winner, s.end.reason)]


CLOSE = Act(
    MatchClosed,
    closes=True,
    actor=TABLE,
    winner=Among(None, lambda s, e: [winner for winner, _ in results(s, e)]),
    reason=Among(None, lambda s, e: [reason for _, reason in results(s, e)]),
)
