"""Broadcaster: sends each subscriber of a table a frame for every entry of the log, in order."""

from collections.abc import Callable, Hashable
from functools import partial

from kolej.engine.game import Game
from kolej.server.accounts.identity import Identity
from kolej.server.limits import TimeLimit, Turn, one_turn
from kolej.server.tables.broadcast import frames, history
from kolej.server.tables.broadcast.move_frames import MoveFrames, is_plain_move
from kolej.server.tables.broadcast.subscribers import Subscriber, Subscribers
from kolej.server.tables.broadcast.table_info import table_info
from kolej.server.tables.log.entries import (
    BotSeated,
    ChatSent,
    DealBody,
    DeletionAgreed,
    EndDropped,
    EndedEarly,
    EndRequested,
    GameEnded,
    Moved,
    PersonForgotten,
    PlayerAway,
    PlayerBack,
    RematchOpened,
    SeatEmptied,
    SeatLeft,
    SeatRequestDropped,
    SeatRequested,
    SeatResigned,
    SeatTaken,
    SettingsChanged,
    ShapeChosen,
    SpectatorModerated,
    StationsChosen,
    TableOpened,
    UndoDropped,
    Undone,
    UndoRequested,
)
from kolej.server.tables.log.journal import Journal, Written
from kolej.server.tables.log.redacted_events import RedactedEvents
from kolej.server.tables.log.table_state import TableState
from kolej.server.tables.turn_times import TurnTimes
from kolej.server.wire.frames import TableFrame
from kolej.server.wire.tables import TableInfo

_TABLE = (
    TableOpened,
    SettingsChanged,
    SeatTaken,
    SeatLeft,
    PersonForgotten,
    SeatRequested,
    SeatRequestDropped,
    SeatResigned,
    EndRequested,
    EndDropped,
    SpectatorModerated,
    DeletionAgreed,
    BotSeated,
    ShapeChosen,
    SeatEmptied,
    PlayerAway,
    PlayerBack,
    GameEnded,
    RematchOpened,
)
"""Entries that are shown as a new table frame."""

MOST_MISSED = 1000
MOST_MISSED_BYTES = 2**19
"""Frames and bytes that are sent one by one to a client that has missed them. A longer way back is not worth it, and
would not fit into what may wait for a client; it gets the whole game instead."""


