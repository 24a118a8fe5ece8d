"""Passwords can't be tried without limit, and nobody is locked out by strangers. Each test uses other addresses."""

import asyncio
from pathlib import Path

import pytest

from kolej.server.accounts import familiar_networks
from kolej.server.accounts.familiar_networks import MAX_NETWORKS, FamiliarNetworks
from kolej.server.accounts.passwords import Passwords
from kolej.server.accounts.people import People
from kolej.server.errors import Refusal
from kolej.server.limits import Limits
from kolej.server.settings import Settings
from kolej.server.time import SystemTime
from kolej.store.models import Person
from kolej.store.sqlite import SqliteStore
from tests.server.limits.clients import Clock, from_address
from tests.support.running_server import Running


def test_wrong_passwords(strict: Running) -> None:
    owner = from_address(strict, "10.0.0.5")
    owner.me()
    owner.post("/api/account", {"name": "Owner", "password": "right password"})
    thief = from_address(strict, "10.0.0.6")
    tries = [
        thief.post("/api/login", {"name": name, "password": "a guess 123"}) for name in ("Owner", "owner ", "OWNER")
    ]
    assert [each.status_code for each in tries] == [401, 401, 429]
    right = {"name": "Owner", "password": "right password"}
    assert thief.post("/api/login", right).status_code == 429
    # The owner has another address and is not limited.
    assert [from_address(strict, "10.0.0.5").post("/api/login", right).status_code for _ in range(4)] == [200] * 4


def test_guesses_at_a_password_that_is_to_be_changed(strict: Running) -> None:
    owner = from_address(strict, "10.0.0.15")
    owner.me()
    owner.post("/api/account", {"name": "Keeper", "password": "right password"})
    thief = strict.client(**{"x-forwarded-for": "10.0.0.16", "cookie": f"kolej={owner.token}"})
    guess, right = [{"old": old, "new": "the thief's own"} for old in ("a guess 123", "right password")]
    assert [thief.post("/api/password", guess).status_code for _ in range(3)] == [401, 401, 429]
    assert thief.post("/api/password", right).status_code == 429
    change = {"old": "right password", "new": "right password"}
    assert [owner.post("/api/password", change).status_code for _ in range(4)] == [204] * 4


def test_wrong_passwords_for_many_names_and_from_many_addresses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wrong(*_: object) -> bool:
        return False

    monkeypatch.setattr(Passwords, "verify", wrong)

    async def refused(people: People, name: str, address: str) -> str:
        with pytest.raises(Refusal) as found:
            await people.log_in(name, "a guess 123", address)
        return found.value.code

    async def test() -> None:
        async with SqliteStore.open(tmp_path) as store:
            people = People(store, Limits(Settings(logins=2), Clock()), SystemTime())
            names = [await refused(people, f"Name {number}", "10.0.0.1") for number in range(11)]
            assert names == ["wrong-password"] * 10 + ["too-many"]
            addresses = [await refused(people, "Owner", f"10.0.1.{number}") for number in range(41)]
            assert addresses == ["wrong-password"] * 40 + ["too-many"]
            # One client may have a whole /48 of IPv6: it can't use up what all have together for a name.
            wide = [await refused(people, "Other", f"2001:db8:1:{number:x}::/64") for number in range(9)]
            assert wide == ["wrong-password"] * 8 + ["too-many"]
            assert await refused(people, "Other", "10.0.1.1") == "wrong-password"
            people.close()

    asyncio.run(test())


@pytest.fixture
def plain_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords that are stored as they are, so that hundreds are checked in no time."""

    async def hash(_: Passwords, password: str) -> str:
        return password

    async def verify(_: Passwords, stored: str | None, password: str) -> bool:
        return stored == password

    monkeypatch.setattr(Passwords, "hash", hash)
    monkeypatch.setattr(Passwords, "verify", verify)


@pytest.mark.usefixtures("plain_passwords")
def test_strangers_can_not_lock_an_owner_out(tmp_path: Path) -> None:
    home, travelling, new = "10.0.0.1", "10.0.0.2", "10.0.0.3"

    async def test() -> None:
        async with SqliteStore.open(tmp_path) as store:
            people = People(store, Limits(Settings(logins=2), Clock()), SystemTime())

            async def log_in(password: str, address: str) -> str:
                try:
                    await people.log_in("Owner", password, address)
                except Refusal as refusal:
                    return refusal.code
                return "ok"

            async def change(person: Person, token: str, old: str, new: str, address: str) -> str:
                try:
                    await people.change_password(person, token, old, new, address)
                except Refusal as refusal:
                    return refusal.code
                return "ok"

            guest, token = await people.new_guest(home)
            owner = await people.register(guest, "Owner", "right", home)
            assert await log_in("right", travelling) == "ok"
            answers = [await log_in("wrong", f"10.0.1.{number}") for number in range(41)]
            assert answers == ["wrong-password"] * 40 + ["too-many"]
            # Where the owner was before they log in; a network that the account does not know has to wait.
            assert await log_in("right", home) == await log_in("right", travelling) == "ok"
            assert await log_in("right", new) == "too-many"
            # Somebody who is logged in is not hampered anywhere, but can't try passwords without limit either.
            assert [await change(owner, token, "wrong", "new", new) for _ in range(3)] == [
                *["wrong-old-password"] * 2,
                "too-many",
            ]
            assert await change(owner, token, "right", "newer", home) == "ok"
            # Nor does failing to log in where they live concern them, or the other way round.
            assert [await log_in("wrong", home) for _ in range(3)] == ["wrong-password"] * 2 + ["too-many"]
            owner = await store.person(owner.id)
            assert await change(owner, token, "newer", "newest", home) == "ok"
            owner = await store.person(owner.id)
            with pytest.raises(Refusal, match="not your current password"):
                await people.delete(owner, "wrong", travelling)
            await people.delete(owner, "newest", travelling)
            people.close()

    asyncio.run(test())


def test_a_limited_number_of_familiar_networks_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(familiar_networks, "MAX_ACCOUNTS", 2)
    familiar = FamiliarNetworks()
    for number in range(MAX_NETWORKS + 1):
        familiar.add("ada", f"10.0.0.{number}")
    assert ("ada", "10.0.0.0") not in familiar and ("ada", "10.0.0.1") in familiar
    for name in ("bob", "ada", "cyd"):
        familiar.add(name, "10.0.0.1")
    assert [(name, "10.0.0.1") in familiar for name in ("ada", "bob", "cyd")] == [True, False, True]


def test_right_passwords_of_one_address(strict: Running) -> None:
    here = from_address(strict, "10.0.0.17")
    here.me()
    right = {"name": "Regular", "password": "right password"}
    here.post("/api/account", right)
    change = {"old": right["password"], "new": right["password"]}
    # Each takes a core for a moment, so that others could not log in while one person does it all the time.
    answers = [here.post("/api/login", right) for _ in range(12)]
    answers += [here.post("/api/password", change) for _ in range(12)]
    assert [each.status_code for each in answers] == [200] * 12 + [204] * 12
    for path, body in (("/api/login", right), ("/api/password", change), ("/api/me/delete", {"password": "12345678"})):
        # On a busy machine this takes so long that another one is allowed meanwhile.
        answers = [here.post(path, body) for _ in range(2)]
        assert (answers[1].status_code, answers[1].json()["code"]) == (429, "too-many"), path
    assert from_address(strict, "10.0.0.18").post("/api/login", right).status_code == 200
