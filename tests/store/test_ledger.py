"""What every ledger does: one class, run against each."""

import hashlib
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest
import rfc8785

from store import (
    AlreadyRecorded,
    Appended,
    BadEvent,
    DuckDBLedger,
    Facts,
    Filters,
    Head,
    Kept,
    KeyReused,
    Ledger,
    MatchExists,
    MemoryLedger,
    Player,
    Proof,
    Request,
    Standing,
    UnknownMatch,
    WrongVersion,
    rebuild,
)
from store.merkle import root_of
from store.notes import Verifier
from store.notes import opened as opened_note
from tests.store.records import MATCH, OTHER, closed, event, opened, report

SALT = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
"""base64url of the bytes 0 to 31."""
EVENT_ID = "0197a1b2-ffff-7000-8000-00000000000a"


@pytest.fixture(params=["memory", "duckdb"])
def ledger(request, tmp_path):
    if request.param == "memory":
        yield MemoryLedger()
    else:
        with DuckDBLedger.open(tmp_path / "store") as on_disk:
            yield on_disk


def seqs(ledger: Ledger, match_id: str = MATCH) -> list[int]:
    return [recorded.seq for recorded in ledger.read(match_id)]


class TestAppendAndRead:
    def test_a_match_is_read_back_in_order(self, ledger):
        ledger.append(MATCH, [opened()], expected=0)
        ledger.append(MATCH, [event(2), event(3, type="note_added", text="ミス")], expected=1)
        read = ledger.read(MATCH)
        assert [json.loads(recorded.body)["type"] for recorded in read] == [
            "match_opened",
            "turn_ended",
            "note_added",
        ]
        assert ledger.head(MATCH) == Head(3, read[2].hash)

    def test_the_head_after_an_append_is_given(self, ledger):
        ledger.append(MATCH, [opened()], expected=0)
        appended = ledger.append(MATCH, [event(2)], expected=1)
        assert appended == Appended(ledger.head(MATCH), b"", replayed=False)

    def test_reading_starts_after_an_event_and_stops_at_a_limit(self, ledger):
        ledger.append(MATCH, [opened(), *(event(seq) for seq in range(2, 7))], expected=0)
        assert [recorded.seq for recorded in ledger.read(MATCH, after=2)] == [3, 4, 5, 6]
        assert [recorded.seq for recorded in ledger.read(MATCH, after=2, limit=2)] == [3, 4]
        assert ledger.read(MATCH, after=6) == []

    def test_without_a_version_it_follows_on_whatever_is_there(self, ledger):
        ledger.append(MATCH, [opened()], expected=None)
        ledger.append(MATCH, [event(2)], expected=None)
        assert seqs(ledger) == [1, 2]

    def test_matches_do_not_mix(self, ledger):
        ledger.append(MATCH, [opened()], expected=0)
        ledger.append(OTHER, [opened(OTHER), event(2, OTHER)], expected=0)
        assert seqs(ledger) == [1]
        assert seqs(ledger, OTHER) == [1, 2]

    @pytest.mark.parametrize(
        "ask",
        [
            lambda ledger: ledger.head(MATCH),
            lambda ledger: ledger.standing(MATCH),
            lambda ledger: ledger.read(MATCH),
            lambda ledger: ledger.export(MATCH),
            lambda ledger: ledger.report(MATCH),
            lambda ledger: ledger.save_report(MATCH, 1, report("legal")),
            lambda ledger: ledger.forget_names(MATCH, "P1"),
            lambda ledger: ledger.matches(after=MATCH),
            lambda ledger: ledger.append(MATCH, [event(2)], expected=1),
        ],
    )
    def test_a_match_that_nobody_opened_is_unknown(self, ledger, ask):
        with pytest.raises(UnknownMatch) as refusal:
            ask(ledger)
        assert refusal.value.match_id == MATCH

    def test_a_part_of_a_match_is_exported_with_what_is_hidden_from_its_hashes(self, ledger):
        ledger.append(MATCH, [opened(), event(2), event(3)], expected=0)
        whole = ledger.export(MATCH)
        assert ledger.export(MATCH, after=1) == whole[1:]
        assert ledger.export(MATCH, after=0, limit=2) == whole[:2]
        assert ledger.export(MATCH, after=3) == []

    @pytest.mark.parametrize(
        ("until", "stood"),
        [
            (None, (4, True)),
            ("10:00:02", (4, True)),
            ("10:00:01", (2, False)),  # all before the first that happened later
            ("10:00:00", (1, False)),
            ("09:59:59", (0, False)),
        ],
    )
    def test_where_a_match_stood_goes_by_when_events_happened(self, ledger, until, stood):
        late = event(3, at="2026-11-28T10:00:02.000000Z")
        log = [opened(tournament="Cup"), event(2), late, closed(4, "P1")]
        ledger.append(MATCH, log, expected=0)
        moment = until and datetime.fromisoformat(f"2026-11-28T{until}Z")
        assert ledger.standing(MATCH, moment) == Standing("Cup", *stood)

    def test_a_closing_that_a_judge_went_back_past_does_not_stand(self, ledger):
        ledger.append(MATCH, [opened(), closed(2, "P1")], expected=0)
        assert ledger.standing(MATCH) == Standing(None, 2, True)
        rewound = event(3, actor="judge", type="match_rewound", to=1, why="?")
        ledger.append(MATCH, [rewound], expected=2)
        assert ledger.standing(MATCH) == Standing(None, 3, False)


