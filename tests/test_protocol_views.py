"""The law of views: what is sent to a seat or a spectator tells nothing that it may not know."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import hidden
import rounds
from protocol_host import Client, Host, Message, any_answer, four_seats, one_act, plays_of
from strategies import SINGLE_FLIPS
from tichu import Card, CardSet, Deal, deal_for
from tichu.protocol import game as game_module
from tichu.protocol.asks import asked
from tichu.protocol.entries import Held
from tichu.protocol.legal_lists import legal_message
from tichu.seats import SEATS

encode = msgspec.json.Encoder().encode


# --- other worlds in place of the real one: nothing that could be sent shows which it is ---


def seen_by(host: Host, match: str, seat: int | None) -> tuple[bytes, bytes]:
    """The view and the question that a recipient would be sent now."""
    table = host.table(match)
    view = encode(table.game.view_for(seat))
    if seat is None:
        return view, b""
    question = asked(table.game, table.window, table.ready, seat)
    message = legal_message(question.legal, question.extra)
    return view, question.kind.encode() + encode(message)


def check_other_worlds(host: Host, match: str, rng: random.Random) -> None:
    game = host.game(match)
    state, held = game.state, dict(game.held)
    for seat in (*SEATS, None):
        before = seen_by(host, match, seat)
        one, two = (seat, seat) if seat is not None else (0, 1)
        game.state = hidden.other_world(hidden.other_world(state, one, rng), two, rng)
        if state.phase == "grand":
            game.state = state
        game.held = {} if seat not in held else {seat: held[seat]}
        for other in SEATS:
            if other != seat and rng.random() < 0.5 and state.phase == "grand":
                text = f"{other} {rng.choice(['grand', 'nogrand'])}"
                game.held[other] = Held(seat=other, action=text, by="player")
        assert seen_by(host, match, seat) == before
        game.state, game.held = state, dict(held)


@pytest.mark.parametrize("flip", SINGLE_FLIPS)
@pytest.mark.parametrize("pause", [0.0, None])
def test_nothing_shows_which_world_it_is(flip: str, pause: float | None):
    rng = random.Random(f"{flip} {pause}")
    host = Host()
    rules = SINGLE_FLIPS[flip].changes()
    client, match = four_seats(
        host, options=rules, bomb_window=pause, pause=0, clock={"decision": 60, "bank": 10}
    )
    for _ in range(150):
        if not one_act(host, [client], match, rng, lambda ask, rng: any_answer(ask, rng, 0.4)):
            break
        check_other_worlds(host, match, rng)


# --- two hosts that differ in hidden cards: every byte is the same ---


def as_text(ask: Message, answer: Message) -> Message:
    """The answer with its play as text, which means the same whatever else the seat holds."""
    if "play" not in answer:
        return answer
    place = answer["play"]
    for group in ask["plays"]:
        words = group["plays"].split()
        if place < len(words):
            cards, _ = plays_of(ask)[answer["play"]]
            text = " ".join(cards[i : i + 2] for i in range(0, len(cards), 2))
            if "phoenix" in group:
                text = text.replace("Ph", f"Ph={group['phoenix']}")
            rest = {"wish": answer["wish"]} if "wish" in answer else {}
            return {"action": f"play {text}", **rest}
        place -= len(words)
    raise AssertionError("no such play")


class Script:
    """What four clients did, so that it can be done again."""

    def __init__(self, deal: Deal, monkeypatch: pytest.MonkeyPatch, **settings: Any) -> None:
        monkeypatch.setattr(game_module, "deal_for", lambda *_: deal)
        self.host = Host()
        self.players = [self.host.connect() for _ in SEATS]
        self.watcher = self.host.connect()
        created = self.players[0].do(
            "create", seats=["me", "open", "open", "open"], seed="x", **settings
        )
        self.match: str = created["match"]
        self.watcher.do("watch", match=self.match)
        for player in self.players[1:]:
            player.do("take", match=self.match)
        self.host.settle()

    def in_first_round(self) -> bool:
        game = self.host.game(self.match)
        return bool(game.life == "playing" and game.round == 1)

    def marks(self) -> list[int]:
        return [len(client.raw) for client in (*self.players, self.watcher)]


Done = tuple[float, int, Message]


def play_round(
    script: Script, rng: random.Random, curious: int
) -> tuple[list[Done], list[list[int]]]:
    """Play the first round with random answers; what was done when, and how much was sent then.

    One seat, if it is one, keeps asking what it might do.
    """
    host, done, marks = script.host, [], [script.marks()]
    while script.in_first_round():
        if curious in SEATS and rng.random() < 0.5:
            fields = a_check(script, curious, rng)
            script.players[curious].send("act", match=script.match, **fields)
            done.append((0.0, curious, fields))
            marks.append(script.marks())
            continue
        due = [
            (seat, ask)
            for seat, player in enumerate(script.players)
            for ask in player.asks.values()
            if ask["kind"] != "wait"
            or (rng.random() < 0.1 and (ask.get("actions") or ask.get("count")))
        ]
        if not due or rng.random() < 0.03:
            before = host.now
            host.go_on()
            done.append((host.now - before, -1, {}))
            marks.append(script.marks())
            continue
        seat, ask = rng.choice(due)
        answer = as_text(ask, any_answer(ask, rng, 0.5))
        fields = {"seat": seat, "position": ask["position"], **answer}
        del script.players[seat].asks[script.match, seat]
        script.players[seat].do("act", match=script.match, **fields)
        done.append((0.0, seat, fields))
        marks.append(script.marks())
    return done, marks


def a_check(script: Script, seat: int, rng: random.Random) -> Message:
    """A question about some of the seat's cards, or anything else that it might do."""
    ask = script.players[seat].asks.get((script.match, seat), {"position": 1})
    cards = list(script.host.state(script.match).hands[seat])
    some = rng.sample(cards, min(len(cards), rng.choice([1, 1, 2, 2, 3, 5])))
    texts = ["pass", "tichu", "grand", "decline", "collect", "dragon 1", "dragon 0"]
    text = f"play {' '.join(map(str, some))}" if some and rng.random() < 0.7 else rng.choice(texts)
    return {"seat": seat, "position": ask["position"], "action": text, "check": True}


