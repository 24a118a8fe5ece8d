"""The guarantees of every store for concurrent writers."""

import asyncio
import threading

import pytest

from kolej.store.errors import Repeated, Stale, StoreError, Unstorable
from kolej.store.protocol import Store
from tests.store.entries import commands, move, new_table


async def write_on(store: Store, table: int, name: str, times: int) -> int:
    """Append after whatever others append; returns how often another writer was quicker."""
    after = stale = 0
    for number in range(times):
        while True:
            try:
                after = await store.append(table, after, [move(f"{name}-{number}")])
                break
            except Stale as error:
                after = error.last
                stale += 1
    return stale


async def test_of_writers_who_race_for_a_number_one_gets_it(store: Store) -> None:
    table = await new_table(store)
    for round_ in range(10):
        answers = await asyncio.gather(
            *(store.append(table, round_, [move(f"{round_}-{racer}")]) for racer in range(20)), return_exceptions=True
        )
        assert answers.count(round_ + 1) == 1
        assert sum(isinstance(answer, Stale) and answer.last == round_ + 1 for answer in answers) == 19
    assert len(await commands(store, table)) == 10


async def test_of_one_command_sent_many_times_at_once_one_takes_place(store: Store) -> None:
    table = await new_table(store)
    answers = await asyncio.gather(*(store.append(table, 0, [move("a")]) for _ in range(30)), return_exceptions=True)
    assert answers.count(1) == 1
    assert sum(isinstance(answer, Repeated) and answer.number == 1 for answer in answers) == 29
    assert await commands(store, table) == ["a"]


async def test_many_tasks_lose_nothing_and_write_nothing_twice(store: Store) -> None:
    tables = [await new_table(store) for _ in range(5)]
    writers = [(table, f"{table}-{number}") for table in tables for number in range(8)]
    stale = await asyncio.gather(*(write_on(store, table, name, 10) for table, name in writers))
    assert sum(stale) > 0
    for table in tables:
        wanted = {f"{name}-{number}" for at, name in writers if at == table for number in range(10)}
        there = await commands(store, table)
        assert len(there) == len(wanted) and set(there) == wanted


async def test_event_loops_of_many_threads_may_write(store: Store) -> None:
    shared = await new_table(store)
    own = [await new_table(store) for _ in range(6)]

    def thread(number: int) -> None:
        async def main() -> None:
            await asyncio.gather(
                write_on(store, shared, f"thread {number}", 15), write_on(store, own[number], "own", 15)
            )

        asyncio.run(main())

    threads = [threading.Thread(target=thread, args=[number]) for number in range(6)]
    for each in threads:
        each.start()
    while any(each.is_alive() for each in threads):
        await asyncio.sleep(0.01)
    assert set(await commands(store, shared)) == {f"thread {n}-{number}" for n in range(6) for number in range(15)}
    assert len(await commands(store, shared)) == 90
    for table in own:
        assert await commands(store, table) == [f"own-{number}" for number in range(15)]


async def test_readers_see_what_is_acknowledged_and_whole_appends_only(store: Store) -> None:
    table = await new_table(store)
    acknowledged = 0
    seen = []

    async def write() -> None:
        nonlocal acknowledged
        for number in range(0, 300, 3):
            acknowledged = await store.append(table, number, [move(), move(), move()])

    async def read(writing: asyncio.Task[None]) -> None:
        while not writing.done():
            least = acknowledged
            there = await commands(store, table)
            assert len(there) % 3 == 0
            assert len(there) >= least
            seen.append(len(there))

    writing = asyncio.create_task(write())
    await asyncio.gather(writing, *(read(writing) for _ in range(4)))
    assert len(set(seen)) > 5


async def test_a_refusal_is_nobody_elses(store: Store) -> None:
    good, bad = await new_table(store), await new_table(store)
    await store.append(bad, 0, [move("old")])
    asked = []
    for number in range(40):
        asked.append(store.append(good, number, [move(f"good {number}")]))
        asked.append(store.append(bad, 5, [move()]))
        asked.append(store.append(bad, 1, [move("old")]))
        asked.append(store.append(bad, 1, [move(), move(body="no JSON")]))
        asked.append(store.append(999, 0, [move()]))
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert answers[::5] == list(range(1, 41))
    for offset, kind in ((1, Stale), (2, Repeated), (3, Unstorable), (4, StoreError)):
        assert all(isinstance(answer, kind) for answer in answers[offset::5])
    assert len(await commands(store, good)) == 40
    assert await commands(store, bad) == ["old"]


async def test_who_stops_waiting_disturbs_nobody(store: Store) -> None:
    table, other = await new_table(store), await new_table(store)
    waiting = [asyncio.create_task(store.append(table, number, [move(str(number))])) for number in range(40)]
    staying = [asyncio.create_task(store.append(other, number, [move()])) for number in range(40)]
    await asyncio.sleep(0)
    for task in waiting:
        task.cancel()
    for task in waiting:
        with pytest.raises(asyncio.CancelledError):
            await task
    assert await asyncio.gather(*staying) == list(range(1, 41))
    # Some writes were carried out and some were not; those that were are the first ones.
    there = await commands(store, table)
    assert there == [str(number) for number in range(len(there))]