class TestVersions:
    @pytest.mark.parametrize(
        ("events", "expected", "seen"),
        [
            ([event(2)], 1, 1),  # a stale head
            ([event(4)], None, 3),  # a gap
            ([event(2)], None, 1),  # a repeat
            ([event(4)], 2, 3),  # the right version, events that don't follow on it
            ([event(3)], 5, 5),
        ],
    )
    def test_another_version_than_the_head_is_refused(self, ledger, events, expected, seen):
        ledger.append(MATCH, [opened(), event(2)], expected=0)
        with pytest.raises(WrongVersion) as refusal:
            ledger.append(MATCH, events, expected=expected)
        assert (refusal.value.expected, refusal.value.actual) == (seen, 2)
        assert seqs(ledger) == [1, 2]

    def test_a_match_is_opened_once(self, ledger):
        ledger.append(MATCH, [opened()], expected=0)
        with pytest.raises(MatchExists):
            ledger.append(MATCH, [opened(game="another")], expected=0)
        assert ledger.matches()[0].game == "toy_battle"

    def test_a_new_match_has_no_version(self, ledger):
        with pytest.raises(WrongVersion) as refusal:
            ledger.append(MATCH, [opened()], expected=4)
        assert (refusal.value.expected, refusal.value.actual) == (4, 0)
        assert ledger.matches() == []

    @pytest.mark.parametrize(
        ("events", "place", "field"),
        [
            ([], 1, None),
            ([event(2), event(4)], 2, "seq"),
            ([event(2), event(3, OTHER)], 2, "match_id"),
            ([event(2), event(3, at="2026-11-28T10:00:01Z")], 2, "at"),
            ([event(2, at="2026-13-28T10:00:01.000000Z")], 1, "at"),
            ([event(2, actor=None)], 1, "actor"),
            ([event(2, n=2**53)], 1, None),
            ([event(2, n=float("nan"))], 1, None),
            ([event(2, text="\ud800")], 1, None),
            ([event(2, type="match_closed", winner=1)], 1, "winner"),
            ([event(2, event_id=EVENT_ID), event(3, event_id=EVENT_ID.upper())], 2, "event_id"),
        ],
    )
    def test_a_batch_is_stored_whole_or_not_at_all(self, ledger, events, place, field):
        ledger.append(MATCH, [opened()], expected=0)
        with pytest.raises(BadEvent) as refusal:
            ledger.append(MATCH, events, expected=1)
        assert (refusal.value.place, refusal.value.field) == (place, field)
        assert seqs(ledger) == [1]

    @pytest.mark.parametrize(
        ("first", "field"),
        [
            (event(1), "type"),
            (opened(salt="AAEC"), "salt"),
            (opened(round="3"), "round"),
            (opened(players=[{"seat": "P1", "name": 7}]), "players.name"),
        ],
    )
    def test_a_first_event_that_opens_nothing_is_refused(self, ledger, first, field):
        with pytest.raises(BadEvent) as refusal:
            ledger.append(MATCH, [first], expected=0)
        assert refusal.value.field == field


