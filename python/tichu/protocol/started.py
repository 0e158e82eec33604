"""A program that the host has started itself: it is given one seat, and asked; it is the client.

No pipes and no clock here: :meth:`StartedClient.hear` takes what the program writes, one message at
a time, and :meth:`StartedClient.take_output` hands out what is to be written to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import asdict

from tichu import events as core
from tichu.actions import Action
from tichu.errors import TichuError
from tichu.flow import refusal
from tichu.match import MatchState
from tichu.protocol import questions
from tichu.protocol.answers import action_of, check_form, not_asked, too_late
from tichu.protocol.asks import DECLINE
from tichu.protocol.bounds import Limits
from tichu.protocol.faults import RequestRefused
from tichu.protocol.greeting import greeting
from tichu.protocol.legal_lists import legal_message
from tichu.protocol.messages import replies, requests
from tichu.protocol.messages.basics import ClockSettings, Settings
from tichu.protocol.messages.pushes import Ask, Seated
from tichu.protocol.messages.replies import Error, Result, ServerMessage
from tichu.protocol.messages.requests import AnyRequest
from tichu.protocol.news import News
from tichu.protocol.session import Session
from tichu.question import Question
from tichu.rng import stream
from tichu.view import SeatView, determinize

__all__ = ["MATCH", "StartedClient"]

MATCH = "match"
"""The name of the one match that a started program knows."""

CAPABILITIES = ("seated", "questions")

_UNREADABLE = frozenset(
    {
        "bad_json",
        "too_deep",
        "too_large",
        "unknown_type",
        "unknown_field",
        "missing_field",
        "bad_field",
        "repeated_id",
    }
)
"""The refusals of what is no request at all."""


class _Session(Session):
    """The program's connection; it notes what was refused."""

    def __init__(self, host: StartedClient) -> None:
        super().__init__(host, 0.0)
        self.refused: list[Error] = []

    def push(self, message: ServerMessage) -> None:
        """Put a message into the output."""
        # An answer to an older question may have crossed the new one, and is no mistake.
        if isinstance(message, Error) and message.code != "too_late":
            self.refused.append(message)
        super().push(message)


