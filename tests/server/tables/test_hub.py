"""Several table registries on one store, as in several processes: each follows what the others write."""

import asyncio
import gc
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random

import msgspec
import pytest

from kolej.server.accounts.identity import Identity
from kolej.server.cluster import messages
from kolej.server.tables.registry import TableRegistry
from kolej.server.tables.table import Table
from kolej.server.time import SystemTime, Time
from kolej.server.wire.commands import Agree, Chat, Moderate, Undo
from kolej.server.wire.frames import EventsFrame, Ok, TableFrame, ViewFrame
from kolej.server.wire.tables import Clock
from tests.support.fake_server import FakeServer, FakeSubscriber, ManualTime, game_of, wait_idle, wait_until
from tests.support.linked_hubs import Network


@asynccontextmanager
async def processes(
    server: FakeServer, count: int = 2, notify: bool = False, fast: Sequence[float] = ()
) -> AsyncIterator[list[TableRegistry]]:
    """Several registries; the first is the server's own. Their wall clocks are `fast` by so many seconds."""
    await server.registry.close()
    network = server.network = Network(notify)
    times: list[Time] = [ProcessTime(server.time, each) for each in fast]
    times = times or [server.time] * count
    found = [TableRegistry(server.store, server.bot_pool, time, network.hub()) for time in times]
    for time in times:
        if isinstance(time, ProcessTime):
            time.share(server.time.now_ms(), server.time.ticks())
    for registry, hub in zip(found, network.hubs.values(), strict=True):
        hub.load = registry.table
    server.registry = found[0]
    try:
        yield found
    finally:
        for registry in found[1:]:
            await registry.close()
        await network.close()


async def everywhere(registries: list[TableRegistry], table: Table) -> list[Table]:
    """The same table in each process."""
    return [await registry.table(table.code) for registry in registries]


@pytest.mark.parametrize("notify", [False, True], ids=["redis", "notify"])
async def test_two_processes_play_one_game(server: FakeServer, notify: bool) -> None:
    async with processes(server, notify=notify) as (here, there):
        ada, bob = await server.person("Ada"), await server.person("Bob")
        table = await server.table(ada, seats=3, bots={"2": "easy"})
        other = await there.table(table.code)
        await server.change(other, bob, "join")
        one, two = await server.subscribe(table, ada), await server.subscribe(other, bob)
        await server.change(table, ada, "start")
        await wait_until(lambda: table.state.stage == other.state.stage == "dealing")
        server.time.advance(21)
        await wait_until(lambda: table.state.stage == other.state.stage == "playing")
        rng = Random(9)
        for _ in range(4_000):
            await asyncio.sleep(0.001)
            if table.state.stage == "over":
                break
            for at, subscriber in ((table, one), (other, two)):
                if subscriber.legal is not None and at.journal.game is not None:
                    answer = await server.act(at, subscriber, server.choice(game_of(at), subscriber, rng))
                    assert isinstance(answer, Ok) or answer.code in ("stale", "not-your-turn")
        await wait_until(lambda: table.state.stage == other.state.stage == "over")
        await wait_until(lambda: one.version == two.version == table.state.version)
        assert one.view == game_of(other).view(0) and two.view == game_of(table).view(1)
        assert here.live == there.live == 1
        commands = [entry.command for entry in await server.entries(table) if entry.kind == "moved"]
        assert len(set(commands)) == len(commands)
        # Nobody was sent a whole view after the first: everything was followed step by step.
        assert len(one.of(ViewFrame)) == len(two.of(ViewFrame)) == 1
        assert here.followed and there.followed


