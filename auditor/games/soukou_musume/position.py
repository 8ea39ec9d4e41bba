"""A position as the fields of the position_declared that would start there, and back."""

from __future__ import annotations

from typing import Any

from auditor.declare import End, NotOnTheTable
from auditor.effects import Part, Text
from auditor.games.soukou_musume.cards import Skill
from auditor.games.soukou_musume.state import (
    SEATS,
    Deck,
    Down,
    Effect,
    Judgement,
    Piece,
    Retreat,
    Round,
    SetUp,
    Shown,
    Soukou,
    Unit,
    is_unit,
    known,
)
from auditor.games.soukou_musume.texts import (
    DAMAGE,
    DEPLOY,
    UNKNOWN,
    hp,
    per_win,
    skill_parts,
    text_of,
)

DUTY_OF = {
    DAMAGE.verb: "damage",
    DEPLOY: "deploy",
    "damage_reserve": "damage",
    "draw": "effect_draw",
    "look": "look",
    "shuffle": "shuffle",
    "search": "search",
    "discard_hand": "hand_discard",
    "discard_energy": "energy_discard",
    "discard_set": "set_discard",
    "move_energy": "energy_move",
    "charge": "charge",
    "set": "set",
    "swap": "swap",
    "judgement": "judgement",
    "recover": "hp_recovery",
    "state": "state_change",
    "recover_state": "state_change",
}
"""What a part that is still to be carried out is called."""
OF_TEXTS = frozenset(DUTY_OF.values())


# printed


def position(s: Soukou) -> dict[str, Any]:
    """The position, with every field filled in."""
    over = s.is_over
    return {
        "first": s.first or "P1",
        "turn": s.turn + 1 if s.phase == "start" else s.turn,
        "player": s.player,
        "phase": "over" if over else {"begun": "draw"}.get(s.phase, s.phase),
        "drawn": s.drawn or s.phase not in ("setup", "start", "begun", "draw"),
        "charged": s.charged and s.phase != "start",
        "retreated": s.retreated and s.phase != "start",
        "strategy_used": s.strategy_used and s.phase != "start",
        "skill_used": s.skill_used and s.phase != "start",
        "ex_used": sorted(s.ex_used) if s.phase != "start" else [],
        "judgements_owed": list(s.judged_for),
        "seats": {seat: _seat(s, seat) for seat in SEATS},
        "effects": [
            {
                "effect": x.effect,
                "on": x.on,
                "amount": x.amount,
                "source": s.code_if_seen(x.source),
                "skill": x.skill,
                "from_turn": x.first,
                "until_turn": x.last,
            }
            for x in s.effects
            if x.effect != "text"
        ],
        "pending": [] if over else list(_pending(s)),
        "setup": _setup(s) if s.phase == "setup" and not over else None,
        "result": {"winner": s.end.winner, "reason": s.end.reason} if over and s.end else None,
    }


def _seat(s: Soukou, seat: str) -> dict[str, Any]:
    def pieces(of: tuple[Piece, ...], name: str) -> list[dict[str, Any]]:
        return [{name: p.id, "card": s.code_if_seen(p.card)} for p in of]

    return {
        "deck": s.deck[seat].size,
        "deck_bottom": [s.code_if_seen(card) for card in s.deck[seat].bottom],
        "hand": [*sorted(s.hand[seat].known), *[None] * s.hand[seat].unseen],
        "discard": [s.code_if_seen(card) for card in s.discard[seat]],
        "units": [
            {
                "unit": u.id,
                "card": s.code_if_seen(u.card),
                "field": "main" if s.is_main(u) else "reserve",
                "slot": u.slot,
                "state": u.state,
                "damage": u.damage,
                "face_up": u.face_up,
                "energy": pieces(u.energy, "energy"),
                "sets": pieces(u.sets, "set"),
                "entered_turn": u.entered,
                "last_set_turn": u.last_set,
            }
            for u in s.own(seat)
        ],
    }


def _setup(s: Soukou) -> dict[str, Any]:
    seats = {}
    for seat, up in s.set_up.items():
        left = sum(1 for _, other, taken in s.redraws if other != seat and not taken)
        seats[seat] = {
            "shuffled": up.shuffled and up.reshuffle is None,
            "drawn": up.drawn,
            "redraws": up.redraws,
            "extra_left": left,
            "placed": up.placed,
        }
    return {"greeted": s.greeted, "seats": seats, "first": s.first}


def _entry(duty: str, **fields: Any) -> dict[str, Any]:
    names = ("player", "unit", "card", "skill", "count", "to", "cause")
    return {"duty": duty, **dict.fromkeys(names), **fields}


