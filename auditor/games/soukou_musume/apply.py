"""What each event does to the position. It looks at no hidden face and judges nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from auditor.declare import NotOnTheTable
from auditor.effects import Due, Part
from auditor.games.soukou_musume.position import position_declared
from auditor.games.soukou_musume.state import (
    SEATS,
    WEIGHT,
    Deck,
    Down,
    Judgement,
    Piece,
    Retreat,
    Round,
    Shown,
    Soukou,
    Told,
    Unit,
    is_unit,
    known,
    owner_of,
)
from auditor.games.soukou_musume.texts import (
    DEPLOY,
    UNKNOWN,
    as_text,
    attached_as,
    drops,
    goes_on,
    hp,
    is_protected,
    open_now,
    skill_parts,
    text_of,
)
from auditor.games.soukou_musume.windows import may_be_over, part_of
from auditor.zones import Impossible
from events.shared import PlayerConceded
from events.soukou_musume import (
    CardRevealed,
    CardsDrawn,
    CardSet,
    CommandUsed,
    DamageDealt,
    DeckLooked,
    DeckRegistered,
    DeckSearched,
    DeckShuffled,
    DrawFailed,
    EffectBegan,
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

__all__ = ["position_declared"]


# cards


def _log(s: Soukou, e: Any, cards: Iterable[tuple[str, str | None]]) -> None:
    """Keeps the cards of an event, and counts the copies that are seen."""
    cards = tuple(cards)
    s.log = Told(e.seq, cards, s.log)
    for seat, code in cards:
        if code is not None and seat in SEATS:
            _see(s, seat, code, e.seq)


def _see(s: Soukou, seat: str, code: str, seq: int) -> None:
    earlier = s.seen.get((seat, code), ())
    s.seen = {**s.seen, (seat, code): (*earlier, seq)[-5:]}
    if seat not in s.unit_seen and known(is_unit, s, code):
        s.unit_seen = s.unit_seen | {seat}


def _from_hand(s: Soukou, seat: str, card: str | None, e: Any, index: int = 1) -> Shown:
    """Takes a card out of a hand. Raises: NotOnTheTable."""
    hand = s.hand[seat]
    if not hand.size:
        raise NotOnTheTable
    s.hand = {
        **s.hand,
        seat: hand.without(card if card is not None and card in hand else None, e.seq),
    }
    return s.shown(card, seat, e.seq, index)


def _draw(s: Soukou, e: Any, seat: str, cards: tuple[str | None, ...]) -> None:
    """Cards go from a deck to a hand; one known from the bottom is known in the hand."""
    if seat not in SEATS or s.deck[seat].size < len(cards):
        raise NotOnTheTable
    drawn = []
    deck = s.deck[seat]
    for card in cards:
        known_top = s.code_if_seen(deck.top)
        drawn.append(card if card is not None else known_top)
        deck = deck.drawn()
    s.deck = {**s.deck, seat: deck}
    s.hand = {**s.hand, seat: s.hand[seat].with_cards(drawn, e.seq)}
    _log(s, e, ((seat, card) for card in cards))


def _discard(s: Soukou, seat: str, *cards: Shown) -> None:
    s.discard = {**s.discard, seat: (*s.discard[seat], *cards)}


def _discard_pieces(s: Soukou, unit: Unit, pieces: Iterable[Piece]) -> None:
    """Attached cards go to the discard piles of their owners."""
    for piece in pieces:
        _discard(s, owner_of(piece.id) or unit.owner, piece.card)


def _give_id(s: Soukou, id: str) -> None:
    s.used = s.used | {id}


def _put(s: Soukou, unit: Unit) -> None:
    s.units = {**s.units, unit.id: unit}


def _unit(s: Soukou, id: str | None) -> Unit:
    unit = s.unit(id)
    if unit is None:
        raise NotOnTheTable
    return unit


def _seat(seat: str) -> str:
    if seat not in SEATS:
        raise NotOnTheTable
    return seat


# set-up


def deck_registered(s: Soukou, e: DeckRegistered) -> None:
    seat = _seat(e.player)
    s.registered = s.registered | {seat}
    if e.list is not None and all(copies.code is not None for copies in e.list):
        found: dict[str, int] = {}
        for copies in e.list:
            found[str(copies.code)] = found.get(str(copies.code), 0) + copies.count
        s.lists = {**s.lists, seat: found}


def players_greeted(s: Soukou, e: PlayersGreeted) -> None:
    s.greeted = True


def deck_shuffled(s: Soukou, e: DeckShuffled) -> None:
    seat = _seat(e.player)
    if e.reason == "effect":
        _did(s, e)
    elif s.turn == 0:
        setup = s.set_up[seat]
        if e.reason == "redraw" and setup.drawn and not setup.placed:
            _returned(s, seat)  # where both draw again, the other's hand goes back too
        s.set_up = {
            **s.set_up,
            seat: setup._replace(
                shuffled=True, reshuffle=None, drawn=setup.drawn and e.reason != "redraw"
            ),
        }
    s.deck = {**s.deck, seat: Deck(s.deck[seat].size)}


def _returned(s: Soukou, seat: str) -> None:
    """A hand goes back to the deck."""
    size = s.hand[seat].size
    s.hand = {**s.hand, seat: s.hand[seat].shown(())}
    s.deck = {**s.deck, seat: Deck(s.deck[seat].size + size)}


def opening_hand_drawn(s: Soukou, e: OpeningHandDrawn) -> None:
    seat = _seat(e.player)
    if s.turn:
        raise NotOnTheTable
    _draw(s, e, seat, e.cards)
    s.set_up = {**s.set_up, seat: s.set_up[seat]._replace(drawn=True)}


def opening_hand_redrawn(s: Soukou, e: OpeningHandRedrawn) -> None:
    seat = _seat(e.player)
    if s.turn or not s.hand[seat].size:
        raise NotOnTheTable
    _log(s, e, ((seat, card) for card in e.shown))
    _returned(s, seat)
    s.redraws = (*s.redraws, (e.seq, seat, False))
    setup = s.set_up[seat]
    again = {seat: setup._replace(drawn=False, reshuffle=e.seq, redraws=setup.redraws + 1)}
    other = s.enemy(seat)
    if s.options.redraw_scope == "both" and s.set_up[other].drawn and not s.set_up[other].placed:
        again[other] = s.set_up[other]._replace(reshuffle=e.seq)
    s.set_up = {**s.set_up, **again}


def extra_card_drawn(s: Soukou, e: ExtraCardDrawn) -> None:
    _draw(s, e, _seat(e.player), (e.card,))
    s.redraws = tuple((q, seat, taken or q == e.for_redraw) for q, seat, taken in s.redraws)
    s.extras = {**s.extras, e.player: s.extras[e.player] + 1}


def main_unit_placed(s: Soukou, e: MainUnitPlaced) -> None:
    seat = _seat(e.player)
    if s.main[seat] is not None:
        raise NotOnTheTable
    card = _from_hand(s, seat, e.card, e)
    _log(s, e, [(seat, e.card)])
    _put(s, Unit(e.unit, seat, card, face_up=False))
    _give_id(s, e.unit)
    s.main = {**s.main, seat: e.unit}
    s.set_up = {**s.set_up, seat: s.set_up[seat]._replace(placed=True)}


def first_player_decided(s: Soukou, e: FirstPlayerDecided) -> None:
    if s.turn:
        raise NotOnTheTable
    throws = e.throws[-1] if e.throws else {}
    s.first = winner_of(throws) or e.first
    s.player = s.first


DEFEATS = {"rock": "scissors", "scissors": "paper", "paper": "rock"}


def winner_of(throws: Any) -> str | None:
    """The seat that wins a throw; None of a tie."""
    one, other = throws.get("P1"), throws.get("P2")
    if one is None or other is None or one == other:
        return None
    return "P1" if DEFEATS[one] == other else "P2"


def main_units_revealed(s: Soukou, e: MainUnitsRevealed) -> None:
    if s.turn:
        raise NotOnTheTable
    for seat, shown in e.units.items():
        unit = s.unit(s.main.get(seat))
        if unit is None or shown.card is None:
            continue
        if not isinstance(unit.card, str):
            _tell(s, unit.card.place, shown.card)
        _put(s, unit._replace(card=shown.card, face_up=True))
        _see(s, seat, shown.card, e.seq)
    s.revealed, s.phase = True, "start"


# the turn


def turn_began(s: Soukou, e: TurnBegan) -> None:
    if e.player not in SEATS:
        raise NotOnTheTable
    s.turn += 1
    s.phase, s.began = "begun", e.seq
    if s.first is None:
        s.first = e.player
    s.player = s.first if s.turn % 2 else s.enemy(s.first)
    s.drawn = s.charged = s.retreated = s.strategy_used = s.skill_used = False
    s.ex_used, s.field_main = frozenset(), frozenset()
    s.effects = tuple(effect for effect in s.effects if effect.last >= s.turn)


def phase_began(s: Soukou, e: PhaseBegan) -> None:
    if not s.turn:
        raise NotOnTheTable
    _moves_on(s)
    s.phase = e.phase
    if e.phase == "end":
        s.judged_for = to_be_judged(s)


def to_be_judged(s: Soukou) -> tuple[str, ...]:
    """The units for which a judgement is owed when the end phase begins (SM-18.2)."""
    only_main = s.options.end_judgement_zone == "main"
    return tuple(
        u.id
        for u in s.own(s.player)
        if u.state in ("minor", "medium") and (s.is_main(u) or not only_main)
    )


def _moves_on(s: Soukou) -> None:
    """Play goes on: what was offered, or may have been owed, is past."""
    _ends_by_itself(s)
    drops(s)
    s.recovery = None
    s.struck = ()
    if s.retreat is not None and s.retreat.exchanged:
        s.retreat = None


def turn_ended(s: Soukou, e: TurnEnded) -> None:
    if not s.turn:
        raise NotOnTheTable
    _moves_on(s)
    s.judged_for = ()
    s.phase, s.player = "start", s.enemy(s.player)


def cards_drawn(s: Soukou, e: CardsDrawn) -> None:
    if e.reason == "draw_phase":
        s.drawn = True
    elif e.reason == "charge":
        _charge_paid(s, e)
    else:
        _did(s, e)
    _draw(s, e, _seat(e.player), e.cards)
    goes_on(s)


def _charge_paid(s: Soukou, e: Any) -> None:
    owed = [draw for draw in s.draws if draw[0] == e.player]
    if owed:
        paid = next((draw for draw in owed if draw[1] == e.cause), owed[0])
        at = s.draws.index(paid)
        s.draws = (*s.draws[:at], *s.draws[at + 1 :])


def draw_failed(s: Soukou, e: DrawFailed) -> None:
    if e.reason == "charge":
        _charge_paid(s, e)
    elif e.reason == "effect":
        _did(s, e)
    goes_on(s)


# the main phase


def unit_charged(s: Soukou, e: UnitCharged) -> None:
    seat = _seat(e.player)
    unit = _unit(s, e.unit)
    card = _from_hand(s, seat, e.card, e)
    _log(s, e, [(seat, e.card)])
    if e.basis == "normal":
        _moves_on(s)
        s.charged = True
    else:
        _did(s, e)
    unit = s.units[unit.id]
    _put(s, unit._replace(energy=(*unit.energy, Piece(e.energy, card))))
    _give_id(s, e.energy)
    s.draws = (*s.draws, (seat, e.seq))
    goes_on(s)


def unit_deployed(s: Soukou, e: UnitDeployed) -> None:
    seat = _seat(e.player)
    if e.unit in s.units:
        raise NotOnTheTable
    if e.from_ == "hand":
        _moves_on(s)
        card = _from_hand(s, seat, e.card, e)
    else:
        deck = s.deck[seat]
        if not deck.size:
            raise NotOnTheTable
        _did(s, e)
        card = s.shown(e.card, seat, e.seq)
        s.deck = {**s.deck, seat: Deck(deck.size - 1)}
    _log(s, e, [(seat, e.card)])
    _put(s, Unit(e.unit, seat, card, entered=s.turn, slot=e.slot))
    _give_id(s, e.unit)
    goes_on(s)


def command_used(s: Soukou, e: CommandUsed) -> None:
    seat = _seat(e.player)
    _moves_on(s)
    shown = _from_hand(s, seat, e.card, e)
    _log(s, e, [(seat, e.card)])
    card = None if e.card is None else s.book.card(e.card)
    parts: tuple[Part, ...] = text_of(None if card is None else card.parts)
    if e.kind == "strategy":
        s.strategy_used = True
    if e.kind == "uniform":
        parts = (SET, *(p for p in parts if p.verb != "set"))
    else:
        _discard(s, seat, shown)
    s.text = as_text(s, e, parts, shown)
    goes_on(s)


SET = Part("set")


def card_set(s: Soukou, e: CardSet) -> None:
    unit = _unit(s, e.unit)
    if s.text is not None and s.text.cause == e.cause:
        s.text = s.text._replace(unit=e.unit)
    if not _did(s, e):
        raise NotOnTheTable
    text = s.text or s.last_text
    assert text is not None
    card = text.card if e.card is None else e.card
    now = unit.set_now + 1 if unit.last_set == s.turn else 1
    _put(s, unit._replace(sets=(*unit.sets, Piece(e.set, card)), last_set=s.turn, set_now=now))
    _give_id(s, e.set)
    _happened(s, e)
    if any(d.unit == unit.id for d in s.down):
        _check(s, unit.id)
    goes_on(s)


def ex_skill_used(s: Soukou, e: ExSkillUsed) -> None:
    unit = _unit(s, e.unit)
    _moves_on(s)
    piece = next((p for u in s.units.values() for p in u.sets if p.id == e.set), None)
    if piece is None:
        raise NotOnTheTable
    s.ex_used = s.ex_used | {e.set}
    code = s.code_if_seen(piece.card)
    skills = None if code is None else s.book.card(code).skills
    skill = None if skills is None else skills.get(e.name)
    if skills is not None and skill is None:
        return
    parts = (UNKNOWN,) if skill is None else text_of(skill.parts)
    s.text = as_text(s, e, parts, piece.card, unit=unit.id, name=e.name)
    goes_on(s)


def unit_retreated(s: Soukou, e: UnitRetreated) -> None:
    unit = _unit(s, e.unit)
    _moves_on(s)
    s.retreated = True
    paid = [p for p in unit.energy if p.id in e.energy]
    _discard_pieces(s, unit, paid)
    unit = unit._replace(energy=tuple(p for p in unit.energy if p.id not in e.energy))
    _happened(s, e)
    if not s.is_main(unit):
        _put(s, unit)
        return
    if not s.options.retreat_keeps_attached:
        _discard_pieces(s, unit, (*unit.energy, *unit.sets))
        unit = unit._replace(energy=(), sets=(), damage=0)
        s.effects = tuple(effect for effect in s.effects if effect.on != unit.id)
    _put(s, unit)
    s.retreat = Retreat(unit.owner, unit.id, e.seq, False, unit.state == "minor")


def main_unit_chosen(s: Soukou, e: MainUnitChosen) -> None:
    unit = _unit(s, e.unit)
    seat = unit.owner
    s.main = {**s.main, seat: unit.id}
    if s.options.move_counts_as_entering:
        _put(s, unit._replace(entered=s.turn))
    if e.reason == "retreat" and s.retreat is not None:
        s.retreat = s.retreat._replace(exchanged=True) if s.retreat.recovers else None
    elif seat in s.choosing:
        s.choosing = {other: by for other, by in s.choosing.items() if other != seat}


def units_swapped(s: Soukou, e: UnitsSwapped) -> None:
    out, in_ = _unit(s, e.out), _unit(s, e.in_)
    if out.owner != in_.owner or not s.is_main(out):
        raise NotOnTheTable
    _did(s, e)
    s.main = {**s.main, in_.owner: in_.id}
    if s.options.move_counts_as_entering:
        _put(s, in_._replace(entered=s.turn))
    if s.options.swap_is_retreat and out.state == "minor":
        s.retreat = Retreat(out.owner, out.id, e.cause or e.seq, True, True)
    goes_on(s)


# the attack phase


def skill_used(s: Soukou, e: SkillUsed) -> None:
    unit = _unit(s, e.unit)
    _moves_on(s)
    s.skill_used = True
    code = s.code_if_seen(unit.card)
    skills = None if code is None else s.book.card(code).skills
    skill = None if skills is None else skills.get(e.skill)
    if skills is not None and skill is None:
        return
    parts = (UNKNOWN,) if skill is None else skill_parts(s, skill)
    s.text = as_text(s, e, parts, unit.card, unit=unit.id, name=e.skill, is_skill=True)
    goes_on(s)


def damage_dealt(s: Soukou, e: DamageDealt) -> None:
    from auditor.games.soukou_musume.damage import hit_by, worked_out

    unit = _unit(s, e.target)
    hit = hit_by(s, e)
    right = hit is not None and hit.target.id == e.target
    amount = known(worked_out, s, hit) if right else max(0, e.amount)
    is_certain = all(open_.due is not Due.UNSURE for open_ in open_now(s))
    _did(s, e)
    if unit.is_wrecked:
        return
    if amount is None or not is_certain:
        amount = max(0, e.amount)
        unit = unit._replace(unsure=(*unit.unsure, f"damage of event {e.seq}"))
    _put(s, unit._replace(damage=unit.damage + amount))
    s.last = {**s.last, "damage_dealt": e.seq, f"hit {unit.id}": e.seq}
    _check(s, unit.id)
    _strike(s, s.units[unit.id], e.seq)
    goes_on(s)


def _check(s: Soukou, id: str, lost_hp: bool = False) -> None:
    """Whether a unit has no HP left (SM-16.1), after damage or a change of its HP."""
    unit = s.units[id]
    rest = tuple(d for d in s.down if d.unit != id)
    without = False if not unit.damage and not unit.unsure else known(has_no_hp, s, unit)
    if unit.is_wrecked or without is False:
        s.down = rest
        return
    was = any(d.unit == id for d in s.down)
    if lost_hp and not was:
        if not s.options.hp_loss_wrecks:
            return
        s.down = (*rest, Down(id, without is True, "SM-14.12"))
    else:
        s.down = (*rest, Down(id, without is True, "SM-16.1"))


def has_no_hp(s: Soukou, unit: Unit) -> bool:
    """Its damage has reached its HP (SM-1.2). Raises: Unseen, Undecided."""
    return unit.hurt >= hp(s, unit)


def _strike(s: Soukou, unit: Unit, seq: int) -> None:
    """A state by the amount of damage, where the organiser has set amounts (SM-H25)."""
    thresholds = s.options.damage_thresholds
    protected = known(is_protected, s, unit)
    if thresholds is None or protected:
        return
    sure = protected is False and not unit.unsure
    for state in ("medium", "minor"):
        if unit.damage >= thresholds[state] or unit.unsure:
            if WEIGHT[state] > WEIGHT[unit.state]:
                s.struck = (*s.struck, (unit.id, state, seq, sure))
            if not unit.unsure:
                return


def unit_wrecked(s: Soukou, e: UnitWrecked) -> None:
    unit = _unit(s, e.unit)
    if unit.is_wrecked:
        raise NotOnTheTable
    if s.text is not None and s.options.wreck_check != "at_once":
        drops(s)
    _discard_pieces(s, unit, (*unit.energy, *unit.sets))
    _put(s, unit._replace(state="wrecked", damage=0, energy=(), sets=()))
    s.down = tuple(d for d in s.down if d.unit != unit.id)
    s.struck = tuple(struck for struck in s.struck if struck[0] != unit.id)
    if s.retreat is not None and s.retreat.unit == unit.id:
        s.retreat = None if s.retreat.exchanged else s.retreat._replace(recovers=False)
    s.judged_for = tuple(id for id in s.judged_for if id != unit.id)
    _happened(s, e)
    if s.is_main(unit) and s.sound_reserve(unit.owner):
        s.choosing = {**s.choosing, unit.owner: e.seq}


def state_changed(s: Soukou, e: StateChanged) -> None:
    unit = _unit(s, e.unit)
    if unit.is_wrecked:
        raise NotOnTheTable
    if s.struck and any(struck[0] == e.unit for struck in s.struck):
        s.struck = tuple(struck for struck in s.struck if struck[0] != e.unit)
    elif (
        s.recovery is not None
        and s.recovery.ended == e.cause
        and (s.recovery.unit in (None, e.unit))
    ):
        s.recovery = None
    elif s.retreat is not None and s.retreat.recovers and s.retreat.unit == e.unit:
        done = s.retreat.exchanged
        s.retreat = None if done else s.retreat._replace(recovers=False)
    else:
        _did(s, e)
    _put(s, unit._replace(state=e.to))
    if s.options.medium_blocks_set_effects:
        _check(s, unit.id, lost_hp=True)
    goes_on(s)


def hp_recovered(s: Soukou, e: HpRecovered) -> None:
    unit = _unit(s, e.unit)
    _did(s, e)
    damage = unit.damage - e.amount
    if s.options.recovery_cap == "printed_hp":
        damage = max(0, damage)
    _put(s, unit._replace(damage=damage))
    if any(d.unit == unit.id for d in s.down):
        _check(s, unit.id)
    goes_on(s)


def hand_discarded(s: Soukou, e: HandDiscarded) -> None:
    seat = _seat(e.player)
    _log(s, e, ((seat, card) for card in e.cards))
    for index, (code, at) in enumerate(zip(e.cards, attached_as(e), strict=True), 1):
        card = _from_hand(s, seat, code, e, index)
        if at is None or at.unit not in s.units:
            _discard(s, seat, card)
            continue
        unit = s.units[at.unit]
        _put(s, unit._replace(energy=(*unit.energy, Piece(at.energy, card))))
        _give_id(s, at.energy)
        if s.options.attach_is_charge:
            s.charged = True
            s.draws = (*s.draws, (seat, e.seq))
    _did(s, e)
    goes_on(s)


def energy_discarded(s: Soukou, e: EnergyDiscarded) -> None:
    unit = _unit(s, e.unit)
    gone = [p for p in unit.energy if p.id in e.energy]
    _discard_pieces(s, unit, gone)
    _put(s, unit._replace(energy=tuple(p for p in unit.energy if p.id not in e.energy)))
    _did(s, e)
    goes_on(s)


def energy_moved(s: Soukou, e: EnergyMoved) -> None:
    giver, taker = _unit(s, e.from_), _unit(s, e.to)
    moved = tuple(p for p in giver.energy if p.id in e.energy)
    _put(s, giver._replace(energy=tuple(p for p in giver.energy if p.id not in e.energy)))
    taker = s.units[taker.id]
    _put(s, taker._replace(energy=(*taker.energy, *moved)))
    _did(s, e)
    goes_on(s)


def set_discarded(s: Soukou, e: SetDiscarded) -> None:
    unit = _unit(s, e.unit)
    gone = [p for p in unit.sets if p.id in e.sets]
    _discard_pieces(s, unit, gone)
    _put(s, unit._replace(sets=tuple(p for p in unit.sets if p.id not in e.sets)))
    _did(s, e)
    s.last = {**s.last, f"hit {unit.id}": e.seq}
    _check(s, unit.id, lost_hp=True)
    goes_on(s)


def deck_looked(s: Soukou, e: DeckLooked) -> None:
    _log(s, e, ((e.player, card) for card in e.cards))
    _did(s, e)
    goes_on(s)


def deck_searched(s: Soukou, e: DeckSearched) -> None:
    seat = _seat(e.player)
    _log(s, e, [(seat, e.taken)])
    _did(s, e)
    if e.to == "hand" and s.deck[seat].size:
        s.deck = {**s.deck, seat: Deck(s.deck[seat].size - 1)}
        s.hand = {**s.hand, seat: s.hand[seat].with_cards((e.taken,), e.seq)}
    text = s.text or s.last_text
    if e.to == "reserve" and text is not None and text.cause == e.cause:
        s.text = text._replace(parts=(Part(DEPLOY, is_known=True), *text.parts))
    goes_on(s)


def effect_began(s: Soukou, e: EffectBegan) -> None:
    pass


# judgements


def judgement_began(s: Soukou, e: JudgementBegan) -> None:
    if e.cause is None:
        if not s.turn:
            raise NotOnTheTable
        once = s.options.end_judgement == "once"
        s.judged_for = () if once else tuple(id for id in s.judged_for if id != e.unit)
        s.recovery = None
    else:
        _did(s, e, finish=False)
    s.judging = Judgement(e.player, e.unit, e.cause)


def judgement_revealed(s: Soukou, e: JudgementRevealed) -> None:
    if s.judging is None:
        raise NotOnTheTable
    shown = {str(seat): code for seat, code in e.cards.items()}
    _log(s, e, ((seat, shown.get(seat)) for seat in SEATS))
    cards: list[Shown | None] = []
    for index, seat in enumerate(SEATS, 1):
        if seat not in shown or not s.deck[seat].size:
            cards.append(None)
            continue
        deck, code = s.deck[seat], shown[seat]
        card = s.shown(code, seat, e.seq, index)
        if code is None and deck.top is not None:
            card = deck.top
        cards.append(card)
        s.deck = {**s.deck, seat: deck.drawn().under(card)}
    played = Round((cards[0], cards[1]), e.result)
    s.judging = s.judging._replace(rounds=(*s.judging.rounds, played))
    if len(s.judging.rounds) >= 3 and known(s.result, s.judging) == "none":
        _judged(s, s.judging)


def judgement_ended(s: Soukou, e: JudgementEnded) -> None:
    if s.judging is None:
        raise NotOnTheTable
    _judged(s, s.judging._replace(ended=e.seq, claimed=e.result))


def _ends_by_itself(s: Soukou) -> None:
    """A judgement that may be over without a result is past once play goes on."""
    if s.judging is not None and may_be_over(s):
        _judged(s, s.judging)


def _judged(s: Soukou, made: Judgement) -> None:
    s.judging = None
    if made.cause is None:
        won = known(s.is_won, made)
        s.recovery = None if won is False or recovering(s, made) is None else made
        s.last = {**s.last, "lost": made.ended or 0} if won is False else s.last
        return
    if s.text is not None and s.text.cause == made.cause:
        s.text = s.text._replace(results=(*s.text.results, made))
    goes_on(s)


def recovering(s: Soukou, made: Judgement) -> Unit | None:
    """The unit that a judgement of the end phase is made for, if it is damaged."""
    unit = s.unit(made.unit)
    return unit if unit is not None and WEIGHT[unit.state] in (1, 2) else None


# what is carried out


def _did(s: Soukou, e: Any, finish: bool = True) -> bool:
    """An event carries out a part of the text: what stood before it is passed over."""
    _ends_by_itself(s)
    if s.text is None:
        return False
    found = part_of(s, e)
    if found is None:
        return False
    if found.due is Due.UNSURE and not found.part.is_known:
        return True
    s.text = s.text.after(found.place)
    return True


def _happened(s: Soukou, e: Any) -> None:
    s.last = {**s.last, e.type: e.seq}


# reveals


def _tell(s: Soukou, place: str, code: str) -> None:
    s.told = {**s.told, place: code}


def event_cards(s: Soukou, seq: int) -> tuple[tuple[str, str | None], ...] | None:
    """The cards of an earlier event, with their seats; None if it had none."""
    log = s.log
    while log is not None and log.seq > seq:
        log = log.before
    return log.cards if log is not None and log.seq == seq else None


def card_revealed(s: Soukou, e: CardRevealed) -> None:
    cards = event_cards(s, e.of)
    if cards is None or not 1 <= e.index <= len(cards):
        raise NotOnTheTable
    seat, code = cards[e.index - 1]
    place = f"{seat}-card-{e.of}.{e.index}"
    if code is not None or place in s.told:
        if (code or s.told[place]) != e.card:
            raise NotOnTheTable
        return
    if any(arrival.seq == e.of for arrival in s.hand[seat].arrivals):
        try:
            s.hand = {**s.hand, seat: s.hand[seat].told(e.of, (e.card,))}
        except Impossible:
            raise NotOnTheTable from None
    _tell(s, place, e.card)
    _see(s, seat, e.card, e.seq)


def match_closed(s: Soukou, e: Any) -> None:
    pass


def player_conceded(s: Soukou, e: PlayerConceded) -> None:
    pass