class TestRequests:
    REQUEST = Request("key-1", b"digest of the first")

    def test_a_repeat_gets_the_first_answer_and_appends_nothing(self, ledger):
        ledger.append(MATCH, [opened()], expected=0)
        ask = {"expected": 1, "request": self.REQUEST}
        first = ledger.append(MATCH, [event(2)], **ask, answer=b"201 first")
        ledger.append(MATCH, [event(3)], expected=2)
        again = ledger.append(MATCH, [event(2)], **ask, answer=b"201 second")
        assert again == Appended(first.head, b"201 first", replayed=True)
        assert first.head.seq == 2
        assert seqs(ledger) == [1, 2, 3]
        assert ledger.answered(self.REQUEST) == b"201 first"

    def test_a_key_belongs_to_one_request_in_the_whole_ledger(self, ledger):
        ledger.append(MATCH, [opened()], expected=0, request=self.REQUEST)
        other = Request("key-1", b"digest of another")
        with pytest.raises(KeyReused) as refusal:
            ledger.append(OTHER, [opened(OTHER)], expected=0, request=other)
        assert refusal.value.key == "key-1"
        with pytest.raises(KeyReused):
            ledger.answered(other)
        assert [match.match_id for match in ledger.matches()] == [MATCH]

    def test_a_refused_append_uses_up_no_key(self, ledger):
        ledger.append(MATCH, [opened()], expected=0)
        with pytest.raises(WrongVersion):
            ledger.append(MATCH, [event(9)], expected=8, request=self.REQUEST)
        assert ledger.answered(self.REQUEST) is None
        assert not ledger.append(MATCH, [event(2)], expected=1, request=self.REQUEST).replayed

    def test_an_event_id_is_held_once_and_gives_what_is_stored(self, ledger):
        ledger.append(MATCH, [opened(), event(2, event_id=EVENT_ID)], expected=0)
        with pytest.raises(AlreadyRecorded) as refusal:
            ledger.append(MATCH, [event(3), event(4, event_id=EVENT_ID.upper())], expected=2)
        assert refusal.value.recorded == ledger.read(MATCH)[1]
        assert seqs(ledger) == [1, 2]

    def test_another_match_may_hold_the_same_event_id(self, ledger):
        ledger.append(MATCH, [opened(event_id=EVENT_ID)], expected=0)
        ledger.append(OTHER, [opened(OTHER, event_id=EVENT_ID)], expected=0)
        assert seqs(ledger, OTHER) == [1]


