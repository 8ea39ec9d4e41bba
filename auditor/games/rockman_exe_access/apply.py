"""What each event does to the position. It judges nothing.

A wrong claim (a total, a gauge, damage) changes nothing: the auditor goes on with its own value
(GN-1.10). What a card nobody could read leaves open is kept as a range.
"""

from __future__ import annotations

from typing import Any

from auditor.declare import UNRECORDED, NotOnTheTable
from auditor.games.rockman_exe_access.cards import EMBLEM
from auditor.games.rockman_exe_access.declared import position_declared
from auditor.games.rockman_exe_access.owed import destination, next_owed
from auditor.games.rockman_exe_access.sides import (
    damages,
    is_slip,
    spins_owed,
    winners,
)
from auditor.games.rockman_exe_access.state import (
    HAND_LIMIT,
    SEATS,
    Access,
    Battle,
    Hand,
    Laid,
    Navi,
    Range,
    Spin,
    Unison,
    less,
    other,
    slot_number,
)
from auditor.hidden import Undecided
from events.rockman_exe_access import (
    AttackDeclared,
    AttackPhaseEnded,
    BattleResultDeclared,
    BlockDeclared,
    BlockDeclined,
    CardEffectApplied,
    CardsDiscarded,
    CardsDrawn,
    CardsMoved,
    CardsRevealed,
    ColourSlipResolved,
    DamageDealt,
    DeckRecycled,
    DeckRegistered,
    DeckShuffled,
    FirstPlayerDecided,
    HandRefilled,
    NaviChosen,
    NaviDeleted,
    NaviPileRegistered,
    NaviPluggedIn,
    RouletteSpun,
    SoulUnisonDeclared,
    SoulUnisonDeclined,
    TotalDeclared,
    TurnEnded,
    TurnStarted,
    WinPileReturned,
)

__all__ = ["position_declared"]


def _at_the_table(seat: str) -> None:
    if seat not in SEATS:
        raise NotOnTheTable


def _replaced(s: Access, **changes: Any) -> Battle:
    if s.battle is None:
        raise NotOnTheTable
    s.battle = battle = s.battle._replace(**changes)
    return battle


# the set-up


def deck_registered(s: Access, e: DeckRegistered) -> None:
    _at_the_table(e.seat)
    if s.stage != "set_up" or ("deck", e.seat) in s.registered:
        raise NotOnTheTable
    s.registered |= {("deck", e.seat)}
    cards = e.cards
    whole = cards is not None and None not in cards
    s.deck_list = {**s.deck_list, e.seat: cards if whole else None}  # type: ignore[dict-item]
    s.deck = {**s.deck, e.seat: max(0, e.size)}


def navi_pile_registered(s: Access, e: NaviPileRegistered) -> None:
    _at_the_table(e.seat)
    if s.stage != "set_up" or ("pile", e.seat) in s.registered:
        raise NotOnTheTable
    s.registered |= {("pile", e.seat)}
    size = max(0, min(e.size, 100))
    cards = e.cards if e.cards is not None else (None,) * size
    s.pile = {**s.pile, e.seat: tuple(cards)}


def deck_shuffled(s: Access, e: DeckShuffled) -> None:
    _at_the_table(e.seat)
    s.shuffled |= {e.seat}


def navi_chosen(s: Access, e: NaviChosen) -> None:
    _at_the_table(e.seat)
    if s.stage != "set_up" or s.plugged[e.seat] is not None:
        raise NotOnTheTable
    s.chosen = {**s.chosen, e.seat: e.card}


def roulette_spun(s: Access, e: RouletteSpun) -> None:
    _at_the_table(e.seat)
    if e.purpose == "first_player":
        _spin_for_the_first_turn(s, e)
        return
    battle = s.battle
    if battle is None or s.stage != "battle" or battle.winners is not None:
        raise NotOnTheTable
    navi = s.plugged[e.seat]
    value = _read_off(s, e)
    spin = Spin(e.face, value, navi.card if navi else None)
    made = len(battle.spins_of(e.seat))
    unison = None
    if value == EMBLEM and battle.blocked:
        unison = _emblem(s, e.seat, made)
    _replaced(s, spins=(*battle.spins, (e.seat, spin)), unison=unison, declined=False)


