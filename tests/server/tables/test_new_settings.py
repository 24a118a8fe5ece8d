"""Other settings for a table that has not begun: by its host, told to all, and nobody loses a seat."""

from typing import Any

import pytest

from kolej.server import wire
from kolej.server.accounts.identity import Who
from kolej.server.errors import Refusal
from kolej.server.tables.table import Table
from tests.support.fake_server import World, game_of, until


async def settle(world: World, table: Table, who: Who, **fields: Any) -> wire.TableInfo:
    return await table.change(who, "settings", wire.NewSettings(id=world.id(), **fields))


async def refused(world: World, table: Table, who: Who, **fields: Any) -> Refusal:
    before = table.info(who)
    with pytest.raises(Refusal) as error:
        await settle(world, table, who, **fields)
    assert table.info(who) == before
    return error.value


async def test_everything_at_once_in_one_entry(world: World) -> None:
    ada, bob = await world.person("Ada"), await world.person("Bob")
    table = await world.table(ada, seats=3, bots={"2": "easy"})
    await world.change(table, bob, "join")
    looker, stranger = await world.look(table, bob), await world.look(table, None)
    version = table.course.version
    clock = wire.Clock(60, 5)
    wanted = {"open": True, "undo": "free", "pace": 500, "hints": True, "clock": clock, "absent": None, "first": 1}
    info = await settle(world, table, ada, seats=4, bots={"2": "hard", "3": "easy"}, **wanted)
    assert info.version == version + 1
    assert [(seat.kind, seat.name, seat.level) for seat in info.seats] == [
        ("person", "Ada", None),
        ("person", "Bob", None),
        ("bot", "Hard 3", "hard"),
        ("bot", "Easy 4", "easy"),
    ]
    shown = {"open": True, "undo": "free", "pace": 500, "hints": True, "clock": clock, "absent": None}
    assert {name: getattr(info, name) for name in shown} == shown
    assert (info.seats[1].clock, info.seats[3].clock) == (60.0, None)
    for each in (looker, stranger):
        assert each.table is not None and len(each.table.seats) == 4 and each.table.pace == 500
    started = await world.change(table, ada, "start")
    assert started.stage == "dealing" and table.course.deal is not None
    assert (table.course.deal.terms.seats, table.course.deal.terms.first) == (4, 1)
    world.time.advance(7)
    await until(lambda: table.book.game is not None)
    assert game_of(table).seats == 4


async def test_what_is_left_out_stays(world: World) -> None:
    ada = await world.person("Ada")
    table = await world.table(ada, seats=2, clock=wire.Clock(60, 5), hints=True, bots={"1": "easy"})
    before = table.info(ada)
    info = await settle(world, table, ada, pace=2500)
    assert (info.pace, info.clock, info.hints, info.seats) == (2500, before.clock, True, before.seats)
    assert (await settle(world, table, ada, clock=None)).clock is None
    assert (await settle(world, table, ada, bots={"1": "expert"})).seats[1].name == "Expert 2"


async def test_seats_with_people_on_them_do_not_fall_away(world: World) -> None:
    ada, bob, cid = [await world.person(name) for name in ("Ada", "Bob", "Cid")]
    table = await world.table(ada, seats=4)
    await world.change(table, bob, "join", seat=2)
    await world.change(table, cid, "join", seat=3)
    why = await refused(world, table, ada, seats=2, open=True)
    assert why.code == "taken"
    assert why.reason == "Bob on seat 2 and Cid on seat 3 would lose their place; make it free first, or keep 4 seats"
    assert "Cid on seat 3" in (await refused(world, table, ada, seats=3)).reason
    await world.change(table, cid, "leave")
    assert len((await settle(world, table, ada, seats=3)).seats) == 3
    why = await refused(world, table, ada, bots={"2": "easy"})
    assert (why.code, why.reason) == ("taken", "Bob sits on seat 2; make it free before a bot gets it")
    # Bots and free seats go, and come back free.
    await world.change(table, bob, "leave")
    await world.change(table, ada, "bot", seat=2, level="easy")
    assert len((await settle(world, table, ada, seats=2)).seats) == 2
    info = await settle(world, table, ada, seats=4)
    assert [seat.kind for seat in info.seats] == ["person", "free", "free", "free"]


async def test_the_host_alone_and_before_the_start(world: World) -> None:
    ada, bob = await world.person("Ada"), await world.person("Bob")
    table = await world.table(ada, undo="agreed")
    await world.change(table, bob, "join")
    why = await refused(world, table, bob, open=True)
    assert (why.code, why.reason) == ("not-allowed", "only the host may change the settings")
    await world.change(table, ada, "start")
    for who, code in ((ada, "started"), (bob, "not-allowed")):
        assert (await refused(world, table, who, undo="free")).code == code
    assert table.course.settings.undo == "agreed"


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
async def test_settings_that_can_not_be(world: World, fields: dict[str, Any], words: str) -> None:
    ada = await world.person("Ada")
    table = await world.table(ada, seats=3)
    why = await refused(world, table, ada, **fields)
    assert why.code == "bad-command" and words in why.reason


async def test_a_seat_that_was_to_begin_and_falls_away_leaves_it_to_chance(world: World) -> None:
    ada = await world.person("Ada")
    table = await world.table(ada, seats=3, first=2)
    await settle(world, table, ada, seats=3, pace=0)
    assert table.course.settings.first == 2
    await settle(world, table, ada, seats=2)
    assert table.course.settings.first is None


async def test_settings_outlast_a_restart_and_stand_in_lists(world: World) -> None:
    ada, bob = await world.person("Ada"), await world.person("Bob")
    table = await world.table(ada, seats=2, open=False)
    await world.change(table, bob, "join")
    assert await world.hall.open_tables(bob) == []
    change = wire.NewSettings(id="s", seats=3, open=True, undo="none", clock=wire.Clock(600, 10))
    info = await table.change(ada, "settings", change)
    del table
    await world.restart()
    assert world.hall.live == 0
    (listed,) = await world.hall.open_tables(bob)
    assert (listed.code, len(listed.seats), listed.undo, listed.clock) == (info.code, 3, "none", wire.Clock(600, 10))
    again = await world.hall.table(info.code)
    # The same command sent again changes nothing, whatever was changed since.
    await settle(world, again, ada, undo="free")
    assert (await again.change(ada, "settings", change)).undo == "free"
    after = again.info(ada)
    assert after.version == info.version + 1
    assert (after.open, len(after.seats), after.seats[1].name, after.clock) == (True, 3, "Bob", wire.Clock(600, 10))
    cid = await world.person("Cid")
    assert (await world.change(again, cid, "join")).seats[2].yours
    assert [each.code for each in await world.hall.mine(cid)] == [info.code]
    assert (await world.change(again, ada, "start")).stage == "playing"
    await world.restart()
    assert game_of(await world.hall.table(info.code)).seats == 3


async def test_whoever_was_away_hears_of_it(world: World) -> None:
    ada = await world.person("Ada")
    table = await world.table(ada, seats=2)
    since = table.course.version
    await settle(world, table, ada, seats=4)
    looker = await world.look(table, ada, since=since)
    assert [type(frame) for frame in looker.frames] == [wire.TableFrame] * 2
    assert looker.version == since + 1 and looker.table is not None and len(looker.table.seats) == 4