class TestHashes:
    def test_the_chain_is_the_one_worked_out_by_hand(self, ledger):
        events = [opened(salt=SALT), event(2, n=0.5), event(3, text="回")]
        ledger.append(MATCH, events, expected=0)
        salt = bytes(range(32))
        bare = {field: value for field, value in events[0].items() if field != "salt"}
        bare["players"] = [
            {"seat": "P1", "deck": None, "player": "a-1"},
            {"seat": "P2", "deck": None},
        ]
        bodies = [rfc8785.dumps(bare), rfc8785.dumps(events[1]), rfc8785.dumps(events[2])]
        h1 = hashlib.sha256(hashlib.sha256(salt).digest() + salt + bodies[0]).digest()
        h2 = hashlib.sha256(h1 + salt + bodies[1]).digest()
        h3 = hashlib.sha256(h2 + salt + bodies[2]).digest()
        assert [(r.body, r.hash) for r in ledger.read(MATCH)] == [
            (bodies[0], h1),
            (bodies[1], h2),
            (bodies[2], h3),
        ]

    def test_it_does_not_matter_how_events_come_in_batches(self, ledger):
        ledger.append(MATCH, [opened(salt=SALT), event(2), event(3)], expected=0)
        one_by_one = MemoryLedger()
        for single in (opened(salt=SALT), event(2), event(3)):
            one_by_one.append(MATCH, [single], expected=None)
        assert one_by_one.head(MATCH) == ledger.head(MATCH)

    def test_every_match_without_a_salt_gets_its_own(self, ledger):
        ledger.append(MATCH, [opened()], expected=0)
        ledger.append(OTHER, [opened(OTHER)], expected=0)
        salts = {ledger.export(match_id)[0]["salt"] for match_id in (MATCH, OTHER)}
        assert len(salts) == 2
        assert {len(salt) for salt in salts} == {43}

    def test_names_are_not_in_what_is_hashed(self, ledger):
        ledger.append(MATCH, [opened(), event(2), opened(seq=3)], expected=0)
        assert not any(b"Aoi" in r.body or b"salt" in r.body for r in ledger.read(MATCH))

    def test_a_forgotten_name_is_gone_and_every_hash_holds(self, ledger):
        ledger.append(MATCH, [opened(), opened(seq=2)], expected=0)
        before = ledger.read(MATCH)
        ledger.forget_names(MATCH, "P1")
        assert ledger.read(MATCH) == before
        exported = ledger.export(MATCH)
        assert [[p["name"] for p in e["players"]] for e in exported] == [[None, "Ren"]] * 2
        assert ledger.matches(Filters(player="Aoi")) == []
        assert len(ledger.matches(Filters(player="a-1"))) == 1
        elsewhere = MemoryLedger()
        elsewhere.append(MATCH, exported, expected=0)
        assert elsewhere.head(MATCH) == ledger.head(MATCH)

    def test_an_export_is_what_came_in_and_has_the_same_hashes_elsewhere(self, ledger, tmp_path):
        events = [opened(), event(2, n=1.5), opened(seq=3, salt=None), closed(4, "P1")]
        ledger.append(MATCH, events, expected=0)
        exported = ledger.export(MATCH)
        salt = exported[0].pop("salt")
        assert exported == [*events[:2], opened(seq=3), *events[3:]]
        with DuckDBLedger.open(tmp_path / "elsewhere") as elsewhere:
            elsewhere.append(MATCH, [opened(salt=salt), *exported[1:]], expected=0)
            assert elsewhere.read(MATCH) == ledger.read(MATCH)


