"""Faults: what can go wrong in a cluster. Each ends by itself, after a few seconds, with everything running again."""

import asyncio
import os
import shutil
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from random import Random

import asyncpg

from bench.chaos.cluster import FAKETIME, Cluster, Node
from bench.chaos.players import TableOfPlayers
from kolej.server.cluster.membership import DEAD_AFTER
from kolej.server.cluster.ownership import owner

LONGEST = 5.0
"""The longest time in seconds that a network misbehaves."""
PAUSED_SECONDS = 8.0
"""Longer than a silent server counts as alive: it wakes up when others have taken over its tables."""
TAKEOVER_SECONDS = 15.0
NODES = "SELECT id, name FROM nodes WHERE seen > clock_timestamp() - $1 * interval '1 second' ORDER BY seen"
JUMPS = ("+1h", "-1h", "+40d", "-2d", "+3s")


@dataclass
class Chaos:
    """A cluster, the tables that are played on it, and what was done to them."""

    cluster: Cluster
    rng: Random
    tables: list[TableOfPlayers]
    counts: Counter[str]
    pauses: float = 1.0

    def node(self) -> Node:
        """Any server."""
        return self.rng.choice(self.cluster.nodes)

    async def kill(self, node: Node) -> None:
        """Kill a server. Tables that it owns and that wait for a bot now wait for another one to take over."""
        owned = await self.owned_by(node)
        node.server.kill()
        for table in self.tables:
            if table.code in owned and table.waits_for_bot and not table.over:
                table.lose_owner()

    async def owned_by(self, node: Node) -> set[str]:
        """The codes of the tables that a server owns, or owns next because their owner is dead."""
        connection = await asyncpg.connect(self.cluster.database)
        try:
            rows = await connection.fetch(NODES, DEAD_AFTER)
            tables = await connection.fetch("SELECT id, code FROM tables WHERE status = 'running'")
        finally:
            await connection.close()
        # One that was started again has two rows for a while; the one that it renews is the last.
        ids = {row["name"]: row["id"] for row in rows}
        victim = ids.get(node.server.settings["KOLEJ_NODE"])
        counted, living = [row["id"] for row in rows], list(ids.values())
        return {
            row["code"] for row in tables if rows and victim in (owner(counted, row["id"]), owner(living, row["id"]))
        }

    async def a_moment(self, longest: float = LONGEST) -> None:
        """Wait for a random time."""
        await asyncio.sleep(self.rng.random() * longest * self.pauses)


async def kill_server(chaos: Chaos) -> None:
    """A server is killed, and started again after a moment."""
    node = chaos.node()
    await chaos.kill(node)
    await chaos.a_moment(1.0)
    await asyncio.to_thread(node.server.start)


async def lose_server(chaos: Chaos) -> None:
    """A server is killed and stays away until others must have taken over its tables."""
    node = chaos.node()
    await chaos.kill(node)
    await asyncio.sleep(TAKEOVER_SECONDS)
    chaos.counts["stuck tables"] += sum(table.owner_died is not None for table in chaos.tables if not table.over)
    await asyncio.to_thread(node.server.start)


async def stop_server(chaos: Chaos) -> None:
    """A server is asked to stop, and started again."""
    node = chaos.node()
    code = await asyncio.to_thread(node.server.stop)
    chaos.counts["failed stops"] += code != 0
    await asyncio.to_thread(node.server.start)


async def rolling_restart(chaos: Chaos) -> None:
    """All servers are restarted, one after the other."""
    for node in chaos.cluster.nodes:
        code = await asyncio.to_thread(node.server.stop)
        chaos.counts["failed stops"] += code != 0
        await asyncio.to_thread(node.server.start)


async def pause_server(chaos: Chaos) -> None:
    """A server stands still for so long that others take over, and then goes on as if nothing had happened."""
    node = chaos.node()
    node.pause()
    try:
        await asyncio.sleep(PAUSED_SECONDS)
    finally:
        node.go_on()


async def kill_worker(chaos: Chaos) -> None:
    """The bot worker is killed, and started again after a moment."""
    worker = chaos.cluster.worker
    if worker is not None:
        await asyncio.to_thread(worker.end)
        await chaos.a_moment(2.0)
        worker.start()


async def kill_redis(chaos: Chaos) -> None:
    """Redis is killed with everything that it held, and started again after a moment."""
    await asyncio.to_thread(chaos.cluster.redis.kill)
    await chaos.a_moment(3.0)
    await asyncio.to_thread(chaos.cluster.redis.start)


