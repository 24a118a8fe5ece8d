"""Tables before and around a game: opened, joined, left, started, played again."""

import asyncio
from random import Random
from typing import Any

import pytest

from kolej.server import wire
from kolej.server.accounts.identity import Who
from kolej.server.errors import Refusal
from kolej.server.tables.setup.create import LETTERS
from kolej.server.tables.table import Table
from kolej.store.protocol import TableState
from tests.support.fake_server import World, game_of, until


async def refused(world: World, table: Table, who: Who, what: str, **fields: Any) -> Refusal:
    version = table.course.version
    with pytest.raises(Refusal) as error:
        await world.change(table, who, what, **fields)
    assert table.course.version == version
    return error.value


def new(**fields: Any) -> wire.NewTable:
    given: dict[str, Any] = {"id": "n", "edition": "new_york", "seats": 2} | fields
    return wire.NewTable(**given)


async def test_a_code_can_be_told_to_a_friend(world: World) -> None:
    ada = await world.person("Ada")
    info = await world.hall.create(ada, new(people=["Ada"]))
    assert len(info.code) == 6 and set(info.code) <= set(LETTERS)
    assert (await world.hall.table(info.code.lower())).code == info.code
    assert [(seat.kind, seat.name, seat.yours) for seat in info.seats] == [("person", "Ada", True), ("free", "", False)]
    assert info.host and info.stage == "gathering" and info.state == "open"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"edition": "atlantis"}, "no edition 'atlantis'"),
        ({"edition": "../new_york"}, "no edition"),
        ({"seats": 9}, "is for 2 to 4 seats, not 9"),
        ({"first": 3}, "seat 3 can't begin"),
        ({"people": ["Ada", "Bob", "Cid"]}, "3 people have no room on 2 seats"),
        ({"people": ["Ada", "ADA"]}, "the same name"),
        ({"people": ["bot:easy"]}, "can't begin with"),
        ({"people": ["a\nb"]}, "control character U\\+000A"),
        ({"people": [" x"]}, "spaces around it"),
        ({"bots": {"2": "easy"}}, "'2' is no seat"),
        ({"bots": {"01": "easy"}}, "'01' is no seat"),
        ({"bots": {"x": "easy"}}, "'x' is no seat"),
        ({"bots": {"1": "brain.py:Mind"}}, "no bot 'brain.py:Mind'"),
        ({"bots": {"1": "program:sh"}}, "no bot 'program:sh'"),
        ({"bots": {"1": "search@9s"}}, "no bot 'search@9s'"),
    ],
)
async def test_a_table_that_cannot_be(world: World, fields: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words) as error:
        await world.hall.create(await world.person("Ada"), new(**fields))
    assert error.value.code == "bad-command"
    assert await world.store.tables() == []


async def test_the_same_command_opens_one_table(world: World) -> None:
    ada, bob = await world.person("Ada"), await world.person("Bob")
    first, second = await asyncio.gather(world.hall.create(ada, new()), world.hall.create(ada, new()))
    assert first.code == second.code
    await world.restart()
    assert (await world.hall.create(ada, new())).code == first.code
    assert (await world.hall.create(bob, new())).code != first.code
    assert (await world.hall.create(ada, new(id="m"))).code != first.code
    assert len(await world.store.tables()) == 3


async def test_a_table_that_was_opened_by_halves_is_opened_by_the_same_command(world: World) -> None:
    ada = await world.person("Ada")
    append, world.store.append = world.store.append, None  # type: ignore[method-assign, assignment]
    with pytest.raises(TypeError):
        await world.hall.create(ada, new(people=["Ada"]))
    world.store.append = append  # type: ignore[method-assign]
    (half,) = await world.store.tables()
    assert half.last == 0
    assert await world.hall.open_tables(ada) == []
    with pytest.raises(Refusal, match="no table"):
        await world.hall.table(half.code)
    info = await world.hall.create(ada, new(people=["Ada"]))
    assert info.code == half.code and info.seats[0].name == "Ada"


async def test_a_code_that_is_taken_is_not_taken_twice(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["BBBBBB", "BBBBBB", "CCCCCC"])
    monkeypatch.setattr("kolej.server.tables.setup.create.new_code", lambda: next(codes))
    ada, bob = await world.person("Ada"), await world.person("Bob")
    assert (await world.hall.create(ada, new())).code == "BBBBBB"
    assert (await world.hall.create(bob, new())).code == "CCCCCC"