class TestListing:
    @pytest.fixture
    def filled(self, ledger):
        """Four matches, m1 the first opened; entered in another order."""
        ren = [{"seat": "P1", "name": "Ren"}, {"seat": "P2", "name": "ミカ", "player": "m-7"}]
        logs = {
            "m1": [opened("m1", tournament="Spring Cup", round=1), closed(2, "P1", "m1")],
            "m2": [opened("m2", tournament="Spring Cup", round=2), event(2, "m2")],
            "m3": [opened("m3", players=ren), closed(2, "P2", "m3")],
            "m4": [opened("m4", game="dino_world", players=ren), closed(2, None, "m4")],
        }
        for match_id in ("m2", "m4", "m1", "m3"):
            logs[match_id][0]["at"] = f"2026-11-2{match_id[1]}T10:00:00.000000Z"
            ledger.append(match_id, logs[match_id], expected=0)
        return ledger

    def test_the_last_opened_comes_first(self, filled):
        assert [match.match_id for match in filled.matches()] == ["m4", "m3", "m2", "m1"]

    def test_a_listed_match_says_who_where_and_how_it_stands(self, filled):
        match = filled.matches(Filters(tournament="Spring Cup", round=1))[0]
        assert (match.match_id, match.game, match.opened) == (
            "m1",
            "toy_battle",
            "2026-11-21T10:00:00.000000Z",
        )
        assert (match.tournament, match.round, match.table) == ("Spring Cup", 1, None)
        assert match.players == (Player("P1", "a-1", "Aoi"), Player("P2", None, "Ren"))
        assert (match.seq, match.closed, match.winner, match.verdict) == (2, True, "P1", None)

    @pytest.mark.parametrize("size", [1, 2, 3, 4])
    def test_pages_join_to_the_whole_listing(self, filled, size):
        found, last = [], None
        while page := filled.matches(after=last, limit=size):
            found += [match.match_id for match in page]
            last = page[-1].match_id
        assert found == ["m4", "m3", "m2", "m1"]

    def test_matches_opened_at_once_are_each_on_one_page(self, ledger):
        for match_id in ("b", "a", "c"):
            ledger.append(match_id, [opened(match_id)], expected=0)
        first = ledger.matches(limit=2)
        rest = ledger.matches(after=first[-1].match_id, limit=2)
        assert [match.match_id for match in first + rest] == ["c", "b", "a"]

    @pytest.mark.parametrize(
        ("filters", "found"),
        [
            (Filters(), ["m4", "m3", "m2", "m1"]),
            (Filters(game="dino_world"), ["m4"]),
            (Filters(tournament="Spring Cup"), ["m2", "m1"]),
            (Filters(round=2), ["m2"]),
            (Filters(player="ren"), ["m4", "m3", "m2", "m1"]),
            (Filters(player="ＡＯＩ"), ["m2", "m1"]),
            (Filters(player="A-1"), ["m2", "m1"]),
            (Filters(player="ﾐｶ"), ["m4", "m3"]),
            (Filters(player="Ao"), []),
            (Filters(closed=False), ["m2"]),
            (Filters(closed=True), ["m4", "m3", "m1"]),
            (Filters(winner="aoi"), ["m1"]),
            (Filters(winner="m-7"), ["m3"]),
            (Filters(player="aoi", winner="Ren"), []),
            (Filters(opened_from=datetime(2026, 11, 22, 10, tzinfo=UTC)), ["m4", "m3", "m2"]),
            (Filters(opened_before=datetime(2026, 11, 22, 10, tzinfo=UTC)), ["m1"]),
            (
                Filters(
                    opened_from=datetime.fromisoformat("2026-11-22T19:00:00+09:00"),
                    opened_before=datetime.fromisoformat("2026-11-23T19:00:00+09:00"),
                ),
                ["m2"],
            ),
        ],
    )
    def test_filters(self, filled, filters, found):
        assert [match.match_id for match in filled.matches(filters)] == found

    @pytest.mark.parametrize(
        ("later", "standing"),
        [
            ([event(4, actor="judge", type="event_retracted", event=3, why="")], (False, None)),
            ([event(4, actor="judge", type="match_rewound", to=2, why="")], (False, None)),
            # GN-3.1: once match_closed is recorded, going back is the judge's alone.
            ([event(4, actor="table", type="event_retracted", event=3, why="")], (True, "P1")),
            # What comes after the closing is taken out; the closing stays.
            ([event(4, actor="judge", type="match_rewound", to=3, why="")], (True, "P1")),
            (
                [
                    event(4, actor="judge", type="event_retracted", event=3, why=""),
                    closed(5, "P2"),
                ],
                (True, "P2"),
            ),
            (
                [
                    closed(4, "P2"),
                    event(5, actor="judge", type="event_retracted", event=4, why=""),
                ],
                (True, "P1"),
            ),
        ],
    )
    @pytest.mark.parametrize("batches", ["one", "each"])
    def test_a_closing_counts_until_a_judge_goes_back_past_it(
        self, ledger, later, standing, batches
    ):
        log = [opened(), event(2), closed(3, "P1"), *later]
        for batch in [log] if batches == "one" else [[single] for single in log]:
            ledger.append(MATCH, batch, expected=None)
        [match] = ledger.matches()
        assert (match.closed, match.winner) == standing

    def test_a_deck_is_found_by_its_name_or_its_kind(self, ledger):
        players = [{"seat": "P1", "deck": {"name": "Ｂｏｌｔ", "archetype": "fast", "cards": []}}]
        ledger.append(MATCH, [opened(players=players)], expected=0)
        ledger.append(OTHER, [opened(OTHER)], expected=0)
        for deck in ("bolt", "FAST"):
            [match] = ledger.matches(Filters(deck=deck))
            assert (match.match_id, match.players[0].deck) == (MATCH, "Ｂｏｌｔ")
        assert ledger.matches(Filters(deck="slow")) == []

    def test_unshown_tournaments_are_left_out_but_for_those_entitled(self, filled):
        unshown = Filters(unshown=["Spring Cup"])
        assert [match.match_id for match in filled.matches(unshown)] == ["m4", "m3"]
        entitled = Filters(unshown=["Spring Cup"], entitled=["m2"])
        assert [match.match_id for match in filled.matches(entitled)] == ["m4", "m3", "m2"]

    @pytest.mark.parametrize(
        ("until", "told"),
        [
            ("2026-11-30", {"m1": (2, True, "P1"), "m2": (2, False, None)}),
            ("2026-11-28", {"m1": (None, None, None), "m2": (None, None, None)}),
            ("2026-11-22", {"m1": (None, None, None)}),
            ("2026-11-21", {}),
        ],
    )
    def test_under_a_veil_only_the_opening_is_told(self, filled, until, told):
        # both have a last event of the 28th, 10:00:01
        veils = {"Spring Cup": datetime.fromisoformat(f"{until}T00:00:00Z")}
        under = Filters(tournament="Spring Cup", veils=veils)
        listed = {m.match_id: (m.seq, m.closed, m.winner) for m in filled.matches(under)}
        assert listed == told
        entitled = Filters(tournament="Spring Cup", veils=veils, entitled=["m1"])
        assert (2, True, "P1") in [(m.seq, m.closed, m.winner) for m in filled.matches(entitled)]
        if until == "2026-11-28":
            closed_ones = Filters(tournament="Spring Cup", veils=veils, closed=True)
            assert filled.matches(closed_ones) == []


