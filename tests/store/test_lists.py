"""The guarantees of every store about tables, people and secrets."""

import pytest

from kolej.store.errors import Taken, UnknownPerson, UnknownTable, Unstorable
from kolej.store.models import Listing, Person, Seated, Table, TableStatus
from kolej.store.protocol import Store
from tests.store.entries import move, new_table


async def test_a_table_begins_open_and_empty(store: Store) -> None:
    table = await store.create_table("QWERTY", '{"edition": "japan"}', at=77)
    assert table == Table(table.id, "QWERTY", '{"edition": "japan"}', 77, TableStatus.OPEN, 0, ())
    assert await store.table(table.id) == await store.table_by_code("QWERTY") == table
    assert await store.table_by_code("ASDFGH") is None
    with pytest.raises(UnknownTable):
        await store.table(table.id + 1)


async def test_no_two_tables_have_the_same_code(store: Store) -> None:
    await store.create_table("QWERTY", "{}", at=1)
    with pytest.raises(Taken):
        await store.create_table("QWERTY", "{}", at=2)


@pytest.mark.parametrize("code", ["", "QWERT", "QWERTYUIOPA", "qwerty", "QWERT1", "ÄÖÜÄÖÜ", "QWERTY\n"])
async def test_a_code_is_six_to_ten_letters(store: Store, code: str) -> None:
    with pytest.raises(Unstorable):
        await store.create_table(code, "{}", at=1)
    assert (await store.create_table("QWERTYUIOP", "{}", at=1)).code == "QWERTYUIOP"


async def test_settings_are_json(store: Store) -> None:
    with pytest.raises(Unstorable):
        await store.create_table("QWERTY", "{", at=1)
    assert await store.tables() == []


async def test_lists_change_together_with_the_log(store: Store) -> None:
    ada, bob = await store.add_person("Ada", at=1), await store.add_person("Bob", at=1)
    table = await new_table(store)
    await store.append(table, 0, [move()], Listing(seats={1: bob.id, 0: ada.id}))
    assert (await store.table(table)).seats == (Seated(0, ada.id, "Ada"), Seated(1, bob.id, "Bob"))
    running = Listing(status=TableStatus.RUNNING, settings='{"bots": 1}', seats={1: None, 2: ada.id})
    await store.append(table, 1, [move(), move()], running)
    now = await store.table(table)
    assert (now.status, now.settings, now.last) == (TableStatus.RUNNING, '{"bots": 1}', 3)
    assert now.seats == (Seated(0, ada.id, "Ada"), Seated(2, ada.id, "Ada"))
    await store.append(table, 3, [move()])
    assert await store.table(table) == Table(table, now.code, now.settings, now.created, now.status, 4, now.seats)


async def test_tables_are_listed_by_state_and_by_person(store: Store) -> None:
    ada, bob = await store.add_person("Ada", at=1), await store.add_person("Bob", at=1)
    one, two, three = [await new_table(store) for _ in range(3)]
    await store.append(one, 0, [move()], Listing(TableStatus.FINISHED, seats={0: ada.id, 1: bob.id}))
    await store.append(two, 0, [move()], Listing(TableStatus.RUNNING, seats={0: bob.id, 1: bob.id}))

    async def listed(status: TableStatus | None = None, person: int | None = None) -> list[int]:
        return [table.id for table in await store.tables(status, person)]

    assert await listed() == [three, two, one]
    assert await listed(TableStatus.OPEN) == [three]
    assert await listed(TableStatus.ABANDONED) == []
    assert await listed(person=bob.id) == [two, one]
    assert await listed(TableStatus.FINISHED, bob.id) == [one]
    assert await listed(person=ada.id) == [one]
    assert await listed(person=99) == []


async def test_lists_come_in_pages(store: Store) -> None:
    made = [await new_table(store) for _ in range(7)]
    seen: list[int] = []
    while page := await store.tables(before=seen[-1] if seen else None, limit=3):
        assert len(page) <= 3
        seen += [table.id for table in page]
        # A table that is added meanwhile does not shift the following pages.
        await new_table(store)
    assert seen == made[::-1]
    assert await store.tables(limit=0) == []


async def test_tables_are_listed_for_everybody_while_the_log_says_so(store: Store) -> None:
    one, two, three = [await new_table(store) for _ in range(3)]

    async def listed(before: int | None = None, limit: int = 50) -> list[int]:
        return [table.id for table in await store.listed_tables(before, limit)]

    assert await listed() == []
    for table in (one, two, three):
        await store.append(table, 0, [move()], Listing(listed=True))
    assert await listed() == [three, two, one]
    assert await listed(before=three, limit=1) == [two]
    await store.append(two, 1, [move()], Listing(listed=False))
    await store.append(three, 1, [move()], Listing(TableStatus.OPEN))
    assert await listed() == [three, one]


async def person_of(store: Store, token: bytes) -> Person:
    found = await store.token(token)
    assert found is not None
    return found.person


