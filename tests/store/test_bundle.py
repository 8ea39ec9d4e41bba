"""Proofs that are handed out: what holds, and that nothing else does."""

import copy
import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
import zxingcpp

from store import MemoryLedger, NotProven
from store.bundle import (
    Checked,
    Slip,
    bundle,
    check_against,
    check_bundle,
    held_against,
    qr_code,
)
from store.notes import Verifier
from tests.store.records import MATCH, OTHER, closed, event, opened

HIDDEN: dict[str, Any] = {"seq": 3, "type": "tiles_set_aside", "troops": ["star", "jumbo"]}


def ledger() -> MemoryLedger:
    held = MemoryLedger()
    held.append(OTHER, [opened(OTHER), event(2, OTHER)], expected=0)
    held.append(MATCH, [opened(), event(2, note=1.5), event(**HIDDEN)], expected=0)
    held.append(MATCH, [event(4), closed(5, "P1")], expected=3)
    held.append(OTHER, [event(3, OTHER)], expected=2)
    return held


def shown(held: MemoryLedger) -> list[dict[str, object]]:
    """The events of the match as whoever may not see cards sees them."""
    events = [json.loads(recorded.body) for recorded in held.read(MATCH)]
    events[2]["troops"] = [None, None]
    return events


@pytest.fixture
def held():
    return ledger()


@pytest.fixture
def whole(held):
    return json.loads(bundle(held.prove(MATCH)))


@pytest.fixture
def in_part(held):
    return json.loads(bundle(held.prove(MATCH, each=True), shown(held)))


def check(found: Any) -> Checked:
    return check_bundle(json.dumps(found).encode())


def test_a_whole_proof_holds(held, whole):
    checked = check(whole)
    assert checked.is_whole
    assert [e["type"] for e in checked.events][-1] == "match_closed"
    assert checked.hashes == {r.seq: r.hash for r in held.read(MATCH)}
    assert str(checked.verifier) == held.verifier()


def test_a_proof_in_part_has_no_salt_and_no_card(held, in_part):
    checked = check(in_part)
    assert not checked.is_whole
    assert in_part["salt"] is None
    assert "star" not in json.dumps(in_part)
    assert checked.hashes == {r.seq: r.hash for r in held.read(MATCH)}


def test_what_was_hidden_is_held_against_what_is_revealed(whole, in_part):
    held_against(check(in_part), check(whole))


def test_another_card_than_was_committed_is_found(whole, in_part):
    """The recorder says later that it was another card, in a ledger made anew with its key."""
    other = MemoryLedger()
    salt = whole["salt"]
    other.append(MATCH, [opened(salt=salt), event(2, note=1.5)], expected=0)
    other.append(MATCH, [event(**{**HIDDEN, "troops": ["roxy", "jumbo"]})], expected=2)
    told = check_bundle(bundle(other.prove(MATCH)))
    with pytest.raises(NotProven, match="event 3: "):
        held_against(check(in_part), told)


def test_another_value_than_was_shown_is_found(whole, in_part):
    in_part["events"][3]["type"] = "passed"
    with pytest.raises(NotProven, match="event 4, type: found 'turn_ended', expected 'passed'"):
        held_against(check(in_part), check(whole))


def spoilt(whole: Any) -> dict[str, Any]:
    """Every kind of change, with the place that must be named."""

    def changed(change: Callable[[Any], Any]) -> Any:
        other = copy.deepcopy(whole)
        change(other)
        return other

    def swap(b: Any) -> None:
        b["events"][1], b["events"][2] = b["events"][2], b["events"][1]

    def flip(b: Any) -> None:
        b["inclusions"][0]["path"][0] = b["inclusions"][0]["path"][-1]

    def later(b: Any) -> None:
        b["checkpoint"] = b["checkpoint"].replace("\n8\n", "\n9\n")

    return {
        "event 2": changed(lambda b: b["events"][1].update(note=1.25)),
        "event 3": changed(lambda b: b["events"][2].update(troops=["star", None])),
        "event 5": changed(lambda b: b["events"][4].update(winner="P2")),
        "event 1": changed(lambda b: b["events"][0]["players"][0].update(player="b-1")),
        "hashes": changed(lambda b: b["events"].pop()),
        "event 2 ": changed(lambda b: b["events"].pop(1)),
        "event 2: found another": changed(swap),
        "event 5: found a hash": changed(flip),
        "event 5: found": changed(lambda b: b["inclusions"][0].update(position=1)),
        "inclusions": changed(lambda b: b["inclusions"].clear()),
        "inclusion 1": changed(lambda b: b["inclusions"][0].update(seq=9)),
        "salt": changed(lambda b: b.update(salt="AAAA")),
        "event 1: found what": changed(lambda b: b.update(salt="A" * 43)),
        "signature": changed(
            lambda b: b.update(checkpoint=b["checkpoint"].replace("\n8\n", "\n9\n"))
        ),
        "verifier": changed(lambda b: b.pop("verifier")),
        "key": changed(lambda b: b.update(verifier="x+y+z")),
        "match_id": changed(lambda b: b.update(match_id=OTHER)),
        "comment": changed(lambda b: b.update(comment="trust me")),
        "bundle": changed(lambda b: b.update(format="senpu-proof-2")),
    }


