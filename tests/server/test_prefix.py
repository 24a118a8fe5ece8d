"""A server under a path prefix: alone, and behind a proxy that removes the prefix or leaves it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from websockets.sync.client import connect

from kolej.server.app import create_app
from kolej.server.settings import OWN_PATHS, Settings, _prefix
from tests.support.nginx_server import REASON, UNAVAILABLE, Nginx, nginx_before
from tests.support.running_server import Running, running

PREFIX = "/kolej"
NEW_TABLE = {
    "id": "t",
    "settings": {"edition": "new_york", "seats": 2, "pace": 0},
    "people": ["Ada"],
    "bots": {"1": "easy"},
}
SITE = "location / {\n        proxy_pass http://kolej;\n        include kolej-proxy.inc;\n    }"
PLACED = {SITE: "include kolej-prefix.inc;"}
"""Puts the location with the prefix into the site of its own."""
REMOVED = {"proxy_pass http://kolej;": "proxy_pass http://kolej/;"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("prefix")
    with running(folder, prefix=PREFIX, proxy="127.0.0.1", guests_per_hour=100, metrics="all") as found:
        yield found


@pytest.fixture(scope="module", params=[PLACED, PLACED | REMOVED], ids=["prefix kept", "prefix removed"])
def nginx(request: pytest.FixtureRequest, server: Running, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    if UNAVAILABLE:
        pytest.skip(REASON)
    with nginx_before(server, tmp_path_factory.mktemp("nginx"), request.param) as found:
        yield found


def files_of(page: str) -> list[str]:
    return re.findall(r'(?:src|href)="([^"]+)"', page)


def test_the_page_names_its_files_below_the_prefix(server: Running) -> None:
    client = server.client()
    page = client.get(f"{PREFIX}/t/QWERTY").text
    files = files_of(page)
    assert len(files) >= 5 and all(file.startswith(f"{PREFIX}/") for file in files)
    for file in files:
        assert client.get(file).status_code == 200, file
    assert f'<meta name="prefix" content="{PREFIX}"' in page
    # A proxy that removes the prefix asks without it, and gets the same page.
    assert client.get("/t/QWERTY").text == page
    assert client.get(f"{PREFIX}").text == client.get(f"{PREFIX}/").text == page


def test_no_script_and_no_style_has_an_absolute_path(server: Running) -> None:
    """They find each other relative to their own addresses, whatever the prefix is."""
    client = server.client()
    scripts = [file for file in files_of(client.get(f"{PREFIX}/").text) if file.endswith((".js", ".css"))]
    for file in scripts:
        text = client.get(file).text
        assert not re.findall(r"""["'`(]/(?:assets|art|sounds)/""", text), file
    manifest = client.get(f"{PREFIX}/manifest.webmanifest").json()
    assert not manifest["start_url"].startswith("/") and not manifest["icons"][0]["src"].startswith("/")


def test_the_cookie_is_for_the_prefix_only(server: Running) -> None:
    client = server.client()
    cookie = client.get(f"{PREFIX}/api/me").headers["set-cookie"]
    assert f"Path={PREFIX};" in cookie
    me = client.get(f"{PREFIX}/api/me").json()["person"]
    # A browser sends it nowhere else, where another program may be.
    assert client.get("/api/me").json()["person"] != me
    left = client.post(f"{PREFIX}/api/logout", {})
    assert f"Path={PREFIX};" in left.headers["set-cookie"] and "Max-Age=0" in left.headers["set-cookie"]


@pytest.mark.parametrize("path", ["/health", "/metrics", "/schema", "/rules/europe", "/api/editions"])
def test_everything_is_below_the_prefix_too(server: Running, path: str) -> None:
    client = server.client()
    assert client.get(PREFIX + path).status_code == client.get(path).status_code == 200
    assert client.get(f"/other{path}").status_code == 404
    assert client.get(f"{PREFIX}x{path}").status_code == 404


