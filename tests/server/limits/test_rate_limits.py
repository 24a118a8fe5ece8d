"""Rate limits: how often somebody may do something, by person and by address. Each test uses other addresses."""

import asyncio
from pathlib import Path

import pytest

from kolej.server.errors import Refusal
from kolej.server.limits import MAX_KEYS, Bucket, Limits, RateLimit
from kolej.server.settings import Settings
from kolej.server.tables.search import find_table
from tests.server.limits.clients import Clock, from_address, network
from tests.support.fake_server import FakeServer
from tests.support.running_server import Client, Running


def test_a_bucket_fills_with_time() -> None:
    bucket = Bucket(2, 0.5, 0.0)
    assert [bucket.take(0.0) for _ in range(3)] == [True, True, False]
    assert [bucket.take(2.0), bucket.take(2.0)] == [True, False]
    assert [bucket.take(1000.0) for _ in range(3)] == [True, True, False]
    bucket.give_back()
    assert bucket.take(1000.0)


def test_an_allowance_is_for_each_by_itself() -> None:
    async def test() -> None:
        clock = Clock()
        limit = RateLimit(2, 60, "too many trains", clock)
        for key in ("a", "a", "b"):
            await limit.take(key)
        with pytest.raises(Refusal, match="too many trains; try again in 30 seconds") as refused:
            await limit.take("a")
        assert refused.value.code == "too-many"
        await limit.take("b")
        clock.now += 30
        await limit.take("a")

    asyncio.run(test())


def test_a_check_counts_nothing() -> None:
    async def test() -> None:
        clock = Clock()
        limit = RateLimit(1, 60, "too many trains", clock)
        await limit.check("a")
        await limit.check("a")
        await limit.take("a")
        with pytest.raises(Refusal, match="too many trains"):
            await limit.check("a")
        await limit.check("b")
        clock.now += 60
        await limit.check("a")
        await limit.take("a")

    asyncio.run(test())


def test_the_networks_of_one_client_share_a_wider_limit() -> None:
    async def test() -> None:
        limit = RateLimit(2, 60, "too many trains", Clock(), by_network=True)
        for n in range(8):
            await limit.take(network(n))
        for attempt in (limit.take(network(8)), limit.check(network(0))):
            with pytest.raises(Refusal, match="too many trains"):
                await attempt
        # Not that of others, and an IPv4 address has no wider one.
        await limit.take(network(0, "2001:db8:2"))
        for n in range(9):
            await limit.take(f"10.0.0.{n}")
        limit.give_back(network(0))
        await limit.take(network(9))

    asyncio.run(test())


def test_requests_are_counted_for_a_limited_number_of_keys() -> None:
    async def test() -> None:
        limit = RateLimit(1, 60, "too many trains", Clock())
        for key in range(MAX_KEYS):
            await limit.take(key)
        with pytest.raises(Refusal):
            await limit.take(0)
        # Key 0 was just used, and 1 is the one that was not for longest.
        await limit.take(MAX_KEYS)
        with pytest.raises(Refusal):
            await limit.check(0)
        await limit.check(1)

    asyncio.run(test())


def test_guests_of_one_address(strict: Running) -> None:
    answers = [from_address(strict, "10.0.0.1").get("/api/me") for _ in range(6)]
    assert [each.status_code for each in answers] == [200] * 4 + [429] * 2
    assert answers[-1].json()["code"] == "too-many"
    assert answers[-1].headers["retry-after"]
    assert "set-cookie" not in answers[-1].headers
    assert from_address(strict, "10.0.0.2").get("/api/me").status_code == 200


def test_accounts_of_one_address(strict: Running) -> None:
    here = {"x-forwarded-for": "10.0.0.20"}
    guests = [from_address(strict, f"10.0.1.{number}") for number in range(5)]
    answers = list[int]()
    for number, guest in enumerate(guests):
        guest.me()
        account = {"name": f"Member {number}", "password": "right password"}
        answers.append(guest.http.post("/api/account", json=account, headers=here).status_code)
    assert answers == [200] * 4 + [429]


