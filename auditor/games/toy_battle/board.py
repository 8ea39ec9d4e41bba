"""The board and the tiles of a match, as values, read from match data and checked (TB-1.12)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from auditor.errors import MatchDataError

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


def read_match_data(files: Mapping[str, Mapping[str, Any]], options: Mapping[str, Any]) -> Board:
    """The board that `options.board` names, with the tiles, from the files of a catalogue.

    Raises: MatchDataError, naming the file, the key, what was found and what was expected.
    """
    wanted = options.get("board")
    boards = {}
    tiles: dict[str, Tile] = {}
    for name, data in files.items():
        for entry in data.get("tile", []):
            tile = _tile(name, entry)
            tiles[tile.kind] = tile
        if "board" in data:
            boards[str(_key(name, data["board"], "id", str))] = (name, data)
    if not isinstance(wanted, str):
        raise MatchDataError(
            "match_opened: options.board", "nothing", f"one of {', '.join(sorted(boards))}", RULE
        )
    if wanted not in boards:
        raise MatchDataError(
            "match_opened: options.board",
            f"'{wanted}'",
            f"one of {', '.join(sorted(boards))}",
            RULE,
        )
    if not tiles:
        raise MatchDataError("catalogue", "no [[tile]]", "the tile table", "TB-1.4")
    return read_board(*boards[wanted], tiles)


def _fail(where: str, found: Any, expected: str) -> MatchDataError:
    return MatchDataError(where, str(found), expected, RULE)


def _key(where: str, table: Mapping[str, Any], key: str, kind: type) -> Any:
    value = table.get(key)
    if type(value) is not kind:
        found = "nothing" if value is None else f"{value!r}"
        raise _fail(f"{where}: {key}", found, f"a value of type {kind.__name__}")
    return value


def _only(where: str, table: Mapping[str, Any], *keys: str) -> None:
    if extra := sorted(set(table) - set(keys)):
        raise _fail(where, f"unknown key '{extra[0]}'", f"only {', '.join(keys)}")


def _id(where: str, table: Mapping[str, Any], known: set[str]) -> str:
    id = _key(where, table, "id", str)
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", id):
        raise _fail(f"{where}: id", f"'{id}'", "a letter, then letters, digits and _")
    if id in known:
        raise _fail(f"{where}: id", f"'{id}' again", "each id once")
    known.add(id)
    return str(id)


def _tile(where: str, entry: Mapping[str, Any]) -> Tile:
    _only(f"{where}: tile", entry, "kind", "name_en", "name_ja", "strength", "copies")
    strength = entry.get("strength")
    if strength is not None and type(strength) is not int:
        raise _fail(f"{where}: tile: strength", f"{strength!r}", "an integer, or none for a joker")
    copies = _key(f"{where}: tile", entry, "copies", int)
    return Tile(
        kind=_key(f"{where}: tile", entry, "kind", str),
        name_en=_key(f"{where}: tile", entry, "name_en", str),
        name_ja=_key(f"{where}: tile", entry, "name_ja", str),
        strength=strength,
        copies=copies,
    )


def _values(where: str, table: Mapping[str, Any]) -> frozenset[int]:
    values = table.get("values", [])
    if not isinstance(values, list) or any(
        type(value) is not int or not 1 <= value <= 7 for value in values
    ):
        raise _fail(f"{where}: values", f"{values!r}", "a list of integers 1 to 7")
    if len(set(values)) != len(values):
        raise _fail(f"{where}: values", f"{values!r}", "different integers")
    return frozenset(values)


def read_board(where: str, data: Mapping[str, Any], tiles: Mapping[str, Tile]) -> Board:
    """One board file, checked as the model's section 9 says. Raises: MatchDataError."""
    _only(where, data, "board", "hq", "base", "road", "region", "tile")
    head = data["board"]
    _only(f"{where}: board", head, "id", "name_en", "name_ja", "origin", "medal_target")
    known: set[str] = set()
    owner: dict[str, str] = {}
    special: dict[str, str] = {}
    values: dict[str, frozenset[int]] = {}
    for hq in data.get("hq", []):
        _only(f"{where}: hq", hq, "id", "owner", "values")
        id = _id(f"{where}: hq", hq, known)
        owner[id] = _key(f"{where}: hq {id}", hq, "owner", str)
        if owner[id] not in ("P1", "P2"):
            raise _fail(f"{where}: hq {id}: owner", f"'{owner[id]}'", "P1 or P2")
        if shown := _values(f"{where}: hq {id}", hq):
            values[id] = shown
    for seat in ("P1", "P2"):
        if list(owner.values()).count(seat) not in (1, 2):
            count = list(owner.values()).count(seat)
            raise _fail(f"{where}: hq", f"{count} of {seat}", "one or two for each seat")
    bases = []
    for base in data.get("base", []):
        _only(f"{where}: base", base, "id", "special", "values")
        id = _id(f"{where}: base", base, known)
        bases.append(id)
        kind = base.get("special")
        if kind is not None and kind not in SPECIALS:
            raise _fail(
                f"{where}: base {id}: special", f"{kind!r}", f"one of {', '.join(SPECIALS)}"
            )
        shown = _values(f"{where}: base {id}", base)
        if bool(shown) != (kind == "pool"):
            raise _fail(
                f"{where}: base {id}: values", f"{sorted(shown)}", "values exactly on a pool base"
            )
        if kind is not None:
            special[id] = kind
        if shown:
            values[id] = shown
    if not bases:
        raise _fail(f"{where}: base", "none", "at least one base")
    spaces = (*owner, *bases)
    bit = {space: 1 << n for n, space in enumerate(spaces)}
    next_to = dict.fromkeys(spaces, 0)
    for road in data.get("road", []):
        _only(f"{where}: road", road, "between")
        ends = _key(f"{where}: road", road, "between", list)
        if len(ends) != 2 or ends[0] == ends[1]:
            raise _fail(f"{where}: road", f"{ends!r}", "two different spaces")
        for end in ends:
            if end not in bit:
                raise _fail(f"{where}: road", f"{end!r}", "a known space")
        if ends[0] in owner and ends[1] in owner:
            raise _fail(f"{where}: road", f"{ends!r}", "at most one HQ")
        if next_to[ends[0]] & bit[ends[1]]:
            raise _fail(f"{where}: road", f"{ends!r} again", "each road once")
        next_to[ends[0]] |= bit[ends[1]]
        next_to[ends[1]] |= bit[ends[0]]
    for hq in owner:
        if not next_to[hq]:
            raise _fail(f"{where}: hq {hq}", "no road", "a road to a base")
    reached, new = 0, 1
    while new:
        reached |= new
        new = 0
        for space in spaces:
            if bit[space] & reached:
                new |= next_to[space] & ~reached
    if reached != (1 << len(spaces)) - 1:
        apart = next(space for space in spaces if not bit[space] & reached)
        raise _fail(f"{where}: road", f"no way to {apart}", "a connected board")
    regions: dict[str, Region] = {}
    borders: set[frozenset[str]] = set()
    for region in data.get("region", []):
        _only(f"{where}: region", region, "id", "border", "medals")
        id = _id(f"{where}: region", region, known)
        border = _key(f"{where}: region {id}", region, "border", list)
        medals = _key(f"{where}: region {id}", region, "medals", int)
        for space in border:
            if space not in bit:
                raise _fail(f"{where}: region {id}: border", f"{space!r}", "a known space")
        if len(border) < 3 or len(set(border)) != len(border):
            raise _fail(f"{where}: region {id}: border", f"{border!r}", "three or more, no repeats")
        for a, b in zip(border, border[1:] + border[:1], strict=True):
            if not next_to[a] & bit[b]:
                raise _fail(f"{where}: region {id}: border", f"no road {a}-{b}", "a road")
        if frozenset(border) in borders:
            raise _fail(f"{where}: region {id}: border", "another region's", "a border of its own")
        borders.add(frozenset(border))
        if medals < 1:
            raise _fail(f"{where}: region {id}: medals", str(medals), "at least 1")
        held = sum(bit[space] for space in border if space not in owner)
        if held.bit_count() < 2:
            raise _fail(f"{where}: region {id}: border", f"{border!r}", "at least two bases")
        regions[id] = Region(id, held, medals)
    target = _key(f"{where}: board", head, "medal_target", int)
    total = sum(region.medals for region in regions.values())
    if not 1 <= target <= total:
        raise _fail(
            f"{where}: board: medal_target", str(target), f"1 to {total}, the sum of medals"
        )
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