async def test_frames_are_the_same_whichever_process_has_written(server: FakeServer) -> None:
    """Two spectators and two players at either process: byte for byte the same frames, from the deal to the end."""
    async with processes(server) as registries:
        ada, bob, eve = [await server.person(name) for name in ("Ada", "Bob", "Eve")]
        first = await server.table(ada, edition="europe", undo="agreed", clock=Clock(300, 10))
        tables = await everywhere(registries, first)
        await server.change(tables[1], bob, "join")
        groups = [[await server.subscribe(table, who) for table in tables] for who in (ada, bob, eve, None)]
        await wait_idle(first)
        begun = [[len(each.raw) for each in group] for group in groups]
        await server.change(first, ada, "start")
        await wait_until(lambda: all(table.state.stage == "dealing" for table in tables))
        server.time.advance(21)
        await wait_until(lambda: all(table.state.stage == "playing" for table in tables))
        rng, players = Random(4), groups[:2]
        for step in range(3_000):
            await wait_until(lambda: len({each.version for group in groups for each in group}) == 1)
            if first.state.stage == "over":
                break
            at = rng.randrange(2)
            table = tables[at]
            seat = rng.choice(game_of(table).to_act())
            subscriber = players[seat][at]
            if step % 7 == 3:
                await server.ask(table, subscriber, Chat(id=server.id(), text=f"step {step}"))
            elif step in (40, 41, 90):
                await undo(server, table, players, at, seat)
            else:
                answer = await server.act(table, subscriber, server.choice(game_of(table), subscriber, rng))
                assert isinstance(answer, Ok), answer
        assert first.state.stage == "over" and first.state.undo_count >= 2
        for group, start in zip(groups, begun, strict=True):
            one, two = (each.raw[at:] for each, at in zip(group, start, strict=True))
            assert one == two
            assert any(b'"events"' in frame for frame in one)


async def undo(server: FakeServer, table: Table, players: list[list[FakeSubscriber]], at: int, seat: int) -> None:
    """Ask for an undo at one process, and agree at the other."""
    asked = await server.ask(table, players[seat][at], Undo(id=server.id(), seat=seat))
    if isinstance(asked, Ok) and table.state.undo_request is not None:
        agreeing = players[1 - seat][1 - at]
        await wait_until(lambda: agreeing.version == table.state.version)
        command = Agree(id=server.id(), seat=1 - seat, agree=True, about="undo", version=agreeing.version)
        assert isinstance(await server.ask(table, agreeing, command), Ok)


async def test_a_command_that_another_process_has_accepted_since_is_refused_by_none(server: FakeServer) -> None:
    """Refused here, carried out there when it was sent again, and sent here once more: both answers were lost."""
    async with processes(server) as registries:
        table, ada, bob = await server.pair(undo="agreed")
        other = (await everywhere(registries, table))[1]
        for each in (ada, bob):
            await server.act(table, each, server.choice(game_of(table), each, Random(1)))
        twin = await server.subscribe(other, bob.identity)
        agree = Agree(id="once", seat=1, agree=True, about="undo", version=bob.version)
        refused = await server.ask(table, bob, agree)
        assert refused.code == "undo-not-asked"
        assert isinstance(await server.ask(table, ada, Undo(id=server.id(), seat=0)), Ok)
        assert table.state.undo_request is not None
        await wait_until(lambda: twin.version == table.state.version)
        accepted = await server.ask(other, twin, msgspec.structs.replace(agree, version=twin.version))
        assert isinstance(accepted, Ok)
        assert await server.ask(table, bob, agree) == accepted


async def test_a_command_that_is_sent_again_to_another_process_has_one_effect(server: FakeServer) -> None:
    async with processes(server) as registries:
        table, ada, _ = await server.pair()
        other = (await everywhere(registries, table))[1]
        assert ada.legal is not None
        move = ada.legal.keep[0][0]
        first = await server.act(table, ada, move, id="once")
        twin = await server.subscribe(other, ada.identity)
        again = await server.act(other, twin, move, id="once", version=ada.version - 1)
        assert isinstance(again, Ok) and again.version == first.version == other.state.version


async def test_what_no_message_announced_is_found_by_the_next_version(server: FakeServer) -> None:
    async with processes(server) as registries:
        table, ada, bob = await server.pair()
        other = (await everywhere(registries, table))[1]
        twin = await server.subscribe(other, bob.identity)
        # It has read the log again, because it wants moves only from now on.
        await wait_idle(other)
        server.network.lost = True
        assert ada.legal is not None
        await server.act(table, ada, ada.legal.keep[0][0])
        await asyncio.sleep(0.01)
        assert twin.version == bob.version - 1
        server.network.lost = False
        await server.network.hubs[1].refresh()
        await wait_until(lambda: twin.version == bob.version)
        assert twin.view == bob.view and twin.of(EventsFrame)[-1] == bob.of(EventsFrame)[-1]


def is_online(subscriber: FakeSubscriber, seat: int) -> bool:
    assert subscriber.table is not None
    return subscriber.table.seats[seat].online


