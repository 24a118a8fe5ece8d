"""A server that listens on `::` for IPv4 clients too: they are known by their plain addresses everywhere."""

import socket
from collections.abc import Iterator

import pytest
from websockets.exceptions import InvalidStatus

from tests.support.running_server import Running, running

try:
    with socket.socket(socket.AF_INET6) as _probe:
        _probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        _probe.bind(("::", 0))
except OSError:
    pytest.skip("this machine has no IPv6", allow_module_level=True)


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server behind a proxy that connects over IPv4."""
    folder = tmp_path_factory.mktemp("dual")
    with running(folder, host="::", proxy="127.0.0.1", guests_per_hour=1, sockets_per_address=1) as server:
        yield server


def test_the_proxy_is_known_by_its_ipv4_address(behind: Running) -> None:
    first = behind.client(**{"x-forwarded-for": "203.0.113.1"})
    code = first.table() if first.me() else ""
    assert behind.client(**{"x-forwarded-for": "203.0.113.1"}).get("/api/me").status_code == 429
    assert behind.client(**{"x-forwarded-for": "203.0.113.2"}).get("/api/me").status_code == 200
    with first.socket(code, **{"x-forwarded-for": "203.0.113.1"}) as one:
        assert one.frame()
        with first.socket(code, **{"x-forwarded-for": "203.0.113.2"}) as other:
            assert other.frame()
        with pytest.raises(InvalidStatus):
            first.socket(code, **{"x-forwarded-for": "203.0.113.1"})


def test_figures_are_for_this_machine_and_for_nobody_behind_the_proxy(behind: Running) -> None:
    assert behind.client().get("/metrics").status_code == 200
    for forwarded in ("203.0.113.1", "127.0.0.1", "::ffff:127.0.0.1"):
        assert behind.client(**{"x-forwarded-for": forwarded}).get("/metrics").status_code == 403
