"""One trial: a cluster is played on while faults happen, round after round, and checked after each round."""

import asyncio
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bench.chaos import checker
from bench.chaos.cluster import Cluster, running_cluster
from bench.chaos.faults import Chaos, Fault
from bench.chaos.players import Measured, Player, TableOfPlayers, seated
from bench.load.measurements import Disk, share

TABLES = (("europe", 2, 1), ("new_york", 2, 0), ("nordic", 2, 1), ("japan", 3, 0), ("berlin", 1, 1), ("europe", 1, 2))
"""Edition, people and bots of each table. Two more people watch: a spectator at each."""
BETWEEN_SECONDS = 0.4
"""The longest pause between two faults."""
PATIENCE = 120.0
"""Seconds after which a fault that has not ended fails the trial."""
CHECK_PATIENCE = 300.0
"""Seconds after which a check that has not ended fails the trial."""
GOAL = 10.0
"""Seconds in which others should take over the tables of a server that died."""
LOG_TAIL = 4000


@dataclass(frozen=True)
class Size:
    """The bounds of a trial."""

    faults: int
    in_round: int = 20
    """Faults between two checks; then new tables are opened, so that games of every age are hit."""
    servers: int = 3
    worker: bool = True
    namespaces: bool = False
    tables: int = len(TABLES)
    pauses: float = 1.0
    """How long faults last, compared with how long they may."""
    cuts: int = 0
    """Connections of players that are cut at least, with as many faults as that takes."""


@dataclass
class Row:
    """What a trial found."""

    name: str
    counts: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    measured: Measured = field(default_factory=Measured)
    synced: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0
    load: float = 0
    happened: list[tuple[float, float, str]] = field(default_factory=list)
    """When each fault began and ended, and its name."""

    def longest_pause(self) -> str:
        """What the table waited for that stood still for longest, and what had been done meanwhile."""
        seconds, ended, waited = self.measured.longest
        during = [
            f"{name} ({start - ended + seconds:+.1f} to {end - ended + seconds:+.1f} s)"
            for start, end, name in self.happened
            if end > ended - seconds - 1 and start < ended
        ]
        return f"longest pause {seconds:.1f} s, for {waited}; faults: {', '.join(during) or 'none'}"

    def takeovers(self) -> str:
        """How often and how long tables waited for somebody to take over."""
        takeovers, since_first = self.measured.takeovers, self.measured.ownerless
        return (
            f"{len(takeovers)} takeovers, {sum(each > GOAL for each in takeovers)} after more than {GOAL:.0f} s, "
            f"since the first of several deaths at most {max(since_first, default=0):.1f} s"
        )

    def line(self) -> str:
        """The findings as a row of a table; times in milliseconds."""
        measured = self.measured
        return (
            f"{self.name:<14}{sum(self.faults.values()):>7}{self.counts['cuts']:>8}{self.counts['tables']:>8}"
            f"{self.counts['acknowledged']:>10,}{self.counts['resent']:>8,}{self.counts['resumed']:>9,}"
            + "".join(f"{share(measured.resumes, part):>9.0f}" for part in (0.5, 0.99, 1))
            + "".join(f"{share(measured.lags, part):>8.0f}" for part in (0.5, 0.99, 1))
            + f"{share(measured.pauses, 1):>8.0f}"
            + "".join(f"{share(measured.takeovers, part):>8.0f}" for part in (0.5, 1))
            + "".join(f"{share(self.synced, part):>8.2f}" for part in (0.5, 0.99))
            + f"{self.load:>6.1f}{self.seconds:>7.0f}{len(self.wrong):>7}"
        )


HEAD = (
    f"{'':<14}{'':>7}{'':>8}{'':>8}{'':>10}{'':>8}{'':>9}{'resume, ms':>27}{'lag, ms':>24}{'pause':>8}"
    f"{'takeover, ms':>16}{'sync, ms':>16}\n"
    f"{'trial':<14}{'faults':>7}{'cuts':>8}{'tables':>8}{'acks':>10}{'resent':>8}{'resumed':>9}{'p50':>9}{'p99':>9}{'max':>9}"
    f"{'p50':>8}{'p99':>8}{'max':>8}{'max':>8}{'p50':>8}{'max':>8}{'p50':>8}{'p99':>8}{'load':>6}{'s':>7}{'wrong':>7}"
)


def failures(output: str) -> list[str]:
    """What servers logged as an error, except that the database was away: that is what was done to them."""
    errors = [line for line in output.splitlines() if line.split()[1:2] == ["error"]]
    expected = ('error="Refusal"', 'error="Unavailable"', "was not loaded")
    return [line for line in errors if not any(each in line for each in expected)]


