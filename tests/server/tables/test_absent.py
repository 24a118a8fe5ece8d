"""Absent people: waiting for them, substitutes, coming back; and clocks that run out."""

from typing import Any

import pytest

from kolej.server.tables.log import room
from kolej.server.tables.table import Table
from kolej.server.wire.frames import Ok
from kolej.server.wire.tables import Clock, SeatInfo
from tests.support.fake_server import FakeServer, FakeSubscriber, game_of, wait_idle, wait_until


async def choose(server: FakeServer, table: Table, subscriber: FakeSubscriber) -> None:
    assert subscriber.legal is not None
    assert isinstance(await server.act(table, subscriber, subscriber.legal.keep[0][0]), Ok)


async def pair(server: FakeServer, **settings: Any) -> tuple[Table, FakeSubscriber, FakeSubscriber]:
    """A table after the opening choices, with Ada's decision due."""
    table, ada, bob = await server.pair(first=0, **settings)
    await choose(server, table, ada)
    await choose(server, table, bob)
    return table, ada, bob


def seat(subscriber: FakeSubscriber, number: int) -> SeatInfo:
    assert subscriber.table is not None
    return subscriber.table.seats[number]


async def test_an_absent_person_is_played_for_after_a_while(server: FakeServer) -> None:
    table, ada, bob = await pair(server)
    assert table.info(None).settings.absent == 90
    table.detach(ada)
    assert not seat(bob, 0).online
    version = table.state.version
    server.time.advance(89)
    await wait_idle(table)
    assert table.state.version == version
    server.time.advance(2)
    await wait_until(lambda: game_of(table).to_act() == [1])
    kinds = [entry.kind for entry in (await server.entries(table))[version:]]
    assert kinds[0] == "away" and set(kinds[1:]) == {"moved"}
    assert seat(bob, 0).absent and ("medium" in {bot for _, bot, _ in server.bot_pool.calls})
    # Once Ada is away, nobody waits for her again.
    await server.act(table, bob, "draw")
    await server.act(table, bob, "draw")
    await wait_until(lambda: game_of(table).to_act() == [1])
    back = await server.subscribe(table, ada.identity)
    await wait_until(lambda: not seat(bob, 0).absent)
    assert (await server.entries(table))[-1].kind == "back"
    await server.act(table, bob, "draw")
    await server.act(table, bob, "draw")
    await wait_idle(table)
    assert game_of(table).to_act() == [0] and back.legal is not None


