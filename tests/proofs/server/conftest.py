"""One server for all tests of a process that leave it unchanged."""

from collections.abc import Iterator

import pytest

from bench.load.server import Server, free_port


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server with its limits lifted, which must have logged no error when it is stopped."""
    server = Server(tmp_path_factory.mktemp("served") / "data", free_port(), settings={"KOLEJ_WORKERS": "1"})
    server.start()
    yield server
    code = server.stop()
    assert code == 0, server.output()[-3000:]
    assert "error" not in server.output(), server.output()[-3000:]