def test_tables_of_one_address(strict: Running) -> None:
    client = from_address(strict, "10.0.0.4")
    client.me()
    bad = client.post("/api/tables", {"id": "bad", "settings": {"edition": "atlantis", "seats": 2}})
    assert bad.status_code == 400
    client.table(people=["Ada"]), client.table(people=["Ada"])
    answer = client.post("/api/tables", {"id": "third", "settings": {"edition": "new_york", "seats": 2}})
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
    assert len(client.get("/api/tables?mine=1").json()) == 2


def test_rematches_are_tables_too(strict: Running) -> None:
    """A game against bots can be given up at once, so that rematches could create any number of tables."""
    client = from_address(strict, "10.0.0.14")
    client.me()
    made = [client.table(people=["Ada"], bots={"1": "easy"})]

    def change(code: str, what: str) -> tuple[int, dict[str, object]]:
        answer = client.post(f"/api/tables/{code}/{what}", {"id": what})
        return answer.status_code, answer.json()

    for expected in ((200, None), (429, "too-many")):
        assert change(made[-1], "start")[0] == 200
        assert change(made[-1], "resign")[0] == 200
        status, answer = change(made[-1], "rematch")
        assert (status, answer.get("code") if status != 200 else None) == expected
        made.append(str(answer.get("rematch")))
    # One that exists is found again, however often it is asked for.
    assert [change(made[0], "rematch")[0] for _ in range(3)] == [200] * 3
    assert len(client.get("/api/tables?mine=1").json()) == 2


def test_histories_and_files_of_one_address(strict: Running) -> None:
    client = from_address(strict, "10.0.0.20")
    client.me()
    code = client.table()
    answers = [client.get(f"/api/tables/{code}/{what}") for what in ["history", "file"] * 3]
    assert [each.status_code for each in answers] == [200, 409, 200, 409, 200, 429]
    assert from_address(strict, "10.0.0.21").get(f"/api/tables/{code}/history").status_code == 200
    assert client.get(f"/api/tables/{code}").status_code == 200


def test_tables_are_not_read_from_their_logs_without_limit(tmp_path: Path) -> None:
    async def test() -> None:
        limits = Limits(Settings(reads_per_minute=2), Clock())
        async with FakeServer(tmp_path / "data") as server:
            ada = await server.person("Ada")
            codes = [(await server.table(ada)).code for _ in range(3)]
            await server.restart()
            for code in (codes[0], codes[0], codes[1], codes[1].lower()):
                # Those in memory cost nothing.
                assert (await find_table(server.registry, limits, code, None, "10.0.0.1")).code == code.upper()
            with pytest.raises(Refusal, match="old tables"):
                await find_table(server.registry, limits, codes[2], ada, "10.0.0.1")
            assert (await find_table(server.registry, limits, codes[2], None, "10.0.0.2")).code == codes[2]

    asyncio.run(test())


def test_names_are_not_changed_all_the_time(ada: Client) -> None:
    ada.me()
    answers = [ada.post("/api/me", {"name": f"Ada {n}"}) for n in range(62)]
    assert [each.status_code for each in answers[:60]] == [200] * 60
    assert (answers[-1].status_code, answers[-1].json()["code"]) == (429, "too-many")


@pytest.mark.parametrize(
    "name", ["tables", "guests", "accounts", "logins_of_address", "passwords", "unknown_codes", "reads"]
)
def test_what_one_address_may_do_four_times_as_much_may_its_wider_network(name: str) -> None:
    async def test() -> None:
        limit: RateLimit = getattr(Limits(Settings(), Clock()), name)
        for n in range(4 * limit.limit):
            await limit.take(network(n))
        with pytest.raises(Refusal):
            await limit.take(network(4 * limit.limit))
        await limit.take(network(0, "2001:db8:2"))

    asyncio.run(test())
