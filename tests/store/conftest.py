"""Fixtures for tests of stores: tests may be coroutines, and their store is opened and closed around them."""

import asyncio
import inspect
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from kolej.store.postgres import PostgresStore
from kolej.store.protocol import Store
from kolej.store.sqlite import SqliteStore
from tests.support import postgres_server


def open_postgres(folder: Path) -> PostgresStore:
    """A store in a new database; skips the test where there is no PostgreSQL."""
    if postgres_server.programs() is None:
        pytest.skip(postgres_server.MISSING)
    return PostgresStore(postgres_server.shared_postgres().new_database())


OPENERS: dict[str, Callable[[Path], AbstractAsyncContextManager[Store]]] = {
    "sqlite": SqliteStore.open,
    "postgres": open_postgres,
}
"""Every implementation of the store: each has to pass all tests that use the `store` fixture."""


class Opening:
    """A store that is opened in the event loop of the test."""

    def __init__(self, opener: Callable[[Path], AbstractAsyncContextManager[Store]], folder: Path) -> None:
        self.opener = opener
        self.folder = folder


@pytest.fixture(params=OPENERS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Opening:
    return Opening(OPENERS[request.param], tmp_path / "data")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None
    wanted = {name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}

    async def run() -> None:
        async with AsyncExitStack() as stack:
            given: dict[str, Any] = {}
            for name, value in wanted.items():
                given[name] = value
                if isinstance(value, Opening):
                    given[name] = await stack.enter_async_context(value.opener(value.folder))
            await test(**given)

    asyncio.run(run())
    return True
