"""The guarantees of every store about logs."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kolej.store.errors import Repeated, Stale, UnknownPerson, UnknownTable, Unstorable
from kolej.store.models import Entry, Listing, NewEntry, TableStatus
from kolej.store.protocol import MAX_BYTES, Store
from tests.store.conftest import OPENERS
from tests.store.entries import commands, move, new_table
from tests.support.seeds import SEEDED


async def test_entries_come_back_as_they_were_written(store: Store) -> None:
    table = await new_table(store)
    body = '{"text": "Zażółć 🚂 \\u0000", "numbers": [1.50, 12345678901234567890],\n "b": null}'
    assert await store.append(table, 0, [NewEntry("start", body, at=1234567890123)]) == 1
    assert await store.append(table, 1, [NewEntry("move", "1", at=5, command="a"), NewEntry("end", "[]", at=6)]) == 3
    assert await store.entries(table) == [
        Entry(table, 1, None, "start", body, 1234567890123),
        Entry(table, 2, "a", "move", "1", 5),
        Entry(table, 3, None, "end", "[]", 6),
    ]


async def test_reading_goes_on_where_it_left_off(store: Store) -> None:
    table = await new_table(store)
    await store.append(table, 0, [move(name) for name in "abcde"])

    async def read(after: int, limit: int | None = None) -> str:
        return "".join(str(entry.command) for entry in await store.entries(table, after, limit))

    assert await read(0) == "abcde"
    assert await read(3) == "de"
    assert await read(5) == await read(99) == ""
    assert await read(1, limit=2) == "bc"
    assert await read(0, limit=0) == ""


async def test_entries_by_kind(store: Store) -> None:
    table, other = await new_table(store), await new_table(store)
    await store.append(other, 0, [NewEntry("said", "{}", 0)])
    kinds = ["opened", "said", "moved", "said", "said", "moved"]
    await store.append(table, 0, [NewEntry(kind, "{}", 0) for kind in kinds])

    async def numbers(after: int = 0, limit: int | None = None) -> list[int]:
        return [entry.number for entry in await store.entries(table, after, limit, without="said")]

    assert await numbers() == [1, 3, 6]
    assert await numbers(after=1, limit=1) == [3]
    assert [entry.number for entry in await store.last_entries(table, "said", 2)] == [4, 5]
    assert await store.last_entries(table, "said", 9) == [
        entry for entry in await store.entries(table) if entry.kind == "said"
    ]
    assert await store.last_entries(table, "said", 0) == []
    with pytest.raises(UnknownTable):
        await store.last_entries(99, "said", 1)


async def test_logs_know_nothing_of_each_other(store: Store) -> None:
    one, other = await new_table(store), await new_table(store)
    await store.append(one, 0, [move("a")])
    assert await store.append(other, 0, [move("a"), move("b")]) == 2
    assert await commands(store, one) == ["a"]
    assert await commands(store, other) == ["a", "b"]


@pytest.mark.parametrize("after", [0, 1, 3, 99, -1])
async def test_only_the_end_of_a_log_can_be_added_to(store: Store, after: int) -> None:
    table = await new_table(store)
    await store.append(table, 0, [move(), move()])
    with pytest.raises(Stale) as error:
        await store.append(table, after, [move("new")])
    assert (error.value.table, error.value.after, error.value.last) == (table, after, 2)
    assert await commands(store, table) == [None, None]


@pytest.mark.parametrize("after", [0, 2, 3])
async def test_a_command_that_is_sent_again_has_one_effect(store: Store, after: int) -> None:
    table = await new_table(store)
    await store.append(table, 0, [move(), move("a"), move("b")])
    with pytest.raises(Repeated) as error:
        await store.append(table, after, [move("a")])
    assert (error.value.table, error.value.command, error.value.number) == (table, "a", 2)
    assert await commands(store, table) == [None, "a", "b"]


async def test_the_entry_of_a_command_is_found_and_nothing_is_written(store: Store) -> None:
    table, other = await new_table(store), await new_table(store)
    assert await store.command_entry(table, "a") == (None, 0)
    await store.append(table, 0, [move(), move("a"), move("b")])
    assert await store.command_entry(table, "a") == (2, 3)
    assert await store.command_entry(table, "c") == (None, 3)
    assert await store.command_entry(other, "a") == (None, 0)
    with pytest.raises(UnknownTable):
        await store.command_entry(99, "a")


async def test_an_append_takes_place_whole_or_not_at_all(store: Store) -> None:
    table = await new_table(store)
    await store.append(table, 0, [move("a")])
    finished = Listing(status=TableStatus.FINISHED, seats={0: 99})
    with pytest.raises(Repeated):
        await store.append(table, 1, [move("b"), move("a")])
    with pytest.raises(Unstorable):
        await store.append(table, 1, [move("b"), move("c", body="{broken")])
    with pytest.raises(UnknownPerson):
        await store.append(table, 1, [move("b")], finished)
    assert await commands(store, table) == ["a"]
    assert (await store.table(table)).status == TableStatus.OPEN


@pytest.mark.parametrize(
    "entries",
    [
        [],
        [move("a"), move("a")],
        [move(body="")],
        [move(body="{'a': 1}")],
        [move(body="NaN")],
        [move(body='{"a": 1}\0')],
        [move(body='"\ud800"')],
        [move("a\0b")],
        [move(body=f'"{"x" * MAX_BYTES}"')],
        [move(body=f'"{"x" * (MAX_BYTES // 2)}"'), move(body=f'"{"x" * (MAX_BYTES // 2)}"')],
        [NewEntry("move", "{}", at=2**63)],
    ],
    ids=["nothing", "twice", "empty", "python", "nan", "nul", "surrogate", "nul-command", "long", "long-sum", "late"],
)
async def test_what_can_not_be_stored_is_refused(store: Store, entries: list[NewEntry]) -> None:
    table = await new_table(store)
    with pytest.raises(Unstorable):
        await store.append(table, 0, entries)
    assert await store.append(table, 0, [move()]) == 1


async def test_a_table_that_is_not_there_has_no_log(store: Store) -> None:
    with pytest.raises(UnknownTable):
        await store.append(7, 0, [move()])
    with pytest.raises(UnknownTable):
        await store.entries(7)


async def test_a_list_that_is_changed_afterwards_changes_nothing(store: Store) -> None:
    table = await new_table(store)
    entries = [move("a")]
    waiting = asyncio.create_task(store.append(table, 0, entries))
    await asyncio.sleep(0)
    entries.append(move("b"))
    assert await waiting == 1
    assert await commands(store, table) == ["a"]


ACTS = st.lists(
    st.tuples(
        st.integers(0, 1),
        st.integers(-1, 1),
        st.lists(st.none() | st.sampled_from("abcdef"), min_size=1, max_size=3),
    ),
    max_size=25,
)
"""Appends: the table, the distance from the end of its log, and the commands."""


@pytest.mark.parametrize("kind", OPENERS)
@given(acts=ACTS)
@settings(SEEDED, max_examples=20)
def test_a_store_does_what_a_list_would(
    kind: str, acts: list[tuple[int, int, list[str | None]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    asyncio.run(same_as_lists(kind, acts, tmp_path_factory))


async def same_as_lists(
    kind: str, acts: list[tuple[int, int, list[str | None]]], folders: pytest.TempPathFactory
) -> None:
    async with OPENERS[kind](folders.mktemp("data")) as store:
        tables = [await new_table(store), await new_table(store)]
        logs: list[list[str | None]] = [[], []]
        for which, off, names in acts:
            log = logs[which]
            given_names = [name for name in names if name is not None]
            known = [name for name in given_names if name in log]
            try:
                last = await store.append(tables[which], len(log) + off, [move(name) for name in names])
            except Unstorable:
                assert len(set(given_names)) < len(given_names)
            except Repeated as error:
                assert (error.command, error.number) == (known[0], log.index(known[0]) + 1)
            except Stale as error:
                assert off and not known and error.last == len(log)
            else:
                assert not off and not known
                log += names
                assert last == len(log)
        assert [await commands(store, table) for table in tables] == logs