async def hang_redis(chaos: Chaos) -> None:
    """Redis stands still: its connections stay open, and nothing answers."""
    chaos.cluster.redis.hang()
    await chaos.a_moment()
    chaos.cluster.redis.resume()


async def kill_postgres(chaos: Chaos) -> None:
    """PostgreSQL crashes, and recovers."""
    await asyncio.to_thread(chaos.cluster.postgres.stop, "immediate")
    await chaos.a_moment(1.0)
    await asyncio.to_thread(chaos.cluster.postgres.start)
    # Nobody is heard during an outage, so nobody is found dead.
    for table in chaos.tables:
        if table.owner_died is not None:
            table.lose_owner()


async def cut_sockets(chaos: Chaos) -> None:
    """Half of all connections of players are cut."""
    for node in chaos.cluster.nodes:
        chaos.counts["cuts"] += node.front.cut(0.5, chaos.rng)
    await asyncio.sleep(0.05)


async def half_open(chaos: Chaos) -> None:
    """Connections to one server stay open and carry nothing; what was held back arrives late, or never."""
    node = chaos.node()
    proxy = chaos.rng.choice(node.proxies)
    proxy.stall()
    await chaos.a_moment(2 * LONGEST)
    if chaos.rng.random() < 0.5:
        chaos.counts["cuts"] += proxy.cut()
    proxy.heal()


async def delay(chaos: Chaos) -> None:
    """Everything to and from one server is delayed, by up to 0.3 s each way."""
    node = chaos.node()
    for proxy in node.proxies:
        proxy.delay = chaos.rng.random() * 0.3
    await chaos.a_moment()
    node.heal()


async def cut_backend(chaos: Chaos) -> None:
    """One server reaches PostgreSQL or Redis no more."""
    node = chaos.node()
    proxy = chaos.rng.choice((node.postgres, node.redis))
    proxy.refuse()
    await chaos.a_moment()
    proxy.heal()


async def slow_readers(chaos: Chaos) -> None:
    """Some players do not read for a while."""
    people = [person for table in chaos.tables for person in table.people]
    chosen = [each for each in people if each.socket is not None and each.socket.open and chaos.rng.random() < 0.3]
    sockets = [person.socket for person in chosen]
    for person in chosen:
        person.slow = True
        assert person.socket is not None
        person.socket.transport.pause_reading()
    await chaos.a_moment()
    for person, socket in zip(chosen, sockets, strict=True):
        person.slow = False
        if socket is not None and socket.open:
            socket.transport.resume_reading()


async def lose_packets(chaos: Chaos) -> None:
    """A tenth to a half of all packets to and from one server is lost (nftables)."""
    machine = chaos.node().machine
    assert machine is not None
    await asyncio.to_thread(machine.drop, chaos.rng.randint(10, 50))
    await chaos.a_moment()
    await asyncio.to_thread(machine.heal)


async def unplug(chaos: Chaos) -> None:
    """One server is cut off from everything, without a word to anybody (nftables)."""
    machine = chaos.node().machine
    assert machine is not None
    await asyncio.to_thread(machine.drop, 100)
    await chaos.a_moment(2 * LONGEST)
    await asyncio.to_thread(machine.heal)


async def jump_clock(chaos: Chaos) -> None:
    """The clock of one server jumps, and later back."""
    node = chaos.node()
    node.set_clock(chaos.rng.choice(JUMPS))
    await chaos.a_moment()
    node.set_clock("+0")


Fault = Callable[[Chaos], Awaitable[None]]

KILLS: tuple[Fault, ...] = (
    *(kill_server,) * 5,
    *(stop_server,) * 2,
    kill_worker,
    kill_redis,
    kill_redis,
    kill_postgres,
)
"""Processes that end; some more often than others."""
NETWORK: tuple[Fault, ...] = (cut_sockets, half_open, delay, cut_backend, slow_readers, hang_redis)
NAMESPACES: tuple[Fault, ...] = (lose_packets, unplug)
"""Need network namespaces."""
OTHERS: tuple[Fault, ...] = (pause_server, jump_clock, rolling_restart, lose_server)


def missing(faults: Sequence[Fault]) -> str:
    """What this machine lacks for some of these faults, and how to get it; empty if nothing."""
    if jump_clock in faults and not FAKETIME:
        return "the clock of a server can't jump without libfaketime: apt-get install libfaketime"
    if set(NAMESPACES).intersection(faults):
        programs = [name for name in ("unshare", "ip", "nft") if shutil.which(name) is None]
        if programs or os.geteuid() != 0:
            return f"--namespaces needs root and nftables: apt-get install nftables iproute2 ({', '.join(programs)})"
    return ""