def _read_off(s: Access, e: RouletteSpun) -> Any:
    """What the navi shows for the place where the wheel stopped; else as it was claimed."""
    navi = s.plugged[e.seat]
    wheel = s.cards[navi.card].roulette if navi is not None and navi.card in s.cards else None
    known = wheel is not None and e.face is not None and 1 <= e.face <= len(wheel)
    return wheel[e.face - 1] if known else e.value  # type: ignore[index, operator]


def _emblem(s: Access, seat: str, made: int) -> Unison | None:
    """The choice that an emblem opens: none for a spin that is not owed (RX-10.7)."""
    left, places = s.may_unite(seat)
    if left is False:
        return None
    try:
        owed = spins_owed(s, seat)
    except Undecided as undecided:
        owed = Range(0, made + 1, undecided.places)
    if made >= owed.high:
        return None
    sure = left is True and made < owed.low
    certain = made < owed.low
    return Unison(seat, sure, places if certain else places | owed.places, owed=certain)


def _spin_for_the_first_turn(s: Access, e: RouletteSpun) -> None:
    if s.stage != "set_up":
        raise NotOnTheTable
    shown = _read_off(s, e)
    value = int(s.options.emblem_value or 0) if shown == EMBLEM else int(shown)
    again = len(s.first) == 2 and s.first["P1"] == s.first["P2"]
    s.first = {e.seat: value} if again else {**s.first, e.seat: value}


def first_player_decided(s: Access, e: FirstPlayerDecided) -> None:
    _at_the_table(e.seat)
    if s.stage != "set_up":
        raise NotOnTheTable
    own = next_owed(s).event
    right = own.seat if isinstance(own, FirstPlayerDecided) else e.seat
    s.next_seat = e.seat if s.options.first_player == "higher_chooses" else right
    s.turn_seat = s.next_seat
    s.stage = "T0"


# the turn


def turn_started(s: Access, e: TurnStarted) -> None:
    if s.stage != "T0":
        raise NotOnTheTable
    s.stage = "R"
    s.turn = s.turn + 1
    s.turn_seat = s.next_seat
    s.attacks, s.beaten, s.united, s.battle = 0, (), frozenset(), None
    s.phase_ended = False
    s.refilled = frozenset()
    s.refill = {seat: (s.hand_size(seat), 0, 0) for seat in SEATS}


def cards_drawn(s: Access, e: CardsDrawn) -> None:
    _at_the_table(e.seat)
    if not 0 <= len(e.cards) <= s.deck[e.seat]:
        raise NotOnTheTable
    held, drawn, gone = s.refill[e.seat]
    _put_back(s, e.seat, s.hand_size(e.seat) - (held + drawn - gone))
    _draw(s, e.seat, e.cards, e.seq)
    s.refill = {**s.refill, e.seat: (held, drawn + len(e.cards), gone)}


def _put_back(s: Access, seat: str, presumed: int) -> None:
    """The draw that was gone past is recorded late: these are the cards."""
    if s.stage not in ("R", "A0") or s.attacks or presumed <= 0:
        return
    known, unseen = s.hand[seat]
    s.hand = {**s.hand, seat: Hand(known, max(0, unseen - presumed))}
    s.deck = {**s.deck, seat: s.deck[seat] + min(presumed, unseen)}


def _draw(s: Access, seat: str, cards: tuple[str | None, ...], seq: int) -> None:
    s.deck = {**s.deck, seat: s.deck[seat] - len(cards)}
    known, unseen = s.hand[seat]
    for card in cards:
        if card is None:
            unseen += 1
            _scatter(s, seat)
        else:
            known = (*known, card)
            _from_deck(s, seat, card, seq)
    s.hand = {**s.hand, seat: Hand(known, unseen)}


def _scatter(s: Access, seat: str) -> None:
    """After an unseen draw, what was surely in the deck is there or in the hand."""
    if s.deck_known[seat]:
        s.loose = {**s.loose, seat: s.loose[seat] + s.deck_known[seat]}
        s.deck_known = {**s.deck_known, seat: ()}


def _from_deck(s: Access, seat: str, card: str, seq: int) -> None:
    if card in s.deck_known[seat]:
        s.deck_known = {**s.deck_known, seat: less(s.deck_known[seat], card)}
    else:
        _seen(s, seat, card, seq)


