"""What a load test can measure: each trial is given a server that has just started, and prints what it finds."""

import asyncio
import time
from random import Random

from bench.load.measurements import HEAD, Disk, Times, share
from bench.load.players import Load, Player
from bench.load.server_group import processor_of
from bench.load.storm import reconnected

WARM_UP = 10
"""Moves of each table before anything is measured: all players choose their first tickets at once, and only then."""
OTHERS = ("postgres", "redis-server")
"""Processes whose CPU time is printed beside that of the servers."""


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