class TestDocuments:
    def test_a_document_is_kept_a_version_at_a_time(self, ledger):
        first = ledger.keep(Kept("card list", "a", {"cards": ["ミス"]}))
        ledger.keep(Kept("card list", "b", {}))
        ledger.keep(Kept("card list", "a", {"cards": []}))
        ledger.keep(Kept("key", "a", {}))
        assert (first.version, first.body) == (1, {"cards": ["ミス"]})
        assert [(d.id, d.version) for d in ledger.documents("card list")] == [
            ("a", 1),
            ("a", 2),
            ("b", 1),
        ]
        assert [d.body for d in ledger.documents("card list", "a")] == [
            {"cards": ["ミス"]},
            {"cards": []},
        ]
        assert ledger.documents("nothing") == []

    def test_documents_beside_an_append_are_kept_with_it_or_not_at_all(self, ledger):
        ledger.append(MATCH, [opened()], expected=0, beside=[Kept("pin", MATCH, {"n": 1})])
        with pytest.raises(MatchExists):
            ledger.append(MATCH, [opened()], expected=0, beside=[Kept("pin", MATCH, {"n": 2})])
        assert [document.body for document in ledger.documents("pin", MATCH)] == [{"n": 1}]

    def test_a_probe_writes_and_reads_and_leaves_the_record_alone(self, ledger):
        ledger.append(MATCH, [opened()], expected=0)
        ledger.probe()
        ledger.probe()
        assert seqs(ledger) == [1]


def asked(ledger: Ledger, sql: str) -> list[tuple[Any, ...]]:
    """What the fact tables answer."""
    with ledger.facts() as tables:
        return tables.execute(sql).fetchall()


