"""Match data: the cards, boards and sheets of a match, looked up by the id of their catalogue."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from auditor.errors import MatchDataError
from auditor.game import Game, game_of


@dataclass(frozen=True, slots=True)
class MatchData:
    """A catalogue of match data as its files give it, not yet read by a game."""

    id: str | None
    files: Mapping[str, Mapping[str, Any]]
    """The tables of each file, by its name."""
    sha256: str | None
    """Over the names and bytes of its files, in order."""
    contents: Mapping[str, bytes] = field(default_factory=dict)
    """The bytes of each file."""


Place = Path | MatchData
"""Where match data may be."""
NO_DATA = MatchData(None, {}, None)
PLAIN_NAME = re.compile(r"\w[\w .-]{0,59}")
"""An id that is a file's name on every system, and leads out of no folder."""


def find_match_data(game: str, id: str | None, given: Iterable[Place] = ()) -> MatchData:
    """The match data of a catalogue id: a file `<id>.toml`, or a folder of TOML files.

    `given`: where to look first: a catalogue itself, as a file, a folder or read already, or a
    folder of catalogues.
    Raises: MatchDataError, with the places looked in.
    """
    if id is None:
        return NO_DATA
    places: list[Place] = [*given, game_of(game).path / "catalogues"]
    for place in places if PLAIN_NAME.fullmatch(id) else ():
        if isinstance(place, MatchData):
            if place.id == id:
                return place
            continue
        for found in (place, place / id, place / f"{id}.toml"):
            if found.name in (id, f"{id}.toml") and found.exists():
                return _read(found, id, found.stat().st_mtime_ns)
    looked = ", ".join(place.name for place in places if isinstance(place, Path))
    raise MatchDataError("match_opened: catalogue", f"'{id}'", f"one that is in {looked}")


_READ: dict[tuple[str, str | None, str], Any] = {}
MOST_READ = 256


def read_data(game: Game, data: MatchData, options: Mapping[str, Any]) -> Any:
    """The cards and boards of a match as its game reads them; each read once.

    Raises: MatchDataError.
    """
    key = (game.key, data.sha256, repr(sorted(options.items())))
    if key not in _READ:
        if len(_READ) >= MOST_READ:
            _READ.clear()
        _READ[key] = game.read_data(data.files, options)
    return _READ[key]


@lru_cache(maxsize=32)
def _read(found: Path, id: str, _: int) -> MatchData:
    paths = sorted(found.glob("*.toml")) if found.is_dir() else [found]
    if not paths:
        raise MatchDataError(found.name, "no TOML file", "at least one")
    return read_match_data(id, {path.name: path.read_bytes() for path in paths})


def read_match_data(id: str, contents: Mapping[str, bytes]) -> MatchData:
    """The match data of files, by their names. Raises: MatchDataError, naming the file."""
    digest = hashlib.sha256()
    files = {}
    for name, content in sorted(contents.items()):
        digest.update(name.encode() + b"\0" + content + b"\0")
        try:
            files[name] = tomllib.loads(content.decode())
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise MatchDataError(name, str(error), "a TOML file in UTF-8") from None
    return MatchData(id, files, digest.hexdigest(), dict(contents))
