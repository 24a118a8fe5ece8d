"""`kolej delete`: a table or a person, after a confirmation, while no server is running."""

import asyncio
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kolej.cli import main
from kolej.store.sqlite import SqliteStore, back_up, open_snapshot
from tests.support.fake_server import FakeServer
from tests.support.running_server import running

NAME = "Wilhelmina"


def kolej(*arguments: str | Path, answer: str = "") -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=answer)


@pytest.fixture
def data(tmp_path: Path) -> tuple[Path, str]:
    """A database with an account and a guest at a table whose game has started, and its code."""

    async def fill() -> str:
        async with FakeServer(tmp_path / "data") as server:
            server.bot_pool.gate.clear()
            mina, bob = await server.person(NAME), await server.person("Bob")
            await server.store.set_password(mina.person, "hash")
            table = await server.table(mina)
            await server.change(table, bob, "join")
            await server.change(table, mina, "start")
            return table.code

    return tmp_path / "data", asyncio.run(fill())


def exported(data: Path, code: str) -> str:
    return kolej("export", data, code).stdout


def test_a_table_is_deleted_after_a_confirmation(data: tuple[Path, str]) -> None:
    folder, code = data
    asked = kolej("delete", "table", folder, code, answer="n\n")
    assert asked.exit_code == 1 and f"Delete table {code} (running, " in asked.output
    assert exported(folder, code)
    run = kolej("delete", "table", folder, code.lower(), answer="y\n")
    assert run.exit_code == 0 and run.output.splitlines()[-1].startswith(f"deleted table {code} (running, ")
    gone = kolej("delete", "table", folder, code, "--yes")
    assert (gone.exit_code, gone.stderr) == (2, f"kolej: there is no table {code}\n")


@pytest.mark.parametrize("name", ["wilhelmina", "1"])
def test_a_person_is_deleted_from_their_tables(data: tuple[Path, str], name: str) -> None:
    folder, code = data
    assert NAME in exported(folder, code)
    run = kolej("delete", "person", folder, name, "--yes")
    assert (run.exit_code, run.stdout) == (0, f'deleted person 1, "{NAME}"\n')
    text = exported(folder, code)
    assert NAME not in text and "Former player 1" in text
    assert json.loads(text.splitlines()[0])["seats"] == [{"seat": 1, "person": 2, "name": "Bob"}]
    with open_snapshot(folder) as snapshot:
        assert len(list(snapshot.tables())) == 1
    again = kolej("delete", "person", folder, name, "--yes")
    assert (again.exit_code, again.stderr) == (2, f"kolej: there is no person {name}\n")


def test_guests_are_named_by_number(data: tuple[Path, str]) -> None:
    folder, _ = data
    assert kolej("delete", "person", folder, "Bob", "--yes").exit_code == 2
    assert kolej("delete", "person", folder, "2", "--yes").stdout == 'deleted person 2, "Bob"\n'


def test_nothing_is_made_where_there_is_nothing(tmp_path: Path) -> None:
    run = kolej("delete", "table", tmp_path / "nowhere", "QWERTY", "--yes")
    assert run.exit_code == 2 and "there is no kolej.db here" in run.stderr
    assert not (tmp_path / "nowhere").exists()


def test_not_beside_a_running_server(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ada = server.client()
        ada.me()
        run = kolej("delete", "table", server.data, ada.table(), "--yes")
        assert run.exit_code == 2 and "stop that one first" in run.stderr


def test_a_backup_brings_it_back(data: tuple[Path, str], tmp_path: Path) -> None:
    folder, code = data
    before = exported(folder, code)
    back_up(folder, tmp_path / "before.db")
    kolej("delete", "table", folder, code, "--yes")
    assert kolej("restore", tmp_path / "before.db", folder, "--force").exit_code == 0
    assert exported(folder, code) == before


def test_a_deletion_that_a_server_has_begun_can_be_finished(data: tuple[Path, str]) -> None:
    folder, code = data

    async def begin() -> None:
        async with SqliteStore.open(folder) as store:
            await store.begin_deletion(1, "Former player", at=1)

    asyncio.run(begin())
    assert kolej("delete", "person", folder, "1", "--yes").exit_code == 0
    assert NAME not in exported(folder, code)
