"""`kolej migrate`: a stored database is moved to PostgreSQL and back, and is the same afterwards."""

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kolej.cli import main
from kolej.store import transfer
from kolej.store.errors import StoreError
from kolej.store.models import NewEntry
from kolej.store.opening import location, open_store
from kolej.store.sqlite import SqliteStore
from kolej.store.sqlite.transfer import SqliteRows
from tests.support.postgres_server import MISSING, programs, shared_postgres

STORED = Path(__file__).parents[1] / "fixtures" / "schema-3" / "kolej.db"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with games of every edition, in the schema of today."""
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copyfile(STORED, folder / "kolej.db")

    async def work() -> None:
        async with SqliteStore.open(folder) as store:
            await store.keep_secret(None, "server", b"\x00\xff")
            # Ids of what was deleted must not be used again.
            table = await store.create_table("DELETE", "{}", at=1)
            await store.delete_table(table.id, 0)
            person = await store.add_person("Zażółć 🚂", 5, b"token", "phone")
            await store.set_password(person.id, "hash")

    asyncio.run(work())
    return folder


def migrate(*words: object) -> Result:
    return CliRunner().invoke(main, ["migrate", *map(str, words)])


def content(place: object) -> dict[str, Any]:
    """Everything that is stored there."""

    async def read() -> dict[str, Any]:
        async with location(str(place)).source() as rows:
            found: dict[str, Any] = {"last ids": await rows.last_ids()}
            for part in transfer.PARTS:
                found[part] = [tuple(row) async for page in rows.read(part) for row in page]
            return found

    return asyncio.run(read())


@pytest.mark.skipif(programs() is None, reason=MISSING)
def test_from_sqlite_to_postgresql_and_back(data: Path, tmp_path: Path) -> None:
    url = shared_postgres().new_database()
    there = migrate(data, url)
    assert there.exit_code == 0, there.output
    assert "every game was replayed" in there.output
    assert content(url) == content(data)
    back = migrate(url, tmp_path / "back")
    assert back.exit_code == 0, back.output
    assert content(tmp_path / "back") == content(data)
    assert len(content(data)["entries"]) > 100

    async def go_on() -> None:
        for place in (url, tmp_path / "back"):
            async with open_store(place) as store:
                last = content_ids["tables"]
                table = await store.create_table("AAAAAB", "{}", at=1)
                assert table.id > last
                assert await store.append(table.id, 0, [NewEntry("move", "{}", 1)]) == 1

    content_ids = content(data)["last ids"]
    asyncio.run(go_on())


def test_between_two_folders(data: Path, tmp_path: Path) -> None:
    assert migrate(data, tmp_path / "copy").exit_code == 0
    assert content(tmp_path / "copy") == content(data)


def test_a_target_with_data_is_refused(data: Path, tmp_path: Path) -> None:
    assert migrate(data, tmp_path / "copy").exit_code == 0
    before = content(tmp_path / "copy")
    again = migrate(data, tmp_path / "copy")
    assert again.exit_code != 0
    assert "there is data in it already" in str(again.exception) + again.output
    assert content(tmp_path / "copy") == before


def test_a_server_on_the_source_is_named(data: Path, tmp_path: Path) -> None:
    store = SqliteStore.open(data)
    try:
        refused = migrate(data, tmp_path / "copy")
    finally:
        asyncio.run(store.close())
    assert refused.exit_code != 0
    assert "in use by process" in str(refused.exception) + refused.output


def test_a_copy_that_differs_is_not_kept(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = SqliteRows.write

    async def lossy(self: SqliteRows, part: str, rows: Any) -> None:
        await write(self, part, rows[:-1] if part == "entries" else rows)

    monkeypatch.setattr(SqliteRows, "write", lossy)
    with pytest.raises(StoreError, match="not the same after copying"):
        asyncio.run(transfer.transfer(location(str(data)), location(str(tmp_path / "copy"))))
    monkeypatch.undo()
    assert content(tmp_path / "copy")["tables"] == []


def test_wrong_places_are_named(data: Path, tmp_path: Path) -> None:
    for words, problem in {
        (tmp_path / "nothing", tmp_path / "copy"): "there is no kolej.db here",
        (data, "mysql://somewhere/kolej"): "postgresql://user:password@host/name",
    }.items():
        refused = migrate(*words)
        assert refused.exit_code != 0
        assert problem in str(refused.exception) + refused.output
