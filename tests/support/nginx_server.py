"""A real nginx with the configuration of `deploy/nginx`, in front of a server."""

import json
import os
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

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from bench.load.server import free_port
from tests.support.running_server import ROOT, Running

NAME = "kolej.example.org"
"""The name of the server in the configuration."""
HERE, THERE = "127.0.66.1", "127.0.66.2"
"""Two clients. All of 127.0.0.0/8 is this machine on Linux, and nginx itself is 127.0.0.1."""

NO_CHANGES: Mapping[str, str] = {}
UNAVAILABLE = shutil.which("nginx") is None or shutil.which("openssl") is None or not os.path.exists("/proc")
REASON = "needs nginx and openssl on Linux: apt-get install nginx-light openssl"


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
def nginx_before(server: Running, folder: Path, changes: Mapping[str, str] = NO_CHANGES) -> Iterator[Nginx]:
    """nginx before a server. Only what differs from machine to machine is replaced, and what `changes` names."""
    port = free_port()
    certificate = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={NAME}"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(["openssl", "req", *certificate, *files], check=True, capture_output=True)
    changed = {
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "127.0.0.1:8600": f"127.0.0.1:{server.port}",
        f"/etc/letsencrypt/live/{NAME}": str(folder),
        **changes,
    }
    for source in (ROOT / "deploy" / "nginx").iterdir():
        text = source.read_text(encoding="utf-8")
        for old, new in changed.items():
            text = text.replace(old, new)
        (folder / source.name).write_text(text, encoding="utf-8")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "\n".join(f"{kind}_temp_path {folder / kind};" for kind in kinds)
    user = "user root;\n" if os.geteuid() == 0 else ""
    config = folder / "nginx.conf"
    config.write_text(
        f"{user}pid {folder}/nginx.pid;\ndaemon off;\nworker_processes 1;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{places}\ninclude kolej*.conf;\n}}\n"
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