async def test_coming_and_going_does_not_fill_the_log(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    table, ada, bob = await pair(server, absent=10)
    monkeypatch.setattr(room, "MOST_CHANGES", table.state.room.changes + 2)
    # A bot that can't answer leaves time to come and go without a move.
    server.bot_pool.fails = 1000

    async def come_and_go() -> list[str]:
        version = table.state.version
        table.detach(ada)
        server.time.advance(11)
        await wait_idle(table)
        await table.attach(ada, None, None)
        server.time.advance(31)
        await wait_idle(table)
        return [entry.kind for entry in (await server.entries(table))[version:]]

    assert await come_and_go() == ["away", "back"]
    # Without room, a bot goes on playing for Ada until a move was made, and nothing more is written.
    assert [await come_and_go() for _ in range(3)] == [["away"], [], []]
    server.bot_pool.fails = 0
    server.time.advance(31)
    await wait_until(lambda: not seat(bob, 0).absent)
    kinds = [entry.kind for entry in await server.entries(table)]
    assert kinds[-2:] == ["moved", "back"] and kinds.count("away") == 2


async def test_the_grace_begins_when_the_choice_is_due(server: FakeServer) -> None:
    table, ada, bob = await pair(server, absent=30)
    table.detach(bob)
    server.time.advance(300)
    await server.act(table, ada, "draw")
    await server.act(table, ada, "draw")
    server.time.advance(29)
    await wait_idle(table)
    assert game_of(table).to_act() == [1]
    server.time.advance(2)
    await wait_until(lambda: game_of(table).to_act() == [0])


async def test_coming_back_in_time_is_not_being_away(server: FakeServer) -> None:
    table, ada, _ = await pair(server, absent=30)
    table.detach(ada)
    server.time.advance(20)
    ada = await server.subscribe(table, ada.identity)
    server.time.advance(20)
    await wait_idle(table)
    assert isinstance(await server.act(table, ada, "draw"), Ok)
    assert "away" not in [entry.kind for entry in await server.entries(table)]


async def test_a_game_rests_while_everybody_is_gone(server: FakeServer) -> None:
    table, ada, bob = await pair(server)
    version = table.state.version
    table.detach(ada)
    table.detach(bob)
    server.time.advance(10_000)
    await wait_idle(table)
    assert table.state.version == version


async def test_nobody_is_played_for_who_plays_alone(server: FakeServer) -> None:
    table, ada = await server.alone()
    table.detach(ada)
    server.time.advance(10_000)
    await wait_idle(table)
    assert 0 in game_of(table).to_act()


async def test_nobody_is_played_for_where_everybody_is_waited_for(server: FakeServer) -> None:
    table, ada, bob = await pair(server, absent=None)
    assert table.info(None).settings.absent is None
    version = table.state.version
    table.detach(ada)
    server.time.advance(100_000)
    await wait_idle(table)
    assert table.state.version == version and not seat(bob, 0).online


async def test_the_grace_survives_a_restart(server: FakeServer) -> None:
    table, ada, bob = await pair(server)
    table.detach(ada)
    server.time.advance(60)
    await server.restart()
    table = await server.registry.table(table.code)
    bob = await server.subscribe(table, bob.identity)
    server.time.advance(60)
    await wait_idle(table)
    assert game_of(table).to_act() == [0]
    server.time.advance(31)
    await wait_until(lambda: game_of(table).to_act() == [1])
    # And a person who is away stays so.
    await server.restart()
    table = await server.registry.table(table.code)
    assert table.info(None).seats[0].absent


async def test_time_runs_for_the_player_who_is_due(server: FakeServer) -> None:
    table, ada, bob = await pair(server, clock=Clock(60, 5))
    assert (seat(bob, 0).clock, seat(bob, 0).ticking, seat(bob, 1).ticking) == (65.0, True, False)
    server.time.advance(20)
    assert table.info(None).seats[0].clock == 45.0
    await server.act(table, ada, "draw")
    assert (seat(bob, 0).clock, seat(bob, 0).ticking) == (50.0, True)
    server.time.advance(10)
    await server.act(table, ada, "draw")
    assert (seat(bob, 0).clock, seat(bob, 1).ticking) == (45.0, True)
    entry = (await server.entries(table))[-1]
    assert '"spent":10000' in entry.body


async def test_a_clock_goes_on_where_it_was_after_a_restart(server: FakeServer) -> None:
    table, ada, _ = await pair(server, clock=Clock(60, 5))
    server.time.advance(20)
    await server.act(table, ada, "draw")
    server.time.advance(30)
    await server.restart()
    table = await server.registry.table(table.code)
    # What it had after the move: the server may have been down for most of the 30 seconds.
    assert table.info(None).seats[0].clock == 50.0
    server.time.advance(10)
    assert table.info(None).seats[0].clock == 40.0


async def test_when_time_is_up_a_bot_moves_and_a_player_who_moves_is_back(server: FakeServer) -> None:
    table, ada, bob = await pair(server, clock=Clock(60, 5))
    server.time.advance(66)
    await wait_until(lambda: seat(bob, 0).absent)
    # Ada is still online, so each move now waits for her until her clock runs out.
    for _ in range(4):
        await wait_idle(table)
        if game_of(table).to_act() == [1]:
            break
        assert table.info(None).seats[0].clock == 5.0
        server.time.advance(5.1)
    assert game_of(table).to_act() == [1]
    await server.act(table, bob, "draw")
    await server.act(table, bob, "draw")
    assert game_of(table).to_act() == [0] and seat(bob, 0).clock == 5.0
    server.time.advance(4)
    await wait_idle(table)
    assert isinstance(await server.act(table, ada, "draw"), Ok)
    assert [entry.kind for entry in (await server.entries(table))[-2:]] == ["back", "moved"]
    assert not seat(bob, 0).absent and seat(bob, 0).clock == 6.0


async def test_bots_have_no_clock(server: FakeServer) -> None:
    _, ada = await server.alone(clock=Clock(60, 5))
    assert seat(ada, 0).clock == 60.0 and seat(ada, 1).clock is None