def _pending(s: Soukou) -> Any:
    """What is owed, the innermost first."""
    if (j := s.judging) is not None:
        over = bool(j.rounds) and known(s.is_open, j) is False
        if over:
            to = known(s.result, j)
            to = to if to in ("won", "lost") else None
            yield _entry(
                "judgement_end",
                player=j.player,
                unit=j.unit,
                count=len(j.rounds),
                to=to,
                cause=j.cause,
            )
        else:
            yield _entry(
                "reveal", player=j.player, unit=j.unit, count=len(j.rounds) + 1, cause=j.cause
            )
    for seat, cause in s.draws:
        yield _entry("charge_draw", player=seat, count=1, cause=cause)
    if s.text is not None:
        yield from _pending_text(s, s.text)
    for down in s.down:
        if down.sure:
            yield _entry("wreck", unit=down.unit)
    for seat, cause in s.choosing.items():
        yield _entry("replacement", player=seat, unit=s.main[seat], cause=cause)
    if (r := s.retreat) is not None:
        if not r.exchanged:
            yield _entry("exchange", player=r.player, unit=r.unit, cause=r.cause)
        if r.recovers:
            yield _entry("recovery", unit=r.unit, to="normal", cause=r.cause)
    if (made := s.recovery) is not None and made.unit in s.units:
        to = {"medium": "minor", "minor": "normal"}.get(s.units[made.unit].state)
        yield _entry("state_change", unit=made.unit, to=to, cause=made.ended)
    if s.phase in ("begun", "draw") and not s.drawn:
        yield _entry("draw", player=s.player, count=1)


def _pending_text(s: Soukou, text: Text) -> Any:
    wins = sum(known(s.is_won, made) is True for made in text.results)
    for part in text.parts:
        duty = DUTY_OF.get(part.verb)
        if duty is not None:
            counts = wins if part is DAMAGE else None
            if part.verb in ("draw", "look", "discard_hand", "discard_energy", "discard_set"):
                counts = part.amount.most
            yield _entry(
                duty,
                player=text.seat,
                unit=text.target if part.verb == "damage_reserve" else text.unit,
                card=s.code_if_seen(text.card),
                skill=text.name,
                count=counts,
                to=part.state if part.verb == "state" else None,
                cause=text.cause,
            )


# declared


def position_declared(s: Soukou, e: Any) -> None:
    """A record that begins in the middle of a match (GN-1.7)."""
    if s.seq != 1 or set(e.seats) != set(SEATS):
        raise NotOnTheTable
    s.first = e.first
    s.greeted = s.revealed = e.phase != "setup"
    s.phase = {"over": "end"}.get(e.phase, e.phase)
    s.turn = e.turn - 1 if e.phase == "start" else e.turn
    s.player = e.first if (s.turn + (e.phase == "start")) % 2 else s.enemy(e.first)
    s.drawn = e.phase not in ("start", "draw") if e.drawn is None else e.drawn
    s.charged, s.retreated = e.charged, e.retreated
    s.strategy_used, s.skill_used = e.strategy_used, e.skill_used
    s.ex_used, s.judged_for = frozenset(e.ex_used), e.judgements_owed
    s.set_up = dict.fromkeys(SEATS, SetUp(True, True, True))
    for n, (seat, has) in enumerate(sorted(e.seats.items())):
        _declare_seat(s, e, seat, has, 100_000 * n)
    s.effects = tuple(
        Effect(x.effect, x.on, x.amount, x.source or "?", x.skill, x.from_turn, x.until_turn)
        for x in e.effects
    )
    if e.setup is not None and e.phase == "setup":
        _declare_setup(s, e.setup)
    if e.phase == "end" and not e.judgements_owed and not e.pending:
        s.judged_for = ()
    for pending in reversed(e.pending):
        _declare_pending(s, pending, e.pending)
    for unit in s.units.values():
        hurt = unit.damage and not unit.is_wrecked and all(d.unit != unit.id for d in s.down)
        if hurt and known(hp, s, unit) is None:
            s.down = (*s.down, Down(unit.id, False, "SM-16.1"))
    if e.phase == "over" and e.result is not None:
        s.end = End(e.result.winner, e.result.reason, e.seq, "GN-1.7")


