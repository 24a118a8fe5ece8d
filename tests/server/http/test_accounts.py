"""Guests, names, accounts, tokens: which requests are authenticated."""

import asyncio
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from argon2 import PasswordHasher
from starlette.requests import Request

from kolej.server.accounts.passwords import Passwords
from kolej.server.accounts.people import People, token_in
from kolej.server.accounts.revocation import Revocation
from kolej.server.http import accounts
from kolej.server.limits import Limits
from kolej.server.metrics import Metrics
from kolej.server.settings import Settings
from kolej.server.time import SystemTime
from kolej.server.websocket.sockets import Sockets
from kolej.store.sqlite import SqliteStore
from tests.support.running_server import Client, Running

PASSWORD = "correct horse"


def bearer(server: Running, token: str) -> httpx.Client:
    return httpx.Client(base_url=server.url, headers={"authorization": f"Bearer {token}"}, timeout=20)


def people(server: Running) -> int:
    """How many people there are: the id of the next new guest."""
    client = server.client()
    return int(client.me()["person"])


def test_a_browser_becomes_a_guest_once(server: Running) -> None:
    client = server.client()
    first = client.get("/api/me")
    said = first.headers["set-cookie"]
    assert re.match(r"kolej=[A-Za-z0-9_-]{22,};", said)
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(said.split("; "))
    assert "Secure" not in said
    assert first.headers["cache-control"] == "no-store, no-transform"
    assert first.json()["account"] is False
    assert client.me() == first.json()


def test_the_token_is_not_in_the_database(server: Running) -> None:
    client = server.client()
    client.me()
    kept = b"".join(path.read_bytes() for path in server.data.glob("kolej.db*"))
    assert client.me()["name"].encode() in kept
    assert client.token.encode() not in kept


def test_a_wrong_cookie_is_nobody(server: Running) -> None:
    stranger = server.client(cookie="kolej=wrong").http
    for answer in (
        stranger.get("/api/tables?mine=1"),
        stranger.post("/api/me", json={"name": "Eve"}),
        stranger.post("/api/tables", json={"id": "a", "settings": {"edition": "new_york", "seats": 2}}),
        stranger.post("/api/tokens"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (401, "no-token")
    assert "set-cookie" in stranger.get("/api/me").headers


def test_a_wrong_token_makes_nobody(server: Running) -> None:
    before = people(server)
    for token in ("wrong", "x" * 4000, "é", '"'):
        with httpx.Client(base_url=server.url) as program:
            answer = program.get("/api/me", headers=[(b"authorization", f"Bearer {token}".encode("latin-1"))])
        assert (answer.status_code, answer.json()["code"]) == (401, "no-token")
        assert "set-cookie" not in answer.headers
    assert people(server) == before + 1


@pytest.mark.parametrize(
    ("sent", "token"),
    [
        (["kolej=t"], "t"),
        (['a=1;kolej="t" ; b'], "t"),
        (["notkolej=x; kolej=t; kolej=u"], "t"),
        (["=; ;;@=kolej; kolej", "kolej=t"], "t"),
        (["kolejka=x; a=kolej"], None),
        ([";" * 8000] * 4, None),
        ([], None),
    ],
)
def test_the_cookie_is_found_among_others(sent: list[str], token: str | None) -> None:
    assert token_in([(b"cookie", each.encode()) for each in sent]) == (token, False)


def test_a_token_counts_and_the_cookie_beside_it_does_not(ada: Client, server: Running) -> None:
    with httpx.Client(base_url=server.url, headers={"cookie": f"kolej={ada.token}"}) as both:
        assert both.get("/api/me", headers={"authorization": "Bearer wrong"}).status_code == 401
        assert both.post("/api/tokens", headers={"authorization": "Basic abc"}).status_code == 401


def test_another_name(ada: Client) -> None:
    assert ada.post("/api/me", {"name": "  Ada   L. "}).json()["name"] == "Ada L."
    assert ada.me()["name"] == "Ada L."


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("   ", "name-empty"),
        ("a\u202eb", "name-invisible"),
        ("a\u0000b", "name-invisible"),
        ("a\nb\u200b", "name-invisible"),
        *((f"a{blank}", "name-invisible") for blank in "\u2060\ufeff\u3164\u115f\uffa0\u2800\u034f\u061c"),
        ("\u0301", "name-empty"),
        ("bot:easy", "name-of-bot"),
        *((name, "bad-command") for name in ("", "x" * 25, 7, None, ["Ada"])),
    ],
)
def test_what_is_no_name(ada: Client, name: object, code: str) -> None:
    before = ada.me()
    answer = ada.post("/api/me", {"name": name})
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert ada.me() == before


