"""Invalid requests: each gets an answer that says why, and changes nothing."""

import json
from typing import Any

import httpx
import pytest

from kolej.server.errors import STATUS
from tests.support.running_server import Client, Running

SETTINGS = {"edition": "new_york", "seats": 2}
TABLE = {"id": "a1", "settings": SETTINGS, "people": ["Ada"]}
BESIDE = {"id", "settings", "people", "bots", "unknown"}
"""Fields beside the settings."""


def refused(answer: httpx.Response, status: int, code: str) -> None:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    problem = answer.json()
    assert set(problem) == {"code", "reason", "rule", "params"}
    assert problem["code"] == code
    assert problem["reason"]


@pytest.mark.parametrize(
    "change",
    [
        {"unknown": 1},
        {"settings": {}},
        {"settings": None},
        {"strange": 1},
        {"seats": "2"},
        {"seats": 2.5},
        {"seats": True},
        {"seats": None},
        {"seats": 17},
        {"seats": 10**30},
        {"seats": 5},
        {"edition": "atlantis"},
        {"edition": "../europe"},
        {"edition": ""},
        {"edition": "e" * 41},
        {"id": ""},
        {"id": "a" * 37},
        {"id": "a b"},
        {"id": "a\n"},
        {"id": 1},
        {"people": "Ada"},
        {"people": ["x" * 25]},
        {"people": ["Ada", "Bob", "Cy"]},
        {"bots": {"1": "wizard"}},
        {"bots": {"7": "easy"}},
        {"bots": {"-1": "easy"}},
        {"bots": ["easy"]},
        {"undo": "always"},
        {"pace": -1},
        {"clock": {"bank": 1, "more": 0}},
        {"clock": {"bank": 60, "more": 0, "extra": 1}},
        {"first": 2},
    ],
)
def test_a_table_that_can_not_be(ada: Client, change: dict[str, Any]) -> None:
    beside = {name: value for name, value in change.items() if name in BESIDE}
    settings = {name: value for name, value in change.items() if name not in BESIDE}
    body = {**TABLE, "settings": {**SETTINGS, **settings}, **beside}
    code = "same-name" if change == {"people": ["Ada", "ada"]} else "bad-command"
    refused(ada.post("/api/tables", body), 400, code)
    assert ada.get("/api/tables?mine=1").json() == []


@pytest.mark.parametrize("left_out", ["id", "settings", "edition", "seats"])
def test_a_table_without(ada: Client, left_out: str) -> None:
    body = {k: v for k, v in TABLE.items() if k != left_out}
    if left_out in SETTINGS:
        body["settings"] = {k: v for k, v in SETTINGS.items() if k != left_out}
    refused(ada.post("/api/tables", body), 400, "bad-command")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "bad-json"),
        (b"{", "bad-json"),
        (b"nonsense", "bad-json"),
        (b"\xff\xfe\x00", "bad-json"),
        (b'{"id": "\xff"}', "bad-json"),
        (b'{"id": "\\ud800"}', "bad-json"),
        pytest.param(b"[" * 60_000, "bad-command", id="deep"),
        pytest.param(b'{"x":' + b"[" * 60_000, "bad-command", id="deep inside"),
        (b"null", "bad-command"),
        (b"[]", "bad-command"),
        (b'"text"', "bad-command"),
        (json.dumps(TABLE).encode() + b"{}", "bad-json"),
    ],
)
def test_a_body_that_is_no_table(ada: Client, body: bytes, code: str) -> None:
    answer = ada.http.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    # Deeply nested JSON may be refused for its type or for its depth.
    assert answer.json()["code"] in ((code, "bad-json") if len(body) > 1000 else (code,)), answer.text
    assert ada.get("/api/tables?mine=1").json() == []


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonx"])
def test_a_body_must_say_that_it_is_json(ada: Client, kind: str) -> None:
    refused(ada.http.post("/api/tables", content=json.dumps(TABLE), headers={"content-type": kind}), 400, "bad-json")


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_that_is_too_long(ada: Client, chunked: bool) -> None:
    long = json.dumps({**TABLE, "edition": "x" * 70_000}).encode()
    content: Any = iter([long[:40_000], long[40_000:]]) if chunked else long
    refused(
        ada.http.post("/api/tables", content=content, headers={"content-type": "application/json"}), 413, "too-long"
    )
    assert ada.me()


