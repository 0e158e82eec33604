"""The other end: an agent of this package as a program that speaks the protocol."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

import msgspec

from tichu.errors import TichuError
from tichu.protocol.following import Follower, answer_text
from tichu.protocol.messages.basics import VERSION
from tichu.protocol.messages.happenings import RoundBegun, RoundOver
from tichu.protocol.messages.pushes import Ask, Event, Seated
from tichu.protocol.messages.replies import Error, ServerMessage
from tichu.protocol.messages.requests import Act, AnyRequest, Hello
from tichu.question import Player
from tichu.rng import stream

__all__ = ["play_seat"]

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


class _Bot:
    """A player, and the match that it is told of."""

    def __init__(self, player: Player, seed: str | int, target: BinaryIO) -> None:
        self._player = player
        self._seed = seed
        self._target = target
        self._count = 0
        self._match: Follower | None = None

    def say_hello(self) -> None:
        self._send(Hello(id=self._next_id(), version=VERSION, client="tichu bot"))

    def hear(self, line: bytes) -> None:
        """Take a message.

        Raises:
            TichuError: it says that something was refused.
        """
        match _decoder.decode(line):
            case Seated() as seated:
                self._match = Follower(seated)
            case Event() as step if self._match is not None:
                self._follow(self._match, step)
            case Ask() as ask if self._match is not None:
                answer = self._player.answer(self._match.question(ask))
                self._send(
                    Act(
                        id=self._next_id(),
                        match=ask.match,
                        position=ask.position,
                        action=answer_text(answer),
                    )
                )
            case Error() as error:
                raise TichuError(error.message, code=error.code, rule=error.rule)

    def _follow(self, match: Follower, step: Event) -> None:
        for what in step.events:
            if isinstance(what, RoundBegun):
                rng = stream(self._seed, "agent", what.round, match.seat)
                self._player.begin_round(match.seat, rng, match.match)
        match.follow(step)
        if any(isinstance(what, RoundOver) for what in step.events):
            self._player.end_round(match.view)

    def _next_id(self) -> str:
        self._count += 1
        return str(self._count)

    def _send(self, request: AnyRequest) -> None:
        self._target.write(_encoder.encode(request) + b"\n")
        self._target.flush()


def play_seat(
    player: Player, source: Iterable[bytes], target: BinaryIO, *, seed: str | int
) -> None:
    """Play what comes, until it ends.

    Args:
        player: who plays.
        source: lines from the engine that has started this program.
        target: takes lines to it.
        seed: of the player's random numbers.

    Raises:
        TichuError: the engine has refused something.
        msgspec.DecodeError: it has sent what is no message.
    """
    bot = _Bot(player, seed, target)
    bot.say_hello()
    for line in source:
        bot.hear(line)
