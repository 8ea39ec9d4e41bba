"""The acts of Soukou Musume TCG: who may do them, and the set each choice is taken from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any

from auditor.declare import Act, Among
from auditor.effects import Open, Text
from auditor.games.soukou_musume import homes
from auditor.games.soukou_musume.damage import Hit, worked_out
from auditor.games.soukou_musume.homes import WRONG_SEAT, both, turn_player
from auditor.games.soukou_musume.owed import BETTER
from auditor.games.soukou_musume.state import (
    SEATS,
    Soukou,
    Unit,
    known,
)
from auditor.games.soukou_musume.texts import (
    DAMAGE,
    DEPLOY,
    amount_of,
    attaching,
    choice,
    choosable,
    concerned,
    open_now,
    seat_of,
)
from auditor.games.soukou_musume.windows import CARRIED_OUT, judgement_ends, round_follows
from events.shared import MatchClosed
from events.soukou_musume import (
    CardsDrawn,
    CardSet,
    CommandUsed,
    DamageDealt,
    DeckLooked,
    DeckRegistered,
    DeckSearched,
    DeckShuffled,
    DrawFailed,
    EnergyDiscarded,
    EnergyMoved,
    ExSkillUsed,
    ExtraCardDrawn,
    FirstPlayerDecided,
    HandDiscarded,
    HpRecovered,
    JudgementBegan,
    JudgementEnded,
    JudgementRevealed,
    MainUnitChosen,
    MainUnitPlaced,
    MainUnitsRevealed,
    OpeningHandDrawn,
    OpeningHandRedrawn,
    PhaseBegan,
    PlayersGreeted,
    RevealedUnit,
    SetDiscarded,
    SkillUsed,
    StateChanged,
    TurnBegan,
    TurnEnded,
    UnitCharged,
    UnitDeployed,
    UnitRetreated,
    UnitsSwapped,
    UnitWrecked,
)

TABLE = Among(None, lambda s, e: ("table",))
TURN_PLAYER = Among(WRONG_SEAT, turn_player)
EITHER = Among(None, both)
SELF = Among("SM-4.3", lambda s, e: (e.actor,))
"""The seat that acts."""
SELF_SET_UP = Among("SM-3.11", lambda s, e: (e.actor,))
NONE = Among(None, lambda s, e: (None,))


def new_id(s: Soukou, seat: str, letter: str) -> str:
    """An instance id of a seat that was not given yet."""
    return _new_id(s.used, seat, letter)


@lru_cache(maxsize=64)
def _new_id(used: frozenset[str], seat: str, letter: str) -> str:
    number = 1 + sum(id.startswith(f"{seat}-{letter}") for id in used)
    while f"{seat}-{letter}{number}" in used:
        number += 1
    return f"{seat}-{letter}{number}"


def in_hand(s: Soukou, seat: str) -> list[str | None]:
    """The cards that a hand may hold; an unseen one beside them, if there is one."""
    hand = s.hand[seat]
    unseen: list[str | None] = [None] if hand.unseen else []
    return [*dict.fromkeys(hand.known), *unseen]


def is_kind(s: Soukou, code: str | None, *kinds: str) -> bool:
    """A card may be of one of some kinds."""
    if code is None:
        return True
    kind = known(lambda: s.book.card(code).kind)
    return kind is None or kind in kinds


def units_in_hand(s: Soukou, e: Any) -> list[str | None]:
    """The units of a hand."""
    return [code for code in in_hand(s, e.player) if is_kind(s, code, "unit")]


def commands_in_hand(s: Soukou, e: Any) -> list[str | None]:
    """The commands of a hand."""
    return [c for c in in_hand(s, e.player) if is_kind(s, c, "strategy", "tactic", "uniform")]


def unseen(count: int) -> tuple[None, ...]:
    """Cards that nobody has seen."""
    return (None,) * count


def parts_open(s: Soukou, *verbs: str) -> Iterator[tuple[Text, Open]]:
    """The open parts of the text with some of the verbs."""
    if s.text is not None:
        for open_ in open_now(s):
            if open_.part.verb in verbs or not open_.part.is_known:
                yield s.text, open_


def causes(*verbs: str) -> Among:
    """The text whose open part an event carries out."""
    return Among(None, lambda s, e: [text.cause for text, _ in parts_open(s, *verbs)][:1])


def carriers(*verbs: str) -> Among:
    """The seats that carry an open part out."""
    return Among(None, lambda s, e: [seat_of(s, t, o.part) for t, o in parts_open(s, *verbs)][:1])


def parts_of(s: Soukou, e: Any, *verbs: str) -> Iterator[tuple[Text, Open]]:
    """The open, known parts with a verb."""
    return ((text, o) for text, o in parts_open(s, *verbs) if o.part.is_known)


def lists(pieces: Iterable[str | None], least: int, most: int) -> list[tuple[str | None, ...]]:
    """Every choice of so many of some pieces; the most common sizes only, of very many."""
    pieces = tuple(pieces)
    found: list[tuple[str | None, ...]] = []
    for size in range(max(1, least), min(most, len(pieces)) + 1):
        for some in combinations(pieces, size):
            if some not in found:
                found.append(some)
            if len(found) >= MOST_LISTS:
                return found
    return found


MOST_LISTS = 60

# set-up

GREET = Act(
    PlayersGreeted,
    actor=Among(None, lambda s, e: ("table",) if s.phase == "setup" and not s.greeted else ()),
)
REGISTER = Act(
    DeckRegistered,
    home="SM-2.1",
    actor=EITHER,
    player=SELF_SET_UP,
    size=Among(None, lambda s, e: (50,)),
    list=NONE,
)


def shuffles(s: Soukou, e: Any) -> list[tuple[str, int | None]]:
    """Reasons and causes for which a seat has its deck to shuffle."""
    found: list[tuple[str, int | None]] = []
    up = s.set_up[e.player]
    if s.phase == "setup":
        if not up.shuffled:
            found.append(("setup", None))
        if up.reshuffle is not None:
            found.append(("redraw", up.reshuffle))
    found += [("effect", t.cause) for t, _ in parts_of(s, e, "shuffle") if t.seat == e.player]
    return found


SHUFFLE = Act(
    DeckShuffled,
    home=homes.SHUFFLE,
    actor=EITHER,
    player=SELF_SET_UP,
    reason=Among(None, lambda s, e: [reason for reason, _ in shuffles(s, e)]),
    cause=Among(None, lambda s, e: [c for r, c in shuffles(s, e) if r == e.reason]),
)
DRAW_FIVE = Act(
    OpeningHandDrawn,
    home=homes.FIVE,
    actor=EITHER,
    player=SELF_SET_UP,
    cards=Among(None, lambda s, e: (unseen(5),)),
)


def whole_hand(s: Soukou, e: Any) -> list[tuple[str | None, ...]]:
    """A hand as it is shown."""
    hand = s.hand[e.player]
    return [(*sorted(hand.known), *unseen(hand.unseen))]


REDRAW = Act(
    OpeningHandRedrawn,
    home="SM-3.11",
    actor=EITHER,
    player=SELF_SET_UP,
    shown=Among(None, whole_hand),
)
EXTRA = Act(
    ExtraCardDrawn,
    home="SM-3.8",
    actor=EITHER,
    player=SELF_SET_UP,
    for_redraw=Among(None, lambda s, e: [seq for seq, _, taken in s.redraws if not taken]),
    card=NONE,
)
PLACE = Act(
    MainUnitPlaced,
    home=homes.PLACE,
    actor=EITHER,
    player=SELF_SET_UP,
    unit=Among(None, lambda s, e: [new_id(s, e.player, "u")]),
    card=Among(None, units_in_hand),
)
THROWS = [({"P1": one, "P2": other},) for one, other in (("rock", "scissors"), ("rock", "paper"))]
DECIDE = Act(
    FirstPlayerDecided,
    home="SM-3.11",
    actor=TABLE,
    throws=Among(None, lambda s, e: THROWS),
    first=Among(None, both),
)


def main_units(s: Soukou, e: Any) -> list[dict[str, RevealedUnit]]:
    """The main units turned up, as far as they are known."""
    units = {seat: s.main_unit(seat) for seat in SEATS}
    if s.phase != "setup" or None in units.values():
        return []
    return [
        {
            seat: RevealedUnit(unit=u.id, card=s.code_if_seen(u.card))
            for seat, u in units.items()
            if u is not None
        }
    ]


TURN_UP = Act(MainUnitsRevealed, home="SM-3.11", actor=TABLE, units=Among(None, main_units))

# the turn


def next_player(s: Soukou, e: Any) -> tuple[str, ...]:
    """The player of the turn to begin (SM-4.1)."""
    if s.phase == "setup":
        return (s.first,) if s.first is not None else SEATS
    return (s.player,) if s.phase == "start" else (s.enemy(s.player),)


BEGIN_TURN = Act(
    TurnBegan,
    home=homes.TURN,
    actor=Among(homes.TURN, next_player),
    turn=Among("SM-4.1", lambda s, e: (s.turn + 1,)),
    player=Among("SM-4.1", next_player),
)
BEGIN_PHASE = Act(
    PhaseBegan,
    home=homes.PHASE,
    actor=TURN_PLAYER,
    phase=Among(None, lambda s, e: ("draw", "main", "attack", "end")),
)
END_TURN = Act(
    TurnEnded,
    home=homes.TURN_END,
    actor=TURN_PLAYER,
    turn=Among("SM-4.2", lambda s, e: (s.turn,)),
)


def draws(s: Soukou, e: Any) -> list[tuple[str, int | None, int]]:
    """What a seat has to draw: the reason, the cause, how many."""
    found: list[tuple[str, int | None, int]] = []
    if s.phase == "draw" and not s.drawn and e.player == s.player:
        found.append(("draw_phase", None, 1))
    found += [("charge", cause, 1) for seat, cause in s.draws if seat == e.player]
    for text, open_ in parts_of(s, e, "draw"):
        if text.seat == e.player:
            found.append(("effect", text.cause, open_.part.amount.least))
    return found


REASON = Among(None, lambda s, e: list(dict.fromkeys(reason for reason, _, _ in draws(s, e))))
CAUSE = Among(None, lambda s, e: [c for reason, c, _ in draws(s, e) if reason == e.reason])


def number(s: Soukou, e: Any) -> int | None:
    """How many cards a draw takes."""
    return next((n for r, c, n in draws(s, e) if (r, c) == (e.reason, e.cause)), None)


DRAW = Act(
    CardsDrawn,
    home=homes.DRAWN,
    actor=EITHER,
    player=SELF,
    reason=REASON,
    cause=CAUSE,
    cards=Among(None, lambda s, e: [unseen(number(s, e) or 0)]),
)
FAIL = Act(
    DrawFailed,
    home=homes.FAILED,
    actor=EITHER,
    player=SELF,
    reason=REASON,
    cause=CAUSE,
    owed=Among(None, lambda s, e: [number(s, e) or 0]),
    drawn=Among(None, lambda s, e: [s.deck[e.player].size]),
)

# the main phase


def own_units(s: Soukou, e: Any) -> list[str]:
    """The units of the seat that are not wrecked."""
    return [u.id for u in s.own(e.player) if not u.is_wrecked]


def charges(s: Soukou, e: Any) -> list[tuple[str, int | None]]:
    """On what basis a seat may charge, and for what."""
    found: list[tuple[str, int | None]] = []
    if s.phase == "main" and e.player == s.player:
        found.append(("normal", None))
    found += [("effect", t.cause) for t, _ in parts_of(s, e, "charge") if t.seat == e.player]
    return found


def chargeable(s: Soukou, e: Any) -> list[str]:
    """The units that may be charged."""
    if e.basis == "normal":
        return own_units(s, e)
    units = [concerned(s, t, o.part) for t, o in parts_of(s, e, "charge")]
    return [u.id for u in units if u is not None]


def exists_own(s: Soukou, e: Any) -> frozenset[str] | list[str]:
    """The units of the seat."""
    return [u.id for u in s.own(e.player)]


CHARGE = Act(
    UnitCharged,
    home=homes.CHARGED,
    actor=TURN_PLAYER,
    player=SELF,
    basis=Among(None, lambda s, e: [basis for basis, _ in charges(s, e)]),
    cause=Among(None, lambda s, e: [c for basis, c in charges(s, e) if basis == e.basis]),
    unit=Among("SM-7.2", exists_own),
    card=Among(None, lambda s, e: in_hand(s, e.player)),
    energy=Among(None, lambda s, e: [new_id(s, e.player, "e")]),
)


def deployments(s: Soukou, e: Any) -> list[tuple[str, int | None]]:
    """Where from a seat may put a unit out, and for what."""
    found: list[tuple[str, int | None]] = []
    if s.phase == "main" and e.player == s.player:
        found.append(("hand", None))
    found += [("deck", t.cause) for t, _ in parts_of(s, e, DEPLOY) if t.seat == e.player]
    return found


def found_card(s: Soukou) -> str | None:
    """The card that the search before took."""
    return s.log.cards[0][1] if s.log is not None and s.log.cards else None


DEPLOY_UNIT = Act(
    UnitDeployed,
    home=homes.DEPLOYED,
    actor=TURN_PLAYER,
    player=SELF,
    from_=Among(None, lambda s, e: [where for where, _ in deployments(s, e)]),
    cause=Among(None, lambda s, e: [c for where, c in deployments(s, e) if where == e.from_]),
    card=Among(None, lambda s, e: units_in_hand(s, e) if e.from_ == "hand" else [found_card(s)]),
    unit=Among(None, lambda s, e: [new_id(s, e.player, "u")]),
    slot=NONE,
)


def choices_for(s: Soukou, seat: str, parts: Any) -> list[dict[str, str | None]]:
    """What a text lets its player choose beforehand."""
    part = choice(parts)
    units = [] if part is None else choosable(s, seat, part)
    return [{"target": u.id} for u in units] or [{}]


def command_choices(s: Soukou, e: Any) -> list[dict[str, str | None]]:
    """The choices of a command."""
    if e.card is None:
        return [{}]
    return choices_for(s, e.player, s.book.card(e.card).parts)


def command_kinds(s: Soukou, e: Any) -> list[str]:
    """The kinds that a command may be used as."""
    if e.card is None:
        return ["tactic"]
    kind = s.book.card(e.card).known_kind or "uniform"
    return [kind] if kind != "uniform" or takers(s, e.player, e.card) else []


def takers(s: Soukou, seat: str, card: str) -> bool:
    """Some unit may have a uniform set on it (SM-10.3, SM-10.4, SM-10.6, SM-10.8)."""
    return any(
        not u.is_wrecked
        and not s.entered_now(u)
        and s.may_be_set_on(u)
        and known(s.is_named_like, u, card) is not False
        for u in s.own(seat)
    )


COMMAND = Act(
    CommandUsed,
    home="SM-6.3",
    actor=TURN_PLAYER,
    player=SELF,
    card=Among(None, commands_in_hand),
    kind=Among(None, command_kinds),
    choices=Among(None, command_choices),
)
SET = Act(
    CardSet,
    home=homes.CARD_SET,
    actor=TURN_PLAYER,
    player=SELF,
    cause=causes("set"),
    card=Among(None, lambda s, e: [s.code_if_seen(t.card) for t, _ in parts_of(s, e, "set")]),
    unit=Among("SM-10.8", exists_own),
    set=Among(None, lambda s, e: [new_id(s, e.player, "s")]),
)


def activated(s: Soukou, e: Any) -> dict[str, list[tuple[str, Any]]]:
    """The set cards with activated EX skills, by the unit they are set on."""
    found: dict[str, list[tuple[str, Any]]] = {}
    for unit in s.own(e.player):
        for piece in unit.sets:
            code = s.code_if_seen(piece.card)
            skills = None if code is None else s.book.card(code).skills
            for skill in (skills or {}).values():
                if skill.mode == "activated":
                    found.setdefault(unit.id, []).append((piece.id, skill))
    return found


EX_SKILL = Act(
    ExSkillUsed,
    home="SM-11.3",
    actor=TURN_PLAYER,
    player=SELF,
    unit=Among(None, lambda s, e: list(activated(s, e))),
    set=Among(None, lambda s, e: [id for id, _ in activated(s, e)[e.unit]]),
    name=Among(
        None, lambda s, e: [skill.name for id, skill in activated(s, e)[e.unit] if id == e.set]
    ),
    choices=Among(
        None,
        lambda s, e: [
            chosen
            for id, skill in activated(s, e)[e.unit]
            if id == e.set
            for chosen in choices_for(s, e.player, skill.parts)
        ],
    ),
)


def own_main(s: Soukou, e: Any) -> list[str | None]:
    """The main unit of the seat."""
    main = s.main[e.player]
    return [] if main is None else [main]


def retreat_payments(s: Soukou, e: Any) -> list[tuple[str | None, ...]]:
    """The energy with which a retreat may be paid."""
    unit = s.units[e.unit]
    cost = known(lambda: int(s.card(unit.card).fact("retreat_cost")))
    ids = [p.id for p in unit.energy]
    if cost is None:
        return [tuple(ids[:n]) for n in range(len(ids) + 1)]
    return [()] if cost == 0 else list(lists(ids, cost, cost))


RETREAT = Act(
    UnitRetreated,
    home="SM-6.3",
    actor=TURN_PLAYER,
    player=SELF,
    unit=Among("SM-12.1", own_main),
    energy=Among(None, retreat_payments),
)


def exchanges(s: Soukou, e: Any) -> list[tuple[str, int | None]]:
    """For what a seat chooses a main unit."""
    found: list[tuple[str, int | None]] = []
    if s.retreat is not None and not s.retreat.exchanged and s.retreat.player == e.player:
        found.append(("retreat", s.retreat.cause))
    if e.player in s.choosing:
        found.append(("wreck", s.choosing[e.player]))
    return found


CHOOSE = Act(
    MainUnitChosen,
    home=homes.CHOSEN,
    actor=EITHER,
    player=EITHER,
    reason=Among(None, lambda s, e: [reason for reason, _ in exchanges(s, e)]),
    cause=Among(None, lambda s, e: [c for reason, c in exchanges(s, e) if reason == e.reason]),
    unit=Among(None, lambda s, e: [u.id for u in s.own(e.player)]),
)
SWAP = Act(
    UnitsSwapped,
    home="SM-20.3",
    actor=EITHER,
    cause=causes("swap"),
    player=carriers("swap"),
    out=Among(None, own_main),
    in_=Among(None, lambda s, e: [u.id for u in s.sound_reserve(e.player)]),
)

# the attack phase


def skills_of(s: Soukou, e: Any) -> dict[str, Any]:
    """The skills of a unit, as far as they are known."""
    unit = s.unit(e.unit)
    code = None if unit is None else s.code_if_seen(unit.card)
    return dict((None if code is None else s.book.card(code).skills) or {})


SKILL = Act(
    SkillUsed,
    home="SM-13.1",
    actor=TURN_PLAYER,
    player=SELF,
    unit=Among("SM-13.6", own_main),
    skill=Among(None, lambda s, e: list(skills_of(s, e))),
    choices=Among(None, lambda s, e: choices_for(s, e.player, skills_of(s, e)[e.skill].parts)),
)


def hits(s: Soukou, e: Any) -> list[Hit]:
    """The damage that may be dealt now."""
    found = []
    for text, open_ in parts_open(s, DAMAGE.verb, "damage_reserve"):
        part = open_.part
        if part is DAMAGE:
            unit = s.main_unit(s.enemy(text.seat))
        else:
            unit = concerned(s, text, part) if part.is_known else None
        if unit is not None:
            found.append(Hit(text, unit, part is DAMAGE, 0 if part is DAMAGE else part.number))
    return found


def amounts(s: Soukou, e: Any) -> list[int]:
    """What the damage comes to; where that is not known, nothing is listed."""
    found = [known(worked_out, s, hit) for hit in hits(s, e)]
    return [amount for amount in found if amount is not None]


HIT = Act(
    DamageDealt,
    home=homes.DAMAGE,
    actor=TURN_PLAYER,
    cause=causes(DAMAGE.verb, "damage_reserve"),
    target=Among(None, lambda s, e: [hit.target.id for hit in hits(s, e)][:1]),
    amount=Among(None, amounts),
    steps=NONE,
)


def down(s: Soukou, e: Any) -> list[str]:
    """The units without HP."""
    return [d.unit for d in s.down]


def on_it(s: Soukou, e: Any) -> list[tuple[str, ...]]:
    """What is attached to a unit."""
    unit = s.units[e.unit]
    return [tuple(p.id for p in (*unit.energy, *unit.sets))]


WRECK = Act(
    UnitWrecked,
    home=homes.WRECK,
    actor=TABLE,
    unit=Among(None, down),
    discarded=Among(None, on_it),
    cause=Among(None, lambda s, e: [s.last.get(f"hit {e.unit}")]),
)


def changes(s: Soukou) -> list[tuple[Unit, str, int | None]]:
    """The changes of state that may be recorded now: the unit, the new state, the cause."""
    found: list[tuple[Unit, str, int | None]] = []
    if s.retreat is not None and s.retreat.recovers:
        found.append((s.units[s.retreat.unit], "normal", s.retreat.cause))
    found += [(s.units[id], to, cause) for id, to, cause, _ in s.struck]
    if (made := s.recovery) is not None:
        ids = [made.unit] if made.unit is not None else list(s.units)
        for id in ids:
            unit = s.unit(id)
            if unit is not None and unit.state in BETTER and unit.owner == made.player:
                found.append((unit, BETTER[unit.state], made.ended))
    if s.text is not None:
        for open_ in open_now(s):
            part = open_.part
            if part.is_known and CARRIED_OUT.get(part.verb) is StateChanged:
                unit = concerned(s, s.text, part)
                to = part.state if part.verb == "state" else "normal"
                if unit is not None:
                    found.append((unit, to, s.text.cause))
    return found


CHANGE = Act(
    StateChanged,
    home=homes.STATE,
    actor=TABLE,
    unit=Among(None, lambda s, e: list(dict.fromkeys(u.id for u, _, _ in changes(s)))),
    from_=Among(None, lambda s, e: [s.units[e.unit].state]),
    to=Among(None, lambda s, e: [to for u, to, _ in changes(s) if u.id == e.unit]),
    cause=Among(None, lambda s, e: [c for u, to, c in changes(s) if (u.id, to) == (e.unit, e.to)]),
)


def recovered(s: Soukou, e: Any) -> list[tuple[Unit, int]]:
    """The recoveries that may be recorded now."""
    found = []
    for text, open_ in parts_of(s, e, "recover"):
        unit = concerned(s, text, open_.part)
        if unit is not None:
            found.append((unit, recovery(s, unit, open_.part.number)))
    return found


def recovery(s: Soukou, unit: Unit, number: int) -> int:
    """How much comes off a unit (SM-1.12)."""
    return number if s.options.recovery_cap == "none" else min(number, unit.damage)


RECOVER = Act(
    HpRecovered,
    home=homes.RECOVERED,
    actor=TABLE,
    cause=causes("recover"),
    unit=Among(None, lambda s, e: [u.id for u, _ in recovered(s, e)]),
    amount=Among(None, lambda s, e: [amount for _, amount in recovered(s, e)]),
)

# owed choices


def hand_lists(s: Soukou, e: Any) -> list[tuple[str | None, ...]]:
    """The cards that a text may make a seat discard."""
    found: list[tuple[str | None, ...]] = []
    hand = s.hand[e.player]
    cards: list[str | None] = [*sorted(hand.known), *unseen(min(hand.unseen, 3))]
    for text, open_ in parts_of(s, e, "discard_hand"):
        if seat_of(s, text, open_.part) == e.player:
            least, most = amount_of(s, open_.part, hand.size)
            found += lists(cards, least, most or 0)
    return found


def attachments(s: Soukou, e: Any) -> list[tuple[Any, ...]]:
    """Nothing attached; or all of it to the main unit, where a set card lets it be."""
    from events.soukou_musume import AttachedCard

    found: list[tuple[Any, ...]] = [()]
    main = s.main_unit(e.player)
    if main is not None and not main.is_wrecked and _may_attach(s, e.player):
        number = int(new_id(s, e.player, "e")[4:])
        found.append(
            tuple(
                AttachedCard(card=card, unit=main.id, energy=f"{e.player}-e{number + n}")
                for n, card in enumerate(e.cards)
            )
        )
    return found


def _may_attach(s: Soukou, seat: str) -> bool:
    return known(lambda: attaching(s, seat) is None) is True


DISCARD = Act(
    HandDiscarded,
    home="SM-20.2",
    actor=EITHER,
    cause=causes("discard_hand"),
    player=carriers("discard_hand"),
    cards=Among(None, hand_lists),
    as_energy=Among(None, attachments),
)


def off_units(s: Soukou, e: Any, verb: str) -> list[tuple[Unit, Open]]:
    """The units that something is taken off by a text."""
    found = []
    for text, open_ in parts_of(s, e, verb):
        unit = concerned(s, text, open_.part)
        if unit is not None and seat_of(s, text, open_.part) == e.player:
            found.append((unit, open_))
    return found


def taken_off(s: Soukou, e: Any, verb: str) -> list[tuple[str | None, ...]]:
    """The pieces that may be taken off."""
    found: list[tuple[str | None, ...]] = []
    for unit, open_ in off_units(s, e, verb):
        pieces = unit.energy if verb == "discard_energy" else unit.sets
        least, most = amount_of(s, open_.part, len(pieces))
        found += lists([p.id for p in pieces], least, most or 0)
    return found


DISCARD_ENERGY = Act(
    EnergyDiscarded,
    home="SM-13.5",
    actor=EITHER,
    cause=causes("discard_energy"),
    player=carriers("discard_energy"),
    unit=Among(None, lambda s, e: [u.id for u, _ in off_units(s, e, "discard_energy")]),
    energy=Among(None, lambda s, e: taken_off(s, e, "discard_energy")),
)
DISCARD_SET = Act(
    SetDiscarded,
    home="SM-20.6",
    actor=EITHER,
    cause=causes("discard_set"),
    player=carriers("discard_set"),
    unit=Among(None, lambda s, e: [u.id for u, _ in off_units(s, e, "discard_set")]),
    sets=Among(None, lambda s, e: taken_off(s, e, "discard_set")),
)


def moved(s: Soukou, e: Any) -> list[tuple[str | None, ...]]:
    """The energy that may be moved."""
    found: list[tuple[str | None, ...]] = []
    giver = s.unit(e.from_)
    for _, open_ in parts_of(s, e, "move_energy"):
        if giver is not None:
            least, most = amount_of(s, open_.part, len(giver.energy))
            found += lists([p.id for p in giver.energy], least, most or 0)
    return found


MOVE = Act(
    EnergyMoved,
    home="SM-20.22",
    actor=TURN_PLAYER,
    player=SELF,
    cause=causes("move_energy"),
    from_=Among(None, lambda s, e: [t.unit for t, _ in parts_of(s, e, "move_energy")]),
    to=Among(
        None, lambda s, e: [u.id for u in s.own(e.player) if not u.is_wrecked and u.id != e.from_]
    ),
    energy=Among(None, moved),
)


def looked(s: Soukou, e: Any) -> list[int]:
    """How many cards are looked at (SM-20.5)."""
    size = s.deck[e.player].size
    return [min(o.part.amount.least, size) for _, o in parts_of(s, e, "look")]


LOOK = Act(
    DeckLooked,
    home="SM-20.5",
    actor=TURN_PLAYER,
    player=SELF,
    cause=causes("look"),
    count=Among(None, looked),
    cards=Among(None, lambda s, e: [unseen(e.count)]),
)


def found_in(s: Soukou, e: Any) -> list[str | None]:
    """What a search may take; nobody has seen it."""
    return [None]


def where_to(s: Soukou, e: Any) -> list[str]:
    """Where what a search took may go."""
    if not s.has_place(e.player):
        return ["none"]
    return [o.part.given[1] for _, o in parts_of(s, e, "search")] + ["none"]


SEARCH = Act(
    DeckSearched,
    home="SM-20.21",
    actor=TURN_PLAYER,
    player=SELF,
    cause=causes("search"),
    to=Among(None, where_to),
    taken=Among(None, found_in),
)

# judgements


def judgements(s: Soukou, e: Any) -> list[tuple[int | None, str | None]]:
    """The judgements that a seat may begin: the cause, the unit."""
    found: list[tuple[int | None, str | None]] = []
    for text, _ in parts_of(s, e, "judgement"):
        if text.seat == e.player:
            found.append((text.cause, None))
    if s.phase == "end" and e.player == s.player:
        found += [(None, id) for id in s.judged_for]
    return found


JUDGE = Act(
    JudgementBegan,
    home=homes.JUDGED,
    actor=Among(homes.JUDGING_SEAT, turn_player),
    player=SELF,
    cause=Among(None, lambda s, e: list(dict.fromkeys(c for c, _ in judgements(s, e)))),
    unit=Among(None, lambda s, e: [u for c, u in judgements(s, e) if c == e.cause]),
)


def to_reveal(s: Soukou, e: Any) -> list[dict[str, str | None]]:
    """The cards that both reveal, not seen but where they come from a known bottom."""
    if not round_follows(s, e, None):  # type: ignore[arg-type]
        return []
    return [{seat: s.code_if_seen(s.deck[seat].top) for seat in SEATS if s.deck[seat].size}]


REVEAL = Act(
    JudgementRevealed,
    home=homes.REVEALED,
    actor=TABLE,
    round=Among(None, lambda s, e: [len(s.judging.rounds) + 1] if s.judging else []),
    cards=Among(None, to_reveal),
    result=Among(None, lambda s, e: ("won", "lost", "tie")),
    to_bottom=Among(None, lambda s, e: (True,)),
)
END_JUDGEMENT = Act(
    JudgementEnded,
    home=homes.ENDED,
    actor=TABLE,
    result=Among(
        None,
        lambda s, e: ("won", "lost") if judgement_ends(s, e, None) else (),  # type: ignore[arg-type]
    ),
    rounds=Among(None, lambda s, e: [len(s.judging.rounds)] if s.judging else []),
)


def results(s: Soukou, e: Any) -> list[tuple[str | None, str]]:
    """The result by the rules, if there is one."""
    return [(s.end.winner, s.end.reason)] if s.is_over and s.end is not None else []


CLOSE = Act(
    MatchClosed,
    closes=True,
    actor=TABLE,
    winner=Among(None, lambda s, e: [winner for winner, _ in results(s, e)]),
    reason=Among(None, lambda s, e: [reason for _, reason in results(s, e)]),
)
