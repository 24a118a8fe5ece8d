"""Tables before and after a game: creating, joining, leaving, starting, rematch."""

import asyncio
from random import Random
from typing import Any

import pytest

from kolej.bots.levels import LEVELS
from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.tables.setup.create import LETTERS
from kolej.server.tables.table import Table
from kolej.server.wire.commands import Agree, Reach
from kolej.server.wire.tables import Change, NewTable
from kolej.store.models import TableStatus
from tests.support.fake_server import FakeServer, game_of, new_table, wait_until


async def refused(server: FakeServer, table: Table, identity: Identity, what: str, **fields: Any) -> Refusal:
    version = table.state.version
    with pytest.raises(Refusal) as error:
        await server.change(table, identity, what, **fields)
    assert table.state.version == version
    return error.value


def new(**fields: Any) -> NewTable:
    given: dict[str, Any] = {"id": "n", "edition": "new_york", "seats": 2} | fields
    return new_table(**given)


async def test_a_code_can_be_given_to_a_friend(server: FakeServer) -> None:
    ada = await server.person("Ada")
    info = await server.registry.create(ada, new(people=["Ada"]))
    assert set(info.code) <= set(LETTERS)
    assert (await server.registry.table(info.code.lower())).code == info.code
    assert [(seat.kind, seat.name, seat.yours) for seat in info.seats] == [("person", "Ada", True), ("free", "", False)]
    assert info.host and info.stage == "gathering" and info.status == "open"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"edition": "atlantis"}, "no edition 'atlantis'"),
        ({"edition": "../new_york"}, "no edition"),
        ({"seats": 9}, "is for 2 to 4 seats, not 9"),
        ({"first": 3}, "seat 3 can't begin"),
        ({"people": ["Ada", "Bob", "Cid"]}, "3 people have no room on 2 seats"),
        ({"people": ["Ada", "ADA"]}, "the same name"),
        ({"people": ["bot:easy"]}, "can’t begin with “bot:”"),
        ({"people": ["a\nb"]}, "only have visible characters"),
        ({"people": ["\u3164"]}, "only have visible characters"),
        ({"people": ["\u0301"]}, "at least one letter"),
        ({"people": ["Ada", "\u0410da"]}, "the same name"),
        ({"people": [" x"]}, "spaces around it"),
        ({"bots": {"2": "easy"}}, "'2' is no seat"),
        ({"bots": {"01": "easy"}}, "'01' is no seat"),
        ({"bots": {"x": "easy"}}, "'x' is no seat"),
        ({"bots": {"1": "brain.py:Mind"}}, "no bot 'brain.py:Mind'"),
        ({"bots": {"1": "program:sh"}}, "no bot 'program:sh'"),
        ({"bots": {"1": "search@9s"}}, "no bot 'search@9s'"),
    ],
)
async def test_a_table_that_cannot_be(server: FakeServer, fields: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words) as error:
        await server.registry.create(await server.person("Ada"), new(**fields))
    codes = ("bad-command", "same-name", "name-of-bot", "name-invisible", "name-empty")
    assert error.value.code in codes and error.value.status == 400
    assert await server.store.tables() == []


