"""`senpu keys`: API keys made, listed and revoked in a store that no server has open."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.cli_shared import HERE, STORE, Faults, Lang, Store
from api.files import Unusable

if TYPE_CHECKING:
    from api.keys import Key, Keys

keys = typer.Typer(help=HERE("help.keys"), no_args_is_help=True, rich_markup_mode=None)


class Part(StrEnum):
    """A role, as `api.identity.Role` has it; importing that here would slow down `--help`."""

    PUBLIC = "public"
    RECORDER = "recorder"
    JUDGE = "judge"
    ORGANISER = "organiser"


@keys.command(help=HERE("help.keys_create"))
def create(
    lang: Lang,
    name: Annotated[str, typer.Option(help=HERE("help.key_name"))],
    role: Annotated[list[Part], typer.Option(help=HERE("help.role"))],
    tournament: Annotated[list[str] | None, typer.Option(help=HERE("help.key_tournament"))] = None,
    match: Annotated[list[str] | None, typer.Option(help=HERE("help.key_match"))] = None,
    store: Store = STORE,
) -> None:
    """Makes a key and prints it, once."""
    from api.identity import Role

    with _keys(lang, store) as held:
        key, text = held.create(name, [Role(r) for r in role], tournament or (), match or ())
        typer.echo(text)
        words = Faults(lang).words
        typer.echo(words("keys.created", id=key.id, what=_what(key)), err=True)


@keys.command("list", help=HERE("help.keys_list"))
def list_(
    lang: Lang,
    as_json: Annotated[bool, typer.Option("--json", help=HERE("help.json"))] = False,
    store: Store = STORE,
) -> None:
    """Lists the keys, revoked ones too."""
    with _keys(lang, store) as held:
        if as_json:
            told = [key.told() for key in held.listed()]
            typer.echo(json.dumps(told, ensure_ascii=False, indent=2))
            return
        words = Faults(lang).words
        for key in held.listed():
            state = words("keys.revoked", at=key.revoked) if key.revoked else words("keys.valid")
            typer.echo(f"{key.id}  {key.name}  {_what(key)}  {state}")


@keys.command(help=HERE("help.keys_revoke"))
def revoke(
    lang: Lang,
    id: Annotated[str, typer.Argument(metavar="ID", help=HERE("help.key_id"))],
    store: Store = STORE,
) -> None:
    """Takes a key out of use."""
    with _keys(lang, store) as held:
        held.revoke(id)


@contextmanager
def _keys(lang: Lang, store: Path) -> Iterator[Keys]:
    """The keys of a store; ends the command with exit code 2 at a fault."""
    from api.errors import ApiError
    from api.keys import Keys
    from store import DuckDBLedger, StoreError

    faults = Faults(lang)
    with faults.of(Unusable, StoreError, ApiError), DuckDBLedger.open(store) as ledger:
        yield Keys(ledger)
    faults.exit()


def _what(key: Key) -> str:
    """What a key is for, on one line."""
    return " ".join([",".join(key.roles), *key.tournaments, *key.matches])
