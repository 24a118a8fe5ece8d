"""A store that can't write: nothing has changed, it is said in words, and the same command works later."""

import asyncio

import pytest

from kolej.server import wire
from kolej.server.errors import Refusal
from kolej.store.errors import Closed, DiskFault, DiskFull, Locked, Overloaded, ReadOnly
from kolej.store.protocol import NewEntry
from tests.support.fake_server import World, game_of, until


@pytest.mark.parametrize("error", [DiskFull, ReadOnly, Locked, DiskFault, Overloaded, Closed])
async def test_what_could_not_be_written_has_not_happened(world: World, error: type[Exception]) -> None:
    table, ada, bob = await world.pair()
    hash, course, frames = game_of(table).hash(), table.course, len(bob.raw)
    world.store.refuses = error("/secret/place/kolej.db")
    assert ada.legal is not None
    move = wire.Act(id="again", seat=0, version=ada.version, move=ada.legal.keep[0][0])
    answer = await world.ask(table, ada, move)
    assert answer.code == "storage" and "nothing has changed" in answer.reason and "/" not in answer.reason
    assert game_of(table).hash() == hash and table.course is course and len(bob.raw) == frames
    world.store.refuses = None
    assert isinstance(await world.ask(table, ada, move), wire.Ok)
    assert game_of(table).hash() != hash


async def test_changes_and_openings_too(world: World) -> None:
    ada = await world.person("Ada")
    table = await world.table(ada)
    world.store.refuses = DiskFull("full")
    bot = wire.Change(id="bot")
    new = wire.NewTable(id="other", edition="europe", seats=3)
    with pytest.raises(Refusal) as error:
        await table.change(ada, "bot", bot)
    assert error.value.code == "storage"
    with pytest.raises(Refusal, match="disk is full"):
        await world.hall.create(ada, new)
    world.store.refuses = None
    assert (await table.change(ada, "bot", bot)).seats[1].kind == "bot"
    await world.hall.create(ada, new)
    world.store.refuses = DiskFull("full")
    with pytest.raises(Refusal):
        await world.change(table, ada, "start")
    assert table.course.stage == "gathering"
    world.store.refuses = None
    assert (await world.change(table, ada, "start")).stage == "playing"


async def test_an_undo_that_could_not_be_written(world: World) -> None:
    table, ada = await world.alone(undo="free")
    world.thinkers.gate.clear()
    assert ada.legal is not None
    await world.act(table, ada, ada.legal.keep[0][0])
    hash = game_of(table).hash()
    world.store.refuses = Locked("busy")
    undo = wire.Undo(id="u", seat=0)
    assert (await world.ask(table, ada, undo)).code == "storage"
    assert game_of(table).hash() == hash and ada.legal is None
    world.store.refuses = None
    assert isinstance(await world.ask(table, ada, undo), wire.Ok)
    assert ada.legal is not None
    world.thinkers.gate.set()


async def test_bots_wait_until_they_can_write(world: World) -> None:
    table, ada = await world.alone()
    await until(lambda: game_of(table).to_act() == [0])
    assert ada.legal is not None
    await world.act(table, ada, ada.legal.keep[0][0])
    while game_of(table).to_act() == [0]:
        # Until it is the bot's turn.
        await world.act(table, ada, "draw")
        if game_of(table).to_act() == [1]:
            break
    world.store.refuses = DiskFull("full")
    version = table.course.version
    await asyncio.sleep(0.05)
    assert table.course.version == version or game_of(table).to_act() == [0]
    world.store.refuses = None
    for _ in range(10):
        world.time.advance(40)
        await asyncio.sleep(0.01)
    await until(lambda: game_of(table).to_act() == [0])


async def test_whoever_stops_waiting_loses_nothing(world: World) -> None:
    """A command whose sender is called away while it is written: it had its effect, and everybody is told."""
    table, ada, bob = await world.pair()
    assert ada.legal is not None
    move = wire.Act(id="gone", seat=0, version=ada.version, move=ada.legal.keep[0][0])
    append = world.store.append
    written = asyncio.Event()

    async def slow(*args: object, **kwargs: object) -> int:
        last = await append(*args, **kwargs)  # type: ignore[arg-type]
        written.set()
        await asyncio.sleep(10)
        return last

    world.store.append = slow  # type: ignore[method-assign]
    sending = asyncio.ensure_future(table.command(ada, move))
    await written.wait()
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    world.store.append = append  # type: ignore[method-assign]
    await until(lambda: bob.version == ada.version == move.version + 1)
    assert game_of(table).to_act() == [1]
    assert bob.view == game_of(table).view(1)
    answer = await world.ask(table, ada, move)
    assert isinstance(answer, wire.Ok) and answer.version == table.course.version


async def test_a_log_that_somebody_else_writes_to_is_read_on(world: World) -> None:
    """As with several processes: word comes through the hub, and everybody is told."""
    table, ada, bob = await world.pair()
    said = NewEntry("said", '{"seat":1,"name":"Bob","text":"from elsewhere"}', 7, "x")
    last = await world.store.append(table.book.id, table.course.version, [said])
    table.house.hub.announce(table.book.id, last)
    await until(lambda: ada.version == last)
    assert ada.of(wire.ChatFrame)[-1].text == "from elsewhere"
    # And without word, whoever writes next notices.
    await world.store.append(table.book.id, last, [NewEntry("said", said.body, 8, "y")])
    assert ada.legal is not None
    assert isinstance(await world.act(table, ada, ada.legal.keep[0][0]), wire.Ok)
    assert len(ada.of(wire.ChatFrame)) == 2 and bob.version == last + 2
