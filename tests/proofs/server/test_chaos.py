"""Two servers on one database, whose processes end again and again: nothing acknowledged is lost or done twice."""

import asyncio
from pathlib import Path

import pytest

from bench.chaos.faults import kill_postgres, kill_redis, kill_server
from bench.chaos.trial import Size, trial
from tests.support import postgres_server, redis_server

KILLS = 20


@pytest.mark.skipif(postgres_server.programs() is None, reason=postgres_server.MISSING)
@pytest.mark.skipif(redis_server.program() is None, reason=redis_server.MISSING)
def test_whatever_is_killed_every_acknowledged_move_is_in_the_log_once(tmp_path: Path) -> None:
    size = Size(faults=KILLS, in_round=KILLS, servers=2, worker=False, tables=3, pauses=0.1)
    kinds = (kill_server, kill_server, kill_redis, kill_redis, kill_postgres)
    row = asyncio.run(trial("kills", kinds, size, seed=1, into=tmp_path))
    assert row.wrong == []
    assert sum(row.faults.values()) == KILLS
    # Otherwise nothing was under way when something was killed.
    assert row.counts["resent"] > 0
    assert row.counts["acknowledged"] > 5 * KILLS
