"""Match data: the cards, boards and sheets of a game, put by organisers and read by all."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, ConfigDict, Field

from api.catalogues import tables
from api.media import JSON, BytesIn, Document, answer, media_type_of, written
from api.routes.common import AtDesk, Organiser, Parameters
from api.routes.games import game_known
from auditor.cards import MatchData

router = APIRouter(prefix="/v1/games/{game}", tags=["games"])

TOML = "application/toml"
Text = Annotated[str, Field(max_length=4_000_000)]


class Files(BaseModel):
    """A catalogue of several files, by their names."""

    model_config = ConfigDict(extra="forbid")

    files: Annotated[dict[str, Text], Field(min_length=1, max_length=200)]


class Content(Parameters):
    """One content of a catalogue; left out, the one that a match opened now would have."""

    sha256: Annotated[str | None, Field(pattern="^[0-9a-f]{64}$")] = None


class Named(Content):
    """A catalogue."""

    catalogue: str


@router.get("/catalogues")
def list_catalogues(desk: AtDesk, game: str) -> Response:
    """What was put, the newest of each id last; and what comes with the server."""
    found = game_known(game)
    return answer(
        written(
            {
                "catalogues": [held._asdict() for held in desk.catalogues.versions(found)],
                "installed": desk.catalogues.installed(found),
            }
        )
    )


@router.get("/catalogues/{id}")
def get_catalogue(
    desk: AtDesk, game: str, id: str, content: Annotated[Content, Query()]
) -> Response:
    """The files of a catalogue, as they were put."""
    data = desk.catalogues.find(game_known(game), id, content.sha256)
    files = {name: text.decode() for name, text in data.contents.items()}
    return answer(written({**_named(data), "files": files}), etag=f'"{data.sha256}"')


@router.put("/catalogues/{id}", status_code=201)
def put_catalogue(desk: AtDesk, _: Organiser, game: str, id: str, body: BytesIn) -> Response:
    """A catalogue's newest content, if matches can be played with it; the same again is a 200.

    One file as TOML, or several as JSON. Matches opened before keep the content they have.
    """
    found = game_known(game)
    if media_type_of(body, (JSON, TOML)) == TOML:
        contents = {f"{id}.toml": body.content}
    else:
        files = Document(body.content).read_as(Files).files
        contents = {name: text.encode() for name, text in files.items()}
    held, is_new = desk.catalogues.put(found, id, contents)
    return answer(
        written(held._asdict()),
        201 if is_new else 200,
        etag=f'"{held.sha256}"',
        location=f"/v1/games/{game}/catalogues/{id}?sha256={held.sha256}" if is_new else None,
    )


@router.get("/cards")
def list_cards(desk: AtDesk, game: str, named: Annotated[Named, Query()]) -> Response:
    """What a catalogue says of cards, boards and sheets, by the name of the table."""
    data = desk.catalogues.find(game_known(game), named.catalogue, named.sha256)
    return answer(written({**_named(data), "tables": tables(data)}), etag=f'"{data.sha256}"')


def _named(data: MatchData) -> dict[str, Any]:
    return {"id": data.id, "sha256": data.sha256}
