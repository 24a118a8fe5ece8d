"""Load test of the game server: players at many tables who move at a given rate.

    python -m bench.load                                         1,000 tables of four, 500 moves/s for 300 s, then 1,500
    python -m bench.load --tables 50 --rate 100 --seconds 20 --burst-seconds 0
    python -m bench.load --idle                                  memory of idle tables
    python -m bench.load --thinking 2                            how much bots at work slow down other tables
    python -m bench.load --restart                               how soon the tables of a killed server are back
    python -m bench.load --servers 3 --place table               several servers on PostgreSQL and Redis, started here
    python -m bench.load --storm                                 how soon all sockets are back that were cut at once

The server runs on one core and the load on another, with the limits per address raised. A move is acknowledged once it
is durable: the time of a synced write is measured in the same folder during the same run, and printed beside the
acknowledgements. Every player of a table receives every move. Games that end are replaced.
"""

import argparse
import asyncio
import contextlib
import os
import platform
import resource
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import msgspec
import uvloop

from bench.load_cluster import ServerGroup, processor_of, running_group
from bench.load_server import Server, free_port
from bench.load_socket import Http, Unexpected
from bench.load_storm import reconnected
from bench.load_table import Chair, Frame, guest, opened
from kolej.cli.commands.bench import baseline

WARM_UP = 10
"""Moves of each table before anything is measured: all players choose their first tickets at once, and only then."""
TICK = 0.004
"""Seconds between two checks of how many moves are due."""
OTHERS = ("postgres", "redis-server")
"""Processes whose CPU time is printed beside that of the servers."""
AT_ONCE = 16
"""The most HTTP requests at the same time."""


