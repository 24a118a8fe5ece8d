"""Errors of the store: nothing has changed, the refusal says why, and a retry works later."""

import asyncio
import gc
from typing import Any

import apsw
import pytest

from kolej.server.errors import Refusal
from kolej.server.tables import registry
from kolej.server.tables.registry import TableRegistry
from kolej.server.wire.commands import Act, Undo
from kolej.server.wire.frames import ChatFrame, Ok
from kolej.server.wire.tables import Change
from kolej.store.errors import Closed, DiskFault, DiskFull, Locked, Overloaded, ReadOnly
from kolej.store.models import Entry, NewEntry
from tests.support.fake_server import FakeServer, game_of, new_table, wait_until


@pytest.mark.parametrize("error", [DiskFull, ReadOnly, Locked, DiskFault, Overloaded, Closed])
async def test_what_could_not_be_written_has_not_happened(server: FakeServer, error: type[Exception]) -> None:
    table, ada, bob = await server.pair()
    hash, state, frames = game_of(table).fingerprint(), table.state, len(bob.raw)
    server.store.refuses = error("/secret/place/kolej.db")
    assert ada.legal is not None
    move = Act(id="again", seat=0, version=ada.version, move=ada.legal.keep[0][0])
    answer = await server.ask(table, ada, move)
    assert answer.code == "storage" and "nothing has changed" in answer.reason and "/" not in answer.reason
    assert game_of(table).fingerprint() == hash and table.state is state and len(bob.raw) == frames
    server.store.refuses = None
    assert isinstance(await server.ask(table, ada, move), Ok)
    assert game_of(table).fingerprint() != hash


