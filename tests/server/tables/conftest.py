"""Tests of tables are coroutines, and get a world of their own: a store in a folder, and time that stands still."""

import asyncio
import inspect
from pathlib import Path
from typing import Any

import pytest

from tests.support.fake_server import World


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path / "data")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None
    given: dict[str, Any] = {name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}
    made = given.get("world")

    async def run() -> None:
        if isinstance(made, World):
            async with made:
                await test(**given)
        else:
            await test(**given)

    asyncio.run(run())
    return True
