"""Proofs to hand out: a bundle that is checked with no store and no server, and a slip to print."""

from __future__ import annotations

import base64
import hashlib
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import jiter

from store.errors import NotProven
from store.hashing import canonical, first_link, link, salt_as_text, salt_from_text
from store.ledger import Proof
from store.merkle import leaf_hash, root_of
from store.notes import BadNote, Checkpoint, Verifier, opened

FORMAT = "senpu-proof-1"

Event = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Checked:
    """What a bundle proves."""

    match_id: str
    events: tuple[Event, ...]
    is_whole: bool
    """The events are proven, each as it stands; else only that they are, and their hashes."""
    hashes: dict[int, bytes] = field(compare=False)
    """By seq."""
    checkpoint: Checkpoint
    verifier: Verifier
    """Whose word it is."""


def bundle(proof: Proof, shown: Sequence[Event] | None = None) -> bytes:
    """A proof as JSON; `shown` are the events as somebody may see them who may not see all.

    Without `shown`, whoever has it checks every byte of the events. With it, the salt is left
    out: each hash in it binds the ledger to an event, and nobody can try cards against it.
    """
    events = [json.loads(event.body) for event in proof.events] if shown is None else shown
    return json.dumps(
        {
            "format": FORMAT,
            "match_id": proof.events[0].match_id,
            "salt": salt_as_text(proof.salt) if shown is None else None,
            "events": list(events),
            "hashes": [event.hash.hex() for event in proof.events],
            "inclusions": [
                {
                    "seq": seq,
                    "position": inclusion.position,
                    "path": [base64.b64encode(sibling).decode() for sibling in inclusion.path],
                }
                for seq, inclusion in zip(_seqs(proof), proof.inclusions, strict=True)
            ],
            "checkpoint": proof.note,
            "verifier": proof.verifier,
        },
        ensure_ascii=False,
        indent=1,
    ).encode()


def check_bundle(content: bytes, key: Verifier | None = None) -> Checked:
    """What a bundle proves, by itself; `key` is the one that must have signed it.

    Raises: NotProven, naming the place.
    """
    found = _read(content)
    try:
        verifier = Verifier.parse(found["verifier"])
        if key is not None and key != verifier:
            raise NotProven("verifier", str(verifier), str(key))
        checkpoint = opened(found["checkpoint"], [verifier])
    except BadNote as fault:
        raise NotProven(fault.place, fault.found, fault.expected) from fault
    events, is_whole = found["events"], found["salt"] is not None
    hashes = _hashes(found)
    if is_whole:
        _refuse_unchained(found, hashes)
    included = set(_included(found["inclusions"], hashes, checkpoint))
    needed = {len(events)} if is_whole else set(hashes)
    if included != needed:
        raise NotProven("inclusions", f"{len(included)} events", f"{len(needed)}, the last too")
    return Checked(found["match_id"], tuple(events), is_whole, hashes, checkpoint, verifier)


def held_against(earlier: Checked, later: Checked) -> None:
    """Two bundles of one match tell the same, as far as both of them go.

    Raises: NotProven, naming the event.
    """
    if earlier.match_id != later.match_id:
        raise NotProven("match_id", later.match_id, earlier.match_id)
    for seq in earlier.hashes.keys() & later.hashes.keys():
        if earlier.hashes[seq] != later.hashes[seq]:
            raise NotProven(f"event {seq}", later.hashes[seq].hex(), earlier.hashes[seq].hex())
    for shown, proven in zip(earlier.events, later.events, strict=False):
        if later.is_whole and (other := next(_unlike(shown, proven, ""), None)):
            raise NotProven(f"event {proven['seq']}, {other[0]}", other[1], other[2])


def check_against(checked: Checked, other: bytes) -> None:
    """What was handed out of the same match before, a bundle or a slip, tells the same.

    Raises: NotProven.
    """
    if not other.startswith(_SLIP[0].encode()):
        held_against(check_bundle(other), checked)
        return
    slip = Slip.parse(other.decode("utf-8", "replace"))
    try:
        opened(slip.note, [checked.verifier])
    except BadNote as fault:
        raise NotProven(f"slip, {fault.place}", fault.found, fault.expected) from fault
    if slip.match_id != checked.match_id:
        raise NotProven("slip, match", slip.match_id, checked.match_id)
    if (found := checked.hashes.get(slip.seq)) != slip.hash:
        told = "no such event" if found is None else found.hex()
        raise NotProven(f"event {slip.seq}", told, slip.hash.hex())


@dataclass(frozen=True, slots=True)
class Slip:
    """What is printed at the end of a match: its last event, and a checkpoint over it."""

    match_id: str
    seq: int
    hash: bytes
    position: int
    note: str

    @classmethod
    def of(cls, proof: Proof) -> Slip:
        """The slip of a match."""
        last, inclusion = proof.events[-1], proof.inclusions[-1]
        return cls(last.match_id, last.seq, inclusion.hash, inclusion.position, proof.note)

    def __str__(self) -> str:
        """The text that is printed, and that the QR code holds."""
        return (
            f"senpu 戦譜\nmatch {self.match_id}\nevent {self.seq} {self.hash.hex()}\n"
            f"position {self.position}\n\n{self.note}"
        )

    @classmethod
    def parse(cls, text: str) -> Slip:
        """The slip that a text is.

        Raises: NotProven.
        """
        head, _, note = text.replace("\r\n", "\n").partition("\n\n")
        try:
            title, match_id, event, position = (line.split(" ") for line in head.split("\n"))
            if (title[0], match_id[0], event[0], position[0]) != _SLIP or len(event) != 3:
                raise ValueError
            hash = bytes.fromhex(event[2])
            return cls(match_id[1], int(event[1]), hash, int(position[1]), note)
        except (ValueError, IndexError):
            raise NotProven(
                "slip", "something else", "match, event, position, checkpoint"
            ) from None


