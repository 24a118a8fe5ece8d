"""Tokens: they are listed without their hashes, revoked one by one, and removed when they are unused."""

from pathlib import Path

import apsw

from kolej.store.models import Token
from kolej.store.protocol import Store
from kolej.store.sqlite import SqliteStore, migrate


async def test_tokens_are_listed_by_their_last_use(store: Store) -> None:
    ada = await store.add_person("Ada", at=1, token=b"phone", label="phone")
    await store.add_person("Bob", at=1, token=b"bob's")
    await store.add_token(ada.id, b"bot", at=2, label="my bot")
    await store.use_token(b"phone", at=9)
    await store.use_token(b"phone", at=8)
    await store.use_token(b"unknown", at=9)
    found = await store.tokens(ada.id)
    assert [(each.label, each.created, each.used) for each in found] == [("phone", 1, 9), ("my bot", 2, 2)]
    assert await store.token(b"phone") == found[0] == Token(found[0].id, ada, "phone", 1, 9)


async def test_a_token_is_revoked_by_its_owner_only(store: Store) -> None:
    ada = await store.add_person("Ada", at=1, token=b"ada's")
    bob = await store.add_person("Bob", at=1, token=b"bob's")
    (hers,) = await store.tokens(ada.id)
    assert await store.drop_token_by_id(bob.id, hers.id) is None
    assert await store.token(b"ada's") == hers
    assert await store.drop_token_by_id(ada.id, hers.id) == b"ada's"
    assert await store.drop_token_by_id(ada.id, hers.id) is None
    assert await store.token(b"ada's") is None
    assert await store.token(b"bob's") is not None


async def test_a_number_of_a_token_is_never_used_again(store: Store) -> None:
    ada = await store.add_person("Ada", at=1, token=b"a")
    (first,) = await store.tokens(ada.id)
    await store.drop_token(b"a")
    await store.add_token(ada.id, b"b", at=2)
    assert [each.id for each in await store.tokens(ada.id)] == [first.id + 1]


async def test_unused_tokens_are_removed(store: Store) -> None:
    ada = await store.add_person("Ada", at=1, token=b"old")
    await store.add_token(ada.id, b"used", at=1)
    await store.use_token(b"used", at=5)
    assert await store.drop_unused_tokens(before=5) == 1
    assert await store.token(b"old") is None
    assert await store.token(b"used") is not None


async def test_tokens_of_an_older_database_count_as_used_when_it_is_migrated(tmp_path: Path) -> None:
    connection = apsw.Connection(str(tmp_path / "kolej.db"))
    migrate.migrate(connection, upto=3)
    connection.execute("INSERT INTO people (id, name, created) VALUES (1, 'Ada', 5)")
    connection.execute("INSERT INTO tokens VALUES (?, 1, 5)", (b"old",))
    connection.close()
    async with SqliteStore.open(tmp_path) as store:
        found = await store.token(b"old")
        assert found is not None
        assert (found.person.name, found.label, found.created) == ("Ada", "", 5)
        assert found.used > 1_700_000_000_000
