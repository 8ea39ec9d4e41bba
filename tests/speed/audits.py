"""How fast records are read and audited, beside python-chess and PokerKit."""

from __future__ import annotations

import random
import statistics
import time
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import chess

from auditor import audited
from auditor.game import games
from auditor.simulate import simulate
from events import read_log, write_log

ROUNDS = 9
MATCHES = 12
MATCH_ID = "00000000-0000-7000-8000-000000000001"


class Row(NamedTuple):
    """A rate, and how many times a yardstick's it is."""

    what: str
    rate: float
    unit: str
    ratios: dict[str, float]

    def beside(self) -> str:
        """The ratios in words."""
        return "".join(f"  {ratio:5.2f} x {name}" for name, ratio in self.ratios.items())


def measure() -> list[Row]:
    """Rates a second, and their ratios; every way once a round, the median of the rounds.

    Units: events, plies and actions a second of processor time.
    """
    ways: dict[str, tuple[Callable[[], int], str]] = {
        "python-chess": (chess_plies(), "plies/s"),
        "PokerKit": (poker_actions(), "actions/s"),
    }
    for key in games():
        for hidden, name in ((None, "open"), ("P2", "one side unseen")):
            logs = matches(key, hidden)
            ways[f"{key}: {name}, decoded and judged"] = (auditing(logs), "events/s")
            if hidden is None:
                ways[f"{key}: {name}, decoded"] = (decoding(logs), "events/s")
    rates: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, (act, _unit) in ways.items():
            begun = time.process_time()
            done = act()
            rates[name].append(done / (time.process_time() - begun))
    rows = []
    for name, (_, unit) in ways.items():
        ratios = {}
        if "judged" in name:
            for other in ("python-chess", "PokerKit"):
                pairs = zip(rates[name], rates[other], strict=True)
                ratios[other] = statistics.median(mine / theirs for mine, theirs in pairs)
        rows.append(Row(name, statistics.median(rates[name]), unit, ratios))
    return rows


def matches(key: str, hidden: str | None) -> list[bytes]:
    """Whole simulated matches of a game, as logs."""
    game = games()[key]
    return [
        write_log(simulate(game, random.Random(seed), match_id=MATCH_ID, hidden=hidden).events)
        for seed in range(MATCHES)
    ]


def auditing(logs: list[bytes]) -> Callable[[], int]:
    """Reads and audits logs; gives the number of events."""
    return lambda: sum(len(audited(read_log(log)).events) for log in logs)


def decoding(logs: list[bytes]) -> Callable[[], int]:
    """Reads logs; gives the number of events."""
    return lambda: sum(len(read_log(log).events) for log in logs)


def chess_plies() -> Callable[[], int]:
    """Replays random chess games from SAN, every move checked; gives the plies."""
    games_: list[list[str]] = []
    for seed in range(20):
        rng, board = random.Random(seed), chess.Board()
        sans: list[str] = []
        while not board.is_game_over() and len(sans) < 100:
            move = rng.choice(list(board.legal_moves))
            sans.append(board.san(move))
            board.push(move)
        games_.append(sans)

    def replay() -> int:
        for sans in games_:
            board = chess.Board()
            for san in sans:
                board.push(board.parse_san(san))
        return sum(map(len, games_))

    return replay


def poker_actions() -> Callable[[], int]:
    """Replays random no-limit hold'em hands, every action checked; gives the actions."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pokerkit import Automation, HandHistory, NoLimitTexasHoldem
    automations = (
        Automation.ANTE_POSTING,
        Automation.BET_COLLECTION,
        Automation.BLIND_OR_STRADDLE_POSTING,
        Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        Automation.HAND_KILLING,
        Automation.CHIPS_PUSHING,
        Automation.CHIPS_PULLING,
    )
    game = NoLimitTexasHoldem(automations, True, 0, (5, 10), 10)
    texts, actions = [], 0
    for seed in range(12):
        history = HandHistory.from_game_state(game, _hand(game, random.Random(seed)))
        texts.append(history.dumps())
        actions += len(history.actions)

    def replay() -> int:
        for text in texts:
            for _ in HandHistory.loads(text):
                pass
        return actions

    return replay


def _hand(game: Any, rng: random.Random) -> Any:
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    rng.shuffle(deck)
    state = game((1000,) * 6, 6)
    while state.status:
        if state.can_deal_hole():
            state.deal_hole(deck.pop())
        elif state.can_burn_card():
            state.burn_card(deck.pop())
        elif state.can_deal_board():
            state.deal_board("".join(deck.pop() for _ in range(1 if state.board_cards else 3)))
        elif state.can_fold() and rng.random() < 0.25:
            state.fold()
        elif state.can_check_or_call():
            state.check_or_call()
    return state
