"""Statistics of a few matches, worked out by hand, and of many, beside scipy and polars."""

from __future__ import annotations

import json
import math
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from store import MemoryLedger
from store.ledger import FACTS
from store.opening import tables_in_memory
from store.statistics.answer import Answer, ask
from store.statistics.definition import statistics
from store.statistics.intervals import wilson
from store.statistics.wanted import REASONS, Wanted
from tests.store.records import opened

NOW = datetime(2026, 12, 1, tzinfo=UTC)
GAME = "toy_battle"


def columns(name: str) -> list[str]:
    with tables_in_memory() as tables:
        return tables.sql(f"from {name}").columns


COLUMNS = {name: columns(name) for name in FACTS}


def row(table: str, **values: Any) -> tuple[Any, ...]:
    assert values.keys() <= set(COLUMNS[table])
    return tuple(values.get(name) for name in COLUMNS[table])


class Season:
    """A ledger with made-up facts, a match at a time."""

    def __init__(self) -> None:
        self.ledger = MemoryLedger()
        self.matches = 0

    def match(
        self,
        decks: tuple[str, str] = ("A", "B"),
        winner: str | None = "P1",
        first: str = "P1",
        players: tuple[str, str] = ("a", "b"),
        facts: dict[str, list[dict[str, Any]]] | None = None,
        **more: Any,
    ) -> str:
        self.matches += 1
        match_id = f"0197a1b2-0000-7000-8000-{self.matches:012}"
        seats = ("P1", "P2")
        told = [
            {"seat": seat, "player": player, "deck": {"name": deck}}
            for seat, player, deck in zip(seats, players, decks, strict=True)
        ]
        self.ledger.append(match_id, [opened(match_id, players=told)], expected=0)
        results = {
            s: "drawn" if winner is None else "won" if winner == s else "lost" for s in seats
        }
        at = datetime(2026, 11, 1) + timedelta(hours=self.matches)
        given = {
            "game": GAME,
            "rulebook": "1",
            "opened": at,
            "last": at + timedelta(minutes=30),
            "options": "{}",
            "content": match_id,
            "seats": 2,
            "closed": True,
            "reason": "medals",
            "disputed": False,
            "illegal": 0,
            "undetermined": 0,
            "overruled": 0,
            "events": 50,
            "turns": 10,
            "seconds": 1200.0,
            "midway": False,
            "reopened": False,
            "unseen": 0,
            **more,
        }
        rows = [
            row(
                "match_facts",
                match_id=match_id,
                seat=seat,
                player=player,
                deck=deck,
                opponent=other,
                is_first=seat == first,
                **{"result": results[seat], **given},
            )
            for seat, other, player, deck in zip(seats, seats[::-1], players, decks, strict=True)
        ]
        rest = {
            name: [row(name, match_id=match_id, **values) for values in found]
            for name, found in (facts or {}).items()
        }
        report = {"verdict": "legal", "findings": [], "rulebook": {"version": "1"}}
        self.ledger.save_report(match_id, 1, report, {"match_facts": rows, **rest})
        return match_id

    def ask(self, key: str, **wanted: Any) -> Answer:
        wanted_of = Wanted(game=GAME, now=NOW, **wanted)
        return ask(self.ledger, statistics()[key], wanted_of, explain=True)


def by(answer: Answer, *names: str) -> dict[Any, dict[str, Any]]:
    return {tuple(r[n] for n in names) if len(names) > 1 else r[names[0]]: r for r in answer.rows}


@pytest.fixture
def season() -> Season:
    """A beats B three times of four, once of them going second; one draw; one mirror."""
    season = Season()
    season.match(("A", "B"), "P1", first="P1")
    season.match(("A", "B"), "P1", first="P2")
    season.match(("B", "A"), "P2", first="P2")
    season.match(("B", "A"), "P1", first="P1")
    season.match(("A", "B"), None, first="P1")
    season.match(("A", "A"), "P2", first="P1")
    return season


