"""Supervision: a task that fails begins again; one bad table keeps no other from being loaded."""

import asyncio

import pytest

from kolej.server.cluster.cluster import Cluster
from kolej.server.cluster.supervision import run_always
from kolej.server.time import SystemTime
from tests.support.event_loop import until


def test_a_task_that_fails_is_logged_and_begins_again(caplog: pytest.LogCaptureFixture) -> None:
    async def go() -> None:
        runs = 0

        async def work() -> None:
            nonlocal runs
            runs += 1
            if runs == 3:
                await asyncio.Event().wait()
            raise ValueError("anything")

        task = asyncio.create_task(run_always(work, pause=0))
        await until(lambda: runs == 3)
        assert not task.done()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(go())
    assert len([record for record in caplog.records if "begins again" in record.message]) == 2


def test_tables_are_taken_over_again_after_any_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kolej.server.cluster.cluster.POLL", 0)

    async def go() -> None:
        cluster = Cluster("postgresql://nowhere/", None, "one", SystemTime())
        loaded = 0

        async def load_owned() -> None:
            nonlocal loaded
            loaded += 1
            if loaded == 1:
                raise AssertionError("one bad table")

        async def load(code: str) -> None:
            raise AssertionError("not asked for")

        cluster.connect(load_owned, load, lambda revocation: None, list, lambda: None)
        following = asyncio.create_task(cluster._follow_membership())
        cluster._members_changed(frozenset({7}), frozenset())
        # One that comes back has to learn again who follows what.
        assert cluster._refresh_now.is_set()
        await until(lambda: loaded == 2)
        assert not following.done()
        following.cancel()

    asyncio.run(go())
