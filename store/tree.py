"""The Merkle tree over a ledger, in its tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from store.errors import StoreFailed
from store.ledger import Inclusion
from store.merkle import TILE, Frontier, Nodes, hash_of, leaf_hash, siblings

Asked = Sequence[Any] | Mapping[str, Any]
Rows = Callable[[str, Asked], list[tuple[Any, ...]]]
"""Asks the ledger's file: the rows of a query with its parameters."""

WIDTH = 1 << TILE
"""Leaves of a tile."""

_LEAVES = """
select hash from (
    select position, hash from events where position between ? and ?
    union all
    select position, hash from leaves where position between ? and ?
) order by position
"""


def last_position(rows: Rows) -> int:
    """Of the last event in the ledger, archived or not; 0 if there is none."""
    [(last,)] = rows(
        "select greatest((select coalesce(max(position), 0) from events),"
        " (select coalesce(max(position), 0) from archived))",
        [],
    )
    return int(last)


def hash_at(position: int, rows: Rows) -> bytes | None:
    """The hash of an event by its position, where the ledger still has it."""
    found = rows(
        "select hash from events where position = ? union all"
        " select hash from archived where position = ? union all"
        " select hash from leaves where position = ?",
        [position] * 3,
    )
    return found[0][0] if found else None


def nodes_in(rows: Rows) -> Nodes:
    """The kept hashes of the tree."""

    def nodes(level: int, place: int, count: int) -> list[bytes]:
        if level == 0:
            between = [place + 1, place + count]
            found = [leaf_hash(hash) for (hash,) in rows(_LEAVES, between * 2)]
        else:
            found = [
                hash
                for (hash,) in rows(
                    "select hash from tree where level = ? and place between ? and ?"
                    " order by place",
                    [level, place, place + count - 1],
                )
            ]
        if len(found) != count:
            raise StoreFailed(
                f"tree: {len(found)} of {count} hashes at level {level} from {place}", final=False
            )
        return found

    return nodes


def frontier(rows: Rows) -> Frontier:
    """The edge of the ledger's tree."""
    return Frontier.of(last_position(rows), nodes_in(rows))


def within(leaves: Sequence[bytes], position: int) -> list[bytes]:
    """The siblings of an event within its tile, the nearest first."""

    def nodes(_: int, place: int, count: int) -> Sequence[bytes]:
        return leaves[place : place + count]

    return [hash_of(part, nodes) for part in siblings((position - 1) % WIDTH, WIDTH)]


def inclusion(
    position: int, hash: bytes, size: int, rows: Rows, path: Sequence[bytes] = ()
) -> Inclusion:
    """The proof that an event is in the tree; `path` is the part of it that is known."""
    ranges, nodes = siblings(position - 1, size), nodes_in(rows)
    more = (hash_of(part, nodes) for part in ranges[len(path) :])
    return Inclusion(position, hash, (*path, *more))
