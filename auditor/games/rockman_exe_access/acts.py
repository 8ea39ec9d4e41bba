"""The acts: who may do them, and the set each choice is taken from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import combinations, combinations_with_replacement
from typing import Any

from auditor.declare import Act, Among
from auditor.games.rockman_exe_access.apply import is_cross
from auditor.games.rockman_exe_access.cards import MOST_LP, NAVI, SOUL
from auditor.games.rockman_exe_access.s01_winning import (
    deck_is_empty,
    navis_are_beaten,
    no_attack_is_made,
)
from auditor.games.rockman_exe_access.s04_setup import gauges
from auditor.games.rockman_exe_access.sides import (
    counted,
    damages,
    floored,
    points,
    spin_values,
    value_of,
    winners,
)
from auditor.games.rockman_exe_access.state import (
    COPIES,
    DECK_SIZE,
    HAND_LIMIT,
    PILE_SIZE,
    SEATS,
    Access,
    Range,
    other,
)
from auditor.games.rockman_exe_access.windows import ENDS, HOME, NEXT, attack_ends, defender
from auditor.hidden import Undecided, Unseen
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
    LaidCard,
    NaviChosen,
    NaviDeleted,
    NaviPileRegistered,
    NaviPluggedIn,
    RevealedCard,
    RouletteSpun,
    SoulUnisonDeclared,
    SoulUnisonDeclined,
    TotalDeclared,
    TurnEnded,
    TurnStarted,
    WinPileReturned,
)
from events.shared import MatchClosed

MOST_OPEN = 40
"""Values listed of a number that unread cards leave open."""

BOTH = Among("GN-1.4", lambda s, e: SEATS)
SELF = Among("GN-1.4", lambda s, e: (e.actor,))
"""Where the actor is a seat, the actor and the field `seat` are the same."""
OWNER = Among(None, lambda s, e: (e.actor,))
"""The same, where a rule of the game says whose act it is."""
TABLE = Among("GN-1.4", lambda s, e: ("table",))
EITHER = Among(None, lambda s, e: SEATS)


def some_deck(s: Access) -> tuple[str, ...]:
    """A legal deck of the catalogue's first cards."""
    names: Counter[str] = Counter()
    deck: list[str] = []
    for code in s.cards.cards:
        for _ in range(COPIES):
            if names[s.name(code)] < COPIES and len(deck) < DECK_SIZE:
                names[s.name(code)] += 1
                deck.append(code)
    return tuple(deck)


def piles(s: Access, e: Any) -> Iterator[tuple[str, ...]]:
    """Navi piles with a normal navi, of the catalogue's first navis."""
    navis = [c for c, card in s.cards.cards.items() if card.kind in (NAVI, SOUL)][:8]
    for pile in combinations_with_replacement(navis, PILE_SIZE):
        if any(s.is_normal(code) for code in pile):
            yield pile


def of_pile(s: Access, seat: str, kind: str) -> list[str]:
    """The unused navis of a kind that a seat may have."""
    known = dict.fromkeys(c for c in s.pile[seat] if c is not None and c in s.cards)
    codes = s.cards.cards if None in s.pile[seat] else known
    return [code for code in codes if s.cards[code].kind == kind]


def navis_to_choose(s: Access, e: Any) -> list[str | None]:
    """The navis a seat may begin with; unseen too, unless the choice is open."""
    unseen = [] if s.options.navi_choice == "open" else [None]
    return [*of_pile(s, e.actor, NAVI), *unseen]


def navis_to_plug_in(s: Access, e: Any) -> list[str]:
    """The navis that a seat may put into its device."""
    if e.cause == "unison":
        unison = s.battle.unison if s.battle else None
        return [unison.in_] if unison is not None and unison.in_ else []
    if e.cause == "setup" and (chosen := s.chosen.get(e.seat)) is not None:
        return [chosen]
    return of_pile(s, e.seat, NAVI)


def gauge(s: Access, e: Any) -> Collection[int]:
    """What the gauge may be set to."""
    try:
        return gauges(s, e)
    except Undecided:
        return range(1, MOST_LP + 1)