# ── by hand ──────────────────────────────────────────────────────────────────────────────────


def test_results_of_decks(season: Season) -> None:
    decks = by(season.ask("results", by="deck"), "deck")
    told = ("n", "wins", "losses", "draws", "decided")
    assert [decks["A"][name] for name in told] == [7, 4, 2, 1, 6]  # both seats of the mirror
    assert [decks["B"][name] for name in told] == [5, 1, 3, 1, 4]
    assert decks["A"]["win_rate"] == pytest.approx(4 / 6)


def test_both_seats_of_each_match_are_in_first_player(season: Season) -> None:
    rows = by(season.ask("first_player"), "is_first")
    assert [rows[True][n] for n in ("n", "wins", "losses", "draws")] == [6, 3, 2, 1]
    assert [rows[False][n] for n in ("n", "wins", "losses", "draws")] == [6, 2, 3, 1]
    assert rows[True]["win_rate"] + rows[False]["win_rate"] == pytest.approx(1)
    assert rows[True]["expected"] == 0.5


def test_a_matchup_and_its_reverse_add_up(season: Season) -> None:
    pairs = by(season.ask("matchups"), "who", "against")
    ab, ba, mirror = pairs["A", "B"], pairs["B", "A"], pairs["A", "A"]
    assert (ab["wins"], ab["losses"], ab["draws"]) == (3, 1, 1)
    assert (ba["wins"], ba["losses"], ba["draws"]) == (1, 3, 1)
    assert ab["win_rate"] + ba["win_rate"] == 1
    assert ab["win_rate_low"] == pytest.approx(1 - ba["win_rate_high"])
    assert ab["expected"] + ba["expected"] == pytest.approx(1)
    # Of the mirror only the seat that went first, which lost.
    assert (mirror["mirror"], mirror["n"], mirror["wins"], mirror["losses"]) == (True, 1, 0, 1)
    assert mirror["expected"] is None


def test_a_strength_is_drawn_towards_the_middle(season: Season) -> None:
    strengths = {r["who"]: r["strength"] for r in season.ask("matchups").rows}
    x = strengths["A"]
    # Where the likelihood of 3 wins and 1 loss at odds exp(2x), with the priors, is greatest:
    # x = 3 (1 - p) - 1 p, p = 1 / (1 + exp(-2x)).
    assert x == pytest.approx(-strengths["B"], abs=1e-6)
    assert x == pytest.approx(3 - 4 / (1 + math.exp(-2 * x)), abs=1e-5)
    assert 0 < 2 * x < math.log(3)


def test_ways_of_winning_and_lengths() -> None:
    season = Season()
    for turns, reason, winner in ((4, "medals", "P1"), (6, "stuck", "P2"), (11, "medals", "P2")):
        season.match(winner=winner, reason=reason, turns=turns, seconds=60.0 * turns)
    endings = by(season.ask("endings"), "ending")
    assert (endings["medals"]["matches"], endings["medals"]["won_going_first"]) == (2, 1)
    assert endings["medals"]["share"] == pytest.approx(2 / 3)
    assert endings["medals"]["mean_turns"] == 7.5
    lengths = by(season.ask("lengths"), "measure")
    assert (lengths["turns"]["mean"], lengths["turns"]["median"]) == (7, 6)
    assert (lengths["minutes"]["shortest"], lengths["minutes"]["longest"]) == (4, 11)


def cards(seat: str, **roles: int) -> dict[str, Any]:
    return {"seat": seat, "card": "star", "deck": 0, "opening": 0, "drawn": 0, "played": 0} | roles


