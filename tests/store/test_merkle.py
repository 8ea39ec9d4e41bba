"""Roots and proofs of RFC 9162: certificate-transparency's vectors, and its definition."""

import hashlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from store.merkle import (
    EMPTY,
    Frontier,
    consistency,
    grew,
    hash_of,
    leaf_hash,
    node_hash,
    root_of,
    siblings,
)

LEAVES = [
    bytes.fromhex(leaf)
    for leaf in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


def defined(leaves: list[bytes]) -> bytes:
    """The root as 2.1.1 defines it."""
    if len(leaves) < 2:
        return leaves[0] if leaves else EMPTY
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    return node_hash(defined(leaves[:k]), defined(leaves[k:]))


def leaves(count: int) -> list[bytes]:
    return [leaf_hash(str(i).encode()) for i in range(count)]


def kept(of: list[bytes]):
    """The kept hashes of a tree: its leaves, and the tiles that a frontier gave when it grew."""
    rows = {(0, place): leaf for place, leaf in enumerate(of)}
    edge = Frontier()
    for leaf in of:
        rows |= {(level, place): node for level, place, node in edge.add(leaf)}
    return lambda level, place, count: [rows[level, place + i] for i in range(count)]


@pytest.mark.parametrize("size", range(9))
def test_the_roots_of_the_known_leaves(size):
    assert Frontier(map(leaf_hash, LEAVES[:size])).root().hex() == ROOTS[size]


@pytest.mark.parametrize(
    ("place", "size", "path"),
    [
        (0, 1, []),
        (
            0,
            8,
            [
                "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
                "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
            ],
        ),
        (
            5,
            8,
            [
                "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
                "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            ],
        ),
        (2, 3, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]),
    ],
)
def test_the_known_inclusion_proofs(place, size, path):
    known = list(map(leaf_hash, LEAVES[:size]))
    nodes = kept(known)
    assert [hash_of(part, nodes).hex() for part in siblings(place, size)] == path


@pytest.mark.parametrize(
    ("old", "new", "proof"),
    [
        (
            1,
            8,
            [
                "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
                "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
            ],
        ),
        (
            6,
            8,
            [
                "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
                "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            ],
        ),
        (
            2,
            5,
            [
                "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
            ],
        ),
    ],
)
def test_the_known_consistency_proofs(old, new, proof):
    nodes = kept(list(map(leaf_hash, LEAVES[:new])))
    assert [hash_of(part, nodes).hex() for part in consistency(old, new)] == proof


@pytest.mark.parametrize("size", [1, 2, 255, 256, 257, 511, 513, 1000])
def test_a_frontier_is_the_tree_as_it_is_defined(size):
    of = leaves(size)
    nodes = kept(of)
    assert Frontier(of).root() == defined(of)
    assert Frontier.of(size, nodes).root() == defined(of)
    assert hash_of((0, size), nodes) == defined(of)


def test_a_frontier_read_from_tiles_grows_on():
    of = leaves(66_000)
    edge = Frontier.of(65_700, kept(of[:65_700]))
    for leaf in of[65_700:]:
        edge.add(leaf)
    assert edge.root() == Frontier(of).root()


@given(st.integers(1, 700), st.data())
def test_every_leaf_is_proven_and_no_other_in_its_place(size, data):
    place = data.draw(st.integers(0, size - 1))
    of = leaves(size)
    nodes, root = kept(of), Frontier(of).root()
    path = [hash_of(part, nodes) for part in siblings(place, size)]
    assert root_of(place, size, of[place], path) == root
    other = data.draw(st.integers(0, size - 1).filter(lambda i: size == 1 or i != place))
    if size > 1:
        assert root_of(place, size, of[other], path) != root
        assert root_of(other, size, of[place], path) != root
    assert root_of(place, size, of[place], [*path, root]) != root
    assert path == [] or root_of(place, size, of[place], path[:-1]) != root
    assert root_of(size, size, of[place], path) is None


@given(st.integers(1, 600), st.data())
def test_a_tree_is_proven_to_have_grown(new, data):
    old = data.draw(st.integers(1, new))
    of = leaves(new)
    nodes = kept(of)
    before, after = Frontier(of[:old]).root(), Frontier(of).root()
    proof = [hash_of(part, nodes) for part in consistency(old, new)] if old < new else []
    assert grew(old, new, before, after, proof)
    wrong = hashlib.sha256(before).digest()
    assert not grew(old, new, wrong, after, proof)
    assert not grew(old, new, before, wrong, proof)
    if proof:
        spoilt = list(proof)
        spoilt[random.Random(new).randrange(len(proof))] = wrong
        assert not grew(old, new, before, after, spoilt)
        assert not grew(old, new, before, after, proof[:-1])
