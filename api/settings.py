"""Settings of a server: from the environment, each with its reason."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from api.files import Unusable


def _rate(text: str) -> str:
    from limits import parse

    parse(text)  # ValueError, if it is none
    return text


Rate = Annotated[str, AfterValidator(_rate)]
"""So many in such a time: `120/minute`."""


class Settings(BaseSettings):
    """What `senpu serve` reads from the environment; README.md has them as a table."""

    model_config = SettingsConfigDict(env_prefix="SENPU_", frozen=True)

    rate_anonymous: Rate = "600/minute"
    """Requests of one address without a key."""
    rate_key: Rate = "12000/minute"
    """Requests of one key, or one subject of the issuer."""
    issuer: str | None = None
    """Who signs bearer tokens (`iss`); None: only keys count."""
    audience: str = "senpu"
    """Whom the tokens are for (`aud`)."""
    jwks: str | None = None
    """Where the issuer's public keys are: a file, or an https address."""
    roles_claim: str = "scope"
    """The claim with the roles: a list, or words in a string."""
    proxies: str = "127.0.0.1"
    """Addresses of proxies whose X-Forwarded-For is believed; `*` for any."""
    heartbeat_s: Annotated[float, Field(gt=0, le=3600)] = 15
    """So often a quiet stream of events shows that it lives."""
    followers: Annotated[int, Field(ge=1)] = 1000
    """Streams of events that are open at once."""
    sql_seconds: Annotated[float, Field(gt=0, le=600)] = 10
    """So long a query may take."""
    sql_memory_mb: Annotated[int, Field(ge=256)] = 1024
    """So much memory its process may take."""
    sql_rows: Annotated[int, Field(ge=1)] = 100_000
    """So many rows it may give; what is more is left off, and said."""
    sql_at_once: Annotated[int, Field(ge=1)] = 2
    """So many run beside each other; others wait."""
    log_level: Annotated[str, Field(pattern="(?i)^(debug|info|warning|error)$")] = "info"
    """From which level on is logged; a request is `info`."""


def read_settings() -> Settings:
    """The settings of this environment. Raises: Unusable, naming the variable."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = "SENPU_" + "_".join(map(str, first["loc"])).upper()
        expected = first["msg"].removeprefix("Input should be ")
        raise Unusable(name, repr(first["input"]), expected) from None
