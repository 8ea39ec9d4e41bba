"""Facts for statistics: a match under audit as flat rows, a table a kind (schema.sql).

What counts as a card, in which role, and what a game's own figures are, its vocabulary says.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from auditor import Record, Verdict
from auditor.clock import Pauses
from auditor.report import result, rows
from events import Event
from events.envelope import SEATS
from events.figures import ROLES, Role
from events.shared import ClockPaused, ClockResumed
from store.hashing import canonical
from store.ledger import Facts, in_utc

MATCH_CLOSED = "match_closed"
NOT_CONTENT = ("match_id", "event_id", "salt", "tournament", "round", "table")
"""What two records of the same play may differ in."""


class Moment(NamedTuple):
    """An event, the table before it, and when it was."""

    event: Event
    window: str
    turn: int
    """The turn it was done in, from 1; 0 before the first."""
    owner: str | None
    """Whose turn; None of a turn of all seats."""
    first: str | None
    """Who goes first in it, or whose it is."""
    now: float
    """Seconds of running time since the match was opened."""
    since: float
    """Seconds since the event of play before that stands."""


def facts_of(record: Record) -> Facts:
    """The facts of a match as it stands, by table.

    Units: seconds of running time; copies of cards.
    """
    moments = list(_moments(record))
    stand = {*record.line}
    standing = [moment for moment in moments if moment.event.seq in stand]
    match_id = str(record.opened.match_id)
    turns = list(_turns(standing))
    facts = {
        "match_facts": list(_matches(record, standing, turns)),
        "turn_facts": turns,
        "card_facts": list(_cards(record, standing)),
        "decision_facts": [_decision(record, m) for m in standing if m.event.actor in record.seats],
        "event_facts": [_event(record, moment) for moment in moments],
        "finding_facts": list(_findings(record, moments)),
        "figure_facts": list(_figures(record, standing)),
    }
    return {
        table: found if table == "match_facts" else [(match_id, *row) for row in found]
        for table, found in facts.items()
    }


def _moments(record: Record) -> Iterator[Moment]:
    """Each event with the table before it, in order."""
    pauses, last, turns = Pauses(record.opened.at), 0.0, dict[Any, int]()
    stand = {*record.line}
    for event, (window, key, first) in zip(record.events, _tables(record), strict=True):
        now = pauses.running(event.at)
        if key is not None and key not in turns:
            turns[key] = len(turns) + 1
        owner = key[1] if isinstance(key, tuple) else None  # some turns are of all seats
        yield Moment(event, window, turns.get(key, 0), owner, first, now, max(0.0, now - last))
        if isinstance(event, ClockPaused):
            pauses.pause(event.at)
        elif isinstance(event, ClockResumed):
            pauses.resume(event.at)
        elif event.play and event.seq in stand:
            last = now


def _tables(record: Record) -> Iterator[tuple[str, Any, str | None]]:
    """The open window, the turn and who goes first in it, before each event."""
    yield "", None, None
    if None not in record.points:
        yield from (_table(point.state) for point in record.points[:-1])
        return
    again = Record(record.opened, record.data, record.known)  # of a long match some are not kept
    for event in record.events[:-1]:
        again.feed(event)
        yield _table(again.state)


def _table(s: Any) -> tuple[str, Any, str | None]:
    return (s.frames[-1].row.key if s.frames else ""), s.turn_key, s.goes_first


def _turns(standing: Sequence[Moment]) -> Iterator[tuple[Any, ...]]:
    """The turns of the events that stand, numbered anew."""
    of: dict[int, list[Moment]] = defaultdict(list)
    for moment in standing:
        if moment.turn and moment.event.play:
            of[moment.turn].append(moment)
    for number, key in enumerate(sorted(of), 1):
        moments = of[key]
        first, last = moments[0], moments[-1]
        seconds = last.now - first.now + first.since
        yield number, first.owner, first.event.seq, last.event.seq, len(moments), seconds


def _decision(record: Record, moment: Moment) -> tuple[Any, ...]:
    event = moment.event
    own = moment.owner == event.actor
    card = next((card for _, card, _ in _shown(record, event)), None)
    time = (moment.since, card, moment.now)
    return event.seq, event.type, event.actor, moment.window, moment.turn, own, *time


# ── cards ────────────────────────────────────────────────────────────────────────────────────


def _event(record: Record, moment: Moment) -> tuple[Any, ...]:
    event = moment.event
    retracted = record.status.get(event.seq) == "retracted"
    broken = {f.rule for f in record.findings.get(event.seq, ()) if f.verdict is Verdict.ILLEGAL}
    return (
        event.seq,
        in_utc(event.at),
        event.actor,
        event.type,
        moment.window,
        moment.turn,
        record.verdict(event.seq).value,
        [] if retracted else sorted(broken),
        sorted({card for _, card, _ in _shown(record, event)}),
    )


def _cards(record: Record, standing: Sequence[Moment]) -> Iterator[tuple[Any, ...]]:
    """Copies of each card by seat and role."""
    counts: dict[Role, Counter[tuple[str, str]]] = {role: Counter() for role in ROLES}
    for seat, card, copies in _opening_decks(record):
        counts["deck"][seat, card] += copies
    replaced: dict[tuple[str, str], Counter[tuple[str, str]]] = {}
    # Where no type of event takes the first hand, a seat's first draw is it.
    no_hand = all(kind.role != "opening" for kind in record.game.vocabulary.types)
    to_open = {*record.seats} if no_hand else set()
    for moment in standing:
        role = type(moment.event).role
        if role is None:
            continue
        if role == "drawn" and (seat := _owner(record.game.vocabulary.encode(moment.event))):
            if seat in to_open:
                role = "opening"
            to_open.discard(seat)
        found = Counter[tuple[str, str]]()
        for seat, card, copies in _shown(record, moment.event):
            found[seat, card] += copies
        if role in ("deck", "opening"):
            # Registered or drawn again, it takes the place of the one before.
            key = (moment.event.type, str(_owner(record.game.vocabulary.encode(moment.event))))
            counts[role] -= replaced.get(key, Counter())
            replaced[key] = found
        counts[role] += found
    for seat, card in sorted({key for counter in counts.values() for key in counter}):
        yield seat, card, *(counts[role][seat, card] for role in ROLES)


def _opening_decks(record: Record) -> Iterator[tuple[str, str, int]]:
    """The cards of the decks that match_opened gives."""
    for player in record.opened.players:
        cards = (player.deck or {}).get("cards")
        for item in cards if isinstance(cards, list) else ():
            named = item if isinstance(item, dict) else {"card": item}
            card = named.get("card") or named.get("code")
            copies = named.get("count", 1)
            if isinstance(card, str) and isinstance(copies, int):
                yield player.seat, card, copies


def _shown(record: Record, event: Event) -> Iterator[tuple[str, str, int]]:
    """The cards that an event names: whose, which, how many copies."""
    body = record.game.vocabulary.encode(event)
    for field in record.game.vocabulary.cards[event.type]:
        for owner, card, copies in _found(body, field.path, None, 1):
            whose = owner if field.face.of == "key" else body.get(field.face.of)
            seat = whose[:2] if isinstance(whose, str) else None
            yield (seat if seat in SEATS else _owner(body)), card, copies


def _owner(body: Mapping[str, Any]) -> str:
    """The seat that an event is about."""
    named = (body.get("player"), body.get("seat"), body["actor"])
    return next((seat for seat in named if seat in SEATS), "")


def _found(
    value: Any, path: tuple[str, ...], key: str | None, copies: int
) -> Iterator[tuple[str | None, str, int]]:
    """The cards at a path: the key they stand under, their name, how many copies."""
    if isinstance(value, dict) and isinstance(value.get("count"), int) and key is not None:
        copies = value["count"]
    if not path:
        if isinstance(value, str):
            yield key, value, copies
        return
    step, rest = path[0], path[1:]
    if isinstance(value, list) and step == "*":
        for part in value:
            yield from _found(part, rest, key or "", copies)
    elif isinstance(value, dict):
        for name, part in value.items():
            if step in ("*", name):
                yield from _found(part, rest, name, copies)


def _unseen(record: Record, standing: Sequence[Moment]) -> Counter[str]:
    """By seat, the cards that came to its hand and that nobody recorded."""
    unseen = Counter[str]()
    for moment in standing:
        event = moment.event
        if type(event).role in ("opening", "drawn"):
            body = record.game.vocabulary.encode(event)
            for field in record.game.vocabulary.cards[event.type]:
                unseen[_owner(body)] += _nulls(body, field.path)
    return unseen


def _nulls(value: Any, path: tuple[str, ...]) -> int:
    """The cards at a path that are null."""
    if not path:
        return value is None
    step, rest = path[0], path[1:]
    if isinstance(value, list) and step == "*":
        return sum(_nulls(part, rest) for part in value)
    if isinstance(value, dict):
        return sum(_nulls(part, rest) for name, part in value.items() if step in ("*", name))
    return value is None


# ── findings and figures ─────────────────────────────────────────────────────────────────────


def _findings(record: Record, moments: Sequence[Moment]) -> Iterator[tuple[Any, ...]]:
    for moment in moments:
        event = moment.event
        for row in rows(record, event.seq):
            card = next((card for _, card, _ in _shown(record, event)), None)
            ruling = row["ruling"]
            yield (
                event.seq,
                event.type,
                event.actor,
                row["rule"],
                row["kind"],
                row["verdict"],
                row["status"],
                None if ruling is None else ruling["verdict"],
                row["window"],
                moment.turn,
                card,
                moment.now,
                row["settled_by"],
                row["caused_by"],
                "gone_past" in row["facts"],
            )


def _figures(record: Record, standing: Sequence[Moment]) -> Iterator[tuple[Any, ...]]:
    figures = record.game.vocabulary.figures
    for moment in standing:
        for figure in figures:
            if isinstance(moment.event, figure.on):
                for seat, label, value in figure.of(moment.event):
                    yield moment.event.seq, figure.name, seat, label, value


# ── matches ──────────────────────────────────────────────────────────────────────────────────


def _matches(
    record: Record, standing: Sequence[Moment], turns: Sequence[tuple[Any, ...]]
) -> Iterator[tuple[Any, ...]]:
    opened, s = record.opened, record.state
    told = result(record)
    by_rules, recorded = told["by_rules"], told["recorded"]
    verdicts = Counter(_stands(record, moment.event.seq) for moment in standing)
    closed = record.closed is not None
    # Where hidden cards keep the rules from telling, a closing that breaks none is believed.
    if by_rules["reason"] == "undecided" and recorded and _closing(record) is not Verdict.ILLEGAL:
        by_rules, told = {**by_rules, **recorded}, {**told, "agrees": None}
    disputed = by_rules["reason"] == "disputed" or told["agrees"] is False
    is_decided = by_rules["reason"] not in ("undecided", "disputed")
    last = standing[-1] if standing else None
    unseen = _unseen(record, standing)
    first = next((moment.first for moment in standing if moment.first is not None), None)
    decks = {player.seat: player.deck or {} for player in opened.players}
    for player in opened.players:
        others = [seat for seat in record.seats if seat != player.seat]
        won = None
        if is_decided and by_rules["winner"] is None:
            won = "drawn"
        elif is_decided:
            won = "won" if by_rules["winner"] == player.seat else "lost"
        yield (
            opened.match_id,
            player.seat,
            record.game.key,
            record.game.catalogue.version,
            record.data.id,
            _utc(opened.at),
            _utc(record.events[-1].at) if closed else None,
            opened.tournament,
            opened.round,
            opened.table,
            json.dumps(s.match.options, ensure_ascii=False, sort_keys=True),
            _content(record),
            player.player,
            _text(decks[player.seat].get("name")),
            _text(decks[player.seat].get("archetype")),
            len(record.seats),
            others[0] if len(others) == 1 else None,
            None if first is None else first == player.seat,
            closed,
            won,
            by_rules["reason"],
            None if recorded is None else recorded["winner"],
            told["agrees"],
            disputed,
            verdicts["illegal"],
            verdicts["undetermined"],
            verdicts["overruled"],
            sum(moment.event.play for moment in standing),
            len(turns),
            0.0 if last is None else last.now,
            _utc(max(event.at for event in record.events)),
            any(moment.event.type == "position_declared" for moment in standing),
            not closed and any(e.type == MATCH_CLOSED for e in record.events),
            unseen[player.seat],
        )


def _closing(record: Record) -> Verdict | None:
    return None if record.closed is None else record.verdict(record.closed)


def _stands(record: Record, seq: int) -> str:
    """The verdict on an event, or that a ruling differs from it."""
    verdict = record.verdict(seq)
    rulings = record.rulings.get(seq)
    if rulings and rulings[-1].verdict != verdict.value and verdict is not Verdict.UNDETERMINED:
        return "overruled"
    return verdict.value


def _content(record: Record) -> str:
    """A digest of what was played, whatever the match and its players are called."""
    digest = hashlib.sha256()
    for event in record.events:
        body = record.game.vocabulary.encode(event)
        body = {name: value for name, value in body.items() if name not in NOT_CONTENT}
        digest.update(canonical({**body, "players": None}))
    return digest.hexdigest()


def _utc(at: datetime) -> datetime:
    return at.astimezone(UTC).replace(tzinfo=None)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
