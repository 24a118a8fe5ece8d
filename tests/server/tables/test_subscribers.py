"""Subscribers: a frame that many of them get is made once, and spectators leave nothing behind."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from kolej.server.tables.broadcast.presence_updates import BURST, PresenceUpdates
from kolej.server.tables.hub import Presence
from kolej.server.wire.frames import TableFrame
from tests.support.fake_server import FakeServer, FakeSubscriber, ManualTime, wait_until


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


async def test_players_at_other_processes_who_come_and_go_do_not_flood_anybody(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    table.detach(bob)
    assert bob.identity is not None
    before = len(ada.of(TableFrame))
    for _ in range(50):
        table.follower.others_present(2, Presence(1, {bob.identity.person: bob.identity}))
        table.follower.others_present(2, None)
    assert 0 < len(ada.of(TableFrame)) - before <= BURST


async def test_nobody_is_shown_that_spectators_come_and_go(server: FakeServer) -> None:
    table, ada, _ = await server.pair()
    before = len(ada.raw)
    for identity in (None, await server.person("Eve")):
        table.detach(await server.subscribe(table, identity))
    assert len(ada.raw) == before


def test_over_a_long_time_presence_is_shown_twice_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    time, sent = ManualTime(), list[float]()
    timers = list[tuple[float, Callable[[], None]]]()

    def call_later(seconds: float, call: Callable[[], None]) -> object:
        timers.append((time.seconds + seconds, call))
        return call

    monkeypatch.setattr(asyncio, "get_running_loop", lambda: SimpleNamespace(call_later=call_later))
    updates = PresenceUpdates(time, lambda but: sent.append(time.seconds))
    for _ in range(1000):
        time.seconds += 0.01
        for each in [each for each in timers if each[0] <= time.seconds]:
            timers.remove(each)
            each[1]()
        updates.changed()
    assert BURST + 18 <= len(sent) <= BURST + 20
