"""Tells everyone at a table what has happened: one frame for each entry of the log and each viewer, in order."""

from collections.abc import Callable, Hashable

from kolej.engine.game import Game
from kolej.server.accounts.identity import Who
from kolej.server.tables.broadcast import frames
from kolej.server.tables.broadcast import history as past
from kolej.server.tables.broadcast.subscribers import Audience
from kolej.server.tables.broadcast.table_info import info_of
from kolej.server.tables.log.entries import (
    Asked,
    Away,
    Back,
    Bot,
    Committed,
    Dealing,
    Dealt,
    Emptied,
    Ended,
    Fixed,
    Lapsed,
    Left,
    Moved,
    Opened,
    Rematch,
    Said,
    Sat,
    Seeded,
    Settled,
    Undone,
)
from kolej.server.tables.log.journal import Book, Page
from kolej.server.tables.log.redacted_events import Told
from kolej.server.tables.log.table_state import Course
from kolej.server.tables.turn_times import Turns
from kolej.server.tables.watcher import Watcher
from kolej.server.wire import TableFrame, TableInfo

_TABLE = (Opened, Settled, Sat, Left, Bot, Emptied, Away, Back, Ended, Rematch)
_DEAL = (Dealing, Committed, Fixed, Seeded, Dealt)


class Teller:
    """Makes frames of what the book says, and sends them to the audience."""

    def __init__(self, book: Book, audience: Audience, turns: Turns) -> None:
        self._book = book
        self._audience = audience
        self._turns = turns

    def info(self, who: Who | None, course: Course | None = None) -> TableInfo:
        """The table as somebody sees it."""
        course = course or self._book.course
        audience = self._audience
        return info_of(course, who, audience.there, lambda seat: self._turns.clock(course, seat), len(audience))

    def tell(self, before: Course, page: Page) -> None:
        """Tell everyone of a page that has been written."""
        if not len(self._audience):
            return
        alone = len(page.bodies) == 1
        course, game = self._book.course if alone else before.copy(), self._book.game
        for body in page.bodies:
            if not alone:
                course.take(body)
            if isinstance(body, Moved) and game is not None and page.told is not None:
                self._tell_move(course.version, body, page.told, game)
            elif isinstance(body, _TABLE):
                self.tell_table(course)
            elif isinstance(body, _DEAL):
                self._audience.send(frames.deal(course.version, course))
            elif isinstance(body, Said):
                self._audience.send(frames.chat(course.version, page.at, body))
            elif isinstance(body, Asked | Lapsed):
                self._audience.send(frames.undo(course.version, course.asked))
            elif game is not None:
                self._audience.send_by(_seat, lambda watcher: self.view_frame(game, watcher.seat))
        last = page.bodies[-1]
        clocks_changed = course.left is not None and isinstance(last, Moved | Undone)
        if clocks_changed or (before.stage != course.stage and not isinstance(last, _TABLE)):
            self.tell_table()
        if before.asked is not None and course.asked is None and not isinstance(last, Lapsed):
            self._audience.send(frames.undo(course.version, None))

    def _tell_move(self, version: int, moved: Moved, told: Told, game: Game) -> None:
        ended, due = frames.result(game), self._turns.due

        def frame(watcher: Watcher) -> bytes:
            may = frames.legal(game, watcher.seat) if watcher.seat in due else frames.NULL
            return frames.events(version, moved, told, watcher.seat, may, ended)

        self._audience.send_by(_seat, frame)

    def tell_table(self, course: Course | None = None, but: Watcher | None = None) -> None:
        """Send the table to everyone but one who has it; all who have no part in it see the same."""
        now = course or self._book.course

        def part(watcher: Watcher) -> Hashable:
            who = watcher.who
            return None if who is None else (who.person == now.host, *now.seats_of(who))

        self._audience.send_by(part, lambda watcher: self.table_frame(watcher, now), but)

    def table_frame(self, watcher: Watcher, course: Course | None = None) -> bytes:
        """The table for one watcher."""
        info = self.info(watcher.who, course)
        return frames.encode(TableFrame(info.version, info))

    def view_frame(self, game: Game, viewer: int | None) -> bytes:
        """The game for one viewer."""
        course = self._book.course
        return frames.view(course.version, game, viewer, course.names, frames.legal(game, viewer))

    async def catch_up(self, watcher: Watcher, since: int | None) -> Callable[[], None]:
        """Find what a watcher has missed. What is returned sends it: the table, then the game or what was missed."""
        course, game = self._book.course, self._book.game
        # A number that is yet to come was seen at a server that has lost it.
        seen = since if since is not None and since <= course.version else None
        missed: list[bytes] | None = None
        if seen is not None and seen >= max(course.began, course.last_undone):
            missed = await past.missed(self._book, seen, watcher.seat, lambda at: self.table_frame(watcher, at))

        def send() -> None:
            # Under the number that was seen: a later one would make what follows look old.
            watcher.send(self.table_frame(watcher, course if seen is None else course.at(seen)))
            for frame in missed or ():
                watcher.send(frame)
            if missed is None and game is not None:
                watcher.send(self.view_frame(game, watcher.seat))
            if missed is None and course.deal is not None:
                # Also when all is dealt: whoever kept the commitments can compare them.
                watcher.send(frames.deal(course.version, course))

        return send

    def seat_anew(self) -> list[Watcher]:
        """Let nobody look from a seat that is not theirs any more; whoever has just sat down looks from there."""
        course, moved = self._book.course, list[Watcher]()
        for watcher in self._audience.watchers:
            mine = course.seats_of(watcher.who)
            if watcher.seat not in mine and (watcher.seat is not None or mine):
                watcher.seat = min(mine, default=None)
                moved.append(watcher)
        return moved

    def show(self, watchers: list[Watcher]) -> None:
        """Show the whole game to those who look from another place now."""
        game = self._book.game
        if game is not None:
            for watcher in watchers:
                watcher.send(self.view_frame(game, watcher.seat))


def _seat(watcher: Watcher) -> Hashable:
    return watcher.seat