def share(times: list[float], part: float) -> float:
    """A quantile of times, in milliseconds."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("nan")


@dataclass
class Times:
    """The measurements of one phase of a run."""

    name: str
    acknowledged: list[float] = field(default_factory=list)
    synced: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    seconds: float = 0
    computed: float = 0
    own: float = 0
    memory: int = 0
    late: int = 0
    """Moves that were due when no seat was free to make one."""
    loops: list[float] = field(default_factory=list)
    """The speed of the machine, second by second: loops a second of plain Python, as in `kolej bench`."""

    def line(self) -> str:
        """The measurements as a row of a table."""
        took = self.seconds or 1
        return (
            f"{self.name:<10}{len(self.acknowledged) / took:>8,.0f}"
            + "".join(f"{share(self.acknowledged, part):>9.2f}" for part in (0.5, 0.99, 1))
            + "".join(f"{share(self.synced, part):>9.2f}" for part in (0.5, 0.99, 1))
            + f"{100 * self.computed / took:>8.0f}{100 * self.own / took:>8.0f}{self.memory / 2**20:>8.0f}"
            + f"{sum(self.refused.values()):>9}{median(self.loops) / 1000:>9.0f}"
        )

    def moves_a_second(self) -> float:
        """Moves for each second of CPU time that the servers have used."""
        return len(self.acknowledged) / (self.computed or 1)

    def plain(self) -> dict[str, Any]:
        """The measurements as a JSON object."""
        acknowledged, synced = (
            {name: share(times, part) for name, part in (("p50", 0.5), ("p99", 0.99), ("max", 1))}
            for times in (self.acknowledged, self.synced)
        )
        return {
            "name": self.name,
            "moves": len(self.acknowledged),
            "seconds": self.seconds,
            "acknowledged_ms": acknowledged,
            "sync_ms": synced,
            "server_cpu": self.computed / (self.seconds or 1),
            "moves_a_cpu_second": self.moves_a_second(),
            "load_cpu": self.own / (self.seconds or 1),
            "server_rss": self.memory,
            "baseline_loops": median(self.loops),
            "refused": dict(self.refused),
        }


HEAD = (
    f"{'':<10}{'':>8}{'acknowledged, ms':>27}{'sync of the disk, ms':>27}{'server':>8}{'load':>8}{'server':>8}\n"
    f"{'':<10}{'moves/s':>8}{'p50':>9}{'p99':>9}{'max':>9}{'p50':>9}{'p99':>9}{'max':>9}"
    f"{'cpu %':>8}{'cpu %':>8}{'MiB':>8}{'refused':>9}{'kloops/s':>9}"
)


class Disk(threading.Thread):
    """Measures now and then how long a small synced write to the disk takes."""

    def __init__(self, folder: Path) -> None:
        super().__init__(daemon=True)
        self.path = folder / "probe"
        self.times: list[float] = []
        self.done = threading.Event()

    def run(self) -> None:
        with self.path.open("wb") as file:
            while not self.done.wait(0.1):
                file.write(bytes(4096))
                file.flush()
                began = time.perf_counter()
                getattr(os, "fdatasync", os.fsync)(file.fileno())
                self.times.append(time.perf_counter() - began)


class Player(Chair):
    """A seat of the load: makes a move whenever one is due."""

    def __init__(self, load: "Load", token: str, code: str) -> None:
        super().__init__(token, code)
        self.load = load
        self.tokens: list[str] = []
        self.acting = ""
        self.ready = False

    def advanced(self) -> None:
        super().advanced()
        if self.over:
            self.load.finished(self.code)
        elif self.legal and not self.acting and not self.ready:
            self.ready = True
            self.load.ready.append(self)

    def answered(self, frame: Frame) -> None:
        began = self.sent.pop(frame.id, None)
        if frame.type == "refused":
            self.load.times.refused[frame.code] += 1
        if began is not None and frame.id == self.acting:
            self.acting = ""
            if frame.type == "ok":
                self.load.times.acknowledged.append(time.perf_counter() - began)
                self.load.moves += 1
            self.advanced()

    def lost(self, why: str) -> None:
        self.load.dropped[why] += 1


class Load:
    """All tables of the load, and the seats that are ready to move."""

    def __init__(self, server: Server | ServerGroup, options: argparse.Namespace) -> None:
        self.server = server
        self.options = options
        self.rng = Random(options.seed)
        self.tables: dict[str, list[Player]] = {}
        self.ready: list[Player] = []
        self.times = Times("warm-up")
        self.dropped: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.moves = 0
        self.replaced = 0
        self._http = [Http(server.host, server.port) for _ in range(AT_ONCE)]
        self._free = asyncio.Queue[Http]()
        for http in self._http:
            self._free.put_nowait(http)
        self._tasks: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def http(self) -> Any:
        """An unused HTTP connection."""
        http = await self._free.get()
        try:
            yield http
        finally:
            self._free.put_nowait(http)

    async def guests(self, count: int) -> list[str]:
        """New guests."""

        async def one() -> str:
            async with self.http() as http:
                return await guest(http)

        return list(await asyncio.gather(*(one() for _ in range(count))))

    async def table(self, tokens: list[str], **settings: Any) -> list[Player]:
        """A new table with these people, whose game has begun."""
        edition = self.rng.choice(self.options.edition)
        defaults = {"undo": "none", "absent": 86_400, "pace": 0}
        async with self.http() as http:
            code = await opened(http, tokens, edition, **{**defaults, **settings})
        chairs = [Player(self, token, code) for token in tokens]
        self.tables[code] = chairs
        await asyncio.gather(*(chair.sit(self.server.host, self.server.port_for(code)) for chair in chairs))
        await asyncio.gather(*(chair.dealt() for chair in chairs))
        return chairs

    async def open(self, count: int) -> float:
        """Open tables; returns the seconds it took."""
        began = time.perf_counter()
        seats = self.options.seats
        tokens = await self.guests(count * seats)
        limit = asyncio.Semaphore(AT_ONCE)

        async def one(at: int) -> None:
            async with limit:
                await self.table(tokens[at * seats : (at + 1) * seats])

        await asyncio.gather(*(one(at) for at in range(count)))
        return time.perf_counter() - began

    def finished(self, code: str) -> None:
        """Start another game for the people of a game that is over."""
        chairs = self.tables.pop(code, None)
        if chairs is not None:
            self.later(self.replace(chairs))

    async def replace(self, chairs: list[Player]) -> None:
        """Move the people of a table to a new one."""
        await self.table([chair.token for chair in chairs])
        self.replaced += 1
        for chair in chairs:
            chair.leave()

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background, and count it if it fails."""

        async def counted() -> None:
            try:
                await work
            except (Unexpected, OSError, TimeoutError, asyncio.IncompleteReadError) as error:
                self.failed[f"{type(error).__name__} {str(error)[:120]}"] += 1

        task = asyncio.ensure_future(counted())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stretch(self, name: str, rate: float, seconds: float, disk: Disk) -> Times:
        """Make moves at a given rate for a given time."""
        self.times = times = Times(name)
        disk.times = times.synced
        computed, own = self.server.processor(), time.process_time()
        began = now = time.perf_counter()
        owed = 0.0
        while now - began < seconds:
            await asyncio.sleep(TICK)
            if now - began >= len(times.loops):
                times.loops.append(baseline())
            before, now = now, time.perf_counter()
            owed += (now - before) * rate
            while owed >= 1:
                owed -= 1
                if not self.move():
                    times.late += 1
        times.seconds = now - began
        times.computed = self.server.processor() - computed
        times.own = time.process_time() - own
        times.memory = self.server.memory()
        return times

    def move(self) -> bool:
        """Make a move at a seat that is ready."""
        while self.ready:
            at = self.rng.randrange(len(self.ready))
            chair, self.ready[at] = self.ready[at], self.ready[-1]
            self.ready.pop()
            chair.ready = False
            if chair.legal and chair.socket is not None and chair.socket.open:
                chair.acting = chair.act(self.rng)
                return True
        return False

    def unanswered(self) -> int:
        """How many commands have not been answered yet."""
        return sum(len(chair.sent) for chairs in self.tables.values() for chair in chairs)

    def gaps(self) -> int:
        """How many versions were not received by some seat."""
        return sum(chair.gaps for chairs in self.tables.values() for chair in chairs)

    async def close(self) -> None:
        """Close all connections."""
        for task in list(self._tasks):
            task.cancel()
        for chairs in self.tables.values():
            for chair in chairs:
                chair.leave()
        for http in self._http:
            http.close()
        await asyncio.sleep(0)


