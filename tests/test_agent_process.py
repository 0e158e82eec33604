"""Programs as agents: what they are told, what they may answer, and what comes of their faults."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from process_bots import GOOD, LONG, MARK, SHORT, command, left_over, play
from tichu import InvalidValue, MatchState, Rules, play_match, stream
from tichu.agents import FirstAgent, Guard, make_agent
from tichu.agents.process import ProcessAgent, ProcessFault
from tichu.agents.process.bounds import LINE_BYTES, MESSAGES
from tichu.protocol.messages.replies import ServerMessage

DECODER: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


def open_files() -> int:
    return len(list(Path("/dev/fd").iterdir()))


@pytest.fixture(autouse=True)
def _nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever a program does, no process and no open file is left of it."""
    mark = uuid.uuid4().hex
    monkeypatch.setenv(MARK, mark)
    files = open_files()
    yield
    assert left_over(mark) == []
    assert open_files() == files


def codes(guard: Guard) -> list[str]:
    return [fault.code for fault in guard.faults]


# --- good programs ---


def test_a_program_plays_a_whole_match(tmp_path: Path):
    guard, history = play(command(tmp_path, GOOD), None, rules=Rules(target=300))

    assert codes(guard) == []
    assert history.result.is_over
    # It plays as `first` does, so the match is the one that four of these play.
    four = play_match([FirstAgent() for _ in range(4)], seed="bots", rules=Rules(target=300))
    assert history == four


def test_a_match_of_four_programs(tmp_path: Path):
    line = command(tmp_path, GOOD)
    guards = [Guard(ProcessAgent(line)) for _ in range(4)]
    play_match(guards, seed="four", max_rounds=2)
    for guard in guards:
        guard.close()

    assert [codes(guard) for guard in guards] == [[], [], [], []]


LOGGING = """
hello()
with open({file!r}, "w") as log:
    for message in messages():
        log.write(json.dumps(message) + "\\n")
        log.flush()
        if message["type"] == "ask":
            act(message, **good(message))
"""


def logged(tmp_path: Path, rounds: int | None, **settings: Any) -> list[dict[str, Any]]:
    file = tmp_path / "log"
    guard, _ = play(command(tmp_path, LOGGING.format(file=str(file))), rounds, **settings)
    assert codes(guard) == []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_a_program_is_told_what_a_client_is_told(tmp_path: Path):
    said = logged(tmp_path, None, rules=Rules(target=250, tie_rule="draw"))

    for message in said:
        DECODER.decode(json.dumps(message))
    kinds = [message["type"] for message in said]
    assert kinds[:2] == ["ok", "seated"]
    assert kinds.count("seated") == 1
    assert said[1]["view"]["settings"]["rules"] == {"tie_rule": "draw"}
    assert said[1]["view"]["settings"]["target"] == 250
    steps = [message for message in said if message["type"] == "event"]
    assert [step["seq"] for step in steps] == list(range(1, len(steps) + 1))
    happenings = [what for step in steps for what in step["events"]]
    assert happenings[0] == {"type": "round_begun", "round": 1}
    assert {what["seat"] for what in happenings if what["type"] in ("dealt", "gave")} == {0}
    *_, over = happenings
    assert over["type"] == "match_over"
    assert max(over["totals"]) >= 250
    rounds = [what["round"] for what in happenings if what["type"] == "round_over"]
    assert rounds == list(range(1, len(rounds) + 1))
    places = [message["position"] for message in said if message["type"] == "ask"]
    assert places == list(range(1, len(places) + 1))


def test_a_program_that_draws_from_the_seed_plays_the_same_again(tmp_path: Path):
    body = """
import random
rng = random.Random(os.environ["TICHU_SEED"])
hello()
for ask in asks():
    if "count" in ask and ask["count"]:
        act(ask, play=rng.randrange(ask["count"]))
    else:
        act(ask, **good(ask))
"""
    line = command(tmp_path, body)
    one, two, three = (play(line, 2, seed=seed)[1].rounds for seed in ("a", "a", "b"))

    assert one == two
    assert one != three


