"""Chat: its limits for each person and for all spectators, its share of the log, and moderation by the host."""

from dataclasses import replace
from typing import Any

import pytest

from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.tables import rates
from kolej.server.tables.broadcast import spectators
from kolej.server.tables.log import room
from kolej.server.tables.log.entries import ChatSent, SeatTaken, UndoRequested
from kolej.server.tables.log.journal import Batch
from kolej.server.tables.log.room import RoomUsed
from kolej.server.tables.table import Table
from kolej.server.wire.commands import Chat, Moderate
from kolej.server.wire.frames import ChatFrame, Ok, TableFrame
from tests.support.fake_server import FakeServer, FakeSubscriber


async def say(server: FakeServer, table: Table, subscriber: FakeSubscriber, text: str = "hello") -> Any:
    return await server.ask(table, subscriber, Chat(id=server.id(), text=text))


async def burst(server: FakeServer, table: Table, subscriber: FakeSubscriber) -> int:
    """How many messages somebody may send at once."""
    for count in range(200):
        answer = await say(server, table, subscriber)
        if not isinstance(answer, Ok):
            assert answer.code == "too-fast"
            return count
    raise AssertionError("there is no limit")


async def watching(server: FakeServer, table: Table, name: str) -> FakeSubscriber:
    return await server.subscribe(table, await server.person(name))


async def moderate(server: FakeServer, table: Table, subscriber: FakeSubscriber, chat: int, action: Any) -> Any:
    return await server.ask(table, subscriber, Moderate(id=server.id(), chat=chat, action=action))