async def under_load(load: Load, disk: Disk) -> list[Times]:
    """The default run: a steady rate, and then a burst."""
    options = load.options
    took = await load.open(options.tables)
    print(f"{options.tables} tables, {options.tables * options.seats} sockets, open after {took:.1f} s", flush=True)
    await load.stretch("warm-up", options.rate, options.tables * WARM_UP / options.rate, disk)
    print(HEAD, flush=True)
    found = []
    stretches = [("steady", options.rate, options.seconds), ("burst", options.burst, options.burst_seconds)]
    for name, rate, seconds in stretches:
        if seconds:
            others = processor_of(OTHERS)
            found.append(await load.stretch(name, rate, seconds, disk))
            print(found[-1].line(), flush=True)
            used = {each: time - others[each] for each, time in processor_of(OTHERS).items()}
            print(f"  {found[-1].moves_a_second():,.0f} moves a CPU second of the servers; seconds of others: {used}")
    await asyncio.sleep(1)
    late = sum(times.late for times in found)
    print(f"{load.replaced} games ended and were replaced; {late} moves were due when no seat was free to make one")
    print(
        f"dropped {dict(load.dropped)}, gaps {load.gaps()}, unanswered {load.unanswered()}, failed {dict(load.failed)}"
    )
    return found


async def idle(load: Load, disk: Disk) -> list[Times]:
    """Measure the memory of idle tables: how much more a server takes that has just started with more of them."""
    server, options = load.server, load.options
    memory, sockets = [], 0
    for count in (20, options.tables):
        opening = Load(server, options)
        await opening.open(count)
        await opening.stretch("moves", options.rate, count * 20 / options.rate, disk)
        sockets = server.memory()
        await opening.close()
        server.stop()
        server.start()
        # The server answers before it has loaded all tables; when it uses no more CPU time, it has.
        before = -1.0
        while server.processor() > before + 0.05:
            before = server.processor()
            await asyncio.sleep(2)
        memory.append(server.memory())
    print(f"a server with 20 running games takes {memory[0] / 2**20:.1f} MiB,", end=" ")
    print(f"with {options.tables} more {memory[1] / 2**20:.1f} MiB; while all were played {sockets / 2**20:.1f} MiB")
    print(f"an idle table takes {(memory[1] - memory[0]) / options.tables / 1000:.1f} kB")
    return []


