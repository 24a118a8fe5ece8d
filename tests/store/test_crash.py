"""Crashes: a process is killed while it writes, and everything it acknowledged is there."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import apsw

from kolej.store.models import Entry
from kolej.store.sqlite import SqliteStore
from tests.store.appender import TABLES

ROOT = Path(__file__).parents[2]
KILLS = 20


def killed(folder: Path, name: str, after: float) -> list[tuple[int, int, str]]:
    """Kill a process shortly after its first acknowledgement; returns all its acknowledgements."""
    command = [sys.executable, "-m", "tests.store.appender", str(folder), name]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        # The process must not wait for this one: otherwise only a full pipe would be tested.
        os.set_blocking(process.stdout.fileno(), False)
        end = time.monotonic() + after
        while time.monotonic() < end:
            said += process.stdout.read() or b""
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
        process.wait()
        os.set_blocking(process.stdout.fileno(), True)
        said += process.stdout.read()
    # The last line may be incomplete.
    lines = said.decode().split("\n")[:-1]
    return [(int(table), int(number), command) for table, number, command in map(str.split, lines)]


def logs(folder: Path) -> dict[int, list[Entry]]:
    async def read() -> dict[int, list[Entry]]:
        async with SqliteStore.open(folder) as store:
            return {table.id: await store.entries(table.id) for table in await store.tables()}

    return asyncio.run(read())


def test_killed_again_and_again_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    rng = Random(20)
    acknowledged: list[tuple[int, int, str]] = []
    for number in range(KILLS):
        heard = killed(tmp_path, f"run{number}", rng.random() * 0.12)
        assert heard
        acknowledged += heard
        # Every other time the store, not a snapshot, opens the files first.
        if number % 2:
            connection = apsw.Connection(str(tmp_path / "kolej.db"))
            assert connection.pragma("integrity_check") == "ok"
            connection.close()
    there = logs(tmp_path)
    for log in there.values():
        assert [entry.number for entry in log] == list(range(1, len(log) + 1))
        # Appends are atomic.
        assert [entry.kind for entry in log] == ["move", "outcome"] * (len(log) // 2)
        commands = [entry.command for entry in log if entry.command is not None]
        assert len(set(commands)) == len(commands)
    for table, number, command in acknowledged:
        assert there[table][number - 1].command == command
    # A write that was in progress may be there too: at most one append for each table.
    unsaid = sum(map(len, there.values())) // 2 - len(acknowledged)
    assert 0 <= unsaid <= KILLS * TABLES
    assert len(acknowledged) > KILLS * TABLES
