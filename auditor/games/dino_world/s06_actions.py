"""The actions of a turn: moves, placements, abilities, reveals (DW-5 to DW-8)."""

from __future__ import annotations

from typing import Any

from auditor.declare import rule, which
from auditor.games.dino_world.apply import targets
from auditor.games.dino_world.moves import why_not
from auditor.games.dino_world.state import Dinos, owner_of
from auditor.hidden import Undecided
from events.dino_world import (
    AbilityUsed,
    ActionsEnded,
    DinoMoved,
    DinoPlaced,
    DinoRevealed,
    TurnStarted,
)


@rule("DW-5.1", on=TurnStarted, facts=lambda s, e: {"turn": e.turn, "right": s.turn + 1})
def turns_are_numbered(s: Dinos, e: TurnStarted) -> bool:
    return e.turn == s.turn + 1


def the_step(s: Dinos, e: DinoMoved) -> dict[str, Any]:
    """The step, and the points of the turn."""
    return {"unit": e.unit, "from": e.from_, "to": e.to, "points": [s.used, s.rolled]}


def points_broken(s: Dinos, cost: int) -> bool:
    """The points of the turn do not reach (DW-5.5)."""
    return s.rolled is not None and s.used + cost > s.rolled


@which(
    "DW-5.5",
    "DW-6.1",
    "DW-6.2",
    "DW-6.4",
    "DW-6.5",
    "DW-6.9",
    "DW-6.11",
    "DW-9.3",
    "DW-9.4",
    "DW-10.5",
    "DW-10.9",
    "DW-13.2",
    on=DinoMoved,
    facts=the_step,
)
def dinosaur_may_go_there(s: Dinos, e: DinoMoved) -> str | None:
    if e.cause != "action":
        return None
    if owner_of(e.unit) != e.actor:
        return "DW-6.2"
    piece = s.pieces.get(e.unit)
    if piece is None:
        return "DW-13.2" if e.unit in s.fossils[e.actor] else "DW-6.2"
    if piece.sealed:
        presumed = s.sealed_last == (s.of(piece.square, e.actor), e.seq)
        return None if presumed else "DW-9.4"  # sealed only by what the move itself went past
    if piece.square != e.from_:
        return "DW-6.1"
    if e.cost != 1 or points_broken(s, e.cost):
        return "DW-5.5"
    return why_not(s, e.unit, e.to)


@which("DW-12.3", "DW-13.5", "DW-6.1", "DW-5.5", on=DinoMoved, facts=the_step)
def dinosaur_moved_by_an_effect_goes_where_it_says(s: Dinos, e: DinoMoved) -> str | None:
    if e.cause != "effect" or e.unit not in s.pieces:
        return None
    if s.pieces[e.unit].square != e.from_:
        return "DW-6.1"
    if e.cost:
        return "DW-5.5"
    if any(unit == e.unit for unit, _ in s.returns):
        return None if (e.unit, e.to) in s.returns else "DW-13.5"
    return None if e.to in s.free_home(e.unit[:2]) else "DW-12.3"


@which(
    "DW-5.5",
    "DW-8.1",
    "DW-8.2",
    "DW-8.3",
    "DW-8.4",
    "DW-8.6",
    on=DinoPlaced,
    facts=lambda s, e: {"square": e.to, "points": [s.used, s.rolled]},
)
def card_is_drawn_and_placed_rightly(s: Dinos, e: DinoPlaced) -> str | None:
    if e.cause != "action":
        return None
    if owner_of(e.unit) != e.actor or not s.deck[e.actor]:
        return "DW-8.1"
    if e.cost != 1 or points_broken(s, e.cost):
        return "DW-5.5"
    if e.face != "down":
        return "DW-8.3"
    free = s.free_home(e.actor)
    if not free:
        return "DW-8.4"
    if e.to in free:
        return None
    return "DW-8.6" if e.to in s.sealed else "DW-8.2"


def limit_reached(s: Dinos, e: AbilityUsed) -> bool:
    """The dinosaur has used the ability as often as a turn lets it (DW-8.9)."""
    most = s.options.ability_per_turn
    return bool(s.abilities_used.count((e.unit, e.ability)) >= most)


@which(
    "DW-5.5",
    "DW-8.8",
    "DW-8.9",
    "DW-9.3",
    "DW-9.4",
    on=AbilityUsed,
    facts=lambda s, e: {"unit": e.unit, "ability": e.ability, "targets": list(e.targets)},
)
def ability_is_the_cards_and_well_aimed(s: Dinos, e: AbilityUsed) -> str | None:
    piece = s.pieces.get(e.unit)
    if piece is None or owner_of(e.unit) != e.actor:
        return "DW-8.9"
    if piece.sealed:
        return "DW-9.4"
    ability = s.data.abilities.get(e.ability)
    if ability is None:
        if not s.data.cards:
            raise Undecided("catalogue", rule="DW-8.9")
        return "DW-8.9"
    if any(target in s.pieces and s.pieces[target].sealed for target in e.targets):
        return "DW-9.3"
    if limit_reached(s, e) or (ability.known and e.targets not in targets(s, e.unit, e.ability)):
        return "DW-8.9"
    if e.cost != ability.cost:
        return "DW-8.8"
    if points_broken(s, e.cost):
        return "DW-5.5"
    if e.ability not in s.card(e.unit).abilities:
        return "DW-8.9"
    if not ability.known or ability.timing != "own_actions":
        raise Undecided(f"ability {e.ability}", rule="DW-8.9")
    return None


@rule("DW-9.3", on=ActionsEnded)
def nobody_stays_on_a_sealed_square(s: Dinos, e: ActionsEnded) -> bool:
    return all(
        p.sealed or p.square not in s.sealed for u, p in s.pieces.items() if u[:2] == e.actor
    )


@rule("DW-7.6", on=DinoRevealed, facts=lambda s, e: {"unit": e.unit})
def unit_is_of_this_match(s: Dinos, e: DinoRevealed) -> bool:
    return e.unit in s.pieces or e.unit in s.fossils.get(e.unit[:2], ())
