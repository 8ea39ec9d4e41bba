"""Card texts as data: how they are read, and what may be carried out of one."""

import pytest

from auditor.effects import Amount, BadPart, Due, Part, Text, open_parts, read_part, read_parts


def test_a_part_is_a_verb_with_what_it_needs() -> None:
    part = read_part("discard_energy opposing_main 1")
    assert (part.verb, part.whom, part.amount) == ("discard_energy", "opposing_main", Amount(1, 1))
    lasting = read_part("damage_taken this -300 opponent_next_turn")
    assert (lasting.number, lasting.later) == (-300, 1)


@pytest.mark.parametrize(
    ("words", "amount"),
    [
        ("draw 2", Amount(2, 2)),
        ("move_energy other_own up_to_2", Amount(0, 2)),
        ("move_energy other_own any", Amount(0, None)),
        ("judgement", Amount(1, 1)),
    ],
)
def test_amounts(words: str, amount: Amount) -> None:
    assert read_part(words).amount == amount


def test_a_condition_stands_before_the_verb() -> None:
    assert read_part("won state opposing_main minor").condition == "won"
    assert read_part("if_slash state opposing_main minor").condition == "if_slash"


def test_an_unknown_verb_is_kept() -> None:
    part = read_part("banish opposing_main")
    assert not part.is_known
    assert (part.verb, part.given) == ("banish", ("opposing_main",))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("draw", "draw amount"),
        ("draw two", "a number, up_to_N or any"),
        ("recover this many", "a number"),
        ("no_retreat opponent soon", "this_turn or opponent_next_turn or own_next_turn"),
    ],
)
def test_a_known_verb_without_what_it_needs_is_an_error(words: str, expected: str) -> None:
    with pytest.raises(BadPart) as error:
        read_part(words)
    assert error.value.expected == expected


def text(*tags: str) -> Text:
    return Text(7, "P1", "X-1", None, None, read_parts(tags))


def test_parts_are_open_up_to_the_first_that_must_be() -> None:
    def due(text: Text, part: Part) -> Due:
        return Due.MAY if part.amount.least == 0 else Due.MUST

    found = open_parts(text("move_energy other_own any", "draw 1", "draw 2"), due)
    assert [(o.place, o.due) for o in found] == [(0, Due.MAY), (1, Due.MUST)]


def test_what_can_change_nothing_is_passed_over_and_a_gap_leaves_it_open() -> None:
    def due(text: Text, part: Part) -> Due:
        return Due.OFF if part.verb == "swap" else Due.MUST

    found = open_parts(text("swap this", "banish this", "draw 1"), due)
    assert [(o.part.verb, o.due) for o in found] == [("banish", Due.UNSURE), ("draw", Due.MUST)]


def test_what_is_carried_out_takes_what_stood_before_it_along() -> None:
    assert [p.verb for p in text("look 2", "draw 1", "charge this").after(1).parts] == ["charge"]
