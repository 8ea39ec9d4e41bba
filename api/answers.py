"""The shapes of what the API answers with, for its description; the field names say the rest.

Source: the report and the position of `auditor/README.md`, the listing of `store`.
"""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict

from api.identity import Role

Verdict = Literal["legal", "illegal", "undetermined"]
State = Literal["open", "closed"]
Body = dict[str, Any]


class Player(TypedDict):
    """A seat of a match."""

    seat: str
    player: str | None
    name: str | None
    deck: str | None
    archetype: str | None


class HoleRuling(TypedDict):
    """A gap in the source, and how the match fills it."""

    id: str
    option: str | None
    value: Any


class Ruling(TypedDict):
    """The last ruling of a judge on an event."""

    seq: int
    verdict: Literal["legal", "illegal"]
    remedy: str
    rule: str | None
    agrees: bool


class Finding(TypedDict):
    """One rule broken, or that may be, by one event."""

    seq: int
    type: str
    actor: str
    verdict: Verdict
    rule: str
    kind: str
    window: str
    source: str
    en: str
    ja: str
    facts: Body
    legal_instead: list[Body]
    settled_by: int | None
    waits_on: list[str]
    contradicts: list[int]
    among: list[int]
    caused_by: int | None
    hole: HoleRuling | None
    ruling: Ruling | None
    status: Literal["open", "retracted", "rewound", "upheld", "overruled"]


class ByRules(TypedDict):
    """How the match ends by its rules."""

    winner: str | None
    reason: str
    event: int | None


class RecordedResult(TypedDict):
    """How match_closed says it ended."""

    winner: str | None
    reason: str


class Result(TypedDict):
    """The result by the rules beside the recorded one."""

    by_rules: ByRules
    recorded: RecordedResult | None
    agrees: bool | None


class Rulebook(TypedDict):
    """Whose rules decided, in which version."""

    key: str
    version: str


class MatchData(TypedDict):
    """The cards and boards of a match."""

    id: str | None
    sha256: str | None


Undone = TypedDict(
    "Undone",
    {"seq": int, "from": int, "to": int, "crosses": list[Literal["reveal", "chance", "player"]]},
)
"""A stretch taken back, and what lies in it."""


class Counts(TypedDict):
    """Events by their verdicts."""

    legal: int
    illegal: int
    undetermined: int


class Note(TypedDict):
    """What holds of the match and of no event."""

    en: str
    ja: str


class Report(TypedDict):
    """What the rules make of a match."""

    match_id: str
    game: str
    rulebook: Rulebook
    catalogue: MatchData
    events: int
    verdict: Verdict
    counts: Counts
    findings: list[Finding]
    result: Result
    divergence: int | None
    undone: list[Undone]
    notes: list[Note]


class Recorded(TypedDict):
    """What became of events that were sent."""

    match_id: str
    head: int
    events: list[Body]
    findings: list[Finding]
    settled: list[Finding]


class Match(TypedDict):
    """One match."""

    match_id: str
    head: int
    state: State
    verdict: Verdict
    result: Result
    match_opened: Body


class ListedMatch(TypedDict):
    """One match in a listing; what a delay still veils is null."""

    match_id: str
    game: str
    opened: str
    tournament: str | None
    round: int | None
    table: str | None
    head: int | None
    state: State | None
    winner: str | None
    verdict: Verdict | None
    players: list[Player]


class Matches(TypedDict):
    """A page of matches; `next` is the cursor of the page after it."""

    matches: list[ListedMatch]
    next: str | None


class FoundEvent(TypedDict):
    """An event found across matches; `rules` are those it breaks, `cards` those it names."""

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
    cards: list[str]
    event: Body


class FoundEvents(TypedDict):
    """A page of events; `next` is the cursor of the page after it."""

    events: list[FoundEvent]
    next: str | None


class NextEvent(TypedDict):
    """An event that may come next."""

    event: Body
    verdict: Verdict


class Position(TypedDict):
    """The table, the open window, and what may come next."""

    seq: int
    window: str
    position: Body
    next: list[NextEvent]


class GameOf(TypedDict):
    """A game that can be audited."""

    game: str
    version: str
    en: str
    ja: str
    players: list[int]


class Games(TypedDict):
    """The games that can be audited."""

    games: list[GameOf]


class Schema(GameOf):
    """The types of event of a game, where they hold hidden cards, the options of a match."""

    events: dict[str, Body]
    hidden: dict[str, list[str]]
    options: Body


class HeldCatalogue(TypedDict):
    """A catalogue that was put: its hash, and when."""

    id: str
    sha256: str
    at: str


