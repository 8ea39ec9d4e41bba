"""The Merkle tree of RFC 9162 (section 2.1): roots, and proofs that a leaf is in one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence

TILE = 8
"""Levels between the nodes that are kept: one for each 256 leaves, one for each 65,536 …"""
EMPTY = hashlib.sha256().digest()
"""The root of no leaves."""

Range = tuple[int, int]
"""Leaves from a place up to, not including, another."""
Nodes = Callable[[int, int, int], Sequence[bytes]]
"""The kept hashes at a level that TILE divides: from a place, so many. Level 0 are the leaves."""


def leaf_hash(entry: bytes) -> bytes:
    """The hash of a leaf that holds `entry`."""
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of the node over two others."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Frontier:
    """The right edge of a tree that grows: what is needed to add a leaf and to tell the root."""

    def __init__(self, leaves: Iterable[bytes] = ()) -> None:
        self.size = 0
        self._roots: list[bytes] = []
        """Of the complete subtrees, one for each bit of `size`, the largest first."""
        for leaf in leaves:
            self.add(leaf)

    @classmethod
    def of(cls, size: int, nodes: Nodes) -> Frontier:
        """The edge of a tree whose kept hashes are at hand."""
        edge = cls()
        edge.size = size
        edge._roots = [_complete(*part, nodes) for part in _complete_parts(0, size)]
        return edge

    def add(self, leaf: bytes) -> list[tuple[int, int, bytes]]:
        """One more leaf, by its hash; gives level, place and hash of each tile it completes."""
        kept: list[tuple[int, int, bytes]] = []
        before, level, node = self.size, 0, leaf
        while before & 1:
            node = node_hash(self._roots.pop(), node)
            before >>= 1
            level += 1
            if level % TILE == 0:
                kept.append((level, before, node))
        self._roots.append(node)
        self.size += 1
        return kept

    def root(self) -> bytes:
        """The hash over all leaves."""
        return _folded(self._roots)


def root_of(place: int, size: int, leaf: bytes, path: Iterable[bytes]) -> bytes | None:
    """The root that a proof leads to (2.1.3.2); None, if it is no proof for a tree of that size.

    Shape: `place` counts from 0.
    """
    here, last, node = place, size - 1, leaf
    for sibling in path:
        if last == 0:
            return None
        if here & 1 or here == last:
            node = node_hash(sibling, node)
            while here and not here & 1:
                here, last = here >> 1, last >> 1
        else:
            node = node_hash(node, sibling)
        here, last = here >> 1, last >> 1
    return node if last == 0 and 0 <= place < size else None


def siblings(place: int, size: int) -> list[Range]:
    """The subtrees whose hashes prove a leaf (2.1.3.1), the nearest first."""
    low, high, found = 0, size, []
    while high - low > 1:
        middle = low + _left(high - low)
        if place < middle:
            found.append((middle, high))
            high = middle
        else:
            found.append((low, middle))
            low = middle
    return found[::-1]


def hash_of(part: Range, nodes: Nodes) -> bytes:
    """The hash of the subtree over some leaves, as `siblings` names it."""
    return _folded([_complete(*whole, nodes) for whole in _complete_parts(*part)])


def consistency(old: int, new: int) -> list[Range]:
    """The subtrees whose hashes prove that a tree grew from its first `old` leaves (2.1.4).

    Shape: 0 < old < new.
    """
    low, high, whole, found = 0, new, True, []
    while high != old:
        middle = low + _left(high - low)
        if old <= middle:
            found.append((middle, high))
            high = middle
        else:
            found.append((low, middle))
            low, whole = middle, False
    return ([] if whole else [(low, high)]) + found[::-1]


def grew(old: int, new: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether a proof shows that the one tree grew from the other (2.1.4.2)."""
    if old == new:
        return not proof and old_root == new_root
    if not 0 < old < new:
        return old == 0 and not proof
    path = [old_root, *proof] if old & (old - 1) == 0 else list(proof)
    if not path:
        return False
    here, last = old - 1, new - 1
    while here & 1:
        here, last = here >> 1, last >> 1
    before = after = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if here & 1 or here == last:
            before, after = node_hash(sibling, before), node_hash(sibling, after)
            while here and not here & 1:
                here, last = here >> 1, last >> 1
        else:
            after = node_hash(after, sibling)
        here, last = here >> 1, last >> 1
    return last == 0 and before == old_root and after == new_root


def _left(size: int) -> int:
    """The largest power of two below a size: what the left subtree holds."""
    return 1 << ((size - 1).bit_length() - 1)


def _complete_parts(low: int, high: int) -> Iterator[Range]:
    """A subtree's leaves in complete subtrees, the largest first."""
    while low < high:
        size = 1 << ((high - low).bit_length() - 1)
        yield low, low + size
        low += size


def _complete(low: int, high: int, nodes: Nodes) -> bytes:
    """The hash of a complete subtree, from the kept hashes next below."""
    level = (high - low).bit_length() - 1
    level -= level % TILE
    row = list(nodes(level, low >> level, (high - low) >> level))
    while len(row) > 1:
        row = [node_hash(*row[i : i + 2]) for i in range(0, len(row), 2)]
    return row[0]


def _folded(roots: Sequence[bytes]) -> bytes:
    if not roots:
        return EMPTY
    *rest, node = roots
    for root in reversed(rest):
        node = node_hash(root, node)
    return node
