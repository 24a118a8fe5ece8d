"""The fair deal at a table: promises, seeds, those who keep theirs, and those who don't."""

import asyncio
from random import Random

import pytest

from kolej import editions
from kolej.engine.chance.fair.protocol import Seed, seat_commitment
from kolej.engine.record.replay import read
from kolej.fair_verifier import Deal
from kolej.server import wire
from kolej.server.tables.table import Table
from tests.support.fake_server import Looker, World, game_of, until


async def dealing(world: World, **settings: object) -> tuple[Table, Looker, Looker]:
    """A table whose people are there when it starts."""
    ada, bob = await world.person("Ada"), await world.person("Bob")
    table = await world.table(ada, seats=3, bots={"2": "easy"}, **settings)
    await world.change(table, bob, "join")
    one, two = await world.look(table, ada), await world.look(table, bob)
    info = await world.change(table, ada, "start")
    assert info.stage == "dealing" and info.state == "running"
    return table, one, two


def deal_frame(looker: Looker) -> wire.DealFrame:
    frame = looker.of(wire.DealFrame)[-1]
    assert isinstance(frame, wire.DealFrame)
    return frame


async def promise(world: World, table: Table, looker: Looker, seat: int, seed: Seed) -> object:
    hash = seat_commitment(deal_frame(looker).server, seat, seed)
    return await world.ask(table, looker, wire.Commit(id=world.id(), seat=seat, hash=hash))


async def end(world: World, table: Table, *people: Looker) -> str:
    """Everybody but one leaves it to the bots, and the game ends; its file."""
    for looker in people[1:]:
        assert looker.who is not None
        await world.change(table, looker.who, "leave")
    await world.play(table, [people[0]], Random(8))
    return await table.file(None)


async def test_everybody_brings_a_seed(world: World) -> None:
    table, ada, bob = await dealing(world)
    assert deal_frame(ada).stage == "commit" and deal_frame(ada).waits_for == [0, 1]
    seeds = [Seed.fresh(), Seed.fresh()]
    assert isinstance(await promise(world, table, ada, 0, seeds[0]), wire.Ok)
    assert deal_frame(bob).waits_for == [1] and deal_frame(bob).commitments is None
    assert getattr(await promise(world, table, ada, 0, seeds[1]), "code", "") == "taken"
    assert (await world.ask(table, ada, wire.Open(id="o", seat=0, seed=seeds[0].hex()))).code == "not-started"
    assert (await world.ask(table, bob, wire.Commit(id="c", seat=0, hash="0" * 64))).code == "not-your-seat"
    await promise(world, table, bob, 1, seeds[1])
    await until(lambda: deal_frame(ada).stage == "open")
    frame = deal_frame(ada)
    assert frame.commitments is not None and [each["who"] for each in frame.commitments] == ["own", "own", "server"]
    assert frame.commitments[0]["hash"] == seat_commitment(frame.server, 0, seeds[0])
    assert frame.waits_for == [0, 1]
    for seat, looker in ((0, ada), (1, bob)):
        assert isinstance(
            await world.ask(table, looker, wire.Open(id=world.id(), seat=seat, seed=seeds[seat].hex())), wire.Ok
        )
    await until(lambda: table.course.stage == "playing")
    assert deal_frame(ada).stage == "dealt" and ada.view == game_of(table).view(0)
    assert ada.table is not None and ada.table.stage == "playing"
    text = await end(world, table, ada, bob)
    deal = Deal(text)
    deal.check(read(text, "table", editions.load).edition)
    assert deal.own == [0, 1] and deal.stand_ins == {}
    assert seeds[0].hex() in text


async def test_nobody_is_waited_for_too_long(world: World) -> None:
    table, ada, bob = await dealing(world)
    await promise(world, table, ada, 0, Seed.fresh())
    world.time.advance(2.5)
    await asyncio.sleep(0.02)
    assert table.course.stage == "dealing" and deal_frame(ada).stage == "commit"
    world.time.advance(1)
    await until(lambda: deal_frame(ada).stage == "open")
    assert deal_frame(bob).waits_for == [0]
    assert (await world.ask(table, bob, wire.Commit(id="late", seat=1, hash="0" * 64))).code == "started"
    unfit = wire.Open(id="unfit", seat=0, seed=Seed.fresh().hex())
    refused = await world.ask(table, ada, unfit)
    assert refused.code == "bad-command" and "does not fit" in refused.reason
    assert (await world.ask(table, bob, wire.Open(id="b", seat=1, seed="00" * 32))).code == "started"
    world.time.advance(3.5)
    await until(lambda: table.course.stage == "playing")
    assert deal_frame(ada).commitments[0]["stand_in"] == "unfit"  # type: ignore[index]
    text = await end(world, table, ada, bob)
    deal = Deal(text)
    deal.check(read(text, "table", editions.load).edition)
    assert deal.stand_ins == {0: "unfit"} and deal.own == []