async def thinking(load: Load, disk: Disk) -> list[Times]:
    """Measure acknowledgements at tables of people, before and while bots compute moves at other tables."""
    options = load.options
    await load.open(options.tables)
    print(HEAD, flush=True)
    quiet = await load.stretch("quiet", options.rate, options.seconds, disk)
    print(quiet.line(), flush=True)
    (token,) = await load.guests(1)
    codes = []
    for _ in range(options.thinking):
        bots = {str(seat): options.level for seat in (1, 2, 3)}
        codes.append(await load.table([token], bots=bots))
    for (chair,) in codes:
        # The person at such a table moves like all others, so that its bots always have a decision to make.
        chair.advanced()
    busy = await load.stretch("thinking", options.rate, options.seconds, disk)
    print(busy.line(), flush=True)
    ratio = share(busy.acknowledged, 0.99) / share(quiet.acknowledged, 0.99)
    print(f"p99 while {options.thinking} tables of three {options.level} bots think: {ratio:.2f} times that of quiet")
    return [quiet, busy]


async def restart(load: Load, disk: Disk) -> list[Times]:
    """Kill the server while all tables are running, and measure how soon they are back."""
    options = load.options
    await load.open(options.tables)
    await load.stretch("moves", options.rate, options.tables * 40 / options.rate, disk)
    server = load.server
    codes = {code: [chair.token for chair in chairs] for code, chairs in load.tables.items()}
    server.kill()
    await load.close()
    began = time.perf_counter()
    server.start()
    healthy = time.perf_counter() - began
    again = Load(server, options)
    limit = asyncio.Semaphore(64)
    first = 0.0

    async def resume(code: str, tokens: list[str]) -> None:
        nonlocal first
        async with limit:
            chairs = [Player(again, token, code) for token in tokens]
            again.tables[code] = chairs
            await asyncio.gather(*(chair.sit(server.host, server.port) for chair in chairs))
            await asyncio.gather(*(chair.dealt() for chair in chairs))
            while not again.moves and again.move():
                while again.unanswered():
                    await asyncio.sleep(0.001)
                first = first or time.perf_counter() - began

    await asyncio.gather(*(resume(code, tokens) for code, tokens in codes.items()))
    resumed = time.perf_counter() - began
    print(f"killed with {len(codes)} running tables; healthy after {healthy:.2f} s,", end=" ")
    print(f"first move acknowledged after {first:.2f} s, every seat of every table back after {resumed:.2f} s")
    await again.close()
    return []


async def storm(load: Load, disk: Disk) -> list[Times]:
    """Cut all sockets at once, then kill the server, and measure each time how soon everybody is back."""
    options, server = load.options, load.server
    took = await load.open(options.tables)
    print(f"{options.tables} tables, {options.tables * options.seats} sockets, open after {took:.1f} s", flush=True)
    await load.stretch("moves", options.rate, options.tables * 10 / options.rate, disk)
    chairs = [chair for table in load.tables.values() for chair in table]

    def cut() -> None:
        for chair in chairs:
            chair.leave()

    async def kill() -> None:
        server.kill()
        cut()
        await asyncio.to_thread(server.start)

    for name, fault in (("cut", cut), ("killed", kill)):
        synced: list[float] = []
        disk.times = synced
        before, began = server.processor() if name == "cut" else 0.0, time.perf_counter()
        if (starting := fault()) is not None:
            await starting
        down = time.perf_counter() - began
        found = await reconnected(chairs, server.host, server.port, Random(options.seed))
        used = server.processor() - before
        print(f"{name}: the server was away for {down:.1f} s; {found.line()}; server CPU {used:.1f} s,", end=" ")
        print(f"{server.memory() / 2**20:.0f} MiB; sync p50 {share(synced, 0.5):.2f} ms,", end=" ")
        print(f"p99 {share(synced, 0.99):.2f} ms", flush=True)
    return []