async def test_sitting_down(world: World) -> None:
    ada, bob, cid = await world.person("Ada"), await world.person("Bob"), await world.person("ada")
    table = await world.table(ada, seats=4)
    looker = await world.look(table, bob)
    info = await world.change(table, bob, "join", seat=2)
    assert [seat.kind for seat in info.seats] == ["person", "free", "person", "free"] and info.seats[2].yours
    assert looker.table is not None and looker.table.seats[2].online
    info = await world.change(table, cid, "join")
    assert info.seats[1].name == "ada 2" and not info.host
    assert (await refused(world, table, bob, "join")).code == "taken"
    dan = await world.person("Dan")
    assert (await refused(world, table, dan, "join", seat=2)).code == "taken"
    assert (await refused(world, table, dan, "join", seat=7)).code == "bad-command"
    assert (await refused(world, table, dan, "join", name="x\ty")).code == "bad-command"
    await world.change(table, dan, "join", name="Daniel")
    eve = await world.person("Eve")
    assert (await refused(world, table, eve, "join")).code == "full"
    listed = (await world.store.tables(person=dan.person))[0]
    assert {(seat.seat, seat.person) for seat in listed.seats} >= {(3, dan.person), (1, cid.person)}


async def test_getting_up(world: World) -> None:
    ada, bob = await world.person("Ada"), await world.person("Bob")
    table = await world.table(ada, seats=3)
    await world.change(table, bob, "join")
    assert (await refused(world, table, bob, "leave", seat=0)).code == "not-your-seat"
    info = await world.change(table, ada, "leave")
    assert info.seats[0].kind == "free" and not info.host
    assert table.info(bob).host
    info = await world.change(table, bob, "leave")
    assert info.state == "abandoned"
    assert (await refused(world, table, bob, "leave")).code == "not-your-seat"
    assert (await world.change(table, ada, "join")).state == "open"


async def test_the_host_seats_bots_and_empties_seats(world: World) -> None:
    ada, bob = await world.person("Ada"), await world.person("Bob")
    table = await world.table(ada, seats=3)
    await world.change(table, bob, "join")
    for what in ("bot", "empty", "start"):
        assert (await refused(world, table, bob, what, seat=2)).code == "not-allowed"
    info = await world.change(table, ada, "bot", level="hard")
    assert (info.seats[2].kind, info.seats[2].level, info.seats[2].name) == ("bot", "hard", "Hard 3")
    assert (await refused(world, table, ada, "bot")).code == "full"
    assert (await refused(world, table, ada, "bot", seat=1)).code == "full"
    assert (await refused(world, table, ada, "empty")).code == "bad-command"
    info = await world.change(table, ada, "empty", seat=2)
    assert info.seats[2].kind == "free"
    assert (await refused(world, table, ada, "empty", seat=2)).code == "bad-command"
    assert (await refused(world, table, ada, "start")).code == "not-allowed"
    assert (await refused(world, table, ada, "bot", level="program:sh")).code == "bad-command"
    info = await world.change(table, ada, "empty", seat=1)
    assert info.seats[1].kind == "free" and table.course.seats_of(bob) == []


async def test_a_change_that_is_sent_again_changes_nothing_more(world: World) -> None:
    ada, bob = await world.person("Ada"), await world.person("Bob")
    table = await world.table(ada, seats=3)
    join = wire.Change(id="join")
    await table.change(bob, "join", join)
    version = table.course.version
    await table.change(bob, "join", join)
    await world.restart()
    again = await world.hall.table(table.code)
    assert (await again.change(bob, "join", join)).version == version
    with pytest.raises(Refusal, match="is no change"):
        await world.change(table, ada, "dance")


async def test_a_seat_that_somebody_left_is_played_on_and_taken_over(world: World) -> None:
    table, _, was = await world.pair()
    bob = was.who
    assert bob is not None
    assert (await refused(world, table, await world.person("Cid"), "join")).code == "started"
    cid = await world.person("Cid")
    info = await world.change(table, bob, "leave")
    assert (info.seats[1].kind, info.seats[1].absent, info.seats[1].name) == ("free", True, "Bob")
    # The bot makes the opening choice that Bob left open.
    await until(lambda: game_of(table).to_act() == [0])
    assert (await world.change(table, cid, "join")).seats[1].name == "Cid"
    taken_over = await world.look(table, cid)
    assert taken_over.seat == 1 and taken_over.view == game_of(table).view(1)
    assert (await world.ask(table, was, wire.Reach(id="r", seat=1))).code == "not-your-seat"


