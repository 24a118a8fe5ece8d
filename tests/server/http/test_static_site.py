"""The static site, and the headers of every response."""

import asyncio
import os
import shutil
from pathlib import Path
from urllib.parse import unquote

import httpx
import pytest
from starlette.applications import Starlette
from starlette.types import Message, Scope

from kolej import editions
from kolej.server.http.error_handlers import HANDLERS
from kolej.server.http.middleware import RequestMiddleware
from kolej.server.http.static_site import StaticSite, not_found, routes
from kolej.server.settings import Settings
from tests.support.running_server import Running

LONG = b"console.log('a train')\n" * 200


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    for name, content in {
        "index.html": b"<!doctype html><title>Kolej</title>",
        "favicon.svg": b"<svg/>",
        "assets/index-Ab_1-23d.js": LONG,
        "assets/plain.js": LONG,
        "assets/deep/font.woff2": b"\0" * 5000,
        "art/europe.svg": b"<svg/>",
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (tmp_path / "secret.txt").write_text("secret")
    os.symlink(tmp_path / "secret.txt", folder / "assets" / "link.txt")
    return folder


def loaded(folder: Path) -> StaticSite:
    site = StaticSite(folder)
    site.load()
    return site


async def ask(folder: Path, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    site = loaded(folder)
    app = Starlette(routes=routes(site), exception_handlers=HANDLERS)
    app.state.service, app.state.not_found = None, not_found(site)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://kolej", headers=headers) as client:
        return await client.request(method, path)


def asked(folder: Path, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    return asyncio.run(ask(folder, path, method, **headers))


@pytest.mark.parametrize("path", ["/", "/t/QWERTY", "/rules/draw.wild-first"])
def test_the_page_is_at_every_address_of_its_own(built: Path, path: str) -> None:
    answer = asked(built, path)
    assert answer.text.startswith("<!doctype html>")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert asked(built, path, "HEAD").status_code == 200


def test_assets_are_kept_for_ever(built: Path) -> None:
    answer = asked(built, "/assets/index-Ab_1-23d.js")
    assert answer.content == LONG
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"].startswith("text/javascript")
    plain = asked(built, "/assets/index-Ab_1-23d.js", **{"accept-encoding": "identity"})
    assert plain.content == LONG
    assert "content-encoding" not in plain.headers
    assert "content-encoding" not in asked(built, "/assets/deep/font.woff2").headers


def test_what_one_has_is_not_sent_again(built: Path) -> None:
    tag = asked(built, "/favicon.svg").headers["etag"]
    again = asked(built, "/favicon.svg", **{"if-none-match": f'"other", W/{tag}'})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/assets/plain.js", "/assets/deep/font.woff2", "/art/europe.svg", "/favicon.svg"])
def test_only_names_with_a_hash_are_immutable(built: Path, path: str) -> None:
    answer = asked(built, path)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")


def test_files_are_read_and_compressed_once(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = loaded(built)
    monkeypatch.setattr("gzip.compress", None)
    shutil.rmtree(built)
    found = site.file("assets/plain.js")
    assert found is not None and found.gzipped is not None and found.body == LONG
    assert site.index().body.startswith(b"<!doctype html>")


SPELLINGS = [
    *("/art/" + "./" * n + "europe.svg" for n in (1, 2, 30)),
    *("/art/" + "x/../" * n + "europe.svg" for n in (1, 2, 30)),
    "/art//europe.svg",
    "//art/europe.svg",
    "/art/%2e/europe.svg",
    "/art/%65urope.svg",
    "/art/europe.svg/",
    "/art%2feurope.svg",
    "/assets/../index.html",
    "/assets/../art/europe.svg",
    "/favicon%2esvg",
    "/./favicon.svg",
]


@pytest.mark.parametrize(
    ("path", "status"), [("/art/europe.svg", 200), ("/favicon.svg", 200), *((path, 404) for path in SPELLINGS)]
)
def test_a_file_has_one_spelling(built: Path, path: str, status: int) -> None:
    """Without a library for clients, which would tidy the path."""
    starlette = Starlette(routes=routes(loaded(built)), exception_handlers=HANDLERS)
    starlette.state.service = None
    app, sent = RequestMiddleware(starlette, Settings()), list[Message]()
    scope: Scope = {
        "type": "http",
        "method": "GET",
        "scheme": "http",
        "query_string": b"",
        "headers": [],
        "client": None,
        "path": unquote(path),
        "raw_path": path.encode(),
    }

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    assert sent[0]["status"] == status


@pytest.mark.parametrize(
    "path",
    [
        "/assets/nothing.js",
        "/assets/link.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/assets//plain.js",
        "/assets/plain%2ejs",
        "/assets/deep/%2e%2e/plain.js",
        "/assets/deep",
        "/assets/%00",
        "/art/" + "x" * 300,
        "/secret.txt",
    ],
)
def test_only_what_lies_in_the_folder_is_served(built: Path, path: str) -> None:
    answer = asked(built, path)
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown")


BROWSER = {"accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


@pytest.mark.parametrize("path", ["/nowhere", "/no/where", "/t", "/assets/nothing.js", "/apis"])
def test_a_browser_that_finds_nothing_gets_a_page(built: Path, path: str) -> None:
    answer = asked(built, path, **BROWSER)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert answer.text.startswith("<!doctype html>")
    assert answer.headers["cache-control"] == "no-store, no-transform"
    assert answer.headers["vary"] == "Accept, Accept-Encoding"
    head = asked(built, path, "HEAD", **BROWSER)
    assert (head.status_code, head.content) == (404, b"")
    # Whatever the browser knows of the page: this is no "not modified".
    tag = asked(built, "/").headers["etag"]
    assert asked(built, path, **BROWSER, **{"if-none-match": tag}).status_code == 404


@pytest.mark.parametrize(
    ("path", "method", "accept"),
    [
        ("/nowhere", "GET", "*/*"),
        ("/nowhere", "GET", "application/json"),
        ("/nowhere.png", "GET", "image/avif,image/webp,*/*;q=0.8"),
        ("/no/where", "POST", BROWSER["accept"]),
        ("/api", "GET", BROWSER["accept"]),
        ("/api/nowhere", "GET", BROWSER["accept"]),
    ],
)
def test_a_program_that_finds_nothing_gets_json(built: Path, path: str, method: str, accept: str) -> None:
    answer = asked(built, path, method, accept=accept)
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown")


def test_without_a_page_there_is_a_word_how_to_build_it(tmp_path: Path) -> None:
    answer = asked(tmp_path / "nothing", "/")
    assert answer.status_code == 200
    assert "make page" in answer.text


def test_what_every_answer_says(server: Running) -> None:
    client = server.client()
    for path in ("/", "/api/me", "/api/nothing", "/health", "/api/editions", "/metrics"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; ")
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
    for path in ("/api/me", "/api/tables?mine=1", "/api/nothing", "/health"):
        assert client.get(path).headers["cache-control"] == "no-store, no-transform"
    assert "strict-transport-security" not in client.get("/health").headers


def test_boards_are_kept_by_their_fingerprint(server: Running) -> None:
    client = server.client()
    first = client.get("/api/editions/europe")
    assert first.headers["cache-control"] == "no-cache"
    assert first.headers["content-encoding"] == "gzip"
    named = client.get(f"/api/editions/europe?fingerprint={first.json()['fingerprint']}")
    assert named.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert named.content == first.content
    assert client.get("/api/editions/europe?fingerprint=other").headers["cache-control"] == "no-cache"
    assert client.get("/api/editions/europe", headers={"if-none-match": first.headers["etag"]}).status_code == 304


def test_what_is_the_same_for_everyone(server: Running) -> None:
    client = server.client()
    assert len(client.get("/api/editions").json()) == len(editions.names())
    drawing = client.get("/api/editions/new_york/drawing").json()
    assert len(drawing["routes"]) == len(client.get("/api/editions/new_york").json()["routes"])
    assert client.get("/api/rules/draw.wild-first").json()["id"] == "draw.wild-first"
    assert [each["name"] for each in client.get("/api/levels").json()] == ["easy", "medium", "hard", "expert"]
