"""Bots on other machines: workers that play, die, hang, are of another version or lack the board, and lose nothing."""

import asyncio
import os
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from kolej import bots, editions
from kolej.cli.commands.new_board import make
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.game import Game
from kolej.server.bots.fair_lock import MOST_WAITING, Owner
from kolej.server.bots.pool import BotPool
from kolej.server.bots.request import BotRequest
from kolej.server.cluster import bot_queue
from kolej.server.cluster.bot_queue import BotQueue, Job, Reply
from kolej.server.cluster.redis_connection import RedisConnection
from kolej.server.cluster.remote_bots import PATIENCE, RemoteBots
from kolej.server.errors import Refusal
from kolej.server.metrics import Metrics
from kolej.server.tables.offered_editions import OFFERED
from tests.support.event_loop import run_limited, until
from tests.support.positions import played
from tests.support.redis_server import RedisServer
from tests.support.running_server import command

PLANNER = bot_queue.fit_for("planner", bot_queue.board_fit(None))


class LocalPool(BotPool):
    """A pool whose processes are not needed: it answers like they do, and counts."""

    def __init__(self, timeout: float) -> None:
        super().__init__(1, timeout=timeout)
        self.asked = 0

    async def choose_move(self, owner: Owner, request: BotRequest) -> int:
        self.asked += 1
        return request.legal[0]


@asynccontextmanager
async def remote_bots(
    server: RedisServer, patience: float = PATIENCE, timeout: float = 3.0
) -> AsyncIterator[tuple[RemoteBots, LocalPool]]:
    pool = LocalPool(timeout)
    async with RedisConnection(server.url) as redis:
        found = RemoteBots(redis, pool, Metrics(), patience)
        await found.start()
        try:
            yield found, pool
        finally:
            await found.close()


