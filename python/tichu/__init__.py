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
from tichu.driver import RoundDriver, play_match, play_round
from tichu.errors import IllegalAction, InvalidValue, NotationError, RecordError, TichuError
from tichu.events import (
    CardsDealt,
    CardsReceived,
    Event,
    ExchangeDone,
    ExchangePicked,
    GrandAnswered,
    GrandClosed,
    LeadPassed,
    Passed,
    PicksWithdrawn,
    Played,
    PlayerOut,
    RoundOver,
    TichuCalled,
    TrickRipe,
    TrickTaken,
    WishFulfilled,
)
from tichu.flow import apply, apply_unchecked, legal_actions
from tichu.history import MatchHistory, RoundHistory
from tichu.legal import LegalActions
from tichu.match import MatchState, add_round
from tichu.perft import perft
from tichu.position import format_position, parse_position
from tichu.question import Player, Question
from tichu.refusal import Refusal
from tichu.rng import RandomSource, stream
from tichu.round_score import Call, RoundScore
from tichu.rules import BRETTSPIELWELT, PRESETS, STANDARD, TOURNAMENT, Rules
from tichu.scoring import score_round
from tichu.seats import Quad
from tichu.sim import simulate, simulate_rounds
from tichu.state import Gifts, Phase, RoundState, Step
from tichu.validity import check_state
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
    "Call",
    "Card",
    "CardSet",
    "CardsDealt",
    "CardsReceived",
    "Collect",
    "Combination",
    "Deal",
    "Event",
    "Exchange",
    "ExchangeDone",
    "ExchangePicked",
    "Gifts",
    "GiveDragon",
    "GrandAnswered",
    "GrandClosed",
    "GrandTichu",
    "IllegalAction",
    "InvalidValue",
    "LeadPassed",
    "LegalActions",
    "MatchHistory",
    "MatchState",
    "NotationError",
    "Pass",
    "Passed",
    "Phase",
    "PicksWithdrawn",
    "Play",
    "Played",
    "Player",
    "PlayerOut",
    "Plays",
    "Quad",
    "Question",
    "RandomSource",
    "RecordError",
    "Refusal",
    "Rng",
    "RoundDriver",
    "RoundHistory",
    "RoundOver",
    "RoundScore",
    "RoundState",
    "Rules",
    "SeatView",
    "Step",
    "Tichu",
    "TichuCalled",
    "TichuError",
    "TrickRipe",
    "TrickTaken",
    "WishFulfilled",
    "add_round",
    "apply",
    "apply_unchecked",
    "check_state",
    "classify",
    "deal",
    "deal_for",
    "determinize",
    "format_position",
    "legal_actions",
    "legal_plays",
    "parse_action",
    "parse_position",
    "perft",
    "play_match",
    "play_round",
    "score_round",
    "simulate",
    "simulate_rounds",
    "start_round",
    "stream",
    "view",
]