async def test_a_command_that_may_have_had_its_effect_is_not_refused(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a restart, only the store knows: until it answers, the command is sent again."""
    table, ada, _ = await server.pair()
    assert ada.legal is not None
    move = Act(id="again", seat=0, version=ada.version, move=ada.legal.keep[0][0])
    first = await server.ask(table, ada, move)
    await server.restart()
    table = await server.registry.table(table.code)

    async def fails(table: int, command: str) -> tuple[int | None, int]:
        raise Locked("/secret/place/kolej.db")

    with monkeypatch.context() as broken:
        broken.setattr(server.store, "command_entry", fails)
        answer = await server.ask(table, ada, move)
        assert answer.code == "storage" and "/" not in answer.reason
    assert await server.ask(table, ada, move) == first


async def test_changes_and_openings_too(server: FakeServer) -> None:
    ada = await server.person("Ada")
    table = await server.table(ada)
    server.store.refuses = DiskFull("full")
    bot = Change(id="bot")
    new = new_table("other", edition="europe", seats=3)
    with pytest.raises(Refusal) as error:
        await table.change(ada, "bot", bot)
    assert error.value.code == "storage"
    with pytest.raises(Refusal, match="disk is full"):
        await server.registry.create(ada, new)
    server.store.refuses = None
    assert (await table.change(ada, "bot", bot)).seats[1].kind == "bot"
    await server.registry.create(ada, new)
    server.store.refuses = DiskFull("full")
    with pytest.raises(Refusal):
        await server.change(table, ada, "start")
    assert table.state.stage == "gathering"
    server.store.refuses = None
    assert (await server.change(table, ada, "start")).stage == "playing"


async def test_an_undo_that_could_not_be_written(server: FakeServer) -> None:
    table, ada = await server.alone(undo="free")
    server.bot_pool.gate.clear()
    assert ada.legal is not None
    await server.act(table, ada, ada.legal.keep[0][0])
    hash = game_of(table).fingerprint()
    server.store.refuses = Locked("busy")
    undo = Undo(id="u", seat=0)
    assert (await server.ask(table, ada, undo)).code == "storage"
    assert game_of(table).fingerprint() == hash and ada.legal is None
    server.store.refuses = None
    assert isinstance(await server.ask(table, ada, undo), Ok)
    assert ada.legal is not None
    server.bot_pool.gate.set()


async def test_bots_wait_until_they_can_write(server: FakeServer) -> None:
    table, ada = await server.alone()
    await wait_until(lambda: game_of(table).to_act() == [0])
    assert ada.legal is not None
    await server.act(table, ada, ada.legal.keep[0][0])
    while game_of(table).to_act() == [0]:
        # Play until it is the bot's turn.
        await server.act(table, ada, "draw")
        if game_of(table).to_act() == [1]:
            break
    server.store.refuses = DiskFull("full")
    version = table.state.version
    await asyncio.sleep(0.05)
    assert table.state.version == version or game_of(table).to_act() == [0]
    server.store.refuses = None
    for _ in range(10):
        server.time.advance(40)
        await asyncio.sleep(0.01)
    await wait_until(lambda: game_of(table).to_act() == [0])


async def test_a_cancelled_command_is_not_lost(server: FakeServer) -> None:
    """A command that is cancelled while it is written has its effect, and everybody is notified."""
    table, ada, bob = await server.pair()
    assert ada.legal is not None
    move = Act(id="gone", seat=0, version=ada.version, move=ada.legal.keep[0][0])
    append = server.store.append
    written = asyncio.Event()

    async def slow(*args: object, **kwargs: object) -> int:
        last = await append(*args, **kwargs)  # type: ignore[arg-type]
        written.set()
        await asyncio.sleep(10)
        return last

    server.store.append = slow  # type: ignore[method-assign]
    sending = asyncio.ensure_future(table.command(ada, move))
    await written.wait()
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    server.store.append = append  # type: ignore[method-assign]
    await wait_until(lambda: bob.version == ada.version == move.version + 1)
    assert game_of(table).to_act() == [1]
    assert bob.view == game_of(table).view(1)
    answer = await server.ask(table, ada, move)
    assert isinstance(answer, Ok) and answer.version == table.state.version


async def test_a_log_that_somebody_else_writes_to_is_read_on(server: FakeServer) -> None:
    """As with several processes: the hub notifies the table, and subscribers get the new entries."""
    table, ada, bob = await server.pair()
    said = NewEntry("said", '{"seat":1,"name":"Bob","text":"from elsewhere"}', 7, "x")
    last = await server.store.append(table.journal.id, table.state.version, [said])
    table.follower.log_has_grown(last)
    await wait_until(lambda: ada.version == last)
    assert ada.of(ChatFrame)[-1].text == "from elsewhere"
    # Without a notice, the next write finds out.
    await server.store.append(table.journal.id, last, [NewEntry("said", said.body, 8, "y")])
    assert ada.legal is not None
    assert isinstance(await server.act(table, ada, ada.legal.keep[0][0]), Ok)
    assert len(ada.of(ChatFrame)) == 2 and bob.version == last + 2


async def test_a_table_that_was_stored_and_is_not_found_is_damage(server: FakeServer) -> None:
    async def found(code: str) -> None:
        return None

    ada = await server.person("Ada")
    server.store.table_by_code = found  # type: ignore[method-assign]
    with pytest.raises(Refusal) as refused:
        await server.registry.create(ada, new_table("t", edition="new_york", seats=2))
    assert (refused.value.code, refused.value.status) == ("damaged", 500)


async def test_a_log_with_a_gap_is_damage(server: FakeServer) -> None:
    ada = await server.person("Ada")
    table = await server.table(ada)
    await server.change(table, await server.person("Bob"), "join")
    last, number = table.state.version, table.journal.id

    def lose_entry(connection: apsw.Connection) -> None:
        connection.execute("INSERT INTO unlocked_logs VALUES (?)", (number,))
        connection.execute("DELETE FROM entries WHERE table_id = ? AND number = ?", (number, last - 1))

    await server.store._write(lose_entry)
    with pytest.raises(Refusal) as refused:
        await table.journal.load()
    assert refused.value.code == "damaged"


async def test_tables_that_the_store_did_not_give_out_are_loaded_later(server: FakeServer) -> None:
    """As when the database is away while a process takes tables over: the caller sees it, and tries again."""
    table, _, _ = await server.pair()
    code = table.code
    entries = server.store.entries

    async def unavailable(*_: object) -> list[Entry]:
        raise Locked("busy")

    server.store.entries = unavailable  # type: ignore[method-assign, assignment]
    with pytest.raises(Refusal) as refused:
        await server.restart()
    assert refused.value.code == "storage" and not server.registry.in_memory(code)
    server.store.entries = entries  # type: ignore[method-assign]
    await server.registry.open()
    assert server.registry.in_memory(code)


@pytest.mark.parametrize("shut_down", [True, False])
async def test_a_table_that_nobody_waits_for_any_more_fails_silently(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch, shut_down: bool
) -> None:
    logged, reading, gate = list[dict[str, Any]](), asyncio.Event(), asyncio.Event()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: logged.append(context))

    async def table_by_code(_: str) -> None:
        reading.set()
        await gate.wait()
        raise Closed("the store is closed")

    monkeypatch.setattr(server.store, "table_by_code", table_by_code)
    waiting = asyncio.create_task(server.registry.table("QWERTY"))
    await reading.wait()
    waiting.cancel()
    await asyncio.wait([waiting])
    del waiting
    if shut_down:
        await server.registry.close()
        assert len(asyncio.all_tasks()) == 1
        with pytest.raises(Refusal) as refused:
            await server.registry.table("QWERTY")
        assert refused.value.code == "busy"
    gate.set()
    while len(asyncio.all_tasks()) > 1:
        await asyncio.sleep(0)
    # What is to be done after a task is done in the next iteration.
    await asyncio.sleep(0)
    gc.collect()
    assert logged == []


async def test_a_process_that_stops_while_it_takes_over_tables_logs_nothing(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(registry, "LOADS_AT_ONCE", 1)
    for _ in range(3):
        await server.alone()
    other = TableRegistry(server.store, server.bot_pool, server.time)
    reading, gate = asyncio.Event(), asyncio.Event()
    entries = server.store.entries

    async def slow_entries(*given: Any) -> Any:
        reading.set()
        await gate.wait()
        return await entries(*given)

    monkeypatch.setattr(server.store, "entries", slow_entries)
    taking_over = asyncio.create_task(other.open())
    await reading.wait()
    await other.close()
    gate.set()
    await asyncio.wait([taking_over])
    await other.open()
    assert caplog.records == [] and other.live == 0
