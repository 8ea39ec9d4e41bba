"""API keys: made, revoked, looked up. A key is shown once; only its hash is kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from threading import Lock
from typing import Any

from api.errors import BadKey, LastOrganiser, NoSuchKey, NotIdentified
from api.identity import Caller, Role, bound
from store import Kept, Ledger

PREFIX = "senpu_"
"""How every key begins, so that one that got out is found where it should not be."""
_KIND = "key"


@dataclass(frozen=True, slots=True)
class Key:
    """A key as it is kept and listed."""

    id: str
    name: str
    """Whose it is, for people."""
    roles: tuple[Role, ...]
    tournaments: tuple[str, ...]
    matches: tuple[str, ...]
    digest: str
    """SHA-256 of the secret, in hexadecimal."""
    created: str = ""
    revoked: str | None = None

    def told(self) -> dict[str, Any]:
        """The key without what was kept of its secret."""
        return {name: value for name, value in asdict(self).items() if name != "digest"}


class Keys:
    """The keys of a store. Safe to share between threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._lock = Lock()
        self._keys: dict[str, Key] = {}
        for document in ledger.documents(_KIND):
            first = self._keys.get(document.id)
            created = first.created if first else document.at
            revoked = document.at if document.body["revoked"] else None
            of_key = {name: document.body[name] for name in ("name", "digest")}
            self._keys[document.id] = Key(
                id=document.id,
                roles=tuple(map(Role, document.body["roles"])),
                tournaments=tuple(document.body["tournaments"]),
                matches=tuple(document.body["matches"]),
                created=created,
                revoked=revoked,
                **of_key,
            )

    @property
    def are_in_use(self) -> bool:
        """A key was made once, though it may be revoked: nobody gets in without one again."""
        return bool(self._keys)

    @property
    def have_an_organiser(self) -> bool:
        """There is a key that can make others."""
        return any(_organises(key) for key in self._keys.values())

    def listed(self) -> list[Key]:
        """All keys, the newest last."""
        return sorted(self._keys.values(), key=lambda key: (key.created, key.id))

    def get(self, id: str) -> Key:
        """The key of an id. Raises: NoSuchKey."""
        if id not in self._keys:
            raise NoSuchKey("key", f"'{id}'", "the id of a key")
        return self._keys[id]

    def create(
        self,
        name: str,
        roles: Sequence[Role],
        tournaments: Sequence[str] = (),
        matches: Sequence[str] = (),
    ) -> tuple[Key, str]:
        """A new key, and its text, which nobody can tell again.

        Raises: BadKey, if a recorder is bound to nothing, or a binding has no recorder.
        """
        if (Role.RECORDER in roles) != bool(tournaments or matches):
            raise BadKey(
                "key",
                "a recorder bound to nothing" if Role.RECORDER in roles else "matches to record",
                "the role recorder with a tournament or matches, or neither",
            )
        id, secret = secrets.token_hex(6), secrets.token_urlsafe(32)
        key = Key(
            id,
            name,
            tuple(sorted(set(roles))),
            tuple(sorted(set(tournaments))),
            tuple(sorted({match_id.lower() for match_id in matches})),
            _digest(secret),
        )
        with self._lock:
            key = replace(key, created=self._ledger.keep(_document(key)).at)
            self._keys[id] = key
        return key, f"{PREFIX}{id}_{secret}"

    def revoke(self, id: str) -> Key:
        """The key, of no use from now on; revoked again, it stays as it was.

        Raises: NoSuchKey; LastOrganiser, if nobody could make another one after it.
        """
        with self._lock:
            key = self.get(id)
            if key.revoked is None:
                others = [k for k in self._keys.values() if k.id != id]
                if _organises(key) and not any(map(_organises, others)):
                    raise LastOrganiser("key", "the last organiser's", "another organiser first")
                key = replace(key, revoked="now")
                key = replace(key, revoked=self._ledger.keep(_document(key)).at)
                self._keys[id] = key
            return key

    def caller(self, text: str) -> Caller:
        """Whose key it is. Raises: NotIdentified, not saying what is wrong with it."""
        id, _, secret = text.removeprefix(PREFIX).partition("_")
        key = self._keys.get(id)
        is_right = hmac.compare_digest(_digest(secret), key.digest if key else "")
        if key is None or not is_right or key.revoked is not None:
            raise NotIdentified("Authorization", "a key that is not valid", "a valid key")
        return bound(f"key {key.id}", key.roles, key.tournaments, key.matches)


def _digest(secret: str) -> str:
    # 256 random bits can't be tried one by one: a slow hash would only slow every request.
    return hashlib.sha256(secret.encode()).hexdigest()


def _organises(key: Key) -> bool:
    return key.revoked is None and Role.ORGANISER in key.roles


def _document(key: Key) -> Kept:
    body = {name: value for name, value in asdict(key).items() if name not in ("id", "created")}
    return Kept(_KIND, key.id, {**body, "revoked": key.revoked is not None})
