"""What happens around a game: seats, settings, the start, the rematch. Each under the table's lock."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from kolej.server.accounts.identity import Who
from kolej.server.errors import Refusal
from kolej.server.tables import resettling
from kolej.server.tables.actions import fair_deal as deal
from kolej.server.tables.log.entries import Body, Rematch
from kolej.server.tables.log.journal import Page
from kolej.server.tables.log.table_state import Course
from kolej.server.tables.setup import create as opening
from kolej.server.tables.setup import seats as seating
from kolej.server.wire import Change, NewSettings

if TYPE_CHECKING:
    from kolej.server.tables.table import Table

Decision = Callable[[Course, Who, Any], list[Body]]
Work = Callable[["Table", Who, Any, str], Awaitable[int]]


def _decided(decision: Decision) -> Work:
    async def work(table: "Table", who: Who, change: Change | NewSettings, key: str) -> int:
        return await table.write(Page(decision(table.course, who, change), key))

    return work


async def start(table: "Table", who: Who, change: Change, key: str) -> int:
    """Begin the fair deal, and the game with it unless somebody's commitment is to be waited for."""
    course = table.course
    seating.host_only(course, who, "start the game")
    seating.gathering_only(course)
    free = [n for n, seat in enumerate(course.seats) if seat.free]
    if free:
        raise Refusal("not-allowed", f"seats {', '.join(map(str, free))} are free; fill them, or put bots there")
    seed = table.book.seed = await table.book.kept_seed()
    begins = deal.dealing(course, seed, waited_for(table))
    if begins.waits_for:
        return await table.write(Page([begins], key))
    after = course.copy()
    after.take(begins)
    assert after.deal is not None
    fixed = deal.fixed(after.deal, seed)
    after.take(fixed)
    dealt = deal.begun(after, seed, {})
    return await table.write(Page([begins, fixed, *dealt.bodies], key, game=dealt.game))


def waited_for(table: "Table") -> list[int]:
    """The seats that may bring a seed of their own: people who are there, and have a screen to themselves."""
    course = table.course
    holders = [seat.person for seat in course.seats]
    return [
        n
        for n, person in enumerate(holders)
        if person is not None and holders.count(person) == 1 and table.audience.there(person)
    ]


async def rematch(table: "Table", who: Who, change: Change, key: str) -> int:
    """Another table for the same people, with another seat to begin. Whoever asks later gets the same one."""
    course = table.course
    if not course.seats_of(who) and who.person != course.host:
        raise Refusal("not-allowed", "only those who played may ask for a rematch")
    if course.stage != "over":
        raise Refusal("not-over", "the game is not over yet")
    if course.next is not None:
        return course.version
    game = table.book.game
    assert game is not None
    first = (game.view().status.first + 1) % course.settings.seats
    code = await opening.open_rematch(table.house, table.book.id, course, who, first)
    return await table.write(Page([Rematch(code)], key))


CHANGES: dict[str, Work] = {
    "join": _decided(seating.join),
    "leave": _decided(seating.leave),
    "bot": _decided(seating.bot),
    "empty": _decided(seating.empty),
    "settings": _decided(resettling.resettle),
    "start": start,
    "rematch": rematch,
}