def _declare_seat(s: Soukou, e: Any, seat: str, has: Any, index: int) -> None:
    def card(code: str | None) -> Shown:
        nonlocal index
        index += 1
        if code is not None:
            s.seen = {**s.seen, (seat, code): (e.seq,)}
            if known(is_unit, s, code):
                s.unit_seen = s.unit_seen | {seat}
        return s.shown(code, seat, e.seq, index)

    s.hand = {**s.hand, seat: s.hand[seat].with_cards(has.hand, e.seq)}
    for code in has.hand:
        if code is not None:
            card(code)
    s.deck = {**s.deck, seat: Deck(has.deck, tuple(map(card, has.deck_bottom)))}
    s.discard = {**s.discard, seat: tuple(map(card, has.discard))}
    for u in has.units:
        energy = tuple(Piece(p.energy, card(p.card)) for p in u.energy)
        sets = tuple(Piece(p.set, card(p.card)) for p in u.sets)
        set_now = 1 if u.last_set_turn == e.turn else 0
        unit = Unit(
            u.unit, seat, card(u.card), u.state, u.damage, energy, sets,
            u.entered_turn, u.last_set_turn, set_now, u.slot, u.face_up,
        )  # fmt: skip
        s.units = {**s.units, u.unit: unit}
        s.used = s.used | {u.unit, *(p.id for p in (*energy, *sets))}
        if u.field == "main":
            s.main = {**s.main, seat: u.unit}


def _declare_setup(s: Soukou, setup: Any) -> None:
    s.turn, s.greeted, s.revealed = 0, setup.greeted, False
    s.first = setup.first
    s.set_up = {
        seat: SetUp(
            up.shuffled or up.redraws > 0,
            up.drawn,
            up.placed,
            up.redraws,
            None if up.shuffled or not up.redraws else 1,
        )
        for seat, up in setup.seats.items()
    }
    s.redraws = tuple(
        (1, s.enemy(seat), False) for seat, up in setup.seats.items() for _ in range(up.extra_left)
    )


def _declare_pending(s: Soukou, p: Any, pending: Any) -> None:
    match p.duty:
        case "charge_draw":
            s.draws = (*s.draws, (p.player, p.cause))
        case "exchange":
            recovers = any(x.duty == "recovery" and x.unit == p.unit for x in pending)
            s.retreat = Retreat(p.player, p.unit, p.cause or 0, False, recovers)
        case "recovery" if s.retreat is None or not s.retreat.recovers:
            owner = s.units[p.unit].owner if p.unit in s.units else s.player
            s.retreat = Retreat(owner, p.unit, p.cause or 0, True, True)
        case "wreck":
            s.down = (Down(p.unit, True, "SM-16.1"), *s.down)
        case "replacement":
            s.choosing = {**s.choosing, p.player: p.cause}
        case "reveal" | "judgement_end":
            before = (p.count or 1) - 1
            rounds = (Round((), "tie"),) * before
            if p.duty == "judgement_end":
                rounds = (*rounds, Round((), p.to or "lost"))
            in_text = p.unit is None
            s.judging = Judgement(
                p.player or s.player, p.unit, p.cause if in_text else None, rounds
            )
        case "state_change" if p.card is None:
            won = Round((), "won")
            s.recovery = Judgement(s.player, p.unit, None, (won,), p.cause, "won")
        case duty if duty in OF_TEXTS and s.text is None:
            _declare_text(s, p, [x for x in pending if x.duty in OF_TEXTS and x.card == p.card])


def _declare_text(s: Soukou, p: Any, left: list[Any]) -> None:
    """The rest of a text: as many of its last parts as are pending."""
    card = None if p.card is None else s.book.card(p.card)
    parts: tuple[Part, ...] = (UNKNOWN,)
    skill: Skill | None = None
    if card is not None:
        skill = (card.skills or {}).get(p.skill) if p.skill is not None else None
        if skill is not None:
            parts = skill_parts(s, skill) if card.type == "unit" else text_of(skill.parts)
        elif p.skill is None:
            parts = text_of(card.parts)
    if any(x.duty == "set" for x in left):
        parts = (Part("set"), *(part for part in parts if part.is_known and part.verb != "set"))
    at, more = len(parts), len(left)
    while at > 0 and more > 0:
        at -= 1
        more -= parts[at].verb in DUTY_OF
    is_skill = skill is not None and card is not None and card.type == "unit"
    unit = next((x.unit for x in left if x.unit is not None), None)
    targets = [x.unit for x in left if x.duty == "damage"]
    seat = p.player or s.player
    wins = next((x.count for x in left if x.duty == "damage" and x.count), 0)
    results = tuple(
        Judgement(seat, None, p.cause, (Round((), "won"),), 0, "won") for _ in range(wins)
    )
    if skill is not None and per_win(skill) is None:
        results = ()
    user = s.main[seat] if is_skill else unit
    s.text = Text(
        p.cause, seat, p.card or "?", p.skill, user, parts[at:],
        targets[0] if targets else unit, results, is_skill,
    )  # fmt: skip
