"""What a socket may ask for: moves, undo, words, seeds, and questions that change nothing.

Each act is carried out under the table's lock, and returns the version that it led to.
"""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec

from kolej.engine.chance.fair.protocol import FairError, Seed
from kolej.engine.game import Game
from kolej.server import wire
from kolej.server.accounts.identity import Who
from kolej.server.errors import Refusal
from kolej.server.tables.actions import fair_deal as deal
from kolej.server.tables.actions import questions, undo
from kolej.server.tables.actions.moves import Made, lawful, make, must_be_whole, read_move
from kolej.server.tables.broadcast import frames
from kolej.server.tables.log.entries import PERSON, Asked, Back, Body, Committed, Ended, Lapsed, Said, Seeded, Undone
from kolej.server.tables.log.journal import Page
from kolej.server.tables.log.replay import line_of, replayed
from kolej.server.tables.log.store_errors import storing
from kolej.server.tables.setup.seats import own_seat
from kolej.server.tables.setup.settings import checked_words
from kolej.server.tables.watcher import Watcher

if TYPE_CHECKING:
    from kolej.server.tables.table import Table


def known(watcher: Watcher) -> Who:
    """Whoever asks, if the server knows them."""
    if watcher.who is None:
        raise Refusal("not-allowed", "strangers may only watch; load the page to be known")
    return watcher.who


async def act(table: "Table", watcher: Watcher, act: wire.Act, key: str) -> int:
    """Make a move."""
    course = table.course
    mine = own_seat(course, watcher.who, act.seat)
    game = table.playing()
    if act.version > course.version:
        raise Refusal("bad-command", f"version {act.version} is yet to come; the last one is {course.version}")
    if act.version < course.changed[act.seat]:
        raise Refusal("stale", "something has happened that you had not seen; look again and decide anew")
    if act.seat not in game.to_act():
        raise Refusal("not-your-turn", _whose_turn(table, game))
    said = read_move(game, act.move)
    made = lawful(lambda: make(game, act.seat, said, PERSON, table.turns.spent(act.seat)))
    must_be_whole(made.move)
    # Whoever moves is back, also from the clock.
    back: list[Body] = [Back(act.seat)] if mine.away else []
    return await table.write(page_of(made, key, back))


def page_of(made: Made, command: str, before: list[Body]) -> Page:
    """A move as it is written, with the end of the game if it ends it."""
    after: list[Body] = []
    if made.game.over:
        standings = made.game.standings()
        after = [Ended(tuple(standings.totals), tuple(standings.ranks))]
    return Page([*before, made.moved, *after], command, len(before), made.game, made.told)


def _whose_turn(table: "Table", game: Game) -> str:
    names = [table.course.seats[seat].name for seat in game.to_act()]
    return f"it is not your turn, but that of {' and '.join(names)}"


async def take_back(table: "Table", watcher: Watcher, command: wire.Undo, key: str) -> int:
    """Take the last decision of a seat back, or ask the others whether one may."""
    course = table.course
    own_seat(course, watcher.who, command.seat)
    undo.allowed(course)
    table.playing()
    if table.asked is not None:
        raise Refusal("no-undo", f"{course.seats[table.asked.seat].name} has asked for an undo already; answer first")
    line = line_of(await table.book.numbered())
    entry = undo.last_decision(line, command.seat)
    needed = undo.needed(course, command.seat) if undo.seen_since(line, entry) else []
    return await _asked(table, Asked(command.seat, entry, tuple(needed)), key)


async def agree(table: "Table", watcher: Watcher, command: wire.Agree, key: str) -> int:
    """Agree to an undo, or refuse it. Whoever asked for it withdraws it by refusing."""
    own_seat(table.course, watcher.who, command.seat)
    asked = table.asked
    if asked is None:
        raise Refusal("no-undo", "nobody asks for an undo")
    if command.seat != asked.seat and command.seat not in asked.needed:
        raise Refusal("no-undo", f"seat {command.seat} is not asked")
    if not command.agree:
        return await table.write(Page([Lapsed(command.seat)], key))
    if command.seat == asked.seat or command.seat in asked.agreed:
        return table.course.version
    agreed = tuple(sorted([*asked.agreed, command.seat]))
    return await _asked(table, msgspec.structs.replace(asked, agreed=agreed), key)


async def _asked(table: "Table", asked: Asked, key: str) -> int:
    if undo.granted(asked):
        return await _undo(table, asked, key)
    return await table.write(Page([asked], key))


