"""Malformed frames and requests are refused and change nothing."""

import asyncio

from bench.load.server import Server
from tests.proofs.server.fuzz import fuzzed
from tests.proofs.server.schema import CASES, asked_everything

FRAMES = 20_000


def test_frames_that_nobody_should_send_change_nothing(server: Server) -> None:
    counts = asyncio.run(fuzzed(server, FRAMES, seed=1))
    assert counts["frames"] >= FRAMES
    # Every kind of malformed frame was tried.
    codes = ("bad-json", "bad-command", "not-in-hand", "not-your-seat", "not-allowed", "too-long", "sockets ended")
    for code in codes:
        assert counts[code] > 3, f"{code}: {counts}"


def test_requests_made_from_the_schema_are_answered_as_it_says(server: Server) -> None:
    counts = asked_everything(server, CASES, 1)
    assert counts["cases"] >= CASES
    assert counts["2xx"] > 20 and counts["4xx"] > 50, counts