def test_an_account_and_back(server: Running, ada: Client) -> None:
    person = ada.me()["person"]
    made = ada.post("/api/account", {"name": "Grace", "password": PASSWORD})
    assert made.json() == {"person": person, "name": "Grace", "account": True}

    other = server.client()
    wrong = other.post("/api/login", {"name": "Grace", "password": PASSWORD + "!"})
    nobody = other.post("/api/login", {"name": "Nobody at all", "password": PASSWORD})
    assert (wrong.status_code, wrong.json()) == (nobody.status_code, nobody.json())
    assert wrong.json()["code"] == "wrong-password"
    assert "set-cookie" not in wrong.headers

    back = other.post("/api/login", {"name": "gRACE", "password": PASSWORD})
    assert back.json()["person"] == person
    assert other.token != ada.token
    assert other.me()["person"] == person

    third = server.client()
    third.me()
    taken = third.post("/api/account", {"name": "grace", "password": PASSWORD})
    assert (taken.status_code, taken.json()["code"]) == (409, "name-taken")
    assert third.me()["account"] is False
    again = ada.post("/api/account", {"name": "Grace II", "password": PASSWORD})
    assert (again.status_code, again.json()["code"]) == (403, "has-account")


def test_a_password_needs_eight_characters(ada: Client) -> None:
    answer = ada.post("/api/account", {"name": "Short", "password": "1234567"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-command")


def test_nobody_goes_by_the_name_of_an_account(server: Running, ada: Client) -> None:
    account(server, "Ingrid")
    code = ada.post("/api/tables", {"id": "t", "settings": {"edition": "new_york", "seats": 3}}).json()["code"]
    for name in ("Ingrid", "INGRID ", "\u0406ngrid", "lngr1d", "\uff29ngrid"):
        answer = ada.post("/api/me", {"name": name})
        assert (answer.status_code, answer.json()["code"]) == (409, "name-taken"), name
        seat = name.strip()
        answer = ada.post(f"/api/tables/{code}/join", {"id": f"j{ord(name[0])}", "name": seat})
        assert (answer.status_code, answer.json()["code"]) == (409, "name-taken"), name
        new = {"id": "n", "settings": {"edition": "new_york", "seats": 3}, "people": [seat]}
        assert ada.post("/api/tables", new).json()["code"] == "name-taken", name
    # Where nobody else can sit down, those who share a screen may go by any name.
    shared = {"id": "s", "settings": {"edition": "new_york", "seats": 2}, "people": ["Ingrid", "Ada"]}
    assert ada.post("/api/tables", shared).status_code == 201
    ingrid = logged_in(server, "Ingrid", PASSWORD)
    assert ingrid.post(f"/api/tables/{code}/join", {"id": "j", "name": "INGRID"}).status_code == 200
    assert ingrid.post("/api/me", {"name": "\u0406ngrid"}).json()["name"] == "\u0406ngrid"


@pytest.mark.parametrize(
    ("people", "bots", "what", "change"),
    [
        (["Ottilie", "Zsuzsa"], {}, "empty", {"seat": 1}),
        (["Ottilie", "Zsuzsa"], {}, "leave", {"seat": 1}),
        (["Ottilie", "Zsuzsa"], {}, "settings", {"settings": {"seats": 3}}),
        (["Ottilie"], {"1": "easy"}, "empty", {"seat": 1}),
    ],
)
def test_no_seat_becomes_free_beside_the_name_of_an_account(
    server: Running, people: list[str], bots: dict[str, str], what: str, change: dict[str, Any]
) -> None:
    if server.client().post("/api/login", {"name": "Ottilie", "password": PASSWORD}).status_code != 200:
        account(server, "Ottilie")
    other = server.client()
    other.me()
    code = other.table(people=people, bots=bots)
    answer = other.post(f"/api/tables/{code}/{what}", {"id": "c", **change})
    assert (answer.status_code, answer.json()["code"]) == (409, "name-taken")
    assert answer.json()["params"] == {"name": "Ottilie"}
    # Whoever gives that seat up may open the table to others, and so may the account's owner.
    assert other.post(f"/api/tables/{code}/leave", {"id": "l", "seat": 0}).status_code == 200
    owner = logged_in(server, "Ottilie", PASSWORD)
    code = owner.table(people=people, bots=bots)
    status = owner.post(f"/api/tables/{code}/{what}", {"id": "c", **change}).status_code
    assert status == 200


def account(server: Running, name: str) -> Client:
    client = server.client()
    client.me()
    assert client.post("/api/account", {"name": name, "password": PASSWORD}).status_code == 200
    return client


def logged_in(server: Running, name: str, password: str) -> Client:
    client = server.client()
    assert client.post("/api/login", {"name": name, "password": password}).status_code == 200
    return client


def test_another_password_ends_what_is_open_elsewhere(server: Running) -> None:
    here = account(server, "Hedy")
    person, code, other = here.me()["person"], here.table(people=["Hedy"]), "battery staple"
    there, program = logged_in(server, "Hedy", PASSWORD), here.post("/api/tokens").json()["token"]
    with here.socket(code) as mine, there.socket(code) as theirs:
        assert mine.frame()["type"] == theirs.frame()["type"] == "table"
        answer = here.post("/api/password", {"old": PASSWORD, "new": other})
        assert (answer.status_code, answer.content) == (204, b"")
        gone = theirs.until("gone")
        assert gone["code"] == "no-token" and "password" in gone["reason"]
        assert mine.ask("ping")["type"] == "ok"
    assert here.me() == {"person": person, "name": "Hedy", "account": True}
    for token in (there.token, program):
        with bearer(server, token) as ghost:
            assert ghost.get("/api/me").status_code == 401
    assert there.post("/api/login", {"name": "Hedy", "password": PASSWORD}).json()["code"] == "wrong-password"
    assert logged_in(server, "Hedy", other).me()["person"] == person


def test_another_password_needs_the_one_there_is(server: Running, ada: Client) -> None:
    here = account(server, "Joan")
    there = logged_in(server, "Joan", PASSWORD)
    wrong = here.post("/api/password", {"old": PASSWORD + "!", "new": "battery staple"})
    assert (wrong.status_code, wrong.json()["code"]) == (401, "wrong-old-password")
    for body in ({"old": PASSWORD, "new": "1234567"}, {"new": "battery staple"}, {"old": PASSWORD}):
        answer = here.post("/api/password", body)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-command")
    assert there.me()["name"] == "Joan"
    assert logged_in(server, "Joan", PASSWORD).me()["name"] == "Joan"
    guest = ada.post("/api/password", {"old": PASSWORD, "new": "battery staple"})
    assert (guest.status_code, guest.json()["code"]) == (403, "no-account")
    nobody = server.client().post("/api/password", {"old": PASSWORD, "new": "battery staple"})
    assert (nobody.status_code, nobody.json()["code"]) == (401, "no-token")


def test_another_password_asked_for_twice_is_taken_once(server: Running) -> None:
    here = account(server, "Grete")
    asked = {"old": PASSWORD, "new": "battery staple"}
    assert here.post("/api/password", asked).status_code == 204
    # A session that was opened meanwhile must not be closed by the repeated request.
    there = logged_in(server, "Grete", "battery staple")
    assert here.post("/api/password", asked).status_code == 204
    assert there.me()["name"] == "Grete"
    other = here.post("/api/password", {"old": PASSWORD, "new": "staple battery"})
    assert (other.status_code, other.json()["code"]) == (401, "wrong-old-password")
    assert logged_in(server, "Grete", "battery staple").me()["name"] == "Grete"


def test_a_program_changes_the_password_and_keeps_its_own_token(server: Running) -> None:
    here = account(server, "Mary")
    token = here.post("/api/tokens").json()["token"]
    with bearer(server, token) as program:
        assert program.post("/api/password", json={"old": PASSWORD, "new": "battery staple"}).status_code == 204
        assert program.get("/api/me").json()["name"] == "Mary"
    assert here.me()["name"] != "Mary"


def test_who_logs_out_is_nobody(server: Running, ada: Client) -> None:
    code = ada.table()
    with ada.socket(code) as talk:
        assert talk.frame()["type"] == "table"
        old = ada.token
        answer = ada.post("/api/logout")
        assert answer.status_code == 204
        assert talk.until("gone")["code"] == "no-token"
    assert "kolej" not in ada.http.cookies
    with bearer(server, old) as ghost:
        assert ghost.get("/api/me").status_code == 401
        assert ghost.get("/api/tables?mine=1").status_code == 401


def test_a_made_up_token_is_not_written_down(tmp_path: Path) -> None:
    async def test() -> None:
        async with SqliteStore.open(tmp_path) as store:
            people = People(store, Limits(Settings()), SystemTime())
            _, token = await people.new_guest("10.0.0.1")
            written = store.stats.written
            assert [await people.log_out(each) for each in ("made-up", "", token, token)] == [False, False, True, False]
            assert store.stats.written == written + 1
            people.close()

    asyncio.run(test())


def test_a_program_has_a_token_of_its_own(server: Running, ada: Client) -> None:
    answer = ada.post("/api/tokens")
    assert answer.status_code == 201
    token = answer.json()["token"]
    assert token != ada.token
    with bearer(server, token) as program:
        assert program.get("/api/me").json() == ada.me()
        opened = program.post("/api/tables", json={"id": "p", "settings": {"edition": "new_york", "seats": 2}})
        assert opened.status_code == 201
        assert program.post("/api/logout").status_code == 204
        assert program.get("/api/me").status_code == 401
    assert ada.me()["account"] is False


def test_a_guest_loses_a_name_that_an_account_has_taken_later(server: Running, ada: Client) -> None:
    ada.post("/api/me", {"name": "Ottoline"})
    account(server, "Ottoline")
    assert re.fullmatch(r"Guest \d{4}", ada.me()["name"])
    assert ada.me()["name"] == ada.me()["name"]


def test_nobody_chats_under_a_name_that_an_account_has_taken_later(server: Running, ada: Client, bob: Client) -> None:
    bob.post("/api/me", {"name": "Winifred"})
    code = ada.table(people=["Ada"])
    account(server, "Winifred")
    with bob.socket(code) as his:
        his.frame()
        assert his.ask("chat", text="hello")["type"] == "ok"
        (said,) = [each for each in his.frames if each["type"] == "chat"]
    assert said["name"].startswith("Guest ")


def test_an_account_keeps_its_name_even_if_a_guest_had_it_before(server: Running, ada: Client) -> None:
    ada.post("/api/me", {"name": "Rosalind"})
    other = account(server, "Rosalind")
    assert other.me()["name"] == "Rosalind"


def test_an_unknown_name_takes_as_long_as_a_wrong_password(monkeypatch: pytest.MonkeyPatch) -> None:
    verified: list[str] = []
    verify = PasswordHasher.verify

    def counted(self: PasswordHasher, hash: str, password: str) -> bool:
        verified.append(password)
        return verify(self, hash, password)

    monkeypatch.setattr(PasswordHasher, "verify", counted)

    async def run() -> list[bool]:
        passwords = Passwords()
        stored = await passwords.hash("right password")
        found = [await passwords.verify(each, "a guess 123") for each in (stored, None)]
        # The hash of nobody's password is that of an empty one, with which nobody logs in.
        found.append(await passwords.verify(None, ""))
        passwords.close()
        return found

    assert asyncio.run(run()) == [False] * 3
    assert verified == ["a guess 123", "a guess 123", ""]


def test_no_other_server_hears_of_a_made_up_token(tmp_path: Path) -> None:
    announced = list[Revocation]()

    async def log_out(service: Any, token: str) -> None:
        scope: dict[str, Any] = {
            "type": "http",
            "app": SimpleNamespace(state=SimpleNamespace(service=service)),
            "headers": [(b"authorization", f"Bearer {token}".encode())],
        }
        assert (await accounts.log_out(Request(scope))).status_code == 204

    async def test() -> None:
        async with SqliteStore.open(tmp_path) as store:
            settings, time, nothing = Settings(), SystemTime(), cast(Any, None)
            limits = Limits(settings)
            people = People(store, limits, time)
            sockets = Sockets(settings, nothing, people, limits, Metrics(), time, announced.append)
            service = SimpleNamespace(people=people, sockets=sockets)
            _, token = await people.new_guest("10.0.0.1")
            await log_out(service, "made-up")
            assert announced == []
            await log_out(service, token)
            assert len(announced) == 1
            people.close()

    asyncio.run(test())
