"""Deletion of a table: by its host before the game, never during it, and by all who played it after it."""

from random import Random

import pytest

from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.tables.log.entries import ChatSent, new_entry
from kolej.server.tables.table import Table
from kolej.server.wire.tables import DeletionConsent
from tests.support.fake_server import FakeServer, FakeSubscriber, wait_until


async def everybody(_person: int) -> bool:
    return True


async def nobody(_person: int) -> bool:
    return False


async def delete(server: FakeServer, table: Table, identity: Identity | None) -> bool:
    assert identity is not None
    return await server.registry.delete(table, identity, everybody)


async def refused(server: FakeServer, table: Table, identity: Identity | None) -> str:
    with pytest.raises(Refusal) as caught:
        await delete(server, table, identity)
    return caught.value.code


async def is_gone(server: FakeServer, code: str) -> bool:
    try:
        await server.registry.table(code)
    except Refusal as refusal:
        return refusal.code == "unknown-table"
    return False


async def finished(server: FakeServer) -> tuple[Table, FakeSubscriber, FakeSubscriber]:
    table, ada, bob = await server.pair()
    await server.play(table, [ada, bob], Random(5))
    return table, ada, bob


async def test_the_host_deletes_a_table_that_has_not_started(server: FakeServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada, seats=3)
    await server.change(table, bob, "join")
    hers, his, watching = [await server.subscribe(table, each) for each in (ada, bob, None)]
    assert hers.table and hers.table.deletion == DeletionConsent([], [])
    assert his.table and his.table.deletion is None
    assert await refused(server, table, bob) == "not-host"
    assert await delete(server, table, ada)
    assert all(each.dismissed and each.dismissed.code == "unknown-table" for each in (hers, his, watching))
    assert await is_gone(server, table.code) and not server.registry.in_memory(table.code)
    assert await server.registry.mine(bob) == []
    assert await server.store.secret(table.journal.id, "seed") is None


async def test_what_comes_after_the_deletion_is_refused(server: FakeServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada)
    assert await delete(server, table, ada)
    # They found the table a moment before it was deleted.
    assert await refused(server, table, ada) == "unknown-table"
    for late in (server.change(table, bob, "join"), server.subscribe(table, bob), table.history(bob, None)):
        with pytest.raises(Refusal) as caught:
            await late
        assert caught.value.code == "unknown-table"
    table.wake()
    await table.close()


async def test_a_game_in_progress_is_never_deleted(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    assert ada.table and ada.table.deletion is None
    for each in (ada, bob):
        assert await refused(server, table, each.identity) == "not-over"
    await server.restart()
    assert (await server.registry.table(table.code)).state.stage == "playing"


async def test_everybody_agrees_to_the_deletion_of_a_finished_game(server: FakeServer) -> None:
    table, ada, bob = await finished(server)
    stranger = await server.person("Cyd")
    assert await refused(server, table, stranger) == "not-player"
    assert table.info(stranger).deletion is None
    assert not await delete(server, table, ada.identity)
    assert bob.table and bob.table.deletion == DeletionConsent([0], [0, 1])
    version = table.state.version
    # The same again changes nothing, whatever the restart of a server forgets.
    assert not await delete(server, table, ada.identity)
    await server.restart()
    table = await server.registry.table(table.code)
    assert table.state.version == version
    assert bob.identity is not None
    (listed,) = await server.registry.mine(bob.identity)
    assert listed.deletion == DeletionConsent([0], [0, 1])
    assert await delete(server, table, bob.identity)
    assert await is_gone(server, table.code)


async def test_those_who_can_never_return_are_not_asked(server: FakeServer) -> None:
    table, ada, _ = await finished(server)
    assert ada.identity is not None
    assert await server.registry.delete(table, ada.identity, nobody)
    assert await is_gone(server, table.code)


async def test_a_game_against_bots_is_deleted_at_once(server: FakeServer) -> None:
    table, ada = await server.alone()
    await server.play(table, [ada], Random(5))
    assert await delete(server, table, ada.identity)


async def test_a_game_that_all_have_left_needs_those_who_may_return(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    for each in (ada, bob):
        assert each.identity is not None
        await server.change(table, each.identity, "leave")
    await wait_until(lambda: table.state.status.value == "abandoned")
    assert not await delete(server, table, bob.identity)
    assert ada.identity is not None and bob.identity is not None
    # Somebody comes back, and everything is open again.
    await server.change(table, ada.identity, "join", seat=0)
    assert await refused(server, table, bob.identity) == "not-over"
    await server.change(table, ada.identity, "leave")
    assert not await delete(server, table, ada.identity)
    assert await delete(server, table, bob.identity)


async def test_the_host_of_a_game_of_bots_deletes_it(server: FakeServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada, people=[], bots={"0": "easy", "1": "easy"})
    await server.change(table, ada, "start")
    watching = await server.subscribe(table, ada)
    await wait_until(lambda: table.state.stage == "over")
    assert await refused(server, table, bob) == "not-host"
    assert await delete(server, table, ada)
    assert watching.dismissed is not None


async def test_a_rematch_that_was_deleted_is_opened_again(server: FakeServer) -> None:
    table, ada, bob = await finished(server)
    assert ada.identity is not None and bob.identity is not None
    code = (await server.change(table, ada.identity, "rematch")).rematch
    assert code is not None
    assert await delete(server, await server.registry.table(code), ada.identity)
    assert (await server.change(table, bob.identity, "rematch")).rematch == code
    again = await server.registry.table(code)
    assert again.state.host == bob.identity.person and again.state.people == table.state.people


async def test_an_entry_of_another_process_comes_first(server: FakeServer) -> None:
    ada = await server.person("Ada")
    table = await server.table(ada)
    said = new_entry(ChatSent(None, "Bob", "hello", None), 0, None)
    await server.store.append(table.journal.id, table.state.version, [said])
    assert await delete(server, table, ada)
    assert await is_gone(server, table.code)
