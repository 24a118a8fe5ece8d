"""The commands `kolej backup`, `kolej restore` and `kolej export`."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from click.testing import CliRunner, Result

from bench.load.server import free_port
from kolej.cli import main
from kolej.cli.commands.database import export
from kolej.store import opening
from kolej.store.models import Listing, NewEntry, TableStatus
from kolej.store.postgres import PostgresStore
from kolej.store.postgres.connections import without_password
from kolej.store.protocol import Store
from kolej.store.sqlite import SqliteStore
from tests.support.postgres_server import MISSING, programs, shared_postgres

BODY = '{"claim":  "brest-paris",\n "cards": [1.50, "Łódź\u2028"]}'


def kolej(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


needs_postgres = pytest.mark.skipif(programs() is None, reason=MISSING)


async def fill(opened: Store) -> None:
    async with opened as store:
        ada = await store.add_person("Ada", at=1, token=b"tok3n")
        first = await store.create_table("QWERTY", '{"edition": "europe"}', at=10)
        entries = [NewEntry("start", "{}", at=11), NewEntry("move", BODY, at=12, command="c1")]
        await store.append(first.id, 0, entries, Listing(TableStatus.RUNNING, seats={1: ada.id}))
        await store.keep_secret(first.id, "seed", b"s3cret")
        await store.create_table("ASDFGH", "{}", at=20)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    asyncio.run(fill(SqliteStore.open(tmp_path / "data")))
    return tmp_path / "data"


@pytest.fixture
def url() -> str:
    """The same data in a database."""
    found = shared_postgres().new_database()
    asyncio.run(fill(PostgresStore(found)))
    return found


def test_a_backup_and_its_way_back(data: Path, tmp_path: Path) -> None:
    run = kolej("backup", data, tmp_path / "monday.db")
    assert run.exit_code == 0, run.output
    size = (tmp_path / "monday.db").stat().st_size
    assert run.stdout == f"{tmp_path / 'monday.db'}: 2 tables, 2 entries, {size:,} bytes, checked\n"
    run = kolej("restore", tmp_path / "monday.db", data)
    assert run.exit_code == 2
    assert run.stderr == (
        f"kolej: {data / 'kolej.db'}: there is a database already; "
        "name another folder, or say --force to put it aside\n"
    )
    run = kolej("restore", tmp_path / "monday.db", data, "--force")
    assert run.exit_code == 0, run.output
    first, second = run.stdout.splitlines()
    assert first == f"{data / 'kolej.db'}: 2 tables, 2 entries, checked"
    assert second.startswith(f"{data}{os.sep}replaced-") and second.endswith(": the previous database")


def test_an_export_is_a_line_for_the_table_and_one_for_each_entry(data: Path) -> None:
    run = kolej("export", data, "qwerty")
    assert run.exit_code == 0, run.output
    table, *entries = map(json.loads, run.stdout.removesuffix("\n").split("\n"))
    assert table == {
        "table": 1,
        "code": "QWERTY",
        "state": "running",
        "created": 10,
        "seats": [{"seat": 1, "person": 1, "name": "Ada"}],
        "settings": {"edition": "europe"},
    }
    assert entries == [
        {"table": 1, "number": 1, "command": None, "kind": "start", "at": 11, "body": {}},
        {"table": 1, "number": 2, "command": "c1", "kind": "move", "at": 12, "body": json.loads(BODY)},
    ]
    assert "1.50" in run.stdout
    assert kolej("export", data, "1").stdout == run.stdout


def test_no_secret_is_exported(data: Path) -> None:
    said = kolej("export", data, "--all").stdout
    for secret in ("s3cret", "tok3n", b"s3cret".hex(), b"tok3n".hex()):
        assert secret not in said


def test_an_export_of_everything(data: Path, tmp_path: Path) -> None:
    run = kolej("export", data, "--all", "--into", tmp_path / "logs" / "here")
    assert run.exit_code == 0, run.output
    folder = tmp_path / "logs" / "here"
    assert run.stdout.splitlines() == [
        f"{folder / 'ASDFGH.jsonl'}: 0 entries, open",
        f"{folder / 'QWERTY.jsonl'}: 2 entries, running",
    ]
    for code in ("ASDFGH", "QWERTY"):
        alone = kolej("export", data, code).stdout
        assert (folder / f"{code}.jsonl").read_text() == alone
        assert alone in kolej("export", data, "--all").stdout


def test_an_export_can_be_interrupted(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = list[Path]()

    def interrupted(path: Path, text: str) -> None:
        written.append(path)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(export, "write_text", interrupted)
    run = kolej("export", data, "--all", "--into", tmp_path / "logs")
    assert run.exit_code != 0 and len(written) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        "postgresql://ada:pa[ss@localhost/kolej",
        "postgresql://ada:s3cret/word@localhost/kolej",
        "postgresql://ada:s3cret#word@localhost/kolej",
        "postgresql://ada:s3cret?word@localhost/kolej",
        "postgresql://ada:1234?s3cret=word@localhost/kolej",
        "postgresql://localhost:port/kolej",
        "postgresql://localhost:99999/kolej",
        "postgresql://localhost/kolej?x",
    ],
)
def test_what_is_no_url_is_refused_and_not_quoted(wrong: str) -> None:
    for words in ([wrong, "1"], ["1", "--database", wrong]):
        run = kolej("export", *words)
        assert run.exit_code == 2, run.output
        assert run.stderr.startswith("kolej: this is not a URL such as postgresql://user:password@host:5432/name; ")
        assert "s3cret" not in run.stderr and "word" not in run.stderr.replace("password", "")


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("postgresql://ada:s3cret@db.example.org:5433/kolej?sslmode=require", "postgresql://db.example.org:5433/kolej"),
        ("postgres://ada:p%40ss@[2001:db8::1]:5432,db/kolej", "postgresql://[2001:db8::1]:5432,db/kolej"),
        ("postgresql:///kolej?host=/run/postgresql", "postgresql:///kolej"),
        ("postgresql://ada:1@db/kolej?options=-csearch_path%3Da@b", "postgresql://db/kolej"),
    ],
)
def test_messages_name_a_database_without_its_password(url: str, address: str) -> None:
    assert without_password(url) == address


@needs_postgres
def test_an_option_that_postgresql_does_not_know_is_named() -> None:
    run = kolej("export", "1", "--database", "postgresql://localhost:1/kolej?sslmode=perhaps")
    assert run.exit_code == 2 and "sslmode" in run.stderr and "refuses the URL" in run.stderr


@needs_postgres
def test_an_export_from_postgresql_is_the_same(
    data: Path, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone, everything = kolej("export", data, "QWERTY").stdout, kolej("export", data, "--all").stdout
    for words in (["qwerty", "--database", url], ["1", "--database", url], [url, "QWERTY"]):
        run = kolej("export", *words)
        assert run.exit_code == 0, run.output
        assert run.stdout == alone
    # A table at a time, so that there are several pages.
    monkeypatch.setattr(opening, "PAGE", 1)
    assert kolej("export", "--all", "--database", url).stdout == everything
    run = kolej("export", "--all", "--database", url, "--into", tmp_path / "logs")
    assert run.stdout.splitlines() == [
        f"{tmp_path / 'logs' / 'ASDFGH.jsonl'}: 0 entries, open",
        f"{tmp_path / 'logs' / 'QWERTY.jsonl'}: 2 entries, running",
    ]
    assert (tmp_path / "logs" / "QWERTY.jsonl").read_text() == alone
    for missing in ("ZZZZZZ", "99", "9" * 30):
        run = kolej("export", missing, "--database", url)
        assert run.exit_code == 2
        assert run.stderr == f"kolej: there is no table {missing}\n"


@needs_postgres
def test_the_environment_names_a_database_unless_a_folder_is_named(
    data: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = kolej("export", data, "QWERTY").stdout
    monkeypatch.setenv("KOLEJ_DATABASE", url)
    assert kolej("export", "QWERTY").stdout == alone
    assert kolej("export", "--all").stdout.endswith(alone)

    async def append() -> None:
        async with SqliteStore.open(data) as store:
            await store.append(1, 2, [NewEntry("move", '"newest"', at=13)])

    asyncio.run(append())
    assert "newest" in kolej("export", data, "QWERTY").stdout
    assert "newest" in kolej("export", data, "--all").stdout


@needs_postgres
def test_an_export_from_postgresql_beside_a_running_server_has_no_secrets_and_changes_nothing(url: str) -> None:
    async def serve() -> None:
        async with PostgresStore(url) as store:
            await store.append(1, 2, [NewEntry("move", '"newest"', at=13)])
            said = (await asyncio.to_thread(kolej, "export", "--all", "--database", url)).stdout
            assert "newest" in said
            for secret in ("s3cret", "tok3n", b"s3cret".hex(), b"tok3n".hex()):
                assert secret not in said
            await store.append(1, 3, [NewEntry("move", "{}", at=14)])

    asyncio.run(serve())


@needs_postgres
def test_a_table_that_is_deleted_during_an_export_is_left_out(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = PostgresStore.tables

    async def then_deleted(self: PostgresStore, *args: Any, **kwargs: Any) -> Any:
        page = await tables(self, *args, **kwargs)
        for each in page:
            if each.code == "ASDFGH":
                await self.delete_table(each.id, each.last)
        return page

    monkeypatch.setattr(PostgresStore, "tables", then_deleted)
    run = kolej("export", "--all", "--database", url)
    assert run.exit_code == 0, run.output
    assert "ASDFGH" not in run.stdout
    assert "QWERTY" in run.stdout


@needs_postgres
def test_a_database_without_current_data_is_refused_and_not_changed(url: str) -> None:
    empty = shared_postgres().new_database()
    for _ in range(2):
        run = kolej("export", "--all", "--database", empty)
        assert run.exit_code == 2
        assert "there is no data of Kolej in this database" in run.stderr

    async def execute(query: str) -> Any:
        connection = await asyncpg.connect(url)
        try:
            return await connection.fetchval(query)
        finally:
            await connection.close()

    asyncio.run(execute("UPDATE kolej_schema SET version = 1"))
    run = kolej("export", "--all", "--database", url)
    assert run.exit_code == 2
    assert "start the server on it once" in run.stderr
    assert asyncio.run(execute("SELECT version FROM kolej_schema")) == 1


def test_a_database_that_can_not_be_reached_is_named_without_its_password() -> None:
    place = f"127.0.0.1:{free_port()}/kolej"
    run = kolej("export", "QWERTY", "--database", f"postgresql://kolej:secret@{place}")
    assert run.exit_code == 2
    assert run.stderr.startswith(f"kolej: postgresql://{place}: PostgreSQL can't be reached")
    assert "secret" not in run.output


def test_backup_and_export_beside_a_running_server(data: Path, tmp_path: Path) -> None:
    async def serve() -> None:
        async with SqliteStore.open(data) as store:
            await store.append(1, 2, [NewEntry("move", '"newest"', at=13)])
            # In a thread, because the command runs an event loop of its own.
            assert "newest" in (await asyncio.to_thread(kolej, "export", data, "QWERTY")).stdout
            assert "2 tables, 3 entries" in kolej("backup", data, tmp_path / "a.db").stdout
            run = kolej("restore", tmp_path / "a.db", data, "--force")
            assert run.exit_code == 2
            assert f"in use by process {os.getpid()}" in run.stderr
            await store.append(1, 3, [NewEntry("move", "{}", at=14)])

    asyncio.run(serve())


def test_a_reader_who_leaves_is_no_fault_of_the_database(data: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-c", "from kolej.cli import main; main()", "export", str(data), "--all"]
    run = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert run.stderr == b""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["backup", "nowhere", "a.db"], "kolej: nowhere: there is no kolej.db here"),
        (["backup", "data", "nowhere/a.db"], "nowhere/a.db: No such file or directory"),
        (["backup", "data", "data/kolej.db"], "kolej: data/kolej.db: this is the database itself"),
        (["restore", "nowhere.db", "data"], "kolej: nowhere.db: there is no such file"),
        (["restore", "text", "new"], "kolej: text: this is not a database of Kolej"),
        (["export", "data", "ZZZZZZ"], "kolej: there is no table ZZZZZZ"),
        (["export", "data", "99"], "kolej: there is no table 99"),
        (["export", "data", "9" * 30], f"kolej: there is no table {'9' * 30}"),
        (["export", "data"], "Name one table, or use --all."),
        (["export", "data", "QWERTY", "--all"], "Name one table, or use --all."),
        (["export", "nowhere", "QWERTY"], "kolej: nowhere: there is no kolej.db here"),
        (["export", "--all"], "Name the folder of the database, or --database."),
        (["export", "--database", "postgresql://nowhere/kolej"], "Name one table, or use --all."),
        (["export", "data", "QWERTY", "--database", "postgresql://nowhere/kolej"], "Name either DATA or --database."),
        (["export", "QWERTY", "--database", "mysql://nowhere/kolej"], "postgresql://user:password@host/name"),
        (["export", "mysql://nowhere/kolej", "QWERTY"], "postgresql://user:password@host/name"),
        (["export", "data", "QWERTY", "--into", "text"], "kolej: text: File exists"),
    ],
)
def test_wrong_input_is_answered_in_words(
    data: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(data.parent)
    Path("text").write_text("some text that is no database at all " * 10)
    run = kolej(*arguments)
    assert run.exit_code == 2
    assert said in run.stderr
    assert not Path("new").exists()
