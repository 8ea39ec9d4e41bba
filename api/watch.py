"""What whoever operates the server sees: a line of JSON a request, and counters.

Neither holds what is asked or answered: no query, no header, no body, so no key and no card.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    Info,
    PlatformCollector,
    ProcessCollector,
)
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOG = logging.getLogger("senpu")
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
"""Between these, answers are counted by how long they took."""
NOWHERE = "none"
"""The route of a request that none fits."""


class Meters:
    """The counters of one application, in the words of Prometheus."""

    def __init__(self, version: str) -> None:
        self.registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        Info("senpu_build", "The version that runs.", registry=self.registry).info(
            {"version": version}
        )
        self.requests = Counter(
            "senpu_requests",
            "Requests answered, by method, route and status.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "senpu_request_seconds",
            "Time from a request to the end of its answer, by route.",
            ("route",),
            buckets=SECONDS,
            registry=self.registry,
        )
        self.running = Gauge(
            "senpu_requests_running",
            "Requests that are being answered; each follower is one.",
            registry=self.registry,
        )


class Watch:
    """Counts and logs every request, around all else."""

    def __init__(self, app: ASGIApp, meters: Meters) -> None:
        self.app = app
        self.meters = meters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request as the application does."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, status = perf_counter(), 500

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        self.meters.running.inc()
        try:
            await self.app(scope, receive, sent)
        finally:
            self.meters.running.dec()
            seconds = perf_counter() - begun
            route = getattr(scope.get("route"), "path", NOWHERE)
            # Methods are the caller's own words, and a label for each would fill the memory.
            method = scope["method"] if route != NOWHERE else "any"
            self.meters.requests.labels(method, route, status).inc()
            self.meters.seconds.labels(route).observe(seconds)
            LOG.info(
                "request",
                extra={
                    "method": method,
                    "route": route,
                    "match_id": scope.get("path_params", {}).get("match_id"),
                    "status": status,
                    "ms": round(seconds * 1000, 1),
                },
            )


class AsJson(logging.Formatter):
    """A record as a line of JSON; of an exception its kind and where it was, not what it says."""

    FIELDS = ("method", "route", "match_id", "status", "ms")

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": record.getMessage() if record.exc_info is None else "failure",
        }
        told |= {
            name: value
            for name in self.FIELDS
            if (value := getattr(record, name, None)) is not None
        }
        if record.exc_info and record.exc_info[0] is not None:
            kind, _, trace = record.exc_info
            told["kind"] = f"{kind.__module__}.{kind.__qualname__}"
            told["frames"] = [
                f"{frame.filename}:{frame.lineno} {frame.name}"
                for frame in traceback.extract_tb(trace)
            ]
        return json.dumps(told, ensure_ascii=False)


def log_to_stderr(level: str) -> None:
    """Has all that this process logs, from a level on, written to standard error as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
