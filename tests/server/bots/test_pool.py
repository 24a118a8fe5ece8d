"""Bots in worker processes: they play, survive what happens to processes, and leave none behind."""

import asyncio
import os
import signal
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
import uvloop

from kolej import bots
from kolej.engine.game import Game
from kolej.server.bots.pool import Thinkers, seconds_of
from kolej.server.bots.worker import Decision, Memory, thought
from kolej.server.errors import Refusal
from tests.support.positions import played


def run(work: Coroutine[Any, Any, None]) -> None:
    """As the server runs: on uvloop."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(work)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def think(thinkers: Thinkers, game: Game, bot: str, seed: int = 7, key: str = "table") -> int:
    seat = game.to_act()[0]
    view, legal = game.view(seat), game.legal(seat)
    return await thinkers.think(f"{key}/{seat}", game.edition.id, game.seats, bot, seed, seat, view, legal)


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_bots_play_a_game_as_they_do_at_home(loop: Any) -> None:
    async def play() -> None:
        thinkers = Thinkers(2)
        await thinkers.start()
        game, home = played("new_york", 3, 5, 0), played("new_york", 3, 5, 10_000)
        while not game.over:
            game.apply(game.to_act()[0], await think(thinkers, game, "planner"))
        assert game.hash() == home.hash()
        pids = thinkers.pids
        assert len(pids) == 2 and thinkers.replaced == 0 and thinkers.thinking == 0
        await thinkers.close()
        assert not any(map(alive, pids))

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(play())


def test_every_level_chooses_a_legal_move() -> None:
    async def play() -> None:
        thinkers = Thinkers(1)
        for name, seats in (("europe", 4), ("nordic", 2)):
            game = played(name, seats, 3, 40)
            legal = game.legal(game.to_act()[0])
            moves = await asyncio.gather(*(think(thinkers, game, bot) for bot in ("easy", "medium", "hard")))
            assert all(move in legal for move in moves)
        await thinkers.close()

    run(play())


def test_a_worker_killed_in_the_middle_of_a_thought_is_replaced() -> None:
    async def play() -> None:
        thinkers = Thinkers(1)
        game = played("europe", 2, 1, 30)
        await think(thinkers, game, "easy")
        (pid,) = thinkers.pids
        thought = asyncio.create_task(think(thinkers, game, "hard"))
        behind = asyncio.create_task(think(thinkers, game, "planner"))
        await asyncio.sleep(0.1)
        os.kill(pid, signal.SIGKILL)
        assert await thought in game.legal(game.to_act()[0])
        assert await behind == bots.find("planner")(7).choose(game.choice(game.to_act()[0]))
        assert thinkers.replaced == 1 and thinkers.pids != [pid]
        os.kill(thinkers.pids[0], signal.SIGKILL)
        await asyncio.sleep(0.1)
        assert await think(thinkers, game, "planner") == await behind
        assert thinkers.replaced == 2
        await thinkers.close()

    run(play())


def test_a_worker_that_hangs_is_killed_and_replaced() -> None:
    async def play() -> None:
        thinkers = Thinkers(1, patience=0.5)
        game = played("new_york", 2, 1, 10)
        move = await think(thinkers, game, "planner")
        (pid,) = thinkers.pids
        os.kill(pid, signal.SIGSTOP)
        assert await think(thinkers, game, "planner") == move
        assert thinkers.replaced == 1 and not alive(pid)
        await thinkers.close()

    run(play())


def test_when_nothing_answers_the_server_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        thinkers = Thinkers(1)
        game = played("new_york", 2, 1, 10)
        with pytest.raises(Refusal) as refusal:
            await think(thinkers, game, "planner")
        assert refusal.value.code == "busy" and thinkers.replaced == 2
        await thinkers.close()

    monkeypatch.setattr("sys.executable", "/bin/false" if Path("/bin/false").exists() else "/usr/bin/false")
    run(play())


def test_a_cancelled_request_disturbs_nobody() -> None:
    async def play() -> None:
        thinkers = Thinkers(1)
        game = played("europe", 2, 1, 30)
        usual = await think(thinkers, game, "planner")
        tasks = [asyncio.create_task(think(thinkers, game, "hard", key=str(n))) for n in range(3)]
        await asyncio.sleep(0.05)
        for task in tasks:
            task.cancel()
        assert await think(thinkers, game, "planner") == usual
        assert all(
            isinstance(each, asyncio.CancelledError) for each in await asyncio.gather(*tasks, return_exceptions=True)
        )
        assert thinkers.replaced == 0 and thinkers.thinking == 0
        await thinkers.close()

    run(play())


def test_closing_answers_those_who_wait_and_ends_what_is_starting() -> None:
    async def play() -> None:
        thinkers = Thinkers(2)
        game = played("europe", 2, 1, 30)
        waiting = [asyncio.create_task(think(thinkers, game, "expert", key=str(n))) for n in range(4)]
        while len(thinkers.pids) < 2:
            await asyncio.sleep(0.01)
        pids = thinkers.pids
        await asyncio.sleep(0.6)
        await thinkers.close()
        for each in await asyncio.gather(*waiting, return_exceptions=True):
            assert isinstance(each, Refusal) and each.code == "busy"
        assert not any(map(alive, pids)) and thinkers.pids == []

    run(play())


def test_one_may_close_or_turn_away_while_workers_start() -> None:
    async def play() -> None:
        game = played("new_york", 2, 1, 10)
        for pause in (0, 0.002, 0.02, 0.2):
            thinkers = Thinkers(2)
            starting = asyncio.create_task(thinkers.start())
            thought = asyncio.create_task(think(thinkers, game, "planner"))
            await asyncio.sleep(pause)
            starting.cancel()
            thought.cancel()
            await asyncio.gather(starting, thought, return_exceptions=True)
            pids = thinkers.pids
            await thinkers.close()
            assert thinkers.pids == [] and not any(map(alive, pids))

    run(play())


def test_a_worker_ends_with_its_server() -> None:
    async def play() -> None:
        thinkers = Thinkers(1)
        await think(thinkers, played("new_york", 2, 1, 10), "easy")
        process = thinkers._workers[0]._life.process  # type: ignore[union-attr]
        assert process.stdin is not None
        assert os.getpriority(os.PRIO_PROCESS, process.pid) > os.getpriority(os.PRIO_PROCESS, 0)
        process.stdin.close()
        assert await asyncio.wait_for(process.wait(), 5) == 0
        await thinkers.close()

    run(play())


def test_only_bots_by_name_are_asked() -> None:
    async def play() -> None:
        thinkers = Thinkers(1)
        with pytest.raises(Refusal, match='there is no bot "program:rm"'):
            await think(thinkers, played("new_york", 2, 1, 10), "program:rm")
        assert thinkers.pids == []

    run(play())
    with pytest.raises(ValueError):
        Thinkers(0)


def test_a_budget_is_known_by_the_bots_name() -> None:
    assert (seconds_of("hard"), seconds_of("expert"), seconds_of("easy"), seconds_of("planner")) == (0.2, 1.8, 0, 0)


def decision(game: Game, key: str, bot: str = "planner") -> Decision:
    seat = game.to_act()[0]
    return Decision(1, key, game.edition.id, game.seats, bot, 7, seat, game.view(seat), game.legal(seat))


def test_a_worker_remembers_so_many_bots() -> None:
    memory = Memory(most=2)
    game = played("new_york", 2, 1, 10)
    first = memory.bot(decision(game, "one"))
    second = memory.bot(decision(game, "two"))
    assert memory.bot(decision(game, "one")) is first
    memory.bot(decision(game, "three"))
    assert memory.bot(decision(game, "one")) is first
    assert memory.bot(decision(game, "two")) is not second


def test_a_bot_that_fails_is_forgotten_and_says_nothing_of_its_cards() -> None:
    memory = Memory()
    asked = decision(played("new_york", 2, 1, 10), "one", bot="easy")
    asked.legal = []
    answer = thought(memory, asked)
    assert answer.move == -1 and not memory.bots
    assert answer.fault.endswith(")") and " (" in answer.fault and "\n" not in answer.fault
