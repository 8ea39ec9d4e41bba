"""Proofs of matches, as far as somebody may see them."""

from __future__ import annotations

from typing import NamedTuple

from api.desk import Desk
from api.errors import NotAllowed
from api.identity import EVERYBODY, Caller
from events.shared import MatchClosed
from store import Ledger
from store.bundle import Slip, bundle


class Evidence(NamedTuple):
    """What proves a match."""

    bundle: bytes
    """Checked by `senpu verify`, with no store and no server."""
    slip: Slip
    head: int


def evidence(desk: Desk, ledger: Ledger, match_id: str, caller: Caller = EVERYBODY) -> Evidence:
    """What proves a match to somebody.

    Whoever may not see all of it gets the events as they may see them, and of each the hash that
    the salt, which they do not get, keeps anybody from guessing at. Of a match that was closed and
    is open again they get no proof: the salt may be known since.

    Raises: UnknownMatch, NotAllowed, StoreError.
    """
    with desk.seen(match_id, caller) as seen:
        if not seen.is_whole and any(isinstance(e, MatchClosed) for e in seen.record.events):
            found = "a match that was closed and is open again"
            raise NotAllowed(match_id, found, "one whose salt never was shown")
        shown = None if seen.is_whole else desk.views.events(match_id, seen)
        proof = ledger.prove(match_id, seen.head, each=shown is not None)
        return Evidence(bundle(proof, shown), Slip.of(proof), seen.head)