def _seen(s: Access, seat: str, card: str, seq: int) -> None:
    """An unseen card turns out to be this one: a copy seen before, or a new one (section 6.4)."""
    if card in s.loose[seat]:
        s.loose = {**s.loose, seat: less(s.loose[seat], card)}
    else:
        s.copies = {**s.copies, seat: (*s.copies[seat], (card, seq))}


def _leaves_hand(s: Access, seat: str, card: str | None, seq: int) -> None:
    """A card leaves a hand; None if nobody could read it, on the table either."""
    known, unseen = s.hand[seat]
    if card is not None and card in known:
        hand = Hand(less(known, card), unseen)
    elif card is not None:
        _seen(s, seat, card, seq)
        hand = Hand(known, unseen - 1) if unseen else Hand(known[:-1], 0)
        if not unseen and known:  # the record can't be right: some card has left
            s.loose = {**s.loose, seat: (*s.loose[seat], known[-1])}
    elif known:
        s.loose = {**s.loose, seat: s.loose[seat] + known}
        hand = Hand((), unseen + len(known) - 1)
    else:
        hand = Hand((), unseen - 1)
    s.hand = {**s.hand, seat: hand}


def cards_discarded(s: Access, e: CardsDiscarded) -> None:
    _at_the_table(e.seat)
    if len(e.cards) > s.hand_size(e.seat):
        raise NotOnTheTable
    for card in e.cards:
        _leaves_hand(s, e.seat, card, e.seq)
    gone = tuple(Laid(None, card) for card in e.cards)
    s.discard = {**s.discard, e.seat: s.discard[e.seat] + gone}
    held, drawn, before = s.refill[e.seat]
    s.refill = {**s.refill, e.seat: (held, drawn, before + len(e.cards))}


def deck_recycled(s: Access, e: DeckRecycled) -> None:
    _at_the_table(e.seat)
    cards = s.discard[e.seat]
    if not cards:
        raise NotOnTheTable
    s.deck = {**s.deck, e.seat: s.deck[e.seat] + len(cards)}
    known = tuple(c.card for c in cards if c.card is not None)
    s.deck_known = {**s.deck_known, e.seat: s.deck_known[e.seat] + known}
    s.discard = {**s.discard, e.seat: ()}


def hand_refilled(s: Access, e: HandRefilled) -> None:
    _at_the_table(e.seat)
    if s.stage != "R":
        raise NotOnTheTable
    missing = e.size - s.hand_size(e.seat)
    if 0 < missing <= s.deck[e.seat] and e.size <= HAND_LIMIT:
        _draw(s, e.seat, (None,) * missing, e.seq)  # a draw that nobody recorded
    s.refilled |= {e.seat}
    if len(s.refilled) == len(SEATS):
        s.stage = "A0"


# attack and block


def _lay(s: Access, seat: str, cards: Any, seq: int) -> tuple[Laid, ...]:
    if len(cards) > s.hand_size(seat):
        raise NotOnTheTable
    laid = []
    for card in cards:
        laid.append(Laid(card.slot, card.card, up=False))
        if card.card is not None:  # the others leave the hand when they are turned up
            _leaves_hand(s, seat, card.card, seq)
    numbers = {n for c in cards if (n := slot_number(seat, c.slot)) is not None}
    again = (c.slot for c in cards if slot_number(seat, c.slot) in s.slots[seat])
    s.reused = s.reused.union(again)
    s.slots = {**s.slots, seat: s.slots[seat] | numbers}
    return tuple(laid)


def attack_declared(s: Access, e: AttackDeclared) -> None:
    _at_the_table(e.actor)
    if s.stage in ("set_up", "T0"):
        raise NotOnTheTable
    battle = s.battle
    if battle is not None and s.stage == "battle" and battle.attacker in battle.missing:
        laid = _lay(s, e.actor, e.cards, e.seq)
        _replaced(s, attack=laid, missing=battle.missing - {e.actor})
        return
    _clear(s)
    laid = _lay(s, e.actor, e.cards, e.seq)
    s.battle = Battle(e.actor, attack=laid)
    s.attacks += 1
    s.stage = "battle"


def _clear(s: Access) -> None:
    """What still lies there of an attack that was not finished goes where it belongs."""
    battle = s.battle
    if battle is None:
        return
    for seat in battle.sides():
        cards = tuple(c for c in s.lying(seat) if c.slot not in battle.returned)
        if cards:
            _, to = destination(s, seat)
            _put(s, seat, cards, to or "discard", s.seq)