def wheel(s: Access, seat: str) -> tuple[Any, ...]:
    """The numbers of the navi in a device, by their places."""
    navi = s.plugged[seat]
    card = s.cards.cards.get(navi.card) if navi else None
    return card.roulette or () if card is not None else ()


def discards(s: Access, e: Any) -> Iterator[tuple[str | None, ...]]:
    """What a seat may discard in the refill."""
    held, _, gone = s.refill[e.seat]
    over = s.hand_size(e.seat) if s.options.refill_exchange else held - gone - HAND_LIMIT
    hand = in_hand(s, e.seat)
    for size in range(1, min(over, len(hand)) + 1):
        yield from dict.fromkeys(combinations(hand, size))


def in_hand(s: Access, seat: str) -> list[str | None]:
    """The cards of a hand, None for those not seen."""
    known = sorted(s.hand[seat].known)
    return [*known, *[None] * (s.hand_size(seat) - len(known))]


def lays(s: Access, e: Any) -> Iterator[tuple[LaidCard, ...]]:
    """What a seat may lay: any cards of its hand that may be of one colour."""
    first = max(s.slots[e.actor], default=0) + 1
    hand = in_hand(s, e.actor)
    for size in range(1, len(hand) + 1):
        for cards in dict.fromkeys(combinations(hand, size)):
            known = {s.cards[c].colour for c in cards if c is not None and c in s.cards}
            if len(known) <= 1 or None in known:
                yield tuple(
                    LaidCard(slot=f"{e.actor}-b{first + n}", card=card)
                    for n, card in enumerate(cards)
                )


def reveals(s: Access, e: Any) -> list[tuple[RevealedCard, ...]]:
    """The cards of a side as they were laid, unread where nobody knows them."""
    return [tuple(RevealedCard(slot=str(c.slot), card=c.card) for c in s.lying(e.seat))]


def keeps(s: Access, e: Any) -> list[str]:
    """What may be kept of several colours: a colour, or a cross fusion card by its slot."""
    cards = s.battle.cards_of(e.slipper) if s.battle else ()
    slots = [str(c.slot) for c in cards if is_cross(s, c.card)]
    return [*(colour for colour in s.cards.colours if colour != "cross"), *slots]


def sent_back(s: Access, e: Any) -> list[tuple[str, ...]]:
    """The cards that a choice sends back."""
    battle = s.battle
    cards = battle.cards_of(e.slipper) if battle else ()
    if s.options.cf_slip == "all_return" and any(is_cross(s, c.card) for c in cards):
        return [tuple(str(c.slot) for c in cards)]
    unread = [str(c.slot) for c in cards if c.card not in s.cards]
    back = [
        str(c.slot)
        for c in cards
        if c.card is not None
        and c.card in s.cards
        and (c.slot != e.keep if is_cross(s, c.card) else s.cards[c.card].colour != e.keep)
    ]
    return [(*back, *some) for n in range(len(unread) + 1) for some in combinations(unread, n)]


def steadied(s: Access, e: Any) -> list[dict[str, int]]:
    """The spins below 0 that an ability counts as 0."""
    spins = s.battle.spins_of(e.seat) if s.battle else ()
    try:
        values = {value for spin in spins if (value := value_of(s, e.seat, spin)) < 0}
    except Undecided:
        return []
    return [{"from": value, "to": 0} for value in sorted(values)]


def abilities(s: Access, e: Any) -> list[str]:
    """The ability of the card in a slot."""
    for card in counted(s, e.seat):
        if card.slot == e.slot and card.card in s.cards:
            ability = s.cards[str(card.card)].ability
            return [ability] if ability is not None else []
    return []


def open_values(found: Range) -> range:
    """The values of a number; the first of them where there are many."""
    return range(found.low, min(found.high, found.low + MOST_OPEN) + 1)


def sums(s: Access, e: Any) -> Collection[int]:
    """The battle points that a side may have."""
    try:
        return open_values(points(s, e.seat, "bp"))
    except Undecided:
        return ()


def spun(s: Access, e: Any) -> Collection[int]:
    """What the spins of a side may add."""
    try:
        return sorted({sum(values) for values in spin_values(s, e.seat)})
    except (Undecided, AssertionError):
        return ()


