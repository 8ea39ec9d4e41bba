"""The gate: who asks is found out once, and how much they may ask, before anything else."""

from __future__ import annotations

import ipaddress
import math
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.errors import ApiError, NotIdentified, TooMany, WrongHost
from api.identity import EVERYBODY, NOBODY, Caller
from api.keys import PREFIX, Keys
from api.settings import Settings
from api.tokens import Tokens

UNLIMITED = ("/healthz",)
"""Asked by whatever watches over the server."""


class Doors:
    """Who gets in, and as whom."""

    def __init__(self, keys: Keys, settings: Settings, *, local: bool = False) -> None:
        self.keys = keys
        self._tokens = Tokens(settings)
        self._local = local

    @property
    def are_open(self) -> bool:
        """There are no keys and no issuer: whoever reaches the server may do everything."""
        return not self.keys.are_in_use and not self._tokens.are_in_use

    async def caller(self, headers: Headers) -> Caller:
        """Whoever sends these headers. Raises: NotIdentified, WrongHost."""
        if self.are_open:
            if self._local and not is_loopback(_name(headers.get("host", ""))):
                # A page elsewhere may have its name lead here, to act as whoever opens it.
                raise WrongHost("Host", "another name", "localhost or a loopback address")
            return EVERYBODY
        given = headers.get("authorization")
        if given is None:
            return NOBODY
        scheme, _, text = given.partition(" ")
        if scheme.lower() != "bearer" or not text.strip().isascii():
            raise NotIdentified("Authorization", "another scheme", "Bearer and a key")
        if text.strip().startswith(PREFIX):
            return self.keys.caller(text.strip())
        return await run_in_threadpool(self._tokens.caller, text.strip())


class Allowance:
    """How many requests each caller has left."""

    def __init__(self, settings: Settings) -> None:
        self._anonymous = parse(settings.rate_anonymous)
        self._known = parse(settings.rate_key)
        self._windows = FixedWindowRateLimiter(MemoryStorage())

    def spend(self, caller: Caller, address: str) -> dict[str, str]:
        """One request less; the headers that say how many are left. Raises: TooMany."""
        limit = self._known if caller.is_known else self._anonymous
        who = caller.id if caller.is_known else address
        allowed = self._windows.hit(limit, who)
        left = self._windows.get_window_stats(limit, who)
        seconds = max(1, math.ceil(left.reset_time - time.time()))
        headers = {
            "RateLimit-Limit": str(limit.amount),
            "RateLimit-Remaining": str(left.remaining),
            "RateLimit-Reset": str(seconds),
        }
        if not allowed:
            refusal = TooMany(
                "requests",
                f"more than {limit.amount}",
                f"at most {limit.amount} in {limit.get_expiry()} s",
                retry_after=seconds,
            )
            refusal.headers = headers
            raise refusal
        return headers


class Gate:
    """Middleware that puts the caller into the state of each request."""

    def __init__(
        self, app: ASGIApp, doors: Doors, allowance: Allowance, problem: Callable[..., Any]
    ) -> None:
        self._app = app
        self._doors = doors
        self._allowance = allowance
        self._problem = problem

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI has it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers: dict[str, str] = {}

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(headers)
            await send(message)

        state = scope.setdefault("state", {})
        state["caller"] = NOBODY
        try:
            if scope["path"] not in UNLIMITED:
                state["caller"] = caller = await self._doors.caller(Headers(scope=scope))
                if caller is not EVERYBODY:
                    address = scope["client"][0] if scope.get("client") else ""
                    headers |= self._allowance.spend(caller, address)
        except ApiError as refusal:
            headers |= refusal.headers
            response = self._problem(Request(scope), refusal)
            await response(scope, receive, told)
            return
        await self._app(scope, receive, told)


def is_loopback(host: str) -> bool:
    """The name or address of this machine for itself."""
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def _name(host: str) -> str:
    """The name in a Host header, without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower()
