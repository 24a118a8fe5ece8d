"""Fixtures: running servers, one with generous limits and one with tight limits."""

from collections.abc import Iterator

import pytest

from tests.support.running_server import Client, Running, close_all_sockets, running

GENEROUS = 100_000


@pytest.fixture(autouse=True)
def visits() -> Iterator[None]:
    """Close every client after each test."""
    yield
    close_all_sockets()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with generous limits."""
    with running(
        tmp_path_factory.mktemp("server"),
        tables_per_hour=GENEROUS,
        guests_per_hour=GENEROUS,
        unknown_codes=GENEROUS,
        requests_per_second=GENEROUS,
        reads_per_minute=GENEROUS,
        commands_per_second=10_000,
        sockets_per_address=500,
        access_log=True,
        origin="https://friends.example.org",
    ) as found:
        yield found


@pytest.fixture(scope="session")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with tight limits, behind a proxy on this machine."""
    with running(
        tmp_path_factory.mktemp("strict"),
        tables_per_hour=2,
        guests_per_hour=4,
        unknown_codes=3,
        reads_per_minute=5,
        logins=2,
        commands_per_second=5,
        sockets_per_person=2,
        sockets_per_address=3,
        ping=1,
        grace=2,
        metrics="all",
        proxy="127.0.0.1",
    ) as found:
        yield found


@pytest.fixture
def ada(server: Running) -> Client:
    """A guest."""
    client = server.client()
    client.me()
    return client


@pytest.fixture
def bob(server: Running) -> Client:
    """Another guest."""
    client = server.client()
    client.me()
    return client
