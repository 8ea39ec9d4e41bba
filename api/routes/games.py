"""What the auditor knows: games and their rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Response

from api.errors import NoSuchGame, NoSuchRule
from api.media import answer, written
from auditor import Game
from auditor.catalogue import Catalogue
from auditor.game import games
from auditor.general import general_catalogue
from auditor.report import hole_of, source_of, text_of

router = APIRouter(prefix="/v1/games", tags=["games"])


@router.get("")
def list_games() -> Response:
    """The games that can be audited."""
    return answer(written({"games": [_game(game.catalogue) for game in games().values()]}))


@router.get("/{game}/rules")
def list_rules(game: str) -> Response:
    """The rules of a game, those of every game after its own."""
    found = game_known(game)
    catalogues = (found.catalogue, general_catalogue())
    return answer(
        written(
            {
                **_game(found.catalogue),
                "sections": [
                    {"of": c.key, "number": number, "en": en, "ja": ja}
                    for c in catalogues
                    for number, (en, ja) in c.sections.items()
                ],
                "rules": [_rule(found, id) for c in catalogues for id in c.rules],
            }
        )
    )


@router.get("/{game}/rules/{rule}")
def get_rule(game: str, rule: str) -> Response:
    """One rule: its words, its source, examples, and the hole in the source that it fills."""
    found = game_known(game)
    if text_of(found, rule) is None:
        raise NoSuchRule("rule", f"'{rule}'", f"a rule of {game}, such as {_first(found)}")
    return answer(written(_rule(found, rule)))


@router.get("/{game}/schema")
def get_schema(game: str) -> Response:
    """The types of event of a game as JSON Schema, where they hold hidden cards, the options."""
    found = game_known(game)
    vocabulary = found.vocabulary
    return answer(
        written(
            {
                **_game(found.catalogue),
                "events": vocabulary.schema(),
                "hidden": {
                    tag: [".".join(field.path) for field in fields if field.face.hidden]
                    for tag, fields in vocabulary.cards.items()
                },
                "options": {name: setting.default for name, setting in found.options.items()},
            }
        )
    )


def game_known(key: str) -> Game:
    """The installed game of a key. Raises: NoSuchGame."""
    installed: Mapping[str, Game] = games()
    if key not in installed:
        raise NoSuchGame("game", f"'{key}'", f"one of {', '.join(installed)}")
    return installed[key]


def _first(game: Game) -> str:
    return next(iter(game.catalogue.rules))


def _game(catalogue: Catalogue) -> dict[str, Any]:
    return {
        "game": catalogue.key,
        "version": catalogue.version,
        "en": catalogue.name_en,
        "ja": catalogue.name_ja,
        "players": list(catalogue.players),
    }


def _rule(game: Game, id: str) -> dict[str, Any]:
    text, hole = text_of(game, id), hole_of(game, id)
    assert text is not None
    return {
        **asdict(text),
        "source": source_of(game, text),
        "hole": None if hole is None else asdict(hole),
    }
