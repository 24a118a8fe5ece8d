"""Process bots: valid ones play, faults are reported with their cause, and no process is left running."""

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings

from kolej import bots
from kolej.bots.external import process
from kolej.bots.external.process import ProcessBot, ProcessFault, ProcessNameError
from kolej.bots.external.protocol import PROTOCOL, decision_line, hello_line
from kolej.engine.chance.rng import Rng
from kolej.engine.decision import Decision
from kolej.engine.record.notation import Notation
from kolej.sim.games import BotFault, play
from kolej.sim.plan import plan_simulation
from kolej.testing.json import view_from_json
from tests.support.random_games import TABLES, seated, somewhere, steps
from tests.support.seeds import SEEDED, SEEDS

EXAMPLES = Path(__file__).parents[2] / "examples"

PROGRAM = """
import json, os, sys, time

def hear():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit()

def say(answer):
    print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)

hello = hear()
"""
READY = "say({'ready': True})\n"
CHOICE = READY + "choice = hear()\n"


@pytest.fixture
def decision() -> Decision:
    game, _ = somewhere("new_york", 2, 5)
    return game.decision(game.to_act()[0])


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The ids of the processes that a test starts; none may outlive it."""
    pids: list[int] = []
    begin = process.BotProcess.__init__

    def noted(self: process.BotProcess, words: list[str]) -> None:
        begin(self, words)
        pids.append(self.process.pid)

    monkeypatch.setattr(process.BotProcess, "__init__", noted)
    yield pids
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def made(tmp_path: Path, source: str, seconds: float = 10) -> ProcessBot:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM + source)
    bot = bots.find(f"program({seconds}):{sys.executable} {path}")(7)
    assert isinstance(bot, ProcessBot)
    return bot


def test_a_program_is_greeted_asked_and_ended(tmp_path: Path, decision: Decision, started: list[int]) -> None:
    source = CHOICE + "open(sys.argv[0] + '.heard', 'w').write(json.dumps([hello, choice]))\n"
    bot = made(tmp_path, source + "say({'move': choice['moves'][-1]['move'], 'why': 'the last one'})\nhear()\n")
    assert bot.choose(decision) == decision.legal[-1]
    bot.close()
    bot.close()
    assert len(started) == 1
    hello, asked = json.loads((tmp_path / "program.py.heard").read_text())
    board = decision.edition.board
    assert (hello["type"], hello["protocol"], hello["edition"]) == ("hello", PROTOCOL, "new_york")
    assert (hello["seats"], hello["seat"], hello["seed"]) == (2, decision.seat, 7)
    assert hello["board"]["cards"] == [board.wild, *board.colors]
    assert [city["id"] for city in hello["board"]["cities"]] == [city.id for city in board.cities]
    assert [route["length"] for route in hello["board"]["routes"]] == [route.length for route in board.routes]
    assert [ticket["points"] for ticket in hello["board"]["tickets"]] == [ticket.points for ticket in board.tickets]
    assert asked["type"] == "choice"
    assert view_from_json(asked["view"]) == decision.view
    notation = Notation(board)
    assert [(move["move"], notation.read_move(move["text"])) for move in asked["moves"]] == list(decision.moves.items())


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("sys.exit(3)", "ended with exit code 3 instead of answering"),
        ("1 // 0", "ended with exit code 1 instead of answering; its last line of errors: 'ZeroDivisionError: integer"),
        ("os.kill(os.getpid(), 9)", "was ended by signal 9 instead of answering"),
        ("os.close(1); input()", "closed its output instead of answering"),
        ("time.sleep(60)", "gave no answer within 0.3 s"),
        ("print('thinking', file=sys.stderr, flush=True); time.sleep(60)", "; its last line of errors: 'thinking'"),
        ("say('draw')", "wrote 'draw', which is not a JSON object; an answer is a line like {\"move\": number}"),
        ("say('[1]')", "wrote '[1]', which is not a JSON object"),
        ("say('')", "wrote '', which is not a JSON object"),
        ("say('x' * 100000)", "wrote '" + "x" * 200 + "…', which is not a JSON object"),
        ("say('[' * 5000)", "…', which is not a JSON object"),
        ("sys.stdout.buffer.write(bytes([255, 10])); sys.stdout.flush(); hear()", "which is not a JSON object"),
        ("say({'number': 0})", "wrote '{\"number\": 0}', which has no move"),
        ("say({'move': 99999})", "wrote '{\"move\": 99999}', which is not the number of a legal move"),
        ("say({'move': 'draw'})", "which is not the number of a legal move"),
        ("say({'move': True})", "which is not the number of a legal move"),
        ("say({'move': 1.0})", "which is not the number of a legal move"),
    ],
)
def test_a_program_that_does_not_answer_as_it_should(
    tmp_path: Path, decision: Decision, started: list[int], source: str, said: str
) -> None:
    # A limit that is kept on a busy machine too, except by the programs that should miss it.
    bot = made(tmp_path, CHOICE + source + "\n", seconds=0.3 if "sleep" in source else 20)
    with pytest.raises(ProcessFault) as fault:
        bot.choose(decision)
    assert said in str(fault.value)
    assert str(fault.value).startswith(f"the program `{sys.executable} {tmp_path}/program.py` ")
    assert len(started) == 1


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("time.sleep(60)", "gave no answer within 0.3 s"),
        ("say('hello')", "wrote 'hello', which is not a JSON object; an answer is a line like {\"ready\": true}"),
        ("say({'ready': 'yes'})", 'and the answer to the greeting is {"ready": true}'),
    ],
)
def test_a_program_that_does_not_start_as_it_should(
    tmp_path: Path, decision: Decision, started: list[int], monkeypatch: pytest.MonkeyPatch, source: str, said: str
) -> None:
    monkeypatch.setattr(process, "START_SECONDS", 0.3 if "sleep" in source else 20)
    with pytest.raises(ProcessFault) as fault:
        made(tmp_path, source).choose(decision)
    assert said in str(fault.value)


def test_a_program_that_never_reads_does_not_hold_anyone_up(
    tmp_path: Path, decision: Decision, started: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its pipe is full before the whole line is written; a blocked write must not exceed the time limit."""
    bot = made(tmp_path, READY + "time.sleep(60)\n", seconds=0.5)
    monkeypatch.setattr(process, "decision_line", lambda _: "x" * 10**6)
    began = time.monotonic()
    with pytest.raises(ProcessFault, match=r"gave no answer within 0.5 s"):
        bot.choose(decision)
    assert time.monotonic() - began < 5


