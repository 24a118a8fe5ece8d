"""The bot pool: bots play in worker processes, lost workers are replaced, and none is left behind."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
import uvloop

from kolej import bots
from kolej.bots.search.bot import SearchBot
from kolej.engine.game import Game
from kolej.server.bots.fair_lock import MOST_WAITING
from kolej.server.bots.pool import BotPool, budget_seconds
from kolej.server.bots.request import BotRequest
from kolej.server.bots.worker import BotCache
from kolej.server.bots.worker import choose_move as worker_move
from kolej.server.errors import Refusal
from tests.support.positions import played


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run on uvloop, as the server does."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(work)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def choose_move(
    pool: BotPool, game: Game, bot: str, seed: int = 7, key: str = "table", person: str = "ada"
) -> int:
    seat = game.to_act()[0]
    owner = ("network of " + person, person, key)
    return await pool.choose_move(owner, BotRequest.of(game, seat, bot=bot, seed=seed, key=f"{key}/{seat}"))


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_bots_play_a_game_as_they_do_at_home(loop: Any) -> None:
    async def play() -> None:
        pool = BotPool(2)
        await pool.start()
        game, home = played("new_york", 3, 5, 0), played("new_york", 3, 5, 10_000)
        while not game.over:
            game.apply(game.to_act()[0], await choose_move(pool, game, "planner"))
        assert game.fingerprint() == home.fingerprint()
        pids = pool.pids
        # Two that search, and one for quick bots.
        assert len(pids) == 3 and pool.replaced == 0 and pool.pending == 0
        await pool.close()
        assert not any(map(alive, pids))

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(play())


def test_every_level_chooses_a_legal_move() -> None:
    async def play() -> None:
        pool = BotPool(1)
        for name, seats in (("europe", 4), ("nordic", 2)):
            game = played(name, seats, 3, 40)
            legal = game.legal(game.to_act()[0])
            moves = await asyncio.gather(*(choose_move(pool, game, bot) for bot in ("easy", "medium", "hard")))
            assert all(move in legal for move in moves)
        await pool.close()

    run(play())


def test_a_worker_killed_in_the_middle_of_a_thought_is_replaced() -> None:
    async def play() -> None:
        pool = BotPool(1)
        game = played("europe", 2, 1, 30)
        legal = game.legal(game.to_act()[0])
        await choose_move(pool, game, "search")
        (pid,) = pool.pids
        move = asyncio.create_task(choose_move(pool, game, "expert"))
        behind = asyncio.create_task(choose_move(pool, game, "search", key="behind"))
        await asyncio.sleep(0.1)
        os.kill(pid, signal.SIGKILL)
        assert await move in legal and await behind in legal
        assert pool.replaced == 1 and pool.pids != [pid]
        await pool.close()

    run(play())


def test_a_worker_killed_between_two_decisions_is_replaced() -> None:
    async def play() -> None:
        pool = BotPool(1)
        game = played("europe", 2, 1, 30)
        at_home = bots.find("planner")(7).choose(game.decision(game.to_act()[0]))
        assert await choose_move(pool, game, "planner") == at_home
        os.kill(pool.pids[0], signal.SIGKILL)
        await asyncio.sleep(0.1)
        assert await choose_move(pool, game, "planner") == at_home
        assert pool.replaced == 1
        await pool.close()

    run(play())


def test_a_worker_that_hangs_is_killed_and_replaced() -> None:
    async def play() -> None:
        pool = BotPool(1, timeout=0.5)
        game = played("new_york", 2, 1, 10)
        move = await choose_move(pool, game, "planner")
        (pid,) = pool.pids
        os.kill(pid, signal.SIGSTOP)
        assert await choose_move(pool, game, "planner") == move
        assert pool.replaced == 1 and not alive(pid)
        await pool.close()

    run(play())


def test_when_nothing_answers_the_server_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        pool = BotPool(1)
        game = played("new_york", 2, 1, 10)
        with pytest.raises(Refusal) as refusal:
            await choose_move(pool, game, "planner")
        assert refusal.value.code == "busy" and pool.replaced == 2
        await pool.close()

    monkeypatch.setattr("sys.executable", "/bin/false" if Path("/bin/false").exists() else "/usr/bin/false")
    run(play())


def test_a_cancelled_request_disturbs_nobody() -> None:
    async def play() -> None:
        pool = BotPool(1)
        game = played("europe", 2, 1, 30)
        expected = await choose_move(pool, game, "planner")
        tasks = [asyncio.create_task(choose_move(pool, game, "search", key=str(n))) for n in range(3)]
        await asyncio.sleep(0.05)
        for task in tasks:
            task.cancel()
        assert await choose_move(pool, game, "planner") == expected
        assert all(
            isinstance(each, asyncio.CancelledError) for each in await asyncio.gather(*tasks, return_exceptions=True)
        )
        assert pool.replaced == 0 and pool.pending == 0
        await pool.close()

    run(play())


def test_closing_answers_those_who_wait_and_ends_what_is_starting() -> None:
    async def play() -> None:
        pool = BotPool(2)
        await pool.start()
        game = played("europe", 2, 1, 30)
        waiting = [asyncio.create_task(choose_move(pool, game, "expert", key=str(n))) for n in range(4)]
        pids = pool.pids
        assert len(pids) == 3
        await asyncio.sleep(0.6)
        await pool.close()
        for each in await asyncio.gather(*waiting, return_exceptions=True):
            assert isinstance(each, Refusal) and each.code == "busy"
        assert not any(map(alive, pids)) and pool.pids == []

    run(play())


def test_one_may_close_or_turn_away_while_workers_start() -> None:
    async def play() -> None:
        game = played("new_york", 2, 1, 10)
        for pause in (0, 0.002, 0.02, 0.2):
            pool = BotPool(2)
            starting = asyncio.create_task(pool.start())
            move = asyncio.create_task(choose_move(pool, game, "planner"))
            await asyncio.sleep(pause)
            starting.cancel()
            move.cancel()
            await asyncio.gather(starting, move, return_exceptions=True)
            pids = pool.pids
            await pool.close()
            assert pool.pids == [] and not any(map(alive, pids))

    run(play())


def test_a_worker_ends_with_its_server() -> None:
    async def play() -> None:
        pool = BotPool(1)
        await choose_move(pool, played("new_york", 2, 1, 10), "easy")
        process = pool._workers[0]._process.process  # type: ignore[union-attr]
        assert process.stdin is not None
        assert os.getpriority(os.PRIO_PROCESS, process.pid) > os.getpriority(os.PRIO_PROCESS, 0)
        process.stdin.close()
        assert await asyncio.wait_for(process.wait(), 5) == 0
        await pool.close()

    run(play())


def test_only_bots_by_name_are_asked() -> None:
    async def play() -> None:
        pool = BotPool(1)
        with pytest.raises(Refusal, match='there is no bot "program:rm"'):
            await choose_move(pool, played("new_york", 2, 1, 10), "program:rm")
        assert pool.pids == []

    run(play())
    with pytest.raises(ValueError):
        BotPool(0)


async def flood(pool: BotPool, game: Game, tables: int, bot: str) -> list[asyncio.Task[int]]:
    """Many tables of one person, all of whose bots are asked at once."""
    more = [choose_move(pool, game, bot, key=f"m{n}", person="mallory") for n in range(tables)]
    tasks = [asyncio.create_task(each) for each in more]
    await asyncio.sleep(0.5)
    return tasks


@asynccontextmanager
async def flooded(game: Game, tables: int, bot: str) -> AsyncIterator[tuple[BotPool, list[asyncio.Task[int]]]]:
    """A pool with one process that searches, and the tasks that flood it."""
    pool = BotPool(1)
    tasks = list[asyncio.Task[int]]()
    try:
        await choose_move(pool, game, "medium")
        tasks += await flood(pool, game, tables, bot)
        yield pool, tasks
    finally:
        # Closed whatever happens: a loop with live child processes would not end.
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await pool.close()
    assert pool.waiting == 0 and pool.pending == 0 and pool.oldest == 0


def test_quick_bots_never_wait_for_bots_that_search() -> None:
    async def play() -> None:
        game = played("europe", 2, 1, 10)
        async with flooded(game, 50, "expert") as (pool, _):
            assert pool.waiting == MOST_WAITING and 0.4 < pool.oldest < 5
            async with asyncio.timeout(1):
                await choose_move(pool, game, "medium")

    run(play())


def test_owners_get_a_worker_in_turn() -> None:
    async def play() -> None:
        game = played("europe", 2, 1, 10)
        async with flooded(game, 30, "search") as (pool, tasks):
            before = sum(task.done() for task in tasks)
            await choose_move(pool, game, "search")
            # The request that was being computed, and at most one more.
            assert sum(task.done() for task in tasks) - before <= 2

    run(play())


def test_a_person_can_fill_the_queue_only_for_themselves() -> None:
    async def play() -> None:
        game = played("europe", 2, 1, 10)
        async with flooded(game, MOST_WAITING + 10, "expert") as (pool, tasks):
            refused = [task.exception() for task in tasks if task.done()]
            assert len(refused) == 9 and all(isinstance(each, Refusal) and each.code == "too-many" for each in refused)
            assert await choose_move(pool, game, "search") in game.legal(game.to_act()[0])

    run(play())


def test_a_budget_is_known_by_the_bots_name() -> None:
    assert [budget_seconds(bot) for bot in ("search", "expert", "easy", "hard")] == [0.1, 1.8, 0, 0]


def decision(game: Game, key: str, bot: str = "planner") -> BotRequest:
    return BotRequest.of(game, game.to_act()[0], bot=bot, seed=7, key=key)


def test_a_worker_remembers_so_many_bots() -> None:
    cache = BotCache(capacity=2)
    game = played("europe", 2, 1, 10)
    first = cache.bot(decision(game, "one"))
    second = cache.bot(decision(game, "two"))
    assert cache.bot(decision(game, "one")) is first
    cache.bot(decision(game, "three"))
    assert cache.bot(decision(game, "one")) is first
    assert cache.bot(decision(game, "two")) is not second


def test_a_bot_that_fails_is_forgotten_and_says_nothing_of_its_cards() -> None:
    cache = BotCache()
    asked = msgspec.structs.replace(decision(played("europe", 2, 1, 10), "one", bot="random"), legal=[])
    answer = worker_move(cache, asked)
    assert answer.move == -1 and not cache.bots
    assert answer.fault.endswith(")") and " (" in answer.fault and "\n" not in answer.fault


def test_a_search_gives_way_after_every_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    yields: list[int] = []
    monkeypatch.setattr(os, "sched_yield", lambda: yields.append(1))
    cache = BotCache()
    asked = decision(played("new_york", 2, 1, 10), "one", bot="search")
    assert worker_move(cache, asked).fault == ""
    bot = cache.bot(asked)
    assert isinstance(bot, SearchBot)
    assert 0 < len(yields) <= bot.playouts