def acted(script: Script) -> list[bytes]:
    """The actions so far, with those of the clock."""
    return [entry.payload for entry in script.host.journal if entry.kind in ("act", "hold")]


def unmoved(script: Script, deal: Deal, seat: int) -> list[Card]:
    """Cards of the others that nobody played or gave away; all know where the Mah Jong is."""
    moved = b" ".join(acted(script)).decode() + " Mj"
    return [
        card
        for other in SEATS
        if other != seat
        for card in deal.first[other] | deal.rest[other]
        if str(card) not in moved
    ]


def check_same_bytes(seed: int, pause: float | None, patch: pytest.MonkeyPatch) -> int:
    """Play a round, then again with two hidden cards exchanged: how many steps were compared."""
    rng = random.Random(seed)
    seat = seed % 5
    deal = rounds.random_deal(rng)
    settings: dict[str, Any] = {"bomb_window": pause, "pause": 0, "target": 1}
    if seed % 2:
        settings["clock"] = {"decision": 5, "bank": 3}
    first = Script(deal, patch, **settings)
    done, marks = play_round(first, rng, seat)
    cards = unmoved(first, deal, seat)
    if len(cards) < 2:
        return 0
    one, two = rng.sample(cards, 2)
    other = Script(swapped(deal, one, two), patch, **settings)
    compared = 0
    for step, (passed, actor, fields) in enumerate(done):
        told, again = ([*script.players, script.watcher][seat].raw for script in (first, other))
        # What the clock does for others may depend on their cards; from then on it is another game.
        if acted(other) != acted(first)[: len(acted(other))]:
            break
        assert again == told[: marks[step][seat]]
        compared += 1
        if actor < 0:
            other.host.pass_time(passed)
        else:
            reply = other.players[actor].send("act", match=other.match, **fields)
            if reply["type"] == "error" and "check" not in fields:
                break
        if not other.in_first_round():
            break
    return compared


