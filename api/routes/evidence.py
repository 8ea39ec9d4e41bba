"""That nothing was changed: checkpoints, and proofs of matches."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import APIRouter, Depends, Header, Response
from starlette.requests import Request

from api.evidence import evidence
from api.media import JSON, answer, chosen, etag, written
from api.routes.common import Asking, AtDesk, MatchId
from store import Ledger
from store.bundle import qr_code

router = APIRouter(prefix="/v1", tags=["evidence"])


async def ledger_of(request: Request) -> Ledger:
    """The ledger of the application."""
    return cast(Ledger, request.app.state.ledger)


TheLedger = Annotated[Ledger, Depends(ledger_of)]
TEXT = "text/plain"
SVG = "image/svg+xml"


@router.get("/checkpoint", responses={200: {"content": {TEXT: {"schema": {"type": "string"}}}}})
def get_checkpoint(ledger: TheLedger, accept: Annotated[str | None, Header()] = None) -> Response:
    """How much is recorded, and the root over it, signed; kept elsewhere, it binds the server."""
    if chosen(accept, (TEXT, JSON)) == TEXT:
        return answer(ledger.checkpoint().encode(), media_type=TEXT, vary="Accept")
    told = {"checkpoint": ledger.checkpoint(), "verifier": ledger.verifier()}
    return answer(written(told), vary="Accept")


@router.get(
    "/matches/{match_id}/proof",
    responses={200: {"content": {name: {"schema": {"type": "string"}} for name in (TEXT, SVG)}}},
)
def get_proof(
    desk: AtDesk,
    ledger: TheLedger,
    caller: Asking,
    match_id: MatchId,
    accept: Annotated[str | None, Header()] = None,
) -> Response:
    """A proof of a match, checked without the server; or its slip to print, as text or QR code."""
    media_type = chosen(accept, (JSON, TEXT, SVG))
    proven = evidence(desk, ledger, match_id, caller)
    content = {
        JSON: lambda: proven.bundle,
        TEXT: lambda: str(proven.slip).encode(),
        SVG: lambda: qr_code(proven.slip),
    }[media_type]()
    return answer(content, media_type=media_type, etag=etag(proven.head), vary="Accept")
