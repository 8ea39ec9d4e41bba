"""API keys, for organisers."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field

from api.identity import Role
from api.media import JsonIn, answer, written
from api.routes.common import AtDoors, Organiser
from events.envelope import Uuid

router = APIRouter(prefix="/v1/keys", tags=["keys"])


class NewKey(BaseModel):
    """What a key is to be for."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=200)]
    roles: Annotated[list[Role], Field(min_length=1, max_length=4)]
    tournaments: Annotated[list[str], Field(max_length=1000)] = []
    matches: Annotated[list[Uuid], Field(max_length=1000)] = []


@router.get("")
def list_keys(doors: AtDoors, _: Organiser) -> Response:
    """All keys, revoked ones too; never their texts."""
    return answer(written({"keys": [key.told() for key in doors.keys.listed()]}))


@router.post("", status_code=201)
def create_key(doors: AtDoors, _: Organiser, body: JsonIn) -> Response:
    """A new key. Its text is in this answer and nowhere else."""
    asked = body.read_as(NewKey)
    key, text = doors.keys.create(asked.name, asked.roles, asked.tournaments, asked.matches)
    return answer(
        written({**key.told(), "key": text}),
        201,
        location=f"/v1/keys/{key.id}",
        cache_control="no-store",
    )


@router.get("/{key}")
def get_key(doors: AtDoors, _: Organiser, key: str) -> Response:
    """One key."""
    return answer(written(doors.keys.get(key).told()))


@router.delete("/{key}")
def revoke_key(doors: AtDoors, _: Organiser, key: str) -> Response:
    """The key, of no use from now on; it stays in the list."""
    return answer(written(doors.keys.revoke(key).told()))
