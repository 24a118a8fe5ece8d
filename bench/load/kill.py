"""A killed server: how soon its players, who all have one address, are back at the other servers of the cluster.

    python -m bench.load.kill                                      600 tables of two at three servers, limits raised
    python -m bench.load.kill --tables 95 --set SOCKETS_PER_ADDRESS=200
    python -m bench.load.kill --tables 1800 --set READS_PER_MINUTE=240

Servers, PostgreSQL and Redis are started here. Both players of a table are at one server, as behind a load balancer
that hashes the path of a table. Refusals are counted by their code, or by the status of the handshake.
"""

import argparse
import asyncio
import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import uvloop

from bench.load.server_group import ServerGroup, running_group
from bench.load.socket import Http, Unexpected
from bench.load.storm import FIRST_PAUSE, LONGEST_PAUSE
from bench.load.table import Chair, guest, opened

SEATS = 2
AT_ONCE = 12
"""Tables that are opened at the same time."""
SETTLING_SECONDS = 3.0
"""Seconds between the last table and the kill, for heartbeats and messages."""
ANSWER_SECONDS = 30.0


class Player(Chair):
    """A player who notes why the server has closed the socket."""

    def __init__(self, token: str, code: str, port: int) -> None:
        super().__init__(token, code)
        self.port = port
        self.why = ""

    def hear(self, raw: bytes) -> None:
        frame = msgspec.json.decode(raw)
        if frame["type"] == "gone":
            self.why = frame["code"]
        super().hear(raw)

    def lost(self, why: str) -> None:
        for each in self._asked.values():
            if not each.done():
                each.set_exception(Unexpected(why))
        self._asked.clear()


async def seated(group: ServerGroup, tables: int) -> list[Player]:
    """The players of new tables, at all servers alike."""
    players: list[Player] = []
    limit = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> None:
        async with limit:
            server = group.servers[number % len(group.servers)]
            http = Http(server.host, server.port)
            tokens = [await guest(http) for _ in range(SEATS)]
            code = await opened(http, tokens, "europe", undo="none", absent=86_400, pace=0)
            http.close()
            found = [Player(token, code, server.port) for token in tokens]
            for each in found:
                await each.sit(server.host, server.port)
            await asyncio.gather(*(each.dealt() for each in found))
            players.extend(found)

    await asyncio.gather(*(one(number) for number in range(tables)))
    return players


async def measured(group: ServerGroup, tables: int) -> None:
    """Kill the first server, and print how soon its players are back."""
    players = await seated(group, tables)
    await asyncio.sleep(SETTLING_SECONDS)
    dead, *others = group.servers
    victims = [each for each in players if each.port == dead.port]
    rng, refused, times = Random(1), Counter[str](), list[float]()
    place = {each.code: rng.choice(others) for each in victims}
    began = time.perf_counter()
    dead.kill()

    async def come_back(player: Player) -> None:
        pause, server = FIRST_PAUSE, place[player.code]
        while True:
            player.why = ""
            try:
                await player.sit(server.host, server.port, since=player.version)
                await asyncio.wait_for(player.ask("ping"), ANSWER_SECONDS)
                break
            # A socket that was closed before something could be sent raises RuntimeError.
            except (OSError, TimeoutError, Unexpected, RuntimeError) as error:
                refused[player.why or str(error)[:40] or type(error).__name__] += 1
                await asyncio.sleep(pause * rng.random())
                pause = min(2 * pause, LONGEST_PAUSE)
        times.append(time.perf_counter() - began)

    await asyncio.gather(*(come_back(each) for each in victims))
    times.sort()
    p50, p99 = (times[int(part * (len(times) - 1))] for part in (0.5, 0.99))
    print(f"{len(times):,} of {len(players):,} sockets back {times[-1]:.1f} s later (p50 {p50:.1f} s, p99 {p99:.1f} s)")
    for why, count in refused.most_common():
        print(f"  {count:,} tried again: {why}")
    for each in players:
        each.leave()


def main(words: list[str]) -> int:
    """Start the servers, kill one, and print the measurements."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.load.kill", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=600, help="how many tables (600)")
    parser.add_argument("--servers", type=int, default=3, help="how many servers (3)")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting that is not raised")
    options = parser.parse_args(words)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    settings = {f"KOLEJ_{name}": value for name, _, value in (each.partition("=") for each in options.set)}
    with (
        tempfile.TemporaryDirectory(prefix="kolej-kill-") as folder,
        running_group(Path(folder), options.servers, False, True, (), settings) as group,
    ):
        try:
            group.start()
            uvloop.run(measured(group, options.tables))
        finally:
            group.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
