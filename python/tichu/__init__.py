"""tichu: an engine for the card game Tichu.

The rules of cards (combinations, what beats what, every legal play) are compiled Rust; the rules of
play (the flow of a round, wishes, the Dragon's gift, counting) are Python. See docs/ for the rules
by number, the notation and the architecture.

>>> import tichu
>>> plays = tichu.legal_plays("7j 7s 8p Ph", table="5j 5s")
>>> [str(play) for play in plays]
['7j 7s', '7j Ph=7', '7s Ph=7', '8p Ph=8']
"""

from __future__ import annotations

from tichu._core import (
    DECK,
    DOG,
    DRAGON,
    MAHJONG,
    PHOENIX,
    Card,
    CardSet,
    Combination,
    Plays,
    Rng,
    classify,
    legal_plays,
)
from tichu.actions import (
    Action,
    Collect,
    Exchange,
    GiveDragon,
    GrandTichu,
    Pass,
    Play,
    Tichu,
    parse_action,
)
from tichu.deal import Deal, deal, deal_for, start_round
from tichu.driver import Question, RoundDriver, play_match, play_round
from tichu.errors import IllegalAction, InvalidValue, NotationError, RecordError, TichuError
from tichu.events import Event
from tichu.flow import apply, apply_unchecked, legal_actions
from tichu.history import MatchHistory, RoundHistory
from tichu.legal import LegalActions
from tichu.match import MatchState, add_round
from tichu.position import format_position, parse_position
from tichu.rng import stream
from tichu.round_score import RoundScore
from tichu.rules import BRETTSPIELWELT, PRESETS, STANDARD, TOURNAMENT, Rules
from tichu.scoring import score_round
from tichu.state import RoundState, Step
from tichu.view import SeatView, determinize, view

__version__ = "0.1.0"

__all__ = [
    "BRETTSPIELWELT",
    "DECK",
    "DOG",
    "DRAGON",
    "MAHJONG",
    "PHOENIX",
    "PRESETS",
    "STANDARD",
    "TOURNAMENT",
    "Action",
    "Card",
    "CardSet",
    "Collect",
    "Combination",
    "Deal",
    "Event",
    "Exchange",
    "GiveDragon",
    "GrandTichu",
    "IllegalAction",
    "InvalidValue",
    "LegalActions",
    "MatchHistory",
    "MatchState",
    "NotationError",
    "Pass",
    "Play",
    "Plays",
    "Question",
    "RecordError",
    "Rng",
    "RoundDriver",
    "RoundHistory",
    "RoundScore",
    "RoundState",
    "Rules",
    "SeatView",
    "Step",
    "Tichu",
    "TichuError",
    "add_round",
    "apply",
    "apply_unchecked",
    "classify",
    "deal",
    "deal_for",
    "determinize",
    "format_position",
    "legal_actions",
    "legal_plays",
    "parse_action",
    "parse_position",
    "play_match",
    "play_round",
    "score_round",
    "start_round",
    "stream",
    "view",
]
