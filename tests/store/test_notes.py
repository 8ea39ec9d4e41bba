"""Signed notes and checkpoints, by the example of C2SP signed-note and by hand."""

import base64

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from store.notes import BadNote, Checkpoint, Signer, Verifier, opened

# The example of the Go package golang.org/x/mod/sumdb/note, from which the format comes.
KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
TEXT = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
)
NOTE = TEXT + (
    "\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqd"
    "ngotpRZb6KE6RyyBwJnAM=\n"
)
PRIVATE = "AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"


def signer() -> Signer:
    seed = base64.b64decode(PRIVATE)[1:]
    return Signer("PeterNeumann", Ed25519PrivateKey.from_private_bytes(seed))


def test_the_known_note_is_what_its_key_signed():
    verifier = Verifier.parse(KEY)
    assert str(verifier) == KEY
    assert verifier.check(NOTE) == TEXT


def test_the_known_key_signs_the_known_note():
    assert str(signer().verifier) == KEY
    assert signer().sign(TEXT) == NOTE


@pytest.mark.parametrize("place", range(0, len(NOTE), 7))
def test_any_other_letter_is_found(place):
    other = NOTE[:place] + ("x" if NOTE[place] != "x" else "y") + NOTE[place + 1 :]
    with pytest.raises(BadNote):
        Verifier.parse(KEY).check(other)


@pytest.mark.parametrize(
    "text",
    ["", "a+b", "PeterNeumann+c74f20a3+AAAA", KEY.replace("c74f", "c74e"), KEY[:-4], "+" + KEY],
)
def test_what_is_no_key_is_refused(text):
    with pytest.raises(BadNote):
        Verifier.parse(text)


def test_a_signature_by_others_does_not_matter_beside_ours():
    note = NOTE + "— witness.example " + base64.b64encode(b"x" * 70).decode() + "\n"
    assert Verifier.parse(KEY).check(note) == TEXT


def test_a_checkpoint_is_origin_size_and_root():
    checkpoint = Checkpoint("PeterNeumann", 15_368_405, bytes(range(32)))
    root = base64.b64encode(bytes(range(32))).decode()
    assert checkpoint.text == f"PeterNeumann\n15368405\n{root}\n"
    assert opened(signer().sign(checkpoint.text), [Verifier.parse(KEY)]) == checkpoint


@pytest.mark.parametrize(
    "text",
    [
        "PeterNeumann\n1\n",
        "PeterNeumann\n01\n" + "A" * 43 + "=\n",
        "PeterNeumann\n-1\n" + "A" * 43 + "=\n",
        "PeterNeumann\n1\nAAAA\n",
        "other.example\n1\n" + "A" * 43 + "=\n",
    ],
)
def test_what_is_no_checkpoint_of_ours_is_refused_though_signed(text):
    with pytest.raises(BadNote):
        opened(signer().sign(text), [Verifier.parse(KEY)])


def test_a_note_by_nobody_known_is_refused():
    with pytest.raises(BadNote, match="PeterNeumann"):
        opened(NOTE, [])