@pytest.mark.parametrize("path", [f"{PREFIX}/nowhere", "/nowhere", "/other/nowhere"])
def test_the_page_that_says_nothing_is_here_knows_the_prefix(server: Running, path: str) -> None:
    client = server.client()
    answer = client.get(path, headers={"accept": "text/html"})
    assert answer.status_code == 404
    assert f'name="prefix" content="{PREFIX}"' in answer.text
    assert client.get(f"{PREFIX}/api/nowhere", headers={"accept": "text/html"}).json()["code"] == "unknown"


def test_the_document_of_the_api_names_the_prefix(server: Running) -> None:
    assert server.client().get(f"{PREFIX}/schema").json()["servers"] == [{"url": PREFIX}]


def test_a_game_is_played_below_the_prefix(server: Running) -> None:
    client = server.client()
    client.get(f"{PREFIX}/api/me")
    code = client.post(f"{PREFIX}/api/tables", NEW_TABLE).json()["code"]
    assert client.post(f"{PREFIX}/api/tables/{code}/start", {"id": "s"}).status_code == 200
    url = f"ws://127.0.0.1:{server.port}{PREFIX}/api/tables/{code}/live?seat=0"
    headers = {"Cookie": f"kolej={client.token}", "Origin": server.url}
    with connect(url, additional_headers=headers, compression=None) as socket:
        assert json.loads(socket.recv(10))["type"] == "table"


def test_a_game_is_played_through_a_proxy(nginx: Nginx) -> None:
    page = nginx.ask(f"{PREFIX}/")
    assert page.status == 200
    for file in files_of(page.body.decode()):
        assert nginx.ask(file).status == 200, file
    assert nginx.ask(PREFIX).status == 308 and nginx.ask(PREFIX).headers["location"].endswith(f"{PREFIX}/")
    answer = nginx.ask(f"{PREFIX}/api/me")
    assert f"Path={PREFIX};" in answer.headers["set-cookie"]
    cookie = answer.headers["set-cookie"].partition(";")[0]

    def post(path: str, body: Any) -> Any:
        return nginx.ask(PREFIX + path, method="POST", body=body, Cookie=cookie).json()

    code = post("/api/tables", NEW_TABLE)["code"]
    assert post(f"/api/tables/{code}/start", {"id": "s"})["code"] == code
    with nginx.socket(f"{PREFIX}/api/tables/{code}", cookie, nginx.origin) as frames:
        assert json.loads(frames.recv(10))["type"] == "table"
        frames.send(json.dumps({"id": "p", "type": "ping"}))
        while json.loads(frames.recv(10)).get("id") != "p":
            pass
    for path in ("/metrics", "//metrics/", f"{PREFIX}/metrics", f"/.{PREFIX}/%6detrics"):
        assert nginx.ask(PREFIX + path).status == 403, path
    assert nginx.ask("/api/levels").status == 404


def test_the_printed_address_has_the_prefix(server: Running, tmp_path: Path) -> None:
    with running(tmp_path, prefix="games/kolej/") as other:
        page = other.client().get("/games/kolej/").text
        assert 'content="/games/kolej"' in page


@pytest.mark.parametrize(
    ("text", "prefix"),
    [("", ""), ("/", ""), ("kolej", "/kolej"), ("/a/b.c/", "/a/b.c"), ("/~ada/kolej", "/~ada/kolej")],
)
def test_a_prefix_is_a_path(text: str, prefix: str) -> None:
    assert _prefix(text) == prefix


@pytest.mark.parametrize(
    "text",
    ["/a b", "/a//b", "/../etc", "/a/.", "https://kolej.example.org/kolej", '/"', "/ł", "/a?b", "/api", "/t/kolej"],
)
def test_other_prefixes_are_refused(text: str) -> None:
    with pytest.raises(click.BadParameter):
        _prefix(text)


def test_no_prefix_can_be_taken_for_a_path_of_the_server() -> None:
    routes: list[Any] = create_app(Settings()).app.routes
    first = {route.path.split("/")[1] for route in routes}
    assert {name for name in first if name and not name.startswith("{")} == OWN_PATHS
