"""Several game servers on one PostgreSQL and one Redis, started for a load test and measured together."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from zlib import crc32

from bench.load.server import Server, free_port
from tests.support.postgres_server import running_postgres
from tests.support.redis_server import running_redis

TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
"""In which /proc counts CPU time, a second."""


class ServerGroup:
    """Servers that a load test treats as one."""

    def __init__(self, servers: Sequence[Server], random: bool) -> None:
        self.servers = servers
        self.host = servers[0].host
        self._rng = Random(1) if random else None
        """Places sockets at random; otherwise all of a table are placed at one server, by its code."""

    @property
    def port(self) -> int:
        """The port of a server, another one at each call."""
        return (self._rng or Random()).choice(self.servers).port

    def port_for(self, code: str) -> int:
        """The port of a server for a socket of a table."""
        return self.port if self._rng is not None else self.servers[crc32(code.encode()) % len(self.servers)].port

    def start(self) -> None:
        """Start all servers."""
        for server in self.servers:
            server.start()

    def stop(self) -> None:
        """Stop all servers."""
        for server in self.servers:
            server.stop()

    def kill(self) -> None:
        """Kill all servers without warning."""
        for server in self.servers:
            server.kill()

    def output(self) -> str:
        """The output of all servers."""
        return "".join(server.output() for server in self.servers)

    def memory(self) -> int:
        """The resident memory of all servers in bytes."""
        return sum(server.memory() for server in self.servers)

    def processor(self) -> float:
        """The CPU time of all servers in seconds, without PostgreSQL and Redis."""
        return sum(server.processor() for server in self.servers)


@contextmanager
def running_group(
    folder: Path, count: int, random: bool, redis: bool, cores: Sequence[int], settings: Mapping[str, str] | None = None
) -> Iterator[ServerGroup]:
    """Servers on a PostgreSQL that syncs its disk, with or without Redis; started by the caller."""
    with ExitStack() as stack:
        database = stack.enter_context(running_postgres("-c", "max_connections=200")).new_database()
        shared = {"KOLEJ_DATABASE": database, **(settings or {})}
        if redis:
            shared["KOLEJ_REDIS"] = stack.enter_context(running_redis()).url
        servers = []
        for number in range(count):
            data = folder / f"data-{number}"
            servers.append(Server(data, free_port(), cores, {**shared, "KOLEJ_NODE": f"node-{number}"}))
        yield ServerGroup(servers, random)


def processor_of(names: Sequence[str]) -> dict[str, float]:
    """The CPU time in seconds of all processes with these names on this machine."""
    found = dict.fromkeys(names, 0.0)
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            head, _, rest = path.read_text().rpartition(")")
        except OSError:
            continue
        name, words = head.partition("(")[2], rest.split()
        if name in found:
            # With the time of children that have ended.
            found[name] += sum(int(each) for each in words[11:15]) / TICKS
    return found
