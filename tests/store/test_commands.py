"""The commands `kolej backup`, `kolej restore` and `kolej export`."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kolej.cli import main
from kolej.store.models import Listing, NewEntry, TableStatus
from kolej.store.sqlite import SqliteStore

BODY = '{"claim":  "brest-paris",\n "cards": [1.50, "Łódź\u2028"]}'


def kolej(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture
def data(tmp_path: Path) -> Path:
    async def fill() -> None:
        async with SqliteStore.open(tmp_path / "data") as store:
            ada = await store.add_person("Ada", at=1, token=b"tok3n")
            first = await store.create_table("QWERTY", '{"edition": "europe"}', at=10)
            entries = [NewEntry("start", "{}", at=11), NewEntry("move", BODY, at=12, command="c1")]
            await store.append(first.id, 0, entries, Listing(TableStatus.RUNNING, seats={1: ada.id}))
            await store.keep_secret(first.id, "seed", b"s3cret")
            await store.create_table("ASDFGH", "{}", at=20)

    asyncio.run(fill())
    return tmp_path / "data"


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


def test_backup_and_export_beside_a_running_server(data: Path, tmp_path: Path) -> None:
    async def serve() -> None:
        async with SqliteStore.open(data) as store:
            await store.append(1, 2, [NewEntry("move", '"newest"', at=13)])
            assert "newest" in kolej("export", data, "QWERTY").stdout
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
