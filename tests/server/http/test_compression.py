"""Compression: only of what is equal for everyone. Secrets compressed with other people's text leak by their length."""

import re

import httpx
from websockets.sync.client import connect

from kolej.server.app import ENDPOINTS
from kolej.server.http.cached_response import MIN_GZIP_BYTES
from tests.support.running_server import Client, Running

COMPRESSED = {
    "/api/editions",
    "/api/editions/{id}",
    "/api/editions/{id}/drawing",
    "/api/editions/{id}/ground.svg",
    "/api/editions/{id}/picture.svg",
    "/api/rules",
    "/schema",
}
"""Long responses that are equal for everyone."""
BUILT = {"/api/editions/{id}/ground.svg", "/api/editions/{id}/picture.svg"}
"""Only there if the page has been built."""


def fetched(client: Client, path: str) -> tuple[httpx.Response, bool]:
    """A response, and whether it was sent compressed."""
    answer = client.get(path, headers={"accept-encoding": "gzip"})
    return answer, "content-encoding" in answer.headers


def test_only_what_is_equal_for_everyone_is_compressed(server: Running, ada: Client, bob: Client) -> None:
    code = ada.game()
    with bob.socket(code) as talk:
        talk.frame()
        for n in range(20):
            talk.ask("chat", text=f"keep {n} " + "Lincoln Center to Brooklyn " * 5)
    for _ in range(5):
        ada.table(people=["Ada"], bots={"1": "easy"}, open=True)
    names = {"code": code, "id": "europe"}
    paths = {each.path: "" for each in ENDPOINTS if each.method == "GET"} | {"/schema": ""}
    queries = {"/api/tables": ["?mine=1", "?open=1"], "/api/tables/{code}/history": ["", "?seat=0"]}
    compressed, long = set[str](), set[str]()
    for path in paths:
        filled = path.replace("/api/rules/{id}", "/api/rules/draw.wild-first")
        filled = re.sub(r"\{(\w+)\}", lambda match: names[match[1]], filled)
        for query in queries.get(path, [""]):
            own, own_compressed = fetched(ada, filled + query)
            others, others_compressed = fetched(bob, filled + query)
            assert "vary" in own.headers or not own_compressed
            if own_compressed or others_compressed:
                assert own.content == others.content, path
                compressed.add(path)
            elif "etag" not in own.headers:
                # A proxy must not compress it either.
                assert "no-transform" in own.headers["cache-control"]
            if not own_compressed and len(own.content) > MIN_GZIP_BYTES:
                long.add(path)
    assert compressed | BUILT == COMPRESSED
    # These were long enough, and hold what only one viewer may see or what others have written.
    assert long >= {"/api/tables", "/api/tables/{code}/history", "/metrics"}


def test_a_change_of_a_table_is_not_compressed(ada: Client) -> None:
    people = [f"{n} " + "\N{LATIN SMALL LETTER Z WITH DOT ABOVE}" * 20 for n in range(5)]
    body = {"id": "long", "settings": {"edition": "europe", "seats": 5}, "people": people}
    answer = ada.http.post("/api/tables", json=body, headers={"accept-encoding": "gzip"})
    assert len(answer.content) > MIN_GZIP_BYTES
    assert "content-encoding" not in answer.headers


def test_frames_are_not_compressed(server: Running, ada: Client) -> None:
    url = f"ws://127.0.0.1:{server.port}/api/tables/{ada.table()}/live"
    with connect(url, compression="deflate") as socket:
        assert socket.request is not None and "Sec-WebSocket-Extensions" in socket.request.headers
        assert socket.response is not None and "Sec-WebSocket-Extensions" not in socket.response.headers
