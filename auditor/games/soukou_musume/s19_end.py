"""How a match ends (SM-19), and what is left to the organiser (SM-21)."""

from auditor.declare import End, outcome, rule
from auditor.games.soukou_musume.state import SEATS, Soukou
from auditor.games.soukou_musume.windows import wrecks_now
from events.shared import PlayerConceded
from events.soukou_musume import UnitWrecked


@outcome("SM-19.1", on=UnitWrecked)
def all_units_are_wrecked(s: Soukou, e: UnitWrecked) -> End | None:
    if s.is_over or wrecks_now(s):
        return None
    wiped = [seat for seat in SEATS if all(u.is_wrecked for u in s.own(seat))]
    if not wiped:
        return None
    if len(wiped) == 1:
        return End(s.enemy(wiped[0]), "wiped_out", e.seq, "SM-19.1")
    how = s.options.double_wipe
    winner = {"turn_player_wins": s.player, "turn_player_loses": s.enemy(s.player)}.get(how)
    return End(winner, "double_wipe", e.seq, "SM-19.1")


@rule("SM-21.2", on=PlayerConceded)
def conceding_is_allowed(s: Soukou, e: PlayerConceded) -> bool:
    return bool(s.options.concession == "loses")
