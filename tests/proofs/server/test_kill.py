"""A server killed in the middle of its work loses nothing that it acknowledged and does nothing twice."""

import asyncio
from pathlib import Path

import pytest

from bench.load.server import free_port
from tests.proofs.server.kills import killed
from tests.support.postgres_server import MISSING, programs, running_postgres

KILLS = 10


def test_killed_again_and_again_every_acknowledged_move_is_there_once(tmp_path: Path) -> None:
    counts = asyncio.run(killed(tmp_path, free_port(), KILLS, seed=1))
    assert counts["kills"] == KILLS
    # Some commands must be interrupted between being sent and being answered, or nothing was tested.
    assert counts["resent"] >= KILLS
    assert counts["acknowledged"] > 10 * KILLS


@pytest.mark.skipif(programs() is None, reason=MISSING)
def test_on_postgresql_neither_the_server_nor_the_database_may_lose_a_move(tmp_path: Path) -> None:
    with running_postgres() as postgres:
        counts = asyncio.run(killed(tmp_path, free_port(), KILLS, seed=2, postgres=postgres))
    assert counts["kills"] == KILLS
    assert counts["resent"] >= KILLS // 2
    assert counts["acknowledged"] > 10 * KILLS