class TestReports:
    def test_a_report_is_read_back(self, ledger):
        ledger.append(MATCH, [opened()], expected=0)
        assert ledger.report(MATCH) is None
        ledger.save_report(MATCH, 1, report("illegal", (1, "GN-1.1", "illegal", "open")))
        saved = ledger.report(MATCH)
        assert saved.seq == 1
        assert saved.report == report("illegal", (1, "GN-1.1", "illegal", "open"))

    def test_a_report_gives_way_to_one_that_saw_more_but_not_to_one_that_saw_less(self, ledger):
        ledger.append(MATCH, [opened(), event(2)], expected=0)
        ledger.save_report(MATCH, 1, report("legal"))
        ledger.save_report(MATCH, 2, report("illegal", (2, "TB-3.4", "illegal", "open")))
        ledger.save_report(MATCH, 1, report("legal"))
        assert ledger.report(MATCH).report["verdict"] == "illegal"
        assert len(ledger.matches(Filters(rule="TB-3.4"))) == 1

    def test_a_verdict_counts_only_of_the_match_as_it_stands(self, ledger):
        ledger.append(MATCH, [opened()], expected=0)
        ledger.save_report(MATCH, 1, report("legal"))
        assert [match.verdict for match in ledger.matches(Filters(verdict="legal"))] == ["legal"]
        ledger.append(MATCH, [event(2)], expected=1)
        assert ledger.matches(Filters(verdict="legal")) == []
        assert ledger.matches()[0].verdict is None

    @pytest.mark.parametrize(
        ("verdict", "status", "broken"),
        [
            ("illegal", "open", True),
            ("illegal", "upheld", True),
            ("illegal", "overruled", True),
            ("illegal", "rewound", True),
            ("illegal", "retracted", False),
            ("undetermined", "open", False),
            ("legal", "open", False),
        ],
    )
    def test_a_rule_is_broken_where_an_event_that_counts_is_illegal(
        self, ledger, verdict, status, broken
    ):
        ledger.append(MATCH, [opened()], expected=0)
        ledger.save_report(MATCH, 1, report(verdict, (1, "TB-5.4", verdict, status)))
        assert bool(ledger.matches(Filters(rule="TB-5.4"))) is broken
        assert ledger.matches(Filters(rule="TB-5.5")) == []

    def test_dropped_and_rebuilt_from_the_events_they_are_the_same(self, ledger):
        def audit(events: list[dict[str, Any]]) -> tuple[dict[str, Any], Facts]:
            told = report("illegal", (len(events), events[0]["match_id"], "illegal", "open"))
            facts = {"turn_facts": [(events[0]["match_id"], 1, "P1", 2, 2, 1, 0.5)]}
            return told, facts

        for match_id in ("m1", "m2", "m3"):
            ledger.append(match_id, [opened(match_id), event(2, match_id)], expected=0)
            ledger.save_report(match_id, 2, *audit(ledger.export(match_id)))
        before = [ledger.report(match_id) for match_id in ("m1", "m2", "m3")]
        turns = asked(ledger, "from turn_facts order by match_id")
        assert [row[0] for row in turns] == ["m1", "m2", "m3"]
        ledger.drop_reports()
        assert ledger.report("m2") is None
        assert ledger.matches(Filters(rule="m2")) == []
        assert asked(ledger, "from turn_facts") == []
        assert rebuild(ledger, audit) == 3
        assert [ledger.report(match_id) for match_id in ("m1", "m2", "m3")] == before
        assert asked(ledger, "from turn_facts order by match_id") == turns
        assert [match.match_id for match in ledger.matches(Filters(rule="m2"))] == ["m2"]


class TestTogether:
    THREADS = 8

    def test_of_those_who_append_at_one_version_one_wins(self, ledger):
        ledger.append(MATCH, [opened()], expected=0)
        together = threading.Barrier(self.THREADS)

        def race(writer):
            won, lost = [], []
            for seq in range(2, 12):
                together.wait()
                try:
                    ledger.append(MATCH, [event(seq, by=writer)], expected=seq - 1)
                    won.append(seq)
                except WrongVersion as refusal:
                    lost.append((refusal.expected, refusal.actual))
            return won, lost

        with ThreadPoolExecutor(self.THREADS) as threads:
            won, lost = zip(*threads.map(race, range(self.THREADS)), strict=True)
        assert sorted(seq for wins in won for seq in wins) == list(range(2, 12))
        assert sorted(pair for pairs in lost for pair in pairs) == [
            (seq - 1, seq) for seq in range(2, 12) for _ in range(self.THREADS - 1)
        ]
        stored = [json.loads(recorded.body) for recorded in ledger.read(MATCH)]
        assert [e["seq"] for e in stored] == list(range(1, 12))
        assert all(e["seq"] in won[e["by"]] for e in stored[1:])

    def test_those_who_append_to_different_matches_do_not_meet(self, ledger):
        def play(match_id):
            ledger.append(match_id, [opened(match_id, salt=SALT)], expected=0)
            for seq in range(2, 12):
                ledger.append(match_id, [event(seq, match_id)], expected=seq - 1)

        names = [f"m{i}" for i in range(self.THREADS)]
        with ThreadPoolExecutor(self.THREADS) as threads:
            list(threads.map(play, names))
        alone = MemoryLedger()
        for name in names:
            log = [opened(name, salt=SALT), *(event(seq, name) for seq in range(2, 12))]
            alone.append(name, log, expected=0)
            assert ledger.read(name) == alone.read(name)

    def test_a_request_sent_many_times_at_once_is_carried_out_once(self, ledger):
        ledger.append(MATCH, [opened()], expected=0)
        together = threading.Barrier(self.THREADS)

        def send(sender):
            together.wait()
            request = Request("key", b"same")
            answer = str(sender).encode()
            return ledger.append(MATCH, [event(2)], expected=1, request=request, answer=answer)

        with ThreadPoolExecutor(self.THREADS) as threads:
            all_got = list(threads.map(send, range(self.THREADS)))
        assert seqs(ledger) == [1, 2]
        assert len({(got.head, got.answer) for got in all_got}) == 1
        assert sorted(got.replayed for got in all_got) == [False] + [True] * (self.THREADS - 1)