def test_cards_are_weighted_by_copies() -> None:
    season = Season()
    season.match(winner="P1", facts={"card_facts": [cards("P1", deck=3, opening=1, drawn=1)]})
    season.match(winner="P2", facts={"card_facts": [cards("P1", deck=3, opening=1, played=1)]})
    season.match(winner="P1", facts={"card_facts": [cards("P2", deck=2)]})
    [star] = season.ask("cards").rows
    assert star["deck_copies"] == 8
    assert star["deck_rate"] == pytest.approx(3 / 8)
    assert (star["opening_copies"], star["opening_rate"]) == (2, 0.5)
    assert (star["later_copies"], star["later_rate"]) == (1, 1)
    assert star["drawn_rate"] == pytest.approx(2 / 3)
    assert star["unseen_copies"] == 1 + 2 + 2
    assert star["unseen_rate"] == pytest.approx(1 / 5)
    assert star["difference"] == pytest.approx(2 / 3 - 1 / 5)
    # 3, 3 and 2 copies are worth 64 / 22 of one: 2.9, so Wilson's of 1 in 3.
    assert (star["deck_rate_low"], star["deck_rate_high"]) == wilson(1, 3)


def test_a_hand_that_nobody_saw_is_in_no_rate_of_hands() -> None:
    season = Season()
    season.match(facts={"card_facts": [cards("P1", deck=3, opening=1)]}, unseen=2)
    [star] = season.ask("cards").rows
    assert (star["deck_copies"], star["opening_copies"], star["unseen_copies"]) == (3, 0, 0)


def decision(seq: int, seat: str, seconds: float, **more: Any) -> dict[str, Any]:
    plain = {"type": "troop_placed", "window": "W1", "turn": 1, "own_turn": True, "clock": 0.0}
    return {"seq": seq, "seat": seat, "seconds": seconds, **plain, **more}


def finding(seq: int, rule: str, **more: Any) -> dict[str, Any]:
    return {
        "seq": seq,
        "rule": rule,
        "actor": "P1",
        "type": "troop_placed",
        "kind": "legality",
        "verdict": "illegal",
        "status": "open",
        "window": "W1",
        "turn": 1,
        "seconds": 0.0,
        "gone_past": False,
        **more,
    }


def test_who_plays_slowly() -> None:
    season = Season()
    times = [decision(2, "P1", 90), decision(3, "P2", 10), decision(4, "P1", 30)]
    season.match(facts={"decision_facts": times})
    slow = by(season.ask("slow_play"), "player")
    assert (slow["a"]["seconds_a_decision"], slow["b"]["seconds_a_decision"]) == (60, 10)
    assert slow["a"]["share_of_time"] == pytest.approx(120 / 130)
    assert (slow["a"]["long"], slow["a"]["long_rate"]) == (1, 0.5)
    [only] = season.ask("slow_play", player="B").rows  # in any spelling
    assert only["share_of_time"] == pytest.approx(10 / 130)
    window = by(season.ask("times", by="window"), "window")["W1"]
    assert (window["decisions"], window["median"], window["longest"]) == (3, 30, 90)


def test_rules_broken_and_by_what() -> None:
    season = Season()
    season.match(
        facts={
            "decision_facts": [decision(n, "P1", 1, card="star") for n in range(2, 6)],
            "finding_facts": [
                finding(2, "TB-7.1", card="star"),
                finding(2, "TB-5.9", card="star"),  # the same event breaks two rules
                finding(3, "TB-7.1", card="star", status="overruled", ruling="legal"),
                finding(4, "TB-7.1", card="star", caused_by=2),  # follows only
                finding(9, "TB-7.1", card="hook", status="retracted"),
                finding(7, "TB-7.1", card="hook", status="rewound", ruling="illegal"),
                finding(5, "TB-3.1", verdict="undetermined"),
            ],
        }
    )
    season.match()
    rules = by(season.ask("violations"), "rule")
    assert rules.keys() == {"TB-7.1", "TB-5.9", "TB-3.1"}
    # Four events stand, and one was gone back past; a match with no event is not asked of.
    assert [rules["TB-7.1"][n] for n in ("illegal", "events", "ruled", "overruled")] == [3, 5, 2, 1]
    assert rules["TB-7.1"]["illegal_rate"] == pytest.approx(3 / 5)
    assert rules["TB-7.1"]["overruled_rate"] == 0.5
    assert rules["TB-3.1"]["undetermined"] == 1
    found = by(season.ask("violations", by="card"), "card")
    assert [found["star"][n] for n in ("illegal", "events")] == [2, 4]
    assert [found["hook"][n] for n in ("illegal", "events")] == [1, 1]


