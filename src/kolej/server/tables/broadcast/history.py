"""What has happened at a table, told again: to those who missed something, to those who step back, and as a file."""

import asyncio
from collections.abc import Callable

import msgspec

from kolej import editions
from kolej.engine.chance.fair.protocol import Seeds
from kolej.engine.game import Game
from kolej.engine.record.game_file import Header
from kolej.engine.record.recorded_game import Recorded
from kolej.server.errors import Refusal
from kolej.server.tables.actions import fair_deal as deal
from kolej.server.tables.actions.moves import move_of, notation_of
from kolej.server.tables.broadcast import frames
from kolej.server.tables.log.entries import (
    Asked,
    Began,
    Body,
    Committed,
    Dealing,
    Dealt,
    Fixed,
    Lapsed,
    Moved,
    Said,
    Seeded,
    Undone,
    body_of,
)
from kolej.server.tables.log.journal import Book
from kolej.server.tables.log.redacted_events import Told
from kolej.server.tables.log.replay import Retold, Unreadable, replayed
from kolej.server.tables.log.table_state import Course
from kolej.server.wire import History
from kolej.store.protocol import Entry

BREATH = 64
"""So many entries are told at a stretch before others get their turn."""


async def missed(book: Book, since: int, viewer: int | None, table_frame: Callable[[Course], bytes]) -> list[bytes]:
    """A frame for every entry behind a version, in which nothing began and nothing was undone."""
    course, game = book.course, book.game
    # Somebody else may have written on: what this book does not know yet, nobody here is told yet.
    entries = (await book.entries(since))[: course.version - since]
    last = max((entry.number for entry in entries if entry.kind == "moved"), default=0)
    told: list[bytes] = []
    for entry in entries:
        body = body_of(entry)
        if isinstance(body, Moved):
            assert game is not None
            now = entry.number == last
            may = frames.legal(game, viewer) if now else frames.NULL
            ended = frames.result(game) if now else frames.NULL
            told.append(frames.events(entry.number, body, Told.read(body.events), viewer, may, ended))
        elif isinstance(body, Said):
            told.append(frames.chat(entry.number, entry.at, body))
        elif isinstance(body, Dealing | Committed | Fixed | Seeded | Dealt):
            told.append(frames.deal(entry.number, course))
        elif isinstance(body, Asked | Lapsed):
            told.append(frames.undo(entry.number, body if isinstance(body, Asked) else None))
        else:
            told.append(table_frame(course.at(entry.number)))
    return told


async def history(book: Book, viewer: int | None) -> bytes:
    """The game so far as one viewer may know it: the first view, then events, and views after an undo."""
    entries = await book.entries()
    course = book.course
    told: list[msgspec.Raw] = []
    stepping = _Stepping(course, any(entry.kind == "undone" for entry in entries))
    for count, entry in enumerate(entries[: course.version], start=1):
        body = body_of(entry)
        game = stepping.step(entry.number, body)
        if isinstance(body, Moved):
            ended = frames.result(book.game) if book.game is not None and _ends(entries, count) else frames.NULL
            shown = Told.read(body.events)
            told.append(msgspec.Raw(frames.events(entry.number, body, shown, viewer, frames.NULL, ended)))
        elif isinstance(body, Said):
            told.append(msgspec.Raw(frames.chat(entry.number, entry.at, body)))
        elif game is not None:
            told.append(msgspec.Raw(frames.view(entry.number, game, viewer, course.names, frames.NULL)))
        if count % BREATH == 0:
            await asyncio.sleep(0)
    return frames.encode(History(course.version, course.names, course.settings.seats, told))


def _ends(entries: list[Entry], count: int) -> bool:
    return count < len(entries) and entries[count].kind == "ended"


class _Stepping:
    """The game at the moments at which a whole view is due: when it began, and after each undo."""

    def __init__(self, course: Course, anything_undone: bool) -> None:
        self._course = course
        self._keeps = anything_undone
        self._games: list[tuple[int, Game]] = []

    def step(self, number: int, body: Body) -> Game | None:
        """Go on by one entry; returns the game where a view is due."""
        if isinstance(body, Began):
            assert self._course.deal is not None
            game = replayed(self._course.deal.terms, body, [], body.hash)
            self._games = [(number, game)]
            return game
        if isinstance(body, Moved) and self._keeps:
            # A copy for every moment costs little, and however often something was undone, nothing is played twice.
            edition = self._course.settings.edition
            after = self._games[-1][1].copy()
            after.dealer = Retold(notation_of(edition), body.outcomes)
            after.apply(body.seat, move_of(edition, body.move))
            self._games.append((number, after))
        if isinstance(body, Undone):
            while self._games[-1][0] >= body.entry:
                self._games.pop()
            return self._games[-1][1]
        return None


async def file(book: Book) -> str:
    """The game file with every seed, for anybody to verify. There is none before the end: it has every card in it."""
    course = book.course
    if course.stage != "over" or course.deal is None:
        raise Refusal("not-over", "the game file has all that is hidden in it; it is there when the game is over")
    numbered = await book.numbered()
    dealer = deal.dealer_of(course.deal, await book.kept_seed(), await book.own_seeds(), course.epoch)
    # Every step is made and hashed again, which would keep everybody waiting.
    return await asyncio.to_thread(_text, course, numbered, dealer.opened())


def _text(course: Course, numbered: list[tuple[int, Body]], seeds: Seeds) -> str:
    assert course.deal is not None
    terms, notation = course.deal.terms, notation_of(course.settings.edition)
    commitments = deal.commitments_of(course.deal)
    header = Header(terms.edition, terms.rules, terms.board, terms.seats, terms.first, course.players, commitments)
    recorded = Recorded(editions.load(terms.edition), header)
    before: dict[int, int] = {}
    for number, body in numbered:
        before[number] = len(recorded.steps)
        if isinstance(body, Moved):
            recorded.apply(body.seat, move_of(terms.edition, body.move))
        if isinstance(body, Moved | Began):
            for outcome in body.outcomes:
                recorded.resolve(notation.read_outcome(recorded.game.view().status.owes, outcome))
        if isinstance(body, Undone):
            recorded.undo(before[body.entry])
        if isinstance(body, Moved | Began | Undone) and recorded.game.checksum() != body.hash:
            raise Unreadable("the rules lead elsewhere now than when it was played")
    recorded.seeds = seeds
    return recorded.text()