class Catalogues(TypedDict):
    """The catalogues of a game: those put, and the ids of those that come with the server."""

    catalogues: list[HeldCatalogue]
    installed: list[str]


class CatalogueFiles(TypedDict):
    """The files of a catalogue, by name."""

    id: str
    sha256: str
    files: dict[str, str]


class Cards(TypedDict):
    """What a catalogue says, by the name of the table."""

    id: str
    sha256: str
    tables: dict[str, list[Any]]


class Section(TypedDict):
    """A section of a rulebook; `of` says whose."""

    of: str
    number: int
    en: str
    ja: str


class Rule(TypedDict):
    """A rule in words."""

    id: str
    section: int
    kind: str
    events: list[str]
    source: str
    en: str
    ja: str
    legal: str
    legal_ja: str
    illegal: str
    illegal_ja: str
    ambiguity: str | None
    ambiguity_ja: str | None
    hole: Body | None


class Rules(GameOf):
    """A game's rules, those of every game after its own."""

    sections: list[Section]
    rules: list[Rule]


class Key(TypedDict):
    """An API key, without its text."""

    id: str
    name: str
    roles: list[Role]
    tournaments: list[str]
    matches: list[str]
    created: str
    revoked: str | None


class NewKey(Key):
    """A key that was just made, with its text: it is told nowhere else."""

    key: str


class Keys(TypedDict):
    """All keys."""

    keys: list[Key]


class Tournament(TypedDict):
    """What all may see of a tournament."""

    tournament: str
    show: Literal["cards", "play", "nothing"]
    delay_s: int


class Tournaments(TypedDict):
    """The tournaments that an organiser has said something of."""

    tournaments: list[Tournament]


class Column(TypedDict):
    """A column of a view."""

    name: str
    type: str
    en: str
    ja: str


class View(TypedDict):
    """What SQL may be asked of."""

    name: str
    en: str
    ja: str
    columns: list[Column]


class SqlLimits(TypedDict):
    """How much a query may take."""

    seconds: float
    memory_mb: int
    rows: int
    at_once: int


class SqlViews(TypedDict):
    """All views, and how much a query may take."""

    views: list[View]
    limits: SqlLimits


class RowColumn(TypedDict):
    """A column of what a query gives, with its type in DuckDB's words."""

    name: str
    type: str


class SqlRows(TypedDict):
    """What a query gives; `capped` says what there was too much of, where rows are left off."""

    columns: list[RowColumn]
    capped: Literal["rows", "bytes"] | None
    rows: list[list[Any]]


class Definition(TypedDict):
    """What is counted, in a version: another one gives other figures for the same matches."""

    version: int
    en: str
    ja: str


class Words(TypedDict):
    """A text in both languages."""

    en: str
    ja: str


class DefinedStatistic(TypedDict):
    """A statistic that can be asked for; `by` is what it can be told apart by."""

    statistic: str
    title: Words
    definition: Definition
    by: list[str]


class Statistics(TypedDict):
    """All statistics, and why they leave matches out."""

    statistics: list[DefinedStatistic]
    reasons: dict[str, Words]


class CountedMatches(TypedDict):
    """How many matches are in a statistic, and how many are left out, by reason."""

    counted: int
    with_illegal: int
    left_out: dict[str, int]


class LeftOut(TypedDict):
    """A match that is left out; `copy_of` is that which counts, of a duplicate."""

    match_id: str
    reason: str
    copy_of: str | None


class Explained(TypedDict):
    """The matches that are in a statistic, and those that are not."""

    counted: list[str]
    left_out: list[LeftOut]


class _Statistic(TypedDict):
    game: str
    statistic: str
    title: Words
    definition: Definition
    filters: dict[str, Any]
    matches: CountedMatches
    confidence: float
    rows: list[dict[str, Any]]


class Statistic(_Statistic, total=False):
    """A statistic, worked out; each rate has `_low` and `_high`, Wilson's interval."""

    explained: Explained


class Status(TypedDict):
    """That the server answers, or takes appends."""

    status: Literal["ok", "ready"]


class Checkpoint(TypedDict):
    """How much is recorded and the root over it, signed, and the key that checks it."""

    checkpoint: str
    verifier: str


class Inclusion(TypedDict):
    """What shows that an event is under a checkpoint (RFC 9162)."""

    seq: int
    position: int
    path: list[str]


class Proof(TypedDict):
    """A match and what proves it; `salt` is null where something of it is not shown."""

    format: str
    match_id: str
    salt: str | None
    events: list[Body]
    hashes: list[str]
    inclusions: list[Inclusion]
    checkpoint: str
    verifier: str
