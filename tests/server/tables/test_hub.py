"""Two halls over one store, as two processes would have: each hears of what the other writes."""

import asyncio
from random import Random

from kolej.server import wire
from kolej.server.tables.hub import LocalHub
from kolej.server.tables.registry import Hall
from tests.support.fake_server import World, game_of, until


async def test_two_halls_play_one_game(world: World) -> None:
    hub = LocalHub()
    await world.hall.close()
    world.hall = here = Hall(world.store, world.thinkers, world.time, hub)
    there = Hall(world.store, world.thinkers, world.time, hub)
    try:
        ada, bob = await world.person("Ada"), await world.person("Bob")
        table = await world.table(ada, seats=3, bots={"2": "easy"})
        other = await there.table(table.code)
        await world.change(other, bob, "join")
        one, two = await world.look(table, ada), await world.look(other, bob)
        await world.change(table, ada, "start")
        world.time.advance(4)
        await until(lambda: table.course.stage == other.course.stage == "playing")
        luck = Random(9)
        for _ in range(4_000):
            await asyncio.sleep(0.001)
            if table.course.stage == "over":
                break
            for at, looker in ((table, one), (other, two)):
                if looker.legal is not None and at.book.game is not None:
                    answer = await world.act(at, looker, world.choice(game_of(at), looker, luck))
                    assert isinstance(answer, wire.Ok) or answer.code in ("stale", "not-your-turn")
        await until(lambda: table.course.stage == other.course.stage == "over")
        await until(lambda: one.version == two.version == table.course.version)
        # A finished game that was read from the log is played again when somebody looks.
        for each in (table, other):
            async with each.lock:
                await each.book.ready()
        assert one.view == game_of(other).view(0) and two.view == game_of(table).view(1)
        assert here.live == there.live == 1
        commands = [entry.command for entry in await world.entries(table) if entry.kind == "moved"]
        assert len(set(commands)) == len(commands)
    finally:
        await there.close()
