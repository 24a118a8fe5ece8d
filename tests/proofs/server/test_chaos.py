"""Two servers on one database that are killed, or replaced by newer ones: no acknowledged move is lost or doubled."""

import asyncio
from pathlib import Path

import pytest

from bench.chaos.faults import kill_postgres, kill_redis, kill_server
from bench.chaos.trial import Size, trial
from bench.chaos.upgrades import upgrade
from tests.support import postgres_server, redis_server

KILLS = 20
LONGEST_PAUSE = 10.0
"""Seconds that no table may stand still in an upgrade. Undisturbed, a move follows within a second."""

pytestmark = [
    pytest.mark.skipif(postgres_server.programs() is None, reason=postgres_server.MISSING),
    pytest.mark.skipif(redis_server.program() is None, reason=redis_server.MISSING),
]


def test_whatever_is_killed_every_acknowledged_move_is_in_the_log_once(tmp_path: Path) -> None:
    size = Size(faults=KILLS, in_round=KILLS, servers=2, worker=False, tables=3, pauses=0.1)
    kinds = (kill_server, kill_server, kill_redis, kill_redis, kill_postgres)
    row = asyncio.run(trial("kills", kinds, size, seed=1, into=tmp_path))
    assert row.wrong == []
    assert sum(row.faults.values()) == KILLS
    # Otherwise nothing was under way when something was killed.
    assert row.counts["resent"] > 0
    assert row.counts["acknowledged"] > 5 * KILLS


def test_servers_of_the_next_schema_replace_the_old_ones_while_people_play(tmp_path: Path) -> None:
    size = Size(faults=1, servers=2, worker=False, tables=3, pauses=0.5)
    row = asyncio.run(trial("upgrade", (upgrade,), size, seed=1, into=tmp_path))
    assert row.wrong == []
    assert row.counts["upgrades"] == 1 and row.counts["failed stops"] == 0
    # Everybody was moved to a new server, and played on.
    assert row.counts["resumed"] > 0 and row.counts["acknowledged"] > 20
    assert max(row.measured.pauses) < LONGEST_PAUSE