def swapped(deal: Deal, one: Card, two: Card) -> Deal:
    """The deal with two cards in each other's place."""

    def swap(cards: CardSet) -> CardSet:
        return CardSet({one: two, two: one}.get(card, card) for card in cards)

    a, b, c, d = map(swap, deal.first)
    w, x, y, z = map(swap, deal.rest)
    return Deal((a, b, c, d), (w, x, y, z))


@pytest.mark.parametrize("pause", [0.0, None, 2.5])
def test_every_byte_is_the_same(pause: float | None, monkeypatch: pytest.MonkeyPatch):
    compared = sum(check_same_bytes(seed, pause, monkeypatch) for seed in range(15))

    assert compared > 300


@pytest.mark.soak
@pytest.mark.parametrize("pause", [0.0, None, 2.5])
def test_every_byte_is_the_same_in_many_rounds(
    pause: float | None, monkeypatch: pytest.MonkeyPatch
):
    compared = sum(check_same_bytes(seed, pause, monkeypatch) for seed in range(1_000))

    assert compared > 20_000


# --- what must never be sent ---


def test_no_card_of_another_seat_is_sent_before_it_is_played():
    """Whatever is sent to a seat names no card but its own and those that were on the table."""
    rng = random.Random(4)
    host = Host()
    players = [host.connect() for _ in SEATS]
    match = players[0].do("create", seats=["me", "open", "open", "open"])["match"]
    for player in players[1:]:
        player.do("take", match=match)
    known = [CardSet() for _ in SEATS]
    read = [0 for _ in SEATS]
    for _ in range(120):
        if host.game(match).round > 1 or not one_act(host, players, match, rng):
            break
        state = host.state(match)
        table = state.trick | state.piles[0] | state.piles[1] | state.piles[2] | state.piles[3]
        for seat, player in enumerate(players):
            known[seat] |= state.hands[seat] | table
            if host.game(match).round == 1:
                check_cards_sent(player, read[seat], known[seat])
            read[seat] = len(player.pushed)


def check_cards_sent(player: Client, start: int, known: CardSet) -> None:
    for message in player.pushed[start:]:
        for text in texts_of(message):
            assert CardSet(text) <= known, message


def texts_of(value: Any) -> list[str]:
    """All texts in a message that are cards."""
    if isinstance(value, dict):
        return [text for part in value.values() for text in texts_of(part)]
    if isinstance(value, list):
        return [text for part in value for text in texts_of(part)]
    try:
        return [value] if isinstance(value, str) and CardSet(value) else []
    except ValueError:
        return []


def test_tokens_and_seeds_are_sent_to_nobody_else():
    rng = random.Random(9)
    host = Host()
    players = [host.connect() for _ in SEATS]
    watcher = host.connect()
    made = players[0].do("create", seats=["me", "invite", "open", "open"], target=50)
    match, tokens = made["match"], [token for token in made["tokens"] if token]
    watcher.do("watch", match=match)
    players[1].do("resume", match=match, token=tokens[1])
    tokens += [player.do("take", match=match)["token"] for player in players[2:]]
    seed = host.game(match).made.seed
    while one_act(host, players, match, rng):
        pass

    for number, player in enumerate([*players, watcher]):
        own = [tokens[number]] if number != 1 and number < 4 else []
        own += [tokens[1]] if number == 0 else []
        for token in tokens:
            told = any(token.encode() in raw for raw in player.raw)
            assert told == (token in own)
        with_seed = [raw for raw in player.raw if seed.encode() in raw]
        assert len(with_seed) == 1
        assert b'"match_over"' in with_seed[0]
    stored = b"".join(entry.payload for entry in host.journal)
    assert not any(token.encode() in stored for token in tokens)
    shown = repr(host.hub) + repr(players[0].session) + repr(host.table(match))
    assert not any(token in shown for token in tokens)


def test_the_deal_of_the_tests_is_not_that_of_the_engine():
    assert game_module.deal_for is deal_for
