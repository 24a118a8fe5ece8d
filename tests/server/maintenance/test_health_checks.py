"""Health checks: each names what fails, and they have little to do however often they are asked for."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import apsw
import pytest

from kolej.server.maintenance import health_checks
from kolej.server.maintenance.health_checks import CACHE_SECONDS, HealthChecks
from kolej.store.sqlite import SqliteStore
from tests.store.disk import Disk
from tests.support.fake_server import ManualTime

Work = Callable[[HealthChecks, SqliteStore, Disk, ManualTime], Awaitable[None]]


def checked(folder: Path, work: Work) -> None:
    async def run() -> None:
        disk, time = Disk(), ManualTime()
        async with SqliteStore.open(folder, vfs=disk.name) as store:
            await work(HealthChecks(store, folder, time), store, disk, time)

    asyncio.run(run())


def full(operation: str, _file: str) -> int | None:
    return apsw.SQLITE_FULL if operation == "write" else None


def test_a_full_disk_is_noticed_and_so_is_its_end(tmp_path: Path) -> None:
    async def work(checks: HealthChecks, store: SqliteStore, disk: Disk, time: ManualTime) -> None:
        assert await checks.failed() == []
        disk.refuse = full
        time.advance(CACHE_SECONDS)
        assert await checks.failed() == ["write"]
        disk.refuse = None
        time.advance(CACHE_SECONDS)
        assert await checks.failed() == []

    checked(tmp_path, work)


def test_a_result_holds_for_a_moment(tmp_path: Path) -> None:
    async def work(checks: HealthChecks, store: SqliteStore, disk: Disk, time: ManualTime) -> None:
        await checks.failed()
        written = store.stats.written
        for _ in range(20):
            assert await checks.failed() == []
        assert store.stats.written == written
        time.advance(CACHE_SECONDS)
        await asyncio.gather(*(checks.failed() for _ in range(20)))
        assert store.stats.written == written + 1

    checked(tmp_path, work)


def test_little_room_counts_as_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(checks: HealthChecks, store: SqliteStore, disk: Disk, time: ManualTime) -> None:
        assert await checks.failed() == ["disk"]

    # No disk has as much.
    monkeypatch.setattr(health_checks, "MIN_FREE_BYTES", 2**80)
    checked(tmp_path, work)


def test_damage_is_noticed(tmp_path: Path) -> None:
    async def work(checks: HealthChecks, store: SqliteStore, disk: Disk, time: ManualTime) -> None:
        store.damage = "people: Tree 9 page 4"
        assert await checks.failed() == ["database"]

    checked(tmp_path, work)


def test_a_write_that_takes_too_long_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health_checks, "TIMEOUT", 0.01)

    async def hangs(at: int) -> None:
        await asyncio.sleep(60)

    async def work(checks: HealthChecks, store: SqliteStore, disk: Disk, time: ManualTime) -> None:
        monkeypatch.setattr(store, "check_write", hangs)
        async with asyncio.timeout(5):
            assert await checks.failed() == ["write"]

    checked(tmp_path, work)
