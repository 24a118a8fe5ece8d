"""Origin checks: pages of other sites can change nothing with a user's cookie."""

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from kolej.server.errors import Refusal
from kolej.server.http.origins import check_origin, from_foreign_page
from tests.support.running_server import Client, Running

FOREIGN = [
    "https://evil.example.org",
    "null",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "http://localhost:8600.evil.org",
]


def allowed(origin: str | None, host: str = "kolej.org", scheme: str = "http", **others: str) -> bool:
    said = {"host": host, "cookie": "kolej=x", **others} | ({"origin": origin} if origin is not None else {})
    try:
        check_origin([(n.encode(), v.encode()) for n, v in said.items()], scheme, frozenset({"https://friends.org"}))
    except Refusal as refusal:
        assert refusal.code == "wrong-origin"
        return False
    return True


@pytest.mark.parametrize(
    ("origin", "scheme", "good"),
    [
        ("http://kolej.org", "http", True),
        ("https://kolej.org", "http", True),
        ("https://kolej.org", "https", True),
        ("http://kolej.org", "https", False),
        ("HTTP://KOLEJ.ORG", "http", True),
        ("https://friends.org", "http", True),
        ("http://friends.org", "http", False),
        ("https://friends.org.evil.org", "http", False),
        ("http://kolej.org:80", "http", False),
        ("http://kolej.org/", "http", False),
        ("http://user@kolej.org", "http", False),
        ("ftp://kolej.org", "http", False),
        ("http://[", "http", False),
        ("http://kolej.org:x", "http", False),
        ("null", "http", False),
        ("", "http", False),
        (None, "http", False),
    ],
)
def test_which_pages_are_ours(origin: str | None, scheme: str, good: bool) -> None:
    assert allowed(origin, scheme=scheme) == good


def test_a_host_that_is_not_said_is_nobodys() -> None:
    assert not allowed("http://", host="")


def test_two_origins_are_none() -> None:
    headers = [(b"host", b"kolej.org"), (b"origin", b"http://evil.org"), (b"origin", b"http://kolej.org")]
    with pytest.raises(Refusal):
        check_origin(headers, "http", frozenset())


def test_programs_need_no_page() -> None:
    assert allowed(None, authorization="Bearer x")
    check_origin([(b"host", b"kolej.org")], "http", frozenset())


def test_a_browser_says_when_another_site_asks() -> None:
    assert from_foreign_page([(b"sec-fetch-site", b"cross-site")])
    assert not from_foreign_page([(b"sec-fetch-site", b"same-origin")])


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_page_changes_nothing(ada: Client, origin: str) -> None:
    before = ada.me()
    answer = ada.post("/api/me", {"name": "Hacked"}, headers={"origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin")
    assert ada.me() == before


def test_a_cookie_without_an_origin_changes_nothing(server: Running, ada: Client) -> None:
    with httpx.Client(base_url=server.url, headers={"cookie": f"kolej={ada.token}"}) as bare:
        assert bare.post("/api/me", json={"name": "Hacked"}).status_code == 403
        assert bare.get("/api/me").json() == ada.me()


def test_configured_pages_are_friends(ada: Client) -> None:
    assert ada.post("/api/me", {"name": "Friend"}, headers={"origin": "https://friends.example.org"}).status_code == 200


def test_a_foreign_page_makes_no_guests(server: Running) -> None:
    with httpx.Client(base_url=server.url, headers={"sec-fetch-site": "cross-site"}) as foreign:
        answer = foreign.get("/api/me")
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin")
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_page_gets_no_socket(ada: Client, origin: str) -> None:
    code = ada.table()
    with pytest.raises(InvalidStatus) as refused:
        ada.socket(code, origin=origin)
    assert refused.value.response.status_code == 403
    assert b"wrong-origin" in (refused.value.response.body or b"")


def test_a_socket_with_a_cookie_needs_an_origin(server: Running, ada: Client) -> None:
    from tests.support.running_server import SocketClient

    code = ada.table()
    with pytest.raises(InvalidStatus):
        SocketClient(server, code, "", {"cookie": f"kolej={ada.token}"})
    with SocketClient(server, code, "", {"authorization": f"Bearer {ada.token}"}) as program:
        assert program.frame()["table"]["host"] is True
    with SocketClient(server, code, "", {}) as stranger:
        assert stranger.frame()["table"]["host"] is False
