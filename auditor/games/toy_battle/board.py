"""The board and the tiles of a match, as values, read from match data and checked (TB-1.12)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from auditor.errors import MatchDataError
from events.cards import one_spelling

SPECIALS = ("castle", "pool", "clouds", "volcano", "cemetery", "metal_x", "battlefield")
JOKER = "quack"
RULE = "TB-1.12"


@dataclass(frozen=True, slots=True)
class Region:
    """An area enclosed by bases and roads (TB-1.9)."""

    id: str
    bases: int
    """The bases to hold, one bit each (TB-11.2: HQs are none)."""
    medals: int


@dataclass(frozen=True, slots=True)
class Tile:
    """A kind of troop (TB-1.3, TB-1.4)."""

    kind: str
    name_en: str
    name_ja: str
    strength: int | None
    """None for a joker."""
    copies: int


@dataclass(frozen=True, slots=True)
class Board:
    """Spaces, roads, regions. A set of spaces is an int with a bit for each."""

    id: str
    name_en: str
    name_ja: str
    target: int
    spaces: tuple[str, ...]
    bit: Mapping[str, int]
    """The bit of each space."""
    next_to: Mapping[str, int]
    """The spaces one section of road away (TB-1.7)."""
    owner: Mapping[str, str]
    """Of each HQ."""
    hqs: Mapping[str, int]
    """The HQs of each seat."""
    bases: int
    special: Mapping[str, str]
    values: Mapping[str, frozenset[int]]
    """The strengths that a Pool base or an HQ shows."""
    regions: Mapping[str, Region]
    touching: Mapping[str, tuple[Region, ...]]
    """The regions that each base helps to enclose."""
    tiles: Mapping[str, Tile]

    def of(self, spaces: int) -> Iterator[str]:
        """The spaces of a set, in the order of the board."""
        return (space for space in self.spaces if self.bit[space] & spaces)


Table = Mapping[str, Any]


def read_match_data(files: Mapping[str, Table], options: Mapping[str, Any]) -> Board:
    """The board that `options.board` names, with the tiles, from the files of a catalogue.

    Raises: MatchDataError, naming the file, the key, what was found and what was expected.
    """
    boards: dict[str, tuple[str, Table]] = {}
    tiles: dict[str, Tile] = {}
    for name, data in files.items():
        for where, entry in _tables(name, data, "tile"):
            tile = _tile(where, entry)
            if tile.kind in tiles:
                raise _fail(f"{where}: kind", f"'{tile.kind}' again", "each kind once")
            tiles[tile.kind] = tile
        if "board" in data:
            id = _key(f"{name}: board", _table(f"{name}: board", data["board"]), "id", str)
            if id in boards:
                raise _fail(f"{name}: board: id", f"'{id}' again", "each board once")
            boards[id] = (name, data)
    wanted = options.get("board")
    if wanted not in boards:
        found = "nothing" if wanted is None else repr(wanted)
        known = f"one of {', '.join(sorted(boards))}" if boards else "a catalogue with boards"
        raise _fail("match_opened: options.board", found, known)
    if not tiles:
        raise MatchDataError("catalogue", "no [[tile]]", "the tile table", "TB-1.4")
    return read_board(*boards[wanted], tiles)


def check_match_data(files: Mapping[str, Table]) -> None:
    """That every board of a catalogue can be played on. Raises: MatchDataError."""
    boards = [data["board"] for data in files.values() if isinstance(data.get("board"), dict)]
    for board in boards or [{}]:
        read_match_data(files, {"board": board.get("id")})


def _fail(where: str, found: Any, expected: str) -> MatchDataError:
    return MatchDataError(where, str(found), expected, RULE)


def _table(where: str, value: Any) -> Table:
    if not isinstance(value, dict):
        raise _fail(where, repr(value), "a table")
    return value


def _tables(where: str, data: Table, key: str) -> list[tuple[str, Table]]:
    """The tables of an array, each with its place."""
    value = data.get(key, [])
    if not isinstance(value, list):
        raise _fail(f"{where}: {key}", repr(value), f"an array of tables, [[{key}]]")
    return [(f"{where}: {key}", _table(f"{where}: {key}", entry)) for entry in value]


def _key(where: str, table: Table, key: str, kind: type) -> Any:
    value = table.get(key)
    if type(value) is not kind:
        found = "nothing" if value is None else f"{value!r}"
        raise _fail(f"{where}: {key}", found, f"a value of type {kind.__name__}")
    return value


def _only(where: str, table: Table, *keys: str) -> None:
    if extra := sorted(set(table) - set(keys)):
        raise _fail(where, f"unknown key '{extra[0]}'", f"only {', '.join(keys)}")


def _id(where: str, table: Table, known: set[str]) -> str:
    id = _key(where, table, "id", str)
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", id):
        raise _fail(f"{where}: id", f"'{id}'", "a letter, then letters, digits and _")
    if id in known:
        raise _fail(f"{where}: id", f"'{id}' again", "each id once")
    known.add(id)
    return str(id)


def _spaces(where: str, table: Table, key: str, known: Mapping[str, int]) -> list[str]:
    """A list of spaces, each of the board's."""
    value = _key(where, table, key, list)
    for space in value:
        if not isinstance(space, str) or space not in known:
            raise _fail(f"{where}: {key}", f"{space!r}", "a known space")
    return list(value)