async def test_presence_counts_over_all_processes(server: FakeServer) -> None:
    async with processes(server) as registries:
        table, ada, bob = await server.pair()
        other = (await everywhere(registries, table))[1]
        table.detach(bob)
        assert not is_online(ada, 1)
        twin = await server.subscribe(other, bob.identity)
        watching = await server.subscribe(other, None)
        await wait_until(lambda: is_online(ada, 1) and table.info(None).subscribers == 3)
        assert other.info(None).subscribers == 3 and is_online(twin, 0)
        other.detach(watching)
        other.detach(twin)
        await wait_until(lambda: not is_online(ada, 1) and table.info(None).subscribers == 1)


async def test_a_crowd_of_spectators_does_not_hide_a_player(server: FakeServer) -> None:
    """A message of PostgreSQL is short: it names players first, and as many spectators as it has room for."""
    async with processes(server, notify=True) as registries:
        table, ada, bob = await server.pair()
        other = (await everywhere(registries, table))[1]
        table.detach(bob)
        for number in range(200):
            name = f"{number} " + "\N{STEAM LOCOMOTIVE}" * 20
            await server.subscribe(other, Identity(1000 + number, name, "2001:db8:1234:5678::/64"))
        await server.subscribe(other, bob.identity)
        await wait_until(lambda: is_online(ada, 1) and table.info(None).subscribers == 202)
        assert len(table.subscribers.identities) > 40


async def test_people_of_a_process_that_has_ended_are_offline(server: FakeServer) -> None:
    async with processes(server) as registries:
        table, ada, bob = await server.pair()
        other = (await everywhere(registries, table))[1]
        table.detach(bob)
        await server.subscribe(other, bob.identity)
        await wait_until(lambda: ada.of(TableFrame)[-1].table.seats[1].online)
        await server.network.hubs[1].membership_changed([2])
        assert not ada.of(TableFrame)[-1].table.seats[1].online


async def test_a_lost_message_about_presence_is_made_up_for(server: FakeServer) -> None:
    async with processes(server) as registries:
        table, ada, bob = await server.pair()
        other = (await everywhere(registries, table))[1]
        table.detach(bob)
        twin = await server.subscribe(other, bob.identity)
        await wait_until(lambda: is_online(ada, 1))
        hub = server.network.hubs[2]
        server.network.passed.clear()
        await hub.refresh()
        await wait_idle(table)
        # Nothing has changed, and so nobody is named again.
        assert {type(each) for each in server.network.passed} == {messages.Following, messages.Refreshed}
        server.network.lost = True
        other.detach(twin)
        await asyncio.sleep(0.01)
        server.network.lost = False
        assert is_online(ada, 1)
        await hub.refresh()
        await wait_until(lambda: not is_online(ada, 1))


async def test_people_of_a_table_that_has_left_memory_are_offline(server: FakeServer) -> None:
    """The message that they have gone was lost, and the process that sent it has forgotten the table."""
    async with processes(server) as registries:
        table, ada, bob = await server.pair()
        other = (await everywhere(registries, table))[1]
        table.detach(bob)
        twin = await server.subscribe(other, bob.identity)
        await wait_until(lambda: is_online(ada, 1))
        server.network.lost = True
        other.detach(twin)
        await registries[1].close()
        del other, twin
        gc.collect()
        assert not registries[1].live
        await asyncio.sleep(0.01)
        server.network.lost = False
        assert is_online(ada, 1)
        await server.network.hubs[1].refresh()
        await wait_until(lambda: not is_online(ada, 1))


async def test_a_message_that_comes_after_the_end_of_its_process_keeps_nobody_online(server: FakeServer) -> None:
    async with processes(server):
        table, ada, bob = await server.pair()
        table.detach(bob)
        hub = server.network.hubs[1]
        assert bob.identity is not None
        people = [(bob.identity.person, bob.identity.name, bob.identity.network)]
        del server.network.hubs[2]
        hub.receive(messages.Present(2, table.journal.id, table.state.version, 1, people))
        assert is_online(ada, 1)
        await hub.refresh()
        assert not is_online(ada, 1)


