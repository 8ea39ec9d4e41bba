"""What a report says, field by field, on small logs worked out by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from auditor import audit
from events import read_log, write_log
from tests.auditor.small import (
    Body,
    closed,
    draw,
    end_turn,
    log,
    place,
    report,
    rule_on,
    show,
)
from tests.games.cases import MATCH_ID

# On the rug: H1 - a1 - b1 - c1 - H2, and b1 - b2. P1 holds a1; P2 holds b1 and c1.
FRONT: Body = {
    "seats": {"P1": {"rack": ["star", "star"]}, "P2": {"rack": ["roxy", "jumbo"]}},
    "stacks": {
        "a1": [{"unit": "P1-u1", "troop": "hook"}],
        "b1": [{"unit": "P2-u1", "troop": "roxy"}],
        "c1": [{"unit": "P2-u2", "troop": "skully"}],
    },
}
TOO_WEAK = place("P1", "P1-u2", "star", "b1")  # 6 on 7: TB-5.4
ELSEWHERE = place("P1", "P1-u2", "star", "a2")
CUT_OFF = place("P2", "P2-u3", "jumbo", "b2")  # linked over b1 alone
RETRACTED = {"type": "event_retracted", "event": 3, "why": "a slip of the pen"}
REWOUND = {"type": "match_rewound", "actor": "judge", "to": 2, "why": "too weak"}


def on(found: dict[str, Any], seq: int) -> dict[str, Any]:
    """The one finding on an event."""
    (finding,) = (f for f in found["findings"] if f["seq"] == seq)
    return finding  # type: ignore[no-any-return]  # a report is JSON


def test_a_legal_log() -> None:
    found = report(FRONT, ELSEWHERE, end_turn("P1"))
    assert (found["match_id"], found["game"], found["events"]) == (MATCH_ID, "toy_battle", 4)
    assert found["rulebook"] == {"key": "toy_battle", "version": "1.0.0"}
    assert found["catalogue"]["id"] == "playroom"
    assert len(found["catalogue"]["sha256"]) == 64
    assert (found["verdict"], found["divergence"]) == ("legal", None)
    assert found["counts"] == {"legal": 4, "illegal": 0, "undetermined": 0}
    assert (found["findings"], found["undone"]) == ([], [])


def test_an_illegal_event() -> None:
    found = report(FRONT, TOO_WEAK, end_turn("P1"))
    assert (found["verdict"], found["divergence"]) == ("illegal", 3)
    assert found["counts"] == {"legal": 3, "illegal": 1, "undetermined": 0}
    finding = on(found, 3)
    texts = {name: finding.pop(name) for name in ("en", "ja", "facts", "legal_instead")}
    assert finding == {
        "seq": 3,
        "type": "troop_placed",
        "actor": "P1",
        "verdict": "illegal",
        "rule": "TB-5.4",
        "kind": "legality",
        "window": "W1",
        "source": "004_66b81ae149ad4720.txt: 配置可能な基地",
        "settled_by": None,
        "waits_on": [],
        "contradicts": [],
        "among": [],
        "caused_by": None,
        "hole": None,
        "ruling": None,
        "status": "open",
    }
    for language, found_word in (("en", "Found:"), ("ja", "判明")):
        assert found_word in texts[language]
        assert {"6", "7"} <= set(texts[language])


def test_what_could_have_been_done_instead_is_legal() -> None:
    instead = on(report(FRONT, TOO_WEAK), 3)["legal_instead"]
    assert instead
    for body in instead:
        assert not {"seq", "at"} & set(body)
        assert report(FRONT, body)["verdict"] == "legal"


def test_what_follows_from_an_illegal_event_names_it() -> None:
    found = report(FRONT, TOO_WEAK, end_turn("P1"), CUT_OFF)
    assert (on(found, 5)["rule"], on(found, 5)["caused_by"]) == ("TB-7.1", 3)
    assert on(found, 3)["caused_by"] is None
    assert found["counts"] == {"legal": 3, "illegal": 2, "undetermined": 0}


def test_what_is_wrong_by_itself_names_no_cause() -> None:
    found = report(FRONT, TOO_WEAK, end_turn("P1"), place("P2", "P2-u3", "jumbo", "a3"))
    assert (on(found, 5)["rule"], on(found, 5)["caused_by"]) == ("TB-7.1", None)


def test_a_retracted_event_counts_and_does_not_decide() -> None:
    found = report(FRONT, TOO_WEAK, RETRACTED, ELSEWHERE)
    assert on(found, 3)["status"] == "retracted"
    assert (found["verdict"], found["divergence"]) == ("legal", None)
    assert found["counts"] == {"legal": 4, "illegal": 1, "undetermined": 0}
    assert found["undone"] == [{"seq": 4, "from": 3, "to": 3, "crosses": []}]


def test_a_rewound_event_counts_and_decides() -> None:
    found = report(FRONT, TOO_WEAK, REWOUND, ELSEWHERE)
    assert on(found, 3)["status"] == "rewound"
    assert (found["verdict"], found["divergence"]) == ("illegal", 3)
    assert found["undone"] == [{"seq": 4, "from": 3, "to": 3, "crosses": []}]


CROSSINGS: list[tuple[list[Body], list[str]]] = [
    ([ELSEWHERE], []),
    ([ELSEWHERE, end_turn("P1")], []),
    ([draw("P1", None, None)], ["reveal", "chance"]),
    ([ELSEWHERE, end_turn("P1"), place("P2", "P2-u3", "roxy", "b2")], ["player"]),
    ([ELSEWHERE, end_turn("P1"), draw("P2", None, None)], ["reveal", "chance", "player"]),
    ([show("P1", "rack", "star", "star"), ELSEWHERE], ["reveal"]),
]


@pytest.mark.parametrize(("played", "crosses"), CROSSINGS)
def test_going_back_tells_what_it_crosses(played: list[Body], crosses: list[str]) -> None:
    found = report(FRONT, *played, REWOUND)
    last = 2 + len(played)
    assert found["undone"] == [{"seq": last + 1, "from": 3, "to": last, "crosses": crosses}]


RULINGS: list[tuple[list[Body], dict[str, Any], str]] = [
    (
        [rule_on(3, "illegal", "stands", "TB-5.4")],
        {"seq": 4, "verdict": "illegal", "remedy": "stands", "rule": "TB-5.4", "agrees": True},
        "upheld",
    ),
    (
        [rule_on(3, "legal", "none")],
        {"seq": 4, "verdict": "legal", "remedy": "none", "rule": None, "agrees": False},
        "overruled",
    ),
    (
        [rule_on(3, "legal", "none"), rule_on(3, "illegal", "partial_fix")],
        {"seq": 5, "verdict": "illegal", "remedy": "partial_fix", "rule": None, "agrees": True},
        "upheld",
    ),
    (
        [rule_on(3, "illegal", "none"), rule_on(3, "legal", "none")],
        {"seq": 5, "verdict": "legal", "remedy": "none", "rule": None, "agrees": False},
        "overruled",
    ),
]


@pytest.mark.parametrize(("rulings", "last", "status"), RULINGS)
def test_the_last_ruling_upholds_or_overrules(
    rulings: list[Body], last: dict[str, Any], status: str
) -> None:
    finding = on(report(FRONT, TOO_WEAK, *rulings), 3)
    assert (finding["verdict"], finding["ruling"], finding["status"]) == ("illegal", last, status)


@pytest.mark.parametrize(("named", "shown"), [("TB-3.3", "TB-3.3"), (None, "GN-5.1")])
def test_a_ruling_against_a_legal_event_is_shown(named: str | None, shown: str) -> None:
    found = report(FRONT, ELSEWHERE, rule_on(3, "illegal", "none", named))
    finding = on(found, 3)
    assert (finding["verdict"], finding["rule"], finding["status"]) == ("legal", shown, "overruled")
    assert finding["ruling"]["agrees"] is False
    assert found["counts"] == {"legal": 4, "illegal": 0, "undetermined": 0}


def test_a_ruling_on_an_event_taken_back_does_not_change_its_status() -> None:
    finding = on(report(FRONT, TOO_WEAK, RETRACTED, rule_on(3, "illegal", "none")), 3)
    assert (finding["status"], finding["ruling"]["agrees"]) == ("retracted", True)


def test_a_shown_draw_contradicts_what_was_placed_from_it() -> None:
    empty = {"seats": {"P1": {"rack": []}, "P2": {"rack": ["roxy"]}}}
    found = report(
        empty,
        draw("P1", None, None),
        end_turn("P1"),
        draw("P2", None, None),
        end_turn("P2"),
        place("P1", "P1-u1", "roxy", "a1"),
        end_turn("P1"),
        show("P1", "draw", "star", "hook", of_seq=3),
    )
    assert (on(found, 9)["rule"], on(found, 9)["contradicts"]) == ("GN-2.3", [7])
    assert found["counts"] == {"legal": 8, "illegal": 1, "undetermined": 0}


def test_a_fourth_copy_contradicts_the_other_three() -> None:
    three = {"seats": {"P1": {"rack": ["star"] * 2}, "P2": {"rack": ["roxy"]}}}
    found = report(
        three,
        draw("P1", "star", None),
        end_turn("P1"),
        draw("P2", None, None),
        end_turn("P2"),
        draw("P1", None, "star"),
    )
    assert (on(found, 7)["rule"], on(found, 7)["contradicts"]) == ("TB-1.3", [2, 3])


# Of seven tiles each, P1 has one left, unseen; roxies hold both bases next to H1. A star can't
# be placed, a hook or a quack can.
STUCK: Body = {
    "seats": {
        "P1": {
            "rack": [None],
            "discard": [{"unit": f"P1-u{n}", "troop": "skully"} for n in (1, 2)],
        },
        "P2": {"rack": ["skully"]},
    },
    "stacks": {
        "a1": [{"unit": "P2-u1", "troop": "roxy"}],
        "a3": [{"unit": "P2-u2", "troop": "roxy"}],
    },
}
NO_ACTION = {"type": "no_action_declared", "actor": "P1"}


def test_what_hangs_on_a_hidden_card_waits_on_it() -> None:
    found = report(STUCK, NO_ACTION, full_set=7)
    finding = on(found, 3)
    assert (finding["verdict"], finding["waits_on"]) == ("undetermined", ["P1-rack"])
    assert finding["settled_by"] is None
    assert (found["verdict"], found["divergence"]) == ("undetermined", 3)
    assert found["counts"] == {"legal": 2, "illegal": 0, "undetermined": 1}


@pytest.mark.parametrize(("troop", "verdict"), [("star", "legal"), ("hook", "illegal")])
def test_a_card_shown_later_settles_it(troop: str, verdict: str) -> None:
    found = report(STUCK, NO_ACTION, show("P1", "rack", troop), full_set=7)
    finding = on(found, 3)
    assert (finding["verdict"], finding["settled_by"]) == (verdict, 4)
    assert finding["waits_on"] == ["P1-rack"]
    assert found["verdict"] == verdict
    assert found["counts"]["undetermined"] == 0


def test_a_rule_that_fills_a_hole_names_it() -> None:
    finding = on(report(FRONT, end_turn("P1")), 3)
    assert finding["rule"] == "TB-3.3"
    assert finding["hole"] == {"id": "H-7", "option": "pass_allowed", "value": False}


def test_the_option_that_fills_the_hole_decides() -> None:
    assert report(FRONT, end_turn("P1"), pass_allowed=True)["verdict"] == "legal"


@pytest.mark.parametrize(("value", "told"), [(True, "true"), (False, "false"), ("P3", "P3")])
def test_an_option_that_may_not_be_so_is_told_as_it_was_written(value: Any, told: str) -> None:
    finding = on(report(FRONT, first_player=value), 1)
    assert finding["en"].endswith(f"Found: options: (first_player: {told}).")
    assert finding["ja"].endswith(f"［判明：選択ルール: (first_player: {told})］")


CONCEDED = {"type": "player_conceded", "actor": "P1"}
BY_RULES = {"winner": "P2", "reason": "conceded", "event": 3}


def test_a_match_that_goes_on_has_no_result() -> None:
    assert report(FRONT)["result"] == {
        "by_rules": {"winner": None, "reason": "undecided", "event": None},
        "recorded": None,
        "agrees": None,
    }


def test_an_end_that_is_not_recorded_yet() -> None:
    result = report(FRONT, CONCEDED)["result"]
    assert result == {"by_rules": BY_RULES, "recorded": None, "agrees": None}


@pytest.mark.parametrize(("winner", "agrees"), [("P2", True), ("P1", False)])
def test_a_recorded_result_agrees_or_not(winner: str, agrees: bool) -> None:
    assert report(FRONT, CONCEDED, closed(winner, "conceded"))["result"] == {
        "by_rules": BY_RULES,
        "recorded": {"winner": winner, "reason": "conceded"},
        "agrees": agrees,
    }


def test_what_holds_of_the_match_is_a_note() -> None:
    (note,) = report(FRONT)["notes"]  # the rug's target, 5, is above half of its 8 medals
    assert "5" in note["en"]
    assert "8" in note["ja"]


def test_a_report_is_json() -> None:
    found = report(FRONT, TOO_WEAK, end_turn("P1"), CUT_OFF, rule_on(3, "illegal", "stands"))
    assert json.loads(json.dumps(found)) == found


def test_auditing_a_log_again_gives_the_same_report() -> None:
    whole = log(FRONT, TOO_WEAK, end_turn("P1"), CUT_OFF)
    bodies = [whole.vocabulary.encode(event) for event in whole.events]
    assert audit(whole) == audit(whole) == audit(read_log(write_log(bodies)))