def totals(s: Access, e: Any) -> Collection[int]:
    """The totals that battle points and spins may give."""
    ways = [values for values in spin_values(s, e.seat) if sum(values) == e.roulette]
    return sorted({floored(s, e.bp, values) for values in ways})


def moves(s: Access, e: Any) -> Iterator[tuple[str, ...]]:
    """The cards of a side on the field: all that count, all sent back, and each alone."""
    battle = s.battle
    back = battle.returned if battle else ()
    lying = [str(c.slot) for c in s.lying(e.seat)]
    groups = [tuple(x for x in lying if x not in back), tuple(x for x in lying if x in back)]
    yield from dict.fromkeys((*(g for g in groups if g), *((slot,) for slot in lying)))


def amounts(s: Access, e: Any) -> Collection[int]:
    """The damage that a seat may take."""
    due = damages(s).get((e.seat, e.cause))
    return () if due is None else open_values(due)


def gauges_after(s: Access, e: Any) -> Collection[int]:
    """What the gauge may show after the damage."""
    navi = s.plugged[e.seat]
    if navi is None:
        return ()
    return range(max(0, navi.lp.low - e.amount), max(0, navi.lp.high - e.amount) + 1)


def device(s: Access, e: Any) -> list[str]:
    """The navi in a seat's device."""
    navi = s.plugged[e.seat]
    return [navi.card] if navi else []


