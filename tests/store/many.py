"""Facts of many made-up matches, a table a kind: for comparing and for measuring."""

from __future__ import annotations

from datetime import datetime, timedelta

import duckdb
import numpy as np
import pyarrow as pa

from store.opening import tables_in_memory

GAME = "toy_battle"
DECKS = 8
CARDS = 40
HELD = 6
"""Different cards of a seat."""


def made_up(matches: int, seed: int = 1) -> duckdb.DuckDBPyConnection:
    """The facts of matches in which low decks, low cards and whoever goes first win more often.

    Shape:  two seats a match, `HELD` cards a seat; one match in fifty is disputed.
    """
    rng = np.random.default_rng(seed)
    deck = rng.integers(0, DECKS, (matches, 2))
    first = rng.integers(0, 2, matches)
    card = np.argsort(rng.random((matches, 2, CARDS), dtype=np.float32), axis=2)[:, :, :HELD]
    copies = rng.integers(1, 4, (matches, 2, HELD))
    opening = rng.binomial(copies, 0.2)
    drawn = rng.binomial(copies - opening, 0.4)
    luck = -0.15 * deck - 0.02 * (card * (opening + drawn)).sum(axis=2)
    luck[np.arange(matches), first] += 0.2
    wins = rng.random(matches) < 1 / (1 + np.exp(luck[:, 1] - luck[:, 0]))
    disputed = rng.random(matches) < 0.02
    ids = np.array([f"{n:08x}" for n in range(matches)])
    opened = [datetime(2026, 1, 1) + timedelta(seconds=int(n)) for n in range(matches)]

    def both(values: object) -> np.ndarray:
        return np.repeat(np.asarray(values), 2)

    seats = np.tile(np.array(["P1", "P2"]), matches)
    won = np.stack([wins, ~wins], axis=1).ravel()
    count = 2 * matches
    constants = {
        "game": GAME,
        "rulebook": "1",
        "options": "{}",
        "seats": 2,
        "closed": True,
        "reason": "medals",
        "illegal": 0,
        "undetermined": 0,
        "overruled": 0,
        "events": 100,
        "turns": 30,
        "seconds": 1200.0,
        "midway": False,
        "reopened": False,
        "unseen": 0,
    }
    names = np.array([f"Deck {n}" for n in range(DECKS)])[deck].ravel()
    matches_of = pa.table(
        {
            "match_id": both(ids),
            "seat": seats,
            "content": both(ids),
            "opened": both(opened),
            "last": both(opened),
            "deck": names,
            "opponent": np.tile(np.array(["P2", "P1"]), matches),
            "is_first": np.stack([first == 0, first == 1], axis=1).ravel(),
            "result": np.where(won, "won", "lost"),
            "disputed": both(disputed),
            **{name: pa.repeat(value, count) for name, value in constants.items()},
        }
    )
    players = pa.table(
        {
            "match_id": both(ids),
            "seq": pa.repeat(1, count),
            "place": pa.array(np.tile(np.array([0, 1]), matches)),
            "seat": seats,
            "player": np.array([f"p{n}" for n in range(200)])[rng.integers(0, 200, count)],
        }
    )
    cards = pa.table(
        {
            "match_id": np.repeat(both(ids), HELD),
            "seat": np.repeat(seats, HELD),
            "card": np.array([f"card {n:02}" for n in range(CARDS)])[card].ravel(),
            "deck": copies.ravel(),
            "opening": opening.ravel(),
            "drawn": drawn.ravel(),
            "played": np.minimum(opening + drawn, 1).ravel(),
        }
    )
    connection = tables_in_memory()
    arrived = {"match_facts": matches_of, "players": players, "card_facts": cards}
    for name, rows in arrived.items():
        connection.register("arrived", rows)
        connection.execute(f"insert into {name} by name select * from arrived")
        connection.unregister("arrived")
    return connection
