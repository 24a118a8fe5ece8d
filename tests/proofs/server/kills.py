"""Killing a server repeatedly during games: every acknowledged command is there exactly once, for everybody."""

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from bench.load.server import Server
from tests.proofs.server.people import Person, gathered, history, looked
from tests.support.postgres_server import PostgresServer

TABLES = (("new_york", 2), ("europe", 3), ("nordic", 2), ("japan", 4), ("berlin", 2))
"""Enough tables that something is always being written."""


async def killed(
    folder: Path, port: int, kills: int, seed: int, postgres: PostgresServer | None = None
) -> Counter[str]:
    """Kill a server this many times and compare what is left; AssertionError when anything is missing or doubled.

    With PostgreSQL as its store, every other time that is killed instead, and started again.
    """
    database = "" if postgres is None else await asyncio.to_thread(postgres.new_database)
    server = Server(folder / "data", port, settings={"KOLEJ_WORKERS": "1", "KOLEJ_DATABASE": database})
    rng = Random(seed)
    counts: Counter[str] = Counter()
    tables: list[list[Person]] = []
    tasks: list[asyncio.Task[None]] = []
    try:
        await asyncio.to_thread(server.start)
        for number in range(kills):
            while len([people for people in tables if not people[0].over]) < len(TABLES):
                edition, seats = TABLES[len(tables) % len(TABLES)]
                tables.append(await gathered(server, edition, seats, rng, first_connected=bool(len(tables) % 2)))
                tasks += [asyncio.ensure_future(person.live()) for person in tables[-1]]
            await _a_while(tables, rng)
            if postgres is not None and number % 2:
                await asyncio.to_thread(postgres.stop, "immediate")
                await asyncio.to_thread(postgres.start)
            else:
                server.kill()
                # By now every client has received what was sent before the kill.
                await asyncio.sleep(0.01)
                await asyncio.to_thread(server.start)
            counts["kills"] += 1
        await _quiet(tables)
        counts += await whole(server, tables)
        code = await asyncio.to_thread(server.stop)
        assert code == 0, f"asked to stop, the server ended with {code}: {server.output()[-2000:]}"
        counts["server lines"] = len(server.output().splitlines())
        return counts
    finally:
        for people in tables:
            for person in people:
                person.leave()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        server.kill()


async def _a_while(tables: list[list[Person]], rng: Random) -> None:
    """Wait until a command has been acknowledged, and then a moment longer."""
    before = _acknowledged(tables)
    async with asyncio.timeout(60):
        while _acknowledged(tables) == before and not all(people[0].over for people in tables):
            await asyncio.sleep(0.002)
    await asyncio.sleep(rng.random() ** 2 * 0.3)


async def _quiet(tables: list[list[Person]]) -> None:
    """Nobody moves any more, every game has begun, and every command has its answer."""
    people = [person for table in tables for person in table]
    for person in people:
        person.moving = False
    async with asyncio.timeout(60):
        while any(person.unanswered or person.view is None for person in people):
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.2)


def _acknowledged(tables: list[list[Person]]) -> int:
    return sum(len(person.acknowledged) for people in tables for person in people)


def _mover(frame: dict[str, Any]) -> int:
    """The seat that made the move: its own event comes first."""
    return next(int(fields["seat"]) for _, fields in frame["events"] if "seat" in fields)


async def whole(server: Server, tables: list[list[Person]]) -> Counter[str]:
    """Everything that was seen and acknowledged is there."""
    counts: Counter[str] = Counter(tables=len(tables))
    for people in tables:
        for person in people:
            where = f"table {person.code}, seat {person.seat}"
            assert not person.faults, f"{where}: {person.faults[:5]}"
            recorded = await history(server, person.code, person.token, person.seat)
            frames = {frame["version"]: frame for frame in recorded["frames"] if frame["type"] == "events"}
            moves = [version for version, frame in frames.items() if _mover(frame) == person.seat]
            done = sorted(person.acknowledged.values())
            assert len(set(done)) == len(done), f"{where}: two commands were acknowledged as one entry"
            # Every command was sent until it was answered, so a move that nobody has an answer for was made twice.
            assert done == sorted(moves), f"{where}: acknowledged {done}, made {sorted(moves)}"
            for version, seen in person.seen.items():
                assert seen["events"] == frames[version]["events"], f"{where}: {version} changed"
            version, view = await looked(server, person.code, person.token)
            assert version == person.version, f"{where}: the table is at {version}, {person.version} was seen"
            assert view == person.view, f"{where}: the view is not what was folded"
            counts["acknowledged"] += len(done)
            counts["resent"] += person.resent
            counts["resumed"] += person.resumed
        spectator = await history(server, people[0].code, None, None)
        assert spectator["version"] == people[0].version
        counts["entries"] += int(spectator["version"])
        counts["ended"] += people[0].over
    return counts