def test_every_match_has_a_process_of_its_own(tmp_path: Path):
    file = tmp_path / "ids"
    line = command(tmp_path, f"open({str(file)!r}, 'a').write(f'{{os.getpid()}}\\n')\n{GOOD}")
    guard = Guard(ProcessAgent(line))
    for seed in ("one", "two"):
        play_match([guard, FirstAgent(), FirstAgent(), FirstAgent()], seed=seed, max_rounds=2)
    guard.close()

    assert len(set(file.read_text(encoding="utf-8").split())) == 2
    assert codes(guard) == []


def test_a_program_that_is_slow_to_read_and_to_write_is_heard(tmp_path: Path):
    # A byte at a time, and the line end of another system.
    body = """
def slow(text):
    for letter in text:
        os.write(1, letter.encode())
write = lambda text: slow(text.replace("\\n", "\\r\\n") + "\\n\\n")
hello()
play_on()
"""
    guard, _ = play(command(tmp_path, body))
    assert codes(guard) == []


def test_a_program_may_ask_questions(tmp_path: Path):
    body = """
hello()
for ask in asks():
    send("legal_plays", hand="7j7s8pPh")
    reply = json.loads(sys.stdin.readline())
    assert reply["result"]["legal"]["count"] == 10, reply
    send("list")
    assert json.loads(sys.stdin.readline())["result"] == {"type": "list", "matches": []}
    send("create")
    assert json.loads(sys.stdin.readline())["code"] == "unsupported"
    act(ask, **good(ask))
    assert json.loads(sys.stdin.readline())["type"] == "ok"
"""
    guard, _ = play(command(tmp_path, body))
    assert codes(guard) == []


def test_a_mistake_may_be_mended(tmp_path: Path):
    body = """
hello()
for ask in asks():
    act(ask, action="play Dg")
    refused = json.loads(sys.stdin.readline())
    assert refused["type"] == "error", refused
    act(ask, seat=2, **good(ask))
    refused = json.loads(sys.stdin.readline())
    assert refused["code"] == "not_your_seat", refused
    act(ask, **good(ask))
"""
    guard, _ = play(command(tmp_path, body))
    assert codes(guard) == []


def test_a_second_answer_does_no_harm(tmp_path: Path):
    body = "hello()\nfor ask in asks():\n    act(ask, **good(ask))\n    act(ask, **good(ask))\n"
    guard, _ = play(command(tmp_path, body))
    assert codes(guard) == []


# --- faults after which the program is ended ---

AFTER_TEN = """
hello()
for count, ask in enumerate(asks()):
    if count == 10:
        {deed}
    act(ask, **good(ask))
"""

IN_A_ROUND = {
    "crash": ("sys.exit('I am\\nlost')", "process_ended"),
    "kill itself": ("os.kill(os.getpid(), signal.SIGKILL)", "process_ended"),
    "end in peace": ("sys.exit()", "process_ended"),
    "close the output": ("os.close(1); time.sleep(60)", "process_ended"),
    "hang": ("time.sleep(60)", "process_late"),
    "hang at work": ("while True: pass", "process_late"),
    "half a line": ("write('{'); time.sleep(60)", "process_late"),
    "empty lines": ("write('\\n' * 100); time.sleep(60)", "process_late"),
    "a huge line": (f"write('x' * {LINE_BYTES + 1}); time.sleep(60)", "process_flood"),
    "a line without an end": ("\n        while True: write('x' * 1000)", "process_flood"),
    "good messages without end": ("\n        while True: send('list')", "process_flood"),
    "empty lines without end": ("\n        while True: write('\\n' * 1000)", "process_flood"),
    "flood its errors": (
        "\n        while True: sys.stderr.write('x' * 1000)",
        "process_late",
    ),
    "stopped": ("os.kill(os.getpid(), signal.SIGSTOP)", "process_late"),
}


