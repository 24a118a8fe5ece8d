"""Prepared data: a data folder with live tables, made once with raised limits and copied for every trial."""

import asyncio
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import apsw

from bench.load.server import Server, free_port
from bench.load.socket import Http
from bench.load.table import Chair, guest, opened
from kolej.server.tables.log.entries import ChatSent, new_entry
from kolej.store.sqlite import SqliteStore

HONEST_TABLES = 6
"""Tables where two honest players play against each other."""
BOT_LEVEL = "medium"
EDITION = "europe"
AT_ONCE = 16
LONG_LOG = 20_000
"""Chat messages of the very long table."""
APPENDED_AT_ONCE = 400
TEXT = "\N{STEAM LOCOMOTIVE}" * 400
SETTINGS: dict[str, Any] = {"undo": "none", "absent": None, "pace": 0}


@dataclass
class PreparedTable:
    """A table, and the tokens of its players by seat."""

    code: str
    tokens: list[str]


@dataclass
class PreparedData:
    """A data folder and what is in it."""

    folder: Path
    others: list[PreparedTable] = field(default_factory=list)
    """Running tables of two people who are connected and do nothing."""
    honest: list[PreparedTable] = field(default_factory=list)
    """Running tables of two honest players."""
    with_bot: PreparedTable = field(default_factory=lambda: PreparedTable("", []))
    """A running table of an honest player and a bot."""
    long: PreparedTable = field(default_factory=lambda: PreparedTable("", []))
    """The table whose log `lengthened` makes very long."""
    finished: str = ""
    """The code of a finished game."""

    def copy_to(self, folder: Path, long_table: bool, scale: float) -> None:
        """Copy it, with a very long table if wanted."""
        source = self.folder
        if long_table:
            source = self.folder.with_name(f"{self.folder.name}-long")
            if not source.exists():
                shutil.copytree(self.folder, source)
                asyncio.run(_lengthened(source, self.long.code, max(100, round(LONG_LOG * scale))))
        shutil.copytree(source, folder)


async def _lengthened(folder: Path, code: str, messages: int) -> None:
    """Add chat messages to a table in the store, because no server should accept so many."""
    async with SqliteStore.open(folder) as store:
        table = await store.table_by_code(code)
        assert table is not None
        last, at = table.last, table.created
        while messages > 0:
            part = min(messages, APPENDED_AT_ONCE)
            body = ChatSent(None, "Guest", TEXT)
            last = await store.append(table.id, last, [new_entry(body, at, None) for _ in range(part)])
            messages -= part


def damage_logs(folder: Path) -> None:
    """Overwrite the first page with entries of logs, as a failing disk does."""
    file = folder / "kolej.db"
    connection = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
    query = "SELECT min(pageno) FROM dbstat WHERE name = 'entries' AND pagetype = 'leaf'"
    page, size = connection.execute(query).get, connection.pragma("page_size")
    connection.close()
    with file.open("r+b") as damaged:
        damaged.seek((page - 1) * size)
        damaged.write(bytes(range(256)) * (size // 256))


def prepared(folder: Path, tables: int, cores: list[int]) -> PreparedData:
    """Start a server with raised limits, open tables, and stop it."""
    server = Server(folder, free_port(), cores)
    try:
        server.start()
        data = asyncio.run(_opened(server, tables))
    finally:
        server.stop()
    data.folder = folder
    return data


async def _opened(server: Server, tables: int) -> PreparedData:
    data = PreparedData(server.data)
    free: asyncio.Queue[Http] = asyncio.Queue()
    for _ in range(AT_ONCE):
        free.put_nowait(Http(server.host, server.port))

    async def one(people: int = 2, bots: dict[str, str] | None = None, edition: str = EDITION) -> PreparedTable:
        http = await free.get()
        try:
            tokens = [await guest(http) for _ in range(people)]
            code = await opened(http, tokens, edition, bots=bots or {}, **SETTINGS)
        finally:
            free.put_nowait(http)
        table = PreparedTable(code, tokens)
        chairs = await _seated(server, table)
        for chair in chairs:
            chair.leave()
        return table

    limit = asyncio.Semaphore(AT_ONCE)

    async def limited() -> PreparedTable:
        async with limit:
            return await one()

    made = await asyncio.gather(*(limited() for _ in range(tables + HONEST_TABLES + 1)))
    data.long, data.honest, data.others = made[0], made[1 : 1 + HONEST_TABLES], made[1 + HONEST_TABLES :]
    data.with_bot = await one(people=1, bots={"1": BOT_LEVEL})
    last = await one(edition="new_york")
    await _play_to_the_end(server, last)
    data.finished = last.code
    while not free.empty():
        free.get_nowait().close()
    return data


async def _seated(server: Server, table: PreparedTable) -> list[Chair]:
    """Players at a table whose cards are dealt."""
    chairs = [Chair(token, table.code) for token in table.tokens]
    await asyncio.gather(*(chair.sit(server.host, server.port) for chair in chairs))
    await asyncio.gather(*(chair.dealt() for chair in chairs))
    return chairs


async def _play_to_the_end(server: Server, table: PreparedTable) -> None:
    chairs, rng = await _seated(server, table), Random(1)
    async with asyncio.timeout(60):
        while not all(chair.over for chair in chairs):
            for chair in chairs:
                if chair.legal and not chair.sent:
                    chair.act(rng)
            await asyncio.sleep(0.001)
    for chair in chairs:
        chair.leave()