async def test_only_the_owner_of_a_table_moves_its_bots(server: FakeServer) -> None:
    async with processes(server) as registries:
        ada = await server.person("Ada")
        table = await server.table(ada, bots={"1": "easy"})
        server.network.owners[table.journal.id] = 2
        await server.change(table, ada, "start")
        one = await server.subscribe(table, ada)
        # The other process has not had the table in memory: a message says that the game is running.
        await wait_until(lambda: registries[1].live == 1)
        await wait_until(lambda: one.view is not None and 1 not in one.view.due)
        assert len(server.bot_pool.calls) == 1
        server.network.owners[table.journal.id] = 1
        for hub in server.network.hubs.values():
            await hub.membership_changed([])
        assert one.legal is not None
        await server.act(table, one, one.legal.keep[0][0])
        await wait_until(lambda: len(server.bot_pool.calls) >= 1 and registries[1].live in (0, 1))


async def test_a_deleted_table_is_deleted_everywhere(server: FakeServer) -> None:
    async with processes(server) as registries:
        ada, eve = await server.person("Ada"), await server.person("Eve")
        table = await server.table(ada)
        other = (await everywhere(registries, table))[1]
        watching = await server.subscribe(other, eve)

        async def nobody(person: int) -> bool:
            return False

        assert await registries[0].delete(table, ada, nobody)
        await wait_until(lambda: watching.dismissed is not None)
        assert watching.dismissed is not None and watching.dismissed.code == "unknown-table"


async def test_the_name_of_a_deleted_person_vanishes_everywhere(server: FakeServer) -> None:
    async with processes(server) as registries:
        table, ada, bob = await server.pair()
        other = (await everywhere(registries, table))[1]
        twin = await server.subscribe(other, ada.identity)
        assert bob.identity is not None
        await table.forget(bob.identity.person)
        await wait_until(lambda: other.journal.is_ready() and "Bob" not in other.state.players)
        assert twin.table is not None and "Bob" not in [seat.name for seat in twin.table.seats]


async def test_the_owner_of_a_table_knows_in_which_network_its_host_is_at_another_process(server: FakeServer) -> None:
    async with processes(server) as registries:
        ada = Identity((await server.person("Ada")).person, "Ada", "192.0.2.7")
        bob = Identity((await server.person("Bob")).person, "Bob", "198.51.100.9")
        table = await server.table(ada, seats=3, bots={"2": "easy"})
        _, there = await everywhere(registries, table)
        server.network.owners[table.journal.id] = 2
        for hub in server.network.hubs.values():
            await hub.membership_changed([])
        await server.change(table, bob, "join")
        await server.subscribe(there, bob)
        await server.subscribe(table, ada)
        await wait_until(lambda: there.subscribers.online(ada.person))
        await server.change(table, ada, "start")
        await wait_until(lambda: there.state.stage == "dealing")
        server.time.advance(21)
        await wait_until(lambda: len(server.bot_pool.owners) > 0)
        assert set(server.bot_pool.owners) == {("192.0.2.7", str(ada.person), str(table.journal.id))}


async def test_the_network_of_a_player_counts_where_that_of_the_host_is_unknown(server: FakeServer) -> None:
    async with processes(server) as registries:
        ada = Identity((await server.person("Ada")).person, "Ada", "192.0.2.7")
        bob = Identity((await server.person("Bob")).person, "Bob", "198.51.100.9")
        eve = Identity((await server.person("Eve")).person, "Eve", "203.0.113.5")
        table = await server.table(ada, seats=3, bots={"2": "easy"})
        await server.change(table, bob, "join")
        _, there = await everywhere(registries, table)
        server.network.owners[table.journal.id] = 2
        for hub in server.network.hubs.values():
            await hub.membership_changed([])
        for watching in (eve, bob):
            await server.subscribe(table, watching)
        await wait_until(lambda: there.subscribers.online(bob.person))
        await server.change(table, ada, "start")
        await wait_until(lambda: there.state.stage == "dealing")
        server.time.advance(21)
        await wait_until(lambda: len(server.bot_pool.owners) > 0)
        assert {owner[0] for owner in server.bot_pool.owners} == {"198.51.100.9"}


