"""Creation of tables and rematches, once for each command however often it is sent."""

import secrets

import msgspec

from kolej.server.accounts.identity import Identity
from kolej.server.accounts.names import check_own_name
from kolej.server.errors import Refusal
from kolej.server.tables.context import TableContext
from kolej.server.tables.log.entries import Body, BotSeated, SeatTaken, TableOpened, new_entry
from kolej.server.tables.log.listing import Summary, listing, read_summary, summary_text
from kolej.server.tables.log.seat import Seat
from kolej.server.tables.log.store_errors import storing
from kolej.server.tables.log.table_state import TableState, opened
from kolej.server.tables.setup.bot_names import names_of_bots
from kolej.server.tables.setup.settings import checked_bots, checked_people, settings_of
from kolej.server.tables.setup.shapes import checked_shapes
from kolej.server.wire.tables import NewTable
from kolej.shapes import Shape
from kolej.store.errors import Repeated, Stale, Taken
from kolej.store.models import Table

LETTERS = "BCDFGHJKLMNPRSTVWXZ"
"""No vowels, so that no code is a word, and no letter that shapes like another one or like a digit."""
ATTEMPTS = 8
"""Codes that are tried before a request is refused."""


LISTED_LENGTH = 6
"""The letters of a code that everybody may see in the list of tables."""
PRIVATE_LENGTH = 10
"""The letters of a code that is the only key to its table: too many to be found by trying."""


def new_code(listed: bool) -> str:
    """The code of a new table: short if the table is listed, and otherwise so long that nobody finds it by trying."""
    return "".join(secrets.choice(LETTERS) for _ in range(LISTED_LENGTH if listed else PRIVATE_LENGTH))


async def create_table(context: TableContext, identity: Identity, new: NewTable) -> str:
    """Create a table and return its code. The same command of a person creates one table, whatever happens."""
    settings, people, bots = settings_of(new), checked_people(new), checked_bots(new.bots, new.settings.seats)
    shapes = _chosen_shapes(new, {*people, *bots})
    if len(people) + len(bots) < settings.seats:
        # Where nobody else can sit down, people who share a screen may go by any name.
        for name in people.values():
            with storing():
                await check_own_name(context.store, identity, name)
    names = names_of_bots(bots, list(people.values()), new.id)
    bodies: list[Body] = [TableOpened(settings, identity.person)]
    for seat in range(settings.seats):
        if seat in people:
            bodies.append(SeatTaken(seat, identity.person, people[seat], shapes.get(seat)))
        elif seat in bots:
            bodies.append(BotSeated(seat, bots[seat], shapes.get(seat), names.get(seat)))
    key = f"{identity.person}:{new.id}"
    return await _create(context, None, f"table of {key}", key, bodies)


def _chosen_shapes(new: NewTable, taken: set[int]) -> dict[int, Shape]:
    """The shapes of a new table by seat. A free seat has none: the person who takes it chooses."""
    shapes = checked_shapes(new.shapes, new.settings.seats)
    for seat in shapes:
        if seat not in taken:
            raise Refusal("bad-command", f"seat {seat} is free; the person who takes it chooses its shape")
    return shapes


async def create_rematch(context: TableContext, table: int, state: TableState, identity: Identity, first: int) -> str:
    """Create the rematch of a table, with the same settings and people, and return its code."""
    settings = msgspec.structs.replace(state.settings, first=first)
    bodies: list[Body] = [TableOpened(settings, identity.person, state.code)]
    for n, seat in enumerate(state.seats):
        if seat.person is not None:
            bodies.append(SeatTaken(n, seat.person, seat.name, seat.shape))
        elif seat.level is not None:
            bodies.append(BotSeated(n, seat.level, seat.shape, seat.name))
    return await _create(context, table, "rematch", f"rematch of {state.code}", bodies)


async def _create(context: TableContext, table: int | None, secret: str, key: str, bodies: list[Body]) -> str:
    """Make sure that there is a table whose log starts with these entries.

    First the code is kept as a secret whose name belongs to the command, then the table is created, then its log
    started. After a crash at any point, the same command goes on from there.
    """
    store, first = context.store, bodies[0]
    assert isinstance(first, TableOpened)
    for attempt in range(ATTEMPTS):
        with storing():
            kept = await store.keep_secret(table, f"{secret} {attempt}", new_code(first.settings.open).encode())
            code = kept.decode()
            try:
                created = await store.create_table(code, _summary(first, key), context.time.now_ms())
            except Taken:
                found = await store.table_by_code(code)
                if found is None or read_summary(found.settings).opened_by != key:
                    continue
                created = found
        if created.last == 0:
            await _start_log(context, created, key, bodies)
        return code
    raise Refusal("busy", "no code could be found for the table; try again in a moment")


async def _start_log(context: TableContext, table: Table, key: str, bodies: list[Body]) -> None:
    state = opened(table.code, table.created, key, bodies[0])
    for body in bodies[1:]:
        state.apply(body)
    at = context.time.now_ms()
    entries = [new_entry(body, at, key if n == 0 else None) for n, body in enumerate(bodies)]
    try:
        with storing():
            await context.store.append(table.id, 0, entries, listing(None, state))
    except (Repeated, Stale):
        # Another copy of the same command was quicker.
        pass


def _summary(first: TableOpened, key: str) -> str:
    return summary_text(Summary(first.settings, first.host, (Seat(),) * first.settings.seats, key))
