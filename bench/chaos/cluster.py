"""The cluster: PostgreSQL, Redis, several servers and a bot worker, each behind proxies that can misbehave."""

import asyncio
import os
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.chaos.namespaces import HERE, Machine
from bench.chaos.tcp_proxy import TcpProxy
from bench.load.server import START, Server, free_port
from tests.support.postgres_server import PostgresServer, running_postgres
from tests.support.redis_server import RedisServer, running_redis

FAKETIME = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
WORKER = [*START[:-1], "worker", "--workers", "1"]


@dataclass
class Node:
    """A server, and the proxies between it and everything else."""

    server: Server
    front: TcpProxy
    """Between players and the server."""
    postgres: TcpProxy
    redis: TcpProxy
    clock: Path
    """The file with the offset of its clock, for libfaketime."""
    machine: Machine | None = None
    replaced: list[Server] = field(default_factory=list)
    """Servers of older versions that ran here before."""

    def replace(self, server: Server) -> None:
        """Send new connections to another server from now on."""
        self.replaced.append(self.server)
        self.server = server
        self.front.redirect((server.host, server.port))

    def kill(self) -> None:
        """Kill everything that runs here."""
        for server in (*self.replaced, self.server):
            server.kill()

    @property
    def proxies(self) -> tuple[TcpProxy, TcpProxy, TcpProxy]:
        """All proxies of the server."""
        return self.front, self.postgres, self.redis

    def heal(self) -> None:
        """End everything that is wrong with its network."""
        for proxy in self.proxies:
            proxy.heal()
        if self.machine is not None:
            self.machine.heal()

    def set_clock(self, offset: str) -> None:
        """Let the clock of this process jump; `+0` is the true time."""
        self.clock.write_text(offset + "\n")

    def pause(self) -> None:
        """Stop the process without ending it, as a machine that swaps or a virtual machine that is moved."""
        os.kill(self.server.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it go on."""
        os.kill(self.server.pid, signal.SIGCONT)


class Worker:
    """`kolej worker`: bots in a process of their own."""

    def __init__(self, redis_url: str, log: Path) -> None:
        self._redis_url = redis_url
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it."""
        environment = {**os.environ, "KOLEJ_REDIS": self._redis_url}
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                WORKER, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True
            )

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it, and wait until it has ended."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(30)
            self._process = None


@dataclass
class Cluster:
    """All processes, and the database that they share."""

    nodes: list[Node]
    postgres: PostgresServer
    database: str
    redis: RedisServer
    worker: Worker | None = None
    folder: Path = field(default_factory=Path)

    def heal(self) -> None:
        """End everything that is wrong with any network, and set all clocks right."""
        for node in self.nodes:
            node.heal()
            node.set_clock("+0")

    def output(self) -> str:
        """What the servers logged."""
        return "".join(server.output() for node in self.nodes for server in (*node.replaced, node.server))


def node_settings(postgres: TcpProxy, redis: TcpProxy, database: str, number: int, clock: Path) -> dict[str, str]:
    """The settings of a server."""
    settings = {
        "KOLEJ_WORKERS": "1",
        "KOLEJ_DATABASE": f"postgresql://kolej@{postgres.host}:{postgres.port}/{database}",
        "KOLEJ_REDIS": f"redis://{redis.host}:{redis.port}/0",
        "KOLEJ_NODE": f"node{number}",
    }
    if FAKETIME:
        # Only the time of day jumps, as it does on a machine whose clock is set.
        settings |= {
            "LD_PRELOAD": str(FAKETIME[0]),
            "FAKETIME_TIMESTAMP_FILE": str(clock),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
    return settings


@asynccontextmanager
async def running_cluster(folder: Path, servers: int, worker: bool, namespaces: bool = False) -> AsyncIterator[Cluster]:
    """A cluster that is stopped and deleted at the end."""
    async with AsyncExitStack() as stack:
        postgres = stack.enter_context(running_postgres())
        redis = stack.enter_context(running_redis())
        url = await asyncio.to_thread(postgres.new_database)
        database = url.split("/")[3].partition("?")[0]
        here = HERE if namespaces else "127.0.0.1"
        nodes: list[Node] = []

        async def proxy(upstream: Path | tuple[str, int]) -> TcpProxy:
            made = TcpProxy(upstream, here)
            await made.open()
            stack.push_async_callback(made.close)
            return made

        for number in range(servers):
            machine = Machine(number) if namespaces else None
            if machine is not None:
                machine.create()
                stack.callback(machine.delete)
            port, host = free_port(), machine.address if machine else "127.0.0.1"
            to_postgres = await proxy(postgres.folder / ".s.PGSQL.5432")
            to_redis = await proxy(redis.socket)
            clock = folder / f"clock{number}"
            clock.write_text("+0\n")
            settings = node_settings(to_postgres, to_redis, database, number, clock) | {"KOLEJ_HOST": host}
            command = [*machine.command, *START] if machine else START
            server = Server(folder / f"data{number}", port, settings=settings, command=command)
            server.host = host
            nodes.append(Node(server, await proxy((host, port)), to_postgres, to_redis, clock, machine))
            stack.callback(nodes[-1].kill)
            await asyncio.to_thread(server.start)
        cluster = Cluster(nodes, postgres, url, redis, folder=folder)
        if worker:
            cluster.worker = Worker(redis.url, folder / "worker.log")
            cluster.worker.start()
            stack.callback(cluster.worker.end)
        yield cluster


def worker_exists() -> bool:
    """Whether this version has `kolej worker`."""
    return subprocess.run([*WORKER[:-2], "--help"], capture_output=True, check=False).returncode == 0