def _tile(where: str, entry: Table) -> Tile:
    _only(where, entry, "kind", "name_en", "name_ja", "strength", "copies")
    strength = entry.get("strength")
    if strength is not None and type(strength) is not int:
        raise _fail(f"{where}: strength", f"{strength!r}", "an integer, or none for a joker")
    copies = _key(where, entry, "copies", int)
    if copies < 1:
        raise _fail(f"{where}: copies", str(copies), "at least 1")
    return Tile(
        kind=one_spelling(_key(where, entry, "kind", str)),
        name_en=_key(where, entry, "name_en", str),
        name_ja=_key(where, entry, "name_ja", str),
        strength=strength,
        copies=copies,
    )


def _values(where: str, table: Table) -> frozenset[int]:
    values = table.get("values", [])
    if not isinstance(values, list) or any(
        type(value) is not int or not 1 <= value <= 7 for value in values
    ):
        raise _fail(f"{where}: values", f"{values!r}", "a list of integers 1 to 7")
    if len(set(values)) != len(values):
        raise _fail(f"{where}: values", f"{values!r}", "different integers")
    return frozenset(values)


def read_board(where: str, data: Table, tiles: Mapping[str, Tile]) -> Board:
    """One board file, checked as the model's section 9 says. Raises: MatchDataError."""
    _only(where, data, "board", "hq", "base", "road", "region", "tile")
    head = _table(f"{where}: board", data["board"])
    _only(f"{where}: board", head, "id", "name_en", "name_ja", "origin", "medal_target")
    known: set[str] = set()
    values: dict[str, frozenset[int]] = {}
    owner = _hqs(where, data, known, values)
    bases, special = _bases(where, data, known, values)
    spaces = (*owner, *bases)
    bit = {space: 1 << n for n, space in enumerate(spaces)}
    next_to = _roads(where, data, owner, bit)
    regions = _regions(where, data, known, owner, bit, next_to)
    target = _key(f"{where}: board", head, "medal_target", int)
    total = sum(region.medals for region in regions.values())
    if not 1 <= target <= total:
        raise _fail(f"{where}: board: medal_target", target, f"1 to {total}, the sum of medals")
    return Board(
        id=_key(f"{where}: board", head, "id", str),
        name_en=_key(f"{where}: board", head, "name_en", str),
        name_ja=_key(f"{where}: board", head, "name_ja", str),
        target=target,
        spaces=spaces,
        bit=bit,
        next_to=next_to,
        owner=owner,
        hqs={s: sum(bit[h] for h in owner if owner[h] == s) for s in ("P1", "P2")},
        bases=sum(bit[base] for base in bases),
        special=special,
        values=values,
        regions=regions,
        touching={b: tuple(r for r in regions.values() if r.bases & bit[b]) for b in bases},
        tiles=tiles,
    )


def _hqs(
    file: str, data: Table, known: set[str], values: dict[str, frozenset[int]]
) -> dict[str, str]:
    owner: dict[str, str] = {}
    for where, hq in _tables(file, data, "hq"):
        _only(where, hq, "id", "owner", "values")
        id = _id(where, hq, known)
        owner[id] = _key(f"{where} {id}", hq, "owner", str)
        if owner[id] not in ("P1", "P2"):
            raise _fail(f"{where} {id}: owner", f"'{owner[id]}'", "P1 or P2")
        if shown := _values(f"{where} {id}", hq):
            values[id] = shown
    for seat in ("P1", "P2"):
        count = list(owner.values()).count(seat)
        if count not in (1, 2):
            raise _fail(f"{file}: hq", f"{count} of {seat}", "one or two for each seat")
    return owner


