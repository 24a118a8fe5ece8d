"""Two real servers with PostgreSQL and Redis: limits hold over both, and games go on while workers come and go."""

import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from tests.support.postgres_server import MISSING, programs, shared_postgres
from tests.support.redis_server import MISSING as NO_REDIS
from tests.support.redis_server import RedisServer, program, running_redis
from tests.support.running_server import Client, Running, SocketClient, command, running, wait_for

pytestmark = pytest.mark.skipif(programs() is None, reason=MISSING)


@pytest.fixture(scope="module")
def redis() -> Iterator[RedisServer]:
    if program() is None:
        pytest.skip(NO_REDIS)
    with running_redis() as server:
        yield server


@pytest.fixture(scope="module")
def servers(redis: RedisServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Running]]:
    """Two servers that leave bots to workers, with tight limits."""
    url = shared_postgres().new_database()
    with ExitStack() as stack:
        found = []
        for name in ("one", "two"):
            found.append(
                stack.enter_context(
                    running(
                        tmp_path_factory.mktemp(name),
                        database=url,
                        redis=redis.url,
                        node=name,
                        workers=0,
                        metrics="all",
                        proxy="127.0.0.1",
                        guests_per_hour=4,
                        tables_per_hour=3,
                        unknown_codes=3,
                        logins=2,
                        sockets_per_person=2,
                        sockets_per_address=3,
                    )
                )
            )
        yield found


def at(server: Running, address: str, other: Client | None = None) -> Client:
    """A client with an address; the same person as another client at any server."""
    cookie = {} if other is None else {"cookie": f"kolej={other.token}"}
    return server.client(**{"x-forwarded-for": address}, **cookie)


def test_limits_hold_over_both_servers(servers: list[Running]) -> None:
    one, two = servers
    guests = [at(server, "10.0.0.1").get("/api/me").status_code for server in (one, two, one, two, one, two)]
    assert guests == [200] * 4 + [429] * 2

    host = at(one, "10.0.0.2")
    host.me()
    settings = {"edition": "new_york", "seats": 2}
    same = [host, at(two, "10.0.0.2", host), host, at(two, "10.0.0.2", host), host]
    opened = [client.post("/api/tables", {"id": f"t{n}", "settings": settings}) for n, client in enumerate(same)]
    assert [answer.status_code for answer in opened] == [201] * 3 + [429] * 2
    code = opened[0].json()["code"]

    thieves = [at(one, "10.0.0.3"), at(two, "10.0.0.3")]
    thieves[0].me()
    tried = [thieves[n % 2].get(f"/api/tables/{code}").status_code for n, code in enumerate(["ZZZZZZ"] * 3 + [code])]
    assert tried == [404] * 3 + [429]

    host.post("/api/account", {"name": "Owner", "password": "right password"})
    guess = {"name": "Owner", "password": "a guess 123"}
    assert [thieves[n % 2].post("/api/login", guess).status_code for n in range(3)] == [401, 401, 429]

    def socket(server: Running, address: str) -> SocketClient:
        headers = {"cookie": f"kolej={host.token}", "origin": server.url, "x-forwarded-for": address}
        return SocketClient(server, code, "", headers)

    with socket(one, "10.1.0.1") as first, socket(two, "10.1.0.2"), socket(two, "10.1.0.3") as third:
        assert third.frame()["code"] == "too-many"
        assert first.ask("ping")["type"] == "ok"

    def watch(server: Running) -> SocketClient:
        return SocketClient(server, code, "", {"origin": server.url, "x-forwarded-for": "10.2.0.1"})

    with watch(one), watch(two), watch(one):
        with pytest.raises(InvalidStatus) as refused:
            watch(two)
        assert refused.value.response.status_code == 429


@contextmanager
def worker(server: RedisServer, log: Path) -> Iterator["subprocess.Popen[str]"]:
    with log.open("w", encoding="utf-8") as errors:
        words = command("worker", "--redis", server.url, "--workers", "1")
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=errors, text=True)
    assert process.stdout is not None
    try:
        assert process.stdout.readline()
        yield process
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


def decisions(server: Running, by: str) -> int:
    name = f'kolej_bot_decisions_total{{by="{by}"}} '
    lines = server.client().get("/metrics").text.splitlines()
    return sum(int(line.removeprefix(name)) for line in lines if line.startswith(name))


def test_games_of_bots_go_on_while_workers_are_killed(
    servers: list[Running], redis: RedisServer, tmp_path: Path
) -> None:
    def all_by(who: str) -> int:
        return sum(decisions(server, who) for server in servers)

    with worker(redis, tmp_path / "first") as first, worker(redis, tmp_path / "second") as second:
        wait_for(lambda: all("kolej_workers 2" in each.client().get("/metrics").text for each in servers))
        host = at(servers[0], "10.0.1.1")
        host.me()
        codes = [host.table(bots={"0": "easy", "1": "medium"}, pace=150) for _ in range(3)]
        for code in codes:
            assert host.post(f"/api/tables/{code}/start", {"id": "start"}).status_code == 200
        with ExitStack() as stack:
            # Games of bots go on while somebody watches.
            sockets = [
                stack.enter_context(
                    SocketClient(
                        servers[n % 2], code, "", {"origin": servers[n % 2].url, "x-forwarded-for": f"10.3.0.{n}"}
                    )
                )
                for n, code in enumerate(codes)
            ]

            def progress(seconds: float = 10) -> None:
                """Every game goes on."""
                for each in sockets:
                    end = time.monotonic() + seconds
                    while each.frame(seconds)["type"] != "events":
                        assert time.monotonic() < end

            progress()
            wait_for(lambda: all_by("worker") > 3)
            first.send_signal(signal.SIGKILL)
            progress()
            before = all_by("worker")
            wait_for(lambda: all_by("worker") > before + 3)
            # Without any worker the servers start processes of their own.
            second.send_signal(signal.SIGKILL)
            wait_for(lambda: all_by("server") > 3, 20)
            progress()
    for each in servers:
        assert '"level": "error"' not in each.logged()