def block_declared(s: Access, e: BlockDeclared) -> None:
    battle = _answered(s, e.actor)
    if battle.blocked or e.actor == battle.attacker or battle.gone:
        raise NotOnTheTable
    laid = _lay(s, e.actor, e.cards, e.seq)
    _replaced(s, blocked=True, block=laid, presumed=False)


def _answered(s: Access, seat: str) -> Battle:
    """The attack that a defender answers; one that nobody recorded, if there is none."""
    if s.stage == "A0" and seat == other(s.turn_seat):
        s.battle = Battle(s.turn_seat, missing=frozenset({s.turn_seat}))
        s.attacks += 1
        s.stage = "battle"
    if s.battle is None or s.stage != "battle":
        raise NotOnTheTable
    return s.battle


def block_declined(s: Access, e: BlockDeclined) -> None:
    battle = _answered(s, e.actor)
    if battle.blocked is not None and not battle.presumed:
        raise NotOnTheTable
    if e.actor == battle.attacker:
        raise NotOnTheTable
    _replaced(s, blocked=False, presumed=e.at == UNRECORDED)


def cards_revealed(s: Access, e: CardsRevealed) -> None:
    _at_the_table(e.seat)
    battle = s.battle
    if battle is None or s.stage != "battle":
        raise NotOnTheTable
    if battle.presumed and e.seat == other(battle.attacker):
        battle = _replaced(s, blocked=True, presumed=False, missing=battle.missing | {e.seat})
    if e.seat not in battle.sides():
        raise NotOnTheTable
    if e.seat in battle.missing:
        battle = _shown_first(s, battle, e)
    faces = {card.slot: card.card for card in e.cards}
    shown = []
    for card in battle.cards_of(e.seat):
        if card.up or card.slot not in faces:
            shown.append(card)
            continue
        face = faces[str(card.slot)]
        if card.card is None:
            _leaves_hand(s, e.seat, face, e.seq)
        shown.append(Laid(card.slot, card.card if face is None else face, up=True))
    side = {"attack" if e.seat == battle.attacker else "block": tuple(shown)}
    _replaced(s, revealed=battle.revealed | {e.seat}, **side)
    _finish(s)


def _shown_first(s: Access, battle: Battle, e: CardsRevealed) -> Battle:
    """The cards that a seat shows are those it laid, which nobody recorded."""
    laid = _lay(s, e.seat, e.cards, e.seq)
    side = {"attack" if e.seat == battle.attacker else "block": laid}
    return _replaced(s, missing=battle.missing - {e.seat}, **side)


def colour_slip_resolved(s: Access, e: ColourSlipResolved) -> None:
    battle = s.battle
    if battle is None or s.stage != "battle" or e.slipper not in SEATS:
        raise NotOnTheTable
    if not is_chosen(s, e):
        return  # it decides nothing (RX-16.8)
    kept = kept_slots(s, e)
    back = tuple(str(c.slot) for c in battle.cards_of(e.slipper) if c.slot not in kept)
    _replaced(
        s,
        settled=(*battle.settled, (e.slipper, e.keep)),
        returned=(*battle.returned, *back),
    )
    _finish(s)


def is_chosen(s: Access, e: ColourSlipResolved) -> bool:
    """The opponent chooses a colour, or a card, that was laid, of one who may have erred."""
    if e.actor != other(e.slipper):
        return False
    try:
        if not is_slip(s, e.slipper):
            return False
    except Undecided:
        pass
    return bool(kept_slots(s, e)) or _all_return(s, e)


def _all_return(s: Access, e: ColourSlipResolved) -> bool:
    battle = s.battle
    assert battle is not None
    crosses = [c for c in battle.cards_of(e.slipper) if is_cross(s, c.card)]
    return s.options.cf_slip == "all_return" and bool(crosses)


def is_cross(s: Access, code: str | None) -> bool:
    """The card is a cross fusion card, as far as it was seen."""
    return code is not None and code in s.cards and s.cards[code].colour == "cross"