async def test_people_are_known_by_their_tokens(store: Store) -> None:
    ada = await store.add_person("Ada", at=5, token=b"first")
    assert ada == Person(ada.id, "Ada", 5, None)
    await store.add_token(ada.id, b"second", at=6)
    await store.add_token(ada.id, b"second", at=7)
    for token in (b"first", b"second"):
        assert await person_of(store, token) == ada
    await store.drop_token(b"first")
    await store.drop_token(b"never there")
    assert await store.token(b"first") is None
    assert await person_of(store, b"second") == await store.person(ada.id) == ada


async def test_a_token_is_one_persons(store: Store) -> None:
    await store.add_person("Ada", at=1, token=b"t")
    bob = await store.add_person("Bob", at=1)
    with pytest.raises(Taken):
        await store.add_token(bob.id, b"t", at=2)
    with pytest.raises(Taken):
        await store.add_person("Cyd", at=2, token=b"t")
    # Cyd was not stored either: the next id follows Bob's.
    with pytest.raises(UnknownPerson):
        await store.person(bob.id + 1)
    with pytest.raises(UnknownPerson):
        await store.add_token(99, b"u", at=2)


async def test_names_differ_among_those_with_passwords(store: Store) -> None:
    guest, ada, other = [await store.add_person(name, at=1) for name in ("Zoë", "Zoë", "ＺＯË")]
    assert await store.person_by_login("zoë") is None
    await store.set_password(ada.id, "hash")
    await store.set_password(ada.id, "new hash")
    assert await store.person_by_login("ZOË") == Person(ada.id, "Zoë", 1, "new hash")
    for person in (guest, other):
        with pytest.raises(Taken):
            await store.set_password(person.id, "hash")
    await store.set_password(ada.id, None)
    assert await store.person_by_login("Zoë") is None
    await store.set_password(other.id, "hash")
    with pytest.raises(UnknownPerson):
        await store.set_password(99, "hash")


async def test_another_password_leaves_one_token(store: Store) -> None:
    ada = await store.add_person("Ada", at=1, token=b"here")
    bob = await store.add_person("Bob", at=1, token=b"bob's")
    await store.add_token(ada.id, b"there", at=2)
    await store.set_password(ada.id, "old")
    assert not await store.change_password(ada.id, "wrong", "new", b"here")
    assert await person_of(store, b"there") == Person(ada.id, "Ada", 1, "old")
    assert await store.change_password(ada.id, "old", "new", b"here")
    assert await person_of(store, b"here") == await store.person_by_login("ada") == Person(ada.id, "Ada", 1, "new")
    assert await store.token(b"there") is None
    assert await person_of(store, b"bob's") == bob
    assert not await store.change_password(bob.id, "old", "new", b"bob's")
    with pytest.raises(UnknownPerson):
        await store.change_password(99, "old", "new", b"x")


async def test_another_name_with_or_without_a_password(store: Store) -> None:
    ada, bob = await store.add_person("Ada", at=1), await store.add_person("Bob", at=2)
    assert await store.rename(ada.id, "Zoë") == Person(ada.id, "Zoë", 1, None)
    assert await store.rename(ada.id, "Grace", "hash") == Person(ada.id, "Grace", 1, "hash")
    assert await store.rename(ada.id, "Eve") == Person(ada.id, "Eve", 1, "hash")
    assert await store.person_by_login("grace") is None
    with pytest.raises(Taken):
        await store.rename(bob.id, "eve", "other hash")
    # Nobody takes the name of an account, nor one that looks like it: here with the Cyrillic letter.
    for name in ("eve", "Ev\u0435"):
        with pytest.raises(Taken, match='called "Eve"'):
            await store.rename(bob.id, name)
    assert await store.person(bob.id) == Person(bob.id, "Bob", 2, None)
    assert await store.account_like("EVE") == await store.account_like("\uff25ve") == await store.person(ada.id)
    assert await store.account_like("Eve", but=ada.id) is await store.account_like("Ev") is None
    assert (await store.rename(ada.id, "EVE")).name == "EVE"
    with pytest.raises(UnknownPerson):
        await store.rename(99, "Nobody")


async def test_the_first_secret_stays(store: Store) -> None:
    table, other = await new_table(store), await new_table(store)
    assert await store.secret(table, "seed") is None
    assert await store.keep_secret(table, "seed", b"\0\xff") == b"\0\xff"
    assert await store.keep_secret(table, "seed", b"late") == b"\0\xff"
    assert await store.keep_secret(None, "seed", b"the server's") == b"the server's"
    assert await store.keep_secret(None, "seed", b"late") == b"the server's"
    assert await store.secret(table, "seed") == b"\0\xff"
    assert await store.secret(None, "seed") == b"the server's"
    assert await store.secret(other, "seed") is await store.secret(table, "salt") is None
    with pytest.raises(UnknownTable):
        await store.keep_secret(99, "seed", b"x")
