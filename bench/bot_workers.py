"""What a decision of a bot costs through a worker of a cluster, compared with the server's own pool.

    python -m bench.bot_workers --games 3

The same games are played twice, decision by decision in turn: by a `BotPool` of this process, and through Redis by a
`kolej worker` on this machine. Prints the time from asking to the move, and of a decision of nobody: a request that
only goes to Redis and back.
"""

import argparse
import asyncio
import statistics
import subprocess
import sys
import time

import uvloop

from kolej import editions
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.game import Game
from kolej.server.bots.pool import BotPool
from kolej.server.bots.request import BotRequest
from kolej.server.cluster.redis_connection import RedisConnection
from kolej.server.cluster.remote_bots import RemoteBots
from kolej.server.metrics import Metrics
from tests.support.redis_server import running_redis

LEVELS = ("easy", "medium", "hard")


async def decide(chooser: BotPool | RemoteBots, game: Game, bot: str, key: str) -> tuple[int, float]:
    """A move, and how long it took in milliseconds."""
    seat = game.to_act()[0]
    request = BotRequest.of(game, seat, bot=bot, seed=7, key=f"{key}:{seat}")
    begun = time.perf_counter()
    move = await chooser.choose_move(("network", "person", key), request)
    return move, 1000 * (time.perf_counter() - begun)


async def play(
    pool: BotPool, remote: RemoteBots, edition: str, bot: str, games: int
) -> tuple[list[float], list[float]]:
    """The times of the pool and of the worker for the same decisions."""
    local_times, remote_times = list[float](), list[float]()
    for seed in range(games):
        game = Game.start(editions.load(edition), 3, SeededDealer(seed), first=0)
        while not game.over:
            key = f"{bot} {seed}"
            move, local = await decide(pool, game, bot, key)
            _, distant = await decide(remote, game, bot, key)
            local_times.append(local)
            remote_times.append(distant)
            game.apply(game.to_act()[0], move)
    return local_times, remote_times


def row(name: str, times: list[float]) -> str:
    p50, p99 = statistics.median(times), statistics.quantiles(times, n=100)[98]
    return f"| {name} | {len(times)} | {p50:.2f} | {p99:.2f} | {statistics.fmean(times):.2f} |"


async def measure(edition: str, games: int, url: str) -> None:
    async with RedisConnection(url) as redis:
        pool = BotPool(1)
        remote = RemoteBots(redis, pool, Metrics())
        await pool.start()
        await remote.start()
        while not remote.workers:
            await asyncio.sleep(0.1)
        print("| decision | count | p50 ms | p99 ms | mean ms |\n|---|---|---|---|---|")
        echo = []
        for _ in range(500):
            begun = time.perf_counter()
            await redis.execute("PING")
            echo.append(1000 * (time.perf_counter() - begun))
        print(row("PING to Redis", echo))
        for bot in LEVELS:
            local, distant = await play(pool, remote, edition, bot, games)
            print(row(f"{bot}, server's pool", local))
            print(row(f"{bot}, worker", distant), flush=True)
            here, there = statistics.fmean(local), statistics.fmean(distant)
            print(f"{bot}: a worker takes {there - here:.2f} ms more, {there / here:.2f} times as long")
        by_server = remote.decisions.counts.get(("server",), 0)
        print(f"decided by the server itself: {by_server}")
        await remote.close()
        await pool.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", default="europe", choices=editions.names())
    parser.add_argument("--games", type=int, default=3)
    args = parser.parse_args()
    with running_redis() as server:
        words = [sys.executable, "-c", "from kolej.cli import main; main()", "worker", "--redis", server.url]
        worker = subprocess.Popen([*words, "--workers", "1"], stdout=subprocess.DEVNULL)
        try:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                runner.run(measure(args.edition, args.games, server.url))
        finally:
            worker.terminate()
            worker.wait()


if __name__ == "__main__":
    main()