@asynccontextmanager
async def worker(server: RedisServer, log: Path, *words: str) -> AsyncIterator["subprocess.Popen[str]"]:
    """A real `kolej worker`, which takes requests."""
    with log.open("a", encoding="utf-8") as errors:
        process = subprocess.Popen(
            command("worker", "--redis", server.url, "--workers", "1", *words),
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    assert process.stdout is not None
    before = server.client().zcard("kolej:0:bots:workers")
    try:
        # In a thread: meanwhile the connection to Redis must be served.
        first = await asyncio.to_thread(process.stdout.readline)
        assert first.startswith("Kolej computes moves of bots"), log.read_text()
        await until(lambda: server.client().zcard("kolej:0:bots:workers") > before)
        yield process
    finally:
        process.send_signal(signal.SIGCONT)
        process.terminate()
        await asyncio.to_thread(process.wait, 20)
        process.stdout.close()


async def choose(chooser: RemoteBots, game: Game, bot: str, key: str = "table", person: str = "ada") -> int:
    seat = game.to_act()[0]
    owner = ("network of " + person, person, key)
    return await chooser.choose_move(owner, BotRequest.of(game, seat, bot=bot, seed=7, key=f"{key}/{seat}"))


async def taken(server: RedisServer) -> None:
    """Wait until a worker has taken a request."""
    await until(lambda: server.client().keys("*:request:*") and not server.client().zcard("kolej:0:bots:waiting"))


def test_a_worker_plays_a_game_as_bots_do_at_home(redis_server: RedisServer, tmp_path: Path) -> None:
    async def test() -> None:
        game, home = played("new_york", 3, 5, 0), played("new_york", 3, 5, 10_000)
        async with remote_bots(redis_server) as (chooser, pool), worker(redis_server, tmp_path / "log"):
            while not game.over:
                game.apply(game.to_act()[0], await choose(chooser, game, "planner"))
        assert game.fingerprint() == home.fingerprint()
        assert pool.asked == 0 and chooser.pending == 0 and not redis_server.client().keys("*:request:*")

    run_limited(test())


def test_without_a_worker_the_server_decides(redis_server: RedisServer) -> None:
    async def test() -> None:
        game = played("new_york", 2, 1, 10)
        async with remote_bots(redis_server) as (chooser, pool):
            assert await choose(chooser, game, "planner") in game.legal(game.to_act()[0])
            assert pool.asked == 1
            assert chooser.decisions.counts == {("server",): 1}
            with pytest.raises(Refusal, match="there is no bot"):
                await choose(chooser, game, "unheard-of")

    run_limited(test())


@pytest.mark.parametrize("sig", [signal.SIGKILL, signal.SIGSTOP])
def test_what_a_lost_worker_was_given_is_decided_by_another(
    sig: signal.Signals, redis_server: RedisServer, tmp_path: Path
) -> None:
    """Killed, or hung with its connections open."""

    async def test() -> None:
        game = played("europe", 2, 1, 30)
        async with remote_bots(redis_server) as (chooser, pool), worker(redis_server, tmp_path / "first") as first:
            asked = asyncio.create_task(choose(chooser, game, "expert"))
            await taken(redis_server)
            first.send_signal(sig)
            async with worker(redis_server, tmp_path / "second"):
                assert await asked in game.legal(game.to_act()[0])
                assert pool.asked == 0 and chooser.decisions.counts == {("worker",): 1}
                assert redis_server.client().zcard("kolej:0:bots:workers") == 1

    run_limited(test())


def test_a_killed_bot_process_is_replaced_by_its_worker(redis_server: RedisServer, tmp_path: Path) -> None:

    async def test() -> None:
        game = played("europe", 2, 1, 30)
        async with remote_bots(redis_server) as (chooser, pool), worker(redis_server, tmp_path / "log") as process:
            expected = await choose(chooser, game, "planner")
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            assert len(children) == 2
            for child in children:
                os.kill(int(child), signal.SIGKILL)
            assert await choose(chooser, game, "planner") == expected
            assert pool.asked == 0

    run_limited(test())


def test_losing_redis_in_between_costs_no_decision(own_redis_server: RedisServer, tmp_path: Path) -> None:
    async def test() -> None:
        game = played("europe", 2, 1, 30)
        legal = game.legal(game.to_act()[0])
        async with remote_bots(own_redis_server) as (chooser, pool), worker(own_redis_server, tmp_path / "log"):
            asked = [asyncio.create_task(choose(chooser, game, "expert", key=str(each))) for each in range(3)]
            await until(lambda: own_redis_server.client().keys("*:request:*"))
            own_redis_server.kill()
            assert all(move in legal for move in await asyncio.gather(*asked))
            assert pool.asked == 3
            own_redis_server.start()
            await until(lambda: own_redis_server.client().zcard("kolej:0:bots:workers"))
            assert await choose(chooser, game, "planner") in legal
            assert pool.asked == 3 and chooser.decisions.counts[("worker",)] == 1

    run_limited(test())
    assert "Redis is available again" in (tmp_path / "log").read_text()


def test_a_worker_of_another_version_gets_no_request(
    redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        game = played("new_york", 2, 1, 10)
        async with remote_bots(redis_server) as (chooser, pool):
            queue = BotQueue(chooser._redis)
            await queue.announce("worker", [(PLANNER, "worker.0")])
            monkeypatch.setattr(bot_queue, "__version__", "99.0.0")
            await choose(chooser, game, "planner")
            assert pool.asked == 1

    run_limited(test())


def test_a_custom_board_is_played_by_workers_that_have_it(redis_server: RedisServer, tmp_path: Path) -> None:
    """The worker's folder is another one than the server's: a request names the board and not the folder."""
    (tmp_path / "copy").mkdir()
    isle, copy = make("isle", tmp_path), make("isle", tmp_path / "copy")

    async def test() -> None:
        with OFFERED.with_boards([isle]):
            game = Game.start(OFFERED.load("isle"), 2, SeededDealer(3), first=0)
            seat = game.to_act()[0]
            at_home = bots.find("planner")(7).choose(game.decision(seat))
            async with remote_bots(redis_server) as (chooser, pool), worker(redis_server, tmp_path / "log"):
                await choose(chooser, game, "planner")
                assert pool.asked == 1
                async with worker(redis_server, tmp_path / "log", "--board", str(copy)):
                    assert await choose(chooser, game, "planner") == at_home
                    assert pool.asked == 1

    run_limited(test())


def test_a_request_can_not_name_code_to_run(redis_server: RedisServer, tmp_path: Path) -> None:
    """A program that writes to Redis can still choose only among what the worker offers."""
    evil = tmp_path / "evil"
    evil.mkdir()
    (evil / "rules.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    game = played("new_york", 2, 1, 10)
    seat = game.to_act()[0]

    async def test() -> None:
        replies: list[Reply] = []
        async with RedisConnection(redis_server.url) as redis:
            queue = BotQueue(redis)
            await queue.listen_for_replies("n", replies.append)
            async with worker(redis_server, tmp_path / "log"):
                for number, (board, bot) in enumerate(((str(evil), "planner"), ("new_york", "os.system"))):
                    request = BotRequest.of(game, seat, bot=bot, seed=1, key="k")
                    body = msgspec.msgpack.encode(msgspec.structs.replace(request, edition=board))
                    await until_pushed(queue, f"n/{number}", body)
                await until_pushed(queue, "n/2", b"\xc1")
                await until(lambda: len(replies) == 3)
        faults = {reply.id: reply.fault for reply in replies}
        assert faults == {
            "n/0": "the board is not offered here",
            "n/1": "there is no such bot here",
            "n/2": "the request can't be read",
        }

    run_limited(test())
    assert not (tmp_path / "ran").exists()


async def next_job(queue: BotQueue) -> Job:
    """What the process of a fake worker is given."""
    while (job := await queue.take("worker.0")) is None:
        await asyncio.sleep(0.01)
    return job


async def until_pushed(queue: BotQueue, id: str, body: bytes) -> None:
    async with asyncio.timeout(10):
        while not await queue.push(id, PLANNER, "seat", ("a", "b", "c"), body):
            await asyncio.sleep(0.01)


def test_a_fault_of_a_worker_is_decided_by_the_server_and_logged_without_secrets(
    redis_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        game = played("new_york", 2, 1, 10)
        async with remote_bots(redis_server) as (chooser, pool), RedisConnection(redis_server.url) as redis:
            queue = BotQueue(redis)
            await queue.announce("worker", [(PLANNER, "worker.0")])
            asked = asyncio.create_task(choose(chooser, game, "planner"))
            job = await next_job(queue)
            await queue.finish(Reply(job.id, 10**9))
            assert await asked in game.legal(game.to_act()[0]) and pool.asked == 1

    run_limited(test())
    (line,) = [record for record in caplog.records if record.message == "a worker failed"]
    assert line.fields == {"bot": "planner", "fault": "its move is not legal"}  # type: ignore[attr-defined]


def test_a_decision_that_no_worker_begins_is_made_by_the_server(redis_server: RedisServer) -> None:
    """The worker is alive and busy; what it has begun is waited for."""

    async def test() -> None:
        game = played("new_york", 2, 1, 10)
        async with (
            remote_bots(redis_server, patience=0.2, timeout=600) as (chooser, pool),
            RedisConnection(redis_server.url) as redis,
        ):
            queue = BotQueue(redis)

            async def live() -> None:
                while True:
                    await queue.announce("worker", [(PLANNER, "worker.0")])
                    await asyncio.sleep(0.5)

            living = asyncio.create_task(live())
            await until(lambda: redis_server.client().zcard("kolej:0:bots:workers"))
            begun = asyncio.create_task(choose(chooser, game, "planner", "begun"))
            job = await next_job(queue)
            assert await choose(chooser, game, "planner", "waits") in game.legal(game.to_act()[0])
            assert pool.asked == 1 and not begun.done()
            await queue.finish(Reply(job.id, game.legal(game.to_act()[0])[0]))
            await begun
            assert pool.asked == 1
            living.cancel()

    run_limited(test())


def test_a_request_holds_what_its_seat_may_know_and_no_more(redis_server: RedisServer) -> None:
    async def test() -> None:
        game = played("europe", 3, 4, 60)
        seat = game.to_act()[0]
        async with remote_bots(redis_server) as (chooser, _), RedisConnection(redis_server.url) as redis:
            queue = BotQueue(redis)
            await queue.announce("worker", [(PLANNER, "worker.0")])
            asked = asyncio.create_task(choose(chooser, game, "planner"))
            job = await next_job(queue)
            request = msgspec.msgpack.decode(job.body, type=BotRequest)
            assert request.view == game.view(seat) and request.legal == game.legal(seat)
            # Nothing beside the fields that a worker knows: none has room for another hand, or for the table's seed.
            assert msgspec.msgpack.decode(job.body).keys() == set(BotRequest.__struct_fields__)
            assert request.edition in editions.names()
            await queue.finish(Reply(job.id, request.legal[0]))
            assert await asked == request.legal[0]

    run_limited(test())


def test_one_person_can_not_fill_the_queue(redis_server: RedisServer) -> None:
    async def test() -> None:
        game = played("new_york", 2, 1, 10)
        async with remote_bots(redis_server) as (chooser, pool), RedisConnection(redis_server.url) as redis:
            await BotQueue(redis).announce("worker", [(PLANNER, "worker.0")])
            asked = [asyncio.create_task(choose(chooser, game, "planner", str(n))) for n in range(MOST_WAITING)]
            await until(lambda: chooser.pending == MOST_WAITING)
            with pytest.raises(Refusal, match="wait already"):
                await choose(chooser, game, "planner")
            other = asyncio.create_task(choose(chooser, game, "planner", person="bob"))
            await until(lambda: chooser.pending == MOST_WAITING + 1)
            # Nobody takes them, so the server decides when it closes.
            await chooser.close()
            await asyncio.gather(*asked, other)
            assert pool.asked == MOST_WAITING + 1

    run_limited(test())


def test_a_worker_that_is_stopped_finishes_what_it_has_begun(redis_server: RedisServer, tmp_path: Path) -> None:
    async def test() -> None:
        game = played("europe", 2, 1, 30)
        async with remote_bots(redis_server) as (chooser, pool), worker(redis_server, tmp_path / "log") as process:
            asked = asyncio.create_task(choose(chooser, game, "expert"))
            await taken(redis_server)
            process.terminate()
            assert await asked in game.legal(game.to_act()[0])
            assert pool.asked == 0
            assert await asyncio.to_thread(process.wait, 10) == 0
            assert redis_server.client().zcard("kolej:0:bots:workers") == 0

    run_limited(test())
    lines = (tmp_path / "log").read_text().splitlines()
    assert [line.split()[2] for line in lines] == ["worker", "closed"]