def kept_slots(s: Access, e: ColourSlipResolved) -> tuple[str, ...]:
    """The cards that a choice keeps: those of the colour, or the cross fusion card named.

    A card nobody could read is kept if the event does not send it back.
    """
    battle = s.battle
    assert battle is not None
    kept = []
    for card in battle.cards_of(e.slipper):
        slot = str(card.slot)
        if card.card is None:
            if slot not in e.returned:
                kept.append(slot)
        elif is_cross(s, card.card):
            if slot == e.keep:
                kept.append(slot)
        elif card.card in s.cards and s.cards[card.card].colour == e.keep:
            kept.append(slot)
    if any(is_cross(s, c.card) for c in battle.cards_of(e.slipper)) and (
        s.options.cf_slip == "all_return"
    ):
        return ()
    return tuple(kept)


# Soul Unison


def soul_unison_declared(s: Access, e: SoulUnisonDeclared) -> None:
    battle = s.battle
    unison = battle.unison if battle else None
    navi = s.plugged.get(e.seat)
    if unison is None or unison.seat != e.seat or e.actor != e.seat or navi is None:
        raise NotOnTheTable
    if e.in_ is None or unison.in_ is not None:
        raise NotOnTheTable
    _replaced(s, unison=unison._replace(in_=e.in_))
    s.used = {**s.used, e.seat: (*s.used[e.seat], navi.card)}
    s.plugged = {**s.plugged, e.seat: None}


def soul_unison_declined(s: Access, e: SoulUnisonDeclined) -> None:
    battle = s.battle
    unison = battle.unison if battle else None
    if unison is None or unison.seat != e.seat or e.actor != e.seat or unison.in_:
        raise NotOnTheTable
    _replaced(s, unison=None, declined=True)


def navi_plugged_in(s: Access, e: NaviPluggedIn) -> None:
    _at_the_table(e.seat)
    unison = s.battle.unison if s.battle else None
    old = s.plugged[e.seat]
    if old is not None and e.cause == "unison" and unison is not None and unison.seat == e.seat:
        s.used = {**s.used, e.seat: (*s.used[e.seat], old.card)}  # nobody recorded that it left
    elif old is not None:
        raise NotOnTheTable
    if e.card is None or e.card not in s.cards:
        raise NotOnTheTable
    lp = s.cards[e.card].lp
    gauge = Range(lp, lp) if lp is not None else Range(e.lp, e.lp)
    navi = Navi(e.card, gauge)
    if e.cause == "replacement" and s.options.overflow:
        navi = navi.after(s.over[e.seat])
    s.plugged = {**s.plugged, e.seat: navi}
    s.navis = {**s.navis, e.seat: (*s.navis[e.seat], e.card)}
    pile = s.pile[e.seat]
    if None in pile and e.card not in pile and e.card in s.used[e.seat]:
        s.doubted |= {e.seat}
    s.pile = {**s.pile, e.seat: less(pile, e.card if e.card in pile else None)}
    battle = s.battle
    if e.cause == "unison" and battle is not None:
        _replaced(s, unison=None, united=battle.united | {e.seat})
        s.united |= {e.seat}


# the result


def total_declared(s: Access, e: TotalDeclared) -> None:
    battle = s.battle
    if battle is None or s.stage != "battle" or e.seat not in SEATS:
        raise NotOnTheTable
    totals = {**dict(battle.totals), e.seat: e.total}
    unison = battle.unison if battle.unison and battle.unison.in_ else None
    _replaced(s, totals=tuple(totals.items()), unison=unison)


def battle_result_declared(s: Access, e: BattleResultDeclared) -> None:
    battle = s.battle
    if battle is None or not battle.blocked or battle.winners is not None:
        raise NotOnTheTable
    won = winners(s)
    missing = not s.options.spin_waivable and next_owed(s).window in ("A4", "A4u")
    if missing or not spins_are_made(s):  # what the wheel would have shown nobody knows
        won = frozenset({e.winner}) if e.winner in (*SEATS, "draw") else won
    unison = battle.unison if battle.unison and battle.unison.in_ else None
    _replaced(s, winners=won, unison=unison)
    _finish(s)


def spins_are_made(s: Access) -> bool:
    """Every spin that is surely owed has been made (RX-10.1)."""
    battle = s.battle
    if battle is None or s.options.spin_waivable:
        return True
    for seat in battle.sides():
        try:
            if len(battle.spins_of(seat)) < spins_owed(s, seat).low:
                return False
        except Undecided:
            continue
    return True