async def test_a_person_chats_at_one_message_a_second(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    assert await burst(server, table, ada) == 10
    # The same over another socket; the limit is the person's. It is nobody else's.
    assert await burst(server, table, await server.subscribe(table, ada.identity)) == 0
    assert await burst(server, table, bob) == 10
    server.time.advance(3)
    assert await burst(server, table, ada) == 3
    other = await server.table(await server.person("Cid"))
    assert await burst(server, other, await server.subscribe(other, ada.identity)) == 10


async def test_a_message_that_was_too_fast_may_be_sent_again(server: FakeServer) -> None:
    table, ada, _ = await server.pair()
    await burst(server, table, ada)
    late = Chat(id="late", text="hello")
    assert (await server.ask(table, ada, late)).code == "too-fast"
    server.time.advance(1)
    answer = await server.ask(table, ada, late)
    assert isinstance(answer, Ok)
    assert await server.ask(table, ada, late) == answer


async def test_spectators_share_a_rate_and_players_are_heard(server: FakeServer) -> None:
    table, ada, _ = await server.pair()
    crowd = [await watching(server, table, f"Eve {n}") for n in range(8)]
    assert sum([await burst(server, table, each) for each in crowd]) == 20
    assert await burst(server, table, ada) == 10


async def test_a_crowd_of_guests_does_not_renew_the_rate_of_spectators(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rates, "MOST_BUCKETS", 8)
    table, _, _ = await server.pair()
    crowd = [await watching(server, table, f"Eve {n}") for n in range(40)]
    heard = [isinstance(await say(server, table, each), Ok) for each in crowd]
    assert heard == [True] * 20 + [False] * 20
    assert len(table._rates._buckets) == 8


async def test_chat_never_keeps_anybody_from_playing(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_CHATS", 6)
    monkeypatch.setattr(room, "SPECTATOR_CHATS", 2)
    table, ada, bob = await server.pair()
    eve = await watching(server, table, "Eve")
    answers = [await say(server, table, eve) for _ in range(4)]
    assert [getattr(answer, "code", "ok") for answer in answers] == ["ok", "ok", "chat-full", "chat-full"]
    answers = [await say(server, table, ada) for _ in range(6)]
    assert [getattr(answer, "code", "ok") for answer in answers] == ["ok"] * 4 + ["chat-full"] * 2
    assert bob.legal is not None
    assert isinstance(await server.act(table, bob, bob.legal.keep[0][0]), Ok)
    # What the log holds is counted again after a restart.
    await server.restart()
    table = await server.registry.table(table.code)
    assert (await say(server, table, await server.subscribe(table, ada.identity))).code == "chat-full"


async def test_changes_of_seats_are_limited_too(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_CHANGES", 20)
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada, seats=3)
    with pytest.raises(Refusal) as error:
        for _ in range(20):
            await server.change(table, bob, "join")
            await server.change(table, bob, "leave")
    assert error.value.code == "table-full" and table.state.seats_of(bob) == []
    # The others can still leave, and play.
    await server.change(table, ada, "leave")


async def test_changes_of_a_table_have_a_rate(server: FakeServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada, seats=3)
    with pytest.raises(Refusal) as error:
        for _ in range(60):
            await server.change(table, bob, "join")
            await server.change(table, bob, "leave")
    assert error.value.code == "too-fast"
    server.time.advance(6)
    await server.change(table, bob, "join")
    await server.change(table, await server.person("Cid"), "join")


def test_room_counts_bytes() -> None:
    spectator, player = ChatSent(None, "Eve", "ż" * 400), ChatSent(0, "Ada", "ż" * 400)
    used = RoomUsed()
    count = 0
    with pytest.raises(Refusal, match="no room"):
        while count < 10_000:
            used.check([spectator])
            used = used.after(spectator)
            count += 1
    assert count == room.SPECTATOR_CHAT_BYTES // 800
    with pytest.raises(Refusal, match="no room"):
        while count < 10_000:
            used.check([player])
            used = used.after(player)
            count += 1
    assert count == room.MOST_CHAT_BYTES // 800
    used.check([SeatTaken(0, 1, "Ada"), UndoRequested(0, 1, ())])


async def test_a_table_stays_small_whatever_people_write(server: FakeServer) -> None:
    """The largest log beside the game, from the largest entries that people can write."""
    table, _, _ = await server.pair()
    texts = "\U0001f682" * 100
    for _ in range(2):
        async with table.lock:
            await table.write(Batch([ChatSent(None, "Eve", texts, 1) for _ in range(300)]))
    size = sum(len(entry.body.encode()) for entry in await server.entries(table) if entry.kind == "said")
    assert size / table.state.room.chat_bytes < 1.3 and room.MOST_CHAT_BYTES * 1.3 + room.MOST_CHATS * 100 < 2**20


async def test_a_muted_spectator_is_not_heard(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    eve = await watching(server, table, "Eve")
    said = await say(server, table, eve)
    assert (await moderate(server, table, bob, said.version, "mute")).code == "not-host"
    assert (await moderate(server, table, eve, said.version, "mute")).code == "not-host"
    assert isinstance(await moderate(server, table, ada, said.version, "mute"), Ok)
    assert (await say(server, table, eve)).code == "muted" and eve.dismissed is None
    await server.restart()
    table = await server.registry.table(table.code)
    ada, eve = await server.subscribe(table, ada.identity), await server.subscribe(table, eve.identity)
    assert (await say(server, table, eve)).code == "muted"
    assert isinstance(await moderate(server, table, ada, said.version, "allow"), Ok)
    assert isinstance(await say(server, table, eve), Ok)


async def test_a_removed_spectator_neither_watches_nor_joins(server: FakeServer) -> None:
    ada = await server.person("Ada")
    table = await server.table(ada, seats=3)
    host = await server.subscribe(table, ada)
    eve, second = await watching(server, table, "Eve"), await watching(server, table, "Dan")
    said = await say(server, table, eve)
    also = await server.subscribe(table, eve.identity)
    assert isinstance(await moderate(server, table, host, said.version, "remove"), Ok)
    assert eve.dismissed is not None and also.dismissed is not None and eve.dismissed.code == "removed"
    assert second.dismissed is None and host.dismissed is None
    assert host.version == second.version == table.state.version
    assert eve.identity is not None
    for attempt in (server.subscribe(table, eve.identity), server.change(table, eve.identity, "join")):
        with pytest.raises(Refusal) as error:
            await attempt
        assert error.value.code == "removed"
    assert (await say(server, table, eve)).code == "muted"
    await moderate(server, table, host, said.version, "allow")
    await server.change(table, eve.identity, "join")


async def test_players_can_not_be_muted(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    said = await say(server, table, bob)
    for action in ("mute", "remove", "allow"):
        assert (await moderate(server, table, ada, said.version, action)).code == "not-spectator"
    for number in (1, table.state.started, 10_000):
        assert (await moderate(server, table, ada, number, "mute")).code == "bad-command"
    assert bob.dismissed is None and isinstance(await say(server, table, bob), Ok)


async def test_whom_the_host_moderates_is_nobody_elses_business(server: FakeServer) -> None:
    """No frame names the person, and everyone gets the same."""
    table, ada, bob = await server.pair()
    eve = await watching(server, table, "Eve")
    said = await say(server, table, eve)
    await moderate(server, table, ada, said.version, "mute")
    assert isinstance(bob.frames[-1], TableFrame) and bob.of(ChatFrame)[-1].name == "Eve"
    assert "person" not in bob.raw[-2].decode() and "moderat" not in bob.raw[-1].decode()


async def test_a_spectator_is_told_apart_from_a_player(server: FakeServer) -> None:
    table, ada, _ = await server.pair()
    copy = await server.subscribe(table, Identity((await server.person("x")).person, "\u0410da"))
    await say(server, table, copy)
    assert ada.of(ChatFrame)[-1].name == "\u0410da 2"


async def test_the_host_removes_a_spectator_who_says_nothing(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    cyd, dot = [await watching(server, table, name) for name in ("Cyd", "Dot")]
    await server.subscribe(table, None)
    host, other = ada.identity, bob.identity
    assert host is not None and other is not None
    listed = await table.spectators(host)
    assert [(each.name, each.muted) for each in listed] == [("Cyd", False), ("Dot", False)]
    for stranger in (other, cyd.identity):
        assert stranger is not None
        with pytest.raises(Refusal, match="host"):
            await table.spectators(stranger)
    mute = Moderate(id=server.id(), action="mute", spectator=listed[1].id)
    assert isinstance(await server.ask(table, ada, mute), Ok)
    assert (await say(server, table, dot)).code == "muted"
    assert (await table.spectators(host))[1].muted
    remove = Moderate(id=server.id(), action="remove", spectator=listed[0].id)
    assert (await server.ask(table, bob, remove)).code == "not-host"
    remove = Moderate(id=server.id(), action="remove", spectator=listed[0].id)
    assert isinstance(await server.ask(table, ada, remove), Ok)
    assert cyd.dismissed is not None and cyd.dismissed.code == "removed"
    with pytest.raises(Refusal) as refused:
        await server.subscribe(table, cyd.identity)
    assert refused.value.code == "removed"
    assert [(each.name, each.removed) for each in await table.spectators(host)] == [("Cyd", True), ("Dot", False)]
    allow = Moderate(id=server.id(), action="allow", spectator=listed[0].id)
    assert isinstance(await server.ask(table, ada, allow), Ok)
    await server.subscribe(table, cyd.identity)


NETWORK = "203.0.113.9"


async def remove(server: FakeServer, table: Table, host: FakeSubscriber, name: str) -> str:
    """Remove a spectator by the list; returns the id in it."""
    assert host.identity is not None
    (listed,) = [each for each in await table.spectators(host.identity) if each.name == name]
    command = Moderate(id=server.id(), action="remove", spectator=listed.id)
    assert isinstance(await server.ask(table, host, command), Ok)
    return listed.id


async def test_a_removed_spectator_does_not_watch_without_a_name(server: FakeServer) -> None:
    table, ada, _ = await server.pair()
    stranger, eve = await server.subscribe(table, None), await watching(server, table, "Eve")
    await table.history(None, None)
    id = await remove(server, table, ada, "Eve")
    assert stranger.dismissed is not None and stranger.dismissed.code == "not-allowed"
    for viewer, code in ((None, "not-allowed"), (eve.identity, "removed")):
        for attempt in (server.subscribe(table, viewer), table.history(viewer, None)):
            with pytest.raises(Refusal) as refused:
                await attempt
            assert refused.value.code == code
    await watching(server, table, "Dan")
    await server.ask(table, ada, Moderate(id=server.id(), action="allow", spectator=id))
    await server.subscribe(table, None)


async def test_a_removed_spectator_does_not_watch_as_another_guest_of_the_same_network(server: FakeServer) -> None:
    table, ada, _ = await server.pair()
    await server.subscribe(table, replace(await server.person("Eve"), network=NETWORK))
    id = await remove(server, table, ada, "Eve")
    guest = replace(await server.person("Eva"), network=NETWORK)
    with pytest.raises(Refusal) as refused:
        await server.subscribe(table, guest)
    assert refused.value.code == "removed"
    await server.subscribe(table, replace(guest, network="203.0.113.10"))
    await server.ask(table, ada, Moderate(id=server.id(), action="allow", spectator=id))
    await server.subscribe(table, guest)


async def test_a_muted_spectator_is_not_heard_as_another_guest_of_the_same_network(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    eve = await server.subscribe(table, replace(await server.person("Eve"), network=NETWORK))
    said = await say(server, table, eve)
    assert isinstance(await moderate(server, table, ada, said.version, "mute"), Ok)
    guest = await server.subscribe(table, replace(await server.person("Eva"), network=NETWORK))
    assert (await say(server, table, guest)).code == "muted" and guest.dismissed is None
    other = await server.subscribe(table, replace(await server.person("Cid"), network="203.0.113.10"))
    assert isinstance(await say(server, table, other), Ok)
    for seated in (ada, bob):
        assert seated.identity is not None
        seated.identity = replace(seated.identity, network=NETWORK)
        assert isinstance(await say(server, table, seated), Ok)
    await moderate(server, table, ada, said.version, "allow")
    assert isinstance(await say(server, table, guest), Ok)


async def test_players_and_a_host_without_a_seat_may_share_the_network(server: FakeServer) -> None:
    host = replace(await server.person("Ada"), network=NETWORK)
    table = await server.table(host, people=[])
    bob = replace(await server.person("Bob"), network=NETWORK)
    await server.change(table, bob, "join")
    ada = await server.subscribe(table, host)
    eve = await server.subscribe(table, replace(await server.person("Eve"), network=NETWORK))
    await remove(server, table, ada, "Eve")
    assert eve.dismissed is not None and ada.dismissed is None
    for each in (host, bob):
        await server.subscribe(table, each)


async def test_spectators_are_not_collected_without_end(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spectators, "MAX_REMEMBERED", 3)
    table, ada, _ = await server.pair()
    assert ada.identity is not None
    for number in range(10):
        visitor = await watching(server, table, f"Eve {number}")
        assert [each.name for each in await table.spectators(ada.identity)] == [f"Eve {number}"]
        table.detach(visitor)
    assert len(table._spectators._people) <= 4


async def test_a_moderated_person_is_named_in_one_way(server: FakeServer) -> None:
    table, ada, _ = await server.pair()
    for fields in ({}, {"chat": 1, "spectator": "x"}, {"spectator": "unknown"}):
        command = Moderate(id=server.id(), action="mute", **fields)
        assert (await server.ask(table, ada, command)).code == "bad-command"


async def test_the_store_is_not_asked_about_messages_that_come_too_fast(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ada, _ = await server.pair()
    await burst(server, table, ada)

    async def asked(*_: object) -> Any:
        raise AssertionError("the store was asked")

    monkeypatch.setattr(type(server.store), "command_entry", asked)
    assert (await say(server, table, ada)).code == "too-fast"
