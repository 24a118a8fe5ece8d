"""Moves of other processes: shown at once by the frames that their writer has made, and applied when needed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from random import Random

import msgspec
import pytest

from kolej.server.cluster import messages
from kolej.server.tables.log import journal
from kolej.server.tables.table import Table
from kolej.server.wire.commands import Chat, Look, Ping
from kolej.server.wire.frames import EventsFrame, Ok, ViewFrame
from kolej.server.wire.tables import Clock
from kolej.store.models import Entry
from tests.server.tables.test_hub import everywhere, processes
from tests.support.fake_server import FakeServer, FakeSubscriber, game_of, wait_idle, wait_until


@dataclass
class Shared:
    """A game of Ada and Bob at two processes; the first owns the table, and Ada plays at it."""

    server: FakeServer
    table: Table
    other: Table
    ada: FakeSubscriber
    bob: FakeSubscriber
    rng: Random

    async def move(self, table: Table, by: FakeSubscriber) -> None:
        """Make a move, whoever is due."""
        answer = await self.server.act(table, by, self.server.choice(game_of(table), by, self.rng))
        assert isinstance(answer, Ok), answer

    async def play(self, moves: int, bob: FakeSubscriber) -> None:
        """Make moves through the first process. Bob has a socket at it too."""
        for _ in range(moves):
            await self.move(self.table, (self.ada, bob)[game_of(self.table).to_act()[0]])
            await wait_idle(self.table)

    @property
    def appends(self) -> list[messages.Appended]:
        """What the processes have told each other of appends."""
        return [each for each in self.server.network.passed if isinstance(each, messages.Appended)]

    @property
    def waiting(self) -> int:
        """How many moves the second process has shown, and not applied yet."""
        return self.other.journal.version - self.other.journal.applied.version


@asynccontextmanager
async def shared(server: FakeServer, **settings: object) -> AsyncIterator[Shared]:
    """A game whose first tickets are chosen, with a socket of Ada's and one of Bob's at the first process."""
    async with processes(server) as registries:
        server.network.owners[1] = 1
        table, ada, bob = await server.pair(edition="europe", **settings)
        assert table.journal.id == 1
        other = (await everywhere(registries, table))[1]
        for each in (ada, bob):
            await server.act(table, each, server.choice(game_of(table), each, Random(1)))
        await wait_idle(table)
        server.network.passed.clear()
        yield Shared(server, table, other, ada, bob, Random(5))


async def test_moves_are_forwarded_and_applied_when_the_state_is_needed(server: FakeServer) -> None:
    async with shared(server) as game:
        twin, eve = [await server.subscribe(game.other, who) for who in (game.bob.identity, None)]
        watching = await server.subscribe(game.table, None)
        await wait_until(lambda: set(game.other.follower.presence.views) == {1, None})
        await wait_idle(game.table)
        begun = [len(each.raw) for each in (game.bob, twin, watching, eve)]
        await game.play(7, game.bob)
        assert game.waiting == 7
        sent = [each.raw[at:] for each, at in zip((game.bob, twin, watching, eve), begun, strict=True)]
        assert sent[0] == sent[1] and sent[2] == sent[3] and len(sent[0]) == 7 and sent[0] != sent[2]
        # The same is in the log of both, once it is asked for.
        assert game_of(game.other).checksum() == game_of(game.table).checksum()
        assert game.waiting == 0 and game.other.state.version == game.table.state.version
        assert game.other.times.due.keys() == game.table.times.due.keys()


async def test_a_process_is_sent_the_frames_of_the_seats_that_it_shows(server: FakeServer) -> None:
    """What a seat may not know does not even reach a process that has no socket of that seat."""
    async with shared(server) as game:
        await server.subscribe(game.other, None)
        await wait_idle(game.table)
        await game.play(3, game.bob)
        assert [[seat for seat, _ in each.frames or ()] for each in game.appends] == [[None]] * 3
        assert all(each.events is None for each in game.appends)
        await server.subscribe(game.other, game.bob.identity)
        await wait_idle(game.table)
        server.network.passed.clear()
        await game.play(3, game.bob)
        assert [{seat for seat, _ in each.frames or ()} for each in game.appends] == [{None, 1}] * 3


async def test_a_command_comes_after_the_moves_that_wait(server: FakeServer) -> None:
    async with shared(server) as game:
        twin = await server.subscribe(game.other, game.bob.identity)
        await wait_idle(game.table)
        while game.waiting < 3 or game_of(game.table).to_act() != [1]:
            await game.play(1, game.bob)
        assert twin.version == game.bob.version and twin.legal == game.bob.legal
        await game.move(game.other, twin)
        await wait_until(lambda: game.ada.version == twin.version)
        assert game.waiting == 0 and game.table.state.version == game.other.state.version
        assert game_of(game.other).checksum() == game_of(game.table).checksum()


async def test_everything_else_is_applied_after_the_moves_that_wait(server: FakeServer) -> None:
    async with shared(server) as game:
        twin = await server.subscribe(game.other, game.bob.identity)
        await wait_idle(game.table)
        await game.play(2, game.bob)
        assert game.waiting == 2
        await server.ask(game.table, game.ada, Chat(id=server.id(), text="hello"))
        await wait_until(lambda: twin.version == game.bob.version)
        assert game.waiting == 0
        await game.play(2, game.bob)
        assert game.waiting == 2
        # Its own view, whole: it has the moves that wait.
        again = await server.subscribe(game.other, game.bob.identity)
        assert [each.version for each in again.of(ViewFrame)] == [game.bob.version] and game.waiting == 0
        assert again.view == twin.view == game.bob.view
        await game.play(2, game.bob)
        assert isinstance(await server.ask(game.other, twin, Look(id=server.id(), seat=1)), Ok)
        assert twin.of(ViewFrame)[-1].version == game.bob.version and twin.view == game.bob.view
        await game.play(1, game.bob)
        # The answer to a ping needs no more than the number.
        answer = await server.ask(game.other, twin, Ping(id=server.id()))
        assert answer.version == game.bob.version and game.waiting == 1


async def test_only_so_many_moves_wait(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "MOST_DEFERRED", 3)
    async with shared(server) as game:
        await server.subscribe(game.other, None)
        await wait_idle(game.table)
        waiting = []
        for _ in range(7):
            await game.play(1, game.bob)
            waiting.append(game.waiting)
        assert waiting == [1, 2, 0, 1, 2, 0, 1]


async def test_a_socket_whose_seat_the_writer_does_not_know_of_gets_its_frame_too(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shared(server) as game:
        eve = await server.subscribe(game.other, None)
        await wait_idle(game.table)
        # The message that Bob's socket has come is on its way.
        monkeypatch.setattr(server.network.hubs[2], "announce_presence", lambda table: None)
        twin = await server.subscribe(game.other, game.bob.identity)
        await game.play(2, game.bob)
        assert [[seat for seat, _ in each.frames or ()] for each in game.appends] == [[None]] * 2
        assert twin.version == eve.version == game.bob.version and game.waiting == 0
        assert twin.of(EventsFrame) == game.bob.of(EventsFrame)[-2:] and twin.view == game.bob.view


async def test_a_move_that_leads_to_work_of_the_owner_is_not_only_shown(server: FakeServer) -> None:
    async with shared(server) as game:
        await server.subscribe(game.other, None)
        await wait_idle(game.table)
        server.network.owners[1] = 2
        for hub in server.network.hubs.values():
            await hub.membership_changed([])
        await wait_idle(game.table)
        await game.play(1, game.bob)
        assert game.waiting == 1
        while game_of(game.table).to_act() != [0]:
            await game.play(1, game.bob)
        # From now on a bot may have to move for Bob, and that depends on every move.
        game.table.detach(game.bob)
        await wait_until(lambda: not game.other.follower.presence.views)
        await wait_idle(game.table)
        server.network.passed.clear()
        while game_of(game.table).to_act() != [1]:
            await game.move(game.table, game.ada)
            await wait_idle(game.table)
            assert game.waiting == 0
        server.time.advance(10_000)
        await wait_until(lambda: game.table.state.seats[1].away is not None)
        moved = [each for each in game.appends if each.node == 1]
        assert moved and all(each.frames is None for each in moved)


async def test_where_a_clock_runs_every_move_is_applied_at_once(server: FakeServer) -> None:
    async with shared(server, clock=Clock(300, 10)) as game:
        twin = await server.subscribe(game.other, game.bob.identity)
        await wait_idle(game.table)
        await game.play(3, game.bob)
        assert game.appends and all(each.frames is None for each in game.appends)
        assert game.waiting == 0 and twin.version == game.bob.version


def spoilt(entry: Entry) -> Entry:
    """A move with the checksum of another state, as another version of the rules would write it."""
    body = msgspec.json.decode(entry.body)
    body["hash"] = body["hash"][::-1]
    return replace(entry, body=msgspec.json.encode(body).decode())


async def test_a_move_that_cannot_be_applied_is_read_again_and_not_shown_twice(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with shared(server) as game:
        twin = await server.subscribe(game.other, game.bob.identity)
        await wait_idle(game.table)
        await game.play(1, game.bob)
        follow = game.other.follower.appended

        def appended(after: int, entries: list[Entry], *rest: object) -> None:
            follow(after, [spoilt(each) for each in entries], *rest)  # type: ignore[arg-type]

        monkeypatch.setattr(game.other.follower, "appended", appended)
        await game.play(1, game.bob)
        monkeypatch.undo()
        assert game.waiting == 2 and twin.version == game.bob.version
        shown = len(twin.raw)
        await server.ask(game.other, twin, Chat(id=server.id(), text="still here"))
        assert "could not apply moves of another process: Unreadable" in caplog.text
        await wait_until(lambda: game.ada.version == twin.version)
        assert game.other.state.version == game.table.state.version
        assert game_of(game.other).checksum() == game_of(game.table).checksum()
        # Only the chat has come since; and the game goes on.
        assert len(twin.raw) == shown + 1
        await game.play(2, game.bob)
        assert twin.view == game.bob.view and twin.legal == game.bob.legal


async def test_a_lost_announcement_of_a_move_ends_the_forwarding_until_it_is_read(server: FakeServer) -> None:
    async with shared(server) as game:
        twin = await server.subscribe(game.other, game.bob.identity)
        await wait_idle(game.table)
        await game.play(2, game.bob)
        server.network.lost = True
        await game.play(1, game.bob)
        server.network.lost = False
        assert twin.version == game.bob.version - 1 and game.waiting == 2
        await game.play(1, game.bob)
        await wait_until(lambda: twin.version == game.bob.version)
        assert twin.of(EventsFrame) == game.bob.of(EventsFrame)[-4:] and twin.view == game.bob.view
        await game.play(1, game.bob)
        assert game.waiting == 1 and twin.version == game.bob.version


async def test_a_bot_moves_where_the_whole_log_was_read_again(server: FakeServer) -> None:
    """The owner forwards as long as only people play, and must notice in the log that a bot plays now."""
    async with shared(server) as game:
        await server.subscribe(game.other, None)
        server.network.owners[1] = 2
        for hub in server.network.hubs.values():
            await hub.membership_changed([])
        await wait_idle(game.table)
        while game_of(game.table).to_act() != [0]:
            await game.play(1, game.bob)
        server.network.lost = True
        assert game.bob.identity is not None
        await server.change(game.table, game.bob.identity, "leave")
        server.network.lost = False
        assert game.other.follower.presence.views, "it has not heard that Bob has left"
        game.other.follower.log_was_rewritten()
        await wait_until(lambda: game.other.state.seats[1].bot is not None)
        await wait_idle(game.other)
        while game_of(game.table).to_act() == [0]:
            await game.move(game.table, game.ada)
        await wait_until(lambda: game_of(game.table).to_act() == [0])
        assert server.bot_pool.calls


async def unreadable_move(game: Shared, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that the second process has shown and can't apply; it finds out when it is asked for the state."""
    follow = game.other.follower.appended

    def appended(after: int, entries: list[Entry], *rest: object) -> None:
        follow(after, [spoilt(each) for each in entries], *rest)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(game.other.follower, "appended", appended)
        await game.play(1, game.bob)
    assert game.waiting == 1


async def test_a_newcomer_sees_a_move_that_could_not_be_applied(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shared(server) as game:
        await server.subscribe(game.other, None)
        await wait_idle(game.table)
        await unreadable_move(game, monkeypatch)
        twin = await server.subscribe(game.other, game.bob.identity)
        assert twin.version == game.bob.version and twin.view == game.bob.view


async def test_decisions_are_due_after_a_move_that_could_not_be_applied(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shared(server) as game:
        twin = await server.subscribe(game.other, game.bob.identity)
        await wait_idle(game.table)
        due = [game_of(game.table).to_act()]
        # Until a move that ends a turn was among them.
        while due[-1] == due[0]:
            await unreadable_move(game, monkeypatch)
            shown = len(twin.raw)
            answer = await server.ask(game.other, twin, Look(id=server.id(), seat=1))
            assert isinstance(answer, Ok) and twin.version == game.bob.version
            assert len(twin.raw) == shown + 1, "nothing but the view: the move had been shown"
            due.append(game_of(game.table).to_act())
            assert list(game.other.times.due) == due[-1]
