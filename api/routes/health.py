"""For whoever operates the server: whether it answers, whether it takes appends, counters."""

from __future__ import annotations

from typing import cast

from fastapi import APIRouter, Response
from prometheus_client import generate_latest
from starlette.requests import Request

from api.media import answer, written
from api.routes.common import AtDesk, Organiser
from api.watch import Meters

router = APIRouter(tags=["operating"])

PROMETHEUS = "text/plain; version=1.0.0; charset=utf-8"


@router.get("/healthz")
def is_alive() -> Response:
    """It answers."""
    return answer(written({"status": "ok"}))


@router.get("/readyz")
def is_ready(desk: AtDesk) -> Response:
    """It writes durably and reads back, as an append does; 503 or 507 if it can't."""
    desk.probe()
    return answer(written({"status": "ready"}))


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {PROMETHEUS: {"schema": {"type": "string"}}}}},
)
def metrics(request: Request, _: Organiser) -> Response:
    """Counters in the text format of Prometheus; they tell how long things took: for organisers."""
    meters = cast(Meters, request.app.state.meters)
    return answer(generate_latest(meters.registry), media_type=PROMETHEUS)
