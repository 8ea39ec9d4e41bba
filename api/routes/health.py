"""Whether the server answers."""

from __future__ import annotations

from fastapi import APIRouter, Response

from api.media import answer, written

router = APIRouter(tags=["operating"])


@router.get("/healthz")
def is_alive() -> Response:
    """It answers."""
    return answer(written({"status": "ok"}))
