"""Deletion: people, names in logs, and tables with all that belongs to them. Everything else stays."""

from pathlib import Path

import apsw
import pytest

from kolej.store.errors import Stale, UnknownPerson, UnknownTable
from kolej.store.models import Listing, NewEntry, TableStatus
from kolej.store.protocol import Store
from kolej.store.sqlite import SqliteStore
from tests.store.entries import commands, move, new_table


async def test_a_deleted_person_has_neither_tokens_nor_a_password(store: Store) -> None:
    ada = await store.add_person("Ada", at=1, token=b"t")
    bob = await store.add_person("Bob", at=1, token=b"u")
    await store.set_password(ada.id, "hash")
    table = await new_table(store)
    await store.append(table, 0, [move()], Listing(seats={0: ada.id, 1: bob.id}))
    await store.begin_deletion(ada.id, "nobody", at=2)
    assert await store.token(b"t") is None and await store.person_by_login("Ada") is None
    assert await store.deletions() == [ada.id]
    assert (await store.person(ada.id)).name == "nobody"
    assert not await store.end_deletion(ada.id)
    await store.append(table, 1, [move()], Listing(seats={0: None}))
    assert await store.end_deletion(ada.id)
    assert await store.deletions() == []
    with pytest.raises(UnknownPerson):
        await store.person(ada.id)
    assert [each.name for each in (await store.table(table)).seats] == ["Bob"]
    assert await commands(store, table) == [None, None]
    assert (await store.add_person("Cyd", at=3)).id > bob.id


async def test_the_end_of_a_deletion_needs_a_beginning(store: Store) -> None:
    ada = await store.add_person("Ada", at=1)
    assert await store.end_deletion(ada.id)
    assert await store.person(ada.id) == ada
    with pytest.raises(UnknownPerson):
        await store.begin_deletion(99, "nobody", at=2)


async def test_tables_that_involve_a_person(store: Store) -> None:
    ada = await store.add_person("Ada", at=1)
    seated, spoke, other, _empty = [await new_table(store) for _ in range(4)]
    await store.append(seated, 0, [move()], Listing(seats={0: ada.id}))
    await store.append(spoke, 0, [move("x"), move(f"{ada.id}:c1")])
    await store.append(other, 0, [move(f"{ada.id}1:c1"), move("x")])
    assert sorted(await store.tables_involving(ada.id, f"{ada.id}:")) == [seated, spoke]


async def test_bodies_are_replaced_and_nothing_else(store: Store) -> None:
    table, other = await new_table(store), await new_table(store)
    for each in (table, other):
        await store.append(each, 0, [move("a", '{"n": 1}'), move("b", '{"n": 2}')])
    await store.replace_bodies(table, {2: '{"n": 3}', 7: "{}"})
    assert [(each.number, each.command, each.body) for each in await store.entries(table)] == [
        (1, "a", '{"n": 1}'),
        (2, "b", '{"n": 3}'),
    ]
    assert [each.body for each in await store.entries(other)] == ['{"n": 1}', '{"n": 2}']
    with pytest.raises(UnknownTable):
        await store.replace_bodies(99, {})


async def test_a_table_is_deleted_with_all_that_belongs_to_it(store: Store) -> None:
    ada = await store.add_person("Ada", at=1)
    table, other = await new_table(store), await new_table(store)
    for each in (table, other):
        await store.append(each, 0, [move("a"), move("b")], Listing(seats={0: ada.id}))
        await store.keep_secret(each, "seed", b"s")
    with pytest.raises(Stale):
        await store.delete_table(table, last=1)
    assert await commands(store, table) == ["a", "b"]
    await store.delete_table(table, last=2)
    with pytest.raises(UnknownTable):
        await store.entries(table)
    assert await store.secret(table, "seed") is None
    assert [each.id for each in await store.tables(person=ada.id)] == [other]
    assert await commands(store, other) == ["a", "b"] and await store.secret(other, "seed") == b"s"
    with pytest.raises(UnknownTable):
        await store.delete_table(table, last=2)
    with pytest.raises(UnknownTable):
        await store.append(table, 2, [move()])


async def test_unused_guests_are_those_without_seat_password_and_recent_token(store: Store) -> None:
    unused = await store.add_person("Unused", at=1, token=b"1")
    seated = await store.add_person("Seated", at=1)
    account = await store.add_person("Account", at=1)
    seen = await store.add_person("Seen", at=1, token=b"2")
    new = await store.add_person("New", at=10)
    await store.append(await new_table(store), 0, [move()], Listing(seats={0: seated.id}))
    await store.set_password(account.id, "hash")
    await store.use_token(b"2", at=10)
    assert await store.delete_unused_guests(before=10, limit=0) == 0
    assert await store.delete_unused_guests(before=10) == 1
    with pytest.raises(UnknownPerson):
        await store.person(unused.id)
    assert await store.token(b"1") is None
    for kept in (seated, account, seen, new):
        await store.person(kept.id)


async def test_unused_tables(store: Store) -> None:
    old, changed, running, empty = [await new_table(store) for _ in range(4)]
    await store.append(old, 0, [NewEntry("move", "{}", at=2)])
    await store.append(changed, 0, [NewEntry("move", "{}", at=2), NewEntry("move", "{}", at=10)])
    await store.append(running, 0, [NewEntry("move", "{}", at=2)], Listing(TableStatus.RUNNING))
    assert [each.id for each in await store.unused_tables(TableStatus.OPEN, before=10)] == [old, empty]
    assert [each.id for each in await store.unused_tables(TableStatus.OPEN, before=10, after=old)] == [empty]
    assert [each.id for each in await store.unused_tables(TableStatus.RUNNING, before=10)] == [running]


async def test_what_is_deleted_is_not_in_the_file_any_more(tmp_path: Path) -> None:
    name = "Wilhelmina"
    async with SqliteStore.open(tmp_path) as store:
        ada = await store.add_person(name, at=1)
        table, other = await new_table(store), await new_table(store)
        for each in (table, other):
            await store.append(each, 0, [move(body=f'{{"name": "{name}"}}')])
        await store.begin_deletion(ada.id, "nobody", at=2)
        await store.replace_bodies(table, {1: '{"name": "nobody"}'})
        await store.delete_table(other, last=1)
        await store.end_deletion(ada.id)
    assert not (tmp_path / "kolej.db-wal").exists()
    assert name.encode() not in (tmp_path / "kolej.db").read_bytes()


async def test_a_log_stays_locked_after_a_deletion(tmp_path: Path) -> None:
    async with SqliteStore.open(tmp_path) as store:
        table = await new_table(store)
        await store.append(table, 0, [move()])
        await store.replace_bodies(table, {1: '{"n": 1}'})
    connection = apsw.Connection(str(tmp_path / "kolej.db"))
    assert connection.execute("SELECT count(*) FROM unlocked_logs").get == 0
    connection.execute("INSERT INTO unlocked_logs VALUES (?)", (table,))
    # Even then nothing but a body can change.
    with pytest.raises(apsw.ConstraintError, match="only ever added to"):
        connection.execute("UPDATE entries SET at = 7")
    connection.close()