async def test_the_same_command_opens_one_table(server: FakeServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    first, second = await asyncio.gather(server.registry.create(ada, new()), server.registry.create(ada, new()))
    assert first.code == second.code
    await server.restart()
    assert (await server.registry.create(ada, new())).code == first.code
    assert (await server.registry.create(bob, new())).code != first.code
    assert (await server.registry.create(ada, new(id="m"))).code != first.code
    assert len(await server.store.tables()) == 3


async def test_a_table_that_was_opened_by_halves_is_opened_by_the_same_command(server: FakeServer) -> None:
    ada = await server.person("Ada")
    append, server.store.append = server.store.append, None  # type: ignore[method-assign, assignment]
    with pytest.raises(TypeError):
        await server.registry.create(ada, new(people=["Ada"]))
    server.store.append = append  # type: ignore[method-assign]
    (half,) = await server.store.tables()
    assert half.last == 0
    assert await server.registry.open_tables(ada) == []
    with pytest.raises(Refusal, match="no table"):
        await server.registry.table(half.code)
    info = await server.registry.create(ada, new(people=["Ada"]))
    assert info.code == half.code and info.seats[0].name == "Ada"


async def test_a_code_that_is_taken_is_not_taken_twice(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["BBBBBB", "BBBBBB", "CCCCCC"])
    monkeypatch.setattr("kolej.server.tables.setup.create.new_code", lambda listed: next(codes))
    ada, bob = await server.person("Ada"), await server.person("Bob")
    assert (await server.registry.create(ada, new())).code == "BBBBBB"
    assert (await server.registry.create(bob, new())).code == "CCCCCC"


async def test_sitting_down(server: FakeServer) -> None:
    ada, bob, cid = await server.person("Ada"), await server.person("Bob"), await server.person("ada")
    table = await server.table(ada, seats=4)
    subscriber = await server.subscribe(table, bob)
    info = await server.change(table, bob, "join", seat=2)
    assert [seat.kind for seat in info.seats] == ["person", "free", "person", "free"] and info.seats[2].yours
    assert subscriber.table is not None and subscriber.table.seats[2].online
    info = await server.change(table, cid, "join")
    assert info.seats[1].name == "ada 2" and not info.host
    assert (await refused(server, table, bob, "join")).code == "seated"
    dan = await server.person("Dan")
    assert (await refused(server, table, dan, "join", seat=2)).code == "taken"
    assert (await refused(server, table, dan, "join", seat=7)).code == "bad-command"
    assert (await refused(server, table, dan, "join", name="x\ty")).code == "name-invisible"
    await server.change(table, dan, "join", name="Daniel")
    eve = await server.person("Eve")
    assert (await refused(server, table, eve, "join")).code == "full"
    listed = (await server.store.tables(person=dan.person))[0]
    assert {(seat.seat, seat.person) for seat in listed.seats} >= {(3, dan.person), (1, cid.person)}


async def test_getting_up(server: FakeServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada, seats=3)
    await server.change(table, bob, "join")
    assert (await refused(server, table, bob, "leave", seat=0)).code == "not-your-seat"
    info = await server.change(table, ada, "leave")
    assert info.seats[0].kind == "free" and not info.host
    assert table.info(bob).host
    info = await server.change(table, bob, "leave")
    assert info.status == "abandoned"
    assert (await refused(server, table, bob, "leave")).code == "no-seat"
    assert (await server.change(table, ada, "join")).status == "open"


async def test_the_host_seats_bots_and_empties_seats(server: FakeServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada, seats=3)
    await server.change(table, bob, "join")
    for what in ("bot", "empty", "start"):
        assert (await refused(server, table, bob, what, seat=2)).code == "not-host"
    info = await server.change(table, ada, "bot", level="hard")
    assert (info.seats[2].kind, info.seats[2].level) == ("bot", "hard")
    assert info.seats[2].name in LEVELS[2].names
    assert (await refused(server, table, ada, "bot")).code == "full"
    assert (await refused(server, table, ada, "bot", seat=1)).code == "full"
    assert (await refused(server, table, ada, "empty")).code == "bad-command"
    info = await server.change(table, ada, "empty", seat=2)
    assert info.seats[2].kind == "free"
    assert (await refused(server, table, ada, "empty", seat=2)).code == "bad-command"
    assert (await refused(server, table, ada, "start")).code == "seats-free"
    assert (await refused(server, table, ada, "bot", level="program:sh")).code == "bad-command"
    info = await server.change(table, ada, "empty", seat=1)
    assert info.seats[1].kind == "free" and table.state.seats_of(bob) == []


async def test_a_change_that_is_sent_again_changes_nothing_more(server: FakeServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada, seats=3)
    join = Change(id="join")
    await table.change(bob, "join", join)
    version = table.state.version
    await table.change(bob, "join", join)
    await server.restart()
    again = await server.registry.table(table.code)
    assert (await again.change(bob, "join", join)).version == version
    with pytest.raises(Refusal, match="is no change"):
        await server.change(table, ada, "dance")


async def test_a_seat_that_somebody_left_is_played_on_and_taken_over(server: FakeServer) -> None:
    table, ada, was = await server.pair()
    bob = was.identity
    assert bob is not None
    assert (await refused(server, table, await server.person("Cid"), "join")).code == "started"
    cid = await server.person("Cid")
    info = await server.change(table, bob, "leave")
    assert (info.seats[1].kind, info.seats[1].absent, info.seats[1].name) == ("free", True, "Bob")
    # The substitute makes the opening choice that Bob has not made.
    await wait_until(lambda: game_of(table).to_act() == [0])
    server.time.advance(301)
    await server.change(table, cid, "join")
    await server.ask(table, ada, Agree(id="yes", seat=0, agree=True, about="seat"))
    assert table.info(cid).seats[1].name == "Cid"
    taken_over = await server.subscribe(table, cid)
    assert taken_over.seat == 1 and taken_over.view == game_of(table).view(1)
    assert (await server.ask(table, was, Reach(id="r", seat=1))).code == "not-your-seat"


async def test_a_game_that_everybody_left_rests(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    assert ada.identity is not None and bob.identity is not None
    await server.change(table, ada.identity, "leave")
    await server.change(table, bob.identity, "leave")
    assert (await server.store.table(table.journal.id)).status is TableStatus.ABANDONED
    version = table.state.version
    await asyncio.sleep(0.05)
    assert table.state.version == version
    info = await server.change(table, bob.identity, "join", seat=1)
    assert info.status == "running"
    await wait_until(lambda: 0 not in game_of(table).to_act())


async def test_a_rematch_keeps_people_and_passes_the_first_turn_on(server: FakeServer) -> None:
    table, ada, bob = await server.pair(first=1, undo="none", hints=True)
    assert ada.identity is not None and bob.identity is not None
    assert (await refused(server, table, ada.identity, "rematch")).code == "not-over"
    await server.play(table, [ada, bob], Random(5))
    assert (await refused(server, table, await server.person("Cid"), "rematch")).code == "not-player"
    infos = await asyncio.gather(
        server.change(table, ada.identity, "rematch"), server.change(table, bob.identity, "rematch")
    )
    assert infos[0].rematch == infos[1].rematch is not None
    assert ada.table is not None and ada.table.rematch == infos[0].rematch
    await server.restart()
    again = await server.registry.table(table.code)
    assert (await server.change(again, ada.identity, "rematch")).rematch == infos[0].rematch
    next_table = await server.registry.table(str(infos[0].rematch))
    info = next_table.info(ada.identity)
    assert [seat.name for seat in info.seats] == ["Ada", "Bob"] and info.settings.undo == "none" and info.settings.hints
    host = ada.identity if info.host else bob.identity
    await server.change(next_table, host, "start")
    assert game_of(next_table).view().status.first == 0
    assert {each.code for each in await server.registry.mine(bob.identity)} == {table.code, info.code}


async def test_the_code_of_a_private_table_is_long(server: FakeServer) -> None:
    ada = await server.person("Ada")
    private = await server.registry.create(ada, new(id="private"))
    listed = await server.registry.create(ada, new(id="listed", open=True))
    assert (len(private.code), len(listed.code)) == (10, 6)


async def test_a_table_is_listed_while_anybody_may_join(server: FakeServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada, open=True)

    async def listed() -> bool:
        return bool(await server.registry.open_tables(None))

    assert await listed()
    await server.change(table, bob, "join")
    assert not await listed()
    await server.change(table, bob, "leave")
    assert await listed()
    await server.change(table, ada, "bot", seat=1, level="easy")
    await server.change(table, ada, "start")
    await server.change(table, ada, "leave")
    assert not await listed()


async def test_lists(server: FakeServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    tables = [await server.table(ada, open=n != 1, seats=2 + n % 2) for n in range(4)]
    await server.change(tables[2], bob, "join")
    mine = await server.registry.mine(ada)
    assert [info.code for info in mine] == [table.code for table in reversed(tables)]
    assert [info.code for info in await server.registry.mine(ada, mine[1].code, 1)] == [mine[2].code]
    # Private tables and full ones are not listed.
    assert [info.code for info in await server.registry.open_tables(bob)] == [tables[3].code, tables[0].code]
    codes = [info.code for info in mine]
    infos = [table.info(ada) for table in tables]
    del tables
    await server.restart()
    assert server.registry.live == 0
    assert [info.code for info in await server.registry.mine(ada)] == codes
    assert {info.code: info for info in infos} == {info.code: info for info in await server.registry.mine(ada)}
    with pytest.raises(Refusal, match="no table"):
        await server.registry.mine(ada, "ZZZZZZ")


async def test_an_unknown_table(server: FakeServer) -> None:
    with pytest.raises(Refusal) as error:
        await server.registry.table("ZZZZZZ")
    assert error.value.code == "unknown-table"


async def test_a_player_who_leaves_does_not_see_the_seats_cards_any_more(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    assert bob.identity is not None and ada.identity is not None
    second = await server.subscribe(table, bob.identity, 1)
    await server.change(table, bob.identity, "leave")
    for subscriber in (bob, second):
        assert subscriber.seat is None and subscriber.view == game_of(table).view()
    await wait_until(lambda: game_of(table).to_act() == [0])
    cid = await server.subscribe(table, await server.person("Cid"))
    assert cid.identity is not None and cid.seat is None
    server.time.advance(301)
    await server.change(table, cid.identity, "join", seat=1)
    await server.ask(table, ada, Agree(id="yes", seat=0, agree=True, about="seat"))
    assert cid.seat == 1 and cid.view == game_of(table).view(1)
    assert ada.legal is not None
    await server.act(table, ada, ada.legal.keep[0][0])
    for subscriber in (ada, bob, second, cid):
        assert subscriber.view == game_of(table).view(subscriber.seat)


async def test_a_player_who_is_asked_to_leave_sees_no_cards(server: FakeServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada)
    await server.change(table, bob, "join")
    subscriber = await server.subscribe(table, bob)
    assert subscriber.seat == 1
    await server.change(table, ada, "empty", seat=1)
    await server.change(table, ada, "bot")
    await server.change(table, ada, "start")
    assert subscriber.seat is None and subscriber.view is not None and subscriber.view.hands == (None, None)


async def test_a_list_shows_the_points_of_a_finished_game(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    await server.play(table, [ada, bob], Random(3), lambda: table.state.version > 20)
    assert ada.identity is not None
    [running] = await server.registry.mine(ada.identity)
    assert [(seat.points, seat.rank) for seat in running.seats] == [(None, None)] * 2
    await server.play(table, [ada, bob], Random(4))
    game = table.journal.game
    assert game is not None
    standings = game.standings()
    await server.restart()
    [over] = await server.registry.mine(ada.identity)
    assert [(seat.points, seat.rank) for seat in over.seats] == list(
        zip(standings.totals, standings.ranks, strict=True)
    )
