"""Shapes: each seat has its own colour and shape, chosen before the start or assigned."""

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest

from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.tables.log.seat import Seat, shapes_of
from kolej.server.tables.table import Table
from kolej.server.wire.tables import Change, NewTable, TableInfo
from kolej.shapes import SHAPES, Shape
from tests.support.fake_server import FakeServer, new_settings, new_table


def shapes(info: TableInfo) -> list[str]:
    return [seat.shape for seat in info.seats]


async def gathering(server: FakeServer, **settings: Any) -> tuple[Table, Identity, Identity]:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada, **({"seats": 3, "bots": {"2": "easy"}} | settings))
    await server.change(table, bob, "join")
    return table, ada, bob


async def refused(server: FakeServer, table: Table, identity: Identity, what: str, **fields: Any) -> Refusal:
    version = table.state.version
    with pytest.raises(Refusal) as error:
        await server.change(table, identity, what, **fields)
    assert table.state.version == version
    return error.value


def test_seats_that_chose_nothing_get_what_is_left() -> None:
    def assigned(*chosen: Shape | None) -> list[Shape]:
        return shapes_of([Seat(shape=shape) for shape in chosen])

    assert assigned(None, None, None) == ["circle", "triangle", "square"]
    assert assigned("triangle", None, None) == ["triangle", "circle", "square"]
    assert assigned(None, None, "star") == ["circle", "triangle", "star"]
    assert assigned("star", "circle", None, None, None) == ["star", "circle", "square", "diamond", "triangle"]
    rng = Random(1)
    for _ in range(200):
        seats = [Seat(shape=shape if rng.random() < 0.5 else None) for shape in rng.sample(SHAPES, rng.randint(1, 5))]
        assert len(set(shapes_of(seats))) == len(seats)
    # A board with more seats than shapes repeats them.
    assert len(shapes_of([Seat()] * 7)) == 7


async def test_a_shape_is_chosen_and_everybody_sees_it(server: FakeServer) -> None:
    table, ada, bob = await gathering(server)
    watching = await server.subscribe(table, None)
    assert shapes(table.info(None)) == ["circle", "triangle", "square"]
    assert shapes(await server.change(table, bob, "shape", shape="star")) == ["circle", "star", "square"]
    assert watching.table is not None and shapes(watching.table) == ["circle", "star", "square"]
    # The seat that had it by its number gives way, because it did not choose it.
    assert shapes(await server.change(table, bob, "shape", shape="circle")) == ["triangle", "circle", "square"]
    info = await server.change(table, ada, "shape", seat=2, shape="diamond")
    assert shapes(info) == ["triangle", "circle", "diamond"]
    await server.restart()
    table = await server.registry.table(table.code)
    assert shapes(table.info(ada)) == ["triangle", "circle", "diamond"]
    (listed,) = await server.registry.mine(ada)
    assert shapes(listed) == ["triangle", "circle", "diamond"]


async def test_two_seats_never_choose_the_same(server: FakeServer) -> None:
    table, ada, bob = await gathering(server, seats=4)
    await server.change(table, bob, "shape", shape="star")
    refusal = await refused(server, table, ada, "shape", shape="star")
    assert refusal.code == "shape-taken" and refusal.params == {"name": "Bob"}
    assert (await refused(server, table, ada, "shape", seat=2, shape="star")).code == "shape-taken"
    assert (await refused(server, table, ada, "bot", seat=3, level="easy", shape="star")).code == "shape-taken"
    cid = await server.person("Cid")
    assert (await refused(server, table, cid, "join", shape="star")).code == "shape-taken"
    assert shapes(await server.change(table, cid, "join", shape="square")) == ["circle", "star", "triangle", "square"]
    # A seat that is left gives its shape back.
    await server.change(table, bob, "leave")
    assert shapes(await server.change(table, ada, "shape", shape="star"))[0] == "star"
    assert shapes(await server.change(table, ada, "shape", shape="circle"))[0] == "circle"


