"""Codes of tables that don't exist: nobody finds private tables by trying. Each test uses other addresses."""

import asyncio
from pathlib import Path

import pytest

from kolej.server.errors import Refusal
from kolej.server.limits import Limits
from kolej.server.settings import Settings
from kolej.server.tables.search import find_table
from tests.server.limits.clients import Clock, from_address
from tests.support.fake_server import FakeServer
from tests.support.running_server import Client, Running


@pytest.mark.parametrize(
    ("number", "path"), [(1, ""), (2, "/history"), (3, "/file"), (4, "?before"), (5, "/join"), (6, "/live")]
)
def test_codes_can_not_be_searched(strict: Running, number: int, path: str) -> None:
    owner, thief = from_address(strict, f"10.5.0.{number}"), from_address(strict, f"10.5.1.{number}")
    owner.me(), thief.me()
    codes = ["ZZZZZZ", "ZZZZZY", "ZZZZZX", owner.table(people=["Ada"]), "ZZZZZW"]
    own = thief.table(people=["Thief"])

    def tried(client: Client, code: str, path: str = path) -> str:
        if path == "/live":
            address = client.http.headers["x-forwarded-for"]
            with client.socket(code, **{"x-forwarded-for": address}) as talk:
                return str(talk.frame().get("code", "found"))
        if path == "/join":
            answer = client.post(f"/api/tables/{code}/join", {"id": "j"})
        elif path == "?before":
            answer = client.get(f"/api/tables?open=1&before={code}")
        else:
            answer = client.get(f"/api/tables/{code}{path}")
        return "found" if answer.status_code in (200, 409) else str(answer.json()["code"])

    # From the fourth on, nothing tells a code that exists from another.
    assert [tried(thief, code) for code in codes] == ["unknown-table"] * 3 + ["too-many"] * 2
    # Their own table is still found, by its host and player, and others are not hampered.
    assert tried(thief, own, "") == "found"
    assert [tried(owner, codes[3]) for _ in range(5)] == ["found"] * 5


def test_many_codes_at_once_are_no_way_around_their_limit(tmp_path: Path) -> None:
    limits = Limits(Settings(unknown_codes=3), Clock())

    async def test() -> None:
        async with FakeServer(tmp_path / "data") as server:

            async def tried(code: str, address: str) -> str:
                try:
                    return (await find_table(server.registry, limits, code, None, address)).code
                except Refusal as refusal:
                    return refusal.code

            code = (await server.table(await server.person("Ada"))).code
            # Those after the third unknown one are not found, whether there is such a table or not.
            codes = [f"ZZZZZ{letter}" for letter in "BCDFGHJKLM"] + [code]
            for address in ("10.0.0.1", "10.0.0.3"):
                found = await asyncio.gather(*(tried(each, address) for each in codes))
                assert found == ["unknown-table"] * 3 + ["too-many"] * 8
                # Also where it has to be read from its log.
                await server.restart()
            # Those who look for tables that exist do not stand in each other's way.
            assert await asyncio.gather(*(tried(code, "10.0.0.2") for _ in range(10))) == [code] * 10

    asyncio.run(test())
