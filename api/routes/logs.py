"""Whole logs: stored, or only audited."""

from __future__ import annotations

from fastapi import APIRouter, Response

from api.media import EVENTS_IN, EventsIn, answer, written
from api.routes.common import Asking, AtDesk
from api.routes.matches import recorded

router = APIRouter(prefix="/v1", tags=["logs"])


@router.post("/logs", status_code=201, openapi_extra=EVENTS_IN)
def store_a_log(desk: AtDesk, caller: Asking, body: EventsIn) -> Response:
    """A whole log stored, or nothing of it; the same log again changes nothing (200)."""
    return recorded(desk.log(body.lines(), caller), located=True)


@router.post("/audit", openapi_extra=EVENTS_IN)
def audit_a_log(desk: AtDesk, body: EventsIn) -> Response:
    """The report on a log that is not stored."""
    return answer(written(desk.audit(body.lines())))
