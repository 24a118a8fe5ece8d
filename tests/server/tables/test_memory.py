"""Tables in memory: one whose game is over leaves with its last subscriber, without a garbage collection."""

import asyncio
import gc
from collections import deque
from collections.abc import Iterator
from random import Random

import pytest

from kolej.server.tables.context import RECENT, RECENT_FINISHED
from kolej.server.tables.idempotency import MOST, CommandAnswers
from kolej.server.tables.log.journal import Journal
from tests.support.fake_server import FakeServer, wait_until


@pytest.fixture
def no_collector() -> Iterator[None]:
    """Only reference counts free memory."""
    gc.disable()
    yield
    gc.enable()


async def finished(server: FakeServer) -> str:
    """A table with a bot whose game was played to its end; the player then disconnects."""
    table, ada = await server.alone()
    await server.play(table, [ada], Random(1))
    table.detach(ada)
    return table.code


def count_loads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables whose logs are read from now on."""
    loads: list[str] = []
    load = Journal.load

    async def counted(journal: Journal) -> None:
        loads.append(journal.code)
        await load(journal)

    monkeypatch.setattr(Journal, "load", counted)
    return loads


@pytest.mark.usefixtures("no_collector")
async def test_a_finished_table_leaves_memory_when_nobody_watches(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await finished(server)
    await wait_until(lambda: server.registry.live == 0)
    # Of those that are asked for afterwards, the last few stay: their logs are not read again for each request.
    monkeypatch.setattr(server.registry._context, "finished", deque(maxlen=1))
    assert (await (await server.registry.table(code)).file()).startswith("kolej")
    other = await finished(server)
    await wait_until(lambda: server.registry.live == 1)
    loads = count_loads(monkeypatch)
    for _ in range(3):
        assert (await server.registry.table(code)).state.stage == "over"
    assert loads == []
    assert (await server.registry.table(other)).state.stage == "over"
    await asyncio.sleep(0)
    assert server.registry.live == 1 and len(loads) == 1


@pytest.mark.usefixtures("no_collector")
async def test_a_finished_table_stays_while_somebody_watches(server: FakeServer) -> None:
    table, ada = await server.alone()
    await server.play(table, [ada], Random(1))
    code = table.code
    # As a socket does, this task holds the table while it is subscribed.
    await asyncio.sleep(0.01)
    assert server.registry.live == 1 and await server.registry.table(code) is table


@pytest.mark.usefixtures("no_collector")
async def test_idle_tables_leave_memory_when_others_are_asked_for(server: FakeServer) -> None:
    ada = await server.person("Ada")
    for _ in range(RECENT + 3):
        await server.table(ada)
    await asyncio.sleep(0)
    assert server.registry.live == RECENT


def test_so_many_answers_are_remembered() -> None:
    answers = CommandAnswers()
    for number in range(MOST + 1):
        answers.keep(str(number), number)
    assert [answers.get(key) for key in ("0", "1", str(MOST))] == [None, 1, MOST]


@pytest.mark.usefixtures("no_collector")
async def test_finished_tables_leave_memory_when_others_are_asked_for(server: FakeServer) -> None:
    codes = list[str]()
    for _ in range(RECENT_FINISHED + 3):
        table, ada = await server.alone()
        assert ada.identity is not None
        await server.change(table, ada.identity, "resign")
        assert table.state.stage == "over"
        table.detach(ada)
        codes.append(table.code)
        del table, ada
    for code in codes:
        await server.registry.table(code)
    await asyncio.sleep(0)
    assert server.registry.live == RECENT_FINISHED
