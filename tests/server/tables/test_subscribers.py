"""Subscribers: a frame that many of them get is made once, and spectators leave nothing behind."""

from kolej.server.tables.broadcast.presence_updates import BURST
from kolej.server.tables.hub import Presence
from kolej.server.wire.frames import TableFrame
from tests.support.fake_server import FakeServer, FakeSubscriber, wait_until


async def test_spectators_share_their_frames(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    spectators = [await server.subscribe(table, await server.person(f"S{n}")) for n in range(3)]
    strangers = [await server.subscribe(table, None) for _ in range(2)]
    assert table.info(None).subscribers == 7
    assert ada.legal is not None
    await server.act(table, ada, ada.legal.keep[0][0])
    assert len({id(subscriber.raw[-1]) for subscriber in (*spectators, *strangers)}) == 1
    assert len({subscriber.raw[-1] for subscriber in (ada, bob, spectators[0])}) == 3
    table.detach(bob)
    assert len({id(subscriber.raw[-1]) for subscriber in spectators}) == 1
    assert ada.table is not None and [seat.online for seat in ada.table.seats] == [True, False]


async def test_a_socket_that_is_attached_twice_is_announced_once(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    seen = len(bob.raw)
    await table.attach(ada, None, None)
    assert len(bob.raw) == seen
    before = len(ada.of(TableFrame))
    table.detach(FakeSubscriber(ada.identity))
    assert len(ada.of(TableFrame)) == before and table.info(None).seats[0].online


async def test_only_people_with_a_seat_are_remembered_after_they_have_gone(server: FakeServer) -> None:
    table, _, bob = await server.pair()
    for number in range(5):
        table.detach(await server.subscribe(table, await server.person(f"Eve {number}")))
    elsewhere = await server.person("Finn")
    table.follower.others_present(2, Presence(1, {elsewhere.person: elsewhere}))
    table.follower.others_present(2, None)
    server.time.advance(5)
    table.detach(bob)
    assert bob.identity is not None
    assert table.subscribers._gone == {bob.identity.person: server.time.ticks()}
    twin = {bob.identity.person: bob.identity}
    table.follower.others_present(2, Presence(1, twin))
    server.time.advance(5)
    table.follower.others_present(2, None)
    assert table.subscribers.offline_since(bob.identity.person) == server.time.ticks()


async def test_a_player_who_comes_and_goes_all_the_time_does_not_flood_the_others(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    before = len(bob.of(TableFrame))
    table.detach(ada)
    # People see at once who comes and goes.
    assert len(bob.of(TableFrame)) == before + 1
    for _ in range(50):
        await table.attach(ada, None, None)
        table.detach(ada)
    assert BURST // 2 < len(bob.of(TableFrame)) - before <= BURST
    # The last change is shown as well.
    sent = len(bob.of(TableFrame))
    await table.attach(ada, None, None)
    await wait_until(lambda: len(bob.of(TableFrame)) > sent)
    assert bob.table is not None and bob.table.seats[0].online
    assert len(bob.of(TableFrame)) == sent + 1
