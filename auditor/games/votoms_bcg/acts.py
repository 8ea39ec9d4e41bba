"""The acts of the game: who may do them, and the set each choice is taken from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, permutations, product
from typing import Any

from auditor.declare import Act, Among
from auditor.games.votoms_bcg import why
from auditor.games.votoms_bcg.cards import PLAYED
from auditor.games.votoms_bcg.owed import (
    eligible,
    new_combat,
    payout_size,
    redirected,
    unclaimed,
    victim_of,
)
from auditor.games.votoms_bcg.state import MATCHMAKER, Arena
from auditor.games.votoms_bcg.strength import damage_of
from auditor.hidden import Undecided, Unseen
from events.shared import MatchClosed
from events.votoms_bcg import (
    AdditionalStrengthDraw,
    AdditionalStrengthDrawn,
    ATActionEnded,
    ATActivated,
    ATDeployed,
    ATDestroyed,
    ATRedeployed,
    CardAttached,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardReturnedToHand,
    CharactersExchanged,
    CombatDeclared,
    CombatEnded,
    CombatInterrupted,
    CombatResumed,
    CombatStepStarted,
    Copies,
    DamageDetermined,
    DamagePaid,
    DamageRedirected,
    DamageTakenByAT,
    DeckRegistered,
    EffectResolved,
    GameStarted,
    HandDiscarded,
    HandRevealed,
    InitiativeDecided,
    InitiativeDrawn,
    NoEligibleCardClaimed,
    OpeningHandDrawn,
    OpeningHandExposed,
    OpeningHandKept,
    OpeningHandToppedUp,
    PayoutClaimed,
    PayoutTaken,
    PhaseEnded,
    PhaseStarted,
    PriorityPassed,
    ReplenishFinished,
    ScrapDecided,
    SetAsideReturned,
    TerrainDeployed,
    TerrainDiscarded,
    TotalsDetermined,
    TurnStarted,
)

MOST = 16
"""Lists of cards that are listed for one choice, at most."""
MOST_DRAWS = 40
"""Draws listed for one event, at most; chance decides among all of them."""


def acting(s: Arena, e: Any) -> tuple[str, ...]:
    """Who has the right to use a card; all where none is tracked, or passes may be unrecorded."""
    right = s.right
    if right is None or not s.passes_recorded or s.window == "C5s":
        return s.match.seats
    if getattr(e, "kind", None) == "offkai" and not s.options.offkai_needs_right:
        return s.match.seats
    return (right.seat,)


def seats(s: Arena, e: Any) -> tuple[str, ...]:
    """The seats of the match."""
    return s.match.seats


SEAT = Among(None, seats)
TABLE = Among(None, lambda s, e: ("table",))


def of(values: Any) -> Among:
    """A set that only lists."""
    return Among(None, values)


def only(*values: Any) -> Among:
    """A field that has some values alone."""
    return Among(None, lambda s, e: values)


# -------------------------------------------------------------------- what may be chosen


def in_hand(s: Arena, seat: str, *kinds: str) -> list[str]:
    """The cards of some kinds that a hand may hold."""
    zone = s.hand[seat]
    codes = s.data.cards if zone.unseen else dict.fromkeys(zone.known)
    return [c for c in codes if s.sure(c, "kind") in kinds and s.holds(seat, (c,))]


def new_id(s: Arena, seat: str, letter: str) -> str:
    """An id of a seat that was not given yet."""
    prefix = f"{seat}-{letter}"
    numbers = [
        int(n) for id in s.ids if id.startswith(prefix) and (n := id[len(prefix) :]).isdigit()
    ]
    return f"{prefix}{max(numbers, default=0) + 1}"


def on_top(s: Arena, seat: str) -> list[str]:
    """The cards that may lie on top of a money deck."""
    return list(s.left(seat)) if s.money[seat] else []


def number(s: Arena, code: Any, field: str = "draw_value") -> list[int]:
    """The number on a card, if it is known."""
    value = s.sure(code, field)
    return [] if value is None else [value]


def unseen(*sizes: int) -> list[tuple[None, ...]]:
    """Cards nobody saw, by how many."""
    return [(None,) * size for size in sizes]


def to_draw(s: Arena, e: Any) -> list[int]:
    """How many cards an opening hand has (VB-2.1, VB-2.8)."""
    return [min(7, s.money[e.actor])] if s.at == "setup" else []


def attempts(s: Arena, e: Any) -> list[int]:
    """The attempt that comes next, and the one that is on."""
    if s.at != "setup":
        return []
    opening = s.opening.get(e.actor)
    return [1] if opening is None else [opening.attempt, opening.attempt + 1]


def known_hand(s: Arena, e: Any) -> list[tuple[str, ...]]:
    """A hand of which every card is known."""
    zone = s.hand[e.actor]
    return [] if zone.unseen else [tuple(sorted(zone.known))]


def deck_lists(s: Arena, e: Any) -> list[Any]:
    """The deck to practise with, or a list nobody saw."""
    if s.at != "setup" or e.actor in s.decks:
        return []
    practice = s.data.practice
    if not practice:
        return [None]
    return [tuple(Copies(card=code, count=n) for code, n in practice.items())]


def duties_of(s: Arena, kind: Any, field: str) -> list[Any]:
    """The values of a field that are due."""
    return [
        getattr(least, field) for duty in s.duties if duty.kind is kind for least in duty.least(s)
    ]


def causes(s: Arena, e: Any) -> list[Any]:
    """The card whose effect is being carried out."""
    return [s.effect[0]] if s.effect is not None and s.effect[1] == s.seq else []


def surplus(s: Arena, e: Any) -> list[tuple[str, ...]]:
    """The cards a hand may give up to the limit (VB-4.5)."""
    if s.window != "T1e":
        return []
    over, zone = s.size(e.actor) - 7, s.hand[e.actor]
    if over <= 0 or zone.unseen:
        return []
    return list(dict.fromkeys(islice(combinations(sorted(zone.known), over), MOST)))


def orders(s: Arena, e: Any) -> list[tuple[str, ...]]:
    """The order by the draws."""
    if s.phase != "initiative" or s.decided or not s.draws:
        return []
    order = s.ranking()[0]
    return [] if order is None else [order]


def values_drawn(s: Arena, e: Any) -> list[int]:
    """The number that a draw for the initiative counts."""
    if not e.drawn:
        return [0]
    code = s.data.cards.get(e.card)
    own = code is not None and s.options.draw_number == "separate"
    return number(s, e.card, "initiative_value" if own else "draw_value")


def targets(s: Arena, e: Any) -> list[tuple[str, ...]]:
    """What a card may be used on."""
    kind = s.sure(e.card, "target")
    mine = [at for at in s.ats.values() if at.owner == e.actor]
    theirs = [at for at in s.ats.values() if at.owner != e.actor]
    if "own_at_destroyed" in (s.sure(e.card, "timing") or ()):
        return [(at.id,) for at in mine if at.state == "destroyed"]
    match kind:
        case "own_at":
            return [(at.id,) for at in mine]
        case "opponent_at":
            return [(at.id,) for at in theirs]
        case "any_at":
            return [(at.id,) for at in (*mine, *theirs)]
        case "seat":
            return [(seat,) for seat in s.seats if seat != e.actor]
    return [()]


def played_ids(s: Arena, e: Any) -> list[str | None]:
    """The id of a card that stays on the field; none for an off-kai card."""
    if e.kind == "offkai" or e.kind is None:
        return [None]
    return [new_id(s, e.actor, e.kind[0])]


def kinds_of(s: Arena, e: Any) -> list[str | None]:
    """The kind of a card; none where it is not known."""
    kind = s.sure(e.card, "kind")
    return [kind if kind in PLAYED else None]


def goers(s: Arena, e: Any) -> list[Any]:
    """The ids of cards of a seat that may be put away, none for one in hand."""
    there = [*s.effects.values(), *s.combat_cards.values(), *s.loose]
    ids = [x.iid for x in there if x.owner == e.actor]
    ids += [at.id for at in s.own_ats(e.actor)]
    ids += [iid for iid, owner, _ in s.leftover if owner == e.actor]
    return [None, *ids]


def codes_going(s: Arena, e: Any) -> list[str]:
    """What the card of an id is; for one in hand, what the hand may hold."""
    if e.iid is None:
        cause = s.plays.get(causes(s, e)[0]) if causes(s, e) else None
        if cause is None or victim_of(cause) != e.actor:
            return []
        held = in_hand(s, e.actor, *PLAYED)
        return [code for code in held if _is_eligible(s, cause, code)]
    if any(x[0] == e.iid for x in s.leftover):
        return sorted({c for c in s.data.cards if s.sure(c, "kind") in ("pilot", "weapon")})
    code = s.known(getattr(s.lying(e.iid), "card", None))
    return [] if code is None else [code]


def _is_eligible(s: Arena, play: Any, code: str) -> bool:
    try:
        return eligible(s, play, code)
    except (Unseen, Undecided):
        return False


def reasons(s: Arena, e: Any) -> list[str]:
    """Why a card goes."""
    found = []
    if e.iid in s.combat_cards and s.window in ("T5o", "T5e"):
        found.append("phase_end")
    found += duties_of(s, CardDiscarded, "reason")
    if causes(s, e):
        play = s.plays[causes(s, e)[0]]
        mode = s.sure(play.card, "discard_mode")
        found.append(mode or "text")
    elif s.leftover:
        found.append("text")
    return list(dict.fromkeys(found))


def reasons_causes(s: Arena, e: Any) -> list[Any]:
    """The event that makes a card go."""
    if e.reason == "phase_end":
        return [None]
    found = duties_of(s, CardDiscarded, "cause")
    found += [cause for iid, _, cause in s.leftover if iid == e.iid]
    return list(dict.fromkeys([*found, *causes(s, e)]))


def choosers(s: Arena, e: Any) -> list[Any]:
    """Who chose the card that goes (VB-8.2, VB-8.3)."""
    if e.reason == "made_to":
        return [e.of]
    if e.reason == "by_user" and e.cause in s.plays:
        return [s.plays[e.cause].by]
    return [None]


def returned(s: Arena, e: Any) -> list[tuple[str, ...]]:
    """The cards that may go back to hand (VB-20.8, VB-20.11)."""
    play = s.plays.get(e.cause)
    if play is None:
        return []
    if s.sure(play.card, "returns_at"):
        at = s.ats.get(play.targets[0]) if play.targets and e.from_ == "field" else None
        if at is None:
            return []
        slots = [[a.card for a in at.attached if a.slot == slot] for slot in ("pilot", "weapon")]
        picks = product(*([*sorted(set(cards))] or [""] for cards in slots))
        return [(at.card, *filter(None, pick)) for pick in picks]
    raid = s.options.boon_returns == "raid"
    if s.known(play.card) != "FQ-07" or (e.from_ == "scrap") != raid:
        return []
    return [("FQ-07",)] if raid else [("FQ-06",)]


def attackers(s: Arena, e: Any) -> list[tuple[str, ...]]:
    """The ATs that may attack together."""
    if e.attacker_card is not None:
        return [()]
    if s.window != "T5o" or not s.all_passed:
        return []
    own = [at.id for at in s.own_ats(e.actor) if at.state == "active"]
    sizes = range(1, len(own) + 1)
    return list(islice((c for n in sizes for c in combinations(own, n)), MOST))


def attacked(s: Arena, e: Any) -> list[str]:
    """What may be attacked: an AT, or a Matchmaker."""
    if e.attacker_card is not None:
        play = s.plays.get(e.attacker_card)
        return list(play.targets) if play is not None else []
    ats = [at.id for at in s.ats.values() if at.owner != e.actor]
    return [*ats, *(f"{MATCHMAKER}{seat}" for seat in s.seats if seat != e.actor)]


def attack_cards(s: Arena, e: Any) -> list[Any]:
    """The card that attacks; none for an attack of ATs."""
    return [*causes(s, e), None] if s.window == "T5o" else causes(s, e)


def draws(s: Arena, e: Any) -> Iterator[tuple[AdditionalStrengthDraw, ...]]:
    """The draws of both sides (VB-13.7, VB-14.5)."""
    combat = s.combat
    if combat is None or combat.step != 3 or combat.draws is not None:
        return
    sides: list[list[AdditionalStrengthDraw]] = []
    against = [] if combat.target.startswith(MATCHMAKER) else [combat.against]
    by = [] if not against and not s.options.matchmaker_attacker_draws else [combat.by]
    for seat in (*by, *against):
        none = AdditionalStrengthDraw(seat=seat, drawn=0, card=None, value=0)  # type: ignore[arg-type]
        some = [
            AdditionalStrengthDraw(seat=seat, drawn=1, card=code, value=value)  # type: ignore[arg-type]
            for code in on_top(s, seat)
            for value in number(s, code)
        ]
        sides.append(some or [none])
    yield from islice(product(*sides), MOST_DRAWS)


def totals_due(field: str) -> Among:
    """A field of the totals that are due."""
    return of(lambda s, e: list(dict.fromkeys(duties_of(s, TotalsDetermined, field))))


def payments(s: Arena, e: Any) -> Iterator[tuple[str, ...]]:
    """The cards of the hand that may be paid (VB-15.2)."""
    combat = s.combat
    zone = s.hand[e.actor]
    if combat is None or combat.damage is None or combat.damage[0] != e.actor or zone.unseen:
        return
    amount = min(combat.damage[1], zone.size + s.money[e.actor])
    least = max(0, amount - s.money[e.actor])
    sizes = range(least, min(amount, zone.size) + 1)
    hand = sorted(zone.known)
    yield from islice(
        (c for n in sizes for c in dict.fromkeys(islice(combinations(hand, n), MOST))), MOST
    )


def paid_from_deck(s: Arena, e: Any) -> Iterator[tuple[str, ...]]:
    """The cards that may come off the money deck for the rest of the damage."""
    combat = s.combat
    if combat is None or combat.damage is None:
        return
    amount = min(combat.damage[1], s.size(e.actor) + s.money[e.actor])
    count = amount - len(e.from_hand)
    if not 0 <= count <= s.money[e.actor]:
        return
    copies = [code for code, n in s.left(e.actor).items() for _ in range(min(n, count))]
    if count > 2:
        yield tuple(copies[:count])  # chance decides; one of very many
    else:
        yield from islice(dict.fromkeys(islice(permutations(copies, count), 200)), MOST)


def laid(s: Arena, e: Any) -> Iterator[tuple[str, ...]]:
    """How paid cards may be laid on the scrap deck (VB-15.7)."""
    hand, deck = e.from_hand, e.from_deck
    match s.options.damage_order:
        case "hand_first":
            ways: Any = (a + b for a in _ways(hand) for b in _ways(deck))
        case "deck_first":
            ways = (b + a for a in _ways(hand) for b in _ways(deck))
        case _:
            ways = _ways((*hand, *deck))
    yield from islice(dict.fromkeys(islice(ways, 24)), 6)


def _ways(cards: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return islice(permutations(cards), 24)


def scrapping(s: Arena, e: Any) -> Iterator[tuple[str, ...]]:
    """How an AT and what is on it may be laid on the scrap deck (VB-8.9)."""
    at = s.ats.get(e.unit)
    if at is None or not e.scrapped:
        yield ()
    else:
        yield from dict.fromkeys(islice(permutations(at.codes), 24))


def claims(s: Arena, e: Any) -> list[str]:
    """The combats of which a seat has still to claim the win."""
    return [win.combat for win in unclaimed(s, e.actor)] if s.window == "T6" else []


def claimed_units(s: Arena, e: Any) -> list[str]:
    """The ATs that won a combat."""
    wins = [w for w in s.wins if w.combat == e.combat and w.seat == e.actor]
    return [id for win in wins for id in [*dict(win.ats)] or [""]]


def rates(s: Arena, e: Any) -> list[int]:
    """The rate of an AT that won."""
    wins = [w for w in s.wins if w.combat == e.combat and w.seat == e.actor]
    return [n for w in wins for n in number(s, dict(w.ats).get(e.unit, w.card), "rate")]


def counts_taken(s: Arena, e: Any) -> list[int]:
    """How many cards a payout has."""
    if s.window != "T6" or e.actor in s.finished:
        return []
    size = payout_size(s, e.actor)
    return list(range(size + 1)) if s.options.payout_optional else [size] if size else []


def off_the_top(s: Arena, e: Any) -> list[tuple[Any, ...]]:
    """The topmost cards of a scrap deck, the top one first (VB-18.1)."""
    pile = s.scrap[e.actor]
    top = tuple(map(s.known, reversed(pile[len(pile) - e.count :]))) if e.count else ()
    return [] if None in top else [top]


# -------------------------------------------------------------------- the acts

REGISTER = Act(
    DeckRegistered,
    home="VB-1.1",
    actor=SEAT,
    size=only(40),
    cards=of(deck_lists),
)
DRAW_HAND = Act(
    OpeningHandDrawn,
    home=why.home(why.hand_drawn, "VB-1.1", "VB-2.1", "VB-2.2", "VB-2.4", "VB-2.7"),
    actor=SEAT,
    attempt=of(attempts),
    count=of(to_draw),
    cards=of(lambda s, e: unseen(e.count)),
)
EXPOSE = Act(
    OpeningHandExposed,
    home=why.home(why.hand_exposed, "VB-2.2", "VB-2.4"),
    actor=SEAT,
    attempt=of(attempts),
    cards=of(known_hand),
)
KEEP = Act(OpeningHandKept, home="VB-2.5", actor=SEAT, attempt=of(attempts))
RETURN_ASIDE = Act(
    SetAsideReturned,
    home=why.home(why.aside_returned, "VB-2.3", "VB-2.6"),
    actor=SEAT,
    count=of(lambda s, e: [len(s.aside[e.actor])] if s.aside[e.actor] else []),
    shuffled=only(True),
)
TOP_UP = Act(
    OpeningHandToppedUp,
    home=why.home(why.topped_up, "VB-2.9", "VB-2.10"),
    actor=SEAT,
    count=of(lambda s, e: [7 - s.size(e.actor)] if s.at == "setup" and s.size(e.actor) else []),
    cards=of(lambda s, e: unseen(max(0, e.count))),
)
START = Act(GameStarted, home=why.home(lambda s, e: why.blocked(s), *why.LEAVING), actor=TABLE)
START_TURN = Act(
    TurnStarted,
    home=why.home(why.turn_started, *why.LEAVING),
    actor=TABLE,
    turn=of(lambda s, e: [s.turn] if s.at == "turn" else []),
)
START_PHASE = Act(
    PhaseStarted,
    home=why.home(why.phase_started, *why.LEAVING),
    actor=TABLE,
    turn=of(lambda s, e: [s.turn]),
    phase=of(lambda s, e: [s.phase] if s.at == "before" else []),
    owner=of(lambda s, e: [s.owner]),
)
END_PHASE = Act(
    PhaseEnded,
    home=why.home(why.phase_ended, *why.LEAVING),
    actor=TABLE,
    turn=of(lambda s, e: [s.turn]),
    phase=of(lambda s, e: [s.phase] if s.at == "in" else []),
    owner=of(lambda s, e: [s.owner]),
)
DRAW_CARD = Act(
    CardDrawn,
    home=why.home(why.in_early_order, "VB-3.2", "VB-3.5", "VB-7.4", "VB-7.6", "VB-19.7"),
    actor=SEAT,
    reason=of(lambda s, e: ["replenish"] if s.window == "T1" else []),
    count=only(1),
    card=only(None),
    cause=only(None),
)
FINISH = Act(
    ReplenishFinished,
    home=why.home(why.in_early_order, "VB-3.5", "VB-7.4", "VB-7.6", "VB-19.7"),
    actor=SEAT,
)
DISCARD_HAND = Act(
    HandDiscarded,
    home=why.home(why.hand_limit, "VB-3.5", "VB-4.6"),
    actor=SEAT,
    cards=of(surplus),
    reason=only("hand_limit"),
    face=only("up"),
)
ACTIVATE = Act(
    ATActivated,
    home=why.home(why.activated, "VB-7.6", "VB-3.3", "VB-3.5", "VB-5.2", "VB-5.4"),
    actor=SEAT,
    unit=of(lambda s, e: [at.id for at in s.own_ats(e.actor)]),
    before=of(lambda s, e: [s.ats[e.unit].state] if s.ats[e.unit].state != "active" else []),
    cause=only(None),
)
DRAW_INITIATIVE = Act(
    InitiativeDrawn,
    home=why.home(why.initiative_drawn, "VB-6.5", *why.LEAVING),
    actor=SEAT,
    round=of(lambda s, e: _rounds(s, e.actor)),
    drawn=of(lambda s, e: [1 if s.money[e.actor] else 0]),
    card=of(lambda s, e: on_top(s, e.actor) if e.drawn else [None]),
    value=of(values_drawn),
)
DECIDE_INITIATIVE = Act(
    InitiativeDecided,
    home=why.home(why.initiative_decided, "VB-6.1", "VB-6.5", "VB-6.6", "VB-6.7", "VB-6.8"),
    actor=TABLE,
    order=of(orders),
)
DEPLOY_AT = Act(
    ATDeployed,
    home=why.home(why.deployed, "VB-5.6", "VB-5.7"),
    actor=SEAT,
    unit=of(lambda s, e: [new_id(s, e.actor, "a")]),
    card=of(lambda s, e: in_hand(s, e.actor, "at")),
    via=only("phase", "card"),
    cause=of(lambda s, e: causes(s, e) if e.via == "card" else [None]),
)
ATTACH = Act(
    CardAttached,
    home="VB-5.6",
    actor=SEAT,
    slot=only("pilot", "weapon"),
    iid=of(lambda s, e: [new_id(s, e.actor, e.slot[0])]),
    card=of(lambda s, e: in_hand(s, e.actor, e.slot)),
    to=of(lambda s, e: [at.id for at in s.own_ats(e.actor)]),
)
DEPLOY_TERRAIN = Act(
    TerrainDeployed,
    home="VB-12.4",
    actor=SEAT,
    iid=of(lambda s, e: [new_id(s, e.actor, "t")]),
    card=of(lambda s, e: in_hand(s, e.actor, "terrain")),
)
DISCARD_TERRAIN = Act(
    TerrainDiscarded,
    home="VB-12.5",
    actor=SEAT,
    iid=of(lambda s, e: list(s.terrains)),
    card=of(lambda s, e: [s.terrains[e.iid].card]),
)
REDEPLOY = Act(ATRedeployed, home="VB-5.10", actor=SEAT, note=of(lambda s, e: []))
PLAY = Act(
    CardPlayed,
    home=why.home(
        why.card_played,
        "VB-6.3",
        "VB-6.10",
        "VB-9.2",
        "VB-9.5",
        "VB-13.6",
        "VB-13.12",
        "VB-20.7",
        *why.LEAVING,
    ),
    actor=Among(why.NOT_YOURS, acting),
    card=of(lambda s, e: in_hand(s, e.actor, *PLAYED)),
    kind=of(kinds_of),
    iid=of(played_ids),
    targets=of(targets),
)
PASS = Act(
    PriorityPassed,
    home=why.home(why.passed, *why.LEAVING),
    actor=Among(why.NOT_YOURS, acting),
)
RESOLVE = Act(
    EffectResolved,
    home=why.home(why.resolved, "VB-7.6", "VB-11.6"),
    actor=TABLE,
    play_=of(lambda s, e: list(s.queue)),
    outcome=only("done", "no_effect"),
)
DISCARD = Act(
    CardDiscarded,
    home=why.home(
        why.discarded,
        "VB-6.4",
        "VB-8.1",
        "VB-8.2",
        "VB-8.3",
        "VB-8.4",
        "VB-8.5",
        "VB-10.5",
        "VB-11.3",
    ),
    actor=SEAT,
    iid=of(goers),
    card=of(codes_going),
    of=of(lambda s, e: [e.actor]),
    from_=of(lambda s, e: ["hand" if e.iid is None else "field"]),
    reason=of(reasons),
    cause=of(reasons_causes),
    chosen_by=of(choosers),
)
CLAIM_NONE = Act(NoEligibleCardClaimed, home="VB-20.17", actor=SEAT, cause=of(causes))
REVEAL_HAND = Act(
    HandRevealed,
    home="VB-20.17",
    actor=SEAT,
    cards=of(lambda s, e: known_hand(s, e) if s.claim is not None else []),
    cause=of(lambda s, e: [s.claim[1]] if s.claim is not None else []),
)
EXCHANGE = Act(
    CharactersExchanged,
    home="VB-20.18",
    actor=SEAT,
    out=of(lambda s, e: [x for x in goers(s, e) if x is not None] if causes(s, e) else []),
    in_=of(lambda s, e: in_hand(s, e.actor, "pilot")),
    in_iid=of(lambda s, e: [new_id(s, e.actor, "p")]),
    cause=of(causes),
)
RETURN_CARD = Act(
    CardReturnedToHand,
    home="VB-20.11",
    actor=SEAT,
    from_=only("field", "scrap"),
    cause=of(lambda s, e: [p.seq for p in s.plays.values() if p.by == e.actor and not p.spent]),
    cards=of(returned),
)
DECLARE = Act(
    CombatDeclared,
    home=why.home(why.declared, "VB-7.6", "VB-9.2", "VB-9.11", "VB-13.18"),
    actor=SEAT,
    combat=of(lambda s, e: [new_combat(s)]),
    attacker_card=of(attack_cards),
    attackers=of(attackers),
    target=of(attacked),
)
START_STEP = Act(
    CombatStepStarted,
    home=why.home(why.step_started, "VB-9.4", "VB-16.5", *why.LEAVING),
    actor=TABLE,
    combat=of(lambda s, e: [s.combats[-1].id] if s.combats else []),
    step=of(lambda s, e: [min(5, s.combats[-1].step + 1)]),
)
DRAW_STRENGTH = Act(
    AdditionalStrengthDrawn,
    home=why.home(why.strength_drawn, "VB-7.4", "VB-9.4", "VB-13.2", "VB-13.6", "VB-16.5"),
    actor=TABLE,
    combat=of(lambda s, e: [s.combats[-1].id] if s.combats else []),
    draws=of(draws),
)
DETERMINE_TOTALS = Act(
    TotalsDetermined,
    home=why.home(
        why.totals, "VB-9.4", "VB-13.2", "VB-13.7", "VB-13.9", "VB-13.10", "VB-14.6", "VB-16.2"
    ),
    actor=TABLE,
    combat=totals_due("combat"),
    attacker=totals_due("attacker"),
    target=totals_due("target"),
    winner=totals_due("winner"),
)
DETERMINE_DAMAGE = Act(
    DamageDetermined,
    home=why.home(why.damage_determined, "VB-9.4", "VB-15.1", "VB-16.3"),
    actor=TABLE,
    combat=of(lambda s, e: [s.combats[-1].id for d in s.duties if d.kind is DamageDetermined]),
    to=of(lambda s, e: _damaged(s)[:1]),
    amount=of(lambda s, e: _damaged(s)[1:]),
)
REDIRECT = Act(
    DamageRedirected,
    home="VB-20.3",
    actor=TABLE,
    cause=of(causes),
    combat=of(lambda s, e: _sent(s, e, "combat")),
    from_=of(lambda s, e: _sent(s, e, "from_")),
    to=of(lambda s, e: _sent(s, e, "to")),
    amount=of(lambda s, e: _sent(s, e, "amount")),
)
DEALT_IDS = ("VB-9.4", "VB-13.13", "VB-15.4", "VB-15.6", "VB-16.3", "VB-17.4", "VB-17.5", "VB-20.3")
PAY = Act(
    DamagePaid,
    home=why.home(why.damage_dealt, *DEALT_IDS),
    actor=SEAT,
    combat=of(lambda s, e: [s.combats[-1].id] if s.window in ("C5", "C5e") and s.combats else []),
    from_hand=of(payments),
    from_deck=of(paid_from_deck),
    order=of(laid),
)
TAKE = Act(
    DamageTakenByAT,
    home=why.home(why.damage_dealt, *DEALT_IDS),
    actor=SEAT,
    combat=of(lambda s, e: [s.combats[-1].id] if s.window in ("C5", "C5e") and s.combats else []),
    unit=of(lambda s, e: [id for id in s.combats[-1].units if id in s.ats]),
)
DESTROY = Act(
    ATDestroyed,
    home=why.home(why.destroyed, "VB-15.6", "VB-17.4"),
    actor=TABLE,
    unit=of(lambda s, e: duties_of(s, ATDestroyed, "unit")),
    cause=of(lambda s, e: duties_of(s, ATDestroyed, "cause")),
)
SCRAP = Act(
    ScrapDecided,
    home=why.home(why.scrapped, "VB-8.6", "VB-8.8"),
    actor=SEAT,
    unit=of(lambda s, e: [s.to_scrap[0]] if s.to_scrap is not None else []),
    scrapped=only(True, False),
    order=of(scrapping),
)
END_ACTION = Act(
    ATActionEnded,
    home=why.home(why.action_ended, "VB-13.15", "VB-16.4"),
    actor=TABLE,
    unit=of(lambda s, e: duties_of(s, ATActionEnded, "unit")),
    cause=of(
        lambda s, e: [
            least.cause
            for d in s.duties
            if d.kind is ATActionEnded
            for least in d.least(s)
            if least.unit == e.unit
        ]
    ),
)
INTERRUPT = Act(
    CombatInterrupted,
    home=why.home(why.interrupted, "VB-16.1", "VB-16.6", "VB-16.7", "VB-16.8"),
    actor=TABLE,
    combat=of(lambda s, e: duties_of(s, CombatInterrupted, "combat")),
    cause=of(
        lambda s, e: [
            least.cause
            for d in s.duties
            if d.kind is CombatInterrupted
            for least in d.least(s)
            if least.combat == e.combat
        ]
    ),
)
RESUME = Act(
    CombatResumed,
    home="VB-20.21",
    actor=TABLE,
    combat=of(lambda s, e: duties_of(s, CombatResumed, "combat")),
    replacement=of(lambda s, e: duties_of(s, CombatResumed, "replacement")),
    cause=of(lambda s, e: duties_of(s, CombatResumed, "cause")),
)
END_COMBAT = Act(
    CombatEnded,
    home=why.home(why.ended, "VB-9.4", "VB-13.2", "VB-15.4", "VB-16.4"),
    actor=TABLE,
    combat=of(lambda s, e: [s.combats[-1].id] if s.combats else []),
)
CLAIM = Act(
    PayoutClaimed,
    home=why.home(why.payout, "VB-7.4", "VB-7.6", "VB-18.5"),
    actor=SEAT,
    combat=of(claims),
    unit=of(claimed_units),
    rate=of(rates),
)
TAKE_PAYOUT = Act(
    PayoutTaken,
    home=why.home(why.payout, "VB-7.4", "VB-7.6", "VB-18.5"),
    actor=SEAT,
    count=of(counts_taken),
    cards=of(off_the_top),
    face=only("down"),
    shuffled=only(True),
)
CLOSE = Act(
    MatchClosed,
    closes=True,
    actor=TABLE,
    winner=of(lambda s, e: [s.end.winner] if s.is_over and s.end is not None else []),
    reason=of(lambda s, e: [s.end.reason] if s.is_over and s.end is not None else []),
)


def _rounds(s: Arena, seat: str) -> list[int]:
    if s.phase != "initiative" or s.at != "in" or s.decided:
        return []
    return [round for round, who in s.ranking()[1] if who == seat]


def _damaged(s: Arena) -> list[Any]:
    combat = s.combat
    found = None if combat is None else damage_of(s, combat)
    return [] if found is None else [found[0], 1 if found[1] is None else found[1]]


def _sent(s: Arena, e: Any, field: str) -> list[Any]:
    sent = redirected(s, s.plays[e.cause]) if e.cause in s.plays else None
    return [] if sent is None else [sent[field]]