class Broadcaster:
    """Makes the frames of one table and sends them to its subscribers."""

    def __init__(
        self, journal: Journal, subscribers: Subscribers, times: TurnTimes, catch_ups: TimeLimit | None = None
    ) -> None:
        """`catch_ups` limits the time for what each network has missed."""
        self._journal = journal
        self._subscribers = subscribers
        self._times = times
        self._catch_ups = catch_ups

    def info(self, identity: Identity | None, state: TableState | None = None) -> TableInfo:
        """The table as this user sees it, or an anonymous one (None)."""
        return table_info(state or self._journal.state, identity, self._subscribers, self._times)

    def send_written(self, written: Written) -> MoveFrames | None:
        """Send everyone the frames of a batch that was written. Returns those of a move, if it leads to no others."""
        game = self._journal.game
        if is_plain_move(written) and game is not None and written.batch.events is not None:
            frames = self._move_frames(written.after, written.batch.events, game)
            self._subscribers.send_by_seat(frames)
            return frames
        if len(self._subscribers):
            self._send_all(written)
        return None

    def _send_all(self, written: Written) -> None:
        batch, before, after, game = written.batch, written.before, written.after, self._journal.game
        for body, state in zip(batch.bodies, written.states, strict=True):
            if isinstance(body, Moved | EndedEarly) and game is not None and batch.events is not None:
                self._subscribers.send_by_seat(self._move_frames(state, batch.events, game))
            elif isinstance(body, StationsChosen) and game is not None:
                self._subscribers.send(frames.new_result(state.version, game, state.ending))
            elif isinstance(body, _TABLE):
                self.send_table(state)
            elif isinstance(body, DealBody):
                self._subscribers.send(frames.deal(state.version, state))
            elif isinstance(body, ChatSent):
                self._subscribers.send(frames.chat(state.version, written.at, body))
            elif isinstance(body, UndoRequested | UndoDropped):
                self._subscribers.send(frames.undo(state.version, state.undo_request))
            elif game is not None:
                self._subscribers.send_each(_seat, lambda subscriber: self.view_frame(game, subscriber.seat))
        last = batch.bodies[-1]
        clocks_changed = after.time_left is not None and isinstance(last, Moved | Undone)
        request_dropped = before.end_request is not None and after.end_request is None
        not_shown = (request_dropped or before.stage != after.stage) and not isinstance(last, _TABLE)
        if clocks_changed or not_shown:
            self.send_table()
        if before.undo_request is not None and after.undo_request is None and not isinstance(last, UndoDropped):
            self._subscribers.send(frames.undo(after.version, None))

    def _move_frames(self, state: TableState, events: RedactedEvents, game: Game) -> MoveFrames:
        return MoveFrames(state.version, events, game, self._times.due, state.ending)

    def send_table(self, state: TableState | None = None, but: Subscriber | None = None) -> None:
        """Send the table to everyone but one who has it. All who have no part in the table get the same frame."""
        now = state or self._journal.state

        def part(subscriber: Subscriber) -> Hashable:
            identity = subscriber.identity
            if identity is None:
                return None
            person = identity.person
            asks = now.seat_request is not None and now.seat_request.person == person
            return person == now.host, asks, tuple(now.seats_of(identity)), tuple(now.held_by(person))

        self._subscribers.send_each(part, lambda subscriber: self._table_frame(subscriber, now), but)

    def send_presence(self, but: Subscriber | None) -> None:
        """Send the table after people have come online or gone offline."""
        self.send_table(but=but)

    def _table_frame(self, subscriber: Subscriber, state: TableState) -> bytes:
        info = self.info(subscriber.identity, state)
        return frames.encode(TableFrame(info.version, info))

    def view_frame(self, game: Game, viewer: int | None) -> bytes:
        """The whole game for one viewer."""
        state = self._journal.state
        legal = frames.legal(game, viewer)
        return frames.view(state.version, game, viewer, state.names, legal, state.ending)

    async def catch_up(self, subscriber: Subscriber, since: int | None) -> Callable[[], None]:
        """Collect what a subscriber has missed since a version; the returned function sends it.

        It sends the table first, then the missed frames, or the whole game if there is no such version to go on from
        or too much was missed.
        """
        state, game = self._journal.state, self._journal.game
        # A version that does not exist yet is from a server that has lost it.
        seen = since if since is not None and since <= state.version else None
        missed = None if seen is None else await self._missed(subscriber, seen)
        # Under the version that was seen: after a later one, what follows would look outdated or incomplete.
        table = state if seen is None or (missed is None and game is None) else state.with_version(seen)

        def send() -> None:
            subscriber.send(self._table_frame(subscriber, table))
            for frame in missed or ():
                subscriber.send(frame)
            if missed is None and game is not None:
                subscriber.send(self.view_frame(game, subscriber.seat))
            if missed is None and state.deal is not None:
                # Also after the deal: clients that kept the commitments can compare them.
                subscriber.send(frames.deal(state.version, state))

        return send

    async def _missed(self, subscriber: Subscriber, since: int) -> list[bytes] | None:
        """The frames that a subscriber has missed since a version; None if it needs the whole game."""
        state = self._journal.state
        if since < max(state.started, state.last_undo) or state.version - since > MOST_MISSED:
            return None
        turn: Turn = one_turn
        limit = self._catch_ups
        if limit is not None:
            # Everybody without a name counts as one network.
            network = "" if subscriber.identity is None else subscriber.identity.network
            if not limit.has_left(network):
                return None
            turn = partial(limit.turn, network)
        missed = await history.missed(
            self._journal, since, subscriber.seat, lambda at: self._table_frame(subscriber, at), turn
        )
        return missed if sum(map(len, missed)) <= MOST_MISSED_BYTES else None

    def reassign_seats(self) -> list[Subscriber]:
        """Take views of seats from those who have left them, and give those who have just sat down theirs.

        Returns the subscribers whose seat has changed.
        """
        state, moved = self._journal.state, list[Subscriber]()
        for subscriber in self._subscribers.all:
            mine = state.seats_of(subscriber.identity)
            if subscriber.seat not in mine and (subscriber.seat is not None or mine):
                subscriber.seat = min(mine, default=None)
                moved.append(subscriber)
        return moved

    def send_views(self, subscribers: list[Subscriber]) -> None:
        """Send the whole game to subscribers whose seat has changed."""
        game = self._journal.game
        if game is not None:
            for subscriber in subscribers:
                subscriber.send(self.view_frame(game, subscriber.seat))


def _seat(subscriber: Subscriber) -> Hashable:
    return subscriber.seat
