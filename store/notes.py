"""Signed notes and the checkpoints in them, as C2SP has them (signed-note, tlog-checkpoint)."""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

_ED25519 = b"\x01"
_ID = 4
"""Bytes of a key's hash in a signature."""


class BadNote(ValueError):
    """A text that is no signed note, or not one that the key signed."""

    def __init__(self, place: str, found: str, expected: str) -> None:
        self.place = place
        self.found = found
        self.expected = expected
        super().__init__(f"{place}: found {found}, expected {expected}")


@dataclass(frozen=True, slots=True)
class Verifier:
    """A public key, and the name under which it signs."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        """The key's hash, by which a signature names it."""
        named = self.name.encode() + b"\n" + _ED25519 + self.public
        return hashlib.sha256(named).digest()[:_ID]

    def __str__(self) -> str:
        """The form in which it is given out: name, hash and key joined by `+`."""
        return f"{self.name}+{self.id.hex()}+{_text(_ED25519 + self.public)}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The verifier that a text gives.

        Raises: BadNote.
        """
        # Of the three only the key, in base64, may hold a "+" itself.
        name, id, key = (*text.strip().split("+", 2), "", "")[:3]
        try:
            raw = base64.b64decode(key, validate=True)
        except binascii.Error:
            raw = b""
        made = cls(name, raw[1:])
        if not name or len(raw) != 33 or raw[:1] != _ED25519 or made.id.hex() != id:
            raise BadNote("key", "something else", "name+hash+key of Ed25519")
        return made

    def check(self, note: str) -> str:
        """The text of a note that this key signed.

        Raises: BadNote.
        """
        text, signatures = _parts(note)
        for name, signature in signatures:
            if name == self.name and signature[:_ID] == self.id:
                try:
                    key = Ed25519PublicKey.from_public_bytes(self.public)
                    key.verify(signature[_ID:], text.encode())
                except (InvalidSignature, ValueError):
                    raise BadNote("signature", "one that doesn't fit", "the text signed") from None
                return text
        raise BadNote("signature", "none of this key", f"one by {self.name}")


class Signer:
    """A private key that signs notes under a name."""

    def __init__(self, name: str, key: Ed25519PrivateKey) -> None:
        self.verifier = Verifier(name, key.public_key().public_bytes_raw())
        self._key = key

    def sign(self, text: str) -> str:
        """A text, which ends with a line feed, as a signed note."""
        signature = _text(self.verifier.id + self._key.sign(text.encode()))
        return f"{text}\n— {self.verifier.name} {signature}\n"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """How large a ledger's tree was, and its root."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """What is signed."""
        return f"{self.origin}\n{self.size}\n{_text(self.root)}\n"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The checkpoint that a signed text says.

        Raises: BadNote.
        """
        lines = text.split("\n")
        try:
            origin, size, root = lines[0], int(lines[1]), base64.b64decode(lines[2], validate=True)
            if not origin or len(root) != 32 or str(size) != lines[1] or size < 0:
                raise ValueError
        except (ValueError, IndexError):
            raise BadNote("checkpoint", "something else", "origin, size and root") from None
        return cls(origin, size, root)


def opened(note: str, verifiers: Iterable[Verifier]) -> Checkpoint:
    """The checkpoint in a note that one of these keys signed.

    Raises: BadNote.
    """
    text, signatures = _parts(note)
    ids = {(name, signature[:_ID]) for name, signature in signatures}
    for verifier in verifiers:
        if (verifier.name, verifier.id) in ids:
            checkpoint = Checkpoint.parse(verifier.check(note))
            if checkpoint.origin != verifier.name:
                raise BadNote("checkpoint", f"origin {checkpoint.origin}", verifier.name)
            return checkpoint
    names = " or ".join(sorted(name for name, _ in ids)) or "nobody"
    raise BadNote("signature", f"a note of {names}, {text.count(chr(10))} lines", "a known key's")


def _parts(note: str) -> tuple[str, list[tuple[str, bytes]]]:
    """The text of a note, and who signed it with what."""
    text, blank, rest = note.rpartition("\n\n")
    lines = rest.split("\n")
    if not blank or lines.pop() != "" or not lines:
        raise BadNote("note", "no signature", "a text, an empty line, signatures")
    signatures = []
    for line in lines:
        dash, _, named = line.partition(" ")
        name, _, signature = named.partition(" ")
        try:
            raw = base64.b64decode(signature, validate=True)
        except binascii.Error:
            raw = b""
        if dash != "—" or not name or len(raw) <= _ID:
            raise BadNote("note", "another line", "signatures after the empty line")
        signatures.append((name, raw))
    return text + "\n", signatures


def _text(raw: bytes) -> str:
    return base64.b64encode(raw).decode()