def test_duties_forgotten() -> None:
    season = Season()
    season.match(facts={"finding_facts": [finding(2, "TB-12.1", gone_past=True)]})
    season.match()
    [duty] = season.ask("duties").rows
    assert (duty["rule"], duty["forgotten"], duty["match_rate"]) == ("TB-12.1", 1, 0.5)


def test_figures_by_label_and_by_who_won() -> None:
    season = Season()
    counted = [
        {"seq": 2, "figure": "medals", "seat": "P1", "label": None, "value": 2.0},
        {"seq": 3, "figure": "medals", "seat": "P1", "label": None, "value": 1.0},
        {"seq": 4, "figure": "medals", "seat": "P2", "label": "big", "value": 6.0},
    ]
    season.match(winner="P1", facts={"figure_facts": counted})
    rows = by(season.ask("figures"), "label")
    assert (rows[None]["events"], rows[None]["total"], rows[None]["mean"]) == (2, 3, 1.5)
    assert rows[None]["share"] == pytest.approx(2 / 3)
    won = by(season.ask("figures_won"), "label")
    assert (won[None]["total_of_winners"], won[None]["total_of_losers"]) == (3, None)
    assert won["big"]["total_of_losers"] == 6


# ── which matches ────────────────────────────────────────────────────────────────────────────


def test_every_match_left_out_has_its_reason() -> None:
    season = Season()
    old = datetime(2026, 11, 1)
    counted = season.match(content="one")
    expected = {
        season.match(closed=False, last=NOW.replace(tzinfo=None)): "open",
        season.match(closed=False, last=old): "abandoned",
        season.match(content="one"): "duplicate",
        season.match(disputed=True): "disputed",
        season.match(closed=False, reopened=True): "retracted",
        season.match(midway=True): "midway",
    }
    answer = season.ask("results")
    assert {m["match_id"]: m["left_out"] for m in answer.matches} == {counted: None, **expected}
    assert answer.counted == 1
    assert answer.left_out == dict.fromkeys(sorted(expected.values()), 1)
    assert [m["copy_of"] for m in answer.matches if m["left_out"] == "duplicate"] == [counted]
    assert sum(r["n"] for r in answer.rows) == 2
    assert {*expected.values(), "not_clean"} == set(REASONS)


def test_illegal_matches_are_counted_openly_and_left_out_on_demand() -> None:
    season = Season()
    season.match()
    season.match(illegal=1)
    assert (season.ask("results").counted, season.ask("results").with_illegal) == (2, 1)
    clean = season.ask("results", clean=True)
    assert (clean.counted, clean.left_out) == (1, {"not_clean": 1})


def test_filters() -> None:
    season = Season()
    season.match(tournament="Cup", round=1, options=json.dumps({"mode": "normal", "n": 3}))
    season.match(("C", "B"), tournament="Cup", round=2, players=("c", "b"))
    season.match(opened=datetime(2026, 5, 1))
    counts: dict[str, tuple[dict[str, Any], int]] = {
        "tournament": ({"tournament": "Cup"}, 2),
        "round": ({"tournament": "Cup", "round": 2}, 1),
        "text option": ({"options": {"mode": "normal"}}, 1),
        "number option": ({"options": {"n": "3"}}, 1),
        "player": ({"player": "C"}, 1),
        "deck": ({"deck": "ｂ"}, 3),
        "seat": ({"seat": "P2"}, 3),
        "from": ({"opened_from": datetime(2026, 6, 1, tzinfo=UTC)}, 2),
        "before": ({"opened_before": datetime(2026, 6, 1, tzinfo=UTC)}, 1),
        "unshown": ({"unshown": ["Cup"]}, 1),
    }
    for name, (wanted, expected) in counts.items():
        assert season.ask("results", **wanted).counted == expected, name
    [seat] = season.ask("results", by="player", player="c").rows
    assert (seat["player"], seat["n"]) == ("c", 1)
    for key in ("cards", "slow_play", "violations", "figures", "matchups"):
        season.ask(key, player="a", deck="A", seat="P1", tournament="Cup", options={"n": "3"})


