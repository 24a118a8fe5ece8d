"""Tokens over HTTP: listed without the tokens themselves, revoked one by one, expired when they are unused."""

import asyncio
from pathlib import Path

import pytest

from kolej.server.accounts.device_label import device_label
from kolej.server.accounts.people import DAY_MS, MAX_TOKENS, TOKEN_LIFETIME_MS, People
from kolej.server.errors import Refusal
from kolej.server.limits import Limits
from kolej.server.settings import Settings
from kolej.store.errors import DiskFull
from kolej.store.sqlite import SqliteStore
from tests.server.http.test_accounts import account, bearer, logged_in
from tests.support.fake_server import ManualTime
from tests.support.running_server import Client, Running

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PASSWORD = "correct horse"


def test_tokens_are_listed_without_the_tokens_themselves(server: Running) -> None:
    ada = server.client(**{"user-agent": FIREFOX})
    ada.me()
    program = ada.post("/api/tokens?label=my%20bot").json()["token"]
    answer = ada.get("/api/tokens")
    found = {each["label"]: each for each in answer.json()}
    assert set(found) == {"Firefox, Linux", "my bot"}
    assert found["Firefox, Linux"]["current"] and not found["my bot"]["current"]
    for each in found.values():
        assert set(each) == {"id", "label", "created", "used", "current"}
        assert each["used"] >= each["created"] > 1_700_000_000_000
    assert ada.token not in answer.text and program not in answer.text
    with bearer(server, program) as bot:
        assert [each["label"] for each in bot.get("/api/tokens").json() if each["current"]] == ["my bot"]


def test_a_token_is_revoked_and_its_sockets_are_closed(server: Running) -> None:
    here = account(server, "Hedwig")
    there = logged_in(server, "Hedwig", PASSWORD)
    code = here.table()
    (other,) = [each["id"] for each in here.get("/api/tokens").json() if not each["current"]]
    with here.socket(code) as mine, there.socket(code) as theirs:
        assert mine.frame()["type"] == theirs.frame()["type"] == "table"
        assert here.post(f"/api/tokens/{other}/revoke").status_code == 204
        gone = theirs.until("gone")
        assert gone["code"] == "no-token" and "logged out" in gone["reason"]
        assert mine.ask("ping")["type"] == "ok"
    with bearer(server, there.token) as ghost:
        assert ghost.get("/api/me").status_code == 401
    # Sent again, it has no further effect.
    assert here.post(f"/api/tokens/{other}/revoke").status_code == 204
    assert len(here.get("/api/tokens").json()) == 1


def test_nobody_revokes_the_tokens_of_others(ada: Client, bob: Client) -> None:
    (hers,) = ada.get("/api/tokens").json()
    assert bob.post(f"/api/tokens/{hers['id']}/revoke").status_code == 204
    assert ada.get("/api/tokens").json() == [hers]
    assert [each["id"] for each in bob.get("/api/tokens").json()] != [hers["id"]]


@pytest.mark.parametrize("id", ["x", "-1", "1.5", "9" * 40, "%D9%A1"])
def test_what_is_no_id(ada: Client, id: str) -> None:
    answer = ada.post(f"/api/tokens/{id}/revoke")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown")


def test_anonymous_clients_have_no_tokens(server: Running) -> None:
    nobody = server.client()
    for answer in (nobody.get("/api/tokens"), nobody.post("/api/tokens/1/revoke"), nobody.post("/api/me/delete", {})):
        assert (answer.status_code, answer.json()["code"]) == (401, "no-token")


def test_a_label_is_short(ada: Client) -> None:
    assert ada.post("/api/tokens?label=" + "x" * 41).status_code == 400
    assert ada.post("/api/tokens?label=a%00%E2%80%AEb").status_code == 201
    assert "ab" in [each["label"] for each in ada.get("/api/tokens").json()]


def test_a_token_expires_when_it_is_not_used(tmp_path: Path) -> None:
    async def run() -> None:
        time = ManualTime()
        async with SqliteStore.open(tmp_path) as store:
            people = People(store, Limits(Settings()), time)
            person, token = await people.new_guest("10.0.0.1")
            # Each use prolongs it, however long it is used in all.
            for _ in range(4):
                time.advance(TOKEN_LIFETIME_MS / 1000 - 1)
                assert await people.by_token(token) == person
            time.advance(TOKEN_LIFETIME_MS / 1000 + 1)
            assert await people.by_token(token) is None
            assert await people.tokens(person, token) == []
            people.close()

    asyncio.run(run())


def test_a_person_has_so_many_tokens(tmp_path: Path) -> None:
    async def run() -> None:
        time = ManualTime()
        async with SqliteStore.open(tmp_path) as store:
            people = People(store, Limits(Settings(), time.ticks), time)
            person, first = await people.new_guest("10.0.0.1")
            other, theirs = await people.new_guest("10.0.0.1")
            made = list[str]()
            for _ in range(MAX_TOKENS + 9):
                # As many can be made in six hours, and sooner by logging in.
                time.advance(180)
                made.append(await people.new_program_token(person))
            found = await people.tokens(person, made[-1])
            assert len(found) == MAX_TOKENS and found[0][1]
            # Those that were used last are left.
            assert [await people.by_token(each) is None for each in (first, made[8], made[9])] == [True, True, False]
            assert await people.by_token(theirs) == other
            people.close()

    asyncio.run(run())


def test_a_person_makes_so_many_tokens_in_an_hour(tmp_path: Path) -> None:
    async def run() -> None:
        async with SqliteStore.open(tmp_path) as store:
            people = People(store, Limits(Settings()), ManualTime())
            person, _ = await people.new_guest("10.0.0.1")
            for _ in range(20):
                await people.new_program_token(person)
            with pytest.raises(Refusal, match="many tokens"):
                await people.new_program_token(person)
            people.close()

    asyncio.run(run())


def test_a_use_is_recorded_once_a_day_and_needs_no_disk(tmp_path: Path) -> None:
    async def run() -> None:
        time = ManualTime()
        async with SqliteStore.open(tmp_path) as store:
            people = People(store, Limits(Settings()), time)
            person, token = await people.new_guest("10.0.0.1")
            written = store.stats.written
            for _ in range(20):
                time.advance(3600)
                await people.by_token(token)
            assert store.stats.written == written
            time.advance(DAY_MS / 1000)
            for _ in range(5):
                await people.by_token(token)
            assert store.stats.written == written + 1

            async def full(*_: object) -> None:
                raise DiskFull("full")

            store.use_token = full  # type: ignore[method-assign, assignment]
            time.advance(2 * DAY_MS / 1000)
            assert await people.by_token(token) == person
            people.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("user_agent", "label"),
    [
        (FIREFOX, "Firefox, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari, iPhone"),
        ("python-httpx/0.28", ""),
        ("<script>alert(1)</script>", ""),
    ],
)
def test_labels_of_browsers(user_agent: str, label: str) -> None:
    assert device_label(user_agent) == label