class StartedClient:
    """The program's side of the table; the host of its :class:`Session`.

    Args:
        engine: what this is, for the ``hello`` reply.
        limit: seconds for each decision, as they are told to the program.
        bounds: what the program may send, as it is told.

    Attributes:
        limits: the bounds of the session.
        question: what is asked, until it is answered.
        answer: the last answer; None for a call or a bomb that was declined.
    """

    def __init__(self, engine: str, limit: float, bounds: Mapping[str, int | float | None]) -> None:
        self.limits = Limits(requests_per_second=None)
        self.question: Question | None = None
        self.answer: Action | None = None
        self._engine = engine
        self._limit = limit
        self._bounds = bounds
        self._seat = 0
        self._position = 0
        self._news: News | None = None
        self._fresh = True
        self._session = _Session(self)

    # --- for the one who runs the program ---

    @property
    def greeted(self) -> bool:
        """The program has said ``hello``, and this version is spoken here."""
        return self._session.greeted

    @property
    def refused(self) -> list[Error]:
        """What was refused since the last question was put."""
        return self._session.refused

    @property
    def talks_nonsense(self) -> bool:
        """The last that was refused could not even be read."""
        return bool(self.refused) and self.refused[-1].code in _UNREADABLE

    def hear(self, data: bytes) -> None:
        """Take one message of the program."""
        self._session.receive(data, 0.0)

    def take_output(self) -> list[bytes]:
        """What is to be sent to the program, once; messages without line ends."""
        return self._session.take_output()

    def begin_match(self, seat: int, match: MatchState) -> None:
        """Give the program its seat."""
        self._seat = seat
        self._position = 0
        self._news = News(MATCH, self._settings(match), seat, match)
        self._session.push(Seated(match=MATCH, seat=seat, view=self._news.view(None, 0)))

    def begin_round(self, match: MatchState) -> None:
        """Another round begins; it is told with the first question."""
        self._within().begin_round(match)
        self._fresh = True

    def tell(self, seen: SeatView) -> None:
        """Tell what is new since the last time."""
        news = self._within()
        if self._fresh and not _is_dealt_in(seen):
            news.begin_within(seen)
            view = news.view(seen, self._position)
            self._session.push(Seated(match=MATCH, seat=self._seat, view=view))
        self._fresh = False
        step = news.since(seen, self._position)
        if step is not None:
            self._session.push(step)

    def ask(self, question: Question) -> None:
        """Tell what is new, and put a question."""
        self._position += 1
        self.tell(question.view)
        self.question, self.answer = question, None
        self.refused.clear()
        self._session.push(self._ask_message(question))

    def give_up(self) -> None:
        """Wait no longer for the answer to the question."""
        self.question = None

    def _within(self) -> News:
        if self._news is None:
            raise AssertionError("a match begins before its rounds")
        return self._news

    # --- what is asked ---

    def _ask_message(self, question: Question) -> Ask:
        legal = asdict(legal_message(question.legal))
        if question.may_decline:
            legal["actions"] = (DECLINE, *legal["actions"])
        return Ask(
            match=MATCH,
            seat=self._seat,
            position=self._position,
            kind=question.kind,
            deadline=self._limit,
            **legal,
        )

    def _settings(self, match: MatchState) -> Settings:
        rules = match.rules.changes()
        rules.pop("target", None)
        return Settings(
            rules=rules,
            target=match.rules.target,
            bomb_window=0.0,
            pause=0.0,
            clock=ClockSettings(decision=self._limit),
            grace=0.0,
            substitute="",
            pace=0.0,
            seed_hash="",
            open_seed=False,
        )

    # --- for the session ---

    def handle(self, session: Session, request: AnyRequest, now: float) -> Result:
        """Do what a request asks.

        Raises:
            TichuError: it is refused, and nothing has changed.
        """
        if isinstance(request, questions.Question):
            return questions.answer(request)
        match request:
            case requests.Hello():
                result = self._greeting(request)
                session.greeted = True
                return result
            case requests.Act():
                return self._act(request)
            case requests.List():
                return replies.Listed(matches=())
        raise RequestRefused(
            "The host that started this program seats it by itself; wait to be asked.",
            code="unsupported",
        )

    def deliver(self, now: float) -> None:
        """Nothing goes on by itself."""

    def run_elsewhere(self, work: Callable[[], None], then: Callable[[], None]) -> None:
        """Do it here: nobody else waits."""
        work()
        then()

    def has_output(self, session: Session) -> None:
        """The output is taken after each message."""

    def closed(self, session: Session, now: float) -> None:
        """There is nothing to be given back."""

    def _greeting(self, request: requests.Hello) -> replies.Greeting:
        return greeting(
            request,
            engine=self._engine,
            capabilities=CAPABILITIES,
            agents=(),
            limits={
                "message_bytes": self.limits.message_bytes,
                "decision": self._limit,
                **self._bounds,
            },
        )

    def _act(self, request: requests.Act) -> replies.Acted:
        if request.match != MATCH:
            raise RequestRefused(
                "There is no such match here.", code="unknown_match", where="match"
            )
        question = self._question_for(request)
        if request.action == DECLINE:
            if not question.may_decline:
                raise not_asked()
            answer = None
        else:
            answer = action_of(question.legal, request)
            if answer not in question.legal:
                raise _why_not(question, answer)
        if not request.check:
            self.question, self.answer = None, answer
        return replies.Acted()

    def _question_for(self, request: requests.Act) -> Question:
        """The question that an ``act`` answers, if it still can."""
        check_form(request)
        if request.seat not in (None, self._seat):
            raise RequestRefused(
                f"This program has seat {self._seat}, and answers for no other.",
                code="not_your_seat",
                where="seat",
            )
        if request.position > self._position:
            raise RequestRefused(
                f"The match is at position {self._position}; answer the last ask.",
                code="bad_position",
                where="position",
            )
        if request.position < self._position or self.question is None:
            raise too_late()
        return self.question


def _is_dealt_in(seen: SeatView) -> bool:
    """The seat has been told of its first cards, so that the round can be followed by events."""
    return any(isinstance(event, core.CardsDealt) for event in seen.history[:1])


def _why_not(question: Question, action: Action) -> TichuError:
    """Why an action is none of the answers.

    What the rules say of a seat's own action depends on what the seat sees, so any state that
    looks the same to it says the same.
    """
    try:
        guess = determinize(question.view, stream("why not", "determinize"))
        refused = refusal(guess, action)
    except TichuError:
        return not_asked()
    return not_asked() if refused is None else refused.error()
