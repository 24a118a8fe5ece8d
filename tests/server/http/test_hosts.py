"""Host checks: a page of another site that lets its name point here gets nothing."""

import pytest
from websockets.exceptions import InvalidStatus

from kolej.server.errors import Refusal
from kolej.server.http.hosts import Hosts
from kolej.server.settings import Settings
from tests.support.running_server import Client, Running


def accepted(*hosts: str, **settings: object) -> bool:
    chosen = Settings(**{"origin": ("https://friends.org:8443",), "host": "games.example.org", **settings})  # type: ignore[arg-type]
    try:
        Hosts(chosen).check([(b"host", each.encode()) for each in hosts])
    except Refusal as refusal:
        assert (refusal.code, refusal.status) == ("wrong-host", 421)
        assert "--origin" in refusal.reason and "--proxy" in refusal.reason
        return False
    return True


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:8600",
        "192.168.1.20:8600",
        "203.0.113.5",
        "[::1]:8600",
        "[2001:db8::1]",
        "localhost",
        "localhost:8600",
        "LocalHost:8600",
        "kolej.localhost:8600",
        "laptop:8600",
        "laptop.local:8600",
        "laptop.lan",
        "games.example.org:8600",
        "games.example.org.",
        "friends.org",
    ],
)
def test_names_that_no_other_site_can_own(host: str) -> None:
    assert accepted(host)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8600",
        "evil.example.",
        "127.0.0.1.evil.example",
        "127.0.0.1:8600.evil.example",
        "localhost.evil.example:8600",
        "local.evil.example",
        "evil.friends.org",
        "evil.example:80:80",
        "evil.example\x00",
        "user@evil.example",
    ],
)
def test_names_of_other_sites(host: str) -> None:
    assert not accepted(host)


def test_two_hosts_are_refused() -> None:
    assert accepted("localhost", "localhost")
    assert not accepted("localhost", "127.0.0.1")


def test_a_program_that_sends_no_host_is_served() -> None:
    assert accepted()


def test_a_proxy_decides_by_itself() -> None:
    assert accepted("kolej.example.org", proxy=("127.0.0.1",))


def test_the_reason_does_not_repeat_everything() -> None:
    with pytest.raises(Refusal) as refused:
        Hosts(Settings()).check([(b"host", b"<b>." + b"x" * 1000)])
    assert "<" not in refused.value.reason and len(refused.value.reason) < 400


@pytest.mark.parametrize("path", ["/", "/metrics", "/api/me", "/api/tables?open=1", "/health"])
def test_a_page_whose_name_points_here_reads_nothing(server: Running, path: str) -> None:
    rebound = server.client(host="evil.example:8600", origin="http://evil.example:8600")
    answer = rebound.get(path)
    assert (answer.status_code, answer.json()["code"]) == (421, "wrong-host")
    assert "set-cookie" not in answer.headers


def test_a_page_whose_name_points_here_gets_no_socket(server: Running, ada: Client) -> None:
    code = ada.table()
    before = refused_hosts(server)
    with pytest.raises(InvalidStatus) as refused:
        server.client().socket(code, host="evil.example", origin="http://evil.example")
    assert refused.value.response.status_code == 421
    assert refused_hosts(server) == before + 1


def refused_hosts(server: Running) -> int:
    lines = server.client().get("/metrics").text.splitlines()
    return sum(
        int(line.rpartition(" ")[2]) for line in lines if line.startswith('kolej_refusals_total{code="wrong-host"')
    )