async def test_a_game_that_everybody_left_rests(world: World) -> None:
    table, ada, bob = await world.pair()
    assert ada.who is not None and bob.who is not None
    await world.change(table, ada.who, "leave")
    await world.change(table, bob.who, "leave")
    assert (await world.store.table(table.book.id)).state is TableState.ABANDONED
    version = table.course.version
    await asyncio.sleep(0.05)
    assert table.course.version == version
    info = await world.change(table, bob.who, "join", seat=1)
    assert info.state == "running"
    await until(lambda: 0 not in game_of(table).to_act())


async def test_a_rematch_keeps_people_and_passes_the_first_turn_on(world: World) -> None:
    table, ada, bob = await world.pair(first=1, undo="none", hints=True)
    assert ada.who is not None and bob.who is not None
    assert (await refused(world, table, ada.who, "rematch")).code == "not-over"
    await world.play(table, [ada, bob], Random(5))
    assert (await refused(world, table, await world.person("Cid"), "rematch")).code == "not-allowed"
    infos = await asyncio.gather(world.change(table, ada.who, "rematch"), world.change(table, bob.who, "rematch"))
    assert infos[0].next == infos[1].next is not None
    assert ada.table is not None and ada.table.next == infos[0].next
    await world.restart()
    again = await world.hall.table(table.code)
    assert (await world.change(again, ada.who, "rematch")).next == infos[0].next
    next_table = await world.hall.table(str(infos[0].next))
    info = next_table.info(ada.who)
    assert [seat.name for seat in info.seats] == ["Ada", "Bob"] and info.undo == "none" and info.hints
    host = ada.who if info.host else bob.who
    await world.change(next_table, host, "start")
    assert game_of(next_table).view().status.first == 0
    assert {each.code for each in await world.hall.mine(bob.who)} == {table.code, info.code}


async def test_lists(world: World) -> None:
    ada, bob = await world.person("Ada"), await world.person("Bob")
    tables = [await world.table(ada, open=n != 1, seats=2 + n % 2) for n in range(4)]
    await world.change(tables[2], bob, "join")
    mine = await world.hall.mine(ada)
    assert [info.code for info in mine] == [table.code for table in reversed(tables)]
    assert [info.code for info in await world.hall.mine(ada, mine[1].code, 1)] == [mine[2].code]
    # Closed ones and full ones are not for anybody to join.
    assert [info.code for info in await world.hall.open_tables(bob)] == [tables[3].code, tables[0].code]
    codes = [info.code for info in mine]
    infos = [table.info(ada) for table in tables]
    del tables
    await world.restart()
    assert world.hall.live == 0
    assert [info.code for info in await world.hall.mine(ada)] == codes
    assert {info.code: info for info in infos} == {info.code: info for info in await world.hall.mine(ada)}
    with pytest.raises(Refusal, match="no table"):
        await world.hall.mine(ada, "ZZZZZZ")


async def test_an_unknown_table(world: World) -> None:
    with pytest.raises(Refusal) as error:
        await world.hall.table("ZZZZZZ")
    assert error.value.code == "unknown-table"


async def test_whoever_gets_up_does_not_see_the_seats_cards_any_more(world: World) -> None:
    table, ada, bob = await world.pair()
    assert bob.who is not None and ada.who is not None
    second = await world.look(table, bob.who, 1)
    await world.change(table, bob.who, "leave")
    for looker in (bob, second):
        assert looker.seat is None and looker.view == game_of(table).view()
    await until(lambda: game_of(table).to_act() == [0])
    cid = await world.look(table, await world.person("Cid"))
    assert cid.who is not None and cid.seat is None
    await world.change(table, cid.who, "join", seat=1)
    assert cid.seat == 1 and cid.view == game_of(table).view(1)
    assert ada.legal is not None
    await world.act(table, ada, ada.legal.keep[0][0])
    for looker in (ada, bob, second, cid):
        assert looker.view == game_of(table).view(looker.seat)


async def test_whoever_is_asked_to_get_up_sees_no_cards(world: World) -> None:
    ada, bob = await world.person("Ada"), await world.person("Bob")
    table = await world.table(ada)
    await world.change(table, bob, "join")
    looker = await world.look(table, bob)
    assert looker.seat == 1
    await world.change(table, ada, "empty", seat=1)
    await world.change(table, ada, "bot")
    await world.change(table, ada, "start")
    assert looker.seat is None and looker.view is not None and looker.view.hands == (None, None)