async def test_nobody_is_waited_for_at_one_screen(world: World) -> None:
    ada = await world.person("Ada")
    table = await world.table(ada, people=["Ada", "Bob"])
    looker = await world.look(table, ada)
    assert (await world.change(table, ada, "start")).stage == "playing"
    kinds = [type(frame).__name__ for frame in looker.frames]
    assert kinds == ["TableFrame", "DealFrame", "DealFrame", "DealFrame", "ViewFrame", "TableFrame"]
    assert [frame.stage for frame in looker.of(wire.DealFrame)] == ["commit", "open", "dealt"]
    versions = [frame.version for frame in looker.frames]
    assert versions == [versions[0], *range(versions[0] + 1, versions[0] + 5), versions[0] + 4]


@pytest.mark.parametrize("stage", ["commit", "committed", "open", "opened"])
async def test_a_deal_goes_on_after_a_restart(world: World, stage: str) -> None:
    table, ada, bob = await dealing(world)
    seeds = [Seed.fresh(), Seed.fresh()]

    async def restarted() -> tuple[Table, Looker, Looker]:
        server = deal_frame(ada).server
        await world.restart()
        again = await world.hall.table(table.code)
        lookers = await world.look(again, ada.who), await world.look(again, bob.who)
        assert deal_frame(lookers[0]).server == server
        return again, *lookers

    if stage == "commit":
        table, ada, bob = await restarted()
    await promise(world, table, ada, 0, seeds[0])
    if stage == "committed":
        table, ada, bob = await restarted()
        assert deal_frame(ada).waits_for == [1]
    await promise(world, table, bob, 1, seeds[1])
    await until(lambda: deal_frame(ada).stage == "open")
    if stage == "open":
        table, ada, bob = await restarted()
    await world.ask(table, ada, wire.Open(id="oa", seat=0, seed=seeds[0].hex()))
    if stage == "opened":
        table, ada, bob = await restarted()
        assert deal_frame(ada).waits_for == [1]
    await world.ask(table, bob, wire.Open(id="ob", seat=1, seed=seeds[1].hex()))
    await until(lambda: table.course.stage == "playing")
    await until(lambda: game_of(table).to_act() == [0, 1])
    straight = game_of(table).hash()
    await world.restart()
    assert game_of(await world.hall.table(table.code)).hash() == straight
    deal = table.course.deal
    assert deal is not None and not deal.stand_ins
    assert [each.who for each in deal.promised if each is not None] == ["own", "own", "server"]


@pytest.mark.parametrize("crash", [False, True])
@pytest.mark.parametrize("seed", ["5a" * 32, "no seed at all"])
async def test_a_seed_that_does_not_fit_is_remembered(world: World, crash: bool, seed: str) -> None:
    table, ada, bob = await dealing(world)
    seeds = [Seed.fresh(), Seed.fresh()]
    for seat, looker in enumerate((ada, bob)):
        await promise(world, table, looker, seat, seeds[seat])
    await until(lambda: deal_frame(ada).stage == "open")
    version = table.course.version
    for seat, looker in enumerate((ada, bob)):
        refused = await world.ask(table, looker, wire.Open(id=f"unfit{seat}", seat=seat, seed=seed))
        assert refused.code == "bad-command"
    assert table.course.version == version
    if crash:
        await world.restart()
        table = await world.hall.table(table.code)
        ada, bob = await world.look(table, ada.who), await world.look(table, bob.who)
    # Whoever opens the right one in the end has kept the promise.
    assert isinstance(await world.ask(table, bob, wire.Open(id="fits", seat=1, seed=seeds[1].hex())), wire.Ok)
    world.time.advance(3.5)
    await until(lambda: table.course.stage == "playing")
    assert [each["stand_in"] for each in deal_frame(ada).commitments or ()] == ["unfit", None, None]
    text = await end(world, table, ada, bob)
    deal = Deal(text)
    deal.check(read(text, "table", editions.load).edition)
    assert deal.stand_ins == {0: "unfit"} and deal.own == [1]


async def test_who_opens_nothing_before_a_crash_has_opened_nothing(world: World) -> None:
    table, ada, _ = await dealing(world)
    await promise(world, table, ada, 0, Seed.fresh())
    world.time.advance(3.5)
    await until(lambda: deal_frame(ada).stage == "open")
    await world.restart()
    table = await world.hall.table(table.code)
    ada = await world.look(table, ada.who)
    world.time.advance(3.5)
    await until(lambda: table.course.stage == "playing")
    assert [each["stand_in"] for each in deal_frame(ada).commitments or ()] == ["unopened", None, None]


async def test_after_a_restart_patience_begins_anew(world: World) -> None:
    table, _, _ = await dealing(world)
    await world.restart()
    again = await world.hall.table(table.code)
    assert again.course.stage == "dealing"
    world.time.advance(3.1)
    await until(lambda: again.course.stage == "playing")


async def test_the_file_has_the_seat_that_the_table_chose(world: World) -> None:
    table, ada, bob = await dealing(world, first=1)
    world.time.advance(3.1)
    await until(lambda: table.course.stage == "playing")
    text = await end(world, table, ada, bob)
    assert "\nfirst 1 " in text and "\nplayer Bob " in text and "\nplayer bot:easy " in text
    Deal(text).check(read(text, "table", editions.load).edition)