@pytest.mark.parametrize("deed", IN_A_ROUND)
def test_a_fault_in_a_round(deed: str, tmp_path: Path):
    text, code = IN_A_ROUND[deed]
    line = command(tmp_path, AFTER_TEN.format(deed=text))
    guard, history = play(line, 2, patient_for=10 if code == "process_late" else None)

    assert len(history.rounds) == 2
    assert all(played.score is not None for played in history.rounds)
    assert codes(guard)[:2] == [code, "process_gone"]
    # Each of the first ten was answered, and none of the others.
    assert guard.fault_count == guard.answers - 10


AT_START = {
    "ends at once": ("true", "status 0", LONG),
    "says nothing": ("sleep 60", "in time", SHORT),
    "says anything": ("yes", "bad_json", LONG),
}


@pytest.mark.parametrize("command", ["/no/such/program", "no-such-program -x", "/etc/passwd", "/"])
def test_what_is_no_program_is_refused_when_the_agent_is_made(command: str):
    for make in (lambda: ProcessAgent(command), lambda: make_agent(f"process:{command}")):
        with pytest.raises(InvalidValue, match="no program that can be run") as caught:
            make()
        assert caught.value.code == "bad_agent"


def test_a_program_that_is_gone_when_a_match_begins_is_a_fault(tmp_path: Path):
    program = tmp_path / "bot"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    agent = ProcessAgent(str(program))
    program.unlink()
    guard = Guard(agent)
    guard.begin_round(0, stream("gone", "agent", 1, 0), MatchState())

    assert guard.faults[0].code == "process_start"
    assert "No such file" in guard.faults[0].message


@pytest.mark.parametrize("line", AT_START)
def test_a_fault_at_the_start(line: str):
    program, words, start = AT_START[line]
    guard, history = play(program, start=start)

    assert history.rounds[0].score is not None
    assert codes(guard)[:2] == ["process_start", "process_gone"]
    assert guard.faults[0].where == "begin_round"
    assert words in guard.faults[0].message


GREETINGS = {
    "crash": ("sys.exit('no')", "said: no", LONG),
    "another version": ("for _ in '123': send('hello', version=2)", "unknown_version", LONG),
    "no greeting": ("for _ in '123': send('list')", "hello_first", LONG),
    "half of one": ('write(\'{"type":"hello"\')', "in time", SHORT),
}


@pytest.mark.parametrize("name", GREETINGS)
def test_a_bad_greeting(name: str, tmp_path: Path):
    body, words, start = GREETINGS[name]
    guard, _ = play(command(tmp_path, f"{body}\ntime.sleep(60)"), start=start)

    assert codes(guard)[:2] == ["process_start", "process_gone"]
    assert words in guard.faults[0].message


def test_a_crash_is_told_with_the_last_words(tmp_path: Path):
    noise = "sys.stderr.write('x' * 100_000 + '\\n')\n"
    guard, _ = play(command(tmp_path, noise + AFTER_TEN.format(deed="ask['no such thing']")))

    fault = guard.faults[0]
    assert fault.message.startswith("It has ended with status 1; it had said: ")
    assert "KeyError: 'no such thing'." in fault.message
    assert len(fault.message) < 300


def test_a_program_that_does_not_read_is_ended(tmp_path: Path):
    # It asks a lot, and leaves the replies, of 25 kB each, where they are.
    hand = "2j3s4j5j6j7j8j9jTjJjQjKjAjPh"
    body = (
        f"hello()\nfor _ in range({MESSAGES}): send('legal_plays', hand={hand!r})\ntime.sleep(60)"
    )
    guard, history = play(command(tmp_path, body))

    assert codes(guard)[:2] == ["process_deaf", "process_gone"]
    assert history.rounds[0].score is not None


def test_an_impatient_caller_ends_the_program(tmp_path: Path):
    class Impatient(Exception):
        pass

    agent = ProcessAgent(command(tmp_path, GOOD))
    agent.begin_round(0, stream("x", "agent", 1, 0), MatchState())

    class Question:
        @property
        def view(self) -> None:
            raise Impatient

    with pytest.raises(Impatient):
        agent.answer(Question())  # type: ignore[arg-type]
    with pytest.raises(ProcessFault) as gone:
        agent.answer(Question())  # type: ignore[arg-type]
    assert gone.value.code == "process_gone"
    agent.close()


