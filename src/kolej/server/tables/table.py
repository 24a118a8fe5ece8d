"""Table: one command at a time, each with one effect, which is written before anybody is notified of it.

The way of a command: `Table.command` takes the lock and looks whether the command was answered before; an action of
`actions/` or `setup/` decides and returns a batch; `Table.write` gives it to the journal and then to the broadcaster.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from weakref import WeakMethod, ref

from kolej.server.accounts.identity import Identity
from kolej.server.accounts.names import check_own_name
from kolej.server.errors import Refusal
from kolej.server.tables import deletion, permissions
from kolej.server.tables.actions import chat, endings, fair_deal, moderation, moves, questions, seat_requests, undo
from kolej.server.tables.background import BackgroundTasks, WriteIfDue
from kolej.server.tables.broadcast import frames
from kolej.server.tables.broadcast.broadcaster import Broadcaster
from kolej.server.tables.broadcast.history import history
from kolej.server.tables.broadcast.move_frames import MoveFrames
from kolej.server.tables.broadcast.presence_updates import PresenceUpdates
from kolej.server.tables.broadcast.spectators import Spectators
from kolej.server.tables.broadcast.subscribers import Subscriber, Subscribers
from kolej.server.tables.context import TableContext
from kolej.server.tables.follower import TableFollower
from kolej.server.tables.idempotency import CommandAnswers
from kolej.server.tables.log.entries import ChatSent, DeletionAgreed, Moved, SeatRequested, SeatTaken
from kolej.server.tables.log.forget import forget
from kolej.server.tables.log.game_file import game_file
from kolej.server.tables.log.journal import Batch, Journal, OutOfDate, Written
from kolej.server.tables.log.room import COUNTED
from kolej.server.tables.log.store_errors import deleted, storing
from kolej.server.tables.log.table_state import TableState
from kolej.server.tables.rates import TableRates
from kolej.server.tables.setup import settings, start
from kolej.server.tables.setup.seats import SEAT_CHANGES, join
from kolej.server.tables.turn_times import TurnTimes
from kolej.server.wire.commands import (
    Act,
    Agree,
    Chat,
    Command,
    Commit,
    End,
    Fallback,
    Look,
    Moderate,
    Odds,
    Open,
    Ping,
    Reach,
    Resign,
    StandIns,
    Stations,
    Undo,
    Why,
)
from kolej.server.wire.frames import Answer
from kolej.server.wire.tables import Change, NewSettings, SpectatorInfo, TableInfo
from kolej.store.errors import Repeated
from kolej.store.models import TableStatus

ATTEMPTS = 3
"""How often a command is decided again if another process has appended to the log meanwhile."""

CHANGES = ("join", *SEAT_CHANGES, "settings", "start", "resign", "rematch")
"""Changes of a table over HTTP, by name."""

Decide = Callable[[], Awaitable[Batch | None]]
"""Decides what to write; None if nothing."""


class Table:
    """A table in memory: its game is running, or somebody is subscribed to it."""

    def __init__(self, context: TableContext, journal: Journal) -> None:
        self.context = context
        self.journal = journal
        self.subscribers = Subscribers(context.time.ticks())
        self.times = TurnTimes(context.time, context.started, journal.game, journal.due_at, journal.state.time_left)
        self.broadcaster = Broadcaster(journal, self.subscribers, self.times, context.catch_ups)
        self._presence = PresenceUpdates(context.time, self.broadcaster.send_presence)
        self.lock = asyncio.Lock()
        self._spectators = Spectators(self.subscribers, context.store, journal.id)
        self._answers = CommandAnswers()
        self._rates = TableRates(context.time)
        write_if_due = _weakly(self._write_if_due)
        self._background = BackgroundTasks(context, journal, self.subscribers, self.times, write_if_due)
        self.follower = TableFollower(context, journal, self.subscribers, self._background, self.lock, ref(self))
        journal.note_applied = self.times.note
        self.keep_in_memory()

    @property
    def state(self) -> TableState:
        """The state that the log leads to."""
        return self.journal.state

    @property
    def code(self) -> str:
        """The code by which people share the table."""
        return self.journal.code

    def info(self, identity: Identity | None) -> TableInfo:
        """The table as this user sees it, or an anonymous one (None)."""
        return self.broadcaster.info(identity)

    async def spectators(self, identity: Identity) -> list[SpectatorInfo]:
        """Who watches the table; only for its host."""
        permissions.host_only(self.state, identity)
        return await self._spectators.listed(self.state)

    async def history(self, identity: Identity | None, seat: int | None, after: int = 0) -> bytes:
        """A page of the frames of the game so far, for a seat of this user or for a spectator (None)."""
        await self.check_may_view(identity, seat)
        return await history(self.journal, seat, after)

    async def check_may_view(self, identity: Identity | None, seat: int | None) -> None:
        """Make the table up to date; refuse the view of a seat to all but its person, and every view to removed people.

        After the game everything is open, as in the game file.
        """
        async with self.lock:
            await self.follower.read_on()
        if seat is not None:
            permissions.past_of_seat(self.state, identity, seat)
        if self.state.stage != "over":
            self._check_not_removed(identity)

    async def file(self) -> str:
        """The game file, once the game is over."""
        return await game_file(self.journal)

    # Commands and changes

    async def command(self, subscriber: Subscriber, command: Command) -> bytes:
        """Carry out a command and return the answer. Its effect is then durable, and everybody was notified."""
        answer: int | Refusal
        try:
            match command:
                case Ping():
                    return frames.ok(command.id, self.journal.version)
                case Look():
                    return await self._look(subscriber, command)
                case Why() | StandIns() | Reach() | Odds():
                    permissions.own_seat(self.state, subscriber.identity, command.seat)
                    identity = permissions.known(subscriber.identity)
                    answered = await questions.answer(
                        self.state, self.journal.game, command, self.context.questions, identity
                    )
                    return frames.encode(Answer(command.id, answered))
            identity = permissions.known(subscriber.identity)
            answer = await self._once(identity, command.id, partial(self._decide, subscriber, identity, command))
        except Refusal as refusal:
            answer = refusal
        if isinstance(answer, Refusal):
            return frames.refused(command.id, answer)
        return frames.ok(command.id, answer)

    async def _decide(
        self,
        subscriber: Subscriber,
        identity: Identity,
        command: Act | Undo | Agree | Resign | End | Stations | Chat | Moderate | Commit | Open | Fallback,
    ) -> Batch | None:
        state, journal = self.state, self.journal
        match command:
            case Act():
                return moves.move(state, journal.game, identity, command, self.times)
            case Undo():
                return await undo.request(journal, identity, command, self.context.questions)
            case Agree(about="seat"):
                return seat_requests.answer(state, identity, command)
            case Agree(about="end"):
                return endings.answer(state, journal.game, identity, command)
            case Resign():
                return endings.resign(state, journal.game, identity, command.seat)
            case End():
                return endings.request_end(state, journal.game, identity, command)
            case Stations():
                return endings.choose_stations(state, journal.game, identity, command)
            case Agree():
                return await undo.answer(journal, identity, command, self.context.questions)
            case Chat():
                muted = self._spectators.networks_of(state.muted) if state.muted else ()
                return chat.chat(state, identity, subscriber.seat, command, muted)
            case Moderate():
                return await moderation.moderate(journal, self._spectators.find, identity, command)
            case Commit():
                return fair_deal.commit(state, identity, command)
            case Open():
                return await fair_deal.open_seed(journal, identity, command)
            case Fallback():
                return fair_deal.agree_to_fallback(state, identity, command)

    async def _look(self, subscriber: Subscriber, command: Look) -> bytes:
        """Show a subscriber the game from another of their seats."""
        async with self.lock:
            await self.follower.read_on()
            permissions.own_seat(self.state, subscriber.identity, command.seat)
            identity = permissions.known(subscriber.identity)
            # A whole view is made each time, so it counts as a question.
            async with questions.turn_of(identity, self.context.questions)():
                subscriber.seat = command.seat
                self.context.hub.announce_presence(self.journal.id)
                if self.journal.game is not None:
                    subscriber.send(self.broadcaster.view_frame(self.journal.game, command.seat))
                return frames.ok(command.id, self.state.version)

    async def change(self, identity: Identity, what: str, change: Change | NewSettings) -> TableInfo:
        """Change seats or settings, start the game, resign, or open a rematch."""
        if what not in CHANGES:
            raise Refusal("bad-command", f"{what[:20]!r} is no change; there are {', '.join(CHANGES)}")
        self._note_network(identity)
        answer = await self._once(identity, change.id, partial(self._decide_change, identity, what, change))
        if isinstance(answer, Refusal):
            raise answer
        return self.info(identity)

    async def _decide_change(self, identity: Identity, what: str, change: Change | NewSettings) -> Batch | None:
        if isinstance(change, NewSettings):
            return await self._opening(identity, settings.change_settings(self.state, identity, change))
        if what == "start":
            return await start.start(self.journal, identity, self.subscribers.online)
        if what == "rematch":
            return await start.rematch(self.context, self.journal, identity)
        if what == "join":
            return await self._join(identity, change)
        if what == "resign":
            return endings.resign(self.state, self.journal.game, identity, change.seat)
        return await self._opening(identity, SEAT_CHANGES[what](self.state, identity, change))

    async def _opening(self, identity: Identity, batch: Batch) -> Batch:
        """Refuse to make a seat free for others while a seat of this person has the name of somebody else's account.

        Where nobody else can sit down, people who share a screen may go by any name.
        """
        state, after = self.state, self.journal.states_after(batch.bodies)[-1]
        if state.stage == "gathering" and any(seat.free for seat in after.seats):
            await self._check_names(after, [identity])
        return batch

    async def _check_names(self, state: TableState, people: Iterable[Identity]) -> None:
        """Refuse names of accounts at the seats of people to whom these don't belong."""
        with storing():
            for each in people:
                for seat in state.seats_of(each):
                    await check_own_name(self.context.store, each, state.seats[seat].name)

    async def _join(self, identity: Identity, change: Change) -> Batch:
        batch = join(self.state, identity, change, self.times)
        first = batch.bodies[0]
        if isinstance(first, SeatRequested) and self.state.settings.hot_seat:
            # Somebody else may see now by which names people share a screen.
            await self._check_names(self.state, [Identity(person, "") for person in self.state.people])
        # Those who return may keep the name that they had, even if an account has taken it meanwhile.
        if not (isinstance(first, SeatTaken) and first.name == self.state.seats[first.seat].name):
            with storing():
                await check_own_name(self.context.store, identity, change.name or identity.name)
        return batch

    async def _once(self, identity: Identity, id: str, decide: Decide) -> int | Refusal:
        """Carry a command out once, however often it is sent. Returns the version that it led to."""
        key = f"{identity.person}:{id}"
        async with self.lock:
            answer = self._answers.get(key)
            if isinstance(answer, Refusal):
                # It may have been sent to another process since, and have had its effect there.
                answer = await self._effect_of(key) or answer
            elif answer is None:
                answer = await self._attempt(identity.person, key, decide)
            self._answers.keep(key, answer)
            return answer

    async def _attempt(self, person: int, key: str, decide: Decide) -> int | Refusal:
        answer = Refusal("busy", "too much happens at this table at once; try again in a moment")
        for _ in range(ATTEMPTS):
            try:
                await self.follower.read_on()
                batch = await decide()
                if batch is None:
                    return self.state.version
                self.state.room.check(batch.bodies)
                self._count(person, batch)
                batch.key = key
                return await self.write(batch)
            except OutOfDate:
                continue
            except Repeated as error:
                return await self._seen(error.number)
            except Refusal as refusal:
                answer = refusal
            if answer.code == "too-fast":
                # It may be sent again a little later, and the store is not asked about a flood.
                return answer
            # The command may have had its effect before a restart, and be refused now only because it is sent again.
            effect = await self._effect_of(key)
            if effect is not None:
                return effect
            if not self.journal.stale:
                return answer
            # Another process has appended to the log: what was refused may be possible now.
        return answer

    async def _effect_of(self, key: str) -> int | Refusal | None:
        """The version that a command led to; None if it had no effect."""
        try:
            number = await self.journal.number_of(key)
        except Refusal as unknown:
            # Nobody knows whether it had its effect: it has to be sent again until the store answers.
            return unknown
        return None if number is None else await self._seen(number)

    async def _seen(self, number: int) -> int:
        """An entry that another process may have written: everybody gets its frames before its sender is answered."""
        self.journal.stale = self.journal.stale or number > self.state.version
        with suppress(Refusal):
            await self.follower.read_on()
        return number

    def _count(self, person: int, batch: Batch) -> None:
        """Count what a person writes beside the game, or refuse it."""
        first = batch.bodies[0]
        if isinstance(first, ChatSent):
            self._rates.chat(person, first.seat is None)
        elif type(first) in COUNTED:
            self._rates.change(person)

    async def write(self, batch: Batch) -> int:
        """Write a batch, then notify everybody. The lock must be held."""
        self.context.check_open()
        try:
            written = await self.journal.write(batch)
        except asyncio.CancelledError:
            self.wake()
            raise
        frames = self.publish(written)
        self.context.moves += any(isinstance(body, Moved) for body in batch.bodies)
        events = None if batch.events is None else batch.events.encoded
        self.context.hub.announce(self.journal.id, written.before.version, written.entries, events, frames)
        return written.number

    def publish(self, written: Written, late: bool = False) -> MoveFrames | None:
        """Notify everybody here of a batch that is durable, whichever process has written it.

        If it was read from the log, it may have been written some time ago. The frames of a move that leads to no
        others are returned, so that other processes need only forward them.
        """
        before, after = written.before, written.after
        self.times.note(self.journal.game, written.batch.bodies, written.at if late else None, after.time_left)
        if before.status is not after.status:
            self.keep_in_memory()
            self.context.hub.announce_presence(self.journal.id)
        moved = self.broadcaster.reassign_seats() if before.seats is not after.seats else []
        frames = self.broadcaster.send_written(written)
        if moved:
            self.broadcaster.send_views(moved)
            self.context.hub.announce_presence(self.journal.id)
        if before.muted is not after.muted:
            # Who is removed is muted as well.
            self._spectators.note_moderated(after.muted)
            self._dismiss_removed()
        self.wake()
        return frames

    async def forget(self, person: int) -> None:
        """Remove a person who was deleted from the seats and the log."""
        async with self.lock:
            await self.follower.read_on()
            await forget(self.journal, person, self.write)
            await self.follower.read_on()
        self.context.hub.announce_rewritten(self.journal.id)

    async def delete(self, identity: Identity, can_return: Callable[[int], Awaitable[bool]]) -> bool:
        """Delete the table if everybody whose consent is needed has agreed; else write down that this person has.

        `can_return` says whether a person can still log in; the others are not asked.
        """
        async with self.lock:
            for _ in range(ATTEMPTS):
                with suppress(OutOfDate):
                    await self.follower.read_on()
                    deletion.check_may_ask(self.state, identity)
                    others = set(deletion.owners(self.state).values()) - {identity.person} - self.state.deletion
                    if any([await can_return(person) for person in others]):
                        await self._agree_to_deletion(identity)
                        return False
                    await self._delete()
                    return True
        raise Refusal("busy", "too much happens at this table at once; try again in a moment")

    async def _agree_to_deletion(self, identity: Identity) -> None:
        if identity.person not in self.state.deletion:
            batch = Batch([DeletionAgreed(identity.person)])
            self.state.room.check(batch.bodies)
            self._count(identity.person, batch)
            await self.write(batch)

    async def _delete(self) -> None:
        """Delete the table from the store, and close everybody's socket. The lock must be held."""
        self.context.check_open()
        await self.journal.delete()
        self.dismiss_all()
        self.context.hub.announce_deleted(self.journal.id)

    def dismiss_all(self) -> None:
        """Close everybody's socket: the table was deleted."""
        self.context.running.discard(self)
        for lately in (self.context.recent, self.context.finished):
            with suppress(ValueError):
                lately.remove(self)
        for subscriber in self.subscribers.all:
            subscriber.dismiss(deleted())

    # Subscribers

    async def attach(self, subscriber: Subscriber, seat: int | None, since: int | None) -> None:
        """Subscribe a socket: send it the table, the game or what it missed of it, then everything as it happens."""
        self.context.check_open()
        async with self.lock:
            # A client must not be sent a view that is older than what it has seen at another process.
            await self.follower.read_newest(since)
            self._check_not_removed(subscriber.identity)
            self._note_network(subscriber.identity)
            if seat is not None:
                permissions.own_seat(self.state, subscriber.identity, seat)
            mine = self.state.seats_of(subscriber.identity)
            subscriber.seat = seat if seat is not None else min(mine, default=None)
            send = await self.broadcaster.catch_up(subscriber, since)
            came_online = self.subscribers.add(subscriber)
            send()
            if self.state.undo_request is not None:
                subscriber.send(frames.undo(self.state.version, self.state.undo_request))
            if came_online and mine:
                self._presence.changed(but=subscriber)
        self.context.hub.announce_presence(self.journal.id)
        self.wake()

    def detach(self, subscriber: Subscriber) -> None:
        """Unsubscribe a socket."""
        went_offline = self.subscribers.remove(subscriber, self.context.time.ticks(), self.state.people)
        if went_offline and self.state.seats_of(subscriber.identity):
            self._presence.changed()
        self.context.hub.announce_presence(self.journal.id)
        self.wake()

    def _note_network(self, identity: Identity | None) -> None:
        """Remember where the host comes from: networks share the bot workers."""
        if identity is not None and identity.person == self.state.host:
            self._background.network = identity.network

    def _check_not_removed(self, identity: Identity | None) -> None:
        networks = self._spectators.networks_of(self.state.removed) if self.state.removed else ()
        moderation.check_not_removed(self.state, identity, networks)

    def _dismiss_removed(self) -> None:
        """Close the sockets of people whom the host has removed."""
        for subscriber in self.subscribers.all:
            try:
                self._check_not_removed(subscriber.identity)
            except Refusal as refusal:
                subscriber.dismiss(refusal)

    # Background work, and what other processes have written

    async def _write_if_due(self, decide: Decide) -> None:
        """Write what a background task decides, between the commands of others."""
        async with self.lock:
            await self.follower.read_on()
            try:
                batch = await decide()
                if batch is not None:
                    await self.write(batch)
            except (OutOfDate, Repeated):
                # The log has grown without this journal. After reading it again, what is due shows itself again.
                self.journal.stale = True
                await self.follower.read_on()

    def wake(self) -> None:
        """Look for background work."""
        self.follower.update()
        self._background.wake()

    async def close(self) -> None:
        """Stop the background work."""
        await self._background.close()

    async def publish_missed(self, version: int, undo_was_requested: bool) -> None:
        """Go on after the whole log was read again: send everybody here what they have missed since a version."""
        self.times.reset(self.journal.game, self.journal.due_at, self.state.time_left)
        self.keep_in_memory()
        if moved := self.broadcaster.reassign_seats():
            self.context.hub.announce_presence(self.journal.id)
        # Nothing is missed if what was read had been shown before it could be applied.
        for subscriber in self.subscribers.all if version < self.state.version else moved:
            (await self.broadcaster.catch_up(subscriber, None if subscriber in moved else version))()
            if undo_was_requested or self.state.undo_request is not None:
                subscriber.send(frames.undo(self.state.version, self.state.undo_request))
        self._spectators.note_moderated(self.state.muted)
        self._dismiss_removed()
        self.wake()

    def people_changed(self) -> None:
        """People with a seat have come online or gone offline at another process."""
        self._presence.changed()

    def keep_in_memory(self) -> None:
        """Keep the table in memory while its game is running and this process owns it; else while it is referred to."""
        if self.follower.runs and self.context.hub.owns(self.journal.id):
            self.context.running.add(self)
        else:
            self.leave_memory()
        if self.state.status is TableStatus.FINISHED:
            with suppress(ValueError):
                self.context.recent.remove(self)

    def leave_memory(self) -> None:
        """Stay in memory only while something else refers to the table."""
        self.context.running.discard(self)


def _weakly(method: WriteIfDue) -> WriteIfDue:
    """Call a method of a table without keeping the table in memory.

    A table that its own background tasks referred to would stay until the next full garbage collection.
    """
    reference = WeakMethod(method)

    async def write_if_due(decide: Decide) -> None:
        write = reference()
        if write is not None:
            await write(decide)

    return write_if_due