@pytest.mark.parametrize(
    "path",
    [
        "/api",
        "/api/nothing",
        "/api/editions%0a",
        "/api/tables/ABCDEF/history/more",
        "/api/editions/atlantis",
        "/api/editions/..%2feurope",
        "/api/editions/atlantis/drawing",
        "/api/rules/no.such-rule",
        "/nothing.html",
        "/assets/nothing.js",
        "/assets/..%2f..%2fwire.py",
        "/assets/../server/wire/base.py",
        "/art/%00",
        "/%2e%2e/%2e%2e/etc/passwd",
    ],
)
def test_nothing_there(ada: Client, path: str) -> None:
    refused(ada.get(path), 404, "unknown")


@pytest.mark.parametrize(
    "code", ["ZZZZZZ", "zzzzzz", "A", "ABCDEFG", "12 456", "%00%01", "🚂", "long" * 100], ids=ascii
)
@pytest.mark.parametrize("rest", ["", "/history", "/file"])
def test_no_such_table(ada: Client, code: str, rest: str) -> None:
    refused(ada.get(f"/api/tables/{code}{rest}"), 404, "unknown-table")


def test_no_such_table_to_change(ada: Client) -> None:
    refused(ada.post("/api/tables/ZZZZZZ/join", {"id": "j"}), 404, "unknown-table")


@pytest.mark.parametrize("what", ["fly", "JOIN"])
def test_no_such_change(ada: Client, what: str) -> None:
    refused(ada.post(f"/api/tables/{ada.table()}/{what}", {"id": "j"}), 404, "unknown")


@pytest.mark.parametrize(
    "body", [{}, {"id": "j", "seat": "0"}, {"id": "j", "seat": -1}, {"id": "j", "seat": 99}, {"id": "j", "x": 1}, []]
)
def test_a_change_that_can_not_be(ada: Client, body: Any) -> None:
    refused(ada.post(f"/api/tables/{ada.table()}/join", body), 400, "bad-command")


def test_other_settings(ada: Client, bob: Client) -> None:
    code = ada.table(seats=3)
    with bob.socket(code) as talk:
        talk.frame()
        settings = {"seats": 4, "clock": {"bank": 300, "more": 10}, "open": True}
        body = {"id": "s1", "settings": settings, "bots": {"3": "hard"}}
        changed = ada.post(f"/api/tables/{code}/settings", body)
        assert changed.status_code == 200
        shown = talk.until("table")["table"]
    assert (shown["version"], len(shown["seats"]), shown["seats"][3]["level"]) == (changed.json()["version"], 4, "hard")
    assert shown["settings"].items() >= settings.items() and not shown["host"]
    assert ada.post(f"/api/tables/{code}/settings", body).json() == ada.get(f"/api/tables/{code}").json()
    no_clock = {"id": "s2", "settings": {"clock": None}}
    assert ada.post(f"/api/tables/{code}/settings", no_clock).json()["settings"]["clock"] is None
    refused(bob.post(f"/api/tables/{code}/settings", {"id": "s3", "settings": {"open": False}}), 403, "not-host")
    refused(ada.post("/api/tables/ZZZZZZ/settings", body), 404, "unknown-table")
    started = ada.game()
    refused(ada.post(f"/api/tables/{started}/settings", {"id": "s4", "settings": {"pace": 0}}), 409, "started")


@pytest.mark.parametrize(
    "body",
    [
        {"settings": {"open": True}},
        {"id": "s"},
        {"id": "s", "settings": {}},
        {"id": "s", "settings": {"seats": None}},
        {"id": "s", "settings": {"open": None}},
        {"id": "s", "settings": {"seats": "3"}},
        {"id": "s", "settings": {"undo": "always"}},
        {"id": "s", "settings": {"pace": -1}},
        {"id": "s", "settings": {"clock": {"bank": 5, "more": 0}}},
        {"id": "s", "bots": {"1": "wizard"}},
        {"id": "s", "settings": {"edition": "europe"}},
        {"id": "s", "settings": {"hot_seat": True}},
        {"id": "s", "settings": {"x": 1}},
        {"id": "s", "settings": {"pace": 0}, "x": 1},
        [],
    ],
)
def test_settings_that_can_not_be(ada: Client, body: Any) -> None:
    code = ada.table()
    before = ada.get(f"/api/tables/{code}").json()
    refused(ada.post(f"/api/tables/{code}/settings", body), 400, "bad-command")
    assert ada.get(f"/api/tables/{code}").json() == before