# --- faults that cost an answer only ---

NO_ANSWER = {
    "nonsense": ("write('Hello?\\n')", "process_nonsense"),
    "no UTF-8": (
        "sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()",
        "process_nonsense",
    ),
    "deep nesting": ("write('[' * 5000 + '\\n')", "process_nonsense"),
    "wrong types": ("send('act', match=1, position='x')", "process_nonsense"),
    "no request": ("write('null\\n')", "process_nonsense"),
    "the same id": ('write(\'{"type":"list","id":"1"}\\n\')', "process_nonsense"),
    "illegal": ("act(ask, action='play Dg')", "process_illegal"),
    "no such play": ("act(ask, play=5000)", "process_illegal"),
    "no action": ("act(ask, action='smile')", "process_illegal"),
    "another seat": ("act(ask, seat=1, **good(ask))", "process_illegal"),
    "another match": ("act(ask, match='abc', **good(ask))", "process_illegal"),
    "from the future": ("act(ask, position=99999, **good(ask))", "process_illegal"),
    "nothing said": ("act(ask)", "process_illegal"),
}


@pytest.mark.parametrize("name", NO_ANSWER)
def test_no_legal_answer_at_all(name: str, tmp_path: Path):
    deed, code = NO_ANSWER[name]
    body = f"""
hello()
for count, ask in enumerate(asks()):
    if count % 2:
        {deed}
        {deed}
        {deed}
    else:
        act(ask, **good(ask))
"""
    guard, history = play(command(tmp_path, body))

    assert history.rounds[0].score is not None
    # Every other answer is good: the program goes on.
    assert set(codes(guard)) == {code}
    assert guard.fault_count == guard.answers // 2


def test_nonsense_without_end(tmp_path: Path):
    guard, history = play(command(tmp_path, "hello()\nwhile True: write('Hello?' * 100 + '\\n')"))

    assert history.rounds[0].score is not None
    assert set(codes(guard)) == {"process_nonsense"}
    assert guard.fault_count == guard.answers


def test_silence_after_a_mistake_is_that_mistake(tmp_path: Path):
    body = """
hello()
for count, ask in enumerate(asks()):
    act(ask, **({"action": "play Dg"} if count == 3 else good(ask)))
"""
    guard, _ = play(command(tmp_path, body), patient_for=3)
    assert codes(guard) == ["process_illegal"]


def test_silence_after_mistakes_again_and_again_is_waited_for_no_more(tmp_path: Path):
    program = command(tmp_path, "hello()\nfor ask in asks(): act(ask, action='smile')")
    guard, history = play(program, patient_for=0)

    assert history.rounds[0].score is not None
    assert codes(guard)[:4] == [
        "process_illegal",
        "process_illegal",
        "process_late",
        "process_gone",
    ]
    assert set(codes(guard)[3:]) == {"process_gone"}


# --- by name ---


def test_options_stand_before_the_command(tmp_path: Path):
    agent = make_agent("process:limit=2,start=0.5:sh bot.js --depth=3")
    assert isinstance(agent, ProcessAgent)
    assert (agent._limit, agent._start) == (2.0, 0.5)
    assert agent._command == ["sh", "bot.js", "--depth=3"]
    mine = tmp_path / "my bot"
    mine.write_text("#!/bin/sh\n")
    mine.chmod(0o755)
    plain = make_agent(f"process:'{mine}' a:b=c")
    assert isinstance(plain, ProcessAgent)
    assert plain._command == [str(mine), "a:b=c"]


@pytest.mark.parametrize(
    "name",
    [
        "process:",
        "process: ",
        "process:''",
        "process:'bot",
        "process:limit=0:bot",
        "process:limit=-1:bot",
        "process:limit=fast:bot",
        "process:limit=true:bot",
        "process:limit=100000:bot",
        "process:start=0:bot",
        "process:speed=1:bot",
        "process:limit=1,limit=2:bot",
        "process:bot\0",
    ],
)
def test_bad_options(name: str):
    with pytest.raises(InvalidValue) as error:
        make_agent(name)
    assert error.value.code == "bad_agent_option"