async def watch(tables: Sequence[TableOfPlayers]) -> None:
    """Let players give up half-open connections."""
    while True:
        await asyncio.sleep(0.25)
        for table in tables:
            for person in table.people:
                person.check()


async def trial(name: str, faults: Sequence[Fault], size: Size, seed: int, into: Path | None = None) -> Row:
    """Let faults happen until there were enough, in any order; returns what was found."""
    row = Row(name)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kolej-chaos-", dir=into) as folder:
        disk = Disk(Path(folder))
        disk.times = row.synced
        disk.start()
        try:
            async with running_cluster(Path(folder), size.servers, size.worker, size.namespaces) as cluster:
                done = 0
                while (done < size.faults or row.counts["cuts"] < size.cuts) and not row.wrong:
                    count = max(1, min(size.in_round, size.faults - done))
                    try:
                        await one_round(cluster, faults, count, size, Random(seed + done), row)
                    except Exception as error:
                        # Hours of figures are worth more than a traceback alone: report what was found so far.
                        row.wrong.append(f"the round was not finished: {type(error).__name__}: {error}")
                        print("".join(traceback.format_exception(error)), file=sys.stderr)
                    done += count
                    _print_progress(row, size, done, time.monotonic() - began)
                row.wrong += failures(cluster.output())[:5]
                if row.wrong:
                    print(f"the end of what servers logged:\n{cluster.output()[-LOG_TAIL:]}", file=sys.stderr)
        finally:
            disk.done.set()
    row.seconds = time.monotonic() - began
    row.load = os.getloadavg()[0]
    return row


def _print_progress(row: Row, size: Size, done: int, seconds: float) -> None:
    """One line after each round, with an estimate of the rest, to the standard error output."""
    share_done = min(done / size.faults, row.counts["cuts"] / size.cuts if size.cuts else 1, 1) or 1
    left = seconds / share_done - seconds
    cuts = f", {row.counts['cuts']} cuts" if row.counts["cuts"] else ""
    print(
        f"  {row.name}: {done} faults{cuts}, {row.counts['acknowledged']:,} acknowledged, {len(row.wrong)} wrong; "
        f"{seconds / 60:.1f} minutes, about {left / 60:.1f} more",
        file=sys.stderr,
        flush=True,
    )


async def one_round(cluster: Cluster, faults: Sequence[Fault], count: int, size: Size, rng: Random, row: Row) -> None:
    """Open tables, let a few faults happen, and check everything."""
    chaos = Chaos(cluster, rng, [], row.counts, size.pauses)
    tasks: list[asyncio.Task[None]] = [asyncio.ensure_future(watch(chaos.tables))]
    try:
        for number in range(count):
            while sum(not table.over for table in chaos.tables) < size.tables:
                edition, people, bots = TABLES[len(chaos.tables) % len(TABLES)]
                table = await seated(cluster.nodes, edition, people, bots, rng, row.measured)
                chaos.tables.append(table)
                tasks += [asyncio.ensure_future(person.live()) for person in table.people]
            await _acknowledged_more(chaos.tables)
            await asyncio.sleep(rng.random() * BETWEEN_SECONDS)
            fault = rng.choice(faults)
            row.faults[fault.__name__] += 1
            began = time.monotonic()
            async with asyncio.timeout(PATIENCE):
                await fault(chaos)
            row.happened.append((began, time.monotonic(), fault.__name__))
            if os.environ.get("KOLEJ_CHAOS_VERBOSE"):
                print(f"  {number} {fault.__name__} {time.strftime('%X')}", flush=True)
        cluster.heal()
        row.wrong += await checker.hanging(chaos.tables)
        row.wrong += await checker.settled(chaos.tables)
        async with asyncio.timeout(CHECK_PATIENCE):
            counts, wrong = await checker.compared(cluster, chaos.tables)
        row.counts += counts
        row.wrong += wrong
    finally:
        for table in chaos.tables:
            for person in table.people:
                person.leave()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _acknowledged_more(tables: Sequence[TableOfPlayers], seconds: float = 20) -> None:
    """Wait until a command has been acknowledged since, so that every fault hits something."""

    def acknowledged() -> int:
        people: list[Player] = [person for table in tables for person in table.people]
        return sum(len(person.acknowledged) for person in people)

    before = acknowledged()
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while acknowledged() == before:
                await asyncio.sleep(0.005)
