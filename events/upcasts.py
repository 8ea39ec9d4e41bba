"""An old shape of a type, read as its newest.

A vocabulary lists its upcasts by type and the version they start from; each gives the next
version. The stored bytes stay as they were written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
Upcasts = Mapping[tuple[str, int], Upcast]


def newest(body: dict[str, Any], version: int, upcasts: Upcasts) -> dict[str, Any] | None:
    """`body` in the shape of `version`; None if no way leads there."""
    found = body.get("v", 1)
    while found != version:
        upcast = upcasts.get((body["type"], found)) if type(found) is int else None
        if upcast is None:
            return None
        found += 1
        body = upcast(body) | {"v": found}
    return body
