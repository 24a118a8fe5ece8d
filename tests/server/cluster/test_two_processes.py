"""Two real server processes on one PostgreSQL database: sockets and requests land at either of them."""

import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.cluster.players import Player, wait_for_frames
from tests.support.postgres_server import MISSING, programs, shared_postgres
from tests.support.redis_server import MISSING as MISSING_REDIS
from tests.support.redis_server import RedisServer, program, running_redis
from tests.support.running_server import Running, running, wait_for

pytestmark = pytest.mark.skipif(programs() is None, reason=MISSING)

TAKEOVER = 10.0
"""Seconds within which the tables of a killed process must go on."""


def start(stack: ExitStack, folder: Path, url: str, **settings: str) -> Running:
    folder.mkdir(exist_ok=True)
    return stack.enter_context(running(folder, database=url, metrics="all", **settings))


@pytest.fixture(scope="module")
def redis() -> Iterator[RedisServer]:
    if program() is None:
        pytest.skip(MISSING_REDIS)
    with running_redis() as server:
        yield server


@pytest.fixture(scope="module", params=["redis", "notify"])
def servers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Running]]:
    """Two processes, connected over Redis, or over PostgreSQL alone. The last test of a kind may kill one."""
    url, folder = shared_postgres().new_database(), tmp_path_factory.mktemp(request.param)
    settings = {"redis": request.getfixturevalue("redis").url} if request.param == "redis" else {}
    with ExitStack() as stack:
        yield [start(stack, folder / name, url, node=name, **settings) for name in ("one", "two")]


def player(server: Running) -> Player:
    client = server.client()
    client.me()
    return Player(client)


def begun(one: Running, two: Running) -> list[Player]:
    """A game of Ada at one process and Bob at the other, where Eve watches."""
    ada, bob, eve = player(one), player(two), player(two)
    code = ada.client.table(people=["Ada"], pace=0)
    assert bob.client.post(f"/api/tables/{code}/join", {"id": "join"}).status_code == 200
    players = [ada.sit(one, code), bob.sit(two, code), eve.sit(two, code)]
    wait_for_frames(players, lambda: all(seat["online"] for seat in ada.table["seats"]))
    assert ada.client.post(f"/api/tables/{code}/start", {"id": "start"}).status_code == 200
    wait_for_frames(players, lambda: all(each.due for each in players))
    return players


def one_move(players: list[Player], rng: Random, seconds: float = 15) -> tuple[Player, str, dict[str, Any]]:
    """Let the one who is due move, and wait until all have seen it; returns who it was, the command and its fields."""
    wait_for_frames(players, lambda: len({each.version for each in players}) == 1 and any(p.legal for p in players))
    mover = next(each for each in players if each.legal)
    move = mover.move(rng)
    name = mover.send("act", **move)
    wait_for_frames(players, lambda: all(each.version > move["version"] for each in players), seconds)
    return mover, name, move


def test_a_game_is_played_at_both_processes(servers: list[Running]) -> None:
    one, two = servers
    players = ada, _, eve = begun(one, two)
    rng = Random(3)
    for step in range(30):
        mover, name, move = one_move(players, rng)
        if step == 10:
            resend(mover, two if mover is ada else one, name, move)
    code = ada.code
    assert ada.table["subscribers"] == eve.table["subscribers"] == 3
    answer = eve.client.get(f"/api/tables/{code}").json()
    assert answer["version"] == ada.version
    for each in players:
        each.leave()


def resend(mover: Player, other: Running, name: str, move: dict[str, object]) -> None:
    """The same command sent to the other process has one effect, and the same answer."""
    version = mover.version
    assert mover.socket is not None
    answered = [frame for frame in mover.socket.frames if frame.get("id") == name]
    twin = Player(mover.client).sit(other, mover.code)
    assert twin.socket is not None
    assert twin.socket.ask("act", id=name, **move) == answered[0]
    twin.leave()
    mover.read_all()
    assert mover.version == version


@pytest.mark.parametrize("servers", ["redis"], indirect=True)
def test_without_redis_nothing_is_lost_and_viewers_catch_up(servers: list[Running], redis: RedisServer) -> None:
    """Redis is killed and started again during a game: every move arrives within two seconds."""
    one, two = servers
    players = begun(one, two)
    rng = Random(8)
    for step in range(12):
        if step == 4:
            redis.kill()
        if step == 8:
            redis.start()
            wait_for(lambda: all("kolej_redis_available 1" in each.client().get("/metrics").text for each in servers))
        one_move(players, rng, 2)
    for each in players:
        each.leave()


def test_a_revoked_token_closes_the_sockets_of_every_process(servers: list[Running]) -> None:
    one, two = servers
    ada = player(one)
    code = ada.client.table(people=["Ada"])
    ada.sit(two, code).read_all()
    assert ada.client.post("/api/logout").status_code == 204
    assert ada.socket is not None and ada.socket.until("gone")["code"] == "no-token"


def test_the_tables_of_a_killed_process_go_on(servers: list[Running]) -> None:
    """Bots of some tables belong to the process that is killed: they move again within ten seconds."""
    one, two = servers
    ada = player(two)
    tables = []
    for _ in range(6):
        code = ada.client.table(people=["Ada"], bots={"1": "easy"}, pace=5000)
        assert ada.client.post(f"/api/tables/{code}/start", {"id": "start"}).status_code == 200
        tables.append(Player(ada.client).sit(two, code))
    rng = Random(5)
    while any(each.due != [1] for each in tables):
        for each in tables:
            each.read_all()
            if each.legal:
                each.send("act", **each.move(rng))
                each.legal = None
    one.process.send_signal(signal.SIGKILL)
    one.process.wait()
    killed = time.monotonic()
    before = [each.version for each in tables]
    wait_for_frames(tables, lambda: all(each.version > at for each, at in zip(tables, before, strict=True)), TAKEOVER)
    print(f"all tables went on {time.monotonic() - killed:.1f} s after the kill")
    for each in tables:
        each.leave()