@pytest.mark.parametrize(
    ("method", "path"),
    [("PUT", "/api/tables"), ("DELETE", "/api/me"), ("PATCH", "/api/editions"), ("POST", "/health")],
)
def test_a_method_that_is_not_taken(ada: Client, method: str, path: str) -> None:
    refused(ada.http.request(method, path), 405, "bad-command")


@pytest.mark.parametrize(
    ("path", "methods"),
    [("/api/me", "GET, HEAD, POST"), ("/health", "GET, HEAD"), ("/api/login", "POST"), ("/", "GET, HEAD")],
)
def test_which_methods_an_address_takes(ada: Client, path: str, methods: str) -> None:
    assert ada.http.request("PUT", path).headers["allow"] == methods


@pytest.mark.parametrize("path", ["/", "/health", "/api/editions", "/api/editions/europe"])
def test_the_headers_alone(ada: Client, path: str) -> None:
    headers = ada.http.request("HEAD", path)
    whole = ada.get(path)
    assert (headers.status_code, headers.content) == (200, b"")
    for name in ("content-length", "content-type", "cache-control"):
        assert headers.headers[name] == whole.headers[name]


@pytest.mark.parametrize("path", ["/api/editions/", "//api/editions", "/api//editions//"])
def test_needless_slashes_do_no_harm(ada: Client, path: str) -> None:
    assert ada.http.get(f"{ada.server.url}{path}").content == ada.get("/api/editions").content


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?mine=1&open=1",
        "?mine=7",
        "?open=1&limit=0",
        "?open=1&limit=101",
        "?open=1&limit=x",
        "?open=1&before=TOOLONGACODE",
    ],
)
def test_a_list_that_can_not_be(ada: Client, query: str) -> None:
    refused(ada.get(f"/api/tables{query}"), 400, "bad-command")


@pytest.mark.parametrize("query", ["?seat=x", "?seat=-1", "?seat=16", "?seat=1.5"])
def test_a_seat_that_can_not_be(ada: Client, query: str) -> None:
    refused(ada.get(f"/api/tables/{ada.table()}/history{query}"), 400, "bad-command")


def test_a_seat_of_somebody_else(ada: Client, bob: Client) -> None:
    refused(bob.get(f"/api/tables/{ada.game()}/history?seat=0"), 403, "not-your-seat")


def test_the_file_of_a_game_that_goes_on(ada: Client) -> None:
    answer = ada.get(f"/api/tables/{ada.game()}/file")
    assert answer.status_code == 409
    assert STATUS[answer.json()["code"]] == 409


def test_no_answer_says_what_serves_it(server: Running) -> None:
    with httpx.Client(base_url=server.url) as client:
        assert "server" not in client.get("/health").headers


def test_the_same_id_is_the_same_table(ada: Client, bob: Client) -> None:
    first = ada.post("/api/tables", TABLE).json()
    assert ada.post("/api/tables", TABLE).json()["code"] == first["code"]
    assert bob.post("/api/tables", TABLE).json()["code"] != first["code"]
    assert [each["code"] for each in ada.get("/api/tables?mine=1").json()] == [first["code"]]


def test_lists_come_in_pages(ada: Client) -> None:
    codes = [ada.table(people=["Ada"]) for _ in range(3)][::-1]
    assert [each["code"] for each in ada.get("/api/tables?mine=1").json()] == codes
    first = ada.get("/api/tables?mine=1&limit=2").json()
    rest = ada.get(f"/api/tables?mine=1&limit=2&before={first[-1]['code']}").json()
    assert [each["code"] for each in first + rest] == codes
