"""Hidden pieces together are weighed as every assignment of their cards would be."""

from collections import Counter
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.hidden import Cell
from auditor.joint import Hand, Stock, contradiction, is_possible

KINDS = ("a", "b", "c")
copies = st.dictionaries(st.sampled_from((*KINDS, "d")), st.integers(0, 2), max_size=3)
stocks = st.builds(
    lambda named, unnamed, alike, shown: Stock(named, unnamed, alike, KINDS).without(shown),
    copies,
    st.integers(0, 4),
    st.integers(1, 2),
    copies,
)


def can_be(stock: Stock, hidden: tuple[str, ...]) -> bool:
    """Some cards lie hidden: those shown and these are of one stock, counted face by face."""
    unnamed = stock.unnamed
    for face in {*hidden, *stock.shown}:
        there = hidden.count(face) + stock.shown.get(face, 0)
        over = max(0, there - stock.named.get(face, 0))
        new = max(0, there - max(stock.named.get(face, 0), stock.shown.get(face, 0)))
        if new and (face not in stock.kinds or there > stock.alike):
            return False
        unnamed -= over
    shown_over = sum(max(0, n - stock.named.get(f, 0)) for f, n in stock.shown.items())
    return unnamed >= 0 or (
        unnamed == stock.unnamed - shown_over  # none of the hidden needs one
    )


def assignments(hand: Hand) -> list[tuple[str, ...]]:
    """Every way in which the pieces of a hand can lie."""
    faces = sorted({*KINDS, *hand.stock.named, *hand.stock.shown})
    return [dealt for dealt in product(faces, repeat=len(hand.cells)) if can_be(hand.stock, dealt)]


@st.composite
def tables(draw):
    """Two hands, and needs over some of their pieces."""
    cells = [Cell(f"u{n}") for n in range(draw(st.integers(1, 5)))]
    cut = draw(st.integers(0, len(cells)))
    hands = [Hand(draw(stocks), tuple(cells[:cut])), Hand(draw(stocks), tuple(cells[cut:]))]
    needs = []
    for _ in range(draw(st.integers(1, 4))):
        over = draw(st.lists(st.sampled_from(cells), min_size=1, max_size=2, unique=True))
        faces = st.fixed_dictionaries({cell: st.sampled_from((*KINDS, "d")) for cell in over})
        needs.append(draw(st.lists(faces, min_size=1, max_size=4)))
    return needs, hands


def met(needs, hands) -> bool:
    """By trying everything."""
    for dealt in product(*(assignments(hand) for hand in hands)):
        lies = {
            cell: face
            for hand, faces in zip(hands, dealt, strict=True)
            for cell, face in zip(hand.cells, faces, strict=True)
        }
        if all(any(all(lies[c] == f for c, f in way.items()) for way in need) for need in needs):
            return True
    return False


@given(stocks, st.integers(0, 3))
def test_the_faces_of_a_piece_are_those_of_some_assignment(stock, others):
    hand = Hand(stock, tuple(Cell(f"u{n}") for n in range(others + 1)))
    alone = Hand(stock, (Cell("u"),))
    assert set(stock.faces()) == {faces[0] for faces in assignments(alone)}
    assert stock.gives([stock.faces()] * (others + 1)) == bool(assignments(hand))


@settings(max_examples=400, deadline=None)
@given(tables())
def test_needs_are_met_together_if_some_assignment_meets_them(table):
    needs, hands = table
    assert is_possible(needs, hands) == met(needs, hands)


@settings(max_examples=400, deadline=None)
@given(tables())
def test_a_joint_finding_names_needs_that_no_assignment_meets_and_none_too_many(table):
    needs, hands = table
    found = contradiction(needs, hands)
    if met(needs[:-1], hands):
        assert (found is not None) == (not met(needs, hands))
    if found is not None:
        assert len(needs) - 1 in found
        assert not met([needs[n] for n in found], hands)
        for left in found:
            assert met([needs[n] for n in found if n != left], hands)


def test_three_of_two_copies():
    cells = tuple(Cell(f"P1-u{n}") for n in (1, 2, 4))
    hand = Hand(Stock(Counter(), 10, 2, ("PD-01", "PD-03", "PD-05")), cells)
    needs = [[{cell: "PD-03"}] for cell in cells]
    assert contradiction(needs[:2], [hand]) is None
    assert contradiction(needs, [hand]) == (0, 1, 2)
