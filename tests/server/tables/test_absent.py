"""People who are not there: waited for, played for, and back again; and time that runs out."""

from typing import Any

from kolej.server import wire
from kolej.server.tables.table import Table
from tests.support.fake_server import Looker, World, game_of, settled, until


async def choose(world: World, table: Table, looker: Looker) -> None:
    assert looker.legal is not None
    assert isinstance(await world.act(table, looker, looker.legal.keep[0][0]), wire.Ok)


async def pair(world: World, **settings: Any) -> tuple[Table, Looker, Looker]:
    """Opening choices made; Ada is due."""
    table, ada, bob = await world.pair(first=0, **settings)
    await choose(world, table, ada)
    await choose(world, table, bob)
    return table, ada, bob


def seat(looker: Looker, number: int) -> wire.SeatInfo:
    assert looker.table is not None
    return looker.table.seats[number]


async def test_an_absent_person_is_played_for_after_a_while(world: World) -> None:
    table, ada, bob = await pair(world)
    assert table.info(None).absent == 90
    table.detach(ada)
    assert not seat(bob, 0).online
    version = table.course.version
    world.time.advance(89)
    await settled(table)
    assert table.course.version == version
    world.time.advance(2)
    await until(lambda: game_of(table).to_act() == [1])
    kinds = [entry.kind for entry in (await world.entries(table))[version:]]
    assert kinds[0] == "away" and set(kinds[1:]) == {"moved"}
    assert seat(bob, 0).absent and ("medium" in {bot for _, bot, _ in world.thinkers.asked})
    # Once away, they are not waited for again.
    await world.act(table, bob, "draw")
    await world.act(table, bob, "draw")
    await until(lambda: game_of(table).to_act() == [1])
    back = await world.look(table, ada.who)
    await until(lambda: not seat(bob, 0).absent)
    assert (await world.entries(table))[-1].kind == "back"
    await world.act(table, bob, "draw")
    await world.act(table, bob, "draw")
    await settled(table)
    assert game_of(table).to_act() == [0] and back.legal is not None


async def test_the_grace_begins_when_the_choice_is_due(world: World) -> None:
    table, ada, bob = await pair(world, absent=30)
    table.detach(bob)
    world.time.advance(300)
    await world.act(table, ada, "draw")
    await world.act(table, ada, "draw")
    world.time.advance(29)
    await settled(table)
    assert game_of(table).to_act() == [1]
    world.time.advance(2)
    await until(lambda: game_of(table).to_act() == [0])


async def test_coming_back_in_time_is_not_being_away(world: World) -> None:
    table, ada, _ = await pair(world, absent=30)
    table.detach(ada)
    world.time.advance(20)
    ada = await world.look(table, ada.who)
    world.time.advance(20)
    await settled(table)
    assert isinstance(await world.act(table, ada, "draw"), wire.Ok)
    assert "away" not in [entry.kind for entry in await world.entries(table)]


async def test_a_game_rests_while_everybody_is_gone(world: World) -> None:
    table, ada, bob = await pair(world)
    version = table.course.version
    table.detach(ada)
    table.detach(bob)
    world.time.advance(10_000)
    await settled(table)
    assert table.course.version == version


async def test_nobody_is_played_for_who_plays_alone(world: World) -> None:
    table, ada = await world.alone()
    table.detach(ada)
    world.time.advance(10_000)
    await settled(table)
    assert 0 in game_of(table).to_act()


async def test_nobody_is_played_for_where_everybody_is_waited_for(world: World) -> None:
    table, ada, bob = await pair(world, absent=None)
    assert table.info(None).absent is None
    version = table.course.version
    table.detach(ada)
    world.time.advance(100_000)
    await settled(table)
    assert table.course.version == version and not seat(bob, 0).online


async def test_the_grace_survives_a_restart(world: World) -> None:
    table, ada, bob = await pair(world)
    table.detach(ada)
    world.time.advance(60)
    await world.restart()
    table = await world.hall.table(table.code)
    bob = await world.look(table, bob.who)
    world.time.advance(60)
    await settled(table)
    assert game_of(table).to_act() == [0]
    world.time.advance(31)
    await until(lambda: game_of(table).to_act() == [1])
    # And whoever is away stays so.
    await world.restart()
    table = await world.hall.table(table.code)
    assert table.info(None).seats[0].absent


async def test_time_runs_for_whoever_is_due(world: World) -> None:
    table, ada, bob = await pair(world, clock=wire.Clock(60, 5))
    assert (seat(bob, 0).clock, seat(bob, 0).ticking, seat(bob, 1).ticking) == (65.0, True, False)
    world.time.advance(20)
    assert table.info(None).seats[0].clock == 45.0
    await world.act(table, ada, "draw")
    assert (seat(bob, 0).clock, seat(bob, 0).ticking) == (50.0, True)
    world.time.advance(10)
    await world.act(table, ada, "draw")
    assert (seat(bob, 0).clock, seat(bob, 1).ticking) == (45.0, True)
    entry = (await world.entries(table))[-1]
    assert '"spent":10000' in entry.body


async def test_a_clock_goes_on_where_it_was_after_a_restart(world: World) -> None:
    table, ada, _ = await pair(world, clock=wire.Clock(60, 5))
    world.time.advance(20)
    await world.act(table, ada, "draw")
    world.time.advance(30)
    await world.restart()
    table = await world.hall.table(table.code)
    assert table.info(None).seats[0].clock == 50.0
    world.time.advance(10)
    assert table.info(None).seats[0].clock == 40.0


async def test_when_time_is_up_a_bot_moves_and_whoever_moves_is_back(world: World) -> None:
    table, ada, bob = await pair(world, clock=wire.Clock(60, 5))
    world.time.advance(66)
    await until(lambda: seat(bob, 0).absent)
    # Ada still looks on, so that each move now waits for her as long as her clock says.
    for _ in range(4):
        await settled(table)
        if game_of(table).to_act() == [1]:
            break
        assert table.info(None).seats[0].clock == 5.0
        world.time.advance(5.1)
    assert game_of(table).to_act() == [1]
    await world.act(table, bob, "draw")
    await world.act(table, bob, "draw")
    assert game_of(table).to_act() == [0] and seat(bob, 0).clock == 5.0
    world.time.advance(4)
    await settled(table)
    assert isinstance(await world.act(table, ada, "draw"), wire.Ok)
    assert [entry.kind for entry in (await world.entries(table))[-2:]] == ["back", "moved"]
    assert not seat(bob, 0).absent and seat(bob, 0).clock == 6.0


async def test_bots_have_no_clock(world: World) -> None:
    _, ada = await world.alone(clock=wire.Clock(60, 5))
    assert seat(ada, 0).clock == 60.0 and seat(ada, 1).clock is None
