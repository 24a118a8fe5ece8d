"""Opening tables. Each has a code that it is known by before it is there, so that nobody opens the same one twice."""

import secrets

import msgspec

from kolej.server.accounts.identity import Who
from kolej.server.errors import Refusal
from kolej.server.tables.context import House
from kolej.server.tables.log.entries import Body, Bot, Opened, Sat, new_entry
from kolej.server.tables.log.store_errors import storing
from kolej.server.tables.log.table_state import Course, Summary, listing, opened
from kolej.server.tables.setup.seats import Seat
from kolej.server.tables.setup.settings import checked_bots, checked_people, settled
from kolej.server.wire import NewTable
from kolej.store.errors import Repeated, Stale, Taken

LETTERS = "BCDFGHJKLMNPRSTVWXZ"
"""No vowels, so that no code is a word, and no letter that looks like another or like a digit."""
ATTEMPTS = 8


def new_code() -> str:
    """Six letters that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(6))


async def open_table(house: House, who: Who, new: NewTable) -> str:
    """Open a table; returns its code. The same person's same command opens one table, whatever happens in between."""
    settings, people, bots = settled(new), checked_people(new), checked_bots(new.bots, new.seats)
    bodies: list[Body] = [Opened(settings, who.person)]
    for seat in range(new.seats):
        if seat in people:
            bodies.append(Sat(seat, who.person, people[seat]))
        elif seat in bots:
            bodies.append(Bot(seat, bots[seat]))
    command = f"{who.person}:{new.id}"
    return await _establish(house, None, f"table of {command}", command, bodies)


async def open_rematch(house: House, table: int, course: Course, who: Who, first: int) -> str:
    """A table like another, for the same people; there is one rematch of a table."""
    settings = msgspec.structs.replace(course.settings, first=first)
    bodies: list[Body] = [Opened(settings, who.person, course.code)]
    for n, seat in enumerate(course.seats):
        if seat.person is not None:
            bodies.append(Sat(n, seat.person, seat.name))
        elif seat.level is not None:
            bodies.append(Bot(n, seat.level))
    return await _establish(house, table, "rematch", f"rematch of {course.code}", bodies)


async def _establish(house: House, table: int | None, secret: str, command: str, bodies: list[Body]) -> str:
    """See to it that there is a table that begins with these entries.

    First the code is kept under a name that belongs to the command, then the table is made, then its log begun. After
    a crash anywhere in between, the same command goes on from there.
    """
    store = house.store
    for attempt in range(ATTEMPTS):
        with storing():
            kept = await store.keep_secret(table, f"{secret} {attempt}", new_code().encode())
            code = kept.decode()
            try:
                listed = await store.create_table(code, _summary(bodies[0], command), house.time.now_ms())
            except Taken:
                found = await store.table_by_code(code)
                if found is None or _made_by(found.settings) != command:
                    continue
                listed = found
        if listed.last == 0:
            await _begin(house, listed.id, listed.code, listed.created, command, bodies)
        return code
    raise Refusal("busy", "no code could be found for the table; try again in a moment")


async def _begin(house: House, table: int, code: str, created: int, command: str, bodies: list[Body]) -> None:
    course = opened(code, created, command, bodies[0])
    for body in bodies[1:]:
        course.take(body)
    at = house.time.now_ms()
    entries = [new_entry(body, at, command if n == 0 else None) for n, body in enumerate(bodies)]
    try:
        with storing():
            await house.store.append(table, 0, entries, listing(None, course))
    except (Repeated, Stale):
        # Another copy of the same command was quicker.
        pass


def _summary(body: Body, command: str) -> str:
    assert isinstance(body, Opened)
    seats = (Seat(),) * body.settings.seats
    return msgspec.json.encode(Summary(body.settings, body.host, seats, command)).decode()


def _made_by(settings: str) -> str:
    return msgspec.json.decode(settings, type=Summary).made_by
