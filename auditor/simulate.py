"""Simulated matches: random play from the listing, with a wrong event planted where asked for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from auditor.cards import find_match_data
from auditor.declare import Act
from auditor.finding import Verdict
from auditor.game import Fault, Game
from auditor.kernel import advance, place, played, verdict_of
from auditor.listing import candidates
from auditor.record import Record
from events import Event
from events.cards import blanked
from events.shared import MatchClosed, MatchOpened

START = datetime(2026, 1, 1, 10, tzinfo=UTC)
SLOWEST = 20_000
"""Milliseconds between two events, at most."""
SELDOM = 0.03
"""How often a random match does what players seldom do."""
LEANING = 0.8
"""How often a simulated player does what players of the game would rather do (`leans`)."""
CHANGED = 0.1
"""How often an option of a hole is drawn anew."""
LONGEST = 20_000
"""Events of a match, at most: ten times what the longest game takes."""


class Simulated(NamedTuple):
    """A simulated match."""

    events: list[dict[str, Any]]
    """The log, as JSON objects."""
    planted: tuple[int, str] | None
    """The seq of the wrong event and the rule it breaks; None where there was no room for it."""


def simulate(
    game: Game,
    rng: Random,
    *,
    match_id: str,
    options: Mapping[str, Any] | None = None,
    hidden: str | None = None,
    illegal: Collection[str] = (),
    most: int | None = None,
) -> Simulated:
    """A random match, the same one for the same generator.

    `options`: of the match; the others are drawn. `hidden`: the seat whose cards are not seen.
    `illegal`: rules of `game.faults`, one of which a wrong event breaks; play then goes on by
    the rules from the position as it was played. `most`: events played, and as many after the
    wrong one; without it until the match is closed. Raises: RuntimeError if that never happens.
    """
    rule = rng.choice(sorted(illegal)) if illegal else None
    fault = game.faults[rule] if rule is not None else Fault(lambda s: ())
    opened = _opened(game, rng, match_id, {**fault.options, **(options or {})})
    record = Record(opened, find_match_data(game.key, opened.catalogue))
    record.feed(opened)
    events: list[Event] = [opened]
    positions = [record.state]
    _play(game, rng, events, positions, most)
    planted = None
    if rule is not None and (wrong := _wrong(game, fault, positions, rng)) is not None:
        del events[wrong.seq - 1 :], positions[wrong.seq - 1 :]
        wrong = replace(wrong, at=_later(events[-1], rng))
        events.append(wrong)
        positions.append(_after(game, positions[-1], wrong))
        planted = (wrong.seq, rule)
        _play(game, rng, events, positions, most)
    bodies = [game.vocabulary.encode(e) for e in events]
    if hidden is not None:
        cards = game.vocabulary.cards
        bodies = [blanked(b, cards[b["type"]], {hidden}, opened.options) for b in bodies]
    return Simulated(bodies, planted)


def _after(game: Game, s: Any, wrong: Event) -> Any:
    """The position after a wrong event: as it was played, or as it was if the game was over."""
    if not wrong.play:
        return s
    placed = place(game, s, wrong)
    if placed.lost and placed.state.is_over:
        return placed.state
    return played(game, placed.state, wrong, mark=wrong.seq)


def _opened(game: Game, rng: Random, match_id: str, fixed: Mapping[str, Any]) -> MatchOpened:
    """A match that opens with what the game offers, and now and then with another option."""
    offered = game.opens(rng)
    drawn = {
        hole.option: rng.choice(values)
        for hole in game.catalogue.holes
        if hole.option is not None
        and isinstance(hole.values, list)
        and (values := [v for v in hole.values if game.options[hole.option].allows(v)])
        and rng.random() < CHANGED
    }
    body = {
        "seq": 1,
        "at": START.isoformat(),
        "actor": "table",
        "type": "match_opened",
        "match_id": match_id,
        "game": game.key,
        **offered,
        "options": {**drawn, **offered["options"], **fixed},
    }
    opened = game.vocabulary.decode_object(body)
    assert isinstance(opened, MatchOpened)
    return opened


def _play(
    game: Game, rng: Random, events: list[Event], positions: list[Any], most: int | None
) -> None:
    """Random legal events from the last position on, until the match is closed or `most`."""
    last = len(events) + most if most is not None else None
    while not isinstance(events[-1], MatchClosed) and len(events) != last:
        if len(events) == LONGEST:
            match = f"{game.key} {events[0].match_id}"
            raise RuntimeError(f"{match}: not over after {LONGEST} events; last {events[-1].type}")
        e = _chosen(game, positions[-1], rng)
        if e is None:  # what was planted left nothing to play
            return
        e = replace(e, seq=len(events) + 1, at=_later(events[-1], rng))
        events.append(e)
        positions.append(advance(game, positions[-1], e))


def _chosen(game: Game, s: Any, rng: Random) -> Event | None:
    """A random legal event: the type first, or the types with most choices would crowd out all."""
    kinds = {kind for frame in s.frames for may in frame.row.may for kind in may.kinds}
    acts = [act for act in game.acts.values() if act.closes or act.kind in kinds]
    left: Event | None = None
    acts = rng.sample(acts, len(acts))
    if game.leans is not None and rng.random() < LEANING:
        return _best(game, s, acts, rng)
    for act in acts:
        events = list(candidates(act, s))
        for e in rng.sample(events, len(events)):
            if (verdict := verdict_of(game, s, e)) is Verdict.ILLEGAL:
                continue
            dealt = game.deal(s, e, rng)
            if verdict is not Verdict.LEGAL and verdict_of(game, s, dealt) is not Verdict.LEGAL:
                continue
            if not game.seldom(s, e) or rng.random() < SELDOM:
                return dealt
            left = left or dealt
    return left


def _best(game: Game, s: Any, acts: list[Act], rng: Random) -> Event | None:
    """A legal event that the game's players would rather do than the others."""
    leans = game.leans
    assert leans is not None
    events: list[Event] = []
    for act in acts:
        of = list(candidates(act, s))
        events += rng.sample(of, len(of))
    for e in sorted(events, key=lambda e: -leans(s, e)):
        if verdict_of(game, s, e) is Verdict.LEGAL:
            return game.deal(s, e, rng)
    return None


def _later(e: Event, rng: Random) -> datetime:
    return e.at + timedelta(milliseconds=rng.randint(1000, SLOWEST))


def _wrong(game: Game, fault: Fault, positions: list[Any], rng: Random) -> Event | None:
    """A wrong event for a random one of the positions, before the closing, that have room."""
    for at in rng.sample(range(len(positions) - 1), len(positions) - 1):
        if wrongs := list(fault.events(positions[at])):
            wrong = game.deal(positions[at], rng.choice(wrongs), rng)
            return replace(wrong, seq=at + 2)
    return None
