"""A server behind a real nginx, with the configuration that docs/hosting.md gives."""

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPResponse, HTTPSConnection
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from bench.load_server import free_port
from tests.support.running_server import ROOT, Running, running

NAME = "kolej.example.org"
"""The name of the server in the configuration."""
HERE, THERE = "127.0.66.1", "127.0.66.2"
"""Two clients. All of 127.0.0.0/8 is this machine on Linux, and nginx itself is 127.0.0.1."""

if shutil.which("nginx") is None or shutil.which("openssl") is None or not os.path.exists("/proc"):
    pytest.skip("needs nginx and openssl on Linux: apt-get install nginx-light openssl", allow_module_level=True)


def documented() -> str:
    """The configuration in the document."""
    (block,) = re.findall(r"```nginx\n(.*?)```", (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8"), re.S)
    return str(block)


@dataclass
class Answer:
    """The answer to a request."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Nginx:
    """nginx in front of a server."""

    def __init__(self, port: int, server: Running) -> None:
        self.port = port
        self.server = server
        self.origin = f"https://{NAME}:{port}"

    def connection(self, source: str, name: str = NAME) -> ssl.SSLSocket:
        """A connection from an address, for a name."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        raw = socket.create_connection(("127.0.0.1", self.port), 10, (source, 0))
        return context.wrap_socket(raw, server_hostname=name)

    def ask(
        self, path: str, *, source: str = HERE, method: str = "GET", body: Any = None, host: str = "", **headers: str
    ) -> Answer:
        """Send a request as a browser would. Paths are sent as they are."""
        client = HTTPSConnection("127.0.0.1", self.port, timeout=10)
        client.sock = self.connection(source)
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if method != "GET":
            given = {"Origin": self.origin, "Content-Type": "application/json"} | given
        sent = None if body is None else json.dumps(body)
        try:
            client.request(method, path, sent, {"Host": host or f"{NAME}:{self.port}", **given})
            answer: HTTPResponse = client.getresponse()
            return Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
        finally:
            client.close()

    def socket(self, path: str, cookie: str, origin: str) -> ClientConnection:
        """The WebSocket of a table."""
        return connect(
            f"ws://{NAME}:{self.port}{path}/live",
            sock=self.connection(HERE),
            origin=Origin(origin),
            additional_headers={"Cookie": cookie},
            compression=None,
        )

    def guest(self, source: str = HERE, **headers: str) -> str:
        """The cookie of a new guest."""
        cookie = self.ask("/api/me", source=source, **headers).headers.get("set-cookie", "")
        return cookie.partition(";")[0]


@contextmanager
def nginx_before(server: Running, folder: Path) -> Iterator[Nginx]:
    port = free_port()
    certificate = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={NAME}"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(["openssl", "req", *certificate, *files], check=True, capture_output=True)
    # Only what differs from machine to machine is replaced: ports, and where the certificate is.
    block = documented().replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    block = block.replace("127.0.0.1:8600", f"127.0.0.1:{server.port}")
    block = block.replace(f"/etc/letsencrypt/live/{NAME}", str(folder))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "\n".join(f"{kind}_temp_path {folder / kind};" for kind in kinds)
    user = "user root;\n" if os.geteuid() == 0 else ""
    config = folder / "nginx.conf"
    config.write_text(
        f"{user}pid {folder}/nginx.pid;\ndaemon off;\nworker_processes 1;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{places}\n{block}\n}}\n"
    )
    log = folder / "error.log"
    process = subprocess.Popen(["nginx", "-p", str(folder), "-c", str(config), "-e", str(log)])
    try:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                assert process.poll() is None, log.read_text()
                time.sleep(0.05)
        yield Nginx(port, server)
    finally:
        process.terminate()
        process.wait(10)


@pytest.fixture(scope="module")
def nginx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    """A server with few guests for each address, as the document starts one, behind nginx."""
    folder = tmp_path_factory.mktemp("nginx")
    with (
        running(folder, https=True, proxy="127.0.0.1", guests_per_hour=6) as server,
        nginx_before(server, folder) as found,
    ):
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
