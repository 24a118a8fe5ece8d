"""Two table registries on one store, as in two processes: each is notified of what the other writes."""

import asyncio
from random import Random

from kolej.server.tables.hub import LocalHub
from kolej.server.tables.registry import TableRegistry
from kolej.server.wire.frames import Ok
from tests.support.fake_server import FakeServer, game_of, wait_until


async def test_two_halls_play_one_game(server: FakeServer) -> None:
    hub = LocalHub()
    await server.registry.close()
    server.registry = here = TableRegistry(server.store, server.bot_pool, server.time, hub)
    there = TableRegistry(server.store, server.bot_pool, server.time, hub)
    try:
        ada, bob = await server.person("Ada"), await server.person("Bob")
        table = await server.table(ada, seats=3, bots={"2": "easy"})
        other = await there.table(table.code)
        await server.change(other, bob, "join")
        one, two = await server.subscribe(table, ada), await server.subscribe(other, bob)
        await server.change(table, ada, "start")
        server.time.advance(21)
        await wait_until(lambda: table.state.stage == other.state.stage == "playing")
        rng = Random(9)
        for _ in range(4_000):
            await asyncio.sleep(0.001)
            if table.state.stage == "over":
                break
            for at, subscriber in ((table, one), (other, two)):
                if subscriber.legal is not None and at.journal.game is not None:
                    answer = await server.act(at, subscriber, server.choice(game_of(at), subscriber, rng))
                    assert isinstance(answer, Ok) or answer.code in ("stale", "not-your-turn")
        await wait_until(lambda: table.state.stage == other.state.stage == "over")
        await wait_until(lambda: one.version == two.version == table.state.version)
        # A finished game is replayed from the log when somebody subscribes.
        for each in (table, other):
            async with each.lock:
                await each.journal.make_ready()
        assert one.view == game_of(other).view(0) and two.view == game_of(table).view(1)
        assert here.live == there.live == 1
        commands = [entry.command for entry in await server.entries(table) if entry.kind == "moved"]
        assert len(set(commands)) == len(commands)
    finally:
        await there.close()
