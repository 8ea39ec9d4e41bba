"""What a ledger is: matches that only grow, and what is said about them."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    import duckdb

Verdict = Literal["legal", "illegal", "undetermined"]
Facts = Mapping[str, Sequence[tuple[Any, ...]]]
"""Rows by table of facts, in the order of its columns (schema.sql)."""
FACTS = (
    "match_facts",
    "turn_facts",
    "card_facts",
    "decision_facts",
    "event_facts",
    "finding_facts",
    "figure_facts",
)
"""The tables of facts."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """One stored event."""

    match_id: str
    seq: int
    body: bytes
    """RFC 8785 bytes, as hashed: without `salt` and without the players' names."""
    hash: bytes


@dataclass(frozen=True, slots=True)
class Head:
    """Where a match stands: its last event."""

    seq: int
    hash: bytes


@dataclass(frozen=True, slots=True)
class Inclusion:
    """The proof that an event is in the ledger's Merkle tree."""

    position: int
    """Of the event in the ledger, from 1."""
    hash: bytes
    """Of the event: what its leaf holds."""
    path: tuple[bytes, ...]
    """RFC 9162, 2.1.3.1."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What proves that a match is in the ledger as it is."""

    events: tuple[Recorded, ...]
    salt: bytes
    inclusions: tuple[Inclusion, ...]
    """Of each event asked for; the last event's is the last."""
    note: str
    """The checkpoint, signed."""
    verifier: str
    """The public key that checks it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands, or stood."""

    tournament: str | None
    seq: int
    """The last event; 0, before it was opened."""
    closed: bool
    """A match_closed is among these events, and no judge has gone back past it since."""


@dataclass(frozen=True, slots=True)
class Archived:
    """What an archive took in."""

    matches: int
    events: int
    parts: int

    def more(self, other: Archived) -> Archived:
        """Both together."""
        return Archived(
            self.matches + other.matches, self.events + other.events, self.parts + other.parts
        )


@dataclass(frozen=True, slots=True)
class Request:
    """Who asks, so that asking twice is harmless; one scope for the whole ledger."""

    key: str
    digest: bytes
    """Of all that was asked for: the same key with another digest is refused."""


@dataclass(frozen=True, slots=True)
class Document:
    """One version of something that the server keeps beside the record."""

    kind: str
    id: str
    version: int
    """From 1; each id of a kind counts its own."""
    at: str
    """When it was kept, UTC."""
    body: dict[str, Any]


class Kept(NamedTuple):
    """A version of a document to be added."""

    kind: str
    id: str
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Appended:
    """What became of an append."""

    head: Head
    """After the append; of a replayed one, after the first."""
    answer: bytes
    """As stored with the request; of a replayed one, the first answer."""
    replayed: bool
    """The request had been carried out before, and nothing was appended now."""


