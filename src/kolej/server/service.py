"""The parts of a running server, made in order and let go in the opposite one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from kolej.engine.errors import KolejError
from kolej.server.accounts.people import People
from kolej.server.bots.pool import Thinkers
from kolej.server.http.board_drawings import Drawings
from kolej.server.limits import Limits
from kolej.server.logs import tell, tell_failure
from kolej.server.metrics import Metrics, timed
from kolej.server.settings import Settings
from kolej.server.tables.registry import Hall
from kolej.server.time import SystemTime
from kolej.server.websocket.sockets import Sockets
from kolej.store.protocol import Store
from kolej.store.sqlite import SqliteStore


@dataclass(frozen=True, slots=True)
class Service:
    """The parts of a running server."""

    settings: Settings
    store: Store
    hall: Hall
    people: People
    sockets: Sockets
    drawings: Drawings
    limits: Limits
    metrics: Metrics


async def _open(hall: Hall) -> None:
    try:
        await hall.open()
    except KolejError as error:
        # Tables that were not reached are taken up when somebody asks for them.
        tell_failure("not every table was taken up", error)
    else:
        tell("open", tables=hall.live)


@asynccontextmanager
async def opened(settings: Settings, store: Store | None) -> AsyncIterator[Service]:
    """A server from its first breath to its last. A store that was given stays open: whoever opened it closes it."""
    if store is None:
        async with SqliteStore.open(settings.data) as own, opened(settings, own) as service:
            yield service
        return
    time = SystemTime()
    metrics = Metrics()
    limits = Limits(settings)
    thinkers = Thinkers(settings.workers)
    hall = Hall(timed(store, metrics, time), thinkers, time)
    people = People(store, limits, time)
    sockets = Sockets(settings, hall, people, limits, metrics, time)
    drawings = Drawings(settings.data / "drawings")
    metrics.watch("kolej_sockets", "Sockets that are open.", lambda: len(sockets))
    metrics.watch("kolej_tables_live", "Tables in memory.", lambda: hall.live)
    metrics.watch("kolej_moves", "Moves since the start.", lambda: hall.moves)
    metrics.watch("kolej_bots_thinking", "Decisions that bots think about.", lambda: thinkers.thinking)
    metrics.watch("kolej_bot_workers_replaced", "Bot processes that were lost.", lambda: thinkers.replaced)
    await thinkers.start()
    # Whoever comes early is served at once: a table that is asked for is taken up before its turn.
    opening = asyncio.create_task(_open(hall))
    try:
        yield Service(settings, store, hall, people, sockets, drawings, limits, metrics)
    finally:
        opening.cancel()
        await asyncio.wait([opening])
        await sockets.close(settings.grace)
        await hall.close()
        await drawings.close()
        await thinkers.close()
        people.close()
        tell("closed", moves=hall.moves)