async def test_lost_messages_do_not_keep_the_name_of_a_deleted_person(server: FakeServer) -> None:
    async with processes(server) as registries:
        table, ada, bob = await server.pair()
        other = (await everywhere(registries, table))[1]
        await server.subscribe(other, ada.identity)
        assert bob.identity is not None
        server.network.lost = True
        await table.forget(bob.identity.person)
        await asyncio.sleep(0.01)
        server.network.lost = False
        await server.network.hubs[1].refresh()
        await wait_until(lambda: any(isinstance(each, messages.Rewritten) for each in server.network.passed))
        await wait_until(lambda: other.journal.is_ready() and "Bob" not in other.state.players)


async def test_an_owner_with_nothing_to_do_is_sent_no_moves_but_takes_over(server: FakeServer) -> None:
    async with processes(server) as registries:
        table, ada, bob = await server.pair()
        server.network.owners[table.journal.id] = 2
        for hub in server.network.hubs.values():
            await hub.membership_changed([])
        other = await registries[1].table(table.code)
        await wait_until(lambda: not other.follower.wants_moves)
        await wait_idle(table)
        server.network.passed.clear()
        version = other.state.version
        for each in (ada, bob):
            assert each.legal is not None
            assert isinstance(await server.act(table, each, each.legal.keep[0][0]), Ok)
        await server.network.hubs[1].refresh()
        await wait_idle(table)
        assert not any(isinstance(each, messages.Appended) for each in server.network.passed)
        assert other.state.version == version
        # Now a bot may have to play for Bob, and that depends on moves.
        table.detach(bob)
        await wait_until(lambda: other.state.version == table.state.version)
        assert other.follower.wants_moves
        server.time.advance(1_000)
        await wait_until(lambda: table.state.seats[1].away is not None or 1 not in table.times.due)


async def test_the_end_of_a_game_reaches_an_owner_with_nothing_to_do(server: FakeServer) -> None:
    async with processes(server) as registries:
        table, ada, bob = await server.pair()
        server.network.owners[table.journal.id] = 2
        for hub in server.network.hubs.values():
            await hub.membership_changed([])
        await registries[1].table(table.code)
        await wait_until(lambda: bool(registries[1]._context.running))
        await wait_idle(table)
        rng = Random(3)
        while table.state.stage != "over":
            seat = rng.choice(game_of(table).to_act())
            each = (ada, bob)[seat]
            assert isinstance(await server.act(table, each, server.choice(game_of(table), each, rng)), Ok)
        await wait_until(lambda: not registries[1]._context.running)
        other = await registries[1].table(table.code)
        assert other.state.stage == "over" and other.state.version == table.state.version


async def test_a_process_that_wants_no_moves_shows_the_newest_view(server: FakeServer) -> None:
    """Somebody connects to it who has seen more at another process."""
    async with processes(server) as registries:
        server.network.owners[1] = 1
        table, ada, bob = await server.pair()
        other = await registries[1].table(table.code)
        await wait_until(lambda: not other.follower.wants_moves)
        await wait_idle(table)
        assert ada.legal is not None
        assert isinstance(await server.act(table, ada, ada.legal.keep[0][0]), Ok)
        await wait_idle(table)
        assert other.state.version < table.state.version
        table.detach(bob)
        again = await server.subscribe(other, bob.identity, since=table.state.version)
        seen = [frame.version for frame in again.frames if isinstance(frame, ViewFrame | TableFrame)]
        assert seen and set(seen) == {table.state.version}


