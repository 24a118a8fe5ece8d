"""The chaos benchmark: its proxy misbehaves as asked, and its checker finds what is lost, doubled or different."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

from bench.chaos import checker
from bench.chaos.__main__ import TRIALS, options_of
from bench.chaos.cluster import Cluster, Node, running_cluster
from bench.chaos.faults import Chaos
from bench.chaos.players import Measured, Player, TableOfPlayers, seated
from bench.chaos.tcp_proxy import TcpProxy
from tests.support import postgres_server, redis_server


@asynccontextmanager
async def echoing() -> AsyncIterator[TcpProxy]:
    """A proxy before a server that sends everything back."""

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(1000):
            writer.write(data)
        writer.close()

    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    proxy = TcpProxy(("127.0.0.1", server.sockets[0].getsockname()[1]))
    await proxy.open()
    try:
        yield proxy
    finally:
        await proxy.close()
        server.close()


@asynccontextmanager
async def connected(proxy: TcpProxy) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection(proxy.host, proxy.port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()
        await asyncio.sleep(0)


async def asked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seconds: float = 5) -> bytes:
    writer.write(b"ping")
    async with asyncio.timeout(seconds):
        return await reader.read(100)


async def ended(reader: asyncio.StreamReader) -> bool:
    """Whether the connection is closed or reset."""
    async with asyncio.timeout(5):
        try:
            return await reader.read(100) == b""
        except ConnectionError:
            return True


def test_every_fault_says_what_it_does() -> None:
    for faults in TRIALS.values():
        for fault in faults:
            assert (fault.__doc__ or "").endswith("."), fault


def test_a_trial_whose_faults_would_do_nothing_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bench.chaos.faults.FAKETIME", [])
    with pytest.raises(SystemExit):
        options_of(["--only", "kills", "clock"])
    assert "apt-get install libfaketime" in capsys.readouterr().err
    assert options_of(["--only", "kills"]).only == ["kills"]
    monkeypatch.setattr("shutil.which", lambda program: None)
    with pytest.raises(SystemExit):
        options_of(["--only", "network", "--namespaces"])
    assert "needs root and nftables" in capsys.readouterr().err


def test_a_takeover_is_measured_from_the_last_death_of_an_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    class Dies:
        def kill(self) -> None:
            pass

    node = cast(Node, SimpleNamespace(server=Dies()))
    tables = [TableOfPlayers(Measured()) for _ in range(4)]
    for number, table in enumerate(tables):
        table.people = [cast(Player, SimpleNamespace(code=str(number), over=False))]
        table.waits_for_bot = number != 1
    chaos = Chaos(cast(Cluster, None), Random(1), tables, Counter())

    async def owned_by(node: Node) -> set[str]:
        return {"0", "1", "2"}

    monkeypatch.setattr(chaos, "owned_by", owned_by)
    tables[2].owner_died = tables[2].first_died = tables[3].owner_died = tables[3].first_died = 5.0
    asyncio.run(chaos.kill(node))
    # One was waiting already for this server to take over, one waits for a person, and one for another server.
    assert tables[0].owner_died is not None and tables[0].owner_died == tables[0].first_died
    assert tables[2].owner_died >= tables[0].owner_died
    assert tables[1].owner_died is None and tables[2].first_died == tables[3].owner_died == 5.0
    seen = cast(Player, SimpleNamespace(connected_at=float("inf")))
    for version in (1, 2):
        tables[2].saw(seen, {"version": version, "due": None})
    (takeover,), (ownerless,) = tables[2].measured.takeovers, tables[2].measured.ownerless
    assert 0 < takeover < 60 < ownerless and tables[2].owner_died is tables[2].first_died is None


def test_a_proxy_forwards_delays_and_cuts() -> None:
    async def go() -> None:
        async with echoing() as proxy, connected(proxy) as (reader, writer):
            assert await asked(reader, writer) == b"ping"
            proxy.delay = 0.1
            began = time.monotonic()
            assert await asked(reader, writer) == b"ping"
            assert time.monotonic() - began >= 0.2
            proxy.heal()
            assert proxy.cut() == 1
            assert await ended(reader)

    asyncio.run(go())


def test_a_half_open_connection_carries_nothing_until_it_is_healed() -> None:
    async def go() -> None:
        async with echoing() as proxy, connected(proxy) as (reader, writer):
            assert await asked(reader, writer) == b"ping"
            proxy.stall()
            with pytest.raises(TimeoutError):
                await asked(reader, writer, 0.2)
            proxy.heal()
            async with asyncio.timeout(5):
                assert await reader.read(100) == b"ping"

    asyncio.run(go())


def test_a_proxy_that_refuses_ends_every_connection() -> None:
    async def go() -> None:
        async with echoing() as proxy:
            proxy.refuse()
            async with connected(proxy) as (reader, _):
                assert await ended(reader)
            proxy.heal()
            async with connected(proxy) as (reader, writer):
                assert await asked(reader, writer) == b"ping"

    asyncio.run(go())


@pytest.mark.skipif(postgres_server.programs() is None, reason=postgres_server.MISSING)
@pytest.mark.skipif(redis_server.program() is None, reason=redis_server.MISSING)
def test_the_checker_finds_what_is_lost_doubled_or_different(tmp_path: Path) -> None:
    async def go() -> None:
        async with running_cluster(tmp_path, servers=1, worker=False) as cluster:
            table = await seated(cluster.nodes, "new_york", 2, 0, Random(1), Measured())
            ada, bob, spectator = table.people
            tasks = [asyncio.ensure_future(person.live()) for person in table.people]
            async with asyncio.timeout(30):
                while len(ada.acknowledged) < 5 or len(bob.acknowledged) < 5:
                    await asyncio.sleep(0.01)
            assert await checker.settled([table]) == []
            counts, wrong = await checker.compared(cluster, [table])
            assert wrong == []
            assert counts["acknowledged"] == len(ada.acknowledged) + len(bob.acknowledged)
            chaos = Chaos(cluster, Random(1), [table], counts)
            assert await chaos.owned_by(chaos.node()) == {table.code}

            command, version = ada.acknowledged.popitem()
            assert any("acknowledged" in each for each in (await checker.compared(cluster, [table]))[1]), "doubled"
            ada.acknowledged[command] = version
            ada.acknowledged["lost"] = version
            assert any("command lost" in each for each in (await checker.compared(cluster, [table]))[1]), "lost"
            del ada.acknowledged["lost"]
            view, bob.view = bob.view, spectator.view
            assert any("not what was folded" in each for each in (await checker.compared(cluster, [table]))[1])
            bob.view = view
            assert (await checker.compared(cluster, [table]))[1] == []

            for person in table.people:
                person.leave()
            await asyncio.gather(*tasks)

    asyncio.run(go())
