"""Backups of PostgreSQL by its own tools while servers write: what was acknowledged before is in them, and is whole."""

import asyncio
from pathlib import Path

import asyncpg
import pytest
from click.testing import CliRunner

from kolej.cli import main
from kolej.store.errors import Stale
from kolej.store.postgres import PostgresStore
from tests.server.websocket.test_sockets import moves
from tests.store.entries import commands, move, new_table
from tests.store.postgres.writing import write_until
from tests.support.postgres_server import MISSING, programs, shared_postgres
from tests.support.running_server import Client, running, wait_for

pytestmark = pytest.mark.skipif(programs() is None, reason=MISSING)


async def test_a_backup_under_load_has_everything_that_was_acknowledged_before() -> None:
    postgres = shared_postgres()
    url = postgres.new_database()
    async with PostgresStore(url) as store:
        tables = [await new_table(store) for _ in range(6)]
        stop, acknowledged = asyncio.Event(), list[str]()
        writers = [asyncio.create_task(write_until(stop, store, table, acknowledged)) for table in tables]
        while len(acknowledged) < 200:
            await asyncio.sleep(0.01)
        before = set(acknowledged)
        file = await asyncio.to_thread(postgres.backup, url)
        during = len(acknowledged)
        stop.set()
        await asyncio.gather(*writers)
    assert during > len(before), "nothing was written during the backup"
    async with PostgresStore(await asyncio.to_thread(postgres.restore, file)) as restored:
        logs = {table: await commands(restored, table) for table in tables}
        assert before <= {command for log in logs.values() for command in log}
        assert await restored.find_damage() == []
        for table, log in logs.items():
            # A log is a beginning of the real one, without a gap, and can be continued.
            assert log == [f"{table}-{number}" for number in range(len(log))]
            with pytest.raises(Stale):
                await restored.append(table, len(log) - 1, [move("too late")])
            await restored.append(table, len(log), [move("next")])
        fresh = await new_table(restored)
        assert fresh not in logs


async def test_a_restored_log_is_protected_as_before() -> None:
    postgres = shared_postgres()
    url = postgres.new_database()
    async with PostgresStore(url) as store:
        await store.append(await new_table(store), 0, [move("a")])
    connection = await asyncpg.connect(await asyncio.to_thread(postgres.restore, postgres.backup(url)))
    for change in ("UPDATE entries SET body = '{}'", "DELETE FROM entries"):
        with pytest.raises(asyncpg.IntegrityConstraintViolationError):
            await connection.execute(change)
    await connection.close()


async def test_what_an_administrator_restores_belongs_to_the_user_of_the_servers() -> None:
    postgres = shared_postgres()
    url = postgres.new_database()
    async with PostgresStore(url) as store:
        table = await new_table(store)
        await store.append(table, 0, [move("a")])
    restored = await asyncio.to_thread(postgres.restore, postgres.backup(url), postgres.new_user())
    async with PostgresStore(restored) as store:
        assert await store.append(table, 1, [move("b")]) == 2
        assert await commands(store, table) == ["a", "b"]


def moves_at(client: Client, code: str) -> int:
    return int(client.get(f"/api/tables/{code}").json()["version"])


def test_every_game_of_a_restored_server_replays(tmp_path: Path) -> None:
    postgres = shared_postgres()
    url = postgres.new_database()
    with running(tmp_path, database=url) as server:
        client = server.client()
        client.me()
        codes = [client.game(edition=edition, pace=0) for edition in ("new_york", "europe", "japan")]
        for code in codes:
            with client.socket(code, "?seat=0") as socket:
                view = socket.until("view")
                chosen = moves(view["legal"])[0]
                assert socket.ask("act", seat=0, version=view["version"], move=chosen)["type"] == "ok"
        wait_for(lambda: all(moves_at(client, code) > 3 for code in codes))
        file = postgres.backup(url)
        token = client.token
    restored = postgres.restore(file)
    with running(tmp_path, database=restored) as server:
        client = server.client()
        client.http.cookies.set("kolej", token)
        for code in codes:
            with client.socket(code, "?seat=0") as socket:
                assert socket.until("view")["view"]
    # Copies everything, and replays every game from the copy.
    moved = CliRunner().invoke(main, ["migrate", restored, str(tmp_path / "folder")])
    assert moved.exit_code == 0, moved.output
    assert "3 tables" in moved.output, moved.output