class TestProof:
    def proven(self, proof: Proof) -> None:
        """Asserts that a proof holds, by nothing but itself."""
        checkpoint = opened_note(proof.note, [Verifier.parse(proof.verifier)])
        tip = hashlib.sha256(proof.salt).digest()
        tips = []
        for recorded in proof.events:
            tip = hashlib.sha256(tip + proof.salt + recorded.body).digest()
            tips.append(tip)
        assert proof.inclusions[-1].hash == tip
        for inclusion in proof.inclusions:
            assert inclusion.hash in tips
            leaf = hashlib.sha256(b"\0" + inclusion.hash).digest()
            root = root_of(inclusion.position - 1, checkpoint.size, leaf, inclusion.path)
            assert root == checkpoint.root

    def test_an_empty_ledger_has_a_checkpoint(self, ledger):
        checkpoint = opened_note(ledger.checkpoint(), [Verifier.parse(ledger.verifier())])
        assert (checkpoint.size, checkpoint.root) == (0, hashlib.sha256().digest())

    def test_the_tree_is_over_the_hashes_in_the_order_of_recording(self, ledger):
        ledger.append(MATCH, [opened()], expected=0)
        ledger.append(OTHER, [opened(OTHER), event(2, OTHER)], expected=0)
        ledger.append(MATCH, [event(2)], expected=1)
        first, last = ledger.read(MATCH)
        hashes = [first, *ledger.read(OTHER), last]
        leaves = [hashlib.sha256(b"\0" + recorded.hash).digest() for recorded in hashes]

        def node(left: bytes, right: bytes) -> bytes:
            return hashlib.sha256(b"\1" + left + right).digest()

        checkpoint = opened_note(ledger.checkpoint(), [Verifier.parse(ledger.verifier())])
        assert checkpoint.size == 4
        assert checkpoint.root == node(node(*leaves[:2]), node(*leaves[2:]))

    def test_a_checkpoint_asked_for_twice_is_the_same(self, ledger):
        ledger.append(MATCH, [opened()], expected=0)
        assert ledger.checkpoint() == ledger.checkpoint()

    def test_any_match_is_proven_and_each_of_its_events(self, ledger):
        for i in range(9):
            log = [opened(f"m{i}"), *(event(seq, f"m{i}") for seq in range(2, 60))]
            ledger.append(f"m{i}", log[: 20 + i], expected=0)
        for i in range(9):
            ledger.append(f"m{i}", [event(21 + i, f"m{i}")], expected=20 + i)
        for i in range(9):
            self.proven(ledger.prove(f"m{i}"))
            each = ledger.prove(f"m{i}", each=True)
            assert len(each.inclusions) == len(each.events) == 21 + i
            self.proven(each)

    def test_a_match_grown_since_is_proven_anew(self, ledger):
        ledger.append(MATCH, [opened()], expected=0)
        before = ledger.prove(MATCH)
        ledger.append(MATCH, [event(2)], expected=1)
        after = ledger.prove(MATCH)
        assert after.events[:1] == before.events
        self.proven(before)
        self.proven(after)

    def test_a_name_forgotten_changes_no_proof(self, ledger):
        ledger.append(MATCH, [opened(), event(2)], expected=0)
        before = ledger.prove(MATCH)
        ledger.forget_names(MATCH, "P1")
        assert ledger.prove(MATCH) == before
        assert "Aoi" not in str(before)

    def test_a_match_that_is_not_there_is_not_proven(self, ledger):
        with pytest.raises(UnknownMatch):
            ledger.prove(MATCH)
