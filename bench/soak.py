"""A soak test of the game server: hours of play at a low rate, and how its memory grows.

    python -m bench.soak                                 an hour: 40 tables, 40 moves/s
    python -m bench.soak --minutes 3 --warm-up 1         to see whether it works

People play at some tables, people and bots at others; games that end are replaced. Meanwhile players lose their
connections and come back, chat, and read histories and lists. Memory is that of the server's process; that of its bot
processes is printed beside it. It may grow by 1 MB in ten minutes after the warm-up: the slope of a line through all
measurements since. Memory does not depend on what else the machine does, so this needs no quiet machine.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import linear_regression, median
from typing import Any

import uvloop

from bench.load.measurements import Disk, share
from bench.load.players import Load, Player
from bench.load.server import PAGES, Server, cores, free_port
from bench.load.table import asked

MOST_GROWTH = 1e6
"""Bytes in ten minutes."""
TEN_MINUTES = 600.0
STEP = 10.0
"""Seconds between two measurements."""
ROAMING = 4
"""Players who reconnect, chat or read in each step."""


class SoakLoad(Load):
    """A load in which every other table has bots on half of its seats, also after a game was replaced."""

    async def table(self, tokens: list[str], **settings: Any) -> list[Player]:
        people = len(tokens)
        if people < self.options.seats:
            levels = ("easy", "medium")
            settings["bots"] = {str(at): levels[at % 2] for at in range(people, self.options.seats)}
        return await super().table(tokens, **settings)

    async def open_all(self) -> None:
        """Open half of the tables for people alone, and half for people and bots."""
        await self.open(self.options.tables // 2)
        for _ in range(self.options.tables - self.options.tables // 2):
            await self.table(await self.guests(self.options.seats // 2))

    async def roam(self) -> None:
        """Some players reconnect, chat and read what a page reads."""
        for chairs in self.rng.sample(list(self.tables.values()), min(ROAMING, len(self.tables))):
            chair = self.rng.choice(chairs)
            if chair.acting or chair.socket is None or not chair.socket.open:
                continue
            chair.leave()
            await chair.sit(self.server.host, self.server.port, since=chair.version)
            await chair.ask("chat", text="Good luck!")
            async with self.http() as http:
                await asked(http, "GET", f"/api/tables/{chair.code}/history?seat={chair.seat}", token=chair.token)
                await asked(http, "GET", "/api/tables?mine=1", token=chair.token)


def workers_memory(server: Server) -> int:
    """The resident memory of the bot processes in bytes."""
    found = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = path.read_text().rpartition(")")[2].split()
            if int(words[1]) == server.pid:
                found += int((path.parent / "statm").read_text().split()[1]) * PAGES
        except OSError:
            continue
    return found


async def soaked(server: Server, options: argparse.Namespace, disk: Disk) -> float:
    """Play for hours, print a row every ten minutes, and return the growth in ten minutes."""
    load = SoakLoad(server, options)
    samples: list[tuple[float, int]] = []
    row: list[int] = []
    acknowledged: list[float] = []
    synced: list[float] = []
    began = time.monotonic()
    try:
        await load.open_all()
        print(f"{'minutes':>8}{'moves':>10}{'games':>8}{'server MiB':>12}{'bots MiB':>10}", end="")
        print(f"{'ack p99 ms':>12}{'sync p99 ms':>13}{'machine load':>14}", flush=True)
        while (now := time.monotonic() - began) < options.minutes * 60:
            times = await load.stretch("soak", options.rate, STEP, disk)
            await load.roam()
            acknowledged += times.acknowledged
            synced += times.synced
            row.append(server.memory())
            if now >= options.warm_up * 60:
                samples.append((now, row[-1]))
            if len(row) >= TEN_MINUTES / STEP or now + STEP >= options.minutes * 60:
                print(f"{now / 60:>8.1f}{load.moves:>10,}{load.replaced:>8}{median(row) / 2**20:>12.2f}", end="")
                print(f"{workers_memory(server) / 2**20:>10.1f}{share(acknowledged, 0.99):>12.1f}", end="")
                print(f"{share(synced, 0.99):>13.1f}{os.getloadavg()[0]:>14.1f}", flush=True)
                row.clear()
                acknowledged.clear()
                synced.clear()
        slope = linear_regression([at for at, _ in samples], [size for _, size in samples]).slope
        await asyncio.sleep(1)
        print(f"dropped {dict(load.dropped)}, gaps {load.gaps()}, failed {dict(load.failed)}")
        return slope * TEN_MINUTES
    finally:
        await load.close()


def options_of(words: list[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.soak", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=60, help="how long (60)")
    parser.add_argument("--warm-up", type=float, default=15, help="minutes before measurements count (15)")
    parser.add_argument("--tables", type=int, default=40, help="how many tables (40)")
    parser.add_argument("--seats", type=int, default=4, help="players at each table (4)")
    parser.add_argument("--edition", action="append", help="an edition; several take turns (europe)")
    parser.add_argument("--rate", type=float, default=40, help="moves of people a second (40)")
    parser.add_argument("--server-cores", default="", help="cores of the server, with commas (any)")
    parser.add_argument("--into", type=Path, help="a folder for the database (the system's temporary folder)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the moves (1)")
    options = parser.parse_args(words)
    options.edition = options.edition or ["europe"]
    if options.minutes <= options.warm_up:
        parser.error("--minutes must be more than --warm-up, or nothing is measured.")
    return options


def main(words: list[str]) -> int:
    """Start a server, play, and print how much its memory grew; returns 1 if that is too much."""
    options = options_of(words)
    with tempfile.TemporaryDirectory(dir=options.into, prefix="kolej-soak-") as name:
        folder = Path(name)
        server = Server(folder / "data", free_port(), cores(options.server_cores), settings={"KOLEJ_WORKERS": "1"})
        disk = Disk(folder)
        try:
            server.start()
            disk.start()
            growth = uvloop.run(soaked(server, options, disk))
        finally:
            disk.done.set()
            server.stop()
            if trouble := server.output():
                print(f"the server said:\n{trouble[-3000:]}", file=sys.stderr)
    print(f"after the warm-up memory grew by {growth / 1e6:.2f} MB in ten minutes (at most {MOST_GROWTH / 1e6:.0f})")
    return int(growth > MOST_GROWTH)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
