"""Deleted people at tables: they have left their seats, and their names are in no log and no answer any more."""

from random import Random

import pytest

from kolej.server.accounts.identity import Identity
from kolej.server.maintenance.retention import Retention
from kolej.server.tables.log.entries import SeatTaken, body_of
from kolej.server.tables.log.journal import Journal
from kolej.server.tables.table import Table
from kolej.server.wire.commands import Chat
from kolej.server.wire.frames import ChatFrame, Ok
from kolej.store.errors import DiskFull, UnknownPerson
from kolej.store.models import TableStatus
from tests.support.fake_server import FakeServer, FakeSubscriber, game_of

NAME = "Wilhelmina"


async def delete(server: FakeServer, person: int) -> None:
    """Delete a person as the server does in the background."""
    await server.store.begin_deletion(person, "Former player", server.time.now_ms())
    await Retention(server.store, server.registry, server.time, 0).finish_deletions()


async def names(server: FakeServer, table: Table) -> list[str]:
    """Everything that is stored about a table and contains the name."""
    listed = await server.store.table(table.journal.id)
    return [text for text in (listed.settings, *(entry.body for entry in await server.entries(table))) if NAME in text]


async def pair(server: FakeServer) -> tuple[Table, FakeSubscriber, FakeSubscriber]:
    """Wilhelmina, who is the host, and Bob at a table whose game has started."""
    # Bots wait until a test lets them move.
    server.bot_pool.gate.clear()
    mina, bob = await server.person(NAME), await server.person("Bob")
    table = await server.table(mina)
    await server.change(table, bob, "join")
    await server.change(table, mina, "start")
    return table, await server.subscribe(table, mina), await server.subscribe(table, bob)


def person_of(subscriber: FakeSubscriber) -> int:
    assert subscriber.identity is not None
    return subscriber.identity.person


async def test_a_running_game_goes_on_without_the_person(server: FakeServer) -> None:
    table, mina, bob = await pair(server)
    await server.ask(table, mina, Chat(id="hi", text="hello"))
    assert await names(server, table) != []
    version, hash = table.state.version, game_of(table).fingerprint()
    await delete(server, person_of(mina))
    assert await names(server, table) == []
    assert table.state.version == version + 1 and game_of(table).fingerprint() == hash
    # Everybody is notified as when somebody leaves: a bot plays, and Bob is the host.
    assert bob.table is not None and bob.table.host
    seat = bob.table.seats[0]
    assert (seat.name, seat.kind, seat.absent, seat.level) == ("Former player 1", "free", True, "medium")
    assert mina.seat is None and mina.legal is None
    with pytest.raises(UnknownPerson):
        await server.store.person(person_of(mina))
    assert NAME.encode() not in await table.history(bob.identity, 1)
    server.bot_pool.gate.set()
    await server.play(table, [bob], Random(1))
    assert table.state.stage == "over"
    assert NAME not in await table.file() and "Former player 1" in await table.file()


async def test_what_was_stored_is_what_is_in_memory(server: FakeServer) -> None:
    table, mina, _ = await pair(server)
    await delete(server, person_of(mina))
    again = Journal(server.store, server.time, await server.store.table(table.journal.id))
    await again.load()
    assert again.state.__dict__ == table.state.__dict__
    assert again.state.players == ("Former player 1", "Bob")
    assert again.game is not None and again.game.fingerprint() == game_of(table).fingerprint()


async def test_a_finished_table_and_its_rematch(server: FakeServer) -> None:
    table, mina, bob = await pair(server)
    await server.play(table, [mina, bob], Random(1))
    assert mina.identity is not None and bob.identity is not None
    info = await server.change(table, bob.identity, "rematch")
    assert info.rematch is not None
    rematch = await server.registry.table(info.rematch)
    # The host of the rematch removes her, so that only its log still names her.
    await server.change(rematch, bob.identity, "empty", seat=0)
    assert await names(server, rematch) != []
    await delete(server, person_of(mina))
    for each in (table, rematch):
        assert await names(server, each) == []
    assert table.state.status is TableStatus.FINISHED
    assert [seat.name for seat in table.info(None).seats] == ["Former player 1", "Bob"]
    assert [each.code for each in await server.registry.mine(mina.identity)] == []


async def test_a_seat_that_somebody_else_has_taken_stays_theirs(server: FakeServer) -> None:
    mina, bob, cyd = [await server.person(name) for name in (NAME, "Bob", "Cyd")]
    table = await server.table(bob)
    await server.change(table, mina, "join")
    await server.change(table, mina, "leave")
    await server.change(table, cyd, "join")
    assert await names(server, table) != []
    await delete(server, mina.person)
    assert await names(server, table) == []
    assert [seat.name for seat in table.state.seats] == ["Bob", "Cyd"]


async def test_a_table_where_nobody_is_left(server: FakeServer) -> None:
    mina = await server.person(NAME)
    table = await server.table(mina, people=[NAME, f"{NAME}'s sister"])
    await delete(server, mina.person)
    assert table.state.status is TableStatus.ABANDONED
    assert all(seat.free and not seat.name for seat in table.state.seats)
    assert await names(server, table) == []


async def test_a_spectator_who_chatted(server: FakeServer) -> None:
    table, _, bob = await pair(server)
    fan = await server.subscribe(table, await server.person("Fanny Fan"))
    assert isinstance(await server.ask(table, fan, Chat(id="hi", text="go")), Ok)
    version = table.state.version
    await delete(server, person_of(fan))
    assert table.state.version == version
    late = await server.subscribe(table, bob.identity, since=version - 1)
    assert [(chat.name, chat.text) for chat in late.of(ChatFrame)] == [("Former player", "go")]


async def test_a_deletion_that_was_interrupted_is_continued(server: FakeServer) -> None:
    table, mina, _ = await pair(server)
    person = person_of(mina)
    await server.store.begin_deletion(person, "Former player", 1)
    retention = Retention(server.store, server.registry, server.time, 0)
    server.store.refuses = DiskFull("full")
    await retention.finish_deletions()
    assert await server.store.deletions() == [person] and await names(server, table) != []
    server.store.refuses = None
    replace_bodies = server.store.replace_bodies

    async def fail(*_: object) -> None:
        raise DiskFull("full")

    # The entry is written, and then the names can't be replaced.
    server.store.replace_bodies = fail  # type: ignore[method-assign, assignment]
    await retention.finish_deletions()
    assert table.state.seats[0].name == "Former player 1" and await names(server, table) != []
    server.store.replace_bodies = replace_bodies  # type: ignore[method-assign]
    version = table.state.version
    await retention.finish_deletions()
    assert await names(server, table) == [] and await server.store.deletions() == []
    assert table.state.version == version
    bodies = [body_of(entry) for entry in await server.entries(table)]
    assert [body.name for body in bodies if isinstance(body, SeatTaken)] == ["Former player 1", "Bob"]


async def test_somebody_of_the_same_name_is_not_touched(server: FakeServer) -> None:
    first, second = await server.person(NAME), Identity((await server.store.add_person(NAME, 0)).id, NAME)
    table = await server.table(second)
    await delete(server, first.person)
    assert table.state.seats[0].name == NAME and await names(server, table) != []