@pytest.mark.parametrize("place", list(spoilt(json.loads(bundle(ledger().prove(MATCH))))))
def test_every_kind_of_change_is_found_and_named(whole, place):
    with pytest.raises(NotProven) as found:
        check(spoilt(whole)[place])
    assert place.split(": ")[0].strip() in str(found.value)


def test_every_changed_byte_is_found_or_changes_nothing(held):
    content = bundle(held.prove(MATCH))
    meant = json.loads(content)
    rng = random.Random(7)
    for _ in range(400):
        at, bit = rng.randrange(len(content)), 1 << rng.randrange(8)
        other = bytearray(content)
        other[at] ^= bit
        try:
            check_bundle(bytes(other))
        except NotProven:
            continue
        assert json.loads(other) == meant  # one space for another


def test_a_name_twice_is_no_proof(held):
    content = bundle(held.prove(MATCH)).replace(b'"winner": "P1"', b'"winner":"P2","winner":"P1"')
    with pytest.raises(NotProven, match="no JSON"):
        check_bundle(content)


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"\xff", b'{"format":"senpu-proof-1"}'])
def test_what_is_no_proof_is_refused(content):
    with pytest.raises(NotProven):
        check_bundle(content)


def test_only_the_key_that_is_asked_for_will_do(held, whole):
    content = json.dumps(whole).encode()
    assert check_bundle(content, Verifier.parse(held.verifier()))
    with pytest.raises(NotProven, match="verifier"):
        check_bundle(content, Verifier.parse(MemoryLedger().verifier()))


def test_a_slip_is_read_back_and_holds(held, whole):
    slip = Slip.of(held.prove(MATCH))
    assert (slip.match_id, slip.seq, slip.position) == (MATCH, 5, 7)
    assert Slip.parse(str(slip)) == slip
    assert Slip.parse(str(slip).replace("\n", "\r\n")) == slip
    check_against(check(whole), str(slip).encode())


def test_a_slip_of_what_was_told_otherwise_does_not_hold(held, whole):
    slip = str(Slip.of(held.prove(MATCH)))
    with pytest.raises(NotProven, match="slip"):
        check_against(check(whole), slip.replace("event 5 ", "event ").encode())
    hash = held.head(MATCH).hash.hex()
    with pytest.raises(NotProven, match="event 5"):
        check_against(check(whole), slip.replace(hash, hash[::-1]).encode())
    with pytest.raises(NotProven, match="slip, signature"):
        check_against(check(whole), slip.replace("\n8\n", "\n9\n").encode())
    with pytest.raises(NotProven, match="slip, match"):
        check_against(check(whole), slip.replace(MATCH, OTHER).encode())


def test_an_earlier_slip_holds_against_a_match_that_grew(held):
    slip = str(Slip.of(held.prove(MATCH))).encode()
    held.append(MATCH, [event(6, type="note_added", text="x")], expected=5)
    check_against(check_bundle(bundle(held.prove(MATCH))), slip)


def test_the_code_says_what_the_slip_says(held):
    slip = Slip.of(held.prove(MATCH))
    svg = qr_code(slip).decode()
    # Rows of dark modules: "M4 4.5h7m1 0h1…", with four modules of margin.
    [drawn] = re.findall(r' d="([^"]+)"', svg)
    size = int(re.findall(r'width="(\d+)"', svg)[0]) // 4
    dark = [[255] * size for _ in range(size)]
    x, y = 0.0, 0.0
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", drawn):
        given = [float(number) for number in numbers.split()]
        if command == "h":
            for column in range(int(x), int(x + given[0])):
                dark[int(y)][column] = 0
            x += given[0]
        else:
            x, y = (given[0], given[1]) if command == "M" else (x + given[0], y + given[1])
    pixels = bytes(dot for row in dark for _ in range(3) for dot in row for _ in range(3))
    [read] = zxingcpp.read_barcodes(memoryview(pixels).cast("B", (3 * size, 3 * size)))
    assert read.text == str(slip)
