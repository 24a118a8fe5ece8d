"""Subscribers: a frame that many of them get is made once."""

from kolej.server.wire.frames import TableFrame
from tests.support.fake_server import FakeServer, FakeSubscriber


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


async def test_whoever_comes_twice_is_told_once(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    seen = len(bob.raw)
    await table.attach(ada, None, None)
    assert len(bob.raw) == seen
    before = len(ada.of(TableFrame))
    table.detach(FakeSubscriber(ada.identity))
    assert len(ada.of(TableFrame)) == before and table.info(None).seats[0].online
