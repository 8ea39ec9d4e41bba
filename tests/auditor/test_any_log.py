"""A log that can be read can be audited, whatever stands in it."""

from __future__ import annotations

import dataclasses
from collections import Counter
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from auditor import audit
from events import Event, Log, read_log, write_log
from events.shared import MatchOpened
from events.toy_battle import VOCABULARY
from tests.auditor.small import log
from tests.events.strategies import events
from tests.games.cases import START

EMPTY = {"seats": {"P1": {"rack": ["star", None]}, "P2": {"rack": ["roxy"]}}}
WORDS = (
    *("a1", "a2", "b1", "c1", "H1", "H2", "R1", "R5", "P1-u1", "P1-u2", "P2-u1", "P2-u7"),
    *("star", "roxy", "quack", "captain", "skully", "xb42", "stuck", "medals", "TB-5.4"),
)
ANY = st.one_of([events(kind, WORDS) for kind in VOCABULARY.types if kind is not MatchOpened])


def read(events: list[Event]) -> Log:
    """The events behind an opening, an event a second."""
    opened = VOCABULARY.encode(log(EMPTY).opened)
    bodies = [
        VOCABULARY.encode(
            dataclasses.replace(
                event,
                seq=number,
                at=START + timedelta(seconds=number),
                match_id=None,
                event_id=None,
            )
        )
        for number, event in enumerate(events, 2)
    ]
    return read_log(write_log([opened, *bodies]))


@given(st.lists(ANY, max_size=12), st.booleans())
@settings(max_examples=150, deadline=None)
def test_any_events_get_a_report(events: list[Event], declared: bool) -> None:
    start = [log(EMPTY).events[1]] if declared else []
    found = audit(read([*start, *events]))
    assert sum(found["counts"].values()) == found["events"] == len(start) + len(events) + 1
    worst = {f["seq"]: f["verdict"] for f in found["findings"]}
    assert Counter(worst.values())["illegal"] <= found["counts"]["illegal"]