REGISTER_DECK = Act(
    DeckRegistered,
    home=HOME,
    actor=BOTH,
    seat=SELF,
    size=Among(None, lambda s, e: (DECK_SIZE,)),
    cards=Among(None, lambda s, e: (some_deck(s),)),
)
REGISTER_PILE = Act(
    NaviPileRegistered,
    home=HOME,
    actor=BOTH,
    seat=SELF,
    size=Among(None, lambda s, e: (PILE_SIZE,)),
    cards=Among(None, lambda s, e: list(piles(s, e))),
    sleeved=Among(None, lambda s, e: (False,)),
)
SHUFFLE = Act(DeckShuffled, home=HOME, actor=BOTH, seat=SELF)
CHOOSE = Act(NaviChosen, home=HOME, actor=BOTH, seat=SELF, card=Among(None, navis_to_choose))
PLUG_IN = Act(
    NaviPluggedIn,
    home=HOME,
    actor=BOTH,
    seat=SELF,
    cause=Among(None, lambda s, e: ("setup", "replacement", "unison")),
    card=Among(None, navis_to_plug_in),
    lp=Among(None, gauge),
    eject_set=Among(None, lambda s, e: (True, False) if e.cause == "unison" else (True,)),
)
SPIN = Act(
    RouletteSpun,
    home=HOME,
    actor=BOTH,
    seat=SELF,
    purpose=Among(None, lambda s, e: ("first_player", "battle")),
    face=Among(None, lambda s, e: range(1, len(wheel(s, e.seat)) + 1)),
    value=Among(None, lambda s, e: (wheel(s, e.seat)[e.face - 1],)),
)
DECIDE = Act(FirstPlayerDecided, home=HOME, actor=TABLE, seat=EITHER)
START_TURN = Act(
    TurnStarted,
    home=HOME,
    actor=Among(NEXT, lambda s, e: (s.next_seat,) if s.stage == "T0" else SEATS),
    turn=Among(None, lambda s, e: (s.turn + 1,)),
)
DRAW = Act(
    CardsDrawn,
    home=HOME,
    actor=BOTH,
    seat=SELF,
    count=Among(None, lambda s, e: range(1, HAND_LIMIT + 1)),
    cards=Among(None, lambda s, e: ((None,) * e.count,)),
)
DISCARD = Act(
    CardsDiscarded,
    home=HOME,
    actor=BOTH,
    seat=OWNER,
    cards=Among(None, lambda s, e: list(discards(s, e))),
    cause=Among(None, lambda s, e: ("refill",)),
)
RECYCLE = Act(
    DeckRecycled,
    home=HOME,
    actor=BOTH,
    seat=SELF,
    count=Among(None, lambda s, e: (len(s.discard[e.seat]),)),
)
REFILLED = Act(
    HandRefilled,
    home=HOME,
    actor=BOTH,
    seat=SELF,
    size=Among(None, lambda s, e: (s.hand_size(e.seat),)),
)
ATTACK = Act(
    AttackDeclared,
    home=HOME,
    actor=Among("RX-7.1", lambda s, e: (s.turn_seat,)),
    cards=Among(None, lambda s, e: list(lays(s, e))),
)
BLOCK = Act(
    BlockDeclared,
    home=HOME,
    actor=Among(HOME, lambda s, e: defender(s)),
    cards=Among(None, lambda s, e: list(lays(s, e))),
)
DECLINE = Act(BlockDeclined, home=HOME, actor=Among(HOME, lambda s, e: defender(s)))
REVEAL = Act(CardsRevealed, home=HOME, actor=BOTH, seat=SELF, cards=Among(None, reveals))
SETTLE = Act(
    ColourSlipResolved,
    home=HOME,
    void=True,
    actor=BOTH,
    slipper=Among(None, lambda s, e: (other(e.actor),)),
    keep=Among(None, keeps),
    returned=Among(None, sent_back),
)
UNITE = Act(
    SoulUnisonDeclared,
    home=HOME,
    actor=BOTH,
    seat=OWNER,
    out=Among(None, device),
    in_=Among(None, lambda s, e: of_pile(s, e.seat, SOUL)),
)
NOT_UNITE = Act(SoulUnisonDeclined, home=HOME, actor=BOTH, seat=OWNER)
EFFECT = Act(
    CardEffectApplied,
    home=HOME,
    actor=BOTH,
    seat=SELF,
    slot=Among(None, lambda s, e: [str(c.slot) for c in counted(s, e.seat)]),
    effect=Among(None, abilities),
    numbers=Among(None, steadied),
)
TOTAL = Act(
    TotalDeclared,
    home=HOME,
    actor=TABLE,
    seat=EITHER,
    bp=Among(None, sums),
    roulette=Among(None, spun),
    total=Among(None, totals),
)
RESULT = Act(
    BattleResultDeclared,
    home=HOME,
    actor=TABLE,
    winner=Among(None, lambda s, e: sorted(winners(s)) if s.battle else ()),
)
MOVE = Act(
    CardsMoved,
    home=HOME,
    actor=TABLE,
    seat=EITHER,
    slots=Among(None, lambda s, e: list(moves(s, e))),
    to=Among(None, lambda s, e: ("win_pile", "discard", "hand")),
)
DAMAGE = Act(
    DamageDealt,
    home=HOME,
    actor=TABLE,
    seat=EITHER,
    cause=Among(None, lambda s, e: ("ep", "ap")),
    amount=Among(None, amounts),
    lp_after=Among(None, gauges_after),
)
DELETE = Act(NaviDeleted, home=HOME, actor=TABLE, seat=EITHER, card=Among(None, device))
END_ATTACKS = Act(
    AttackPhaseEnded,
    home=HOME,
    actor=Among(ENDS, lambda s, e: attack_ends(s)),
    attacks=Among(None, lambda s, e: (s.attacks,)),
)
TAKE_WON = Act(
    WinPileReturned,
    home=HOME,
    actor=BOTH,
    seat=SELF,
    count=Among(None, lambda s, e: (len(s.win_pile[e.seat]),)),
)
END_TURN = Act(TurnEnded, home=HOME, actor=TABLE, next=EITHER)


def results(s: Access, e: Any) -> list[tuple[str | None, str]]:
    """The result by the rules, if there is one."""
    if s.duties:
        return []
    if s.is_over:
        return [(s.end.winner, s.end.reason)] if s.end else []
    found = []
    for outcome in (navis_are_beaten, no_attack_is_made, deck_is_empty):
        try:
            end = outcome.ends(s, e)
        except (Undecided, Unseen):
            continue
        if end is not None:
            found.append((end.winner, end.reason))
    return found[:1]


CLOSE = Act(
    MatchClosed,
    closes=True,
    actor=TABLE,
    winner=Among(None, lambda s, e: [winner for winner, _ in results(s, e)]),
    reason=Among(None, lambda s, e: [reason for _, reason in results(s, e)]),
)
