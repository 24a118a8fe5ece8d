"""A command that is sent again has one effect and the same answer."""

import asyncio

import pytest

from bench.load.server import Server
from tests.proofs.server.resends import resent


@pytest.mark.parametrize(("edition", "seats", "seed"), [("berlin", 2, 1), ("europe", 3, 2), ("japan", 4, 3)])
def test_sent_up_to_five_times_over_two_connections_a_command_is_done_once(
    server: Server, edition: str, seats: int, seed: int
) -> None:
    counts = asyncio.run(resent(server, edition, seats, seed, moves=40))
    assert counts["moves"] == 40
    assert counts["sent"] > 3 * counts["moves"]
