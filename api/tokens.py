"""Bearer tokens of an outside issuer (RFC 7519), checked with its public keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jwt

from api.errors import NotIdentified
from api.files import Unusable
from api.identity import Caller, bound
from api.settings import Settings

ALGORITHMS = ("RS256", "PS256", "ES256", "EdDSA")
"""Signatures that only the issuer can make."""
LEEWAY_S = 30
_NEEDED = ["exp", "iss", "aud", "sub"]


class Tokens:
    """The tokens of the issuer in the settings.

    Raises: Unusable, if there is an issuer whose keys can't be had.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._keys = _keys_at(settings.jwks) if settings.issuer is not None else None

    @property
    def are_in_use(self) -> bool:
        """An issuer is set."""
        return self._keys is not None

    def caller(self, text: str) -> Caller:
        """Whom a token names. Raises: NotIdentified."""
        if self._keys is None:
            raise NotIdentified("Authorization", "a token that is no key of ours", "a valid key")
        settings = self._settings
        try:
            claims: dict[str, Any] = jwt.decode(
                text,
                self._key_of(text),
                algorithms=list(ALGORITHMS),
                audience=settings.audience,
                issuer=settings.issuer,
                leeway=LEEWAY_S,
                options={"require": _NEEDED},
            )
        except (jwt.PyJWTError, KeyError, ValueError) as fault:
            raise NotIdentified(
                "Authorization",
                f"a token that is not valid ({type(fault).__name__})",
                "a valid one",
            ) from None
        return bound(
            f"sub {claims['sub']}",
            _words(claims.get(settings.roles_claim)),
            _words(claims.get("tournaments"), split=False),
            _words(claims.get("matches")),
        )

    def _key_of(self, text: str) -> jwt.PyJWK:
        assert self._keys is not None
        if isinstance(self._keys, jwt.PyJWKClient):
            return self._keys.get_signing_key_from_jwt(text)
        return self._keys[jwt.get_unverified_header(text).get("kid", "")]


def _keys_at(place: str | None) -> jwt.PyJWKSet | jwt.PyJWKClient:
    if place is None:
        raise Unusable("SENPU_JWKS", "nothing", "where the issuer's keys are")
    if place.startswith(("https://", "http://127.0.0.1:", "http://localhost:")):
        return jwt.PyJWKClient(place)
    try:
        return jwt.PyJWKSet.from_json(Path(place).read_text("utf-8"))
    except (OSError, ValueError, jwt.PyJWTError) as fault:
        raise Unusable(place, type(fault).__name__, "a JSON Web Key Set") from None


def _words(claim: Any, *, split: bool = True) -> list[str]:
    """A claim as a list of strings: a list, or one string, with words or as a whole."""
    if isinstance(claim, str):
        return claim.split() if split else [claim]
    return [word for word in claim if isinstance(word, str)] if isinstance(claim, list) else []
