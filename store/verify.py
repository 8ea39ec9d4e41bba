"""Whether a store is what it was: everything worked out anew from the bytes, and compared.

Nothing is compared with a hash that stands beside it alone. What is no part of the record is not
looked at: reports and findings (made anew from the events), documents, answers kept for repeats.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

import duckdb

from store.bundle import Slip
from store.errors import NotProven, StoreError, WrongFormat
from store.failures import as_store_error
from store.mark import FILE, read_mark
from store.merkle import TILE, Frontier, leaf_hash, root_of
from store.notes import BadNote, Checkpoint, Verifier, opened
from store.opening import LEDGER, connected
from store.owner import Owner
from store.parts import FOLDER, Archive
from store.signing import verifiers_in
from store.transaction import Row
from store.tree import WIDTH, Asked, last_position
from store.verify_archive import check_archive
from store.verify_blocks import damaged_blocks
from store.verify_matches import Matches

BATCH = 8192
"""Events looked at together."""
MOST = 1000
"""Faults that are told; one change may bring about many."""


class Fault(NamedTuple):
    """Something that is not as it was."""

    place: str
    found: str
    expected: str

    def __str__(self) -> str:
        """In a sentence."""
        return f"{self.place}: found {self.found}, expected {self.expected}"


class Verification:
    """One look at a whole store, which nobody else has meanwhile.

    Raises: StoreBusy; WrongFormat, StoreFailed, EventsMissing, if it can't be opened at all.
    """

    def __init__(self, folder: Path, against: Sequence[str] = ()) -> None:
        self.faults: list[Fault] = []
        self.parts = self.checkpoints = 0
        self.root = b""
        self._folder = folder
        self._against = against
        with contextlib.ExitStack() as unless_opened:
            unless_opened.enter_context(contextlib.closing(Owner(folder)))
            connection = connected(folder, read_only=True)
            self._connection = unless_opened.enter_context(contextlib.closing(connection))
            self._archive = unless_opened.enter_context(
                contextlib.closing(Archive(folder / FOLDER))
            )
            self.verifiers = self._keys()
            self.size = last_position(self.rows)
            self.leaves = bytearray(32 * self.size)
            """The leaf hash of each position; zeros, where no event was found."""
            self.matches = Matches(self)
            self._open = unless_opened.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open.close()

    @property
    def total(self) -> int:
        """About how many steps it takes."""
        return 2 * (self.size // BATCH + 1)

    def steps(self) -> Iterator[None]:
        """Goes through everything; `faults` is what was found when it is over."""
        with self._told():
            for damaged in damaged_blocks(self._folder / LEDGER, self.rows):
                if damaged:
                    self.fault(damaged, "another checksum", "that of its bytes")
                yield
        with self._told():
            yield from check_archive(self, self._archive)
        with self._told():
            yield from self._events()
        with self._told():
            self.matches.finish()
        with self._told():
            yield from self._tree()
        with self._told():
            self._mark()

    def fault(self, place: str, found: object, expected: object) -> None:
        """Something that is not as it was, told once."""
        told = Fault(place, str(found), str(expected))
        if len(self.faults) < MOST and told not in self.faults[-20:]:
            self.faults.append(told)

    def rows(self, sql: str, parameters: Asked) -> list[Row]:
        """The rows of a query. Raises: StoreFailed."""
        try:
            with self._connection.cursor() as cursor:
                return cursor.execute(sql, parameters).fetchall()
        except duckdb.Error as failure:
            raise as_store_error(failure) from failure

    def place(self, position: int, hash: bytes) -> None:
        """An event's hash at its position."""
        at = 32 * (position - 1)
        if not 0 <= at < len(self.leaves):
            self.fault(f"position {position}", "an event", f"one from 1 to {self.size}")
        elif any(self.leaves[at : at + 32]):
            self.fault(f"position {position}", "two events", "one")
        else:
            self.leaves[at : at + 32] = leaf_hash(hash)

    def _keys(self) -> list[Verifier]:
        try:
            return verifiers_in(self.rows)
        except BadNote as bad:
            raise WrongFormat(self._folder / LEDGER, bad.found, bad.expected) from bad

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """A failure to read is a fault, and what comes after is looked at all the same."""
        try:
            yield
        except StoreError as failure:
            self.fault("store", failure, "what can be read")

    def _events(self) -> Iterator[None]:
        last = 0
        try:
            with self._connection.cursor() as cursor:
                cursor.execute(
                    "select position, match_id, seq, happened, event_id, body, hash from events"
                )
                while batch := cursor.fetchmany(BATCH):
                    for position, *event in batch:
                        if position <= last:
                            self.fault(f"position {position}", f"after {last}", "before it")
                        last = position
                        self.matches.event(position, *event)
                    yield
        except duckdb.Error as failure:
            raise as_store_error(failure) from failure

    def _tree(self) -> Iterator[None]:
        """Positions without an event; nodes and checkpoints that are not over what there is."""
        kept = {(level, place): bytes(hash) for level, place, hash in self._nodes()}
        notes = self._notes()
        edge, tiles = Frontier(), {}
        self._roots(edge, notes)
        for position in range(1, self.size + 1):
            leaf = bytes(self.leaves[32 * (position - 1) : 32 * position])
            if not any(leaf):
                self.fault(f"position {position}", "no event", "one")
            for level, place, node in edge.add(leaf):
                tiles[level, place] = node
                if kept.pop((level, place), None) != node:
                    first, last = place << level, (place + 1) << level
                    self.fault(f"tree, positions {first + 1}–{last}", "another hash", node.hex())
            if position in notes:
                self._roots(edge, notes)
            if position % BATCH == 0:
                yield
        self.root = edge.root()
        self._leaves(tiles)
        for level, place in kept:
            self.fault(f"tree, level {level}, place {place}", "a node", "none")
        for size in notes:
            self.fault(f"checkpoint over {size} events", f"{self.size} events", f"{size}")

    def _leaves(self, tiles: Mapping[tuple[int, int], bytes]) -> None:
        """What the ledger keeps of archived events is theirs."""
        for position, hash in self.rows("select position, hash from leaves", []):
            at = 32 * (position - 1)
            if self.leaves[at : at + 32] != leaf_hash(hash):
                self.fault(f"leaves, position {position}", "another hash", "the event's")
        for position, path in self.rows("select position, siblings from sealed", []):
            tile, place = divmod(position - 1, WIDTH)
            leaf = bytes(self.leaves[32 * (position - 1) : 32 * position])
            siblings = [path[i : i + 32] for i in range(0, len(path), 32)]
            if root_of(place, WIDTH, leaf, siblings) != tiles.get((TILE, tile)):
                self.fault(f"sealed, position {position}", "other siblings", "those of its tile")

    def _nodes(self) -> list[Row]:
        return self.rows("select level, place, hash from tree", [])

    def _notes(self) -> dict[int, list[tuple[str, Checkpoint]]]:
        """The checkpoints to hold the tree against, by size, and where each comes from."""
        found: dict[int, list[tuple[str, Checkpoint]]] = {}
        rows = self.rows("select size, note from checkpoints", [])
        self.checkpoints = len(rows)
        given = [(f"checkpoint over {size} events", note) for size, note in rows]
        with contextlib.suppress(StoreError):
            if (mark := read_mark(self._folder)) and mark.checkpoint:
                given.append((f"{FILE}, checkpoint", mark.checkpoint))
        given += [(f"checkpoint {number}", text) for number, text in enumerate(self._against, 1)]
        for place, text in given:
            try:
                checkpoint = opened(self._slip(place, text), self.verifiers)
            except (BadNote, NotProven) as bad:
                self.fault(f"{place}, {bad.place}", bad.found, bad.expected)
                continue
            if place.endswith("events") and place != f"checkpoint over {checkpoint.size} events":
                self.fault(place, f"one over {checkpoint.size}", place)
            found.setdefault(checkpoint.size, []).append((place, checkpoint))
        return found

    def _slip(self, place: str, text: str) -> str:
        """The note in a text; where it is a slip, its match is looked for too."""
        if not text.startswith("senpu "):
            return text
        slip = Slip.parse(text)
        at = 32 * (slip.position - 1)
        if self.leaves[at : at + 32] != leaf_hash(slip.hash):
            self.fault(
                f"{place}, match {slip.match_id}, event {slip.seq}", "another", slip.hash.hex()
            )
        return slip.note

    def _roots(self, edge: Frontier, notes: dict[int, list[tuple[str, Checkpoint]]]) -> None:
        """The checkpoints over as many events as the tree has by now."""
        for place, checkpoint in notes.pop(edge.size, ()):
            if checkpoint.root != edge.root():
                self.fault(place, f"root {edge.root().hex()}", checkpoint.root.hex())

    def _mark(self) -> None:
        mark = read_mark(self._folder)
        if mark is None:
            self.fault(FILE, "nothing", f"the mark of {self.size} events")
        elif mark.position > self.size:
            missing = mark.position - self.size
            self.fault(FILE, f"{self.size} events: {missing} are missing", mark.position)
        elif mark.position:
            at = 32 * (mark.position - 1)
            if self.leaves[at : at + 32] != leaf_hash(bytes.fromhex(mark.hash)):
                self.fault(f"{FILE}, position {mark.position}", "another event", mark.hash)
