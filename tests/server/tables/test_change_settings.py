"""New settings before the start: by the host only, sent to everyone, and nobody loses a seat."""

from typing import Any

import pytest

from kolej.bots.levels import LEVELS
from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.tables.table import Table
from kolej.server.wire.frames import TableFrame
from kolej.server.wire.tables import Clock, TableInfo
from tests.support.fake_server import FakeServer, game_of, new_settings, wait_until


async def change_settings(server: FakeServer, table: Table, identity: Identity, **fields: Any) -> TableInfo:
    return await table.change(identity, "settings", new_settings(server.id(), **fields))


async def refused(server: FakeServer, table: Table, identity: Identity, **fields: Any) -> Refusal:
    before = table.info(identity)
    with pytest.raises(Refusal) as error:
        await change_settings(server, table, identity, **fields)
    assert table.info(identity) == before
    return error.value


async def test_everything_at_once_in_one_entry(server: FakeServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada, seats=3, bots={"2": "easy"})
    await server.change(table, bob, "join")
    subscriber, stranger = await server.subscribe(table, bob), await server.subscribe(table, None)
    version = table.state.version
    clock = Clock(60, 5)
    wanted = {"open": True, "undo": "free", "pace": 500, "hints": True, "clock": clock, "absent": None, "first": 1}
    info = await change_settings(server, table, ada, seats=4, bots={"2": "hard", "3": "easy"}, **wanted)
    assert info.version == version + 1
    assert [(seat.kind, seat.level) for seat in info.seats] == [
        ("person", None),
        ("person", None),
        ("bot", "hard"),
        ("bot", "easy"),
    ]
    assert info.seats[2].name in LEVELS[2].names and info.seats[3].name in LEVELS[0].names
    shown = {"open": True, "undo": "free", "pace": 500, "hints": True, "clock": clock, "absent": None}
    assert {name: getattr(info.settings, name) for name in shown} == shown
    assert (info.seats[1].clock, info.seats[3].clock) == (60.0, None)
    for each in (subscriber, stranger):
        assert each.table is not None and len(each.table.seats) == 4 and each.table.settings.pace == 500
    started = await server.change(table, ada, "start")
    assert started.stage == "dealing" and table.state.deal is not None
    assert (table.state.deal.terms.seats, table.state.deal.terms.first) == (4, 1)
    server.time.advance(21)
    await wait_until(lambda: table.journal.game is not None)
    assert game_of(table).seats == 4


async def test_what_is_left_out_stays(server: FakeServer) -> None:
    ada = await server.person("Ada")
    table = await server.table(ada, seats=2, clock=Clock(60, 5), hints=True, bots={"1": "easy"})
    before = table.info(ada)
    info = await change_settings(server, table, ada, pace=2500)
    assert (info.settings.pace, info.settings.clock, info.settings.hints) == (2500, before.settings.clock, True)
    assert info.seats == before.seats
    assert (await change_settings(server, table, ada, clock=None)).settings.clock is None
    assert (await change_settings(server, table, ada, bots={"1": "expert"})).seats[1].name in LEVELS[3].names


async def test_seats_with_people_on_them_do_not_fall_away(server: FakeServer) -> None:
    ada, bob, cid = [await server.person(name) for name in ("Ada", "Bob", "Cid")]
    table = await server.table(ada, seats=4)
    await server.change(table, bob, "join", seat=2)
    await server.change(table, cid, "join", seat=3)
    why = await refused(server, table, ada, seats=2, open=True)
    assert why.code == "seats-occupied"
    assert why.params == {"names": "Bob, Cid"}
    assert why.reason == "Bob, Cid would lose a seat. Free it first."
    assert (await refused(server, table, ada, seats=3)).params == {"names": "Cid"}
    await server.change(table, cid, "leave")
    assert len((await change_settings(server, table, ada, seats=3)).seats) == 3
    why = await refused(server, table, ada, bots={"2": "easy"})
    assert (why.code, why.reason) == ("seat-occupied", "Bob sits there. Make the seat free before a bot gets it.")
    # Seats of bots and free seats are removed, and are free when they come back.
    await server.change(table, bob, "leave")
    await server.change(table, ada, "bot", seat=2, level="easy")
    assert len((await change_settings(server, table, ada, seats=2)).seats) == 2
    info = await change_settings(server, table, ada, seats=4)
    assert [seat.kind for seat in info.seats] == ["person", "free", "free", "free"]