def cards_moved(s: Access, e: CardsMoved) -> None:
    _at_the_table(e.seat)
    battle = s.battle
    cards = tuple(c for c in s.lying(e.seat) if c.slot in e.slots)
    if battle is None or not cards:
        raise NotOnTheTable
    _put(s, e.seat, cards, e.to, e.seq)
    _finish(s)


def _put(s: Access, seat: str, cards: tuple[Laid, ...], to: str, seq: int) -> None:
    battle = s.battle
    assert battle is not None
    for card in cards:
        if card.card is None and not card.up:
            _leaves_hand(s, seat, None, seq)
    s.battle = battle._replace(gone=(*battle.gone, *(str(c.slot) for c in cards)))
    if to == "win_pile":
        s.win_pile = {**s.win_pile, seat: s.win_pile[seat] + cards}
    elif to == "discard":
        s.discard = {**s.discard, seat: s.discard[seat] + cards}
    else:
        _to_hand(s, seat, cards)


def _to_hand(s: Access, seat: str, cards: tuple[Laid, ...]) -> None:
    known, unseen = s.hand[seat]
    shown = tuple(c.card for c in cards if c.card is not None)
    s.hand = {**s.hand, seat: Hand(known + shown, unseen + len(cards) - len(shown))}


def damage_dealt(s: Access, e: DamageDealt) -> None:
    _at_the_table(e.seat)
    battle, navi = s.battle, s.plugged[e.seat]
    due = damages(s).get((e.seat, e.cause))
    if battle is None or navi is None or due is None or (e.seat, e.cause) in battle.damaged:
        raise NotOnTheTable
    damage = due if due.low < due.high or due.places else Range(due.low, due.low)
    s.plugged = {**s.plugged, e.seat: navi.after(damage)}
    over = Range(max(0, damage.low - navi.lp.high), max(0, damage.high - navi.lp.low))
    s.over = {**s.over, e.seat: over}
    _replaced(s, damaged=(*battle.damaged, (e.seat, e.cause)))
    _finish(s)


def _finish(s: Access) -> None:
    """The attack is over once nothing of it is owed any more."""
    battle = s.battle
    if battle is None or s.stage != "battle":
        return
    if next_owed(s).window != "A6":
        return
    if battle.blocked and battle.winners is None:
        return
    if any(navi is not None and navi.lp.high == 0 for navi in s.plugged.values()):
        return
    s.stage = "A0"


def card_effect_applied(s: Access, e: CardEffectApplied) -> None:
    if s.battle is None:
        raise NotOnTheTable
    applied = (*s.battle.applied, (e.slot, e.numbers.get("from", 0)))
    s.battle = s.battle._replace(applied=applied)


def navi_deleted(s: Access, e: NaviDeleted) -> None:
    _at_the_table(e.seat)
    navi = s.plugged[e.seat]
    if navi is None or navi.lp.low > 0:
        raise NotOnTheTable  # the gauge, as it is reckoned, says otherwise (GN-1.10)
    if s.stage == "battle":
        _clear(s)
    s.plugged = {**s.plugged, e.seat: None}
    s.used = {**s.used, e.seat: (*s.used[e.seat], navi.card)}
    s.beaten = (*s.beaten, e.seat)
    s.stage = "E"
    if e.seat == s.turn_seat and not s.options.own_deletion_ends_attack:
        s.stage = "A0"


def attack_phase_ended(s: Access, e: AttackPhaseEnded) -> None:
    if s.stage in ("set_up", "T0", "R"):
        raise NotOnTheTable
    if s.stage == "battle":
        _clear(s)
    s.stage = "E"
    s.phase_ended = True


# the end of the turn


def win_pile_returned(s: Access, e: WinPileReturned) -> None:
    _at_the_table(e.seat)
    cards = s.win_pile[e.seat]
    s.phase_ended = s.phase_ended or s.stage == "E"
    s.win_pile = {**s.win_pile, e.seat: ()}
    _to_hand(s, e.seat, cards)


def turn_ended(s: Access, e: TurnEnded) -> None:
    if s.stage in ("set_up", "T0"):
        raise NotOnTheTable
    if s.stage == "battle":
        _clear(s)
    s.next_seat = s.next_turn()
    s.stage = "T0"
    s.battle = None
