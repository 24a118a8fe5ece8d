"""Fixtures: a Redis of its own for each test that may kill it, and an empty one that tests share."""

from collections.abc import Iterator

import pytest

from tests.support.redis_server import MISSING, RedisServer, program, running_redis


@pytest.fixture(scope="session")
def shared_redis() -> Iterator[RedisServer]:
    """A server for all tests that leave it running."""
    if program() is None:
        pytest.skip(MISSING)
    with running_redis() as server:
        yield server


@pytest.fixture
def redis_server(shared_redis: RedisServer) -> RedisServer:
    """The shared server, emptied."""
    shared_redis.client().flushall()
    return shared_redis


@pytest.fixture
def own_redis_server() -> Iterator[RedisServer]:
    """A server that the test may kill or hang."""
    if program() is None:
        pytest.skip(MISSING)
    with running_redis() as server:
        yield server
