"""A reconnect storm: every player of the load test has lost the connection, and all of them come back at once."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from bench.load.socket import Unexpected
from bench.load.table import Chair

FIRST_PAUSE, LONGEST_PAUSE = 0.3, 15.0
"""Seconds that a client waits after a failed attempt: at most the first, doubled each time, as the page does."""


@dataclass
class Storm:
    """How long each player was away, and what went wrong on the way."""

    seconds: list[float] = field(default_factory=list)
    refused: int = 0
    """Handshakes that failed and were tried again."""
    behind: int = 0
    """Players whose version is not that of the others at their table."""

    def line(self) -> str:
        """The figures as text."""
        times = sorted(self.seconds)
        p50, p99 = (times[int(part * (len(times) - 1))] for part in (0.5, 0.99))
        return (
            f"{len(times):,} sockets back {times[-1]:.1f} s later (p50 {p50:.1f} s, p99 {p99:.1f} s), {self.refused:,} "
            f"handshakes tried again, {self.behind} seats behind their table"
        )


async def reconnected(chairs: Sequence[Chair], host: str, port: int, rng: Random) -> Storm:
    """Connect all players at once, each after its last version; a player is back when a command was answered."""
    storm = Storm()
    began = time.perf_counter()

    async def come_back(chair: Chair) -> None:
        pause = FIRST_PAUSE
        while True:
            try:
                await chair.sit(host, port, since=chair.version)
                # Answered after everything that was missed.
                await chair.ask("ping")
                break
            except (OSError, TimeoutError, Unexpected):
                storm.refused += 1
                await asyncio.sleep(pause * rng.random())
                pause = min(2 * pause, LONGEST_PAUSE)
        storm.seconds.append(time.perf_counter() - began)

    await asyncio.gather(*(come_back(chair) for chair in chairs))
    newest: dict[str, int] = {}
    for chair in chairs:
        newest[chair.code] = max(chair.version, newest.get(chair.code, 0))
    storm.behind = sum(chair.version < newest[chair.code] for chair in chairs)
    return storm
