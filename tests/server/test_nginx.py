"""A server behind a real nginx, with the configuration in `deploy/nginx`."""

import json
import re
import ssl
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import cast

import pytest
from websockets.exceptions import InvalidStatus

from kolej.server.uvicorn_ext.connections import BURST_SECONDS, MAX_PER_ADDRESS, MAX_PER_WIDER
from tests.support.nginx_server import HERE, NAME, REASON, THERE, UNAVAILABLE, Nginx, nginx_before
from tests.support.running_server import Running, running

if UNAVAILABLE:
    pytest.skip(REASON, allow_module_level=True)

RATE = 10
"""Requests a second from one address."""
MOST = 3
"""Connections of one client, where a test has to reach the limit."""


@contextmanager
def answering(name: str) -> Iterator[int]:
    """A server that answers every request with its name; its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(name)))
            self.end_headers()
            self.wfile.write(name.encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_address[1]
        server.shutdown()


@pytest.fixture(scope="module")
def nginx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    """A server with few guests for each address, as the document starts one, behind nginx."""
    folder = tmp_path_factory.mktemp("nginx")
    with (
        running(folder, https=True, proxy="127.0.0.1", guests_per_hour=6, requests_per_second=RATE) as server,
        nginx_before(server, folder) as found,
    ):
        yield found


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    """nginx with few connections for each client. A header says which client it is."""
    folder = tmp_path_factory.mktemp("crowded")
    changes = {
        f"limit_conn kolej {MAX_PER_ADDRESS};": f"limit_conn kolej {MOST};",
        f"limit_conn kolej_wide {MAX_PER_WIDER};": f"limit_conn kolej_wide {2 * MOST};",
        "zone=kolej:10m;": "zone=kolej:10m;\nset_real_ip_from 127.0.0.0/8;\nreal_ip_header X-Client;",
    }
    with running(folder, https=True, proxy="127.0.0.1") as server, nginx_before(server, folder, changes) as found:
        yield found


def test_the_page_is_served_and_cached(nginx: Nginx) -> None:
    page = nginx.ask("/")
    assert page.status == 200 and "max-age=" in page.headers["strict-transport-security"]
    (script,) = re.findall(rb'src="(/assets/[^"]+\.js)"', page.body)[:1]
    asset = nginx.ask(script.decode(), Accept_Encoding="gzip")
    assert "immutable" in asset.headers["cache-control"] and asset.headers["content-encoding"] == "gzip"
    etag = page.headers["etag"]
    assert nginx.ask("/", If_None_Match=etag).status == 304


def test_a_table_is_played_over_a_secure_socket(nginx: Nginx) -> None:
    answer = nginx.ask("/api/me", source="127.0.66.9")
    assert "; Secure" in answer.headers["set-cookie"]
    cookie = answer.headers["set-cookie"].partition(";")[0]
    new = {
        "id": "t",
        "settings": {"edition": "new_york", "seats": 2, "pace": 0},
        "people": ["Ada"],
        "bots": {"1": "easy"},
    }
    table = nginx.ask("/api/tables", source="127.0.66.9", method="POST", body=new, Cookie=cookie).json()
    path = f"/api/tables/{table['code']}"
    assert nginx.ask(f"{path}/start", source="127.0.66.9", method="POST", body={"id": "s"}, Cookie=cookie).status == 200
    with nginx.socket(path, cookie, nginx.origin) as frames:
        assert json.loads(frames.recv(10))["type"] == "table"
        frames.send(json.dumps({"id": "p", "type": "ping"}))
        while json.loads(frames.recv(10)).get("id") != "p":
            pass
    history = nginx.ask(f"{path}/history?seat=0", Cookie=cookie, Accept_Encoding="gzip")
    assert history.status == 200 and "content-encoding" not in history.headers
    with pytest.raises(InvalidStatus, match="403"), nginx.socket(path, cookie, "https://evil.example"):
        pass


def test_limits_count_the_address_of_the_client(nginx: Nginx) -> None:
    guests = [nginx.guest() for _ in range(7)]
    assert all(guests[:6]) and not guests[6]
    # Nobody gets around that by naming another address, and nobody else is concerned.
    assert not nginx.guest(X_Forwarded_For="10.1.2.3")
    assert not nginx.guest(X_Forwarded_For="127.0.0.1")
    assert nginx.guest(source=THERE)


def test_a_flood_of_one_client_lets_no_other_client_wait(nginx: Nginx) -> None:
    burst = RATE * BURST_SECONDS
    flood, answered = "127.0.66.7", list[int]()

    def ask(_: int) -> None:
        answered.append(nginx.ask("/api/levels", source=flood).status)

    with ThreadPoolExecutor(8) as threads:
        asked = [threads.submit(ask, number) for number in range(burst + 3 * RATE)]
        while len(answered) < burst:
            wait(asked, 0.01, FIRST_COMPLETED)
        for _ in range(3):
            assert nginx.ask("/api/levels", source=THERE).status == 200
        waiting = len(asked) - len(answered)
    assert waiting > 0, "the others were answered while the flood waited"
    assert answered == [200] * len(asked)


@pytest.mark.parametrize(
    ("same", "other"),
    [
        (["203.0.113.1"] * (MOST + 1), "203.0.113.2"),
        ([f"2001:db8::{n}" for n in range(MOST + 1)], "2001:db8:0:1::"),
        ([f"2001:a0a:a0a:a0a:a0a::{n}" for n in range(MOST + 1)], "2001:a0a:a0a:a0b:a0a::"),
        ([f"2001:db8:9:{n}::1" for n in range(2 * MOST + 1)], "2001:db8:a::1"),
        (["::ffff:203.0.113.3"] * (MOST + 1), "::ffff:203.0.113.4"),
    ],
)
def test_connections_of_one_client_are_limited(crowded: Nginx, same: list[str], other: str) -> None:
    cookie = crowded.guest(X_Client=other)
    new = {"id": "t", "settings": {"edition": "new_york", "seats": 2}, "people": ["Ada"]}
    code = crowded.ask("/api/tables", method="POST", body=new, Cookie=cookie, X_Client=other).json()["code"]
    with ExitStack() as opened:

        def handshake(client: str) -> bytes:
            one = opened.enter_context(crowded.connection(HERE))
            lines = (
                f"GET /api/tables/{code}/live HTTP/1.1\r\nHost: {NAME}:{crowded.port}\r\nX-Client: {client}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )
            one.sendall(lines.encode())
            return one.recv(12)

        accepted = len(same) - 1
        assert [handshake(each) for each in same] == [b"HTTP/1.1 101"] * accepted + [b"HTTP/1.1 503"]
        assert handshake(other) == b"HTTP/1.1 101"


def test_a_table_stays_at_one_of_several_servers(tmp_path: Path) -> None:
    with answering("one") as one, answering("two") as two:
        second = {"    keepalive 16;": f"    server 127.0.0.1:{two};\n    keepalive 16;"}
        with nginx_before(cast(Running, SimpleNamespace(port=one)), tmp_path, second) as nginx:

            def answers(path: str) -> bytes:
                return nginx.ask(path).body

            codes = [f"ABCDE{chr(ord('A') + number)}" for number in range(20)]
            found = {code: answers(f"/api/tables/{code}") for code in codes}
            assert set(found.values()) == {b"one", b"two"}
            for path in ("/live?since=3", "/history?seat=0", "/start"):
                assert {code: answers(f"/api/tables/{code}{path}") for code in codes} == found
            assert {answers("/api/tables?open=1") for _ in range(40)} == {b"one", b"two"}


def test_metrics_are_for_nobody_outside(nginx: Nginx) -> None:
    for path in ("/metrics", "/metrics/", "//metrics", "/./metrics", "/x/../metrics", "/%6detrics", "/metrics?a"):
        assert nginx.ask(path).status == 403, path


def test_other_spellings_of_a_path_are_no_files(nginx: Nginx) -> None:
    (icon,) = re.findall(rb'href="(/[^"]+\.svg)"', nginx.ask("/").body)[:1]
    name = icon.decode().lstrip("/")
    assert nginx.ask(f"/{name}").status == 200
    for path in (
        f"/./{name}",
        f"/x/../{name}",
        f"/%2e/{name}",
        f"/assets/../{name}",
        f"/{name}%00",
        "/../../etc/passwd",
    ):
        answer = nginx.ask(path)
        assert answer.status in (400, 404) and b"<svg" not in answer.body, path
        assert "immutable" not in answer.headers.get("cache-control", "")


def test_heads_and_bodies_are_limited(nginx: Nginx) -> None:
    assert nginx.ask("/health", X_Long="a" * 12_000).status in (400, 431, 494)
    many = {f"X_{n}": "a" for n in range(150)}
    assert nginx.ask("/health", **many).status == 431
    # Short enough to be sent whole before nginx answers and closes.
    assert nginx.ask("/" + "a" * 12_000).status == 414
    body = {"name": "a" * 100_000}
    assert nginx.ask("/api/me", method="POST", body=body).status == 413
    assert nginx.ask("/health").status == 200


def test_other_names_are_refused(nginx: Nginx) -> None:
    assert nginx.ask("/api/levels", host="evil.example").status == 421
    with pytest.raises(ssl.SSLError):
        nginx.connection(HERE, "evil.example")


def test_a_request_from_another_site_is_refused(nginx: Nginx) -> None:
    cookie = nginx.guest(source="127.0.66.8")
    for origin in ("https://evil.example", f"http://{NAME}:{nginx.port}", f"https://{NAME}:1"):
        answer = nginx.ask("/api/me", method="POST", body={"name": "Ada"}, Cookie=cookie, Origin=origin)
        assert answer.json()["code"] == "wrong-origin", origin