async def test_a_process_that_has_missed_moves_shows_the_newest_view(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Messages are lost while Redis is away, and somebody reconnects to another process before it polls."""
    async with processes(server) as registries:
        table, ada, bob = await server.pair()
        other = (await everywhere(registries, table))[1]
        await server.subscribe(other, None)
        await wait_idle(table)
        monkeypatch.setattr(server.network.hubs[2], "receive", lambda message: None)
        assert ada.legal is not None
        assert isinstance(await server.act(table, ada, ada.legal.keep[0][0]), Ok)
        await wait_idle(table)
        assert other.state.version < table.state.version
        table.detach(bob)
        again = await server.subscribe(other, bob.identity, since=table.state.version)
        assert {frame.version for frame in again.frames} == {table.state.version}


async def test_a_spectator_has_the_same_id_at_every_process(server: FakeServer) -> None:
    async with processes(server) as registries:
        table, ada, _ = await server.pair()
        other = (await everywhere(registries, table))[1]
        cyd, dot = await server.person("Cyd"), await server.person("Dot")
        one, two = await server.subscribe(table, cyd), await server.subscribe(other, dot)
        host = await server.subscribe(other, ada.identity)
        assert ada.identity is not None
        await wait_until(lambda: table.info(None).subscribers == other.info(None).subscribers == 5)
        listed = await table.spectators(ada.identity)
        assert listed == await other.spectators(ada.identity)
        assert [each.name for each in listed] == ["Cyd", "Dot"] and listed[0].id != listed[1].id
        # Listed by one process, removed through the other, and allowed again through the first.
        remove = Moderate(id=server.id(), action="remove", spectator=listed[1].id)
        assert isinstance(await server.ask(other, host, remove), Ok)
        await wait_until(lambda: two.dismissed is not None)
        await wait_until(lambda: table.state.removed == {dot.person})
        assert one.dismissed is None
        allow = Moderate(id=server.id(), action="allow", spectator=listed[1].id)
        assert isinstance(await server.ask(table, ada, allow), Ok)
        assert not table.state.removed


@pytest.mark.parametrize(
    ("spent", "skew", "clock"),
    [(100, 0, 200), (100, 7_200, 200), (100, -7_200, 300), (290, 0, 10), (299, 0, 2)],
    ids=["equal clocks", "the taker's is fast", "the taker's is slow", "the last seconds", "the last moment"],
)
async def test_a_clock_goes_on_where_another_process_takes_over(
    server: FakeServer, spent: float, skew: float, clock: float
) -> None:
    async with processes(server) as registries:
        server.network.owners[1] = 1
        table, ada, bob = await server.pair(clock=Clock(300, 0), first=0)
        assert table.journal.id == 1 and not registries[1].live
        for each in (ada, bob):
            assert each.legal is not None
            await server.act(table, each, each.legal.keep[0][0])
        await wait_idle(table)
        await asyncio.sleep(0.01)
        server.time.advance(spent)
        await registries[0].close()
        server.network.owners[table.journal.id] = 2
        server.time.skew = skew
        other = await registries[1].table(table.code)
        assert other.times.spent(0) == 300 - clock
        seat = other.info(None).seats[0]
        assert seat.clock == clock and seat.ticking
        server.time.advance(clock + 1)
        await wait_until(lambda: other.state.seats[0].away is not None)


class ProcessTime(SystemTime):
    """The time of a process whose machine has a wrong wall clock, until it shares the one of the database."""

    def __init__(self, time: ManualTime, fast: float) -> None:
        super().__init__()
        self._time = time
        self._fast = fast

    def now_ms(self) -> int:
        return super().now_ms() if self.shared else self._time.now_ms() + round(1000 * self._fast)

    def ticks(self) -> float:
        return self._time.ticks()

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        await self._time.wait(event, seconds)


@pytest.mark.parametrize("fast", [(-3_600, 0), (0, 3_600), (3_600, -3_600)], ids=["writer", "taker", "both"])
async def test_wrong_wall_clocks_take_and_give_no_time(server: FakeServer, fast: tuple[float, float]) -> None:
    """The processes have been running for longer than their wall clocks differ."""
    async with processes(server, fast=fast) as registries:
        server.time.advance(100_000)
        server.network.owners[1] = 1
        table, ada, bob = await server.pair(clock=Clock(300, 0), first=0)
        for each in (ada, bob):
            assert each.legal is not None
            await server.act(table, each, each.legal.keep[0][0])
        await wait_idle(table)
        server.time.advance(100)
        other = await registries[1].table(table.code)
        assert other.times.spent(0) == pytest.approx(100, abs=0.01)


async def test_nobody_gains_time_by_moving_at_another_process(server: FakeServer) -> None:
    async with processes(server) as registries:
        server.network.owners[1] = 1
        table, ada, bob = await server.pair(clock=Clock(10, 0), first=0)
        for each in (ada, bob):
            assert each.legal is not None
            await server.act(table, each, each.legal.keep[0][0])
        await wait_idle(table)
        assert not registries[1].live
        server.time.advance(7)
        other = await registries[1].table(table.code)
        again = await server.subscribe(other, ada.identity)
        answer = await server.act(other, again, server.choice(game_of(other), again, Random(1)))
        assert isinstance(answer, Ok), answer
        left = other.state.time_left
        assert left is not None and left[0] == pytest.approx(3)
