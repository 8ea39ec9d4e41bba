"""Match data: the cards, boards and sheets of a match, looked up by the id of their catalogue."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
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


NO_DATA = MatchData(None, {}, None)
PLAIN_NAME = re.compile(r"\w[\w .-]{0,59}")
"""An id that is a file's name on every system, and leads out of no folder."""


def find_match_data(game: str, id: str | None, given: Iterable[Path] = ()) -> MatchData:
    """The match data of a catalogue id: a file `<id>.toml`, or a folder of TOML files.

    `given`: files and folders to look at first: a catalogue itself, or a folder of catalogues.
    Raises: MatchDataError, with the places looked in.
    """
    if id is None:
        return NO_DATA
    places = [*given, game_of(game).path / "catalogues"]
    for place in places if PLAIN_NAME.fullmatch(id) else ():
        for found in (place, place / id, place / f"{id}.toml"):
            if found.name in (id, f"{id}.toml") and found.exists():
                return _read(found, id, found.stat().st_mtime_ns)
    looked = ", ".join(str(place.name) for place in places)
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
    digest = hashlib.sha256()
    files = {}
    for path in paths:
        content = path.read_bytes()
        digest.update(path.name.encode() + b"\0" + content + b"\0")
        try:
            files[path.name] = tomllib.loads(content.decode())
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise MatchDataError(path.name, str(error), "a TOML file in UTF-8") from None
    if not files:
        raise MatchDataError(found.name, "no TOML file", "at least one")
    return MatchData(id, files, digest.hexdigest())
