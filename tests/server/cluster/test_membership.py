"""Membership: who counts as alive, by whose clock, and what an outage of the database changes."""

import asyncio
from collections.abc import Sequence
from typing import Any, cast

import pytest

from kolej.server.cluster.database import ClusterDatabase
from kolej.server.cluster.membership import DEAD_AFTER, HEARTBEAT, KEPT_AFTER_OUTAGE, RETRY_PAUSE, Membership
from kolej.server.time import SystemTime

Change = tuple[frozenset[int], frozenset[int]]
NOBODY = frozenset[int]()


class HandTime(SystemTime):
    """A monotonic clock that the test advances."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 500.0
        self.waits: list[float] = []

    def ticks(self) -> float:
        return self.seconds

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        self.waits.append(seconds)
        self.seconds += seconds
        await asyncio.sleep(0)


class FakeDatabase:
    """Answers heartbeats with the rows that the test has set."""

    def __init__(self, time: HandTime) -> None:
        self.time = time
        self.others: list[int] = []
        self.ages: dict[int, float] = {}
        """Seconds since the last heartbeat of others; half a second where nothing is set."""
        self.known = True
        self.now_ms = 1_000_000
        self.takes = 0.0
        self.lost = 0
        """How many statements are lost next."""

    async def fetch(self, query: str, *args: object, timeout: float = 0) -> Sequence[dict[str, Any]]:
        self.time.seconds += self.takes
        if self.lost:
            self.lost -= 1
            raise TimeoutError
        names = [f"node{each}" for each in self.others]
        ages = [self.ages.get(each, 0.5) for each in self.others]
        return [{"known": self.known, "ids": self.others, "ages": ages, "names": names, "now_ms": self.now_ms}]


class Process:
    """A process with a fake database."""

    def __init__(self) -> None:
        self.time = HandTime()
        self.database = FakeDatabase(self.time)
        self.changes: list[Change] = []
        database = cast(ClusterDatabase, self.database)
        self.membership = Membership(database, "one", self.time, lambda *change: self.changes.append(change))

    async def beat(self, seconds: float = HEARTBEAT) -> frozenset[int]:
        """Wait, and send a heartbeat; returns the others."""
        self.time.seconds += seconds
        await self.membership.beat()
        return frozenset(self.membership.nodes) - {self.membership.node}


async def joined(*others: int) -> Process:
    """A process that has been among others for a while."""
    process = Process()
    process.database.others = list(others)
    for _ in range(5):
        assert await process.beat() == set(others)
    process.changes.clear()
    return process


SILENT = 4.5
"""Seconds for which `silent` lets a process be silent."""


async def silent(process: Process, other: int) -> None:
    """Let another process send no heartbeat for a while, which is not enough to be dead."""
    for age in (SILENT - HEARTBEAT, SILENT):
        process.database.ages = {other: age}
        assert other in await process.beat()


def test_a_process_that_falls_silent_is_dead() -> None:
    async def go() -> None:
        process = await joined(7, 8)
        process.database.others = [8]
        assert await process.beat() == {8}
        assert process.changes == [(NOBODY, frozenset({7}))]

    asyncio.run(go())


def test_after_an_outage_nobody_is_dead_before_everybody_had_time_to_say_so() -> None:
    async def go() -> None:
        process = await joined(7, 8)
        process.database.lost = 3
        for _ in range(3):
            with pytest.raises(TimeoutError):
                await process.beat()
        process.database.others = []
        assert await process.beat() == {7, 8}
        process.database.others = [8]
        assert await process.beat() == {7, 8}
        assert process.changes == []
        assert await process.beat(DEAD_AFTER) == {8}
        assert process.changes == [(NOBODY, frozenset({7}))]

    asyncio.run(go())


def test_the_silence_of_a_process_that_died_before_an_outage_goes_on_after_it() -> None:
    async def go() -> None:
        process = await joined(7, 8)
        await silent(process, 7)
        process.database.lost = 3
        for _ in range(3):
            with pytest.raises(TimeoutError):
                await process.beat()
        # A crash has emptied the table, and 8 has not added itself yet.
        process.database.others, process.database.known = [], False
        assert await process.beat() == {7, 8}
        process.database.known = True
        assert await process.beat(DEAD_AFTER - SILENT - 0.1) == {7, 8}
        assert await process.beat(0.2) == {8}
        process.database.others = [8]
        assert await process.beat(KEPT_AFTER_OUTAGE) == {8}
        assert process.changes == [(NOBODY, frozenset({7}))]

    asyncio.run(go())


def test_a_second_outage_does_not_give_a_silent_process_all_its_time_again() -> None:
    async def go() -> None:
        process = await joined(7, 8)
        for outage in range(2):
            # A crash has emptied the table; 8 adds itself again, and 7 does not.
            process.database.others, process.database.known = [], False
            assert await process.beat(1) == {7, 8}
            process.database.others, process.database.known = [8], True
            # It was silent for half a second before, and for as long as the database worked since.
            assert await process.beat(2.2) == {7, 8}
            assert await process.beat(1) == ({7, 8} if outage == 0 else {8})
        assert process.changes == [(NOBODY, frozenset({7}))]

    asyncio.run(go())


def test_a_process_that_an_outage_made_late_has_all_the_time() -> None:
    async def go() -> None:
        process = await joined(7)
        process.database.lost = 1
        with pytest.raises(TimeoutError):
            await process.beat()
        # Its row is as old as the outage made it.
        process.database.ages = {7: 5.9}
        assert await process.beat() == {7}
        process.database.others = []
        assert await process.beat(KEPT_AFTER_OUTAGE - 0.1) == {7}
        process.database.others, process.database.ages = [7], {}
        assert await process.beat(1) == {7}
        assert process.changes == []

    asyncio.run(go())


def test_a_table_of_processes_that_a_crash_has_emptied_means_no_deaths() -> None:
    async def go() -> None:
        process = await joined(7)
        process.database.others, process.database.known = [], False
        assert await process.beat() == {7}
        process.database.known = True
        assert await process.beat() == {7}
        process.database.others = [9]
        assert await process.beat(1) == {7, 9}
        assert process.changes == [(frozenset({9}), NOBODY)]
        process.database.others = [7, 9]
        assert await process.beat(DEAD_AFTER) == {7, 9}

    asyncio.run(go())


def test_one_that_stops_while_this_one_starts_has_left() -> None:
    """The first heartbeat of a process finds no row of its own either."""

    async def go() -> None:
        process = Process()
        process.database.others, process.database.known = [7], False
        assert await process.beat() == {7}
        process.database.others, process.database.known = [], True
        assert await process.beat() == NOBODY

    asyncio.run(go())


def test_a_lost_heartbeat_is_sent_again_at_once() -> None:
    async def go() -> None:
        process = await joined(7)
        process.database.lost = 3
        process.time.waits.clear()
        running = asyncio.ensure_future(process.membership.run())
        while len(process.time.waits) < 7:
            await asyncio.sleep(0)
        running.cancel()
        assert process.time.waits[:4] == [HEARTBEAT, 0, RETRY_PAUSE, RETRY_PAUSE]
        # Then one when those are dead who have not sent any since the outage.
        assert process.time.waits[4:7] == [HEARTBEAT, KEPT_AFTER_OUTAGE - HEARTBEAT, HEARTBEAT]

    asyncio.run(go())


def test_a_heartbeat_is_sent_when_a_silent_process_counts_as_dead() -> None:
    async def go() -> None:
        process = await joined(7, 8)
        await silent(process, 7)
        process.database.others, process.database.lost = [8], 1
        process.time.waits.clear()
        running = asyncio.ensure_future(process.membership.run())
        while len(process.time.waits) < 4:
            await asyncio.sleep(0)
        running.cancel()
        assert process.time.waits[:3] == [HEARTBEAT, 0, DEAD_AFTER - SILENT]
        assert 7 not in process.membership.nodes

    asyncio.run(go())


def test_the_time_is_that_of_the_database() -> None:
    async def go() -> None:
        process = Process()
        process.database.takes = 0.5
        await process.beat()
        # The database answered within that half second: by its clock, halfway.
        assert process.time.now_ms() == 1_000_250
        process.time.seconds += 100
        assert process.time.now_ms() == 1_100_250
        # What a slow answer says is not precise enough.
        process.database.takes, process.database.now_ms = 1.4, 5_000_000
        await process.beat(0)
        assert process.time.now_ms() == 1_101_650

    asyncio.run(go())


def test_a_clock_that_nobody_shares_is_the_one_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    time = SystemTime()
    monkeypatch.setattr("time.time_ns", lambda: 7_000_000_000)
    assert time.now_ms() == 7_000
    time.share(9_000, time.ticks())
    assert abs(time.now_ms() - 9_000) < 1_000
