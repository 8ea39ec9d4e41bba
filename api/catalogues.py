"""Match data: what organisers put, kept by content hash; each match keeps that it was opened with.

A match is replayed with the cards and boards of its opening, whatever is put, or comes with the
program, after it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from api.errors import NoSuchCatalogue
from auditor import Game, MatchDataError, find_match_data
from auditor.cards import PLAIN_NAME, MatchData, Place, read_match_data
from store import Kept, Ledger

_CONTENT, _PUT, _PIN = "match_data", "catalogue", "pin"


class Held(NamedTuple):
    """A catalogue that was put: its hash, and when."""

    id: str
    sha256: str
    at: str


class Catalogues:
    """Where match data is found. Safe to share between threads."""

    def __init__(self, ledger: Ledger, paths: Sequence[Path] = ()) -> None:
        self._ledger = ledger
        self._paths = paths
        self._lock = Lock()
        self._kept = {document.id for document in ledger.documents(_CONTENT)}
        self._put: dict[tuple[str, str], list[Held]] = {}
        for document in ledger.documents(_PUT):
            game, _, id = document.id.partition("/")
            self._put.setdefault((game, id), []).append(
                Held(id, document.body["sha256"], document.at)
            )
        self._read: dict[str, MatchData] = {}

    def places(self, game: str, id: str | None) -> list[Place]:
        """Where a match that is opened now looks, before what comes with the program."""
        held = self._put.get((game, id or ""), [])
        return [*self._paths, *([self._content(held[-1].sha256)] if held else [])]

    def pinned(self, match_id: str) -> list[Place]:
        """What a match was opened with; empty, if it was with none."""
        pins = self._ledger.documents(_PIN, match_id)
        return [self._content(pin.body["sha256"]) for pin in pins[:1]]

    def pin(self, game: Game, match_id: str, data: MatchData) -> list[Kept]:
        """What is kept beside the opening of a match, for it to be replayed with `data`."""
        if data.sha256 is None:
            return []
        return [*self._to_keep(game, data), Kept(_PIN, match_id, {"sha256": data.sha256})]

    def put(self, game: Game, id: str, contents: Mapping[str, bytes]) -> tuple[Held, bool]:
        """The newest version of a catalogue; False, if it was that already.

        Raises: MatchDataError, if a match could not be played with it.
        """
        if not PLAIN_NAME.fullmatch(id):
            raise MatchDataError("id", f"'{id}'", "letters, digits, spaces, dots and hyphens")
        data = read_match_data(id, contents)
        check(game, data)
        with self._lock:
            versions = self._put.setdefault((game.key, id), [])
            if versions and versions[-1].sha256 == data.sha256:
                return versions[-1], False
            assert data.sha256 is not None
            for kept in self._to_keep(game, data):
                self._ledger.keep(kept)
                self._kept.add(kept.id)
            document = self._ledger.keep(Kept(_PUT, f"{game.key}/{id}", {"sha256": data.sha256}))
            versions.append(Held(id, data.sha256, document.at))
            return versions[-1], True

    def versions(self, game: Game) -> list[Held]:
        """All that was put for a game, by id, the newest last."""
        return [
            held
            for (key, _), versions in sorted(self._put.items())
            if key == game.key
            for held in versions
        ]

    def installed(self, game: Game) -> list[str]:
        """The ids of what comes with the program."""
        found = (game.path / "catalogues").glob("*")
        return sorted(
            path.stem if path.is_file() else path.name
            for path in found
            if path.is_dir() or path.suffix == ".toml"
        )

    def find(self, game: Game, id: str, sha256: str | None = None) -> MatchData:
        """A catalogue as a match would find it now, or one of its contents by hash.

        Raises: NoSuchCatalogue.
        """
        if sha256 is not None:
            if sha256 not in self._kept or (data := self._content(sha256)).id != id:
                raise NoSuchCatalogue("sha256", sha256, "one that was put or used")
            return data
        try:
            return find_match_data(game.key, id, self.places(game.key, id))
        except MatchDataError as fault:
            raise NoSuchCatalogue("catalogue", f"'{id}'", fault.expected) from None

    def _to_keep(self, game: Game, data: MatchData) -> list[Kept]:
        if data.sha256 is None or data.sha256 in self._kept:
            return []
        files = {name: content.decode() for name, content in data.contents.items()}
        return [Kept(_CONTENT, data.sha256, {"game": game.key, "id": data.id, "files": files})]

    def _content(self, sha256: str) -> MatchData:
        if sha256 not in self._read:
            [document, *_] = self._ledger.documents(_CONTENT, sha256)
            files = {name: text.encode() for name, text in document.body["files"].items()}
            self._read[sha256] = read_match_data(document.body["id"], files)
            self._kept.add(sha256)
        return self._read[sha256]


def check(game: Game, data: MatchData) -> None:
    """That a match of the game can be played with these data. Raises: MatchDataError."""
    if game.check_data is not None:
        game.check_data(data.files)
    else:
        options = {name: setting.default for name, setting in game.options.items()}
        game.read_data(data.files, options)


def tables(data: MatchData) -> dict[str, list[Any]]:
    """What all files of match data say together, by the name of the table.

    A table that stands once in a file is one entry, an array of tables as many.
    """
    found: dict[str, list[Any]] = {}
    for table in data.files.values():
        for name, value in table.items():
            found.setdefault(name, []).extend(value if isinstance(value, list) else [value])
    return json.loads(json.dumps(found, default=str))  # type: ignore[no-any-return]  # dates as text
