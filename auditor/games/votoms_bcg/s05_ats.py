"""ATs and deploying (VB-5)."""

from typing import Any

from auditor.declare import rule, which
from auditor.games.votoms_bcg.apply import next_seat
from auditor.games.votoms_bcg.state import Arena
from auditor.hidden import Undecided
from events.votoms_bcg import (
    ATActionEnded,
    ATActivated,
    ATDeployed,
    ATDestroyed,
    ATRedeployed,
    CardAttached,
    CardPlayed,
    TerrainDeployed,
)


def state_of(s: Arena, e: Any) -> dict[str, Any]:
    """The AT and its state."""
    at = s.ats.get(e.unit)
    return {"unit": e.unit, "state": at.state if at else None}


@which("VB-5.2", "VB-5.4", on=ATActivated, facts=state_of)
def at_is_ones_own_and_as_said(s: Arena, e: ATActivated) -> str | None:
    at = s.ats.get(e.unit)
    play = s.plays.get(e.cause or 0)
    if play is not None:
        s.ask(play.card, "effect")  # undecided where nobody knows the text
    if play is None and at is not None and at.owner == e.actor and at.state == e.before:
        return None
    return "VB-5.4" if e.before == "destroyed" else "VB-5.2"


@rule("VB-5.1", on=(ATActionEnded, ATDestroyed), facts=state_of)
def at_can_take_that_state(s: Arena, e: Any) -> bool:
    at = s.ats.get(e.unit)
    wanted = ("active",) if e.type == "at_action_ended" else ("active", "ended")
    return at is not None and at.state in wanted


def units_named(s: Arena, e: Any) -> tuple[str, ...]:
    """The ATs that a card is put on."""
    return (e.to,) if e.type == "card_attached" else e.targets


@rule(
    "VB-5.3", on=(CardAttached, CardPlayed), facts=lambda s, e: {"units": list(units_named(s, e))}
)
def at_is_not_destroyed(s: Arena, e: Any) -> bool:
    if e.type == "card_played" and e.kind not in ("combat", "effect"):
        return True
    return all(id not in s.ats or s.ats[id].state != "destroyed" for id in units_named(s, e))


@rule("GN-1.9", on=CardAttached, facts=lambda s, e: {"to": e.to})
def card_is_put_on_an_own_at(s: Arena, e: CardAttached) -> bool:
    return e.to in s.ats and s.ats[e.to].owner == e.actor


@rule("VB-5.7", on=ATDeployed, facts=lambda s, e: {"cause": e.cause})
def card_lets_an_at_be_deployed(s: Arena, e: ATDeployed) -> bool:
    play = s.plays.get(e.cause or 0)
    if e.via != "card" or play is None:
        return True
    return bool(s.ask(play.card, "deploys_at")) and not play.spent


def limit(s: Arena, e: Any) -> int | None:
    """How many of a kind a match allows, if it says so (VB-5.9)."""
    slots = s.options.slots
    name = "at" if e.type == "at_deployed" else e.slot
    return slots.get(name) if isinstance(slots, dict) else None


@rule("VB-5.9", on=(CardAttached, ATDeployed), facts=lambda s, e: {"limit": limit(s, e)})
def limit_of_the_match_is_kept(s: Arena, e: Any) -> bool:
    most = limit(s, e)
    if most is None:
        return True
    if e.type == "at_deployed":
        return sum(1 for _ in s.own_ats(e.actor)) < most
    at = s.ats.get(e.to)
    return at is None or sum(a.slot == e.slot for a in at.attached) < most


@rule("VB-5.10", on=ATRedeployed)
def redeployment_is_allowed(s: Arena, e: ATRedeployed) -> bool:
    if s.options.redeployment == "undetermined":
        raise Undecided("redeployment")
    return bool(s.options.redeployment == "as_recorded")


@rule("VB-7.13", on=(ATDeployed, CardAttached, TerrainDeployed))
def deploying_is_in_turn(s: Arena, e: Any) -> bool:
    if not s.options.deploy_uses_right or getattr(e, "via", "phase") == "card":
        return True
    right = s.right
    if s.window != "T4" or right is None or right.seat == e.actor:
        return True
    if s.passes_recorded:
        return False
    raise Undecided(f"pass of {next_seat(s, e.actor)}")
