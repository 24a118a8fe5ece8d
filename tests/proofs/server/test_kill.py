"""A server is killed in the middle of its work: nothing that it acknowledged is lost, and nothing is done twice."""

import asyncio
from pathlib import Path

from bench.load_server import free_port
from tests.proofs.server.kills import killed

KILLS = 10


def test_killed_again_and_again_every_acknowledged_move_is_there_once(tmp_path: Path) -> None:
    counts = asyncio.run(killed(tmp_path, free_port(), KILLS, seed=1))
    assert counts["kills"] == KILLS
    # Some commands have to be cut off between being sent and being answered, or nothing was tried.
    assert counts["resent"] >= KILLS
    assert counts["acknowledged"] > 10 * KILLS
