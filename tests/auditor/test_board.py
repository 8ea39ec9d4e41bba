"""Board files of Toy Battle: each check of the model's section 9 names what is wrong, and where."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from auditor import MatchDataError
from auditor.games.toy_battle.board import read_match_data, warnings

Table = dict[str, Any]
OPTIONS = {"board": "small"}
# H1 - a - c - H2 with b beside: two triangles, H1 a b and a b c.
SMALL: Table = {
    "board": {"id": "small", "name_en": "Small", "name_ja": "小", "medal_target": 2},
    "hq": [{"id": "H1", "owner": "P1"}, {"id": "H2", "owner": "P2"}],
    "base": [{"id": "a"}, {"id": "b"}, {"id": "c"}],
    "road": [
        {"between": pair}
        for pair in (["H1", "a"], ["H1", "b"], ["a", "b"], ["a", "c"], ["b", "c"], ["c", "H2"])
    ],
    "region": [
        {"id": "R1", "border": ["H1", "a", "b"], "medals": 1},
        {"id": "R2", "border": ["a", "b", "c"], "medals": 2},
    ],
}
STAR = {"kind": "star", "name_en": "Star", "name_ja": "スター", "strength": 6, "copies": 3}


def read(board: Table, tile: Table = STAR, options: Table = OPTIONS) -> Any:
    return read_match_data({"tiles.toml": {"tile": [tile]}, "small.toml": board}, options)


def changed(change: Callable[[Table], Any]) -> Table:
    board = copy.deepcopy(SMALL)
    change(board)
    return board


def refusal(board: Table, tile: Table = STAR, options: Table = OPTIONS) -> MatchDataError:
    with pytest.raises(MatchDataError) as caught:
        read(board, tile, options)
    return caught.value


def test_a_good_board_is_read() -> None:
    board = read(SMALL)
    assert (board.id, board.target, board.spaces) == ("small", 2, ("H1", "H2", "a", "b", "c"))
    assert set(board.of(board.next_to["a"])) == {"H1", "b", "c"}
    assert set(board.of(board.regions["R1"].bases)) == {"a", "b"}
    assert [region.id for region in board.touching["c"]] == ["R2"]
    assert board.tiles["star"].strength == 6


@pytest.mark.parametrize("id", ["rug", "rug_two_hq", "rug_pool"])
def test_ids_with_underscores_and_two_hqs_of_a_seat_are_good(id: str) -> None:
    board = changed(lambda b: b["hq"].append({"id": f"{id}_2", "owner": "P1", "values": [6, 7]}))
    board["road"].append({"between": [f"{id}_2", "a"]})
    assert read(board).values == {f"{id}_2": {6, 7}}


def put(*path: Any, value: Any) -> Callable[[Table], None]:
    """Sets the value at the end of a path of keys."""

    def change(board: Any) -> None:
        for step in path[:-1]:
            board = board[step]
        board[path[-1]] = value

    return change


def add(key: str, **entry: Any) -> Callable[[Table], None]:
    return lambda board: board[key].append(entry)


def drop(*path: Any) -> Callable[[Table], None]:
    def change(board: Any) -> None:
        for step in path[:-1]:
            board = board[step]
        del board[path[-1]]

    return change


SPECIALS = "one of castle, pool, clouds, volcano, cemetery, metal_x, battlefield"
LETTERS = "a letter, then letters, digits and _"
ONE_TO_SEVEN = "a list of integers 1 to 7"
ONLY = "only board, hq, base, road, region, tile"
CHECKS: dict[str, list[tuple[Callable[[Table], Any], str, str, str]]] = {
    "1: ids and keys": [
        (put("base", 0, "id", value="1a"), "base: id", "'1a'", LETTERS),
        (put("base", 0, "id", value="a b"), "base: id", "'a b'", LETTERS),
        (put("base", 0, "id", value="基地"), "base: id", "'基地'", LETTERS),
        (put("hq", 0, "id", value=""), "hq: id", "''", LETTERS),
        (put("region", 0, "id", value="R-1"), "region: id", "'R-1'", LETTERS),
        (put("base", 1, "id", value="a"), "base: id", "'a' again", "each id once"),
        (put("base", 1, "id", value="H1"), "base: id", "'H1' again", "each id once"),
        (put("region", 1, "id", value="R1"), "region: id", "'R1' again", "each id once"),
        (put("region", 1, "id", value="a"), "region: id", "'a' again", "each id once"),
        (drop("base", 0, "id"), "base: id", "nothing", "a value of type str"),
        (put("base", 0, "id", value=1), "base: id", "1", "a value of type str"),
        (put("colour", value=1), "", "unknown key 'colour'", ONLY),
        (
            put("board", "colour", value="red"),
            *("board", "unknown key 'colour'", "only id, name_en, name_ja, origin, medal_target"),
        ),
        (put("hq", 0, "special", value=1), "hq", "unknown key 'special'", "only id, owner, values"),
        (
            put("base", 0, "owner", value=1),
            "base",
            "unknown key 'owner'",
            "only id, special, values",
        ),
        (put("road", 0, "length", value=1), "road", "unknown key 'length'", "only between"),
        (put("region", 0, "hq", value=1), "region", "unknown key 'hq'", "only id, border, medals"),
    ],
    "2: headquarters and bases": [
        (put("hq", 0, "owner", value="P3"), "hq H1: owner", "'P3'", "P1 or P2"),
        (drop("hq", 0, "owner"), "hq H1: owner", "nothing", "a value of type str"),
        (put("hq", 0, "owner", value="P2"), "hq", "0 of P1", "one or two for each seat"),
        (
            lambda b: b["hq"].extend({"id": f"X{n}", "owner": "P2"} for n in (1, 2)),
            *("hq", "3 of P2", "one or two for each seat"),
        ),
        (drop("hq"), "hq", "0 of P1", "one or two for each seat"),
        (put("base", value=[]), "base", "none", "at least one base"),
    ],
    "3: roads": [
        (add("road", between=["a", "z"]), "road: between", "'z'", "a known space"),
        (add("road", between=["a", "R1"]), "road: between", "'R1'", "a known space"),
        (add("road", between=["a", "a"]), "road", "['a', 'a']", "two different spaces"),
        (add("road", between=["a"]), "road", "['a']", "two different spaces"),
        (add("road", between=["a", "b", "c"]), "road", "['a', 'b', 'c']", "two different spaces"),
        (add("road", between=["H1", "H2"]), "road", "['H1', 'H2']", "at most one HQ"),
        (add("road", between=["a", "c"]), "road", "['a', 'c'] again", "each road once"),
        (add("road", between=["c", "a"]), "road", "['c', 'a'] again", "each road once"),
        (add("road"), "road: between", "nothing", "a value of type list"),
    ],
    "4: one board": [
        (add("base", id="d"), "road", "no way to d", "a connected board"),
        (
            lambda b: (
                b["base"].extend([{"id": "d"}, {"id": "e"}]),
                b["road"].append({"between": ["d", "e"]}),
            ),
            *("road", "no way to d", "a connected board"),
        ),
        (drop("road", 5), "hq H2", "no road", "a road to a base"),
    ],
    "5: specials and values": [
        (put("base", 0, "special", value="swamp"), "base a: special", "'swamp'", SPECIALS),
        (put("base", 0, "special", value=1), "base a: special", "1", SPECIALS),
        (
            put("base", 0, "special", value="pool"),
            *("base a: values", "[]", "values exactly on a pool base"),
        ),
        (
            put("base", 0, value={"id": "a", "special": "pool", "values": []}),
            *("base a: values", "[]", "values exactly on a pool base"),
        ),
        (
            put("base", 0, "values", value=[1, 2]),
            *("base a: values", "[1, 2]", "values exactly on a pool base"),
        ),
        (
            put("base", 0, value={"id": "a", "special": "castle", "values": [1]}),
            *("base a: values", "[1]", "values exactly on a pool base"),
        ),
        *(
            (
                put("base", 0, value={"id": "a", "special": "pool", "values": values}),
                *("base a: values", repr(values), ONE_TO_SEVEN),
            )
            for values in ([0], [8], [1.0], [True], ["1"], 3)
        ),
        (
            put("base", 0, value={"id": "a", "special": "pool", "values": [2, 2]}),
            *("base a: values", "[2, 2]", "different integers"),
        ),
        (put("hq", 0, "values", value=[8]), "hq H1: values", "[8]", ONE_TO_SEVEN),
    ],
    "6: borders": [
        (
            put("region", 0, "border", value=["H1", "a"]),
            *("region R1: border", "['H1', 'a']", "three or more, no repeats"),
        ),
        (
            put("region", 1, "border", value=["a", "b", "c", "b"]),
            *("region R2: border", "['a', 'b', 'c', 'b']", "three or more, no repeats"),
        ),
        (
            put("region", 0, "border", value=["H1", "a", "z"]),
            *("region R1: border", "'z'", "a known space"),
        ),
        (
            put("region", 0, "border", value=["H1", "a", "c"]),  # no road back to H1
            *("region R1: border", "no road c-H1", "a road"),
        ),
        (
            lambda b: (
                b["hq"].append({"id": "H3", "owner": "P2"}),
                b["base"].append({"id": "d"}),
                b["road"].extend(
                    {"between": pair} for pair in (["H3", "d"], ["d", "a"], ["d", "H1"])
                ),
                b["region"].append({"id": "R3", "border": ["H1", "d", "H3"], "medals": 1}),
            ),
            *("region R3: border", "no road H3-H1", "a road"),
        ),
        (drop("region", 0, "border"), "region R1: border", "nothing", "a value of type list"),
    ],
    "7: regions apart, with medals": [
        (
            add("region", id="R3", border=["c", "a", "b"], medals=1),
            *("region R3: border", "another region's", "a border of its own"),
        ),
        (put("region", 0, "medals", value=0), "region R1: medals", "0", "at least 1"),
        (put("region", 0, "medals", value=-1), "region R1: medals", "-1", "at least 1"),
        (
            put("region", 0, "medals", value=True),
            "region R1: medals",
            "True",
            "a value of type int",
        ),
        (put("region", 0, "medals", value=1.0), "region R1: medals", "1.0", "a value of type int"),
        (drop("region", 0, "medals"), "region R1: medals", "nothing", "a value of type int"),
    ],
    "8: the target": [
        (
            put("board", "medal_target", value=4),
            *("board: medal_target", "4", "1 to 3, the sum of medals"),
        ),
        (
            put("board", "medal_target", value=0),
            *("board: medal_target", "0", "1 to 3, the sum of medals"),
        ),
        (
            drop("board", "medal_target"),
            *("board: medal_target", "nothing", "a value of type int"),
        ),
        (drop("board", "name_ja"), "board: name_ja", "nothing", "a value of type str"),
    ],
}
ROWS = [(name, *row) for name, rows in CHECKS.items() for row in rows]


@pytest.mark.parametrize(
    ("change", "where", "found", "expected"),
    [row[1:] for row in ROWS],
    ids=[f"{row[0]}-{row[2]}-{row[3]}" for row in ROWS],
)
def test_a_bad_board(change: Callable[[Table], Any], where: str, found: str, expected: str) -> None:
    error = refusal(changed(change))
    place = f"small.toml: {where}" if where else "small.toml"
    assert (error.where, error.found, error.expected) == (place, found, expected)
    assert error.rule == "TB-1.12"


def test_two_bases_at_least_are_held_for_a_region() -> None:
    board = changed(
        lambda b: (
            b["hq"].append({"id": "H3", "owner": "P1"}),
            b["base"].append({"id": "d"}),
            b["road"].extend({"between": pair} for pair in (["H3", "a"], ["H3", "d"], ["d", "H1"])),
            b["region"].append({"id": "R3", "border": ["H1", "a", "H3", "d"], "medals": 1}),
        )
    )
    assert set(read(board).of(read(board).regions["R3"].bases)) == {"a", "d"}


@pytest.mark.parametrize(
    ("change", "where", "found", "expected"),
    [
        ({"strength": True}, "tile: strength", "True", "an integer, or none for a joker"),
        ({"strength": "6"}, "tile: strength", "'6'", "an integer, or none for a joker"),
        ({"copies": None}, "tile: copies", "nothing", "a value of type int"),
        ({"kind": 6}, "tile: kind", "6", "a value of type str"),
        (
            {"colour": "red"},
            *("tile", "unknown key 'colour'", "only kind, name_en, name_ja, strength, copies"),
        ),
    ],
)
def test_a_bad_tile(change: Table, where: str, found: str, expected: str) -> None:
    error = refusal(SMALL, {**STAR, **change})
    assert (error.where, error.found, error.expected) == (f"tiles.toml: {where}", found, expected)


@pytest.mark.parametrize(
    ("options", "found"),
    [({"board": "rug"}, "'rug'"), ({"board": None}, "nothing"), ({}, "nothing")],
)
def test_a_board_that_is_not_in_the_catalogue(options: Table, found: str) -> None:
    error = refusal(SMALL, options=options)
    assert (error.where, error.found, error.expected) == (
        "match_opened: options.board",
        found,
        "one of small",
    )


def test_a_catalogue_without_tiles() -> None:
    with pytest.raises(MatchDataError) as caught:
        read_match_data({"small.toml": SMALL}, OPTIONS)
    assert (caught.value.where, caught.value.found) == ("catalogue", "no [[tile]]")


def test_9_what_is_odd_is_a_warning() -> None:
    assert warnings(read(changed(put("board", "medal_target", value=1)))) == []
    (above_half,) = warnings(read(SMALL))  # 2 of 3
    assert "target 2" in above_half[0]
    board = changed(put("board", "medal_target", value=1))
    board["base"].append({"id": "d"})
    board["road"].append({"between": ["c", "d"]})
    (in_no_region,) = warnings(read(board))
    assert "base d" in in_no_region[0]
    assert "基地d" in in_no_region[1]