async def test_a_race_is_settled_by_the_log(server: FakeServer) -> None:
    table, ada, bob = await gathering(server)
    results = await asyncio.gather(
        *(table.change(who, "shape", Change(id=server.id(), shape="star")) for who in (ada, bob)),
        return_exceptions=True,
    )
    assert [type(each) for each in results].count(Refusal) == 1
    assert shapes(table.info(None)).count("star") == 1
    assert [entry.kind for entry in await server.entries(table)].count("shape") == 1


async def test_a_choice_that_is_sent_again_has_one_effect(server: FakeServer) -> None:
    table, ada, bob = await gathering(server)
    choice = Change(id="x", shape="star")
    first = await table.change(bob, "shape", choice)
    assert (await table.change(bob, "shape", choice)).version == first.version
    await server.change(table, bob, "shape", shape="diamond")
    await server.change(table, ada, "shape", shape="star")
    await server.restart()
    table = await server.registry.table(table.code)
    # Now it would be refused, but it had its effect: the answer is the same, and nothing changes.
    assert shapes(await table.change(bob, "shape", choice)) == ["star", "diamond", "square"]


async def test_only_for_ones_own_seat_and_bots_of_the_host(server: FakeServer) -> None:
    table, ada, bob = await gathering(server)
    assert (await refused(server, table, ada, "shape", seat=1, shape="star")).code == "not-your-seat"
    assert (await refused(server, table, bob, "shape", seat=2, shape="star")).code == "not-your-seat"
    assert (await refused(server, table, await server.person("Eve"), "shape", shape="star")).code == "no-seat"
    assert (await refused(server, table, ada, "shape", seat=9, shape="star")).code == "bad-command"
    assert (await refused(server, table, ada, "shape")).code == "bad-command"
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"id": "x", "shape": "hexagon"}', type=Change)


async def test_pieces_keep_their_shape_once_the_game_has_started(server: FakeServer) -> None:
    table, ada, bob = await gathering(server)
    await server.change(table, bob, "shape", shape="star")
    await server.change(table, ada, "start")
    assert (await refused(server, table, bob, "shape", shape="diamond")).code == "started"
    for what in ("leave", "join"):
        await server.change(table, bob, what)
        assert shapes(table.info(None)) == ["circle", "star", "square"]


async def test_a_new_table_and_its_rematch_have_the_shapes_that_were_chosen(server: FakeServer) -> None:
    ada = await server.person("Ada")

    def new(shapes: dict[str, Shape]) -> NewTable:
        table = new_table(server.id(), ["Ada", "Zoë"], {"2": "easy"}, edition="new_york", seats=4, pace=0)
        return msgspec.structs.replace(table, shapes=shapes)

    info = await server.registry.create(ada, new({"1": "star", "2": "circle"}))
    assert shapes(info) == ["triangle", "star", "circle", "diamond"]
    for wrong in ({"1": "star", "2": "star"}, {"3": "star"}, {"4": "star"}, {"x": "star"}):
        with pytest.raises(Refusal) as error:
            await server.registry.create(ada, new(wrong))  # type: ignore[arg-type]
        assert error.value.code == "bad-command"
    table = await server.registry.table(info.code)
    await server.change(table, ada, "bot", seat=3, level="easy")
    await server.change(table, ada, "start")
    subscribers = [await server.subscribe(table, ada, seat) for seat in (0, 1)]
    await server.play(table, subscribers, Random(1))
    again = await server.registry.table((await server.change(table, ada, "rematch")).rematch or "")
    assert shapes(again.info(None)) == shapes(table.info(None))


async def test_a_bot_of_another_level_keeps_its_shape(server: FakeServer) -> None:
    table, ada, _ = await gathering(server)
    await server.change(table, ada, "shape", seat=2, shape="star")
    info = await table.change(ada, "settings", new_settings("s", {"2": "hard"}))
    assert shapes(info) == ["circle", "triangle", "star"] and info.seats[2].level == "hard"
    assert shapes(await server.change(table, ada, "empty", seat=2)) == ["circle", "triangle", "square"]
