"""The end of a match, and how it grows."""

from __future__ import annotations

from dataclasses import dataclass

from store import hashing
from store.entry import Entry
from store.errors import AlreadyRecorded, MatchExists, UnknownMatch, WrongVersion
from store.ledger import Recorded


@dataclass(slots=True)
class Chain:
    """What a writer has to know of a match to make it grow."""

    salt: bytes
    seq: int
    hash: bytes
    held: dict[str, Recorded]
    """The events that have an event_id."""


def extended(chain: Chain | None, entry: Entry) -> tuple[Chain, list[Recorded]]:
    """The match with the batch at its end, and the events as stored; `chain` is used up.

    Raises: UnknownMatch, MatchExists, AlreadyRecorded, WrongVersion; `chain` is as it was.
    """
    if chain is None:
        if entry.opening is None:
            raise UnknownMatch(entry.match_id)
        salt = entry.opening.salt or hashing.new_salt()
        chain = Chain(salt, 0, hashing.first_link(salt), {})
    elif entry.opening is not None:
        raise MatchExists(entry.match_id)
    for event_id in entry.event_ids:
        if event_id is not None and event_id in chain.held:
            raise AlreadyRecorded(event_id, chain.held[event_id])
    for follows in (entry.expected, entry.first - 1):
        if follows is not None and follows != chain.seq:
            raise WrongVersion(entry.match_id, follows, chain.seq)
    recorded = []
    tip = chain.hash
    for seq, body in enumerate(entry.bodies, entry.first):
        tip = hashing.link(tip, chain.salt, body)
        recorded.append(Recorded(entry.match_id, seq, body, tip))
    chain.seq, chain.hash = recorded[-1].seq, tip
    chain.held.update(
        (event_id, event)
        for event_id, event in zip(entry.event_ids, recorded, strict=True)
        if event_id is not None
    )
    return chain, recorded