def _bases(
    file: str, data: Table, known: set[str], values: dict[str, frozenset[int]]
) -> tuple[list[str], dict[str, str]]:
    bases: list[str] = []
    special: dict[str, str] = {}
    for where, base in _tables(file, data, "base"):
        _only(where, base, "id", "special", "values")
        id = _id(where, base, known)
        bases.append(id)
        kind = base.get("special")
        if kind is not None and kind not in SPECIALS:
            raise _fail(f"{where} {id}: special", f"{kind!r}", f"one of {', '.join(SPECIALS)}")
        shown = _values(f"{where} {id}", base)
        if bool(shown) != (kind == "pool"):
            raise _fail(f"{where} {id}: values", sorted(shown), "values exactly on a pool base")
        if kind is not None:
            special[id] = kind
        if shown:
            values[id] = shown
    if not bases:
        raise _fail(f"{file}: base", "none", "at least one base")
    return bases, special


def _roads(
    file: str, data: Table, owner: Mapping[str, str], bit: Mapping[str, int]
) -> dict[str, int]:
    next_to = dict.fromkeys(bit, 0)
    for where, road in _tables(file, data, "road"):
        _only(where, road, "between")
        ends = _spaces(where, road, "between", bit)
        if len(ends) != 2 or ends[0] == ends[1]:
            raise _fail(where, f"{ends!r}", "two different spaces")
        if ends[0] in owner and ends[1] in owner:
            raise _fail(where, f"{ends!r}", "at most one HQ")
        if next_to[ends[0]] & bit[ends[1]]:
            raise _fail(where, f"{ends!r} again", "each road once")
        next_to[ends[0]] |= bit[ends[1]]
        next_to[ends[1]] |= bit[ends[0]]
    for hq in owner:
        if not next_to[hq]:
            raise _fail(f"{file}: hq {hq}", "no road", "a road to a base")
    reached, new = 0, 1
    while new:
        reached |= new
        new = 0
        for space in bit:
            if bit[space] & reached:
                new |= next_to[space] & ~reached
    for space in bit:
        if not bit[space] & reached:
            raise _fail(f"{file}: road", f"no way to {space}", "a connected board")
    return next_to


def _regions(
    file: str,
    data: Table,
    known: set[str],
    owner: Mapping[str, str],
    bit: Mapping[str, int],
    next_to: Mapping[str, int],
) -> dict[str, Region]:
    regions: dict[str, Region] = {}
    borders: set[frozenset[str]] = set()
    for where, region in _tables(file, data, "region"):
        _only(where, region, "id", "border", "medals")
        id = _id(where, region, known)
        border = _spaces(f"{where} {id}", region, "border", bit)
        medals = _key(f"{where} {id}", region, "medals", int)
        if len(border) < 3 or len(set(border)) != len(border):
            raise _fail(f"{where} {id}: border", f"{border!r}", "three or more, no repeats")
        for a, b in zip(border, border[1:] + border[:1], strict=True):
            if not next_to[a] & bit[b]:
                raise _fail(f"{where} {id}: border", f"no road {a}-{b}", "a road")
        if frozenset(border) in borders:
            raise _fail(f"{where} {id}: border", "another region's", "a border of its own")
        borders.add(frozenset(border))
        if medals < 1:
            raise _fail(f"{where} {id}: medals", medals, "at least 1")
        held = sum(bit[space] for space in border if space not in owner)
        if held.bit_count() < 2:
            raise _fail(f"{where} {id}: border", f"{border!r}", "at least two bases")
        regions[id] = Region(id, held, medals)
    return regions


def warnings(board: Board) -> list[tuple[str, str]]:
    """What is odd about a board without being wrong, in English and Japanese (section 9, 9)."""
    found = []
    inside = 0
    for region in board.regions.values():
        inside |= region.bases
    for base in board.of(board.bases & ~inside):
        found.append((f"base {base} lies in no region", f"基地{base}はどの地域にも含まれていない"))
    total = sum(region.medals for region in board.regions.values())
    if board.target * 2 > total:
        found.append(
            (
                f"the target {board.target} is above half of the {total} medals: both may miss it",
                f"必要メダル数{board.target}は全{total}枚の半数を超え、どちらも届かないことがある",
            )
        )
    return found