_SLIP = ("senpu", "match", "event", "position")


def qr_code(slip: Slip) -> bytes:
    """A slip as a QR code: an SVG image."""
    import segno

    image = io.BytesIO()
    segno.make(str(slip), encoding="utf-8", error="m", micro=False).save(image, "svg", scale=4)
    return image.getvalue()


def _seqs(proof: Proof) -> Iterator[int]:
    seqs = {event.hash: event.seq for event in proof.events}
    for inclusion in proof.inclusions:
        yield seqs[inclusion.hash]


_FIELDS: dict[str, type | tuple[type, ...]] = {
    "format": str,
    "match_id": str,
    "salt": (str, type(None)),
    "events": list,
    "hashes": list,
    "inclusions": list,
    "checkpoint": str,
    "verifier": str,
}


def _read(content: bytes) -> Event:
    try:
        # A name twice would let a reader see another value than was hashed.
        found = jiter.from_json(content, catch_duplicate_keys=True, allow_inf_nan=False)
    except ValueError as fault:
        raise NotProven("bundle", f"no JSON ({fault})", "a proof") from fault
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise NotProven("bundle", "something else", FORMAT)
    for name, kind in _FIELDS.items():
        if not isinstance(found.get(name), kind):
            raise NotProven(name, "nothing or another kind of value", "as it was handed out")
    if extra := found.keys() - _FIELDS:
        raise NotProven(min(extra), "a field", "none of that name")
    for place, event in enumerate(found["events"], 1):
        if not isinstance(event, dict) or event.get("seq") != place:
            raise NotProven(f"event {place}", "another or none", f"seq {place}")
        if event.get("match_id") != found["match_id"]:
            raise NotProven(f"event {place}, match_id", "another", found["match_id"])
    if not found["events"]:
        raise NotProven("events", "none", "at least one")
    return found


def _hashes(found: Event) -> dict[int, bytes]:
    try:
        hashes = {seq: bytes.fromhex(text) for seq, text in enumerate(found["hashes"], 1)}
    except (TypeError, ValueError):
        raise NotProven("hashes", "something else", "a hash for each event, in hex") from None
    if [hash.hex() for hash in hashes.values()] != found["hashes"]:
        raise NotProven("hashes", "another spelling", "hex in lower case")
    if len(hashes) != len(found["events"]):
        raise NotProven("hashes", str(len(hashes)), f"{len(found['events'])}, one for each event")
    return hashes


def _refuse_unchained(found: Event, hashes: Mapping[int, bytes]) -> None:
    """Raises: NotProven, at the first event whose bytes don't give its hash."""
    try:
        salt = salt_from_text(found["salt"])
    except ValueError as fault:
        raise NotProven("salt", "something else", "32 bytes in base64url") from fault
    tip = first_link(salt)
    for event in found["events"]:
        try:
            tip = link(tip, salt, canonical(event))
        except (ValueError, TypeError, RecursionError) as fault:
            raise NotProven(f"event {event['seq']}", "what can't be hashed", "JSON") from fault
        if tip != hashes[event["seq"]]:
            raise NotProven(
                f"event {event['seq']}", "what doesn't give its hash", "what was recorded"
            )


def _included(
    inclusions: Sequence[Any], hashes: Mapping[int, bytes], checkpoint: Checkpoint
) -> Iterator[int]:
    """The events that are shown to be under the checkpoint."""
    for place, given in enumerate(inclusions, 1):
        try:
            seq, position = given["seq"], given["position"]
            path = [base64.b64decode(sibling, validate=True) for sibling in given["path"]]
            root = root_of(position - 1, checkpoint.size, leaf_hash(hashes[seq]), path)
        except (KeyError, TypeError, ValueError) as fault:
            raise NotProven(f"inclusion {place}", "something else", "a proof") from fault
        if root != checkpoint.root:
            raise NotProven(f"event {seq}", "a hash not under the checkpoint", "one that is")
        yield seq


def _unlike(shown: Any, proven: Any, where: str) -> Iterator[tuple[str, str, str]]:
    """Where something shown is neither null nor what is proven: place, found, expected."""
    if isinstance(shown, dict) and isinstance(proven, dict):
        for name in shown.keys() & proven.keys():
            yield from _unlike(shown[name], proven[name], f"{where}.{name}".lstrip("."))
    elif isinstance(shown, list) and isinstance(proven, list) and len(shown) == len(proven):
        for one, other in zip(shown, proven, strict=True):
            yield from _unlike(one, other, where)
    elif shown is not None and shown != proven:
        yield where, repr(proven), repr(shown)


def fingerprint(verifier: Verifier) -> str:
    """A public key short enough to be read aloud."""
    digest = hashlib.sha256(verifier.public).hexdigest()
    return " ".join(digest[i : i + 4] for i in range(0, 32, 4))