@dataclass(frozen=True, slots=True)
class Player:
    """One seat of a match, as it was opened."""

    seat: str
    player: str | None
    """The id that outlives the name."""
    name: str | None
    deck: str | None = None
    """What the deck is called."""
    archetype: str | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """One match in a listing."""

    match_id: str
    game: str
    opened: str
    """`at` of the opening, UTC."""
    tournament: str | None
    round: int | None
    table: str | None
    seq: int | None
    """The last event; None, and so all below, while a veil is over it."""
    closed: bool | None
    """A match_closed is recorded, and no judge went back past it."""
    winner: str | None
    """The seat that the record says has won."""
    verdict: Verdict | None
    """Of the report, where one that looked at the last event is saved."""
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Which matches a listing is of: all those that meet every filter given."""

    game: str | None = None
    player: str | None = None
    """An id or a name, in any spelling that `spelled` makes one."""
    deck: str | None = None
    """A deck's name or archetype, in any such spelling."""
    tournament: str | None = None
    round: int | None = None
    opened_from: datetime | None = None
    opened_before: datetime | None = None
    closed: bool | None = None
    winner: str | None = None
    """The player, as in `player`, whom the record says has won."""
    verdict: Verdict | None = None
    rule: str | None = None
    """A rule found broken; not in what was retracted as wrongly recorded."""
    unshown: Collection[str] = ()
    """Tournaments whose matches are left out."""
    veils: Mapping[str, datetime] = field(default_factory=dict)
    """By tournament, the moment up to which is told: of a match with later events only how it was
    opened, of one opened later nothing."""
    entitled: Collection[str] = ()
    """Matches for which `unshown` and `veils` do not count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFilters:
    """Which events are searched for: all those that meet every filter given."""

    match_id: str | None = None
    game: str | None = None
    tournament: str | None = None
    round: int | None = None
    player: str | None = None
    """Of whom the match is: an id or a name, in any spelling that `spelled` makes one."""
    deck: str | None = None
    """A deck of the match, by name or archetype."""
    card: str | None = None
    """A card that the event names."""
    types: Collection[str] | None = None
    actor: str | None = None
    window: str | None = None
    verdict: Verdict | None = None
    rule: str | None = None
    """A rule that it breaks."""
    happened_from: datetime | None = None
    happened_before: datetime | None = None
    unshown: Collection[str] = ()
    """Tournaments whose matches are left out."""
    entitled: Collection[str] = ()
    """Matches for which `unshown` does not count."""


@dataclass(frozen=True, slots=True)
class FoundEvent:
    """An event that was searched for."""

    match_id: str
    game: str
    tournament: str | None
    round: int | None
    seq: int
    at: str
    actor: str
    type: str
    window: str
    turn: int
    verdict: Verdict
    rules: list[str]
    """That it breaks."""
    cards: list[str]
    """That it names."""


@dataclass(frozen=True, slots=True)
class SavedReport:
    """A report, and the last event it looked at."""

    seq: int
    report: dict[str, Any]


class Ledger(Protocol):
    """Matches that only grow. Safe to share between threads."""

    def append(
        self,
        match_id: str,
        events: Sequence[dict[str, Any]],
        *,
        expected: int | None,
        request: Request | None = None,
        answer: bytes = b"",
        beside: Sequence[Kept] = (),
    ) -> Appended:
        """The match, longer by all of `events` or by none; returns once they are durable.

        `events` are as they came in, valid by their game's vocabulary, completed with match_id,
        seq, actor and at (UTC, six digits, `Z`). The first of a match is its match_opened.
        `expected` is the last event the caller saw, 0 for a new match; None follows on whatever
        is there. `answer` is kept with `request`, and the documents `beside` are
        added with the events.

        Raises: KeyReused, UnknownMatch, MatchExists, AlreadyRecorded, WrongVersion, BadEvent;
                StoreFull, StoreFailed, StoreClosed.
        """
        ...

    def answered(self, request: Request) -> bytes | None:
        """The first answer to a request; None, if it was not carried out yet.

        Raises: KeyReused.
        """
        ...

    def head(self, match_id: str) -> Head:
        """Where a match stands.

        Raises: UnknownMatch.
        """
        ...

    def read(self, match_id: str, after: int = 0, limit: int | None = None) -> list[Recorded]:
        """The events after event `after`, in order.

        Raises: UnknownMatch.
        """
        ...

    def standing(self, match_id: str, until: datetime | None = None) -> Standing:
        """Where a match stood before the first event that happened after `until`; None: now.

        Raises: UnknownMatch.
        """
        ...

    def export(
        self, match_id: str, after: int = 0, limit: int | None = None
    ) -> list[dict[str, Any]]:
        """The match with its names and salt: appended elsewhere, it has the same hashes.

        Shape: the whole of it, or of the events after event `after` as many as `limit`.

        Raises: UnknownMatch.
        """
        ...

    def forget_names(self, match_id: str, seat: str) -> None:
        """The names of a seat, gone for good; every hash still holds.

        Raises: UnknownMatch.
        """
        ...

    def matches(
        self, filters: Filters | None = None, *, after: str | None = None, limit: int = 100
    ) -> list[Listed]:
        """Matches, the last opened first; `after` is the last match_id of the page before.

        Raises: UnknownMatch, if there is no match `after`.
        """
        ...

    def save_report(
        self, match_id: str, seq: int, report: dict[str, Any], facts: Facts | None = None
    ) -> None:
        """A report on the match up to event `seq` and its facts, in the place of what saw less.

        Raises: UnknownMatch.
        """
        ...

    def facts(self) -> duckdb.DuckDBPyConnection:
        """A connection on which the facts can be asked, with `players`; whoever asks closes it.

        Raises: StoreClosed.
        """
        ...

    def report(self, match_id: str) -> SavedReport | None:
        """The report saved last, if there is one.

        Raises: UnknownMatch.
        """
        ...

    def drop_reports(self) -> None:
        """No reports and no facts at all, until they are saved anew."""
        ...

    def checkpoint(self) -> str:
        """A signed note on all that is recorded: how much, and the root over it.

        Raises: StoreFull, StoreFailed, StoreClosed.
        """
        ...

    def verifier(self) -> str:
        """The public key that checks the ledger's notes."""
        ...

    def prove(self, match_id: str, last: int | None = None, *, each: bool = False) -> Proof:
        """A match up to event `last` and what proves it: that event, or each of them.

        Raises: UnknownMatch; StoreFull, StoreFailed, StoreClosed.
        """
        ...

    def keep(self, kept: Kept) -> Document:
        """A document, as its newest version, once it is durable."""
        ...

    def documents(self, kind: str, id: str | None = None) -> list[Document]:
        """All versions of the documents of a kind, or of one of them; by id and version."""
        ...

    def probe(self) -> None:
        """Write durably and read it back, as an append would.

        Raises: StoreFull, StoreFailed, StoreClosed.
        """
        ...


def spelled(name: str) -> str:
    """A name or an id in the one spelling in which it is looked for.

    Example: spelled("ＡＯＩ") == spelled("aoi")
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def in_utc(moment: datetime) -> str:
    """A moment in the form of a stored `at`, which sorts as time goes by."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
