"""Fixtures for tests of tables: tests are coroutines, and each gets a fake server with a clock that stands still."""

import asyncio
import inspect
from pathlib import Path
from typing import Any

import pytest

from kolej.server.tables import background
from tests.support.fake_server import FakeServer


@pytest.fixture
def server(tmp_path: Path) -> FakeServer:
    return FakeServer(tmp_path / "data")


@pytest.fixture(autouse=True)
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of bots alone go on although the clock stands still."""
    monkeypatch.setattr(background, "ALONE_SECONDS", 0.0)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None
    given: dict[str, Any] = {name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}
    made = given.get("server")

    async def run() -> None:
        if isinstance(made, FakeServer):
            async with made:
                await test(**given)
        else:
            await test(**given)

    asyncio.run(run())
    return True