def options_of(words: list[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.load", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=1000, help="how many tables (1000)")
    parser.add_argument("--seats", type=int, default=4, help="people at each table (4)")
    parser.add_argument("--edition", action="append", help="an edition (europe)")
    parser.add_argument("--rate", type=float, default=500, help="moves a second (500)")
    parser.add_argument("--seconds", type=float, default=300, help="how long (300)")
    parser.add_argument("--burst", type=float, default=1500, help="moves a second in the burst after it (1500)")
    parser.add_argument("--burst-seconds", type=float, default=60, help="how long that takes; 0 for none (60)")
    parser.add_argument("--idle", action="store_true", help="measure memory instead")
    parser.add_argument("--thinking", type=int, metavar="N", help="measure with N tables of thinking bots instead")
    parser.add_argument("--level", default="search", help="the bots of those tables (search)")
    parser.add_argument("--restart", action="store_true", help="measure how soon a killed server is back instead")
    parser.add_argument("--storm", action="store_true", help="measure how soon all sockets are back instead")
    parser.add_argument("--servers", type=int, metavar="N", help="N servers on PostgreSQL and Redis (one on SQLite)")
    parser.add_argument("--place", default="random", choices=("random", "table"), help="where their sockets are opened")
    parser.add_argument("--no-redis", action="store_true", help="those servers are connected over PostgreSQL alone")
    parser.add_argument("--into", type=Path, help="a folder on the disk to be measured (the system's temporary folder)")
    parser.add_argument("--server-cores", default="0", help="cores of the server, with commas (0)")
    parser.add_argument("--load-cores", default="1", help="cores of the load, with commas (1)")
    parser.add_argument("--nice", type=int, default=0, help="priority over what else runs here, -20 to 19 (0)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the moves (1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file as well")
    options = parser.parse_args(words)
    options.edition = options.edition or ["europe"]
    if options.servers and (options.idle or options.restart or options.storm):
        parser.error("--servers is for the load only, not for --idle, --restart and --storm")
    return options


def cores(text: str) -> list[int]:
    """The cores in a list such as 0,1 that exist."""
    there = os.sched_getaffinity(0)
    return [int(each) for each in text.split(",") if each and int(each) in there]


@contextlib.contextmanager
def servers(folder: Path, options: argparse.Namespace) -> Iterator[Server | ServerGroup]:
    """The server, or the servers, that the options name; not started yet."""
    if not options.servers:
        yield Server(folder / "data", free_port(), cores(options.server_cores))
        return
    place, redis = options.place == "random", not options.no_redis
    with running_group(folder, options.servers, place, redis, cores(options.server_cores)) as group:
        yield group


async def measured(server: Server | ServerGroup, options: argparse.Namespace, disk: Disk) -> list[Times]:
    """Run one of the measurements."""
    load = Load(server, options)
    try:
        if options.idle:
            return await idle(load, disk)
        if options.thinking:
            return await thinking(load, disk)
        if options.restart:
            return await restart(load, disk)
        if options.storm:
            return await storm(load, disk)
        return await under_load(load, disk)
    finally:
        await load.close()


def main(words: list[str]) -> int:
    """Start a server, put it under load, and print the measurements."""
    options = options_of(words)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores", end="; ")
    print(f"load average before the run {os.getloadavg()[0]:.2f}")
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=options.into, prefix="kolej-load-")))
        server = stack.enter_context(servers(folder, options))
        if own := cores(options.load_cores):
            os.sched_setaffinity(0, own)
        if options.nice:
            # Set before the server starts, which inherits it.
            os.setpriority(os.PRIO_PROCESS, 0, options.nice)
        disk = Disk(folder)
        try:
            server.start()
            disk.start()
            found = uvloop.run(measured(server, options, disk))
        finally:
            disk.done.set()
            server.stop()
            if trouble := server.output():
                print(f"the server said:\n{trouble[-3000:]}", file=sys.stderr)
    if options.json:
        options.json.write_bytes(msgspec.json.format(msgspec.json.encode([times.plain() for times in found])))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
