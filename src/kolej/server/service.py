"""The service: all parts of a running server, started in order and stopped in reverse."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kolej.engine.errors import KolejError
from kolej.server.accounts.people import People
from kolej.server.bots.pool import BotPool
from kolej.server.http.board_drawings import BoardDrawings
from kolej.server.http.game_files import GameFiles, Histories
from kolej.server.limits import Limits
from kolej.server.logs import log_event, log_failure
from kolej.server.maintenance.health_checks import HealthChecks
from kolej.server.maintenance.process import disk_free_bytes, measure_lag, memory_bytes, open_files, open_files_limit
from kolej.server.maintenance.retention import Retention
from kolej.server.metrics import Metrics, timed
from kolej.server.settings import Settings
from kolej.server.tables.hub import LocalHub
from kolej.server.tables.registry import TableRegistry
from kolej.server.time import SystemTime
from kolej.server.websocket.sockets import Sockets
from kolej.store.opening import open_store
from kolej.store.protocol import Store

if TYPE_CHECKING:
    from kolej.server.cluster.cluster import Cluster
    from kolej.server.cluster.redis_connection import RedisConnection
    from kolej.server.cluster.remote_bots import RemoteBots


@dataclass(frozen=True, slots=True)
class Service:
    """The parts of a running server."""

    settings: Settings
    store: Store
    registry: TableRegistry
    people: People
    sockets: Sockets
    drawings: BoardDrawings
    game_files: GameFiles
    histories: Histories
    limits: Limits
    metrics: Metrics
    health: HealthChecks
    retention: Retention
    redis: "RedisConnection | None"


def _cluster(settings: Settings, redis: "RedisConnection | None", time: SystemTime) -> "Cluster | None":
    """The cluster that this process is part of; None with SQLite, which has one process."""
    if not settings.database:
        return None
    # Imported late: a server with SQLite needs nothing of it.
    from kolej.server.cluster.cluster import Cluster

    return Cluster(settings.database, redis, settings.node, time)


async def _load_tables(registry: TableRegistry) -> None:
    try:
        await registry.open()
    except KolejError as error:
        # The remaining tables are loaded when a client asks for them.
        log_failure("not every table was loaded", error)
    else:
        log_event("open", tables=registry.live)


async def _find_damage(store: Store) -> None:
    """Check the whole database, and log in one line what is damaged and what to do."""
    try:
        parts = await store.find_damage()
    except KolejError as error:
        log_failure("the database could not be checked", error)
        return
    if parts:
        remedy = "the rest is served; stop the server and restore a backup with `kolej restore`"
        log_event(f"the database is damaged: {'; '.join(parts)}; {remedy}", logging.ERROR)


def _add_bot_gauges(metrics: Metrics, bots: "BotPool | RemoteBots", local: BotPool) -> None:
    metrics.add_gauge("kolej_bots_thinking", "Decisions that bots have been asked for.", lambda: bots.pending)
    metrics.add_gauge("kolej_bots_waiting", "Decisions that wait for a bot process.", lambda: local.waiting)
    metrics.add_gauge("kolej_bots_oldest_seconds", "Age of the oldest unanswered decision.", lambda: bots.oldest)
    metrics.add_total(
        "kolej_bot_workers_replaced_total", "Bot processes that had to be replaced.", lambda: local.replaced
    )


def _add_process_gauges(metrics: Metrics, settings: Settings) -> None:
    metrics.add_gauge("kolej_memory_bytes", "Memory of the server's process.", memory_bytes)
    metrics.add_gauge("kolej_open_files", "Open files and connections of the server's process.", open_files)
    metrics.add_gauge("kolej_open_files_limit", "Files and connections that it may have open.", open_files_limit)
    metrics.add_gauge(
        "kolej_disk_free_bytes", "Free space on the disk of the data folder.", lambda: disk_free_bytes(settings.data)
    )


@asynccontextmanager
async def running_service(settings: Settings, store: Store | None) -> AsyncIterator[Service]:
    """Start the service and stop it at the end. A store that was passed in stays open: its owner closes it."""
    metrics = Metrics()
    async with AsyncExitStack() as stack:
        if store is None:
            store = await stack.enter_async_context(open_store(settings.database or settings.data))
        redis = None
        if settings.redis:
            # Imported only here: a server without Redis does not need its library.
            from kolej.server.cluster.redis_connection import RedisConnection

            redis = await stack.enter_async_context(RedisConnection(settings.redis, metrics))
        yield await stack.enter_async_context(_running_parts(settings, store, redis, metrics))


@asynccontextmanager
async def _running_parts(
    settings: Settings, store: Store, redis: "RedisConnection | None", metrics: Metrics
) -> AsyncIterator[Service]:
    time = SystemTime()
    # Without any of its own that run all the time, the server starts some only when no worker answers.
    bot_pool = BotPool(max(1, settings.workers))
    remote_bots, shared_limits = None, None
    if redis is not None:
        from kolej.server.cluster.remote_bots import RemoteBots
        from kolej.server.cluster.shared_limits import SharedLimits

        remote_bots, shared_limits = RemoteBots(redis, bot_pool, metrics), SharedLimits(redis)
    limits = Limits(settings, shared=shared_limits)
    cluster = _cluster(settings, redis, time)
    hub = LocalHub() if cluster is None else cluster.hub
    bots = remote_bots or bot_pool
    registry = TableRegistry(timed(store, metrics, time), bots, time, hub)
    people = People(store, limits, time)
    announce_revoked = (lambda revocation: None) if cluster is None else cluster.hub.announce_revoked
    sockets = Sockets(settings, registry, people, limits, metrics, time, announce_revoked)
    drawings = BoardDrawings(settings.data / "drawings")
    metrics.add_gauge("kolej_sockets", "Open sockets.", lambda: len(sockets))
    metrics.add_gauge("kolej_tables_live", "Tables in memory.", lambda: registry.live)
    metrics.add_total("kolej_moves_total", "Moves since the start.", lambda: registry.moves)
    _add_bot_gauges(metrics, bots, bot_pool)
    _add_process_gauges(metrics, settings)
    health = HealthChecks(store, settings.data, time)
    retention = Retention(store, registry, time, settings.unused_days, lambda: cluster is None or cluster.maintains())
    if cluster is not None:
        cluster.connect(registry.open, registry.table, sockets.dismiss_revoked, sockets.tokens, retention.wake)
        cluster.add_metrics(metrics)
        metrics.add_total(
            "kolej_appends_followed_total", "Appends of other processes followed.", lambda: registry.followed
        )
    async with cluster or nullcontext():
        if settings.workers:
            await bot_pool.start()
        if remote_bots is not None and shared_limits is not None:
            await asyncio.gather(remote_bots.start(), shared_limits.start())
        # Requests are served meanwhile: a table that a client asks for is loaded first.
        work = [_load_tables(registry), retention.run(), measure_lag(metrics.loop_lag)]
        if cluster is None or cluster.maintains():
            work.append(_find_damage(store))
        background = [asyncio.create_task(each) for each in work]
        try:
            yield Service(
                settings,
                store,
                registry,
                people,
                sockets,
                drawings,
                GameFiles(limits),
                Histories(limits),
                limits,
                metrics,
                health,
                retention,
                redis,
            )
        finally:
            for task in background:
                task.cancel()
            await asyncio.wait(background)
            await sockets.close(settings.grace)
            await registry.close()
            await drawings.close()
            if remote_bots is not None and shared_limits is not None:
                await asyncio.gather(remote_bots.close(), shared_limits.close())
            await bot_pool.close()
            people.close()
            log_event("closed", moves=registry.moves)