async def test_the_host_alone_and_before_the_start(server: FakeServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada, undo="agreed")
    await server.change(table, bob, "join")
    why = await refused(server, table, bob, open=True)
    assert (why.code, why.reason) == ("not-host", "Only the host may do this.")
    await server.change(table, ada, "start")
    for identity, code in ((ada, "started"), (bob, "not-host")):
        assert (await refused(server, table, identity, undo="free")).code == code
    assert table.state.settings.undo == "agreed"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "say what is to be changed"),
        ({"seats": 5}, "is for 2 to 4 seats, not 5"),
        ({"seats": 1}, "is for 2 to 4 seats, not 1"),
        ({"first": 3}, "seat 3 can't begin"),
        ({"bots": {"3": "easy"}}, "'3' is no seat"),
        ({"bots": {"1": "wizard"}}, "no bot 'wizard'"),
        ({"seats": 2, "bots": {"2": "easy"}}, "'2' is no seat"),
    ],
)
async def test_settings_that_can_not_be(server: FakeServer, fields: dict[str, Any], words: str) -> None:
    ada = await server.person("Ada")
    table = await server.table(ada, seats=3)
    why = await refused(server, table, ada, **fields)
    assert why.code == "bad-command" and words in why.reason


async def test_a_seat_that_was_to_begin_and_falls_away_leaves_it_to_chance(server: FakeServer) -> None:
    ada = await server.person("Ada")
    table = await server.table(ada, seats=3, first=2)
    await change_settings(server, table, ada, seats=3, pace=0)
    assert table.state.settings.first == 2
    await change_settings(server, table, ada, seats=2)
    assert table.state.settings.first is None


async def test_settings_outlast_a_restart_and_stand_in_lists(server: FakeServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada, seats=2, open=False)
    await server.change(table, bob, "join")
    assert await server.registry.open_tables(bob) == []
    change = new_settings("s", seats=3, open=True, undo="none", clock=Clock(600, 10))
    info = await table.change(ada, "settings", change)
    del table
    await server.restart()
    assert server.registry.live == 0
    (listed,) = await server.registry.open_tables(bob)
    assert (listed.code, len(listed.seats), listed.settings.undo, listed.settings.clock) == (
        info.code,
        3,
        "none",
        Clock(600, 10),
    )
    again = await server.registry.table(info.code)
    # The same command sent again changes nothing, whatever has changed since.
    await change_settings(server, again, ada, undo="free")
    assert (await again.change(ada, "settings", change)).settings.undo == "free"
    after = again.info(ada)
    assert after.version == info.version + 1
    assert (after.settings.open, len(after.seats), after.seats[1].name, after.settings.clock) == (
        True,
        3,
        "Bob",
        Clock(600, 10),
    )
    cid = await server.person("Cid")
    assert (await server.change(again, cid, "join")).seats[2].yours
    assert [each.code for each in await server.registry.mine(cid)] == [info.code]
    assert (await server.change(again, ada, "start")).stage == "playing"
    await server.restart()
    assert game_of(await server.registry.table(info.code)).seats == 3


async def test_a_player_who_was_away_receives_it(server: FakeServer) -> None:
    ada = await server.person("Ada")
    table = await server.table(ada, seats=2)
    since = table.state.version
    await change_settings(server, table, ada, seats=4)
    subscriber = await server.subscribe(table, ada, since=since)
    assert [type(frame) for frame in subscriber.frames] == [TableFrame] * 2
    assert subscriber.version == since + 1 and subscriber.table is not None and len(subscriber.table.seats) == 4
