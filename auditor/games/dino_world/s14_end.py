"""Idle turns, defeat, dropping out (DW-14), and the rules that no log can break."""

from auditor.declare import Unaudited, which
from auditor.games.dino_world.owed import defeat_is_due, has_nothing_left
from auditor.games.dino_world.state import IDLE, Dinos
from auditor.hidden import Undecided
from events.dino_world import PlayerDefeated, PlayerDroppedOut


@which(
    "DW-14.1",
    "DW-14.2",
    "DW-14.3",
    "DW-14.8",
    on=PlayerDefeated,
    facts=lambda s, e: {"seat": e.seat, "idle": s.idle.get(e.seat)},
)
def defeated_had_three_idle_turns(s: Dinos, e: PlayerDefeated) -> str | None:
    if e.cause == "conceded":
        return None if e.seat in s.conceded else "DW-14.8"
    if s.status.get(e.seat) != "in_play" or s.idle.get(e.seat, 0) < IDLE:
        broken = {"battle": "DW-14.2", "action": "DW-14.3"}
        return broken.get(s.broken.get(e.seat, ""), "DW-14.1")
    if places := s.doubtful_idle.get(e.seat):
        raise Undecided(*places, rule="DW-14.1")
    return None


@which("DW-14.6", "DW-14.9", on=PlayerDroppedOut, facts=lambda s, e: {"seat": e.seat})
def dropped_out_had_nothing_left(s: Dinos, e: PlayerDroppedOut) -> str | None:
    if e.seat == defeat_is_due(s):
        return "DW-14.9"
    return None if has_nothing_left(s, e.seat) else "DW-14.6"


PERMISSION = (
    "It allows something; using the permission is never a fault.",
    "許可を定めるルールで、それに従うことは違反にならない。",
)
NO_FIELD = (
    "No event has a field for it.",
    "それを書く項目を持つイベントがない。",
)
UNAUDITED = Unaudited(
    {
        "DW-2.4": (
            "Sleeves are in no event; the source gives them as advice.",
            "スリーブは記録に現れず、出典でも勧めにとどまる。",
        ),
        "DW-2.20": (
            "That every card went home is settled after the match, outside of the log.",
            "カードが持ち主に戻ったことは対戦の後のことで、記録の外にある。",
        ),
        "DW-3.4": (
            "A layout names quadrants, and each of them has its territory outside.",
            "配置は区画の名で書かれ、どの区画でも領地は外側になる。",
        ),
        "DW-3.5": (
            "A layout names quadrants, and in each joining of four a territory adjoins one other.",
            "配置は区画の名で書かれ、4人ではどの並べ方でも領地は1人の領地とだけ隣り合う。",
        ),
        "DW-5.6": PERMISSION,
        "DW-5.7": PERMISSION,
        "DW-6.6": PERMISSION,
        "DW-6.8": PERMISSION,
        "DW-6.10": PERMISSION,
        "DW-8.5": PERMISSION,
        "DW-9.6": PERMISSION,
        "DW-11.6": PERMISSION,
    },
    {
        "DW-3.8": ("DW-6.11", "DW-12.5"),
        "DW-5.3": ("DW-5.5",),
        "DW-6.3": ("DW-6.4",),
        "DW-6.7": ("DW-6.5", "DW-6.9"),
        "DW-9.2": ("DW-9.4",),
    },
)
