"""Match data of each game with anything wrong in them are read or refused; nothing else happens."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from api.catalogues import check
from auditor import MatchDataError
from auditor.cards import MatchData
from auditor.game import Game, game_of, games

WRONG: tuple[Any, ...] = ([[1]], [], {"strange": 1}, -7, 10**30, "strange", "", float("nan"), True)
Path = tuple[Any, ...]


def catalogues(game: Game) -> Iterator[dict[str, Any]]:
    """The files of each catalogue that comes with a game, by their names."""
    for path in sorted((game.path / "catalogues").iterdir()):
        files = sorted(path.glob("*.toml")) if path.is_dir() else [path]
        yield {file.name: tomllib.loads(file.read_text("utf-8")) for file in files}


def places(files: dict[str, Any]) -> list[Path]:
    """The way to each value in the files; of those with the same keys on it, the first."""
    found: dict[Path, Path] = {}

    def walk(value: Any, path: Path) -> None:
        keys = tuple(0 if isinstance(step, int) else step for step in path)
        if len(path) > 1:
            found.setdefault(keys, path)
        if isinstance(value, dict | list):
            for step, each in value.items() if isinstance(value, dict) else enumerate(value):
                walk(each, (*path, step))

    walk(files, ())
    return list(found.values())


def changed(files: dict[str, Any], path: Path, *new: Any) -> dict[str, Any]:
    """The files with another value in a place, or with none."""
    files = deepcopy(files)
    at: Any = files
    for step in path[:-1]:
        at = at[step]
    if new:
        at[path[-1]] = new[0]
    else:
        del at[path[-1]]
    return files


@pytest.mark.parametrize("key", games())
def test_a_wrong_value_anywhere_is_read_or_refused_with_its_place(key: str) -> None:
    game, faults = game_of(key), list[MatchDataError]()
    for files in catalogues(game):
        for path in places(files):
            for new in ((), *((wrong,) for wrong in WRONG)):
                try:
                    check(game, MatchData("club", changed(files, path, *new), None))
                except MatchDataError as fault:
                    faults.append(fault)
    assert faults
    assert all(fault.where and fault.found and fault.expected for fault in faults)
