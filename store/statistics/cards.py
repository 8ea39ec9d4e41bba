"""What a card has to do with winning."""

from __future__ import annotations

from typing import Any

import ibis
from ibis import _
from ibis.expr.types import Table

from store.statistics.definition import Rate, Row, Statistic
from store.statistics.matches import Counted, table

ROLES = ("deck", "opening", "later", "drawn", "unseen", "played")


def _cards(counted: Counted) -> Table:
    decided = counted.decided.select("match_id", "seat", "won", known=_.unseen == 0)
    rows = table("card_facts").inner_join(decided, ["match_id", "seat"])
    # Played from the deck, it was seen too.
    seen = ibis.greatest(_.opening + _.drawn, _.played)
    rows = rows.select(
        "card",
        "won",
        deck=_.deck,
        opening=_.known.ifelse(_.opening, 0),
        later=_.known.ifelse(_.drawn, 0),
        drawn=_.known.ifelse(_.opening + _.drawn, 0),
        unseen=_.known.ifelse(ibis.greatest(_.deck - seen, 0), 0),
        played=_.played,
    )
    sums: dict[str, Any] = {}
    for role in ROLES:
        sums |= {
            f"{role}_copies": _[role].sum().coalesce(0),
            f"{role}_won": (_[role] * _.won).sum().coalesce(0),
            f"{role}_squares": (_[role] * _[role]).sum().coalesce(0),
        }
    found = rows.group_by("card").agg(seats=_.count(), **sums)
    sizes = {
        f"{role}_size": (
            _[f"{role}_copies"].cast("float64")
            * _[f"{role}_copies"]
            / _[f"{role}_squares"].nullif(0)
        )
        for role in ROLES
    }
    return found.mutate(**sizes).order_by(_.seats.desc(), "card")


def _with_difference(rows: list[Row], game: str) -> list[Row]:
    for row in rows:
        drawn, unseen = row["drawn_rate"], row["unseen_rate"]
        row["difference"] = None if drawn is None or unseen is None else drawn - unseen
    return rows


STATISTICS = (
    Statistic(
        key="cards",
        version=1,
        title=("Cards", "カードの成績"),
        definition=(
            "Win rates of seats by what they had of a card, weighted by copies: in the registered "
            "deck, in the hand that play began with (the one kept), drawn later, drawn at all "
            "(both), never seen (copies of the deck that were not drawn), played. difference = "
            "drawn_rate - unseen_rate. What was in a hand counts only for seats of which every "
            "card that came to it is known; drawn matches are in no rate. The interval is "
            "Wilson's at the effective sample size (the sum of the weights squared by the sum of "
            "their squares). Beware: long games draw more cards, good decks lift their weak "
            "cards, and good players play some cards more.",
            "カードの枚数で重みづけた席の勝率：登録デッキ、開始時の手札（引き直し後）、後から引いた、"
            "引いた（両方）、見なかった（デッキにあって引かなかった枚数）、使った。"
            "difference は「引いた」と「見なかった」の差。手札に関する率は、引いたカードが"
            "すべて判明している席だけを数え、引き分けはどの率にも入れない。区間は有効標本数での"
            "Wilson 区間。長い対局ほど多く引くこと、強いデッキは弱いカードの率も上げることに注意。",
        ),
        table=_cards,
        rates=tuple(
            Rate(f"{role}_rate", f"{role}_won", f"{role}_copies", f"{role}_size") for role in ROLES
        ),
        finish=_with_difference,
        hidden=tuple(f"{role}_{of}" for role in ROLES for of in ("won", "squares", "size")),
    ),
)
