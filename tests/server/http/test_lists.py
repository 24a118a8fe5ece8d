"""Lists of tables: for each network they have a share of the time, and others get their turn between pieces."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.requests import Request

from kolej.server.accounts.identity import Identity
from kolej.server.accounts.people import People
from kolej.server.errors import Refusal
from kolej.server.http.tables import TablesQuery, list_tables
from kolej.server.limits import LIST_BURST, LIST_SHARE, Limits
from kolej.server.settings import Settings
from kolej.server.tables.registry import TableRegistry
from kolej.server.time import SystemTime
from kolej.store.models import Table
from tests.server.limits.clients import Clock
from tests.support.fake_server import FakeServer
from tests.support.turns import counted_by_turn, others_turns

TABLES = 40


def test_lists_of_one_network_have_a_share_of_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, describe = Clock(), TableRegistry._info

    def slow(registry: TableRegistry, found: Table, identity: Identity | None) -> Any:
        clock.now += 2 * LIST_BURST / TABLES
        return describe(registry, found, identity)

    async def test() -> None:
        async with FakeServer(tmp_path / "data") as server:
            limits = Limits(Settings(), clock)
            people = People(server.store, limits, SystemTime())
            ada, token = await people.new_guest("10.0.0.1")
            for _ in range(TABLES):
                await server.table(Identity(ada.id, "Ada"))
            service = SimpleNamespace(registry=server.registry, limits=limits, people=people)

            async def listed(address: str) -> int | str:
                scope: dict[str, Any] = {
                    "type": "http",
                    "app": SimpleNamespace(state=SimpleNamespace(service=service)),
                    "client": (address, 1),
                    "headers": [(b"authorization", f"Bearer {token}".encode())],
                }
                try:
                    return len(await list_tables(cast(Request, Request(scope)), TablesQuery(mine=True, limit=100)))
                except Refusal as refusal:
                    return refusal.code

            with others_turns() as turns:
                described = counted_by_turn(monkeypatch, TableRegistry, "_info", turns)
                assert await listed("10.0.0.1") == TABLES
            assert described.total() == TABLES and max(described.values()) <= 16
            assert await listed("10.0.0.1") == "too-fast"
            assert await listed("10.0.0.2") == TABLES
            clock.now += 2 * LIST_BURST / LIST_SHARE
            assert await listed("10.0.0.1") == TABLES
            people.close()

    monkeypatch.setattr(TableRegistry, "_info", slow)
    asyncio.run(test())
