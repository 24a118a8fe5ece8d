"""What limits count as one client: an address, or a network."""

from contextlib import ExitStack

import pytest
from websockets.exceptions import InvalidStatus

from kolej.server.limits import MAX_ADDRESS, client_network, wider_network
from tests.server.limits.clients import from_address
from tests.support.running_server import Running, wait_for


@pytest.mark.parametrize(
    ("network", "wider"),
    [("2001:db8:1:2::/64", "2001:db8:1::/48"), ("10.0.0.1", "10.0.0.1"), ("", ""), ("no/64", "no/64")],
)
def test_the_wider_network(network: str, wider: str) -> None:
    assert wider_network(network) == wider


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("unix", "unix"),
        ("x" * 10_000, "x" * MAX_ADDRESS),
    ],
)
def test_what_counts_as_one_address(address: str, counted: str) -> None:
    assert client_network(address) == counted


def test_the_word_of_a_stranger_does_not_count(server: Running, strict: Running) -> None:
    # This server trusts no proxy: whatever the header says, all requests count for one address.
    assert server.client(**{"x-forwarded-for": "10.9.9.9"}).get("/health").status_code == 200
    wait_for(lambda: '"address": "127.0.0.1"' in server.logged())
    assert "10.9.9.9" not in server.logged()
    assert from_address(strict, "10.0.0.3").get("/health").status_code == 200


def test_an_ipv6_network_counts_as_one_client_over_http_and_over_sockets(strict: Running) -> None:
    answers = [from_address(strict, f"2001:db8:7::{n}").get("/api/me") for n in range(6)]
    assert [each.status_code for each in answers] == [200] * 4 + [429] * 2
    host = from_address(strict, "2001:db8:8::1")
    code = host.table() if host.me() else ""
    with ExitStack() as stack:
        for n in range(3):
            stack.enter_context(strict.client().socket(code, **{"x-forwarded-for": f"2001:db8:9::{n}"}))
        with pytest.raises(InvalidStatus) as refused:
            strict.client().socket(code, **{"x-forwarded-for": "2001:db8:9::9"})
    assert refused.value.response.status_code == 429