def test_a_program_that_will_not_end_is_ended_and_what_it_started_too(
    tmp_path: Path, decision: Decision, started: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "END_SECONDS", 0.1)
    os.mkfifo(tmp_path / "alive")
    alive = os.open(tmp_path / "alive", os.O_RDONLY | os.O_NONBLOCK)
    child = f"import subprocess; subprocess.Popen(['sleep', '60'], stdout=open({str(tmp_path / 'alive')!r}, 'w'))\n"
    bot = made(tmp_path, child + CHOICE + "say({'move': choice['moves'][0]['move']}); time.sleep(60)\n")
    assert bot.choose(decision) == decision.legal[0]
    with pytest.raises(BlockingIOError):
        os.read(alive, 1)
    bot.close()
    os.set_blocking(alive, True)
    assert os.read(alive, 1) == b"", "the last that could write to it is gone"
    os.close(alive)


def test_a_bot_that_is_forgotten_takes_its_program_with_it(
    tmp_path: Path, decision: Decision, started: list[int]
) -> None:
    bot = made(tmp_path, CHOICE + "say({'move': choice['moves'][0]['move']})\nhear()\n")
    bot.choose(decision)
    os.kill(started[0], 0)
    del bot


def test_the_example_plays_and_beats_random(started: list[int]) -> None:
    name = f"program:{sys.executable} {EXAMPLES / 'line_bot.py'}"
    plan = plan_simulation("new_york", 2, [name, "random"], 1, True)
    results = [play(plan, number) for number in range(4)]
    assert results == [play(plan, number) for number in range(4)], "not the same again"
    assert sum(result.bots[result.winners[0]] == name for result in results) >= 3
    assert len(started) == 8


def test_a_simulation_names_bot_seat_and_game(tmp_path: Path, started: list[int]) -> None:
    path = tmp_path / "dies.py"
    path.write_text(PROGRAM + "sys.exit('no more')\n")
    name = f"program:{sys.executable} {path}"
    with pytest.raises(BotFault) as fault:
        play(plan_simulation("new_york", 2, ["random", name], 1, False), 3)
    assert str(fault.value) == (
        f"bot {name} on seat 1 of new_york with 2 seats ended with exit code 1 instead of answering; "
        "its last line of errors: 'no more'; to see it again: --seed 1 --from 3 --games 1"
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("program:", "names no program; write program:COMMAND"),
        ("program:  ", "names no program"),
        ("program:no-such-thing x", 'there is no program "no-such-thing"'),
        ("program:python3 'x", "is not a valid command: No closing quotation"),
        ("program(soon):python3", "has no limit in seconds between the brackets; write program(60):COMMAND"),
        ("program(0):python3", "has no limit in seconds"),
        ("program():python3", "has no limit in seconds"),
    ],
)
def test_what_is_no_command_is_refused(name: str, said: str) -> None:
    with pytest.raises(ProcessNameError) as refused:
        bots.find(name)
    assert said in str(refused.value)


def test_a_file_that_cannot_be_run_is_named(tmp_path: Path, decision: Decision) -> None:
    path = tmp_path / "broken"
    path.write_bytes(b"\x7fELF nonsense")
    path.chmod(0o755)
    with pytest.raises(ProcessFault, match="can't be started: "):
        bots.find(f"program:{path}")(1).choose(decision)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=3)
def test_no_line_reveals_what_is_hidden(name: str, seats: int, seed: int) -> None:
    """Lines are the same in every possible state of the seat."""
    game, _ = somewhere(name, seats, seed)
    for seat in game.to_act():
        decision = game.decision(seat)
        for number in range(3):
            other = game.determinize(decision.view, Rng(seed + number)).decision(seat)
            assert decision_line(other) == decision_line(decision)
            assert hello_line(other, 1) == hello_line(decision, 1)


def test_lines_would_differ_if_they_revealed_it() -> None:
    """The test above can fail: the possible states that it compares differ in what is hidden."""
    game, rng, taste = seated("europe", 2, 3)
    for _ in zip(range(80), steps(game, rng, taste), strict=False):
        pass
    while game.outcomes():
        game.resolve(game.outcomes()[0][0])
    seat = game.to_act()[0]
    other = game.determinize(game.view(seat), Rng(1))
    assert other.view(1 - seat) != game.view(1 - seat)
