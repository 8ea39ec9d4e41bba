"""The key that signs a ledger's checkpoints, and those that did before."""

from __future__ import annotations

import os
import uuid
from pathlib import Path
from typing import Any

import duckdb
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from store.errors import WrongFormat
from store.mark import sync
from store.notes import Signer, Verifier
from store.tree import Asked, Rows, last_position

FILE = "signing-key.pem"


def new_signer() -> Signer:
    """A key of its own for a ledger of its own."""
    return Signer(f"senpu/{uuid.uuid4()}", Ed25519PrivateKey.generate())


def signer_in(folder: Path, connection: duckdb.DuckDBPyConnection) -> Signer:
    """The key in a folder, made if it is not there, known to the ledger as its newest."""

    def rows(sql: str, parameters: Asked) -> list[tuple[Any, ...]]:
        return connection.execute(sql, parameters).fetchall()

    known = verifiers_in(rows)
    name = known[-1].name if known else new_signer().verifier.name
    signer = Signer(name, _key(folder / FILE))
    if signer.verifier not in known[-1:]:
        rows("insert into signers values (?, ?)", [last_position(rows), str(signer.verifier)])
    return signer


def verifiers_in(rows: Rows) -> list[Verifier]:
    """The public keys of a ledger, the newest last."""
    return [
        Verifier.parse(verifier)
        for (verifier,) in rows("select verifier from signers order by rowid", [])
    ]


def _key(file: Path) -> Ed25519PrivateKey:
    if not file.exists():
        pem = Ed25519PrivateKey.generate().private_bytes(
            Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
        )
        fresh = file.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
            opened.write(pem)
        sync(fresh)
        os.replace(fresh, file)
        sync(file.parent)
    try:
        key = load_pem_private_key(file.read_bytes(), None)
    except (ValueError, TypeError) as fault:
        raise WrongFormat(file, "no key", "an Ed25519 key in PEM") from fault
    if not isinstance(key, Ed25519PrivateKey):
        raise WrongFormat(file, "another key", "an Ed25519 key in PEM")
    return key
