"""A server killed in the middle of its work loses nothing that it acknowledged and does nothing twice."""

import asyncio
from pathlib import Path

from bench.load_server import free_port
from tests.proofs.server.kills import killed

KILLS = 10


def test_killed_again_and_again_every_acknowledged_move_is_there_once(tmp_path: Path) -> None:
    counts = asyncio.run(killed(tmp_path, free_port(), KILLS, seed=1))
    assert counts["kills"] == KILLS
    # Some commands must be interrupted between being sent and being answered, or nothing was tested.
    assert counts["resent"] >= KILLS
    assert counts["acknowledged"] > 10 * KILLS
