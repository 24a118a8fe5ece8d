"""Rate limits, limits of sockets and turns, by person and address. Each test uses other addresses."""

import asyncio
import itertools
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kolej.server.accounts import familiar_networks
from kolej.server.accounts.familiar_networks import MAX_NETWORKS, FamiliarNetworks
from kolej.server.accounts.passwords import Passwords
from kolej.server.accounts.people import People
from kolej.server.errors import Refusal
from kolej.server.limits import (
    MAX_ADDRESS,
    MAX_KEYS,
    SOCKETS_AT_TABLE,
    Bucket,
    ConcurrencyLimit,
    Limits,
    RateLimit,
    TimeLimit,
    Turns,
    client_network,
    wider_network,
)
from kolej.server.settings import Settings
from kolej.server.tables.search import find_table
from kolej.server.time import SystemTime
from kolej.server.websocket.command_rates import CommandRates
from kolej.store.models import Person
from kolej.store.sqlite import SqliteStore
from tests.support.fake_server import FakeServer
from tests.support.running_server import Client, Running, running, wait_for


class Clock:
    """A clock that tests advance."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


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


def network(number: int, of: str = "2001:db8:1") -> str:
    return f"{of}:{number:x}::/64"


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


def test_sockets_of_the_networks_of_one_client_share_a_wider_limit() -> None:
    async def test() -> None:
        limit = ConcurrencyLimit(2, "too many passengers", by_network=True)
        for n in range(8):
            await limit.enter(network(n))
        with pytest.raises(Refusal, match="too many passengers"):
            await limit.enter(network(8))
        await limit.enter(network(0, "2001:db8:2"))
        limit.leave(network(3))
        await limit.enter(network(8))
        for n in (0, 1, 2, 4, 5, 6, 7, 8):
            limit.leave(network(n))
        # What was refused left nothing behind.
        for _ in range(2):
            await limit.enter(network(8))

    asyncio.run(test())


@pytest.mark.parametrize(
    ("network", "wider"),
    [("2001:db8:1:2::/64", "2001:db8:1::/48"), ("10.0.0.1", "10.0.0.1"), ("", ""), ("no/64", "no/64")],
)
def test_the_wider_network(network: str, wider: str) -> None:
    assert wider_network(network) == wider


def test_work_has_a_share_of_the_time() -> None:
    clock = Clock()
    limit = TimeLimit(share=0.1, burst=1, reason="you ask a lot", clock=clock)

    def work(seconds: float) -> None:
        limit.check("a")
        with limit.spend("a"):
            clock.now += seconds

    work(0.9)
    work(3)
    with pytest.raises(Refusal, match="you ask a lot") as refused:
        work(0)
    assert refused.value.code == "too-fast"
    limit.check("b")
    with limit.spend(network(0)):
        clock.now += 1
    assert not limit.has_left(network(1)) and limit.has_left(network(1, "2001:db8:2"))
    clock.now -= 1
    # 0.9 + 3 - 0.3 seconds are used.
    clock.now += 25
    with pytest.raises(Refusal):
        work(0)
    clock.now += 2
    work(0)


def test_one_piece_of_work_is_done_in_an_iteration_of_the_event_loop() -> None:
    clock = Clock()
    limit = TimeLimit(share=0.1, burst=1, reason="you ask a lot", clock=clock)
    log: list[str] = []

    async def ask(name: str) -> None:
        async with limit.turn("a"):
            clock.now += 1
            log.append(name)
            if name == "two":
                raise ValueError(name)

    async def run() -> None:
        asked = [asyncio.create_task(ask(name)) for name in ("one", "two", "three")]
        while not all(each.done() for each in asked):
            await asyncio.sleep(0)
            log.append("others")
        assert [isinstance(each.exception(), ValueError) for each in asked] == [False, True, False]

    asyncio.run(run())
    pieces = [n for n, name in enumerate(log) if name != "others"]
    assert [log[n] for n in pieces] == ["one", "two", "three"]
    assert all(later - earlier > 1 for earlier, later in itertools.pairwise(pieces)), log
    with pytest.raises(Refusal):
        limit.check("a")


def test_time_is_counted_for_a_limited_number_of_keys() -> None:
    clock = Clock()
    limit = TimeLimit(share=0.1, burst=1, reason="you ask a lot", clock=clock)
    with limit.spend(0):
        clock.now += 2
    for key in range(1, MAX_KEYS):
        with limit.spend(key):
            pass
    with pytest.raises(Refusal):
        limit.check(0)
    with limit.spend(MAX_KEYS):
        pass
    limit.check(0)


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


def test_costly_work_is_done_in_turns() -> None:
    turns = Turns(at_once=1, waiting=1, seconds=0.05, reason="many wait")
    log: list[str] = []

    async def work(name: str, key: str, done: asyncio.Event) -> None:
        try:
            async with turns.turn(key):
                log.append(name)
                await done.wait()
        except Refusal as refusal:
            assert refusal.code == "busy"
            log.append(f"{name} refused")

    async def run() -> None:
        done = asyncio.Event()
        first = [asyncio.create_task(work(name, "a", done)) for name in ("one", "two", "three")]
        other = asyncio.create_task(work("other", "b", done))
        await asyncio.sleep(0.01)
        # The second waits; there is no room for a third. Another key has turns of its own.
        assert log == ["one", "three refused", "other"]
        await asyncio.sleep(0.06)
        assert log[3:] == ["two refused"]
        first.append(asyncio.create_task(work("four", "a", done)))
        await asyncio.sleep(0)
        done.set()
        await asyncio.gather(*first, other)
        assert log[4:] == ["four"]
        assert not turns._gates and not turns._counts

    asyncio.run(run())


def test_a_turn_is_given_back_when_the_client_goes_away() -> None:
    turns = Turns(at_once=1, waiting=1, seconds=1, reason="many wait")

    async def run() -> None:
        async def work() -> None:
            async with turns.turn():
                await asyncio.sleep(10)

        tasks = [asyncio.create_task(work()) for _ in range(2)]
        await asyncio.sleep(0.01)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with asyncio.timeout(0.5), turns.turn():
            assert len(turns._counts) == 1

    asyncio.run(run())


def test_what_is_open_is_counted() -> None:
    async def test() -> None:
        limit = ConcurrencyLimit(1, "one is enough")
        await limit.enter("a")
        await limit.enter("b")
        with pytest.raises(Refusal, match="one is enough"):
            await limit.enter("a")
        limit.leave("a")
        await limit.enter("a")

    asyncio.run(test())


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("unix", "unix"),
        ("x" * 10_000, "x" * MAX_ADDRESS),
    ],
)
def test_what_counts_as_one_address(address: str, counted: str) -> None:
    assert client_network(address) == counted


def from_address(server: Running, address: str) -> Client:
    return server.client(**{"x-forwarded-for": address})


def test_guests_of_one_address(strict: Running) -> None:
    answers = [from_address(strict, "10.0.0.1").get("/api/me") for _ in range(6)]
    assert [each.status_code for each in answers] == [200] * 4 + [429] * 2
    assert answers[-1].json()["code"] == "too-many"
    assert answers[-1].headers["retry-after"]
    assert "set-cookie" not in answers[-1].headers
    assert from_address(strict, "10.0.0.2").get("/api/me").status_code == 200


def test_the_word_of_a_stranger_does_not_count(server: Running, strict: Running) -> None:
    # This server trusts no proxy: whatever the header says, all requests count for one address.
    assert server.client(**{"x-forwarded-for": "10.9.9.9"}).get("/health").status_code == 200
    wait_for(lambda: '"address": "127.0.0.1"' in server.logged())
    assert "10.9.9.9" not in server.logged()
    assert from_address(strict, "10.0.0.3").get("/health").status_code == 200


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


@pytest.mark.parametrize(
    ("number", "path"), [(1, ""), (2, "/history"), (3, "/file"), (4, "?before"), (5, "/join"), (6, "/live")]
)
def test_codes_can_not_be_searched(strict: Running, number: int, path: str) -> None:
    owner, thief = from_address(strict, f"10.5.0.{number}"), from_address(strict, f"10.5.1.{number}")
    owner.me(), thief.me()
    codes = ["ZZZZZZ", "ZZZZZY", "ZZZZZX", owner.table(people=["Ada"]), "ZZZZZW"]
    own = thief.table(people=["Thief"])

    def tried(client: Client, code: str, path: str = path) -> str:
        if path == "/live":
            address = client.http.headers["x-forwarded-for"]
            with client.socket(code, **{"x-forwarded-for": address}) as talk:
                return str(talk.frame().get("code", "found"))
        if path == "/join":
            answer = client.post(f"/api/tables/{code}/join", {"id": "j"})
        elif path == "?before":
            answer = client.get(f"/api/tables?open=1&before={code}")
        else:
            answer = client.get(f"/api/tables/{code}{path}")
        return "found" if answer.status_code in (200, 409) else str(answer.json()["code"])

    # From the fourth on, nothing tells a code that exists from another.
    assert [tried(thief, code) for code in codes] == ["unknown-table"] * 3 + ["too-many"] * 2
    # Their own table is still found, by its host and player, and others are not hampered.
    assert tried(thief, own, "") == "found"
    assert [tried(owner, codes[3]) for _ in range(5)] == ["found"] * 5


def test_histories_and_files_of_one_address(strict: Running) -> None:
    client = from_address(strict, "10.0.0.20")
    client.me()
    code = client.table()
    answers = [client.get(f"/api/tables/{code}/{what}") for what in ["history", "file"] * 3]
    assert [each.status_code for each in answers] == [200, 409, 200, 409, 200, 429]
    assert from_address(strict, "10.0.0.21").get(f"/api/tables/{code}/history").status_code == 200
    assert client.get(f"/api/tables/{code}").status_code == 200


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


def test_accounts_of_one_address(strict: Running) -> None:
    here = {"x-forwarded-for": "10.0.0.20"}
    guests = [from_address(strict, f"10.0.1.{number}") for number in range(5)]
    answers = list[int]()
    for number, guest in enumerate(guests):
        guest.me()
        account = {"name": f"Member {number}", "password": "right password"}
        answers.append(guest.http.post("/api/account", json=account, headers=here).status_code)
    assert answers == [200] * 4 + [429]


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


def test_sockets_of_one_person(strict: Running) -> None:
    client = from_address(strict, "10.0.0.7")
    client.me()
    code = client.table()
    with (
        client.socket(code, **{"x-forwarded-for": "10.2.0.1"}) as one,
        client.socket(code, **{"x-forwarded-for": "10.2.0.2"}),
        client.socket(code, **{"x-forwarded-for": "10.2.0.3"}) as three,
    ):
        assert three.frame()["code"] == "too-many"
        assert one.ask("ping")["type"] == "ok"


def test_sockets_of_one_address(strict: Running) -> None:
    host = from_address(strict, "10.0.0.8")
    host.me()
    code = host.table()
    strangers = [from_address(strict, "10.3.0.1") for _ in range(4)]
    same = {"x-forwarded-for": "10.3.0.1"}
    with strangers[0].socket(code, **same), strangers[1].socket(code, **same), strangers[2].socket(code, **same):
        with pytest.raises(InvalidStatus) as refused:
            strangers[3].socket(code, **same)
        assert refused.value.response.status_code == 429
        assert strangers[3].get("/health").status_code == 200
    # Anybody could fill the log with it.
    assert '"level": "error"' not in strict.logged()


def test_commands_that_come_too_fast(strict: Running) -> None:
    host = from_address(strict, "10.0.0.9")
    host.me()
    with host.socket(host.table(), **{"x-forwarded-for": "10.4.0.1"}) as talk:
        talk.frame()
        for n in range(30):
            talk.say(f'{{"id": "p{n}", "type": "ping"}}')
        answers = [talk.frame() for _ in range(30)]
        assert [each["id"] for each in answers] == [f"p{n}" for n in range(30)]
        assert {each["type"] for each in answers[:10]} == {"ok"}
        assert answers[-1]["code"] == "too-fast"
        time.sleep(0.5)
        assert talk.ask("ping")["type"] == "ok"
        with pytest.raises(ConnectionClosed):
            # On a busy machine, a command is allowed again before a hundred were refused.
            for _ in range(20):
                # At once: a client that sends to a socket that is closed could lose its last frame.
                for n in range(300):
                    talk.connection.protocol.send_text(f'{{"id": "q{n}", "type": "ping"}}'.encode())
                talk.connection.socket.sendall(b"".join(talk.connection.protocol.data_to_send()))
                for _ in range(300):
                    talk.frame()
        assert talk.frames[-1]["type"] == "gone"
        assert talk.frames[-1]["code"] == "too-fast"


def test_commands_over_all_sockets_of_a_person_and_of_a_network() -> None:
    rates = CommandRates(20)
    sent = [rates.take(1, "10.0.0.1", 0.0) for _ in range(20 * 20)]
    assert sum(sent) == 120, "the burst of a person, over however many sockets"
    assert sum(rates.take(1, "10.0.0.1", 1.0) for _ in range(400)) == 60
    # Another person in the same network, and people without a name in others.
    assert rates.take(2, "10.0.0.1", 1.0) and rates.take(None, "10.0.0.2", 1.0)
    assert sum(rates.take(person, "10.0.0.3", 1.0) for person in range(10, 30) for _ in range(50)) == 600
    assert rates.take(30, "10.0.0.4", 1.0)
    assert sum(rates.take(None, "10.0.0.5", 1.0) for _ in range(4000)) == 600


def test_a_person_sends_too_much_over_several_sockets(tmp_path: Path) -> None:
    with running(tmp_path, commands_per_second=5) as server:
        host = server.client()
        host.me()
        code = host.table()
        with ExitStack() as stack:
            sockets = [stack.enter_context(host.socket(code)) for _ in range(8)]
            begun, codes = time.monotonic(), list[str]()
            for talk in sockets:
                # Each sends no more than one socket may at once.
                codes += [talk.ask("ping").get("code", "ok") for _ in range(10)]
            most = 3 * 5 * (2 + time.monotonic() - begun)
            assert codes.count("ok") <= most + 1 and codes[:30] == ["ok"] * 30
            assert set(codes[30:]) <= {"ok", "too-fast"}


def test_sockets_of_one_address_at_one_table(server: Running, ada: Client) -> None:
    code, other, stranger = ada.table(), ada.table(), server.client()
    before = ada.get("/health").json()["sockets"]
    with ExitStack() as stack:
        for _ in range(SOCKETS_AT_TABLE):
            stack.enter_context(stranger.socket(code)).frame()
        refused = stack.enter_context(ada.socket(code)).frame()
        assert (refused["type"], refused["code"]) == ("gone", "too-many")
        # Another table is another matter.
        assert stack.enter_context(ada.socket(other)).frame()["type"] == "table"
    wait_for(lambda: ada.get("/health").json()["sockets"] == before)
    with ada.socket(code) as talk:
        assert talk.frame()["type"] == "table"


def test_many_codes_at_once_are_no_way_around_their_limit(tmp_path: Path) -> None:
    limits = Limits(Settings(unknown_codes=3), Clock())

    async def test() -> None:
        async with FakeServer(tmp_path / "data") as server:

            async def tried(code: str, address: str) -> str:
                try:
                    return (await find_table(server.registry, limits, code, None, address)).code
                except Refusal as refusal:
                    return refusal.code

            code = (await server.table(await server.person("Ada"))).code
            # Those after the third unknown one are not found, whether there is such a table or not.
            codes = [f"ZZZZZ{letter}" for letter in "BCDFGHJKLM"] + [code]
            for address in ("10.0.0.1", "10.0.0.3"):
                found = await asyncio.gather(*(tried(each, address) for each in codes))
                assert found == ["unknown-table"] * 3 + ["too-many"] * 8
                # Also where it has to be read from its log.
                await server.restart()
            # Those who look for tables that exist do not stand in each other's way.
            assert await asyncio.gather(*(tried(code, "10.0.0.2") for _ in range(10))) == [code] * 10

    asyncio.run(test())


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


def test_lists_of_tables_have_a_share_of_the_time() -> None:
    clock = Clock()
    limits = Limits(Settings(), clock)

    async def test() -> None:
        async with limits.lists.turn("10.0.0.1"):
            clock.now += 1

    asyncio.run(test())
    with pytest.raises(Refusal, match="you list tables very often"):
        limits.lists.check("10.0.0.1")
    limits.lists.check("10.0.0.2")


def test_names_are_not_changed_all_the_time(ada: Client) -> None:
    ada.me()
    answers = [ada.post("/api/me", {"name": f"Ada {n}"}) for n in range(62)]
    assert [each.status_code for each in answers[:60]] == [200] * 60
    assert (answers[-1].status_code, answers[-1].json()["code"]) == (429, "too-many")
