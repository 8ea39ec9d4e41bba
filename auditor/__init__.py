"""The auditor: replays a log by the rules of its game and says what they make of each event."""

from auditor.cards import find_match_data
from auditor.errors import AuditorError, MatchDataError, UnknownGame
from auditor.finding import Verdict
from auditor.game import Game, game_of
from auditor.record import Record
from auditor.report import Report, audit, audited, report

__all__ = [
    "AuditorError",
    "Game",
    "MatchDataError",
    "Record",
    "Report",
    "UnknownGame",
    "Verdict",
    "audit",
    "audited",
    "find_match_data",
    "game_of",
    "report",
]