@pytest.mark.parametrize("key", sorted(statistics()))
def test_mirrored_seats_give_the_same_figures(key: str) -> None:
    plain, mirrored = Season(), Season()
    for n in range(12):
        decks, first = ("A", "BC"[n % 2]), "P1" if n % 3 else "P2"
        winner = "P1" if n % 5 in (0, 3) else "P2"
        other = {"P1": "P2", "P2": "P1"}
        for season, seat in ((plain, {"P1": "P1", "P2": "P2"}), (mirrored, other)):
            facts = {
                "card_facts": [cards(seat["P1"], deck=2, opening=n % 2, drawn=1)],
                "decision_facts": [decision(2, seat["P1"], 5), decision(3, seat["P2"], 70)],
                "finding_facts": [finding(3, "TB-7.1", actor=seat["P2"], gone_past=True)],
                "figure_facts": [{"seq": 2, "figure": "medals", "seat": seat["P1"], "value": n}],
            }
            players = ("a", "bcd"[n % 3])
            turned = season is mirrored
            season.match(
                decks[::-1] if turned else decks,
                seat[winner],
                seat[first],
                players[::-1] if turned else players,
                facts,
            )

    def told(season: Season) -> list[Any]:
        rows = season.ask(key).rows
        plain_rows = [{k: v for k, v in r.items() if k != "seat"} for r in rows]
        return sorted(plain_rows, key=lambda r: json.dumps(r, default=str, sort_keys=True))

    assert told(plain)
    for one, two in zip(told(plain), told(mirrored), strict=True):
        assert one == {k: pytest.approx(v) if isinstance(v, float) else v for k, v in two.items()}


# ── ratings ──────────────────────────────────────────────────────────────────────────────────


def test_ratings_are_of_the_whole_history_each_time() -> None:
    def rated(*winners: str) -> dict[str, float]:
        season = Season()
        for winner in winners:
            season.match(winner=winner)
        return {r["who"]: r["mu"] for r in season.ask("ratings").rows}

    from openskill.models import PlackettLuce

    model = PlackettLuce()
    [a], [b] = model.rate([[model.rating()], [model.rating()]], ranks=[0, 1])
    assert rated("P1") == pytest.approx({"a": a.mu, "b": b.mu})
    [b], [a] = model.rate([[b], [a]], ranks=[0, 1])
    assert rated("P1", "P2") == pytest.approx({"a": a.mu, "b": b.mu})
    assert rated("P1", "P2") != pytest.approx(rated("P2", "P1"))


def test_the_history_ends_where_the_ratings_stand(season: Season) -> None:
    last = {r["who"]: r["rating"] for r in season.ask("rating_history").rows}
    assert last == {r["who"]: r["rating"] for r in season.ask("ratings").rows}


# ── intervals ────────────────────────────────────────────────────────────────────────────────


def test_wilson_is_scipys_and_never_walds() -> None:
    # 52 of 100 by hand: (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n), z = 1.959964.
    assert wilson(52, 100) == pytest.approx((0.42316578, 0.61535448), abs=1e-8)
    low, high = wilson(0, 3) or (1, 1)
    assert (low, high) == pytest.approx((0, 0.56149703), abs=1e-8)  # Wald has 0 to 0
    assert wilson(0, 0) is None