async def _undo(table: "Table", asked: Asked, key: str) -> int:
    course, game = table.course, table.playing()
    line = line_of(await table.book.numbered())
    anew = undo.chance_since(line, asked.entry)
    line.back_to(asked.entry)
    assert course.deal is not None and line.began is not None
    before = replayed(course.deal.terms, line.began, [moved for _, moved in line.moves])
    epoch = course.epoch + anew
    before.dealer = await table.book.dealer(epoch) if anew else game.dealer
    undone = Undone(asked.seat, asked.entry, epoch, asked.agreed, before.checksum())
    return await table.write(Page([undone], key, game=before))


async def chat(table: "Table", watcher: Watcher, command: wire.Chat, key: str) -> int:
    """Say something to everyone."""
    who = known(watcher)
    words = checked_words(command.text)
    mine = table.course.seats_of(who)
    seat = watcher.seat if watcher.seat in mine else min(mine, default=None)
    name = who.name if seat is None else table.course.seats[seat].name
    return await table.write(Page([Said(seat, name, words)], key))


async def commit(table: "Table", watcher: Watcher, command: wire.Commit, key: str) -> int:
    """Promise a seed for the deal."""
    own_seat(table.course, watcher.who, command.seat)
    now = table.course.deal
    if now is None or table.course.stage == "gathering":
        raise Refusal("not-started", "there is no deal yet; wait for the server's commitment")
    if now.fixed:
        raise Refusal("started", f"seat {command.seat} commits too late: the commitments are fixed")
    if now.promised[command.seat] is not None:
        raise Refusal("taken", f"seat {command.seat} has committed already; a commitment can't be changed")
    return await table.write(Page([Committed(command.seat, command.hash)], key))


async def open_seed(table: "Table", watcher: Watcher, command: wire.Open, key: str) -> int:
    """Open the seed that was promised."""
    own_seat(table.course, watcher.who, command.seat)
    now, book = table.course.deal, table.book
    if now is None or not now.fixed:
        raise Refusal("not-started", f"seat {command.seat} opens too early: the commitments are not fixed yet")
    if command.seat not in now.waits_for:
        raise Refusal("started", f"no seed of seat {command.seat} is waited for")
    assert book.seed is not None
    try:
        seed = Seed.read(command.seed)
        deal.fair_table(now, book.seed, await book.own_seeds()).open(command.seat, seed)
    except FairError as error:
        with storing():
            await deal.note_unfit(table.house.store, book.id, command.seat)
        raise Refusal("bad-command", str(error)) from error
    with storing():
        await table.house.store.keep_secret(book.id, deal.seed_of(command.seat), seed.raw)
    return await table.write(Page([Seeded(command.seat)], key))


async def look(table: "Table", watcher: Watcher, command: wire.Look) -> bytes:
    """See the table from another of one's own seats."""
    async with table.lock:
        own_seat(table.course, watcher.who, command.seat)
        watcher.seat = command.seat
        if table.book.game is not None:
            watcher.send(table.teller.view_frame(table.book.game, command.seat))
        return frames.ok(command.id, table.course.version)


async def ping(table: "Table", watcher: Watcher, command: wire.Ping) -> bytes:
    """Say that the server is there."""
    return frames.ok(command.id, table.course.version)


async def ask(table: "Table", watcher: Watcher, command: wire.Why | wire.Picks | wire.Reach | wire.Odds) -> bytes:
    """Answer a question about one's own seat."""
    own_seat(table.course, watcher.who, command.seat)
    game, seat = table.playing(), command.seat
    answer: wire.WhyAnswer | wire.PicksAnswer | wire.ReachAnswer | wire.OddsAnswer
    match command:
        case wire.Why():
            answer = questions.why(game, seat, command.route, command.city)
        case wire.Picks():
            answer = questions.picks(game, seat, command.route, command.cards)
        case wire.Reach():
            answer = questions.reach(game, seat)
        case wire.Odds():
            if not table.course.settings.hints:
                raise Refusal("no-hints", "this table is played without hints")
            answer = questions.odds(game, seat, command.route, command.cards)
    return frames.encode(wire.Answer(command.id, answer))


ACTS: dict[type[Any], Callable[["Table", Watcher, Any, str], Awaitable[int]]] = {
    wire.Act: act,
    wire.Undo: take_back,
    wire.Agree: agree,
    wire.Chat: chat,
    wire.Commit: commit,
    wire.Open: open_seed,
}
QUESTIONS: dict[type[Any], Callable[["Table", Watcher, Any], Awaitable[bytes]]] = {
    wire.Look: look,
    wire.Ping: ping,
    wire.Why: ask,
    wire.Picks: ask,
    wire.Reach: ask,
    wire.Odds: ask,
}
